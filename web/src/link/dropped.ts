/** Files of a drop, folders included, with their paths. */

import type { Given } from "./uploads";

/** All files of a drop; a folder brings everything in it, by relative paths. */
export async function droppedFiles(transfer: DataTransfer): Promise<Given[]> {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  if (entries.length === 0) return [...transfer.files].map((file) => ({ path: file.name, file }));
  return (await Promise.all(entries.map((entry) => inside(entry, "")))).flat();
}

async function inside(entry: FileSystemEntry, folder: string): Promise<Given[]> {
  const path = folder + entry.name;
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    return [{ path, file }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const found: Given[] = [];
  for (;;) {
    // a reader gives a hundred entries at a time, and none at the end
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return found;
    for (const one of some) found.push(...(await inside(one, `${path}/`)));
  }
}

/** Files that were chosen in a list of the system; those of a folder with their paths. */
export function chosenFiles(input: HTMLInputElement): Given[] {
  const chosen = [...(input.files ?? [])].map((file) => ({ path: file.webkitRelativePath || file.name, file }));
  input.value = "";
  return chosen;
}
