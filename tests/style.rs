//! The style of texts, as far as it can be checked automatically: first words of doc comments, American spelling, the
//! pages of the README.

use std::path::Path;

use super::tidy::sources;

/// First words that make a doc comment read as translated. Doc comments begin with a noun or a verb of the field
/// instead.
const TRANSLATED: &[&str] =
    &["What ", "Whether ", "Which ", "Who ", "Whose ", "How ", "Where ", "Of ", "That ", "Whatever "];

/// The maximum number of doc comments with such a beginning; may only shrink.
const MOST_TRANSLATED: usize = 12;

/// Beginnings of words in British spelling, split so that this file does not contain them.
const BRITISH: &[&str] = &[
    concat!("colo", "ur"),
    concat!("behavio", "ur"),
    concat!("favo", "ur"),
    concat!("hono", "ur"),
    concat!("neighbo", "ur"),
    concat!("initial", "is"),
    concat!("normal", "is"),
    concat!("recogn", "is"),
    concat!("optim", "is"),
    concat!("serial", "is"),
    concat!("organ", "is"),
    concat!("missp", "elt"),
    concat!("label", "led"),
    concat!("cancel", "led"),
];

/// American words that begin like British ones.
const AMERICAN: &[&str] = &[concat!("optim", "ism"), concat!("optim", "istic"), concat!("organ", "ism")];

/// The first lines of doc comments, with their line numbers.
fn openings(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let comment = |line: &'_ str| line.trim_start().starts_with("///") || line.starts_with("//!");
    let mut before = false;
    text.lines().enumerate().filter_map(move |(index, line)| {
        let opens = comment(line) && !before;
        before = comment(line);
        opens.then(|| (index + 1, line.trim_start().trim_start_matches(['/', '!']).trim_start()))
    })
}

#[test]
fn doc_comments_begin_with_a_noun_or_a_verb() {
    let mut wrong = Vec::new();
    for (path, text) in sources() {
        let translated =
            openings(&text).filter(|(_, line)| TRANSLATED.iter().any(|word| line.starts_with(word)));
        wrong.extend(translated.map(|(line, comment)| format!("{}:{line}: {comment}", path.display())));
    }
    assert!(
        wrong.len() <= MOST_TRANSLATED,
        "{} doc comments, at most {MOST_TRANSLATED}: begin them with what the item is or does: {wrong:#?}",
        wrong.len()
    );
}

/// The parts of a line outside of backticks: names in code keep their spelling.
fn outside_of_code(line: &str) -> String {
    line.split('`').step_by(2).collect::<Vec<_>>().join(" ").to_lowercase()
}

/// The words of a text with a British beginning.
fn british(text: &str) -> Vec<String> {
    let words = text.split(|letter: char| !letter.is_alphabetic());
    let is_british = |word: &&str| {
        BRITISH.iter().any(|start| word.starts_with(start))
            && !AMERICAN.iter().any(|start| word.starts_with(start))
    };
    words.filter(is_british).map(str::to_owned).collect()
}

#[test]
fn pages_comments_and_texts_of_users_are_in_american_english() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut wrong = Vec::new();
    for page in super::transcripts::pages() {
        let text = std::fs::read_to_string(&page).expect("a page");
        let mut in_block = false;
        for (index, line) in text.lines().enumerate() {
            in_block ^= line.starts_with("```");
            if !in_block {
                let found = british(&outside_of_code(line));
                wrong.extend(found.iter().map(|word| format!("{}:{}: {word}", page.display(), index + 1)));
            }
        }
    }
    for (path, text) in sources() {
        for (index, line) in text.lines().enumerate().filter(|(_, line)| line.trim_start().starts_with("//"))
        {
            let found = british(&outside_of_code(line));
            wrong.extend(found.iter().map(|word| format!("{}:{}: {word}", path.display(), index + 1)));
        }
    }
    for code in hclx_diag::all_codes() {
        let info = code.info();
        let found = british(&format!("{} {}", info.title, info.explanation).to_lowercase());
        wrong.extend(found.iter().map(|word| format!("{code} in crates/diag/src/codes: {word}")));
    }
    for page in ["man", "completions"] {
        for entry in std::fs::read_dir(root.join(page)).expect("a directory") {
            let path = entry.expect("an entry").path();
            let found = british(&std::fs::read_to_string(&path).expect("a page").to_lowercase());
            wrong.extend(found.iter().map(|word| format!("{}: {word}", path.display())));
        }
    }
    assert!(wrong.is_empty(), "use American spelling: {wrong:#?}");
}

#[test]
fn every_example_of_what_others_miss_is_in_the_readme() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = std::fs::read_to_string(root.join("README.md")).expect("the README");
    let below = "examples/terraform/missed";
    for entry in std::fs::read_dir(root.join(below)).expect("the examples") {
        let name = entry.expect("an entry").file_name().to_string_lossy().into_owned();
        let place = format!("({below}/{name})");
        assert!(readme.contains(&place), "add a row with {place} to the table of README.md");
    }
}

#[test]
fn pages_link_to_files_that_exist() {
    for page in super::transcripts::pages() {
        let text = std::fs::read_to_string(&page).expect("a page");
        let folder = page.parent().expect("a folder");
        let mut in_block = false;
        for line in text.lines() {
            in_block ^= line.starts_with("```");
            let targets = line.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next());
            for target in
                targets.filter(|target| !in_block && !target.is_empty() && !target.contains(['$', ':', ' ']))
            {
                assert!(folder.join(target).exists(), "{}: no file `{target}`", page.display());
            }
        }
    }
}
