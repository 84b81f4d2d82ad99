-- What every report of a month is made of; `src/domain/reports` makes the same cells on the device.

/**
 * The day the money of an expense left, null while it has not: what an employee advanced leaves when it is reimbursed. In PL/pgSQL, whose body stays
 * prepared: an approval asks four times, and a function in SQL with a search path of its own is set up anew for each.
 */
create function private.money_day(p_expense public.expenses) returns date
  language plpgsql immutable set search_path = '' as $$
begin
  return case when p_expense.status = 'reimbursed' or p_expense.status = 'approved' and not p_expense.is_reimbursable
    then coalesce(private.payment_day(p_expense.paid_on, p_expense.booked_on), p_expense.booked_on, p_expense.expense_date) end;
end $$;

/**
 * The parts of a document, each with `net` and `tax`, in the currency of the books: tax by tax converted, net by net, and what the roundings leave of
 * the converted whole added to the largest net (of equal ones the first).
 */
create function private.converted_parts(p_parts jsonb, p_currency text, p_exchange jsonb) returns jsonb
  language plpgsql immutable set search_path = '' as $$
declare
  v_to text := p_exchange ->> 'currency';
  v_rate numeric := p_exchange ->> 'rate';
begin
  if p_exchange ? 'parts' then
    return (
      select coalesce(jsonb_agg(e.part || (p_exchange -> 'parts' -> (e.place - 1)::int) order by e.place), '[]')
      from jsonb_array_elements(p_parts) with ordinality e (part, place));
  end if;
  return (
    with parts as (
      select e.part, e.place, private.converted((e.part ->> 'net')::numeric, p_currency, v_rate, v_to) as net,
        private.converted((e.part ->> 'tax')::numeric, p_currency, v_rate, v_to) as tax,
        row_number() over (order by abs((e.part ->> 'net')::numeric) desc, e.place) as rank
      from jsonb_array_elements(p_parts) with ordinality e (part, place))
    select coalesce(jsonb_agg(p.part || jsonb_build_object('tax', p.tax, 'net', p.net + case when p.rank = 1 then s.rest else 0 end) order by p.place), '[]')
    from parts p cross join (select (p_exchange ->> 'amount')::numeric - sum(net + tax) as rest from parts) s);
end $$;

/** The tax of parts. */
create function private.parts_tax(p_parts jsonb) returns numeric
  language sql immutable set search_path = '' as $$
  select coalesce(sum((e.part ->> 'tax')::numeric), 0) from jsonb_array_elements(p_parts) e (part) $$;

/** What invoices that left the house add to a month: by the day of issue, and by the tax point; in the currency of the books (`EUR<USD`) as well. */
create function private.invoice_cells(p_company uuid, p_from date, p_to date) returns table (key text, n int, a numeric, b numeric, c numeric)
  language sql stable set search_path = '' as $$
  with its as (
    select i.*, (select coalesce(jsonb_agg(t.part order by t.place), '[]') from private.tax_parts(i.tax_breakdown, i.tax_mode) t) as parts
    from public.invoices i
    where i.company_id = p_company and i.status in ('issued', 'cancelled')
      and (i.issue_date between p_from and p_to or i.tax_point between p_from and p_to)),
  converted as (
    select i.issue_date, i.tax_point, i.currency, i.exchange, (i.exchange ->> 'amount')::numeric as gross,
      private.converted_parts(i.parts, i.currency, i.exchange) as parts
    from its i where i.exchange is not null),
  sides as (
    select i.issue_date, i.tax_point, i.currency, private.minor_units(i.currency) as minor, i.net_total as net, i.tax_total as tax, i.gross_total as gross, i.parts
    from its i
    union all
    select v.issue_date, v.tax_point, concat(v.exchange ->> 'currency', '<', v.currency), private.minor_units(v.exchange ->> 'currency'),
      v.gross - private.parts_tax(v.parts), private.parts_tax(v.parts), v.gross, v.parts
    from converted v)
  select concat_ws('|', 'invoiced', i.currency), 1, round(i.net * i.minor), round(i.tax * i.minor), round(i.gross * i.minor)
    from sides i where i.issue_date between p_from and p_to
  union all
  select concat_ws('|', 'point', i.currency), 1, round(i.gross * i.minor), null, null
    from sides i where coalesce(i.tax_point, i.issue_date) between p_from and p_to
  union all
  select concat_ws('|', d.what, i.currency, trim_scale((t.part ->> 'tax_rate')::numeric), coalesce(t.part ->> 'tax_category', '')), 1,
      round((t.part ->> 'net')::numeric * i.minor), round((t.part ->> 'tax')::numeric * i.minor), null
    from sides i cross join lateral jsonb_array_elements(i.parts) t (part)
      cross join lateral (values ('output', i.issue_date), ('supply', coalesce(i.tax_point, i.issue_date))) d (what, day)
    where d.day between p_from and p_to $$;

