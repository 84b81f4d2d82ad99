import fc from 'fast-check';
import { type EInvoiceSources, eInvoiceOf } from '#domain/e-invoice/e-invoice-of.ts';
import type { EInvoice } from '#domain/e-invoice/e-invoice.ts';
import { exchangeWith } from '#domain/exchange/document-exchange.ts';
import { draftCorrection } from '#domain/invoices/correction-draft.ts';
import { correctionLine, linesLeft } from '#domain/invoices/correction-lines.ts';
import { draftInvoice, withInput } from '#domain/invoices/invoice-draft.ts';
import type { BuyerSnapshot, Invoice, InvoiceItem, SellerSnapshot } from '#domain/invoices/invoice.ts';
import { formatInvoiceNumber } from '#domain/numbering/number-format.ts';
import type { TaxCategory } from '#domain/tax/tax-category.ts';
import { testId } from './builders.ts';
import { BUYER, SELLER } from './sample-e-invoice.ts';

/** An issued document of any kind, and what its e-invoice is made from. */
export type RandomInvoice = { readonly invoice: Invoice; readonly sources: EInvoiceSources };

/** Sometimes what is usual, sometimes nothing, sometimes something else. */
const gap = (usual: string, ...others: readonly string[]) =>
  fc.oneof({ arbitrary: fc.constant(usual), weight: 60 }, fc.constantFrom('', ...others));
const oneOf = fc.constantFrom;
/** One of the usual ones, and now and then one that some rule refuses. */
const mostly = <T>(usual: readonly T[], ...rare: readonly T[]) =>
  fc.oneof({ arbitrary: fc.constantFrom(...usual), weight: 30 }, fc.constantFrom(...rare));

const seller = fc.record<SellerSnapshot>({
  name: gap(SELLER.name, 'A & B <Söhne> "GmbH"'),
  street: gap('Große Elbstraße'),
  house_number: gap('27a'),
  postal_code: gap('22767'),
  city: gap('Hamburg'),
  country: gap('DE', 'AT', 'GB', 'PL'),
  phone: gap('+49 40 1234567', '+4'),
  email: gap('rechnung@mueller.example', 'a@b'),
  website: oneOf('', 'https://mueller.example'),
  tax_number: gap('41/123/04567'),
  vat_id: gap('DE 136 695 976', '136695976', 'ATU13585627'),
  iban: gap('DE89 3704 0044 0532 0130 00', 'DE88370400440532013000', 'GB29NWBK60161331926819'),
  bic: gap('COBADEFFXXX', 'COBADE'),
  bank_name: oneOf('', 'Commerzbank'),
  payment_instructions: mostly(
    ['', 'Bitte mit Verwendungszweck {number} bis {due_date}.'],
    'Bitte {number} angeben.\n#SKONTO#TAGE=7#PROZENT=2#',
  ),
  contact_name: oneOf('', 'Änne Łuczak'),
  contact_phone: oneOf('', '040 123456'),
  contact_email: oneOf('', 'anne@mueller.example'),
  exchange_known: fc.boolean(),
  layout: oneOf(1, 2, 3),
  letterhead: fc.constant({} as never),
});

