
use builtin;
use str;

set edit:completion:arg-completer[hclx] = {|@words|
    fn spaces {|n|
        builtin:repeat $n ' ' | str:join ''
    }
    fn cand {|text desc|
        edit:complex-candidate $text &display=$text' '(spaces (- 14 (wcswidth $text)))$desc
    }
    var command = 'hclx'
    for word $words[1..-1] {
        if (str:has-prefix $word '-') {
            break
        }
        set command = $command';'$word
    }
    var completions = [
        &'hclx'= {
            cand -h 'Print help'
            cand --help 'Print help'
            cand -V 'Print version'
            cand --version 'Print version'
            cand check 'Report errors in files and directories'
            cand test 'Predict what `terraform test` reports, without running anything'
            cand infer 'Print the types of everything in files, or of an expression'
            cand eval 'Print values, as far as they are known'
            cand convert 'Check whether one type converts to another, or convert a value'
            cand unify 'Print the common type of several types'
            cand type 'Print a type expression in canonical form'
            cand assignable 'Check whether one type is assignable to another without conversion'
            cand refine 'Refine an unknown value and print the result'
            cand fmt 'Format HCL files as `terraform fmt` does'
            cand refs 'Print where a name is declared, given a value and used'
            cand rename 'Rename a variable, local value, output, module call or resource everywhere'
            cand docs 'Write the documentation of modules: inputs, outputs, requirements'
            cand generate 'Generate a JSON Schema of a module''s inputs, or a values file to fill in'
            cand breaking 'Report changes to modules that break their callers'
            cand graph 'Print the references in a module and in the modules that it calls'
            cand decode 'Decode a configuration with an hcldec specification, like hcldec'
            cand parse 'Print the syntax tree of a file'
            cand batch 'Answer questions given as JSON lines on standard input'
            cand lsp 'Serve editors over the Language Server Protocol'
            cand schema 'Manage the schemas of providers and packages'
            cand policy 'List and show the policies of the starter set'
            cand cache 'Show where findings of earlier runs are cached, or delete them'
            cand functions 'List functions, or show one with its examples'
            cand explain 'Explain a code, or list all codes'
            cand config 'Print every setting and its origin'
            cand completions 'Print a completion script for a shell'
            cand man 'Print the man page of hclx or of a command'
            cand help 'Print this message or the help of the given subcommand(s)'
        }
        &'hclx;check'= {
            cand --format 'Output format of findings; full shows the source; default: HCLX_FORMAT or full'
            cand --output 'Also write findings in a format to a file'
            cand --output-file 'Write findings to a file instead of standard output'
            cand --max-findings 'Print at most N findings, and the number of those left out'
            cand --select 'Report only errors and these codes and groups of lints'
            cand --only 'Print only findings of these codes and groups; the exit code counts all'
            cand --ignore 'Do not report a code or group, except as an error that is certain'
            cand --warn 'Report a code or group as a warning'
            cand --deny 'Report a code or group as an error'
            cand --baseline 'Hide the findings listed in a baseline file'
            cand --since 'Report only findings on lines changed since a git revision'
            cand --exclude 'Skip files and directories that match a pattern, besides those of hclx.toml'
            cand --files-from 'Read file names, one per line or separated by NUL; - is standard input'
            cand -s 'Read an hcldec specification of the files'
            cand --spec 'Read an hcldec specification of the files'
            cand --dialect 'Functions and rules; auto detects the language by file name'
            cand --rules 'Type system: that of go-cty, or extended with int, union, promise, output and none'
            cand --lang 'Syntax, regardless of the file name'
            cand --var 'Set a variable to a value or to unknown(TYPE, REFINEMENT...); ''NAME: TYPE'' sets an unknown of that type; for Mull a YAML scalar'
            cand --var-file 'Read variables from an HCL or JSON file, for Mull from YAML or JSON'
            cand --provider-schema 'Read schemas printed by `terraform providers schema -json` or `pulumi package get-schema`'
            cand --policy 'Judge by the policies in a file or directory, in addition to those of hclx.toml'
            cand --policy-input 'Set an input of policies'
            cand --require-schemas 'Exit with 2 unless each provider has a schema of a release that may be selected; exact: of the selected one'
            cand --root 'Let functions such as `file` read files below DIR; by default they read nothing'
            cand --ctx 'For Mull: read `ctx.options` from a YAML or JSON file'
            cand --schema 'For Mull: the metatype, mull:document, mull:data or PATH#Type; overrides $schema'
            cand --import-root 'For Mull: allow imports from below DIR; default: the file''s directory'
            cand --max-memory 'Memory for the values made by one unit, such as 64M; default: 128M, more for large files'
            cand --max-steps 'Expressions that one unit may visit, and work of functions; default: 20000000, more for large files'
            cand --config 'Read settings from a file instead of the nearest hclx.toml'
            cand --stdin-filename 'File name of standard input, for messages and to detect the syntax'
            cand -j 'Number of files checked at a time; 0, the default, is one per core'
            cand --jobs 'Number of files checked at a time; 0, the default, is one per core'
            cand --color 'When to use colors; auto honors NO_COLOR and CLICOLOR_FORCE'
            cand --deny-warnings 'Exit with 1 on warnings too'
            cand --allow-empty 'Succeed even if no file with a known name is found'
            cand --exit-zero 'Exit with 0 despite findings, unless the job could not be done'
            cand --statistics 'Print the number of findings by code instead of the findings'
            cand --no-ignores 'Also report findings that comments suppress'
            cand --fix 'Apply safe edits'
            cand --unsafe-fixes 'Also apply suggested edits'
            cand --diff 'Print the changes --fix would make, without making them'
            cand --exit-nonzero-on-fix 'Exit with 1 if something was fixed'
            cand --update-baseline 'Write the findings to the baseline and exit with 0'
            cand --strict-baseline 'Exit with 1 if a finding in the baseline no longer occurs'
            cand --show-files 'Print the files that would be checked, and do nothing else'
            cand --watch 'Check again whenever a file changes, until interrupted'
            cand --no-policy 'Judge by no policies, whatever hclx.toml says'
            cand --deny-open 'Exit with 1 if the verdict of a policy is open'
            cand --no-schema-cache 'Use only the schemas given with --provider-schema and those that are part of hclx'
            cand --no-schemas 'Use only the schemas given with --provider-schema'
            cand --no-cache 'Check everything again, and cache nothing for later runs'
            cand --no-config 'Ignore hclx.toml files'
            cand -q 'Print no summary and no notes'
            cand --quiet 'Print no summary and no notes'
            cand -v 'Report assumptions and everything that was not checked'
            cand --verbose 'Report assumptions and everything that was not checked'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'hclx;test'= {
            cand --format 'Output format'
            cand --filter 'Print only some runs; * stands for any characters'
            cand --test-directory 'The directory of test files in a module; default: tests'
            cand --dialect 'Functions and rules; auto detects the language by file name'
            cand --var 'Set a variable to a value or to unknown(TYPE, REFINEMENT...); ''NAME: TYPE'' sets an unknown of that type; for Mull a YAML scalar'
            cand --var-file 'Read variables from an HCL or JSON file, for Mull from YAML or JSON'
            cand --provider-schema 'Read schemas printed by `terraform providers schema -json` or `pulumi package get-schema`'
            cand --max-memory 'Memory for the values made by one unit, such as 64M; default: 128M, more for large files'
            cand --max-steps 'Expressions that one unit may visit, and work of functions; default: 20000000, more for large files'
            cand --config 'Read settings from a file instead of the nearest hclx.toml'
            cand -j 'Number of files checked at a time; 0, the default, is one per core'
            cand --jobs 'Number of files checked at a time; 0, the default, is one per core'
            cand --color 'When to use colors; auto honors NO_COLOR and CLICOLOR_FORCE'
            cand --watch 'Check again whenever a file changes, until interrupted'
            cand --deny-open 'Exit with 1 if a run is open'
            cand --coverage 'List policies without a mock that passes, or without one that fails'
            cand --open-filters 'Print arguments of `terraform test` for the files with open runs'
            cand --allow-empty 'Succeed even if no file with a known name is found'
            cand --no-schema-cache 'Use only the schemas given with --provider-schema and those that are part of hclx'
            cand --no-config 'Ignore hclx.toml files'
            cand -v 'Print the values of each run''s plan'
            cand --verbose 'Print the values of each run''s plan'
            cand -q 'Print no summary and no notes'
            cand --quiet 'Print no summary and no notes'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'hclx;infer'= {
            cand -e 'Evaluate an expression instead of a file, or in the scope of a module'
            cand --expr 'Evaluate an expression instead of a file, or in the scope of a module'
            cand --at 'Print the type of the expression at a position'
            cand --format 'Output format'
            cand --dialect 'Functions and rules; auto detects the language by file name'
            cand --rules 'Type system: that of go-cty, or extended with int, union, promise, output and none'
            cand --lang 'Syntax, regardless of the file name'
            cand --var 'Set a variable to a value or to unknown(TYPE, REFINEMENT...); ''NAME: TYPE'' sets an unknown of that type; for Mull a YAML scalar'
            cand --var-file 'Read variables from an HCL or JSON file, for Mull from YAML or JSON'
            cand --provider-schema 'Read schemas printed by `terraform providers schema -json` or `pulumi package get-schema`'
            cand --root 'Let functions such as `file` read files below DIR; by default they read nothing'
            cand --ctx 'For Mull: read `ctx.options` from a YAML or JSON file'
            cand --schema 'For Mull: the metatype, mull:document, mull:data or PATH#Type; overrides $schema'
            cand --import-root 'For Mull: allow imports from below DIR; default: the file''s directory'
            cand --max-memory 'Memory for the values made by one unit, such as 64M; default: 128M, more for large files'
            cand --max-steps 'Expressions that one unit may visit, and work of functions; default: 20000000, more for large files'
            cand --as 'For Mull: print types in HCL''s notation'
            cand --config 'Read settings from a file instead of the nearest hclx.toml'
            cand --stdin-filename 'File name of standard input, for messages and to detect the syntax'
            cand -j 'Number of files checked at a time; 0, the default, is one per core'
            cand --jobs 'Number of files checked at a time; 0, the default, is one per core'
            cand --color 'When to use colors; auto honors NO_COLOR and CLICOLOR_FORCE'
            cand --raw 'Print the type of an expression without a line break'
            cand --allow-undeclared 'Treat undeclared names in an expression as unknown'
            cand --allow-empty 'Succeed even if no file with a known name is found'
            cand --no-schema-cache 'Use only the schemas given with --provider-schema and those that are part of hclx'
            cand --no-schemas 'Use only the schemas given with --provider-schema'
            cand --no-config 'Ignore hclx.toml files'
            cand -q 'Print no summary and no notes'
            cand --quiet 'Print no summary and no notes'
            cand -v 'Report assumptions and everything that was not checked'
            cand --verbose 'Report assumptions and everything that was not checked'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'hclx;eval'= {
            cand -e 'Evaluate an expression instead of a file, or in the scope of a module'
            cand --expr 'Evaluate an expression instead of a file, or in the scope of a module'
            cand --out 'Print plain data; unknown parts are an error'
            cand --format 'Output format'
            cand --dialect 'Functions and rules; auto detects the language by file name'
            cand --rules 'Type system: that of go-cty, or extended with int, union, promise, output and none'
            cand --lang 'Syntax, regardless of the file name'
            cand --var 'Set a variable to a value or to unknown(TYPE, REFINEMENT...); ''NAME: TYPE'' sets an unknown of that type; for Mull a YAML scalar'
            cand --var-file 'Read variables from an HCL or JSON file, for Mull from YAML or JSON'
            cand --provider-schema 'Read schemas printed by `terraform providers schema -json` or `pulumi package get-schema`'
            cand --root 'Let functions such as `file` read files below DIR; by default they read nothing'
            cand --ctx 'For Mull: read `ctx.options` from a YAML or JSON file'
            cand --schema 'For Mull: the metatype, mull:document, mull:data or PATH#Type; overrides $schema'
            cand --import-root 'For Mull: allow imports from below DIR; default: the file''s directory'
            cand --max-memory 'Memory for the values made by one unit, such as 64M; default: 128M, more for large files'
            cand --max-steps 'Expressions that one unit may visit, and work of functions; default: 20000000, more for large files'
            cand --config 'Read settings from a file instead of the nearest hclx.toml'
            cand --stdin-filename 'File name of standard input, for messages and to detect the syntax'
            cand --color 'When to use colors; auto honors NO_COLOR and CLICOLOR_FORCE'
            cand --allow-undeclared 'Treat undeclared names in an expression as unknown'
            cand --raw 'Print a string without quotes and line break, as `terraform output -raw` does; also a number or a bool'
            cand --no-schema-cache 'Use only the schemas given with --provider-schema and those that are part of hclx'
            cand --no-schemas 'Use only the schemas given with --provider-schema'
            cand --sort-keys 'For Mull: sort keys instead of printing them in source order'
            cand --no-config 'Ignore hclx.toml files'
            cand -q 'Print no summary and no notes'
            cand --quiet 'Print no summary and no notes'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'hclx;convert'= {
            cand --value 'Ask about a value instead of a type'
            cand --rules 'Type system: that of go-cty, or extended with int, union, promise, output and none'
            cand --max-memory 'Memory for the values made by one unit, such as 64M; default: 128M, more for large files'
            cand --max-steps 'Expressions that one unit may visit, and work of functions; default: 20000000, more for large files'
            cand --format 'Output format'
            cand --color 'When to use colors; auto honors NO_COLOR and CLICOLOR_FORCE'
            cand --safe 'Exit with 1 unless the conversion is safe'
            cand -q 'Print no summary and no notes'
            cand --quiet 'Print no summary and no notes'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'hclx;unify'= {
            cand --rules 'Type system: that of go-cty, or extended with int, union, promise, output and none'
            cand --max-memory 'Memory for the values made by one unit, such as 64M; default: 128M, more for large files'
            cand --max-steps 'Expressions that one unit may visit, and work of functions; default: 20000000, more for large files'
            cand --format 'Output format'
            cand --color 'When to use colors; auto honors NO_COLOR and CLICOLOR_FORCE'
            cand --unsafe 'Allow conversions that can fail'
            cand --union 'If no common type exists, answer with the union'
            cand -q 'Print no summary and no notes'
            cand --quiet 'Print no summary and no notes'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'hclx;type'= {
            cand --max-memory 'Memory for the values made by one unit, such as 64M; default: 128M, more for large files'
            cand --max-steps 'Expressions that one unit may visit, and work of functions; default: 20000000, more for large files'
            cand --format 'Output format'
            cand --color 'When to use colors; auto honors NO_COLOR and CLICOLOR_FORCE'
            cand -q 'Print no summary and no notes'
            cand --quiet 'Print no summary and no notes'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'hclx;assignable'= {
            cand --max-memory 'Memory for the values made by one unit, such as 64M; default: 128M, more for large files'
            cand --max-steps 'Expressions that one unit may visit, and work of functions; default: 20000000, more for large files'
            cand --format 'Output format'
            cand --color 'When to use colors; auto honors NO_COLOR and CLICOLOR_FORCE'
            cand -q 'Print no summary and no notes'
            cand --quiet 'Print no summary and no notes'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'hclx;refine'= {
            cand --value 'Ask about a value instead of a type'
            cand --prefix 'The string starts with S'
            cand --prefix-safe 'The string starts with S without its last grapheme, which later characters may combine with'
            cand --min 'The number is at least N'
            cand --above 'The number is greater than N'
            cand --max 'The number is at most N'
            cand --below 'The number is less than N'
            cand --length-min 'The collection has at least N elements'
            cand --length-max 'The collection has at most N elements'
            cand --length 'The collection has exactly N elements'
            cand --one-of 'The value is an element of this list'
            cand -e 'Evaluate an expression in which `it` is the refined value'
            cand --expr 'Evaluate an expression in which `it` is the refined value'
            cand --dialect 'Functions and rules; auto detects the language by file name'
            cand --rules 'Type system: that of go-cty, or extended with int, union, promise, output and none'
            cand --max-memory 'Memory for the values made by one unit, such as 64M; default: 128M, more for large files'
            cand --max-steps 'Expressions that one unit may visit, and work of functions; default: 20000000, more for large files'
            cand --format 'Output format'
            cand --color 'When to use colors; auto honors NO_COLOR and CLICOLOR_FORCE'
            cand --not-null 'The value is not null'
            cand --null 'The value is null'
            cand -q 'Print no summary and no notes'
            cand --quiet 'Print no summary and no notes'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'hclx;fmt'= {
            cand --range 'Format only the items that these lines of a file touch'
            cand --width 'Wrap lists, objects and calls that extend past column N, with one element per line'
            cand --format 'Output format of findings; full shows the source; default: HCLX_FORMAT or full'
            cand --since 'Format only files changed since a git revision'
            cand --files-from 'Read file names, one per line or separated by NUL; - is standard input'
            cand --dialect 'Functions and rules; auto detects the language by file name'
            cand --max-memory 'Memory for the values made by one unit, such as 64M; default: 128M, more for large files'
            cand --max-steps 'Expressions that one unit may visit, and work of functions; default: 20000000, more for large files'
            cand --config 'Read settings from a file instead of the nearest hclx.toml'
            cand --stdin-filename 'File name of standard input, for messages and to detect the syntax'
            cand -j 'Number of files checked at a time; 0, the default, is one per core'
            cand --jobs 'Number of files checked at a time; 0, the default, is one per core'
            cand --color 'When to use colors; auto honors NO_COLOR and CLICOLOR_FORCE'
            cand --check 'Write nothing, and exit with 1 if a file would change'
            cand --diff 'Print the changes as a unified diff, and write nothing'
            cand --allow-empty 'Succeed even if no file with a known name is found'
            cand --no-config 'Ignore hclx.toml files'
            cand -q 'Print no summary and no notes'
            cand --quiet 'Print no summary and no notes'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'hclx;refs'= {
            cand --format 'Output format'
            cand --dialect 'Functions and rules; auto detects the language by file name'
            cand --config 'Read settings from a file instead of the nearest hclx.toml'
            cand --max-memory 'Memory for the values made by one unit, such as 64M; default: 128M, more for large files'
            cand --color 'When to use colors; auto honors NO_COLOR and CLICOLOR_FORCE'
            cand --no-config 'Ignore hclx.toml files'
            cand -q 'Print no summary and no notes'
            cand --quiet 'Print no summary and no notes'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'hclx;rename'= {
            cand --dialect 'Functions and rules; auto detects the language by file name'
            cand --config 'Read settings from a file instead of the nearest hclx.toml'
            cand --max-memory 'Memory for the values made by one unit, such as 64M; default: 128M, more for large files'
            cand --max-steps 'Expressions that one unit may visit, and work of functions; default: 20000000, more for large files'
            cand -j 'Number of files checked at a time; 0, the default, is one per core'
            cand --jobs 'Number of files checked at a time; 0, the default, is one per core'
            cand --color 'When to use colors; auto honors NO_COLOR and CLICOLOR_FORCE'
            cand --diff 'Print the changes as a unified diff, and write nothing'
            cand --no-config 'Ignore hclx.toml files'
            cand -q 'Print no summary and no notes'
            cand --quiet 'Print no summary and no notes'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'hclx;docs'= {
            cand --format 'Tables, a heading for each name, or the description as JSON'
            cand --docs-config 'Settings of terraform-docs for all modules; default: .terraform-docs.yml of each'
            cand --inject 'Write the page between the markers of a file of each module'
            cand --compat 'Write exactly what this tool writes, and nothing else'
            cand --sort 'Order of inputs, outputs and modules'
            cand --columns 'Columns of the table of inputs, separated by commas: description, type, default, required, constraints'
            cand --show 'Sections to show, separated by commas'
            cand --hide 'Sections to hide, separated by commas'
            cand --header 'File in a module with the text that precedes its page; of a .tf file, the comment at its start'
            cand --footer 'File in a module with the text that follows its page'
            cand --dialect 'Functions and rules; auto detects the language by file name'
            cand --provider-schema 'Read schemas printed by `terraform providers schema -json` or `pulumi package get-schema`'
            cand --max-memory 'Memory for the values made by one unit, such as 64M; default: 128M, more for large files'
            cand --max-steps 'Expressions that one unit may visit, and work of functions; default: 20000000, more for large files'
            cand --config 'Read settings from a file instead of the nearest hclx.toml'
            cand -j 'Number of files checked at a time; 0, the default, is one per core'
            cand --jobs 'Number of files checked at a time; 0, the default, is one per core'
            cand --color 'When to use colors; auto honors NO_COLOR and CLICOLOR_FORCE'
            cand --check 'Write nothing, and exit with 1 if a file would change'
            cand --recursive 'All modules below the directories'
            cand --nested 'A row for each attribute of an input'
            cand --no-schema-cache 'Use only the schemas given with --provider-schema and those that are part of hclx'
            cand --no-schemas 'Use only the schemas given with --provider-schema'
            cand --no-config 'Ignore hclx.toml files'
            cand -q 'Print no summary and no notes'
            cand --quiet 'Print no summary and no notes'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'hclx;generate'= {
            cand --out 'Write the text to a file; with several directories or --recursive, to this file of each module'
            cand --draft 'Draft of JSON Schema'
            cand --id 'The $id of the schema'
            cand --dialect 'Functions and rules; auto detects the language by file name'
            cand --max-memory 'Memory for the values made by one unit, such as 64M; default: 128M, more for large files'
            cand --max-steps 'Expressions that one unit may visit, and work of functions; default: 20000000, more for large files'
            cand --config 'Read settings from a file instead of the nearest hclx.toml'
            cand -j 'Number of files checked at a time; 0, the default, is one per core'
            cand --jobs 'Number of files checked at a time; 0, the default, is one per core'
            cand --color 'When to use colors; auto honors NO_COLOR and CLICOLOR_FORCE'
            cand --check 'Write nothing, and exit with 1 if a file is out of date'
            cand --recursive 'All modules below the directories'
            cand --required-only 'Omit inputs with a default'
            cand --exact 'Accept everything that Terraform converts, such as numbers as strings; rules are only in x-hclx-rules'
            cand --no-config 'Ignore hclx.toml files'
            cand -q 'Print no summary and no notes'
            cand --quiet 'Print no summary and no notes'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'hclx;breaking'= {
            cand --against 'The old version: a git revision of this repository, or a directory'
            cand --expect 'The highest level of changes that exits with 0; default: minor'
            cand --internal 'Exclude modules whose directories match a pattern: they have no callers outside'
            cand --format 'Output format of findings; full shows the source; default: HCLX_FORMAT or full'
            cand --dialect 'Functions and rules; auto detects the language by file name'
            cand --max-memory 'Memory for the values made by one unit, such as 64M; default: 128M, more for large files'
            cand --max-steps 'Expressions that one unit may visit, and work of functions; default: 20000000, more for large files'
            cand --config 'Read settings from a file instead of the nearest hclx.toml'
            cand -j 'Number of files checked at a time; 0, the default, is one per core'
            cand --jobs 'Number of files checked at a time; 0, the default, is one per core'
            cand --color 'When to use colors; auto honors NO_COLOR and CLICOLOR_FORCE'
            cand --all 'Also compare the interfaces of modules below `modules` that only this repository calls'
            cand --changelog 'Print the changes as markdown, by level'
            cand --no-config 'Ignore hclx.toml files'
            cand -q 'Print no summary and no notes'
            cand --quiet 'Print no summary and no notes'
            cand -v 'Report assumptions and everything that was not checked'
            cand --verbose 'Report assumptions and everything that was not checked'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'hclx;graph'= {
            cand --kind 'Declarations to show: all, resources with the chains between them, or module calls'
            cand --format 'Output format: lines, a picture for Graphviz or Mermaid, the addresses, or with --affected one root per line'
            cand --why 'Print the shortest chain of references from the declaration A to B'
            cand --impact 'Print everything whose value may change with a declaration'
            cand --since 'The git revision that --affected compares the files with'
            cand --focus 'Show what a declaration depends on, and what depends on it'
            cand --depth 'Follow at most N references from --focus'
            cand --dialect 'Functions and rules; auto detects the language by file name'
            cand --config 'Read settings from a file instead of the nearest hclx.toml'
            cand --max-memory 'Memory for the values made by one unit, such as 64M; default: 128M, more for large files'
            cand --color 'When to use colors; auto honors NO_COLOR and CLICOLOR_FORCE'
            cand --unused 'Print declarations that nothing refers to'
            cand --affected 'Print the roots affected by changes since a revision, below the directory'
            cand --no-config 'Ignore hclx.toml files'
            cand -q 'Print no summary and no notes'
            cand --quiet 'Print no summary and no notes'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'hclx;decode'= {
            cand -s 'Read an hcldec specification of the files'
            cand --spec 'Read an hcldec specification of the files'
            cand -V 'Set variables: a JSON object or a values file'
            cand --vars 'Set variables: a JSON object or a values file'
            cand -o 'Write the result to a file'
            cand --out 'Write the result to a file'
            cand --diags 'Print findings as JSON'
            cand --max-memory 'Memory for the values made by one unit, such as 64M; default: 128M, more for large files'
            cand --max-steps 'Expressions that one unit may visit, and work of functions; default: 20000000, more for large files'
            cand --color 'When to use colors; auto honors NO_COLOR and CLICOLOR_FORCE'
            cand --with-type 'Print the type with the value'
            cand --var-refs 'Print the variables used in the input instead of its value'
            cand --keep-nulls 'Keep properties that are null'
            cand -v 'Print the version'
            cand --version 'Print the version'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'hclx;parse'= {
            cand --format 'Output format'
            cand --lang 'Syntax, regardless of the file name'
            cand --max-memory 'Memory for the values made by one unit, such as 64M; default: 128M, more for large files'
            cand --max-steps 'Expressions that one unit may visit, and work of functions; default: 20000000, more for large files'
            cand --stdin-filename 'File name of standard input, for messages and to detect the syntax'
            cand --color 'When to use colors; auto honors NO_COLOR and CLICOLOR_FORCE'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'hclx;batch'= {
            cand --max-memory 'Memory for the values made by one unit, such as 64M; default: 128M, more for large files'
            cand --max-steps 'Expressions that one unit may visit, and work of functions; default: 20000000, more for large files'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'hclx;lsp'= {
            cand --select 'Report only errors and these codes and groups of lints'
            cand --ignore 'Do not report a code or group, except as an error that is certain'
            cand --warn 'Report a code or group as a warning'
            cand --deny 'Report a code or group as an error'
            cand --baseline 'Hide the findings listed in a baseline file'
            cand -s 'Read an hcldec specification of the files'
            cand --spec 'Read an hcldec specification of the files'
            cand --dialect 'Functions and rules; auto detects the language by file name'
            cand --rules 'Type system: that of go-cty, or extended with int, union, promise, output and none'
            cand --var 'Set a variable to a value or to unknown(TYPE, REFINEMENT...); ''NAME: TYPE'' sets an unknown of that type; for Mull a YAML scalar'
            cand --var-file 'Read variables from an HCL or JSON file, for Mull from YAML or JSON'
            cand --provider-schema 'Read schemas printed by `terraform providers schema -json` or `pulumi package get-schema`'
            cand --root 'Let functions such as `file` read files below DIR; by default they read nothing'
            cand --ctx 'For Mull: read `ctx.options` from a YAML or JSON file'
            cand --schema 'For Mull: the metatype, mull:document, mull:data or PATH#Type; overrides $schema'
            cand --import-root 'For Mull: allow imports from below DIR; default: the file''s directory'
            cand --max-memory 'Memory for the values made by one unit, such as 64M; default: 128M, more for large files'
            cand --max-steps 'Expressions that one unit may visit, and work of functions; default: 20000000, more for large files'
            cand --config 'Read settings from a file instead of the nearest hclx.toml'
            cand --stdio 'Accepted for editors that always pass it: the server has no other connection'
            cand --no-ignores 'Also report findings that comments suppress'
            cand --no-schema-cache 'Use only the schemas given with --provider-schema and those that are part of hclx'
            cand --no-schemas 'Use only the schemas given with --provider-schema'
            cand --no-config 'Ignore hclx.toml files'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'hclx;schema'= {
            cand --provider-version 'Set the version of a provider whose schema is imported; the file does not contain it'
            cand --lock 'Take provider versions from this lock file; default: the one beside the schema or in this directory'
            cand --provider-schema 'Read schemas printed by `terraform providers schema -json` or `pulumi package get-schema`'
            cand --with 'The program that prints the schemas: terraform, tofu or a path; default: by the language, from PATH'
            cand --config 'Read settings from a file instead of the nearest hclx.toml'
            cand --format 'Output format'
            cand --append 'Add releases to a pack instead of writing a new one'
            cand --derived 'The schemas were derived from language bindings, which state no limits and no secrets'
            cand --dry-run 'Print what would be fetched, and do nothing else'
            cand --force 'Also fetch schemas that hclx has'
            cand --yes 'Do not ask about providers without a pack and without an entry in a lock file'
            cand --no-config 'Ignore hclx.toml files'
            cand -q 'Print no summary and no notes'
            cand --quiet 'Print no summary and no notes'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'hclx;policy'= {
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'hclx;cache'= {
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'hclx;functions'= {
            cand --dialect 'Functions and rules; auto detects the language by file name'
            cand --format 'Output format'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'hclx;explain'= {
            cand --format 'Output format'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'hclx;config'= {
            cand --config 'Read settings from a file instead of the nearest hclx.toml'
            cand --format 'Output format'
            cand --color 'When to use colors; auto honors NO_COLOR and CLICOLOR_FORCE'
            cand --no-config 'Ignore hclx.toml files'
            cand --json-schema 'Print a JSON Schema of hclx.toml'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'hclx;completions'= {
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'hclx;man'= {
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'hclx;help'= {
            cand check 'Report errors in files and directories'
            cand test 'Predict what `terraform test` reports, without running anything'
            cand infer 'Print the types of everything in files, or of an expression'
            cand eval 'Print values, as far as they are known'
            cand convert 'Check whether one type converts to another, or convert a value'
            cand unify 'Print the common type of several types'
            cand type 'Print a type expression in canonical form'
            cand assignable 'Check whether one type is assignable to another without conversion'
            cand refine 'Refine an unknown value and print the result'
            cand fmt 'Format HCL files as `terraform fmt` does'
            cand refs 'Print where a name is declared, given a value and used'
            cand rename 'Rename a variable, local value, output, module call or resource everywhere'
            cand docs 'Write the documentation of modules: inputs, outputs, requirements'
            cand generate 'Generate a JSON Schema of a module''s inputs, or a values file to fill in'
            cand breaking 'Report changes to modules that break their callers'
            cand graph 'Print the references in a module and in the modules that it calls'
            cand decode 'Decode a configuration with an hcldec specification, like hcldec'
            cand parse 'Print the syntax tree of a file'
            cand batch 'Answer questions given as JSON lines on standard input'
            cand lsp 'Serve editors over the Language Server Protocol'
            cand schema 'Manage the schemas of providers and packages'
            cand policy 'List and show the policies of the starter set'
            cand cache 'Show where findings of earlier runs are cached, or delete them'
            cand functions 'List functions, or show one with its examples'
            cand explain 'Explain a code, or list all codes'
            cand config 'Print every setting and its origin'
            cand completions 'Print a completion script for a shell'
            cand man 'Print the man page of hclx or of a command'
            cand help 'Print this message or the help of the given subcommand(s)'
        }
        &'hclx;help;check'= {
        }
        &'hclx;help;test'= {
        }
        &'hclx;help;infer'= {
        }
        &'hclx;help;eval'= {
        }
        &'hclx;help;convert'= {
        }
        &'hclx;help;unify'= {
        }
        &'hclx;help;type'= {
        }
        &'hclx;help;assignable'= {
        }
        &'hclx;help;refine'= {
        }
        &'hclx;help;fmt'= {
        }
        &'hclx;help;refs'= {
        }
        &'hclx;help;rename'= {
        }
        &'hclx;help;docs'= {
        }
        &'hclx;help;generate'= {
        }
        &'hclx;help;breaking'= {
        }
        &'hclx;help;graph'= {
        }
        &'hclx;help;decode'= {
        }
        &'hclx;help;parse'= {
        }
        &'hclx;help;batch'= {
        }
        &'hclx;help;lsp'= {
        }
        &'hclx;help;schema'= {
        }
        &'hclx;help;policy'= {
        }
        &'hclx;help;cache'= {
        }
        &'hclx;help;functions'= {
        }
        &'hclx;help;explain'= {
        }
        &'hclx;help;config'= {
        }
        &'hclx;help;completions'= {
        }
        &'hclx;help;man'= {
        }
        &'hclx;help;help'= {
        }
    ]
    $completions[$command]
}
