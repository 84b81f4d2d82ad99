import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useReceiptCommands } from '#data/receipts/use-receipt-commands.ts';
import { withReadableDiscounts } from '#domain/documents/cash-discount.ts';
import { isCurrency } from '#domain/money/currency-codes.ts';
import { isCredit, type ReceivedInvoice } from '#domain/e-invoice/received-invoice.ts';
import { unitWord } from '#domain/e-invoice/unit-code.ts';
import type { StoredFile } from '#domain/files/file.ts';
import { type ReceivedAnswer, readReceived } from '#platform/e-invoice/read-received.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { KeyValue } from '#ui/KeyValue.tsx';
import classes from './EInvoiceView.module.css';
import { PageDifferences } from './PageDifferences.tsx';

/** What a stored receipt says as an e-invoice, in our own layout; nothing where it is none. */
export function EInvoiceView({ file }: { file: StoredFile }) {
  const { t } = useTranslation('eInvoice');
  const read = useAnswer(file);
  if (read === undefined) return null;
  const { answer, bytes } = read;
  if (answer.kind !== 'read')
    return (
      <p className={classes.refused}>
        {answer.kind === 'refused' ? t('received.unreadable') : t(`received.${answer.kind}`, { name: file.name })}
      </p>
    );
  if (!answer.invoice) return null;
  return (
    <>
      <Invoice invoice={answer.invoice} />
      {bytes && <PageDifferences file={bytes} invoice={answer.invoice} />}
    </>
  );
}

type Read = { readonly answer: ReceivedAnswer; readonly bytes: Blob | null };

function useAnswer(file: StoredFile): Read | undefined {
  const { receiptBytes } = useReceiptCommands();
  const [answer, setAnswer] = useState<Read>();
  useEffect(() => {
    let isLeft = false;
    const read = async (): Promise<Read> => {
      const stored = await receiptBytes(file);
      if (!stored) return { answer: { kind: 'read', invoice: null }, bytes: null };
      const bytes = new Blob([stored], { type: file.mime_type });
      return { answer: await readReceived(bytes), bytes };
    };
    void read().then((its) => !isLeft && setAnswer(its));
    return () => {
      isLeft = true;
    };
  }, [file, receiptBytes]);
  return answer;
}

function Invoice({ invoice }: { invoice: ReceivedInvoice }) {
  const { t } = useTranslation('eInvoice');
  const format = useFormat();
  const language = format.language === 'de' ? 'de' : 'en';
  const { currency } = invoice;
  const money = (amount: number | null): string =>
    amount === null ? '–' : isCurrency(currency) ? format.money(amount, currency) : `${format.number(amount, 2)} ${currency}`;
  const day = (text: string): string => (text === '' ? '' : format.day(text));
  const percent = (rate: number | null): string => (rate === null ? '–' : format.percent(rate));
  return (
    <section className={classes.invoice} aria-label={t('received.view')}>
      <p className={classes.counts}>{t(countsOf(invoice))}</p>
      <KeyValue
        items={[
          { label: t('received.seller'), value: invoice.seller.name },
          { label: t('received.buyer'), value: invoice.buyer },
          { label: t('received.number'), value: invoice.number },
          { label: t('received.vatId'), value: invoice.seller.vat_id },
          { label: t('received.date'), value: day(invoice.issue_date) },
          { label: t('received.due'), value: day(invoice.due_date) },
          invoice.iban !== '' && { label: t('received.iban'), value: invoice.iban.replaceAll(/(.{4})(?=.)/g, '$1 ') },
        ]}
      />
      <div className={classes.wide}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('received.line.name')}</th>
              <th scope="col">{t('received.line.quantity')}</th>
              <th scope="col">{t('received.line.price')}</th>
              <th scope="col">{t('received.line.rate')}</th>
              <th scope="col">{t('received.line.net')}</th>
            </tr>
          </thead>
          <tbody>
            {invoice.lines.map((line, n) => (
              <tr key={n}>
                <td>{line.name}</td>
                <td>{line.quantity === null ? '–' : `${format.number(line.quantity)} ${unitWord(line.unit, language)}`.trim()}</td>
                <td>{money(line.price)}</td>
                <td>{percent(line.rate)}</td>
                <td>{money(line.net)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <table className={`${classes.table} ${classes.sums}`}>
        <tbody>
          <Sum label={t('received.net')} amount={money(invoice.net)} />
          {invoice.taxes.map((part, n) => (
            <Sum key={n} label={t('received.taxOn', { rate: percent(part.rate), net: money(part.net) })} amount={money(part.tax)} />
          ))}
          <Sum label={t('received.total')} amount={money(invoice.gross)} isTotal />
          {invoice.payable !== invoice.gross && <Sum label={t('received.payable')} amount={money(invoice.payable)} isTotal />}
        </tbody>
      </table>
      {invoice.notes.map((note, n) => (
        <p key={n} className={classes.note}>
          {withReadableDiscounts(note, { ...invoice, language, issue_date: invoice.issue_date || null })}
        </p>
      ))}
    </section>
  );
}

const countsOf = (invoice: ReceivedInvoice) =>
  invoice.is_booking_aid ? 'received.countsAid' : isCredit(invoice) ? 'received.countsCredit' : 'received.counts';

function Sum({ label, amount, isTotal = false }: { label: string; amount: string; isTotal?: boolean }) {
  return (
    <tr data-total={isTotal || undefined}>
      <th scope="row">{label}</th>
      <td>{amount}</td>
    </tr>
  );
}
