import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isRateText } from '#domain/exchange/document-exchange.ts';
import { decimalOf, decimalText } from '#domain/money/decimal.ts';
import { parseAmount } from '#domain/money/typed-amount.ts';

type Props = { from: string; to: string; /** As it stands to begin with. */ rate: string | null; onChange: (rate: string | null) => void };

/** How many units of one currency a unit of another is, typed in the locale's manner; null while it is none, and while it can't be read the form around is not saved. */
export function RateInput({ from, to, rate, onChange }: Props) {
  const { t, i18n } = useTranslation();
  const language = i18n.language === 'de' ? 'de' : 'en';
  const [typed, setTyped] = useState(() => (language === 'de' ? (rate?.replace('.', ',') ?? '') : (rate ?? '')));
  const [isLeft, setLeft] = useState(false);
  const isUnreadable = typed.trim() !== '' && rateOf(typed, language) === null;
  return (
    <TextInput
      label={t('exchange.rateLabel', { from, to })}
      value={typed}
      inputMode="decimal"
      autoComplete="off"
      autoFocus
      error={isLeft && isUnreadable ? t('exchange.unreadable') : undefined}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        setLeft(false);
        onChange(rateOf(event.currentTarget.value, language));
      }}
      onBlur={() => setLeft(true)}
      data-unreadable={isUnreadable || undefined}
    />
  );
}

function rateOf(typed: string, language: 'en' | 'de'): string | null {
  const value = parseAmount(typed, language);
  if (value === null) return null;
  const { digits, scale } = decimalOf(value);
  const text = decimalText(digits, scale);
  return isRateText(text) ? text : null;
}
