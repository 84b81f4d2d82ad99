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
  currency text not null default 'EUR',
  payment_terms_days integer not null default 14 check (payment_terms_days between 0 and 365),
  buyer_reference text not null default '' check (char_length(buyer_reference) <= 100),
  notes text not null default '' check (char_length(notes) <= 4000),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  rev text not null default 'srv-' || gen_random_uuid() check (char_length(rev) between 1 and 80),
  -- How e-invoices reach a customer and in which form it wants them (decision 0027). Null is what nobody said, as apps of before send it: then the Leitweg-ID
  -- or the mail address is where they go. Who answers questions about invoices is a setting of the company (`e_invoice`); `seller_snapshot` and
  -- `buyer_snapshot` freeze both with the invoice.
  e_address text check (char_length(e_address) <= 200),
  e_address_scheme text check (e_address_scheme ~ '^([A-Z0-9]{2,4})?$'),
  e_invoice_format text check (e_invoice_format in ('zugferd', 'xrechnung_ubl', 'xrechnung_cii')),
  -- What documents say to a customer: its number in the company's books, how letters to it begin, and where goods go when it is another place.
  -- Null is what nobody said, as apps of before send it.
  customer_number text check (char_length(customer_number) <= 40),
  salutation text check (char_length(salutation) <= 200),
  delivery_name text check (char_length(delivery_name) <= 200),
  delivery_street text check (char_length(delivery_street) <= 200),
  delivery_house_number text check (char_length(delivery_house_number) <= 20),
  delivery_postal_code text check (char_length(delivery_postal_code) <= 20),
  delivery_city text check (char_length(delivery_city) <= 200),
  delivery_country text check (delivery_country ~ '^([A-Z]{2})?$'),
  -- Reminders (`src/decisions/0036-mails.md`): a customer that is reminded of nothing.
  reminder_hold text check (char_length(reminder_hold) <= 500),
  unique (company_id, id)
);
-- Not valid: a row from before keeps its currency until somebody changes it.
alter table public.customers add constraint customers_currency_check check (private.is_currency(currency)) not valid;
create index customers_company_id_name_idx on public.customers (company_id, name);
create unique index customers_company_id_customer_number_idx on public.customers (company_id, upper(btrim(customer_number)))
  where btrim(customer_number) <> '';

call private.make_synced('customers', 50, 'customers',
  '{name,contact_name,email,phone,street,house_number,postal_code,city,country,vat_id,language,currency,payment_terms_days,buyer_reference,notes,is_active,e_address,e_address_scheme,e_invoice_format,customer_number,salutation,delivery_name,delivery_street,delivery_house_number,delivery_postal_code,delivery_city,delivery_country,reminder_hold}',
  '{name,contact_name,email,phone,street,house_number,postal_code,city,country,vat_id,language,currency,payment_terms_days,buyer_reference,notes,is_active,e_address,e_address_scheme,e_invoice_format,customer_number,salutation,delivery_name,delivery_street,delivery_house_number,delivery_postal_code,delivery_city,delivery_country,reminder_hold}', 'customers');
update private.synced_collections set view_key = 'customers.view', is_independent = true where collection = 'customers';
create trigger log_activity after insert or update or delete on public.customers for each row execute function private.log_activity('customers', 'name');
