import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';

const METHODS = ['', 'cash', 'card', 'bank_transfer', 'private', 'other'] as const;

/** How an expense is paid; takes what a form gives an input. */
export function PaymentMethodSelect(inputProps: object) {
  const { t } = useTranslation('expenses');
  return (
    <NativeSelect
      label={t('field.payment_method')}
      data={METHODS.map((method) => ({ value: method, label: t(`method.${method || 'none'}`) }))}
      {...inputProps}
    />
  );
}
