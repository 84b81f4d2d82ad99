import { Button, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Invoice } from '#domain/invoices/invoice.ts';
import classes from './CorrectionForm.module.css';

type Props = { value: string; onChange: (reason: string) => void; language: Invoice['language']; isMissing: boolean };

/** Why something is corrected, with the usual reasons in the language of the document. */
export function ReasonField({ value, onChange, language, isMissing }: Props) {
  const { t, i18n } = useTranslation('invoices');
  const { t: tErrors } = useTranslation('errors');
  const tDocument = i18n.getFixedT(i18n.hasResourceBundle(language, 'invoices') ? language : i18n.language, 'invoices');
  return (
    <>
      <TextInput
        aria-label={t('correct.reason')}
        description={t('correct.reasonHint')}
        value={value}
        maxLength={500}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={isMissing && tErrors('field.required')}
        required
      />
      <div className={classes.reasons}>
        {(['returned', 'price', 'discount', 'mistake'] as const).map((key) => (
          <Button key={key} size="compact-sm" variant="default" onClick={() => onChange(tDocument(`correct.reasons.${key}`))}>
            {tDocument(`correct.reasons.${key}`)}
          </Button>
        ))}
      </div>
    </>
  );
}
