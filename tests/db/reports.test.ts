import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Expense } from '#domain/expenses/expense.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import type { Payment } from '#domain/payments/payment.ts';
import { AGES, ageingOf } from '#domain/reports/ageing.ts';
import {
  type Books,
  bookedExpenses,
  cashByMonth,
  expensesByCategory,
  expensesByPerson,
  expensesIn,
  invoicedIn,
  type Scope,
} from '#domain/reports/books.ts';
import { countOf, originalsOf } from '#domain/reports/cell.ts';
import { foreignDocuments } from '#domain/reports/foreign-documents.ts';
import { outstandingOn } from '#domain/reports/outstanding-on.ts';
import { customerRows, productRows, profitRows, receivableRows, type ReportRow, vatRows, vendorRows } from '#domain/reports/report-rows.ts';
import { type VatAsked, vatIn } from '#domain/reports/vat.ts';
import { DEMO_COMPANIES } from '#local/seed/demo-companies.ts';
import { type BooksOfDemo, openBooksOfDemo, SPAN } from './books-of-demo.ts';

const BY_ISSUE: VatAsked = { basis: 'invoice_date', periods: [], country: 'DE' };
const TODAY = '2026-04-01';
let demo: BooksOfDemo;
beforeAll(async () => {
  demo = await openBooksOfDemo({ rates: true });
});
afterAll(() => demo.close());

const sql: BooksOfDemo['sql'] = (text, company) => demo.sql(text, company);
const each: BooksOfDemo['each'] = (company) => demo.each(company);
const companies = DEMO_COMPANIES.map(({ id, name }) => [name, id] as const);
const byKey = <T>(list: readonly T[], key: (entry: T) => string) => list.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));

const totalsOf = (rows: readonly ReportRow[], currency: string) =>
  rows.flatMap(({ key, values, kind }) => (kind === 'item' ? [{ currency, key, amounts: values.join(' ') }] : []));

test.each(companies)('cash of %s by month is what SQL adds up', async (_, id) => {
  const { its, scopes } = each(id);
  const rows = await sql(
    `with moved as (
       select to_char(payment_date, 'YYYY-MM') as month, currency, amount as received, 0 as paid from sides.payments where company_id = $1
       union all
       select to_char(coalesce(paid_on, expense_date), 'YYYY-MM'), currency, 0, amount from sides.expenses
       where company_id = $1 and (status = 'reimbursed' or (status = 'approved' and not is_reimbursable)))
     select month, currency, sum(received) as amount_in, sum(paid) as amount_out from moved group by 1, 2
     having sum(received) <> 0 or sum(paid) <> 0 order by 1, 2`,
    id,
  );
  const ours = scopes.flatMap((scope) =>
    cashByMonth(its, scope).flatMap(({ month, received, paid }) =>
      received === 0n && paid === 0n ? [] : [{ month, currency: scope.currency, amount_in: received, amount_out: paid }],
    ),
  );
  expect(byKey(ours, ({ month, currency }) => `${month} ${currency}`)).toEqual(rows);
  expect(rows.length).toBeGreaterThan(10);
});

