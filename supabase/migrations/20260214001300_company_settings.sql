-- The settings of a company: their defaults, and what of them is refused.

/**
 * What a new company has, and where older settings lack something. `vat.periods`: by which method VAT counts, and for which period it is filed, from which
 * month on; before the first: by supply, each month. `exchange`: in which currency a company keeps its books (null: that of its invoices), and by which
 * rates what is in another one counts. `document_texts` and `payment_texts` are per language: null is what nobody wrote for it; then what the company
 * has in `invoice_defaults` and beside its account counts. `currency_sign`: where documents have it; null: as their language does. Groups of their own: an app of before that saves those knows nothing of these.
 */
create function private.default_company_settings() returns jsonb
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
    "currency_sign": {"position": null},
    "delivery_notes": {"number_format": "LS-{year}-{number}"},
    "numbers": {"leases": false, "cancellations": "", "corrections": ""},
    "reminders": {
      "is_on": true, "pay_days": 7, "debtors": "by_vat_id", "interest": false, "business_points": 9, "consumer_points": 5, "base_rates": [],
      "flat_fee": false, "fee_currency": null, "first": {"after_days": 7, "fee": 0}, "second": {"after_days": 21, "fee": 0}, "third": {"after_days": 35, "fee": 0}
    }
  }'::jsonb $$;

/** Settings as sent, completed on every level by what is missing in them. Null where something is needed is as missing as no key at all. */
create function private.with_defaults(p_defaults jsonb, p_value jsonb) returns jsonb
  language plpgsql immutable set search_path = '' as $$
declare
  v_result jsonb := p_value;
  v_key text;
begin
  if jsonb_typeof(p_defaults) is distinct from 'object' then return coalesce(nullif(p_value, 'null'), p_defaults); end if;
  if jsonb_typeof(p_value) is distinct from 'object' then return p_defaults; end if;
  for v_key in select jsonb_object_keys(p_defaults) loop
    v_result := v_result || jsonb_build_object(v_key, private.with_defaults(p_defaults -> v_key, p_value -> v_key));
  end loop;
  return v_result;
end $$;

/** Where complete settings hold another kind of value than their defaults, or null. What is null by default may be text, too. */
create function private.misshapen_setting(p_defaults jsonb, p_value jsonb) returns text[]
  language plpgsql immutable set search_path = '' as $$
declare
  v_key text;
  v_kind text;
  v_place text[];
begin
  for v_key, v_kind in select d.key, jsonb_typeof(d.value) from jsonb_each(p_defaults) d loop
    if v_kind = 'object' then
      v_place := private.misshapen_setting(p_defaults -> v_key, p_value -> v_key);
      if v_place is not null then return v_key || v_place; end if;
    elsif jsonb_typeof(p_value -> v_key) not in (v_kind, case when v_kind = 'null' then 'string' else v_kind end) then
      return array[v_key];
    end if;
  end loop;
  return null;
end $$;

/** `{number}` once, the other placeholders at most once, nothing else in braces; at most 40 characters. */
create function private.is_number_format(p_format text, p_placeholders text[]) returns boolean
  language sql immutable set search_path = '' as $$
  select p_format is not null and btrim(p_format) <> '' and char_length(p_format) <= 40
    and (select bool_and(found.name = any (p_placeholders || '{number}'::text[])) and count(*) = count(distinct found.name) and bool_or(found.name = 'number')
      from (select m[1] as name from regexp_matches(p_format, '\{([^{}]*)\}', 'g') m) found)
    and regexp_replace(p_format, '\{[^{}]*\}', '', 'g') !~ '[{}]' $$;

