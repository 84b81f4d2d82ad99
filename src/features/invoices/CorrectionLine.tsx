import { Checkbox, NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { unitText } from '#domain/documents/document-text.ts';
import { isUsedUp, type LineChoice, type LineProblem, wholeChoice } from '#domain/invoices/correction-form.ts';
import type { LineLeft } from '#domain/invoices/correction-lines.ts';
import type { InvoiceItem } from '#domain/invoices/invoice.ts';
import { lineNet } from '#domain/invoices/invoice-totals.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { MoneyInput } from '#ui/MoneyInput.tsx';
import classes from './CorrectionForm.module.css';
import { FigureInput } from './FigureInput.tsx';

type Props = {
  line: LineLeft;
  currency: string;
  choice: LineChoice | undefined;
  made: { readonly item: InvoiceItem | null; readonly problem: LineProblem | null } | undefined;
  onChange: (choice: LineChoice | undefined) => void;
};

/** A line of the invoice: whether something goes back of it, and how much. */
export function CorrectionLine({ line, currency, choice, made, onChange }: Props) {
  const { t } = useTranslation('invoices');
  const format = useFormat();
  const { item, net_left, quantity_left } = line;
  const title = item.description.split('\n')[0] ?? '';
  const unit = unitText(item.unit, quantity_left, format.language === 'de' ? 'de' : 'en');
  const isOver = isUsedUp(line, currency);
  const amount = format.money(net_left, currency);
  const rest = isOver
    ? t('correct.nothingLeft')
    : quantity_left * item.quantity > 0
      ? t('correct.leftQuantity', { quantity: format.number(quantity_left), unit, amount })
      : t('correct.left', { amount });
  return (
    <li className={classes.line}>
      <Checkbox
        checked={choice !== undefined}
        disabled={isOver}
        onChange={(event) => onChange(event.currentTarget.checked ? wholeChoice(line) : undefined)}
        label={title}
        description={rest}
        aria-label={t('correct.take', { line: title })}
      />
      {choice && (
        <div className={classes.how}>
          <NativeSelect
            aria-label={t('correct.howOf', { line: title })}
            value={choice.by}
            onChange={(event) => onChange({ by: event.currentTarget.value as LineChoice['by'], value: null })}
            data={(['quantity', 'amount', 'percent'] as const)
              .filter((by) => by !== 'quantity' || quantity_left * item.quantity > 0)
              .map((by) => ({ value: by, label: t(`correct.${by}`) }))}
          />
          {choice.by === 'amount' ? (
            <MoneyInput
              label={<span className={classes.heard}>{t('correct.valueOf', { line: title })}</span>}
              value={choice.value}
              onChange={(value) => onChange({ by: 'amount', value })}
              currency={currency}
            />
          ) : (
            <FigureInput
              label={t('correct.valueOf', { line: title })}
              value={choice.value}
              unit={choice.by === 'percent' ? '%' : unit}
              decimals={choice.by === 'percent' ? 3 : 4}
              onChange={(value) => onChange({ ...choice, value })}
            />
          )}
          <p className={classes.outcome} data-wrong={made?.problem ? true : undefined} role="status">
            {made?.problem
              ? t(`correct.${made.problem}`)
              : made?.item && t('correct.becomes', { amount: format.money(Math.abs(lineNet(made.item, currency)), currency) })}
          </p>
        </div>
      )}
    </li>
  );
}