/**
 * What payments add to a month: by the day they count on, and what of the tax comes before its point; in the currency of the books (`EUR<USD`), by the
 * rate of the payment, as well, and there what was gained by the change of the rate.
 */
create function private.payment_cells(p_company uuid, p_from date, p_to date) returns table (key text, n int, a numeric, b numeric, c numeric)
  language sql stable set search_path = '' as $$
  with its as (
    select p.*, d.day, coalesce(p.tax_point, d.day) as point,
      d.day between p_from and p_to as is_in, date_trunc('month', d.day::timestamp) < date_trunc('month', p.tax_point::timestamp) as is_advance
    from public.payments p cross join lateral (select coalesce(p.booked_on, p.payment_date) as day) d
    where p.company_id = p_company
      and (p.payment_date between p_from and p_to or p.booked_on between p_from and p_to
        or p.tax_point > p.payment_date and p.tax_point between p_from and p_to)),
  sides as (
    select i.is_in, i.is_advance, i.point, i.tax_shares, i.currency as own, i.currency as label, i.currency as "in", 1::numeric as rate, i.amount, null::numeric as settled
    from its i
    union all
    select i.is_in, i.is_advance, i.point, i.tax_shares, i.currency, concat(i.exchange ->> 'currency', '<', i.currency), i.exchange ->> 'currency',
      (i.exchange ->> 'rate')::numeric, (i.exchange ->> 'amount')::numeric, (i.exchange ->> 'document_amount')::numeric
    from its i where i.exchange is not null),
  shares as (
    select i.is_in, i.is_advance, i.point between p_from and p_to as is_point,
      concat_ws('|', i.label, trim_scale((s.share ->> 'tax_rate')::numeric), coalesce(s.share ->> 'tax_category', ''), to_char(i.point, 'YYYY-MM')) as part,
      private.converted((s.share ->> 'net')::numeric, i.own, i.rate, i."in") * private.minor_units(i."in") as net,
      private.converted((s.share ->> 'tax')::numeric, i.own, i.rate, i."in") * private.minor_units(i."in") as tax
    from sides i cross join lateral jsonb_array_elements(i.tax_shares) s (share)
    where (s.share ->> 'net')::numeric <> 0 or (s.share ->> 'tax')::numeric <> 0)
  select concat_ws('|', 'received', i.label), 1, round(i.amount * private.minor_units(i."in")), null::numeric, null::numeric from sides i where i.is_in
  union all
  select concat_ws('|', 'fxresult', i.label), 1, round((i.amount - i.settled) * private.minor_units(i."in")), null, null
    from sides i where i.is_in and i.settled is not null
  union all
  select 'receipt|' || s.part, 1, round(s.net), round(s.tax), null from shares s where s.is_in
  union all
  select 'advance|' || s.part, x.sign, x.sign * round(s.net), x.sign * round(s.tax), null
    from shares s cross join lateral (values (1, s.is_in), (-1, s.is_point)) x (sign, counts) where s.is_advance and x.counts $$;

/**
 * What booked expenses add to a month: by the day they count on, and by the day the money left; in the currency of the books (`EUR<USD`) as well.
 * Whether they are paid yet is told by the latter alone.
 */
