module completions {

  # Finds errors in HCL and JSON configuration, offline
  export extern hclx [
    --help(-h)                # Print help
    --version(-V)             # Print version
  ]

  def "nu-complete hclx check format" [] {
    [ "full" "concise" "json" "ndjson" "sarif" "github" "gitlab" "junit" "checkstyle" "rdjson" "html" "agent" ]
  }

  def "nu-complete hclx check output" [] {
    [ "full=" "concise=" "json=" "ndjson=" "sarif=" "github=" "gitlab=" "junit=" "checkstyle=" "rdjson=" "html=" "agent=" ]
  }

  def "nu-complete hclx check select" [] {
    [ "HX0001" "HX0002" "HX0003" "HX0011" "HX0021" "HX1001" "HX1002" "HX1003" "HX1004" "HX1005" "HX1006" "HX1007" "HX1008" "HX1009" "HX1010" "HX1011" "HX1012" "HX1013" "HX1014" "HX1015" "HX1016" "HX1017" "HX1018" "HX1019" "HX1020" "HX1021" "HX1022" "HX1023" "HX1024" "HX1025" "HX1026" "HX1027" "HX1028" "HX1029" "HX1030" "HX1031" "HX1032" "HX1033" "HX1201" "HX1202" "HX1203" "HX1204" "HX1205" "HX1206" "HX1207" "HX1208" "HX1209" "HX1210" "HX1211" "HX1212" "HX1213" "HX1214" "HX1215" "HX1216" "HX1217" "HX1219" "HX2001" "HX2010" "HX2051" "HX2052" "HX2053" "HX2054" "HX2055" "HX2056" "HX2057" "HX2101" "HX2102" "HX2103" "HX2104" "HX2105" "HX2106" "HX2107" "HX2108" "HX2109" "HX2110" "HX2201" "HX2202" "HX2203" "HX2204" "HX3001" "HX3002" "HX3003" "HX3004" "HX3005" "HX3006" "HX4001" "HX4002" "HX4003" "HX4004" "HX4005" "HX5001" "HX5002" "HX5003" "HX5004" "HX5005" "HX5006" "HX5007" "HX5008" "HX5009" "HX5010" "HX5011" "HX5012" "HX5013" "HX5014" "HX5015" "HX5016" "HX5017" "HX5101" "HX5102" "HX5103" "HX5104" "HX5105" "HX5106" "HX5107" "HX5108" "HX5109" "HX5110" "HX5111" "HX5112" "HX5113" "HX5114" "HX5115" "HX5116" "HX5117" "HX5118" "HX5119" "HX5120" "HX5201" "HX5202" "HX5203" "HX5204" "HX5301" "HX5302" "HX5303" "HX5304" "HX5305" "HX6001" "HX6002" "HX6003" "HX7001" "HX7002" "HX7003" "HX7004" "HX7005" "HX7006" "HX7007" "HX7008" "HX7011" "HX7012" "HX7013" "HX7021" "HX7022" "HX7023" "HX7024" "HX7031" "HX7032" "HX7033" "HX7034" "HX7035" "HX7036" "HX7041" "HX8001" "HX8002" "HX8003" "HX9001" "HX9002" "HX9003" "HX9004" "HX9005" "HX9101" "HX9102" "HX9103" "HX9104" "HX9105" "HX9106" "HX9107" "HX9108" "HX9151" "HX9152" "HX9153" "HX9154" "HX9202" "HX9203" "HX9204" "HX9205" "HX9206" "HX9207" "HX9211" "HX9212" "HX9213" "HX9214" "HX9215" "HX9216" "HX9217" "HX9218" "HX9219" "HX9220" "HX9221" "HX9222" "MU1001" "MU1002" "MU1003" "MU1004" "MU1005" "MU1006" "MU1007" "MU1008" "MU1009" "MU1101" "MU1102" "MU1103" "MU1104" "MU1105" "MU1106" "MU1201" "MU1202" "MU1203" "MU1204" "MU1206" "MU2001" "MU2002" "MU2003" "MU2004" "MU2005" "MU2006" "MU2007" "MU2008" "MU2009" "MU3001" "MU3002" "MU3003" "MU3004" "MU3005" "MU3006" "MU3007" "MU3008" "MU3009" "MU3011" "MU3012" "MU4001" "MU4002" "MU4003" "MU4004" "MU4005" "MU4006" "MU4007" "MU4008" "MU4009" "MU4010" "MU4011" "MU4012" "MU4013" "MU5001" "MU5002" "MU5003" "MU5004" "MU5005" "MU5006" "MU5007" "MU5008" "MU9001" "MU9002" "MU9003" "MU9004" "MU9005" "correctness" "inputs" "suspicious" "style" "pedantic" ]
  }

  def "nu-complete hclx check only" [] {
    [ "HX0001" "HX0002" "HX0003" "HX0011" "HX0021" "HX1001" "HX1002" "HX1003" "HX1004" "HX1005" "HX1006" "HX1007" "HX1008" "HX1009" "HX1010" "HX1011" "HX1012" "HX1013" "HX1014" "HX1015" "HX1016" "HX1017" "HX1018" "HX1019" "HX1020" "HX1021" "HX1022" "HX1023" "HX1024" "HX1025" "HX1026" "HX1027" "HX1028" "HX1029" "HX1030" "HX1031" "HX1032" "HX1033" "HX1201" "HX1202" "HX1203" "HX1204" "HX1205" "HX1206" "HX1207" "HX1208" "HX1209" "HX1210" "HX1211" "HX1212" "HX1213" "HX1214" "HX1215" "HX1216" "HX1217" "HX1219" "HX2001" "HX2010" "HX2051" "HX2052" "HX2053" "HX2054" "HX2055" "HX2056" "HX2057" "HX2101" "HX2102" "HX2103" "HX2104" "HX2105" "HX2106" "HX2107" "HX2108" "HX2109" "HX2110" "HX2201" "HX2202" "HX2203" "HX2204" "HX3001" "HX3002" "HX3003" "HX3004" "HX3005" "HX3006" "HX4001" "HX4002" "HX4003" "HX4004" "HX4005" "HX5001" "HX5002" "HX5003" "HX5004" "HX5005" "HX5006" "HX5007" "HX5008" "HX5009" "HX5010" "HX5011" "HX5012" "HX5013" "HX5014" "HX5015" "HX5016" "HX5017" "HX5101" "HX5102" "HX5103" "HX5104" "HX5105" "HX5106" "HX5107" "HX5108" "HX5109" "HX5110" "HX5111" "HX5112" "HX5113" "HX5114" "HX5115" "HX5116" "HX5117" "HX5118" "HX5119" "HX5120" "HX5201" "HX5202" "HX5203" "HX5204" "HX5301" "HX5302" "HX5303" "HX5304" "HX5305" "HX6001" "HX6002" "HX6003" "HX7001" "HX7002" "HX7003" "HX7004" "HX7005" "HX7006" "HX7007" "HX7008" "HX7011" "HX7012" "HX7013" "HX7021" "HX7022" "HX7023" "HX7024" "HX7031" "HX7032" "HX7033" "HX7034" "HX7035" "HX7036" "HX7041" "HX8001" "HX8002" "HX8003" "HX9001" "HX9002" "HX9003" "HX9004" "HX9005" "HX9101" "HX9102" "HX9103" "HX9104" "HX9105" "HX9106" "HX9107" "HX9108" "HX9151" "HX9152" "HX9153" "HX9154" "HX9202" "HX9203" "HX9204" "HX9205" "HX9206" "HX9207" "HX9211" "HX9212" "HX9213" "HX9214" "HX9215" "HX9216" "HX9217" "HX9218" "HX9219" "HX9220" "HX9221" "HX9222" "MU1001" "MU1002" "MU1003" "MU1004" "MU1005" "MU1006" "MU1007" "MU1008" "MU1009" "MU1101" "MU1102" "MU1103" "MU1104" "MU1105" "MU1106" "MU1201" "MU1202" "MU1203" "MU1204" "MU1206" "MU2001" "MU2002" "MU2003" "MU2004" "MU2005" "MU2006" "MU2007" "MU2008" "MU2009" "MU3001" "MU3002" "MU3003" "MU3004" "MU3005" "MU3006" "MU3007" "MU3008" "MU3009" "MU3011" "MU3012" "MU4001" "MU4002" "MU4003" "MU4004" "MU4005" "MU4006" "MU4007" "MU4008" "MU4009" "MU4010" "MU4011" "MU4012" "MU4013" "MU5001" "MU5002" "MU5003" "MU5004" "MU5005" "MU5006" "MU5007" "MU5008" "MU9001" "MU9002" "MU9003" "MU9004" "MU9005" "correctness" "inputs" "suspicious" "style" "pedantic" ]
  }

  def "nu-complete hclx check ignore" [] {
    [ "HX0001" "HX0002" "HX0003" "HX0011" "HX0021" "HX1001" "HX1002" "HX1003" "HX1004" "HX1005" "HX1006" "HX1007" "HX1008" "HX1009" "HX1010" "HX1011" "HX1012" "HX1013" "HX1014" "HX1015" "HX1016" "HX1017" "HX1018" "HX1019" "HX1020" "HX1021" "HX1022" "HX1023" "HX1024" "HX1025" "HX1026" "HX1027" "HX1028" "HX1029" "HX1030" "HX1031" "HX1032" "HX1033" "HX1201" "HX1202" "HX1203" "HX1204" "HX1205" "HX1206" "HX1207" "HX1208" "HX1209" "HX1210" "HX1211" "HX1212" "HX1213" "HX1214" "HX1215" "HX1216" "HX1217" "HX1219" "HX2001" "HX2010" "HX2051" "HX2052" "HX2053" "HX2054" "HX2055" "HX2056" "HX2057" "HX2101" "HX2102" "HX2103" "HX2104" "HX2105" "HX2106" "HX2107" "HX2108" "HX2109" "HX2110" "HX2201" "HX2202" "HX2203" "HX2204" "HX3001" "HX3002" "HX3003" "HX3004" "HX3005" "HX3006" "HX4001" "HX4002" "HX4003" "HX4004" "HX4005" "HX5001" "HX5002" "HX5003" "HX5004" "HX5005" "HX5006" "HX5007" "HX5008" "HX5009" "HX5010" "HX5011" "HX5012" "HX5013" "HX5014" "HX5015" "HX5016" "HX5017" "HX5101" "HX5102" "HX5103" "HX5104" "HX5105" "HX5106" "HX5107" "HX5108" "HX5109" "HX5110" "HX5111" "HX5112" "HX5113" "HX5114" "HX5115" "HX5116" "HX5117" "HX5118" "HX5119" "HX5120" "HX5201" "HX5202" "HX5203" "HX5204" "HX5301" "HX5302" "HX5303" "HX5304" "HX5305" "HX6001" "HX6002" "HX6003" "HX7001" "HX7002" "HX7003" "HX7004" "HX7005" "HX7006" "HX7007" "HX7008" "HX7011" "HX7012" "HX7013" "HX7021" "HX7022" "HX7023" "HX7024" "HX7031" "HX7032" "HX7033" "HX7034" "HX7035" "HX7036" "HX7041" "HX8001" "HX8002" "HX8003" "HX9001" "HX9002" "HX9003" "HX9004" "HX9005" "HX9101" "HX9102" "HX9103" "HX9104" "HX9105" "HX9106" "HX9107" "HX9108" "HX9151" "HX9152" "HX9153" "HX9154" "HX9202" "HX9203" "HX9204" "HX9205" "HX9206" "HX9207" "HX9211" "HX9212" "HX9213" "HX9214" "HX9215" "HX9216" "HX9217" "HX9218" "HX9219" "HX9220" "HX9221" "HX9222" "MU1001" "MU1002" "MU1003" "MU1004" "MU1005" "MU1006" "MU1007" "MU1008" "MU1009" "MU1101" "MU1102" "MU1103" "MU1104" "MU1105" "MU1106" "MU1201" "MU1202" "MU1203" "MU1204" "MU1206" "MU2001" "MU2002" "MU2003" "MU2004" "MU2005" "MU2006" "MU2007" "MU2008" "MU2009" "MU3001" "MU3002" "MU3003" "MU3004" "MU3005" "MU3006" "MU3007" "MU3008" "MU3009" "MU3011" "MU3012" "MU4001" "MU4002" "MU4003" "MU4004" "MU4005" "MU4006" "MU4007" "MU4008" "MU4009" "MU4010" "MU4011" "MU4012" "MU4013" "MU5001" "MU5002" "MU5003" "MU5004" "MU5005" "MU5006" "MU5007" "MU5008" "MU9001" "MU9002" "MU9003" "MU9004" "MU9005" "correctness" "inputs" "suspicious" "style" "pedantic" ]
  }