test.each(companies)('sales of %s, and VAT by rate, are what SQL adds up', async (_, id) => {
  const { its, scopes } = each(id);
  const sales = await sql(
    `select currency, count(*)::int as count, sum(net_total) as net, sum(tax_total) as tax_sum, sum(gross_total) as gross
     from sides.invoices where company_id = $1 and number is not null group by 1 order by 1`,
    id,
  );
  const invoiced = scopes.map((scope) => ({ currency: scope.currency, ...invoicedIn(its, scope) })).filter(({ count }) => count > 0);
  expect(invoiced.map(({ tax, ...rest }) => ({ ...rest, tax_sum: tax }))).toEqual(sales);
  const output = await sql(
    `select currency, (b ->> 'tax_rate')::float as rate, nullif(coalesce(b ->> 'tax_category', case tax_mode when 'reverse_charge' then 'AE' when 'small_business' then 'E' else
         case when (b ->> 'tax_rate')::numeric > 0 then 'S' else '' end end), '') as category, count(*)::int as count, sum((b ->> 'net')::numeric) as net,
       sum((b ->> 'tax')::numeric) as tax_sum
     from sides.invoices, jsonb_array_elements(tax_breakdown) b where company_id = $1 and number is not null group by 1, 2, 3 order by 1, 2 desc, 3`,
    id,
  );
  expect(
    scopes.flatMap((scope) =>
      vatIn(its, scope, BY_ISSUE).output.map(({ tax, ...rest }) => ({ currency: scope.currency, ...rest, tax_sum: tax })),
    ),
  ).toEqual(output);
  const country = await demo.countryOf(id);
  const input = await sql(
    `select e.currency, l.country, l.category, l.rate, sum(l.count)::int as count, sum(l.net) as net, sum(l.tax) as tax_sum,
       sum(case when l.category = 'import' or (l.category = 'domestic' and l.country = '') then l.share else 0 end) as share_sum
     from sides.expenses e cross join lateral (
       select case when t ->> 'country' = '${country}' then '' else t ->> 'country' end as country, t ->> 'category' as category, (t ->> 'rate')::float as rate, 1 as count,
         (t ->> 'net')::numeric as net, (t ->> 'tax')::numeric as tax,
         round((t ->> 'tax')::numeric * (t ->> 'deductible_percent')::numeric * 0.01, private.currency_exponent(e.currency)) as share
       from jsonb_array_elements(e.tax_lines) t
       union all
       select '', case when e.tax_rate is null and e.tax_amount = 0 then 'none' else 'domestic' end, e.tax_rate::float, 1, e.amount - e.tax_amount, e.tax_amount, e.tax_amount
       where e.tax_lines = '[]') l
     where e.company_id = $1 and e.status in ('approved', 'reimbursed') group by 1, 2, 3, 4 order by 1, 4 desc nulls last, 3, 2`,
    id,
  );
  expect(
    scopes.flatMap((scope) =>
      vatIn(its, scope, { ...BY_ISSUE, country }).input.map(({ tax, deductible, ...rest }) => ({
        currency: scope.currency,
        ...rest,
        tax_sum: tax,
        share_sum: deductible,
      })),
    ),
  ).toEqual(input);
});

const BY_SUPPLY: VatAsked = { basis: 'tax_point', periods: [], country: 'DE' };
const BY_PAYMENT: VatAsked = { basis: 'tax_point', periods: [{ from: '1900-01', method: 'payment', filing: 'month' }], country: 'DE' };
/** VAT on sales of each month and currency that has some. */
const collectedBy = (its: Books, scopes: readonly Scope[], asked: VatAsked) =>
  scopes.flatMap(({ currency, months }) =>
    months.flatMap((month) => {
      const { collected } = vatIn(its, { currency, months: [month] }, asked);
      return collected === 0n ? [] : [{ month, currency, tax_sum: collected }];
    }),
  );

test.each(companies)('VAT of %s by supply, and by payment, is what SQL adds up', async (_, id) => {
  const { its, scopes } = each(id);
  const order = ({ month, currency }: { month?: unknown; currency?: unknown }) => `${String(month)} ${String(currency)}`;
  // What is paid in an earlier month than that of the supply counts there.
  const bySupply = await sql(
    `with points as (
       select *, case when document_type in ('cancellation', 'correction') then issue_date else coalesce(service_to, service_from, issue_date) end as point
       from sides.invoices where company_id = $1 and number is not null),
     shares as (
       select to_char(p.payment_date, 'YYYY-MM') as month, to_char(d.point, 'YYYY-MM') as point, p.currency, (s ->> 'tax')::numeric as tax
       from points d join sides.payments p on p.invoice_id = d.id and d.own = d.currency cross join jsonb_array_elements(p.tax_shares) s)
     select month, currency, sum(tax) as tax_sum from (
       select to_char(point, 'YYYY-MM') as month, currency, tax_total as tax from points
       union all select month, currency, tax from shares where month < point
       union all select point, currency, -tax from shares where month < point) counted
     group by 1, 2 having sum(tax) <> 0`,
    id,
  );
  expect(byKey(collectedBy(its, scopes, BY_SUPPLY), order)).toEqual(byKey(bySupply, order));
  const byPayment = await sql(
    `select to_char(p.payment_date, 'YYYY-MM') as month, p.currency, sum((s ->> 'tax')::numeric) as tax_sum
     from sides.payments p cross join jsonb_array_elements(p.tax_shares) s where p.company_id = $1 group by 1, 2 having sum((s ->> 'tax')::numeric) <> 0`,
    id,
  );
  expect(byKey(collectedBy(its, scopes, BY_PAYMENT), order)).toEqual(byKey(byPayment, order));
});

