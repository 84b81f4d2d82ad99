// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isInUse } from '#app/at-work.ts';
import { CompanyContext } from '#data/core/company-context.ts';
import type { NotesEdit } from '#data/invoices/invoices.commands.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { currentToasts, hideToast } from '#ui/toast.ts';
import { drawnPage } from '#tests/support/drawn-page.ts';
import { InternalNotes } from './InternalNotes.tsx';

const saved = vi.hoisted(() => ({ edits: [] as unknown[], answer: (_isSaved: boolean): void => undefined }));
vi.mock('#data/invoices/use-invoice-commands.ts', () => ({
  useInvoiceCommands: () => ({
    editInternalNotes: (edit: NotesEdit) => {
      saved.edits.push(edit);
      return new Promise((resolve) => void (saved.answer = resolve));
    },
  }),
}));

const { page, root } = drawnPage();
beforeEach(() => {
  saved.edits = [];
});
afterEach(() => {
  for (const { id } of currentToasts()) hideToast(id);
});

const access = { isOwner: true, isAdmin: true, keys: new Set() };
const show = (internal_notes: string) =>
  act(() =>
    root.render(
      <CompanyContext value={{ ctx: { access } } as never}>
        <BrowserRouter>
          <MantineProvider env="test">
            <InternalNotes invoice={{ id: 'i', status: 'draft', internal_notes } as Invoice} />
          </MantineProvider>
        </BrowserRouter>
      </CompanyContext>,
    ),
  );
const field = () => page.querySelector('textarea:not([aria-hidden])') as HTMLTextAreaElement;
const type = (text: string) =>
  act(() => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field(), text);
    field().dispatchEvent(new Event('input', { bubbles: true }));
  });
const save = () => act(async () => page.querySelector('button')?.click());
const answered = () => act(async () => saved.answer(true));
/** Left, as whoever goes on reading leaves it: the caret alone keeps a page too. */
const isKept = () => {
  field().blur();
  return isInUse(document);
};

test('notes that were typed hold the page until they are saved', async () => {
  show('');
  expect(isKept()).toBe(false);
  type('called');
  expect(isKept()).toBe(true);
  type('');
  expect(isKept()).toBe(false);
  type('called');
  await save();
  await answered();
  show('called');
  expect([saved.edits, isKept(), field().value]).toEqual([[{ id: 'i', opened: '', notes: 'called' }], false, 'called']);
});

test('what somebody else notes appears where nobody types; who types saves against what they saw', async () => {
  show('');
  show('theirs');
  expect(field().value).toBe('theirs');
  type('theirs, and mine');
  show('theirs anew');
  type('theirs, and mine too');
  await save();
  expect([field().value, saved.edits]).toEqual(['theirs, and mine too', [{ id: 'i', opened: 'theirs', notes: 'theirs, and mine too' }]]);
});

test('what is typed while notes are saved stays, against what was saved', async () => {
  show('');
  type('called');
  await save();
  type('called twice');
  await answered();
  show('called');
  expect([field().value, isKept()]).toEqual(['called twice', true]);
  await save();
  expect(saved.edits.at(-1)).toEqual({ id: 'i', opened: 'called', notes: 'called twice' });
});
