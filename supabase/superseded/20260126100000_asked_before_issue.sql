-- What is asked before an invoice is issued: a small amount needs no address of its buyer, and letters that can't be printed wait.

-- A document that would print a question mark for a letter waits until it is written otherwise: who prints `?` for a name has not named
-- the buyer. What the fonts have is the same class as in `src/domain/documents/printed-characters.ts`, which a test holds equal to the files.
create function private.is_printable(p_text text) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(normalize(p_text, NFC) !~ ('[^'
    || '\u0020-\u007e\u00a0-\u00ac\u00ae-\u0148\u014a-\u017f\u0192\u0218-\u021b\u02c6-\u02c7\u02d8-\u02dd\u0386-\u038a\u038c'
    || '\u038e-\u03a1\u03a3-\u03ce\u0400-\u045f\u0490-\u0493\u1e80-\u1e85\u1e9e\u1ef2-\u1ef3\u2010-\u2026\u2030\u2032-\u2033'
    || '\u2039-\u203a\u2044\u20a4\u20ac\u20b4\u20b9-\u20ba\u20bd\u2116\u2122\u2190-\u2193\u2212\u221e\u2248\u2260\u2264-\u2265\u2713'
    || '\u0001-\u001f\u007f-\u009f\u00ad\u2000-\u200f\u2028-\u202f\u205f-\u2064\u3000\ufe00-\ufe0f\ufeff'
    || ']'), true) $$;
revoke all on function private.is_printable(text) from public;

