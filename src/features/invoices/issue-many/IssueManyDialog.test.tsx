// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { NEVER } from 'rxjs';
import { CompanyContext } from '#data/core/company-context.ts';
import type { IssueStep } from '#data/invoices/issue-many.ts';
import { drawnPage } from '#tests/support/drawn-page.ts';
import { IssueManyDialog } from './IssueManyDialog.tsx';
import type { Mailing } from './use-mail-many.ts';

type Batch = {
  readonly onStep: (steps: readonly IssueStep[]) => void;
  readonly signal: AbortSignal;
  readonly end: (steps: readonly IssueStep[]) => void;
};
const asked = vi.hoisted(() => ({ batches: [] as unknown[], mailing: null as unknown }));
vi.mock('#data/invoices/issue-many.ts', () => ({
  issueMany: (_db: unknown, batch: object) => new Promise((end) => void asked.batches.push({ ...batch, end })),
  watchFates: () => NEVER,
}));
vi.mock('#data/directory/use-directory.ts', () => ({ useDirectory: () => ({ value: { byId: new Map() } }) }));
vi.mock('#data/account-settings/use-is-offline.ts', () => ({ useIsOffline: () => false }));
vi.mock('#domain/invoices/issue-plan.ts', () => ({
  issuePlan: () => ({ ready: [{}, {}], held: [], company: { problems: [], count: 0 }, replaced: [] }),
}));
vi.mock('./PlanPart.tsx', () => ({ PlanPart: () => null }));
vi.mock('./use-mail-many.ts', () => ({ useMailMany: () => ({ mailing: asked.mailing, isOwnMissing: false, stop: () => undefined }) }));

const { page, root } = drawnPage();
const closed: string[] = [];
const show = () =>
  act(() =>
    root.render(
      <CompanyContext value={{ db: {}, ctx: {}, company: {} } as never}>
        <BrowserRouter>
          <MantineProvider env="test">
            <IssueManyDialog selected={[]} onClose={() => closed.push('asked')} onDone={() => closed.push('done')} />
          </MantineProvider>
        </BrowserRouter>
      </CompanyContext>,
    ),
  );
const isHeld = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
const press = (text: string) =>
  act(async () => [...page.querySelectorAll('button')].find(({ textContent }) => textContent === text)?.click());
const batch = () => asked.batches.at(-1) as Batch;
beforeEach(() => {
  [asked.batches.length, closed.length, asked.mailing] = [0, 0, null];
  show();
});

test('nobody leaves while invoices are issued without being asked, and before and afterwards everybody does', async () => {
  expect(isHeld()).toBe(false);
  await press('confirm');
  expect(isHeld()).toBe(true);
  await act(async () => {
    batch().onStep([{ id: 'a' }]);
    batch().end([{ id: 'a' }]);
  });
  expect(isHeld()).toBe(false);
});

test('nor while their mails are made', async () => {
  await press('confirm');
  await act(async () => batch().end([]));
  const mails = (isRunning: boolean): Mailing => ({ isRunning, total: 2, queued: ['a'], unaddressed: [], failed: [] });
  const held = [true, false].map((isRunning) => {
    asked.mailing = mails(isRunning);
    show();
    return isHeld();
  });
  expect(held).toEqual([true, false]);
});

test('stopping ends it before the next invoice, and what came of it is told before the dialog goes', async () => {
  await press('confirm');
  await press('stop');
  expect([batch().signal.aborted, closed]).toEqual([true, []]);
  await act(async () => batch().end([{ id: 'a' }]));
  await press('close');
  expect(closed).toEqual(['done']);
});
