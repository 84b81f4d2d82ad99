import { mergeRecords } from '#data/changes/merge.ts';
import { AppError } from '#domain/errors.ts';
import type { MailSettings, StoredMailSettings } from '#domain/mail/mail-settings.ts';
import { type AllMailTemplates, completeTemplates, ownTemplates } from '#domain/mail/mail-templates.ts';
import type { SyncedRecord } from '#domain/shared/record.ts';
import { readMailSettings, saveMailSettings } from './mail-requests.ts';

/** The form: every text filled in, and a password that is only ever written. */
export type MailValues = Omit<MailSettings, 'templates'> & { templates: AllMailTemplates; smtp_password: string };
type MailEdit = { readonly opened: MailValues; readonly values: MailValues };

/** What the form shows of what is stored. */
export function mailValuesOf({ company_id: _company, has_password: _password, templates, ...rest }: StoredMailSettings): MailValues {
  return { ...rest, templates: completeTemplates(templates), smtp_password: '' };
}

/** A password belongs to the server it was typed for. */
const RULES = { groups: [['smtp_host', 'smtp_port', 'smtp_user', 'smtp_secure', 'smtp_password']], perLeaf: ['templates'] };

/** What the form changed, on top of what is stored by now. AppError `conflict` where somebody else changed the same meanwhile. */
export function mailSettingsOver(stored: StoredMailSettings, { opened, values }: MailEdit): MailSettings & { smtp_password: string } {
  const asRecord = (fields: MailValues) => fields as unknown as SyncedRecord;
  const versions = { base: asRecord(opened), mine: asRecord(values), theirs: asRecord(mailValuesOf(stored)) };
  const { merged, conflicts } = mergeRecords(RULES, versions);
  if (conflicts.length > 0) throw new AppError('conflict');
  const { templates, ...rest } = merged as unknown as MailValues;
  return { ...rest, templates: ownTemplates(templates, stored.templates) };
}

/** Saves what the form changed. `onNewest` is told what is stored before and after. */
export async function editMailSettings(companyId: string, edit: MailEdit, onNewest: (settings: StoredMailSettings) => void): Promise<void> {
  const stored = await readMailSettings(companyId);
  onNewest(stored);
  onNewest(await saveMailSettings(companyId, mailSettingsOver(stored, edit)));
}
