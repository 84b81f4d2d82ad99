import type { CompanySettings } from '#domain/companies/company-settings.ts';
import { taxRatesFor } from '#domain/tax/tax-rates.ts';

/** What a new product of this company starts with: the country's standard rate, and the currency that prices are kept in. */
export function productDefaults({ company_details, invoice_defaults, tax }: CompanySettings): { tax_rate: number; currency: string } {
  const standard = taxRatesFor(company_details.address.country).own[0] ?? 0;
  return { tax_rate: tax.small_business ? 0 : standard, currency: invoice_defaults.items.currency };
}
