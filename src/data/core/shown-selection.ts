/**
 * The selected records, each as it was shown when it was selected: what arrives afterwards is not what somebody decided on (SYNC-28).
 * One that `rows` do not show is no longer in sight, and not selected any more unless it was before.
 */
export function selectedAsShown<R extends { readonly id: string }>(
  ids: Iterable<string>,
  before: ReadonlyMap<string, R>,
  rows: readonly R[],
): ReadonlyMap<string, R> {
  const now = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    [...ids].flatMap((id) => {
      const shown = before.get(id) ?? now.get(id);
      return shown ? [[id, shown] as const] : [];
    }),
  );
}

/** What stays selected after a command ran on a selection: what it refused, as it is shown now, and what was selected while it ran. */
export function selectedAfterwards<R extends { readonly id: string }>(
  now: ReadonlyMap<string, R>,
  { ran, refused, rows }: { readonly ran: ReadonlyMap<string, R>; readonly refused: Iterable<string>; readonly rows: readonly R[] },
): ReadonlyMap<string, R> {
  const meanwhile = [...now].filter(([id]) => !ran.has(id));
  return new Map([...selectedAsShown(refused, new Map(), rows), ...meanwhile]);
}
