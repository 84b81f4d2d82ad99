import * as z from 'zod/mini';

/** What a mail or letter of a document is about. `part_paid`, `overdue` and `paid` are further ones of an invoice. */
export const SENT_KINDS = ['invoice', 'cancellation', 'correction', 'part_paid', 'overdue', 'paid', 'reminder', 'delivery_note'] as const;
export type SentKind = (typeof SENT_KINDS)[number];

/** What a reminder asked for beside the claim. Nothing of it is part of the invoice, nor subject to VAT. */
export const reminderFactsSchema = z.object({
  /** What was open of the invoice. */
  open: z.number(),
  fee: z.number(),
  interest: z.number(),
  flat_fee: z.number(),
  /** The day it gives to pay. */
  due: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)),
});

/** A mail or letter of an invoice, as the server kept it. */
export const sentMailSchema = z.object({
  id: z.string(),
  kind: z.enum(SENT_KINDS),
  channel: z.enum(['mail', 'post']),
  recipients: z.array(z.string()),
  copies: z.array(z.string()),
  /** Who of all of them the mail server did not take it for. */
  refused: z._default(z.array(z.string()), []),
  subject: z.string(),
  /** Empty for mails from before texts were kept. */
  body: z.string(),
  attachments: z.array(z.object({ filename: z.string(), size: z.number(), sha256: z.string() })),
  level: z.nullable(z.number()),
  reminder: z.nullable(reminderFactsSchema),
  /** `sending`: it was begun and nobody heard how it ended. */
  state: z.enum(['sending', 'sent']),
  user_id: z.string(),
  at: z.string(),
});
export type SentMail = z.infer<typeof sentMailSchema>;
