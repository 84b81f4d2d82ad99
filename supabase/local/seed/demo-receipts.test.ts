import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import type { Query } from '#local/db/port.ts';
import { createObjectStore } from '#local/storage/object-store.ts';
import { demoExpenses } from './demo-expenses.ts';
import { NORDLICHT } from './demo-nordlicht.ts';
import { createReceiptKeeper, insertReceipts } from './demo-receipts.ts';
import { seededRandom } from './seeded-random.ts';

const dir = mkdtempSync(join(tmpdir(), 'kontor-receipts-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

type Row = Record<string, unknown>;
const store = await createObjectStore(dir);
const keeper = createReceiptKeeper(store);
const rows = new Map<string, Row[]>();
const query: Query = async (sql, params = []) => {
  rows.set(/insert into (\S+)/.exec(sql)?.[1] ?? '', JSON.parse(String(params[0])) as Row[]);
  return { rows: [], count: 0 };
};
const expenses = demoExpenses(NORDLICHT, new Date('2026-03-31T12:00:00Z'), seededRandom(1));
await insertReceipts(query, NORDLICHT, expenses, keeper);
await keeper.keepAll();
const files = rows.get('public.files') ?? [];
const objects = new Map((rows.get('storage.objects') ?? []).map((object) => [object['name'], object]));

async function bytesOf(file: Row): Promise<Buffer> {
  const stream = await store.read(String(objects.get(file['path'])?.['version']));
  return Buffer.from(await new Response(stream).arrayBuffer());
}

test('each receipt of the demo is on the disk as its record says, and one is confidential', async () => {
  expect(files.length).toBeGreaterThan(15);
  for (const file of files) {
    const bytes = await bytesOf(file);
    expect({ size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }).toEqual({
      size: file['size'],
      sha256: file['sha256'],
    });
  }
  expect(new Set(files.filter(({ confidential }) => confidential).map(({ name }) => String(name).split(' ')[0]))).toEqual(
    new Set(['Lohnjournal']),
  );
});

test('what a till prints is a picture, what comes by mail a document with its amount', async () => {
  const [picture, document] = ['image/png', 'application/pdf'].map((type) => files.find(({ mime_type }) => mime_type === type) ?? {});
  const png = await bytesOf(picture ?? {});
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const data = png.subarray(png.indexOf('IDAT') + 4, png.indexOf('IEND') - 8);
  expect(inflateSync(data)).toHaveLength((width + 1) * height);
  const pdf = (await bytesOf(document ?? {})).toString('latin1');
  const offsets = [...pdf.matchAll(/^(\d{10}) 00000 n/gm)].map(([, offset]) => Number(offset));
  expect(offsets.map((offset, i) => pdf.slice(offset).startsWith(`${i + 1} 0 obj`))).toEqual(offsets.map(() => true));
  const { amount = 0 } = expenses.find(({ id }) => id === document?.['expense_id']) ?? {};
  expect(pdf).toContain(`(${new Intl.NumberFormat('de', { minimumFractionDigits: 2 }).format(amount)} EUR)`);
});