test.each(companies)('over all time VAT of %s by payment is that of what was paid, by supply that of what was issued', async (_, id) => {
  const { its: all, scopes } = each(id);
  // A payment is worth what the rate of its own day says.
  const its = { invoices: originalsOf(all.invoices), payments: originalsOf(all.payments), expenses: originalsOf(all.expenses) };
  const rows = await sql(
    `select currency, sum(tax_total) as tax_sum, sum((
         select sum(round((b ->> 'tax')::numeric * case when gross_total > 0 then least(gross_total, greatest(0, paid)) else greatest(gross_total, least(0, paid)) end / gross_total,
           private.currency_exponent(currency)))
         from jsonb_array_elements(tax_breakdown) b)) as tax_sum_paid
     from (select i.*, (select coalesce(sum(p.amount), 0) from public.payments p where p.invoice_id = i.id) as paid from public.invoices i
           where i.company_id = $1 and i.number is not null and i.gross_total <> 0) paid group by 1 order by 1`,
    id,
  );
  const sum = (scope: Scope, asked: VatAsked) => vatIn(its, scope, asked).collected;
  expect(
    scopes
      .map((scope) => ({ currency: scope.currency, tax_sum: sum(scope, BY_SUPPLY), tax_sum_paid: sum(scope, BY_PAYMENT) }))
      .filter(({ tax_sum, tax_sum_paid }) => tax_sum !== 0n || tax_sum_paid !== 0n),
  ).toEqual(rows.filter((row) => row['tax_sum'] !== 0n || row['tax_sum_paid'] !== 0n));
});

test('where the method changes nothing is taxed twice or never', () => {
  for (const [, id] of companies) {
    const { its, scopes } = each(id);
    for (const scope of scopes) {
      const of = (periods: VatAsked['periods']) => vatIn(its, scope, { ...BY_SUPPLY, periods }).collected;
      const late = { method: 'payment', filing: 'month' } as const;
      // What was supplied before the change is taxed whole, what came after as far as it is paid: in whichever month.
      const [supply, payment, changed] = [of([]), of([{ from: '1900-01', ...late }]), of([{ from: '2026-01', ...late }])];
      const back = of([
        { from: '1900-01', ...late },
        { from: '2026-01', method: 'supply', filing: 'month' },
      ]);
      expect(changed + back).toBe(supply + payment);
    }
  }
});

test.each(companies)('what customers owe %s, by age, is what SQL adds up', async (_, id) => {
  const { its, scopes } = each(id);
  const rows = await sql(
    `select currency, case when late <= 0 then 'not_due' when late <= 30 then '1_30' when late <= 60 then '31_60' when late <= 90 then '61_90' else 'over_90' end as age,
       count(*)::int as count, sum(gross_total - paid) as owed
     from (select i.currency, date '${TODAY}' - i.due_date as late, i.gross_total,
             private.converted(coalesce((select sum(p.amount) from public.payments p where p.invoice_id = i.id), 0), i.own, i.rate, i.currency) as paid
           from sides.invoices i where i.company_id = $1 and i.status = 'issued' and i.document_type = 'invoice') open
     where paid < gross_total and gross_total > 0 group by 1, 2`,
    id,
  );
  const ours = scopes.flatMap(({ currency }) => {
    const ageing = ageingOf(its.invoices, { currency, today: TODAY });
    return AGES.map((age) => ({ currency, age, ...ageing[age] })).filter(({ count }) => count > 0);
  });
  const key = (row: Record<string, unknown>) => `${String(row['currency'])} ${String(row['age'])}`;
  expect(byKey(ours, key)).toEqual(byKey(rows, key));
  expect(rows.length).toBeGreaterThan(0);
});

