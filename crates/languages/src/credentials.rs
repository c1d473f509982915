//! Removes credentials from source addresses that are shown in messages.

use std::borrow::Cow;

use hclx_analysis::secret_names::is_secret;

/// The placeholder for a hidden secret.
const HIDDEN: &str = "***";

/// An address without passwords, tokens and keys. The part between the user name and `@` is hidden, or all of
/// it on the web, where there are no users without a secret; the values of parameters with secret names are
/// hidden as well.
pub(crate) fn without(address: &str) -> Cow<'_, str> {
    if !address.contains(['@', '=']) {
        return address.into();
    }
    let (path, parameters) = address.split_at(address.find('?').unwrap_or(address.len()));
    let mut shown = String::with_capacity(address.len());
    // a forced getter such as `git::` is not part of the user name
    let (by, path) =
        path.split_at(path.find("::").filter(|end| is_name(&path[..*end])).map_or(0, |end| end + 2));
    shown.push_str(by);
    let mut is_web = false;
    for (index, part) in path.split('/').enumerate() {
        shown.push_str(if index > 0 { "/" } else { "" });
        match part.rsplit_once('@') {
            Some((user, host)) => {
                match user.split_once(':') {
                    Some((name, _)) => shown.extend([name, ":", HIDDEN]),
                    None => shown.push_str(if is_web { HIDDEN } else { user }),
                }
                shown.extend(["@", host]);
            }
            None => shown.push_str(part),
        }
        // the empty part is between the slashes of `://`
        is_web = part.ends_with("http:") || part.ends_with("https:") || (is_web && part.is_empty());
    }
    for parameter in parameters.split_inclusive(['?', '&', '#', ';']) {
        match parameter.split_once('=') {
            Some((name, value)) if is_secret(name) => {
                let end = value.find(['?', '&', '#', ';', '"']).unwrap_or(value.len());
                shown.extend([name, "=", HIDDEN, &value[end..]]);
            }
            _ => shown.push_str(parameter),
        }
    }
    shown.into()
}

fn is_name(text: &str) -> bool {
    text.trim_start_matches('"').chars().all(|c| c.is_ascii_alphanumeric())
}

#[cfg(test)]
mod tests {
    #[test]
    fn what_gives_access_is_not_shown() {
        for (address, shown) in [
            ("git::https://user:pass@a.example/x.git?ref=v1", "git::https://user:***@a.example/x.git?ref=v1"),
            ("git::https://ghp_token@a.example/x.git//../sub", "git::https://***@a.example/x.git//../sub"),
            ("https://user:a@b@a.example/x.zip", "https://user:***@a.example/x.zip"),
            (
                "git::ssh://git@a.example/x.git?sshkey=LS0t&depth=1",
                "git::ssh://git@a.example/x.git?sshkey=***&depth=1",
            ),
            ("git@a.example:org/x.git", "git@a.example:org/x.git"),
            ("git::git@a.example:org/x.git", "git::git@a.example:org/x.git"),
            ("\"git::git@a.example:org/x.git\"", "\"git::git@a.example:org/x.git\""),
            ("git::u:a::b@a.example:org/x.git", "git::u:***@a.example:org/x.git"),
            (
                "https://a.example/m.zip?archive=zip&Access-Token=abc",
                "https://a.example/m.zip?archive=zip&Access-Token=***",
            ),
            (
                "s3::https://a.example/k?aws_access_key_id=a&aws_access_key_secret=b&region=c",
                "s3::https://a.example/k?aws_access_key_id=***&aws_access_key_secret=***&region=c",
            ),
            ("https://a.example/m.zip?X-Amz-Signature=ab#c", "https://a.example/m.zip?X-Amz-Signature=***#c"),
            ("https://a.example/m.zip?sig=ab", "https://a.example/m.zip?sig=***"),
            ("https://a.example/m.zip?token=", "https://a.example/m.zip?token=***"),
            ("\"https://u:${var.p}@a.example/x?token=${var.t}\"", "\"https://u:***@a.example/x?token=***\""),
            ("git::https:/u:p@a.example/x", "git::https:/u:***@a.example/x"),
            ("hashicorp/consul/aws", "hashicorp/consul/aws"),
            ("./modules/a@b", "./modules/a@b"),
            ("a/b?ref=x=y", "a/b?ref=x=y"),
        ] {
            assert_eq!(super::without(address), shown, "{address}");
        }
    }
}
