import { useState } from 'react';
import type { LineField } from '#domain/invoices/invoice-form.ts';
import { formatNumber } from '#platform/i18n/format.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { readAmount } from '#ui/money-text.ts';
import classes from './LineEditor.module.css';

type Props = {
  field: LineField;
  label: string;
  value: number | null;
  onChange: (value: number | null) => void;
  /** How many decimals may be typed, and how many are always shown. */
  decimals: { readonly max: number; readonly min: number };
  range: { readonly min: number; readonly max: number };
  problem: string | undefined;
};

const countDecimals = (value: number) => /\.(\d+)$/.exec(String(value))?.[1]?.length ?? 0;

/** A figure typed in the locale's manner; null while it is none. */
export function FigureCell({ field, label, value, onChange, decimals, range, problem }: Props) {
  const { language } = useFormat();
  const [typed, setTyped] = useState<string | null>(null);
  const read = (text: string): number | null => {
    const figure = readAmount(text.replace(/%$/, ''), language, 'EUR', decimals.max) ?? null;
    return figure === null || figure < range.min || figure > range.max ? null : figure;
  };
  const text = value === null ? '' : formatNumber(value, language, Math.max(decimals.min, countDecimals(value)));
  const isStale = typed !== null && read(typed) !== value;
  const shown = typed === null || (isStale && value !== null) ? text : typed;
  return (
    <input
      className={classes.input}
      data-cell={field}
      data-figure
      aria-label={label}
      aria-invalid={problem !== undefined || undefined}
      title={problem}
      inputMode="decimal"
      autoComplete="off"
      value={shown}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        onChange(read(event.currentTarget.value));
      }}
      onBlur={() => {
        if (typed !== null && (typed.trim() === '' || read(typed) !== null)) setTyped(null);
      }}
    />
  );
}
