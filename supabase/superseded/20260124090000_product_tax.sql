-- How a line starts that is copied from a product: its category, and why it is exempt. Null is what the rate says, as apps of before send it.
alter table public.invoice_products
  add column tax_category text check (tax_category in ('S', 'Z', 'E', 'AE', 'K', 'G', 'O')),
  add column exemption_reason text check (char_length(exemption_reason) <= 200);

update private.synced_collections set insertable = insertable || '{tax_category,exemption_reason}'::name[],
  updatable = updatable || '{tax_category,exemption_reason}'::name[] where collection = 'invoice_products';
grant insert (tax_category, exemption_reason), update (tax_category, exemption_reason) on public.invoice_products to authenticated;
