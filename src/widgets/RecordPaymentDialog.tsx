import { NativeSelect, Stack, TextInput, Textarea } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import { usePaymentCommands } from '#data/payments/use-payment-commands.ts';
import { usePaymentsOf } from '#data/payments/use-payments.ts';
import { useBookingRules } from '#data/periods/use-periods.ts';
import type { BookingRules } from '#domain/bookings/booking.ts';
import { isCalendarDate, monthOf } from '#domain/dates/calendar.ts';
import { openOf } from '#domain/invoices/claim.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { paidTotal, possibleDouble } from '#domain/payments/payment-state.ts';
import { closedDayOf, paymentChangeRefusal } from '#domain/payments/payment-bookings.ts';
import { PAYMENT_METHODS, type Payment, paymentInputSchema } from '#domain/payments/payment.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { DateInput } from '#ui/DateInput.tsx';
import { DialogButtons } from '#ui/DialogButtons.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { FormError } from '#ui/FormError.tsx';
import { MoneyInput } from '#ui/MoneyInput.tsx';
import { showSaved } from '#ui/toast.ts';
import { useRecordForm } from '#ui/use-record-form.ts';
import { BookedPaymentDialog } from './BookedPaymentDialog.tsx';
import { ExchangeField } from './exchange/ExchangeField.tsx';
import fields from './Fields.module.css';
import { PaymentBalance } from './PaymentBalance.tsx';
import classes from './RecordPaymentDialog.module.css';

type Props = {
  invoice: Invoice;
  /** The payment to change; a new one is recorded without it. */
  payment?: Payment;
  onClose: () => void;
  onSaved?: (payment: Payment) => void;
  /** Stands above the fields, e.g. the choice of the invoice. */
  children?: ReactNode;
  /** Stands at the start of the buttons. */
  extraAction?: ReactNode;
};

/** Records money received for an invoice, or changes what was recorded while it may be changed. Suggests what is still open, warns of too much, asks about a possible double. */
export function RecordPaymentDialog(props: Props) {
  const { value: siblings } = usePaymentsOf(props.invoice.id);
  const rules = useBookingRules();
  const { payment } = props;
  if (!siblings || !rules) return null;
  const refusal = payment && paymentChangeRefusal(payment, { rules, siblings });
  if (payment && refusal)
    return (
      <BookedPaymentDialog payment={payment} refusal={refusal} onClose={props.onClose}>
        {props.children}
      </BookedPaymentDialog>
    );
  return <PaymentForm key={props.invoice.id} {...props} rules={rules} others={siblings.filter(({ id }) => id !== payment?.id)} />;
}

type Values = Omit<Payment, 'amount' | 'tax_point' | 'tax_shares' | 'reverses_payment_id' | 'reversal_reason' | keyof SystemFields> & {
  amount: number | null;
};
type SystemFields = { id: 1; company_id: 1; created_at: 1; updated_at: 1; rev: 1; created_by: 1 };

type FormProps = Props & { rules: BookingRules; others: Payment[] };

