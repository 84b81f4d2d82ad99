-- What expenses are generated from.

create table public.recurring_expenses (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references public.companies (id) on delete cascade,
  created_by uuid not null default auth.uid(),
  category_id uuid,
  vendor_id uuid,
  customer_id uuid,
  description text not null default '' check (char_length(description) <= 1000),
  amount numeric(14, 4) not null check (amount between -9999999999 and 9999999999),
  currency text not null default 'EUR',
  tax_rate numeric(6, 3) check (tax_rate between 0 and 100),
  tax_amount numeric(14, 4) not null default 0 check (tax_amount between -9999999999 and 9999999999),
  payment_method text not null default '' check (payment_method in ('', 'cash', 'card', 'bank_transfer', 'private', 'other')),
  interval text not null default 'monthly' check (interval in ('daily', 'weekly', 'monthly', 'quarterly', 'yearly')),
  start_date date not null check (start_date between '1900-01-01' and '9999-12-31'),
  end_date date check (end_date between '1900-01-01' and '9999-12-31'),
  skip_before date check (skip_before between '1900-01-01' and '9999-12-31'),
  next_generation date not null,
  last_generated date,
  is_active boolean not null default true,
  is_billable boolean not null default false,
  is_reimbursable boolean not null default false,
  auto_generate boolean not null default true,
  lead_days integer not null default 0 check (lead_days between 0 and 60),
  generate_requested date,
  generation_error text not null default '' check (char_length(generation_error) <= 500),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  rev text not null default 'srv-' || gen_random_uuid() check (char_length(rev) between 1 and 80),
  unique (company_id, id),
  constraint recurring_expenses_category_id_fkey foreign key (company_id, category_id) references public.expense_categories (company_id, id),
  constraint recurring_expenses_vendor_id_fkey foreign key (company_id, vendor_id) references public.vendors (company_id, id),
  constraint recurring_expenses_customer_id_fkey foreign key (company_id, customer_id) references public.customers (company_id, id)
);
-- Not valid: a row from before keeps its currency until somebody changes it.
alter table public.recurring_expenses add constraint recurring_expenses_currency_check check (private.is_currency(currency)) not valid;
create index recurring_expenses_company_id_created_at_idx on public.recurring_expenses (company_id, created_at desc, id desc);
create index recurring_expenses_company_id_category_id_idx on public.recurring_expenses (company_id, category_id);
create index recurring_expenses_company_id_vendor_id_idx on public.recurring_expenses (company_id, vendor_id);
create index recurring_expenses_company_id_customer_id_idx on public.recurring_expenses (company_id, customer_id);
create index recurring_expenses_next_generation_idx on public.recurring_expenses (next_generation) where is_active and auto_generate;

create function private.claim_recurring_expense() returns trigger
  language plpgsql set search_path = '' as $$
begin
  if current_user <> 'authenticated' then return new; end if;
  if tg_op = 'INSERT' then
    new.created_by := auth.uid();
  -- Whatever went wrong, it was about something else.
  elsif to_jsonb(new) - '{generate_requested,updated_at,rev}'::text[] <> to_jsonb(old) - '{generate_requested,updated_at,rev}'::text[] then
    new.generation_error := '';
  end if;
  return new;
end $$;
create trigger claim_recurring before insert or update on public.recurring_expenses for each row execute function private.claim_recurring_expense();

call private.make_synced('recurring_expenses', 62, 'recurring_expenses',
  '{created_by,category_id,vendor_id,customer_id,description,amount,currency,tax_rate,tax_amount,payment_method,interval,start_date,end_date,skip_before,is_active,is_billable,is_reimbursable,auto_generate,lead_days,generate_requested}',
  '{category_id,vendor_id,customer_id,description,amount,currency,tax_rate,tax_amount,payment_method,interval,start_date,end_date,skip_before,is_active,is_billable,is_reimbursable,auto_generate,lead_days,generate_requested}',
  'recurring_expenses');
update private.synced_collections set view_key = 'recurring_expenses.view' where collection = 'recurring_expenses';
create trigger log_activity after insert or update or delete on public.recurring_expenses
  for each row execute function private.log_activity('recurring_expenses', 'description', '{next_generation,generate_requested}');

revoke all on function private.claim_recurring_expense() from public;
