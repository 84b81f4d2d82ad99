-- The parties as documents print them, and how a document looks: both are frozen when it is issued.

-- How a document looks is frozen with its seller when it is issued: a copy made years later is the one that went out. A cancellation takes over
-- what it cancels. What was issued before keeps, from today on, the look its company has today.
create function private.letterhead(p_company uuid, p_language text default null) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'template', d -> 'default_template_id', 'delivery_note_template', d -> 'default_delivery_note_template_id',
      'primary_color', b -> 'primary_color', 'accent_color', b -> 'accent_color', 'font', b -> 'font',
      -- A logo that is not there can't be frozen: nobody could ever mend it.
      'logo_path', case when exists (select from storage.objects o where o.bucket_id = 'logos' and o.name = c.logo_path) then c.logo_path end,
      'footer_text', coalesce(to_jsonb(c.settings #>> array['document_texts', 'footer_text', p_language]), d #> '{footer,text}'), 'show_page_numbers', d #> '{footer,show_page_numbers}',
      'currency_position', coalesce(c.settings #>> '{currency_sign,position}',
        case when d #>> '{items,currency_position}' = 'prefix' or p_language = 'en' then 'prefix' else 'suffix' end),
       'show_description', d #> '{items,show_description}',
      'show_tax', d #> '{items,show_tax}')
    from public.companies c cross join lateral (select c.settings -> 'invoice_defaults' as d, c.settings #> '{company_details,branding}' as b) look
    where c.id = p_company);
end $$;

/**
 * The seller as documents print it, and how the company asks to be paid: an issued document keeps what it was issued with. The place that a company begins
 * with is where nobody said that it is: on no document, also none that asks for no address (`enteredAddress` in the domain). The third layout (`LAYOUT`
 * in the app): a line of cash discount is printed as the sentence it means, and a correction says its reason in its e-invoice as well. What was issued
 * before keeps the second, on paper and as data (decision 0031).
 */
create function private.seller_snapshot(p_company uuid, p_language text default null) returns jsonb
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
      'layout', 3,
      'letterhead', private.letterhead(c.id, p_language))
    from public.companies c cross join lateral (select c.settings -> 'company_details' as d) details
    cross join lateral (
      select btrim(d #>> '{address,street}') = '' and (d #>> '{address,postal_code}', d #>> '{address,city}') = ('10115', 'Berlin') as is_unentered) u
    where c.id = p_company);
end $$;

create function private.buyer_snapshot(p_company uuid, p_customer uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_build_object('name', c.name, 'contact_name', c.contact_name, 'street', c.street, 'house_number', c.house_number,
      'postal_code', c.postal_code, 'city', c.city, 'country', c.country, 'email', c.email, 'vat_id', c.vat_id, 'buyer_reference', c.buyer_reference,
      'e_address', c.e_address, 'e_address_scheme', c.e_address_scheme, 'e_invoice_format', c.e_invoice_format,
      'customer_number', c.customer_number, 'salutation', c.salutation,
      'delivery_name', c.delivery_name, 'delivery_street', c.delivery_street, 'delivery_house_number', c.delivery_house_number,
      'delivery_postal_code', c.delivery_postal_code, 'delivery_city', c.delivery_city, 'delivery_country', c.delivery_country)
    from public.customers c where c.company_id = p_company and c.id = p_customer);
end $$;

-- A logo that issued documents carry is neither removed nor replaced, by nobody.
create function private.is_printed_logo(p_name text) returns boolean
  language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.companies c
    where c.id = case when split_part(p_name, '/', 1) ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then split_part(p_name, '/', 1)::uuid end
      and (c.former_letterhead ->> 'logo_path' = p_name
      or exists (select from public.invoices i where i.company_id = c.id and i.seller #>> '{letterhead,logo_path}' = p_name))) $$;

revoke all on function
  private.letterhead(uuid, text), private.seller_snapshot(uuid, text), private.buyer_snapshot(uuid, uuid), private.is_printed_logo(text) from public;
-- Checks, policies and triggers that run with the caller's rights call these.
grant execute on function private.is_printed_logo(text) to authenticated;
