const holds = new Set<() => boolean>();

/** Keeps a new version from taking over while `isBusy` says so: a request on its way, a form half typed. Returns the function that lets go. */
export function holdUpdatesWhile(isBusy: () => boolean): () => void {
  const hold = (): boolean => isBusy();
  holds.add(hold);
  return () => holds.delete(hold);
}

/** Whether nothing in this tab holds a new version back. */
export const nothingHoldsUpdates = (): boolean => [...holds].every((isBusy) => !isBusy());
