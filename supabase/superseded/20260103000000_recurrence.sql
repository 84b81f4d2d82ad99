-- Dates of a series, and what a company presets for recurring items. `src/domain/recurring` computes the same dates; tests/db proves it.

/** The date of a series so many intervals after its start, on the start's day of the month or the last day of a shorter month. */
create function private.series_date(p_start date, p_interval text, p_index int) returns date
  language plpgsql immutable set search_path = '' as $$
declare
  v_last constant date := '9999-12-31';
begin
  case p_interval
    when 'daily' then return least(p_start + p_index, v_last);
    when 'weekly' then return least(p_start + 7 * p_index, v_last);
    when 'monthly' then return least((p_start + make_interval(months => p_index))::date, v_last);
    when 'quarterly' then return least((p_start + make_interval(months => 3 * p_index))::date, v_last);
    when 'yearly' then return least((p_start + make_interval(months => 12 * p_index))::date, v_last);
    else raise exception 'Unknown interval: %', p_interval using errcode = 'P0001', detail = 'interval';
  end case;
end $$;

/** Place in the series of its first date on or after a day. */
create function private.series_index(p_start date, p_interval text, p_day date) returns int
  language plpgsql immutable set search_path = '' as $$
declare
  v_months int;
  v_index int;
begin
  if p_day <= p_start then return 0; end if;
  if p_interval = 'daily' then return p_day - p_start; end if;
  if p_interval = 'weekly' then return (p_day - p_start + 6) / 7; end if;
  v_months := (extract(year from p_day) * 12 + extract(month from p_day) - extract(year from p_start) * 12 - extract(month from p_start))::int;
  v_index := v_months / case p_interval when 'quarterly' then 3 when 'yearly' then 12 else 1 end;
  return case when private.series_date(p_start, p_interval, v_index) < p_day then v_index + 1 else v_index end;
end $$;

/** The first date of a series after the newest generated one, not before the day from which periods count. May lie after the series' end. */
create function private.next_generation(p_start date, p_interval text, p_last date, p_skip_before date) returns date
  language plpgsql immutable set search_path = '' as $$
declare
  v_index int := coalesce(private.series_index(p_start, p_interval, p_last), 0);
begin
  if private.series_date(p_start, p_interval, v_index) <= p_last then v_index := v_index + 1; end if;
  return private.series_date(p_start, p_interval, greatest(v_index, private.series_index(p_start, p_interval, p_skip_before)));
end $$;

/** Whether a series that ends there has this date. */
create function private.is_in_series(p_start date, p_interval text, p_end date, p_date date) returns boolean
  language plpgsql immutable set search_path = '' as $$
begin
  return (p_end is null or p_date <= p_end)
    and private.series_date(p_start, p_interval, private.series_index(p_start, p_interval, p_date)) = p_date;
end $$;

/** Recurring invoices: any word that is not known counts as monthly. */
create function private.invoice_interval(p_interval text) returns text
  language sql immutable set search_path = '' as $$
  select case when p_interval in ('weekly', 'quarterly', 'yearly') then p_interval else 'monthly' end $$;

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
    "tax": {"tax_number": "", "vat_id": "", "small_business": false}
  }'::jsonb $$;

create or replace function private.refuse_invalid_settings(p_settings jsonb) returns void
  language plpgsql stable set search_path = '' as $$
declare
  v_invoices jsonb := p_settings -> 'invoice_defaults';
  v_expenses jsonb := p_settings -> 'expense_defaults';
  v_recurring jsonb := p_settings -> 'recurring_defaults';
  v_field text;
begin
  begin
    perform now() at time zone (p_settings #>> '{company_details,basics,timezone}');
  exception when invalid_parameter_value then
    raise exception 'invalid_settings' using errcode = 'P0001', detail = 'settings.company_details.basics.timezone';
  end;
  -- The server writes with these, so they must make sense whoever sent them.
  v_field := case
    when private.is_number_format(v_expenses ->> 'generated_number_format', '{year}') is not true then 'expense_defaults.generated_number_format'
    when coalesce(v_expenses ->> 'default_currency', '') !~ '^[A-Z]{3}$' then 'expense_defaults.default_currency'
    when jsonb_typeof(v_expenses -> 'mark_as_paid_on_approval') is distinct from 'boolean' then 'expense_defaults.mark_as_paid_on_approval'
    when private.is_number_format(v_invoices ->> 'generated_number_format', '{prefix,year,month}') is not true then 'invoice_defaults.generated_number_format'
    when char_length(v_invoices ->> 'number_prefix') > 20 or v_invoices ->> 'number_prefix' is null then 'invoice_defaults.number_prefix'
    when coalesce(v_invoices ->> 'default_currency', '') !~ '^[A-Z]{3}$' then 'invoice_defaults.default_currency'
    when coalesce(v_invoices ->> 'default_due_days', '') !~ '^\d{1,3}$' or (v_invoices ->> 'default_due_days')::int > 365 then 'invoice_defaults.default_due_days'
    when jsonb_typeof(v_recurring -> 'auto_generate') is distinct from 'boolean' then 'recurring_defaults.auto_generate'
    when coalesce(v_recurring ->> 'lead_days', '') !~ '^\d{1,2}$' or (v_recurring ->> 'lead_days')::int > 60 then 'recurring_defaults.lead_days'
    when coalesce(v_recurring ->> 'generate_as', '') not in ('draft', 'ready_to_issue') then 'recurring_defaults.generate_as' end;
  if v_field is not null then
    raise exception 'invalid_settings' using errcode = 'P0001', detail = 'settings.' || v_field;
  end if;
end $$;

/** Each part of a company has its key; whoever holds one of them may not touch the others. */
create or replace function private.guard_company_update() returns trigger
  language plpgsql set search_path = '' as $$
declare
  v_parts constant text[] := '{invoice_defaults,expense_defaults,recurring_defaults}';
  v_key text;
begin
  if current_user <> 'authenticated' then return new; end if;
  foreach v_key in array array_remove(array[
    case when (new.name, new.logo_path, (new.settings #- '{company_details,bank}') - v_parts)
      is distinct from (old.name, old.logo_path, (old.settings #- '{company_details,bank}') - v_parts) then 'company.update' end,
    case when new.settings #> '{company_details,bank}' is distinct from old.settings #> '{company_details,bank}' then 'bank_accounts.manage' end,
    case when (new.settings -> 'invoice_defaults', new.settings -> 'recurring_defaults')
      is distinct from (old.settings -> 'invoice_defaults', old.settings -> 'recurring_defaults') then 'settings.invoice' end,
    case when new.settings -> 'expense_defaults' is distinct from old.settings -> 'expense_defaults' then 'settings.expense' end], null)
  loop
    if not private.has_key(old.id, v_key) then
      raise exception 'not_allowed' using errcode = '42501', detail = v_key;
    end if;
  end loop;
  return new;
end $$;

-- Companies that are there get the new group from `complete_settings`.
update public.companies set settings = settings;

revoke all on function
  private.series_date(date, text, int), private.series_index(date, text, date), private.next_generation(date, text, date, date),
  private.is_in_series(date, text, date, date), private.invoice_interval(text) from public;