  def "nu-complete hclx check warn" [] {
    [ "HX0001" "HX0002" "HX0003" "HX0011" "HX0021" "HX1001" "HX1002" "HX1003" "HX1004" "HX1005" "HX1006" "HX1007" "HX1008" "HX1009" "HX1010" "HX1011" "HX1012" "HX1013" "HX1014" "HX1015" "HX1016" "HX1017" "HX1018" "HX1019" "HX1020" "HX1021" "HX1022" "HX1023" "HX1024" "HX1025" "HX1026" "HX1027" "HX1028" "HX1029" "HX1030" "HX1031" "HX1032" "HX1033" "HX1201" "HX1202" "HX1203" "HX1204" "HX1205" "HX1206" "HX1207" "HX1208" "HX1209" "HX1210" "HX1211" "HX1212" "HX1213" "HX1214" "HX1215" "HX1216" "HX1217" "HX1219" "HX2001" "HX2010" "HX2051" "HX2052" "HX2053" "HX2054" "HX2055" "HX2056" "HX2057" "HX2101" "HX2102" "HX2103" "HX2104" "HX2105" "HX2106" "HX2107" "HX2108" "HX2109" "HX2110" "HX2201" "HX2202" "HX2203" "HX2204" "HX3001" "HX3002" "HX3003" "HX3004" "HX3005" "HX3006" "HX4001" "HX4002" "HX4003" "HX4004" "HX4005" "HX5001" "HX5002" "HX5003" "HX5004" "HX5005" "HX5006" "HX5007" "HX5008" "HX5009" "HX5010" "HX5011" "HX5012" "HX5013" "HX5014" "HX5015" "HX5016" "HX5017" "HX5101" "HX5102" "HX5103" "HX5104" "HX5105" "HX5106" "HX5107" "HX5108" "HX5109" "HX5110" "HX5111" "HX5112" "HX5113" "HX5114" "HX5115" "HX5116" "HX5117" "HX5118" "HX5119" "HX5120" "HX5201" "HX5202" "HX5203" "HX5204" "HX5301" "HX5302" "HX5303" "HX5304" "HX5305" "HX6001" "HX6002" "HX6003" "HX7001" "HX7002" "HX7003" "HX7004" "HX7005" "HX7006" "HX7007" "HX7008" "HX7011" "HX7012" "HX7013" "HX7021" "HX7022" "HX7023" "HX7024" "HX7031" "HX7032" "HX7033" "HX7034" "HX7035" "HX7036" "HX7041" "HX8001" "HX8002" "HX8003" "HX9001" "HX9002" "HX9003" "HX9004" "HX9005" "HX9101" "HX9102" "HX9103" "HX9104" "HX9105" "HX9106" "HX9107" "HX9108" "HX9151" "HX9152" "HX9153" "HX9154" "HX9202" "HX9203" "HX9204" "HX9205" "HX9206" "HX9207" "HX9211" "HX9212" "HX9213" "HX9214" "HX9215" "HX9216" "HX9217" "HX9218" "HX9219" "HX9220" "HX9221" "HX9222" "MU1001" "MU1002" "MU1003" "MU1004" "MU1005" "MU1006" "MU1007" "MU1008" "MU1009" "MU1101" "MU1102" "MU1103" "MU1104" "MU1105" "MU1106" "MU1201" "MU1202" "MU1203" "MU1204" "MU1206" "MU2001" "MU2002" "MU2003" "MU2004" "MU2005" "MU2006" "MU2007" "MU2008" "MU2009" "MU3001" "MU3002" "MU3003" "MU3004" "MU3005" "MU3006" "MU3007" "MU3008" "MU3009" "MU3011" "MU3012" "MU4001" "MU4002" "MU4003" "MU4004" "MU4005" "MU4006" "MU4007" "MU4008" "MU4009" "MU4010" "MU4011" "MU4012" "MU4013" "MU5001" "MU5002" "MU5003" "MU5004" "MU5005" "MU5006" "MU5007" "MU5008" "MU9001" "MU9002" "MU9003" "MU9004" "MU9005" "correctness" "inputs" "suspicious" "style" "pedantic" ]
  }

  def "nu-complete hclx check deny" [] {
    [ "HX0001" "HX0002" "HX0003" "HX0011" "HX0021" "HX1001" "HX1002" "HX1003" "HX1004" "HX1005" "HX1006" "HX1007" "HX1008" "HX1009" "HX1010" "HX1011" "HX1012" "HX1013" "HX1014" "HX1015" "HX1016" "HX1017" "HX1018" "HX1019" "HX1020" "HX1021" "HX1022" "HX1023" "HX1024" "HX1025" "HX1026" "HX1027" "HX1028" "HX1029" "HX1030" "HX1031" "HX1032" "HX1033" "HX1201" "HX1202" "HX1203" "HX1204" "HX1205" "HX1206" "HX1207" "HX1208" "HX1209" "HX1210" "HX1211" "HX1212" "HX1213" "HX1214" "HX1215" "HX1216" "HX1217" "HX1219" "HX2001" "HX2010" "HX2051" "HX2052" "HX2053" "HX2054" "HX2055" "HX2056" "HX2057" "HX2101" "HX2102" "HX2103" "HX2104" "HX2105" "HX2106" "HX2107" "HX2108" "HX2109" "HX2110" "HX2201" "HX2202" "HX2203" "HX2204" "HX3001" "HX3002" "HX3003" "HX3004" "HX3005" "HX3006" "HX4001" "HX4002" "HX4003" "HX4004" "HX4005" "HX5001" "HX5002" "HX5003" "HX5004" "HX5005" "HX5006" "HX5007" "HX5008" "HX5009" "HX5010" "HX5011" "HX5012" "HX5013" "HX5014" "HX5015" "HX5016" "HX5017" "HX5101" "HX5102" "HX5103" "HX5104" "HX5105" "HX5106" "HX5107" "HX5108" "HX5109" "HX5110" "HX5111" "HX5112" "HX5113" "HX5114" "HX5115" "HX5116" "HX5117" "HX5118" "HX5119" "HX5120" "HX5201" "HX5202" "HX5203" "HX5204" "HX5301" "HX5302" "HX5303" "HX5304" "HX5305" "HX6001" "HX6002" "HX6003" "HX7001" "HX7002" "HX7003" "HX7004" "HX7005" "HX7006" "HX7007" "HX7008" "HX7011" "HX7012" "HX7013" "HX7021" "HX7022" "HX7023" "HX7024" "HX7031" "HX7032" "HX7033" "HX7034" "HX7035" "HX7036" "HX7041" "HX8001" "HX8002" "HX8003" "HX9001" "HX9002" "HX9003" "HX9004" "HX9005" "HX9101" "HX9102" "HX9103" "HX9104" "HX9105" "HX9106" "HX9107" "HX9108" "HX9151" "HX9152" "HX9153" "HX9154" "HX9202" "HX9203" "HX9204" "HX9205" "HX9206" "HX9207" "HX9211" "HX9212" "HX9213" "HX9214" "HX9215" "HX9216" "HX9217" "HX9218" "HX9219" "HX9220" "HX9221" "HX9222" "MU1001" "MU1002" "MU1003" "MU1004" "MU1005" "MU1006" "MU1007" "MU1008" "MU1009" "MU1101" "MU1102" "MU1103" "MU1104" "MU1105" "MU1106" "MU1201" "MU1202" "MU1203" "MU1204" "MU1206" "MU2001" "MU2002" "MU2003" "MU2004" "MU2005" "MU2006" "MU2007" "MU2008" "MU2009" "MU3001" "MU3002" "MU3003" "MU3004" "MU3005" "MU3006" "MU3007" "MU3008" "MU3009" "MU3011" "MU3012" "MU4001" "MU4002" "MU4003" "MU4004" "MU4005" "MU4006" "MU4007" "MU4008" "MU4009" "MU4010" "MU4011" "MU4012" "MU4013" "MU5001" "MU5002" "MU5003" "MU5004" "MU5005" "MU5006" "MU5007" "MU5008" "MU9001" "MU9002" "MU9003" "MU9004" "MU9005" "correctness" "inputs" "suspicious" "style" "pedantic" ]
  }

  def "nu-complete hclx check since" [] {
    ^git for-each-ref '--format=%(refname:short)' refs/heads refs/tags refs/remotes | complete | get stdout | lines
  }

  def "nu-complete hclx check dialect" [] {
    [ "auto" "hcl" "terraform" "opentofu" "packer" "nomad" "bake" "terragrunt" "template" "pcl" "terraform-stacks" "terraform-policy" "table" "vault-policy" "vault" "consul" "consul-acl" "consul-config-entry" "nomad-agent" "nomad-acl" "nomad-volume" "nomad-variable" "nomad-autoscaler" "boundary" "waypoint" "terraform-cli" "tflint" "terraform-lock" "copywrite" "sentinel" "atlas" "terramate" "flowpipe" "powerpipe" "mull" ]
  }

  def "nu-complete hclx check rules" [] {
    [ "hcl" "extended" ]
  }

  def "nu-complete hclx check lang" [] {
    [ "native" "json" "mull" ]
  }

  def "nu-complete hclx check require-schemas" [] {
    [ "admitted" "exact" ]
  }

  def "nu-complete hclx check color" [] {
    [ "auto" "always" "never" ]
  }

