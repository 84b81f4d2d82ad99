// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { AppError } from '#domain/errors.ts';
import '#platform/i18n/i18n.ts';
import { drawnPage } from '#tests/support/drawn-page.ts';
import { changedForms } from './changed-forms.ts';
import { fieldErrors, useRecordForm } from './use-record-form.ts';

const { page, root } = drawnPage();
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const noteSchema = z.object({ name: z.string().check(z.minLength(1, 'required')) });
const drawn = vi.fn<() => void>();
function Note({ submit, name = 'A note' }: { submit: (values: { name: string }) => Promise<unknown>; name?: string }) {
  const { form, formProps, formError, isSubmitting } = useRecordForm({ initialValues: { name }, schema: noteSchema, submit });
  drawn();
  return (
    <form {...formProps}>
      <input {...form.getInputProps('name')} aria-invalid={form.errors['name'] !== undefined} />
      <button type="submit">{isSubmitting ? 'sending' : 'save'}</button>
      <output>{formError}</output>
    </form>
  );
}
function open(submit: (values: { name: string }) => Promise<unknown>, name?: string): void {
  act(() => root.render(<Note submit={submit} {...(name !== undefined && { name })} />));
  drawn.mockClear();
}
const save = () => act(async () => page.querySelector('form')?.requestSubmit());
const type = (text: string) =>
  act(() => {
    const input = page.querySelector('input');
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
    input?.dispatchEvent(new Event('input', { bubbles: true }));
  });
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const said = () => page.querySelector('button')?.textContent;

test('a form that is saved in a moment is not drawn again before it is saved', async () => {
  const drawnUntil: number[] = [];
  open(async () => {
    await Promise.resolve();
    drawnUntil.push(drawn.mock.calls.length);
  });
  await save();
  await pass(1000);
  expect(drawnUntil).toEqual([0]);
});

test('a second press sends nothing until what came of the first is drawn', async () => {
  const submit = vi.fn<(values: { name: string }) => Promise<void>>().mockResolvedValue();
  open(submit);
  await act(async () => {
    page.querySelector('form')?.requestSubmit();
    await vi.advanceTimersByTimeAsync(0); // saved, and nothing is drawn yet
    page.querySelector('form')?.requestSubmit();
  });
  expect(submit).toHaveBeenCalledTimes(1);
  await save();
  expect(submit).toHaveBeenCalledTimes(2);
});

test('what takes longer is shown as under way until it is over, and is sent once', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const submit = vi.fn<(values: { name: string }) => Promise<void>>(() => promise);
  open(submit);
  await save();
  await save();
  expect(said()).toBe('save');
  await pass(250);
  expect(said()).toBe('sending');
  resolve();
  await pass(0);
  expect(said()).toBe('save');
  expect(submit).toHaveBeenCalledTimes(1);
});

test('what the schema refuses is said at its field and not sent; once it is right the field says so no more', async () => {
  const submit = vi.fn<(values: { name: string }) => Promise<void>>().mockResolvedValue();
  const isInvalid = () => page.querySelector('input')?.getAttribute('aria-invalid');
  open(submit, '');
  await save();
  expect(isInvalid()).toBe('true');
  expect(submit).not.toHaveBeenCalled();
  type('A name');
  await save();
  expect(isInvalid()).toBe('false');
  expect(submit.mock.calls).toEqual([[{ name: 'A name' }]]);
});

test('what the command refuses is said above the form, and may be sent again', async () => {
  const submit = vi.fn<(values: { name: string }) => Promise<void>>().mockRejectedValueOnce(new AppError('offline')).mockResolvedValue();
  open(submit);
  await save();
  expect(page.querySelector('output')?.textContent).toContain('offline');
  await save();
  expect(page.querySelector('output')?.textContent).toBe('');
  expect(submit).toHaveBeenCalledTimes(2);
});

const say = (key: string) => `«${key}»`;

test('an issue is said at its field, the first one of a field only', () => {
  const schema = z.object({
    name: z.string().check(z.minLength(1, 'required'), z.minLength(2, 'tooShort')),
    lines: z.array(z.object({ amount: z.number('invalidAmount') })),
  });
  const { error } = z.safeParse(schema, { name: '', lines: [{ amount: 'x' }] });
  expect(fieldErrors(error?.issues ?? [], say)).toEqual({ name: '«required»', 'lines.0.amount': '«invalidAmount»' });
});

test('a path may be a list or a text', () => {
  expect(fieldErrors([{ message: 'required', path: 'name' }], say)).toEqual({ name: '«required»' });
});

test('a form holds what was typed until it is saved, and what is typed after that', async () => {
  let isRefused = true;
  open(async () => {
    if (isRefused) throw new AppError('offline');
  });
  const held = () => changedForms().length;
  const steps = [held()];
  type('Another note');
  steps.push(held());
  await save();
  steps.push(held());
  isRefused = false;
  await save();
  steps.push(held());
  type('One more');
  steps.push(held());
  act(() => root.render(null));
  expect([...steps, held()]).toEqual([0, 1, 1, 0, 1, 0]);
});

test('what is typed while the form is sent is held on', async () => {
  let answer: () => void = () => undefined;
  open(() => new Promise<void>((resolve) => void (answer = resolve)));
  type('Another note');
  await save();
  type('Another note, longer');
  await act(async () => answer());
  expect(changedForms()).toHaveLength(1);
});
