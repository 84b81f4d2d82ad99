/** The row that was opened last from each list, by the path of the list. */
const opened = new Map<string, string>();

export const noteOpened = (list: string, id: string): void => void opened.set(list, id);

/** Once: then the person has gone on. */
export function takeOpened(list: string): string | null {
  const id = opened.get(list) ?? null;
  opened.delete(list);
  return id;
}

/** What a link out of a list carries, so that the way back is a step back. */
export const fromList = (list: string): { readonly list: string } => ({ list });
export const isFromList = (state: unknown, list: string): boolean => (state as { list?: unknown } | null)?.list === list;
