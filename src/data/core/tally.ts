import { addCells, type Cell, CELLS_VERSION, type OpenSums, type Sums } from '#domain/reports/cell.ts';
import { answer, type Codec, type Stored } from './fast-query.ts';

/** What a document adds to its collection's sums. */
export type Tally = (document: never) => readonly Cell[];

/**
 * Sums per month lie in the database of their documents, in a store that the Dexie storage makes and does not use, so one transaction changes
 * both: they can't drift apart, whatever crashes. Decision: `decisions/0005-sums-beside-documents.md`.
 */
export const TALLY_STORE = 'changes';

/** Says by which rules the sums were made; without it they count for nothing and are made anew. */
const MARKER = 'version';
const AT_ONCE = 2000;

type Row = { readonly sequence: string; readonly version?: number; readonly cells?: ReadonlyMap<string, bigint[]> };
type Change = { readonly before: Stored | undefined; readonly after: Stored };

/** Reads what a write is about to change in the sums; the result carries that out in the same transaction. */
export async function prepareTally(tx: IDBTransaction, tally: Tally, changes: readonly Change[]): Promise<() => void> {
  const gained: OpenSums = new Map();
  for (const { before, after } of changes) {
    if (before) addCells(gained, cellsOf(tally, before), -1n);
    addCells(gained, cellsOf(tally, after));
  }
  const store = tx.objectStore(TALLY_STORE);
  const months = [...gained.keys()].filter((month) => [...(gained.get(month)?.values() ?? [])].some((values) => values.some(Boolean)));
  const rows = months.map((month) => store.get(month) as IDBRequest<Row | undefined>);
  const marker = await answer(store.get(MARKER) as IDBRequest<Row | undefined>);
  const isFirst = marker === undefined && (await answer(tx.objectStore('docs').getAllKeys(null, 1))).length === 0;
  return () => {
    if (isFirst) {
      store.clear(); // whatever is left there belongs to no document
      store.put({ sequence: MARKER, version: CELLS_VERSION });
    } else if (marker?.version !== CELLS_VERSION) {
      if (marker) store.delete(MARKER); // another version of the app keeps these; neither may trust them now
      return;
    }
    for (const [index, month] of months.entries())
      putMonth(store, month, merged(isFirst ? undefined : rows[index]?.result, gained.get(month)));
  };
}

function merged(row: Row | undefined, gained: ReadonlyMap<string, bigint[]> | undefined): Map<string, bigint[]> {
  const sums: OpenSums = new Map([['', new Map(row?.cells)]]);
  for (const [key, values] of gained ?? []) addCells(sums, [{ month: '', key, values }]);
  const cells = sums.get('') ?? new Map<string, bigint[]>();
  for (const [key, values] of cells) if (!values.some(Boolean)) cells.delete(key);
  return cells;
}

function putMonth(store: IDBObjectStore, month: string, cells: ReadonlyMap<string, bigint[]>): void {
  if (cells.size === 0) store.delete(month);
  else store.put({ sequence: month, cells } satisfies Row);
}

/** The sums as they stand, or null when they have to be made first. */
export async function readTally(tx: IDBTransaction): Promise<Sums | null> {
  const rows = (await answer(tx.objectStore(TALLY_STORE).getAll())) as Row[];
  if (!rows.some((row) => row.version === CELLS_VERSION)) return null;
  return new Map(rows.flatMap(({ sequence, cells }) => (cells ? [[sequence, cells]] : [])));
}

/** Adds up all documents, once: on a device that has them from before there were sums, or sums of other rules. */
export async function makeTally(tx: IDBTransaction, tally: Tally, codec: Codec): Promise<void> {
  if (await readTally(tx)) return; // another tab was quicker
  const sums: OpenSums = new Map();
  const docs = tx.objectStore('docs');
  for (let range: IDBKeyRange | null = null; ;) {
    const rows: Stored[] = ((await answer(docs.getAll(range, AT_ONCE))) as Record<string, unknown>[]).map((row) => codec.revive(row));
    for (const row of rows) addCells(sums, cellsOf(tally, row));
    const last = rows.at(-1);
    if (!last || rows.length < AT_ONCE) break;
    range = IDBKeyRange.lowerBound(last.id, true);
  }
  const store = tx.objectStore(TALLY_STORE);
  store.clear();
  for (const [month, cells] of sums) putMonth(store, month, cells);
  store.put({ sequence: MARKER, version: CELLS_VERSION } satisfies Row);
}

/** A record that a later server wrote in a form unknown here counts for nothing, before and after a change alike: it must not stop the sync. */
function cellsOf(tally: Tally, document: Stored): readonly Cell[] {
  if (document._deleted) return [];
  try {
    return tally(document as never);
  } catch {
    return [];
  }
}