  # Report errors in files and directories
  export extern "hclx check" [
    --format: string@"nu-complete hclx check format" # Output format of findings; full shows the source; default: HCLX_FORMAT or full
    --output: string@"nu-complete hclx check output" # Also write findings in a format to a file
    --output-file: path       # Write findings to a file instead of standard output
    --deny-warnings           # Exit with 1 on warnings too
    --allow-empty             # Succeed even if no file with a known name is found
    --exit-zero               # Exit with 0 despite findings, unless the job could not be done
    --max-findings: string    # Print at most N findings, and the number of those left out
    --statistics              # Print the number of findings by code instead of the findings
    --select: string@"nu-complete hclx check select" # Report only errors and these codes and groups of lints
    --only: string@"nu-complete hclx check only" # Print only findings of these codes and groups; the exit code counts all
    --ignore: string@"nu-complete hclx check ignore" # Do not report a code or group, except as an error that is certain
    --warn: string@"nu-complete hclx check warn" # Report a code or group as a warning
    --deny: string@"nu-complete hclx check deny" # Report a code or group as an error
    --no-ignores              # Also report findings that comments suppress
    --fix                     # Apply safe edits
    --unsafe-fixes            # Also apply suggested edits
    --diff                    # Print the changes --fix would make, without making them
    --exit-nonzero-on-fix     # Exit with 1 if something was fixed
    --baseline: path          # Hide the findings listed in a baseline file
    --update-baseline         # Write the findings to the baseline and exit with 0
    --strict-baseline         # Exit with 1 if a finding in the baseline no longer occurs
    --since: string@"nu-complete hclx check since" # Report only findings on lines changed since a git revision
    --exclude: string         # Skip files and directories that match a pattern, besides those of hclx.toml
    --show-files              # Print the files that would be checked, and do nothing else
    --files-from: path        # Read file names, one per line or separated by NUL; - is standard input
    --watch                   # Check again whenever a file changes, until interrupted
    --spec(-s): path          # Read an hcldec specification of the files
    --dialect: string@"nu-complete hclx check dialect" # Functions and rules; auto detects the language by file name
    --rules: string@"nu-complete hclx check rules" # Type system: that of go-cty, or extended with int, union, promise, output and none
    --lang: string@"nu-complete hclx check lang" # Syntax, regardless of the file name
    --var: string             # Set a variable to a value or to unknown(TYPE, REFINEMENT...); 'NAME: TYPE' sets an unknown of that type; for Mull a YAML scalar
    --var-file: path          # Read variables from an HCL or JSON file, for Mull from YAML or JSON
    --provider-schema: path   # Read schemas printed by `terraform providers schema -json` or `pulumi package get-schema`
    --policy: path            # Judge by the policies in a file or directory, in addition to those of hclx.toml
    --no-policy               # Judge by no policies, whatever hclx.toml says
    --policy-input: string    # Set an input of policies
    --deny-open               # Exit with 1 if the verdict of a policy is open
    --no-schema-cache         # Use only the schemas given with --provider-schema and those that are part of hclx
    --no-schemas              # Use only the schemas given with --provider-schema
    --require-schemas: string@"nu-complete hclx check require-schemas" # Exit with 2 unless each provider has a schema of a release that may be selected; exact: of the selected one
    --no-cache                # Check everything again, and cache nothing for later runs
    --root: string            # Let functions such as `file` read files below DIR; by default they read nothing
    --ctx: path               # For Mull: read `ctx.options` from a YAML or JSON file
    --schema: string          # For Mull: the metatype, mull:document, mull:data or PATH#Type; overrides $schema
    --import-root: string     # For Mull: allow imports from below DIR; default: the file's directory
    --max-memory: string      # Memory for the values made by one unit, such as 64M; default: 128M, more for large files
    --max-steps: string       # Expressions that one unit may visit, and work of functions; default: 20000000, more for large files
    --config: path            # Read settings from a file instead of the nearest hclx.toml
    --no-config               # Ignore hclx.toml files
    --stdin-filename: string  # File name of standard input, for messages and to detect the syntax
    --jobs(-j): string        # Number of files checked at a time; 0, the default, is one per core
    --color: string@"nu-complete hclx check color" # When to use colors; auto honors NO_COLOR and CLICOLOR_FORCE
    --quiet(-q)               # Print no summary and no notes
    --verbose(-v)             # Report assumptions and everything that was not checked
    --help(-h)                # Print help
    ...PATH: path             # Files and directories; - is standard input; default: this directory
  ]

  def "nu-complete hclx test format" [] {
    [ "text" "json" "junit" "github" "sarif" "rdjson" ]
  }

  def "nu-complete hclx test dialect" [] {
    [ "auto" "hcl" "terraform" "opentofu" "packer" "nomad" "bake" "terragrunt" "template" "pcl" "terraform-stacks" "terraform-policy" "table" "vault-policy" "vault" "consul" "consul-acl" "consul-config-entry" "nomad-agent" "nomad-acl" "nomad-volume" "nomad-variable" "nomad-autoscaler" "boundary" "waypoint" "terraform-cli" "tflint" "terraform-lock" "copywrite" "sentinel" "atlas" "terramate" "flowpipe" "powerpipe" "mull" ]
  }

  def "nu-complete hclx test color" [] {
    [ "auto" "always" "never" ]
  }

  # Predict what `terraform test` reports, without running anything
  export extern "hclx test" [
    --format: string@"nu-complete hclx test format" # Output format
    --filter: string          # Print only some runs; * stands for any characters
    --watch                   # Check again whenever a file changes, until interrupted
    --test-directory: string  # The directory of test files in a module; default: tests
    --deny-open               # Exit with 1 if a run is open
    --coverage                # List policies without a mock that passes, or without one that fails
    --open-filters            # Print arguments of `terraform test` for the files with open runs
    --allow-empty             # Succeed even if no file with a known name is found
    --dialect: string@"nu-complete hclx test dialect" # Functions and rules; auto detects the language by file name
    --var: string             # Set a variable to a value or to unknown(TYPE, REFINEMENT...); 'NAME: TYPE' sets an unknown of that type; for Mull a YAML scalar
    --var-file: path          # Read variables from an HCL or JSON file, for Mull from YAML or JSON
    --provider-schema: path   # Read schemas printed by `terraform providers schema -json` or `pulumi package get-schema`
    --no-schema-cache         # Use only the schemas given with --provider-schema and those that are part of hclx
    --max-memory: string      # Memory for the values made by one unit, such as 64M; default: 128M, more for large files
    --max-steps: string       # Expressions that one unit may visit, and work of functions; default: 20000000, more for large files
    --config: path            # Read settings from a file instead of the nearest hclx.toml
    --no-config               # Ignore hclx.toml files
    --jobs(-j): string        # Number of files checked at a time; 0, the default, is one per core
    --color: string@"nu-complete hclx test color" # When to use colors; auto honors NO_COLOR and CLICOLOR_FORCE
    --verbose(-v)             # Print the values of each run's plan
    --quiet(-q)               # Print no summary and no notes
    --help(-h)                # Print help
    ...DIR: path              # Directories of modules; default: this directory
  ]

  def "nu-complete hclx infer format" [] {
    [ "text" "json" ]
  }

  def "nu-complete hclx infer dialect" [] {
    [ "auto" "hcl" "terraform" "opentofu" "packer" "nomad" "bake" "terragrunt" "template" "pcl" "terraform-stacks" "terraform-policy" "table" "vault-policy" "vault" "consul" "consul-acl" "consul-config-entry" "nomad-agent" "nomad-acl" "nomad-volume" "nomad-variable" "nomad-autoscaler" "boundary" "waypoint" "terraform-cli" "tflint" "terraform-lock" "copywrite" "sentinel" "atlas" "terramate" "flowpipe" "powerpipe" "mull" ]
  }

  def "nu-complete hclx infer rules" [] {
    [ "hcl" "extended" ]
  }

  def "nu-complete hclx infer lang" [] {
    [ "native" "json" "mull" ]
  }

  def "nu-complete hclx infer as" [] {
    [ "hcl" ]
  }

  def "nu-complete hclx infer color" [] {
    [ "auto" "always" "never" ]
  }

  # Print the types of everything in files, or of an expression
  export extern "hclx infer" [
    --expr(-e): string        # Evaluate an expression instead of a file, or in the scope of a module
    --at: string              # Print the type of the expression at a position
    --raw                     # Print the type of an expression without a line break
    --allow-undeclared        # Treat undeclared names in an expression as unknown
    --allow-empty             # Succeed even if no file with a known name is found
    --format: string@"nu-complete hclx infer format" # Output format
    --dialect: string@"nu-complete hclx infer dialect" # Functions and rules; auto detects the language by file name
    --rules: string@"nu-complete hclx infer rules" # Type system: that of go-cty, or extended with int, union, promise, output and none
    --lang: string@"nu-complete hclx infer lang" # Syntax, regardless of the file name
    --var: string             # Set a variable to a value or to unknown(TYPE, REFINEMENT...); 'NAME: TYPE' sets an unknown of that type; for Mull a YAML scalar
    --var-file: path          # Read variables from an HCL or JSON file, for Mull from YAML or JSON
    --provider-schema: path   # Read schemas printed by `terraform providers schema -json` or `pulumi package get-schema`
    --no-schema-cache         # Use only the schemas given with --provider-schema and those that are part of hclx
    --no-schemas              # Use only the schemas given with --provider-schema
    --root: string            # Let functions such as `file` read files below DIR; by default they read nothing
    --ctx: path               # For Mull: read `ctx.options` from a YAML or JSON file
    --schema: string          # For Mull: the metatype, mull:document, mull:data or PATH#Type; overrides $schema
    --import-root: string     # For Mull: allow imports from below DIR; default: the file's directory
    --max-memory: string      # Memory for the values made by one unit, such as 64M; default: 128M, more for large files
    --max-steps: string       # Expressions that one unit may visit, and work of functions; default: 20000000, more for large files
    --as: string@"nu-complete hclx infer as" # For Mull: print types in HCL's notation
    --config: path            # Read settings from a file instead of the nearest hclx.toml
    --no-config               # Ignore hclx.toml files
    --stdin-filename: string  # File name of standard input, for messages and to detect the syntax
    --jobs(-j): string        # Number of files checked at a time; 0, the default, is one per core
    --color: string@"nu-complete hclx infer color" # When to use colors; auto honors NO_COLOR and CLICOLOR_FORCE
    --quiet(-q)               # Print no summary and no notes
    --verbose(-v)             # Report assumptions and everything that was not checked
    --help(-h)                # Print help
    ...PATH: path             # Files and directories; - is standard input; default: this directory
  ]

  def "nu-complete hclx eval out" [] {
    [ "json" "yaml" "hcl" ]
  }

  def "nu-complete hclx eval format" [] {
    [ "text" "json" ]
  }

  def "nu-complete hclx eval dialect" [] {
    [ "auto" "hcl" "terraform" "opentofu" "packer" "nomad" "bake" "terragrunt" "template" "pcl" "terraform-stacks" "terraform-policy" "table" "vault-policy" "vault" "consul" "consul-acl" "consul-config-entry" "nomad-agent" "nomad-acl" "nomad-volume" "nomad-variable" "nomad-autoscaler" "boundary" "waypoint" "terraform-cli" "tflint" "terraform-lock" "copywrite" "sentinel" "atlas" "terramate" "flowpipe" "powerpipe" "mull" ]
  }

  def "nu-complete hclx eval rules" [] {
    [ "hcl" "extended" ]
  }

  def "nu-complete hclx eval lang" [] {
    [ "native" "json" "mull" ]
  }

  def "nu-complete hclx eval color" [] {
    [ "auto" "always" "never" ]
  }

  # Print values, as far as they are known
  export extern "hclx eval" [
    --expr(-e): string        # Evaluate an expression instead of a file, or in the scope of a module
    --allow-undeclared        # Treat undeclared names in an expression as unknown
    --out: string@"nu-complete hclx eval out" # Print plain data; unknown parts are an error
    --raw                     # Print a string without quotes and line break, as `terraform output -raw` does; also a number or a bool
    --format: string@"nu-complete hclx eval format" # Output format
    --dialect: string@"nu-complete hclx eval dialect" # Functions and rules; auto detects the language by file name
    --rules: string@"nu-complete hclx eval rules" # Type system: that of go-cty, or extended with int, union, promise, output and none
    --lang: string@"nu-complete hclx eval lang" # Syntax, regardless of the file name
    --var: string             # Set a variable to a value or to unknown(TYPE, REFINEMENT...); 'NAME: TYPE' sets an unknown of that type; for Mull a YAML scalar
    --var-file: path          # Read variables from an HCL or JSON file, for Mull from YAML or JSON
    --provider-schema: path   # Read schemas printed by `terraform providers schema -json` or `pulumi package get-schema`
    --no-schema-cache         # Use only the schemas given with --provider-schema and those that are part of hclx
    --no-schemas              # Use only the schemas given with --provider-schema
    --root: string            # Let functions such as `file` read files below DIR; by default they read nothing
    --ctx: path               # For Mull: read `ctx.options` from a YAML or JSON file
    --schema: string          # For Mull: the metatype, mull:document, mull:data or PATH#Type; overrides $schema
    --import-root: string     # For Mull: allow imports from below DIR; default: the file's directory
    --max-memory: string      # Memory for the values made by one unit, such as 64M; default: 128M, more for large files
    --max-steps: string       # Expressions that one unit may visit, and work of functions; default: 20000000, more for large files
    --sort-keys               # For Mull: sort keys instead of printing them in source order
    --config: path            # Read settings from a file instead of the nearest hclx.toml
    --no-config               # Ignore hclx.toml files
    --stdin-filename: string  # File name of standard input, for messages and to detect the syntax
    --color: string@"nu-complete hclx eval color" # When to use colors; auto honors NO_COLOR and CLICOLOR_FORCE
    --quiet(-q)               # Print no summary and no notes
    --help(-h)                # Print help
    FILE?: path               # A file, or the directory of a module; - is standard input
  ]

