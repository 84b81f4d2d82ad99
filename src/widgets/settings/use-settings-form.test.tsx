// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { currentToasts, hideToast } from '#ui/toast.ts';
import { drawnPage } from '#tests/support/drawn-page.ts';
import { useSettingsForm } from './use-settings-form.ts';

type Values = { name: string; days: string };
type Edit = { opened: Values; values: Values };
const { page, root } = drawnPage();
let edits: Edit[];
let answer: () => void;
beforeEach(() => {
  edits = [];
});
afterEach(() => {
  for (const { id } of currentToasts()) hideToast(id);
});

function Settings({ current }: { current: Values }) {
  const { form, formProps, isDirty, discard } = useSettingsForm<Values>({
    current,
    schema: undefined,
    save: (edit) => {
      edits.push(edit);
      return new Promise<void>((resolve) => void (answer = resolve));
    },
  });
  return (
    <form {...formProps}>
      <input {...form.getInputProps('name')} />
      <input {...form.getInputProps('days')} />
      <button type="button" onClick={discard}>
        discard
      </button>
      <output>{isDirty ? 'unsaved' : ''}</output>
    </form>
  );
}
const show = (name: string, days = '14') => act(() => root.render(<Settings current={{ name, days }} />));
const type = (text: string, field = 0) =>
  act(() => {
    const input = page.querySelectorAll('input')[field] as HTMLInputElement;
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
const save = () => act(async () => page.querySelector('form')?.requestSubmit());
const saved = () => act(async () => answer());
const shown = () => [...[...page.querySelectorAll('input')].map(({ value }) => value), page.querySelector('output')?.textContent];

test('what another device changes appears as long as nothing was typed, and leaves what was typed', async () => {
  show('Nord');
  show('Nordlicht');
  expect(shown()).toEqual(['Nordlicht', '14', '']);
  type('Nordlicht GmbH');
  show('Südlicht', '30');
  expect(shown()).toEqual(['Nordlicht GmbH', '14', 'unsaved']);
  await save();
  await saved();
  expect(edits).toEqual([{ opened: { name: 'Nordlicht', days: '14' }, values: { name: 'Nordlicht GmbH', days: '14' } }]);
  // What became of both: the command's own name, the other device's days.
  show('Nordlicht GmbH', '30');
  expect(shown()).toEqual(['Nordlicht GmbH', '30', '']);
});

test('what is typed while it is saved stays, unsaved, and is measured against what was saved', async () => {
  show('Nord');
  type('Nordlicht');
  await save();
  type('Nordlicht GmbH');
  await saved();
  show('Nordlicht');
  expect(shown()).toEqual(['Nordlicht GmbH', '14', 'unsaved']);
  await save();
  expect(edits.at(-1)).toEqual({ opened: { name: 'Nordlicht', days: '14' }, values: { name: 'Nordlicht GmbH', days: '14' } });
});

test('discarded, the form shows what holds now', () => {
  show('Nord');
  type('x');
  show('Nordlicht');
  act(() => page.querySelector('button')?.click());
  expect(shown()).toEqual(['Nordlicht', '14', '']);
});
