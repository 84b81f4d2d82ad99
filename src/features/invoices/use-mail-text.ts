import { useEffect, useState } from 'react';
import { useCompany } from '#data/core/company-context.ts';
import { useInvoice } from '#data/invoices/use-invoices.ts';
import { readMailTemplates } from '#data/mail/mail-requests.ts';
import type { Customer } from '#domain/customers/customer.ts';
import { openOf } from '#domain/invoices/claim.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { invoiceInstructions } from '#domain/invoices/printable-invoice.ts';
import { correctionTemplate, settlementText } from '#domain/mail/correction-mail.ts';
import { fillTemplate, type MailTemplate } from '#domain/mail/invoice-mail.ts';
import { completeTemplates } from '#domain/mail/mail-templates.ts';
import { formatDay, formatMoney } from '#platform/i18n/format.ts';

/** Subject and body for this document in its own language; undefined until the company's texts were asked for. When they cannot be read: the product's, and that is said. */
export function useMailText(invoice: Invoice, customer: Customer | null): (MailTemplate & { readonly isOwnMissing: boolean }) | undefined {
  const { company } = useCompany();
  const { value: original, isLoading } = useInvoice(invoice.corrects_id ?? invoice.id);
  const [found, setFound] = useState<{ templates: ReturnType<typeof completeTemplates>; isOwnMissing: boolean } | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const show = (own: Parameters<typeof completeTemplates>[0], isOwnMissing: boolean) =>
      isCurrent && setFound({ templates: completeTemplates(own), isOwnMissing });
    void readMailTemplates(company.id).then(
      (own) => show(own, false),
      () => show({}, true),
    );
    return () => {
      isCurrent = false;
    };
  }, [company.id]);
  if (!found || isLoading) return undefined;
  const { templates, isOwnMissing } = found;
  const { language, currency, number, issue_date, due_date, gross_total, document_type } = invoice;
  const values = {
    number: number ?? '',
    customer: invoice.buyer?.name ?? customer?.name ?? '',
    amount: formatMoney(document_type === 'correction' ? Math.abs(gross_total) : gross_total, currency, language),
    issue_date: issue_date ? formatDay(issue_date, language) : '',
    due_date: due_date ? formatDay(due_date, language) : '',
    company: company.name,
    payment_instructions: invoiceInstructions(invoice, company),
  };
  const { subject, body } =
    document_type === 'correction'
      ? correctionTemplate(language, aboutOriginal(original ?? null, language))
      : templates[language][document_type];
  return { subject: fillTemplate(subject, values), body: fillTemplate(body, values), isOwnMissing };
}

/** The invoice that a correction is about, and what is left to pay of it or goes back. */
function aboutOriginal(original: Invoice | null, language: Invoice['language']) {
  if (!original) return { original: '', settlement: '' };
  const open = openOf(original);
  return {
    original: original.number ?? '',
    settlement: settlementText(language, { open, amount: formatMoney(Math.abs(open), original.currency, language) }),
  };
}
