import { describe, expect, test } from 'vitest';
import type { Company } from '#domain/companies/company.ts';
import { companySettingsSchema } from '#domain/companies/company-settings.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { correctionTemplate, settlementText } from '#domain/mail/correction-mail.ts';
import { templateFor } from '#domain/mail/credit-mail.ts';
import { fillTemplate, type MailTemplate } from '#domain/mail/invoice-mail.ts';
import { completeTemplates } from '#domain/mail/mail-templates.ts';
import { issuedInvoice, item } from '#tests/support/sample-e-invoice.ts';
import { mailValues } from './invoice-mail-values.ts';

const company = { name: 'Nordlicht', settings: companySettingsSchema.parse({ tax: {} }), bank_accounts: [] } as unknown as Company;
const OWN = { subject: 'Our bill {number}', body: 'Pay {amount} by {due_date}.' };
const templates = completeTemplates({ en: { invoice: OWN }, de: { invoice: OWN } });
const written = (invoice: Invoice, { subject, body }: MailTemplate) => {
  const values = mailValues(invoice, { company, customer: null, today: '2026-01-10' });
  return `${fillTemplate(subject, values)}\n${fillTemplate(body, values)}`.replaceAll(/[\u00a0\u202f]/g, ' ');
};
const credit = (language: 'en' | 'de', values: Parameters<typeof issuedInvoice>[0] = {}) =>
  issuedInvoice({ language, number: 'INV-7', items: [item({ quantity: -2.5 })], ...values });
/** A sign before an amount, or money that is asked for. */
const ASKS = /\s[-−–]\s?[€¥\d]|\bdue\b|fällig|\bpay [€¥]|Bitte|Our bill/;

describe.each(['en', 'de'] as const)('in %s', (language) => {
  test('the mail with a negative invoice says that the amount is credited, whatever the company’s own text asks', () => {
    const invoice = credit(language);
    const mail = written(invoice, templateFor(invoice, 'invoice', templates));
    expect(mail).toContain(language === 'en' ? 'credits you with €238.00' : 'schreiben wir Ihnen 238,00 € gut');
    expect(mail).not.toMatch(ASKS);
    const claim = credit(language, { items: [item()] });
    expect(written(claim, templateFor(claim, 'invoice', templates))).toMatch(/^Our bill INV-7\nPay .*238.00/);
  });

  test('the mail with a cancellation takes the amount back and asks for nothing', () => {
    const invoice = credit(language, { document_type: 'cancellation' });
    const mail = written(invoice, templateFor(invoice, 'cancellation', templates));
    expect(mail).toContain(language === 'en' ? 'takes back €238.00' : 'nimmt 238,00 €');
    expect(mail).not.toMatch(ASKS);
  });

  test('the mail with a correction says by how much less is asked for', () => {
    const invoice = credit(language, { document_type: 'correction', items: [item({ quantity: -1 })] });
    const about = { original: 'INV-1', settlement: settlementText(language, { open: -5, amount: '5' }) };
    const mail = written(invoice, correctionTemplate(language, about));
    expect(mail).toContain(language === 'en' ? 'reduces our invoice INV-1 by €95.20' : 'mindert sich dadurch um 95,20 €');
    expect(mail).not.toMatch(ASKS);
  });

  test('yen have no decimals and a sign of their own', () => {
    const invoice = credit(language, {
      currency: 'JPY',
      items: [item({ quantity: -1, unit_price: 148_500, tax_rate: 0, tax_category: 'G' })],
    });
    expect(written(invoice, templateFor(invoice, 'invoice', templates))).toContain(language === 'en' ? '¥148,500' : '148.500 ¥');
  });
});