create function private.expense_cells(p_company uuid, p_from date, p_to date) returns table (key text, n int, a numeric, b numeric, c numeric)
  language sql stable set search_path = '' as $$
  with its as (
    select e.*, d.day between p_from and p_to as is_in,
      private.money_day(e) between p_from and p_to as is_paid, to_char(d.day, 'YYYY-MM') as counts_in,
      case when e.tax_lines <> '[]' then e.tax_lines else jsonb_build_array(jsonb_build_object(
        'category', case when e.tax_rate is null and e.tax_amount = 0 then 'none' else 'domestic' end, 'country', '', 'rate', e.tax_rate,
        'net', e.amount - e.tax_amount, 'tax', e.tax_amount, 'deductible_percent', 100)) end as parts
    from public.expenses e cross join lateral (select coalesce(e.booked_on, e.expense_date) as day) d
    where e.company_id = p_company and e.status in ('approved', 'reimbursed')
      and (e.expense_date between p_from and p_to or e.booked_on between p_from and p_to or e.paid_on between p_from and p_to)),
  sides as (
    select i.is_in, i.is_paid, i.counts_in, i.category_id, i.created_by, i.currency, private.minor_units(i.currency) as minor, i.amount, i.tax_amount, i.parts
    from its i
    union all
    select i.is_in, i.is_paid, i.counts_in, i.category_id, i.created_by, concat(i.exchange ->> 'currency', '<', i.currency),
      private.minor_units(i.exchange ->> 'currency'), (i.exchange ->> 'amount')::numeric, private.parts_tax(v.parts), v.parts
    from its i cross join lateral (select private.converted_parts(i.parts, i.currency, i.exchange) as parts) v where i.exchange is not null),
  lines as (
    select i.is_in, i.is_paid, i.counts_in, i.currency, i.category_id, l.line ->> 'category' as category, l.line ->> 'country' as country,
      coalesce(trim_scale((l.line ->> 'rate')::numeric)::text, '') as rate, round((l.line ->> 'net')::numeric * i.minor) as net,
      round((l.line ->> 'tax')::numeric * i.minor) as tax,
      -- Where the tax is owed and not on paper, the share of the net.
      round(round((l.line ->> case when l.line ->> 'category' in ('eu_acquisition', 'reverse_charge') then 'net' else 'tax' end)::numeric * i.minor)
        * (l.line ->> 'deductible_percent')::numeric * 0.01) as deductible
    from sides i cross join lateral jsonb_array_elements(i.parts) l (line))
  select concat_ws('|', 'expense', i.currency, 'approved', i.created_by), 1, round(i.amount * i.minor), round(i.tax_amount * i.minor), null::numeric
    from sides i where i.is_in
  union all
  select concat_ws('|', 'category', i.currency, coalesce(i.category_id::text, '')), 1, round(i.amount * i.minor), round(i.tax_amount * i.minor), null
    from sides i where i.is_in
  union all
  select concat_ws('|', 'given', l.currency, coalesce(l.category_id::text, ''), case when l.category = 'import' then '' else l.country end), 1, l.deductible, null, null
    from lines l where l.is_in and l.category in ('import', 'domestic')
  union all
  select concat_ws('|', 'input', l.currency, l.country, l.category, l.rate), 1, l.net, l.tax, l.deductible from lines l where l.is_in
  union all
  select concat_ws('|', 'paid', i.currency), 1, round(i.amount * i.minor), null, null from sides i where i.is_paid
  union all
  select concat_ws('|', 'inputpaid', l.currency, l.country, l.category, l.rate, l.counts_in), 1, l.net, l.tax, l.deductible from lines l where l.is_paid $$;

/**
 * The cells of a month (its first day) that reports are made of: `{invoices: {"invoiced|EUR": "3 30000 5700 35700", …}, payments: …, expenses: …}`,
 * and what reports read them by, as it is now: `company: {country, small_business}`.
 */
create function private.month_cells(p_company uuid, p_month date) returns jsonb
  -- Read with the plan that fits this company and month, each time.
  language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  v_to date := (p_month + interval '1 month')::date - 1;
begin
  return (
    with cells as (
      select 'invoices' as part, i.* from private.invoice_cells(p_company, p_month, v_to) i
      union all select 'payments', p.* from private.payment_cells(p_company, p_month, v_to) p
      union all select 'expenses', e.* from private.expense_cells(p_company, p_month, v_to) e),
    sums as (select c.part, c.key, concat_ws(' ', sum(c.n), sum(c.a), sum(c.b), sum(c.c)) as numbers from cells c group by 1, 2),
    parts as (select s.part, jsonb_object_agg(s.key, s.numbers) as its from sums s group by 1)
    select '{"invoices": {}, "payments": {}, "expenses": {}}'::jsonb || coalesce(jsonb_object_agg(p.part, p.its), '{}')
      || jsonb_build_object('company', (
        select jsonb_build_object('country', c.settings #>> '{company_details,address,country}', 'small_business', c.settings #>> '{tax,small_business}')
        from public.companies c where c.id = p_company))
    from parts p);
end $$;

revoke all on function
  private.money_day(public.expenses), private.converted_parts(jsonb, text, jsonb), private.parts_tax(jsonb), private.invoice_cells(uuid, date, date),
  private.payment_cells(uuid, date, date), private.expense_cells(uuid, date, date), private.month_cells(uuid, date) from public;
-- Checks, policies and triggers that run with the caller's rights call these.
grant execute on function private.money_day(public.expenses) to authenticated;
