import * as z from 'zod/mini';
import { deliveryNoteInputSchema } from '#domain/delivery-notes/delivery-note.ts';
import { optionalEmail, text, uuid } from '#domain/shared/fields.ts';
import { unknownPlaceholders } from './invoice-mail.ts';
import { MAIL_KINDS, type MailKind } from './mail-texts.ts';
import { reminderFactsSchema, SENT_KINDS } from './sent-mail.ts';

/** Ports that mail servers take mail on: others would let a mail setting knock on any service. */
export const SMTP_PORTS = [465, 587, 2525, 25] as const;
/** Largest PDF that goes into a mail, in bytes. */
export const MAIL_PDF_MAX = 5 * 1024 * 1024;
export const MAX_RECIPIENTS = 10;
/** How many further PDFs a mail takes. */
export const MORE_PDFS_MAX = 3;

const template = (max: number) =>
  z.string().check(
    z.maxLength(max, 'tooLong'),
    z.refine((value) => unknownPlaceholders(value).length === 0, 'unknownPlaceholder'),
  );
/** A company's own texts for one language; an empty one counts as not given. */
const mailText = () => z.optional(z.object({ subject: template(300), body: template(5_000) }));
export const mailTemplatesSchema = z.object(
  Object.fromEntries(MAIL_KINDS.map((kind) => [kind, mailText()])) as Record<MailKind, ReturnType<typeof mailText>>,
);
const HOST =
  /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*|\d{1,3}(?:\.\d{1,3}){3}|[0-9a-f:.]*:[0-9a-f:.]*)$/i;

/** `public.company_mail_settings` without what the server adds. */
export const mailSettingsSchema = z.object({
  sender_name: text(200),
  sender_email: optionalEmail(),
  reply_to: optionalEmail(),
  templates: z.object({ en: z.optional(mailTemplatesSchema), de: z.optional(mailTemplatesSchema) }),
  /** Empty: the platform sends. */
  smtp_host: z.union(
    [z.literal(''), z.string().check(z.trim(), z.toLowerCase(), z.maxLength(253, 'tooLong'), z.regex(HOST, 'invalid'))],
    'invalid',
  ),
  smtp_port: z.number('invalid').check(z.int('invalid'), z.minimum(1, 'invalid'), z.maximum(65_535, 'invalid')),
  smtp_user: text(320),
  /** True: TLS from the first byte (usual on port 465). False: STARTTLS, without which nothing is sent. */
  smtp_secure: z.boolean(),
});
export type MailSettings = z.infer<typeof mailSettingsSchema>;
/** A row as members with `settings.mail` read it. The password itself is never readable. */
export const storedMailSettingsSchema = z.extend(mailSettingsSchema, { company_id: uuid(), has_password: z.boolean() });
export type StoredMailSettings = z.infer<typeof storedMailSettingsSchema>;

/** Body of `mail-settings-save`. Without a password the stored one stays, as long as server, port, user and encryption stay. */
export const mailSettingsSaveSchema = z.extend(mailSettingsSchema, {
  company_id: uuid(),
  smtp_password: z.optional(z.string().check(z.maxLength(500, 'tooLong'))),
});

const address = () => z.string('required').check(z.trim(), z.maxLength(320, 'tooLong'), z.email('invalidEmail'));
/** Body of `mail-test`. */
export const mailTestSchema = z.object({ company_id: uuid(), to: address(), language: z.enum(['en', 'de']) });
const base64 = () => z.string().check(z.maxLength(Math.ceil(MAIL_PDF_MAX / 3) * 4, 'tooLong'));
const pdf = () => base64().check(z.minLength(8, 'required'), z.regex(/^[A-Za-z0-9+/]+={0,2}$/, 'invalid'));
const fileName = () => z.string().check(z.minLength(1), z.maxLength(150, 'tooLong'));
/** What a mail is about, and the amount its text was written for: it does not leave when another one is open by then. Older apps don't say. */
export const mailSubjectShape = {
  kind: z.optional(z.enum(SENT_KINDS)),
  open: z.optional(z.number()),
  level: z.optional(z.int().check(z.minimum(1), z.maximum(3))),
  reminder: z.optional(reminderFactsSchema),
};
const documentMailShape = {
  mutation_id: z.string().check(z.minLength(1), z.maxLength(80)),
  /** A person knows that it may have gone out already and wants it sent all the same. */
  again: z.optional(z.boolean()),
  to: z.union([z.array(address()).check(z.minLength(1, 'required'), z.maxLength(MAX_RECIPIENTS, 'tooManyItems')), address()]),
  cc: z.optional(z.union([z.array(address()).check(z.maxLength(MAX_RECIPIENTS, 'tooManyItems')), address()])),
  subject: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(300, 'tooLong')),
  body: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(10_000, 'tooLong')),
  pdf_base64: pdf(),
  filename: fileName(),
  /** An XRechnung beside the pages; it begins with `<?xml`. */
  xml_base64: z.optional(base64().check(z.regex(/^PD94bW[A-Za-z0-9+/]+={0,2}$/, 'invalid'))),
  /** Further PDFs: the payment slip, the invoice with its reminder. */
  more_pdfs: z.optional(z.array(z.object({ filename: fileName(), pdf_base64: pdf() })).check(z.maxLength(MORE_PDFS_MAX, 'tooManyItems'))),
};
/** Body of `invoice-send`, for an invoice or a delivery note. `mutation_id` is minted by the device; repeated, the mail does not go out twice. */
export const invoiceSendSchema = z.union([
  z.object({ ...mailSubjectShape, ...documentMailShape, invoice_id: uuid() }),
  z.object({ ...documentMailShape, delivery_note_id: uuid(), note: deliveryNoteInputSchema }),
]);
export type InvoiceSend = z.infer<typeof invoiceSendSchema>;

export const MAIL_SETTINGS_DEFAULTS: MailSettings = {
  sender_name: '',
  sender_email: '',
  reply_to: '',
  templates: {},
  smtp_host: '',
  smtp_port: 465,
  smtp_user: '',
  smtp_secure: true,
};
