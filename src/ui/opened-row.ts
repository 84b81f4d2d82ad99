/** Which row of which list was opened last, and at which place of the browser's history: so that a person comes back to it. */
type Opened = { readonly path: string; readonly id: string; readonly place: number };

let opened: Opened | null = null;

/** The router counts the entries of the history in their state. */
const place = (): number => (history.state as { idx?: number } | null)?.idx ?? -1;

export function noteOpened(id: string): void {
  opened = { path: location.pathname, id, place: place() };
}

/** Whether the entry before this one is the list at `path`, as it was left. */
export const isStraightBack = (path: string): boolean => opened !== null && opened.path === path && place() === opened.place + 1;

/** The row that was opened from the list one is on, once: then the person has gone on. */
export function takeOpened(): string | null {
  if (opened === null || opened.path !== location.pathname || opened.place !== place()) return null;
  const { id } = opened;
  opened = null;
  return id;
}
