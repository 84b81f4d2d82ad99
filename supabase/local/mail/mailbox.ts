import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { mailFolder, type StoredMail } from './mailer.ts';

const MAIL_ID = /^[0-9A-Za-z-]+$/;
const storedMailSchema = z.object({
  id: z.string(),
  sentAt: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  kind: z.string(),
  link: z.optional(z.string()),
  code: z.optional(z.string()),
  cc: z.optional(z.string()),
  replyTo: z.optional(z.string()),
  attachments: z.optional(z.array(z.object({ filename: z.string(), size: z.number() }))),
});

/** Mails in the folder, newest first, at most `limit`. A file that is no mail is left out. */
export async function listMails(dataDir: string, limit = 200): Promise<StoredMail[]> {
  const folder = mailFolder(dataDir);
  if (!existsSync(folder)) return [];
  const ids = (await readdir(folder)).filter((file) => file.endsWith('.json')).map((file) => file.slice(0, -'.json'.length));
  const newest = ids.toSorted().toReversed().slice(0, limit);
  const mails = await Promise.all(newest.map((id) => findMail(dataDir, id)));
  return mails.filter((mail) => mail !== null);
}

/** One mail by its id, or null. The id never leaves the mail folder. */
export async function findMail(dataDir: string, id: string): Promise<StoredMail | null> {
  if (!MAIL_ID.test(id)) return null;
  try {
    const parsed = storedMailSchema.safeParse(JSON.parse(await readFile(join(mailFolder(dataDir), `${id}.json`), 'utf8')));
    return parsed.success ? withoutAbsent(parsed.data) : null;
  } catch {
    return null;
  }
}

function withoutAbsent({ link, code, cc, replyTo, attachments, ...mail }: z.infer<typeof storedMailSchema>): StoredMail {
  return {
    ...mail,
    ...(link === undefined ? {} : { link }),
    ...(code === undefined ? {} : { code }),
    ...(cc ? { cc } : {}),
    ...(replyTo === undefined ? {} : { replyTo }),
    ...(attachments?.length ? { attachments } : {}),
  };
}
