import { useEffect, useRef, useState } from 'react';
import { logoBytes } from '#data/branding/logo.ts';
import { useCompany } from '#data/core/company-context.ts';
import { useDirectory } from '#data/directory/use-directory.ts';
import { useMailTemplates } from '#data/mail/use-mail-templates.ts';
import { useMailCommands } from '#data/mail/use-waiting-mails.ts';
import { eInvoiceOf } from '#domain/e-invoice/e-invoice-of.ts';
import { eInvoiceProblems } from '#domain/e-invoice/e-invoice-problems.ts';
import { profileOf } from '#domain/e-invoice/e-invoice-profile.ts';
import { AppError } from '#domain/errors.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { letterheadOfDocument, printableDocument } from '#domain/invoices/printable-invoice.ts';
import { templateFor } from '#domain/mail/credit-mail.ts';
import { fillTemplate } from '#domain/mail/invoice-mail.ts';
import { addressesOf } from '#domain/mail/mail-addresses.ts';
import { nextMailKind, openByText } from '#domain/mail/mail-kind.ts';
import { log } from '#platform/log/log.ts';
import { useMailFiles } from '#features/invoices/use-mail-files.ts';
import { mailValues } from '#widgets/mail/invoice-mail-values.ts';

export type Mailing = {
  readonly isRunning: boolean;
  /** Of how many, and which are in the queue, have no address, or could not be made. */
  readonly total: number;
  readonly queued: readonly string[];
  readonly unaddressed: readonly string[];
  readonly failed: readonly string[];
};
type Fate = 'queued' | 'unaddressed' | 'failed';

/** Puts the first mail of several invoices into the queue, one after the other, in the company's words; `start` is undefined until these are known. */
export function useMailMany() {
  const { db, company, ctx } = useCompany();
  const { value: customers } = useDirectory('customers');
  const texts = useMailTemplates();
  const { queue } = useMailCommands();
  const mailFiles = useMailFiles();
  const [mailing, setMailing] = useState<Mailing | null>(null);
  const stopping = useRef<AbortController>(null);
  useEffect(() => () => stopping.current?.abort(), []);

  const logoOf = async (invoice: Invoice) => {
    const path = letterheadOfDocument(invoice, company).logo_path;
    if (path === null) return null;
    const blob = await logoBytes(db, path);
    // Without its logo nobody sends a document unasked.
    if (blob === null) throw new AppError('offline');
    return { bytes: new Uint8Array(await blob.arrayBuffer()), mime: blob.type };
  };
  const mailOne = async (invoice: Invoice): Promise<Fate> => {
    const { seller, buyer } = invoice;
    const customer = customers?.byId.get(invoice.customer_id ?? '') ?? null;
    const to = addressesOf(buyer?.email || customer?.email || '');
    if (to.length === 0) return 'unaddressed';
    if (!texts || !seller || !buyer) return 'failed';
    const today = ctx.today();
    const printable = printableDocument(invoice, { company, customer, logo: await logoOf(invoice), kind: 'document', cancelled: null });
    const format = buyer.e_invoice_format ?? null;
    const eInvoice = eInvoiceOf(invoice, { seller, buyer, cancelled: null });
    const wanted = format && { format, eInvoice, problems: eInvoiceProblems(eInvoice, profileOf(format)) };
    const attachments = await mailFiles({ printable, wanted });
    const values = mailValues(invoice, { company, customer, today });
    const kind = nextMailKind(invoice, today);
    if (kind === 'correction') return 'failed';
    const { subject, body } = templateFor(invoice, kind, texts.templates);
    const filled = { subject: fillTemplate(subject, values), body: fillTemplate(body, values) };
    const mail = { invoice_id: invoice.id, number: invoice.number ?? '', channel: 'mail', kind, level: null, reminder: null } as const;
    await queue({ ...mail, ...filled, to, cc: [], open: openByText(invoice), attachments });
    return 'queued';
  };
  const run = async (invoices: readonly Invoice[]) => {
    const controller = new AbortController();
    stopping.current = controller;
    let state: Mailing = { isRunning: true, total: invoices.length, queued: [], unaddressed: [], failed: [] };
    setMailing(state);
    for (const invoice of invoices) {
      if (controller.signal.aborted) break;
      const fate = await mailOne(invoice).catch((error: unknown): Fate => {
        if (!(error instanceof AppError)) log.error('command_failed', { error });
        return 'failed';
      });
      state = { ...state, [fate]: [...state[fate], invoice.id] };
      setMailing(state);
    }
    setMailing({ ...state, isRunning: false });
  };
  const start = customers && texts ? (invoices: readonly Invoice[]) => void run(invoices) : undefined;
  return { mailing, isOwnMissing: texts?.isOwnMissing === true, start, stop: () => stopping.current?.abort() };
}