const buyer = fc
  .record<BuyerSnapshot>({
    name: gap(BUYER.name, ' '),
    contact_name: gap('Frau Nowak'),
    street: gap('Allee'),
    house_number: gap('3'),
    postal_code: gap('10115', '  '),
    city: gap('Berlin'),
    country: gap('DE', 'AT', 'US', 'CH', 'XI'),
    email: gap('amt@example.org'),
    vat_id: gap('ATU13585627', 'DE136695976', '136695976'),
    buyer_reference: gap('04011000-12345-03', 'KST 1', '04011000-12345-34', '991-33333TEST-33'),
    e_address: oneOf(null, null, '', '991-01484-64', 'post@amt.example'),
    e_address_scheme: fc.constant(null),
    e_invoice_format: oneOf(null, 'xrechnung_ubl' as const),
    customer_number: oneOf(null, 'K-1001'),
    salutation: oneOf(null, 'Sehr geehrte Frau Nowak,'),
    delivery_name: oneOf(null, null, 'Lager Süd'),
    delivery_street: oneOf(null, 'Hafenweg'),
    delivery_house_number: oneOf(null, '3'),
    delivery_postal_code: mostly(['20457'], null, ''),
    delivery_city: mostly(['Hamburg'], null),
    delivery_country: oneOf(null, 'DE', 'AT'),
  })
  .chain((whole) => oneOf(whole, { ...whole, delivery_street: null, delivery_city: null }))
  // To an invoice of a small amount nobody has to say who the customer is.
  .chain((whole) => oneOf(whole, whole, { ...whole, e_address: '4012345000009', e_address_scheme: '0088' }))
  .chain((whole) => mostly([whole], { ...whole, street: '', house_number: '', postal_code: '', city: '' }));

const RATES: Readonly<Record<string, readonly number[]>> = { S: [19, 7, 20, 5.5] };
function itemOf(categories: readonly (TaxCategory | null)[]) {
  const money = oneOf(0, 0.01, 9.99, 33.33, 80, 95, 1250, 0.3333, -12.5, 100_000);
  return fc
    .record({
      id: fc.uuid({ version: 7 }),
      description: mostly(['Beratung\nVor Ort', 'Größe „M“ & <b>', 'Zeile\n\n#ABC#', '\u{1f600} Paket'], ' '),
      unit: oneOf('h', 'Std.', 'piece', 'flat', 'Palette', '', 'm²', 'kg', 'day'),
      quantity: oneOf(1, 2.5, 0.25, 3, 7.1234, -1, 12),
      unit_price: money,
      discount_percent: oneOf(0, 0, 0, 10, 12.5, 33.333, 100),
      category: oneOf(...categories),
      rate: fc.nat(3),
      exemption_reason: oneOf(null, '§ 4 Nr. 21 UStG', 'small_business'),
    })
    .map(({ category, rate, ...item }): InvoiceItem => ({
      ...item,
      position: 1,
      product_id: null,
      tax_category: category,
      tax_rate: category === null ? 0 : ((RATES[category] ?? [0])[rate] ?? 0),
    }));
}
const categories = fc.oneof(
  { arbitrary: fc.constant<readonly (TaxCategory | null)[]>(['S']), weight: 4 },
  fc.subarray<TaxCategory | null>(['S', 'Z', 'E', 'AE', 'K', 'G', 'O'], { minLength: 1, maxLength: 3 }),
  oneOf<readonly (TaxCategory | null)[]>(['O'], ['E'], ['K'], ['AE'], ['G'], ['S', 'Z'], ['S', null]),
);
const items = categories.chain((some) => fc.array(itemOf(some), { minLength: 1, maxLength: 8 }));

const input = fc.record({
  items: fc.oneof({ arbitrary: items, weight: 30 }, fc.constant<InvoiceItem[]>([])),
  currency: fc.oneof({ arbitrary: fc.constant('EUR'), weight: 5 }, mostly(['USD', 'JPY', 'GBP', 'CHF'], 'KWD')),
  language: oneOf('de' as const, 'en' as const),
  reference: gap('PO 4711', 'Kst. 9 / "Ü"'),
  notes: oneOf('', 'Danke', 'Rechnung {number} vom {issue_date}, fällig {due_date}.', '#AAK#Nachlass', 'Grüße\u0000 & <mehr>'),
  payment_terms: mostly(
    ['', '{days} Tage netto', 'Payable by {due_date}.', '#SKONTO#TAGE=14#PROZENT=2.00#', '3 % Skonto\n#SKONTO#TAGE=7#PROZENT=3.00#\n'],
    'Skonto:\n#SKONTO#TAGE=7#PROZENT=2#',
  ),
  service: mostly<readonly (string | null)[]>(
    [
      ['2026-01-01', null],
      ['2026-01-01', '2026-01-31'],
      ['2026-01-01', '2026-01-01'],
    ],
    [null, null],
    ['2026-01-05', '2026-01-01'],
  ),
  rate: oneOf(null, null, '0.9', '0.0061'),
  due_days: oneOf(0, 14, 30),
  number_format: oneOf('{prefix}{year}-{number}', '{year}/{month}-{number}', '{number}-Ä&'),
  place: oneOf(7, 42, 12_345),
});

