/**
 * What a record adds to the sums of one month. `key` is `<what>|<currency>|<of what>…`, `values` are integers: a count first, then amounts in
 * minor units of the currency. `EUR<USD` is a currency too: euros, of documents in dollars, which add cells in both. A record that changes takes its old cells back and adds the new ones, so sums never have to be counted again.
 */
export type Cell = { readonly month: string; readonly key: string; readonly values: readonly bigint[] };

/** The cells of one month by key. */
export type MonthSums = ReadonlyMap<string, readonly bigint[]>;
/** Month (`YYYY-MM`) → its cells. */
export type Sums = ReadonlyMap<string, MonthSums>;
/** Sums that are still being added up. */
export type OpenSums = Map<string, Map<string, bigint[]>>;

/** Raise when `expense-cells`, `invoice-cells` or `payment-cells` say something else than before: devices then add up anew, once. */
export const CELLS_VERSION = 4;

/** Adds (or takes back) cells. */
export function addCells(sums: OpenSums, cells: readonly Cell[], sign: 1n | -1n = 1n): void {
  for (const { month, key, values } of cells) {
    const keys = sums.get(month) ?? new Map<string, bigint[]>();
    sums.set(month, keys);
    const known = keys.get(key);
    if (known) for (const [index, value] of values.entries()) known[index] = (known[index] ?? 0n) + sign * value;
    else
      keys.set(
        key,
        values.map((value) => sign * value),
      );
  }
}

/** The sum of some cells, value by value; `[]` of none. */
export function added(all: Iterable<readonly bigint[]>): bigint[] {
  const sum: bigint[] = [];
  for (const values of all) for (const [index, value] of values.entries()) sum[index] = (sum[index] ?? 0n) + value;
  return sum;
}

export const cellKey = (...parts: readonly (string | number)[]): string => parts.join('|');

type Wanted = { readonly what: string; readonly currency: string; readonly months?: readonly string[] };
export type Found = {
  readonly month: string;
  /** What follows `<what>|<currency>`. */ readonly of: readonly string[];
  readonly values: readonly bigint[];
};

/** The cells of one kind and currency, of some months or of all; with what was converted into it. */
export function cellsOf(sums: Sums, { what, currency, months }: Wanted): Found[] {
  const start = `${what}|${currency}`;
  const chosen = months ? months.flatMap((month) => [[month, sums.get(month)] as const]) : [...sums];
  return chosen.flatMap(([month, keys]) =>
    [...(keys ?? [])].flatMap(([key, values]) => {
      if (key !== start && !key.startsWith(`${start}|`) && !key.startsWith(`${start}<`)) return [];
      return [{ month, of: key.split('|').slice(2), values }];
    }),
  );
}

/** How many documents the cells of one kind count, of all months and currencies; each document once, not again in the currency of the books. */
export function countOf(sums: Sums, what: string, isMeant: (of: readonly string[]) => boolean = () => true): number {
  let count = 0n;
  for (const cells of sums.values())
    for (const [key, [many = 0n]] of cells)
      if (key.startsWith(`${what}|`) && !key.includes('<') && isMeant(key.split('|').slice(2))) count += many;
  return Number(count);
}

/** Sums per what `group` says of a cell. */
export function groupedBy(found: readonly Found[], group: (cell: Found) => string): Map<string, bigint[]> {
  const groups = new Map<string, bigint[]>();
  for (const cell of found) {
    const name = group(cell);
    groups.set(name, added([groups.get(name) ?? [], cell.values]));
  }
  return groups;
}

/** The sums of documents in their own currencies alone: each once. */
export const originalsOf = (sums: Sums): Sums =>
  new Map([...sums].map(([month, keys]) => [month, new Map([...keys].filter(([key]) => !key.includes('<')))]));

const currencyOf = (key: string): string => key.split('|')[1]?.split('<')[0] ?? '';

/** Every currency that occurs. */
export const currenciesIn = (all: readonly Sums[]): string[] =>
  [...new Set(all.flatMap((sums) => [...sums.values()].flatMap((keys) => [...keys.keys()].map(currencyOf))))]
    .filter((currency) => currency !== '')
    .sort();
