import { NativeSelect, type NativeSelectProps } from '@mantine/core';

/** Currencies offered first; the rest of what the browser knows follows. */
const FREQUENT = ['EUR', 'USD', 'GBP', 'CHF'];
const OTHERS = Intl.supportedValuesOf('currency').filter((code) => !FREQUENT.includes(code));

export function CurrencySelect(props: NativeSelectProps & { value?: string }) {
  const groups = [
    { group: '', items: FREQUENT },
    { group: '—', items: OTHERS },
  ];
  return <NativeSelect {...props} data={groups} />;
}
