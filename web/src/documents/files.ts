/** Documents as files on the user's disk. */

export function download(name: string, content: Blob): void {
  const link = document.createElement("a");
  const address = URL.createObjectURL(content);
  link.href = address;
  link.download = name;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** The document as it stands. */
export function downloadDocument(kind: string, name: string, written: unknown): void {
  const text = `${JSON.stringify(written, null, 2)}\n`;
  download(`${name}.${kind}.json`, new Blob([text], { type: "application/json" }));
}
