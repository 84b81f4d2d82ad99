/** Where an export goes: a file that the person chose, or one of this site's own that is handed over as a download when it is whole. */
export type ExportFile = {
  readonly name: string;
  readonly handle: FileSystemFileHandle;
  /** Hands the finished file over, where the person has not chosen its place before. */
  deliver(): Promise<void>;
  /** Removes what is left of an export that came to nothing. */
  discard(): Promise<void>;
};

type Picker = (options: {
  suggestedName: string;
  types: { description: string; accept: Record<string, string[]> }[];
}) => Promise<FileSystemFileHandle>;

const FOLDER = 'exports';
/** A download that has begun reads on from the file after the link is gone. */
const KEEP_URL_MS = 60_000;

const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

/** Asks where to write, else takes a temporary file on disk; null when the person thought better of it. Call it in answer to a press. */
export async function openExportFile(name: string, description: string): Promise<ExportFile | null> {
  const { showSaveFilePicker } = globalThis as { showSaveFilePicker?: Picker };
  if (!showSaveFilePicker) return temporaryFile(name);
  try {
    const handle = await showSaveFilePicker({ suggestedName: name, types: [{ description, accept: { 'application/zip': ['.zip'] } }] });
    // The picker has made an empty file, or left the one to be replaced as it is.
    const discard = async () => {
      if ((await handle.getFile()).size === 0) await (handle as { remove?: () => Promise<void> }).remove?.();
    };
    return { name: handle.name, handle, deliver: async () => undefined, discard: () => discard().catch(() => undefined) };
  } catch (error) {
    if (isAbort(error)) return null;
    throw error;
  }
}

async function temporaryFile(name: string): Promise<ExportFile> {
  const root = await navigator.storage.getDirectory();
  // Earlier exports were handed over, or came to nothing.
  await root.removeEntry(FOLDER, { recursive: true }).catch(() => undefined);
  const folder = await root.getDirectoryHandle(FOLDER, { create: true });
  const handle = await folder.getFileHandle(name, { create: true });
  return {
    name,
    handle,
    async deliver() {
      const url = URL.createObjectURL(await handle.getFile());
      const link = document.createElement('a');
      link.href = url;
      link.download = name;
      link.click();
      setTimeout(() => URL.revokeObjectURL(url), KEEP_URL_MS);
    },
    discard: () => folder.removeEntry(name).catch(() => undefined),
  };
}
