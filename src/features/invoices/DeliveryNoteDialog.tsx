import { Button, Checkbox, NumberInput, Switch, Textarea, TextInput } from '@mantine/core';
import { IconCheck, IconFileText, IconMail, IconTrash } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import { useDeliveryNoteCommands } from '#data/delivery-notes/use-delivery-notes.ts';
import { can } from '#domain/access/access.ts';
import { deliveryOf, leftToDeliver } from '#domain/delivery-notes/delivery-from-invoice.ts';
import {
  type DeliveryItem,
  type DeliveryNote,
  type DeliveryNoteInput,
  deliveryNoteInputSchema,
} from '#domain/delivery-notes/delivery-note.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { DateInput } from '#ui/DateInput.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { FormError } from '#ui/FormError.tsx';
import { showToast } from '#ui/toast.ts';
import { useCommand } from '#ui/use-command.ts';
import { useRecordForm } from '#ui/use-record-form.ts';
import { DeliveryNotePdf } from './DeliveryNotePdf.tsx';
import { DeliveryNoteSendDialog } from './DeliveryNoteSendDialog.tsx';
import classes from './DeliveryNotes.module.css';
import { DeliveryNoteMails } from './InvoiceMails.tsx';

type Props =
  | {
      /** Of a new one. */
      invoice: Invoice;
      note: null;
      /** Those of the same invoice. */
      others: readonly DeliveryNote[];
      onClose: () => void;
    }
  | {
      /** Null where it was a draft and is gone. */
      invoice: Invoice | null;
      note: DeliveryNote;
      others: readonly DeliveryNote[];
      onClose: () => void;
    };

const inputOf = ({ delivery_date, reference, notes, shows_prices, items }: DeliveryNote): DeliveryNoteInput => ({
  delivery_date,
  reference,
  notes,
  shows_prices,
  items,
});

/** What is handed over, and when; what was handed over is only shown and printed. */
export function DeliveryNoteDialog(props: Props) {
  const { invoice, note, others, onClose } = props;
  const { t } = useTranslation('deliveryNotes');
  const { ctx } = useCompany();
  const { createDeliveryNote, editDeliveryNote, markDelivered, deleteDeliveryNote } = useDeliveryNoteCommands();
  const [id] = useState(() => note?.id ?? ctx.newId());
  const rest = others.filter((other) => other.id !== id);
  const [opened] = useState(() => (props.note ? inputOf(props.note) : deliveryOf(props.invoice, { others: rest, today: ctx.today() })));
  const [shown, setShown] = useState<'pdf' | 'mail' | null>(null);
  const formId = useId();
  const { form, formProps, formError, isSubmitting } = useRecordForm<DeliveryNoteInput>({
    initialValues: opened,
    schema: deliveryNoteInputSchema,
    submit: async (input) => {
      await (props.note ? editDeliveryNote({ id, input, opened }) : createDeliveryNote({ id, invoice: props.invoice, input }));
      showToast({ type: 'success', text: t('toast.saved') });
      onClose();
    },
  });
  const deliver = useCommand(async () => {
    await markDelivered(id);
    showToast({ type: 'success', text: t('toast.delivered') });
    onClose();
  });
  const remove = useCommand(async () => {
    await deleteDeliveryNote(id);
    showToast({ type: 'success', text: t('toast.deleted') });
    onClose();
  });
  const back = () => setShown(null);
  if (note && shown === 'pdf') return <DeliveryNotePdf note={note} invoice={invoice} onClose={back} />;
  if (note && shown === 'mail') return <DeliveryNoteSendDialog note={note} input={inputOf(note)} invoice={invoice} onClose={back} />;
  const isOpen = note === null || note.delivered_on === null;
  const mayEdit = isOpen && can(ctx.access, note ? 'invoices.update' : 'invoices.create');
  const isSaved = note !== null && !form.isDirty();
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={note ? t('title.edit', { number: note.number ?? t('draft') }) : t('title.create')}
      size="md"
      footer={
        <>
          {note && isOpen && can(ctx.access, 'invoices.delete') && (
            <Button
              variant="subtle"
              color="red"
              leftSection={<IconTrash size={16} aria-hidden />}
              loading={remove.isRunning}
              onClick={() => void remove.run()}
            >
              {t('action.delete')}
            </Button>
          )}
          {isSaved && (
            <Button variant="default" leftSection={<IconFileText size={16} aria-hidden />} onClick={() => setShown('pdf')}>
              {t('action.pdf')}
            </Button>
          )}
          {isSaved && note.number !== null && can(ctx.access, 'invoices.send') && (
            <Button variant="default" leftSection={<IconMail size={16} aria-hidden />} onClick={() => setShown('mail')}>
              {t('action.send')}
            </Button>
          )}
          {isSaved && mayEdit && (
            <Button
              variant="default"
              leftSection={<IconCheck size={16} aria-hidden />}
              loading={deliver.isRunning}
              onClick={() => void deliver.run()}
            >
              {t('action.deliver')}
            </Button>
          )}
          {mayEdit && !isSaved && (
            <Button type="submit" form={formId} loading={isSubmitting}>
              {t('action.save')}
            </Button>
          )}
        </>
      }
    >
      <form id={formId} {...formProps}>
        <fieldset disabled={!mayEdit} className={classes.fields}>
          <FormError>{formError}</FormError>
          <DateInput
            label={t('field.delivery_date')}
            value={form.values.delivery_date}
            onChange={(value) => form.setFieldValue('delivery_date', value)}
            today={ctx.today()}
            error={form.errors['delivery_date']}
          />
          <Lines
            invoice={invoice}
            note={note}
            others={rest}
            items={form.values.items}
            onChange={(items) => form.setFieldValue('items', items)}
          />
          {form.errors['items'] && <p role="alert">{t('noItems')}</p>}
          <TextInput label={t('field.reference')} autoComplete="off" {...form.getInputProps('reference')} />
          <Textarea label={t('field.notes')} autosize minRows={2} maxRows={8} {...form.getInputProps('notes')} />
          <Switch label={t('field.shows_prices')} {...form.getInputProps('shows_prices', { type: 'checkbox' })} />
        </fieldset>
      </form>
      {note && note.number !== null && <DeliveryNoteMails note={note} />}
      {note && note.number === null && <p className={classes.left}>{t('mail.noNumber')}</p>}
    </Dialog>
  );
}

