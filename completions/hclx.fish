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
complete -c hclx -n "__fish_hclx_needs_command" -f -a "check" -d 'Report errors in files and directories'
complete -c hclx -n "__fish_hclx_needs_command" -f -a "test" -d 'Predict what `terraform test` reports, without running anything'
complete -c hclx -n "__fish_hclx_needs_command" -f -a "infer" -d 'Print the types of everything in files, or of an expression'
complete -c hclx -n "__fish_hclx_needs_command" -f -a "eval" -d 'Print values, as far as they are known'
complete -c hclx -n "__fish_hclx_needs_command" -f -a "convert" -d 'Check whether one type converts to another, or convert a value'
complete -c hclx -n "__fish_hclx_needs_command" -f -a "unify" -d 'Print the common type of several types'
complete -c hclx -n "__fish_hclx_needs_command" -f -a "type" -d 'Print a type expression in canonical form'
complete -c hclx -n "__fish_hclx_needs_command" -f -a "assignable" -d 'Check whether one type is assignable to another without conversion'
complete -c hclx -n "__fish_hclx_needs_command" -f -a "refine" -d 'Refine an unknown value and print the result'
complete -c hclx -n "__fish_hclx_needs_command" -f -a "fmt" -d 'Format HCL files as `terraform fmt` does'
complete -c hclx -n "__fish_hclx_needs_command" -f -a "refs" -d 'Print where a name is declared, given a value and used'
complete -c hclx -n "__fish_hclx_needs_command" -f -a "rename" -d 'Rename a variable, local value, output, module call or resource everywhere'
complete -c hclx -n "__fish_hclx_needs_command" -f -a "docs" -d 'Write the documentation of modules: inputs, outputs, requirements'
complete -c hclx -n "__fish_hclx_needs_command" -f -a "generate" -d 'Generate a JSON Schema of a module\'s inputs, or a values file to fill in'
complete -c hclx -n "__fish_hclx_needs_command" -f -a "breaking" -d 'Report changes to modules that break their callers'
complete -c hclx -n "__fish_hclx_needs_command" -f -a "graph" -d 'Print the references in a module and in the modules that it calls'
complete -c hclx -n "__fish_hclx_needs_command" -f -a "decode" -d 'Decode a configuration with an hcldec specification, like hcldec'
complete -c hclx -n "__fish_hclx_needs_command" -f -a "parse" -d 'Print the syntax tree of a file'
complete -c hclx -n "__fish_hclx_needs_command" -f -a "batch" -d 'Answer questions given as JSON lines on standard input'
complete -c hclx -n "__fish_hclx_needs_command" -f -a "lsp" -d 'Serve editors over the Language Server Protocol'
complete -c hclx -n "__fish_hclx_needs_command" -f -a "schema" -d 'Manage the schemas of providers and packages'
complete -c hclx -n "__fish_hclx_needs_command" -f -a "policy" -d 'List and show the policies of the starter set'
complete -c hclx -n "__fish_hclx_needs_command" -f -a "cache" -d 'Print or clear the directory with the findings of earlier runs'
complete -c hclx -n "__fish_hclx_needs_command" -f -a "functions" -d 'List functions, or show one with its examples'
complete -c hclx -n "__fish_hclx_needs_command" -f -a "explain" -d 'Explain a code, or list all codes'
complete -c hclx -n "__fish_hclx_needs_command" -f -a "config" -d 'Print every setting and its origin'
complete -c hclx -n "__fish_hclx_needs_command" -f -a "completions" -d 'Print a completion script for a shell'
complete -c hclx -n "__fish_hclx_needs_command" -f -a "man" -d 'Print the man page of hclx or of a command'
complete -c hclx -n "__fish_hclx_needs_command" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c hclx -n "__fish_hclx_using_subcommand check" -l format -d 'Output format of findings; full shows the source; default: HCLX_FORMAT or full' -r -f -a "full\t''
concise\t''
json\t''
ndjson\t''
sarif\t''
github\t''
gitlab\t''
junit\t''
checkstyle\t''
rdjson\t''
html\t''
agent\t''"
complete -c hclx -n "__fish_hclx_using_subcommand check" -l output -d 'Also write findings in a format to a file' -r
complete -c hclx -n "__fish_hclx_using_subcommand check" -l output-file -d 'Write findings to a file instead of standard output' -r -F
complete -c hclx -n "__fish_hclx_using_subcommand check" -l max-findings -d 'Print at most N findings, and the number of those left out' -r
complete -c hclx -n "__fish_hclx_using_subcommand check" -l select -d 'Report only errors and these codes and groups of lints' -r
complete -c hclx -n "__fish_hclx_using_subcommand check" -l only -d 'Print only findings of these codes and groups; the exit code counts all' -r
complete -c hclx -n "__fish_hclx_using_subcommand check" -l ignore -d 'Do not report a code or group, except as an error that is certain' -r
complete -c hclx -n "__fish_hclx_using_subcommand check" -l warn -d 'Report a code or group as a warning' -r
complete -c hclx -n "__fish_hclx_using_subcommand check" -l deny -d 'Report a code or group as an error' -r
complete -c hclx -n "__fish_hclx_using_subcommand check" -l baseline -d 'Hide the findings listed in a baseline file' -r -F
complete -c hclx -n "__fish_hclx_using_subcommand check" -l since -d 'Report only findings on lines changed since a git revision' -r
complete -c hclx -n "__fish_hclx_using_subcommand check" -l exclude -d 'Skip files and directories that match a pattern, besides those of hclx.toml' -r
complete -c hclx -n "__fish_hclx_using_subcommand check" -l files-from -d 'Read file names, one per line or separated by NUL; - is standard input' -r -F
complete -c hclx -n "__fish_hclx_using_subcommand check" -s s -l spec -d 'Read an hcldec specification of the files' -r -F
complete -c hclx -n "__fish_hclx_using_subcommand check" -l dialect -d 'Functions and rules; auto detects the language by file name' -r -f -a "auto\t''
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
terraform-stacks\t''
terraform-policy\t''
nomad-volume\t''
nomad-variable\t''
terraform-cli\t''
tflint\t''
terraform-lock\t''
copywrite\t''
terramate\t''
flowpipe\t''
powerpipe\t''"
complete -c hclx -n "__fish_hclx_using_subcommand check" -l rules -d 'Type system: that of go-cty, or extended with int, union, promise, output and none' -r -f -a "hcl\t''
extended\t''"
complete -c hclx -n "__fish_hclx_using_subcommand check" -l lang -d 'Syntax, regardless of the file name' -r -f -a "native\t''
json\t''
mull\t''"
complete -c hclx -n "__fish_hclx_using_subcommand check" -l var -d 'Set a variable to a value or to unknown(TYPE, REFINEMENT...); \'NAME: TYPE\' sets an unknown of that type; for Mull a YAML scalar' -r
complete -c hclx -n "__fish_hclx_using_subcommand check" -l var-file -d 'Read variables from an HCL or JSON file, for Mull from YAML or JSON' -r -F
complete -c hclx -n "__fish_hclx_using_subcommand check" -l provider-schema -d 'Read schemas printed by `terraform providers schema -json` or `pulumi package get-schema`' -r -F
complete -c hclx -n "__fish_hclx_using_subcommand check" -l policy -d 'Judge by the policies in a file or directory, in addition to those of hclx.toml' -r -F
complete -c hclx -n "__fish_hclx_using_subcommand check" -l policy-input -d 'Set an input of policies' -r
complete -c hclx -n "__fish_hclx_using_subcommand check" -l require-schemas -d 'Exit with 2 unless each provider has a schema of a release that may be selected; exact: of the selected one' -r -f -a "admitted\t''
exact\t''"
complete -c hclx -n "__fish_hclx_using_subcommand check" -l root -d 'Let functions such as `file` read files below DIR; by default they read nothing' -r
complete -c hclx -n "__fish_hclx_using_subcommand check" -l ctx -d 'For Mull: read `ctx.options` from a YAML or JSON file' -r -F
complete -c hclx -n "__fish_hclx_using_subcommand check" -l schema -d 'For Mull: the metatype, mull:document, mull:data or PATH#Type; overrides $schema' -r
complete -c hclx -n "__fish_hclx_using_subcommand check" -l import-root -d 'For Mull: allow imports from below DIR; default: the file\'s directory' -r
complete -c hclx -n "__fish_hclx_using_subcommand check" -l max-memory -d 'Memory for the values made by one unit, such as 64M; default: 128M, more for large files' -r
complete -c hclx -n "__fish_hclx_using_subcommand check" -l max-steps -d 'Expressions that one unit may visit, and work of functions; default: 20000000, more for large files' -r
complete -c hclx -n "__fish_hclx_using_subcommand check" -l config -d 'Read settings from a file instead of the nearest hclx.toml' -r -F
complete -c hclx -n "__fish_hclx_using_subcommand check" -l stdin-filename -d 'File name of standard input, for messages and to detect the syntax' -r
complete -c hclx -n "__fish_hclx_using_subcommand check" -s j -l jobs -d 'Number of files judged at a time; 0, the default, is one per core' -r
complete -c hclx -n "__fish_hclx_using_subcommand check" -l color -d 'When to use colors; auto honors NO_COLOR and CLICOLOR_FORCE' -r -f -a "auto\t''
always\t''
never\t''"
complete -c hclx -n "__fish_hclx_using_subcommand check" -l deny-warnings -d 'Exit with 1 on warnings too'
complete -c hclx -n "__fish_hclx_using_subcommand check" -l allow-empty -d 'Succeed even if no file with a known name is found'
complete -c hclx -n "__fish_hclx_using_subcommand check" -l exit-zero -d 'Exit with 0 despite findings, unless the job could not be done'
complete -c hclx -n "__fish_hclx_using_subcommand check" -l statistics -d 'Print the number of findings by code instead of the findings'
complete -c hclx -n "__fish_hclx_using_subcommand check" -l no-ignores -d 'Also report findings that comments suppress'
complete -c hclx -n "__fish_hclx_using_subcommand check" -l fix -d 'Apply safe edits'
complete -c hclx -n "__fish_hclx_using_subcommand check" -l unsafe-fixes -d 'Also apply suggested edits'
complete -c hclx -n "__fish_hclx_using_subcommand check" -l diff -d 'Print the changes --fix would make, without making them'
complete -c hclx -n "__fish_hclx_using_subcommand check" -l exit-nonzero-on-fix -d 'Exit with 1 if something was fixed'
complete -c hclx -n "__fish_hclx_using_subcommand check" -l update-baseline -d 'Write the findings to the baseline and exit with 0'
complete -c hclx -n "__fish_hclx_using_subcommand check" -l strict-baseline -d 'Exit with 1 if a finding in the baseline no longer occurs'
complete -c hclx -n "__fish_hclx_using_subcommand check" -l show-files -d 'Print the files that would be checked, and do nothing else'
complete -c hclx -n "__fish_hclx_using_subcommand check" -l watch -d 'Check again whenever a file changes, until interrupted'
complete -c hclx -n "__fish_hclx_using_subcommand check" -l no-policy -d 'Judge by no policies, whatever hclx.toml says'
complete -c hclx -n "__fish_hclx_using_subcommand check" -l deny-open -d 'Exit with 1 if the verdict of a policy is open'
complete -c hclx -n "__fish_hclx_using_subcommand check" -l no-schema-cache -d 'Use only the schemas given with --provider-schema and those that are part of hclx'
complete -c hclx -n "__fish_hclx_using_subcommand check" -l no-schemas -d 'Use only the schemas given with --provider-schema'
complete -c hclx -n "__fish_hclx_using_subcommand check" -l no-cache -d 'Check everything again, and cache nothing for later runs'
complete -c hclx -n "__fish_hclx_using_subcommand check" -l no-config -d 'Ignore hclx.toml files'
complete -c hclx -n "__fish_hclx_using_subcommand check" -s q -l quiet -d 'Print no summary and no notes'
complete -c hclx -n "__fish_hclx_using_subcommand check" -s v -l verbose -d 'Report assumptions and everything that was not checked'
complete -c hclx -n "__fish_hclx_using_subcommand check" -s h -l help -d 'Print help'
complete -c hclx -n "__fish_hclx_using_subcommand test" -l format -d 'Output format' -r -f -a "text\t''
json\t''
junit\t''
github\t''
sarif\t''
rdjson\t''"
complete -c hclx -n "__fish_hclx_using_subcommand test" -l filter -d 'Print only some runs; * stands for any characters' -r
complete -c hclx -n "__fish_hclx_using_subcommand test" -l test-directory -d 'The directory of test files in a module; default: tests' -r
complete -c hclx -n "__fish_hclx_using_subcommand test" -l dialect -d 'Functions and rules; auto detects the language by file name' -r -f -a "auto\t''
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
terraform-stacks\t''
terraform-policy\t''
nomad-volume\t''
nomad-variable\t''
terraform-cli\t''
tflint\t''
terraform-lock\t''
copywrite\t''
terramate\t''
flowpipe\t''
powerpipe\t''"
complete -c hclx -n "__fish_hclx_using_subcommand test" -l var -d 'Set a variable to a value or to unknown(TYPE, REFINEMENT...); \'NAME: TYPE\' sets an unknown of that type; for Mull a YAML scalar' -r
complete -c hclx -n "__fish_hclx_using_subcommand test" -l var-file -d 'Read variables from an HCL or JSON file, for Mull from YAML or JSON' -r -F
complete -c hclx -n "__fish_hclx_using_subcommand test" -l provider-schema -d 'Read schemas printed by `terraform providers schema -json` or `pulumi package get-schema`' -r -F
complete -c hclx -n "__fish_hclx_using_subcommand test" -l max-memory -d 'Memory for the values made by one unit, such as 64M; default: 128M, more for large files' -r
complete -c hclx -n "__fish_hclx_using_subcommand test" -l max-steps -d 'Expressions that one unit may visit, and work of functions; default: 20000000, more for large files' -r
complete -c hclx -n "__fish_hclx_using_subcommand test" -l config -d 'Read settings from a file instead of the nearest hclx.toml' -r -F
complete -c hclx -n "__fish_hclx_using_subcommand test" -s j -l jobs -d 'Number of files judged at a time; 0, the default, is one per core' -r
complete -c hclx -n "__fish_hclx_using_subcommand test" -l color -d 'When to use colors; auto honors NO_COLOR and CLICOLOR_FORCE' -r -f -a "auto\t''
always\t''
never\t''"
complete -c hclx -n "__fish_hclx_using_subcommand test" -l watch -d 'Check again whenever a file changes, until interrupted'
complete -c hclx -n "__fish_hclx_using_subcommand test" -l deny-open -d 'Exit with 1 if a run is open'
complete -c hclx -n "__fish_hclx_using_subcommand test" -l coverage -d 'List policies without a mock that passes, or without one that fails'
complete -c hclx -n "__fish_hclx_using_subcommand test" -l open-filters -d 'Print arguments of `terraform test` for the files with open runs'
complete -c hclx -n "__fish_hclx_using_subcommand test" -l allow-empty -d 'Succeed even if no file with a known name is found'
complete -c hclx -n "__fish_hclx_using_subcommand test" -l no-schema-cache -d 'Use only the schemas given with --provider-schema and those that are part of hclx'
complete -c hclx -n "__fish_hclx_using_subcommand test" -l no-config -d 'Ignore hclx.toml files'
complete -c hclx -n "__fish_hclx_using_subcommand test" -s q -l quiet -d 'Print no summary and no notes'
complete -c hclx -n "__fish_hclx_using_subcommand test" -s h -l help -d 'Print help'
complete -c hclx -n "__fish_hclx_using_subcommand infer" -s e -l expr -d 'Evaluate an expression instead of a file, or in the scope of a module' -r
complete -c hclx -n "__fish_hclx_using_subcommand infer" -l at -d 'Print the type of the expression at a position' -r
complete -c hclx -n "__fish_hclx_using_subcommand infer" -l format -d 'Output format' -r -f -a "text\t''
json\t''"
complete -c hclx -n "__fish_hclx_using_subcommand infer" -l dialect -d 'Functions and rules; auto detects the language by file name' -r -f -a "auto\t''
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
terraform-stacks\t''
terraform-policy\t''
nomad-volume\t''
nomad-variable\t''
terraform-cli\t''
tflint\t''
terraform-lock\t''
copywrite\t''
terramate\t''
flowpipe\t''
powerpipe\t''"
complete -c hclx -n "__fish_hclx_using_subcommand infer" -l rules -d 'Type system: that of go-cty, or extended with int, union, promise, output and none' -r -f -a "hcl\t''
extended\t''"
complete -c hclx -n "__fish_hclx_using_subcommand infer" -l lang -d 'Syntax, regardless of the file name' -r -f -a "native\t''
json\t''
mull\t''"
complete -c hclx -n "__fish_hclx_using_subcommand infer" -l var -d 'Set a variable to a value or to unknown(TYPE, REFINEMENT...); \'NAME: TYPE\' sets an unknown of that type; for Mull a YAML scalar' -r
complete -c hclx -n "__fish_hclx_using_subcommand infer" -l var-file -d 'Read variables from an HCL or JSON file, for Mull from YAML or JSON' -r -F
complete -c hclx -n "__fish_hclx_using_subcommand infer" -l provider-schema -d 'Read schemas printed by `terraform providers schema -json` or `pulumi package get-schema`' -r -F
complete -c hclx -n "__fish_hclx_using_subcommand infer" -l root -d 'Let functions such as `file` read files below DIR; by default they read nothing' -r
complete -c hclx -n "__fish_hclx_using_subcommand infer" -l ctx -d 'For Mull: read `ctx.options` from a YAML or JSON file' -r -F
complete -c hclx -n "__fish_hclx_using_subcommand infer" -l schema -d 'For Mull: the metatype, mull:document, mull:data or PATH#Type; overrides $schema' -r
complete -c hclx -n "__fish_hclx_using_subcommand infer" -l import-root -d 'For Mull: allow imports from below DIR; default: the file\'s directory' -r
complete -c hclx -n "__fish_hclx_using_subcommand infer" -l max-memory -d 'Memory for the values made by one unit, such as 64M; default: 128M, more for large files' -r
complete -c hclx -n "__fish_hclx_using_subcommand infer" -l max-steps -d 'Expressions that one unit may visit, and work of functions; default: 20000000, more for large files' -r
complete -c hclx -n "__fish_hclx_using_subcommand infer" -l as -d 'For Mull: print types in HCL\'s notation' -r -f -a "hcl\t''"
complete -c hclx -n "__fish_hclx_using_subcommand infer" -l config -d 'Read settings from a file instead of the nearest hclx.toml' -r -F
complete -c hclx -n "__fish_hclx_using_subcommand infer" -l stdin-filename -d 'File name of standard input, for messages and to detect the syntax' -r
complete -c hclx -n "__fish_hclx_using_subcommand infer" -s j -l jobs -d 'Number of files judged at a time; 0, the default, is one per core' -r
complete -c hclx -n "__fish_hclx_using_subcommand infer" -l color -d 'When to use colors; auto honors NO_COLOR and CLICOLOR_FORCE' -r -f -a "auto\t''
always\t''
never\t''"
complete -c hclx -n "__fish_hclx_using_subcommand infer" -l raw -d 'Print the type of an expression without a line break'
complete -c hclx -n "__fish_hclx_using_subcommand infer" -l allow-undeclared -d 'Treat undeclared names in an expression as unknown'
complete -c hclx -n "__fish_hclx_using_subcommand infer" -l allow-empty -d 'Succeed even if no file with a known name is found'
complete -c hclx -n "__fish_hclx_using_subcommand infer" -l no-schema-cache -d 'Use only the schemas given with --provider-schema and those that are part of hclx'
complete -c hclx -n "__fish_hclx_using_subcommand infer" -l no-schemas -d 'Use only the schemas given with --provider-schema'
complete -c hclx -n "__fish_hclx_using_subcommand infer" -l no-config -d 'Ignore hclx.toml files'
complete -c hclx -n "__fish_hclx_using_subcommand infer" -s q -l quiet -d 'Print no summary and no notes'
complete -c hclx -n "__fish_hclx_using_subcommand infer" -s v -l verbose -d 'Report assumptions and everything that was not checked'
complete -c hclx -n "__fish_hclx_using_subcommand infer" -s h -l help -d 'Print help'
complete -c hclx -n "__fish_hclx_using_subcommand eval" -s e -l expr -d 'Evaluate an expression instead of a file, or in the scope of a module' -r
complete -c hclx -n "__fish_hclx_using_subcommand eval" -l out -d 'Print plain data; unknown parts are an error' -r -f -a "json\t''
yaml\t''
hcl\t''"
complete -c hclx -n "__fish_hclx_using_subcommand eval" -l format -d 'Output format' -r -f -a "text\t''
json\t''"
complete -c hclx -n "__fish_hclx_using_subcommand eval" -l dialect -d 'Functions and rules; auto detects the language by file name' -r -f -a "auto\t''
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
terraform-stacks\t''
terraform-policy\t''
nomad-volume\t''
nomad-variable\t''
terraform-cli\t''
tflint\t''
terraform-lock\t''
copywrite\t''
terramate\t''
flowpipe\t''
powerpipe\t''"
complete -c hclx -n "__fish_hclx_using_subcommand eval" -l rules -d 'Type system: that of go-cty, or extended with int, union, promise, output and none' -r -f -a "hcl\t''
extended\t''"
complete -c hclx -n "__fish_hclx_using_subcommand eval" -l lang -d 'Syntax, regardless of the file name' -r -f -a "native\t''
json\t''
mull\t''"
complete -c hclx -n "__fish_hclx_using_subcommand eval" -l var -d 'Set a variable to a value or to unknown(TYPE, REFINEMENT...); \'NAME: TYPE\' sets an unknown of that type; for Mull a YAML scalar' -r
complete -c hclx -n "__fish_hclx_using_subcommand eval" -l var-file -d 'Read variables from an HCL or JSON file, for Mull from YAML or JSON' -r -F
complete -c hclx -n "__fish_hclx_using_subcommand eval" -l provider-schema -d 'Read schemas printed by `terraform providers schema -json` or `pulumi package get-schema`' -r -F
complete -c hclx -n "__fish_hclx_using_subcommand eval" -l root -d 'Let functions such as `file` read files below DIR; by default they read nothing' -r
complete -c hclx -n "__fish_hclx_using_subcommand eval" -l ctx -d 'For Mull: read `ctx.options` from a YAML or JSON file' -r -F
complete -c hclx -n "__fish_hclx_using_subcommand eval" -l schema -d 'For Mull: the metatype, mull:document, mull:data or PATH#Type; overrides $schema' -r
complete -c hclx -n "__fish_hclx_using_subcommand eval" -l import-root -d 'For Mull: allow imports from below DIR; default: the file\'s directory' -r
complete -c hclx -n "__fish_hclx_using_subcommand eval" -l max-memory -d 'Memory for the values made by one unit, such as 64M; default: 128M, more for large files' -r
complete -c hclx -n "__fish_hclx_using_subcommand eval" -l max-steps -d 'Expressions that one unit may visit, and work of functions; default: 20000000, more for large files' -r
complete -c hclx -n "__fish_hclx_using_subcommand eval" -l config -d 'Read settings from a file instead of the nearest hclx.toml' -r -F
complete -c hclx -n "__fish_hclx_using_subcommand eval" -l stdin-filename -d 'File name of standard input, for messages and to detect the syntax' -r
complete -c hclx -n "__fish_hclx_using_subcommand eval" -l color -d 'When to use colors; auto honors NO_COLOR and CLICOLOR_FORCE' -r -f -a "auto\t''
always\t''
never\t''"
complete -c hclx -n "__fish_hclx_using_subcommand eval" -l allow-undeclared -d 'Treat undeclared names in an expression as unknown'
complete -c hclx -n "__fish_hclx_using_subcommand eval" -l raw -d 'Print a string without quotes and line break, as `terraform output -raw` does; also a number or a bool'
complete -c hclx -n "__fish_hclx_using_subcommand eval" -l no-schema-cache -d 'Use only the schemas given with --provider-schema and those that are part of hclx'
complete -c hclx -n "__fish_hclx_using_subcommand eval" -l no-schemas -d 'Use only the schemas given with --provider-schema'
complete -c hclx -n "__fish_hclx_using_subcommand eval" -l sort-keys -d 'For Mull: sort keys instead of printing them in source order'
complete -c hclx -n "__fish_hclx_using_subcommand eval" -l no-config -d 'Ignore hclx.toml files'
complete -c hclx -n "__fish_hclx_using_subcommand eval" -s q -l quiet -d 'Print no summary and no notes'
complete -c hclx -n "__fish_hclx_using_subcommand eval" -s h -l help -d 'Print help'
complete -c hclx -n "__fish_hclx_using_subcommand convert" -l value -d 'Ask about a value instead of a type' -r
complete -c hclx -n "__fish_hclx_using_subcommand convert" -l rules -d 'Type system: that of go-cty, or extended with int, union, promise, output and none' -r -f -a "hcl\t''
extended\t''"
complete -c hclx -n "__fish_hclx_using_subcommand convert" -l max-memory -d 'Memory for the values made by one unit, such as 64M; default: 128M, more for large files' -r
complete -c hclx -n "__fish_hclx_using_subcommand convert" -l max-steps -d 'Expressions that one unit may visit, and work of functions; default: 20000000, more for large files' -r
complete -c hclx -n "__fish_hclx_using_subcommand convert" -l format -d 'Output format' -r -f -a "text\t''
json\t''"
complete -c hclx -n "__fish_hclx_using_subcommand convert" -l color -d 'When to use colors; auto honors NO_COLOR and CLICOLOR_FORCE' -r -f -a "auto\t''
always\t''
never\t''"
complete -c hclx -n "__fish_hclx_using_subcommand convert" -l safe -d 'Exit with 1 unless the conversion is safe'
complete -c hclx -n "__fish_hclx_using_subcommand convert" -s q -l quiet -d 'Print no summary and no notes'
complete -c hclx -n "__fish_hclx_using_subcommand convert" -s h -l help -d 'Print help'
complete -c hclx -n "__fish_hclx_using_subcommand unify" -l rules -d 'Type system: that of go-cty, or extended with int, union, promise, output and none' -r -f -a "hcl\t''
extended\t''"
complete -c hclx -n "__fish_hclx_using_subcommand unify" -l max-memory -d 'Memory for the values made by one unit, such as 64M; default: 128M, more for large files' -r
complete -c hclx -n "__fish_hclx_using_subcommand unify" -l max-steps -d 'Expressions that one unit may visit, and work of functions; default: 20000000, more for large files' -r
complete -c hclx -n "__fish_hclx_using_subcommand unify" -l format -d 'Output format' -r -f -a "text\t''
json\t''"
complete -c hclx -n "__fish_hclx_using_subcommand unify" -l color -d 'When to use colors; auto honors NO_COLOR and CLICOLOR_FORCE' -r -f -a "auto\t''
always\t''
never\t''"
complete -c hclx -n "__fish_hclx_using_subcommand unify" -l unsafe -d 'Allow conversions that can fail'
complete -c hclx -n "__fish_hclx_using_subcommand unify" -l union -d 'If no common type exists, answer with the union'
complete -c hclx -n "__fish_hclx_using_subcommand unify" -s q -l quiet -d 'Print no summary and no notes'
complete -c hclx -n "__fish_hclx_using_subcommand unify" -s h -l help -d 'Print help'
complete -c hclx -n "__fish_hclx_using_subcommand type" -l max-memory -d 'Memory for the values made by one unit, such as 64M; default: 128M, more for large files' -r
complete -c hclx -n "__fish_hclx_using_subcommand type" -l max-steps -d 'Expressions that one unit may visit, and work of functions; default: 20000000, more for large files' -r
complete -c hclx -n "__fish_hclx_using_subcommand type" -l format -d 'Output format' -r -f -a "text\t''
json\t''"
complete -c hclx -n "__fish_hclx_using_subcommand type" -l color -d 'When to use colors; auto honors NO_COLOR and CLICOLOR_FORCE' -r -f -a "auto\t''
always\t''
never\t''"
complete -c hclx -n "__fish_hclx_using_subcommand type" -s q -l quiet -d 'Print no summary and no notes'
complete -c hclx -n "__fish_hclx_using_subcommand type" -s h -l help -d 'Print help'
complete -c hclx -n "__fish_hclx_using_subcommand assignable" -l max-memory -d 'Memory for the values made by one unit, such as 64M; default: 128M, more for large files' -r
complete -c hclx -n "__fish_hclx_using_subcommand assignable" -l max-steps -d 'Expressions that one unit may visit, and work of functions; default: 20000000, more for large files' -r
complete -c hclx -n "__fish_hclx_using_subcommand assignable" -l format -d 'Output format' -r -f -a "text\t''
json\t''"
complete -c hclx -n "__fish_hclx_using_subcommand assignable" -l color -d 'When to use colors; auto honors NO_COLOR and CLICOLOR_FORCE' -r -f -a "auto\t''
always\t''
never\t''"
complete -c hclx -n "__fish_hclx_using_subcommand assignable" -s q -l quiet -d 'Print no summary and no notes'
complete -c hclx -n "__fish_hclx_using_subcommand assignable" -s h -l help -d 'Print help'
complete -c hclx -n "__fish_hclx_using_subcommand refine" -l value -d 'Ask about a value instead of a type' -r
complete -c hclx -n "__fish_hclx_using_subcommand refine" -l prefix -d 'The string starts with S' -r
complete -c hclx -n "__fish_hclx_using_subcommand refine" -l prefix-safe -d 'The string starts with S without its last grapheme, which later characters may combine with' -r
complete -c hclx -n "__fish_hclx_using_subcommand refine" -l min -d 'The number is at least N' -r
complete -c hclx -n "__fish_hclx_using_subcommand refine" -l above -d 'The number is greater than N' -r
complete -c hclx -n "__fish_hclx_using_subcommand refine" -l max -d 'The number is at most N' -r
complete -c hclx -n "__fish_hclx_using_subcommand refine" -l below -d 'The number is less than N' -r
complete -c hclx -n "__fish_hclx_using_subcommand refine" -l length-min -d 'The collection has at least N elements' -r
complete -c hclx -n "__fish_hclx_using_subcommand refine" -l length-max -d 'The collection has at most N elements' -r
complete -c hclx -n "__fish_hclx_using_subcommand refine" -l length -d 'The collection has exactly N elements' -r
complete -c hclx -n "__fish_hclx_using_subcommand refine" -l one-of -d 'The value is an element of this list' -r
complete -c hclx -n "__fish_hclx_using_subcommand refine" -s e -l expr -d 'Evaluate an expression in which `it` is the refined value' -r
complete -c hclx -n "__fish_hclx_using_subcommand refine" -l dialect -d 'Functions and rules; auto detects the language by file name' -r -f -a "auto\t''
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
terraform-stacks\t''
terraform-policy\t''
nomad-volume\t''
nomad-variable\t''
terraform-cli\t''
tflint\t''
terraform-lock\t''
copywrite\t''
terramate\t''
flowpipe\t''
powerpipe\t''"
complete -c hclx -n "__fish_hclx_using_subcommand refine" -l rules -d 'Type system: that of go-cty, or extended with int, union, promise, output and none' -r -f -a "hcl\t''
extended\t''"
complete -c hclx -n "__fish_hclx_using_subcommand refine" -l max-memory -d 'Memory for the values made by one unit, such as 64M; default: 128M, more for large files' -r
complete -c hclx -n "__fish_hclx_using_subcommand refine" -l max-steps -d 'Expressions that one unit may visit, and work of functions; default: 20000000, more for large files' -r
complete -c hclx -n "__fish_hclx_using_subcommand refine" -l format -d 'Output format' -r -f -a "text\t''
json\t''"
complete -c hclx -n "__fish_hclx_using_subcommand refine" -l color -d 'When to use colors; auto honors NO_COLOR and CLICOLOR_FORCE' -r -f -a "auto\t''
always\t''
never\t''"
complete -c hclx -n "__fish_hclx_using_subcommand refine" -l not-null -d 'The value is not null'
complete -c hclx -n "__fish_hclx_using_subcommand refine" -l null -d 'The value is null'
complete -c hclx -n "__fish_hclx_using_subcommand refine" -s q -l quiet -d 'Print no summary and no notes'
complete -c hclx -n "__fish_hclx_using_subcommand refine" -s h -l help -d 'Print help'
complete -c hclx -n "__fish_hclx_using_subcommand fmt" -l range -d 'Format only the items that these lines of a file touch' -r
complete -c hclx -n "__fish_hclx_using_subcommand fmt" -l width -d 'Break lists, objects and calls that end beyond column N, one element on each line' -r
complete -c hclx -n "__fish_hclx_using_subcommand fmt" -l format -d 'Output format of findings; full shows the source; default: HCLX_FORMAT or full' -r -f -a "full\t''
concise\t''
json\t''
ndjson\t''
sarif\t''
github\t''
gitlab\t''
junit\t''
checkstyle\t''
rdjson\t''
html\t''
agent\t''"
complete -c hclx -n "__fish_hclx_using_subcommand fmt" -l since -d 'Format only files changed since a git revision' -r
complete -c hclx -n "__fish_hclx_using_subcommand fmt" -l files-from -d 'Read file names, one per line or separated by NUL; - is standard input' -r -F
complete -c hclx -n "__fish_hclx_using_subcommand fmt" -l dialect -d 'Functions and rules; auto detects the language by file name' -r -f -a "auto\t''
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
terraform-stacks\t''
terraform-policy\t''
nomad-volume\t''
nomad-variable\t''
terraform-cli\t''
tflint\t''
terraform-lock\t''
copywrite\t''
terramate\t''
flowpipe\t''
powerpipe\t''"
complete -c hclx -n "__fish_hclx_using_subcommand fmt" -l max-memory -d 'Memory for the values made by one unit, such as 64M; default: 128M, more for large files' -r
complete -c hclx -n "__fish_hclx_using_subcommand fmt" -l max-steps -d 'Expressions that one unit may visit, and work of functions; default: 20000000, more for large files' -r
complete -c hclx -n "__fish_hclx_using_subcommand fmt" -l config -d 'Read settings from a file instead of the nearest hclx.toml' -r -F
complete -c hclx -n "__fish_hclx_using_subcommand fmt" -l stdin-filename -d 'File name of standard input, for messages and to detect the syntax' -r
complete -c hclx -n "__fish_hclx_using_subcommand fmt" -s j -l jobs -d 'Number of files judged at a time; 0, the default, is one per core' -r
complete -c hclx -n "__fish_hclx_using_subcommand fmt" -l color -d 'When to use colors; auto honors NO_COLOR and CLICOLOR_FORCE' -r -f -a "auto\t''
always\t''
never\t''"
complete -c hclx -n "__fish_hclx_using_subcommand fmt" -l check -d 'Write nothing, and exit with 1 if a file would change'
complete -c hclx -n "__fish_hclx_using_subcommand fmt" -l diff -d 'Print the changes as a unified diff, and write nothing'
complete -c hclx -n "__fish_hclx_using_subcommand fmt" -l allow-empty -d 'Succeed even if no file with a known name is found'
complete -c hclx -n "__fish_hclx_using_subcommand fmt" -l no-config -d 'Ignore hclx.toml files'
complete -c hclx -n "__fish_hclx_using_subcommand fmt" -s q -l quiet -d 'Print no summary and no notes'
complete -c hclx -n "__fish_hclx_using_subcommand fmt" -s h -l help -d 'Print help'
complete -c hclx -n "__fish_hclx_using_subcommand refs" -l format -d 'Output format' -r -f -a "text\t''
json\t''"
complete -c hclx -n "__fish_hclx_using_subcommand refs" -l dialect -d 'Functions and rules; auto detects the language by file name' -r -f -a "auto\t''
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
terraform-stacks\t''
terraform-policy\t''
nomad-volume\t''
nomad-variable\t''
terraform-cli\t''
tflint\t''
terraform-lock\t''
copywrite\t''
terramate\t''
flowpipe\t''
powerpipe\t''"
complete -c hclx -n "__fish_hclx_using_subcommand refs" -l config -d 'Read settings from a file instead of the nearest hclx.toml' -r -F
complete -c hclx -n "__fish_hclx_using_subcommand refs" -l max-memory -d 'Memory for the values made by one unit, such as 64M; default: 128M, more for large files' -r
complete -c hclx -n "__fish_hclx_using_subcommand refs" -l color -d 'When to use colors; auto honors NO_COLOR and CLICOLOR_FORCE' -r -f -a "auto\t''
always\t''
never\t''"
complete -c hclx -n "__fish_hclx_using_subcommand refs" -l no-config -d 'Ignore hclx.toml files'
complete -c hclx -n "__fish_hclx_using_subcommand refs" -s q -l quiet -d 'Print no summary and no notes'
complete -c hclx -n "__fish_hclx_using_subcommand refs" -s h -l help -d 'Print help'
complete -c hclx -n "__fish_hclx_using_subcommand rename" -l dialect -d 'Functions and rules; auto detects the language by file name' -r -f -a "auto\t''
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
terraform-stacks\t''
terraform-policy\t''
nomad-volume\t''
nomad-variable\t''
terraform-cli\t''
tflint\t''
terraform-lock\t''
copywrite\t''
terramate\t''
flowpipe\t''
powerpipe\t''"
complete -c hclx -n "__fish_hclx_using_subcommand rename" -l config -d 'Read settings from a file instead of the nearest hclx.toml' -r -F
complete -c hclx -n "__fish_hclx_using_subcommand rename" -l max-memory -d 'Memory for the values made by one unit, such as 64M; default: 128M, more for large files' -r
complete -c hclx -n "__fish_hclx_using_subcommand rename" -l max-steps -d 'Expressions that one unit may visit, and work of functions; default: 20000000, more for large files' -r
complete -c hclx -n "__fish_hclx_using_subcommand rename" -s j -l jobs -d 'Number of files judged at a time; 0, the default, is one per core' -r
complete -c hclx -n "__fish_hclx_using_subcommand rename" -l color -d 'When to use colors; auto honors NO_COLOR and CLICOLOR_FORCE' -r -f -a "auto\t''
always\t''
never\t''"
complete -c hclx -n "__fish_hclx_using_subcommand rename" -l diff -d 'Print the changes as a unified diff, and write nothing'
complete -c hclx -n "__fish_hclx_using_subcommand rename" -l no-config -d 'Ignore hclx.toml files'
complete -c hclx -n "__fish_hclx_using_subcommand rename" -s q -l quiet -d 'Print no summary and no notes'
complete -c hclx -n "__fish_hclx_using_subcommand rename" -s h -l help -d 'Print help'
complete -c hclx -n "__fish_hclx_using_subcommand docs" -l format -d 'Tables, a heading for each name, or the description as JSON' -r -f -a "markdown\t''
document\t''
json\t''"
complete -c hclx -n "__fish_hclx_using_subcommand docs" -l docs-config -d 'Settings of terraform-docs for all modules; default: .terraform-docs.yml of each' -r -F
complete -c hclx -n "__fish_hclx_using_subcommand docs" -l inject -d 'Write the page between the markers of a file of each module' -r -F
complete -c hclx -n "__fish_hclx_using_subcommand docs" -l compat -d 'Write exactly what this tool writes, and nothing else' -r -f -a "terraform-docs\t''"
complete -c hclx -n "__fish_hclx_using_subcommand docs" -l sort -d 'Order of inputs, outputs and modules' -r -f -a "name\t''
required\t''
type\t''
source\t''"
complete -c hclx -n "__fish_hclx_using_subcommand docs" -l columns -d 'Columns of the table of inputs, separated by commas: description, type, default, required, constraints' -r
complete -c hclx -n "__fish_hclx_using_subcommand docs" -l show -d 'Sections to show, separated by commas' -r
complete -c hclx -n "__fish_hclx_using_subcommand docs" -l hide -d 'Sections to hide, separated by commas' -r
complete -c hclx -n "__fish_hclx_using_subcommand docs" -l header -d 'File in a module with the text that precedes its page; of a .tf file, the comment at its start' -r
complete -c hclx -n "__fish_hclx_using_subcommand docs" -l footer -d 'File in a module with the text that follows its page' -r
complete -c hclx -n "__fish_hclx_using_subcommand docs" -l dialect -d 'Functions and rules; auto detects the language by file name' -r -f -a "auto\t''
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
terraform-stacks\t''
terraform-policy\t''
nomad-volume\t''
nomad-variable\t''
terraform-cli\t''
tflint\t''
terraform-lock\t''
copywrite\t''
terramate\t''
flowpipe\t''
powerpipe\t''"
complete -c hclx -n "__fish_hclx_using_subcommand docs" -l provider-schema -d 'Read schemas printed by `terraform providers schema -json` or `pulumi package get-schema`' -r -F
complete -c hclx -n "__fish_hclx_using_subcommand docs" -l max-memory -d 'Memory for the values made by one unit, such as 64M; default: 128M, more for large files' -r
complete -c hclx -n "__fish_hclx_using_subcommand docs" -l max-steps -d 'Expressions that one unit may visit, and work of functions; default: 20000000, more for large files' -r
complete -c hclx -n "__fish_hclx_using_subcommand docs" -l config -d 'Read settings from a file instead of the nearest hclx.toml' -r -F
complete -c hclx -n "__fish_hclx_using_subcommand docs" -s j -l jobs -d 'Number of files judged at a time; 0, the default, is one per core' -r
complete -c hclx -n "__fish_hclx_using_subcommand docs" -l color -d 'When to use colors; auto honors NO_COLOR and CLICOLOR_FORCE' -r -f -a "auto\t''
always\t''
never\t''"
complete -c hclx -n "__fish_hclx_using_subcommand docs" -l check -d 'Write nothing, and exit with 1 if a file would change'
complete -c hclx -n "__fish_hclx_using_subcommand docs" -l recursive -d 'All modules below the directories'
complete -c hclx -n "__fish_hclx_using_subcommand docs" -l nested -d 'A row for each attribute of an input'
complete -c hclx -n "__fish_hclx_using_subcommand docs" -l no-schema-cache -d 'Use only the schemas given with --provider-schema and those that are part of hclx'
complete -c hclx -n "__fish_hclx_using_subcommand docs" -l no-schemas -d 'Use only the schemas given with --provider-schema'
complete -c hclx -n "__fish_hclx_using_subcommand docs" -l no-config -d 'Ignore hclx.toml files'
complete -c hclx -n "__fish_hclx_using_subcommand docs" -s q -l quiet -d 'Print no summary and no notes'
complete -c hclx -n "__fish_hclx_using_subcommand docs" -s h -l help -d 'Print help'
complete -c hclx -n "__fish_hclx_using_subcommand generate" -l out -d 'Write the text to a file; with several directories or --recursive, to this file of each module' -r -F
complete -c hclx -n "__fish_hclx_using_subcommand generate" -l draft -d 'Draft of JSON Schema' -r -f -a "2020-12\t''
07\t''"
complete -c hclx -n "__fish_hclx_using_subcommand generate" -l id -d 'The $id of the schema' -r
complete -c hclx -n "__fish_hclx_using_subcommand generate" -l dialect -d 'Functions and rules; auto detects the language by file name' -r -f -a "auto\t''
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
terraform-stacks\t''
terraform-policy\t''
nomad-volume\t''
nomad-variable\t''
terraform-cli\t''
tflint\t''
terraform-lock\t''
copywrite\t''
terramate\t''
flowpipe\t''
powerpipe\t''"
complete -c hclx -n "__fish_hclx_using_subcommand generate" -l max-memory -d 'Memory for the values made by one unit, such as 64M; default: 128M, more for large files' -r
complete -c hclx -n "__fish_hclx_using_subcommand generate" -l max-steps -d 'Expressions that one unit may visit, and work of functions; default: 20000000, more for large files' -r
complete -c hclx -n "__fish_hclx_using_subcommand generate" -l config -d 'Read settings from a file instead of the nearest hclx.toml' -r -F
complete -c hclx -n "__fish_hclx_using_subcommand generate" -s j -l jobs -d 'Number of files judged at a time; 0, the default, is one per core' -r
complete -c hclx -n "__fish_hclx_using_subcommand generate" -l color -d 'When to use colors; auto honors NO_COLOR and CLICOLOR_FORCE' -r -f -a "auto\t''
always\t''
never\t''"
complete -c hclx -n "__fish_hclx_using_subcommand generate" -l check -d 'Write nothing, and exit with 1 if a file is out of date'
complete -c hclx -n "__fish_hclx_using_subcommand generate" -l recursive -d 'All modules below the directories'
complete -c hclx -n "__fish_hclx_using_subcommand generate" -l required-only -d 'Omit inputs with a default'
complete -c hclx -n "__fish_hclx_using_subcommand generate" -l exact -d 'Accept everything that Terraform converts, such as numbers as strings; rules are only in x-hclx-rules'
complete -c hclx -n "__fish_hclx_using_subcommand generate" -l no-config -d 'Ignore hclx.toml files'
complete -c hclx -n "__fish_hclx_using_subcommand generate" -s q -l quiet -d 'Print no summary and no notes'
complete -c hclx -n "__fish_hclx_using_subcommand generate" -s h -l help -d 'Print help'
complete -c hclx -n "__fish_hclx_using_subcommand breaking" -l against -d 'The old version: a git revision of this repository, or a directory' -r
complete -c hclx -n "__fish_hclx_using_subcommand breaking" -l expect -d 'The highest level of changes that exits with 0; default: minor' -r -f -a "major\t''
minor\t''
patch\t''"
complete -c hclx -n "__fish_hclx_using_subcommand breaking" -l internal -d 'Exclude modules whose directories match a pattern: they have no callers outside' -r
complete -c hclx -n "__fish_hclx_using_subcommand breaking" -l format -d 'Output format of findings; full shows the source; default: HCLX_FORMAT or full' -r -f -a "full\t''
concise\t''
json\t''
ndjson\t''
sarif\t''
github\t''
gitlab\t''
junit\t''
checkstyle\t''
rdjson\t''
html\t''
agent\t''"
complete -c hclx -n "__fish_hclx_using_subcommand breaking" -l dialect -d 'Functions and rules; auto detects the language by file name' -r -f -a "auto\t''
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
terraform-stacks\t''
terraform-policy\t''
nomad-volume\t''
nomad-variable\t''
terraform-cli\t''
tflint\t''
terraform-lock\t''
copywrite\t''
terramate\t''
flowpipe\t''
powerpipe\t''"
complete -c hclx -n "__fish_hclx_using_subcommand breaking" -l max-memory -d 'Memory for the values made by one unit, such as 64M; default: 128M, more for large files' -r
complete -c hclx -n "__fish_hclx_using_subcommand breaking" -l max-steps -d 'Expressions that one unit may visit, and work of functions; default: 20000000, more for large files' -r
complete -c hclx -n "__fish_hclx_using_subcommand breaking" -l config -d 'Read settings from a file instead of the nearest hclx.toml' -r -F
complete -c hclx -n "__fish_hclx_using_subcommand breaking" -s j -l jobs -d 'Number of files judged at a time; 0, the default, is one per core' -r
complete -c hclx -n "__fish_hclx_using_subcommand breaking" -l color -d 'When to use colors; auto honors NO_COLOR and CLICOLOR_FORCE' -r -f -a "auto\t''
always\t''
never\t''"
complete -c hclx -n "__fish_hclx_using_subcommand breaking" -l all -d 'Also compare the interfaces of modules below `modules` that only this repository calls'
complete -c hclx -n "__fish_hclx_using_subcommand breaking" -l changelog -d 'Print the changes as markdown, by level'
complete -c hclx -n "__fish_hclx_using_subcommand breaking" -l no-config -d 'Ignore hclx.toml files'
complete -c hclx -n "__fish_hclx_using_subcommand breaking" -s q -l quiet -d 'Print no summary and no notes'
complete -c hclx -n "__fish_hclx_using_subcommand breaking" -s v -l verbose -d 'Report assumptions and everything that was not checked'
complete -c hclx -n "__fish_hclx_using_subcommand breaking" -s h -l help -d 'Print help'
complete -c hclx -n "__fish_hclx_using_subcommand graph" -l kind -d 'Declarations to show: all, resources with the chains between them, or module calls' -r -f -a "references\t''
resources\t''
modules\t''"
complete -c hclx -n "__fish_hclx_using_subcommand graph" -l format -d 'Output format: lines, a picture for Graphviz or Mermaid, or with --affected one root per line' -r -f -a "text\t''
dot\t''
mermaid\t''
json\t''
paths\t''"
complete -c hclx -n "__fish_hclx_using_subcommand graph" -l why -d 'Print the shortest chain of references from the declaration A to B' -r
complete -c hclx -n "__fish_hclx_using_subcommand graph" -l impact -d 'Print everything whose value may change with a declaration' -r
complete -c hclx -n "__fish_hclx_using_subcommand graph" -l since -d 'The git revision that --affected compares the files with' -r
complete -c hclx -n "__fish_hclx_using_subcommand graph" -l focus -d 'Show what a declaration depends on, and what depends on it' -r
complete -c hclx -n "__fish_hclx_using_subcommand graph" -l depth -d 'Follow at most N references from --focus' -r
complete -c hclx -n "__fish_hclx_using_subcommand graph" -l dialect -d 'Functions and rules; auto detects the language by file name' -r -f -a "auto\t''
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
terraform-stacks\t''
terraform-policy\t''
nomad-volume\t''
nomad-variable\t''
terraform-cli\t''
tflint\t''
terraform-lock\t''
copywrite\t''
terramate\t''
flowpipe\t''
powerpipe\t''"
complete -c hclx -n "__fish_hclx_using_subcommand graph" -l config -d 'Read settings from a file instead of the nearest hclx.toml' -r -F
complete -c hclx -n "__fish_hclx_using_subcommand graph" -l max-memory -d 'Memory for the values made by one unit, such as 64M; default: 128M, more for large files' -r
complete -c hclx -n "__fish_hclx_using_subcommand graph" -l color -d 'When to use colors; auto honors NO_COLOR and CLICOLOR_FORCE' -r -f -a "auto\t''
always\t''
never\t''"
complete -c hclx -n "__fish_hclx_using_subcommand graph" -l unused -d 'Print declarations that nothing refers to'
complete -c hclx -n "__fish_hclx_using_subcommand graph" -l affected -d 'Print the roots affected by changes since a revision, below the directory'
complete -c hclx -n "__fish_hclx_using_subcommand graph" -l no-config -d 'Ignore hclx.toml files'
complete -c hclx -n "__fish_hclx_using_subcommand graph" -s q -l quiet -d 'Print no summary and no notes'
complete -c hclx -n "__fish_hclx_using_subcommand graph" -s h -l help -d 'Print help'
complete -c hclx -n "__fish_hclx_using_subcommand decode" -s s -l spec -d 'Read an hcldec specification of the files' -r -F
complete -c hclx -n "__fish_hclx_using_subcommand decode" -s V -l vars -d 'Set variables: a JSON object or a values file' -r
complete -c hclx -n "__fish_hclx_using_subcommand decode" -s o -l out -d 'Write the result to a file' -r -F
complete -c hclx -n "__fish_hclx_using_subcommand decode" -l diags -d 'Print findings as JSON' -r -f -a "json\t''"
complete -c hclx -n "__fish_hclx_using_subcommand decode" -l max-memory -d 'Memory for the values made by one unit, such as 64M; default: 128M, more for large files' -r
complete -c hclx -n "__fish_hclx_using_subcommand decode" -l max-steps -d 'Expressions that one unit may visit, and work of functions; default: 20000000, more for large files' -r
complete -c hclx -n "__fish_hclx_using_subcommand decode" -l color -d 'When to use colors; auto honors NO_COLOR and CLICOLOR_FORCE' -r -f -a "auto\t''
always\t''
never\t''"
complete -c hclx -n "__fish_hclx_using_subcommand decode" -l with-type -d 'Print the type with the value'
complete -c hclx -n "__fish_hclx_using_subcommand decode" -l var-refs -d 'Print the variables used in the input instead of its value'
complete -c hclx -n "__fish_hclx_using_subcommand decode" -l keep-nulls -d 'Keep properties that are null'
complete -c hclx -n "__fish_hclx_using_subcommand decode" -s v -l version -d 'Print the version'
complete -c hclx -n "__fish_hclx_using_subcommand decode" -s h -l help -d 'Print help'
complete -c hclx -n "__fish_hclx_using_subcommand parse" -l format -d 'Output format' -r -f -a "text\t''
json\t''"
complete -c hclx -n "__fish_hclx_using_subcommand parse" -l lang -d 'Syntax, regardless of the file name' -r -f -a "native\t''
json\t''
mull\t''"
complete -c hclx -n "__fish_hclx_using_subcommand parse" -l max-memory -d 'Memory for the values made by one unit, such as 64M; default: 128M, more for large files' -r
complete -c hclx -n "__fish_hclx_using_subcommand parse" -l max-steps -d 'Expressions that one unit may visit, and work of functions; default: 20000000, more for large files' -r
complete -c hclx -n "__fish_hclx_using_subcommand parse" -l stdin-filename -d 'File name of standard input, for messages and to detect the syntax' -r
complete -c hclx -n "__fish_hclx_using_subcommand parse" -l color -d 'When to use colors; auto honors NO_COLOR and CLICOLOR_FORCE' -r -f -a "auto\t''
always\t''
never\t''"
complete -c hclx -n "__fish_hclx_using_subcommand parse" -s h -l help -d 'Print help'
complete -c hclx -n "__fish_hclx_using_subcommand batch" -l max-memory -d 'Memory for the values made by one unit, such as 64M; default: 128M, more for large files' -r
complete -c hclx -n "__fish_hclx_using_subcommand batch" -l max-steps -d 'Expressions that one unit may visit, and work of functions; default: 20000000, more for large files' -r
complete -c hclx -n "__fish_hclx_using_subcommand batch" -s h -l help -d 'Print help'
complete -c hclx -n "__fish_hclx_using_subcommand lsp" -l select -d 'Report only errors and these codes and groups of lints' -r
complete -c hclx -n "__fish_hclx_using_subcommand lsp" -l ignore -d 'Do not report a code or group, except as an error that is certain' -r
complete -c hclx -n "__fish_hclx_using_subcommand lsp" -l warn -d 'Report a code or group as a warning' -r
complete -c hclx -n "__fish_hclx_using_subcommand lsp" -l deny -d 'Report a code or group as an error' -r
complete -c hclx -n "__fish_hclx_using_subcommand lsp" -l baseline -d 'Hide the findings listed in a baseline file' -r -F
complete -c hclx -n "__fish_hclx_using_subcommand lsp" -s s -l spec -d 'Read an hcldec specification of the files' -r -F
complete -c hclx -n "__fish_hclx_using_subcommand lsp" -l dialect -d 'Functions and rules; auto detects the language by file name' -r -f -a "auto\t''
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
terraform-stacks\t''
terraform-policy\t''
nomad-volume\t''
nomad-variable\t''
terraform-cli\t''
tflint\t''
terraform-lock\t''
copywrite\t''
terramate\t''
flowpipe\t''
powerpipe\t''"
complete -c hclx -n "__fish_hclx_using_subcommand lsp" -l rules -d 'Type system: that of go-cty, or extended with int, union, promise, output and none' -r -f -a "hcl\t''
extended\t''"
complete -c hclx -n "__fish_hclx_using_subcommand lsp" -l var -d 'Set a variable to a value or to unknown(TYPE, REFINEMENT...); \'NAME: TYPE\' sets an unknown of that type; for Mull a YAML scalar' -r
complete -c hclx -n "__fish_hclx_using_subcommand lsp" -l var-file -d 'Read variables from an HCL or JSON file, for Mull from YAML or JSON' -r -F
complete -c hclx -n "__fish_hclx_using_subcommand lsp" -l provider-schema -d 'Read schemas printed by `terraform providers schema -json` or `pulumi package get-schema`' -r -F
complete -c hclx -n "__fish_hclx_using_subcommand lsp" -l root -d 'Let functions such as `file` read files below DIR; by default they read nothing' -r
complete -c hclx -n "__fish_hclx_using_subcommand lsp" -l ctx -d 'For Mull: read `ctx.options` from a YAML or JSON file' -r -F
complete -c hclx -n "__fish_hclx_using_subcommand lsp" -l schema -d 'For Mull: the metatype, mull:document, mull:data or PATH#Type; overrides $schema' -r
complete -c hclx -n "__fish_hclx_using_subcommand lsp" -l import-root -d 'For Mull: allow imports from below DIR; default: the file\'s directory' -r
complete -c hclx -n "__fish_hclx_using_subcommand lsp" -l max-memory -d 'Memory for the values made by one unit, such as 64M; default: 128M, more for large files' -r
complete -c hclx -n "__fish_hclx_using_subcommand lsp" -l max-steps -d 'Expressions that one unit may visit, and work of functions; default: 20000000, more for large files' -r
complete -c hclx -n "__fish_hclx_using_subcommand lsp" -l config -d 'Read settings from a file instead of the nearest hclx.toml' -r -F
complete -c hclx -n "__fish_hclx_using_subcommand lsp" -l stdio -d 'Accepted for editors that always pass it: the server has no other connection'
complete -c hclx -n "__fish_hclx_using_subcommand lsp" -l no-ignores -d 'Also report findings that comments suppress'
complete -c hclx -n "__fish_hclx_using_subcommand lsp" -l no-schema-cache -d 'Use only the schemas given with --provider-schema and those that are part of hclx'
complete -c hclx -n "__fish_hclx_using_subcommand lsp" -l no-schemas -d 'Use only the schemas given with --provider-schema'
complete -c hclx -n "__fish_hclx_using_subcommand lsp" -l no-config -d 'Ignore hclx.toml files'
complete -c hclx -n "__fish_hclx_using_subcommand lsp" -s h -l help -d 'Print help'
complete -c hclx -n "__fish_hclx_using_subcommand schema" -l provider-version -d 'Version of a provider in an imported schema, which the file does not contain' -r
complete -c hclx -n "__fish_hclx_using_subcommand schema" -l lock -d 'Take provider versions from this lock file; default: the one beside the schema or in this directory' -r -F
complete -c hclx -n "__fish_hclx_using_subcommand schema" -l provider-schema -d 'Read schemas printed by `terraform providers schema -json` or `pulumi package get-schema`' -r -F
complete -c hclx -n "__fish_hclx_using_subcommand schema" -l with -d 'The program that prints the schemas: terraform, tofu or a path; default: by the language, from PATH' -r
complete -c hclx -n "__fish_hclx_using_subcommand schema" -l config -d 'Read settings from a file instead of the nearest hclx.toml' -r -F
complete -c hclx -n "__fish_hclx_using_subcommand schema" -l format -d 'Output format' -r -f -a "text\t''
json\t''"
complete -c hclx -n "__fish_hclx_using_subcommand schema" -l append -d 'Add releases to a pack instead of writing a new one'
complete -c hclx -n "__fish_hclx_using_subcommand schema" -l derived -d 'The schemas were derived from language bindings, which state no limits and no secrets'
complete -c hclx -n "__fish_hclx_using_subcommand schema" -l dry-run -d 'Print what would be fetched, and do nothing else'
complete -c hclx -n "__fish_hclx_using_subcommand schema" -l force -d 'Also fetch schemas that hclx has'
complete -c hclx -n "__fish_hclx_using_subcommand schema" -l yes -d 'Do not ask about providers without a pack and without an entry in a lock file'
complete -c hclx -n "__fish_hclx_using_subcommand schema" -l no-config -d 'Ignore hclx.toml files'
complete -c hclx -n "__fish_hclx_using_subcommand schema" -s q -l quiet -d 'Print no summary and no notes'
complete -c hclx -n "__fish_hclx_using_subcommand schema" -s h -l help -d 'Print help'
complete -c hclx -n "__fish_hclx_using_subcommand policy" -s h -l help -d 'Print help'
complete -c hclx -n "__fish_hclx_using_subcommand cache" -s h -l help -d 'Print help'
complete -c hclx -n "__fish_hclx_using_subcommand functions" -l dialect -d 'Functions and rules; auto detects the language by file name' -r -f -a "auto\t''
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
terraform-stacks\t''
terraform-policy\t''
nomad-volume\t''
nomad-variable\t''
terraform-cli\t''
tflint\t''
terraform-lock\t''
copywrite\t''
terramate\t''
flowpipe\t''
powerpipe\t''"
complete -c hclx -n "__fish_hclx_using_subcommand functions" -l format -d 'Output format' -r -f -a "text\t''
json\t''"
complete -c hclx -n "__fish_hclx_using_subcommand functions" -s h -l help -d 'Print help'
complete -c hclx -n "__fish_hclx_using_subcommand explain" -l format -d 'Output format' -r -f -a "text\t''
json\t''"
complete -c hclx -n "__fish_hclx_using_subcommand explain" -s h -l help -d 'Print help'
complete -c hclx -n "__fish_hclx_using_subcommand config" -l config -d 'Read settings from a file instead of the nearest hclx.toml' -r -F
complete -c hclx -n "__fish_hclx_using_subcommand config" -l format -d 'Output format' -r -f -a "text\t''
json\t''"
complete -c hclx -n "__fish_hclx_using_subcommand config" -l color -d 'When to use colors; auto honors NO_COLOR and CLICOLOR_FORCE' -r -f -a "auto\t''
always\t''
never\t''"
complete -c hclx -n "__fish_hclx_using_subcommand config" -l no-config -d 'Ignore hclx.toml files'
complete -c hclx -n "__fish_hclx_using_subcommand config" -l json-schema -d 'Print a JSON Schema of hclx.toml'
complete -c hclx -n "__fish_hclx_using_subcommand config" -s h -l help -d 'Print help'
complete -c hclx -n "__fish_hclx_using_subcommand completions" -s h -l help -d 'Print help'
complete -c hclx -n "__fish_hclx_using_subcommand man" -s h -l help -d 'Print help'
complete -c hclx -n "__fish_hclx_using_subcommand help; and not __fish_seen_subcommand_from check test infer eval convert unify type assignable refine fmt refs rename docs generate breaking graph decode parse batch lsp schema policy cache functions explain config completions man help" -f -a "check" -d 'Report errors in files and directories'
complete -c hclx -n "__fish_hclx_using_subcommand help; and not __fish_seen_subcommand_from check test infer eval convert unify type assignable refine fmt refs rename docs generate breaking graph decode parse batch lsp schema policy cache functions explain config completions man help" -f -a "test" -d 'Predict what `terraform test` reports, without running anything'
complete -c hclx -n "__fish_hclx_using_subcommand help; and not __fish_seen_subcommand_from check test infer eval convert unify type assignable refine fmt refs rename docs generate breaking graph decode parse batch lsp schema policy cache functions explain config completions man help" -f -a "infer" -d 'Print the types of everything in files, or of an expression'
complete -c hclx -n "__fish_hclx_using_subcommand help; and not __fish_seen_subcommand_from check test infer eval convert unify type assignable refine fmt refs rename docs generate breaking graph decode parse batch lsp schema policy cache functions explain config completions man help" -f -a "eval" -d 'Print values, as far as they are known'
complete -c hclx -n "__fish_hclx_using_subcommand help; and not __fish_seen_subcommand_from check test infer eval convert unify type assignable refine fmt refs rename docs generate breaking graph decode parse batch lsp schema policy cache functions explain config completions man help" -f -a "convert" -d 'Check whether one type converts to another, or convert a value'
complete -c hclx -n "__fish_hclx_using_subcommand help; and not __fish_seen_subcommand_from check test infer eval convert unify type assignable refine fmt refs rename docs generate breaking graph decode parse batch lsp schema policy cache functions explain config completions man help" -f -a "unify" -d 'Print the common type of several types'
complete -c hclx -n "__fish_hclx_using_subcommand help; and not __fish_seen_subcommand_from check test infer eval convert unify type assignable refine fmt refs rename docs generate breaking graph decode parse batch lsp schema policy cache functions explain config completions man help" -f -a "type" -d 'Print a type expression in canonical form'
complete -c hclx -n "__fish_hclx_using_subcommand help; and not __fish_seen_subcommand_from check test infer eval convert unify type assignable refine fmt refs rename docs generate breaking graph decode parse batch lsp schema policy cache functions explain config completions man help" -f -a "assignable" -d 'Check whether one type is assignable to another without conversion'
complete -c hclx -n "__fish_hclx_using_subcommand help; and not __fish_seen_subcommand_from check test infer eval convert unify type assignable refine fmt refs rename docs generate breaking graph decode parse batch lsp schema policy cache functions explain config completions man help" -f -a "refine" -d 'Refine an unknown value and print the result'
complete -c hclx -n "__fish_hclx_using_subcommand help; and not __fish_seen_subcommand_from check test infer eval convert unify type assignable refine fmt refs rename docs generate breaking graph decode parse batch lsp schema policy cache functions explain config completions man help" -f -a "fmt" -d 'Format HCL files as `terraform fmt` does'
complete -c hclx -n "__fish_hclx_using_subcommand help; and not __fish_seen_subcommand_from check test infer eval convert unify type assignable refine fmt refs rename docs generate breaking graph decode parse batch lsp schema policy cache functions explain config completions man help" -f -a "refs" -d 'Print where a name is declared, given a value and used'
complete -c hclx -n "__fish_hclx_using_subcommand help; and not __fish_seen_subcommand_from check test infer eval convert unify type assignable refine fmt refs rename docs generate breaking graph decode parse batch lsp schema policy cache functions explain config completions man help" -f -a "rename" -d 'Rename a variable, local value, output, module call or resource everywhere'
complete -c hclx -n "__fish_hclx_using_subcommand help; and not __fish_seen_subcommand_from check test infer eval convert unify type assignable refine fmt refs rename docs generate breaking graph decode parse batch lsp schema policy cache functions explain config completions man help" -f -a "docs" -d 'Write the documentation of modules: inputs, outputs, requirements'
complete -c hclx -n "__fish_hclx_using_subcommand help; and not __fish_seen_subcommand_from check test infer eval convert unify type assignable refine fmt refs rename docs generate breaking graph decode parse batch lsp schema policy cache functions explain config completions man help" -f -a "generate" -d 'Generate a JSON Schema of a module\'s inputs, or a values file to fill in'
complete -c hclx -n "__fish_hclx_using_subcommand help; and not __fish_seen_subcommand_from check test infer eval convert unify type assignable refine fmt refs rename docs generate breaking graph decode parse batch lsp schema policy cache functions explain config completions man help" -f -a "breaking" -d 'Report changes to modules that break their callers'
complete -c hclx -n "__fish_hclx_using_subcommand help; and not __fish_seen_subcommand_from check test infer eval convert unify type assignable refine fmt refs rename docs generate breaking graph decode parse batch lsp schema policy cache functions explain config completions man help" -f -a "graph" -d 'Print the references in a module and in the modules that it calls'
complete -c hclx -n "__fish_hclx_using_subcommand help; and not __fish_seen_subcommand_from check test infer eval convert unify type assignable refine fmt refs rename docs generate breaking graph decode parse batch lsp schema policy cache functions explain config completions man help" -f -a "decode" -d 'Decode a configuration with an hcldec specification, like hcldec'
complete -c hclx -n "__fish_hclx_using_subcommand help; and not __fish_seen_subcommand_from check test infer eval convert unify type assignable refine fmt refs rename docs generate breaking graph decode parse batch lsp schema policy cache functions explain config completions man help" -f -a "parse" -d 'Print the syntax tree of a file'
complete -c hclx -n "__fish_hclx_using_subcommand help; and not __fish_seen_subcommand_from check test infer eval convert unify type assignable refine fmt refs rename docs generate breaking graph decode parse batch lsp schema policy cache functions explain config completions man help" -f -a "batch" -d 'Answer questions given as JSON lines on standard input'
complete -c hclx -n "__fish_hclx_using_subcommand help; and not __fish_seen_subcommand_from check test infer eval convert unify type assignable refine fmt refs rename docs generate breaking graph decode parse batch lsp schema policy cache functions explain config completions man help" -f -a "lsp" -d 'Serve editors over the Language Server Protocol'
complete -c hclx -n "__fish_hclx_using_subcommand help; and not __fish_seen_subcommand_from check test infer eval convert unify type assignable refine fmt refs rename docs generate breaking graph decode parse batch lsp schema policy cache functions explain config completions man help" -f -a "schema" -d 'Manage the schemas of providers and packages'
complete -c hclx -n "__fish_hclx_using_subcommand help; and not __fish_seen_subcommand_from check test infer eval convert unify type assignable refine fmt refs rename docs generate breaking graph decode parse batch lsp schema policy cache functions explain config completions man help" -f -a "policy" -d 'List and show the policies of the starter set'
complete -c hclx -n "__fish_hclx_using_subcommand help; and not __fish_seen_subcommand_from check test infer eval convert unify type assignable refine fmt refs rename docs generate breaking graph decode parse batch lsp schema policy cache functions explain config completions man help" -f -a "cache" -d 'Print or clear the directory with the findings of earlier runs'
complete -c hclx -n "__fish_hclx_using_subcommand help; and not __fish_seen_subcommand_from check test infer eval convert unify type assignable refine fmt refs rename docs generate breaking graph decode parse batch lsp schema policy cache functions explain config completions man help" -f -a "functions" -d 'List functions, or show one with its examples'
complete -c hclx -n "__fish_hclx_using_subcommand help; and not __fish_seen_subcommand_from check test infer eval convert unify type assignable refine fmt refs rename docs generate breaking graph decode parse batch lsp schema policy cache functions explain config completions man help" -f -a "explain" -d 'Explain a code, or list all codes'
complete -c hclx -n "__fish_hclx_using_subcommand help; and not __fish_seen_subcommand_from check test infer eval convert unify type assignable refine fmt refs rename docs generate breaking graph decode parse batch lsp schema policy cache functions explain config completions man help" -f -a "config" -d 'Print every setting and its origin'
complete -c hclx -n "__fish_hclx_using_subcommand help; and not __fish_seen_subcommand_from check test infer eval convert unify type assignable refine fmt refs rename docs generate breaking graph decode parse batch lsp schema policy cache functions explain config completions man help" -f -a "completions" -d 'Print a completion script for a shell'
complete -c hclx -n "__fish_hclx_using_subcommand help; and not __fish_seen_subcommand_from check test infer eval convert unify type assignable refine fmt refs rename docs generate breaking graph decode parse batch lsp schema policy cache functions explain config completions man help" -f -a "man" -d 'Print the man page of hclx or of a command'
complete -c hclx -n "__fish_hclx_using_subcommand help; and not __fish_seen_subcommand_from check test infer eval convert unify type assignable refine fmt refs rename docs generate breaking graph decode parse batch lsp schema policy cache functions explain config completions man help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
