-- English documents have the sign of the currency before the amount (¥148,500, €1,234.50), German ones behind it. That is what documents do from now on where
-- nobody chose otherwise; what was issued keeps the letterhead that was frozen with it.

/**
 * What a new company has, and where older settings lack something. `vat.periods`: by which method VAT counts, and for which period it is filed, from which
 * month on; before the first: by supply, each month. `exchange`: in which currency a company keeps its books (null: that of its invoices), and by which
 * rates what is in another one counts. `document_texts` and `payment_texts` are per language: null is what nobody wrote for it; then what the company
 * has in `invoice_defaults` and beside its account counts. `currency_sign`: where documents have it; null: as their language does. Groups of their own: an app of before that saves those knows nothing of these.
 */
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
    "currency_sign": {"position": null},
    "delivery_notes": {"number_format": "LS-{year}-{number}"},
    "numbers": {"leases": false, "cancellations": "", "corrections": ""},
    "reminders": {
      "is_on": true, "pay_days": 7, "debtors": "by_vat_id", "interest": false, "business_points": 9, "consumer_points": 5, "base_rates": [],
      "flat_fee": false, "fee_currency": null, "first": {"after_days": 7, "fee": 0}, "second": {"after_days": 21, "fee": 0}, "third": {"after_days": 35, "fee": 0}
    }
  }'::jsonb $$;

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

create or replace function private.letterhead(p_company uuid, p_language text default null) returns jsonb
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
 * Whether a seller is one that the company was on documents of this language, at some time since the lease was taken. The layout, and where the sign of the
 * currency stands, are the app's: one that is older, or newer than what was noted with the lease, printed what it says.
 */
create or replace function private.was_seller(p_lease private.number_leases, p_language text, p_seller jsonb) returns boolean
  language plpgsql stable security definer set search_path = '' as $$
begin
  if jsonb_typeof(p_seller) is distinct from 'object' or p_seller -> 'layout' not in ('2', '3')
    or p_seller #>> '{letterhead,currency_position}' not in ('prefix', 'suffix') then return false; end if;
  return exists (
    select from private.seller_states s
    where s.company_id = p_lease.company_id and s.language = p_language
      -- Of a lease that was brought again nothing older is known.
      and s.noted_at >= coalesce((
        select max(b.noted_at) from private.seller_states b
        where b.company_id = p_lease.company_id and b.language = p_language and b.noted_at <= p_lease.taken_at), '-infinity')
      and (p_seller - 'layout') #- '{letterhead,currency_position}' in (
        (s.seller - 'layout') #- '{letterhead,currency_position}', jsonb_set((s.seller - 'layout') #- '{letterhead,currency_position}', '{letterhead,logo_path}', 'null')));
end $$;
