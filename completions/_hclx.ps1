
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
            [CompletionResult]::new('check', 'check', [CompletionResultType]::ParameterValue, 'Report what is wrong in files and directories')
            [CompletionResult]::new('infer', 'infer', [CompletionResultType]::ParameterValue, 'Print the type of everything in files, or of an expression')
            [CompletionResult]::new('eval', 'eval', [CompletionResultType]::ParameterValue, 'Print values, as far as they are known')
            [CompletionResult]::new('convert', 'convert', [CompletionResultType]::ParameterValue, 'Say whether a type converts to another, or convert a value')
            [CompletionResult]::new('unify', 'unify', [CompletionResultType]::ParameterValue, 'Print the type that all of several types convert to')
            [CompletionResult]::new('type', 'type', [CompletionResultType]::ParameterValue, 'Print a type expression in canonical form')
            [CompletionResult]::new('assignable', 'assignable', [CompletionResultType]::ParameterValue, 'Tell whether values of one type may be given where another is wanted, without conversion')
            [CompletionResult]::new('refine', 'refine', [CompletionResultType]::ParameterValue, 'Narrow an unknown value by facts and print what is then known')
            [CompletionResult]::new('decode', 'decode', [CompletionResultType]::ParameterValue, 'Decode a configuration by an hcldec specification, as hcldec does')
            [CompletionResult]::new('parse', 'parse', [CompletionResultType]::ParameterValue, 'Print the syntax tree of a file')
            [CompletionResult]::new('batch', 'batch', [CompletionResultType]::ParameterValue, 'Answer questions that come as JSON lines on stdin')
            [CompletionResult]::new('schema', 'schema', [CompletionResultType]::ParameterValue, 'Keep schemas of providers and packages, by which resources are checked, and show them')
            [CompletionResult]::new('functions', 'functions', [CompletionResultType]::ParameterValue, 'List functions, or show one with its examples')
            [CompletionResult]::new('explain', 'explain', [CompletionResultType]::ParameterValue, 'Explain a finding, or list all kinds of findings')
            [CompletionResult]::new('config', 'config', [CompletionResultType]::ParameterValue, 'Print each setting with where it comes from')
            [CompletionResult]::new('completions', 'completions', [CompletionResultType]::ParameterValue, 'Print completions for a shell')
            [CompletionResult]::new('man', 'man', [CompletionResultType]::ParameterValue, 'Print the man page, or that of a command')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'hclx;check' {
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How findings are printed; full shows the source; the default is HCLX_FORMAT or full')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Write findings in a format into a file too')
            [CompletionResult]::new('--output-file', '--output-file', [CompletionResultType]::ParameterName, 'Write findings into a file instead of standard output')
            [CompletionResult]::new('--max-findings', '--max-findings', [CompletionResultType]::ParameterName, 'Print N findings at most and say how many are left out')
            [CompletionResult]::new('--select', '--select', [CompletionResultType]::ParameterName, 'Report only these codes and groups of lints, and what is certainly wrong')
            [CompletionResult]::new('--ignore', '--ignore', [CompletionResultType]::ParameterName, 'Do not report a code or group, unless it is certainly wrong')
            [CompletionResult]::new('--warn', '--warn', [CompletionResultType]::ParameterName, 'Report a code or group as a warning')
            [CompletionResult]::new('--deny', '--deny', [CompletionResultType]::ParameterName, 'Report a code or group as an error')
            [CompletionResult]::new('--baseline', '--baseline', [CompletionResultType]::ParameterName, 'Hide the findings that a file lists')
            [CompletionResult]::new('--since', '--since', [CompletionResultType]::ParameterName, 'Report only what is on lines changed since a revision, through git')
            [CompletionResult]::new('--files-from', '--files-from', [CompletionResultType]::ParameterName, 'Read names of files, one on each line or ended by NUL; - is standard input')
            [CompletionResult]::new('-s', '-s', [CompletionResultType]::ParameterName, 'Read an hcldec specification of what the files hold')
            [CompletionResult]::new('--spec', '--spec', [CompletionResultType]::ParameterName, 'Read an hcldec specification of what the files hold')
            [CompletionResult]::new('--dialect', '--dialect', [CompletionResultType]::ParameterName, 'Which functions and rules apply; auto tells by the names of files')
            [CompletionResult]::new('--rules', '--rules', [CompletionResultType]::ParameterName, 'The rules of types: as go-cty, or with int, union, promise, output, none')
            [CompletionResult]::new('--lang', '--lang', [CompletionResultType]::ParameterName, 'The syntax, whatever the file''s name is')
            [CompletionResult]::new('--var', '--var', [CompletionResultType]::ParameterName, 'Give a variable a value, or unknown(TYPE, REFINEMENT...); ''NAME: TYPE'' is an unknown of a type; for Mull a YAML scalar')
            [CompletionResult]::new('--var-file', '--var-file', [CompletionResultType]::ParameterName, 'Read values of variables from an HCL or JSON file, for Mull from YAML or JSON')
            [CompletionResult]::new('--provider-schema', '--provider-schema', [CompletionResultType]::ParameterName, 'Read schemas of providers: what `terraform providers schema -json` or `pulumi package get-schema` prints')
            [CompletionResult]::new('--root', '--root', [CompletionResultType]::ParameterName, 'Let functions such as `file` read what lies below DIR; without it they read nothing')
            [CompletionResult]::new('--ctx', '--ctx', [CompletionResultType]::ParameterName, 'For Mull: read `ctx.options` from a YAML or JSON file')
            [CompletionResult]::new('--schema', '--schema', [CompletionResultType]::ParameterName, 'For Mull: the metatype, mull:document, mull:data or PATH#Type; wins over $schema')
            [CompletionResult]::new('--import-root', '--import-root', [CompletionResultType]::ParameterName, 'For Mull: imports may read what lies below DIR; the default is the file''s directory')
            [CompletionResult]::new('--max-memory', '--max-memory', [CompletionResultType]::ParameterName, 'How many bytes of values one unit may make, such as 64M; the default is 256M, more for large files')
            [CompletionResult]::new('--max-steps', '--max-steps', [CompletionResultType]::ParameterName, 'How many expressions and elements one unit may visit; the default is 100000000')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read settings from a file instead of the nearest hclx.toml')
            [CompletionResult]::new('--stdin-filename', '--stdin-filename', [CompletionResultType]::ParameterName, 'The name that standard input has in messages, and that tells its syntax')
            [CompletionResult]::new('-j', '-j', [CompletionResultType]::ParameterName, 'How many files are judged at a time; the default is one for each core')
            [CompletionResult]::new('--jobs', '--jobs', [CompletionResultType]::ParameterName, 'How many files are judged at a time; the default is one for each core')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours; auto obeys NO_COLOR and CLICOLOR_FORCE')
            [CompletionResult]::new('--deny-warnings', '--deny-warnings', [CompletionResultType]::ParameterName, 'Exit with 1 on warnings too')
            [CompletionResult]::new('--allow-empty', '--allow-empty', [CompletionResultType]::ParameterName, 'A run that finds no file of a known name is not a failure')
            [CompletionResult]::new('--exit-zero', '--exit-zero', [CompletionResultType]::ParameterName, 'Exit with 0 whatever is found, unless the job could not be done')
            [CompletionResult]::new('--statistics', '--statistics', [CompletionResultType]::ParameterName, 'Count findings by code instead of printing them')
            [CompletionResult]::new('--no-ignores', '--no-ignores', [CompletionResultType]::ParameterName, 'Report what comments ignore too')
            [CompletionResult]::new('--fix', '--fix', [CompletionResultType]::ParameterName, 'Apply edits that are certain')
            [CompletionResult]::new('--unsafe-fixes', '--unsafe-fixes', [CompletionResultType]::ParameterName, 'Apply suggested edits too')
            [CompletionResult]::new('--diff', '--diff', [CompletionResultType]::ParameterName, 'Print what --fix would change, and change nothing')
            [CompletionResult]::new('--exit-nonzero-on-fix', '--exit-nonzero-on-fix', [CompletionResultType]::ParameterName, 'Exit with 1 if something was fixed')
            [CompletionResult]::new('--update-baseline', '--update-baseline', [CompletionResultType]::ParameterName, 'Write what is found into the baseline and exit with 0')
            [CompletionResult]::new('--strict-baseline', '--strict-baseline', [CompletionResultType]::ParameterName, 'Exit with 1 if the baseline lists what is not found any more')
            [CompletionResult]::new('--watch', '--watch', [CompletionResultType]::ParameterName, 'Check again whenever a file changes, until interrupted')
            [CompletionResult]::new('--no-schema-cache', '--no-schema-cache', [CompletionResultType]::ParameterName, 'Use no schemas but those of --provider-schema, as a machine without a cache does')
            [CompletionResult]::new('--no-config', '--no-config', [CompletionResultType]::ParameterName, 'Read no hclx.toml')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print no summary and no notes')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print no summary and no notes')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say what was taken as unknown and what was not judged')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say what was taken as unknown and what was not judged')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'hclx;infer' {
            [CompletionResult]::new('-e', '-e', [CompletionResultType]::ParameterName, 'Take an expression instead of a file, or in the scope of a module')
            [CompletionResult]::new('--expr', '--expr', [CompletionResultType]::ParameterName, 'Take an expression instead of a file, or in the scope of a module')
            [CompletionResult]::new('--at', '--at', [CompletionResultType]::ParameterName, 'Print the type of what is at a place')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How the answer is printed')
            [CompletionResult]::new('--dialect', '--dialect', [CompletionResultType]::ParameterName, 'Which functions and rules apply; auto tells by the names of files')
            [CompletionResult]::new('--rules', '--rules', [CompletionResultType]::ParameterName, 'The rules of types: as go-cty, or with int, union, promise, output, none')
            [CompletionResult]::new('--lang', '--lang', [CompletionResultType]::ParameterName, 'The syntax, whatever the file''s name is')
            [CompletionResult]::new('--var', '--var', [CompletionResultType]::ParameterName, 'Give a variable a value, or unknown(TYPE, REFINEMENT...); ''NAME: TYPE'' is an unknown of a type; for Mull a YAML scalar')
            [CompletionResult]::new('--var-file', '--var-file', [CompletionResultType]::ParameterName, 'Read values of variables from an HCL or JSON file, for Mull from YAML or JSON')
            [CompletionResult]::new('--provider-schema', '--provider-schema', [CompletionResultType]::ParameterName, 'Read schemas of providers: what `terraform providers schema -json` or `pulumi package get-schema` prints')
            [CompletionResult]::new('--root', '--root', [CompletionResultType]::ParameterName, 'Let functions such as `file` read what lies below DIR; without it they read nothing')
            [CompletionResult]::new('--ctx', '--ctx', [CompletionResultType]::ParameterName, 'For Mull: read `ctx.options` from a YAML or JSON file')
            [CompletionResult]::new('--schema', '--schema', [CompletionResultType]::ParameterName, 'For Mull: the metatype, mull:document, mull:data or PATH#Type; wins over $schema')
            [CompletionResult]::new('--import-root', '--import-root', [CompletionResultType]::ParameterName, 'For Mull: imports may read what lies below DIR; the default is the file''s directory')
            [CompletionResult]::new('--max-memory', '--max-memory', [CompletionResultType]::ParameterName, 'How many bytes of values one unit may make, such as 64M; the default is 256M, more for large files')
            [CompletionResult]::new('--max-steps', '--max-steps', [CompletionResultType]::ParameterName, 'How many expressions and elements one unit may visit; the default is 100000000')
            [CompletionResult]::new('--as', '--as', [CompletionResultType]::ParameterName, 'For Mull: print types in HCL''s notation')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read settings from a file instead of the nearest hclx.toml')
            [CompletionResult]::new('--stdin-filename', '--stdin-filename', [CompletionResultType]::ParameterName, 'The name that standard input has in messages, and that tells its syntax')
            [CompletionResult]::new('-j', '-j', [CompletionResultType]::ParameterName, 'How many files are judged at a time; the default is one for each core')
            [CompletionResult]::new('--jobs', '--jobs', [CompletionResultType]::ParameterName, 'How many files are judged at a time; the default is one for each core')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours; auto obeys NO_COLOR and CLICOLOR_FORCE')
            [CompletionResult]::new('--allow-undeclared', '--allow-undeclared', [CompletionResultType]::ParameterName, 'In an expression, take names that no flag declares as unknown')
            [CompletionResult]::new('--allow-empty', '--allow-empty', [CompletionResultType]::ParameterName, 'A run that finds no file of a known name is not a failure')
            [CompletionResult]::new('--no-schema-cache', '--no-schema-cache', [CompletionResultType]::ParameterName, 'Use no schemas but those of --provider-schema, as a machine without a cache does')
            [CompletionResult]::new('--no-config', '--no-config', [CompletionResultType]::ParameterName, 'Read no hclx.toml')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print no summary and no notes')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print no summary and no notes')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say what was taken as unknown and what was not judged')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say what was taken as unknown and what was not judged')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'hclx;eval' {
            [CompletionResult]::new('-e', '-e', [CompletionResultType]::ParameterName, 'Take an expression instead of a file, or in the scope of a module')
            [CompletionResult]::new('--expr', '--expr', [CompletionResultType]::ParameterName, 'Take an expression instead of a file, or in the scope of a module')
            [CompletionResult]::new('--out', '--out', [CompletionResultType]::ParameterName, 'Print plain data; parts that are not known are an error')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How the answer is printed')
            [CompletionResult]::new('--dialect', '--dialect', [CompletionResultType]::ParameterName, 'Which functions and rules apply; auto tells by the names of files')
            [CompletionResult]::new('--rules', '--rules', [CompletionResultType]::ParameterName, 'The rules of types: as go-cty, or with int, union, promise, output, none')
            [CompletionResult]::new('--lang', '--lang', [CompletionResultType]::ParameterName, 'The syntax, whatever the file''s name is')
            [CompletionResult]::new('--var', '--var', [CompletionResultType]::ParameterName, 'Give a variable a value, or unknown(TYPE, REFINEMENT...); ''NAME: TYPE'' is an unknown of a type; for Mull a YAML scalar')
            [CompletionResult]::new('--var-file', '--var-file', [CompletionResultType]::ParameterName, 'Read values of variables from an HCL or JSON file, for Mull from YAML or JSON')
            [CompletionResult]::new('--provider-schema', '--provider-schema', [CompletionResultType]::ParameterName, 'Read schemas of providers: what `terraform providers schema -json` or `pulumi package get-schema` prints')
            [CompletionResult]::new('--root', '--root', [CompletionResultType]::ParameterName, 'Let functions such as `file` read what lies below DIR; without it they read nothing')
            [CompletionResult]::new('--ctx', '--ctx', [CompletionResultType]::ParameterName, 'For Mull: read `ctx.options` from a YAML or JSON file')
            [CompletionResult]::new('--schema', '--schema', [CompletionResultType]::ParameterName, 'For Mull: the metatype, mull:document, mull:data or PATH#Type; wins over $schema')
            [CompletionResult]::new('--import-root', '--import-root', [CompletionResultType]::ParameterName, 'For Mull: imports may read what lies below DIR; the default is the file''s directory')
            [CompletionResult]::new('--max-memory', '--max-memory', [CompletionResultType]::ParameterName, 'How many bytes of values one unit may make, such as 64M; the default is 256M, more for large files')
            [CompletionResult]::new('--max-steps', '--max-steps', [CompletionResultType]::ParameterName, 'How many expressions and elements one unit may visit; the default is 100000000')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read settings from a file instead of the nearest hclx.toml')
            [CompletionResult]::new('--stdin-filename', '--stdin-filename', [CompletionResultType]::ParameterName, 'The name that standard input has in messages, and that tells its syntax')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours; auto obeys NO_COLOR and CLICOLOR_FORCE')
            [CompletionResult]::new('--allow-undeclared', '--allow-undeclared', [CompletionResultType]::ParameterName, 'In an expression, take names that no flag declares as unknown')
            [CompletionResult]::new('--no-schema-cache', '--no-schema-cache', [CompletionResultType]::ParameterName, 'Use no schemas but those of --provider-schema, as a machine without a cache does')
            [CompletionResult]::new('--sort-keys', '--sort-keys', [CompletionResultType]::ParameterName, 'For Mull: print keys in order instead of as written')
            [CompletionResult]::new('--no-config', '--no-config', [CompletionResultType]::ParameterName, 'Read no hclx.toml')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print no summary and no notes')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print no summary and no notes')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'hclx;convert' {
            [CompletionResult]::new('--value', '--value', [CompletionResultType]::ParameterName, 'Ask about a value instead of a type')
            [CompletionResult]::new('--rules', '--rules', [CompletionResultType]::ParameterName, 'The rules of types: as go-cty, or with int, union, promise, output, none')
            [CompletionResult]::new('--max-memory', '--max-memory', [CompletionResultType]::ParameterName, 'How many bytes of values one unit may make, such as 64M; the default is 256M, more for large files')
            [CompletionResult]::new('--max-steps', '--max-steps', [CompletionResultType]::ParameterName, 'How many expressions and elements one unit may visit; the default is 100000000')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How the answer is printed')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours; auto obeys NO_COLOR and CLICOLOR_FORCE')
            [CompletionResult]::new('--safe', '--safe', [CompletionResultType]::ParameterName, 'Exit with 1 unless the conversion is safe')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print no summary and no notes')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print no summary and no notes')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'hclx;unify' {
            [CompletionResult]::new('--rules', '--rules', [CompletionResultType]::ParameterName, 'The rules of types: as go-cty, or with int, union, promise, output, none')
            [CompletionResult]::new('--max-memory', '--max-memory', [CompletionResultType]::ParameterName, 'How many bytes of values one unit may make, such as 64M; the default is 256M, more for large files')
            [CompletionResult]::new('--max-steps', '--max-steps', [CompletionResultType]::ParameterName, 'How many expressions and elements one unit may visit; the default is 100000000')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How the answer is printed')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours; auto obeys NO_COLOR and CLICOLOR_FORCE')
            [CompletionResult]::new('--unsafe', '--unsafe', [CompletionResultType]::ParameterName, 'Allow conversions that can fail')
            [CompletionResult]::new('--union', '--union', [CompletionResultType]::ParameterName, 'Where no type fits, answer with the union')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print no summary and no notes')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print no summary and no notes')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'hclx;type' {
            [CompletionResult]::new('--max-memory', '--max-memory', [CompletionResultType]::ParameterName, 'How many bytes of values one unit may make, such as 64M; the default is 256M, more for large files')
            [CompletionResult]::new('--max-steps', '--max-steps', [CompletionResultType]::ParameterName, 'How many expressions and elements one unit may visit; the default is 100000000')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How the answer is printed')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours; auto obeys NO_COLOR and CLICOLOR_FORCE')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print no summary and no notes')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print no summary and no notes')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'hclx;assignable' {
            [CompletionResult]::new('--max-memory', '--max-memory', [CompletionResultType]::ParameterName, 'How many bytes of values one unit may make, such as 64M; the default is 256M, more for large files')
            [CompletionResult]::new('--max-steps', '--max-steps', [CompletionResultType]::ParameterName, 'How many expressions and elements one unit may visit; the default is 100000000')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How the answer is printed')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours; auto obeys NO_COLOR and CLICOLOR_FORCE')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print no summary and no notes')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print no summary and no notes')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'hclx;refine' {
            [CompletionResult]::new('--value', '--value', [CompletionResultType]::ParameterName, 'Ask about a value instead of a type')
            [CompletionResult]::new('--prefix', '--prefix', [CompletionResultType]::ParameterName, 'It starts with S')
            [CompletionResult]::new('--prefix-safe', '--prefix-safe', [CompletionResultType]::ParameterName, 'It starts with S without its last grapheme, as later text may combine with it')
            [CompletionResult]::new('--min', '--min', [CompletionResultType]::ParameterName, 'It is N or more')
            [CompletionResult]::new('--above', '--above', [CompletionResultType]::ParameterName, 'It is more than N')
            [CompletionResult]::new('--max', '--max', [CompletionResultType]::ParameterName, 'It is N or less')
            [CompletionResult]::new('--below', '--below', [CompletionResultType]::ParameterName, 'It is less than N')
            [CompletionResult]::new('--length-min', '--length-min', [CompletionResultType]::ParameterName, 'It has N elements or more')
            [CompletionResult]::new('--length-max', '--length-max', [CompletionResultType]::ParameterName, 'It has N elements or fewer')
            [CompletionResult]::new('--length', '--length', [CompletionResultType]::ParameterName, 'It has exactly N elements')
            [CompletionResult]::new('--one-of', '--one-of', [CompletionResultType]::ParameterName, 'It is one of the elements of this list')
            [CompletionResult]::new('-e', '-e', [CompletionResultType]::ParameterName, 'Evaluate an expression in which `it` is the refined value')
            [CompletionResult]::new('--expr', '--expr', [CompletionResultType]::ParameterName, 'Evaluate an expression in which `it` is the refined value')
            [CompletionResult]::new('--dialect', '--dialect', [CompletionResultType]::ParameterName, 'Which functions and rules apply; auto tells by the names of files')
            [CompletionResult]::new('--rules', '--rules', [CompletionResultType]::ParameterName, 'The rules of types: as go-cty, or with int, union, promise, output, none')
            [CompletionResult]::new('--max-memory', '--max-memory', [CompletionResultType]::ParameterName, 'How many bytes of values one unit may make, such as 64M; the default is 256M, more for large files')
            [CompletionResult]::new('--max-steps', '--max-steps', [CompletionResultType]::ParameterName, 'How many expressions and elements one unit may visit; the default is 100000000')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How the answer is printed')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours; auto obeys NO_COLOR and CLICOLOR_FORCE')
            [CompletionResult]::new('--not-null', '--not-null', [CompletionResultType]::ParameterName, 'It is not null')
            [CompletionResult]::new('--null', '--null', [CompletionResultType]::ParameterName, 'It is null')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print no summary and no notes')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print no summary and no notes')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'hclx;decode' {
            [CompletionResult]::new('-s', '-s', [CompletionResultType]::ParameterName, 'Read an hcldec specification of what the files hold')
            [CompletionResult]::new('--spec', '--spec', [CompletionResultType]::ParameterName, 'Read an hcldec specification of what the files hold')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Give variables: a JSON object, or a file of values')
            [CompletionResult]::new('--vars', '--vars', [CompletionResultType]::ParameterName, 'Give variables: a JSON object, or a file of values')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Write the result into a file')
            [CompletionResult]::new('--out', '--out', [CompletionResultType]::ParameterName, 'Write the result into a file')
            [CompletionResult]::new('--diags', '--diags', [CompletionResultType]::ParameterName, 'Print what is wrong as JSON')
            [CompletionResult]::new('--max-memory', '--max-memory', [CompletionResultType]::ParameterName, 'How many bytes of values one unit may make, such as 64M; the default is 256M, more for large files')
            [CompletionResult]::new('--max-steps', '--max-steps', [CompletionResultType]::ParameterName, 'How many expressions and elements one unit may visit; the default is 100000000')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours; auto obeys NO_COLOR and CLICOLOR_FORCE')
            [CompletionResult]::new('--with-type', '--with-type', [CompletionResultType]::ParameterName, 'Print the type beside the value')
            [CompletionResult]::new('--var-refs', '--var-refs', [CompletionResultType]::ParameterName, 'Print the variables that the input uses instead of its value')
            [CompletionResult]::new('--keep-nulls', '--keep-nulls', [CompletionResultType]::ParameterName, 'Keep properties that are null')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Print the version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print the version')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'hclx;parse' {
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How the answer is printed')
            [CompletionResult]::new('--lang', '--lang', [CompletionResultType]::ParameterName, 'The syntax, whatever the file''s name is')
            [CompletionResult]::new('--max-memory', '--max-memory', [CompletionResultType]::ParameterName, 'How many bytes of values one unit may make, such as 64M; the default is 256M, more for large files')
            [CompletionResult]::new('--max-steps', '--max-steps', [CompletionResultType]::ParameterName, 'How many expressions and elements one unit may visit; the default is 100000000')
            [CompletionResult]::new('--stdin-filename', '--stdin-filename', [CompletionResultType]::ParameterName, 'The name that standard input has in messages, and that tells its syntax')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours; auto obeys NO_COLOR and CLICOLOR_FORCE')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'hclx;batch' {
            [CompletionResult]::new('--max-memory', '--max-memory', [CompletionResultType]::ParameterName, 'How many bytes of values one unit may make, such as 64M; the default is 256M, more for large files')
            [CompletionResult]::new('--max-steps', '--max-steps', [CompletionResultType]::ParameterName, 'How many expressions and elements one unit may visit; the default is 100000000')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'hclx;schema' {
            [CompletionResult]::new('--provider-version', '--provider-version', [CompletionResultType]::ParameterName, 'The version of a provider whose schema is imported, which the file does not tell')
            [CompletionResult]::new('--lock', '--lock', [CompletionResultType]::ParameterName, 'Take versions of providers from this lock file; the default is the one beside the schema or here')
            [CompletionResult]::new('--provider-schema', '--provider-schema', [CompletionResultType]::ParameterName, 'Read schemas of providers: what `terraform providers schema -json` or `pulumi package get-schema` prints')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How the answer is printed')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print no summary and no notes')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print no summary and no notes')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'hclx;functions' {
            [CompletionResult]::new('--dialect', '--dialect', [CompletionResultType]::ParameterName, 'Which functions and rules apply; auto tells by the names of files')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How the answer is printed')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'hclx;explain' {
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How the answer is printed')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'hclx;config' {
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read settings from a file instead of the nearest hclx.toml')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How the answer is printed')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours; auto obeys NO_COLOR and CLICOLOR_FORCE')
            [CompletionResult]::new('--no-config', '--no-config', [CompletionResultType]::ParameterName, 'Read no hclx.toml')
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
            [CompletionResult]::new('check', 'check', [CompletionResultType]::ParameterValue, 'Report what is wrong in files and directories')
            [CompletionResult]::new('infer', 'infer', [CompletionResultType]::ParameterValue, 'Print the type of everything in files, or of an expression')
            [CompletionResult]::new('eval', 'eval', [CompletionResultType]::ParameterValue, 'Print values, as far as they are known')
            [CompletionResult]::new('convert', 'convert', [CompletionResultType]::ParameterValue, 'Say whether a type converts to another, or convert a value')
            [CompletionResult]::new('unify', 'unify', [CompletionResultType]::ParameterValue, 'Print the type that all of several types convert to')
            [CompletionResult]::new('type', 'type', [CompletionResultType]::ParameterValue, 'Print a type expression in canonical form')
            [CompletionResult]::new('assignable', 'assignable', [CompletionResultType]::ParameterValue, 'Tell whether values of one type may be given where another is wanted, without conversion')
            [CompletionResult]::new('refine', 'refine', [CompletionResultType]::ParameterValue, 'Narrow an unknown value by facts and print what is then known')
            [CompletionResult]::new('decode', 'decode', [CompletionResultType]::ParameterValue, 'Decode a configuration by an hcldec specification, as hcldec does')
            [CompletionResult]::new('parse', 'parse', [CompletionResultType]::ParameterValue, 'Print the syntax tree of a file')
            [CompletionResult]::new('batch', 'batch', [CompletionResultType]::ParameterValue, 'Answer questions that come as JSON lines on stdin')
            [CompletionResult]::new('schema', 'schema', [CompletionResultType]::ParameterValue, 'Keep schemas of providers and packages, by which resources are checked, and show them')
            [CompletionResult]::new('functions', 'functions', [CompletionResultType]::ParameterValue, 'List functions, or show one with its examples')
            [CompletionResult]::new('explain', 'explain', [CompletionResultType]::ParameterValue, 'Explain a finding, or list all kinds of findings')
            [CompletionResult]::new('config', 'config', [CompletionResultType]::ParameterValue, 'Print each setting with where it comes from')
            [CompletionResult]::new('completions', 'completions', [CompletionResultType]::ParameterValue, 'Print completions for a shell')
            [CompletionResult]::new('man', 'man', [CompletionResultType]::ParameterValue, 'Print the man page, or that of a command')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'hclx;help;check' {
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
        'hclx;help;decode' {
            break
        }
        'hclx;help;parse' {
            break
        }
        'hclx;help;batch' {
            break
        }
        'hclx;help;schema' {
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
