-- What a company says on its documents, per language: the customer's language decides. Null is what nobody wrote for that language; then
-- what the company has in `invoice_defaults` and beside its account counts, as before. Groups of their own: an app of before that saves those
-- knows nothing of these, and leaves them as they are.

create or replace function private.default_company_settings() returns jsonb
  language sql immutable set search_path = '' as $$
  select '{
    "company_details": {
      "contact": {"phone": "", "email": "", "website": ""},
      "address": {"street": "", "house_number": "", "postal_code": "10115", "city": "Berlin", "country": "DE"},
      "branding": {"logo_path": null, "primary_color": "#111827", "accent_color": "#2563eb", "font": "Helvetica"},
      "bank": {"iban": "", "bic": "", "name": "", "instructions": "Bitte überweisen Sie den Betrag innerhalb von 14 Tagen."},
      "basics": {"timezone": "Europe/Berlin"}
    },
    "invoice_defaults": {
      "default_template_id": null, "default_delivery_note_template_id": null,
      "payment_terms": "Pay within 14 days", "invoice_note": "Thank you for your business.",
      "default_due_days": 14, "default_currency": "EUR", "number_prefix": "INV", "generated_number_format": "INV-{year}-{number}",
      "items": {"show_description": true, "show_tax": true, "currency": "EUR", "currency_position": "suffix"},
      "footer": {"text": "", "show_page_numbers": true}
    },
    "expense_defaults": {"default_currency": "EUR", "generated_number_format": "EXP-{year}-{number}", "mark_as_paid_on_approval": true},
    "recurring_defaults": {"auto_generate": true, "lead_days": 0, "generate_as": "draft"},
    "tax": {"tax_number": "", "vat_id": "", "small_business": false},
    "bookkeeping": {"correction_window": "month"},
    "vat": {"periods": []},
    "exchange": {"currency": null, "rates": "day"},
    "e_invoice": {"contact_name": "", "contact_phone": "", "contact_email": ""},
    "document_texts": {
      "payment_terms": {"de": null, "en": null}, "invoice_note": {"de": null, "en": null}, "footer_text": {"de": null, "en": null}
    },
    "payment_texts": {"de": null, "en": null},
    "delivery_notes": {"number_format": "LS-{year}-{number}"},
    "numbers": {"leases": false, "cancellations": "", "corrections": ""}
  }'::jsonb $$;

