create table public.customers (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references public.companies (id) on delete cascade,
  name text not null check (char_length(btrim(name)) between 1 and 200),
  contact_name text not null default '' check (char_length(contact_name) <= 200),
  email text not null default '' check (email = '' or (email ~ '^[^@\s]+@[^@\s]+$' and char_length(email) <= 320)),
  phone text not null default '' check (char_length(phone) <= 50),
  street text not null default '' check (char_length(street) <= 200),
  house_number text not null default '' check (char_length(house_number) <= 20),
  postal_code text not null default '' check (char_length(postal_code) <= 20),
  city text not null default '' check (char_length(city) <= 200),
  country text not null default '' check (country ~ '^([A-Z]{2})?$'),
  vat_id text not null default '' check (char_length(vat_id) <= 20),
  language text not null default 'en' check (language in ('en', 'de')),
  currency text not null default 'EUR' check (currency ~ '^[A-Z]{3}$'),
  payment_terms_days integer not null default 14 check (payment_terms_days between 0 and 365),
  buyer_reference text not null default '' check (char_length(buyer_reference) <= 100),
  notes text not null default '' check (char_length(notes) <= 4000),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  rev text not null default 'srv-' || gen_random_uuid() check (char_length(rev) between 1 and 80),
  unique (company_id, id)
);
create index customers_company_id_name_idx on public.customers (company_id, name);

call private.make_synced('customers', 50, 'customers',
  '{name,contact_name,email,phone,street,house_number,postal_code,city,country,vat_id,language,currency,payment_terms_days,buyer_reference,notes,is_active}',
  '{name,contact_name,email,phone,street,house_number,postal_code,city,country,vat_id,language,currency,payment_terms_days,buyer_reference,notes,is_active}', 'customers');
update private.synced_collections set view_key = 'customers.view', is_independent = true where collection = 'customers';
create trigger log_activity after insert or update or delete on public.customers for each row execute function private.log_activity('customers', 'name');
