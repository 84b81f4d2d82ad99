import { timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import type { Mailer } from './mailer.ts';

/** Where mails of the functions go while there is no mail server, and the key that only they have. */
export type MailCatcher = { readonly mailer: Mailer; readonly key: string };

const mailSchema = z.object({
  to: z.string(),
  cc: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  kind: z.string(),
  link: z.optional(z.string()),
  replyTo: z.optional(z.string()),
  attachments: z.array(z.object({ filename: z.string(), base64: z.string() })),
});

function isAllowed(request: Request, key: string): boolean {
  const given = Buffer.from(request.headers.get('authorization') ?? '');
  const wanted = Buffer.from(`Bearer ${key}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

/** Puts the mail of a function into the mailbox. Attachments are noted, not kept. */
export async function catchMail(request: Request, { mailer, key }: MailCatcher): Promise<Response> {
  if (!isAllowed(request, key)) return new Response(null, { status: 403 });
  const parsed = mailSchema.safeParse(await request.json());
  if (!parsed.success) return new Response(null, { status: 400 });
  const { link, replyTo, attachments, ...mail } = parsed.data;
  await mailer.send({
    ...mail,
    ...(link === undefined ? {} : { link }),
    ...(replyTo === undefined ? {} : { replyTo }),
    attachments: attachments.map(({ filename, base64 }) => ({ filename, size: Buffer.byteLength(base64, 'base64') })),
  });
  return new Response(null, { status: 204 });
}
