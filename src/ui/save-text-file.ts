/** Hands the person a file to keep. */
export function saveTextFile(name: string, text: string, type: string): void {
  saveFile(name, new Blob([text], { type }));
}

/** A browser that is handed several files at once keeps only the last. */
const BETWEEN_FILES_MS = 400;

/** Hands the person several files, one after the other; the browser may ask once whether that is all right. */
export async function saveFiles(files: readonly { readonly name: string; readonly bytes: Blob }[]): Promise<void> {
  for (const [n, { name, bytes }] of files.entries()) {
    if (n > 0) await new Promise((resolve) => setTimeout(resolve, BETWEEN_FILES_MS));
    saveFile(name, bytes);
  }
}

function saveFile(name: string, bytes: Blob): void {
  const url = URL.createObjectURL(bytes);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
