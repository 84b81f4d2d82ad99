import type { Books, Scope } from './books.ts';
import { added } from './cell.ts';

/** What of the books a figure is made of, and where its count and its gross amount stand in the cells. */
const KINDS = {
  /** By the day of issue. */
  issued: { part: 'invoices', what: 'invoiced', amount: 3 },
  /** By the tax point. */
  supplied: { part: 'invoices', what: 'point', amount: 1 },
  /** What is still owed, whatever the months. */
  owed: { part: 'invoices', what: 'open', amount: 1 },
  received: { part: 'payments', what: 'received', amount: 1 },
  /** Approved, by the day they count on. */
  spent: { part: 'expenses', what: 'category', amount: 1 },
  /** By the day the money left. */
  paid: { part: 'expenses', what: 'paid', amount: 1 },
} as const satisfies Record<string, { part: keyof Books; what: string; amount: number }>;
export type ForeignKind = keyof typeof KINDS;

/** Documents of one kind in one foreign currency, minor units. */
export type ForeignDocuments = {
  readonly kind: ForeignKind;
  readonly currency: string;
  readonly count: number;
  /** In their own currency. */
  readonly amount: bigint;
  /** In the currency of the books, by their rates: of those that have one. */
  readonly inBooks: bigint;
  /** How many have no rate in the currency of the books, and so are in no figure. */
  readonly missing: number;
};

/**
 * What documents in other currencies bring to figures in that of the books (`scope.currency`): the originals, and what no rate is known of. Looks at
 * each cell once: there are thousands.
 */
export function foreignDocuments(books: Books, { currency: own, months }: Scope, kinds: readonly ForeignKind[]): ForeignDocuments[] {
  const inScope = new Set(months);
  return kinds.flatMap((kind) => {
    const { part, what, amount: place } = KINDS[kind];
    const [originals, converted] = [new Map<string, bigint[]>(), new Map<string, bigint[]>()];
    for (const [month, keys] of books[part]) {
      if (kind !== 'owed' && !inScope.has(month)) continue;
      for (const [key, values] of keys) {
        if (!key.startsWith(`${what}|`)) continue;
        const [label = ''] = key.slice(what.length + 1).split('|', 1);
        const [into = '', from] = label.split('<');
        // What is worth something in a third currency is, by its own, among the originals.
        if (from === undefined ? into === own : into !== own) continue;
        const sums = from === undefined ? originals : converted;
        const currency = from ?? into;
        sums.set(currency, added([sums.get(currency) ?? [], values]));
      }
    }
    return [...originals.keys()].sort().flatMap((currency): ForeignDocuments[] => {
      const [all = [], known = []] = [originals.get(currency), converted.get(currency)];
      const [count = 0n, amount = 0n] = [all[0], all[place]];
      if (count === 0n) return [];
      return [{ kind, currency, count: Number(count), amount, inBooks: known[place] ?? 0n, missing: Number(count - (known[0] ?? 0n)) }];
    });
  });
}

export type Unrated = { readonly kind: ForeignKind; readonly count: number };

/** How many documents have no rate, over all currencies: of each part of the books the kind that has most such, as kinds may be the same documents. */
export function unratedOf(all: readonly ForeignDocuments[]): Unrated[] {
  const most = new Map<keyof Books, Unrated>();
  for (const kind of new Set(all.map((each) => each.kind))) {
    const count = all.reduce((sum, each) => (each.kind === kind ? sum + each.missing : sum), 0);
    const { part } = KINDS[kind];
    if (count > (most.get(part)?.count ?? 0)) most.set(part, { kind, count });
  }
  return [...most.values()];
}
