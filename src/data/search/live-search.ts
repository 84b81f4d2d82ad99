import type { Collection } from '#data/core/stored-form.ts';
import { asyncScheduler, type Observable, Subject, throttleTime } from 'rxjs';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { readPage } from '#data/core/pages.ts';
import { readOneAnew } from '#data/core/read-anew.ts';
import { readStored } from '#data/core/stored.ts';
import { entityOf, type RecordIn } from '#domain/registry.ts';
import {
  createSearchIndex,
  SEARCH_KINDS,
  searchEntry,
  type SearchGroup,
  type SearchIndex,
  type SearchKind,
} from '#domain/search/search-index.ts';
import type { SyncedRecord } from '#domain/shared/record.ts';
import { ownBuildId } from '#platform/pwa/build-manifest.ts';
import { onTabUsed } from '#platform/network/network.ts';
import { offerIndex, takeIndexOfOtherTab } from './index-exchange.ts';
import { type ReadingPace, readingPace } from './reading-pace.ts';

/** Small enough that no frame is late while a long list is read. */
const CHUNK = 400;
/** Entries that go to another tab at a time: at 100,000 all at once held up both tabs for a quarter of a second. */
const PART = 5_000;
const SETTLE_MS = 150;
/** What people look for by name first; what has sums has many records, and comes last. */
const READING_ORDER = SEARCH_KINDS.toSorted((a, b) => Number(Boolean(entityOf(a).tally)) - Number(Boolean(entityOf(b).tally)));

export type LiveSearch = {
  readonly index: SearchIndex;
  /** Tells that the index changed, or is complete now. */
  readonly changed$: Observable<void>;
  /** Resolves when every record was read once. */
  readonly built: Promise<void>;
  isComplete(): boolean;
};

const searches = new WeakMap<CompanyDatabase, LiveSearch & Pick<ReadingPace, 'hurry'>>();

/**
 * The index of everything on this device, read once, or taken over from another tab, and kept up to date by the change stream from then on. Whoever
 * asks waits for it.
 */
export function liveSearch(db: CompanyDatabase): LiveSearch {
  const live = known(db);
  live.hurry();
  return live;
}

/** Has it read between what people do, so that it is there when somebody asks. */
export function prepareSearch(db: CompanyDatabase): void {
  known(db);
}

function known(db: CompanyDatabase) {
  const there = searches.get(db);
  if (there) return there;
  const made = buildSearch(db);
  made.built.catch(() => searches.delete(db)); // the database was closed under it; the next one starts afresh
  searches.set(db, made);
  return made;
}

/** An index of its own, whether the database has one or not. */
export function buildSearch(db: CompanyDatabase): LiveSearch & Pick<ReadingPace, 'hurry'> {
  const index = createSearchIndex();
  const changed = new Subject<void>();
  const pace = readingPace(db.clock);
  const used = onTabUsed(pace.acted);
  const wrote = changed.subscribe(pace.acted);
  let isComplete = false;
  const built = readAll(db, index, { pause: pace.pause, onChange: () => changed.next() }).then(() => {
    isComplete = true;
    changed.next();
    db.rx.onClose.push(offerIndex(nameOf(db), db.clock, () => index.pack(PART)));
  });
  const read = () => {
    used();
    wrote.unsubscribe();
  };
  void built.then(read, read);
  return { index, changed$: changed, built, isComplete: () => isComplete, hurry: pace.hurry };
}

/** Another build may find records by something else. */
const nameOf = (db: CompanyDatabase): string => `${ownBuildId() ?? ''}:${db.rx.name}`;

type Reading = Pick<ReadingPace, 'pause'> & { readonly onChange: () => void };
type Touched = ReadonlyMap<SearchKind, Set<string>>;

