import { Button, NativeSelect, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import { paymentTextIn } from '#domain/companies/document-texts.ts';
import type { MailValues } from '#data/mail/edit-mail-settings.ts';
import { addDays } from '#domain/dates/calendar.ts';
import { paymentInstructions } from '#domain/documents/payment-instructions.ts';
import { fillTemplate, MAIL_PLACEHOLDERS, unknownPlaceholders } from '#domain/mail/invoice-mail.ts';
import { defaultTemplate } from '#domain/mail/mail-templates.ts';
import { MAIL_KINDS, type MailKind } from '#domain/mail/mail-texts.ts';
import { formatDay, formatMoney } from '#platform/i18n/format.ts';
import { Section } from '#ui/Section.tsx';
import fields from '#widgets/Fields.module.css';
import classes from './Settings.module.css';

type Language = 'en' | 'de';

/** The texts of mails per kind and language, and how one of them reads. */
export function MailTemplateFields({ form }: { form: UseFormReturnType<MailValues> }) {
  const { t, i18n } = useTranslation('mail');
  const [kind, setKind] = useState<MailKind>('invoice');
  const [language, setLanguage] = useState<Language>(i18n.language === 'de' ? 'de' : 'en');
  const path = `templates.${language}.${kind}` as const;
  const { subject, body } = form.values.templates[language][kind];
  const unknown = unknownPlaceholders(`${subject} ${body}`);
  const preset = defaultTemplate(kind, language);
  const isOwn = subject !== preset.subject || body !== preset.body;
  return (
    <Section title={t('texts')} text={t('textsHint')}>
      <div className={classes.stack}>
        <div className={classes.linkRow}>
          <NativeSelect
            aria-label={t('kindLabel')}
            value={kind}
            onChange={({ currentTarget }) => setKind(currentTarget.value as MailKind)}
            data={MAIL_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
          />
          <SegmentedControl
            aria-label={t('languageLabel')}
            value={language}
            onChange={(value) => setLanguage(value as Language)}
            data={(['en', 'de'] as const).map((value) => ({ value, label: t(`language.${value}`) }))}
          />
        </div>
        <TextInput key={`${path}.subject`} label={t('subject')} {...form.getInputProps(`${path}.subject`)} />
        <Textarea key={`${path}.body`} label={t('body')} autosize minRows={5} maxRows={14} {...form.getInputProps(`${path}.body`)} />
        {unknown.length > 0 && (
          <p role="alert" className={`${fields.hint} ${fields.warning}`}>
            {t('unknown', { names: unknown.map((name) => `{${name}}`).join(', ') })}
          </p>
        )}
        <div className={classes.linkRow}>
          <p className={fields.hint}>{t('placeholders', { names: MAIL_PLACEHOLDERS.map((name) => `{${name}}`).join(' ') })}</p>
          {isOwn && (
            <Button size="compact-sm" variant="subtle" onClick={() => form.setFieldValue(path, { ...preset })}>
              {t('reset')}
            </Button>
          )}
        </div>
        <MailPreview subject={subject} body={body} language={language} />
      </div>
    </Section>
  );
}

function MailPreview({ subject, body, language }: { subject: string; body: string; language: Language }) {
  const { t } = useTranslation('mail');
  const { ctx, company } = useCompany();
  const { invoice_defaults } = company.settings;
  const today = ctx.today();
  const money = (amount: number) => formatMoney(amount, invoice_defaults.default_currency, language);
  const sample = {
    number: 'INV-2026-0042',
    customer: language === 'de' ? 'Musterkundin GmbH' : 'Sample Customer Ltd',
    amount: money(1_234.5),
    issue_date: formatDay(today, language),
    due_date: formatDay(addDays(today, invoice_defaults.default_due_days), language),
    paid: money(500),
    open: money(734.5),
    days_overdue: '10',
    pay_until: formatDay(addDays(today, 7), language),
    charges: '',
    total: money(734.5),
    company: company.name,
    payment_instructions: paymentInstructions(paymentTextIn(company.settings, language), {
      language,
      due_days: invoice_defaults.default_due_days,
    }),
  };
  return (
    <div className={classes.mail} aria-live="off" role="group" aria-label={t('preview')}>
      <p className={classes.mailSubject}>{fillTemplate(subject, sample)}</p>
      <p className={classes.mailBody} lang={language}>
        {fillTemplate(body, sample)}
      </p>
    </div>
  );
}
