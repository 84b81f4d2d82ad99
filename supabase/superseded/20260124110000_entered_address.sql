-- A company begins with the place of the specification's default address, which nobody entered: while there is no street beside it, no part of it counts as said.

create or replace function private.issue_problems(p_invoice public.invoices) returns text[]
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_settings jsonb := (select c.settings from public.companies c where c.id = p_invoice.company_id);
  v_address jsonb := v_settings #> '{company_details,address}';
  v_tax jsonb := v_settings -> 'tax';
  v_is_unentered boolean := btrim(v_address ->> 'street') = '' and (v_address ->> 'postal_code', v_address ->> 'city') = ('10115', 'Berlin');
  v_customer public.customers;
  v_items record;
begin
  select * into v_customer from public.customers c where c.company_id = p_invoice.company_id and c.id = p_invoice.customer_id;
  select count(*) as lines, bool_or(btrim(i.description) = '') as blank, bool_or(i.quantity = 0) as none,
      coalesce(bool_or(c.category in ('AE', 'K')), false) as names_both, bool_or(c.category is null) as unsaid,
      bool_or(c.category = 'S' and i.tax_rate = 0) as untaxed,
      bool_or(i.tax_category = 'E' and btrim(coalesce(i.exemption_reason, '')) = '') as unreasoned into v_items
    from public.invoice_items i
    cross join lateral (select private.tax_category_of(i.tax_category, i.tax_rate, p_invoice.tax_mode) as category) c
    where i.company_id = p_invoice.company_id and i.invoice_id = p_invoice.id;
  return array_remove(array[
    case when btrim(v_address ->> 'street') = '' then 'seller.street' end,
    case when v_is_unentered or btrim(v_address ->> 'postal_code') = '' then 'seller.postal_code' end,
    case when v_is_unentered or btrim(v_address ->> 'city') = '' then 'seller.city' end,
    case
      when v_items.names_both and btrim(v_tax ->> 'vat_id') = '' then 'seller.vat_id'
      when btrim(v_tax ->> 'vat_id') = '' and btrim(v_tax ->> 'tax_number') = '' then 'seller.tax_number' end,
    case when v_customer.id is null then 'customer_id' end,
    case when btrim(v_customer.street) = '' then 'buyer.street' end,
    case when btrim(v_customer.postal_code) = '' then 'buyer.postal_code' end,
    case when btrim(v_customer.city) = '' then 'buyer.city' end,
    case when v_items.names_both and btrim(v_customer.vat_id) = '' then 'buyer.vat_id' end,
    case when p_invoice.service_from is null then 'service_from' end,
    case when p_invoice.service_to < p_invoice.service_from then 'service_to' end,
    case when v_items.lines = 0 then 'items' end,
    case when v_items.blank then 'items.description' end,
    case when v_items.none then 'items.quantity' end,
    case when v_items.unsaid then 'items.tax_category' end,
    case when v_items.untaxed then 'items.tax_rate' end,
    case when v_items.unreasoned and v_address ->> 'country' = 'DE' then 'items.exemption_reason' end], null);
end $$;