const DAYS = ['2024-12-31', '2025-06-15', '2025-12-31', '2026-02-28', '2026-03-31'];

test.each(companies)('what each customer owed %s on an earlier day, by age, is what SQL adds up', async (_, id) => {
  const { scopes } = each(id);
  const of = <T>(collection: string) => demo.documentsOf<T>(id, collection);
  const cancelledOn = new Map(of<Invoice>('invoices').map((invoice) => [invoice.id, invoice.issue_date ?? '']));
  let lines = 0;
  for (const day of DAYS) {
    const late = of<Payment>('payments').filter(({ payment_date: on }) => on > day);
    const standing = outstandingOn(day, of<Invoice>('invoices'), { payments: late, cancelledOn });
    const ours = scopes.flatMap(({ currency }) => totalsOf(receivableRows(standing, currency, day), currency));
    const rows = await sql(
      `select currency, 'customer|' || customer_id as key, ${AGES.map((age, n) => `coalesce(sum(gross_total - paid) filter (where age = ${n}), 0) as owed_${age}`).join(', ')},
         sum(gross_total - paid) as owed
       from (select i.currency, i.customer_id, i.gross_total, least(4, greatest(0, ceil((date '${day}' - i.due_date) / 30.0)))::int as age,
               private.converted(coalesce((select sum(p.amount) from public.payments p where p.invoice_id = i.id and p.payment_date <= '${day}'), 0), i.own, i.rate, i.currency) as paid
             from sides.invoices i left join public.invoices c on c.id = i.cancelled_by_id
             where i.company_id = $1 and i.number is not null and i.document_type = 'invoice' and i.issue_date <= '${day}'
               and coalesce(c.issue_date, 'infinity') > '${day}') open
       where paid < gross_total and gross_total > 0 group by 1, 2`,
      id,
    );
    const theirs = rows.map(({ currency, key, ...owed }) => ({ currency, key, amounts: Object.values(owed).join(' ') }));
    const key = (row: Record<string, unknown>) => `${String(row['currency'])} ${String(row['key'])}`;
    expect(byKey(ours, key)).toEqual(byKey(theirs, key));
    lines += rows.length;
  }
  expect(lines).toBeGreaterThan(3);
});

test.each(companies)('expenses of %s by category, by person and by state are what SQL adds up', async (_, id) => {
  const { its, scopes } = each(id);
  for (const [by, list] of [
    ['category_id', expensesByCategory],
    ['created_by', expensesByPerson],
  ] as const) {
    const rows = await sql(
      `select currency, coalesce(${by}::text, '') as id, count(*)::int as count, sum(amount) as gross, sum(tax_amount) as tax_sum
       from sides.expenses where company_id = $1 and status in ('approved', 'reimbursed') group by 1, 2`,
      id,
    );
    const ours = scopes.flatMap((scope) =>
      list(its, scope).map(({ tax, ...rest }) => ({ currency: scope.currency, ...rest, tax_sum: tax })),
    );
    const key = (row: Record<string, unknown>) => `${String(row['currency'])} ${String(row['id'])}`;
    expect(byKey(ours, key)).toEqual(byKey(rows, key));
  }
  const states = await sql(
    'select currency, status, count(*)::int as count, sum(amount) as amount from sides.expenses where company_id = $1 group by 1, 2',
    id,
  );
  for (const { currency, status, count, amount } of states)
    expect(expensesIn(its, { status: status as 'pending', currency: String(currency) })).toEqual({ count, amount });
  for (const scope of scopes) {
    const byCategory = expensesByCategory(its, scope).reduce((sum, { gross }) => sum + gross, 0n);
    expect(bookedExpenses(its, scope).gross).toBe(byCategory);
  }
});

test.each(companies)('drafts of %s are counted apart', async (_, id) => {
  const { its } = each(id);
  const [row] = await sql(
    `select 'EUR' as currency, count(*)::int as count from public.invoices where company_id = $1 and status = 'draft'`,
    id,
  );
  expect(countOf(its.invoices, 'draft', ([status]) => status === 'draft')).toBe(row?.['count']);
});

