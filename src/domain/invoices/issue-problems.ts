import { hasEnteredAddress } from '#domain/companies/company-details.ts';
import type { Customer } from '#domain/customers/customer.ts';
import { unprintableIn } from '#domain/documents/printed-characters.ts';
import { categoryOf } from '#domain/tax/line-tax.ts';
import { invoiceTotals } from './invoice-totals.ts';
import type { Invoice } from './invoice.ts';
import { buyerOf, type SellerSource, sellerOf } from './party-snapshots.ts';

export type IssueField =
  | 'seller.street'
  | 'seller.postal_code'
  | 'seller.city'
  | 'seller.tax_number'
  | 'seller.vat_id'
  | 'customer_id'
  | 'buyer.street'
  | 'buyer.postal_code'
  | 'buyer.city'
  | 'buyer.vat_id'
  | 'service_from'
  | 'service_to'
  | 'items'
  | 'items.description'
  | 'items.quantity'
  | 'items.tax_category'
  | 'items.tax_rate'
  | 'items.exemption_reason'
  | 'items.origin'
  | 'items.left'
  | 'corrects_id'
  | 'reason'
  | 'seller.characters'
  | 'buyer.characters'
  | 'characters';
/** Where the company keeps what its documents say of it: each is mended on a page of its own. */
export type SellerPlace = 'details' | 'bank' | 'footer';
export type IssueProblem = {
  readonly field: IssueField;
  readonly code: 'required' | 'periodReversed' | 'unprintable';
  /** Of `unprintable`: each of them once. */
  readonly characters?: readonly string[];
  /** Of the seller's: which of them stand where. */
  readonly places?: Readonly<Partial<Record<SellerPlace, readonly string[]>>>;
};

type Subject = Pick<
  Invoice,
  'currency' | 'language' | 'customer_id' | 'service_from' | 'service_to' | 'tax_mode' | 'items' | 'reference' | 'notes' | 'payment_terms'
>;
const isBlank = (value: string | undefined): boolean => value === undefined || value.trim() === '';

/** § 14a: where the buyer owes the tax, or the goods go to another member state. */
const namesBoth = ({ items, tax_mode }: Subject): boolean => items.some((item) => ['AE', 'K'].includes(categoryOf(item, tax_mode) ?? ''));

function sellerProblems(subject: Subject, { settings }: SellerSource): IssueField[] {
  const { address } = settings.company_details;
  const missing: IssueField[] = [];
  const isUnentered = !hasEnteredAddress(address);
  if (isBlank(address.street)) missing.push('seller.street');
  if (isUnentered || isBlank(address.postal_code)) missing.push('seller.postal_code');
  if (isUnentered || isBlank(address.city)) missing.push('seller.city');
  if (namesBoth(subject) && isBlank(settings.tax.vat_id)) missing.push('seller.vat_id');
  else if (isBlank(settings.tax.tax_number) && isBlank(settings.tax.vat_id)) missing.push('seller.tax_number');
  return missing;
}

/** Gross, in euros: up to it an invoice need not say where its buyer lives (§ 33 UStDV, § 11 (6) UStG of Austria). */
const SMALL_AMOUNT: Readonly<Record<string, number>> = { DE: 250, AT: 400 };

function isSmall({ items, currency, tax_mode: taxMode }: Subject, country: string): boolean {
  const { gross_total } = invoiceTotals(items, { currency, taxMode });
  return currency === 'EUR' && gross_total >= 0 && gross_total <= (SMALL_AMOUNT[country] ?? -1);
}

function buyerProblems(subject: Subject, customer: Customer | null, country: string): IssueField[] {
  if (subject.customer_id === null || customer === null) return ['customer_id'];
  const missing: IssueField[] = [];
  if (namesBoth(subject) || !isSmall(subject, country)) {
    if (isBlank(customer.street)) missing.push('buyer.street');
    if (isBlank(customer.postal_code)) missing.push('buyer.postal_code');
    if (isBlank(customer.city)) missing.push('buyer.city');
  }
  if (namesBoth(subject) && isBlank(customer.vat_id)) missing.push('buyer.vat_id');
  return missing;
}