-- Of an object the texts, one after the other.
create function private.texts_of(p_object jsonb) returns text
language sql immutable set search_path = '' as $$
  select string_agg(e.value #>> '{}', ' ') from jsonb_each(p_object) e where jsonb_typeof(e.value) = 'string' $$;
revoke all on function private.texts_of(jsonb) from public;

create or replace function private.issue_problems(p_invoice public.invoices) returns text[]
language plpgsql stable security definer set search_path = '' as $$
declare
  v_settings jsonb := (select c.settings from public.companies c where c.id = p_invoice.company_id);
  v_address jsonb := v_settings #> '{company_details,address}';
  v_tax jsonb := v_settings -> 'tax';
  v_is_unentered boolean := btrim(v_address ->> 'street') = '' and (v_address ->> 'postal_code', v_address ->> 'city') = ('10115', 'Berlin');
  v_customer public.customers;
  v_items record;
  v_seller jsonb := private.seller_snapshot(p_invoice.company_id);
  v_is_small boolean;
begin
  select * into v_customer from public.customers c where c.company_id = p_invoice.company_id and c.id = p_invoice.customer_id;
  select count(*) as lines, bool_or(btrim(i.description) = '') as blank, bool_or(i.quantity = 0) as none,
      coalesce(bool_or(c.category in ('AE', 'K')), false) as names_both, bool_or(c.category is null) as unsaid,
      bool_or(c.category = 'S' and i.tax_rate = 0) as untaxed,
      bool_or(i.tax_category = 'E' and btrim(coalesce(i.exemption_reason, '')) = '') as unreasoned,
      string_agg(concat_ws(' ', i.description, i.unit, i.exemption_reason), ' ') as texts into v_items
    from public.invoice_items i
    cross join lateral (select private.tax_category_of(i.tax_category, i.tax_rate, p_invoice.tax_mode) as category) c
    where i.company_id = p_invoice.company_id and i.invoice_id = p_invoice.id;
  -- § 33 UStDV, § 11 (6) UStG of Austria.
  v_is_small := not v_items.names_both and p_invoice.currency = 'EUR'
    and (private.invoice_totals(p_invoice.company_id, p_invoice.id, p_invoice.currency, p_invoice.tax_mode)).gross_total
      between 0 and case v_address ->> 'country' when 'DE' then 250 when 'AT' then 400 else -1 end;
  return array_remove(array[
    case when btrim(v_address ->> 'street') = '' then 'seller.street' end,
    case when v_is_unentered or btrim(v_address ->> 'postal_code') = '' then 'seller.postal_code' end,
    case when v_is_unentered or btrim(v_address ->> 'city') = '' then 'seller.city' end,
    case
      when v_items.names_both and btrim(v_tax ->> 'vat_id') = '' then 'seller.vat_id'
      when btrim(v_tax ->> 'vat_id') = '' and btrim(v_tax ->> 'tax_number') = '' then 'seller.tax_number' end,
    case when v_customer.id is null then 'customer_id' end,
    case when not v_is_small and btrim(v_customer.street) = '' then 'buyer.street' end,
    case when not v_is_small and btrim(v_customer.postal_code) = '' then 'buyer.postal_code' end,
    case when not v_is_small and btrim(v_customer.city) = '' then 'buyer.city' end,
    case when v_items.names_both and btrim(v_customer.vat_id) = '' then 'buyer.vat_id' end,
    case when p_invoice.service_from is null then 'service_from' end,
    case when p_invoice.service_to < p_invoice.service_from then 'service_to' end,
    case when v_items.lines = 0 then 'items' end,
    case when v_items.blank then 'items.description' end,
    case when v_items.none then 'items.quantity' end,
    case when v_items.unsaid then 'items.tax_category' end,
    case when v_items.untaxed then 'items.tax_rate' end,
    case when v_items.unreasoned and v_address ->> 'country' = 'DE' then 'items.exemption_reason' end,
    case when not private.is_printable(concat_ws(' ', private.texts_of(v_seller), v_seller #>> '{letterhead,footer_text}')) then 'seller.characters' end,
    case when not private.is_printable(private.texts_of(private.buyer_snapshot(p_invoice.company_id, v_customer.id))) then 'buyer.characters' end,
    case when not private.is_printable(concat_ws(' ', p_invoice.reference, p_invoice.notes, p_invoice.payment_terms, v_items.texts)) then 'characters' end],
    null);
end $$;

create or replace function private.add_generated_invoice(p_series public.recurring_invoices, p_period date) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_interval text := private.invoice_interval(p_series.interval);
  v_document text := current_setting('kontor.document', true);
  v_problems text[] := '{}';
  v_invoice public.invoices;
begin
  v_invoice.id := gen_random_uuid();
  v_invoice.company_id := p_series.company_id;
  v_invoice.customer_id := p_series.customer_id;
  v_invoice.currency := p_series.currency;
  v_invoice.tax_mode := p_series.tax_mode;
  v_invoice.reference := p_series.reference;
  v_invoice.notes := p_series.notes;
  v_invoice.payment_terms := p_series.payment_terms;
  v_invoice.service_from := p_period;
  v_invoice.service_to := private.series_date(p_series.start_date, v_interval,
    private.series_index(p_series.start_date, v_interval, p_period) + 1) - 1;
  perform set_config('kontor.document', v_invoice.id::text, true);
  set constraints public.invoice_items_invoice_id_fkey deferred;
  insert into public.invoice_items (company_id, invoice_id, position, product_id, description, unit, quantity, unit_price, discount_percent, tax_rate,
      tax_category, exemption_reason)
    select t.company_id, v_invoice.id, t.position, t.product_id, t.description, t.unit, t.quantity, t.unit_price, t.discount_percent, t.tax_rate,
      t.tax_category, t.exemption_reason
    from public.recurring_invoice_items t where t.company_id = p_series.company_id and t.recurring_invoice_id = p_series.id;
  if p_series.generate_as = 'ready_to_issue' then
    v_problems := private.issue_problems(v_invoice);
    -- Only a person overrules a warning.
    if v_problems = '{}' then v_problems := private.unseen_warnings(v_invoice); end if;
  end if;
  insert into public.invoices (id, company_id, customer_id, recurring_invoice_id, recurring_period, status, due_days, service_from, service_to,
      currency, language, reference, notes, internal_notes, payment_terms, tax_mode, created_by)
    values (v_invoice.id, v_invoice.company_id, v_invoice.customer_id, p_series.id, p_period,
      case when v_problems = '{}' then p_series.generate_as else 'draft' end, p_series.due_days, v_invoice.service_from, v_invoice.service_to,
      p_series.currency, p_series.language, p_series.reference, p_series.notes, p_series.internal_notes, p_series.payment_terms,
      p_series.tax_mode, coalesce(auth.uid(), p_series.created_by));
  perform set_config('kontor.document', coalesce(v_document, ''), true);
  return case when v_problems = '{}' then '' else left('cannot_issue:' || array_to_string(v_problems, ','), 500) end;
end $$;
