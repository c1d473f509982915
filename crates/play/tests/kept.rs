//! Answers about edited files equal those of a new session: results kept between questions save time but change
//! nothing.

use serde_json::json;

type Files = Vec<(String, String)>;

fn question(op: &str, files: &Files) -> String {
    let sent: Vec<_> = files.iter().map(|(name, text)| json!({"name": name, "text": text})).collect();
    json!({"op": op, "files": sent, "file": files[0].0, "at": files[0].1.len() / 2}).to_string()
}

fn answer(question: &str) -> String {
    String::from_utf8(hclx_play::answer(question.as_bytes())).expect("UTF-8")
}

/// The answer of a new session.
fn answer_anew(question: &str) -> String {
    let question = question.to_owned();
    std::thread::spawn(move || answer(&question)).join().expect("an answer")
}

fn example(names: &[&str]) -> Files {
    let folder = "../../examples/terraform/broken";
    let read = |name: &&str| std::fs::read_to_string(format!("{folder}/{name}")).expect("an example");
    names.iter().map(|name| ((*name).to_owned(), read(name))).collect()
}

fn assert_kept(files: &Files) {
    for op in ["check", "hover", "infer", "check"] {
        let question = question(op, files);
        assert_eq!(answer(&question), answer_anew(&question), "{op}");
    }
}

#[test]
fn an_edit_of_any_line_is_judged_as_if_it_had_always_been_there() {
    let names = ["main.tf", "terraform.tfvars", "modules/network/main.tf", "modules/service/main.tf"];
    let first = example(&names);
    assert_kept(&first);
    for (index, (name, text)) in first.iter().enumerate() {
        // a line is cut and pasted back
        for line in 0..text.lines().count() {
            let mut files = first.clone();
            let left = text.lines().enumerate().filter(|(number, _)| *number != line);
            files[index].1 = left.map(|(_, line)| format!("{line}\n")).collect();
            let question = question("check", &files);
            assert_eq!(answer(&question), answer_anew(&question), "{name}, line {}", line + 1);
        }
    }
    assert_kept(&first);
}

#[test]
fn files_that_are_read_come_and_go_and_change() {
    let main = ("main.tf", "output \"text\" {\n  value = upper(file(\"${path.module}/a.txt\")).b\n}\n");
    let module = ("main.tf", "module \"a\" {\n  source = \"./a\"\n  x = 1\n}\n");
    let states: [&[(&str, &str)]; 7] = [
        &[main],
        &[main, ("a.txt", "x")],
        &[main, ("a.txt", "{}")],
        &[module],
        &[module, ("a/main.tf", "variable \"y\" {}\n")],
        &[module, ("a/main.tf", "variable \"x\" {}\n"), ("b.hcl", "")],
        &[module, ("a/main.tf", "variable \"x\" {}\n"), ("b.hcl", "a = 1 + \"x\"\n")],
    ];
    for state in states.iter().chain(states.iter().rev()) {
        let files = state.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
        assert_kept(&files);
    }
}

#[test]
fn of_two_files_with_one_path_the_last_counts() {
    let files =
        |texts: &[&str]| texts.iter().map(|text| ("./a.hcl".to_owned(), (*text).to_owned())).collect();
    let twice = answer(&question("check", &files(&["a = 1 + \"x\"\n", "a = 1\n"])));
    assert_eq!(twice, answer_anew(&question("check", &files(&["a = 1\n"]))));
}
