import { createHash } from 'node:crypto';
import { receiptPath, type ReceiptMimeType } from '#domain/files/file.ts';
import type { Query } from '#local/db/port.ts';
import type { ObjectStore } from '#local/storage/object-store.ts';
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
      for (const version of versions.splice(0)) await store.keep(version);
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

/** Draws the newest receipts of a company and stores rows, objects and bytes as an upload would. */
export async function insertReceipts(
  query: Query,
  company: DemoCompany,
  expenses: readonly DemoExpense[],
  keeper: ReceiptKeeper,
): Promise<void> {
  const random = seededRandom(expenses.length);
  const files: Record<string, unknown>[] = [];
  for (const expense of chosen(expenses)) {
    const at = new Date(Date.parse(expense.created_at) + 60_000);
    const paper = receiptLines(company, expense);
    const { bytes, type } = draw(paper, expense.receipt ?? 'document');
    const id = random.uuid(at);
    const path = receiptPath(company.id, id, type);
    const { version, md5 } = await keeper.put(bytes);
    const metadata = { eTag: `"${md5}"`, size: bytes.length, mimetype: type, cacheControl: 'max-age=3600', lastModified: at.toISOString() };
    await query(
      `insert into storage.objects (bucket_id, name, owner, owner_id, version, metadata, created_at, updated_at)
       values ('uploads', $1, $2::uuid, $2::text, $3, $4, $5, $5)`,
      [
        path,
        expense.created_by,
        version,
        JSON.stringify({ ...metadata, contentLength: bytes.length, httpStatusCode: 200 }),
        at.toISOString(),
      ],
    );
    files.push({
      id,
      company_id: company.id,
      expense_id: expense.id,
      created_by: expense.created_by,
      path,
      name: paper.fileName,
      mime_type: type,
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      confidential: expense.isConfidential,
      created_at: at.toISOString(),
    });
  }
  await insertRows(query, 'files', files);
}
