import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import { booksCurrency } from '#domain/companies/company-settings.ts';
import { enteredExchange, type Exchange, exchangeWith } from '#domain/exchange/document-exchange.ts';
import classes from './Exchange.module.css';
import { RateInput } from './RateInput.tsx';
import { useExchangeWords } from './use-exchange-words.ts';

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
  const { company } = useCompany();
  const { of } = useExchangeWords();
  /** The currency whose rate is being entered. */
  const [entering, setEntering] = useState<string | null>(null);
  const isEntering = entering === currency;
  const before = useRef(currency);
  useEffect(() => {
    // A rate says nothing of another currency.
    if (before.current !== currency) onChange(null);
    before.current = currency;
  }, [currency, onChange]);
  const books = booksCurrency(company.settings);
  if (currency === books) return null;
  const given = enteredExchange({ amount: amount ?? 0, currency, exchange });
  const entered = given?.currency === books ? given : null;
  const enter = (rate: string | null) =>
    onChange(rate === null ? null : exchangeWith({ currency: books, rate, day, source: 'manual', version: '' }, amount ?? 0, currency));
  return (
    <div className={classes.field}>
      <p className={classes.line}>
        <span>{entered ? of(entered) : t('exchange.atBooking', { currency: books })}</span>
        {!isEntering && (
          <Button variant="subtle" size="compact-sm" onClick={() => setEntering(currency)}>
            {t(entered ? 'exchange.change' : 'exchange.enter')}
          </Button>
        )}
      </p>
      {isEntering && (
        <div className={classes.entry}>
          <RateInput key={currency} from={currency} to={books} rate={entered?.rate ?? null} onChange={enter} />
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
