import { type ByteSink, packedText, stored, zipWriter } from '#domain/archive/zip-writer.ts';

/** A file of the package: its text, or its bytes as soon as they are wanted; null where they are not to be had now. */
export type PackageEntry =
  | { readonly path: string; readonly text: string }
  | { readonly path: string; readonly bytes: () => Promise<Uint8Array<ArrayBuffer> | null> };

export type PackageProgress = { readonly done: number; readonly total: number };
type Parts = {
  readonly sink: ByteSink;
  readonly madeAt: Date;
  readonly onProgress?: (progress: PackageProgress) => void;
  readonly signal?: AbortSignal;
};

/** A name that every file system takes, with what tells it from others kept readable. */
export const fileNameOf = (...parts: readonly (string | null | undefined)[]): string =>
  parts
    .filter(Boolean)
    .join(' ')
    .replaceAll(/[^\p{L}\p{N}._,()&+ -]+/gu, '-')
    .replaceAll(/\s+/g, ' ')
    // A name that is dots or begins with one is hidden, or a folder above.
    .replaceAll(/^[.\s-]+|[.\s-]+$/g, '')
    .slice(0, 120)
    .trim() || '-';

/** The same name a second time gets a number: `receipt (2).pdf`. */
export function freeNames(): (path: string) => string {
  const taken = new Set<string>();
  return (path) => {
    let name = path;
    for (let count = 2; taken.has(name.toLowerCase()); count += 1) name = path.replace(/(\.[^./]+)?$/, ` (${count})$1`);
    taken.add(name.toLowerCase());
    return name;
  };
}

/** Writes a package, one entry after the other; what can't be had now is left out. Returns the paths of those. Rejects with the signal's reason. */
export async function writePackage(
  entries: readonly PackageEntry[],
  last: (missing: readonly string[]) => PackageEntry & { readonly text: string },
  { sink, madeAt, onProgress, signal }: Parts,
): Promise<string[]> {
  const writer = zipWriter(sink, madeAt);
  const missing: string[] = [];
  for (const [done, entry] of entries.entries()) {
    signal?.throwIfAborted();
    onProgress?.({ done, total: entries.length });
    if ('text' in entry) await writer.add(entry.path, await packedText(entry.text));
    else {
      const bytes = await entry.bytes();
      if (bytes === null) missing.push(entry.path);
      else await writer.add(entry.path, await stored(bytes));
    }
  }
  // It says what is not there, so it comes when that is known.
  const summary = last(missing);
  await writer.add(summary.path, await packedText(summary.text));
  await writer.end();
  return missing;
}
