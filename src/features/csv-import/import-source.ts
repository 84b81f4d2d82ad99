import type { Company } from '#domain/companies/company.ts';
import type { CsvKind } from '#domain/csv/csv-fields.ts';
import { type CsvRow, delimiterOf, parseCsv } from '#domain/csv/csv-text.ts';
import { emptyCustomerInput } from '#domain/customers/customer.ts';
import type { AmountLocale } from '#domain/money/typed-amount.ts';
import { productDefaults } from '#domain/products/product-defaults.ts';

export type ImportSource = {
  readonly name: string;
  readonly header: readonly string[];
  readonly rows: readonly CsvRow[];
  /** How the file writes figures: a semicolon comes from a German spreadsheet. */
  readonly locale: AmountLocale;
};

export const MAX_BYTES = 5_000_000;

export function sourceOf(name: string, text: string, pageLanguage: string): ImportSource {
  const delimiter = delimiterOf(text);
  const [header, ...rows] = parseCsv(text, delimiter);
  const locale = delimiter === ';' ? 'de' : delimiter === ',' ? 'en' : pageLanguage === 'de' ? 'de' : 'en';
  return { name, header: header?.cells ?? [], rows, locale };
}

/** UTF-8, or what older spreadsheets write. */
export function decodeFile(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** What a record has where the file says nothing. A product's price is never made up: without one its row has a problem. */
export function blankOf(kind: CsvKind, company: Company, language: string): Readonly<Record<string, unknown>> {
  const customer = emptyCustomerInput(company, language);
  if (kind === 'customers') return customer;
  if (kind === 'vendors') {
    const {
      contact_name: _contact,
      language: _language,
      currency: _currency,
      payment_terms_days: _days,
      buyer_reference: _ref,
      ...vendor
    } = customer;
    return vendor;
  }
  return { name: '', description: '', unit: '', is_active: true, ...productDefaults(company.settings) };
}
