import * as z from 'zod/mini';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { type MailSettings, storedMailSettingsSchema } from '#domain/mail/mail-settings.ts';
import { readMailTemplates } from './mail-requests.ts';

type Own = MailSettings['templates'];
const key = (companyId: string) => `mail-templates:${companyId}`;

/** The company's own texts: the server's, which are kept for a time without it; else the kept ones; null where there are neither. */
export async function keptTemplates({ device, companyId }: CompanyDatabase): Promise<Own | null> {
  try {
    const own = await readMailTemplates(companyId);
    await device.meta.put(own, key(companyId)).catch(() => undefined); // on a full disk they are asked for the next time
    return own;
  } catch {
    const kept = z.safeParse(storedMailSettingsSchema.shape.templates, await device.meta.get(key(companyId)));
    return kept.success ? kept.data : null;
  }
}
