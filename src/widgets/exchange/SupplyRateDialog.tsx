import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { type Converted, useSupplyRate } from '#data/exchange/use-supply-rate.ts';
import { exchangeWith, isRateText } from '#domain/exchange/document-exchange.ts';
import { FormDialog } from '#ui/FormDialog.tsx';
import { showToast } from '#ui/toast.ts';
import { useRecordForm } from '#ui/use-record-form.ts';
import classes from './Exchange.module.css';
import { RateInput } from './RateInput.tsx';
import { useExchangeWords } from './use-exchange-words.ts';

type Props = { converted: Converted; amount: number; books: string; day: string; onClose: () => void };

/** Asks for the rate that was missing when something was booked. */
export function SupplyRateDialog({ converted, amount, books, day, onClose }: Props) {
  const { t } = useTranslation();
  const { of } = useExchangeWords();
  const { supplyRate } = useSupplyRate();
  const { currency } = converted.record;
  const worth = (rate: string) => exchangeWith({ currency: books, rate, day, source: 'manual', version: '' }, amount, currency);
  const { form, ...bound } = useRecordForm<{ rate: string }>({
    initialValues: { rate: '' },
    schema,
    submit: async ({ rate }) => {
      await supplyRate(converted, worth(rate));
      showToast({ type: 'success', text: t('exchange.supplied') });
      onClose();
    },
  });
  const { rate } = form.values;
  return (
    <FormDialog title={t('exchange.supplyTitle')} confirmLabel={t('exchange.supply')} onClose={onClose} {...bound}>
      <RateInput from={currency} to={books} rate={null} onChange={(typed) => form.setFieldValue('rate', typed ?? '')} />
      <p className={classes.line}>{rate === '' ? t('exchange.once') : of(worth(rate))}</p>
    </FormDialog>
  );
}

const schema = z.object({ rate: z.string().check(z.refine(isRateText, 'invalidRate')) });
