import { NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { DocumentLanguage } from '#domain/documents/printable-document.ts';
import { CurrencySelect } from '#widgets/CurrencySelect.tsx';

type Field = 'due_days' | 'currency' | 'language' | 'reference';
type Props = {
  /** What the form gives an input of this name; a form of any values that have these fields fits. */
  inputProps: (field: Field) => object;
  /** The texts follow it. */
  onLanguage: (language: DocumentLanguage) => void;
  /** Under the days to pay. */
  dueHint?: string | undefined;
};

/** On what terms a document is written: days to pay, currency, language and the customer's reference. */
export function DocumentTerms({ inputProps, onLanguage, dueHint }: Props) {
  const { t } = useTranslation('invoices');
  return (
    <>
      <NumberInput
        label={t('field.due_days')}
        description={dueHint}
        min={0}
        max={365}
        allowDecimal={false}
        hideControls
        {...inputProps('due_days')}
      />
      <CurrencySelect label={t('field.currency')} {...inputProps('currency')} />
      <NativeSelect
        label={t('field.language')}
        data={(['en', 'de'] as const).map((language) => ({ value: language, label: t(`language.${language}`) }))}
        {...inputProps('language')}
        onChange={(event) => onLanguage(event.currentTarget.value === 'de' ? 'de' : 'en')}
      />
      <TextInput label={t('field.reference')} autoComplete="off" {...inputProps('reference')} />
    </>
  );
}
