-- What documents say to a customer: its number in the company's books, how letters to it begin, and where goods go when it is another place.
-- Null is what nobody said, as apps of before send it.
alter table public.customers
  add column customer_number text check (char_length(customer_number) <= 40),
  add column salutation text check (char_length(salutation) <= 200),
  add column delivery_name text check (char_length(delivery_name) <= 200),
  add column delivery_street text check (char_length(delivery_street) <= 200),
  add column delivery_house_number text check (char_length(delivery_house_number) <= 20),
  add column delivery_postal_code text check (char_length(delivery_postal_code) <= 20),
  add column delivery_city text check (char_length(delivery_city) <= 200),
  add column delivery_country text check (delivery_country ~ '^([A-Z]{2})?$');
create unique index customers_company_id_customer_number_idx on public.customers (company_id, upper(btrim(customer_number)))
  where btrim(customer_number) <> '';

update private.synced_collections set
  insertable = insertable || '{customer_number,salutation,delivery_name,delivery_street,delivery_house_number,delivery_postal_code,delivery_city,delivery_country}'::name[],
  updatable = updatable || '{customer_number,salutation,delivery_name,delivery_street,delivery_house_number,delivery_postal_code,delivery_city,delivery_country}'::name[]
  where collection = 'customers';
grant
  insert (customer_number, salutation, delivery_name, delivery_street, delivery_house_number, delivery_postal_code, delivery_city, delivery_country),
  update (customer_number, salutation, delivery_name, delivery_street, delivery_house_number, delivery_postal_code, delivery_city, delivery_country)
  on public.customers to authenticated;
