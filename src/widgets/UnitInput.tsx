import { Autocomplete } from '@mantine/core';
import { type ReactNode, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Units that documents put into the customer's language. */
export const UNIT_CODES = ['h', 'day', 'month', 'year', 'piece', 'km', 'flat'] as const;

/** A unit's code in words; a person's own word stays as it is. */
export function useUnitWord(): (unit: string) => string {
  const { t } = useTranslation('products');
  return useCallback((unit) => (isCode(unit) ? t(`unit.${unit}`) : unit), [t]);
}

const isCode = (unit: string): unit is (typeof UNIT_CODES)[number] => UNIT_CODES.some((code) => code === unit);

type Props = { label: ReactNode; value: string; onChange: (unit: string) => void; description?: ReactNode; error?: ReactNode };

/** Offers the known units and takes any other word. */
export function UnitInput({ value, onChange, ...rest }: Props) {
  const word = useUnitWord();
  const [typed, setTyped] = useState<string | null>(null);
  const codeOf = (text: string) => UNIT_CODES.find((code) => word(code).toLowerCase() === text.trim().toLowerCase()) ?? text.trim();
  return (
    <Autocomplete
      {...rest}
      data={UNIT_CODES.map(word)}
      value={typed ?? word(value)}
      onChange={(text) => {
        setTyped(text);
        onChange(codeOf(text));
      }}
      onBlur={() => setTyped(null)}
      maxLength={40}
      autoComplete="off"
    />
  );
}
