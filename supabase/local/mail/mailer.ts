import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export type Mail = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** What it is about (`signup`, `recovery`, …), and for tests and the mail page: the link and the code it carries. */
  readonly kind: string;
  readonly link?: string;
  readonly code?: string;
  readonly cc?: string;
  readonly replyTo?: string;
  readonly attachments?: readonly { readonly filename: string; /** In bytes. */ readonly size: number }[];
};
/** A mail as it lies in the mail folder. */
export type StoredMail = Mail & { readonly id: string; readonly sentAt: string };

export type Mailer = { send(mail: Mail): Promise<void> };

/** The folder the embedded backend writes its mails to. */
export const mailFolder = (dataDir: string) => join(dataDir, 'mail');

/** Delivers each mail as one JSON file; its name sorts by time. The file appears whole or not at all, readable only by its owner. */
export function createMailer({ dataDir, now }: { readonly dataDir: string; readonly now: () => Date }): Mailer {
  const folder = mailFolder(dataDir);
  let sent = 0;
  return {
    async send(mail) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const sentAt = now().toISOString();
      sent += 1;
      const id = `${sentAt.replaceAll(/[:.]/g, '-')}-${String(sent).padStart(6, '0')}-${randomBytes(4).toString('hex')}`;
      const stored: StoredMail = { id, sentAt, ...mail };
      const unfinished = join(folder, `.${id}.part`);
      await writeFile(unfinished, JSON.stringify(stored, null, 2), { mode: 0o600 });
      await rename(unfinished, join(folder, `${id}.json`));
    },
  };
}
