import { MantineProvider } from '@mantine/core';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { EMPTY, firstValueFrom } from 'rxjs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { CompanyContext, type CompanyValue } from '#data/core/company-context.ts';
import { writeStored } from '#data/core/stored.ts';
import type * as Observing from '#data/core/use-observable.ts';
import { knownListView } from '#data/list-view/list-view.ts';
import { syncSummary$ } from '#data/sync/status.ts';
import { companySchema } from '#domain/companies/company.ts';
import type { RecordIn } from '#domain/registry.ts';
import { expenseOf, invoiceOf } from '#tests/support/finance-records.ts';
import { COLLEAGUE, type LocalCompany, localCompany } from '#tests/support/local-company.ts';
import type { AppRoute } from './app-route.ts';
import { routeOf, routes } from './routes.tsx';

/** What was asked while drawing and had no answer yet. */
const open = vi.hoisted(() => new Array<string>());
vi.mock('#data/core/use-observable.ts', async (original) => {
  const { useObservable } = await original<typeof Observing>();
  const watched: typeof useObservable = (make, deps, subject) => {
    const observed = useObservable(make, deps, subject);
    const asks = new Error(String(make)).stack ?? '';
    // What a list comes to follows its rows.
    if (observed.value === undefined && make() !== EMPTY && !asks.includes('at useTotal')) open.push(asks);
    return observed;
  };
  return { useObservable: watched };
});

let company: LocalCompany;
beforeEach(async () => {
  company = await localCompany();
});
afterEach(() => company.stop());

async function store<N extends 'expenses' | 'invoices'>(name: N, records: RecordIn<N>[]) {
  await writeStored(company.db, name, new Map(records.map((record) => [record.id, record])));
}

const OF_FIGURES = ['/', '/finance/dashboard'];
const lists = routes.filter(({ path, readAhead }) => readAhead && !OF_FIGURES.includes(path));

/** What the first draw asks and finds no answer to. */
async function openAtFirstDraw({ path, page, readAhead }: AppRoute, search = ''): Promise<string[]> {
  await page.preload();
  const { db, ctx } = company;
  await firstValueFrom(syncSummary$(db)); // as who opens the company does
  await readAhead?.({ db, ctx: Promise.resolve(ctx), search: new URLSearchParams(search) });
  open.length = 0;
  const value = { db, ctx, company: { id: ctx.companyId, settings: z.parse(companySchema.shape.settings, {}) } };
  renderToString(
    <MantineProvider>
      <MemoryRouter initialEntries={[`${path}${search}`]}>
        <CompanyContext value={value as CompanyValue}>
          <page.Page />
        </CompanyContext>
      </MemoryRouter>
    </MantineProvider>,
  );
  return open;
}

test.each(lists)('the first draw of $path has all that it asks', async (route) => {
  expect(await openAtFirstDraw(route)).toEqual([]);
  // How the person looks at a list is no question to the company's database.
  expect(knownListView(company.db.device, route.path)).toBeDefined();
});

test.each(OF_FIGURES)('%s has what is overdue, what waits for a decision, and what was spent', async (path) => {
  const { ctx } = company;
  await store('expenses', [expenseOf({ created_by: COLLEAGUE, expense_date: ctx.today() })]);
  await store('invoices', [invoiceOf({ gross_total: 119 })]);
  expect(await openAtFirstDraw(routeOf(path) as AppRoute)).toEqual([]);
  expect(await openAtFirstDraw({ ...(routeOf('/finance/dashboard') as AppRoute), readAhead: () => Promise.resolve() })).toEqual([]);
});

test.each([
  ['/finance/expenses', '?status=pending', '?q=train', '?sort=vendor'],
  ['/finance/invoices', '?state=overdue', '?q=train', '?sort=customer'],
  ['/finance/payments', '?method=cash', '?q=train', '?sort=invoice'],
])('of %s those rows are read that an index has in their order, and none that have to be looked for', async (path, read, ...lookedFor) => {
  const route = routeOf(path) as AppRoute;
  expect(await openAtFirstDraw(route, read)).toEqual([]);
  for (const search of lookedFor) expect(await openAtFirstDraw(route, search)).toEqual([expect.stringContaining('useGrowingList')]);
});
