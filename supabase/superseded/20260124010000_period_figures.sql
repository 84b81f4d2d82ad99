-- The figures of a month are kept when it is closed: what every report of that month is made of, as it was then. Nobody changes or deletes them;
-- a month that is opened and closed again gets new ones and keeps the former (`src/decisions/0018-figures-of-closed-months.md`).
-- `src/domain/reports` makes the same cells on the device.

/** The keys that are needed beside `view_key`: all of them. */
alter table private.synced_collections add column further_keys text[] not null default '{}';

/** Those of the records whose ids are no news to the caller: they may have seen them. Lost rights lead to a snapshot, not here. */
create or replace function private.nameable(p_company uuid, p_collection text, p_ids uuid[]) returns uuid[]
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_me uuid := auth.uid();
  -- Asked once, not for each of a thousand ids.
  v_sees_open boolean;
  v_sees_hidden boolean;
begin
  select (s.view_key is null or p_company in (select private.companies_with(s.view_key)))
        and not exists (select from unnest(s.further_keys) k where p_company not in (select private.companies_with(k))),
      s.hidden_key is null or p_company in (select private.companies_with(s.hidden_key))
    into v_sees_open, v_sees_hidden
    from private.synced_collections s where s.collection = p_collection and p_company in (select private.my_companies());
  if not found then return '{}'; end if;
  return array(
    select l.row_id from private.change_log l
    where l.company_id = p_company and l.collection = p_collection and l.row_id = any (p_ids)
      and (l.was_open is null or l.author = v_me or (v_sees_open and (l.was_open or v_sees_hidden))));
end $$;

create table public.period_figures (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references public.companies (id) on delete cascade,
  period_id uuid not null,
  /** The first day of the month. */
  month date not null,
  /** The closing they belong to: `periods.decided_at`. Where they were made later (`created_at`), they are the figures as at then. */
  decided_at timestamptz,
  /** By collection and cell (`invoiced|EUR`) its integers: a count, then amounts in minor units, with a space between; and what they are read by. */
  cells jsonb not null check (jsonb_typeof(cells) = 'object' and octet_length(cells::text) <= 5242880),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  rev text not null default 'srv-' || gen_random_uuid() check (char_length(rev) between 1 and 80),
  unique (company_id, id),
  constraint period_figures_period_id_fkey foreign key (company_id, period_id) references public.periods (company_id, id) on delete cascade
);
create index period_figures_period_id_idx on public.period_figures (company_id, period_id, created_at);

-- What counts in a month is found without reading all of history: by the days that have had an index, and by these.
create index expenses_company_id_booked_on_idx on public.expenses (company_id, booked_on) where booked_on is not null;
create index expenses_company_id_paid_on_idx on public.expenses (company_id, paid_on) where paid_on is not null;
create index payments_company_id_booked_on_idx on public.payments (company_id, booked_on) where booked_on is not null;
create index payments_company_id_tax_point_idx on public.payments (company_id, tax_point) where tax_point > payment_date;
create index invoices_company_id_tax_point_idx on public.invoices (company_id, tax_point) where tax_point is not null;

/** The day the money of a booked expense left the company; null while nobody paid. What nobody dated counts with its booking. */
create function private.money_day(p_expense public.expenses) returns date
  language sql immutable set search_path = '' as $$
  select case when p_expense.status = 'reimbursed' or p_expense.status = 'approved' and not p_expense.is_reimbursable
    then coalesce(private.payment_day(p_expense.paid_on, p_expense.booked_on), p_expense.booked_on, p_expense.expense_date) end $$;

/** Decimals of a currency as a factor: 100 minor units of a euro. */
create function private.minor_units(p_currency text) returns numeric
  language sql immutable set search_path = '' as $$
  select power(10::numeric, private.currency_exponent(p_currency)) $$;

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

/** Keeps the figures of a closed month as they are now. */
create function private.keep_figures(p_period public.periods, p_at timestamptz) returns void
  language sql volatile security definer set search_path = '' as $$
  insert into public.period_figures (company_id, period_id, month, decided_at, cells, created_at, updated_at)
  values (p_period.company_id, p_period.id, p_period.month, p_period.decided_at, private.month_cells(p_period.company_id, p_period.month), p_at, p_at) $$;

/** The figures of what was closed before they were kept, or came with a seed: as at now. Returns of how many months. */
create function private.keep_missing_figures() returns int
  language plpgsql volatile security definer set search_path = '' as $$
declare
  v_period public.periods;
  v_count int := 0;
begin
  for v_period in
    select p.* from public.periods p
    where p.is_closed and not exists (
      select from public.period_figures f
      where f.company_id = p.company_id and f.period_id = p.id and f.decided_at is not distinct from p.decided_at)
    order by p.company_id, p.month
  loop
    perform private.keep_figures(v_period, now());
    -- The closing was entered without them.
    if exists (select from public.ledger_entries l where l.record_id = v_period.id and l.company_id = v_period.company_id) then
      perform private.append_to_ledger(v_period.company_id, 'carried_over', 'periods', v_period.id, private.day_text(v_period.month),
        private.period_facts(v_period, private.ledger_form('periods')));
    end if;
    v_count := v_count + 1;
  end loop;
  return v_count;
end $$;

/** In the transaction that closes the month, which holds the months alone by then: no booking is under way. */
create function private.keep_figures_of_closing() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and old.is_closed or not private.is_entered(new.company_id) then return null; end if;
  perform private.keep_figures(new, now());
  return null;
