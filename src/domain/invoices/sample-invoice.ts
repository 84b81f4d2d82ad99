import { textsOfDocuments } from '#domain/companies/document-texts.ts';
import type { Company } from '#domain/companies/company.ts';
import { type Customer, NO_DELIVERY_ADDRESS } from '#domain/customers/customer.ts';
import { formatInvoiceNumber } from '#domain/numbering/number-format.ts';
import { SMALL_BUSINESS } from '#domain/tax/line-tax.ts';
import { ratesOf } from '#domain/tax/tax-rates.ts';
import { draftInvoice } from './invoice-draft.ts';
import type { Invoice } from './invoice.ts';
import { sellerOf } from './party-snapshots.ts';

type Sample = { readonly invoice: Invoice; readonly customer: Customer };
type Language = 'en' | 'de';

const WORDS = {
  en: {
    customer: 'Sample Customer Ltd',
    street: 'Main Street',
    items: ['Consulting\nWorkshop and summary', 'Implementation', 'Travel'],
    unit: 'h',
  },
  de: {
    customer: 'Musterkundin GmbH',
    street: 'Hauptstraße',
    items: ['Beratung\nWorkshop und Zusammenfassung', 'Umsetzung', 'Fahrt'],
    unit: 'Std.',
  },
} as const;
const LINES = [
  { quantity: 4, unit_price: 95, rate: 'standard' },
  { quantity: 12.5, unit_price: 80, rate: 'standard' },
  { quantity: 1, unit_price: 49.9, rate: 'reduced' },
] as const;

/** An invoice as this company would issue it today, to show what its settings do. It is never stored. */
export function sampleInvoice(company: Company, { today, language }: { readonly today: string; readonly language: Language }): Sample {
  const { invoice_defaults: defaults, company_details: details } = company.settings;
  const words = WORDS[language];
  const texts = textsOfDocuments(company.settings, language);
  const at = `${today}T12:00:00Z`;
  const record = { id: company.id, company_id: company.id, created_at: at, updated_at: at, rev: 'sample' };
  const { postal_code, city, country } = details.address;
  const place = { street: words.street, house_number: '1', postal_code, city, country };
  const [standard = 0, reduced = standard] = ratesOf(country, today);
  const isSmall = company.settings.tax.small_business;
  const terms = { language, currency: defaults.default_currency, payment_terms_days: defaults.default_due_days, is_active: true };
  const rest = { contact_name: '', email: '', phone: '', vat_id: '', buyer_reference: '', notes: '' };
  const data = {
    e_address: null,
    e_address_scheme: null,
    e_invoice_format: null,
    salutation: null,
    reminder_hold: null,
    ...NO_DELIVERY_ADDRESS,
  };
  const draft = draftInvoice(
    record,
    {
      customer_id: null,
      due_days: defaults.default_due_days,
      service_from: today,
      service_to: null,
      currency: defaults.default_currency,
      language,
      reference: '',
      notes: texts.invoice_note,
      internal_notes: '',
      payment_terms: texts.payment_terms,
      tax_mode: isSmall ? 'small_business' : 'standard',
      items: LINES.map(({ rate, ...line }, index) => ({
        ...line,
        tax_rate: rate === 'standard' ? standard : reduced,
        id: `${index}`,
        position: index,
        product_id: null,
        description: words.items[index] ?? '',
        unit: words.unit,
        discount_percent: 0,
        tax_category: isSmall ? ('E' as const) : standard > 0 ? ('S' as const) : null,
        exemption_reason: isSmall ? SMALL_BUSINESS : null,
      })),
    },
    company.id,
  );
  const due = new Date(Date.parse(at) + defaults.default_due_days * 86_400_000).toISOString().slice(0, 10);
  const number = formatInvoiceNumber(defaults.generated_number_format, { prefix: defaults.number_prefix, date: today, number: 42 });
  return {
    invoice: { ...draft, status: 'issued', number, issue_date: today, due_date: due, seller: sellerOf(company, language) },
    customer: { ...record, ...place, ...rest, ...data, ...terms, name: words.customer, customer_number: '10042' },
  };
}
