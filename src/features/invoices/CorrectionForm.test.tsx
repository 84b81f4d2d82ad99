// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { isInUse } from '#app/at-work.ts';
import { CompanyContext } from '#data/core/company-context.ts';
import { draftCorrection } from '#domain/invoices/correction-draft.ts';
import { correctionLine, linesLeft } from '#domain/invoices/correction-lines.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { newId } from '#platform/ids/ids.ts';
import { invoiceOf } from '#tests/support/finance-records.ts';
import { drawnPage } from '#tests/support/drawn-page.ts';
import { CorrectionForm } from './CorrectionForm.tsx';

const saved = vi.hoisted(() => ({ saves: [] as unknown[] }));
vi.mock('#data/account-settings/use-is-offline.ts', () => ({ useIsOffline: () => true }));
vi.mock('#data/invoices/use-invoice-commands.ts', () => ({
  useInvoiceCommands: () => ({ saveCorrection: (save: unknown) => Promise.resolve(void saved.saves.push(save)) }),
}));

const { page, root } = drawnPage();
beforeEach(() => {
  saved.saves = [];
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
const show = (draft: Invoice) =>
  act(() =>
    root.render(
      <CompanyContext value={{ ctx: { newId } } as never}>
        <BrowserRouter>
          <MantineProvider env="test">
            <CorrectionForm original={original} corrections={[]} draft={draft} />
          </MantineProvider>
        </BrowserRouter>
      </CompanyContext>,
    ),
  );
const press = (text: string) => act(async () => [...page.querySelectorAll('button')].find((each) => each.textContent === text)?.click());

test('[SYNC-26] a draft that changes while its form is open is saved against what the form showed, and an untouched line is the same line', async () => {
  const opened = draftOf('Returned');
  show(opened);
  show({ ...draftOf('Damaged'), id: opened.id });
  expect(isInUse(document)).toBe(false);
  await press('correct.draft');
  expect(saved.saves).toEqual([
    { id: opened.id, original, draft: opened, input: { items: opened.items, reason: 'Returned' }, isIssued: false },
  ]);
});