  def "nu-complete hclx convert rules" [] {
    [ "hcl" "extended" ]
  }

  def "nu-complete hclx convert format" [] {
    [ "text" "json" ]
  }

  def "nu-complete hclx convert color" [] {
    [ "auto" "always" "never" ]
  }

  # Check whether one type converts to another, or convert a value
  export extern "hclx convert" [
    --value: string           # Ask about a value instead of a type
    --safe                    # Exit with 1 unless the conversion is safe
    --rules: string@"nu-complete hclx convert rules" # Type system: that of go-cty, or extended with int, union, promise, output and none
    --max-memory: string      # Memory for the values made by one unit, such as 64M; default: 128M, more for large files
    --max-steps: string       # Expressions that one unit may visit, and work of functions; default: 20000000, more for large files
    --format: string@"nu-complete hclx convert format" # Output format
    --color: string@"nu-complete hclx convert color" # When to use colors; auto honors NO_COLOR and CLICOLOR_FORCE
    --quiet(-q)               # Print no summary and no notes
    --help(-h)                # Print help
    FROM?: string             # The type to convert from (omit with --value)
    TO?: string               # The type to convert to
  ]

  def "nu-complete hclx unify rules" [] {
    [ "hcl" "extended" ]
  }

  def "nu-complete hclx unify format" [] {
    [ "text" "json" ]
  }

  def "nu-complete hclx unify color" [] {
    [ "auto" "always" "never" ]
  }

  # Print the common type of several types
  export extern "hclx unify" [
    --unsafe                  # Allow conversions that can fail
    --union                   # If no common type exists, answer with the union
    --rules: string@"nu-complete hclx unify rules" # Type system: that of go-cty, or extended with int, union, promise, output and none
    --max-memory: string      # Memory for the values made by one unit, such as 64M; default: 128M, more for large files
    --max-steps: string       # Expressions that one unit may visit, and work of functions; default: 20000000, more for large files
    --format: string@"nu-complete hclx unify format" # Output format
    --color: string@"nu-complete hclx unify color" # When to use colors; auto honors NO_COLOR and CLICOLOR_FORCE
    --quiet(-q)               # Print no summary and no notes
    --help(-h)                # Print help
    ...TYPE: string           # A type expression, such as list(string)
  ]

  def "nu-complete hclx type format" [] {
    [ "text" "json" ]
  }

  def "nu-complete hclx type color" [] {
    [ "auto" "always" "never" ]
  }

  # Print a type expression in canonical form
  export extern "hclx type" [
    --max-memory: string      # Memory for the values made by one unit, such as 64M; default: 128M, more for large files
    --max-steps: string       # Expressions that one unit may visit, and work of functions; default: 20000000, more for large files
    --format: string@"nu-complete hclx type format" # Output format
    --color: string@"nu-complete hclx type color" # When to use colors; auto honors NO_COLOR and CLICOLOR_FORCE
    --quiet(-q)               # Print no summary and no notes
    --help(-h)                # Print help
    EXPR: string              # A type expression, such as list(string)
  ]

  def "nu-complete hclx assignable format" [] {
    [ "text" "json" ]
  }

  def "nu-complete hclx assignable color" [] {
    [ "auto" "always" "never" ]
  }

  # Check whether one type is assignable to another without conversion
  export extern "hclx assignable" [
    --max-memory: string      # Memory for the values made by one unit, such as 64M; default: 128M, more for large files
    --max-steps: string       # Expressions that one unit may visit, and work of functions; default: 20000000, more for large files
    --format: string@"nu-complete hclx assignable format" # Output format
    --color: string@"nu-complete hclx assignable color" # When to use colors; auto honors NO_COLOR and CLICOLOR_FORCE
    --quiet(-q)               # Print no summary and no notes
    --help(-h)                # Print help
    FROM: string              # The type of the values
    TO: string                # The expected type
  ]

  def "nu-complete hclx refine dialect" [] {
    [ "auto" "hcl" "terraform" "opentofu" "packer" "nomad" "bake" "terragrunt" "template" "pcl" "terraform-stacks" "terraform-policy" "table" "vault-policy" "vault" "consul" "consul-acl" "consul-config-entry" "nomad-agent" "nomad-acl" "nomad-volume" "nomad-variable" "nomad-autoscaler" "boundary" "waypoint" "terraform-cli" "tflint" "terraform-lock" "copywrite" "sentinel" "atlas" "terramate" "flowpipe" "powerpipe" "mull" ]
  }

  def "nu-complete hclx refine rules" [] {
    [ "hcl" "extended" ]
  }

  def "nu-complete hclx refine format" [] {
    [ "text" "json" ]
  }

  def "nu-complete hclx refine color" [] {
    [ "auto" "always" "never" ]
  }

  # Refine an unknown value and print the result
  export extern "hclx refine" [
    --value: string           # Ask about a value instead of a type
    --not-null                # The value is not null
    --null                    # The value is null
    --prefix: string          # The string starts with S
    --prefix-safe: string     # The string starts with S without its last grapheme, which later characters may combine with
    --min: string             # The number is at least N
    --above: string           # The number is greater than N
    --max: string             # The number is at most N
    --below: string           # The number is less than N
    --length-min: string      # The collection has at least N elements
    --length-max: string      # The collection has at most N elements
    --length: string          # The collection has exactly N elements
    --one-of: string          # The value is an element of this list
    --expr(-e): string        # Evaluate an expression in which `it` is the refined value
    --dialect: string@"nu-complete hclx refine dialect" # Functions and rules; auto detects the language by file name
    --rules: string@"nu-complete hclx refine rules" # Type system: that of go-cty, or extended with int, union, promise, output and none
    --max-memory: string      # Memory for the values made by one unit, such as 64M; default: 128M, more for large files
    --max-steps: string       # Expressions that one unit may visit, and work of functions; default: 20000000, more for large files
    --format: string@"nu-complete hclx refine format" # Output format
    --color: string@"nu-complete hclx refine color" # When to use colors; auto honors NO_COLOR and CLICOLOR_FORCE
    --quiet(-q)               # Print no summary and no notes
    --help(-h)                # Print help
    TYPE?: string             # The type of the unknown value (omit with --value)
  ]

  def "nu-complete hclx fmt format" [] {
    [ "full" "concise" "json" "ndjson" "sarif" "github" "gitlab" "junit" "checkstyle" "rdjson" "html" "agent" ]
  }

  def "nu-complete hclx fmt since" [] {
    ^git for-each-ref '--format=%(refname:short)' refs/heads refs/tags refs/remotes | complete | get stdout | lines
  }

  def "nu-complete hclx fmt dialect" [] {
    [ "auto" "hcl" "terraform" "opentofu" "packer" "nomad" "bake" "terragrunt" "template" "pcl" "terraform-stacks" "terraform-policy" "table" "vault-policy" "vault" "consul" "consul-acl" "consul-config-entry" "nomad-agent" "nomad-acl" "nomad-volume" "nomad-variable" "nomad-autoscaler" "boundary" "waypoint" "terraform-cli" "tflint" "terraform-lock" "copywrite" "sentinel" "atlas" "terramate" "flowpipe" "powerpipe" "mull" ]
  }

  def "nu-complete hclx fmt color" [] {
    [ "auto" "always" "never" ]
  }

  # Format HCL files as `terraform fmt` does
  export extern "hclx fmt" [
    --check                   # Write nothing, and exit with 1 if a file would change
    --diff                    # Print the changes as a unified diff, and write nothing
    --range: string           # Format only the items that these lines of a file touch
    --width: string           # Wrap lists, objects and calls that extend past column N, with one element per line
    --format: string@"nu-complete hclx fmt format" # Output format of findings; full shows the source; default: HCLX_FORMAT or full
    --since: string@"nu-complete hclx fmt since" # Format only files changed since a git revision
    --files-from: path        # Read file names, one per line or separated by NUL; - is standard input
    --allow-empty             # Succeed even if no file with a known name is found
    --dialect: string@"nu-complete hclx fmt dialect" # Functions and rules; auto detects the language by file name
    --max-memory: string      # Memory for the values made by one unit, such as 64M; default: 128M, more for large files
    --max-steps: string       # Expressions that one unit may visit, and work of functions; default: 20000000, more for large files
    --config: path            # Read settings from a file instead of the nearest hclx.toml
    --no-config               # Ignore hclx.toml files
    --stdin-filename: string  # File name of standard input, for messages and to detect the syntax
    --jobs(-j): string        # Number of files checked at a time; 0, the default, is one per core
    --color: string@"nu-complete hclx fmt color" # When to use colors; auto honors NO_COLOR and CLICOLOR_FORCE
    --quiet(-q)               # Print no summary and no notes
    --help(-h)                # Print help
    ...PATH: path             # Files and directories; - is standard input; the default is this directory
  ]

  def "nu-complete hclx refs ADDRESS" [] {
    ^hclx graph -q --format names | complete | get stdout | lines | where { |address| $address !~ '^module\.[^.]+\.' }
  }

  def "nu-complete hclx refs format" [] {
    [ "text" "json" ]
  }

  def "nu-complete hclx refs dialect" [] {
    [ "auto" "hcl" "terraform" "opentofu" "packer" "nomad" "bake" "terragrunt" "template" "pcl" "terraform-stacks" "terraform-policy" "table" "vault-policy" "vault" "consul" "consul-acl" "consul-config-entry" "nomad-agent" "nomad-acl" "nomad-volume" "nomad-variable" "nomad-autoscaler" "boundary" "waypoint" "terraform-cli" "tflint" "terraform-lock" "copywrite" "sentinel" "atlas" "terramate" "flowpipe" "powerpipe" "mull" ]
  }

  def "nu-complete hclx refs color" [] {
    [ "auto" "always" "never" ]
  }

  # Print where a name is declared, given a value and used
  export extern "hclx refs" [
    --format: string@"nu-complete hclx refs format" # Output format
    --dialect: string@"nu-complete hclx refs dialect" # Functions and rules; auto detects the language by file name
    --config: path            # Read settings from a file instead of the nearest hclx.toml
    --no-config               # Ignore hclx.toml files
    --max-memory: string      # Memory for the values made by one unit, such as 64M; default: 128M, more for large files
    --color: string@"nu-complete hclx refs color" # When to use colors; auto honors NO_COLOR and CLICOLOR_FORCE
    --quiet(-q)               # Print no summary and no notes
    --help(-h)                # Print help
    ADDRESS: string@"nu-complete hclx refs ADDRESS" # The name, as references write it (var.region, module.net, aws_instance.web), or a place: FILE:LINE:COL
    DIR?: path                # The directory of the module that declares it; default: the only one with such a name
  ]

  def "nu-complete hclx rename ADDRESS" [] {
    ^hclx graph -q --format names | complete | get stdout | lines | where { |address| $address !~ '^module\.[^.]+\.' }
  }

  def "nu-complete hclx rename dialect" [] {
    [ "auto" "hcl" "terraform" "opentofu" "packer" "nomad" "bake" "terragrunt" "template" "pcl" "terraform-stacks" "terraform-policy" "table" "vault-policy" "vault" "consul" "consul-acl" "consul-config-entry" "nomad-agent" "nomad-acl" "nomad-volume" "nomad-variable" "nomad-autoscaler" "boundary" "waypoint" "terraform-cli" "tflint" "terraform-lock" "copywrite" "sentinel" "atlas" "terramate" "flowpipe" "powerpipe" "mull" ]
  }

