/** Words of documents that people edit, whatever their kind. */
export const documents = {
  list: {
    own: "Yours",
    shipped: "Shipped with pult",
    remove: "Delete",
    removeTitle: (name: string) => `Delete “${name}”?`,
  },
  fileName: (file: string) => `The file is called “${file}”.`,
  fresh: {
    name: "Name",
    nameHint: "Any letters and spaces; the file name is made from them.",
    badName: "Nothing of this can be a file name. Use letters or digits.",
    from: "Start from",
    create: "Create",
  },
  open: {
    failed: (name: string) => `“${name}” could not be opened.`,
  },
  draft: {
    title: "Unsaved changes were found",
    older: "Somebody has saved another version since. Restoring brings yours back; saving it will ask first.",
    restore: "Restore",
    discard: "Discard",
  },
  save: {
    as: "Save as…",
    save: "Save",
    saved: (time: string) => `Saved ${time}`,
    unsaved: "Not saved",
    conflictTitle: "Somebody saved another version",
    conflictText: "The file has changed since you opened it. What differs between their version and yours:",
    overwrite: "Overwrite theirs",
    keepCopy: "Keep mine as a copy",
    takeTheirs: "Take theirs",
    same: "There is no difference.",
  },
  history: {
    undo: (what: string) => (what ? `Undo: ${what}` : "Undo"),
    redo: (what: string) => (what ? `Redo: ${what}` : "Redo"),
    nothingUndo: "Nothing to undo.",
    nothingRedo: "Nothing to redo.",
  },
  /** What undo and redo call them. */
  steps: {
    take: "take the other version",
    restore: "restore the draft",
  },
};
