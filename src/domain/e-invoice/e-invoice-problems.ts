import { isIban } from '#domain/documents/iban.ts';
import { currencyExponent } from '#domain/money/currency-codes.ts';
import { sumOf, taxOnNet, toMinor } from '#domain/money/money.ts';
import type { TaxCategory } from '#domain/tax/tax-category.ts';
import type { EInvoiceProfile } from './e-invoice-profile.ts';
import type { EInvoice } from './e-invoice.ts';
import { isLeitwegId, looksLikeLeitwegId } from './leitweg-id.ts';

/** Where it is mended. */
export type EInvoicePlace = 'company' | 'bank_account' | 'customer' | 'invoice';
type Rule = {
  /** The rule's official name, in XRechnung those of the German usage and of Peppol. */
  readonly name: string;
  readonly place: EInvoicePlace;
  /** The field of its form; of the lines `items`. */
  readonly field: string;
  /** Only where German authorities ask for it. */
  readonly profile?: EInvoiceProfile;
  readonly isBroken: (invoice: EInvoice) => boolean;
};

const EMAIL = /^[^@\s]+@([^@.\s]+\.)+[^@.\s]+$/;
const PREFIX = /^[A-Z]{2}/;
const SKONTO = /^#SKONTO#TAGE=\d+#PROZENT=\d+\.\d{2}(#BASISBETRAG=-?\d+\.\d{2})?#$/;

