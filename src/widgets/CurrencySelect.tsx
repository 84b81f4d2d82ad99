import { CURRENCY_CODES } from '#domain/money/currency-codes.ts';
import { NativeSelect, type NativeSelectProps } from '@mantine/core';

/** Currencies offered first; the others follow. */
const FREQUENT = ['EUR', 'USD', 'GBP', 'CHF'];
const OTHERS = CURRENCY_CODES.filter((code) => !FREQUENT.includes(code));

type Props = NativeSelectProps & { value?: string; /** What no choice means; without it there is always one. */ preset?: string };

export function CurrencySelect({ preset, ...props }: Props) {
  const groups = [...(preset ? [{ value: '', label: preset }] : []), { group: '', items: FREQUENT }, { group: '—', items: OTHERS }];
  return <NativeSelect {...props} data={groups} />;
}
