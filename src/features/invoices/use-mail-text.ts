import { useEffect, useState } from 'react';
import { useCompany } from '#data/core/company-context.tsx';
import { readMailTemplates } from '#data/mail/mail-requests.ts';
import type { Customer } from '#domain/customers/customer.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { invoiceInstructions } from '#domain/invoices/printable-invoice.ts';
import { fillTemplate, type MailTemplate } from '#domain/mail/invoice-mail.ts';
import { completeTemplates } from '#domain/mail/mail-templates.ts';
import { formatDay, formatMoney } from '#platform/i18n/format.ts';

/** Subject and body for this document in its own language; undefined until the company's texts were asked for. Without them: the product's. */
export function useMailText(invoice: Invoice, customer: Customer | null): MailTemplate | undefined {
  const { company } = useCompany();
  const [templates, setTemplates] = useState<ReturnType<typeof completeTemplates> | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void readMailTemplates(company.id)
      .catch(() => ({}))
      .then((own) => isCurrent && setTemplates(completeTemplates(own)));
    return () => {
      isCurrent = false;
    };
  }, [company.id]);
  if (!templates) return undefined;
  const { language, currency, number, issue_date, due_date, gross_total, document_type } = invoice;
  const values = {
    number: number ?? '',
    customer: invoice.buyer?.name ?? customer?.name ?? '',
    amount: formatMoney(gross_total, currency, language),
    issue_date: issue_date ? formatDay(issue_date, language) : '',
    due_date: due_date ? formatDay(due_date, language) : '',
    company: company.name,
    payment_instructions: invoiceInstructions(invoice, company),
  };
  const { subject, body } = templates[language][document_type];
  return { subject: fillTemplate(subject, values), body: fillTemplate(body, values) };
}
