-- The figures of a month are kept when it is closed: what every report of that month is made of, as it was then. Nobody changes or deletes them;
-- a month that is opened and closed again gets new ones and keeps the former (`src/decisions/0018-figures-of-closed-months.md`).
-- `src/domain/reports` makes the same cells on the device.

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
create trigger keep_rows before update or delete on public.period_figures for each row execute function private.refuse_change_of_figures();
create trigger keep_all before truncate on public.period_figures for each statement execute function private.refuse_change_of_figures();

-- After the months they belong to. Whoever sees them could add them up: all three kinds of documents, and reports.
call private.make_synced('period_figures', 95, 'period_figures', '{}', '{}');
update private.synced_collections set view_key = 'reports.view', further_keys = '{invoices.view,payments.view,expenses.view}' where collection = 'period_figures';
create policy member_select on public.period_figures for select to authenticated
  using (company_id = any (array(
    select private.companies_with('reports.view') intersect select private.companies_with('invoices.view')
    intersect select private.companies_with('payments.view') intersect select private.companies_with('expenses.view'))));
revoke insert, update, delete, truncate on public.period_figures from service_role;

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
  private.keep_figures(public.periods, timestamptz), private.keep_missing_figures(), private.keep_figures_of_closing(),
  private.refuse_change_of_figures(), private.keep_money_day(), private.guard_advance() from public;
