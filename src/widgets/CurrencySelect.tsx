import { CURRENCY_CODES } from '#domain/money/currency-codes.ts';
import { NativeSelect, type NativeSelectProps } from '@mantine/core';

/** Currencies offered first; the others follow. */
const FREQUENT = ['EUR', 'USD', 'GBP', 'CHF'];
const OTHERS = CURRENCY_CODES.filter((code) => !FREQUENT.includes(code));

export function CurrencySelect(props: NativeSelectProps & { value?: string }) {
  const groups = [
    { group: '', items: FREQUENT },
    { group: '—', items: OTHERS },
  ];
  return <NativeSelect {...props} data={groups} />;
}
