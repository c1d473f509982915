# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
function __fish_hclx_global_optspecs
    string join \n h/help V/version
end

function __fish_hclx_needs_command
    # Figure out if the current invocation already has a command.
    set -l cmd (commandline -opc)
    set -e cmd[1]
    argparse -s (__fish_hclx_global_optspecs) -- $cmd 2>/dev/null
    or return
    if set -q argv[1]
        # Also print the command, so this can be used to figure out what it is.
        echo $argv[1]
        return 1
    end
    return 0
end

function __fish_hclx_using_subcommand
    set -l cmd (__fish_hclx_needs_command)
    test -z "$cmd"
    and return 1
    contains -- $cmd[1] $argv
end

complete -c hclx -n "__fish_hclx_needs_command" -s h -l help -d 'Print help'
complete -c hclx -n "__fish_hclx_needs_command" -s V -l version -d 'Print version'
complete -c hclx -n "__fish_hclx_needs_command" -f -a "check" -d 'Report what is wrong in files and directories'
complete -c hclx -n "__fish_hclx_needs_command" -f -a "infer" -d 'Print the type of everything in files, or of an expression'
complete -c hclx -n "__fish_hclx_needs_command" -f -a "eval" -d 'Print values, as far as they are known'
complete -c hclx -n "__fish_hclx_needs_command" -f -a "convert" -d 'Say whether a type converts to another, or convert a value'
complete -c hclx -n "__fish_hclx_needs_command" -f -a "unify" -d 'Print the type that all of several types convert to'
complete -c hclx -n "__fish_hclx_needs_command" -f -a "type" -d 'Print a type expression in canonical form'
complete -c hclx -n "__fish_hclx_needs_command" -f -a "assignable" -d 'Tell whether values of one type may be given where another is wanted, without conversion'
complete -c hclx -n "__fish_hclx_needs_command" -f -a "refine" -d 'Narrow an unknown value by facts and print what is then known'
complete -c hclx -n "__fish_hclx_needs_command" -f -a "decode" -d 'Decode a configuration by an hcldec specification, as hcldec does'
complete -c hclx -n "__fish_hclx_needs_command" -f -a "parse" -d 'Print the syntax tree of a file'
complete -c hclx -n "__fish_hclx_needs_command" -f -a "batch" -d 'Answer questions that come as JSON lines on stdin'
complete -c hclx -n "__fish_hclx_needs_command" -f -a "schema" -d 'Keep schemas of providers and packages, by which resources are checked, and show them'
complete -c hclx -n "__fish_hclx_needs_command" -f -a "functions" -d 'List functions, or show one with its examples'
complete -c hclx -n "__fish_hclx_needs_command" -f -a "explain" -d 'Explain a finding, or list all kinds of findings'
complete -c hclx -n "__fish_hclx_needs_command" -f -a "config" -d 'Print each setting with where it comes from'
complete -c hclx -n "__fish_hclx_needs_command" -f -a "completions" -d 'Print completions for a shell'
complete -c hclx -n "__fish_hclx_needs_command" -f -a "man" -d 'Print the man page, or that of a command'
complete -c hclx -n "__fish_hclx_needs_command" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c hclx -n "__fish_hclx_using_subcommand check" -l format -d 'How findings are printed; full shows the source; the default is HCLX_FORMAT or full' -r -f -a "full\t''
concise\t''
json\t''
ndjson\t''
sarif\t''
github\t''
gitlab\t''
junit\t''
checkstyle\t''
rdjson\t''
agent\t''"
complete -c hclx -n "__fish_hclx_using_subcommand check" -l output -d 'Write findings in a format into a file too' -r
complete -c hclx -n "__fish_hclx_using_subcommand check" -l output-file -d 'Write findings into a file instead of standard output' -r -F
complete -c hclx -n "__fish_hclx_using_subcommand check" -l max-findings -d 'Print N findings at most and say how many are left out' -r
complete -c hclx -n "__fish_hclx_using_subcommand check" -l select -d 'Report only these codes and groups of lints, and what is certainly wrong' -r
complete -c hclx -n "__fish_hclx_using_subcommand check" -l ignore -d 'Do not report a code or group, unless it is certainly wrong' -r
complete -c hclx -n "__fish_hclx_using_subcommand check" -l warn -d 'Report a code or group as a warning' -r
complete -c hclx -n "__fish_hclx_using_subcommand check" -l deny -d 'Report a code or group as an error' -r
complete -c hclx -n "__fish_hclx_using_subcommand check" -l baseline -d 'Hide the findings that a file lists' -r -F
complete -c hclx -n "__fish_hclx_using_subcommand check" -l since -d 'Report only what is on lines changed since a revision, through git' -r
complete -c hclx -n "__fish_hclx_using_subcommand check" -l files-from -d 'Read names of files, one on each line or ended by NUL; - is standard input' -r -F
complete -c hclx -n "__fish_hclx_using_subcommand check" -s s -l spec -d 'Read an hcldec specification of what the files hold' -r -F
complete -c hclx -n "__fish_hclx_using_subcommand check" -l dialect -d 'Which functions and rules apply; auto tells by the names of files' -r -f -a "auto\t''
hcl\t''
terraform\t''
packer\t''
nomad\t''
bake\t''
terragrunt\t''
pcl\t''
mull\t''
opentofu\t''
template\t''
tflint\t''
terraform-lock\t''
terraform-stacks\t''"
complete -c hclx -n "__fish_hclx_using_subcommand check" -l rules -d 'The rules of types: as go-cty, or with int, union, promise, output, none' -r -f -a "hcl\t''
extended\t''"
complete -c hclx -n "__fish_hclx_using_subcommand check" -l lang -d 'The syntax, whatever the file\'s name is' -r -f -a "native\t''
json\t''
mull\t''"
complete -c hclx -n "__fish_hclx_using_subcommand check" -l var -d 'Give a variable a value, or unknown(TYPE, REFINEMENT...); \'NAME: TYPE\' is an unknown of a type; for Mull a YAML scalar' -r
complete -c hclx -n "__fish_hclx_using_subcommand check" -l var-file -d 'Read values of variables from an HCL or JSON file, for Mull from YAML or JSON' -r -F
complete -c hclx -n "__fish_hclx_using_subcommand check" -l provider-schema -d 'Read schemas of providers: what `terraform providers schema -json` or `pulumi package get-schema` prints' -r -F
complete -c hclx -n "__fish_hclx_using_subcommand check" -l root -d 'Let functions such as `file` read what lies below DIR; without it they read nothing' -r
complete -c hclx -n "__fish_hclx_using_subcommand check" -l ctx -d 'For Mull: read `ctx.options` from a YAML or JSON file' -r -F
complete -c hclx -n "__fish_hclx_using_subcommand check" -l schema -d 'For Mull: the metatype, mull:document, mull:data or PATH#Type; wins over $schema' -r
complete -c hclx -n "__fish_hclx_using_subcommand check" -l import-root -d 'For Mull: imports may read what lies below DIR; the default is the file\'s directory' -r
complete -c hclx -n "__fish_hclx_using_subcommand check" -l max-memory -d 'How many bytes of values one unit may make, such as 64M; the default is 256M, more for large files' -r
complete -c hclx -n "__fish_hclx_using_subcommand check" -l max-steps -d 'How many expressions and elements one unit may visit; the default is 100000000' -r
complete -c hclx -n "__fish_hclx_using_subcommand check" -l config -d 'Read settings from a file instead of the nearest hclx.toml' -r -F
complete -c hclx -n "__fish_hclx_using_subcommand check" -l stdin-filename -d 'The name that standard input has in messages, and that tells its syntax' -r
complete -c hclx -n "__fish_hclx_using_subcommand check" -s j -l jobs -d 'How many files are judged at a time; the default is one for each core' -r
complete -c hclx -n "__fish_hclx_using_subcommand check" -l color -d 'When to use colours; auto obeys NO_COLOR and CLICOLOR_FORCE' -r -f -a "auto\t''
always\t''
never\t''"
complete -c hclx -n "__fish_hclx_using_subcommand check" -l deny-warnings -d 'Exit with 1 on warnings too'
complete -c hclx -n "__fish_hclx_using_subcommand check" -l allow-empty -d 'A run that finds no file of a known name is not a failure'
complete -c hclx -n "__fish_hclx_using_subcommand check" -l exit-zero -d 'Exit with 0 whatever is found, unless the job could not be done'
complete -c hclx -n "__fish_hclx_using_subcommand check" -l statistics -d 'Count findings by code instead of printing them'
complete -c hclx -n "__fish_hclx_using_subcommand check" -l no-ignores -d 'Report what comments ignore too'
complete -c hclx -n "__fish_hclx_using_subcommand check" -l fix -d 'Apply edits that are certain'
complete -c hclx -n "__fish_hclx_using_subcommand check" -l unsafe-fixes -d 'Apply suggested edits too'
complete -c hclx -n "__fish_hclx_using_subcommand check" -l diff -d 'Print what --fix would change, and change nothing'
complete -c hclx -n "__fish_hclx_using_subcommand check" -l exit-nonzero-on-fix -d 'Exit with 1 if something was fixed'
complete -c hclx -n "__fish_hclx_using_subcommand check" -l update-baseline -d 'Write what is found into the baseline and exit with 0'
complete -c hclx -n "__fish_hclx_using_subcommand check" -l strict-baseline -d 'Exit with 1 if the baseline lists what is not found any more'
complete -c hclx -n "__fish_hclx_using_subcommand check" -l watch -d 'Check again whenever a file changes, until interrupted'
complete -c hclx -n "__fish_hclx_using_subcommand check" -l no-schema-cache -d 'Use no schemas but those of --provider-schema, as a machine without a cache does'
complete -c hclx -n "__fish_hclx_using_subcommand check" -l no-config -d 'Read no hclx.toml'
complete -c hclx -n "__fish_hclx_using_subcommand check" -s q -l quiet -d 'Print no summary and no notes'
complete -c hclx -n "__fish_hclx_using_subcommand check" -s v -l verbose -d 'Say what was taken as unknown and what was not judged'
complete -c hclx -n "__fish_hclx_using_subcommand check" -s h -l help -d 'Print help'
complete -c hclx -n "__fish_hclx_using_subcommand infer" -s e -l expr -d 'Take an expression instead of a file, or in the scope of a module' -r
complete -c hclx -n "__fish_hclx_using_subcommand infer" -l at -d 'Print the type of what is at a place' -r
complete -c hclx -n "__fish_hclx_using_subcommand infer" -l format -d 'How the answer is printed' -r -f -a "text\t''
json\t''"
complete -c hclx -n "__fish_hclx_using_subcommand infer" -l dialect -d 'Which functions and rules apply; auto tells by the names of files' -r -f -a "auto\t''
hcl\t''
terraform\t''
packer\t''
nomad\t''
bake\t''
terragrunt\t''
pcl\t''
mull\t''
opentofu\t''
template\t''
tflint\t''
terraform-lock\t''
terraform-stacks\t''"
complete -c hclx -n "__fish_hclx_using_subcommand infer" -l rules -d 'The rules of types: as go-cty, or with int, union, promise, output, none' -r -f -a "hcl\t''
extended\t''"
complete -c hclx -n "__fish_hclx_using_subcommand infer" -l lang -d 'The syntax, whatever the file\'s name is' -r -f -a "native\t''
json\t''
mull\t''"
complete -c hclx -n "__fish_hclx_using_subcommand infer" -l var -d 'Give a variable a value, or unknown(TYPE, REFINEMENT...); \'NAME: TYPE\' is an unknown of a type; for Mull a YAML scalar' -r
complete -c hclx -n "__fish_hclx_using_subcommand infer" -l var-file -d 'Read values of variables from an HCL or JSON file, for Mull from YAML or JSON' -r -F
complete -c hclx -n "__fish_hclx_using_subcommand infer" -l provider-schema -d 'Read schemas of providers: what `terraform providers schema -json` or `pulumi package get-schema` prints' -r -F
complete -c hclx -n "__fish_hclx_using_subcommand infer" -l root -d 'Let functions such as `file` read what lies below DIR; without it they read nothing' -r
complete -c hclx -n "__fish_hclx_using_subcommand infer" -l ctx -d 'For Mull: read `ctx.options` from a YAML or JSON file' -r -F
complete -c hclx -n "__fish_hclx_using_subcommand infer" -l schema -d 'For Mull: the metatype, mull:document, mull:data or PATH#Type; wins over $schema' -r
complete -c hclx -n "__fish_hclx_using_subcommand infer" -l import-root -d 'For Mull: imports may read what lies below DIR; the default is the file\'s directory' -r
complete -c hclx -n "__fish_hclx_using_subcommand infer" -l max-memory -d 'How many bytes of values one unit may make, such as 64M; the default is 256M, more for large files' -r
complete -c hclx -n "__fish_hclx_using_subcommand infer" -l max-steps -d 'How many expressions and elements one unit may visit; the default is 100000000' -r
complete -c hclx -n "__fish_hclx_using_subcommand infer" -l as -d 'For Mull: print types in HCL\'s notation' -r -f -a "hcl\t''"
complete -c hclx -n "__fish_hclx_using_subcommand infer" -l config -d 'Read settings from a file instead of the nearest hclx.toml' -r -F
complete -c hclx -n "__fish_hclx_using_subcommand infer" -l stdin-filename -d 'The name that standard input has in messages, and that tells its syntax' -r
complete -c hclx -n "__fish_hclx_using_subcommand infer" -s j -l jobs -d 'How many files are judged at a time; the default is one for each core' -r
complete -c hclx -n "__fish_hclx_using_subcommand infer" -l color -d 'When to use colours; auto obeys NO_COLOR and CLICOLOR_FORCE' -r -f -a "auto\t''
always\t''
never\t''"
complete -c hclx -n "__fish_hclx_using_subcommand infer" -l allow-undeclared -d 'In an expression, take names that no flag declares as unknown'
complete -c hclx -n "__fish_hclx_using_subcommand infer" -l allow-empty -d 'A run that finds no file of a known name is not a failure'
complete -c hclx -n "__fish_hclx_using_subcommand infer" -l no-schema-cache -d 'Use no schemas but those of --provider-schema, as a machine without a cache does'
complete -c hclx -n "__fish_hclx_using_subcommand infer" -l no-config -d 'Read no hclx.toml'
complete -c hclx -n "__fish_hclx_using_subcommand infer" -s q -l quiet -d 'Print no summary and no notes'
complete -c hclx -n "__fish_hclx_using_subcommand infer" -s v -l verbose -d 'Say what was taken as unknown and what was not judged'
complete -c hclx -n "__fish_hclx_using_subcommand infer" -s h -l help -d 'Print help'
complete -c hclx -n "__fish_hclx_using_subcommand eval" -s e -l expr -d 'Take an expression instead of a file, or in the scope of a module' -r
complete -c hclx -n "__fish_hclx_using_subcommand eval" -l out -d 'Print plain data; parts that are not known are an error' -r -f -a "json\t''
yaml\t''
hcl\t''"
complete -c hclx -n "__fish_hclx_using_subcommand eval" -l format -d 'How the answer is printed' -r -f -a "text\t''
json\t''"
complete -c hclx -n "__fish_hclx_using_subcommand eval" -l dialect -d 'Which functions and rules apply; auto tells by the names of files' -r -f -a "auto\t''
hcl\t''
terraform\t''
packer\t''
nomad\t''
bake\t''
terragrunt\t''
pcl\t''
mull\t''
opentofu\t''
template\t''
tflint\t''
terraform-lock\t''
terraform-stacks\t''"
complete -c hclx -n "__fish_hclx_using_subcommand eval" -l rules -d 'The rules of types: as go-cty, or with int, union, promise, output, none' -r -f -a "hcl\t''
extended\t''"
complete -c hclx -n "__fish_hclx_using_subcommand eval" -l lang -d 'The syntax, whatever the file\'s name is' -r -f -a "native\t''
json\t''
mull\t''"
complete -c hclx -n "__fish_hclx_using_subcommand eval" -l var -d 'Give a variable a value, or unknown(TYPE, REFINEMENT...); \'NAME: TYPE\' is an unknown of a type; for Mull a YAML scalar' -r
complete -c hclx -n "__fish_hclx_using_subcommand eval" -l var-file -d 'Read values of variables from an HCL or JSON file, for Mull from YAML or JSON' -r -F
complete -c hclx -n "__fish_hclx_using_subcommand eval" -l provider-schema -d 'Read schemas of providers: what `terraform providers schema -json` or `pulumi package get-schema` prints' -r -F
complete -c hclx -n "__fish_hclx_using_subcommand eval" -l root -d 'Let functions such as `file` read what lies below DIR; without it they read nothing' -r
complete -c hclx -n "__fish_hclx_using_subcommand eval" -l ctx -d 'For Mull: read `ctx.options` from a YAML or JSON file' -r -F
complete -c hclx -n "__fish_hclx_using_subcommand eval" -l schema -d 'For Mull: the metatype, mull:document, mull:data or PATH#Type; wins over $schema' -r
complete -c hclx -n "__fish_hclx_using_subcommand eval" -l import-root -d 'For Mull: imports may read what lies below DIR; the default is the file\'s directory' -r
complete -c hclx -n "__fish_hclx_using_subcommand eval" -l max-memory -d 'How many bytes of values one unit may make, such as 64M; the default is 256M, more for large files' -r
complete -c hclx -n "__fish_hclx_using_subcommand eval" -l max-steps -d 'How many expressions and elements one unit may visit; the default is 100000000' -r
complete -c hclx -n "__fish_hclx_using_subcommand eval" -l config -d 'Read settings from a file instead of the nearest hclx.toml' -r -F
complete -c hclx -n "__fish_hclx_using_subcommand eval" -l stdin-filename -d 'The name that standard input has in messages, and that tells its syntax' -r
complete -c hclx -n "__fish_hclx_using_subcommand eval" -l color -d 'When to use colours; auto obeys NO_COLOR and CLICOLOR_FORCE' -r -f -a "auto\t''
always\t''
never\t''"
complete -c hclx -n "__fish_hclx_using_subcommand eval" -l allow-undeclared -d 'In an expression, take names that no flag declares as unknown'
complete -c hclx -n "__fish_hclx_using_subcommand eval" -l no-schema-cache -d 'Use no schemas but those of --provider-schema, as a machine without a cache does'
complete -c hclx -n "__fish_hclx_using_subcommand eval" -l sort-keys -d 'For Mull: print keys in order instead of as written'
complete -c hclx -n "__fish_hclx_using_subcommand eval" -l no-config -d 'Read no hclx.toml'
complete -c hclx -n "__fish_hclx_using_subcommand eval" -s q -l quiet -d 'Print no summary and no notes'
complete -c hclx -n "__fish_hclx_using_subcommand eval" -s h -l help -d 'Print help'
complete -c hclx -n "__fish_hclx_using_subcommand convert" -l value -d 'Ask about a value instead of a type' -r
complete -c hclx -n "__fish_hclx_using_subcommand convert" -l rules -d 'The rules of types: as go-cty, or with int, union, promise, output, none' -r -f -a "hcl\t''
extended\t''"
complete -c hclx -n "__fish_hclx_using_subcommand convert" -l max-memory -d 'How many bytes of values one unit may make, such as 64M; the default is 256M, more for large files' -r
complete -c hclx -n "__fish_hclx_using_subcommand convert" -l max-steps -d 'How many expressions and elements one unit may visit; the default is 100000000' -r
complete -c hclx -n "__fish_hclx_using_subcommand convert" -l format -d 'How the answer is printed' -r -f -a "text\t''
json\t''"
complete -c hclx -n "__fish_hclx_using_subcommand convert" -l color -d 'When to use colours; auto obeys NO_COLOR and CLICOLOR_FORCE' -r -f -a "auto\t''
always\t''
never\t''"
complete -c hclx -n "__fish_hclx_using_subcommand convert" -l safe -d 'Exit with 1 unless the conversion is safe'
complete -c hclx -n "__fish_hclx_using_subcommand convert" -s q -l quiet -d 'Print no summary and no notes'
complete -c hclx -n "__fish_hclx_using_subcommand convert" -s h -l help -d 'Print help'
complete -c hclx -n "__fish_hclx_using_subcommand unify" -l rules -d 'The rules of types: as go-cty, or with int, union, promise, output, none' -r -f -a "hcl\t''
extended\t''"
complete -c hclx -n "__fish_hclx_using_subcommand unify" -l max-memory -d 'How many bytes of values one unit may make, such as 64M; the default is 256M, more for large files' -r
complete -c hclx -n "__fish_hclx_using_subcommand unify" -l max-steps -d 'How many expressions and elements one unit may visit; the default is 100000000' -r
complete -c hclx -n "__fish_hclx_using_subcommand unify" -l format -d 'How the answer is printed' -r -f -a "text\t''
json\t''"
complete -c hclx -n "__fish_hclx_using_subcommand unify" -l color -d 'When to use colours; auto obeys NO_COLOR and CLICOLOR_FORCE' -r -f -a "auto\t''
always\t''
never\t''"
complete -c hclx -n "__fish_hclx_using_subcommand unify" -l unsafe -d 'Allow conversions that can fail'
complete -c hclx -n "__fish_hclx_using_subcommand unify" -l union -d 'Where no type fits, answer with the union'
complete -c hclx -n "__fish_hclx_using_subcommand unify" -s q -l quiet -d 'Print no summary and no notes'
complete -c hclx -n "__fish_hclx_using_subcommand unify" -s h -l help -d 'Print help'
complete -c hclx -n "__fish_hclx_using_subcommand type" -l max-memory -d 'How many bytes of values one unit may make, such as 64M; the default is 256M, more for large files' -r
complete -c hclx -n "__fish_hclx_using_subcommand type" -l max-steps -d 'How many expressions and elements one unit may visit; the default is 100000000' -r
complete -c hclx -n "__fish_hclx_using_subcommand type" -l format -d 'How the answer is printed' -r -f -a "text\t''
json\t''"
complete -c hclx -n "__fish_hclx_using_subcommand type" -l color -d 'When to use colours; auto obeys NO_COLOR and CLICOLOR_FORCE' -r -f -a "auto\t''
always\t''
never\t''"
complete -c hclx -n "__fish_hclx_using_subcommand type" -s q -l quiet -d 'Print no summary and no notes'
complete -c hclx -n "__fish_hclx_using_subcommand type" -s h -l help -d 'Print help'
complete -c hclx -n "__fish_hclx_using_subcommand assignable" -l max-memory -d 'How many bytes of values one unit may make, such as 64M; the default is 256M, more for large files' -r
complete -c hclx -n "__fish_hclx_using_subcommand assignable" -l max-steps -d 'How many expressions and elements one unit may visit; the default is 100000000' -r
complete -c hclx -n "__fish_hclx_using_subcommand assignable" -l format -d 'How the answer is printed' -r -f -a "text\t''
json\t''"
complete -c hclx -n "__fish_hclx_using_subcommand assignable" -l color -d 'When to use colours; auto obeys NO_COLOR and CLICOLOR_FORCE' -r -f -a "auto\t''
always\t''
never\t''"
complete -c hclx -n "__fish_hclx_using_subcommand assignable" -s q -l quiet -d 'Print no summary and no notes'
complete -c hclx -n "__fish_hclx_using_subcommand assignable" -s h -l help -d 'Print help'
complete -c hclx -n "__fish_hclx_using_subcommand refine" -l value -d 'Ask about a value instead of a type' -r
complete -c hclx -n "__fish_hclx_using_subcommand refine" -l prefix -d 'It starts with S' -r
complete -c hclx -n "__fish_hclx_using_subcommand refine" -l prefix-safe -d 'It starts with S without its last grapheme, as later text may combine with it' -r
complete -c hclx -n "__fish_hclx_using_subcommand refine" -l min -d 'It is N or more' -r
complete -c hclx -n "__fish_hclx_using_subcommand refine" -l above -d 'It is more than N' -r
complete -c hclx -n "__fish_hclx_using_subcommand refine" -l max -d 'It is N or less' -r
complete -c hclx -n "__fish_hclx_using_subcommand refine" -l below -d 'It is less than N' -r
complete -c hclx -n "__fish_hclx_using_subcommand refine" -l length-min -d 'It has N elements or more' -r
complete -c hclx -n "__fish_hclx_using_subcommand refine" -l length-max -d 'It has N elements or fewer' -r
complete -c hclx -n "__fish_hclx_using_subcommand refine" -l length -d 'It has exactly N elements' -r
complete -c hclx -n "__fish_hclx_using_subcommand refine" -l one-of -d 'It is one of the elements of this list' -r
complete -c hclx -n "__fish_hclx_using_subcommand refine" -s e -l expr -d 'Evaluate an expression in which `it` is the refined value' -r
complete -c hclx -n "__fish_hclx_using_subcommand refine" -l dialect -d 'Which functions and rules apply; auto tells by the names of files' -r -f -a "auto\t''
hcl\t''
terraform\t''
packer\t''
nomad\t''
bake\t''
terragrunt\t''
pcl\t''
mull\t''
opentofu\t''
template\t''
tflint\t''
terraform-lock\t''
terraform-stacks\t''"
complete -c hclx -n "__fish_hclx_using_subcommand refine" -l rules -d 'The rules of types: as go-cty, or with int, union, promise, output, none' -r -f -a "hcl\t''
extended\t''"
complete -c hclx -n "__fish_hclx_using_subcommand refine" -l max-memory -d 'How many bytes of values one unit may make, such as 64M; the default is 256M, more for large files' -r
complete -c hclx -n "__fish_hclx_using_subcommand refine" -l max-steps -d 'How many expressions and elements one unit may visit; the default is 100000000' -r
complete -c hclx -n "__fish_hclx_using_subcommand refine" -l format -d 'How the answer is printed' -r -f -a "text\t''
json\t''"
complete -c hclx -n "__fish_hclx_using_subcommand refine" -l color -d 'When to use colours; auto obeys NO_COLOR and CLICOLOR_FORCE' -r -f -a "auto\t''
always\t''
never\t''"
complete -c hclx -n "__fish_hclx_using_subcommand refine" -l not-null -d 'It is not null'
complete -c hclx -n "__fish_hclx_using_subcommand refine" -l null -d 'It is null'
complete -c hclx -n "__fish_hclx_using_subcommand refine" -s q -l quiet -d 'Print no summary and no notes'
complete -c hclx -n "__fish_hclx_using_subcommand refine" -s h -l help -d 'Print help'
complete -c hclx -n "__fish_hclx_using_subcommand decode" -s s -l spec -d 'Read an hcldec specification of what the files hold' -r -F
complete -c hclx -n "__fish_hclx_using_subcommand decode" -s V -l vars -d 'Give variables: a JSON object, or a file of values' -r
complete -c hclx -n "__fish_hclx_using_subcommand decode" -s o -l out -d 'Write the result into a file' -r -F
complete -c hclx -n "__fish_hclx_using_subcommand decode" -l diags -d 'Print what is wrong as JSON' -r -f -a "json\t''"
complete -c hclx -n "__fish_hclx_using_subcommand decode" -l max-memory -d 'How many bytes of values one unit may make, such as 64M; the default is 256M, more for large files' -r
complete -c hclx -n "__fish_hclx_using_subcommand decode" -l max-steps -d 'How many expressions and elements one unit may visit; the default is 100000000' -r
complete -c hclx -n "__fish_hclx_using_subcommand decode" -l color -d 'When to use colours; auto obeys NO_COLOR and CLICOLOR_FORCE' -r -f -a "auto\t''
always\t''
never\t''"
complete -c hclx -n "__fish_hclx_using_subcommand decode" -l with-type -d 'Print the type beside the value'
complete -c hclx -n "__fish_hclx_using_subcommand decode" -l var-refs -d 'Print the variables that the input uses instead of its value'
complete -c hclx -n "__fish_hclx_using_subcommand decode" -l keep-nulls -d 'Keep properties that are null'
complete -c hclx -n "__fish_hclx_using_subcommand decode" -s v -l version -d 'Print the version'
complete -c hclx -n "__fish_hclx_using_subcommand decode" -s h -l help -d 'Print help'
complete -c hclx -n "__fish_hclx_using_subcommand parse" -l format -d 'How the answer is printed' -r -f -a "text\t''
json\t''"
complete -c hclx -n "__fish_hclx_using_subcommand parse" -l lang -d 'The syntax, whatever the file\'s name is' -r -f -a "native\t''
json\t''
mull\t''"
complete -c hclx -n "__fish_hclx_using_subcommand parse" -l max-memory -d 'How many bytes of values one unit may make, such as 64M; the default is 256M, more for large files' -r
complete -c hclx -n "__fish_hclx_using_subcommand parse" -l max-steps -d 'How many expressions and elements one unit may visit; the default is 100000000' -r
complete -c hclx -n "__fish_hclx_using_subcommand parse" -l stdin-filename -d 'The name that standard input has in messages, and that tells its syntax' -r
complete -c hclx -n "__fish_hclx_using_subcommand parse" -l color -d 'When to use colours; auto obeys NO_COLOR and CLICOLOR_FORCE' -r -f -a "auto\t''
always\t''
never\t''"
complete -c hclx -n "__fish_hclx_using_subcommand parse" -s h -l help -d 'Print help'
complete -c hclx -n "__fish_hclx_using_subcommand batch" -l max-memory -d 'How many bytes of values one unit may make, such as 64M; the default is 256M, more for large files' -r
complete -c hclx -n "__fish_hclx_using_subcommand batch" -l max-steps -d 'How many expressions and elements one unit may visit; the default is 100000000' -r
complete -c hclx -n "__fish_hclx_using_subcommand batch" -s h -l help -d 'Print help'
complete -c hclx -n "__fish_hclx_using_subcommand schema" -l provider-version -d 'The version of a provider whose schema is imported, which the file does not tell' -r
complete -c hclx -n "__fish_hclx_using_subcommand schema" -l lock -d 'Take versions of providers from this lock file; the default is the one beside the schema or here' -r -F
complete -c hclx -n "__fish_hclx_using_subcommand schema" -l provider-schema -d 'Read schemas of providers: what `terraform providers schema -json` or `pulumi package get-schema` prints' -r -F
complete -c hclx -n "__fish_hclx_using_subcommand schema" -l format -d 'How the answer is printed' -r -f -a "text\t''
json\t''"
complete -c hclx -n "__fish_hclx_using_subcommand schema" -s q -l quiet -d 'Print no summary and no notes'
complete -c hclx -n "__fish_hclx_using_subcommand schema" -s h -l help -d 'Print help'
complete -c hclx -n "__fish_hclx_using_subcommand functions" -l dialect -d 'Which functions and rules apply; auto tells by the names of files' -r -f -a "auto\t''
hcl\t''
terraform\t''
packer\t''
nomad\t''
bake\t''
terragrunt\t''
pcl\t''
mull\t''
opentofu\t''
template\t''
tflint\t''
terraform-lock\t''
terraform-stacks\t''"
complete -c hclx -n "__fish_hclx_using_subcommand functions" -l format -d 'How the answer is printed' -r -f -a "text\t''
json\t''"
complete -c hclx -n "__fish_hclx_using_subcommand functions" -s h -l help -d 'Print help'
complete -c hclx -n "__fish_hclx_using_subcommand explain" -l format -d 'How the answer is printed' -r -f -a "text\t''
json\t''"
complete -c hclx -n "__fish_hclx_using_subcommand explain" -s h -l help -d 'Print help'
complete -c hclx -n "__fish_hclx_using_subcommand config" -l config -d 'Read settings from a file instead of the nearest hclx.toml' -r -F
complete -c hclx -n "__fish_hclx_using_subcommand config" -l format -d 'How the answer is printed' -r -f -a "text\t''
json\t''"
complete -c hclx -n "__fish_hclx_using_subcommand config" -l color -d 'When to use colours; auto obeys NO_COLOR and CLICOLOR_FORCE' -r -f -a "auto\t''
always\t''
never\t''"
complete -c hclx -n "__fish_hclx_using_subcommand config" -l no-config -d 'Read no hclx.toml'
complete -c hclx -n "__fish_hclx_using_subcommand config" -l json-schema -d 'Print a JSON Schema of hclx.toml'
complete -c hclx -n "__fish_hclx_using_subcommand config" -s h -l help -d 'Print help'
complete -c hclx -n "__fish_hclx_using_subcommand completions" -s h -l help -d 'Print help'
complete -c hclx -n "__fish_hclx_using_subcommand man" -s h -l help -d 'Print help'
complete -c hclx -n "__fish_hclx_using_subcommand help; and not __fish_seen_subcommand_from check infer eval convert unify type assignable refine decode parse batch schema functions explain config completions man help" -f -a "check" -d 'Report what is wrong in files and directories'
complete -c hclx -n "__fish_hclx_using_subcommand help; and not __fish_seen_subcommand_from check infer eval convert unify type assignable refine decode parse batch schema functions explain config completions man help" -f -a "infer" -d 'Print the type of everything in files, or of an expression'
complete -c hclx -n "__fish_hclx_using_subcommand help; and not __fish_seen_subcommand_from check infer eval convert unify type assignable refine decode parse batch schema functions explain config completions man help" -f -a "eval" -d 'Print values, as far as they are known'
complete -c hclx -n "__fish_hclx_using_subcommand help; and not __fish_seen_subcommand_from check infer eval convert unify type assignable refine decode parse batch schema functions explain config completions man help" -f -a "convert" -d 'Say whether a type converts to another, or convert a value'
complete -c hclx -n "__fish_hclx_using_subcommand help; and not __fish_seen_subcommand_from check infer eval convert unify type assignable refine decode parse batch schema functions explain config completions man help" -f -a "unify" -d 'Print the type that all of several types convert to'
complete -c hclx -n "__fish_hclx_using_subcommand help; and not __fish_seen_subcommand_from check infer eval convert unify type assignable refine decode parse batch schema functions explain config completions man help" -f -a "type" -d 'Print a type expression in canonical form'
complete -c hclx -n "__fish_hclx_using_subcommand help; and not __fish_seen_subcommand_from check infer eval convert unify type assignable refine decode parse batch schema functions explain config completions man help" -f -a "assignable" -d 'Tell whether values of one type may be given where another is wanted, without conversion'
complete -c hclx -n "__fish_hclx_using_subcommand help; and not __fish_seen_subcommand_from check infer eval convert unify type assignable refine decode parse batch schema functions explain config completions man help" -f -a "refine" -d 'Narrow an unknown value by facts and print what is then known'
complete -c hclx -n "__fish_hclx_using_subcommand help; and not __fish_seen_subcommand_from check infer eval convert unify type assignable refine decode parse batch schema functions explain config completions man help" -f -a "decode" -d 'Decode a configuration by an hcldec specification, as hcldec does'
complete -c hclx -n "__fish_hclx_using_subcommand help; and not __fish_seen_subcommand_from check infer eval convert unify type assignable refine decode parse batch schema functions explain config completions man help" -f -a "parse" -d 'Print the syntax tree of a file'
complete -c hclx -n "__fish_hclx_using_subcommand help; and not __fish_seen_subcommand_from check infer eval convert unify type assignable refine decode parse batch schema functions explain config completions man help" -f -a "batch" -d 'Answer questions that come as JSON lines on stdin'
complete -c hclx -n "__fish_hclx_using_subcommand help; and not __fish_seen_subcommand_from check infer eval convert unify type assignable refine decode parse batch schema functions explain config completions man help" -f -a "schema" -d 'Keep schemas of providers and packages, by which resources are checked, and show them'
complete -c hclx -n "__fish_hclx_using_subcommand help; and not __fish_seen_subcommand_from check infer eval convert unify type assignable refine decode parse batch schema functions explain config completions man help" -f -a "functions" -d 'List functions, or show one with its examples'
complete -c hclx -n "__fish_hclx_using_subcommand help; and not __fish_seen_subcommand_from check infer eval convert unify type assignable refine decode parse batch schema functions explain config completions man help" -f -a "explain" -d 'Explain a finding, or list all kinds of findings'
complete -c hclx -n "__fish_hclx_using_subcommand help; and not __fish_seen_subcommand_from check infer eval convert unify type assignable refine decode parse batch schema functions explain config completions man help" -f -a "config" -d 'Print each setting with where it comes from'
complete -c hclx -n "__fish_hclx_using_subcommand help; and not __fish_seen_subcommand_from check infer eval convert unify type assignable refine decode parse batch schema functions explain config completions man help" -f -a "completions" -d 'Print completions for a shell'
complete -c hclx -n "__fish_hclx_using_subcommand help; and not __fish_seen_subcommand_from check infer eval convert unify type assignable refine decode parse batch schema functions explain config completions man help" -f -a "man" -d 'Print the man page, or that of a command'
complete -c hclx -n "__fish_hclx_using_subcommand help; and not __fish_seen_subcommand_from check infer eval convert unify type assignable refine decode parse batch schema functions explain config completions man help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