type LinesProps = {
  invoice: Invoice | null;
  note: DeliveryNote | null;
  others: readonly DeliveryNote[];
  items: readonly DeliveryItem[];
  onChange: (items: DeliveryItem[]) => void;
};

/** The lines of the invoice while there is one, and of the note what the invoice no longer has; which of them, and how much. */
function Lines({ invoice, note, others, items, onChange }: LinesProps) {
  const { t } = useTranslation('deliveryNotes');
  const format = useFormat();
  const left = leftToDeliver(invoice ?? { items: [] }, others);
  const [whole] = useState(() => {
    const ofInvoice = invoice ? deliveryOf(invoice, { others: [], today: '' }).items : [];
    const known = new Set(ofInvoice.map(({ id }) => id));
    return [...ofInvoice, ...(note?.items ?? []).filter(({ id }) => !known.has(id))].toSorted((a, b) => a.position - b.position);
  });
  const chosen = new Map(items.map((item) => [item.id, item]));
  const put = (item: DeliveryItem) =>
    onChange([...items.filter(({ id }) => id !== item.id), item].toSorted((a, b) => a.position - b.position));
  return (
    <ul className={classes.lines} aria-label={t('field.items')}>
      {whole.map((line) => {
        const item = chosen.get(line.id);
        const [name = ''] = line.description.split('\n');
        const rest = left.get(line.id);
        return (
          <li key={line.id}>
            <Checkbox
              label={
                <>
                  {name}
                  {rest !== undefined && rest !== line.quantity && (
                    <span className={classes.left}>{t('line.left', { left: format.number(rest), all: format.number(line.quantity) })}</span>
                  )}
                </>
              }
              checked={item !== undefined}
              onChange={(event) =>
                event.currentTarget.checked
                  ? put({ ...line, quantity: rest || line.quantity })
                  : onChange(items.filter(({ id }) => id !== line.id))
              }
            />
            <NumberInput
              aria-label={t('line.quantity', { name })}
              value={item?.quantity ?? ''}
              disabled={item === undefined}
              decimalScale={4}
              hideControls
              onChange={(value) => item && typeof value === 'number' && put({ ...item, quantity: value })}
            />
          </li>
        );
      })}
    </ul>
  );
}
