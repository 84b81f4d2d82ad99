import * as z from 'zod/mini';
import { invoiceMail } from '#domain/mail/invoice-mail.ts';
import { oneLine } from '#domain/mail/mail-document.ts';
import { type InvoiceSend, invoiceSendSchema } from '#domain/mail/mail-settings.ts';
import { asCaller } from '#functions/_shared/database.ts';
import { endpoint } from '#functions/_shared/endpoint.ts';
import { Refusal } from '#functions/_shared/refusal.ts';
import { DEFAULT_COLOR, readSendingCompany, sendMail } from '#functions/_shared/send-mail.ts';
import { MAIL_UNCLEAR } from '#functions/_shared/smtp.ts';

const begunSchema = z.union([
  z.object({ state: z.literal('go'), company_id: z.string(), number: z.string(), language: z.string() }),
  z.object({ state: z.enum(['sent', 'refused', 'sending', 'unclear']), refused: z._default(z.array(z.string()), []) }),
]);
const list = (value: string | readonly string[] | undefined): readonly string[] => (value === undefined ? [] : [value].flat());

/** A name that every file system takes. */
const fileName = (name: string, ending: 'pdf' | 'xml'): string =>
  `${oneLine(name.replace(/\.pdf$/i, '').replaceAll(/[/\\:*?"<>|]/g, '-'), 120) || 'document'}.${ending}`;

/** `%PDF`, the way every PDF begins: nothing else is attached under that name. */
function pdfNamed(filename: string, base64: string, field: string) {
  if (!base64.startsWith('JVBERi')) throw new Refusal(422, 'invalid_input', field);
  return { filename: fileName(filename, 'pdf'), contentType: 'application/pdf', base64 };
}

function attachmentsOf({ filename, pdf_base64, xml_base64, more_pdfs = [] }: InvoiceSend) {
  const pages = [
    pdfNamed(filename, pdf_base64, 'pdf_base64'),
    ...more_pdfs.map((more) => pdfNamed(more.filename, more.pdf_base64, 'more_pdfs')),
  ];
  if (xml_base64 === undefined) return pages;
  return [{ filename: fileName(filename, 'xml'), contentType: 'application/xml', base64: xml_base64 }, ...pages];
}

/** What is kept of an attachment. */
async function traceOf({ filename, base64 }: { readonly filename: string; readonly base64: string }) {
  const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return { filename, size: bytes.length, sha256: [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('') };
}

type Begin = { readonly begin: string; readonly subject: object; readonly finish: string; readonly of: object };

/** Who decides whether it leaves, and what of the mail that has to know. */
function deciderOf(body: InvoiceSend): Begin {
  if ('delivery_note_id' in body) {
    const { note, delivery_note_id: p_note } = body;
    return { begin: 'begin_delivery_mail', subject: { note }, finish: 'finish_delivery_mail', of: { p_note } };
  }
  const { kind, open, level, reminder, invoice_id: p_invoice } = body;
  return { begin: 'begin_invoice_mail', subject: { kind, open, level, reminder }, finish: 'finish_invoice_mail', of: { p_invoice } };
}

/** None of those to whom it was written has got it; that a copy went out does not make it sent. */
const noneReached = (refused: readonly string[]): Refusal => new Refusal(502, 'mail_recipient_refused', refused.join(', '));

/** It is not to be sent again to who has it, and somebody has to hear who has not; also who asks again because the first answer got lost. */
function refuseMissed(refused: readonly string[]): void {
  if (refused.length > 0) throw new Refusal(502, 'mail_partly_refused', refused.join(', '));
}

/**
 * Mails an issued invoice, or a reminder of it, and marks it sent; or a delivery note. The database decides at this moment whether it may leave: what was paid or
 * cancelled while the mail waited stays here. Repeated with the same `mutation_id`, it goes out once.
 */
export const handler = endpoint(invoiceSendSchema, async ({ body, ...call }) => {
  const attachments = attachmentsOf(body);
  const [to, cc] = [list(body.to), list(body.cc)];
  const { mutation_id, again, subject } = body;
  const decider = deciderOf(body);
  const kept = { to, cc, subject, body: body.body, attachments: await Promise.all(attachments.map(traceOf)) };
  const begun = begunSchema.parse(
    await asCaller(call, decider.begin, { ...decider.of, p_mail: { mutation_id, again, ...decider.subject, ...kept } }),
  );
  if (begun.state === 'sent') {
    refuseMissed(begun.refused);
    return { sent: true, already: true };
  }
  if (begun.state === 'refused') throw noneReached(begun.refused); // who got a copy has it
  if (begun.state !== 'go') throw new Refusal(409, begun.state === 'unclear' ? MAIL_UNCLEAR : 'in_progress');
  let refused: readonly string[] = [];
  const finish = (p_is_sent: boolean, p_refused: readonly string[] = []) =>
    asCaller(call, decider.finish, { ...decider.of, p_mutation: mutation_id, p_is_sent, ...(p_refused.length > 0 && { p_refused }) });
  try {
    const company = await readSendingCompany(call.env, begun.company_id);
    const mail = invoiceMail({
      language: begun.language === 'de' ? 'de' : 'en',
      companyName: company.company_name,
      color: company.primary_color ?? DEFAULT_COLOR,
      subject,
      body: body.body,
    });
    refused = await sendMail(call.env, company, {
      ...mail,
      to,
      cc,
      attachments,
      kind: 'invoice',
      ...(/^[\w-]+$/.test(mutation_id) ? { id: mutation_id } : {}),
    });
    const isMissed = (each: string) => refused.includes(each.toLowerCase());
    if (refused.length > 0 && to.every(isMissed)) throw noneReached(refused);
  } catch (error) {
    // Begun and never finished, as what it is.
    if (error instanceof Refusal && error.code === MAIL_UNCLEAR) throw error;
    // Why it did not go out is what the person has to hear.
    await finish(false, refused)
      .catch(() => finish(false, refused))
      .catch(() => undefined);
    throw error;
  }
  // It went out: were a lost note reported as a failure, the person would send it again.
  await finish(true, refused)
    .catch(() => finish(true, refused))
    .catch(() => undefined);
  refuseMissed(refused);
  return { sent: true, already: false };
});
