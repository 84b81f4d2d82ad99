import { type CollectionName, COLLECTION_NAMES, entityOf, type RecordIn } from '#domain/registry.ts';
import type { EntitySpec, SearchFace } from '#domain/shared/define-entity.ts';
import { foldText } from '#domain/shared/fold-text.ts';
import type { SyncedRecord } from '#domain/shared/record.ts';
import { firstOf } from './first-of.ts';
import { hasWord, type SearchWord, searchWords } from './search-words.ts';

/** In the order in which the groups of a result stand. */
export const SEARCH_KINDS: readonly SearchKind[] = COLLECTION_NAMES.filter((name) => searchOf(name)).sort(
  (a, b) => (searchOf(a)?.place ?? 0) - (searchOf(b)?.place ?? 0),
);
export type SearchKind = CollectionName;

function searchOf(name: CollectionName): EntitySpec['search'] {
  return entityOf(name).search;
}

export type SearchEntry = SearchFace & { readonly kind: SearchKind; readonly id: string };

/** What a record is found by. Only for kinds that are searched. */
export function searchEntry(kind: SearchKind, record: SyncedRecord): SearchEntry {
  const face = searchOf(kind)?.face(record) ?? { title: '', text: '', partnerId: null, day: record.created_at };
  return { kind, id: record.id, ...face };
}

/**
 * Tells of single records whether a query finds them, as the index would. `nameOf` says what a vendor or customer is called. A query without
 * a word finds everything.
 */
export function textFinder<K extends SearchKind>(kind: K, query: string, nameOf: (partnerId: string) => string) {
  const words = searchWords(query);
  return (record: RecordIn<K>): boolean => {
    const { title, text, partnerId } = searchEntry(kind, record as unknown as SyncedRecord);
    const folded = foldText(`${title}\n${text}`);
    const partner = partnerId === null ? '' : foldText(nameOf(partnerId));
    return words.every((word) => hasWord(folded, word) || hasWord(partner, word));
  };
}

export type SearchGroup = { readonly kind: SearchKind; /** The best of them. */ readonly ids: readonly string[]; readonly count: number };

/** A record that a query finds, and its day. */
export type FoundOnDay = { readonly id: string; readonly day: string };
type Stored = FoundOnDay & { readonly title: string; readonly text: string; readonly partnerId: string | null };
/** An entry without the repetition of its title in its text. */
type Packed = readonly [id: string, title: string, rest: string, partnerId: string | null, day: string];
const packed = ({ id, title, text, partnerId, day }: Stored): Packed => [id, title, text.slice(title.length), partnerId, day];
const unpacked = ([id, title, rest, partnerId, day]: Packed): Stored => ({ id, title, text: title + rest, partnerId, day });
type Ranked = { readonly entry: Stored; readonly rank: number };

/**
 * Finds records by any part of any word, folded. A plain scan: 50,000 entries are read through in a few milliseconds, and there is nothing to
 * build beyond the folded texts and nothing to rebuild after a change.
 */