  def "nu-complete hclx rename color" [] {
    [ "auto" "always" "never" ]
  }

  # Rename a variable, local value, output, module call or resource everywhere
  export extern "hclx rename" [
    --diff                    # Print the changes as a unified diff, and write nothing
    --dialect: string@"nu-complete hclx rename dialect" # Functions and rules; auto detects the language by file name
    --config: path            # Read settings from a file instead of the nearest hclx.toml
    --no-config               # Ignore hclx.toml files
    --max-memory: string      # Memory for the values made by one unit, such as 64M; default: 128M, more for large files
    --max-steps: string       # Expressions that one unit may visit, and work of functions; default: 20000000, more for large files
    --jobs(-j): string        # Number of files checked at a time; 0, the default, is one per core
    --color: string@"nu-complete hclx rename color" # When to use colors; auto honors NO_COLOR and CLICOLOR_FORCE
    --quiet(-q)               # Print no summary and no notes
    --help(-h)                # Print help
    ADDRESS: string@"nu-complete hclx rename ADDRESS" # The name, as references write it (var.region, module.net, aws_instance.web), or a place: FILE:LINE:COL
    NEW: string               # The new name, without the rest of the address
    DIR?: path                # The directory of the module that declares it; default: the only one with such a name
  ]

  def "nu-complete hclx docs format" [] {
    [ "markdown" "document" "json" ]
  }

  def "nu-complete hclx docs compat" [] {
    [ "terraform-docs" ]
  }

  def "nu-complete hclx docs sort" [] {
    [ "name" "required" "type" "source" ]
  }

  def "nu-complete hclx docs columns" [] {
    [ "description" "type" "default" "required" "constraints" ]
  }

  def "nu-complete hclx docs show" [] {
    [ "header" "footer" "requirements" "providers" "modules" "resources" "data-sources" "inputs" "outputs" "usage" ]
  }

  def "nu-complete hclx docs hide" [] {
    [ "header" "footer" "requirements" "providers" "modules" "resources" "data-sources" "inputs" "outputs" "usage" ]
  }

  def "nu-complete hclx docs dialect" [] {
    [ "auto" "hcl" "terraform" "opentofu" "packer" "nomad" "bake" "terragrunt" "template" "pcl" "terraform-stacks" "terraform-policy" "table" "vault-policy" "vault" "consul" "consul-acl" "consul-config-entry" "nomad-agent" "nomad-acl" "nomad-volume" "nomad-variable" "nomad-autoscaler" "boundary" "waypoint" "terraform-cli" "tflint" "terraform-lock" "copywrite" "sentinel" "atlas" "terramate" "flowpipe" "powerpipe" "mull" ]
  }

  def "nu-complete hclx docs color" [] {
    [ "auto" "always" "never" ]
  }

  # Write the documentation of modules: inputs, outputs, requirements
  export extern "hclx docs" [
    --format: string@"nu-complete hclx docs format" # Tables, a heading for each name, or the description as JSON
    --docs-config: path       # Settings of terraform-docs for all modules; default: .terraform-docs.yml of each
    --inject: path            # Write the page between the markers of a file of each module
    --check                   # Write nothing, and exit with 1 if a file would change
    --recursive               # All modules below the directories
    --compat: string@"nu-complete hclx docs compat" # Write exactly what this tool writes, and nothing else
    --sort: string@"nu-complete hclx docs sort" # Order of inputs, outputs and modules
    --columns: string@"nu-complete hclx docs columns" # Columns of the table of inputs, separated by commas: description, type, default, required, constraints
    --nested                  # A row for each attribute of an input
    --show: string@"nu-complete hclx docs show" # Sections to show, separated by commas
    --hide: string@"nu-complete hclx docs hide" # Sections to hide, separated by commas
    --header: string          # File in a module with the text that precedes its page; of a .tf file, the comment at its start
    --footer: string          # File in a module with the text that follows its page
    --dialect: string@"nu-complete hclx docs dialect" # Functions and rules; auto detects the language by file name
    --provider-schema: path   # Read schemas printed by `terraform providers schema -json` or `pulumi package get-schema`
    --no-schema-cache         # Use only the schemas given with --provider-schema and those that are part of hclx
    --no-schemas              # Use only the schemas given with --provider-schema
    --max-memory: string      # Memory for the values made by one unit, such as 64M; default: 128M, more for large files
    --max-steps: string       # Expressions that one unit may visit, and work of functions; default: 20000000, more for large files
    --config: path            # Read settings from a file instead of the nearest hclx.toml
    --no-config               # Ignore hclx.toml files
    --jobs(-j): string        # Number of files checked at a time; 0, the default, is one per core
    --color: string@"nu-complete hclx docs color" # When to use colors; auto honors NO_COLOR and CLICOLOR_FORCE
    --quiet(-q)               # Print no summary and no notes
    --help(-h)                # Print help
    ...PATH: path             # Directories of modules; default: this directory
  ]

  def "nu-complete hclx generate WHAT" [] {
    [ "json-schema" "tfvars" ]
  }

  def "nu-complete hclx generate draft" [] {
    [ "2020-12" "07" ]
  }

  def "nu-complete hclx generate dialect" [] {
    [ "auto" "hcl" "terraform" "opentofu" "packer" "nomad" "bake" "terragrunt" "template" "pcl" "terraform-stacks" "terraform-policy" "table" "vault-policy" "vault" "consul" "consul-acl" "consul-config-entry" "nomad-agent" "nomad-acl" "nomad-volume" "nomad-variable" "nomad-autoscaler" "boundary" "waypoint" "terraform-cli" "tflint" "terraform-lock" "copywrite" "sentinel" "atlas" "terramate" "flowpipe" "powerpipe" "mull" ]
  }

  def "nu-complete hclx generate color" [] {
    [ "auto" "always" "never" ]
  }

  # Generate a JSON Schema of a module's inputs, or a values file to fill in
  export extern "hclx generate" [
    --out: path               # Write the text to a file; with several directories or --recursive, to this file of each module
    --check                   # Write nothing, and exit with 1 if a file is out of date
    --recursive               # All modules below the directories
    --required-only           # Omit inputs with a default
    --exact                   # Accept everything that Terraform converts, such as numbers as strings; rules are only in x-hclx-rules
    --draft: string@"nu-complete hclx generate draft" # Draft of JSON Schema
    --id: string              # The $id of the schema
    --dialect: string@"nu-complete hclx generate dialect" # Functions and rules; auto detects the language by file name
    --max-memory: string      # Memory for the values made by one unit, such as 64M; default: 128M, more for large files
    --max-steps: string       # Expressions that one unit may visit, and work of functions; default: 20000000, more for large files
    --config: path            # Read settings from a file instead of the nearest hclx.toml
    --no-config               # Ignore hclx.toml files
    --jobs(-j): string        # Number of files checked at a time; 0, the default, is one per core
    --color: string@"nu-complete hclx generate color" # When to use colors; auto honors NO_COLOR and CLICOLOR_FORCE
    --quiet(-q)               # Print no summary and no notes
    --help(-h)                # Print help
    WHAT: string@"nu-complete hclx generate WHAT" # json-schema or tfvars
    ...DIR: path              # Directories of modules; default: this directory
  ]

  def "nu-complete hclx breaking against" [] {
    ^git for-each-ref '--format=%(refname:short)' refs/heads refs/tags refs/remotes | complete | get stdout | lines
  }

  def "nu-complete hclx breaking expect" [] {
    [ "major" "minor" "patch" ]
  }

  def "nu-complete hclx breaking format" [] {
    [ "full" "concise" "json" "ndjson" "sarif" "github" "gitlab" "junit" "checkstyle" "rdjson" "html" "agent" ]
  }

  def "nu-complete hclx breaking dialect" [] {
    [ "auto" "hcl" "terraform" "opentofu" "packer" "nomad" "bake" "terragrunt" "template" "pcl" "terraform-stacks" "terraform-policy" "table" "vault-policy" "vault" "consul" "consul-acl" "consul-config-entry" "nomad-agent" "nomad-acl" "nomad-volume" "nomad-variable" "nomad-autoscaler" "boundary" "waypoint" "terraform-cli" "tflint" "terraform-lock" "copywrite" "sentinel" "atlas" "terramate" "flowpipe" "powerpipe" "mull" ]
  }

  def "nu-complete hclx breaking color" [] {
    [ "auto" "always" "never" ]
  }

  # Report changes to modules that break their callers
  export extern "hclx breaking" [
    --against: string@"nu-complete hclx breaking against" # The old version: a git revision of this repository, or a directory
    --expect: string@"nu-complete hclx breaking expect" # The highest level of changes that exits with 0; default: minor
    --internal: string        # Exclude modules whose directories match a pattern: they have no callers outside
    --all                     # Also compare the interfaces of modules below `modules` that only this repository calls
    --changelog               # Print the changes as markdown, by level
    --format: string@"nu-complete hclx breaking format" # Output format of findings; full shows the source; default: HCLX_FORMAT or full
    --dialect: string@"nu-complete hclx breaking dialect" # Functions and rules; auto detects the language by file name
    --max-memory: string      # Memory for the values made by one unit, such as 64M; default: 128M, more for large files
    --max-steps: string       # Expressions that one unit may visit, and work of functions; default: 20000000, more for large files
    --config: path            # Read settings from a file instead of the nearest hclx.toml
    --no-config               # Ignore hclx.toml files
    --jobs(-j): string        # Number of files checked at a time; 0, the default, is one per core
    --color: string@"nu-complete hclx breaking color" # When to use colors; auto honors NO_COLOR and CLICOLOR_FORCE
    --quiet(-q)               # Print no summary and no notes
    --verbose(-v)             # Report assumptions and everything that was not checked
    --help(-h)                # Print help
    DIR?: path                # The directory of the new version; default: this directory
  ]

  def "nu-complete hclx graph kind" [] {
    [ "references" "resources" "modules" ]
  }

  def "nu-complete hclx graph format" [] {
    [ "text" "dot" "mermaid" "json" "names" "paths" ]
  }

  def "nu-complete hclx graph why" [] {
    ^hclx graph -q --format names | complete | get stdout | lines
  }

  def "nu-complete hclx graph impact" [] {
    ^hclx graph -q --format names | complete | get stdout | lines
  }

  def "nu-complete hclx graph since" [] {
    ^git for-each-ref '--format=%(refname:short)' refs/heads refs/tags refs/remotes | complete | get stdout | lines
  }

  def "nu-complete hclx graph focus" [] {
    ^hclx graph -q --format names | complete | get stdout | lines
  }

  def "nu-complete hclx graph dialect" [] {
    [ "auto" "hcl" "terraform" "opentofu" "packer" "nomad" "bake" "terragrunt" "template" "pcl" "terraform-stacks" "terraform-policy" "table" "vault-policy" "vault" "consul" "consul-acl" "consul-config-entry" "nomad-agent" "nomad-acl" "nomad-volume" "nomad-variable" "nomad-autoscaler" "boundary" "waypoint" "terraform-cli" "tflint" "terraform-lock" "copywrite" "sentinel" "atlas" "terramate" "flowpipe" "powerpipe" "mull" ]
  }

  def "nu-complete hclx graph color" [] {
    [ "auto" "always" "never" ]
  }

