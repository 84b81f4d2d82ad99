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
  currency text not null default 'EUR',
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
  booked_at timestamptz,
  reverses_expense_id uuid,
  reversal_reason text not null default '' check (char_length(reversal_reason) <= 1000),
  booked_on date check (booked_on between '1900-01-01' and '9999-12-31'),
  tax_lines jsonb not null default '[]' check (char_length(tax_lines::text) <= 10000),
  exchange jsonb,
  unique (company_id, id),
  unique (company_id, number),
  constraint expenses_category_id_fkey foreign key (company_id, category_id) references public.expense_categories (company_id, id),
  constraint expenses_vendor_id_fkey foreign key (company_id, vendor_id) references public.vendors (company_id, id),
  constraint expenses_customer_id_fkey foreign key (company_id, customer_id) references public.customers (company_id, id),
  constraint expenses_reverses_expense_id_fkey foreign key (company_id, reverses_expense_id) references public.expenses (company_id, id),
  constraint expenses_booked_on_later check (booked_on >= expense_date),
  constraint expenses_tax_lines_fit check (private.tax_lines_fault(tax_lines, amount, currency) is null),
  constraint expenses_exchange_fits check (private.exchange_fault(exchange, amount, currency) is null)
);
-- Not valid: a row from before keeps its currency until somebody changes it.
alter table public.expenses add constraint expenses_currency_check check (private.is_currency(currency)) not valid;
-- No foreign key: what was generated stays as it is when its series is deleted, and a series that comes back knows what it made.
create unique index expenses_company_id_recurring_period_idx on public.expenses (company_id, recurring_expense_id, recurring_period)
  where recurring_expense_id is not null;
create index expenses_company_id_expense_date_idx on public.expenses (company_id, expense_date desc, id desc);
create index expenses_company_id_created_by_idx on public.expenses (company_id, created_by);
create index expenses_company_id_category_id_idx on public.expenses (company_id, category_id);
create index expenses_company_id_vendor_id_idx on public.expenses (company_id, vendor_id);
create index expenses_company_id_customer_id_idx on public.expenses (company_id, customer_id);
create unique index expenses_company_id_reverses_expense_id_idx on public.expenses (company_id, reverses_expense_id) where reverses_expense_id is not null;

-- What counts in a month is found without reading all of history: by the days that have had an index, and by these.
create index expenses_company_id_booked_on_idx on public.expenses (company_id, booked_on) where booked_on is not null;
create index expenses_company_id_paid_on_idx on public.expenses (company_id, paid_on) where paid_on is not null;
comment on column public.expenses.is_separate is 'Somebody has said that it is not the expense of the same vendor, amount and day.';
comment on column public.expenses.booked_at is 'When it was approved for the first time. Since then it can''t be deleted, whatever became of it.';
comment on column public.expenses.booked_on is 'The day it counts on in the books, where the month of its own was closed when it was approved.';
comment on column public.expenses.tax_lines is
  '[{rate, net, tax, category, country, deductible_percent}], amounts in major units; empty where the receipt shows no tax, or where older figures contradict themselves.';

/** `EXP-{year}-{number}` → `EXP-2026-0001`; `src/domain/numbering` formats the same. */
create function private.format_number(p_format text, p_year int, p_number bigint) returns text
  language sql immutable as $$
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

call private.make_synced('expenses', 60, 'expenses',
  '{created_by,category_id,vendor_id,customer_id,description,amount,currency,tax_rate,tax_amount,expense_date,status,rejection_reason,is_billable,is_reimbursable,paid_on,payment_method,is_separate,reverses_expense_id,reversal_reason,booked_on,tax_lines,exchange}',
  '{category_id,vendor_id,customer_id,description,amount,currency,tax_rate,tax_amount,expense_date,status,rejection_reason,is_billable,is_reimbursable,paid_on,payment_method,is_separate,booked_on,tax_lines,exchange}');
update private.synced_collections set view_key = 'expenses.view', is_independent = true, own_key = 'expenses.view_own' where collection = 'expenses';
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
  for each row execute function private.log_activity('expenses', 'number', '{booked_at}');

revoke all on function private.format_number(text, int, bigint), private.assign_expense_number() from public;
