import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Converted, useSupplyRate } from '#data/exchange/use-supply-rate.ts';
import type { Exchange } from '#domain/exchange/document-exchange.ts';
import classes from './Exchange.module.css';
import { SupplyRateDialog } from './SupplyRateDialog.tsx';
import { useExchangeWords } from './use-exchange-words.ts';
import { useWorth } from './use-worth.ts';

type Props = Converted & {
  amount: number;
  exchange: Exchange | null | undefined;
  isBooked: boolean;
  /** Whose rate counts. */
  day: string;
};

/** What a document in a foreign currency is worth in the books; of one that was booked without a rate the way to supply it, once. */
export function ExchangeFacts({ amount, exchange, isBooked, day, ...converted }: Props) {
  const { t } = useTranslation();
  const { of } = useExchangeWords();
  const { maySupply } = useSupplyRate();
  const [isAsking, setAsking] = useState(false);
  const { books, text } = useWorth({ amount, currency: converted.record.currency, exchange }, day);
  if (isBooked && exchange) return <p className={classes.line}>{of(exchange)}</p>;
  if (text === null || (!isBooked && text === '')) return null;
  return (
    <p className={classes.line}>
      <span>{isBooked ? t('exchange.missing', { currency: books }) : text}</span>
      {isBooked && maySupply(converted) && (
        <Button variant="subtle" size="compact-sm" onClick={() => setAsking(true)}>
          {t('exchange.enter')}
        </Button>
      )}
      {isAsking && <SupplyRateDialog converted={converted} amount={amount} books={books} day={day} onClose={() => setAsking(false)} />}
    </p>
  );
}
