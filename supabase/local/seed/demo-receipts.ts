import { createHash } from 'node:crypto';
import { receiptPath, type ReceiptMimeType } from '#domain/files/file.ts';
import type { Query } from '#local/db/port.ts';
import type { ObjectStore } from '#local/storage/object-store.ts';
import { FILE_CACHE_CONTROL } from '#local/storage/stored-type.ts';
import type { DemoCompany } from './demo-company.ts';
import type { DemoExpense } from './demo-expenses.ts';
import { insertRows } from './insert-rows.ts';
import { type PaperText, receiptLines } from './receipt-lines.ts';
import { drawDocument } from './receipt-document.ts';
import { drawTillReceipt } from './receipt-till.ts';
import { seededRandom } from './seeded-random.ts';

/** Where the bytes of the demo's receipts go. */
export type ReceiptKeeper = {
  put(bytes: Uint8Array): Promise<{ readonly version: string; readonly md5: string }>;
  /** Call once the rows are committed; until then nothing names the bytes. */
  keepAll(): Promise<void>;
};

const MAX_BYTES = 1_000_000;
/** So many of each vendor's newest expenses have their receipt on the server: enough to look at, quick to write. */
const NEWEST = 2;

export function createReceiptKeeper(store: Pick<ObjectStore, 'receive' | 'keep'>): ReceiptKeeper {
  const versions: string[] = [];
  return {
    async put(bytes) {
      const { version, md5 } = await store.receive(once(bytes), MAX_BYTES);
      versions.push(version);
      return { version, md5 };
    },
    async keepAll() {
      await Promise.all(versions.splice(0).map((version) => store.keep(version)));
    },
  };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

function chosen(expenses: readonly DemoExpense[]): DemoExpense[] {
  const taken = new Map<string, number>();
  return expenses.toReversed().filter(({ vendor, receipt }) => {
    const count = taken.get(vendor) ?? 0;
    taken.set(vendor, receipt === null ? count : count + 1);
    return receipt !== null && count < NEWEST;
  });
}

const draw = (paper: PaperText, kind: 'till' | 'document'): { bytes: Uint8Array; type: ReceiptMimeType } =>
  kind === 'till' ? { bytes: drawTillReceipt(paper), type: 'image/png' } : { bytes: drawDocument(paper), type: 'application/pdf' };

/** One receipt as an upload would leave it: its bytes, its object and its record. */
async function storeReceipt({ id: company }: DemoCompany, expense: DemoExpense, { paper, id, keeper }: Storing) {
  const { bytes, type } = draw(paper, expense.receipt ?? 'document');
  const at = new Date(Date.parse(expense.created_at) + 60_000).toISOString();
  const path = receiptPath(company, id, type);
  const { version, md5 } = await keeper.put(bytes);
  const size = bytes.length;
  const about = { eTag: `"${md5}"`, size, mimetype: type, cacheControl: FILE_CACHE_CONTROL, lastModified: at };
  const object = {
    bucket_id: 'uploads',
    name: path,
    owner: expense.created_by,
    owner_id: expense.created_by,
    version,
    metadata: { ...about, contentLength: size, httpStatusCode: 200 },
    created_at: at,
    updated_at: at,
  };
  const file = {
    id,
    company_id: company,
    expense_id: expense.id,
    created_by: expense.created_by,
    path,
    name: paper.fileName,
    mime_type: type,
    size,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    confidential: expense.isConfidential,
    created_at: at,
  };
  return { object, file };
}
type Storing = { readonly paper: PaperText; readonly id: string; readonly keeper: ReceiptKeeper };

/** Draws the newest receipts of a company and stores them. */
export async function insertReceipts(
  query: Query,
  company: DemoCompany,
  expenses: readonly DemoExpense[],
  keeper: ReceiptKeeper,
): Promise<void> {
  const random = seededRandom(expenses.length);
  // All at once: the disk confirms many files as fast as one.
  const stored = await Promise.all(
    chosen(expenses).map((expense) => {
      const id = random.uuid(new Date(Date.parse(expense.created_at) + 60_000));
      return storeReceipt(company, expense, { paper: receiptLines(company, expense), id, keeper });
    }),
  );
  await insertRows(
    query,
    'storage.objects',
    stored.map(({ object }) => object),
  );
  await insertRows(
    query,
    'files',
    stored.map(({ file }) => file),
  );
}
