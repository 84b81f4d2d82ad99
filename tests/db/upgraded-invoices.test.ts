import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Company, completeCompany } from '#domain/companies/company.ts';
import { deliveryOf } from '#domain/delivery-notes/delivery-from-invoice.ts';
import type { DeliveryNote } from '#domain/delivery-notes/delivery-note.ts';
import { printableDeliveryNote } from '#domain/delivery-notes/printable-delivery-note.ts';
import { eInvoiceOf } from '#domain/e-invoice/e-invoice-of.ts';
import { writeCii } from '#domain/e-invoice/write-cii.ts';
import { writeUbl } from '#domain/e-invoice/write-ubl.ts';
import { openOf } from '#domain/invoices/claim.ts';
import { draftCorrection } from '#domain/invoices/correction-draft.ts';
import { correctionLine, linesLeft } from '#domain/invoices/correction-lines.ts';
import { draftInvoice } from '#domain/invoices/invoice-draft.ts';
import { cancelled, readyToIssue } from '#domain/invoices/invoice-lifecycle.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { printableDocument } from '#domain/invoices/printable-invoice.ts';
import { replacementId, replacementInput } from '#domain/invoices/replacement.ts';
import type { Payment } from '#domain/payments/payment.ts';
import { invoiceCells } from '#domain/reports/invoice-cells.ts';
import { paymentCells } from '#domain/reports/payment-cells.ts';
import { bootstrap } from '#local/db/bootstrap.ts';
import { readPlatformSql } from '#local/db/platform-sql.ts';
import type { Database } from '#local/db/port.ts';
import { ABLE_TO_INVOICE, buildersFor, insertOf, testId } from '#tests/support/builders.ts';
import { openEmptyDatabase } from '#tests/support/database.ts';
import { loadFontFiles } from '#tests/support/font-files.ts';
import { insertAccounts, insertMembers, personaId } from '#tests/support/personas.ts';
import { drawFirstPage } from '#platform/pdf/write-document.ts';
import { deviceOf, upsert } from './device.ts';
import {
  askedReleases,
  install,
  LAST_OF_0_8,
  LAST_OF_0_9,
  LAST_OF_0_10,
  LAST_OF_0_11,
  LAST_OF_0_12,
  LAST_OF_0_13,
  LAST_OF_0_14,
  LAST_OF_0_15,
  LAST_OF_0_16,
  LAST_OF_0_17,
  LAST_OF_0_18,
} from './releases.ts';

