-- How e-invoices reach a customer and in which form it wants them (decision 0027). Null is what nobody said, as apps of before send it: then the Leitweg-ID
-- or the mail address is where they go. Who answers questions about invoices is a setting of the company (`e_invoice`); `seller_snapshot` and
-- `buyer_snapshot` freeze both with the invoice.
alter table public.customers
  add column e_address text check (char_length(e_address) <= 200),
  add column e_address_scheme text check (e_address_scheme ~ '^([A-Z0-9]{2,4})?$'),
  add column e_invoice_format text check (e_invoice_format in ('zugferd', 'xrechnung_ubl', 'xrechnung_cii'));

update private.synced_collections set insertable = insertable || '{e_address,e_address_scheme,e_invoice_format}'::name[],
  updatable = updatable || '{e_address,e_address_scheme,e_invoice_format}'::name[] where collection = 'customers';
grant insert (e_address, e_address_scheme, e_invoice_format), update (e_address, e_address_scheme, e_invoice_format) on public.customers to authenticated;
