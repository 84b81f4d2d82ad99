import { expect, test } from 'vitest';
import type { DeliveryNote } from './delivery-note.ts';
import { byDelivery, isNoteInState, type ListedNote } from './delivery-note-list.ts';

const listed = (
  note: Partial<DeliveryNote>,
  invoice: ListedNote['invoice'] = { id: 'i', number: 'RE-1', status: 'issued' },
): ListedNote => ({
  note: { id: 'n', delivery_date: '2026-02-01', created_at: '2026-02-01T08:00:00Z', delivered_on: null, ...note } as DeliveryNote,
  invoice,
});
const DRAFT = { id: 'd', number: null, status: 'draft' } as const;

test('what was not handed over is open, what was and has no number on an invoice is to be invoiced', () => {
  const notes = [
    listed({ id: 'open' }),
    listed({ id: 'open draft' }, DRAFT),
    listed({ id: 'done', delivered_on: '2026-02-02' }),
    listed({ id: 'draft', delivered_on: '2026-02-02' }, DRAFT),
    listed({ id: 'gone', delivered_on: '2026-02-02' }, null),
  ];
  const ids = (state: Parameters<typeof isNoteInState>[1]) => notes.filter((each) => isNoteInState(each, state)).map(({ note }) => note.id);
  expect([ids(null).length, ids('open'), ids('to_invoice')]).toEqual([5, ['open', 'open draft'], ['draft', 'gone']]);
});

test('the latest delivery stands first, of one day the one made last', () => {
  const notes = [
    listed({ id: 'a', delivery_date: '2026-01-01' }),
    listed({ id: 'b', created_at: '2026-02-01T07:00:00Z' }),
    listed({ id: 'c' }),
    listed({ id: 'd' }),
  ];
  expect(notes.toSorted(byDelivery).map(({ note }) => note.id)).toEqual(['d', 'c', 'b', 'a']);
});
