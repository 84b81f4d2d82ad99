import { logoBytes } from '#data/branding/logo.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { listStoredIds, readStored } from '#data/core/stored.ts';
import { originalId } from '#data/device/waiting-receipt.ts';
import { localBytes } from '#data/receipts/receipt-store.ts';
import type { Access } from '#domain/access/access.ts';
import { mayView } from '#domain/access/may-view.ts';
import { columnsOf } from '#domain/archive/archive-columns.ts';
import { ARCHIVE_TABLES, type ArchiveTableName, rowOrder } from '#domain/archive/archive-tables.ts';
import type { Row } from '#domain/archive/canonical.ts';
import type { Missing } from '#domain/archive/manifest.ts';
import type { ArchiveSource, SourceState } from '#domain/archive/write-archive.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { COLLECTION_NAMES, type CollectionName } from '#domain/registry.ts';

const PAGE = 250;
/** A first load brings so many entries of the history. */
const HISTORY = 200;

type Document = Readonly<Record<string, unknown>>;
type Part = (document: Document) => readonly Row[];

const nested =
  (key: string, own: (document: Document) => Row): Part =>
  (document) =>
    ((document[key] ?? []) as readonly Row[]).map((row) => ({ ...row, ...own(document) }));

/** Tables whose rows lie inside a document of the device. */
const PARTS: Readonly<Partial<Record<ArchiveTableName, Part>>> = {
  bank_accounts: nested('bank_accounts', ({ company_id }) => ({ company_id })),
  invoice_items: nested('items', ({ id, company_id }) => ({ company_id, invoice_id: id })),
  recurring_invoice_items: nested('items', ({ id, company_id }) => ({ company_id, recurring_invoice_id: id })),
  company_user_permissions: ({ company_id, user_id, keys }) =>
    ((keys ?? []) as readonly string[]).map((permission_key) => ({ company_id, user_id, permission_key })),
};

const collectionOf = (table: ArchiveTableName): CollectionName | null => {
  const name = ARCHIVE_TABLES.find((each) => each.name === table)?.collection;
  return COLLECTION_NAMES.find((each) => each === name) ?? null;
};

/** A company as this device holds it, with edits that are not sent yet: less than the server has, and it says what. */
export function deviceSource(db: CompanyDatabase, access: Access): ArchiveSource & { close(): void } {
  const isThere = (collection: CollectionName | null): collection is CollectionName => collection !== null && mayView(access, collection);
  const tables = ARCHIVE_TABLES.flatMap(({ name }) => (isThere(collectionOf(name)) ? [name] : []));
  const absent = ARCHIVE_TABLES.flatMap(({ name }) => (isThere(collectionOf(name)) ? [] : [name]));
  const seen = new Map<ArchiveTableName, Set<string>>();
  // What is written while it is read moves the count of its collection.
  const writes = new Map<CollectionName, number>();
  const watched = COLLECTION_NAMES.map((name) =>
    db.collections[name].eventBulks$.subscribe(() => writes.set(name, (writes.get(name) ?? 0) + 1)),
  );

  async function* pages(collection: CollectionName): AsyncGenerator<Document[]> {
    for (let after = ''; ;) {
      const ids = await listStoredIds(db, collection, after, PAGE);
      const found = await readStored(db, collection, ids);
      yield ids.map((id) => found.get(id) as Document | undefined).filter((document) => document !== undefined);
      if (ids.length < PAGE) return;
      after = ids.at(-1) ?? after;
    }
  }

  /** Of a row what the archive knows. */
  function archived(table: ArchiveTableName, row: Row): Row {
    const present = columnsOf(table).filter(({ name }) => row[name] !== undefined);
    const known = seen.get(table) ?? new Set();
    for (const { name } of present) known.add(name);
    seen.set(table, known);
    return Object.fromEntries(present.map(({ name }) => [name, row[name]]));
  }

  return {
    kind: 'device',
    companyId: db.companyId,
    userId: db.userId,
    tables,
    async state(): Promise<SourceState> {
      const states = tables.map(async (table) => {
        const collection = collectionOf(table);
        const rows = collection ? await db.collections[collection].count().exec() : 0;
        return [table, { rows, head: `${rows}.${(collection && writes.get(collection)) ?? 0}` }] as const;
      });
      return { schema: null, ledger: null, books: null, tables: Object.fromEntries(await Promise.all(states)) };
    },
    async *rows(table) {
      const collection = collectionOf(table);
      if (!collection) return;
      const part = PARTS[table];
      const parts: Row[] = [];
      for await (const documents of pages(collection)) {
        if (part) parts.push(...documents.flatMap(part));
        else yield documents.map((document) => archived(table, document));
      }
      const key = ARCHIVE_TABLES.find(({ name }) => name === table)?.key ?? [];
      const sorted = parts.toSorted((one, other) => rowOrder(key, one, other));
      for (let first = 0; first < sorted.length; first += PAGE) yield sorted.slice(first, first + PAGE).map((row) => archived(table, row));
    },
    async file(bucket, path) {
      const id = path.replace(/^.*\//, '').replace(/\.[^.]*$/, '');
      const blob =
        bucket === 'uploads'
          ? await localBytes(db.device, path.includes('/original/') ? originalId(id) : id, db.clock.now())
          : await logoBytes(db, path, { isOnline: () => false });
      return blob && new Uint8Array(await blob.arrayBuffer());
    },
    async *documents() {
      for await (const documents of pages('invoices')) yield documents as unknown as Invoice[];
    },
    async missing(): Promise<Missing[]> {
      const columns = [...seen].flatMap(([table, names]) =>
        columnsOf(table).flatMap(({ name }) => (names.has(name) ? [] : [`${table}.${name}`])),
      );
      const entries = tables.includes('activity_log') ? await db.collections.activity_log.count().exec() : 0;
      return [
        { what: 'tables', names: absent, count: absent.length },
        ...(columns.length > 0 ? [{ what: 'columns' as const, names: columns, count: columns.length }] : []),
        ...(entries >= HISTORY ? [{ what: 'history' as const, names: ['activity_log'], count: null }] : []),
      ];
    },
    async unsynced() {
      const mine = { company_id: db.companyId };
      return (await db.device.outbox.where(mine).count()) + (await db.device.receipts.where(mine).count());
    },
    close: () => watched.forEach((each) => each.unsubscribe()),
  };
}
