/** Results of `work` in the order of the items, with up to `limit` of them under way while one is used. The first that fails ends it. */
export async function* ahead<T, R>(
  items: readonly T[],
  limit: number,
  work: (item: T) => Promise<R>,
): AsyncGenerator<{ readonly item: T; readonly result: R }> {
  const running: { readonly item: T; readonly result: Promise<R> }[] = [];
  for (let next = 0; next < items.length || running.length > 0;) {
    while (next < items.length && running.length < limit) {
      const item = items[next] as T;
      const result = work(item);
      // It is awaited below, maybe after another one has failed.
      result.catch(() => undefined);
      running.push({ item, result });
      next += 1;
    }
    const first = running.shift();
    if (first) yield { item: first.item, result: await first.result };
  }
}
