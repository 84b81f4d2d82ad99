import { IconTruckDelivery } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { useDeliveryNotes } from '#data/delivery-notes/use-delivery-notes.ts';
import { useDirectory } from '#data/directory/use-directory.ts';
import { DELIVERY_NOTE_STATES, isNoteInState, type ListedNote } from '#domain/delivery-notes/delivery-note-list.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { RowSkeleton } from '#ui/RowSkeleton.tsx';
import { Section } from '#ui/Section.tsx';
import { StateTabs } from '#widgets/list/FilterBar.tsx';
import { SyncMark } from '#widgets/SyncBadge.tsx';
import classes from './DeliveryNoteListPage.module.css';

const STATE = 'state';

/** All delivery notes, those still to be handed over, or those of which no invoice was issued; each leads to its invoice. */
export function DeliveryNoteListPage() {
  const { t } = useTranslation(['deliveryNotes', 'invoices']);
  const { value: notes } = useDeliveryNotes();
  const [address, setAddress] = useSearchParams();
  const state = DELIVERY_NOTE_STATES.find((each) => each === address.get(STATE)) ?? null;
  const shown = notes?.filter((each) => isNoteInState(each, state));
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
          onChoose={(each) => setAddress(each === null ? {} : { [STATE]: each }, { replace: true })}
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
    </>
  );
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
      {invoice ? (
        <Link className={classes.note} to={`/finance/invoices/${invoice.id}`}>
          {content}
        </Link>
      ) : (
        <div className={classes.note}>{content}</div>
      )}
      <SyncMark collection="delivery_notes" id={note.id} />
    </li>
  );
}
