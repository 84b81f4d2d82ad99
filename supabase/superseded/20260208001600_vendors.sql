create table public.vendors (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references public.companies (id) on delete cascade,
  name text not null check (char_length(btrim(name)) between 1 and 200),
  email text not null default '' check (email = '' or (email ~ '^[^@\s]+@[^@\s]+$' and char_length(email) <= 320)),
  phone text not null default '' check (char_length(phone) <= 50),
  street text not null default '' check (char_length(street) <= 200),
  house_number text not null default '' check (char_length(house_number) <= 20),
  postal_code text not null default '' check (char_length(postal_code) <= 20),
  city text not null default '' check (char_length(city) <= 200),
  country text not null default '' check (country ~ '^([A-Z]{2})?$'),
  vat_id text not null default '' check (char_length(vat_id) <= 20),
  notes text not null default '' check (char_length(notes) <= 4000),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  rev text not null default 'srv-' || gen_random_uuid() check (char_length(rev) between 1 and 80),
  -- Where a vendor is paid: an invoice that names another account than the last one is the usual fraud. Null is what nobody said, as apps of before send it.
  iban text check (iban ~ '^([A-Z]{2}[0-9]{2}[A-Z0-9]{11,30})?$'),
  unique (company_id, id)
);
create index vendors_company_id_name_idx on public.vendors (company_id, name);

call private.make_synced('vendors', 40, 'vendors',
  '{name,email,phone,street,house_number,postal_code,city,country,vat_id,notes,is_active,iban}',
  '{name,email,phone,street,house_number,postal_code,city,country,vat_id,notes,is_active,iban}', 'vendors');
update private.synced_collections set view_key = 'vendors.view', is_independent = true where collection = 'vendors';
create trigger log_activity after insert or update or delete on public.vendors for each row execute function private.log_activity('vendors', 'name');
