import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import { type Converted, useSupplyRate } from '#data/exchange/use-supply-rate.ts';
import { booksCurrency } from '#domain/companies/company-settings.ts';
import type { Exchange } from '#domain/exchange/document-exchange.ts';
import classes from './Exchange.module.css';
import { SupplyRateDialog } from './SupplyRateDialog.tsx';
import { useExchangeWords } from './use-exchange-words.ts';

type Props = Converted & {
  amount: number;
  exchange: Exchange | null | undefined;
  isBooked: boolean;
  /** Whose rate counts. */ day: string;
};

/** What a document in a foreign currency is worth in the books; of one that was booked without a rate the way to supply it, once. */
export function ExchangeFacts({ amount, exchange, isBooked, day, ...converted }: Props) {
  const { t } = useTranslation();
  const { company } = useCompany();
  const { of } = useExchangeWords();
  const { maySupply } = useSupplyRate();
  const [isAsking, setAsking] = useState(false);
  const { currency } = converted.record;
  const books = booksCurrency(company.settings);
  if (exchange) return <p className={classes.line}>{of(exchange)}</p>;
  if (currency === books) return null;
  return (
    <p className={classes.line}>
      <span>{t(isBooked ? 'exchange.missing' : 'exchange.atBooking', { currency: books })}</span>
      {isBooked && maySupply(converted) && (
        <Button variant="subtle" size="compact-sm" onClick={() => setAsking(true)}>
          {t('exchange.enter')}
        </Button>
      )}
      {isAsking && <SupplyRateDialog converted={converted} amount={amount} books={books} day={day} onClose={() => setAsking(false)} />}
    </p>
  );
}
