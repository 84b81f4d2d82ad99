import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Invoice, InvoiceItem } from '#domain/invoices/invoice.ts';
import { testId } from '#tests/support/builders.ts';
import { oneEngine, openTestDatabase } from '#tests/support/database.ts';
import { personaId } from '#tests/support/personas.ts';
import type { Result } from './device.ts';
import { leaseScene } from './lease-scene.ts';

const [I, PRODUCT] = [testId(0x11), testId(0x99)];
const line = (more: Partial<InvoiceItem> = {}): InvoiceItem => ({
  id: testId(0x1100),
  position: 1,
  product_id: null,
  description: 'Work',
  unit: 'h',
  quantity: 30,
  unit_price: 33.33,
  discount_percent: 0,
  tax_rate: 19,
  tax_category: 'S',
  exemption_reason: null,
  origin_item_id: null,
  ...more,
});
const reverse = line({ tax_rate: 0, tax_category: 'AE', exemption_reason: 'Reverse charge' });
/** What a customer has of an invoice. */
const printed = ({ number, issue_date, due_date, seller, buyer, net_total, tax_total, gross_total, tax_breakdown }: Invoice) => ({
  number,
  issue_date,
  due_date,
  seller,
  buyer,
  net_total,
  tax_total,
  gross_total,
  tax_breakdown,
});
const short = ({ status, message, details }: Result) => [status, message, details];

