import { Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './DocumentForm.module.css';

type Props = { inputProps: (field: 'notes' | 'payment_terms' | 'internal_notes') => object };

/** What a document says below its lines, and what stays in the company. */
export function DocumentTexts({ inputProps }: Props) {
  const { t } = useTranslation('invoices');
  return (
    <div className={classes.stack}>
      <Textarea label={t('field.notes')} autosize minRows={2} maxRows={10} {...inputProps('notes')} />
      <Textarea label={t('field.payment_terms')} autosize minRows={1} maxRows={4} {...inputProps('payment_terms')} />
      <Textarea
        label={t('field.internal_notes')}
        description={t('hint.internal')}
        autosize
        minRows={1}
        maxRows={8}
        {...inputProps('internal_notes')}
      />
    </div>
  );
}