/** The pattern of a series as the company says it; null where it goes on in that of the invoices. */
create function private.own_series_format(p_settings jsonb, p_series text) returns text
  language sql immutable as $$
  select case p_series when 'invoices' then p_settings #>> '{invoice_defaults,generated_number_format}'
    when 'delivery_notes' then p_settings #>> '{delivery_notes,number_format}'
    else nullif(btrim(p_settings #>> array['numbers', p_series]), '') end $$;

/** What all numbers of a pattern look like: two patterns of another shape never give the same number. */
create function private.number_shape(p_format text, p_prefix text) returns text
  language sql immutable set search_path = '' as $$
  select regexp_replace(replace(replace(replace(replace(p_format, '{year}', '00'), '{month}', '00'), '{number}', '00'), '{prefix}', p_prefix),
    '[0-9]{2,}', '#', 'g') $$;

/** Refuses patterns that make no numbers, or those of another series. */
create function private.check_number_series() returns trigger
  language plpgsql set search_path = '' as $$
declare
  v_series text;
begin
  foreach v_series in array '{cancellations,corrections}'::text[] loop
    if private.own_series_format(new.settings, v_series) is not null
        and private.is_number_format(private.own_series_format(new.settings, v_series), '{prefix,year,month}') is not true
      or exists (
        select from unnest('{invoices,cancellations,corrections,delivery_notes}'::text[]) o (series)
        where o.series <> v_series and private.number_shape(private.own_series_format(new.settings, o.series), new.settings #>> '{invoice_defaults,number_prefix}')
          = private.number_shape(private.own_series_format(new.settings, v_series), new.settings #>> '{invoice_defaults,number_prefix}')) then
      raise exception 'invalid_settings' using errcode = 'P0001', detail = 'settings.numbers.' || v_series;
    end if;
  end loop;
  return new;
end $$;
-- After `complete_settings` (triggers run in the order of their names).
create trigger number_series before insert or update of settings on public.companies for each row execute function private.check_number_series();

/** The first text of a document that is longer than the devices take, as its place in the settings; null where none is. */
create function private.too_long_text(p_settings jsonb) returns text
  language sql immutable set search_path = '' as $$
  select t.field || '.' || l.language
  from (values ('document_texts.payment_terms', 500), ('document_texts.invoice_note', 2000), ('document_texts.footer_text', 1000), ('payment_texts', 1000))
    as t (field, longest) cross join (values ('de'), ('en')) as l (language)
  where char_length(p_settings #>> (string_to_array(t.field, '.') || l.language)) > t.longest limit 1 $$;

/** The first setting of reminders that makes no sense, as its place among them; null where all do. */
create function private.senseless_reminders(p_reminders jsonb) returns text
  language plpgsql immutable set search_path = '' as $$
declare
  v_level text;
  v_rate jsonb;
  v_last text := '';
begin
  if p_reminders ->> 'debtors' not in ('by_vat_id', 'businesses', 'consumers') then return 'debtors'; end if;
  if private.is_currency(p_reminders ->> 'fee_currency') is false then return 'fee_currency'; end if;
  if p_reminders ->> 'pay_days' !~ '^[0-9]{1,2}$' then return 'pay_days'; end if;
  if (p_reminders ->> 'business_points')::numeric not between 0 and 20 then return 'business_points'; end if;
  if (p_reminders ->> 'consumer_points')::numeric not between 0 and 20 then return 'consumer_points'; end if;
  if jsonb_array_length(p_reminders -> 'base_rates') > 60 then return 'base_rates'; end if;
  -- Each from a later day on than the one before.
  for v_rate in select r from jsonb_array_elements(p_reminders -> 'base_rates') r loop
    if (jsonb_typeof(v_rate) = 'object' and v_rate ->> 'from' ~ '^[0-9]{4}-(0[1-9]|1[0-2])-([0-2][0-9]|3[01])$' and v_rate ->> 'from' > v_last
      and jsonb_typeof(v_rate -> 'rate') = 'number') is not true then return 'base_rates'; end if;
    if (v_rate ->> 'rate')::numeric not between -20 and 20 then return 'base_rates'; end if;
    v_last := v_rate ->> 'from';
  end loop;
  foreach v_level in array '{first,second,third}'::text[] loop
    -- 1 to 365
    if p_reminders #>> array[v_level, 'after_days'] !~ '^([1-9][0-9]?|[12][0-9][0-9]|3[0-5][0-9]|36[0-5])$' then return v_level || '.after_days'; end if;
    if (p_reminders #>> array[v_level, 'fee'])::numeric not between 0 and 1000 then return v_level || '.fee'; end if;
  end loop;
  return null;
end $$;

create function private.refuse_invalid_settings(p_settings jsonb) returns void
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
    when p_settings #>> '{currency_sign,position}' not in ('prefix', 'suffix') then 'currency_sign.position'
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
    when private.senseless_reminders(p_settings -> 'reminders') is not null then 'reminders.' || private.senseless_reminders(p_settings -> 'reminders')
    when v_colors ->> 'primary_color' !~ '^#[0-9a-fA-F]{6}$' then 'company_details.branding.primary_color'
    when v_colors ->> 'accent_color' !~ '^#[0-9a-fA-F]{6}$' then 'company_details.branding.accent_color' end);
  if v_field is not null then
    raise exception 'invalid_settings' using errcode = 'P0001', detail = 'settings.' || v_field;
  end if;
end $$;

create function private.complete_settings() returns trigger
  language plpgsql set search_path = '' as $$
begin
  -- A group that was not sent stays: an older app does not know the newer ones.
  if tg_op = 'UPDATE' then new.settings := old.settings || new.settings; end if;
  new.settings := private.with_defaults(private.default_company_settings(), new.settings);
  perform private.refuse_invalid_settings(new.settings);
  return new;
end $$;
create trigger complete_settings before insert or update of settings on public.companies
  for each row execute function private.complete_settings();

create function private.expense_settings(p_company uuid, out mark_as_paid boolean, out today date)
  language plpgsql stable security definer set search_path = '' as $$
begin
  select (c.settings #>> '{expense_defaults,mark_as_paid_on_approval}')::boolean,
    (now() at time zone (c.settings #>> '{company_details,basics,timezone}'))::date
    into mark_as_paid, today from public.companies c where c.id = p_company;
end $$;

create function private.own_country(p_company uuid) returns text
  language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce((select c.settings #>> '{company_details,address,country}' from public.companies c where c.id = p_company), '');
end $$;

/** The currency a company keeps its books in; `booksCurrency` in `domain/companies` is the same. */
create function private.books_currency(p_settings jsonb) returns text language sql immutable as $$
  select coalesce(p_settings #>> '{exchange,currency}', p_settings #>> '{invoice_defaults,default_currency}') $$;

create function private.vat_method(p_settings jsonb, p_month date) returns text
  language sql immutable set search_path = '' as $$
  select coalesce((
    select v ->> 'method' from jsonb_array_elements(p_settings #> '{vat,periods}') v
    where v ->> 'from' <= to_char(p_month, 'YYYY-MM') order by v ->> 'from' desc limit 1), 'supply') $$;

/** Refuses methods nobody has, and another one for a month whose figures are closed. */
create function private.check_vat_periods() returns trigger
  language plpgsql set search_path = '' as $$
declare
  v_periods jsonb := new.settings #> '{vat,periods}';
begin
  if tg_op = 'UPDATE' and v_periods is not distinct from old.settings #> '{vat,periods}' then return new; end if;
  if jsonb_array_length(v_periods) > 50
    or exists (
      select from jsonb_array_elements(v_periods) with ordinality p(entry, place)
      where (p.entry ->> 'from' ~ '^[12][0-9]{3}-(0[1-9]|1[0-2])$' and p.entry ->> 'method' in ('supply', 'payment')
          and p.entry ->> 'filing' in ('month', 'quarter', 'none')) is not true
        or p.entry ->> 'from' <= v_periods -> (p.place::int - 2) ->> 'from' and p.place > 1) then
    raise exception 'invalid_settings' using errcode = 'P0001', detail = 'settings.vat.periods';
  end if;
  if tg_op = 'UPDATE' and current_user = 'authenticated' then
    perform private.hold_periods(new.company_id);
    if exists (
      select from public.periods c where c.company_id = new.company_id and c.is_closed
        and private.vat_method(old.settings, c.month) <> private.vat_method(new.settings, c.month)) then
      raise exception 'period_closed' using errcode = 'P0001', detail = 'settings.vat.periods';
    end if;
  end if;
  return new;
end $$;
-- After the trigger that completes the settings (triggers run in the order of their names).
create trigger vat_periods before insert or update on public.companies for each row execute function private.check_vat_periods();

create function private.company_today(p_company uuid) returns date
  language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select (now() at time zone (c.settings #>> '{company_details,basics,timezone}'))::date from public.companies c where c.id = p_company);
end $$;

revoke all on function
  private.default_company_settings(), private.with_defaults(jsonb, jsonb), private.misshapen_setting(jsonb, jsonb),
  private.is_number_format(text, text[]), private.own_series_format(jsonb, text), private.number_shape(text, text), private.check_number_series(),
  private.too_long_text(jsonb), private.senseless_reminders(jsonb), private.refuse_invalid_settings(jsonb), private.complete_settings(),
  private.expense_settings(uuid), private.own_country(uuid), private.books_currency(jsonb), private.vat_method(jsonb, date),
  private.check_vat_periods(), private.company_today(uuid) from public;
-- Checks, policies and triggers that run with the caller's rights call these.
grant execute on function
  private.default_company_settings(), private.with_defaults(jsonb, jsonb), private.misshapen_setting(jsonb, jsonb),
  private.is_number_format(text, text[]), private.own_series_format(jsonb, text), private.number_shape(text, text), private.too_long_text(jsonb),
  private.senseless_reminders(jsonb), private.refuse_invalid_settings(jsonb), private.books_currency(jsonb) to authenticated, service_role;
grant execute on function
  private.expense_settings(uuid), private.own_country(uuid), private.vat_method(jsonb, date), private.company_today(uuid) to authenticated;
