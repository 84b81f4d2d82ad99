create table public.projects (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references public.companies (id) on delete cascade,
  name text not null check (char_length(btrim(name)) between 1 and 200),
  code text not null default '' check (char_length(code) <= 20),
  customer_id uuid,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  rev text not null default 'srv-' || gen_random_uuid() check (char_length(rev) between 1 and 80),
  unique (company_id, id),
  foreign key (company_id, customer_id) references public.customers (company_id, id)
);
create index projects_company_id_name_idx on public.projects (company_id, name);
create index projects_customer_id_idx on public.projects (company_id, customer_id);