describe.each([oneEngine()])('an invoice that was handed over before the server heard of it, on %s', async (engine) => {
  const db = await openTestDatabase(engine);
  afterAll(() => db.close());
  const scene = leaseScene(db);
  const { call, one, take, setting, issuedHere, push, gaps } = scene;
  const run = (sql: string, ...params: unknown[]) => db.query(sql, params);
  const buyer = (set: string) => run(`update public.customers set ${set} where id = $1`, scene.customer());
  const withdraw = (key: string) => run('delete from public.company_user_permissions where permission_key = $1', key);
  const grant = (key: string) =>
    run(
      'insert into public.company_user_permissions (company_id, user_id, permission_key) values ($1, $2, $3)',
      scene.company(),
      personaId('accountant'),
      key,
    );
  /** The draft of the company refers to its customer, the invoice in question is known to nobody yet. */
  const deleteBuyer = async () => {
    await run('delete from public.invoices where customer_id = $1', scene.customer());
    await run('delete from public.customers where id = $1', scene.customer());
  };

  beforeEach(async () => {
    // What whoever may write customers says of a buyer is believed anyway.
    await withdraw('customers.update');
    await buyer("vat_id = 'DK12345678', country = 'DK'");
    await run(
      "insert into public.invoice_products (id, company_id, name, currency) values ($1, $2, 'Work', 'EUR')",
      PRODUCT,
      scene.company(),
    );
  });

  /** The company is where it was all along before it moves, and so is the day of its devices. */
  const moveTo = async (zone: string) => setting('company_details,basics,timezone', zone);
  const liveIn = async (zone: string) => {
    await moveTo(zone);
    scene.setToday(String(await one('select private.company_today($1)::text', [scene.company()])));
  };

  type Change = {
    readonly what: string;
    readonly change: () => Promise<unknown>;
    readonly item?: InvoiceItem;
    readonly given?: () => Promise<unknown>;
  };
  const CHANGES: readonly Change[] = (
    [
      ['the customer’s address was emptied', () => buyer("street = '', postal_code = '', city = ''")],
      ['the customer’s VAT ID was emptied', () => buyer("vat_id = ''"), reverse],
      ['the customer got a VAT ID that cannot exist', () => buyer("vat_id = 'XX1'")],
      ['the customer moved into the seller’s country', () => buyer("country = 'DE'"), reverse],
      ['the customer got a name that cannot be printed', () => buyer("name = '東京'")],
      ['the customer wants another e-invoice', () => buyer("e_invoice_format = 'xrechnung_ubl', e_address = '', buyer_reference = ''")],
      ['the customer was put aside', () => buyer('is_active = false')],
      ['the customer was deleted', deleteBuyer],
      [
        'the seller’s address was emptied',
        () => setting('company_details,address', { street: '', postal_code: '', city: '', country: 'DE' }),
      ],
      ['the seller’s tax numbers were emptied', () => setting('tax', { tax_number: '', vat_id: '' })],
      ['the seller moved to another country', () => setting('company_details,address,country', 'FR')],
      ['the seller became a small business', () => setting('tax,small_business', true)],
      [
        'the seller’s contact for e-invoices was emptied',
        () => setting('e_invoice', { contact_name: '', contact_phone: '', contact_email: '' }),
      ],
      ['the footer got a character that cannot be printed', () => setting('invoice_defaults,footer,text', '☎')],
      [
        'the template and the colours were changed',
        () =>
          Promise.all([
            setting('invoice_defaults,default_template_id', 'modern'),
            setting('company_details,branding,primary_color', '#112233'),
          ]),
      ],
      ['the pattern of the numbers was changed', () => setting('invoice_defaults,generated_number_format', 'X-{year}-{number}')],
      ['taking numbers along was switched off', () => setting('numbers', { leases: false })],
      ['the right to take numbers along was withdrawn', () => withdraw('invoices.lease_numbers')],
      ['the product of a line was deleted', () => run('delete from public.invoice_products where id = $1', PRODUCT)],
      ['the books went over to another currency', () => setting('exchange', { currency: 'USD', rates: 'day' })],
      // It is always another day there.
      ['the company moved its time zone east', () => moveTo('Pacific/Kiritimati'), undefined, () => liveIn('Pacific/Pago_Pago')],
      ['the company moved its time zone west', () => moveTo('Pacific/Pago_Pago'), undefined, () => liveIn('Pacific/Kiritimati')],
    ] satisfies [string, () => Promise<unknown>, (InvoiceItem | undefined)?, (() => Promise<unknown>)?][]
  ).map(([what, change, item, given]) => ({ what, change, ...(item && { item }), ...(given && { given }) }));

  test.each(CHANGES)('$what meanwhile: it is taken as it was printed', async ({ change, item = line({ product_id: PRODUCT }), given }) => {
    await given?.();
    const lease = await take(1);
    const invoice = await issuedHere(I, lease, 1, { items: [item] });
    await change();
    const result = await push(invoice);
    expect(short(result)).toEqual(['applied', null, null]);
    expect(result.row).toMatchObject({
      ...printed(invoice),
      status: 'issued',
      customer_id: scene.customer(),
      leased: { lease_id: lease.id },
    });
    expect(await gaps()).toEqual([]);
  });

  test('a rate that is unlikely is a question before the invoice is handed over, and none afterwards', async () => {
    const lease = await take(1);
    const invoice = await issuedHere(I, lease, 1, { items: [line({ tax_rate: 16 })] });
    const draft = { ...invoice, status: 'ready_to_issue' as const, leased: null };
    expect(short(await push(draft))).toEqual(['rejected', 'cannot_issue', 'warning.rate_not_in_force=16']);
    expect(short(await push(invoice))).toEqual(['applied', null, null]);
  });

  test('its own month was closed meanwhile: its VAT counts on the day it arrives', async () => {
    const lease = await take(1);
    const invoice = await issuedHere(I, lease, 1, { items: [line()], service_from: '2026-01-30' });
    expect(invoice.tax_point).toBe('2026-01-30');
    await run("insert into public.periods (id, company_id, month) values ($1, $2, '2026-01-01')", testId(0x77), scene.company());
    const result = await push(invoice);
    expect([short(result), result.row?.['number'], result.row?.['tax_point']]).toEqual([
      ['applied', null, null],
      invoice.number,
      scene.today(),
    ]);
  });

  test('the customer who comes back is as before, and leaves the number to whoever has it now', async () => {
    await buyer("notes = 'Knows us', customer_number = 'K1', payment_terms_days = 5");
    const lease = await take(2);
    const invoice = await issuedHere(I, lease, 1, { items: [line()] });
    await deleteBuyer();
    await run("insert into public.customers (company_id, name, customer_number) values ($1, 'Other', ' k1')", scene.company());
    await grant('customers.update');
    expect(short(await push(invoice))).toEqual(['applied', null, null]);
    expect(
      await one("select concat_ws(' ', notes, payment_terms_days, coalesce(customer_number, 'none')) from public.customers where id = $1", [
        scene.customer(),
      ]),
    ).toBe('Knows us 5 none');
  });

  test('a right that was withdrawn refuses it, and nothing of it is lost: with the right it arrives with its number', async () => {
    const lease = await take(1);
    const invoice = await issuedHere(I, lease, 1, { items: [line()] });
    for (const key of ['invoices.issue', 'invoices.create']) {
      await withdraw(key);
      expect(short(await push(invoice)).slice(0, 2)).toEqual(['rejected', 'not_allowed']);
      expect(await gaps()).toEqual(['invoices 1 lease_open']);
      await grant(key);
    }
    expect((await push(invoice)).row?.['number']).toBe(invoice.number);
  });

  test('a lease that was ended refuses it until it is opened again; then it arrives with its number', async () => {
    const lease = await take(1);
    const invoice = await issuedHere(I, lease, 1, { items: [line()] });
    await call('owner', 'public.end_number_lease($1, $2)', lease.id);
    expect(short(await push(invoice))).toEqual(['rejected', 'lease_ended', invoice.number]);
    await call('owner', 'public.reopen_number_lease($1, $2)', lease.id);
    expect((await push(invoice)).row?.['number']).toBe(invoice.number);
  });

  test('a day that is still to come, by a clock that was wrong, refuses it for as long; its number stays with the device', async () => {
    const lease = await take(1);
    scene.setToday(String(await one("select ((now() at time zone 'UTC')::date + 3)::text")));
    const invoice = await issuedHere(I, lease, 1, { items: [line()] });
    expect(short(await push(invoice))).toEqual(['rejected', 'lease_refused', 'issue_date_ahead']);
    expect(await gaps()).toEqual(['invoices 1 lease_open']);
  });

  test('what misses something on its own pages is refused whoever it names', async () => {
    const lease = await take(1);
    await buyer("street = ''");
    const invoice = await issuedHere(I, lease, 1, { items: [line()] });
    await buyer("street = 'Kai'");
    expect(short(await push(invoice))).toEqual(['rejected', 'cannot_issue', 'buyer.street']);
  });
});
