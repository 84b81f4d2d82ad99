import { Button, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { documentText } from '#domain/documents/document-text.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import classes from './CorrectionForm.module.css';

type Props = { value: string; onChange: (reason: string) => void; language: Invoice['language']; isMissing: boolean };

/** Why something is corrected, with the usual reasons in the language of the document. */
export function ReasonField({ value, onChange, language, isMissing }: Props) {
  const { t } = useTranslation('invoices');
  const { t: tErrors } = useTranslation('errors');
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
        {documentText(language).correctionReasons.map((reason) => (
          <Button key={reason} size="compact-sm" variant="default" onClick={() => onChange(reason)}>
            {reason}
          </Button>
        ))}
      </div>
    </>
  );
}