const head = (id: number) => ({
  id: testId(id),
  company_id: testId(8),
  created_at: '2026-01-02T09:00:00Z',
  updated_at: '2026-01-02T09:00:00Z',
  rev: 'r',
});

type Kind = 'invoice' | 'cancellation' | 'correction';

/** A cancellation as the server makes it: what it takes back with the quantities turned. */
const cancellationOf = (original: Invoice): Invoice => ({
  ...withInput(original, { items: original.items.map((item) => ({ ...item, quantity: 0 - item.quantity })) }),
  id: testId(5),
  document_type: 'cancellation',
  cancels_id: original.id,
  notes: '',
  due_days: 0,
  number: 'ST-2026-0001',
});

/** A correction of a part of each line, by quantity, amount or percent in turn. */
function correctionOf(original: Invoice, part: number): Invoice {
  const ways = [
    { by: 'quantity', quantity: 0.5 },
    { by: 'percent', percent: part },
    { by: 'amount', amount: 0.33 },
  ] as const;
  const lines = linesLeft(original, []).flatMap((left, n) => {
    const way = ways[(n + part) % ways.length] ?? ways[0];
    return correctionLine(left, way, { id: testId(60 + n), currency: original.currency }) ?? [];
  });
  const draft = draftCorrection(head(4), original, { items: lines, reason: 'Mangel', createdBy: testId(6) });
  return { ...draft, number: 'KR-2026-0001' };
}

/** Any document of ours as it may be issued, with gaps in its data; not all of them may go out as e-invoices. */
export const randomInvoice = (): fc.Arbitrary<RandomInvoice> =>
  fc
    .record({
      seller,
      buyer,
      input,
      kind: fc.oneof({ arbitrary: fc.constant<Kind>('invoice'), weight: 3 }, oneOf<Kind>('cancellation', 'correction')),
      part: fc.integer({ min: 1, max: 99 }),
      hasOriginal: fc.oneof({ arbitrary: fc.constant(true), weight: 9 }, fc.constant(false)),
    })
    .map(({ seller: from, buyer: to, input: { service, rate, number_format, place, ...values }, kind, part, hasOriginal }) => {
      const [service_from = null, service_to = null] = service;
      const draft = draftInvoice(
        head(9),
        { ...values, customer_id: testId(7), internal_notes: 'geheim', tax_mode: 'standard', service_from, service_to },
        testId(6),
      );
      const known = { currency: 'EUR', day: '2026-01-02', source: 'ecb', version: '2026-01-02' } as const;
      const original: Invoice = {
        ...draft,
        exchange: rate === null || values.currency === 'EUR' ? null : exchangeWith({ ...known, rate }, draft.gross_total, values.currency),
        number: formatInvoiceNumber(number_format, { prefix: 'RE-', date: '2026-01-02', number: place }),
      };
      const made = kind === 'invoice' ? original : kind === 'cancellation' ? cancellationOf(original) : correctionOf(original, part);
      const issue_date = kind === 'invoice' ? '2026-01-02' : '2026-02-03';
      const due_date = kind === 'invoice' && made.gross_total > 0 ? '2026-01-16' : issue_date;
      const invoice: Invoice = { ...made, status: 'issued', issue_date, due_date, seller: from, buyer: to };
      const cancelled = kind === 'invoice' || !hasOriginal ? null : { number: original.number, issue_date: '2026-01-02' };
      return { invoice, sources: { seller: from, buyer: to, cancelled } };
    });

export const eInvoiceOfRandom = ({ invoice, sources }: RandomInvoice): EInvoice => eInvoiceOf(invoice, sources);
