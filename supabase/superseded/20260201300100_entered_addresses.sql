-- The place that a company begins with is where nobody said that it is: on no document, also none that asks for no address (`enteredAddress` in the domain).
create or replace function private.seller_snapshot(p_company uuid, p_language text default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_build_object('name', c.name,
      'street', d #> '{address,street}', 'house_number', d #> '{address,house_number}', 'postal_code', case when u.is_unentered then '' else d #>> '{address,postal_code}' end,
      'city', case when u.is_unentered then '' else d #>> '{address,city}' end, 'country', d #> '{address,country}',
      'phone', d #> '{contact,phone}', 'email', d #> '{contact,email}', 'website', d #> '{contact,website}',
      'tax_number', c.settings #> '{tax,tax_number}', 'vat_id', c.settings #> '{tax,vat_id}',
      'iban', d #> '{bank,iban}', 'bic', d #> '{bank,bic}', 'bank_name', d #> '{bank,name}',
      'payment_instructions', coalesce(to_jsonb(c.settings #>> array['payment_texts', p_language]), d #> '{bank,instructions}'),
      'contact_name', coalesce(c.settings #>> '{e_invoice,contact_name}', ''),
      'contact_phone', coalesce(c.settings #>> '{e_invoice,contact_phone}', ''),
      'contact_email', coalesce(c.settings #>> '{e_invoice,contact_email}', ''),
      -- The layout it is printed in: what was issued in an earlier one keeps that.
      'layout', 2,
      'letterhead', private.letterhead(c.id, p_language))
    from public.companies c cross join lateral (select c.settings -> 'company_details' as d) details
    cross join lateral (
      select btrim(d #>> '{address,street}') = '' and (d #>> '{address,postal_code}', d #>> '{address,city}') = ('10115', 'Berlin') as is_unentered) u
    where c.id = p_company);
end $$;