  # Print the references in a module and in the modules that it calls
  export extern "hclx graph" [
    --kind: string@"nu-complete hclx graph kind" # Declarations to show: all, resources with the chains between them, or module calls
    --format: string@"nu-complete hclx graph format" # Output format: lines, a picture for Graphviz or Mermaid, the addresses, or with --affected one root per line
    --why: string@"nu-complete hclx graph why" # Print the shortest chain of references from the declaration A to B
    --impact: string@"nu-complete hclx graph impact" # Print everything whose value may change with a declaration
    --unused                  # Print declarations that nothing refers to
    --affected                # Print the roots affected by changes since a revision, below the directory
    --since: string@"nu-complete hclx graph since" # The git revision that --affected compares the files with
    --focus: string@"nu-complete hclx graph focus" # Show what a declaration depends on, and what depends on it
    --depth: string           # Follow at most N references from --focus
    --dialect: string@"nu-complete hclx graph dialect" # Functions and rules; auto detects the language by file name
    --config: path            # Read settings from a file instead of the nearest hclx.toml
    --no-config               # Ignore hclx.toml files
    --max-memory: string      # Memory for the values made by one unit, such as 64M; default: 128M, more for large files
    --color: string@"nu-complete hclx graph color" # When to use colors; auto honors NO_COLOR and CLICOLOR_FORCE
    --quiet(-q)               # Print no summary and no notes
    --help(-h)                # Print help
    DIR?: path                # The directory of a module, or a file that is a unit of its own; default: this directory
  ]

  def "nu-complete hclx decode diags" [] {
    [ "json" ]
  }

  def "nu-complete hclx decode color" [] {
    [ "auto" "always" "never" ]
  }

  # Decode a configuration with an hcldec specification, like hcldec
  export extern "hclx decode" [
    --spec(-s): path          # Read an hcldec specification of the files
    --vars(-V): string        # Set variables: a JSON object or a values file
    --out(-o): path           # Write the result to a file
    --diags: string@"nu-complete hclx decode diags" # Print findings as JSON
    --with-type               # Print the type with the value
    --var-refs                # Print the variables used in the input instead of its value
    --keep-nulls              # Keep properties that are null
    --version(-v)             # Print the version
    --max-memory: string      # Memory for the values made by one unit, such as 64M; default: 128M, more for large files
    --max-steps: string       # Expressions that one unit may visit, and work of functions; default: 20000000, more for large files
    --color: string@"nu-complete hclx decode color" # When to use colors; auto honors NO_COLOR and CLICOLOR_FORCE
    --help(-h)                # Print help
    ...FILE: path             # Files, merged into one; JSON if the name ends in .json; default: standard input
  ]

  def "nu-complete hclx parse format" [] {
    [ "text" "json" ]
  }

  def "nu-complete hclx parse lang" [] {
    [ "native" "json" "mull" ]
  }

  def "nu-complete hclx parse color" [] {
    [ "auto" "always" "never" ]
  }

  # Print the syntax tree of a file
  export extern "hclx parse" [
    --format: string@"nu-complete hclx parse format" # Output format
    --lang: string@"nu-complete hclx parse lang" # Syntax, regardless of the file name
    --max-memory: string      # Memory for the values made by one unit, such as 64M; default: 128M, more for large files
    --max-steps: string       # Expressions that one unit may visit, and work of functions; default: 20000000, more for large files
    --stdin-filename: string  # File name of standard input, for messages and to detect the syntax
    --color: string@"nu-complete hclx parse color" # When to use colors; auto honors NO_COLOR and CLICOLOR_FORCE
    --help(-h)                # Print help
    FILE: path                # A file; - is standard input
  ]

  # Answer questions given as JSON lines on standard input
  export extern "hclx batch" [
    --max-memory: string      # Memory for the values made by one unit, such as 64M; default: 128M, more for large files
    --max-steps: string       # Expressions that one unit may visit, and work of functions; default: 20000000, more for large files
    --help(-h)                # Print help
  ]

  def "nu-complete hclx lsp select" [] {
    [ "HX0001" "HX0002" "HX0003" "HX0011" "HX0021" "HX1001" "HX1002" "HX1003" "HX1004" "HX1005" "HX1006" "HX1007" "HX1008" "HX1009" "HX1010" "HX1011" "HX1012" "HX1013" "HX1014" "HX1015" "HX1016" "HX1017" "HX1018" "HX1019" "HX1020" "HX1021" "HX1022" "HX1023" "HX1024" "HX1025" "HX1026" "HX1027" "HX1028" "HX1029" "HX1030" "HX1031" "HX1032" "HX1033" "HX1201" "HX1202" "HX1203" "HX1204" "HX1205" "HX1206" "HX1207" "HX1208" "HX1209" "HX1210" "HX1211" "HX1212" "HX1213" "HX1214" "HX1215" "HX1216" "HX1217" "HX1219" "HX2001" "HX2010" "HX2051" "HX2052" "HX2053" "HX2054" "HX2055" "HX2056" "HX2057" "HX2101" "HX2102" "HX2103" "HX2104" "HX2105" "HX2106" "HX2107" "HX2108" "HX2109" "HX2110" "HX2201" "HX2202" "HX2203" "HX2204" "HX3001" "HX3002" "HX3003" "HX3004" "HX3005" "HX3006" "HX4001" "HX4002" "HX4003" "HX4004" "HX4005" "HX5001" "HX5002" "HX5003" "HX5004" "HX5005" "HX5006" "HX5007" "HX5008" "HX5009" "HX5010" "HX5011" "HX5012" "HX5013" "HX5014" "HX5015" "HX5016" "HX5017" "HX5101" "HX5102" "HX5103" "HX5104" "HX5105" "HX5106" "HX5107" "HX5108" "HX5109" "HX5110" "HX5111" "HX5112" "HX5113" "HX5114" "HX5115" "HX5116" "HX5117" "HX5118" "HX5119" "HX5120" "HX5201" "HX5202" "HX5203" "HX5204" "HX5301" "HX5302" "HX5303" "HX5304" "HX5305" "HX6001" "HX6002" "HX6003" "HX7001" "HX7002" "HX7003" "HX7004" "HX7005" "HX7006" "HX7007" "HX7008" "HX7011" "HX7012" "HX7013" "HX7021" "HX7022" "HX7023" "HX7024" "HX7031" "HX7032" "HX7033" "HX7034" "HX7035" "HX7036" "HX7041" "HX8001" "HX8002" "HX8003" "HX9001" "HX9002" "HX9003" "HX9004" "HX9005" "HX9101" "HX9102" "HX9103" "HX9104" "HX9105" "HX9106" "HX9107" "HX9108" "HX9151" "HX9152" "HX9153" "HX9154" "HX9202" "HX9203" "HX9204" "HX9205" "HX9206" "HX9207" "HX9211" "HX9212" "HX9213" "HX9214" "HX9215" "HX9216" "HX9217" "HX9218" "HX9219" "HX9220" "HX9221" "HX9222" "MU1001" "MU1002" "MU1003" "MU1004" "MU1005" "MU1006" "MU1007" "MU1008" "MU1009" "MU1101" "MU1102" "MU1103" "MU1104" "MU1105" "MU1106" "MU1201" "MU1202" "MU1203" "MU1204" "MU1206" "MU2001" "MU2002" "MU2003" "MU2004" "MU2005" "MU2006" "MU2007" "MU2008" "MU2009" "MU3001" "MU3002" "MU3003" "MU3004" "MU3005" "MU3006" "MU3007" "MU3008" "MU3009" "MU3011" "MU3012" "MU4001" "MU4002" "MU4003" "MU4004" "MU4005" "MU4006" "MU4007" "MU4008" "MU4009" "MU4010" "MU4011" "MU4012" "MU4013" "MU5001" "MU5002" "MU5003" "MU5004" "MU5005" "MU5006" "MU5007" "MU5008" "MU9001" "MU9002" "MU9003" "MU9004" "MU9005" "correctness" "inputs" "suspicious" "style" "pedantic" ]
  }

  def "nu-complete hclx lsp ignore" [] {
    [ "HX0001" "HX0002" "HX0003" "HX0011" "HX0021" "HX1001" "HX1002" "HX1003" "HX1004" "HX1005" "HX1006" "HX1007" "HX1008" "HX1009" "HX1010" "HX1011" "HX1012" "HX1013" "HX1014" "HX1015" "HX1016" "HX1017" "HX1018" "HX1019" "HX1020" "HX1021" "HX1022" "HX1023" "HX1024" "HX1025" "HX1026" "HX1027" "HX1028" "HX1029" "HX1030" "HX1031" "HX1032" "HX1033" "HX1201" "HX1202" "HX1203" "HX1204" "HX1205" "HX1206" "HX1207" "HX1208" "HX1209" "HX1210" "HX1211" "HX1212" "HX1213" "HX1214" "HX1215" "HX1216" "HX1217" "HX1219" "HX2001" "HX2010" "HX2051" "HX2052" "HX2053" "HX2054" "HX2055" "HX2056" "HX2057" "HX2101" "HX2102" "HX2103" "HX2104" "HX2105" "HX2106" "HX2107" "HX2108" "HX2109" "HX2110" "HX2201" "HX2202" "HX2203" "HX2204" "HX3001" "HX3002" "HX3003" "HX3004" "HX3005" "HX3006" "HX4001" "HX4002" "HX4003" "HX4004" "HX4005" "HX5001" "HX5002" "HX5003" "HX5004" "HX5005" "HX5006" "HX5007" "HX5008" "HX5009" "HX5010" "HX5011" "HX5012" "HX5013" "HX5014" "HX5015" "HX5016" "HX5017" "HX5101" "HX5102" "HX5103" "HX5104" "HX5105" "HX5106" "HX5107" "HX5108" "HX5109" "HX5110" "HX5111" "HX5112" "HX5113" "HX5114" "HX5115" "HX5116" "HX5117" "HX5118" "HX5119" "HX5120" "HX5201" "HX5202" "HX5203" "HX5204" "HX5301" "HX5302" "HX5303" "HX5304" "HX5305" "HX6001" "HX6002" "HX6003" "HX7001" "HX7002" "HX7003" "HX7004" "HX7005" "HX7006" "HX7007" "HX7008" "HX7011" "HX7012" "HX7013" "HX7021" "HX7022" "HX7023" "HX7024" "HX7031" "HX7032" "HX7033" "HX7034" "HX7035" "HX7036" "HX7041" "HX8001" "HX8002" "HX8003" "HX9001" "HX9002" "HX9003" "HX9004" "HX9005" "HX9101" "HX9102" "HX9103" "HX9104" "HX9105" "HX9106" "HX9107" "HX9108" "HX9151" "HX9152" "HX9153" "HX9154" "HX9202" "HX9203" "HX9204" "HX9205" "HX9206" "HX9207" "HX9211" "HX9212" "HX9213" "HX9214" "HX9215" "HX9216" "HX9217" "HX9218" "HX9219" "HX9220" "HX9221" "HX9222" "MU1001" "MU1002" "MU1003" "MU1004" "MU1005" "MU1006" "MU1007" "MU1008" "MU1009" "MU1101" "MU1102" "MU1103" "MU1104" "MU1105" "MU1106" "MU1201" "MU1202" "MU1203" "MU1204" "MU1206" "MU2001" "MU2002" "MU2003" "MU2004" "MU2005" "MU2006" "MU2007" "MU2008" "MU2009" "MU3001" "MU3002" "MU3003" "MU3004" "MU3005" "MU3006" "MU3007" "MU3008" "MU3009" "MU3011" "MU3012" "MU4001" "MU4002" "MU4003" "MU4004" "MU4005" "MU4006" "MU4007" "MU4008" "MU4009" "MU4010" "MU4011" "MU4012" "MU4013" "MU5001" "MU5002" "MU5003" "MU5004" "MU5005" "MU5006" "MU5007" "MU5008" "MU9001" "MU9002" "MU9003" "MU9004" "MU9005" "correctness" "inputs" "suspicious" "style" "pedantic" ]
  }

