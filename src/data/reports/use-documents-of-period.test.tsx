// @vitest-environment jsdom
import { act, useLayoutEffect } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newRecord } from '#data/core/command-context.ts';
import { CompanyContext, type CompanyValue } from '#data/core/company-context.ts';
import { writeStored } from '#data/core/stored.ts';
import { AUTHOR, type LocalCompany, localCompany } from '#tests/support/local-company.ts';
import { expenseOf } from '#tests/sync/records.ts';
import { drawnPage } from '#tests/support/drawn-page.ts';
import { useExpensesOf, useExpensesWithBare } from './use-documents-of-period.ts';

let company: LocalCompany;
beforeEach(async () => {
  company = await localCompany();
});
afterEach(async () => {
  await company.stop();
});
const { root } = drawnPage();

const daysOf = (month: string) => ({ from: `${month}-01`, to: `${month}-31` });
/** What the hooks gave in each render, with the month that was asked for. */
const seen: [string, number | undefined, number | undefined][] = [];
function Reader({ month }: { month: string }) {
  const [all, both] = [useExpensesOf(daysOf(month)), useExpensesWithBare(daysOf(month))];
  useLayoutEffect(() => void seen.push([month, all?.length, both?.bare.length]));
  return null;
}
const show = (month: string) =>
  act(() =>
    root.render(
      <CompanyContext value={{ db: company.db } as CompanyValue}>
        <Reader month={month} />
      </CompanyContext>,
    ),
  );
const until = (said: [string, number, number]) =>
  vi.waitFor(async () => {
    await act(async () => undefined); // what arrived meanwhile is drawn
    expect(seen.at(-1)).toEqual(said);
  });
const store = (on: string, amount: number) => {
  const expense = {
    ...expenseOf({ ...newRecord(company.ctx), at: `${on}T09:00:00Z` }, 'Taxi', AUTHOR, null, amount),
    expense_date: on,
    status: 'approved' as const,
  };
  return writeStored(company.db, 'expenses', new Map([[expense.id, expense]]));
};

test('of another month nothing is said until it is read, not what the month before had', async () => {
  await store('2026-01-10', 1);
  await store('2026-01-11', 2);
  await store('2026-02-10', 3);
  show('2026-01');
  await until(['2026-01', 2, 2]);
  show('2026-02');
  await until(['2026-02', 1, 1]);
  const ofFebruary = seen.filter(([month]) => month === '2026-02').flatMap(([, all, bare]) => [all, bare]);
  expect(ofFebruary.filter((count) => count !== undefined && count !== 1)).toEqual([]);
  // What changes in the month that is shown stands until the new is read.
  const before = seen.length;
  await store('2026-02-11', 4);
  await until(['2026-02', 2, 2]);
  expect(seen.slice(before).flat()).not.toContain(undefined);
});