function PaymentForm({ invoice, payment, rules, others, onClose, onSaved, children, extraAction }: FormProps) {
  const { t } = useTranslation('payments');
  const { t: tPeriods } = useTranslation('periods');
  const format = useFormat();
  const { ctx } = useCompany();
  const commands = usePaymentCommands();
  const id = useId();
  const paid = paidTotal(others, invoice.currency);
  const open = openOf({ ...invoice, paid_total: paid });
  const [opened] = useState<Values>(() => (payment ? valuesOf(payment) : blank(invoice, open, ctx.today())));
  const [accepted, setAccepted] = useState<string | null>(null);
  // Its month is closed, or was when it was recorded.
  const isLate = ({ payment_date: day, booked_on }: Values) =>
    isCalendarDate(day) && (closedDayOf(rules, day, invoice.tax_point) !== null || (booked_on !== null && day === opened.payment_date));

  const { form, formProps, formError, isSubmitting } = useRecordForm<Values>({
    initialValues: opened,
    schema: paymentInputSchema,
    submit: async (values) => {
      const booked_on = isLate(values) ? (values.booked_on ?? ctx.today()) : null;
      const input = { ...values, booked_on, amount: values.amount ?? 0, is_separate: twin !== null }; // asked and answered, for every device
      if (twin && accepted !== twin.key) return setAccepted(twin.key);
      const saved = payment
        ? await commands.editPayment({ id: payment.id, input, opened: { ...opened, amount: opened.amount ?? 0 } })
        : await commands.recordPayment(input);
      showSaved(t(payment ? 'toast.changed' : 'toast.recorded'));
      onSaved?.(saved);
      return onClose();
    },
  });
  const { values, errors } = form;
  const twin = twinOf(others, values, payment);
  const isAsking = twin !== null && accepted === twin.key;
  const sending = isAsking ? { onConfirm: () => formProps.ref.current?.requestSubmit() } : { form: id };

  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="md"
      title={payment ? t('dialog.edit') : t('dialog.record')}
      footer={
        <>
          {extraAction && <span className={classes.extra}>{extraAction}</span>}
          {/* Another button: whoever presses Enter again where the first one was has not answered. */}
          <DialogButtons key={String(isAsking)} {...sending} isRunning={isSubmitting} onCancel={onClose}>
            {isAsking ? t('double.anyway') : t(payment ? 'dialog.save' : 'dialog.confirm')}
          </DialogButtons>
        </>
      }
    >
      <form id={id} {...formProps}>
        <Stack gap="sm">
          <FormError>{formError}</FormError>
          {children}
          <PaymentBalance invoice={invoice} paid={paid} amount={values.amount} />
          <div className={fields.row} data-shape="even">
            <MoneyInput
              label={t('field.amount')}
              value={values.amount}
              onChange={(amount) => form.setFieldValue('amount', amount)}
              currency={invoice.currency}
              error={errors['amount']}
              required
              autoFocus
            />
            <DateInput
              label={t('field.payment_date')}
              value={values.payment_date}
              onChange={(day) => form.setFieldValue('payment_date', day)}
              today={ctx.today()}
              error={errors['payment_date']}
              required
            />
          </div>
          <ExchangeField
            {...values}
            day={values.payment_date}
            onChange={(exchange) => form.setFieldValue('exchange', exchange && { ...exchange, document_amount: null })}
          />
          {isLate(values) && (
            <DateInput
              label={t('field.booked_on')}
              description={tPeriods('late.paymentHint', {
                month: format.month(monthOf(closedDayOf(rules, values.payment_date, invoice.tax_point) ?? values.payment_date), 'long'),
              })}
              value={values.booked_on ?? ctx.today()}
              onChange={(day) => form.setFieldValue('booked_on', day)}
              today={ctx.today()}
              error={errors['booked_on']}
              required
            />
          )}
          <div className={fields.row} data-shape="even">
            <NativeSelect
              label={t('field.method')}
              data={PAYMENT_METHODS.map((method) => ({ value: method, label: t(`method.${method}`) }))}
              {...form.getInputProps('method')}
            />
            <TextInput label={t('field.reference')} autoComplete="off" {...form.getInputProps('reference')} />
          </div>
          <Textarea label={t('field.notes')} autosize minRows={1} maxRows={5} {...form.getInputProps('notes')} />
          {isAsking && <DoubleQuestion payment={twin.payment} />}
        </Stack>
      </form>
    </Dialog>
  );
}

/** A payment that this one may repeat, and what was asked about: another amount or day is another question. */
function twinOf(others: Payment[], values: Values, payment: Payment | undefined) {
  if (values.amount === null || !/^\d{4}-\d{2}-\d{2}$/.test(values.payment_date)) return null;
  const found = possibleDouble(others, { ...values, amount: values.amount, ...(payment ? { id: payment.id } : {}) });
  return found && { payment: found, key: `${found.id} ${values.amount} ${values.payment_date}` };
}

function DoubleQuestion({ payment }: { payment: Payment }) {
  const { t } = useTranslation('payments');
  const format = useFormat();
  const what = [format.day(payment.payment_date), format.money(payment.amount, payment.currency), t(`method.${payment.method}`)];
  return (
    <div className={classes.notice} role="alert">
      <p>{t('double.text')}</p>
      <p>
        <strong>{what.join(' · ')}</strong>
      </p>
    </div>
  );
}

const blank = (invoice: Invoice, open: number, today: string): Values => ({
  invoice_id: invoice.id,
  amount: open === 0 ? null : open,
  currency: invoice.currency,
  payment_date: today,
  method: 'bank_transfer',
  reference: '',
  notes: '',
  is_separate: false,
  booked_on: null,
  exchange: null,
});

function valuesOf({
  invoice_id,
  amount,
  currency,
  payment_date,
  method,
  reference,
  notes,
  is_separate,
  booked_on,
  exchange,
}: Payment): Values {
  return { invoice_id, amount, currency, payment_date, method, reference, notes, is_separate, booked_on, exchange };
}
