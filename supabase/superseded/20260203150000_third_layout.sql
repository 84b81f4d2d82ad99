-- The third layout (`LAYOUT` in the app): a line of cash discount is printed as the sentence it means, and a correction says its reason in its e-invoice
-- as well. What was issued before keeps the second, on paper and as data (decision 0031).
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
      'layout', 3,
      'letterhead', private.letterhead(c.id, p_language))
    from public.companies c cross join lateral (select c.settings -> 'company_details' as d) details
    cross join lateral (
      select btrim(d #>> '{address,street}') = '' and (d #>> '{address,postal_code}', d #>> '{address,city}') = ('10115', 'Berlin') as is_unentered) u
    where c.id = p_company);
end $$;

/**
 * Whether a seller is one that the company was on documents of this language, at some time since the lease was taken. The layout is the app's: one that
 * is older, or newer than what was noted with the lease, printed what it says.
 */
create or replace function private.was_seller(p_lease private.number_leases, p_language text, p_seller jsonb) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  if jsonb_typeof(p_seller) is distinct from 'object' or p_seller -> 'layout' not in ('2', '3') then return false; end if;
  return exists (
    select from private.seller_states s
    where s.company_id = p_lease.company_id and s.language = p_language
      -- Of a lease that was brought again nothing older is known.
      and s.noted_at >= coalesce((
        select max(b.noted_at) from private.seller_states b
        where b.company_id = p_lease.company_id and b.language = p_language and b.noted_at <= p_lease.taken_at), '-infinity')
      and p_seller - 'layout' in (s.seller - 'layout', jsonb_set(s.seller - 'layout', '{letterhead,logo_path}', 'null')));
end $$;

/** What is known of a document only when it gets its number: whether its rate was there, and that a correction, whose parties are its original's, is written today. */
create or replace function private.note_rate() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- What a device issued with a number it took along stays as it was handed out: it is in the currency of the books, or a person entered the rate.
  if new.number is not null and (tg_op = 'INSERT' or old.number is null) and new.seller is not null and new.leased is null then
    new.seller := new.seller || jsonb_build_object('exchange_known', new.exchange is not null);
    if new.document_type = 'correction' then new.seller := new.seller || '{"layout": 3}'; end if;
  end if;
  return new;
end $$;
