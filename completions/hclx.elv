
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
            cand check 'Report what is wrong in files and directories'
            cand infer 'Print the type of everything in files, or of an expression'
            cand eval 'Print values, as far as they are known'
            cand convert 'Say whether a type converts to another, or convert a value'
            cand unify 'Print the type that all of several types convert to'
            cand type 'Print a type expression in canonical form'
            cand assignable 'Tell whether values of one type may be given where another is wanted, without conversion'
            cand refine 'Narrow an unknown value by facts and print what is then known'
            cand decode 'Decode a configuration by an hcldec specification, as hcldec does'
            cand parse 'Print the syntax tree of a file'
            cand batch 'Answer questions that come as JSON lines on stdin'
            cand schema 'Keep schemas of providers and packages, by which resources are checked, and show them'
            cand functions 'List functions, or show one with its examples'
            cand explain 'Explain a finding, or list all kinds of findings'
            cand config 'Print each setting with where it comes from'
            cand completions 'Print completions for a shell'
            cand man 'Print the man page, or that of a command'
            cand help 'Print this message or the help of the given subcommand(s)'
        }
        &'hclx;check'= {
            cand --format 'How findings are printed; full shows the source; the default is HCLX_FORMAT or full'
            cand --output 'Write findings in a format into a file too'
            cand --output-file 'Write findings into a file instead of standard output'
            cand --max-findings 'Print N findings at most and say how many are left out'
            cand --select 'Report only these codes and groups of lints, and what is certainly wrong'
            cand --ignore 'Do not report a code or group, unless it is certainly wrong'
            cand --warn 'Report a code or group as a warning'
            cand --deny 'Report a code or group as an error'
            cand --baseline 'Hide the findings that a file lists'
            cand --since 'Report only what is on lines changed since a revision, through git'
            cand --files-from 'Read names of files, one on each line or ended by NUL; - is standard input'
            cand -s 'Read an hcldec specification of what the files hold'
            cand --spec 'Read an hcldec specification of what the files hold'
            cand --dialect 'Which functions and rules apply; auto tells by the names of files'
            cand --rules 'The rules of types: as go-cty, or with int, union, promise, output, none'
            cand --lang 'The syntax, whatever the file''s name is'
            cand --var 'Give a variable a value, or unknown(TYPE, REFINEMENT...); ''NAME: TYPE'' is an unknown of a type; for Mull a YAML scalar'
            cand --var-file 'Read values of variables from an HCL or JSON file, for Mull from YAML or JSON'
            cand --provider-schema 'Read schemas of providers: what `terraform providers schema -json` or `pulumi package get-schema` prints'
            cand --root 'Let functions such as `file` read what lies below DIR; without it they read nothing'
            cand --ctx 'For Mull: read `ctx.options` from a YAML or JSON file'
            cand --schema 'For Mull: the metatype, mull:document, mull:data or PATH#Type; wins over $schema'
            cand --import-root 'For Mull: imports may read what lies below DIR; the default is the file''s directory'
            cand --max-memory 'How many bytes of values one unit may make, such as 64M; the default is 256M, more for large files'
            cand --max-steps 'How many expressions and elements one unit may visit; the default is 100000000'
            cand --config 'Read settings from a file instead of the nearest hclx.toml'
            cand --stdin-filename 'The name that standard input has in messages, and that tells its syntax'
            cand -j 'How many files are judged at a time; the default is one for each core'
            cand --jobs 'How many files are judged at a time; the default is one for each core'
            cand --color 'When to use colours; auto obeys NO_COLOR and CLICOLOR_FORCE'
            cand --deny-warnings 'Exit with 1 on warnings too'
            cand --allow-empty 'A run that finds no file of a known name is not a failure'
            cand --exit-zero 'Exit with 0 whatever is found, unless the job could not be done'
            cand --statistics 'Count findings by code instead of printing them'
            cand --no-ignores 'Report what comments ignore too'
            cand --fix 'Apply edits that are certain'
            cand --unsafe-fixes 'Apply suggested edits too'
            cand --diff 'Print what --fix would change, and change nothing'
            cand --exit-nonzero-on-fix 'Exit with 1 if something was fixed'
            cand --update-baseline 'Write what is found into the baseline and exit with 0'
            cand --strict-baseline 'Exit with 1 if the baseline lists what is not found any more'
            cand --watch 'Check again whenever a file changes, until interrupted'
            cand --no-schema-cache 'Use no schemas but those of --provider-schema, as a machine without a cache does'
            cand --no-config 'Read no hclx.toml'
            cand -q 'Print no summary and no notes'
            cand --quiet 'Print no summary and no notes'
            cand -v 'Say what was taken as unknown and what was not judged'
            cand --verbose 'Say what was taken as unknown and what was not judged'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'hclx;infer'= {
            cand -e 'Take an expression instead of a file, or in the scope of a module'
            cand --expr 'Take an expression instead of a file, or in the scope of a module'
            cand --at 'Print the type of what is at a place'
            cand --format 'How the answer is printed'
            cand --dialect 'Which functions and rules apply; auto tells by the names of files'
            cand --rules 'The rules of types: as go-cty, or with int, union, promise, output, none'
            cand --lang 'The syntax, whatever the file''s name is'
            cand --var 'Give a variable a value, or unknown(TYPE, REFINEMENT...); ''NAME: TYPE'' is an unknown of a type; for Mull a YAML scalar'
            cand --var-file 'Read values of variables from an HCL or JSON file, for Mull from YAML or JSON'
            cand --provider-schema 'Read schemas of providers: what `terraform providers schema -json` or `pulumi package get-schema` prints'
            cand --root 'Let functions such as `file` read what lies below DIR; without it they read nothing'
            cand --ctx 'For Mull: read `ctx.options` from a YAML or JSON file'
            cand --schema 'For Mull: the metatype, mull:document, mull:data or PATH#Type; wins over $schema'
            cand --import-root 'For Mull: imports may read what lies below DIR; the default is the file''s directory'
            cand --max-memory 'How many bytes of values one unit may make, such as 64M; the default is 256M, more for large files'
            cand --max-steps 'How many expressions and elements one unit may visit; the default is 100000000'
            cand --as 'For Mull: print types in HCL''s notation'
            cand --config 'Read settings from a file instead of the nearest hclx.toml'
            cand --stdin-filename 'The name that standard input has in messages, and that tells its syntax'
            cand -j 'How many files are judged at a time; the default is one for each core'
            cand --jobs 'How many files are judged at a time; the default is one for each core'
            cand --color 'When to use colours; auto obeys NO_COLOR and CLICOLOR_FORCE'
            cand --allow-undeclared 'In an expression, take names that no flag declares as unknown'
            cand --allow-empty 'A run that finds no file of a known name is not a failure'
            cand --no-schema-cache 'Use no schemas but those of --provider-schema, as a machine without a cache does'
            cand --no-config 'Read no hclx.toml'
            cand -q 'Print no summary and no notes'
            cand --quiet 'Print no summary and no notes'
            cand -v 'Say what was taken as unknown and what was not judged'
            cand --verbose 'Say what was taken as unknown and what was not judged'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'hclx;eval'= {
            cand -e 'Take an expression instead of a file, or in the scope of a module'
            cand --expr 'Take an expression instead of a file, or in the scope of a module'
            cand --out 'Print plain data; parts that are not known are an error'
            cand --format 'How the answer is printed'
            cand --dialect 'Which functions and rules apply; auto tells by the names of files'
            cand --rules 'The rules of types: as go-cty, or with int, union, promise, output, none'
            cand --lang 'The syntax, whatever the file''s name is'
            cand --var 'Give a variable a value, or unknown(TYPE, REFINEMENT...); ''NAME: TYPE'' is an unknown of a type; for Mull a YAML scalar'
            cand --var-file 'Read values of variables from an HCL or JSON file, for Mull from YAML or JSON'
            cand --provider-schema 'Read schemas of providers: what `terraform providers schema -json` or `pulumi package get-schema` prints'
            cand --root 'Let functions such as `file` read what lies below DIR; without it they read nothing'
            cand --ctx 'For Mull: read `ctx.options` from a YAML or JSON file'
            cand --schema 'For Mull: the metatype, mull:document, mull:data or PATH#Type; wins over $schema'
            cand --import-root 'For Mull: imports may read what lies below DIR; the default is the file''s directory'
            cand --max-memory 'How many bytes of values one unit may make, such as 64M; the default is 256M, more for large files'
            cand --max-steps 'How many expressions and elements one unit may visit; the default is 100000000'
            cand --config 'Read settings from a file instead of the nearest hclx.toml'
            cand --stdin-filename 'The name that standard input has in messages, and that tells its syntax'
            cand --color 'When to use colours; auto obeys NO_COLOR and CLICOLOR_FORCE'
            cand --allow-undeclared 'In an expression, take names that no flag declares as unknown'
            cand --no-schema-cache 'Use no schemas but those of --provider-schema, as a machine without a cache does'
            cand --sort-keys 'For Mull: print keys in order instead of as written'
            cand --no-config 'Read no hclx.toml'
            cand -q 'Print no summary and no notes'
            cand --quiet 'Print no summary and no notes'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'hclx;convert'= {
            cand --value 'Ask about a value instead of a type'
            cand --rules 'The rules of types: as go-cty, or with int, union, promise, output, none'
            cand --max-memory 'How many bytes of values one unit may make, such as 64M; the default is 256M, more for large files'
            cand --max-steps 'How many expressions and elements one unit may visit; the default is 100000000'
            cand --format 'How the answer is printed'
            cand --color 'When to use colours; auto obeys NO_COLOR and CLICOLOR_FORCE'
            cand --safe 'Exit with 1 unless the conversion is safe'
            cand -q 'Print no summary and no notes'
            cand --quiet 'Print no summary and no notes'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'hclx;unify'= {
            cand --rules 'The rules of types: as go-cty, or with int, union, promise, output, none'
            cand --max-memory 'How many bytes of values one unit may make, such as 64M; the default is 256M, more for large files'
            cand --max-steps 'How many expressions and elements one unit may visit; the default is 100000000'
            cand --format 'How the answer is printed'
            cand --color 'When to use colours; auto obeys NO_COLOR and CLICOLOR_FORCE'
            cand --unsafe 'Allow conversions that can fail'
            cand --union 'Where no type fits, answer with the union'
            cand -q 'Print no summary and no notes'
            cand --quiet 'Print no summary and no notes'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'hclx;type'= {
            cand --max-memory 'How many bytes of values one unit may make, such as 64M; the default is 256M, more for large files'
            cand --max-steps 'How many expressions and elements one unit may visit; the default is 100000000'
            cand --format 'How the answer is printed'
            cand --color 'When to use colours; auto obeys NO_COLOR and CLICOLOR_FORCE'
            cand -q 'Print no summary and no notes'
            cand --quiet 'Print no summary and no notes'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'hclx;assignable'= {
            cand --max-memory 'How many bytes of values one unit may make, such as 64M; the default is 256M, more for large files'
            cand --max-steps 'How many expressions and elements one unit may visit; the default is 100000000'
            cand --format 'How the answer is printed'
            cand --color 'When to use colours; auto obeys NO_COLOR and CLICOLOR_FORCE'
            cand -q 'Print no summary and no notes'
            cand --quiet 'Print no summary and no notes'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'hclx;refine'= {
            cand --value 'Ask about a value instead of a type'
            cand --prefix 'It starts with S'
            cand --prefix-safe 'It starts with S without its last grapheme, as later text may combine with it'
            cand --min 'It is N or more'
            cand --above 'It is more than N'
            cand --max 'It is N or less'
            cand --below 'It is less than N'
            cand --length-min 'It has N elements or more'
            cand --length-max 'It has N elements or fewer'
            cand --length 'It has exactly N elements'
            cand --one-of 'It is one of the elements of this list'
            cand -e 'Evaluate an expression in which `it` is the refined value'
            cand --expr 'Evaluate an expression in which `it` is the refined value'
            cand --dialect 'Which functions and rules apply; auto tells by the names of files'
            cand --rules 'The rules of types: as go-cty, or with int, union, promise, output, none'
            cand --max-memory 'How many bytes of values one unit may make, such as 64M; the default is 256M, more for large files'
            cand --max-steps 'How many expressions and elements one unit may visit; the default is 100000000'
            cand --format 'How the answer is printed'
            cand --color 'When to use colours; auto obeys NO_COLOR and CLICOLOR_FORCE'
            cand --not-null 'It is not null'
            cand --null 'It is null'
            cand -q 'Print no summary and no notes'
            cand --quiet 'Print no summary and no notes'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'hclx;decode'= {
            cand -s 'Read an hcldec specification of what the files hold'
            cand --spec 'Read an hcldec specification of what the files hold'
            cand -V 'Give variables: a JSON object, or a file of values'
            cand --vars 'Give variables: a JSON object, or a file of values'
            cand -o 'Write the result into a file'
            cand --out 'Write the result into a file'
            cand --diags 'Print what is wrong as JSON'
            cand --max-memory 'How many bytes of values one unit may make, such as 64M; the default is 256M, more for large files'
            cand --max-steps 'How many expressions and elements one unit may visit; the default is 100000000'
            cand --color 'When to use colours; auto obeys NO_COLOR and CLICOLOR_FORCE'
            cand --with-type 'Print the type beside the value'
            cand --var-refs 'Print the variables that the input uses instead of its value'
            cand --keep-nulls 'Keep properties that are null'
            cand -v 'Print the version'
            cand --version 'Print the version'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'hclx;parse'= {
            cand --format 'How the answer is printed'
            cand --lang 'The syntax, whatever the file''s name is'
            cand --max-memory 'How many bytes of values one unit may make, such as 64M; the default is 256M, more for large files'
            cand --max-steps 'How many expressions and elements one unit may visit; the default is 100000000'
            cand --stdin-filename 'The name that standard input has in messages, and that tells its syntax'
            cand --color 'When to use colours; auto obeys NO_COLOR and CLICOLOR_FORCE'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'hclx;batch'= {
            cand --max-memory 'How many bytes of values one unit may make, such as 64M; the default is 256M, more for large files'
            cand --max-steps 'How many expressions and elements one unit may visit; the default is 100000000'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'hclx;schema'= {
            cand --provider-version 'The version of a provider whose schema is imported, which the file does not tell'
            cand --lock 'Take versions of providers from this lock file; the default is the one beside the schema or here'
            cand --provider-schema 'Read schemas of providers: what `terraform providers schema -json` or `pulumi package get-schema` prints'
            cand --format 'How the answer is printed'
            cand -q 'Print no summary and no notes'
            cand --quiet 'Print no summary and no notes'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'hclx;functions'= {
            cand --dialect 'Which functions and rules apply; auto tells by the names of files'
            cand --format 'How the answer is printed'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'hclx;explain'= {
            cand --format 'How the answer is printed'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'hclx;config'= {
            cand --config 'Read settings from a file instead of the nearest hclx.toml'
            cand --format 'How the answer is printed'
            cand --color 'When to use colours; auto obeys NO_COLOR and CLICOLOR_FORCE'
            cand --no-config 'Read no hclx.toml'
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
            cand check 'Report what is wrong in files and directories'
            cand infer 'Print the type of everything in files, or of an expression'
            cand eval 'Print values, as far as they are known'
            cand convert 'Say whether a type converts to another, or convert a value'
            cand unify 'Print the type that all of several types convert to'
            cand type 'Print a type expression in canonical form'
            cand assignable 'Tell whether values of one type may be given where another is wanted, without conversion'
            cand refine 'Narrow an unknown value by facts and print what is then known'
            cand decode 'Decode a configuration by an hcldec specification, as hcldec does'
            cand parse 'Print the syntax tree of a file'
            cand batch 'Answer questions that come as JSON lines on stdin'
            cand schema 'Keep schemas of providers and packages, by which resources are checked, and show them'
            cand functions 'List functions, or show one with its examples'
            cand explain 'Explain a finding, or list all kinds of findings'
            cand config 'Print each setting with where it comes from'
            cand completions 'Print completions for a shell'
            cand man 'Print the man page, or that of a command'
            cand help 'Print this message or the help of the given subcommand(s)'
        }
        &'hclx;help;check'= {
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
        &'hclx;help;decode'= {
        }
        &'hclx;help;parse'= {
        }
        &'hclx;help;batch'= {
        }
        &'hclx;help;schema'= {
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
