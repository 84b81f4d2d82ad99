import { expect, test } from 'vitest';
import { MAIL_SETTINGS_DEFAULTS, type StoredMailSettings } from '#domain/mail/mail-settings.ts';
import { mailSettingsOver, mailValuesOf } from './edit-mail-settings.ts';

const STORED: StoredMailSettings = { ...MAIL_SETTINGS_DEFAULTS, company_id: '0190d0f0-0001-7000-8000-000000000001', has_password: true };
const opened = mailValuesOf(STORED);
const text = (subject: string, body: string) => ({ ...opened.templates.de.invoice, subject, body });
const withText = (subject: string, body: string) => ({
  ...opened,
  templates: { ...opened.templates, de: { ...opened.templates.de, invoice: text(subject, body) } },
});
const conflict = (fields: Partial<StoredMailSettings>, values = opened) => {
  expect(() => mailSettingsOver({ ...STORED, ...fields }, { opened, values })).toThrow(expect.objectContaining({ code: 'conflict' }));
};

test('a form of mail settings that stood open leaves what somebody else saved meanwhile', () => {
  const theirs = { ...STORED, smtp_host: 'mail.neu.example', smtp_port: 587, smtp_secure: false, reply_to: 'neu@nordlicht.example' };
  const saved = mailSettingsOver(theirs, { opened, values: withText('Rechnung', 'Anbei.') });
  expect(saved).toMatchObject({ smtp_host: 'mail.neu.example', smtp_port: 587, smtp_secure: false, reply_to: 'neu@nordlicht.example' });
  expect(saved.templates).toEqual({ de: { invoice: { subject: 'Rechnung', body: 'Anbei.' } } });
  expect(saved.smtp_password).toBe('');
});

test('texts of two kinds are saved side by side, the same text or the same server twice is refused', () => {
  const templates = { de: { reminder: { subject: 'Mahnung', body: 'Bitte zahlen.' } } } as StoredMailSettings['templates'];
  const mine = withText('Rechnung', 'Anbei.');
  expect(mailSettingsOver({ ...STORED, templates }, { opened, values: mine }).templates.de).toMatchObject({
    invoice: { subject: 'Rechnung' },
  });
  conflict({ templates: { de: { invoice: { subject: 'Ihre', body: 'Ihre.' } } } as StoredMailSettings['templates'] }, mine);
  conflict({ smtp_host: 'a.example' }, { ...opened, smtp_host: 'b.example' });
});

test('a password is not saved for another server than it was typed for', () => {
  conflict({ smtp_host: 'mail.neu.example' }, { ...opened, smtp_password: 'geheim' });
  const saved = mailSettingsOver(
    { ...STORED, reply_to: 'neu@nordlicht.example' },
    { opened, values: { ...opened, smtp_password: 'geheim' } },
  );
  expect(saved).toMatchObject({ smtp_password: 'geheim', reply_to: 'neu@nordlicht.example' });
});
