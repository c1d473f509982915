module completions {

  # Finds what is certainly wrong in HCL and JSON configuration, offline
  export extern hclx [
    --help(-h)                # Print help
    --version(-V)             # Print version
  ]

  def "nu-complete hclx check format" [] {
    [ "full" "concise" "json" "ndjson" "sarif" "github" "gitlab" "junit" "checkstyle" "rdjson" "agent" ]
  }

  def "nu-complete hclx check dialect" [] {
    [ "auto" "hcl" "terraform" "packer" "nomad" "bake" "terragrunt" "pcl" "mull" "opentofu" "template" "tflint" "terraform-lock" "terraform-stacks" ]
  }

  def "nu-complete hclx check rules" [] {
    [ "hcl" "extended" ]
  }

  def "nu-complete hclx check lang" [] {
    [ "native" "json" "mull" ]
  }

  def "nu-complete hclx check color" [] {
    [ "auto" "always" "never" ]
  }

  # Report what is wrong in files and directories
  export extern "hclx check" [
    --format: string@"nu-complete hclx check format" # How findings are printed; full shows the source; the default is HCLX_FORMAT or full
    --output: string          # Write findings in a format into a file too
    --output-file: path       # Write findings into a file instead of standard output
    --deny-warnings           # Exit with 1 on warnings too
    --allow-empty             # A run that finds no file of a known name is not a failure
    --exit-zero               # Exit with 0 whatever is found, unless the job could not be done
    --max-findings: string    # Print N findings at most and say how many are left out
    --statistics              # Count findings by code instead of printing them
    --select: string          # Report only these codes and groups of lints, and what is certainly wrong
    --ignore: string          # Do not report a code or group, unless it is certainly wrong
    --warn: string            # Report a code or group as a warning
    --deny: string            # Report a code or group as an error
    --no-ignores              # Report what comments ignore too
    --fix                     # Apply edits that are certain
    --unsafe-fixes            # Apply suggested edits too
    --diff                    # Print what --fix would change, and change nothing
    --exit-nonzero-on-fix     # Exit with 1 if something was fixed
    --baseline: path          # Hide the findings that a file lists
    --update-baseline         # Write what is found into the baseline and exit with 0
    --strict-baseline         # Exit with 1 if the baseline lists what is not found any more
    --since: string           # Report only what is on lines changed since a revision, through git
    --files-from: path        # Read names of files, one on each line or ended by NUL; - is standard input
    --watch                   # Check again whenever a file changes, until interrupted
    --spec(-s): path          # Read an hcldec specification of what the files hold
    --dialect: string@"nu-complete hclx check dialect" # Which functions and rules apply; auto tells by the names of files
    --rules: string@"nu-complete hclx check rules" # The rules of types: as go-cty, or with int, union, promise, output, none
    --lang: string@"nu-complete hclx check lang" # The syntax, whatever the file's name is
    --var: string             # Give a variable a value, or unknown(TYPE, REFINEMENT...); 'NAME: TYPE' is an unknown of a type; for Mull a YAML scalar
    --var-file: path          # Read values of variables from an HCL or JSON file, for Mull from YAML or JSON
    --provider-schema: path   # Read schemas of providers: what `terraform providers schema -json` or `pulumi package get-schema` prints
    --no-schema-cache         # Use no schemas but those of --provider-schema, as a machine without a cache does
    --root: string            # Let functions such as `file` read what lies below DIR; without it they read nothing
    --ctx: path               # For Mull: read `ctx.options` from a YAML or JSON file
    --schema: string          # For Mull: the metatype, mull:document, mull:data or PATH#Type; wins over $schema
    --import-root: string     # For Mull: imports may read what lies below DIR; the default is the file's directory
    --max-memory: string      # How many bytes of values one unit may make, such as 64M; the default is 256M, more for large files
    --max-steps: string       # How many expressions and elements one unit may visit; the default is 100000000
    --config: path            # Read settings from a file instead of the nearest hclx.toml
    --no-config               # Read no hclx.toml
    --stdin-filename: string  # The name that standard input has in messages, and that tells its syntax
    --jobs(-j): string        # How many files are judged at a time; the default is one for each core
    --color: string@"nu-complete hclx check color" # When to use colours; auto obeys NO_COLOR and CLICOLOR_FORCE
    --quiet(-q)               # Print no summary and no notes
    --verbose(-v)             # Say what was taken as unknown and what was not judged
    --help(-h)                # Print help
    ...PATH: path             # Files and directories; - is standard input; the default is this directory
  ]

  def "nu-complete hclx infer format" [] {
    [ "text" "json" ]
  }

  def "nu-complete hclx infer dialect" [] {
    [ "auto" "hcl" "terraform" "packer" "nomad" "bake" "terragrunt" "pcl" "mull" "opentofu" "template" "tflint" "terraform-lock" "terraform-stacks" ]
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

  # Print the type of everything in files, or of an expression
  export extern "hclx infer" [
    --expr(-e): string        # Take an expression instead of a file, or in the scope of a module
    --at: string              # Print the type of what is at a place
    --allow-undeclared        # In an expression, take names that no flag declares as unknown
    --allow-empty             # A run that finds no file of a known name is not a failure
    --format: string@"nu-complete hclx infer format" # How the answer is printed
    --dialect: string@"nu-complete hclx infer dialect" # Which functions and rules apply; auto tells by the names of files
    --rules: string@"nu-complete hclx infer rules" # The rules of types: as go-cty, or with int, union, promise, output, none
    --lang: string@"nu-complete hclx infer lang" # The syntax, whatever the file's name is
    --var: string             # Give a variable a value, or unknown(TYPE, REFINEMENT...); 'NAME: TYPE' is an unknown of a type; for Mull a YAML scalar
    --var-file: path          # Read values of variables from an HCL or JSON file, for Mull from YAML or JSON
    --provider-schema: path   # Read schemas of providers: what `terraform providers schema -json` or `pulumi package get-schema` prints
    --no-schema-cache         # Use no schemas but those of --provider-schema, as a machine without a cache does
    --root: string            # Let functions such as `file` read what lies below DIR; without it they read nothing
    --ctx: path               # For Mull: read `ctx.options` from a YAML or JSON file
    --schema: string          # For Mull: the metatype, mull:document, mull:data or PATH#Type; wins over $schema
    --import-root: string     # For Mull: imports may read what lies below DIR; the default is the file's directory
    --max-memory: string      # How many bytes of values one unit may make, such as 64M; the default is 256M, more for large files
    --max-steps: string       # How many expressions and elements one unit may visit; the default is 100000000
    --as: string@"nu-complete hclx infer as" # For Mull: print types in HCL's notation
    --config: path            # Read settings from a file instead of the nearest hclx.toml
    --no-config               # Read no hclx.toml
    --stdin-filename: string  # The name that standard input has in messages, and that tells its syntax
    --jobs(-j): string        # How many files are judged at a time; the default is one for each core
    --color: string@"nu-complete hclx infer color" # When to use colours; auto obeys NO_COLOR and CLICOLOR_FORCE
    --quiet(-q)               # Print no summary and no notes
    --verbose(-v)             # Say what was taken as unknown and what was not judged
    --help(-h)                # Print help
    ...PATH: path             # Files and directories; - is standard input; the default is this directory
  ]

  def "nu-complete hclx eval out" [] {
    [ "json" "yaml" "hcl" ]
  }

  def "nu-complete hclx eval format" [] {
    [ "text" "json" ]
  }

  def "nu-complete hclx eval dialect" [] {
    [ "auto" "hcl" "terraform" "packer" "nomad" "bake" "terragrunt" "pcl" "mull" "opentofu" "template" "tflint" "terraform-lock" "terraform-stacks" ]
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
    --expr(-e): string        # Take an expression instead of a file, or in the scope of a module
    --allow-undeclared        # In an expression, take names that no flag declares as unknown
    --out: string@"nu-complete hclx eval out" # Print plain data; parts that are not known are an error
    --format: string@"nu-complete hclx eval format" # How the answer is printed
    --dialect: string@"nu-complete hclx eval dialect" # Which functions and rules apply; auto tells by the names of files
    --rules: string@"nu-complete hclx eval rules" # The rules of types: as go-cty, or with int, union, promise, output, none
    --lang: string@"nu-complete hclx eval lang" # The syntax, whatever the file's name is
    --var: string             # Give a variable a value, or unknown(TYPE, REFINEMENT...); 'NAME: TYPE' is an unknown of a type; for Mull a YAML scalar
    --var-file: path          # Read values of variables from an HCL or JSON file, for Mull from YAML or JSON
    --provider-schema: path   # Read schemas of providers: what `terraform providers schema -json` or `pulumi package get-schema` prints
    --no-schema-cache         # Use no schemas but those of --provider-schema, as a machine without a cache does
    --root: string            # Let functions such as `file` read what lies below DIR; without it they read nothing
    --ctx: path               # For Mull: read `ctx.options` from a YAML or JSON file
    --schema: string          # For Mull: the metatype, mull:document, mull:data or PATH#Type; wins over $schema
    --import-root: string     # For Mull: imports may read what lies below DIR; the default is the file's directory
    --max-memory: string      # How many bytes of values one unit may make, such as 64M; the default is 256M, more for large files
    --max-steps: string       # How many expressions and elements one unit may visit; the default is 100000000
    --sort-keys               # For Mull: print keys in order instead of as written
    --config: path            # Read settings from a file instead of the nearest hclx.toml
    --no-config               # Read no hclx.toml
    --stdin-filename: string  # The name that standard input has in messages, and that tells its syntax
    --color: string@"nu-complete hclx eval color" # When to use colours; auto obeys NO_COLOR and CLICOLOR_FORCE
    --quiet(-q)               # Print no summary and no notes
    --help(-h)                # Print help
    FILE?: path               # A file; - is standard input
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

  # Say whether a type converts to another, or convert a value
  export extern "hclx convert" [
    --value: string           # Ask about a value instead of a type
    --safe                    # Exit with 1 unless the conversion is safe
    --rules: string@"nu-complete hclx convert rules" # The rules of types: as go-cty, or with int, union, promise, output, none
    --max-memory: string      # How many bytes of values one unit may make, such as 64M; the default is 256M, more for large files
    --max-steps: string       # How many expressions and elements one unit may visit; the default is 100000000
    --format: string@"nu-complete hclx convert format" # How the answer is printed
    --color: string@"nu-complete hclx convert color" # When to use colours; auto obeys NO_COLOR and CLICOLOR_FORCE
    --quiet(-q)               # Print no summary and no notes
    --help(-h)                # Print help
    FROM?: string             # The type to convert from (none with --value)
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

  # Print the type that all of several types convert to
  export extern "hclx unify" [
    --unsafe                  # Allow conversions that can fail
    --union                   # Where no type fits, answer with the union
    --rules: string@"nu-complete hclx unify rules" # The rules of types: as go-cty, or with int, union, promise, output, none
    --max-memory: string      # How many bytes of values one unit may make, such as 64M; the default is 256M, more for large files
    --max-steps: string       # How many expressions and elements one unit may visit; the default is 100000000
    --format: string@"nu-complete hclx unify format" # How the answer is printed
    --color: string@"nu-complete hclx unify color" # When to use colours; auto obeys NO_COLOR and CLICOLOR_FORCE
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
    --max-memory: string      # How many bytes of values one unit may make, such as 64M; the default is 256M, more for large files
    --max-steps: string       # How many expressions and elements one unit may visit; the default is 100000000
    --format: string@"nu-complete hclx type format" # How the answer is printed
    --color: string@"nu-complete hclx type color" # When to use colours; auto obeys NO_COLOR and CLICOLOR_FORCE
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

  # Tell whether values of one type may be given where another is wanted, without conversion
  export extern "hclx assignable" [
    --max-memory: string      # How many bytes of values one unit may make, such as 64M; the default is 256M, more for large files
    --max-steps: string       # How many expressions and elements one unit may visit; the default is 100000000
    --format: string@"nu-complete hclx assignable format" # How the answer is printed
    --color: string@"nu-complete hclx assignable color" # When to use colours; auto obeys NO_COLOR and CLICOLOR_FORCE
    --quiet(-q)               # Print no summary and no notes
    --help(-h)                # Print help
    FROM: string              # The type of the values
    TO: string                # The type that is wanted
  ]

  def "nu-complete hclx refine dialect" [] {
    [ "auto" "hcl" "terraform" "packer" "nomad" "bake" "terragrunt" "pcl" "mull" "opentofu" "template" "tflint" "terraform-lock" "terraform-stacks" ]
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

  # Narrow an unknown value by facts and print what is then known
  export extern "hclx refine" [
    --value: string           # Ask about a value instead of a type
    --not-null                # It is not null
    --null                    # It is null
    --prefix: string          # It starts with S
    --prefix-safe: string     # It starts with S without its last grapheme, as later text may combine with it
    --min: string             # It is N or more
    --above: string           # It is more than N
    --max: string             # It is N or less
    --below: string           # It is less than N
    --length-min: string      # It has N elements or more
    --length-max: string      # It has N elements or fewer
    --length: string          # It has exactly N elements
    --one-of: string          # It is one of the elements of this list
    --expr(-e): string        # Evaluate an expression in which `it` is the refined value
    --dialect: string@"nu-complete hclx refine dialect" # Which functions and rules apply; auto tells by the names of files
    --rules: string@"nu-complete hclx refine rules" # The rules of types: as go-cty, or with int, union, promise, output, none
    --max-memory: string      # How many bytes of values one unit may make, such as 64M; the default is 256M, more for large files
    --max-steps: string       # How many expressions and elements one unit may visit; the default is 100000000
    --format: string@"nu-complete hclx refine format" # How the answer is printed
    --color: string@"nu-complete hclx refine color" # When to use colours; auto obeys NO_COLOR and CLICOLOR_FORCE
    --quiet(-q)               # Print no summary and no notes
    --help(-h)                # Print help
    TYPE?: string             # The type of the unknown (none with --value)
  ]

  def "nu-complete hclx decode diags" [] {
    [ "json" ]
  }

  def "nu-complete hclx decode color" [] {
    [ "auto" "always" "never" ]
  }

  # Decode a configuration by an hcldec specification, as hcldec does
  export extern "hclx decode" [
    --spec(-s): path          # Read an hcldec specification of what the files hold
    --vars(-V): string        # Give variables: a JSON object, or a file of values
    --out(-o): path           # Write the result into a file
    --diags: string@"nu-complete hclx decode diags" # Print what is wrong as JSON
    --with-type               # Print the type beside the value
    --var-refs                # Print the variables that the input uses instead of its value
    --keep-nulls              # Keep properties that are null
    --version(-v)             # Print the version
    --max-memory: string      # How many bytes of values one unit may make, such as 64M; the default is 256M, more for large files
    --max-steps: string       # How many expressions and elements one unit may visit; the default is 100000000
    --color: string@"nu-complete hclx decode color" # When to use colours; auto obeys NO_COLOR and CLICOLOR_FORCE
    --help(-h)                # Print help
    ...FILE: path             # Files that are read as one; JSON if the name ends in .json; none is standard input
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
    --format: string@"nu-complete hclx parse format" # How the answer is printed
    --lang: string@"nu-complete hclx parse lang" # The syntax, whatever the file's name is
    --max-memory: string      # How many bytes of values one unit may make, such as 64M; the default is 256M, more for large files
    --max-steps: string       # How many expressions and elements one unit may visit; the default is 100000000
    --stdin-filename: string  # The name that standard input has in messages, and that tells its syntax
    --color: string@"nu-complete hclx parse color" # When to use colours; auto obeys NO_COLOR and CLICOLOR_FORCE
    --help(-h)                # Print help
    FILE: path                # A file; - is standard input
  ]

  # Answer questions that come as JSON lines on stdin
  export extern "hclx batch" [
    --max-memory: string      # How many bytes of values one unit may make, such as 64M; the default is 256M, more for large files
    --max-steps: string       # How many expressions and elements one unit may visit; the default is 100000000
    --help(-h)                # Print help
  ]

  def "nu-complete hclx schema format" [] {
    [ "text" "json" ]
  }

  # Keep schemas of providers and packages, by which resources are checked, and show them
  export extern "hclx schema" [
    --provider-version: string # The version of a provider whose schema is imported, which the file does not tell
    --lock: path              # Take versions of providers from this lock file; the default is the one beside the schema or here
    --provider-schema: path   # Read schemas of providers: what `terraform providers schema -json` or `pulumi package get-schema` prints
    --format: string@"nu-complete hclx schema format" # How the answer is printed
    --quiet(-q)               # Print no summary and no notes
    --help(-h)                # Print help
    ACTION: string            # import, list, show, remove or path
    ...WHAT: string           # Files, types or providers
  ]

  def "nu-complete hclx functions dialect" [] {
    [ "auto" "hcl" "terraform" "packer" "nomad" "bake" "terragrunt" "pcl" "mull" "opentofu" "template" "tflint" "terraform-lock" "terraform-stacks" ]
  }

  def "nu-complete hclx functions format" [] {
    [ "text" "json" ]
  }

  # List functions, or show one with its examples
  export extern "hclx functions" [
    --dialect: string@"nu-complete hclx functions dialect" # Which functions and rules apply; auto tells by the names of files
    --format: string@"nu-complete hclx functions format" # How the answer is printed
    --help(-h)                # Print help
    NAME?: string             # The function; without it, all are listed
  ]

  def "nu-complete hclx explain format" [] {
    [ "text" "json" ]
  }

  # Explain a finding, or list all kinds of findings
  export extern "hclx explain" [
    --format: string@"nu-complete hclx explain format" # How the answer is printed
    --help(-h)                # Print help
    CODE?: string             # The code, such as HX1001; without it, all are listed
  ]

  def "nu-complete hclx config format" [] {
    [ "text" "json" ]
  }

  def "nu-complete hclx config color" [] {
    [ "auto" "always" "never" ]
  }

  # Print each setting with where it comes from
  export extern "hclx config" [
    --config: path            # Read settings from a file instead of the nearest hclx.toml
    --no-config               # Read no hclx.toml
    --json-schema             # Print a JSON Schema of hclx.toml
    --format: string@"nu-complete hclx config format" # How the answer is printed
    --color: string@"nu-complete hclx config color" # When to use colours; auto obeys NO_COLOR and CLICOLOR_FORCE
    --help(-h)                # Print help
  ]

  # Print completions for a shell
  export extern "hclx completions" [
    --help(-h)                # Print help
    SHELL: string             # bash, zsh, fish, elvish, powershell or nushell
  ]

  # Print the man page, or that of a command
  export extern "hclx man" [
    --help(-h)                # Print help
    COMMAND?: string          # A command, such as check
  ]

  # Print this message or the help of the given subcommand(s)
  export extern "hclx help" [
  ]

  # Report what is wrong in files and directories
  export extern "hclx help check" [
  ]

  # Print the type of everything in files, or of an expression
  export extern "hclx help infer" [
  ]

  # Print values, as far as they are known
  export extern "hclx help eval" [
  ]

  # Say whether a type converts to another, or convert a value
  export extern "hclx help convert" [
  ]

  # Print the type that all of several types convert to
  export extern "hclx help unify" [
  ]

  # Print a type expression in canonical form
  export extern "hclx help type" [
  ]

  # Tell whether values of one type may be given where another is wanted, without conversion
  export extern "hclx help assignable" [
  ]

  # Narrow an unknown value by facts and print what is then known
  export extern "hclx help refine" [
  ]

  # Decode a configuration by an hcldec specification, as hcldec does
  export extern "hclx help decode" [
  ]

  # Print the syntax tree of a file
  export extern "hclx help parse" [
  ]

  # Answer questions that come as JSON lines on stdin
  export extern "hclx help batch" [
  ]

  # Keep schemas of providers and packages, by which resources are checked, and show them
  export extern "hclx help schema" [
  ]

  # List functions, or show one with its examples
  export extern "hclx help functions" [
  ]

  # Explain a finding, or list all kinds of findings
  export extern "hclx help explain" [
  ]

  # Print each setting with where it comes from
  export extern "hclx help config" [
  ]

  # Print completions for a shell
  export extern "hclx help completions" [
  ]

  # Print the man page, or that of a command
  export extern "hclx help man" [
  ]

  # Print this message or the help of the given subcommand(s)
  export extern "hclx help help" [
  ]

}

export use completions *