const DRAWN_THEN = ['seller', 'buyer', 'items', 'number', 'issue_date', 'due_date', 'notes', 'payment_terms'] as const;
const LETTERHEAD = {
  company_details: {
    ...ABLE_TO_INVOICE.company_details,
    bank: { name: 'Elbbank', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX', instructions: 'Bitte {number} angeben.' },
    branding: { primary_color: '#134e4a', accent_color: '#0f766e', font: 'Helvetica' },
  },
  tax: ABLE_TO_INVOICE.tax,
  invoice_defaults: { default_template_id: 'modern', footer: { text: 'Amtsgericht Hamburg HRB 1', show_page_numbers: true } },
};

type Settings = { [key: string]: unknown };
/** Laid over each other, as a settings page saves them. */
const merged = (under: Settings, over: Settings): Settings =>
  Object.fromEntries(
    [...new Set([...Object.keys(under), ...Object.keys(over)])].map((key) => {
      const [a, b] = [under[key], over[key]];
      const areBoth = [a, b].every((each) => typeof each === 'object' && each !== null && !Array.isArray(each));
      return [key, areBoth ? merged(a as Settings, b as Settings) : (b ?? a)];
    }),
  );

describe.each(
  askedReleases([
    ['0.8.0', LAST_OF_0_8],
    ['0.9.0', LAST_OF_0_9],
    ['0.10.0', LAST_OF_0_10],
    ['0.11.0', LAST_OF_0_11],
    ['0.12.0', LAST_OF_0_12],
    ['0.13.0', LAST_OF_0_13],
    ['0.14.0', LAST_OF_0_14],
    ['0.15.0', LAST_OF_0_15],
    ['0.16.0', LAST_OF_0_16],
    ['0.17.0', LAST_OF_0_17],
    ['0.18.0', LAST_OF_0_18],
  ] as const),
)('invoices that %s issued', (_, last) => {
  let db: Database;
  let company = '';
  const ids = ['kept', 'corrected', 'replaced', 'delivered'].map((name, n) => [name, testId(0xe0_00 + n)] as const);
  const idOf = Object.fromEntries(ids) as Readonly<Record<'kept' | 'corrected' | 'replaced' | 'delivered', string>>;
  const owner = () => deviceOf(db, 'owner', company);
  const ask = async (collections: readonly string[]) => {
    const answer = await owner().pull({ cursors: Object.fromEntries(collections.map((name) => [name, 0])) });
    return <T>(name: string): T[] => (answer.collections[name]?.rows ?? []) as T[];
  };
  const pulled = () => ask(['companies', 'invoices', 'payments', 'delivery_notes', 'customers']);
  const invoicesOf = async () => new Map((await pulled())<Invoice>('invoices').map((each) => [each.id, each]));
  const read = async (id: string): Promise<Invoice> => {
    const found = (await invoicesOf()).get(id);
    if (!found) throw new Error(`no invoice ${id}`);
    return found;
  };
  const ours = async () => completeCompany((await pulled())<Company>('companies')[0] as Company);

  /** The copy of today: where each letter stands, and the bytes of the e-invoices. */
  async function copyOf(invoice: Invoice) {
    const original = invoice.cancels_id ?? invoice.corrects_id;
    const of = original === null ? null : await read(original);
    const { marks } = await drawFirstPage(
      printableDocument(invoice, { company: await ours(), customer: null, kind: 'document', cancelled: of }),
      loadFontFiles,
    );
    const { seller, buyer } = invoice;
    if (!seller || !buyer) throw new Error('it was not issued');
    const data = eInvoiceOf(invoice, { seller, buyer, cancelled: of });
    return { drawn: JSON.stringify(marks), files: [writeUbl(data), writeCii(data, 'xrechnung'), writeCii(data, 'en16931')] };
  }

  let mutation = 0;
  const said = async (collection: string, base_rev: string | null, doc: Record<string, unknown>) => {
    mutation += 1;
    const [result] = await owner().push(upsert(collection, String(doc['id']), `m-${mutation}`, base_rev, doc));
    expect(result).toMatchObject({ status: 'applied' });
  };
  const newRecord = (id: string) => ({
    id,
    company_id: company,
    created_at: '2026-03-01T09:00:00Z',
    updated_at: '2026-03-01T09:00:00Z',
    rev: 'new',
  });

  const then = new Map<string, Awaited<ReturnType<typeof copyOf>>>();
  const before = new Map<string, Invoice>();

  beforeAll(async () => {
    db = await openEmptyDatabase();
    await install(db, last);
    await insertAccounts(db.query);
    const build = buildersFor(db.query, 0xe1_00);
    company = testId(0xe1_ff);
    await db.query(`insert into public.companies (id, company_id, name) values ($1, $1, 'Nordlicht')`, [company]);
    const { rows } = await db.query('select settings from public.companies where id = $1', [company]);
    await db.query('update public.companies set settings = $1 where id = $2', [
      JSON.stringify(merged(rows[0]?.['settings'] as Settings, LETTERHEAD)),
      company,
    ]);
    await insertMembers(db.query, company, ['owner']);
    const customer = (await build.customers({ company_id: company })).id;
    // As a person of that release issued them, in its own database.
    for (const [n, [, id]] of ids.entries()) {
      await db.query(
        ...insertOf('invoices', {
          id,
          company_id: company,
          created_by: personaId('owner'),
          customer_id: customer,
          currency: 'EUR',
          language: 'de',
          due_days: 14,
          service_from: '2026-01-30',
          reference: 'PO 4711',
          notes: 'Danke.',
          payment_terms: '14 Tage netto',
        }),
      );
      for (const [place, line] of [
        { description: 'Äpfel', unit: 'piece', quantity: 2, unit_price: 100, tax_rate: 19 },
        { description: 'Perlen', unit: 'piece', quantity: 10, unit_price: 1, tax_rate: 7, discount_percent: 10 },
      ].entries())
        await db.query(
          ...insertOf('invoice_items', {
            id: testId(0xe2_00 + n * 16 + place),
            company_id: company,
            invoice_id: id,
            position: place + 1,
            ...line,
          }),
        );
      await owner().sql(`update public.invoices set status = 'ready_to_issue' where id = $1`, [id]);
    }
    await owner().sql('insert into public.payments (company_id, invoice_id, amount, payment_date) values ($1, $2, 100, $3)', [
      company,
      idOf.corrected,
      '2026-02-20',
    ]);
    const rowsThen = (await ask(['invoices']))<Invoice>('invoices');
    for (const invoice of rowsThen) before.set(invoice.id, invoice);

    await bootstrap(db, readPlatformSql());
    for (const invoice of (await invoicesOf()).values()) then.set(invoice.id, await copyOf(invoice));
    // A new letterhead, account and footer, after the update.
    const changed = merged((await ours()).settings as unknown as Settings, {
      company_details: { bank: { iban: 'DE02120300000000202051', instructions: 'Anders.' }, branding: { primary_color: '#990000' } },
      invoice_defaults: { default_template_id: 'compact', footer: { text: 'Neuer Fuß', show_page_numbers: false } },
    });
    await db.query('update public.companies set settings = $1 where id = $2', [JSON.stringify(changed), company]);
  }, 300_000);
  afterAll(() => db.close());

  test('are after the update what they were, and their copies do not follow a new letterhead', async () => {
    expect([...before.values()].filter(({ number }) => number !== null)).toHaveLength(ids.length);
    for (const [id, invoice] of await invoicesOf()) {
      const was = before.get(id);
      for (const field of DRAWN_THEN) {
        const [old, now] = [was?.[field], invoice[field]];
        // What has come to parties and lines since is added, and nothing that was there is another.
        expect(Array.isArray(old) ? now : { [field]: now }).toMatchObject(Array.isArray(old) ? old : { [field]: old });
      }
      expect([id, await copyOf(invoice)]).toEqual([id, then.get(id)]);
      expect(then.get(id)?.drawn).toContain('Amtsgericht Hamburg HRB 1');
    }
  });

  test('are corrected in part and cancelled for the rest, and make zero with what was paid back', async () => {
    const original = await read(idOf.corrected);
    const [apples] = linesLeft(original, []);
    if (!apples) throw new Error('no line');
    const line = correctionLine(apples, { by: 'quantity', quantity: 1 }, { id: testId(0xe3_01), currency: 'EUR' });
    if (!line) throw new Error('nothing was taken back');
    const draft = draftCorrection(newRecord(testId(0xe3_00)), original, {
      items: [line],
      reason: 'Beschädigt',
      createdBy: personaId('owner'),
    });
    await said('invoices', null, draft);
    await said('invoices', 'm-1', readyToIssue(await read(draft.id), []));
    const correction = await read(draft.id);
    expect(correction).toMatchObject({ status: 'issued', gross_total: -119, corrects_id: original.id, seller: { layout: 3 } });
    const { drawn, files } = await copyOf(correction);
    for (const part of [original.number, 'Beschädigt']) expect(drawn).toContain(part);
    expect(drawn).toContain('Amtsgericht Hamburg HRB 1');
    for (const file of files) for (const part of [`>${original.number}<`, 'Beschädigt', '>384<']) expect(file).toContain(part);
    expect(await copyOf(await read(original.id))).toEqual(then.get(original.id));

    await said('invoices', (await read(original.id)).rev, cancelled(await read(original.id)));
    const rest = await read(original.id);
    expect(openOf(rest)).toBe(-100);
    await owner().sql('insert into public.payments (company_id, invoice_id, amount, payment_date) values ($1, $2, -100, $3)', [
      company,
      original.id,
      '2026-03-02',
    ]);
    const cancellation = await read(rest.cancelled_by_id ?? '');
    expect((await copyOf(cancellation)).drawn).toContain(original.number);
    expect(await copyOf(await read(original.id))).toEqual(then.get(original.id));
    const payments = (await pulled())<Payment>('payments').filter(({ invoice_id }) => invoice_id === original.id);
    const cells = [await read(original.id), correction, cancellation].flatMap(invoiceCells).concat(payments.flatMap(paymentCells));
    const sums = new Map<string, bigint>();
    for (const { key, values } of cells) {
      const kind = key.replace(/\|\d{4}-\d\d$/, '');
      for (const [n, value] of values.slice(1).entries()) sums.set(`${kind} ${n}`, (sums.get(`${kind} ${n}`) ?? 0n) + value);
    }
    expect([...sums].filter(([, sum]) => sum !== 0n)).toEqual([]);
  });

  test('are replaced in one act, and the old one is printed as it went out', async () => {
    const old = await read(idOf.replaced);
    const draft = draftInvoice(
      { ...newRecord(replacementId(old.id)) },
      { ...replacementInput(old), notes: 'Berichtigt.' },
      personaId('owner'),
    );
    await said('invoices', old.rev, cancelled(old));
    await said('invoices', null, draft);
    const written = await read(draft.id);
    // What was issued before lines said their category leaves that to whoever issues them again.
    const items = written.items.map((item) => ({ ...item, tax_category: 'S' as const }));
    await said('invoices', written.rev, { ...readyToIssue(written, []), items });
    const replacement = await read(draft.id);
    expect(replacement).toMatchObject({ status: 'issued', gross_total: old.gross_total });
    expect(new Set([replacement.number, old.number]).size).toBe(2);
    expect((await copyOf(replacement)).drawn).toContain('Neuer Fuß');
    expect(await copyOf(await read(old.id))).toEqual(then.get(old.id));
  });

  test('get a delivery note, of which the copy stays as it was handed over', async () => {
    const invoice = await read(idOf.delivered);
    const input = deliveryOf(invoice, { others: [], today: '2026-03-03' });
    expect(input.items.map(({ quantity }) => quantity)).toEqual([2, 10]);
    const id = testId(0xe4_00);
    const { language, currency, customer_id } = invoice;
    const parts = {
      ...input,
      number: null,
      invoice_id: invoice.id,
      customer_id,
      delivered_on: null,
      language,
      currency,
      seller: null,
      buyer: null,
    };
    await said('delivery_notes', null, { ...newRecord(id), ...parts, created_by: personaId('owner') });
    const note = async () => (await pulled())<DeliveryNote>('delivery_notes').find((each) => each.id === id) as DeliveryNote;
    expect((await note()).number).toMatch(/\d/);
    await said('delivery_notes', (await note()).rev, { ...(await note()), delivered_on: '2026-03-03' });
    const printed = async () =>
      printableDeliveryNote(await note(), { company: await ours(), customer: null, invoice: await read(invoice.id) });
    const handed = await printed();
    await db.query(
      `update public.companies set settings = jsonb_set(settings, '{invoice_defaults,footer,text}', '"Noch einer"') where id = $1`,
      [company],
    );
    expect(await printed()).toEqual(handed);
    expect(handed).toMatchObject({ cancels: { number: invoice.number }, layout: 3 });
    expect(await copyOf(await read(invoice.id))).toEqual(then.get(invoice.id));
  });
});
