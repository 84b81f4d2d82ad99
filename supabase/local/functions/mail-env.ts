import { createHmac } from 'node:crypto';
import type { PlatformKeys } from '#local/db/port.ts';
import { MAIL_PATH } from '#local/mail/mail-page.ts';
import type { FunctionEnv } from './functions-service.ts';

type Addresses = {
  /** Where people reach the app. */ readonly siteUrl: string;
  /** Where this backend reaches itself. */ readonly ownUrl: string;
};

/** What the functions need for mails: the app's address, the mailbox of this backend, the key for stored passwords, and what the environment sets. */
export const mailEnv = ({ jwtSecret }: PlatformKeys, { siteUrl, ownUrl }: Addresses, given: FunctionEnv): FunctionEnv => ({
  SITE_URL: siteUrl,
  MAIL_CATCHER_URL: `${ownUrl}${MAIL_PATH}`,
  MAIL_SECRET: createHmac('sha256', jwtSecret).update('kontor.mail-secret').digest('base64url'),
  ...given,
});