end $$;
create trigger keep_figures after insert or update on public.periods for each row when (new.is_closed) execute function private.keep_figures_of_closing();

/** What was kept stays, whoever asks; with its company it goes. */
create function private.refuse_change_of_figures() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' and not exists (select from public.companies c where c.id = old.company_id) then return old; end if;
  raise exception 'figures_are_kept' using errcode = '42501';
end $$;

-- After the months they belong to. Whoever sees them could add them up: all three kinds of documents, and reports.
call private.make_synced('period_figures', 95, 'period_figures', '{}', '{}');
update private.synced_collections set view_key = 'reports.view', further_keys = '{invoices.view,payments.view,expenses.view}' where collection = 'period_figures';
create policy member_select on public.period_figures for select to authenticated
  using (company_id = any (array(
    select private.companies_with('reports.view') intersect select private.companies_with('invoices.view')
    intersect select private.companies_with('payments.view') intersect select private.companies_with('expenses.view'))));
revoke insert, update, delete, truncate on public.period_figures from service_role;
create trigger keep_rows before update or delete on public.period_figures for each row execute function private.refuse_change_of_figures();
create trigger keep_all before truncate on public.period_figures for each statement execute function private.refuse_change_of_figures();

-- The closing's entry in the ledger holds the figures, that of a document what it is worth in the books.
create or replace function private.ledger_form(p_collection text) returns int language sql immutable as $$
  select case p_collection when 'companies' then 1 else 2 end $$;

create or replace function private.period_facts(p public.periods, p_form int) returns text[] language sql stable as $$
  select array[private.day_text(p.month), p.is_closed::text, p.reason, p.decided_by::text, private.instant_text(p.decided_at)]
    || case when p_form >= 2 then array[(
      select f.cells::text from public.period_figures f
      where p.is_closed and f.company_id = p.company_id and f.period_id = p.id and f.decided_at is not distinct from p.decided_at
      order by f.created_at desc, f.id limit 1)] else '{}' end $$;

/** What a closed month holds against a client's change: bookings of that month, and money that left on its days. */
create or replace function private.refuse_closed_expense(p_old public.expenses, p_new public.expenses) returns void
  language plpgsql volatile set search_path = '' as $$
begin
  -- Paying what was booked is no new booking.
  if p_new.status in ('approved', 'reimbursed') and (p_old.status in ('approved', 'reimbursed')) is not true then
    perform private.refuse_closed(p_new.company_id, coalesce(p_new.booked_on, p_new.expense_date), 'expense_date');
  end if;
  -- Noted or not: an approval that is taken back takes its money along.
  if private.money_day(p_new) is distinct from private.money_day(p_old)
    or ((p_new.paid_on, p_new.payment_method) is distinct from (p_old.paid_on, p_old.payment_method) and p_new.status = p_old.status) then
    perform private.refuse_closed(p_new.company_id, private.money_day(p_old), 'paid_on');
    perform private.refuse_closed(p_new.company_id, private.money_day(p_new), 'paid_on');
  end if;
end $$;

/** What the company paid and nobody dated is paid where it counts: when it is marked as paid after that month was closed, it stays there. */
create function private.keep_money_day() returns trigger
  language plpgsql set search_path = '' as $$
begin
  if current_user = 'authenticated' and old.status = 'approved' and new.status = 'reimbursed' and new.paid_on is null
    and private.is_closed(new.company_id, private.money_day(old)) then
    new.paid_on := private.money_day(old);
  end if;
  return new;
end $$;
-- Before `expense_lifecycle` (triggers run in the order of their names), which says today.
create trigger counted_money before update on public.expenses for each row execute function private.keep_money_day();

/** Money before the tax point counts in the month of that point as well: while that is closed, nothing of it comes, goes or changes. */
create function private.guard_advance() returns trigger
  language plpgsql set search_path = '' as $$
declare
  v_payment public.payments;
begin
  if current_user <> 'authenticated' then return coalesce(new, old); end if;
  if tg_op = 'UPDATE' and (new.payment_date, new.booked_on, new.tax_point, new.tax_shares) is not distinct from (old.payment_date, old.booked_on, old.tax_point, old.tax_shares) then
    return new;
  end if;
  foreach v_payment in array case tg_op when 'INSERT' then array[new] when 'DELETE' then array[old] else array[old, new] end loop
    if v_payment.tax_point > coalesce(v_payment.booked_on, v_payment.payment_date) then
      perform private.refuse_closed(v_payment.company_id, v_payment.tax_point, 'payment_date');
    end if;
  end loop;
  return coalesce(new, old);
end $$;
-- After `share_tax` (triggers run in the order of their names), which knows the tax point.
create trigger tax_point_open before insert or update or delete on public.payments for each row execute function private.guard_advance();

revoke all on function
  private.money_day(public.expenses), private.minor_units(text), private.converted_parts(jsonb, text, jsonb), private.parts_tax(jsonb), private.invoice_cells(uuid, date, date), private.payment_cells(uuid, date, date), private.expense_cells(uuid, date, date),
  private.month_cells(uuid, date), private.keep_figures(public.periods, timestamptz), private.keep_missing_figures(), private.keep_figures_of_closing(),
  private.refuse_change_of_figures(), private.keep_money_day(), private.guard_advance() from public;
grant execute on function private.money_day(public.expenses) to authenticated;

-- What is closed by now gets its figures as at this update.
select private.keep_missing_figures();
