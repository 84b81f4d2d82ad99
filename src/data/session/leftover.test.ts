import { firstValueFrom } from 'rxjs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type LocalCompany, localCompany } from '#tests/support/local-company.ts';
import { keptReceiptsOf } from '#data/receipts/kept-keys.ts';
import { exportLeftover, watchLeftover } from './leftover.ts';

let company: LocalCompany;
beforeEach(async () => {
  company = await localCompany();
});
afterEach(() => company.stop());

const bytesOf = (text: string) => new TextEncoder().encode(text).buffer;

async function leaveBehind(): Promise<void> {
  const { device, companyId } = company.db;
  const receipt = (id: string, text: string) => ({
    id,
    company_id: companyId,
    name: 'ticket.pdf',
    mime_type: 'application/pdf',
    bytes: bytesOf(text),
  });
  const issue = (key: string, id = key) => ({ id, key, company_id: companyId, mine: { name: `mine of ${key}` } });
  await device.receipts.bulkPut([receipt('r1', 'one'), receipt('r2', 'two')] as never[]);
  await device.issues.bulkPut([issue('vendors:v1'), issue('files:r1'), issue('files:r1', 'files:r1:upload')] as never[]);
  await device.outbox.bulkPut([{ key: 'expenses:e1', company_id: companyId, mine: { notes: 'kept' } }] as never[]);
  await device.drafts.bulkPut([{ key: 'vendor:c:new:v2', company_id: companyId, values: { name: 'typed' } }] as never[]);
  await device.drafts.put({ key: 'vendor:d:new:v3', company_id: 'other' } as never);
  await device.issues.put({ id: 'other', key: 'vendors:x', company_id: 'other' } as never);
  await device.receipts.put({ id: 'r9', company_id: 'other' } as never);
}

test('[SYNC-20] what is left is counted as a person counts: each receipt once, nothing of other companies', async () => {
  expect(await firstValueFrom(watchLeftover(company.db))).toEqual({ changes: 0, receipts: 0 });
  await leaveBehind();
  expect(await firstValueFrom(watchLeftover(company.db))).toEqual({ changes: 3, receipts: 2 });
});

test('[SYNC-20] the export has every record of the company, and every receipt under a name of its own', async () => {
  await leaveBehind();
  const { records, receipts } = await exportLeftover(company.db, 'Acme');
  const kept = JSON.parse(records) as Record<'outbox' | 'issues' | 'receipts', { key: string; id: string; mine: object; file: string }[]>;
  expect(kept).toMatchObject({
    company: { id: company.db.companyId, name: 'Acme' },
    outbox: [{ key: 'expenses:e1', mine: { notes: 'kept' } }],
    drafts: [{ key: 'vendor:c:new:v2', values: { name: 'typed' } }],
  });
  expect(kept.issues.map(({ id }) => id).sort()).toEqual(['files:r1', 'files:r1:upload', 'vendors:v1']);
  expect(kept.receipts.map(({ id, file }) => [id, file])).toEqual([
    ['r1', 'ticket.pdf'],
    ['r2', 'ticket (2).pdf'],
  ]);
  expect(await Promise.all(receipts.map(async ({ name, bytes }) => [name, bytes.type, await bytes.text()]))).toEqual([
    ['ticket.pdf', 'application/pdf', 'one'],
    ['ticket (2).pdf', 'application/pdf', 'two'],
  ]);
});

test('[SYNC-20] receipts of a form that was not saved leave as they were picked, each once, and a mail with the names of what goes with it', async () => {
  const { device, companyId } = company.db;
  await leaveBehind();
  const picked = (id: string, values: object) => ({
    key: `${keptReceiptsOf(companyId)}new:e2:${id}`,
    company_id: companyId,
    values: { id, name: `${id}.jpg`, raw: null, made: null, tries: 0, ...values },
  });
  const jpeg = (text: string) => new Blob([text], { type: 'image/jpeg' });
  const made = { name: 'r4.jpg', bytes: jpeg('small'), original: { bytes: new Blob(['large'], { type: 'image/heic' }) } };
  const rows = [picked('r3', { raw: jpeg('raw') }), picked('r4', { made }), picked('r1', { raw: jpeg('saved half') })];
  await device.drafts.bulkPut(rows as never[]);
  const mail = {
    id: 'm1',
    company_id: companyId,
    subject: 'Invoice',
    attachments: [{ role: 'document', name: 'a.pdf', bytes: bytesOf('pdf') }],
  };
  await device.mails.put(mail as never);
  const { records, receipts } = await exportLeftover(company.db, 'Acme');
  expect(await Promise.all(receipts.map(async ({ name, bytes }) => [name, await bytes.text()]))).toEqual([
    ['ticket.pdf', 'one'],
    ['ticket (2).pdf', 'two'],
    ['r3.jpg', 'raw'],
    ['r4.jpg', 'large'],
  ]);
  expect(JSON.parse(records)).toMatchObject({
    mails: [{ id: 'm1', subject: 'Invoice', attachments: ['a.pdf'] }],
    drafts: [{ key: 'vendor:c:new:v2' }],
  });
});
