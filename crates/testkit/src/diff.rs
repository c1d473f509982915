//! Line differences between two strings.

/// The maximum size of the comparison table; larger inputs are printed without searching for common lines.
const MOST_CELLS: usize = 4_000_000;

/// The number of context lines printed around a difference.
const CONTEXT: usize = 3;

/// The differing lines with some context, `-` before expected lines and `+` before actual ones.
pub(crate) fn diff(expected: &str, actual: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (expected.lines().collect(), actual.lines().collect());
    let before = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let rest = (old.len().min(new.len())) - before;
    let after = old.iter().rev().zip(new.iter().rev()).take(rest).take_while(|(a, b)| a == b).count();
    let (gone, come) = (&old[before..old.len() - after], &new[before..new.len() - after]);
    let mut lines: Vec<(char, &str)> = old[..before].iter().map(|line| (' ', *line)).collect();
    if gone.len().saturating_mul(come.len()) <= MOST_CELLS {
        changes(gone, come, &mut lines);
    } else {
        lines.extend(gone.iter().map(|line| ('-', *line)));
        lines.extend(come.iter().map(|line| ('+', *line)));
    }
    lines.extend(old[old.len() - after..].iter().map(|line| (' ', *line)));
    print(&lines)
}

/// The edit script along the longest common subsequence.
fn changes<'a>(old: &[&'a str], new: &[&'a str], lines: &mut Vec<(char, &'a str)>) {
    let width = new.len() + 1;
    let mut common = vec![0_u32; (old.len() + 1) * width];
    for i in (0..old.len()).rev() {
        for j in (0..new.len()).rev() {
            let skip = common[(i + 1) * width + j].max(common[i * width + j + 1]);
            let both = common[(i + 1) * width + j + 1] + 1;
            common[i * width + j] = if old[i] == new[j] { both } else { skip };
        }
    }
    let (mut i, mut j) = (0, 0);
    while i < old.len() || j < new.len() {
        if i < old.len() && j < new.len() && old[i] == new[j] {
            lines.push((' ', old[i]));
            (i, j) = (i + 1, j + 1);
        } else if i < old.len()
            && (j == new.len() || common[(i + 1) * width + j] >= common[i * width + j + 1])
        {
            lines.push(('-', old[i]));
            i += 1;
        } else {
            lines.push(('+', new[j]));
            j += 1;
        }
    }
}

fn print(lines: &[(char, &str)]) -> String {
    let mut text = String::new();
    let mut left_out = false;
    for (index, (sign, line)) in lines.iter().enumerate() {
        let near = &lines[index.saturating_sub(CONTEXT)..lines.len().min(index + CONTEXT + 1)];
        if near.iter().all(|(sign, _)| *sign == ' ') {
            left_out = true;
            continue;
        }
        if std::mem::take(&mut left_out) {
            text.push_str("...\n");
        }
        text.push(*sign);
        text.push_str(line);
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changed_lines_stand_among_their_neighbours() {
        let old = "1\n2\n3\n4\n5\n6\n7\n8\n";
        let new = "1\n2\n3\n4\n5\nsix\n6\n8\n9\n";
        assert_eq!(diff(old, new), "...\n 3\n 4\n 5\n+six\n 6\n-7\n 8\n+9\n");
        assert_eq!(diff("", "a\n"), "+a\n");
        assert_eq!(diff("a\na\n", "a\n"), " a\n-a\n");
    }
}
