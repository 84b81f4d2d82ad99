import { SegmentedControl, Textarea } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import type { InvoiceSettings } from '#domain/companies/invoice-defaults.ts';
import type { DocumentLanguage } from '#domain/documents/printable-document.ts';
import { Section } from '#ui/Section.tsx';
import fields from '#widgets/Fields.module.css';
import { DOCUMENT_LANGUAGES } from './document-languages.ts';
import classes from './Settings.module.css';

type Props = {
  form: UseFormReturnType<InvoiceSettings>;
  language: DocumentLanguage;
  onLanguage: (language: DocumentLanguage) => void;
};

const TEXTS = [
  { field: 'payment_terms', rows: [1, 4] },
  { field: 'invoice_note', rows: [2, 8] },
  { field: 'footer_text', rows: [1, 6] },
] as const;

/** What documents say beside their lines, one language at a time: each customer gets the texts of its own. */
export function DocumentTextFields({ form, language, onLanguage }: Props) {
  const { t } = useTranslation('settings');
  return (
    <Section title={t('invoice.texts')} text={t('invoice.textsIntro')}>
      <div className={classes.stack}>
        <SegmentedControl
          aria-label={t('invoice.textLanguage')}
          value={language}
          onChange={(value) => onLanguage(value as DocumentLanguage)}
          data={DOCUMENT_LANGUAGES.map((value) => ({ value, label: t(`invoice.language.${value}`) }))}
        />
        {TEXTS.map(({ field, rows: [minRows, maxRows] }) => (
          <Textarea
            key={`${field}.${language}`}
            label={t(`invoice.${field}`)}
            autosize
            minRows={minRows}
            maxRows={maxRows}
            lang={language}
            {...form.getInputProps(`texts.${field}.${language}`)}
          />
        ))}
        <p className={fields.hint}>{t('invoice.textsHint')}</p>
      </div>
    </Section>
  );
}
