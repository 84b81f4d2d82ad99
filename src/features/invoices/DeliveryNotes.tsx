import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import { useDeliveryNotesOf } from '#data/delivery-notes/use-delivery-notes.ts';
import { can } from '#domain/access/access.ts';
import type { DeliveryNote } from '#domain/delivery-notes/delivery-note.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { lazyDialog } from '#ui/lazy-dialog.tsx';
import { Section } from '#ui/Section.tsx';
import { SyncBadge } from '#widgets/SyncBadge.tsx';
import classes from './DeliveryNotes.module.css';

const DeliveryNoteDialog = lazyDialog(async () => (await import('./DeliveryNoteDialog.tsx')).DeliveryNoteDialog);

/** What of an invoice is handed over, each time with a number and date of its own. */
export function DeliveryNotes({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation('deliveryNotes');
  const { ctx } = useCompany();
  const { value } = useDeliveryNotesOf(invoice.id);
  const notes = value ?? [];
  const [opened, setOpened] = useState<DeliveryNote | 'new' | null>(null);
  const mayAdd = can(ctx.access, 'invoices.create') && invoice.customer_id !== null && invoice.status !== 'cancelled';
  if (notes.length === 0 && !mayAdd) return null;
  const shown = opened === 'new' || opened === null ? opened : (notes.find(({ id }) => id === opened.id) ?? null);
  return (
    <Section title={t('section')}>
      {value?.length === 0 && <p className={classes.none}>{t('none')}</p>}
      {notes.length > 0 && (
        <ul className={classes.list}>
          {notes.map((note) => (
            <NoteRow key={note.id} note={note} onOpen={() => setOpened(note)} />
          ))}
        </ul>
      )}
      {mayAdd && (
        <Button variant="default" size="sm" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpened('new')}>
          {t('add')}
        </Button>
      )}
      {shown && (
        <DeliveryNoteDialog
          invoice={invoice}
          {...(shown === 'new' ? { note: null } : { note: shown })}
          others={notes}
          onClose={() => setOpened(null)}
        />
      )}
    </Section>
  );
}

function NoteRow({ note, onOpen }: { note: DeliveryNote; onOpen: () => void }) {
  const { t } = useTranslation('deliveryNotes');
  const format = useFormat();
  const { delivered_on } = note;
  return (
    <li>
      <button type="button" className={classes.row} onClick={onOpen}>
        <span className={classes.number}>{note.number ?? t('draft')}</span>
        <span>{format.day(note.delivery_date)}</span>
        <span className={classes.state}>
          {delivered_on === null ? t('state.open') : t('state.delivered', { date: format.day(delivered_on) })}
        </span>
      </button>
      <SyncBadge collection="delivery_notes" id={note.id} />
    </li>
  );
}
