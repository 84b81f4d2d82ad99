import { createHmac } from 'node:crypto';
import type { PlatformKeys } from '#local/db/port.ts';
import type { FunctionEnv } from './functions-service.ts';

/** What the functions need for mails: the app's address, the mailbox of this backend, the key for stored passwords, and what the environment sets. */
export const mailEnv = ({ jwtSecret }: PlatformKeys, siteUrl: string, given: FunctionEnv): FunctionEnv => ({
  SITE_URL: siteUrl,
  MAIL_CATCHER_URL: `${siteUrl}/_mail`,
  MAIL_SECRET: createHmac('sha256', jwtSecret).update('kontor.mail-secret').digest('base64url'),
  ...given,
});