test.each(companies)('sales of %s by customer and by product, and expenses by vendor, are what SQL adds up', async (_, id) => {
  const { scopes } = each(id);
  const of = <T>(collection: string) => demo.documentsOf<T>(id, collection);
  const key = (row: Record<string, unknown>) => `${String(row['currency'])} ${String(row['key'])}`;
  const asked = async (text: string) =>
    byKey(
      (await sql(text, id)).map(({ currency, key: name, net, tax_sum, gross }) => ({
        currency,
        key: name,
        amounts: ([net, tax_sum, gross] as (bigint | undefined)[]).filter((value) => value !== undefined).join(' '),
      })),
      key,
    );
  expect(
    byKey(
      scopes.flatMap(({ currency }) => totalsOf(customerRows(of<Invoice>('invoices'), currency), currency)),
      key,
    ),
  ).toEqual(
    await asked(`select currency, 'customer|' || customer_id as key, sum(net_total) as net, sum(tax_total) as tax_sum, sum(gross_total) as gross
      from sides.invoices where company_id = $1 and number is not null group by 1, 2`),
  );
  expect(
    byKey(
      scopes.flatMap(({ currency }) => totalsOf(productRows(of<Invoice>('invoices'), currency), currency)),
      key,
    ),
  ).toEqual(
    await asked(`select i.currency, 'product|' || coalesce(l.product_id::text, '') as key,
        sum(l.net) as net
      from sides.invoices i join sides.invoice_items l on l.invoice_id = i.id and l.currency = i.currency where i.company_id = $1 and i.number is not null group by 1, 2`),
  );
  expect(
    byKey(
      scopes.flatMap(({ currency }) => totalsOf(vendorRows(of<Expense>('expenses'), currency), currency)),
      key,
    ),
  ).toEqual(
    await asked(`select currency, 'vendor|' || coalesce(vendor_id::text, '') as key, sum(amount - tax_amount) as net, sum(tax_amount) as tax_sum,
        sum(amount) as gross
      from sides.expenses where company_id = $1 and status in ('approved', 'reimbursed') group by 1, 2`),
  );
});

/** What is to be paid of tax owed on purchases at 10 %: of a company that deducts, and of a small business. Rounded by month and category. */
async function owedInSql(id: string, { currency }: { readonly currency: string }): Promise<[bigint, bigint]> {
  const [row] = await sql(
    `select '${currency}' as currency, coalesce(sum(tax - share), 0) as regular_amount, coalesce(sum(tax), 0) as small_amount
     from (
       select round(sum(net) * 0.1, max(places)) as tax, round(sum(round(net * share, places)) * 0.1, max(places)) as share
       from (
         select date_trunc('month', e.expense_date) as month, t ->> 'category' as category, (t ->> 'net')::numeric as net,
           (t ->> 'deductible_percent')::numeric * 0.01 as share, private.currency_exponent(e.currency) as places
         from sides.expenses e cross join lateral jsonb_array_elements(e.tax_lines) t
         where e.company_id = $1 and e.status in ('approved', 'reimbursed') and e.currency = '${currency}' and t ->> 'category' in ('reverse_charge', 'eu_acquisition')) l
       group by month, category) months`,
    id,
  );
  const { regular_amount: regular = 0n, small_amount: small = 0n } = row as Record<string, bigint>;
  return [regular, small];
}

