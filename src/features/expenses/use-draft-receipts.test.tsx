// @vitest-environment jsdom
import { act, useLayoutEffect } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '#domain/errors.ts';
import { drawnPage } from '#tests/support/drawn-page.ts';
import { useDraftReceipts } from './use-draft-receipts.ts';

const store = vi.hoisted(() => ({ kept: [] as unknown[], asked: [] as string[], answer: (() => null) as (id: string) => unknown }));
vi.mock('#data/receipts/use-draft-receipt-store.ts', () => {
  const asked = (what: string) => async (id: string | string[]) => {
    store.asked.push(`${what} ${String(id)}`);
    return store.answer(String(id));
  };
  const made = { prepare: asked('prepare'), tryAgain: asked('try again'), drop: asked('drop') };
  const all = { ...made, open: async () => store.kept, takeShared: async () => 0 };
  return { useDraftReceiptStore: () => all };
});

const { root } = drawnPage();
const now: { form: ReturnType<typeof useDraftReceipts> } = { form: undefined as never };
function Form() {
  const form = useDraftReceipts({ kind: 'edit', recordId: 'e' }, []);
  useLayoutEffect(() => void (now.form = form));
  return null;
}
const refuse = (reason: string, isKept: boolean) => () => {
  throw new AppError('file_type_refused', { reason, isKept });
};
const open = () => act(async () => root.render(<Form />));
beforeEach(() => Object.assign(store, { kept: [{ id: 'a', name: 'IMG_1.HEIC', made: null }], asked: [] }));

test('a photo that could not be read stays with its name until it is tried again, and becomes a receipt then', async () => {
  store.answer = refuse('heic_not_decodable', true);
  await open();
  expect(now.form.left).toEqual([{ id: 'a', name: 'IMG_1.HEIC', text: 'receipt.error.heic' }]);
  expect([now.form.refusals, now.form.preparing]).toEqual([[], []]);
  await act(async () => now.form.tryAgain(now.form.left[0]!));
  expect(now.form.left).toHaveLength(1);
  store.answer = (id) => ({ id, sha256: 'x' });
  await act(async () => now.form.tryAgain(now.form.left[0]!));
  expect([now.form.left, now.form.receipts.map(({ id }) => id)]).toEqual([[], ['a']]);
  expect(store.asked).toEqual(['prepare a', 'try again a', 'try again a']);
});

test('or until it is removed by a person; one that is refused is only told', async () => {
  store.answer = refuse('undecoded', true);
  await open();
  store.answer = () => undefined;
  await act(async () => now.form.giveUp(now.form.left[0]!));
  expect([now.form.left, store.asked]).toEqual([[], ['prepare a', 'drop a']]);
  act(() => root.render(null));
  store.answer = refuse('svg', false);
  await open();
  expect([now.form.left, now.form.refusals]).toEqual([[], ['receipt.error.svg']]);
});