/** Another tab's index is taken over where there is one; else, and where it does not hold as much as the device, the records are read. */
async function readAll(db: CompanyDatabase, index: SearchIndex, { pause, onChange }: Reading): Promise<void> {
  const kinds = READING_ORDER.filter((kind) => db.names.includes(kind));
  // A change that arrives while pages are read is newer than the page, and than what another tab knows.
  const touched: Touched = new Map(kinds.map((kind) => [kind, followChanges(db, kind, index, onChange)]));
  const isKnown = (kind: SearchKind, id: string) => touched.get(kind)?.has(id) ?? true;
  const isTaken = await takeIndexOfOtherTab(nameOf(db), db.clock, (part) => index.unpack(part, isKnown));
  for (const kind of kinds) {
    if (isTaken && (await collectionOf(db, kind).count().exec()) === index.count(kind)) continue;
    if (isTaken) {
      index.clear(kind);
      touched.get(kind)?.clear(); // what changed until now is in the pages
    }
    await readKind(db, kind, { index, touched: touched.get(kind) ?? new Set(), pause });
  }
  for (const ids of touched.values()) ids.clear();
}

function followChanges(db: CompanyDatabase, kind: SearchKind, index: SearchIndex, onChange: () => void): Set<string> {
  const touched = new Set<string>();
  collectionOf(db, kind).$.subscribe((event) => {
    touched.add(event.documentId);
    if (event.operation === 'DELETE') index.delete(kind, event.documentId);
    else index.set(searchEntry(kind, event.documentData as SyncedRecord));
    onChange();
  });
  return touched;
}

type KindReading = Pick<ReadingPace, 'pause'> & { readonly index: SearchIndex; readonly touched: ReadonlySet<string> };

async function readKind(db: CompanyDatabase, kind: SearchKind, { index, touched, pause }: KindReading): Promise<void> {
  let after: SyncedRecord | undefined;
  while (true) {
    await pause();
    const page = { sort: { field: 'id', direction: 'desc' } as const, limit: CHUNK, ...(after ? { after } : {}) };
    const rows = await readPage(collectionOf(db, kind), page);
    for (const row of rows) if (!touched.has(row.id)) index.set(searchEntry(kind, row));
    after = rows.at(-1);
    if (rows.length < CHUNK) return;
  }
}

const collectionOf = (db: CompanyDatabase, kind: SearchKind) => db.collections[kind] as unknown as Collection<SyncedRecord>;

/** What was found, with the records themselves. */
export type SearchHit = { readonly [K in SearchKind]: { readonly kind: K; readonly record: RecordIn<K> } }[SearchKind];
export type SearchResult = {
  readonly query: string;
  readonly groups: readonly { readonly kind: SearchKind; readonly count: number; readonly hits: readonly SearchHit[] }[];
  /** Older records have not been read yet: more may be found in a moment. */
  readonly isReading: boolean;
};
type Query = { readonly query: string; readonly kinds: readonly SearchKind[]; readonly limit: number };

/** The best hits for a query, live: they follow every change, and grow while the index is still being read. */
export function watchSearch(db: CompanyDatabase, { query, kinds, limit }: Query): Observable<SearchResult> {
  const live = liveSearch(db);
  const settled$ = live.changed$.pipe(throttleTime(SETTLE_MS, asyncScheduler, { leading: false, trailing: true }));
  return readOneAnew(settled$, async () => {
    const groups = await withRecords(db, live.index.search(query, { kinds, limit }));
    return { query, groups, isReading: !live.isComplete() };
  });
}

const withRecords = (db: CompanyDatabase, groups: readonly SearchGroup[]) =>
  Promise.all(
    groups.map(async ({ kind, ids, count }) => ({
      kind,
      count,
      hits: await readHits(
        db,
        ids.map((id) => ({ kind, id })),
      ),
    })),
  );

export type SearchRef = { readonly kind: SearchKind; readonly id: string };

/** The records of references, in their order; those that are gone are left out. */
export async function readHits(db: CompanyDatabase, refs: readonly SearchRef[]): Promise<SearchHit[]> {
  const kinds = [...new Set(refs.map(({ kind }) => kind))];
  const found = await Promise.all(
    kinds.map(
      async (kind) =>
        [
          kind,
          await readStored(
            db,
            kind,
            refs.filter((ref) => ref.kind === kind).map(({ id }) => id),
          ),
        ] as const,
    ),
  );
  const byKind = new Map<SearchKind, ReadonlyMap<string, SyncedRecord>>(found);
  return refs.flatMap(({ kind, id }) => {
    const record = byKind.get(kind)?.get(id);
    return record ? [{ kind, record } as SearchHit] : [];
  });
}
