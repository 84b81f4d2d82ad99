import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PdfDifference } from '#domain/e-invoice/pdf-differences.ts';
import type { ReceivedInvoice } from '#domain/e-invoice/received-invoice.ts';
import { groupedIban } from '#domain/documents/iban.ts';
import { isCurrency } from '#domain/money/currency-codes.ts';
import { type ComparedAnswer, comparePages } from '#platform/e-invoice/compare-pages.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import classes from './PageDifferences.module.css';

/** What the pages of a PDF say otherwise than the e-invoice inside, both beside each other; nothing where they agree. */
export function PageDifferences({ file, invoice }: { file: Blob; invoice: ReceivedInvoice }) {
  const { t } = useTranslation('eInvoice');
  const answer = useComparison(file, invoice);
  if (answer === undefined) return null;
  if (answer.kind !== 'compared') return <p className={classes.note}>{t(`received.pages.${answer.kind}`)}</p>;
  if (answer.differences.length === 0) return null;
  const isOfAmount = answer.differences.some(({ what }) => what === 'amount');
  return (
    <div className={classes.differences} role="note">
      <p className={classes.text}>
        {isOfAmount && <strong>{t('received.pages.amount')} </strong>}
        {t(invoice.is_booking_aid ? 'received.pages.textAid' : 'received.pages.text', { seller: invoice.seller.name })}
      </p>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('received.pages.thing')}</th>
            <th scope="col">{t('received.pages.data')}</th>
            <th scope="col">{t('received.pages.page')}</th>
          </tr>
        </thead>
        <tbody>
          {answer.differences.map((difference) => (
            <Row key={difference.what} difference={difference} currency={invoice.currency} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ difference, currency }: { difference: PdfDifference; currency: string }) {
  const { t } = useTranslation('eInvoice');
  const format = useFormat();
  const { what, data, pages } = difference;
  const money = (amount: number) => (isCurrency(currency) ? format.money(amount, currency) : `${format.number(amount, 2)} ${currency}`);
  const said = what === 'amount' ? money(data) : what === 'iban' ? groupedIban(data) : what === 'number' ? data : format.day(data);
  return (
    <tr>
      <th scope="row">{t(`received.pages.what.${what}`)}</th>
      <td>{said}</td>
      <td>{what === 'iban' ? groupedIban(pages) : pages}</td>
    </tr>
  );
}

function useComparison(file: Blob, invoice: ReceivedInvoice): ComparedAnswer | undefined {
  const [answer, setAnswer] = useState<ComparedAnswer>();
  useEffect(() => {
    if (file.type !== 'application/pdf') return;
    let isLeft = false;
    void comparePages(file, invoice).then((its) => !isLeft && setAnswer(its));
    return () => {
      isLeft = true;
    };
  }, [file, invoice]);
  return answer;
}
