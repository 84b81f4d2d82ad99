-- Expenses: number, rights, and the lifecycle of DESIGN §7. `src/domain/expenses` decides the same on the device; the server has the last word.

/** Last number given per company, kind and year (0 when the format has no year). */
create table private.number_counters (
  company_id uuid not null references public.companies (id) on delete cascade,
  kind text not null,
  year int not null,
  last bigint not null,
  primary key (company_id, kind, year)
);
alter table private.number_counters enable row level security;

create table public.expenses (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references public.companies (id) on delete cascade,
  number text check (char_length(number) <= 60),
  created_by uuid not null default auth.uid(),
  category_id uuid,
  vendor_id uuid,
  customer_id uuid,
  description text not null default '' check (char_length(description) <= 1000),
  amount numeric(14, 4) not null check (amount between -9999999999 and 9999999999),
  currency text not null default 'EUR' check (currency ~ '^[A-Z]{3}$'),
  tax_rate numeric(6, 3) check (tax_rate between 0 and 100),
  tax_amount numeric(14, 4) not null default 0 check (tax_amount between -9999999999 and 9999999999),
  expense_date date not null check (expense_date between '1900-01-01' and '9999-12-31'),
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected', 'reimbursed')),
  rejection_reason text not null default '' check (char_length(rejection_reason) <= 1000),
  is_billable boolean not null default false,
  is_reimbursable boolean not null default false,
  paid_on date check (paid_on between '1900-01-01' and '9999-12-31'),
  payment_method text not null default '' check (payment_method in ('', 'cash', 'card', 'bank_transfer', 'private', 'other')),
  decided_by uuid,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  rev text not null default 'srv-' || gen_random_uuid() check (char_length(rev) between 1 and 80),
  recurring_expense_id uuid,
  recurring_period date check (recurring_period between '1900-01-01' and '9999-12-31'),
  -- Two devices without a network may capture the same receipt: "it is another one" is a fact of the later expense.
  is_separate boolean not null default false,
  unique (company_id, id),
  unique (company_id, number),
  constraint expenses_category_id_fkey foreign key (company_id, category_id) references public.expense_categories (company_id, id),
  constraint expenses_vendor_id_fkey foreign key (company_id, vendor_id) references public.vendors (company_id, id),
  constraint expenses_customer_id_fkey foreign key (company_id, customer_id) references public.customers (company_id, id)
);
comment on column public.expenses.is_separate is 'Somebody has said that it is not the expense of the same vendor, amount and day.';
-- No foreign key: what was generated stays as it is when its series is deleted, and a series that comes back knows what it made.
create unique index expenses_company_id_recurring_period_idx on public.expenses (company_id, recurring_expense_id, recurring_period)
  where recurring_expense_id is not null;
create index expenses_company_id_expense_date_idx on public.expenses (company_id, expense_date desc, id desc);
create index expenses_company_id_created_by_idx on public.expenses (company_id, created_by);
create index expenses_company_id_category_id_idx on public.expenses (company_id, category_id);
create index expenses_company_id_vendor_id_idx on public.expenses (company_id, vendor_id);
create index expenses_company_id_customer_id_idx on public.expenses (company_id, customer_id);

/** `EXP-{year}-{number}` → `EXP-2026-0001`; `src/domain/numbering` formats the same. */
create function private.format_number(p_format text, p_year int, p_number bigint) returns text
  language sql immutable set search_path = '' as $$
  select replace(replace(p_format, '{year}', p_year::text), '{number}', lpad(p_number::text, greatest(4, char_length(p_number::text)), '0')) $$;

create function private.assign_expense_number() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_format text;
  v_year int := extract(year from new.expense_date);
  v_number bigint;
begin
  if new.number is not null then return new; end if;
  select c.settings #>> '{expense_defaults,generated_number_format}' into v_format from public.companies c where c.id = new.company_id;
  if v_format is null then return new; end if; -- no such company: the foreign key says so
  loop
    insert into private.number_counters as counter (company_id, kind, year, last)
      values (new.company_id, 'expenses', case when v_format like '%{year}%' then v_year else 0 end, 1)
      on conflict (company_id, kind, year) do update set last = counter.last + 1
      returning counter.last into v_number;
    new.number := private.format_number(v_format, v_year, v_number);
    -- A changed format or an import may have used it already.
    exit when not exists (select from public.expenses e where e.company_id = new.company_id and e.number = new.number);
  end loop;
  return new;
