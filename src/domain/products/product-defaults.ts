import type { CompanySettings } from '#domain/companies/company-settings.ts';
import { standardRate } from '#domain/tax/tax-rates.ts';

/** What a new product of this company starts with: the country's standard rate, and the currency that prices are kept in. */
export function productDefaults(
  { company_details, invoice_defaults, tax }: CompanySettings,
  today: string,
): { tax_rate: number; currency: string } {
  const standard = standardRate(company_details.address.country, today) ?? 0;
  return { tax_rate: tax.small_business ? 0 : standard, currency: invoice_defaults.items.currency };
}
