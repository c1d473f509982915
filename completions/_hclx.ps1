
using namespace System.Management.Automation
using namespace System.Management.Automation.Language

Register-ArgumentCompleter -Native -CommandName 'hclx' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $commandElements = $commandAst.CommandElements
    $command = @(
        'hclx'
        for ($i = 1; $i -lt $commandElements.Count; $i++) {
            $element = $commandElements[$i]
            if ($element -isnot [StringConstantExpressionAst] -or
                $element.StringConstantType -ne [StringConstantType]::BareWord -or
                $element.Value.StartsWith('-') -or
                $element.Value -eq $wordToComplete) {
                break
        }
        $element.Value
    }) -join ';'

    $completions = @(switch ($command) {
        'hclx' {
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('check', 'check', [CompletionResultType]::ParameterValue, 'Report errors in files and directories')
            [CompletionResult]::new('test', 'test', [CompletionResultType]::ParameterValue, 'Predict what `terraform test` reports, without running anything')
            [CompletionResult]::new('infer', 'infer', [CompletionResultType]::ParameterValue, 'Print the types of everything in files, or of an expression')
            [CompletionResult]::new('eval', 'eval', [CompletionResultType]::ParameterValue, 'Print values, as far as they are known')
            [CompletionResult]::new('convert', 'convert', [CompletionResultType]::ParameterValue, 'Check whether one type converts to another, or convert a value')
            [CompletionResult]::new('unify', 'unify', [CompletionResultType]::ParameterValue, 'Print the common type of several types')
            [CompletionResult]::new('type', 'type', [CompletionResultType]::ParameterValue, 'Print a type expression in canonical form')
            [CompletionResult]::new('assignable', 'assignable', [CompletionResultType]::ParameterValue, 'Check whether one type is assignable to another without conversion')
            [CompletionResult]::new('refine', 'refine', [CompletionResultType]::ParameterValue, 'Refine an unknown value and print the result')
            [CompletionResult]::new('fmt', 'fmt', [CompletionResultType]::ParameterValue, 'Format HCL files as `terraform fmt` does')
            [CompletionResult]::new('refs', 'refs', [CompletionResultType]::ParameterValue, 'Print where a name is declared, given a value and used')
            [CompletionResult]::new('rename', 'rename', [CompletionResultType]::ParameterValue, 'Rename a variable, local value, output, module call or resource everywhere')
            [CompletionResult]::new('docs', 'docs', [CompletionResultType]::ParameterValue, 'Write the documentation of modules: inputs, outputs, requirements')
            [CompletionResult]::new('generate', 'generate', [CompletionResultType]::ParameterValue, 'Generate a JSON Schema of a module''s inputs, or a values file to fill in')
            [CompletionResult]::new('breaking', 'breaking', [CompletionResultType]::ParameterValue, 'Report changes to modules that break their callers')
            [CompletionResult]::new('graph', 'graph', [CompletionResultType]::ParameterValue, 'Print the references in a module and in the modules that it calls')
            [CompletionResult]::new('decode', 'decode', [CompletionResultType]::ParameterValue, 'Decode a configuration with an hcldec specification, like hcldec')
            [CompletionResult]::new('parse', 'parse', [CompletionResultType]::ParameterValue, 'Print the syntax tree of a file')
            [CompletionResult]::new('batch', 'batch', [CompletionResultType]::ParameterValue, 'Answer questions given as JSON lines on standard input')
            [CompletionResult]::new('lsp', 'lsp', [CompletionResultType]::ParameterValue, 'Serve editors over the Language Server Protocol')
            [CompletionResult]::new('schema', 'schema', [CompletionResultType]::ParameterValue, 'Manage the schemas of providers and packages')
            [CompletionResult]::new('policy', 'policy', [CompletionResultType]::ParameterValue, 'List and show the policies of the starter set')
            [CompletionResult]::new('cache', 'cache', [CompletionResultType]::ParameterValue, 'Show where findings of earlier runs are cached, or delete them')
            [CompletionResult]::new('functions', 'functions', [CompletionResultType]::ParameterValue, 'List functions, or show one with its examples')
            [CompletionResult]::new('explain', 'explain', [CompletionResultType]::ParameterValue, 'Explain a code, or list all codes')
            [CompletionResult]::new('config', 'config', [CompletionResultType]::ParameterValue, 'Print every setting and its origin')
            [CompletionResult]::new('completions', 'completions', [CompletionResultType]::ParameterValue, 'Print a completion script for a shell')
            [CompletionResult]::new('man', 'man', [CompletionResultType]::ParameterValue, 'Print the man page of hclx or of a command')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'hclx;check' {
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'Output format of findings; full shows the source; default: HCLX_FORMAT or full')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Also write findings in a format to a file')
            [CompletionResult]::new('--output-file', '--output-file', [CompletionResultType]::ParameterName, 'Write findings to a file instead of standard output')
            [CompletionResult]::new('--max-findings', '--max-findings', [CompletionResultType]::ParameterName, 'Print at most N findings, and the number of those left out')
            [CompletionResult]::new('--select', '--select', [CompletionResultType]::ParameterName, 'Report only errors and these codes and groups of lints')
            [CompletionResult]::new('--only', '--only', [CompletionResultType]::ParameterName, 'Print only findings of these codes and groups; the exit code counts all')
            [CompletionResult]::new('--ignore', '--ignore', [CompletionResultType]::ParameterName, 'Do not report a code or group, except as an error that is certain')
            [CompletionResult]::new('--warn', '--warn', [CompletionResultType]::ParameterName, 'Report a code or group as a warning')
            [CompletionResult]::new('--deny', '--deny', [CompletionResultType]::ParameterName, 'Report a code or group as an error')
            [CompletionResult]::new('--baseline', '--baseline', [CompletionResultType]::ParameterName, 'Hide the findings listed in a baseline file')
            [CompletionResult]::new('--since', '--since', [CompletionResultType]::ParameterName, 'Report only findings on lines changed since a git revision')
            [CompletionResult]::new('--exclude', '--exclude', [CompletionResultType]::ParameterName, 'Skip files and directories that match a pattern, besides those of hclx.toml')
            [CompletionResult]::new('--files-from', '--files-from', [CompletionResultType]::ParameterName, 'Read file names, one per line or separated by NUL; - is standard input')
            [CompletionResult]::new('-s', '-s', [CompletionResultType]::ParameterName, 'Read an hcldec specification of the files')
            [CompletionResult]::new('--spec', '--spec', [CompletionResultType]::ParameterName, 'Read an hcldec specification of the files')
            [CompletionResult]::new('--dialect', '--dialect', [CompletionResultType]::ParameterName, 'Functions and rules; auto detects the language by file name')
            [CompletionResult]::new('--rules', '--rules', [CompletionResultType]::ParameterName, 'Type system: that of go-cty, or extended with int, union, promise, output and none')
            [CompletionResult]::new('--lang', '--lang', [CompletionResultType]::ParameterName, 'Syntax, regardless of the file name')
            [CompletionResult]::new('--var', '--var', [CompletionResultType]::ParameterName, 'Set a variable to a value or to unknown(TYPE, REFINEMENT...); ''NAME: TYPE'' sets an unknown of that type; for Mull a YAML scalar')
            [CompletionResult]::new('--var-file', '--var-file', [CompletionResultType]::ParameterName, 'Read variables from an HCL or JSON file, for Mull from YAML or JSON')
            [CompletionResult]::new('--provider-schema', '--provider-schema', [CompletionResultType]::ParameterName, 'Read schemas printed by `terraform providers schema -json` or `pulumi package get-schema`')
            [CompletionResult]::new('--policy', '--policy', [CompletionResultType]::ParameterName, 'Judge by the policies in a file or directory, in addition to those of hclx.toml')
            [CompletionResult]::new('--policy-input', '--policy-input', [CompletionResultType]::ParameterName, 'Set an input of policies')
            [CompletionResult]::new('--require-schemas', '--require-schemas', [CompletionResultType]::ParameterName, 'Exit with 2 unless each provider has a schema of a release that may be selected; exact: of the selected one')
            [CompletionResult]::new('--root', '--root', [CompletionResultType]::ParameterName, 'Let functions such as `file` read files below DIR; by default they read nothing')
            [CompletionResult]::new('--ctx', '--ctx', [CompletionResultType]::ParameterName, 'For Mull: read `ctx.options` from a YAML or JSON file')
            [CompletionResult]::new('--schema', '--schema', [CompletionResultType]::ParameterName, 'For Mull: the metatype, mull:document, mull:data or PATH#Type; overrides $schema')
            [CompletionResult]::new('--import-root', '--import-root', [CompletionResultType]::ParameterName, 'For Mull: allow imports from below DIR; default: the file''s directory')
            [CompletionResult]::new('--max-memory', '--max-memory', [CompletionResultType]::ParameterName, 'Memory for the values made by one unit, such as 64M; default: 128M, more for large files')
            [CompletionResult]::new('--max-steps', '--max-steps', [CompletionResultType]::ParameterName, 'Expressions that one unit may visit, and work of functions; default: 20000000, more for large files')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read settings from a file instead of the nearest hclx.toml')
            [CompletionResult]::new('--stdin-filename', '--stdin-filename', [CompletionResultType]::ParameterName, 'File name of standard input, for messages and to detect the syntax')
            [CompletionResult]::new('-j', '-j', [CompletionResultType]::ParameterName, 'Number of files checked at a time; 0, the default, is one per core')
            [CompletionResult]::new('--jobs', '--jobs', [CompletionResultType]::ParameterName, 'Number of files checked at a time; 0, the default, is one per core')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colors; auto honors NO_COLOR and CLICOLOR_FORCE')
            [CompletionResult]::new('--deny-warnings', '--deny-warnings', [CompletionResultType]::ParameterName, 'Exit with 1 on warnings too')
            [CompletionResult]::new('--allow-empty', '--allow-empty', [CompletionResultType]::ParameterName, 'Succeed even if no file with a known name is found')
            [CompletionResult]::new('--exit-zero', '--exit-zero', [CompletionResultType]::ParameterName, 'Exit with 0 despite findings, unless the job could not be done')
            [CompletionResult]::new('--statistics', '--statistics', [CompletionResultType]::ParameterName, 'Print the number of findings by code instead of the findings')
            [CompletionResult]::new('--no-ignores', '--no-ignores', [CompletionResultType]::ParameterName, 'Also report findings that comments suppress')
            [CompletionResult]::new('--fix', '--fix', [CompletionResultType]::ParameterName, 'Apply safe edits')
            [CompletionResult]::new('--unsafe-fixes', '--unsafe-fixes', [CompletionResultType]::ParameterName, 'Also apply suggested edits')
            [CompletionResult]::new('--diff', '--diff', [CompletionResultType]::ParameterName, 'Print the changes --fix would make, without making them')
            [CompletionResult]::new('--exit-nonzero-on-fix', '--exit-nonzero-on-fix', [CompletionResultType]::ParameterName, 'Exit with 1 if something was fixed')
            [CompletionResult]::new('--update-baseline', '--update-baseline', [CompletionResultType]::ParameterName, 'Write the findings to the baseline and exit with 0')
            [CompletionResult]::new('--strict-baseline', '--strict-baseline', [CompletionResultType]::ParameterName, 'Exit with 1 if a finding in the baseline no longer occurs')
            [CompletionResult]::new('--show-files', '--show-files', [CompletionResultType]::ParameterName, 'Print the files that would be checked, and do nothing else')
            [CompletionResult]::new('--watch', '--watch', [CompletionResultType]::ParameterName, 'Check again whenever a file changes, until interrupted')
            [CompletionResult]::new('--no-policy', '--no-policy', [CompletionResultType]::ParameterName, 'Judge by no policies, whatever hclx.toml says')
            [CompletionResult]::new('--deny-open', '--deny-open', [CompletionResultType]::ParameterName, 'Exit with 1 if the verdict of a policy is open')
            [CompletionResult]::new('--no-schema-cache', '--no-schema-cache', [CompletionResultType]::ParameterName, 'Use only the schemas given with --provider-schema and those that are part of hclx')
            [CompletionResult]::new('--no-schemas', '--no-schemas', [CompletionResultType]::ParameterName, 'Use only the schemas given with --provider-schema')
            [CompletionResult]::new('--no-cache', '--no-cache', [CompletionResultType]::ParameterName, 'Check everything again, and cache nothing for later runs')
            [CompletionResult]::new('--no-config', '--no-config', [CompletionResultType]::ParameterName, 'Ignore hclx.toml files')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print no summary and no notes')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print no summary and no notes')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Report assumptions and everything that was not checked')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Report assumptions and everything that was not checked')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'hclx;test' {
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'Output format')
            [CompletionResult]::new('--filter', '--filter', [CompletionResultType]::ParameterName, 'Print only some runs; * stands for any characters')
            [CompletionResult]::new('--test-directory', '--test-directory', [CompletionResultType]::ParameterName, 'The directory of test files in a module; default: tests')
            [CompletionResult]::new('--dialect', '--dialect', [CompletionResultType]::ParameterName, 'Functions and rules; auto detects the language by file name')
            [CompletionResult]::new('--var', '--var', [CompletionResultType]::ParameterName, 'Set a variable to a value or to unknown(TYPE, REFINEMENT...); ''NAME: TYPE'' sets an unknown of that type; for Mull a YAML scalar')
            [CompletionResult]::new('--var-file', '--var-file', [CompletionResultType]::ParameterName, 'Read variables from an HCL or JSON file, for Mull from YAML or JSON')
            [CompletionResult]::new('--provider-schema', '--provider-schema', [CompletionResultType]::ParameterName, 'Read schemas printed by `terraform providers schema -json` or `pulumi package get-schema`')
            [CompletionResult]::new('--max-memory', '--max-memory', [CompletionResultType]::ParameterName, 'Memory for the values made by one unit, such as 64M; default: 128M, more for large files')
            [CompletionResult]::new('--max-steps', '--max-steps', [CompletionResultType]::ParameterName, 'Expressions that one unit may visit, and work of functions; default: 20000000, more for large files')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read settings from a file instead of the nearest hclx.toml')
            [CompletionResult]::new('-j', '-j', [CompletionResultType]::ParameterName, 'Number of files checked at a time; 0, the default, is one per core')
            [CompletionResult]::new('--jobs', '--jobs', [CompletionResultType]::ParameterName, 'Number of files checked at a time; 0, the default, is one per core')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colors; auto honors NO_COLOR and CLICOLOR_FORCE')
            [CompletionResult]::new('--watch', '--watch', [CompletionResultType]::ParameterName, 'Check again whenever a file changes, until interrupted')
            [CompletionResult]::new('--deny-open', '--deny-open', [CompletionResultType]::ParameterName, 'Exit with 1 if a run is open')
            [CompletionResult]::new('--coverage', '--coverage', [CompletionResultType]::ParameterName, 'List policies without a mock that passes, or without one that fails')
            [CompletionResult]::new('--open-filters', '--open-filters', [CompletionResultType]::ParameterName, 'Print arguments of `terraform test` for the files with open runs')
            [CompletionResult]::new('--allow-empty', '--allow-empty', [CompletionResultType]::ParameterName, 'Succeed even if no file with a known name is found')
            [CompletionResult]::new('--no-schema-cache', '--no-schema-cache', [CompletionResultType]::ParameterName, 'Use only the schemas given with --provider-schema and those that are part of hclx')
            [CompletionResult]::new('--no-config', '--no-config', [CompletionResultType]::ParameterName, 'Ignore hclx.toml files')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Print the values of each run''s plan')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Print the values of each run''s plan')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print no summary and no notes')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print no summary and no notes')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'hclx;infer' {
            [CompletionResult]::new('-e', '-e', [CompletionResultType]::ParameterName, 'Evaluate an expression instead of a file, or in the scope of a module')
            [CompletionResult]::new('--expr', '--expr', [CompletionResultType]::ParameterName, 'Evaluate an expression instead of a file, or in the scope of a module')
            [CompletionResult]::new('--at', '--at', [CompletionResultType]::ParameterName, 'Print the type of the expression at a position')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'Output format')
            [CompletionResult]::new('--dialect', '--dialect', [CompletionResultType]::ParameterName, 'Functions and rules; auto detects the language by file name')
            [CompletionResult]::new('--rules', '--rules', [CompletionResultType]::ParameterName, 'Type system: that of go-cty, or extended with int, union, promise, output and none')
            [CompletionResult]::new('--lang', '--lang', [CompletionResultType]::ParameterName, 'Syntax, regardless of the file name')
            [CompletionResult]::new('--var', '--var', [CompletionResultType]::ParameterName, 'Set a variable to a value or to unknown(TYPE, REFINEMENT...); ''NAME: TYPE'' sets an unknown of that type; for Mull a YAML scalar')
            [CompletionResult]::new('--var-file', '--var-file', [CompletionResultType]::ParameterName, 'Read variables from an HCL or JSON file, for Mull from YAML or JSON')
            [CompletionResult]::new('--provider-schema', '--provider-schema', [CompletionResultType]::ParameterName, 'Read schemas printed by `terraform providers schema -json` or `pulumi package get-schema`')
            [CompletionResult]::new('--root', '--root', [CompletionResultType]::ParameterName, 'Let functions such as `file` read files below DIR; by default they read nothing')
            [CompletionResult]::new('--ctx', '--ctx', [CompletionResultType]::ParameterName, 'For Mull: read `ctx.options` from a YAML or JSON file')
            [CompletionResult]::new('--schema', '--schema', [CompletionResultType]::ParameterName, 'For Mull: the metatype, mull:document, mull:data or PATH#Type; overrides $schema')
            [CompletionResult]::new('--import-root', '--import-root', [CompletionResultType]::ParameterName, 'For Mull: allow imports from below DIR; default: the file''s directory')
            [CompletionResult]::new('--max-memory', '--max-memory', [CompletionResultType]::ParameterName, 'Memory for the values made by one unit, such as 64M; default: 128M, more for large files')
            [CompletionResult]::new('--max-steps', '--max-steps', [CompletionResultType]::ParameterName, 'Expressions that one unit may visit, and work of functions; default: 20000000, more for large files')
            [CompletionResult]::new('--as', '--as', [CompletionResultType]::ParameterName, 'For Mull: print types in HCL''s notation')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read settings from a file instead of the nearest hclx.toml')
            [CompletionResult]::new('--stdin-filename', '--stdin-filename', [CompletionResultType]::ParameterName, 'File name of standard input, for messages and to detect the syntax')
            [CompletionResult]::new('-j', '-j', [CompletionResultType]::ParameterName, 'Number of files checked at a time; 0, the default, is one per core')
            [CompletionResult]::new('--jobs', '--jobs', [CompletionResultType]::ParameterName, 'Number of files checked at a time; 0, the default, is one per core')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colors; auto honors NO_COLOR and CLICOLOR_FORCE')
            [CompletionResult]::new('--raw', '--raw', [CompletionResultType]::ParameterName, 'Print the type of an expression without a line break')
            [CompletionResult]::new('--allow-undeclared', '--allow-undeclared', [CompletionResultType]::ParameterName, 'Treat undeclared names in an expression as unknown')
            [CompletionResult]::new('--allow-empty', '--allow-empty', [CompletionResultType]::ParameterName, 'Succeed even if no file with a known name is found')
            [CompletionResult]::new('--no-schema-cache', '--no-schema-cache', [CompletionResultType]::ParameterName, 'Use only the schemas given with --provider-schema and those that are part of hclx')
            [CompletionResult]::new('--no-schemas', '--no-schemas', [CompletionResultType]::ParameterName, 'Use only the schemas given with --provider-schema')
            [CompletionResult]::new('--no-config', '--no-config', [CompletionResultType]::ParameterName, 'Ignore hclx.toml files')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print no summary and no notes')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print no summary and no notes')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Report assumptions and everything that was not checked')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Report assumptions and everything that was not checked')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'hclx;eval' {
            [CompletionResult]::new('-e', '-e', [CompletionResultType]::ParameterName, 'Evaluate an expression instead of a file, or in the scope of a module')
            [CompletionResult]::new('--expr', '--expr', [CompletionResultType]::ParameterName, 'Evaluate an expression instead of a file, or in the scope of a module')
            [CompletionResult]::new('--out', '--out', [CompletionResultType]::ParameterName, 'Print plain data; unknown parts are an error')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'Output format')
            [CompletionResult]::new('--dialect', '--dialect', [CompletionResultType]::ParameterName, 'Functions and rules; auto detects the language by file name')
            [CompletionResult]::new('--rules', '--rules', [CompletionResultType]::ParameterName, 'Type system: that of go-cty, or extended with int, union, promise, output and none')
            [CompletionResult]::new('--lang', '--lang', [CompletionResultType]::ParameterName, 'Syntax, regardless of the file name')
            [CompletionResult]::new('--var', '--var', [CompletionResultType]::ParameterName, 'Set a variable to a value or to unknown(TYPE, REFINEMENT...); ''NAME: TYPE'' sets an unknown of that type; for Mull a YAML scalar')
            [CompletionResult]::new('--var-file', '--var-file', [CompletionResultType]::ParameterName, 'Read variables from an HCL or JSON file, for Mull from YAML or JSON')
            [CompletionResult]::new('--provider-schema', '--provider-schema', [CompletionResultType]::ParameterName, 'Read schemas printed by `terraform providers schema -json` or `pulumi package get-schema`')
            [CompletionResult]::new('--root', '--root', [CompletionResultType]::ParameterName, 'Let functions such as `file` read files below DIR; by default they read nothing')
            [CompletionResult]::new('--ctx', '--ctx', [CompletionResultType]::ParameterName, 'For Mull: read `ctx.options` from a YAML or JSON file')
            [CompletionResult]::new('--schema', '--schema', [CompletionResultType]::ParameterName, 'For Mull: the metatype, mull:document, mull:data or PATH#Type; overrides $schema')
            [CompletionResult]::new('--import-root', '--import-root', [CompletionResultType]::ParameterName, 'For Mull: allow imports from below DIR; default: the file''s directory')
            [CompletionResult]::new('--max-memory', '--max-memory', [CompletionResultType]::ParameterName, 'Memory for the values made by one unit, such as 64M; default: 128M, more for large files')
            [CompletionResult]::new('--max-steps', '--max-steps', [CompletionResultType]::ParameterName, 'Expressions that one unit may visit, and work of functions; default: 20000000, more for large files')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read settings from a file instead of the nearest hclx.toml')
            [CompletionResult]::new('--stdin-filename', '--stdin-filename', [CompletionResultType]::ParameterName, 'File name of standard input, for messages and to detect the syntax')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colors; auto honors NO_COLOR and CLICOLOR_FORCE')
            [CompletionResult]::new('--allow-undeclared', '--allow-undeclared', [CompletionResultType]::ParameterName, 'Treat undeclared names in an expression as unknown')
            [CompletionResult]::new('--raw', '--raw', [CompletionResultType]::ParameterName, 'Print a string without quotes and line break, as `terraform output -raw` does; also a number or a bool')
            [CompletionResult]::new('--no-schema-cache', '--no-schema-cache', [CompletionResultType]::ParameterName, 'Use only the schemas given with --provider-schema and those that are part of hclx')
            [CompletionResult]::new('--no-schemas', '--no-schemas', [CompletionResultType]::ParameterName, 'Use only the schemas given with --provider-schema')
            [CompletionResult]::new('--sort-keys', '--sort-keys', [CompletionResultType]::ParameterName, 'For Mull: sort keys instead of printing them in source order')
            [CompletionResult]::new('--no-config', '--no-config', [CompletionResultType]::ParameterName, 'Ignore hclx.toml files')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print no summary and no notes')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print no summary and no notes')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'hclx;convert' {
            [CompletionResult]::new('--value', '--value', [CompletionResultType]::ParameterName, 'Ask about a value instead of a type')
            [CompletionResult]::new('--rules', '--rules', [CompletionResultType]::ParameterName, 'Type system: that of go-cty, or extended with int, union, promise, output and none')
            [CompletionResult]::new('--max-memory', '--max-memory', [CompletionResultType]::ParameterName, 'Memory for the values made by one unit, such as 64M; default: 128M, more for large files')
            [CompletionResult]::new('--max-steps', '--max-steps', [CompletionResultType]::ParameterName, 'Expressions that one unit may visit, and work of functions; default: 20000000, more for large files')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'Output format')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colors; auto honors NO_COLOR and CLICOLOR_FORCE')
            [CompletionResult]::new('--safe', '--safe', [CompletionResultType]::ParameterName, 'Exit with 1 unless the conversion is safe')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print no summary and no notes')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print no summary and no notes')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'hclx;unify' {
            [CompletionResult]::new('--rules', '--rules', [CompletionResultType]::ParameterName, 'Type system: that of go-cty, or extended with int, union, promise, output and none')
            [CompletionResult]::new('--max-memory', '--max-memory', [CompletionResultType]::ParameterName, 'Memory for the values made by one unit, such as 64M; default: 128M, more for large files')
            [CompletionResult]::new('--max-steps', '--max-steps', [CompletionResultType]::ParameterName, 'Expressions that one unit may visit, and work of functions; default: 20000000, more for large files')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'Output format')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colors; auto honors NO_COLOR and CLICOLOR_FORCE')
            [CompletionResult]::new('--unsafe', '--unsafe', [CompletionResultType]::ParameterName, 'Allow conversions that can fail')
            [CompletionResult]::new('--union', '--union', [CompletionResultType]::ParameterName, 'If no common type exists, answer with the union')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print no summary and no notes')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print no summary and no notes')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'hclx;type' {
            [CompletionResult]::new('--max-memory', '--max-memory', [CompletionResultType]::ParameterName, 'Memory for the values made by one unit, such as 64M; default: 128M, more for large files')
            [CompletionResult]::new('--max-steps', '--max-steps', [CompletionResultType]::ParameterName, 'Expressions that one unit may visit, and work of functions; default: 20000000, more for large files')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'Output format')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colors; auto honors NO_COLOR and CLICOLOR_FORCE')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print no summary and no notes')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print no summary and no notes')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'hclx;assignable' {
            [CompletionResult]::new('--max-memory', '--max-memory', [CompletionResultType]::ParameterName, 'Memory for the values made by one unit, such as 64M; default: 128M, more for large files')
            [CompletionResult]::new('--max-steps', '--max-steps', [CompletionResultType]::ParameterName, 'Expressions that one unit may visit, and work of functions; default: 20000000, more for large files')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'Output format')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colors; auto honors NO_COLOR and CLICOLOR_FORCE')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print no summary and no notes')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print no summary and no notes')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'hclx;refine' {
            [CompletionResult]::new('--value', '--value', [CompletionResultType]::ParameterName, 'Ask about a value instead of a type')
            [CompletionResult]::new('--prefix', '--prefix', [CompletionResultType]::ParameterName, 'The string starts with S')
            [CompletionResult]::new('--prefix-safe', '--prefix-safe', [CompletionResultType]::ParameterName, 'The string starts with S without its last grapheme, which later characters may combine with')
            [CompletionResult]::new('--min', '--min', [CompletionResultType]::ParameterName, 'The number is at least N')
            [CompletionResult]::new('--above', '--above', [CompletionResultType]::ParameterName, 'The number is greater than N')
            [CompletionResult]::new('--max', '--max', [CompletionResultType]::ParameterName, 'The number is at most N')
            [CompletionResult]::new('--below', '--below', [CompletionResultType]::ParameterName, 'The number is less than N')
            [CompletionResult]::new('--length-min', '--length-min', [CompletionResultType]::ParameterName, 'The collection has at least N elements')
            [CompletionResult]::new('--length-max', '--length-max', [CompletionResultType]::ParameterName, 'The collection has at most N elements')
            [CompletionResult]::new('--length', '--length', [CompletionResultType]::ParameterName, 'The collection has exactly N elements')
            [CompletionResult]::new('--one-of', '--one-of', [CompletionResultType]::ParameterName, 'The value is an element of this list')
            [CompletionResult]::new('-e', '-e', [CompletionResultType]::ParameterName, 'Evaluate an expression in which `it` is the refined value')
            [CompletionResult]::new('--expr', '--expr', [CompletionResultType]::ParameterName, 'Evaluate an expression in which `it` is the refined value')
            [CompletionResult]::new('--dialect', '--dialect', [CompletionResultType]::ParameterName, 'Functions and rules; auto detects the language by file name')
            [CompletionResult]::new('--rules', '--rules', [CompletionResultType]::ParameterName, 'Type system: that of go-cty, or extended with int, union, promise, output and none')
            [CompletionResult]::new('--max-memory', '--max-memory', [CompletionResultType]::ParameterName, 'Memory for the values made by one unit, such as 64M; default: 128M, more for large files')
            [CompletionResult]::new('--max-steps', '--max-steps', [CompletionResultType]::ParameterName, 'Expressions that one unit may visit, and work of functions; default: 20000000, more for large files')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'Output format')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colors; auto honors NO_COLOR and CLICOLOR_FORCE')
            [CompletionResult]::new('--not-null', '--not-null', [CompletionResultType]::ParameterName, 'The value is not null')
            [CompletionResult]::new('--null', '--null', [CompletionResultType]::ParameterName, 'The value is null')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print no summary and no notes')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print no summary and no notes')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'hclx;fmt' {
            [CompletionResult]::new('--range', '--range', [CompletionResultType]::ParameterName, 'Format only the items that these lines of a file touch')
            [CompletionResult]::new('--width', '--width', [CompletionResultType]::ParameterName, 'Wrap lists, objects and calls that extend past column N, with one element per line')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'Output format of findings; full shows the source; default: HCLX_FORMAT or full')
            [CompletionResult]::new('--since', '--since', [CompletionResultType]::ParameterName, 'Format only files changed since a git revision')
            [CompletionResult]::new('--files-from', '--files-from', [CompletionResultType]::ParameterName, 'Read file names, one per line or separated by NUL; - is standard input')
            [CompletionResult]::new('--dialect', '--dialect', [CompletionResultType]::ParameterName, 'Functions and rules; auto detects the language by file name')
            [CompletionResult]::new('--max-memory', '--max-memory', [CompletionResultType]::ParameterName, 'Memory for the values made by one unit, such as 64M; default: 128M, more for large files')
            [CompletionResult]::new('--max-steps', '--max-steps', [CompletionResultType]::ParameterName, 'Expressions that one unit may visit, and work of functions; default: 20000000, more for large files')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read settings from a file instead of the nearest hclx.toml')
            [CompletionResult]::new('--stdin-filename', '--stdin-filename', [CompletionResultType]::ParameterName, 'File name of standard input, for messages and to detect the syntax')
            [CompletionResult]::new('-j', '-j', [CompletionResultType]::ParameterName, 'Number of files checked at a time; 0, the default, is one per core')
            [CompletionResult]::new('--jobs', '--jobs', [CompletionResultType]::ParameterName, 'Number of files checked at a time; 0, the default, is one per core')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colors; auto honors NO_COLOR and CLICOLOR_FORCE')
            [CompletionResult]::new('--check', '--check', [CompletionResultType]::ParameterName, 'Write nothing, and exit with 1 if a file would change')
            [CompletionResult]::new('--diff', '--diff', [CompletionResultType]::ParameterName, 'Print the changes as a unified diff, and write nothing')
            [CompletionResult]::new('--allow-empty', '--allow-empty', [CompletionResultType]::ParameterName, 'Succeed even if no file with a known name is found')
            [CompletionResult]::new('--no-config', '--no-config', [CompletionResultType]::ParameterName, 'Ignore hclx.toml files')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print no summary and no notes')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print no summary and no notes')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'hclx;refs' {
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'Output format')
            [CompletionResult]::new('--dialect', '--dialect', [CompletionResultType]::ParameterName, 'Functions and rules; auto detects the language by file name')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read settings from a file instead of the nearest hclx.toml')
            [CompletionResult]::new('--max-memory', '--max-memory', [CompletionResultType]::ParameterName, 'Memory for the values made by one unit, such as 64M; default: 128M, more for large files')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colors; auto honors NO_COLOR and CLICOLOR_FORCE')
            [CompletionResult]::new('--no-config', '--no-config', [CompletionResultType]::ParameterName, 'Ignore hclx.toml files')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print no summary and no notes')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print no summary and no notes')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'hclx;rename' {
            [CompletionResult]::new('--dialect', '--dialect', [CompletionResultType]::ParameterName, 'Functions and rules; auto detects the language by file name')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read settings from a file instead of the nearest hclx.toml')
            [CompletionResult]::new('--max-memory', '--max-memory', [CompletionResultType]::ParameterName, 'Memory for the values made by one unit, such as 64M; default: 128M, more for large files')
            [CompletionResult]::new('--max-steps', '--max-steps', [CompletionResultType]::ParameterName, 'Expressions that one unit may visit, and work of functions; default: 20000000, more for large files')
            [CompletionResult]::new('-j', '-j', [CompletionResultType]::ParameterName, 'Number of files checked at a time; 0, the default, is one per core')
            [CompletionResult]::new('--jobs', '--jobs', [CompletionResultType]::ParameterName, 'Number of files checked at a time; 0, the default, is one per core')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colors; auto honors NO_COLOR and CLICOLOR_FORCE')
            [CompletionResult]::new('--diff', '--diff', [CompletionResultType]::ParameterName, 'Print the changes as a unified diff, and write nothing')
            [CompletionResult]::new('--no-config', '--no-config', [CompletionResultType]::ParameterName, 'Ignore hclx.toml files')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print no summary and no notes')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print no summary and no notes')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'hclx;docs' {
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'Tables, a heading for each name, or the description as JSON')
            [CompletionResult]::new('--docs-config', '--docs-config', [CompletionResultType]::ParameterName, 'Settings of terraform-docs for all modules; default: .terraform-docs.yml of each')
            [CompletionResult]::new('--inject', '--inject', [CompletionResultType]::ParameterName, 'Write the page between the markers of a file of each module')
            [CompletionResult]::new('--compat', '--compat', [CompletionResultType]::ParameterName, 'Write exactly what this tool writes, and nothing else')
            [CompletionResult]::new('--sort', '--sort', [CompletionResultType]::ParameterName, 'Order of inputs, outputs and modules')
            [CompletionResult]::new('--columns', '--columns', [CompletionResultType]::ParameterName, 'Columns of the table of inputs, separated by commas: description, type, default, required, constraints')
            [CompletionResult]::new('--show', '--show', [CompletionResultType]::ParameterName, 'Sections to show, separated by commas')
            [CompletionResult]::new('--hide', '--hide', [CompletionResultType]::ParameterName, 'Sections to hide, separated by commas')
            [CompletionResult]::new('--header', '--header', [CompletionResultType]::ParameterName, 'File in a module with the text that precedes its page; of a .tf file, the comment at its start')
            [CompletionResult]::new('--footer', '--footer', [CompletionResultType]::ParameterName, 'File in a module with the text that follows its page')
            [CompletionResult]::new('--dialect', '--dialect', [CompletionResultType]::ParameterName, 'Functions and rules; auto detects the language by file name')
            [CompletionResult]::new('--provider-schema', '--provider-schema', [CompletionResultType]::ParameterName, 'Read schemas printed by `terraform providers schema -json` or `pulumi package get-schema`')
            [CompletionResult]::new('--max-memory', '--max-memory', [CompletionResultType]::ParameterName, 'Memory for the values made by one unit, such as 64M; default: 128M, more for large files')
            [CompletionResult]::new('--max-steps', '--max-steps', [CompletionResultType]::ParameterName, 'Expressions that one unit may visit, and work of functions; default: 20000000, more for large files')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read settings from a file instead of the nearest hclx.toml')
            [CompletionResult]::new('-j', '-j', [CompletionResultType]::ParameterName, 'Number of files checked at a time; 0, the default, is one per core')
            [CompletionResult]::new('--jobs', '--jobs', [CompletionResultType]::ParameterName, 'Number of files checked at a time; 0, the default, is one per core')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colors; auto honors NO_COLOR and CLICOLOR_FORCE')
            [CompletionResult]::new('--check', '--check', [CompletionResultType]::ParameterName, 'Write nothing, and exit with 1 if a file would change')
            [CompletionResult]::new('--recursive', '--recursive', [CompletionResultType]::ParameterName, 'All modules below the directories')
            [CompletionResult]::new('--nested', '--nested', [CompletionResultType]::ParameterName, 'A row for each attribute of an input')
            [CompletionResult]::new('--no-schema-cache', '--no-schema-cache', [CompletionResultType]::ParameterName, 'Use only the schemas given with --provider-schema and those that are part of hclx')
            [CompletionResult]::new('--no-schemas', '--no-schemas', [CompletionResultType]::ParameterName, 'Use only the schemas given with --provider-schema')
            [CompletionResult]::new('--no-config', '--no-config', [CompletionResultType]::ParameterName, 'Ignore hclx.toml files')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print no summary and no notes')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print no summary and no notes')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'hclx;generate' {
            [CompletionResult]::new('--out', '--out', [CompletionResultType]::ParameterName, 'Write the text to a file; with several directories or --recursive, to this file of each module')
            [CompletionResult]::new('--draft', '--draft', [CompletionResultType]::ParameterName, 'Draft of JSON Schema')
            [CompletionResult]::new('--id', '--id', [CompletionResultType]::ParameterName, 'The $id of the schema')
            [CompletionResult]::new('--dialect', '--dialect', [CompletionResultType]::ParameterName, 'Functions and rules; auto detects the language by file name')
            [CompletionResult]::new('--max-memory', '--max-memory', [CompletionResultType]::ParameterName, 'Memory for the values made by one unit, such as 64M; default: 128M, more for large files')
            [CompletionResult]::new('--max-steps', '--max-steps', [CompletionResultType]::ParameterName, 'Expressions that one unit may visit, and work of functions; default: 20000000, more for large files')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read settings from a file instead of the nearest hclx.toml')
            [CompletionResult]::new('-j', '-j', [CompletionResultType]::ParameterName, 'Number of files checked at a time; 0, the default, is one per core')
            [CompletionResult]::new('--jobs', '--jobs', [CompletionResultType]::ParameterName, 'Number of files checked at a time; 0, the default, is one per core')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colors; auto honors NO_COLOR and CLICOLOR_FORCE')
            [CompletionResult]::new('--check', '--check', [CompletionResultType]::ParameterName, 'Write nothing, and exit with 1 if a file is out of date')
            [CompletionResult]::new('--recursive', '--recursive', [CompletionResultType]::ParameterName, 'All modules below the directories')
            [CompletionResult]::new('--required-only', '--required-only', [CompletionResultType]::ParameterName, 'Omit inputs with a default')
            [CompletionResult]::new('--exact', '--exact', [CompletionResultType]::ParameterName, 'Accept everything that Terraform converts, such as numbers as strings; rules are only in x-hclx-rules')
            [CompletionResult]::new('--no-config', '--no-config', [CompletionResultType]::ParameterName, 'Ignore hclx.toml files')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print no summary and no notes')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print no summary and no notes')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'hclx;breaking' {
            [CompletionResult]::new('--against', '--against', [CompletionResultType]::ParameterName, 'The old version: a git revision of this repository, or a directory')
            [CompletionResult]::new('--expect', '--expect', [CompletionResultType]::ParameterName, 'The highest level of changes that exits with 0; default: minor')
            [CompletionResult]::new('--internal', '--internal', [CompletionResultType]::ParameterName, 'Exclude modules whose directories match a pattern: they have no callers outside')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'Output format of findings; full shows the source; default: HCLX_FORMAT or full')
            [CompletionResult]::new('--dialect', '--dialect', [CompletionResultType]::ParameterName, 'Functions and rules; auto detects the language by file name')
            [CompletionResult]::new('--max-memory', '--max-memory', [CompletionResultType]::ParameterName, 'Memory for the values made by one unit, such as 64M; default: 128M, more for large files')
            [CompletionResult]::new('--max-steps', '--max-steps', [CompletionResultType]::ParameterName, 'Expressions that one unit may visit, and work of functions; default: 20000000, more for large files')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read settings from a file instead of the nearest hclx.toml')
            [CompletionResult]::new('-j', '-j', [CompletionResultType]::ParameterName, 'Number of files checked at a time; 0, the default, is one per core')
            [CompletionResult]::new('--jobs', '--jobs', [CompletionResultType]::ParameterName, 'Number of files checked at a time; 0, the default, is one per core')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colors; auto honors NO_COLOR and CLICOLOR_FORCE')
            [CompletionResult]::new('--all', '--all', [CompletionResultType]::ParameterName, 'Also compare the interfaces of modules below `modules` that only this repository calls')
            [CompletionResult]::new('--changelog', '--changelog', [CompletionResultType]::ParameterName, 'Print the changes as markdown, by level')
            [CompletionResult]::new('--no-config', '--no-config', [CompletionResultType]::ParameterName, 'Ignore hclx.toml files')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print no summary and no notes')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print no summary and no notes')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Report assumptions and everything that was not checked')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Report assumptions and everything that was not checked')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'hclx;graph' {
            [CompletionResult]::new('--kind', '--kind', [CompletionResultType]::ParameterName, 'Declarations to show: all, resources with the chains between them, or module calls')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'Output format: lines, a picture for Graphviz or Mermaid, the addresses, or with --affected one root per line')
            [CompletionResult]::new('--why', '--why', [CompletionResultType]::ParameterName, 'Print the shortest chain of references from the declaration A to B')
            [CompletionResult]::new('--impact', '--impact', [CompletionResultType]::ParameterName, 'Print everything whose value may change with a declaration')
            [CompletionResult]::new('--since', '--since', [CompletionResultType]::ParameterName, 'The git revision that --affected compares the files with')
            [CompletionResult]::new('--focus', '--focus', [CompletionResultType]::ParameterName, 'Show what a declaration depends on, and what depends on it')
            [CompletionResult]::new('--depth', '--depth', [CompletionResultType]::ParameterName, 'Follow at most N references from --focus')
            [CompletionResult]::new('--dialect', '--dialect', [CompletionResultType]::ParameterName, 'Functions and rules; auto detects the language by file name')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read settings from a file instead of the nearest hclx.toml')
            [CompletionResult]::new('--max-memory', '--max-memory', [CompletionResultType]::ParameterName, 'Memory for the values made by one unit, such as 64M; default: 128M, more for large files')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colors; auto honors NO_COLOR and CLICOLOR_FORCE')
            [CompletionResult]::new('--unused', '--unused', [CompletionResultType]::ParameterName, 'Print declarations that nothing refers to')
            [CompletionResult]::new('--affected', '--affected', [CompletionResultType]::ParameterName, 'Print the roots affected by changes since a revision, below the directory')
            [CompletionResult]::new('--no-config', '--no-config', [CompletionResultType]::ParameterName, 'Ignore hclx.toml files')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print no summary and no notes')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print no summary and no notes')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'hclx;decode' {
            [CompletionResult]::new('-s', '-s', [CompletionResultType]::ParameterName, 'Read an hcldec specification of the files')
            [CompletionResult]::new('--spec', '--spec', [CompletionResultType]::ParameterName, 'Read an hcldec specification of the files')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Set variables: a JSON object or a values file')
            [CompletionResult]::new('--vars', '--vars', [CompletionResultType]::ParameterName, 'Set variables: a JSON object or a values file')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Write the result to a file')
            [CompletionResult]::new('--out', '--out', [CompletionResultType]::ParameterName, 'Write the result to a file')
            [CompletionResult]::new('--diags', '--diags', [CompletionResultType]::ParameterName, 'Print findings as JSON')
            [CompletionResult]::new('--max-memory', '--max-memory', [CompletionResultType]::ParameterName, 'Memory for the values made by one unit, such as 64M; default: 128M, more for large files')
            [CompletionResult]::new('--max-steps', '--max-steps', [CompletionResultType]::ParameterName, 'Expressions that one unit may visit, and work of functions; default: 20000000, more for large files')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colors; auto honors NO_COLOR and CLICOLOR_FORCE')
            [CompletionResult]::new('--with-type', '--with-type', [CompletionResultType]::ParameterName, 'Print the type with the value')
            [CompletionResult]::new('--var-refs', '--var-refs', [CompletionResultType]::ParameterName, 'Print the variables used in the input instead of its value')
            [CompletionResult]::new('--keep-nulls', '--keep-nulls', [CompletionResultType]::ParameterName, 'Keep properties that are null')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Print the version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print the version')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'hclx;parse' {
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'Output format')
            [CompletionResult]::new('--lang', '--lang', [CompletionResultType]::ParameterName, 'Syntax, regardless of the file name')
            [CompletionResult]::new('--max-memory', '--max-memory', [CompletionResultType]::ParameterName, 'Memory for the values made by one unit, such as 64M; default: 128M, more for large files')
            [CompletionResult]::new('--max-steps', '--max-steps', [CompletionResultType]::ParameterName, 'Expressions that one unit may visit, and work of functions; default: 20000000, more for large files')
            [CompletionResult]::new('--stdin-filename', '--stdin-filename', [CompletionResultType]::ParameterName, 'File name of standard input, for messages and to detect the syntax')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colors; auto honors NO_COLOR and CLICOLOR_FORCE')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'hclx;batch' {
            [CompletionResult]::new('--max-memory', '--max-memory', [CompletionResultType]::ParameterName, 'Memory for the values made by one unit, such as 64M; default: 128M, more for large files')
            [CompletionResult]::new('--max-steps', '--max-steps', [CompletionResultType]::ParameterName, 'Expressions that one unit may visit, and work of functions; default: 20000000, more for large files')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'hclx;lsp' {
            [CompletionResult]::new('--select', '--select', [CompletionResultType]::ParameterName, 'Report only errors and these codes and groups of lints')
            [CompletionResult]::new('--ignore', '--ignore', [CompletionResultType]::ParameterName, 'Do not report a code or group, except as an error that is certain')
            [CompletionResult]::new('--warn', '--warn', [CompletionResultType]::ParameterName, 'Report a code or group as a warning')
            [CompletionResult]::new('--deny', '--deny', [CompletionResultType]::ParameterName, 'Report a code or group as an error')
            [CompletionResult]::new('--baseline', '--baseline', [CompletionResultType]::ParameterName, 'Hide the findings listed in a baseline file')
            [CompletionResult]::new('-s', '-s', [CompletionResultType]::ParameterName, 'Read an hcldec specification of the files')
            [CompletionResult]::new('--spec', '--spec', [CompletionResultType]::ParameterName, 'Read an hcldec specification of the files')
            [CompletionResult]::new('--dialect', '--dialect', [CompletionResultType]::ParameterName, 'Functions and rules; auto detects the language by file name')
            [CompletionResult]::new('--rules', '--rules', [CompletionResultType]::ParameterName, 'Type system: that of go-cty, or extended with int, union, promise, output and none')
            [CompletionResult]::new('--var', '--var', [CompletionResultType]::ParameterName, 'Set a variable to a value or to unknown(TYPE, REFINEMENT...); ''NAME: TYPE'' sets an unknown of that type; for Mull a YAML scalar')
            [CompletionResult]::new('--var-file', '--var-file', [CompletionResultType]::ParameterName, 'Read variables from an HCL or JSON file, for Mull from YAML or JSON')
            [CompletionResult]::new('--provider-schema', '--provider-schema', [CompletionResultType]::ParameterName, 'Read schemas printed by `terraform providers schema -json` or `pulumi package get-schema`')
            [CompletionResult]::new('--root', '--root', [CompletionResultType]::ParameterName, 'Let functions such as `file` read files below DIR; by default they read nothing')
            [CompletionResult]::new('--ctx', '--ctx', [CompletionResultType]::ParameterName, 'For Mull: read `ctx.options` from a YAML or JSON file')
            [CompletionResult]::new('--schema', '--schema', [CompletionResultType]::ParameterName, 'For Mull: the metatype, mull:document, mull:data or PATH#Type; overrides $schema')
            [CompletionResult]::new('--import-root', '--import-root', [CompletionResultType]::ParameterName, 'For Mull: allow imports from below DIR; default: the file''s directory')
            [CompletionResult]::new('--max-memory', '--max-memory', [CompletionResultType]::ParameterName, 'Memory for the values made by one unit, such as 64M; default: 128M, more for large files')
            [CompletionResult]::new('--max-steps', '--max-steps', [CompletionResultType]::ParameterName, 'Expressions that one unit may visit, and work of functions; default: 20000000, more for large files')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read settings from a file instead of the nearest hclx.toml')
            [CompletionResult]::new('--stdio', '--stdio', [CompletionResultType]::ParameterName, 'Accepted for editors that always pass it: the server has no other connection')
            [CompletionResult]::new('--no-ignores', '--no-ignores', [CompletionResultType]::ParameterName, 'Also report findings that comments suppress')
            [CompletionResult]::new('--no-schema-cache', '--no-schema-cache', [CompletionResultType]::ParameterName, 'Use only the schemas given with --provider-schema and those that are part of hclx')
            [CompletionResult]::new('--no-schemas', '--no-schemas', [CompletionResultType]::ParameterName, 'Use only the schemas given with --provider-schema')
            [CompletionResult]::new('--no-config', '--no-config', [CompletionResultType]::ParameterName, 'Ignore hclx.toml files')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'hclx;schema' {
            [CompletionResult]::new('--provider-version', '--provider-version', [CompletionResultType]::ParameterName, 'Set the version of a provider whose schema is imported; the file does not contain it')
            [CompletionResult]::new('--lock', '--lock', [CompletionResultType]::ParameterName, 'Take provider versions from this lock file; default: the one beside the schema or in this directory')
            [CompletionResult]::new('--provider-schema', '--provider-schema', [CompletionResultType]::ParameterName, 'Read schemas printed by `terraform providers schema -json` or `pulumi package get-schema`')
            [CompletionResult]::new('--with', '--with', [CompletionResultType]::ParameterName, 'The program that prints the schemas: terraform, tofu or a path; default: by the language, from PATH')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read settings from a file instead of the nearest hclx.toml')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'Output format')
            [CompletionResult]::new('--append', '--append', [CompletionResultType]::ParameterName, 'Add releases to a pack instead of writing a new one')
            [CompletionResult]::new('--derived', '--derived', [CompletionResultType]::ParameterName, 'The schemas were derived from language bindings, which state no limits and no secrets')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Print what would be fetched, and do nothing else')
            [CompletionResult]::new('--force', '--force', [CompletionResultType]::ParameterName, 'Also fetch schemas that hclx has')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Do not ask about providers without a pack and without an entry in a lock file')
            [CompletionResult]::new('--no-config', '--no-config', [CompletionResultType]::ParameterName, 'Ignore hclx.toml files')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print no summary and no notes')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print no summary and no notes')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'hclx;policy' {
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'hclx;cache' {
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'hclx;functions' {
            [CompletionResult]::new('--dialect', '--dialect', [CompletionResultType]::ParameterName, 'Functions and rules; auto detects the language by file name')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'Output format')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'hclx;explain' {
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'Output format')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'hclx;config' {
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read settings from a file instead of the nearest hclx.toml')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'Output format')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colors; auto honors NO_COLOR and CLICOLOR_FORCE')
            [CompletionResult]::new('--no-config', '--no-config', [CompletionResultType]::ParameterName, 'Ignore hclx.toml files')
            [CompletionResult]::new('--json-schema', '--json-schema', [CompletionResultType]::ParameterName, 'Print a JSON Schema of hclx.toml')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'hclx;completions' {
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'hclx;man' {
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'hclx;help' {
            [CompletionResult]::new('check', 'check', [CompletionResultType]::ParameterValue, 'Report errors in files and directories')
            [CompletionResult]::new('test', 'test', [CompletionResultType]::ParameterValue, 'Predict what `terraform test` reports, without running anything')
            [CompletionResult]::new('infer', 'infer', [CompletionResultType]::ParameterValue, 'Print the types of everything in files, or of an expression')
            [CompletionResult]::new('eval', 'eval', [CompletionResultType]::ParameterValue, 'Print values, as far as they are known')
            [CompletionResult]::new('convert', 'convert', [CompletionResultType]::ParameterValue, 'Check whether one type converts to another, or convert a value')
            [CompletionResult]::new('unify', 'unify', [CompletionResultType]::ParameterValue, 'Print the common type of several types')
            [CompletionResult]::new('type', 'type', [CompletionResultType]::ParameterValue, 'Print a type expression in canonical form')
            [CompletionResult]::new('assignable', 'assignable', [CompletionResultType]::ParameterValue, 'Check whether one type is assignable to another without conversion')
            [CompletionResult]::new('refine', 'refine', [CompletionResultType]::ParameterValue, 'Refine an unknown value and print the result')
            [CompletionResult]::new('fmt', 'fmt', [CompletionResultType]::ParameterValue, 'Format HCL files as `terraform fmt` does')
            [CompletionResult]::new('refs', 'refs', [CompletionResultType]::ParameterValue, 'Print where a name is declared, given a value and used')
            [CompletionResult]::new('rename', 'rename', [CompletionResultType]::ParameterValue, 'Rename a variable, local value, output, module call or resource everywhere')
            [CompletionResult]::new('docs', 'docs', [CompletionResultType]::ParameterValue, 'Write the documentation of modules: inputs, outputs, requirements')
            [CompletionResult]::new('generate', 'generate', [CompletionResultType]::ParameterValue, 'Generate a JSON Schema of a module''s inputs, or a values file to fill in')
            [CompletionResult]::new('breaking', 'breaking', [CompletionResultType]::ParameterValue, 'Report changes to modules that break their callers')
            [CompletionResult]::new('graph', 'graph', [CompletionResultType]::ParameterValue, 'Print the references in a module and in the modules that it calls')
            [CompletionResult]::new('decode', 'decode', [CompletionResultType]::ParameterValue, 'Decode a configuration with an hcldec specification, like hcldec')
            [CompletionResult]::new('parse', 'parse', [CompletionResultType]::ParameterValue, 'Print the syntax tree of a file')
            [CompletionResult]::new('batch', 'batch', [CompletionResultType]::ParameterValue, 'Answer questions given as JSON lines on standard input')
            [CompletionResult]::new('lsp', 'lsp', [CompletionResultType]::ParameterValue, 'Serve editors over the Language Server Protocol')
            [CompletionResult]::new('schema', 'schema', [CompletionResultType]::ParameterValue, 'Manage the schemas of providers and packages')
            [CompletionResult]::new('policy', 'policy', [CompletionResultType]::ParameterValue, 'List and show the policies of the starter set')
            [CompletionResult]::new('cache', 'cache', [CompletionResultType]::ParameterValue, 'Show where findings of earlier runs are cached, or delete them')
            [CompletionResult]::new('functions', 'functions', [CompletionResultType]::ParameterValue, 'List functions, or show one with its examples')
            [CompletionResult]::new('explain', 'explain', [CompletionResultType]::ParameterValue, 'Explain a code, or list all codes')
            [CompletionResult]::new('config', 'config', [CompletionResultType]::ParameterValue, 'Print every setting and its origin')
            [CompletionResult]::new('completions', 'completions', [CompletionResultType]::ParameterValue, 'Print a completion script for a shell')
            [CompletionResult]::new('man', 'man', [CompletionResultType]::ParameterValue, 'Print the man page of hclx or of a command')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'hclx;help;check' {
            break
        }
        'hclx;help;test' {
            break
        }
        'hclx;help;infer' {
            break
        }
        'hclx;help;eval' {
            break
        }
        'hclx;help;convert' {
            break
        }
        'hclx;help;unify' {
            break
        }
        'hclx;help;type' {
            break
        }
        'hclx;help;assignable' {
            break
        }
        'hclx;help;refine' {
            break
        }
        'hclx;help;fmt' {
            break
        }
        'hclx;help;refs' {
            break
        }
        'hclx;help;rename' {
            break
        }
        'hclx;help;docs' {
            break
        }
        'hclx;help;generate' {
            break
        }
        'hclx;help;breaking' {
            break
        }
        'hclx;help;graph' {
            break
        }
        'hclx;help;decode' {
            break
        }
        'hclx;help;parse' {
            break
        }
        'hclx;help;batch' {
            break
        }
        'hclx;help;lsp' {
            break
        }
        'hclx;help;schema' {
            break
        }
        'hclx;help;policy' {
            break
        }
        'hclx;help;cache' {
            break
        }
        'hclx;help;functions' {
            break
        }
        'hclx;help;explain' {
            break
        }
        'hclx;help;config' {
            break
        }
        'hclx;help;completions' {
            break
        }
        'hclx;help;man' {
            break
        }
        'hclx;help;help' {
            break
        }
    })

    $completions.Where{ $_.CompletionText -like "$wordToComplete*" } |
        Sort-Object -Property ListItemText
}
