import * as z from 'zod/mini';
import { invoiceMail } from '#domain/mail/invoice-mail.ts';
import { oneLine } from '#domain/mail/mail-document.ts';
import { invoiceSendSchema } from '#domain/mail/mail-settings.ts';
import { asCaller } from '#functions/_shared/database.ts';
import { endpoint } from '#functions/_shared/endpoint.ts';
import { Refusal } from '#functions/_shared/refusal.ts';
import { DEFAULT_COLOR, readSendingCompany, sendMail } from '#functions/_shared/send-mail.ts';

const begunSchema = z.union([
  z.object({ state: z.literal('go'), company_id: z.string(), number: z.string(), language: z.string() }),
  z.object({ state: z.enum(['sent', 'sending']) }),
]);
const list = (value: string | readonly string[] | undefined): readonly string[] => (value === undefined ? [] : [value].flat());

/** A name that every file system takes. */
const fileName = (name: string, ending: 'pdf' | 'xml'): string =>
  `${oneLine(name.replace(/\.pdf$/i, '').replaceAll(/[/\\:*?"<>|]/g, '-'), 120) || 'document'}.${ending}`;

/** Mails an issued invoice as PDF, with its XRechnung where there is one, and marks it sent. Repeated with the same `mutation_id`, it goes out once. */
export const handler = endpoint(invoiceSendSchema, async ({ body, ...call }) => {
  // `%PDF`, the way every PDF begins: nothing else is attached under that name.
  if (!body.pdf_base64.startsWith('JVBERi')) throw new Refusal(422, 'invalid_input', 'pdf_base64');
  const [to, cc] = [list(body.to), list(body.cc)];
  const key = { p_invoice: body.invoice_id, p_mutation: body.mutation_id };
  const begun = begunSchema.parse(
    await asCaller(call, 'begin_invoice_mail', { ...key, p_recipients: [...to, ...cc], p_subject: body.subject }),
  );
  if (begun.state === 'sent') return { sent: true, already: true };
  if (begun.state !== 'go') throw new Refusal(409, 'in_progress');
  const finish = (p_is_sent: boolean) => asCaller(call, 'finish_invoice_mail', { ...key, p_is_sent });
  try {
    const company = await readSendingCompany(call.env, begun.company_id);
    const mail = invoiceMail({
      language: begun.language === 'de' ? 'de' : 'en',
      companyName: company.company_name,
      color: company.primary_color ?? DEFAULT_COLOR,
      subject: body.subject,
      body: body.body,
    });
    const pages = { filename: fileName(body.filename, 'pdf'), contentType: 'application/pdf', base64: body.pdf_base64 };
    const data = { filename: fileName(body.filename, 'xml'), contentType: 'application/xml', base64: body.xml_base64 ?? '' };
    const attachments = body.xml_base64 === undefined ? [pages] : [data, pages];
    await sendMail(call.env, company, { ...mail, to, cc, attachments, kind: 'invoice' });
  } catch (error) {
    await finish(false).catch(() => undefined); // why it did not go out is what the person has to hear
    throw error;
  }
  // It went out: were a lost note reported as a failure, the person would send it again.
  await finish(true)
    .catch(() => finish(true))
    .catch(() => undefined);
  return { sent: true, already: false };
});
