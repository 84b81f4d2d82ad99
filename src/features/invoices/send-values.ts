/** Addresses as people write several: parted by commas, semicolons or lines. */
export const addressesOf = (typed: string): string[] =>
  typed
    .split(/[,;\n]/)
    .map((address) => address.trim())
    .filter((address) => address !== '');

/** One id per people it goes to: pressing again after a lost answer sends nothing twice, and a corrected address does not count as answered. */
export function mailIds(newId: () => string): (recipients: readonly string[]) => string {
  const ids = new Map<string, string>();
  return (recipients) => {
    const key = JSON.stringify(recipients);
    const id = ids.get(key) ?? newId();
    ids.set(key, id);
    return id;
  };
}

const CHUNK = 0x80_00;

/** A file's bytes as base64; in pieces, because a call takes only so many arguments. */
export async function base64Of(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (let at = 0; at < bytes.length; at += CHUNK) text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(text);
}
