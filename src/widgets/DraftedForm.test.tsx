// @vitest-environment jsdom
import { MantineProvider, TextInput } from '@mantine/core';
import { act, useState } from 'react';
import { flushSync } from 'react-dom';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CompanyContext } from '#data/core/company-context.ts';
import { currentToasts, hideToast } from '#ui/toast.ts';
import { drawnPage } from '#tests/support/drawn-page.ts';
import { DraftedForm } from './DraftedForm.tsx';
import type { Drafted } from './WithDraft.tsx';

type Values = { name: string };
const { page, root } = drawnPage();
let kept: string[];
let isFull: boolean;
/** As if another tab had saved the same record. */
let taken: () => void;
beforeEach(() => {
  vi.useFakeTimers();
  kept = [];
  isFull = false;
});
afterEach(() => {
  for (const { id } of currentToasts()) hideToast(id);
  vi.useRealTimers();
});

const shelf = {
  keep: async (_: unknown, __: unknown, { values }: { values: Values }) => void kept.push(values.name),
  beginSaving: async () => {
    kept.push('saving');
    if (isFull) throw new Error('no room');
  },
  discard: async () => void kept.push('discarded'),
  onGone: (_: unknown, __: unknown, listener: () => void) => {
    taken = listener;
    return () => undefined;
  },
};
const drafted = {
  recordId: 'a',
  restoredAt: null,
  shelf,
  startOver() {},
  draft: { before: { name: '' }, values: { name: '' } },
} as unknown as Drafted<Values>;
const schema = { '~standard': { validate: (value: unknown) => ({ value }) } } as never;

/** A form that gives way to the next page as soon as `onSave` is through, as pages do whose code is here. */
function Place({ onSave, kind }: { onSave: (values: Values) => Promise<unknown>; kind: 'new' | 'edit' }) {
  const [isSaved, setSaved] = useState(false);
  const save = async (values: Values) => {
    await onSave(values);
    flushSync(() => setSaved(true));
  };
  if (isSaved) return <h1>saved</h1>;
  return (
    <DraftedForm<Values> drafted={{ ...drafted, kind }} saveLabel="Save" cancelTo="/" onSave={save} schema={schema}>
      {(form) => <TextInput aria-label="Name" {...form.getInputProps('name')} />}
    </DraftedForm>
  );
}
const show = (onSave: (values: Values) => Promise<unknown>, kind: 'new' | 'edit' = 'new') =>
  act(() =>
    root.render(
      <CompanyContext value={{ db: {} } as never}>
        <MemoryRouter>
          <MantineProvider env="test">
            <Place onSave={onSave} kind={kind} />
          </MantineProvider>
        </MemoryRouter>
      </CompanyContext>,
    ),
  );
const type = (text: string) =>
  act(() => {
    const field = page.querySelector('input') as HTMLInputElement;
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
const pause = () => act(() => vi.advanceTimersByTimeAsync(250));
const press = () => act(async () => page.querySelector<HTMLButtonElement>('button[type=submit]')?.click());
const said = () => currentToasts().map(({ text }) => text);

test('what was saved is no draft: nothing says that one is kept, and what was typed last is not kept after it', async () => {
  show(async () => undefined);
  type('Teehaus');
  await pause();
  type('Teehaus Kühl');
  await press();
  expect(page.querySelector('h1')?.textContent).toBe('saved');
  await pause();
  expect([said(), kept]).toEqual([[], ['Teehaus', 'saving', 'discarded']]);
});

test('what was refused is kept on, with what was typed last', async () => {
  show(() => Promise.reject(new Error('refused')));
  type('Teehaus');
  await pause();
  type('Teehaus Kühl');
  await press();
  expect(kept).toEqual(['Teehaus', 'saving', 'Teehaus Kühl']);
  act(() => root.render(null));
  await pause();
  expect([said(), kept]).toEqual([['draft.left'], ['Teehaus', 'saving', 'Teehaus Kühl']]);
});

test('a draft that another tab took away is kept again, unless nothing was typed or it is saved', async () => {
  show(async () => undefined);
  act(() => taken());
  type('Teehaus');
  await pause();
  act(() => taken());
  expect(kept).toEqual(['Teehaus', 'Teehaus']);
  await press();
  act(() => taken());
  expect(kept).toEqual(['Teehaus', 'Teehaus', 'saving', 'discarded']);
});

test('where the device has no room to note that it is being saved, it is saved all the same', async () => {
  isFull = true;
  show(async () => undefined);
  type('Teehaus');
  await press();
  expect(page.querySelector('h1')?.textContent).toBe('saved');
});

test('nobody waits until it is noted, and of an edit nothing is', async () => {
  const { beginSaving } = shelf;
  shelf.beginSaving = () => new Promise(() => undefined);
  show(async () => undefined);
  type('Teehaus');
  await press();
  expect(page.querySelector('h1')?.textContent).toBe('saved');
  shelf.beginSaving = beginSaving;
  act(() => root.render(null));
  show(async () => undefined, 'edit');
  type('Teehaus');
  await press();
  expect([page.querySelector('h1')?.textContent, kept]).toEqual(['saved', ['discarded', 'discarded']]);
});
