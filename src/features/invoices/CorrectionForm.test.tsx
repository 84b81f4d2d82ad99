// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isInUse } from '#app/at-work.ts';
import { CompanyContext } from '#data/core/company-context.ts';
import { AppError } from '#domain/errors.ts';
import { draftCorrection } from '#domain/invoices/correction-draft.ts';
import { correctionLine, linesLeft } from '#domain/invoices/correction-lines.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { newId } from '#platform/ids/ids.ts';
import { invoiceOf } from '#tests/support/finance-records.ts';
import { drawnPage } from '#tests/support/drawn-page.ts';
import { type LocalCompany, localCompany } from '#tests/support/local-company.ts';
import { CorrectionForm } from './CorrectionForm.tsx';

const saved = vi.hoisted(() => ({ saves: [] as unknown[], isRefused: false }));
vi.mock('#data/account-settings/use-is-offline.ts', () => ({ useIsOffline: () => true }));
vi.mock('#data/invoices/use-invoice-commands.ts', () => ({
  useInvoiceCommands: () => ({
    saveCorrection: async (save: { id: string }) => {
      saved.saves.push(save);
      if (saved.isRefused) throw new AppError('conflict');
      return { id: save.id };
    },
  }),
}));

let company: LocalCompany;
afterEach(() => company.stop());
const { page, root } = drawnPage();
beforeEach(async () => {
  saved.saves = [];
  saved.isRefused = false;
  company = await localCompany();
});

const line = { product_id: null, unit: 'h', quantity: 10, unit_price: 5, discount_percent: 0, tax_rate: 19, exemption_reason: null };
const items = ['Konzept', 'Fahrt'].map((description, at) => ({
  ...line,
  id: newId(),
  position: at + 1,
  description,
  tax_category: 'S' as const,
}));
const original = invoiceOf({ corrections: [], items });
/** A draft that takes one of each line back. */
const draftOf = (reason: string): Invoice =>
  draftCorrection(invoiceOf(), original, {
    items: linesLeft(original, []).flatMap(
      (left) => correctionLine(left, { by: 'quantity', quantity: 1 }, { id: newId(), currency: 'EUR' }) ?? [],
    ),
    reason,
    createdBy: newId(),
  });
const field = () => page.querySelector('[aria-label="correct.reason"]') as HTMLInputElement;
/** Also what the device answers later is drawn. */
const becomes = (what: () => unknown, value: unknown) =>
  vi.waitFor(async () => {
    await act(async () => undefined);
    expect(await what()).toBe(value);
  });
const show = async (draft: Invoice | null) => {
  await act(async () =>
    root.render(
      <CompanyContext value={{ db: company.db, ctx: company.ctx } as never}>
        <BrowserRouter>
          <MantineProvider env="test">
            <CorrectionForm original={original} corrections={[]} draft={draft} />
          </MantineProvider>
        </BrowserRouter>
      </CompanyContext>,
    ),
  );
  await becomes(() => field() !== null, true);
};
/** The page is loaded anew. */
const reload = async (draft: Invoice | null) => {
  act(() => root.render(null));
  await show(draft);
};
const reason = () => field().value;
const type = (text: string) =>
  act(() => {
    const input = field();
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
const kept = () => company.db.device.drafts.count();
const press = (text: string) => act(async () => [...page.querySelectorAll('button')].find((each) => each.textContent === text)?.click());

test('[SYNC-26] a draft that changes while its form is open is saved against what the form showed, and an untouched line is the same line', async () => {
  const opened = draftOf('Returned');
  await show(opened);
  await show({ ...draftOf('Damaged'), id: opened.id });
  expect(isInUse(document)).toBe(false);
  await press('correct.draft');
  expect(saved.saves).toEqual([
    { id: opened.id, original, draft: opened, input: { items: opened.items, reason: 'Returned' }, isIssued: false },
  ]);
});

test('[SYNC-26] what was typed comes back after a conflict and a reload, against what the form showed then', async () => {
  const opened = draftOf('Returned');
  await show(opened);
  type('Returned, unopened');
  saved.isRefused = true;
  await press('correct.issue');
  await becomes(kept, 1);
  const newer = { ...draftOf('Damaged'), id: opened.id };
  await reload(newer);
  expect(reason()).toBe('Returned, unopened');
  saved.isRefused = false;
  await press('correct.draft');
  expect(saved.saves).toMatchObject([
    { draft: opened, isIssued: true },
    { draft: opened, isIssued: false, input: { reason: 'Returned, unopened' } },
  ]);
  await becomes(kept, 0);
});

test('what was typed into a correction that was not begun comes back with its invoice, as the same correction', async () => {
  await show(null);
  type('Returned');
  await becomes(kept, 1);
  await reload(draftOf('Damaged'));
  expect(reason()).toBe('Damaged');
  await reload(null);
  expect(reason()).toBe('Returned');
  const [row] = (await company.db.device.drafts.toArray()) as unknown as { values: { before: { id: string } } }[];
  const id = row?.values.before.id;
  await act(async () => page.querySelector<HTMLInputElement>('input[type=checkbox]')?.click());
  await press('correct.draft');
  expect(saved.saves).toMatchObject([{ id, draft: null }]);
});

test('a correction that nobody typed into is not kept', async () => {
  await show(draftOf('Returned'));
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect([await kept(), isInUse(document)]).toEqual([0, false]);
});