test.each(companies)('profit and VAT to pay of %s are what SQL adds up, with and without input VAT', async (_, id) => {
  const { its, scopes } = each(id);
  const country = await demo.countryOf(id);
  for (const scope of scopes) {
    const [row] = await sql(
      `select '${scope.currency}' as currency,
         coalesce((select sum(net_total) from sides.invoices where company_id = $1 and number is not null and currency = '${scope.currency}'), 0) as net,
         coalesce((select sum(tax_total) from sides.invoices where company_id = $1 and number is not null and currency = '${scope.currency}'), 0) as tax_sum,
         coalesce((select sum((exchange ->> 'amount')::numeric - (exchange ->> 'document_amount')::numeric) from public.payments
           where company_id = $1 and exchange ->> 'currency' = '${scope.currency}'), 0) as gained_amount,
         coalesce(sum(amount), 0) as gross,
         coalesce(sum(case when tax_lines = '[]' then tax_amount else (
           select coalesce(sum(round((t ->> 'tax')::numeric * (t ->> 'deductible_percent')::numeric * 0.01, private.currency_exponent(currency))), 0)
           from jsonb_array_elements(tax_lines) t
           where t ->> 'category' = 'import' or (t ->> 'category' = 'domestic' and t ->> 'country' in ('', '${country}'))) end), 0) as share_sum
       from sides.expenses where company_id = $1 and status in ('approved', 'reimbursed') and currency = '${scope.currency}'`,
      id,
    );
    const { net = 0n, tax_sum: tax = 0n, gross = 0n, share_sum: share = 0n, gained_amount: gained = 0n } = row as Record<string, bigint>;
    const last = (rows: readonly ReportRow[]) => rows.findLast(({ kind }) => kind === 'total')?.values.at(-1);
    const vat = { ...BY_ISSUE, country, standardRateOn: () => null };
    // Of what is owed on purchases at 10 %, the share that is not deducted is a cost; a small business deducts nothing.
    const profit = { basis: 'accrual', country, standardRateOn: () => 10 } as const;
    const [ofRegular, ofSmall] = await owedInSql(id, scope);
    expect(last(profitRows(its, scope, { ...profit, isSmallBusiness: false }))).toBe(net - (gross - share) + gained - ofRegular);
    expect(last(profitRows(its, scope, { ...profit, isSmallBusiness: true }))).toBe(net - gross + gained - ofSmall);
    expect(last(vatRows(its, scope, { ...vat, isSmallBusiness: false }))).toBe(tax - share);
    expect(last(vatRows(its, scope, { ...vat, isSmallBusiness: true }))).toBe(tax);
  }
});

test.each(companies)(
  'documents of %s in foreign currencies, with what they are worth and those without a rate, are what SQL counts',
  async (name, id) => {
    const { its } = each(id);
    const own = name.startsWith('Brightwater') ? 'GBP' : 'EUR';
    const kinds = ['issued', 'supplied', 'received', 'spent'] as const;
    const months = SPAN.filter((month) => month >= '2025');
    const ours = foreignDocuments(its, { currency: own, months }, kinds).map(({ amount, inBooks, ...rest }) => ({
      ...rest,
      amount,
      books_amount: inBooks,
    }));
    const of = (kind: string, day: string, from: string) => `
    select '${kind}' as kind, currency, amount, exchange from (select ${day} as day, currency, exchange, ${from}) ${kind}
    where currency <> '${own}' and day >= '2025-01-01'`;
    // Amounts are read with the decimals of the documents' currency.
    const rows = await demo.sql(
      `with told as (
       ${of('issued', 'issue_date', 'gross_total as amount from public.invoices where company_id = $1 and number is not null')} union all
       ${of('supplied', 'coalesce(tax_point, issue_date)', 'gross_total as amount from public.invoices where company_id = $1 and number is not null')} union all
       ${of('received', 'payment_date', 'amount from public.payments where company_id = $1')} union all
       ${of('spent', 'expense_date', "amount from public.expenses where company_id = $1 and status in ('approved', 'reimbursed')")})
     select kind, currency, count(*)::int as count, (count(*) filter (where exchange is null))::int as missing, sum(amount) as amount,
       coalesce(sum((exchange ->> 'amount')::numeric), 0) * power(10, 2 - private.currency_exponent(currency)) as books_amount
     from told group by 1, 2`,
      id,
    );
    const key = ({ kind, currency }: { kind?: unknown; currency?: unknown }) => `${String(kind)} ${String(currency)}`;
    expect(byKey(ours, key)).toEqual(byKey(rows, key));
    expect(rows.filter(({ missing }) => Number(missing) > 0).length).toBe(name.startsWith('Nordlicht') ? 6 : 0);
  },
);
