import { Checkbox } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDeliveryNotesOf } from '#data/delivery-notes/use-delivery-notes.ts';
import type { DeliveryNote } from '#domain/delivery-notes/delivery-note.ts';
import type { PrintableDocument } from '#domain/documents/printable-document.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import fields from '#widgets/Fields.module.css';
import { usePrintableNote } from './use-printable-note.ts';

type Props = {
  invoice: Invoice;
  /** How many a mail takes. */
  max: number;
  /** A stable function. */
  onChange: (notes: readonly PrintableDocument[]) => void;
};

/** The delivery notes of an invoice that shall go with its mail; nothing where there are none. */
export function NoteAttachments({ invoice, max, onChange }: Props) {
  const { t } = useTranslation('deliveryNotes');
  const { value: notes = [] } = useDeliveryNotesOf(invoice.id);
  const [chosen, setChosen] = useState<Readonly<Record<string, PrintableDocument>>>({});
  const numbered = notes.filter(({ number }) => number !== null);
  useEffect(() => onChange(Object.values(chosen)), [chosen, onChange]);
  if (numbered.length === 0) return null;
  const isFull = Object.keys(chosen).length >= max;
  const put = (id: string, printable: PrintableDocument | null) =>
    setChosen((before) => {
      const rest = Object.entries(before).filter(([key]) => key !== id);
      return Object.fromEntries(printable ? [...rest, [id, printable]] : rest);
    });
  return (
    <>
      {numbered.map((note) => (
        <NoteBox key={note.id} note={note} invoice={invoice} isChosen={note.id in chosen} isFull={isFull} onPut={put} />
      ))}
      {isFull && numbered.length > max && <p className={fields.hint}>{t('mail.full', { count: max })}</p>}
    </>
  );
}

type BoxProps = {
  note: DeliveryNote;
  invoice: Invoice;
  isChosen: boolean;
  isFull: boolean;
  onPut: (id: string, printable: PrintableDocument | null) => void;
};

function NoteBox({ note, invoice, isChosen, isFull, onPut }: BoxProps) {
  const { t } = useTranslation('deliveryNotes');
  const { printable } = usePrintableNote(note, invoice);
  return (
    <Checkbox
      label={t('mail.attach', { number: note.number })}
      checked={isChosen}
      disabled={!printable || (isFull && !isChosen)}
      onChange={(event) => onPut(note.id, event.currentTarget.checked && printable ? printable : null)}
    />
  );
}