/** The first text of a document that is longer than the devices take, as its place in the settings; null where none is. */
create function private.too_long_text(p_settings jsonb) returns text
language sql immutable set search_path = '' as $$
  select t.field || '.' || l.language
  from (values ('document_texts.payment_terms', 500), ('document_texts.invoice_note', 2000), ('document_texts.footer_text', 1000), ('payment_texts', 1000))
    as t (field, longest) cross join (values ('de'), ('en')) as l (language)
  where char_length(p_settings #>> (string_to_array(t.field, '.') || l.language)) > t.longest limit 1 $$;
revoke all on function private.too_long_text(jsonb) from public;
grant execute on function private.too_long_text(jsonb) to authenticated, service_role;

create or replace function private.refuse_invalid_settings(p_settings jsonb) returns void
  language plpgsql stable set search_path = '' as $$
declare
  v_invoices jsonb := p_settings -> 'invoice_defaults';
  v_expenses jsonb := p_settings -> 'expense_defaults';
  v_recurring jsonb := p_settings -> 'recurring_defaults';
  v_colors jsonb := p_settings #> '{company_details,branding}';
  v_field text := array_to_string(private.misshapen_setting(private.default_company_settings(), p_settings), '.');
begin
  begin
    perform now() at time zone (p_settings #>> '{company_details,basics,timezone}');
  exception when invalid_parameter_value then
    v_field := 'company_details.basics.timezone';
  end;
  -- The server writes with these, and every device reads them, so they must make sense whoever sent them.
  v_field := coalesce(v_field, case
    when private.is_number_format(v_expenses ->> 'generated_number_format', '{year}') is not true then 'expense_defaults.generated_number_format'
    when private.is_currency(v_expenses ->> 'default_currency') is not true then 'expense_defaults.default_currency'
    when private.is_number_format(v_invoices ->> 'generated_number_format', '{prefix,year,month}') is not true then 'invoice_defaults.generated_number_format'
    when char_length(v_invoices ->> 'number_prefix') > 20 then 'invoice_defaults.number_prefix'
    when private.is_currency(v_invoices ->> 'default_currency') is not true then 'invoice_defaults.default_currency'
    when private.is_currency(v_invoices #>> '{items,currency}') is not true then 'invoice_defaults.items.currency'
    when v_invoices #>> '{items,currency_position}' not in ('prefix', 'suffix') then 'invoice_defaults.items.currency_position'
    when v_invoices ->> 'default_due_days' !~ '^\d{1,3}$' then 'invoice_defaults.default_due_days'
    when (v_invoices ->> 'default_due_days')::int > 365 then 'invoice_defaults.default_due_days'
    when v_recurring ->> 'lead_days' !~ '^\d{1,2}$' then 'recurring_defaults.lead_days'
    when (v_recurring ->> 'lead_days')::int > 60 then 'recurring_defaults.lead_days'
    when v_recurring ->> 'generate_as' not in ('draft', 'ready_to_issue') then 'recurring_defaults.generate_as'
    when p_settings #>> '{bookkeeping,correction_window}' !~ '^(month|[0-9]{1,3})$' then 'bookkeeping.correction_window'
    when private.is_currency(p_settings #>> '{exchange,currency}') is false then 'exchange.currency'
    when p_settings #>> '{exchange,rates}' not in ('day', 'month') then 'exchange.rates'
    when private.is_number_format(p_settings #>> '{delivery_notes,number_format}', '{year,month}') is not true then 'delivery_notes.number_format'
    when private.too_long_text(p_settings) is not null then private.too_long_text(p_settings)
    when v_colors ->> 'primary_color' !~ '^#[0-9a-fA-F]{6}$' then 'company_details.branding.primary_color'
    when v_colors ->> 'accent_color' !~ '^#[0-9a-fA-F]{6}$' then 'company_details.branding.accent_color' end);
  if v_field is not null then
    raise exception 'invalid_settings' using errcode = 'P0001', detail = 'settings.' || v_field;
  end if;
end $$;

/** Each part of a company has its key; whoever holds one of them may not touch the others. What settings of before lack is no change of anybody's. */
create or replace function private.guard_company_update() returns trigger
language plpgsql set search_path = '' as $$
declare
  v_invoices constant text[] := '{invoice_defaults,recurring_defaults,document_texts,delivery_notes,numbers}';
  v_parts constant text[] := v_invoices || '{expense_defaults,payment_texts}';
  v_old jsonb := private.with_defaults(private.default_company_settings(), old.settings);
  v_key text;
begin
  if current_user <> 'authenticated' then return new; end if;
  foreach v_key in array array_remove(array[
    case when (new.name, new.logo_path, (new.settings #- '{company_details,bank}') - v_parts)
      is distinct from (old.name, old.logo_path, (v_old #- '{company_details,bank}') - v_parts) then 'company.update' end,
    case when (new.settings #> '{company_details,bank}', new.settings -> 'payment_texts')
      is distinct from (v_old #> '{company_details,bank}', v_old -> 'payment_texts') then 'bank_accounts.manage' end,
    case when exists (select from unnest(v_invoices) as p (part) where new.settings -> p.part is distinct from v_old -> p.part) then 'settings.invoice' end,
    case when new.settings -> 'expense_defaults' is distinct from v_old -> 'expense_defaults' then 'settings.expense' end], null)
  loop
    if not private.has_key(old.id, v_key) then
      raise exception 'not_allowed' using errcode = '42501', detail = v_key;
    end if;
  end loop;
  return new;
end $$;

drop function private.letterhead(uuid);
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
      'currency_position', d #> '{items,currency_position}', 'show_description', d #> '{items,show_description}',
      'show_tax', d #> '{items,show_tax}')
    from public.companies c cross join lateral (select c.settings -> 'invoice_defaults' as d, c.settings #> '{company_details,branding}' as b) look
    where c.id = p_company);
end $$;
revoke all on function private.letterhead(uuid, text) from public;

drop function private.seller_snapshot(uuid);
create function private.seller_snapshot(p_company uuid, p_language text default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_build_object('name', c.name,
      'street', d #> '{address,street}', 'house_number', d #> '{address,house_number}', 'postal_code', d #> '{address,postal_code}',
      'city', d #> '{address,city}', 'country', d #> '{address,country}',
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
    from public.companies c cross join lateral (select c.settings -> 'company_details' as d) details where c.id = p_company);
end $$;
revoke all on function private.seller_snapshot(uuid, text) from public;

create or replace function private.buyer_snapshot(p_company uuid, p_customer uuid) returns jsonb
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

create or replace function private.issue_invoice() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_claim jsonb := new.leased -> 'claim';
  v_lease private.number_leases;
  v_original public.invoices;
  v_problems text[];
begin
  if new.document_type = 'correction' and new.number is null then
    if new.status in ('ready_to_issue', 'issued') then
      select * into v_original from public.invoices i where i.company_id = new.company_id and i.id = new.corrects_id for update;
    else
      select * into v_original from public.invoices i where i.company_id = new.company_id and i.id = new.corrects_id;
    end if;
    if v_original.id is not null then
      new.customer_id := v_original.customer_id;
      new.currency := v_original.currency;
      new.tax_mode := v_original.tax_mode;
      new.service_from := v_original.service_from;
      new.service_to := v_original.service_to;
      new.due_days := 0;
      new.exchange := null;
    end if;
  -- Where the lines say it, the mode follows them: it is there for apps that know no categories.
  elsif new.number is null and new.tax_mode in ('standard', 'small_business', 'reverse_charge') then
    new.tax_mode := coalesce(private.tax_mode_of(new.company_id, new.id), new.tax_mode);
  end if;
  if new.number is null and (tg_op = 'INSERT' or current_setting('kontor.document', true) = new.id::text
    or (new.currency, new.tax_mode, new.status) is distinct from (old.currency, old.tax_mode, old.status)) then
    select t.* into new.net_total, new.tax_total, new.gross_total, new.tax_breakdown from private.document_totals(new) t;
  end if;
  if new.status = 'ready_to_issue' then new.status := 'issued'; end if;
  if new.status in ('issued', 'cancelled') and new.number is null then
    if new.document_type = 'correction' then
      v_problems := private.correction_problems(new);
      if v_problems <> '{}' then raise exception 'cannot_issue' using errcode = 'P0001', detail = array_to_string(v_problems, ','); end if;
      new.seller := v_original.seller;
      new.buyer := v_original.buyer;
    end if;
    -- The document as a customer has it counts, once it is found to be right.
    if new.leased is not null then
      v_lease := private.lease_of_claim(new);
      new.issue_date := v_claim ->> 'issue_date';
      new.buyer := v_claim -> 'buyer';
      new.seller := case
        -- A logo that is not there can't be frozen: nobody could ever mend it.
        when exists (select from storage.objects o where o.bucket_id = 'logos' and o.name = v_claim #>> '{seller,letterhead,logo_path}') then v_claim -> 'seller'
        else jsonb_set(v_claim -> 'seller', '{letterhead,logo_path}', 'null') end;
      new.number := v_claim ->> 'number';
      new.number_series := v_lease.series;
      new.number_year := v_lease.year;
      new.number_seq := v_claim ->> 'seq';
      new.leased := jsonb_build_object('lease_id', v_lease.id);
      perform private.use_leased_number(v_lease, new.number_seq);
    end if;
    new.issue_date := coalesce(new.issue_date, private.company_today(new.company_id));
    new.due_date := coalesce(new.due_date, new.issue_date + new.due_days);
    new.seller := coalesce(new.seller, private.seller_snapshot(new.company_id, new.language));
    new.buyer := coalesce(new.buyer, private.buyer_snapshot(new.company_id, new.customer_id));
    if new.number is null then
      select n.number, n.year, n.seq, n.series into new.number, new.number_year, new.number_seq, new.number_series
        from private.next_invoice_number(new.company_id, new.issue_date, new.document_type) n;
    end if;
    new.payment_status := private.payment_state(private.claim_of(new), new.paid_total);
  end if;
  if tg_op = 'UPDATE' and old.status = 'issued' and new.status = 'cancelled' and new.document_type = 'invoice' then
    if new.corrections <> '[]' and not exists (
        select from jsonb_array_elements(private.corrected_parts(new, null)) p (part) where (p.part ->> 'net', p.part ->> 'tax') is distinct from ('0', '0')) then
      raise exception 'invalid_transition' using errcode = 'P0001', detail = 'corrected>cancelled';
    end if;
    new.cancelled_by_id := coalesce(new.cancelled_by_id, gen_random_uuid());
  end if;
  return new;
end $$;

create or replace function private.issue_problems(p_invoice public.invoices) returns text[]
language plpgsql stable security definer set search_path = '' as $$
declare
  v_settings jsonb := (select c.settings from public.companies c where c.id = p_invoice.company_id);
  v_address jsonb := v_settings #> '{company_details,address}';
  v_tax jsonb := v_settings -> 'tax';
  v_is_unentered boolean := btrim(v_address ->> 'street') = '' and (v_address ->> 'postal_code', v_address ->> 'city') = ('10115', 'Berlin');
  v_customer public.customers;
  v_items record;
  v_seller jsonb := private.seller_snapshot(p_invoice.company_id, p_invoice.language);
  v_is_small boolean;
begin
  -- A correction has its parties and its supply from its original.
  if p_invoice.document_type = 'correction' then return private.correction_problems(p_invoice); end if;
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
  v_invoice.language := p_series.language;
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