export function createSearchIndex() {
  const byKind = new Map<SearchKind, Map<string, Stored>>(SEARCH_KINDS.map((kind) => [kind, new Map()]));
  const of = (kind: SearchKind) => byKind.get(kind) ?? new Map<string, Stored>();
  const questionOf = (query: string) => {
    const words = searchWords(query);
    return { words, partners: words.map((word) => partnersWith(word, [of('customers'), of('vendors')])) };
  };

  return {
    set({ kind, id, title, text, partnerId, day }: SearchEntry): void {
      const folded = foldText(title);
      of(kind).set(id, { id, title: folded, text: `${folded}\n${foldText(text)}`, partnerId, day });
    },
    delete: (kind: SearchKind, id: string): boolean => of(kind).delete(id),
    has: (kind: SearchKind, id: string): boolean => of(kind).has(id),
    size: (): number => [...byKind.values()].reduce((sum, entries) => sum + entries.size, 0),
    /** How many entries of a kind there are. */
    count: (kind: SearchKind): number => of(kind).size,
    /** Forgets a kind. */
    clear: (kind: SearchKind): void => of(kind).clear(),
    /** Everything in it as texts of `size` entries at most, which are copied between tabs and read ten times as fast as the entries themselves. */
    *pack(size: number): Generator<string, undefined> {
      for (const [kind, entries] of byKind) {
        let part: Packed[] = [];
        for (const entry of entries.values()) {
          part.push(packed(entry));
          if (part.length < size) continue;
          yield JSON.stringify([kind, part]);
          part = [];
        }
        if (part.length > 0) yield JSON.stringify([kind, part]);
      }
    },
    /** Takes over what another index packed, but for entries of which this one knows better. */
    unpack(text: string, isKnown: (kind: SearchKind, id: string) => boolean): void {
      const [kind, entries] = JSON.parse(text) as [SearchKind, Packed[]];
      for (const entry of entries) if (byKind.has(kind) && !isKnown(kind, entry[0])) of(kind).set(entry[0], unpacked(entry));
    },
    /** All of a kind that a query finds, in no order; everything when there is no word in the query. Null when there are more than `atMost`. */
    matches(kind: SearchKind, query: string, atMost = Number.POSITIVE_INFINITY): readonly FoundOnDay[] | null {
      const asked = questionOf(query);
      const found: FoundOnDay[] = [];
      for (const entry of of(kind).values()) {
        if (!isFound(entry, asked)) continue;
        if (found.length === atMost) return null;
        found.push(entry);
      }
      return found;
    },
    /** The first of them by day. No list of all is made on the way: it would be thrown away in the very frame that shall show the rows. */
    firstByDay(kind: SearchKind, query: string, { direction, limit }: { direction: 'asc' | 'desc'; limit: number }): readonly FoundOnDay[] {
      const asked = questionOf(query);
      const first = firstOf<Stored>(limit, byDay(direction));
      for (const entry of of(kind).values()) if (isFound(entry, asked)) first.add(entry);
      return first.all();
    },
    /** The best `limit` of each kind, and how many there are. Nothing for an empty query. */
    search(query: string, { kinds = SEARCH_KINDS, limit }: { kinds?: readonly SearchKind[]; limit: number }): SearchGroup[] {
      const { words, partners } = questionOf(query);
      if (words.length === 0) return [];
      const whole = foldText(query.trim());
      return kinds.flatMap((kind) => {
        const found = bestOf(of(kind), { words, partners, whole, limit });
        return found.count > 0 ? [{ kind, ...found }] : [];
      });
    },
  };
}
export type SearchIndex = ReturnType<typeof createSearchIndex>;

function partnersWith(word: SearchWord, directories: readonly ReadonlyMap<string, Stored>[]): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const directory of directories) for (const { id, title } of directory.values()) if (hasWord(title, word)) ids.add(id);
  return ids;
}

type Question = {
  readonly words: readonly SearchWord[];
  /** For each word the partners whose name has it. */
  readonly partners: readonly ReadonlySet<string>[];
  readonly whole: string;
  readonly limit: number;
};

function bestOf(entries: ReadonlyMap<string, Stored>, question: Question): { ids: string[]; count: number } {
  const best = firstOf(question.limit, byRank);
  let count = 0;
  for (const entry of entries.values()) {
    if (!isFound(entry, question)) continue;
    count += 1;
    best.add({ entry, rank: rankOf(entry.title, question) });
  }
  return { ids: best.all().map(({ entry }) => entry.id), count };
}

function isFound({ text, partnerId }: Stored, { words, partners }: Pick<Question, 'words' | 'partners'>): boolean {
  for (let i = 0; i < words.length; i += 1) {
    if (hasWord(text, words[i] ?? [])) continue;
    if (partnerId === null || !partners[i]?.has(partnerId)) return false;
  }
  return true;
}

/** 0 is best: it is called exactly that, starts with it, a word of it starts with it, contains it, is found by something else. */
function rankOf(title: string, { words, whole }: Question): number {
  if (title === whole) return 0;
  if (title.startsWith(whole)) return 1;
  const first = words[0]?.[0] ?? '';
  const at = title.indexOf(first);
  if (at === -1) return 4;
  return at === 0 || /[^\p{L}\p{N}]/u.test(title[at - 1] ?? '') ? 2 : 3;
}

const order = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
/** Of one day by their ids. */
export function byDay(direction: 'asc' | 'desc') {
  const sign = direction === 'asc' ? 1 : -1;
  return (a: FoundOnDay, b: FoundOnDay): number => sign * (order(a.day, b.day) || order(a.id, b.id));
}
const byRank = (a: Ranked, b: Ranked): number => a.rank - b.rank || order(b.entry.day, a.entry.day) || order(a.entry.title, b.entry.title);
