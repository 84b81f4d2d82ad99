// @vitest-environment jsdom
import { act, useLayoutEffect } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { CompanyContext } from '#data/core/company-context.ts';
import { AppError } from '#domain/errors.ts';
import { currentToasts, hideToast } from '#ui/toast.ts';
import { drawnPage } from '#tests/support/drawn-page.ts';
import { type Bulk, useBulk } from './use-bulk.ts';

type Left = { id: string; error: AppError };
type Outcome = { done: string[]; refused: Left[]; untried: Left[]; made: Map<string, unknown>; isKnown: boolean; undo: () => Promise<[]> };
const running = vi.hoisted(() => ({ shown: [] as unknown[], end: (() => undefined) as (outcome: unknown) => void }));
vi.mock('#data/core/bulk.ts', () => ({
  leftUndone: () => [],
  applyToAll: (_db: unknown, _name: string, { shown }: { shown: unknown[] }) => {
    running.shown = shown;
    return new Promise((resolve) => void (running.end = resolve));
  },
}));

const { root } = drawnPage();
const now: { bulk: Bulk<never> } = { bulk: undefined as never };
afterEach(() => {
  for (const { id } of currentToasts()) hideToast(id);
});

const row = (id: string, amount: number) => ({ id, amount }) as never;
function List({ rows, scope, isLoading }: { rows: never[]; scope: object; isLoading: boolean }) {
  const bulk = useBulk('expenses', scope, { rows, isLoading, nameOf: ({ id }) => id }) as unknown as Bulk<never>;
  useLayoutEffect(() => void (now.bulk = bulk));
  return null;
}
const show = (rows: never[], scope: object = {}, isLoading = false) =>
  act(() =>
    root.render(
      <CompanyContext value={{ db: {} } as never}>
        <List rows={rows} scope={scope} isLoading={isLoading} />
      </CompanyContext>,
    ),
  );
const choose = (...ids: string[]) => act(() => now.bulk.onChange(new Set(ids)));
const run = () => act(async () => void now.bulk.run(async () => undefined));
const end = (refused: string[] = [], done = ['a'], untried: string[] = [], isKnown = true) =>
  act(async () =>
    running.end({
      done,
      untried: untried.map((id) => ({ id, error: new AppError('no_company') })),
      refused: refused.map((id) => ({ id, error: new AppError('not_allowed') })),
      made: new Map(),
      isKnown,
      undo: async () => [],
    } satisfies Outcome),
  );
const ROWS = [row('a', 10), row('b', 20), row('c', 30)];

test('what is chosen while a command runs stays chosen, beside what it refused as that is by now', async () => {
  show(ROWS);
  choose('a', 'b');
  await run();
  expect([running.shown, now.bulk.isRunning]).toEqual([[row('a', 10), row('b', 20)], true]);
  choose('a', 'b', 'c');
  show([row('a', 11), row('b', 21), row('c', 31)]);
  await end(['b']);
  expect([now.bulk.records, now.bulk.isRunning]).toEqual([[row('b', 21), row('c', 30)], false]);
  expect(now.bulk.refusals.map(({ id }) => id)).toEqual(['b']);
  choose('c');
  expect(now.bulk.refusals).toEqual([]);
});

test('the next command runs on what was chosen meanwhile, and on nothing it ran on before', async () => {
  show(ROWS);
  choose('a');
  await run();
  choose('a', 'c');
  await end();
  await run();
  expect(running.shown).toEqual([row('c', 30)]);
  await end([], ['c']);
  expect(now.bulk.selected.size).toBe(0);
});

test('under another filter only that is chosen which was chosen there, whatever a command leaves that ran before', async () => {
  show(ROWS);
  choose('a', 'b');
  await run();
  show(ROWS, { status: 'pending' });
  expect(now.bulk.selected.size).toBe(0);
  choose('c');
  await end(['b']);
  expect([...now.bulk.selected]).toEqual(['c']);
});

test('what is chosen of the rows before, while those of another filter are looked for, is not chosen among them', () => {
  show(ROWS, { text: '' });
  choose('a');
  show(ROWS, { text: 'b' }, true);
  choose('a', 'b', 'c');
  expect([...now.bulk.selected]).toEqual(['a', 'b', 'c']);
  show([row('b', 20)], { text: 'b' });
  expect([...now.bulk.selected]).toEqual([]);
});

test('what is chosen stays while more of the same list is read', () => {
  show(ROWS);
  choose('a');
  show(ROWS, {}, true);
  show([...ROWS, row('d', 40)]);
  expect([...now.bulk.selected]).toEqual(['a']);
});

test('what a command did not come to is told apart from what it refused', async () => {
  show(ROWS);
  choose('a', 'b');
  await run();
  await end([], ['a']);
  expect(currentToasts()).toHaveLength(1);
  choose('b', 'c');
  await run();
  await end([], ['b'], ['c']);
  expect(currentToasts().map(({ type }) => type)).toContain('error');
  expect(now.bulk.refusals).toEqual([]);
});

test('a tab in which a command runs asks before it is closed, and not afterwards', async () => {
  const isAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  show(ROWS);
  choose('a');
  const steps = [isAsked()];
  await run();
  steps.push(isAsked());
  await end();
  expect([...steps, isAsked()]).toEqual([false, true, false]);
});

test.each([true, false])(
  'what was done is said, and taking it back offered only where it is known what came of it: %s',
  async (isKnown) => {
    show(ROWS);
    choose('a');
    await run();
    await end([], ['a'], [], isKnown);
    expect(currentToasts().map(({ type, action }) => [type, action !== undefined])).toEqual([['success', isKnown]]);
  },
);
