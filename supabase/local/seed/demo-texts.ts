import * as z from 'zod/mini';
import { companySettingsSchema } from '#domain/companies/company-settings.ts';
import { textsOfDocuments } from '#domain/companies/document-texts.ts';
import type { DemoCompany } from './demo-company.ts';

/** The language of what a customer gets: the company's own, English abroad. */
export function languageFor(company: DemoCompany, customer: string): 'de' | 'en' {
  const [, , , more] = company.customers.find(([name]) => name === customer) ?? [];
  return company.country === 'GB' || (more?.country !== undefined && more.country !== company.country) ? 'en' : 'de';
}

/** Language, note and terms of a document as its company writes them. */
export function documentTexts(company: DemoCompany, customer: string) {
  const language = languageFor(company, customer);
  const { payment_terms, invoice_note } = textsOfDocuments(z.parse(companySettingsSchema, company.settings), language);
  return { language, payment_terms, notes: invoice_note };
}
