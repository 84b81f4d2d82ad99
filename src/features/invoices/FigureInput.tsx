import { NumberInput } from '@mantine/core';
import { useFormat } from '#platform/i18n/use-format.ts';
import classes from './CorrectionForm.module.css';

type Props = { label: string; value: number | null; unit: string; decimals: number; onChange: (value: number | null) => void };

/** A quantity or a percentage, typed in the locale's manner; its name is only heard. */
export function FigureInput({ label, value, unit, decimals, onChange }: Props) {
  const { language } = useFormat();
  const isGerman = language === 'de';
  return (
    <NumberInput
      aria-label={label}
      value={value ?? ''}
      onChange={(next) => onChange(typeof next === 'number' ? next : null)}
      min={0}
      decimalScale={decimals}
      decimalSeparator={isGerman ? ',' : '.'}
      thousandSeparator={isGerman ? '.' : ','}
      hideControls
      allowNegative={false}
      rightSection={<span className={classes.unit}>{unit}</span>}
      rightSectionWidth={unit.length > 2 ? 64 : 36}
      rightSectionPointerEvents="none"
    />
  );
}