end $$;
create trigger assign_number before insert on public.expenses for each row execute function private.assign_expense_number();

create function private.expense_settings(p_company uuid, out mark_as_paid boolean, out today date)
  language sql stable security definer set search_path = '' as $$
  select (c.settings #>> '{expense_defaults,mark_as_paid_on_approval}')::boolean,
    (now() at time zone (c.settings #>> '{company_details,basics,timezone}'))::date
  from public.companies c where c.id = p_company $$;

/** Keys that a step needs; null when only `expenses.override_status` allows it. */
create function private.expense_step_keys(p_from text, p_to text, p_paid_on_approval boolean) returns text[]
  language sql immutable set search_path = '' as $$
  select case p_from || '>' || p_to
    when 'pending>approved' then '{expenses.approve}'::text[]
    when 'pending>rejected' then '{expenses.approve}'
    when 'pending>reimbursed' then case when p_paid_on_approval then '{expenses.approve}' else '{expenses.approve,expenses.reimburse}' end::text[]
    when 'approved>reimbursed' then '{expenses.reimburse}'
    when 'approved>pending' then '{expenses.approve}'
    when 'reimbursed>pending' then '{expenses.approve,expenses.reimburse}'
    when 'rejected>pending' then '{}' end $$;

/** Whether the caller may take a step with this expense; raises the refusal. */
create function private.refuse_expense_step(p_from text, p_new public.expenses, p_paid_on_approval boolean) returns void
  language plpgsql stable set search_path = '' as $$
declare
  v_keys text[] := private.expense_step_keys(p_from, p_new.status, p_paid_on_approval);
  v_own boolean := p_new.created_by = auth.uid();
  v_key text;
begin
  if v_own and p_from in ('pending', 'rejected') and p_new.status in ('approved', 'reimbursed') and not private.is_owner_or_alone(p_new.company_id) then
    raise exception 'own_expense' using errcode = 'P0001', detail = 'status';
  end if;
  if btrim(p_new.rejection_reason) = '' and (p_new.status = 'rejected' or (p_new.status = 'pending' and p_from in ('approved', 'reimbursed'))) then
    raise exception 'reason_required' using errcode = 'P0001', detail = 'rejection_reason';
  end if;
  if private.has_key(p_new.company_id, 'expenses.override_status') then return; end if;
  if v_keys is null then
    raise exception 'invalid_transition' using errcode = 'P0001', detail = p_from || '>' || p_new.status;
  end if;
  foreach v_key in array v_keys loop
    if not private.has_key(p_new.company_id, v_key) then
      raise exception 'not_allowed' using errcode = '42501', detail = v_key;
    end if;
  end loop;
  if p_from = 'rejected' and not (v_own and private.has_key(p_new.company_id, 'expenses.update_own'))
    and not private.has_key(p_new.company_id, 'expenses.update') and not private.has_key(p_new.company_id, 'expenses.approve') then
    raise exception 'not_allowed' using errcode = '42501', detail = 'expenses.update';
  end if;
end $$;

/** Whether the caller may change these fields in this state; raises the refusal. */
create function private.refuse_expense_edit(p_old public.expenses, p_new public.expenses) returns void
  language plpgsql stable set search_path = '' as $$
declare
  v_step constant text[] := '{status,rejection_reason,paid_on,payment_method,decided_by,decided_at,updated_at,rev}';
  v_old jsonb := to_jsonb(p_old) - v_step;
  v_new jsonb := to_jsonb(p_new) - v_step;
begin
  if p_new.rejection_reason <> p_old.rejection_reason and p_new.status = p_old.status
    and not private.has_key(p_new.company_id, 'expenses.approve') then
    raise exception 'not_allowed' using errcode = '42501', detail = 'expenses.approve';
  end if;
  -- The day of payment belongs to the step that pays.
  if v_new = v_old and p_new.payment_method = p_old.payment_method
    and (p_new.paid_on is not distinct from p_old.paid_on or (p_new.status = 'reimbursed' and p_old.status <> 'reimbursed')) then
    return;
  end if;
  if not private.has_key(p_new.company_id, 'expenses.update')
    and not (p_old.created_by = auth.uid() and p_old.status in ('pending', 'rejected') and private.has_key(p_new.company_id, 'expenses.update_own'))
    and not (v_new = v_old and private.has_key(p_new.company_id, 'expenses.reimburse')) then
    raise exception 'not_allowed' using errcode = '42501', detail = 'expenses.update';
  end if;
  -- What was approved is what was approved: it is reopened to be changed.
  if v_new <> v_old and p_old.status in ('approved', 'reimbursed') and p_new.status <> 'pending'
    and not private.has_key(p_new.company_id, 'expenses.override_status') then
    raise exception 'expense_locked' using errcode = 'P0001',
      detail = (select n.key from jsonb_each(v_new) n where n.value is distinct from v_old -> n.key order by n.key limit 1);
  end if;
end $$;

/** Rights and consequences of a client's change; the platform itself (seed, restore) writes what it has. */
create function private.expense_lifecycle() returns trigger
  language plpgsql set search_path = '' as $$
declare
  v_from text := 'pending';
  v_settings record;
begin
  if current_user <> 'authenticated' then return new; end if;
  if tg_op = 'INSERT' then
    new.created_by := auth.uid();
  else
    v_from := old.status;
    perform private.refuse_expense_edit(old, new);
  end if;
  if new.status = v_from then return new; end if;

  select * into v_settings from private.expense_settings(new.company_id);
  perform private.refuse_expense_step(v_from, new, new.is_reimbursable and v_settings.mark_as_paid);
  if new.status = 'approved' and v_from in ('pending', 'rejected') and new.is_reimbursable and v_settings.mark_as_paid then
    new.status := 'reimbursed';
  end if;
  if new.status in ('approved', 'reimbursed') then new.rejection_reason := ''; end if;
  if new.status = 'reimbursed' then new.paid_on := coalesce(new.paid_on, v_settings.today);
  elsif v_from = 'reimbursed' then new.paid_on := null;
  end if;
  if new.status = 'pending' then
    new.decided_by := null;
    new.decided_at := null;
  elsif v_from in ('pending', 'rejected') or new.status = 'rejected' then
    new.decided_by := auth.uid();
    new.decided_at := now();
  end if;
  return new;
end $$;
create trigger expense_lifecycle before insert or update on public.expenses for each row execute function private.expense_lifecycle();

call private.make_synced('expenses', 60, 'expenses',
  '{created_by,category_id,vendor_id,customer_id,description,amount,currency,tax_rate,tax_amount,expense_date,status,rejection_reason,is_billable,is_reimbursable,paid_on,payment_method,is_separate}',
  '{category_id,vendor_id,customer_id,description,amount,currency,tax_rate,tax_amount,expense_date,status,rejection_reason,is_billable,is_reimbursable,paid_on,payment_method,is_separate}');
update private.synced_collections set view_key = 'expenses.view', is_independent = true where collection = 'expenses';
create policy member_select on public.expenses for select to authenticated
  using (company_id = any (array(select private.companies_with('expenses.view')))
    or (created_by = (select auth.uid()) and company_id = any (array(select private.companies_with('expenses.view_own')))));
create policy member_insert on public.expenses for insert to authenticated
  with check (created_by = (select auth.uid()) and company_id = any (array(select private.companies_with('expenses.create'))));
-- Which of these keys allows which change is decided by the trigger, column by column.
create policy member_update on public.expenses for update to authenticated
  using (company_id = any (array(
      select private.companies_with('expenses.update') union select private.companies_with('expenses.approve')
      union select private.companies_with('expenses.reimburse') union select private.companies_with('expenses.override_status')))
    or (created_by = (select auth.uid()) and status in ('pending', 'rejected')
      and company_id = any (array(select private.companies_with('expenses.update_own')))));
create policy member_delete on public.expenses for delete to authenticated
  using (company_id = any (array(select private.companies_with('expenses.delete')))
    or (created_by = (select auth.uid()) and status in ('pending', 'rejected')
      and company_id = any (array(select private.companies_with('expenses.update_own')))));
call private.hide_from_writers('public.expenses');
create trigger log_activity after insert or update or delete on public.expenses
  for each row execute function private.log_activity('expenses', 'number');

revoke all on function
  private.format_number(text, int, bigint), private.assign_expense_number(), private.expense_settings(uuid), private.expense_step_keys(text, text, boolean),
  private.refuse_expense_step(text, public.expenses, boolean), private.refuse_expense_edit(public.expenses, public.expenses), private.expense_lifecycle() from public;
grant execute on function
  private.expense_settings(uuid), private.expense_step_keys(text, text, boolean), private.refuse_expense_step(text, public.expenses, boolean),
  private.refuse_expense_edit(public.expenses, public.expenses) to authenticated;
