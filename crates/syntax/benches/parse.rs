//! Speed of the native syntax parser compared with other parsers, on a generated corpus.
//!
//! The corpus is a mix of typical configuration, by approximate share of bytes: half of it resources and
//! modules (blocks with labels, strings, numbers, references, calls, templates), a quarter variables, outputs
//! and locals (objects, lists, `for`, conditionals), an eighth heredocs (scripts and policies), an eighth
//! large objects and lists. It is indented by two spaces and has some comments, like formatted code.
//! `native/N MB` parses all of it; `serde_json` parses JSON with about the same content.
//! `HCLX_BENCH_FILES=DIR` also parses every `.tf` file below a directory, from memory, and compares with
//! `hcl-edit`. Out of scope: evaluation.

#![allow(missing_docs, reason = "criterion's macros make functions without docs")]

use std::fmt::Write;
use std::hint::black_box;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use hclx_diag::SourceId;
use hclx_syntax::parse_body;

/// A resource with the usual attributes.
fn resource(out: &mut String, n: usize) {
    let _ = write!(
        out,
        r#"
resource "aws_instance" "web_{n}" {{
  count         = var.enabled ? {count} : 0
  ami           = data.aws_ami.ubuntu[{n}].id
  instance_type = var.instance_types["web"]
  subnet_id     = element(module.vpc.private_subnets, count.index % length(module.vpc.private_subnets))
  monitoring    = true

  vpc_security_group_ids = [
    aws_security_group.web_{n}.id,
    aws_security_group.common.id,
  ]

  root_block_device {{
    volume_size = {size}
    encrypted   = true
    kms_key_id  = aws_kms_key.main.arn
  }}

  tags = merge(local.tags, {{
    Name        = "${{var.prefix}}-web-{n}-${{count.index}}"
    Environment = var.environment
    Role        = "web"
  }})

  # replaced only together with its image
  lifecycle {{
    create_before_destroy = true
    ignore_changes        = [tags["LastSeen"], user_data]
  }}
}}
"#,
        count = n % 7,
        size = 20 + n % 100,
    );
}

fn module(out: &mut String, n: usize) {
    let _ = write!(
        out,
        r#"
module "service_{n}" {{
  source  = "terraform-aws-modules/ecs/aws//modules/service"
  version = "~> 5.{minor}"

  name        = "service-{n}"
  cluster_arn = module.cluster.arn
  cpu         = {cpu}
  memory      = {memory}
  subnet_ids  = module.vpc.private_subnets[*]
  enabled     = !var.disabled && var.services["service-{n}"].replicas >= 1
  url         = "https://service-{n}.${{var.domain}}:8443/healthz?verbose=true"
}}
"#,
        minor = n % 13,
        cpu = 256 * (1 + n % 4),
        memory = 512 * (1 + n % 8),
    );
}

fn variable(out: &mut String, n: usize) {
    let _ = write!(
        out,
        r#"
variable "setting_{n}" {{
  description = "Setting number {n} of the service, see the handbook for what it means"
  type = map(object({{
    name    = string
    ports   = optional(list(number), [80, 443])
    enabled = optional(bool, true)
  }}))
  default = {{}}

  validation {{
    condition     = alltrue([for key, item in var.setting_{n} : length(item.name) > 0 && length(key) < 64])
    error_message = "Every item of setting_{n} needs a name and a short key."
  }}
}}

output "setting_{n}" {{
  description = "What became of setting {n}"
  value       = {{ for key, item in var.setting_{n} : key => upper(item.name) if item.enabled }}
}}

locals {{
  port_{n}  = try(var.setting_{n}["main"].ports[0], {port})
  names_{n} = var.prefix != "" ? [for item in var.setting_{n} : "${{var.prefix}}-${{item.name}}"] : []
}}
"#,
        port = 8000 + n % 1000,
    );
}

fn heredoc(out: &mut String, n: usize) {
    let _ = write!(
        out,
        r#"
resource "local_file" "script_{n}" {{
  filename = "${{path.module}}/script-{n}.sh"
  content  = <<-EOT
    #!/usr/bin/env bash
    set -euo pipefail
    # generated, do not edit
    export NAME="${{var.prefix}}-{n}"
    for region in $REGIONS; do
      aws ec2 describe-instances --region "$region" --filters "Name=tag:Name,Values=$NAME" \
        | jq -r '.Reservations[].Instances[] | .InstanceId' >> /tmp/instances-{n}.txt
    done
    %{{ if var.verbose ~}}
    wc -l /tmp/instances-{n}.txt
    %{{ endif ~}}
  EOT
}}
"#
    );
}

fn big_object(out: &mut String, n: usize) {
    let _ = write!(out, "\nlocals {{\n  table_{n} = {{\n");
    for row in 0..40 {
        let _ = writeln!(
            out,
            "    \"key-{n}-{row}\" = {{ cidr = \"10.{a}.{row}.0/24\", zone = \"eu-central-1{z}\", size = {row}, public = false }}",
            a = n % 256,
            z = ['a', 'b', 'c'][row % 3],
        );
    }
    let numbers: Vec<String> = (0..60).map(|i| (i * 37 + n).to_string()).collect();
    let _ = write!(out, "  }}\n  numbers_{n} = [{}]\n}}\n", numbers.join(", "));
}

