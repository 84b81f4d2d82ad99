-- Companies, who belongs to them, and what each member may do there.

create schema if not exists private;
revoke all on schema private from public;
grant usage on schema private to authenticated, service_role;

create table public.companies (
  id uuid primary key default gen_random_uuid(),
  -- Every synced record names its company; a company's own record names itself.
  company_id uuid not null check (company_id = id),
  name text not null check (char_length(btrim(name)) between 1 and 200),
  logo_path text check (char_length(logo_path) <= 500),
  settings jsonb not null default '{}' check (jsonb_typeof(settings) = 'object'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  rev text not null default 'srv-' || gen_random_uuid() check (char_length(rev) between 1 and 80),
  -- Of what was issued without one.
  former_letterhead jsonb
    check (jsonb_typeof(former_letterhead) = 'object' and octet_length(former_letterhead::text) <= 10000)
);

-- What people write into settings is printed, not stored in bulk. Not valid: a database that holds more keeps it.
alter table public.companies add constraint companies_settings_size check (octet_length(settings::text) <= 65536) not valid;

-- A logo is the company's own.
alter table public.companies add constraint companies_logo_path_own check (logo_path is null or starts_with(logo_path, id || '/')) not valid;

create table public.company_users (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references public.companies (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  is_owner boolean not null default false,
  is_admin boolean not null default false,
  display_name text not null default '' check (char_length(display_name) <= 200),
  email text not null default '' check (char_length(email) <= 320),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  rev text not null default 'srv-' || gen_random_uuid() check (char_length(rev) between 1 and 80),
  unique (company_id, user_id),
  unique (company_id, id)
);
create index company_users_user_id_idx on public.company_users (user_id);

create table public.permissions (
  key text primary key check (key ~ '^[a-z_]+\.[a-z_]+$' and char_length(key) <= 80)
);

create table public.company_user_permissions (
  company_id uuid not null,
  user_id uuid not null,
  permission_key text not null references public.permissions (key),
  -- Live deletions name the key to every subscriber: a random one tells strangers nothing.
  id uuid primary key default gen_random_uuid(),
  unique (company_id, user_id, permission_key),
  foreign key (company_id, user_id) references public.company_users (company_id, user_id) on delete cascade
);
create index company_user_permissions_user_id_idx on public.company_user_permissions (user_id, permission_key, company_id);

-- `src/domain/access` holds the same keys, implications and presets; tests/db proves that they agree.
insert into public.permissions (key)
select resource || '.' || action
from (values
  ('dashboard', '{view}'::text[]),
  ('reports', '{view,export}'),
  ('customers', '{view,create,update,delete,import,export}'),
  ('vendors', '{view,create,update,delete,import,export}'),
  ('products', '{view,create,update,delete,import,export}'),
  ('invoices', '{view,create,update,delete,issue,send,cancel,export,lease_numbers}'),
  ('payments', '{view,create,update,delete}'),
  ('recurring_invoices', '{view,create,update,delete,generate}'),
  ('expenses', '{view,view_own,create,update,update_own,delete,approve,reimburse,override_status,import,export}'),
  ('recurring_expenses', '{view,create,update,delete}'),
  ('expense_categories', '{manage}'),
  ('files', '{view,view_confidential,upload,delete}'),
  ('activity', '{view}'),
  ('system_log', '{view}'),
  ('company', '{update,export}'),
  ('periods', '{close}'),
  ('settings', '{invoice,expense,mail}'),
  ('bank_accounts', '{manage}'),
  ('users', '{view,invite,update_permissions,remove}'),
  ('sync', '{resolve}')
) as r (resource, actions), unnest(r.actions) as action;

-- `.view` follows from every other key of its resource, except from those that only concern one's own records.
create table private.permission_implications (
  key text not null references public.permissions (key),
  implied_by text not null references public.permissions (key),
  primary key (key, implied_by)
);

alter table private.permission_implications enable row level security;
insert into private.permission_implications (key, implied_by)
select view.key, other.key
from public.permissions view
join public.permissions other on split_part(other.key, '.', 1) = split_part(view.key, '.', 1) and other.key <> view.key
where split_part(view.key, '.', 2) = 'view'
  and other.key not in ('expenses.create', 'expenses.view_own', 'expenses.update_own', 'files.upload');
insert into private.permission_implications (key, implied_by)
select 'expenses.view_own', key from public.permissions where key like 'expenses.%' and key <> 'expenses.view_own';

create table private.permission_presets (
  preset text not null check (preset in ('accountant', 'employee', 'viewer')),
  key text not null references public.permissions (key),
  primary key (preset, key)
);
alter table private.permission_presets enable row level security;
insert into private.permission_presets (preset, key)
select preset, key
from (values
  ('accountant', '{dashboard.view,reports.view,reports.export,customers.view,customers.create,customers.update,customers.import,customers.export,vendors.view,vendors.create,vendors.update,vendors.import,vendors.export,products.view,products.create,products.update,products.import,products.export,invoices.view,invoices.create,invoices.update,invoices.issue,invoices.send,invoices.cancel,invoices.export,payments.view,payments.create,payments.update,payments.delete,recurring_invoices.view,recurring_invoices.create,recurring_invoices.update,recurring_invoices.generate,expenses.view,expenses.view_own,expenses.create,expenses.update,expenses.update_own,expenses.delete,expenses.approve,expenses.reimburse,expenses.import,expenses.export,recurring_expenses.view,recurring_expenses.create,recurring_expenses.update,expense_categories.manage,files.view,files.view_confidential,files.upload,files.delete,activity.view,company.export,periods.close,settings.invoice,settings.expense,users.view,sync.resolve}'::text[]),
  ('employee', '{dashboard.view,customers.view,vendors.view,vendors.create,expenses.view_own,expenses.create,expenses.update_own,files.upload}'),
  ('viewer', '{dashboard.view,reports.view,customers.view,vendors.view,products.view,invoices.view,payments.view,recurring_invoices.view,expenses.view,recurring_expenses.view,files.view,activity.view,users.view}')
) as p (preset, keys), unnest(p.keys) as key;