  def "nu-complete hclx lsp warn" [] {
    [ "HX0001" "HX0002" "HX0003" "HX0011" "HX0021" "HX1001" "HX1002" "HX1003" "HX1004" "HX1005" "HX1006" "HX1007" "HX1008" "HX1009" "HX1010" "HX1011" "HX1012" "HX1013" "HX1014" "HX1015" "HX1016" "HX1017" "HX1018" "HX1019" "HX1020" "HX1021" "HX1022" "HX1023" "HX1024" "HX1025" "HX1026" "HX1027" "HX1028" "HX1029" "HX1030" "HX1031" "HX1032" "HX1033" "HX1201" "HX1202" "HX1203" "HX1204" "HX1205" "HX1206" "HX1207" "HX1208" "HX1209" "HX1210" "HX1211" "HX1212" "HX1213" "HX1214" "HX1215" "HX1216" "HX1217" "HX1219" "HX2001" "HX2010" "HX2051" "HX2052" "HX2053" "HX2054" "HX2055" "HX2056" "HX2057" "HX2101" "HX2102" "HX2103" "HX2104" "HX2105" "HX2106" "HX2107" "HX2108" "HX2109" "HX2110" "HX2201" "HX2202" "HX2203" "HX2204" "HX3001" "HX3002" "HX3003" "HX3004" "HX3005" "HX3006" "HX4001" "HX4002" "HX4003" "HX4004" "HX4005" "HX5001" "HX5002" "HX5003" "HX5004" "HX5005" "HX5006" "HX5007" "HX5008" "HX5009" "HX5010" "HX5011" "HX5012" "HX5013" "HX5014" "HX5015" "HX5016" "HX5017" "HX5101" "HX5102" "HX5103" "HX5104" "HX5105" "HX5106" "HX5107" "HX5108" "HX5109" "HX5110" "HX5111" "HX5112" "HX5113" "HX5114" "HX5115" "HX5116" "HX5117" "HX5118" "HX5119" "HX5120" "HX5201" "HX5202" "HX5203" "HX5204" "HX5301" "HX5302" "HX5303" "HX5304" "HX5305" "HX6001" "HX6002" "HX6003" "HX7001" "HX7002" "HX7003" "HX7004" "HX7005" "HX7006" "HX7007" "HX7008" "HX7011" "HX7012" "HX7013" "HX7021" "HX7022" "HX7023" "HX7024" "HX7031" "HX7032" "HX7033" "HX7034" "HX7035" "HX7036" "HX7041" "HX8001" "HX8002" "HX8003" "HX9001" "HX9002" "HX9003" "HX9004" "HX9005" "HX9101" "HX9102" "HX9103" "HX9104" "HX9105" "HX9106" "HX9107" "HX9108" "HX9151" "HX9152" "HX9153" "HX9154" "HX9202" "HX9203" "HX9204" "HX9205" "HX9206" "HX9207" "HX9211" "HX9212" "HX9213" "HX9214" "HX9215" "HX9216" "HX9217" "HX9218" "HX9219" "HX9220" "HX9221" "HX9222" "MU1001" "MU1002" "MU1003" "MU1004" "MU1005" "MU1006" "MU1007" "MU1008" "MU1009" "MU1101" "MU1102" "MU1103" "MU1104" "MU1105" "MU1106" "MU1201" "MU1202" "MU1203" "MU1204" "MU1206" "MU2001" "MU2002" "MU2003" "MU2004" "MU2005" "MU2006" "MU2007" "MU2008" "MU2009" "MU3001" "MU3002" "MU3003" "MU3004" "MU3005" "MU3006" "MU3007" "MU3008" "MU3009" "MU3011" "MU3012" "MU4001" "MU4002" "MU4003" "MU4004" "MU4005" "MU4006" "MU4007" "MU4008" "MU4009" "MU4010" "MU4011" "MU4012" "MU4013" "MU5001" "MU5002" "MU5003" "MU5004" "MU5005" "MU5006" "MU5007" "MU5008" "MU9001" "MU9002" "MU9003" "MU9004" "MU9005" "correctness" "inputs" "suspicious" "style" "pedantic" ]
  }

  def "nu-complete hclx lsp deny" [] {
    [ "HX0001" "HX0002" "HX0003" "HX0011" "HX0021" "HX1001" "HX1002" "HX1003" "HX1004" "HX1005" "HX1006" "HX1007" "HX1008" "HX1009" "HX1010" "HX1011" "HX1012" "HX1013" "HX1014" "HX1015" "HX1016" "HX1017" "HX1018" "HX1019" "HX1020" "HX1021" "HX1022" "HX1023" "HX1024" "HX1025" "HX1026" "HX1027" "HX1028" "HX1029" "HX1030" "HX1031" "HX1032" "HX1033" "HX1201" "HX1202" "HX1203" "HX1204" "HX1205" "HX1206" "HX1207" "HX1208" "HX1209" "HX1210" "HX1211" "HX1212" "HX1213" "HX1214" "HX1215" "HX1216" "HX1217" "HX1219" "HX2001" "HX2010" "HX2051" "HX2052" "HX2053" "HX2054" "HX2055" "HX2056" "HX2057" "HX2101" "HX2102" "HX2103" "HX2104" "HX2105" "HX2106" "HX2107" "HX2108" "HX2109" "HX2110" "HX2201" "HX2202" "HX2203" "HX2204" "HX3001" "HX3002" "HX3003" "HX3004" "HX3005" "HX3006" "HX4001" "HX4002" "HX4003" "HX4004" "HX4005" "HX5001" "HX5002" "HX5003" "HX5004" "HX5005" "HX5006" "HX5007" "HX5008" "HX5009" "HX5010" "HX5011" "HX5012" "HX5013" "HX5014" "HX5015" "HX5016" "HX5017" "HX5101" "HX5102" "HX5103" "HX5104" "HX5105" "HX5106" "HX5107" "HX5108" "HX5109" "HX5110" "HX5111" "HX5112" "HX5113" "HX5114" "HX5115" "HX5116" "HX5117" "HX5118" "HX5119" "HX5120" "HX5201" "HX5202" "HX5203" "HX5204" "HX5301" "HX5302" "HX5303" "HX5304" "HX5305" "HX6001" "HX6002" "HX6003" "HX7001" "HX7002" "HX7003" "HX7004" "HX7005" "HX7006" "HX7007" "HX7008" "HX7011" "HX7012" "HX7013" "HX7021" "HX7022" "HX7023" "HX7024" "HX7031" "HX7032" "HX7033" "HX7034" "HX7035" "HX7036" "HX7041" "HX8001" "HX8002" "HX8003" "HX9001" "HX9002" "HX9003" "HX9004" "HX9005" "HX9101" "HX9102" "HX9103" "HX9104" "HX9105" "HX9106" "HX9107" "HX9108" "HX9151" "HX9152" "HX9153" "HX9154" "HX9202" "HX9203" "HX9204" "HX9205" "HX9206" "HX9207" "HX9211" "HX9212" "HX9213" "HX9214" "HX9215" "HX9216" "HX9217" "HX9218" "HX9219" "HX9220" "HX9221" "HX9222" "MU1001" "MU1002" "MU1003" "MU1004" "MU1005" "MU1006" "MU1007" "MU1008" "MU1009" "MU1101" "MU1102" "MU1103" "MU1104" "MU1105" "MU1106" "MU1201" "MU1202" "MU1203" "MU1204" "MU1206" "MU2001" "MU2002" "MU2003" "MU2004" "MU2005" "MU2006" "MU2007" "MU2008" "MU2009" "MU3001" "MU3002" "MU3003" "MU3004" "MU3005" "MU3006" "MU3007" "MU3008" "MU3009" "MU3011" "MU3012" "MU4001" "MU4002" "MU4003" "MU4004" "MU4005" "MU4006" "MU4007" "MU4008" "MU4009" "MU4010" "MU4011" "MU4012" "MU4013" "MU5001" "MU5002" "MU5003" "MU5004" "MU5005" "MU5006" "MU5007" "MU5008" "MU9001" "MU9002" "MU9003" "MU9004" "MU9005" "correctness" "inputs" "suspicious" "style" "pedantic" ]
  }

  def "nu-complete hclx lsp dialect" [] {
    [ "auto" "hcl" "terraform" "opentofu" "packer" "nomad" "bake" "terragrunt" "template" "pcl" "terraform-stacks" "terraform-policy" "table" "vault-policy" "vault" "consul" "consul-acl" "consul-config-entry" "nomad-agent" "nomad-acl" "nomad-volume" "nomad-variable" "nomad-autoscaler" "boundary" "waypoint" "terraform-cli" "tflint" "terraform-lock" "copywrite" "sentinel" "atlas" "terramate" "flowpipe" "powerpipe" "mull" ]
  }

  def "nu-complete hclx lsp rules" [] {
    [ "hcl" "extended" ]
  }

  # Serve editors over the Language Server Protocol
  export extern "hclx lsp" [
    --stdio                   # Accepted for editors that always pass it: the server has no other connection
    --select: string@"nu-complete hclx lsp select" # Report only errors and these codes and groups of lints
    --ignore: string@"nu-complete hclx lsp ignore" # Do not report a code or group, except as an error that is certain
    --warn: string@"nu-complete hclx lsp warn" # Report a code or group as a warning
    --deny: string@"nu-complete hclx lsp deny" # Report a code or group as an error
    --no-ignores              # Also report findings that comments suppress
    --baseline: path          # Hide the findings listed in a baseline file
    --spec(-s): path          # Read an hcldec specification of the files
    --dialect: string@"nu-complete hclx lsp dialect" # Functions and rules; auto detects the language by file name
    --rules: string@"nu-complete hclx lsp rules" # Type system: that of go-cty, or extended with int, union, promise, output and none
    --var: string             # Set a variable to a value or to unknown(TYPE, REFINEMENT...); 'NAME: TYPE' sets an unknown of that type; for Mull a YAML scalar
    --var-file: path          # Read variables from an HCL or JSON file, for Mull from YAML or JSON
    --provider-schema: path   # Read schemas printed by `terraform providers schema -json` or `pulumi package get-schema`
    --no-schema-cache         # Use only the schemas given with --provider-schema and those that are part of hclx
    --no-schemas              # Use only the schemas given with --provider-schema
    --root: string            # Let functions such as `file` read files below DIR; by default they read nothing
    --ctx: path               # For Mull: read `ctx.options` from a YAML or JSON file
    --schema: string          # For Mull: the metatype, mull:document, mull:data or PATH#Type; overrides $schema
    --import-root: string     # For Mull: allow imports from below DIR; default: the file's directory
    --max-memory: string      # Memory for the values made by one unit, such as 64M; default: 128M, more for large files
    --max-steps: string       # Expressions that one unit may visit, and work of functions; default: 20000000, more for large files
    --config: path            # Read settings from a file instead of the nearest hclx.toml
    --no-config               # Ignore hclx.toml files
    --help(-h)                # Print help
  ]

  def "nu-complete hclx schema ACTION" [] {
    [ "import" "fetch" "probe" "list" "show" "remove" "pack" "path" ]
  }

  def "nu-complete hclx schema with" [] {
    [ "terraform" "tofu" ]
  }

  def "nu-complete hclx schema format" [] {
    [ "text" "json" ]
  }

  # Manage the schemas of providers and packages
  export extern "hclx schema" [
    --provider-version: string # Set the version of a provider whose schema is imported; the file does not contain it
    --lock: path              # Take provider versions from this lock file; default: the one beside the schema or in this directory
    --append                  # Add releases to a pack instead of writing a new one
    --derived                 # The schemas were derived from language bindings, which state no limits and no secrets
    --provider-schema: path   # Read schemas printed by `terraform providers schema -json` or `pulumi package get-schema`
    --dry-run                 # Print what would be fetched, and do nothing else
    --with: string@"nu-complete hclx schema with" # The program that prints the schemas: terraform, tofu or a path; default: by the language, from PATH
    --force                   # Also fetch schemas that hclx has
    --yes                     # Do not ask about providers without a pack and without an entry in a lock file
    --config: path            # Read settings from a file instead of the nearest hclx.toml
    --no-config               # Ignore hclx.toml files
    --format: string@"nu-complete hclx schema format" # Output format
    --quiet(-q)               # Print no summary and no notes
    --help(-h)                # Print help
    ACTION: string@"nu-complete hclx schema ACTION" # import, fetch, probe, list, show, remove, pack or path
    ...WHAT: string           # Files, directories, types or providers
  ]

