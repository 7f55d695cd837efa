//! A folder's files, listed; opened only when they are asked for.

use super::{Content, Leaf, Tree, TreeError, is_too_long};
use std::path::PathBuf;

pub(super) fn list(tree: &mut Tree) -> Result<(), TreeError> {
    let mut entries = 0;
    let mut open: Vec<(PathBuf, String)> = vec![(tree.root.clone(), String::new())];
    while let Some((folder, inside)) = open.pop() {
        let unreadable = |cause| TreeError::Unreadable { inside: inside.clone(), cause };
        for entry in folder.read_dir().map_err(unreadable)? {
            let entry = entry.map_err(unreadable)?;
            tree.counted(&mut entries)?;
            let Ok(own) = entry.file_name().into_string() else {
                tree.skipped.unnamed += 1;
                continue;
            };
            let path = if inside.is_empty() { own } else { format!("{inside}/{own}") };
            if is_too_long(&path) {
                tree.skipped.too_long += 1;
                continue;
            }
            // Of the entry itself: a link is not followed.
            let kind = entry.metadata().map_err(|cause| TreeError::Unreadable { inside: path.clone(), cause })?;
            if kind.is_symlink() {
                tree.skipped.links += 1;
            } else if kind.is_dir() {
                open.push((entry.path(), path.clone()));
                tree.folders.insert(path);
            } else if kind.is_file() {
                tree.leaves.insert(path, Leaf { bytes: kind.len(), content: Content::OnDisk });
            } else {
                tree.skipped.special += 1;
            }
        }
    }
    Ok(())
}
