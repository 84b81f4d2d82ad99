import { TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { amountText, readAmount } from './money-text.ts';
import classes from './MoneyInput.module.css';

type Props = {
  label: ReactNode;
  value: number | null;
  onChange: (value: number | null) => void;
  currency: string;
  /** False where amounts of any currency are meant. */
  hasCurrency?: boolean;
  /** How many decimals may be typed; the currency's unless given. */
  decimals?: number;
  error?: ReactNode;
  description?: ReactNode;
  required?: boolean;
  disabled?: boolean;
  name?: string;
  placeholder?: string;
  'data-autofocus'?: boolean;
  autoFocus?: boolean;
};

/** An amount typed in the locale's manner. While the text is not an amount the value is null, the field says so on leaving it, and its form is not saved. */
export function MoneyInput({ value, onChange, currency, hasCurrency = true, decimals, error, ...rest }: Props) {
  const { t, i18n } = useTranslation();
  const [typed, setTyped] = useState<string | null>(null);
  const [isUnreadable, setUnreadable] = useState(false);
  const read = (text: string) => readAmount(text, i18n.language, currency, decimals);
  const isStale = typed !== null && read(typed) !== undefined && (read(typed) ?? null) !== value;
  const shown = typed === null || isStale ? amountText(value, i18n.language, currency) : typed;

  const type = (text: string) => {
    setTyped(text);
    setUnreadable(false);
    onChange(read(text) ?? null);
  };
  const leave = () => {
    const isReadable = read(shown) !== undefined;
    setUnreadable(!isReadable);
    if (isReadable) setTyped(null);
  };

  return (
    <TextInput
      {...rest}
      value={shown}
      inputMode="decimal"
      autoComplete="off"
      error={isUnreadable ? t('money.unreadable') : error}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={leave}
      onFocus={(event) => event.currentTarget.select()}
      data-unreadable={(typed !== null && read(typed) === undefined) || undefined}
      classNames={{ input: classes.input ?? '' }}
      {...(hasCurrency && {
        rightSection: <span className={classes.currency}>{currency}</span>,
        rightSectionWidth: 52,
        rightSectionPointerEvents: 'none' as const,
      })}
    />
  );
}