  def "nu-complete hclx policy ACTION" [] {
    [ "list" "show" ]
  }

  def "nu-complete hclx policy NAME" [] {
    [ "aws/ebs-encrypted" "aws/iam-no-star" "aws/imdsv2" "aws/kms-rotation" "aws/lb-https" "aws/rds-backups" "aws/rds-encrypted" "aws/rds-private" "aws/s3-public-access" "aws/s3-tls-only" "aws/sg-no-rdp" "aws/sg-no-ssh" "aws/trail-all-regions" "aws/vpc-flow-logs" "azurerm/nsg-no-ssh" "azurerm/storage-tls" "azurerm/vault-purge-protection" "google/bucket-uniform-access" "google/firewall-no-ssh" "google/sql-private" ]
  }

  # List and show the policies of the starter set
  export extern "hclx policy" [
    --help(-h)                # Print help
    ACTION: string@"nu-complete hclx policy ACTION" # list or show
    NAME?: string@"nu-complete hclx policy NAME" # A policy, such as aws/imdsv2
  ]

  def "nu-complete hclx cache ACTION" [] {
    [ "path" "clear" ]
  }

  # Show where findings of earlier runs are cached, or delete them
  export extern "hclx cache" [
    --help(-h)                # Print help
    ACTION: string@"nu-complete hclx cache ACTION" # path or clear
  ]

  def "nu-complete hclx functions NAME" [] {
    [ "abs" "assertnotnull" "can" "ceil" "chunklist" "coalesce" "coalescelist" "compact" "concat" "contains" "convert" "distinct" "element" "flatten" "floor" "format" "hasindex" "int" "join" "jsondecode" "jsonencode" "keys" "length" "lookup" "lower" "max" "merge" "min" "range" "reverse" "sethaselement" "setintersection" "setsubtract" "setunion" "signum" "slice" "split" "strlen" "strrev" "substr" "tobool" "tolist" "tomap" "tonumber" "toset" "tostring" "trimspace" "try" "upper" "values" "zipmap" ]
  }

  def "nu-complete hclx functions dialect" [] {
    [ "auto" "hcl" "terraform" "opentofu" "packer" "nomad" "bake" "terragrunt" "template" "pcl" "terraform-stacks" "terraform-policy" "table" "vault-policy" "vault" "consul" "consul-acl" "consul-config-entry" "nomad-agent" "nomad-acl" "nomad-volume" "nomad-variable" "nomad-autoscaler" "boundary" "waypoint" "terraform-cli" "tflint" "terraform-lock" "copywrite" "sentinel" "atlas" "terramate" "flowpipe" "powerpipe" "mull" ]
  }

  def "nu-complete hclx functions format" [] {
    [ "text" "json" ]
  }

  # List functions, or show one with its examples
  export extern "hclx functions" [
    --dialect: string@"nu-complete hclx functions dialect" # Functions and rules; auto detects the language by file name
    --format: string@"nu-complete hclx functions format" # Output format
    --help(-h)                # Print help
    NAME?: string@"nu-complete hclx functions NAME" # A function; default: list all
  ]

  def "nu-complete hclx explain CODE" [] {
    [ "HX0001" "HX0002" "HX0003" "HX0011" "HX0021" "HX1001" "HX1002" "HX1003" "HX1004" "HX1005" "HX1006" "HX1007" "HX1008" "HX1009" "HX1010" "HX1011" "HX1012" "HX1013" "HX1014" "HX1015" "HX1016" "HX1017" "HX1018" "HX1019" "HX1020" "HX1021" "HX1022" "HX1023" "HX1024" "HX1025" "HX1026" "HX1027" "HX1028" "HX1029" "HX1030" "HX1031" "HX1032" "HX1033" "HX1201" "HX1202" "HX1203" "HX1204" "HX1205" "HX1206" "HX1207" "HX1208" "HX1209" "HX1210" "HX1211" "HX1212" "HX1213" "HX1214" "HX1215" "HX1216" "HX1217" "HX1219" "HX2001" "HX2010" "HX2051" "HX2052" "HX2053" "HX2054" "HX2055" "HX2056" "HX2057" "HX2101" "HX2102" "HX2103" "HX2104" "HX2105" "HX2106" "HX2107" "HX2108" "HX2109" "HX2110" "HX2201" "HX2202" "HX2203" "HX2204" "HX3001" "HX3002" "HX3003" "HX3004" "HX3005" "HX3006" "HX4001" "HX4002" "HX4003" "HX4004" "HX4005" "HX5001" "HX5002" "HX5003" "HX5004" "HX5005" "HX5006" "HX5007" "HX5008" "HX5009" "HX5010" "HX5011" "HX5012" "HX5013" "HX5014" "HX5015" "HX5016" "HX5017" "HX5101" "HX5102" "HX5103" "HX5104" "HX5105" "HX5106" "HX5107" "HX5108" "HX5109" "HX5110" "HX5111" "HX5112" "HX5113" "HX5114" "HX5115" "HX5116" "HX5117" "HX5118" "HX5119" "HX5120" "HX5201" "HX5202" "HX5203" "HX5204" "HX5301" "HX5302" "HX5303" "HX5304" "HX5305" "HX6001" "HX6002" "HX6003" "HX7001" "HX7002" "HX7003" "HX7004" "HX7005" "HX7006" "HX7007" "HX7008" "HX7011" "HX7012" "HX7013" "HX7021" "HX7022" "HX7023" "HX7024" "HX7031" "HX7032" "HX7033" "HX7034" "HX7035" "HX7036" "HX7041" "HX8001" "HX8002" "HX8003" "HX9001" "HX9002" "HX9003" "HX9004" "HX9005" "HX9101" "HX9102" "HX9103" "HX9104" "HX9105" "HX9106" "HX9107" "HX9108" "HX9151" "HX9152" "HX9153" "HX9154" "HX9202" "HX9203" "HX9204" "HX9205" "HX9206" "HX9207" "HX9211" "HX9212" "HX9213" "HX9214" "HX9215" "HX9216" "HX9217" "HX9218" "HX9219" "HX9220" "HX9221" "HX9222" "MU1001" "MU1002" "MU1003" "MU1004" "MU1005" "MU1006" "MU1007" "MU1008" "MU1009" "MU1101" "MU1102" "MU1103" "MU1104" "MU1105" "MU1106" "MU1201" "MU1202" "MU1203" "MU1204" "MU1206" "MU2001" "MU2002" "MU2003" "MU2004" "MU2005" "MU2006" "MU2007" "MU2008" "MU2009" "MU3001" "MU3002" "MU3003" "MU3004" "MU3005" "MU3006" "MU3007" "MU3008" "MU3009" "MU3011" "MU3012" "MU4001" "MU4002" "MU4003" "MU4004" "MU4005" "MU4006" "MU4007" "MU4008" "MU4009" "MU4010" "MU4011" "MU4012" "MU4013" "MU5001" "MU5002" "MU5003" "MU5004" "MU5005" "MU5006" "MU5007" "MU5008" "MU9001" "MU9002" "MU9003" "MU9004" "MU9005" ]
  }

  def "nu-complete hclx explain format" [] {
    [ "text" "json" ]
  }

  # Explain a code, or list all codes
  export extern "hclx explain" [
    --format: string@"nu-complete hclx explain format" # Output format
    --help(-h)                # Print help
    ...CODE: string@"nu-complete hclx explain CODE" # Codes, such as HX1001; default: list all
  ]

  def "nu-complete hclx config format" [] {
    [ "text" "json" ]
  }

  def "nu-complete hclx config color" [] {
    [ "auto" "always" "never" ]
  }

  # Print every setting and its origin
  export extern "hclx config" [
    --config: path            # Read settings from a file instead of the nearest hclx.toml
    --no-config               # Ignore hclx.toml files
    --json-schema             # Print a JSON Schema of hclx.toml
    --format: string@"nu-complete hclx config format" # Output format
    --color: string@"nu-complete hclx config color" # When to use colors; auto honors NO_COLOR and CLICOLOR_FORCE
    --help(-h)                # Print help
  ]

  def "nu-complete hclx completions SHELL" [] {
    [ "bash" "zsh" "fish" "elvish" "powershell" "nushell" ]
  }

  # Print a completion script for a shell
  export extern "hclx completions" [
    --help(-h)                # Print help
    SHELL: string@"nu-complete hclx completions SHELL" # bash, zsh, fish, elvish, powershell or nushell
  ]

  def "nu-complete hclx man COMMAND" [] {
    [ "check" "test" "infer" "eval" "convert" "unify" "type" "assignable" "refine" "fmt" "refs" "rename" "docs" "generate" "breaking" "graph" "decode" "parse" "batch" "lsp" "schema" "policy" "cache" "functions" "explain" "config" "completions" "man" ]
  }

  # Print the man page of hclx or of a command
  export extern "hclx man" [
    --help(-h)                # Print help
    COMMAND?: string@"nu-complete hclx man COMMAND" # A command, such as check
  ]

  # Print this message or the help of the given subcommand(s)
  export extern "hclx help" [
  ]

  # Report errors in files and directories
  export extern "hclx help check" [
  ]

  # Predict what `terraform test` reports, without running anything
  export extern "hclx help test" [
  ]

  # Print the types of everything in files, or of an expression
  export extern "hclx help infer" [
  ]

  # Print values, as far as they are known
  export extern "hclx help eval" [
  ]

  # Check whether one type converts to another, or convert a value
  export extern "hclx help convert" [
  ]

  # Print the common type of several types
  export extern "hclx help unify" [
  ]

  # Print a type expression in canonical form
  export extern "hclx help type" [
  ]

  # Check whether one type is assignable to another without conversion
  export extern "hclx help assignable" [
  ]

  # Refine an unknown value and print the result
  export extern "hclx help refine" [
  ]

  # Format HCL files as `terraform fmt` does
  export extern "hclx help fmt" [
  ]

  # Print where a name is declared, given a value and used
  export extern "hclx help refs" [
  ]

  # Rename a variable, local value, output, module call or resource everywhere
  export extern "hclx help rename" [
  ]

  # Write the documentation of modules: inputs, outputs, requirements
  export extern "hclx help docs" [
  ]

  # Generate a JSON Schema of a module's inputs, or a values file to fill in
  export extern "hclx help generate" [
  ]

  # Report changes to modules that break their callers
  export extern "hclx help breaking" [
  ]

  # Print the references in a module and in the modules that it calls
  export extern "hclx help graph" [
  ]

  # Decode a configuration with an hcldec specification, like hcldec
  export extern "hclx help decode" [
  ]

  # Print the syntax tree of a file
  export extern "hclx help parse" [
  ]

  # Answer questions given as JSON lines on standard input
  export extern "hclx help batch" [
  ]

  # Serve editors over the Language Server Protocol
  export extern "hclx help lsp" [
  ]

  # Manage the schemas of providers and packages
  export extern "hclx help schema" [
  ]

  # List and show the policies of the starter set
  export extern "hclx help policy" [
  ]

  # Show where findings of earlier runs are cached, or delete them
  export extern "hclx help cache" [
  ]

  # List functions, or show one with its examples
  export extern "hclx help functions" [
  ]

  # Explain a code, or list all codes
  export extern "hclx help explain" [
  ]

  # Print every setting and its origin
  export extern "hclx help config" [
  ]

  # Print a completion script for a shell
  export extern "hclx help completions" [
  ]

  # Print the man page of hclx or of a command
  export extern "hclx help man" [
  ]

  # Print this message or the help of the given subcommand(s)
  export extern "hclx help help" [
  ]

}

export use completions *