/** Lines that begin with # are cash discounts, and after the last # of the text a line ends. */
function isWrongDiscount(terms: string): boolean {
  const lines = terms.split('\n').filter((line) => line.trim().startsWith('#'));
  const behind = terms.split(/#.+#/).at(-1) ?? '';
  return lines.length > 0 && (!lines.every((line) => SKONTO.test(line.trim())) || !/^\s*\n/.test(behind));
}

const has = ({ lines }: EInvoice, ...categories: readonly (TaxCategory | null)[]): boolean =>
  lines.some(({ tax }) => categories.includes(tax.category));
const isRegistered = ({ seller }: EInvoice): boolean => seller.vat_id !== '' || seller.tax_number !== '';
const isPositive = ({ gross }: EInvoice): boolean => gross > 0;

/** Lines of one category and rate add up to their part of the sums. */
const netsDiffer = ({ lines, taxes, currency }: EInvoice): boolean =>
  taxes.some(({ category, rate, net }) => {
    const its = lines.filter(({ tax }) => tax.category === category && tax.rate === rate);
    return sumOf([...its.map((line) => line.net), -net], currency) !== 0;
  });

/**
 * Tax that its net does not come to. What takes back a part has the tax that is due before it less what is due after it (`correctionTotals`), so that all
 * parts come to the whole: a cent more or less, which the official validation allows.
 */
function taxDiffers({ taxes, currency, type_code }: EInvoice): boolean {
  const allowed = type_code === '384' ? 1n : 0n;
  return taxes.some(({ net, rate, tax }) => {
    const difference = toMinor(tax, currency) - toMinor(taxOnNet(net, rate, currency), currency);
    return difference > allowed || difference < -allowed;
  });
}

/**
 * The rules of EN 16931, of its German usage (BR-DE) and of Peppol that a document of ours can break: what the schema or our own arithmetic rules out
 * is not among them. Each name is found in the standard; the sentence beside it is ours.
 */
const RULES = [
  { name: 'BR-06', place: 'company', field: 'name', isBroken: ({ seller }) => seller.name === '' },
  { name: 'BR-07', place: 'invoice', field: 'customer_id', isBroken: ({ buyer }) => buyer.name === '' },
  { name: 'BR-09', place: 'company', field: 'address.country', isBroken: ({ seller }) => seller.address.country === '' },
  { name: 'BR-11', place: 'customer', field: 'country', isBroken: ({ buyer }) => buyer.name !== '' && buyer.address.country === '' },
  { name: 'BR-16', place: 'invoice', field: 'items', isBroken: ({ lines }) => lines.length === 0 },
  { name: 'BR-25', place: 'invoice', field: 'items', isBroken: ({ lines }) => lines.some(({ name }) => name === '') },
  {
    name: 'BR-29',
    place: 'invoice',
    field: 'service_from',
    isBroken: ({ supply }) => supply !== null && supply.to !== null && supply.to < supply.from,
  },
  { name: 'BR-55', place: 'invoice', field: 'items', isBroken: ({ type_code, preceding }) => type_code === '384' && preceding === null },
  { name: 'BR-DEC-14', place: 'invoice', field: 'currency', isBroken: ({ currency }) => currencyExponent(currency) > 2 },
  { name: 'BR-CO-04', place: 'invoice', field: 'items', isBroken: (invoice) => has(invoice, null) },
  {
    name: 'BR-CO-09',
    place: 'company',
    field: 'tax.vat_id',
    isBroken: ({ seller }) => seller.vat_id !== '' && !PREFIX.test(seller.vat_id),
  },
  { name: 'BR-CO-09', place: 'customer', field: 'vat_id', isBroken: ({ buyer }) => buyer.vat_id !== '' && !PREFIX.test(buyer.vat_id) },
  {
    name: 'BR-CO-10',
    place: 'invoice',
    field: 'items',
    isBroken: (it) => sumOf([...it.lines.map(({ net }) => net), -it.net], it.currency) !== 0,
  },
  {
    name: 'BR-CO-14',
    place: 'invoice',
    field: 'items',
    isBroken: (it) => sumOf([...it.taxes.map(({ tax }) => tax), -it.tax], it.currency) !== 0,
  },
  { name: 'BR-CO-15', place: 'invoice', field: 'items', isBroken: (it) => sumOf([it.net, it.tax, -it.gross], it.currency) !== 0 },
  { name: 'BR-CO-17', place: 'invoice', field: 'items', isBroken: taxDiffers },
  { name: 'BR-S-08', place: 'invoice', field: 'items', isBroken: netsDiffer },
  {
    name: 'BR-CO-25',
    place: 'invoice',
    field: 'due_days',
    isBroken: (it) => it.issue_date !== '' && isPositive(it) && it.due_date === null && it.payment.terms === '',
  },
  { name: 'BR-CO-26', place: 'company', field: 'tax.vat_id', isBroken: ({ seller }) => seller.vat_id === '' && seller.identifier === '' },
  { name: 'BR-S-02', place: 'company', field: 'tax.tax_number', isBroken: (it) => has(it, 'S') && !isRegistered(it) },
  {
    name: 'BR-S-05',
    place: 'invoice',
    field: 'items',
    isBroken: ({ lines }) => lines.some(({ tax }) => tax.category === 'S' && tax.rate <= 0),
  },
  { name: 'BR-Z-02', place: 'company', field: 'tax.tax_number', isBroken: (it) => has(it, 'Z') && !isRegistered(it) },
  { name: 'BR-E-02', place: 'company', field: 'tax.tax_number', isBroken: (it) => has(it, 'E') && !isRegistered(it) },
  { name: 'BR-AE-02', place: 'company', field: 'tax.tax_number', isBroken: (it) => has(it, 'AE') && !isRegistered(it) },
  { name: 'BR-AE-02', place: 'customer', field: 'vat_id', isBroken: (it) => has(it, 'AE') && it.buyer.vat_id === '' },
  { name: 'BR-IC-02', place: 'company', field: 'tax.vat_id', isBroken: (it) => has(it, 'K') && it.seller.vat_id === '' },
  { name: 'BR-IC-02', place: 'customer', field: 'vat_id', isBroken: (it) => has(it, 'K') && it.buyer.vat_id === '' },
  { name: 'BR-IC-11', place: 'invoice', field: 'service_from', isBroken: (it) => has(it, 'K') && it.supply === null },
  { name: 'BR-G-02', place: 'company', field: 'tax.vat_id', isBroken: (it) => has(it, 'G') && it.seller.vat_id === '' },
  {
    name: 'BR-O-11',
    place: 'invoice',
    field: 'items',
    isBroken: (it) => has(it, 'O') && it.taxes.some(({ category }) => category !== 'O'),
  },
  { name: 'BR-DE-3', place: 'company', field: 'address.city', profile: 'xrechnung', isBroken: ({ seller }) => seller.address.city === '' },
  {
    name: 'BR-DE-4',
    place: 'company',
    field: 'address.postal_code',
    profile: 'xrechnung',
    isBroken: ({ seller }) => seller.address.postal_code === '',
  },
  { name: 'BR-DE-8', place: 'customer', field: 'city', profile: 'xrechnung', isBroken: ({ buyer }) => buyer.address.city === '' },
  {
    name: 'BR-DE-9',
    place: 'customer',
    field: 'postal_code',
    profile: 'xrechnung',
    isBroken: ({ buyer }) => buyer.address.postal_code === '',
  },
  {
    name: 'BR-57',
    place: 'customer',
    field: 'delivery_country',
    isBroken: ({ deliver_to }) => deliver_to !== null && deliver_to.address.country === '',
  },
  {
    name: 'BR-DE-10',
    place: 'customer',
    field: 'delivery_city',
    profile: 'xrechnung',
    isBroken: ({ deliver_to }) => deliver_to !== null && deliver_to.address.city === '',
  },
  {
    name: 'BR-DE-11',
    place: 'customer',
    field: 'delivery_postal_code',
    profile: 'xrechnung',
    isBroken: ({ deliver_to }) => deliver_to !== null && deliver_to.address.postal_code === '',
  },
  {
    name: 'BR-DE-6',
    place: 'company',
    field: 'e_invoice.contact_phone',
    profile: 'xrechnung',
    isBroken: ({ seller }) => (seller.contact.phone.match(/\d/g) ?? []).length < 3,
  },
  {
    name: 'BR-DE-7',
    place: 'company',
    field: 'e_invoice.contact_email',
    profile: 'xrechnung',
    isBroken: ({ seller }) => !EMAIL.test(seller.contact.email),
  },
  {
    name: 'BR-DE-15',
    place: 'customer',
    field: 'buyer_reference',
    profile: 'xrechnung',
    isBroken: ({ buyer_reference: it }) => it.trim() === '',
  },
  {
    name: 'BR-DE-18',
    place: 'invoice',
    field: 'payment_terms',
    profile: 'xrechnung',
    isBroken: ({ payment }) => isWrongDiscount(payment.terms),
  },
  {
    name: 'BR-DE-19',
    place: 'bank_account',
    field: 'iban',
    profile: 'xrechnung',
    isBroken: ({ payment }) => payment.code === '58' && !isIban(payment.iban),
  },
  { name: 'BR-DE-TMP-32', place: 'invoice', field: 'service_from', profile: 'xrechnung', isBroken: ({ supply }) => supply === null },
  {
    name: 'PEPPOL-EN16931-R010',
    place: 'customer',
    field: 'e_address',
    profile: 'xrechnung',
    isBroken: ({ buyer }) => buyer.electronic_address === null,
  },
  {
    name: 'LEITWEG-ID',
    place: 'customer',
    field: 'buyer_reference',
    isBroken: ({ buyer, buyer_reference }) => {
      const { scheme, id } = buyer.electronic_address ?? { scheme: '', id: '' };
      return (scheme === '0204' && !isLeitwegId(id)) || (looksLikeLeitwegId(buyer_reference) && !isLeitwegId(buyer_reference));
    },
  },
] as const satisfies readonly Rule[];

export type EInvoiceRule = (typeof RULES)[number]['name'];
/** The rule and where it is mended, as its sentence is called. */
type Told<R> = R extends { readonly name: infer Name extends string; readonly place: infer Place extends string }
  ? `${Name}_${Place}`
  : never;
export type EInvoiceProblem = {
  readonly rule: EInvoiceRule;
  readonly place: EInvoicePlace;
  readonly field: string;
  readonly text: Told<(typeof RULES)[number]>;
};

/** The rules that a document breaks, in the order of the list; nothing that breaks one is given out as an e-invoice. */
export function eInvoiceProblems(invoice: EInvoice, profile: EInvoiceProfile): EInvoiceProblem[] {
  const rules: readonly (Rule & { readonly name: EInvoiceRule })[] = RULES;
  return rules
    .filter((rule) => (rule.profile === undefined || rule.profile === profile) && rule.isBroken(invoice))
    .map(({ name, place, field }) => ({ rule: name, place, field, text: `${name}_${place}` as EInvoiceProblem['text'] }));
}
