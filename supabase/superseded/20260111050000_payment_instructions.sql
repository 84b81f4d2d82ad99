-- Documents print how the company asks to be paid; an issued one keeps what it was issued with. Those issued before say nothing and stay so.

create or replace function private.seller_snapshot(p_company uuid) returns jsonb
  language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('name', c.name,
    'street', d #> '{address,street}', 'house_number', d #> '{address,house_number}', 'postal_code', d #> '{address,postal_code}',
    'city', d #> '{address,city}', 'country', d #> '{address,country}',
    'phone', d #> '{contact,phone}', 'email', d #> '{contact,email}', 'website', d #> '{contact,website}',
    'tax_number', c.settings #> '{tax,tax_number}', 'vat_id', c.settings #> '{tax,vat_id}',
    'iban', d #> '{bank,iban}', 'bic', d #> '{bank,bic}', 'bank_name', d #> '{bank,name}',
    'payment_instructions', d #> '{bank,instructions}')
  from public.companies c cross join lateral (select c.settings -> 'company_details' as d) details where c.id = p_company $$;