function itemProblems({ items, tax_mode }: Subject, country: string): IssueField[] {
  if (items.length === 0) return ['items'];
  const missing: IssueField[] = [];
  if (items.some((item) => isBlank(item.description))) missing.push('items.description');
  if (items.some((item) => item.quantity === 0)) missing.push('items.quantity');
  if (items.some((item) => categoryOf(item, tax_mode) === null)) missing.push('items.tax_category');
  if (items.some((item) => categoryOf(item, tax_mode) === 'S' && item.tax_rate === 0)) missing.push('items.tax_rate');
  const isUnreasoned = items.some((item) => item.tax_category === 'E' && isBlank(item.exemption_reason ?? ''));
  if (isUnreasoned && country === 'DE') missing.push('items.exemption_reason');
  return missing;
}

const texts = (values: object): string =>
  Object.values(values)
    .filter((value) => typeof value === 'string')
    .join(' ');

function sellerCharacters(company: SellerSource, language: Subject['language']): IssueProblem[] {
  const { iban, bic, bank_name, payment_instructions, letterhead, ...details } = sellerOf(company, language);
  const said: readonly (readonly [SellerPlace, string])[] = [
    ['details', texts(details)],
    ['bank', texts({ iban, bic, bank_name, payment_instructions })],
    ['footer', letterhead?.footer_text ?? ''],
  ];
  const found = said.map(([place, text]) => [place, unprintableIn(text)] as const).filter(([, characters]) => characters.length > 0);
  const characters = [...new Set(found.flatMap(([, some]) => some))];
  return found.length === 0 ? [] : [{ field: 'seller.characters', code: 'unprintable', characters, places: Object.fromEntries(found) }];
}

/** Who prints a `?` for a name has not named the buyer. */
function characterProblems(invoice: Subject, company: SellerSource, customer: Customer | null): IssueProblem[] {
  const printed: readonly (readonly [IssueField, string])[] = [
    ['buyer.characters', customer === null ? '' : texts(buyerOf(customer))],
    [
      'characters',
      [
        invoice.reference,
        invoice.notes,
        invoice.payment_terms,
        ...invoice.items.flatMap(({ description, unit, exemption_reason }) => [description, unit, exemption_reason ?? '']),
      ].join(' '),
    ],
  ];
  const others = printed.flatMap(([field, text]) => {
    const characters = unprintableIn(text);
    return characters.length === 0 ? [] : [{ field, code: 'unprintable' as const, characters }];
  });
  return [...sellerCharacters(company, invoice.language), ...others];
}

/**
 * What § 14 (4) UStG still misses before this can be issued: both parties in full (of a small
 * amount the seller), a tax number or VAT id (for reverse charge and
 * intra-EU supplies both VAT ids, § 14a), the day or period of supply, and lines that say what, how much and how it is taxed; then what
 * can't be printed as it is written. The server refuses the same with `cannot_issue`, `details` naming the fields in this order, separated by commas.
 */
export function issueProblems(invoice: Subject, company: SellerSource, customer: Customer | null): IssueProblem[] {
  const service: IssueField[] = invoice.service_from === null ? ['service_from'] : [];
  const isReversed = invoice.service_from !== null && invoice.service_to !== null && invoice.service_to < invoice.service_from;
  const { country } = company.settings.company_details.address;
  const missing = [...sellerProblems(invoice, company), ...buyerProblems(invoice, customer, country), ...service];
  return [
    ...missing.map((field): IssueProblem => ({ field, code: 'required' })),
    ...(isReversed ? [{ field: 'service_to', code: 'periodReversed' } as const] : []),
    ...itemProblems(invoice, country).map((field): IssueProblem => ({ field, code: 'required' })),
    ...characterProblems(invoice, company, customer),
  ];
}
