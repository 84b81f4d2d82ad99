create table public.invoice_products (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references public.companies (id) on delete cascade,
  name text not null check (char_length(btrim(name)) between 1 and 200),
  description text not null default '' check (char_length(description) <= 2000),
  unit text not null default '' check (char_length(unit) <= 40),
  unit_price numeric(14, 4) not null default 0 check (unit_price between -9999999999 and 9999999999),
  tax_rate numeric(6, 3) not null default 0 check (tax_rate between 0 and 100),
  currency text not null default 'EUR',
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  rev text not null default 'srv-' || gen_random_uuid() check (char_length(rev) between 1 and 80),
  -- How a line starts that is copied from a product: its category, and why it is exempt. Null is what the rate says, as apps of before send it.
  tax_category text check (tax_category in ('S', 'Z', 'E', 'AE', 'K', 'G', 'O')),
  exemption_reason text check (char_length(exemption_reason) <= 200),
  unique (company_id, id)
);
-- Not valid: a row from before keeps its currency until somebody changes it.
alter table public.invoice_products add constraint invoice_products_currency_check check (private.is_currency(currency)) not valid;
create index invoice_products_company_id_name_idx on public.invoice_products (company_id, name);

call private.make_synced('invoice_products', 52, 'invoice_products',
  '{name,description,unit,unit_price,tax_rate,currency,is_active,tax_category,exemption_reason}', '{name,description,unit,unit_price,tax_rate,currency,is_active,tax_category,exemption_reason}', 'products');
update private.synced_collections set view_key = 'products.view', is_independent = true where collection = 'invoice_products';
create trigger log_activity after insert or update or delete on public.invoice_products
  for each row execute function private.log_activity('invoice_products', 'name');
