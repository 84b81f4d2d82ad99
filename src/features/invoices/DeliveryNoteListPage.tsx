import { IconTruckDelivery } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useDeliveryNotes } from '#data/delivery-notes/use-delivery-notes.ts';
import { useDirectory } from '#data/directory/use-directory.ts';
import { useInvoice } from '#data/invoices/use-invoices.ts';
import { DELIVERY_NOTE_STATES, isNoteInState, type ListedNote } from '#domain/delivery-notes/delivery-note-list.ts';
import type { DeliveryNote } from '#domain/delivery-notes/delivery-note.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { useAddress } from '#widgets/use-address.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { lazyDialog } from '#ui/lazy-dialog.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { RowSkeleton } from '#ui/RowSkeleton.tsx';
import { Section } from '#ui/Section.tsx';
import { StateTabs } from '#widgets/list/FilterBar.tsx';
import { deliveryNotePath } from '#widgets/record-paths.ts';
import { SyncMark } from '#widgets/SyncBadge.tsx';
import classes from './DeliveryNoteListPage.module.css';

const DeliveryNoteDialog = lazyDialog(async () => (await import('./DeliveryNoteDialog.tsx')).DeliveryNoteDialog);
const [STATE, NOTE] = ['state', 'note'] as const;

/** All delivery notes, those still to be handed over, or those of which no invoice was issued. Each leads to its invoice; one whose draft is gone is opened here. */
export function DeliveryNoteListPage() {
  const { t } = useTranslation(['deliveryNotes', 'invoices']);
  const { value: notes } = useDeliveryNotes();
  const [address, setAddress] = useAddress();
  const state = DELIVERY_NOTE_STATES.find((each) => each === address.get(STATE)) ?? null;
  const shown = notes?.filter((each) => isNoteInState(each, state));
  const opened = notes?.find(({ note }) => note.id === address.get(NOTE))?.note;
  const close = () =>
    setAddress((now) => {
      now.delete(NOTE);
      return now;
    });
  return (
    <>
      <PageHeader title={t('list.title')} back={{ to: '/finance/invoices', label: t('invoices:title.list') }} />
      <p className={classes.lead}>{t('list.text')}</p>
      <div className={classes.tabs}>
        <StateTabs
          label={t('list.filter')}
          all={t('list.all')}
          states={DELIVERY_NOTE_STATES}
          chosen={state}
          nameOf={(each) => t(`list.state.${each}`)}
          onChoose={(each) => setAddress(() => (each === null ? {} : { [STATE]: each }))}
        />
      </div>
      {shown === undefined ? (
        <RowSkeleton label={t('list.loading')} rows={3} />
      ) : shown.length === 0 ? (
        <EmptyState
          role="status"
          icon={<IconTruckDelivery size={26} />}
          title={state === null || notes?.length === 0 ? t('list.empty') : t(`list.emptyOf.${state}`)}
          text={t('list.emptyText')}
        />
      ) : (
        <Section isFlush>
          <ul className={classes.list}>
            {shown.map((listed) => (
              <NoteLine key={listed.note.id} {...listed} />
            ))}
          </ul>
        </Section>
      )}
      {opened && <OpenedNote note={opened} others={notes?.map(({ note }) => note) ?? []} onClose={close} />}
    </>
  );
}

type OpenedProps = { note: DeliveryNote; others: readonly DeliveryNote[]; onClose: () => void };

function OpenedNote({ note, others, onClose }: OpenedProps) {
  const { value: invoice, isLoading } = useInvoice(note.invoice_id ?? '');
  if (note.invoice_id !== null && isLoading) return null;
  const siblings = others.filter(({ invoice_id }) => invoice_id !== null && invoice_id === note.invoice_id);
  return <DeliveryNoteDialog key={note.id} note={note} invoice={invoice ?? null} others={siblings} onClose={onClose} />;
}

function NoteLine({ note, invoice }: ListedNote) {
  const { t } = useTranslation('deliveryNotes');
  const format = useFormat();
  const { value: customers } = useDirectory('customers');
  const { delivered_on } = note;
  const to = note.buyer?.name || customers?.byId.get(note.customer_id)?.name || '–';
  const content = (
    <>
      <span className={classes.number}>{note.number ?? t('draft')}</span>
      <span className={classes.to}>
        {to}
        <span className={classes.of}>{invoice === null ? t('list.noInvoice') : (invoice.number ?? t('list.draftInvoice'))}</span>
      </span>
      <span className={classes.when}>
        {format.day(note.delivery_date)}
        <span className={classes.of}>
          {delivered_on === null ? t('state.open') : t('state.delivered', { date: format.day(delivered_on) })}
        </span>
      </span>
    </>
  );
  return (
    <li className={classes.line}>
      <Link className={classes.note} to={invoice ? `/finance/invoices/${invoice.id}` : deliveryNotePath(note.id)}>
        {content}
      </Link>
      <SyncMark collection="delivery_notes" id={note.id} />
    </li>
  );
}
