-- How a document looks is frozen with its seller when it is issued: a copy made years later is the one that went out. A cancellation takes over
-- what it cancels. What was issued before keeps, from today on, the look its company has today.
create function private.letterhead(p_company uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'template', d -> 'default_template_id', 'delivery_note_template', d -> 'default_delivery_note_template_id',
      'primary_color', b -> 'primary_color', 'accent_color', b -> 'accent_color', 'font', b -> 'font', 'logo_path', c.logo_path,
      'footer_text', d #> '{footer,text}', 'show_page_numbers', d #> '{footer,show_page_numbers}',
      'currency_position', d #> '{items,currency_position}', 'show_description', d #> '{items,show_description}',
      'show_tax', d #> '{items,show_tax}')
    from public.companies c cross join lateral (select c.settings -> 'invoice_defaults' as d, c.settings #> '{company_details,branding}' as b) look
    where c.id = p_company);
end $$;
revoke all on function private.letterhead(uuid) from public;

create or replace function private.seller_snapshot(p_company uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_build_object('name', c.name,
      'street', d #> '{address,street}', 'house_number', d #> '{address,house_number}', 'postal_code', d #> '{address,postal_code}',
      'city', d #> '{address,city}', 'country', d #> '{address,country}',
      'phone', d #> '{contact,phone}', 'email', d #> '{contact,email}', 'website', d #> '{contact,website}',
      'tax_number', c.settings #> '{tax,tax_number}', 'vat_id', c.settings #> '{tax,vat_id}',
      'iban', d #> '{bank,iban}', 'bic', d #> '{bank,bic}', 'bank_name', d #> '{bank,name}',
      'payment_instructions', d #> '{bank,instructions}',
      'contact_name', coalesce(c.settings #>> '{e_invoice,contact_name}', ''),
      'contact_phone', coalesce(c.settings #>> '{e_invoice,contact_phone}', ''),
      'contact_email', coalesce(c.settings #>> '{e_invoice,contact_email}', ''),
      'letterhead', private.letterhead(c.id))
    from public.companies c cross join lateral (select c.settings -> 'company_details' as d) details where c.id = p_company);
end $$;

-- Of what was issued without one.
alter table public.companies add column former_letterhead jsonb
  check (jsonb_typeof(former_letterhead) = 'object' and octet_length(former_letterhead::text) <= 10000);
-- Nobody changed these companies: their history, and what devices take for a change, stay as they are.
alter table public.companies disable trigger user;
update public.companies c set former_letterhead = private.letterhead(c.id)
  where exists (select from public.invoices i where i.company_id = c.id and i.number is not null);
alter table public.companies enable trigger user;

create or replace view private.company_documents with (security_invoker = true) as
  select c.id, c.company_id, c.name, c.logo_path, c.settings,
    coalesce((select jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name, 'iban', a.iban, 'bic', a.bic, 'is_default', a.is_default) order by a.id)
      from public.bank_accounts a where a.company_id = c.id), '[]') as bank_accounts,
    c.created_at, c.updated_at, c.rev,
    coalesce((select jsonb_build_object('imported_at', o.imported_at, 'names', o.names) from public.company_origins o where o.company_id = c.id), '{}') as origin,
    c.former_letterhead
  from public.companies c;

-- A logo that issued documents carry is neither removed nor replaced, by nobody.
create function private.is_printed_logo(p_name text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.companies c where c.id::text = split_part(p_name, '/', 1) and (c.former_letterhead ->> 'logo_path' = p_name
      or exists (select from public.invoices i where i.company_id = c.id and i.seller #>> '{letterhead,logo_path}' = p_name))) $$;
revoke all on function private.is_printed_logo(text) from public;
grant execute on function private.is_printed_logo(text) to authenticated;

alter policy logos_delete on storage.objects using (bucket_id = 'logos'
  and (storage.foldername(name))[1] = any (array(select private.folders_with('company.update'))) and not private.is_printed_logo(name));
alter policy logos_update on storage.objects using (bucket_id = 'logos'
  and (storage.foldername(name))[1] = any (array(select private.folders_with('company.update'))) and not private.is_printed_logo(name));

create or replace function private.unnamed_objects() returns table (bucket_id text, name text, keep_for interval, stored_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select o.bucket_id, o.name, case
      when private.had_record(o.name) then interval '90 days'
      when exists (select from public.companies c where c.id::text = split_part(o.name, '/', 1)) then interval '365 days'
      else interval '8 days' end, o.updated_at
  from storage.objects o where o.bucket_id = 'uploads' and not exists (select from private.receipt_objects r where r.path = o.name)
  union all
  select o.bucket_id, o.name, interval '30 days', o.updated_at
  from storage.objects o where o.bucket_id = 'logos'
    and not exists (select from public.companies c where c.logo_path = o.name)
    and not exists (select from public.companies c where c.settings #>> '{company_details,branding,logo_path}' = o.name)
    and not private.is_printed_logo(o.name)
  union all
  select o.bucket_id, o.name, interval '30 days', o.updated_at
  from storage.objects o where o.bucket_id = 'avatars'
    and not exists (select from auth.users u where u.raw_user_meta_data ->> 'avatar_path' = o.name) $$;