/// About `bytes` of HCL.
fn corpus(bytes: usize) -> String {
    let mut out = String::with_capacity(bytes + 10_000);
    let mut n = 0;
    while out.len() < bytes {
        resource(&mut out, n);
        resource(&mut out, n + 1_000_000);
        module(&mut out, n);
        variable(&mut out, n);
        if n.is_multiple_of(2) {
            heredoc(&mut out, n);
        }
        if n.is_multiple_of(6) {
            big_object(&mut out, n);
        }
        n += 1;
    }
    out
}

/// About `bytes` of JSON with blocks and attributes like those of the corpus.
fn json_corpus(bytes: usize) -> String {
    let mut out = String::from("{\"resource\": [");
    let mut n = 0;
    while out.len() < bytes {
        let comma = if n > 0 { "," } else { "" };
        let _ = write!(
            out,
            r#"{comma}
  {{"aws_instance": {{"web_{n}": {{
    "count": "${{var.enabled ? 1 : 0}}",
    "ami": "${{data.aws_ami.ubuntu[{n}].id}}",
    "instance_type": "t3.micro",
    "monitoring": true,
    "vpc_security_group_ids": ["${{aws_security_group.web_{n}.id}}", "${{aws_security_group.common.id}}"],
    "root_block_device": {{"volume_size": {n}, "encrypted": true}},
    "tags": {{"Name": "web-{n}", "Environment": "production", "Role": "web"}}
  }}}}}}"#
        );
        n += 1;
    }
    out.push_str("]}");
    out
}

const MEGABYTE: usize = 1_000_000;

fn parse(c: &mut Criterion) {
    let mut group = c.benchmark_group("native");
    group.sample_size(20).measurement_time(Duration::from_secs(4));
    for megabytes in [1, 4, 5, 20] {
        let text = corpus(megabytes * MEGABYTE);
        let bytes: Arc<[u8]> = text.as_bytes().into();
        let parsed = parse_body(SourceId(0), bytes.clone());
        assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics.first());
        let ratio = parsed.tree.memory_bytes() as f64 / bytes.len() as f64;
        println!("{megabytes} MB: {ratio:.2} bytes of tree for each byte of source");
        assert!(ratio <= 12.0);
        group.throughput(Throughput::BytesDecimal(bytes.len() as u64));
        group.bench_with_input(BenchmarkId::from_parameter(format!("{megabytes} MB")), &bytes, |b, bytes| {
            b.iter(|| parse_body(SourceId(0), black_box(bytes).clone()));
        });
    }
    group.finish();
}

fn others(c: &mut Criterion) {
    let mut group = c.benchmark_group("others");
    group.sample_size(10).measurement_time(Duration::from_secs(4));
    let text = corpus(4 * MEGABYTE);
    group.throughput(Throughput::BytesDecimal(text.len() as u64));
    group.bench_function("hcl-edit, 4 MB", |b| {
        b.iter(|| black_box(&text).parse::<hcl_edit::structure::Body>().expect("HCL"));
    });
    let json = json_corpus(4 * MEGABYTE);
    group.throughput(Throughput::BytesDecimal(json.len() as u64));
    group.bench_function("serde_json, 4 MB", |b| {
        b.iter(|| serde_json::from_str::<serde_json::Value>(black_box(&json)).expect("JSON"));
    });
    group.finish();
}

/// The contents of all `.tf` files below a directory.
fn texts_below(folder: &Path) -> Vec<Arc<[u8]>> {
    let (mut found, mut left) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = left.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let (path, kind) = (entry.path(), entry.file_type());
            match kind {
                Ok(kind) if kind.is_dir() => left.push(path),
                Ok(kind) if kind.is_file() && path.extension().is_some_and(|end| end == "tf") => {
                    found.extend(std::fs::read(&path).ok().map(Arc::from));
                }
                _ => {}
            }
        }
    }
    found
}

fn real(c: &mut Criterion) {
    let Some(folder) = std::env::var_os("HCLX_BENCH_FILES") else { return };
    let texts = texts_below(Path::new(&folder));
    let bytes: usize = texts.iter().map(|text| text.len()).sum();
    println!("{} files, {bytes} bytes", texts.len());
    let mut group = c.benchmark_group("real files");
    group.sample_size(10).measurement_time(Duration::from_secs(4));
    group.throughput(Throughput::BytesDecimal(bytes as u64));
    group.bench_function("native", |b| {
        b.iter(|| {
            for text in &texts {
                black_box(parse_body(SourceId(0), black_box(text).clone()));
            }
        });
    });
    group.bench_function("hcl-edit", |b| {
        b.iter(|| {
            for text in texts.iter().filter_map(|text| std::str::from_utf8(text).ok()) {
                let _ = black_box(black_box(text).parse::<hcl_edit::structure::Body>());
            }
        });
    });
    group.finish();
}

criterion_group!(benches, parse, others, real);
criterion_main!(benches);
