//! Imports look down only: `tests/layers.txt` says what down is, and every file of `src/` is held to it.
#![allow(clippy::panic, clippy::unwrap_used, missing_docs)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Module → the number of its line.
fn layers() -> BTreeMap<String, usize> {
    let table = include_str!("layers.txt");
    let lines = table.lines().filter(|line| !line.starts_with('#'));
    let names = lines.enumerate().flat_map(|(i, line)| line.split_whitespace().map(move |name| (name.to_owned(), i)));
    names.collect()
}

fn rust_files(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            rust_files(&path, into);
        } else if path.extension().is_some_and(|e| e == "rs") {
            into.push(path);
        }
    }
}

/// The modules named after `crate::` in code, comments left out: of `crate::a::B` it is `a`, of `crate::{a, b::C}` both.
fn imports(code: &str) -> BTreeSet<String> {
    let code: String = code.lines().map(|line| line.split("//").next().unwrap().to_owned() + "\n").collect();
    let mut found = BTreeSet::new();
    for rest in code.split("crate::").skip(1) {
        let word = |s: &str| s.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
        let Some(group) = rest.strip_prefix('{') else {
            found.insert(word(rest));
            continue;
        };
        let mut depth = 1;
        let mut start = true;
        for (i, c) in group.char_indices() {
            match c {
                '{' => depth += 1,
                '}' => depth -= 1,
                ',' => start = true,
                _ if start && depth == 1 && c.is_alphabetic() => {
                    found.insert(word(group.get(i..).unwrap()));
                    start = false;
                }
                _ => {}
            }
            if depth == 0 {
                break;
            }
        }
    }
    found
}

#[test]
fn imports_look_down_only() {
    let layers = layers();
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    rust_files(&src, &mut files);
    files.sort();

    let mut wrong = Vec::new();
    for file in &files {
        let place = file.strip_prefix(&src).unwrap();
        let module = place.components().next().unwrap().as_os_str().to_str().unwrap().trim_end_matches(".rs");
        if module == "lib" {
            continue;
        }
        let Some(&own) = layers.get(module) else {
            wrong.push(format!("src/{}: module `{module}` has no place in tests/layers.txt", place.display()));
            continue;
        };
        for import in imports(&fs::read_to_string(file).unwrap()) {
            match layers.get(&import) {
                _ if import == module => {}
                Some(&layer) if layer < own => {}
                Some(_) => wrong.push(format!("src/{}: `{module}` must not import `{import}`", place.display())),
                None => {
                    wrong.push(format!("src/{}: import `{import}` from the module that defines it", place.display()))
                }
            }
        }
    }
    assert!(wrong.is_empty(), "imports must look down only:\n{}", wrong.join("\n"));
    println!("{} files", files.len());
}

#[test]
fn imports_are_read_from_code() {
    let code = "use crate::class::Class; // crate::no\nlet x = crate::report::Tokens;\nuse crate::{error::{A, B}, cycle::C};\n";
    let expected = ["class", "cycle", "error", "report"].map(String::from);
    assert_eq!(imports(code), BTreeSet::from(expected));
}
