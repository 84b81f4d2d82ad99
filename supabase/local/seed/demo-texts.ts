import * as z from 'zod/mini';
import { companySettingsSchema } from '#domain/companies/company-settings.ts';
import type { DemoCompany } from './demo-company.ts';

/** The language of what a customer gets: the company's own, English abroad. */
export function languageFor(company: DemoCompany, customer: string): 'de' | 'en' {
  const [, , , more] = company.customers.find(([name]) => name === customer) ?? [];
  return company.country === 'GB' || (more !== undefined && more.country !== company.country) ? 'en' : 'de';
}

/** Language, note and terms of a document as its company writes them. */
export function documentTexts(company: DemoCompany, customer: string) {
  const language = languageFor(company, customer);
  const { payment_terms, invoice_note } = z.parse(companySettingsSchema, company.settings).invoice_defaults;
  if (language === 'en' && company.country !== 'GB')
    return { language, payment_terms: 'Payment within 14 days.', notes: 'Thank you for your business.' };
  return { language, payment_terms, notes: invoice_note };
}
