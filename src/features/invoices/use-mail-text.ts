import { useMemo } from 'react';
import { useCompany } from '#data/core/company-context.ts';
import { useMailTemplates } from '#data/mail/use-mail-templates.ts';
import { useInvoice } from '#data/invoices/use-invoices.ts';
import type { Customer } from '#domain/customers/customer.ts';
import { openOf } from '#domain/invoices/claim.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { correctionTemplate, settlementText } from '#domain/mail/correction-mail.ts';
import { templateFor } from '#domain/mail/credit-mail.ts';
import { fillTemplate, type MailTemplate } from '#domain/mail/invoice-mail.ts';
import { nextMailKind } from '#domain/mail/mail-kind.ts';
import { formatMoney } from '#platform/i18n/format.ts';
import { mailValues } from '#widgets/mail/invoice-mail-values.ts';

/** Subject and body for the next mail of this document in its own language; undefined until the company's texts were asked for. */
export function useMailText(invoice: Invoice, customer: Customer | null): (MailTemplate & { readonly isOwnMissing: boolean }) | undefined {
  const { company, ctx } = useCompany();
  const found = useMailTemplates();
  const { value: original, isLoading } = useInvoice(invoice.corrects_id ?? invoice.id);
  const today = ctx.today();
  return useMemo(() => {
    if (!found || isLoading) return undefined;
    const values = mailValues(invoice, { company, customer, today });
    const { language } = invoice;
    const kind = nextMailKind(invoice, today);
    const { subject, body } =
      kind === 'correction'
        ? correctionTemplate(language, aboutOriginal(original ?? null, language))
        : templateFor(invoice, kind, found.templates);
    return { subject: fillTemplate(subject, values), body: fillTemplate(body, values), isOwnMissing: found.isOwnMissing };
  }, [found, invoice, original, isLoading, company, customer, today]);
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
