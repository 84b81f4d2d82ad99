import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Exchange, exchangeWith } from '#domain/exchange/document-exchange.ts';
import classes from './Exchange.module.css';
import { RateInput } from './RateInput.tsx';
import { useWorth } from './use-worth.ts';

type Props = {
  amount: number | null;
  currency: string;
  exchange?: Exchange | null | undefined;
  /** Whose rate counts. */
  day: string;
  onChange: (exchange: Exchange | null) => void;
};

/** What a document in a foreign currency is worth, while it may change: a quiet line, and one field for a rate of one's own. */
export function ExchangeField({ amount, currency, exchange, day, onChange }: Props) {
  const { t } = useTranslation();
  const { books, text, entered } = useWorth({ amount: amount ?? 0, currency, exchange }, day);
  /** The currency whose rate is being entered. */
  const [entering, setEntering] = useState<string | null>(null);
  const isEntering = entering === currency;
  const before = useRef(currency);
  useEffect(() => {
    // A rate says nothing of another currency.
    if (before.current !== currency) onChange(null);
    before.current = currency;
  }, [currency, onChange]);
  if (text === null) return null;
  const enter = (rate: string | null) =>
    onChange(rate === null ? null : exchangeWith({ currency: books, rate, day, source: 'manual', version: '' }, amount ?? 0, currency));
  return (
    <div className={classes.field}>
      <p className={classes.line}>
        <span>{text}</span>
        {!isEntering && (
          <Button variant="subtle" size="compact-sm" onClick={() => setEntering(currency)}>
            {t(entered === null ? 'exchange.enter' : 'exchange.change')}
          </Button>
        )}
      </p>
      {isEntering && (
        <div className={classes.entry}>
          <RateInput key={currency} from={currency} to={books} rate={entered} onChange={enter} />
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => {
              onChange(null);
              setEntering(null);
            }}
          >
            {t('exchange.reference')}
          </Button>
        </div>
      )}
    </div>
  );
}
