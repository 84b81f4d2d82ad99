-- Reference exchange rates (decision 0020): what the European Central Bank publishes, and what one currency is worth in another on a day.

/** Whether it says what one euro is worth, by currency: `{"USD": "1.0834"}`. */
create function private.are_euro_rates(p_rates jsonb) returns boolean
  language sql immutable set search_path = '' as $$
  select jsonb_typeof(p_rates) = 'object' and p_rates <> '{}' and not exists (
    select from jsonb_each(p_rates) r
    where (private.is_currency(r.key) and r.key <> 'EUR' and jsonb_typeof(r.value) = 'string'
      and r.value #>> '{}' ~ '^[0-9]{1,9}(\.[0-9]{1,9})?$' and r.value #>> '{}' ~ '[1-9]') is not true) $$;

-- One row per day on which rates were published. Not data of a company: the server alone writes it, everybody may ask it.
create table private.exchange_rates (
  day date primary key check (day between '1999-01-01' and '2999-12-31'),
  -- `example`: made up for the demo. A table has one source: the first real rates take the place of all examples.
  source text not null check (source in ('ecb', 'example')),
  rates jsonb not null check (private.are_euro_rates(rates))
);
alter table private.exchange_rates enable row level security;

/** a ÷ b with so many decimals, exactly, rounded half up; both are above zero. */
create function private.rounded_quotient(p_a numeric, p_b numeric, p_decimals int) returns numeric
  language sql immutable set search_path = '' as $$
  select round(div(2 * p_a * 10::numeric ^ p_decimals + p_b, 2 * p_b) * 0.1::numeric ^ p_decimals, p_decimals) $$;

/** Decimals with which the average of a month is given, as the German ministry of finance does. */
create function private.rate_decimals(p_currency text) returns int
  language sql immutable set search_path = '' as $$
  select case when p_currency = 'GBP' then 5 when p_currency in ('CZK', 'PHP', 'THB') then 3
    when p_currency in ('HUF', 'IDR', 'ISK', 'JPY', 'KRW') then 2 else 4 end $$;

/** What one euro was worth on average of the days of a month on which that was published; null without any. */
create function private.euro_month(p_currency text, p_month date) returns numeric
  language sql stable set search_path = '' as $$
  select case when p_currency = 'EUR' then 1 else private.rounded_quotient(sum(r.rate), count(r.rate), private.rate_decimals(p_currency)) end
  from (select (e.rates ->> p_currency)::numeric as rate from private.exchange_rates e
    where e.day >= p_month and e.day < p_month + interval '1 month') r $$;

/**
 * How many units of one currency a unit of another is: `{rate, day, source, version, provisional}`; null where that is not known (or
 * both are the same), or what is known is too old. `p_rates`: `day` for the last published day, not more than a month before; `month`
 * for the average of the day's month, or while it is not over that of the month before. `provisional`: a later publication may say
 * otherwise. `exchangeRate` in `domain/exchange` is the same.
 */
create function private.exchange_rate(p_from char(3), p_to char(3), p_day date, p_rates text) returns jsonb
  language sql stable security definer set search_path = '' as $$
  with newest as (select max(e.day) as day from private.exchange_rates e),
  meant as (
    select date_trunc('month', n.day)::date as known, date_trunc('month', p_day)::date as asked from newest n),
  used as (
    select case when m.known > m.asked then m.asked else least(m.known, (m.asked - interval '1 month')::date) end as month, m.asked from meant m),
  found as (
    select e.day, e.source, n.day < p_day as provisional,
      case when p_from = 'EUR' then 1 else (e.rates ->> p_from)::numeric end as "from",
      case when p_to = 'EUR' then 1 else (e.rates ->> p_to)::numeric end as "to"
    from newest n, private.exchange_rates e
    where p_rates = 'day' and e.day = (select max(o.day) from private.exchange_rates o where o.day <= p_day) and e.day >= p_day - 31
    union all
    select e.day, e.source, u.month < u.asked, private.euro_month(p_from, u.month), private.euro_month(p_to, u.month)
    from used u, private.exchange_rates e
    where p_rates = 'month' and u.month >= u.asked - interval '2 months'
      and e.day = (select max(o.day) from private.exchange_rates o where o.day < u.month + interval '1 month'))
  select jsonb_build_object('rate', trim_scale(private.rounded_quotient(f."to", f."from", 12))::text, 'day', f.day::text,
    'source', f.source, 'version', n.day::text, 'provisional', f.provisional)
  from found f, newest n
  where p_from <> p_to and f."from" is not null and f."to" is not null $$;

-- In which currency a company keeps its books (null: that of its invoices), and by which rates what is in another one counts.
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
    "e_invoice": {"contact_name": "", "contact_phone": "", "contact_email": ""}
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
    when v_invoices ->> 'default_due_days' !~ '^\d{1,3}$' then 'invoice_defaults.default_due_days'
    when (v_invoices ->> 'default_due_days')::int > 365 then 'invoice_defaults.default_due_days'
    when v_recurring ->> 'lead_days' !~ '^\d{1,2}$' then 'recurring_defaults.lead_days'
    when (v_recurring ->> 'lead_days')::int > 60 then 'recurring_defaults.lead_days'
    when v_recurring ->> 'generate_as' not in ('draft', 'ready_to_issue') then 'recurring_defaults.generate_as'
    when p_settings #>> '{bookkeeping,correction_window}' !~ '^(month|[0-9]{1,3})$' then 'bookkeeping.correction_window'
    when private.is_currency(p_settings #>> '{exchange,currency}') is false then 'exchange.currency'
    when p_settings #>> '{exchange,rates}' not in ('day', 'month') then 'exchange.rates'
    when v_colors ->> 'primary_color' !~ '^#[0-9a-fA-F]{6}$' then 'company_details.branding.primary_color'
    when v_colors ->> 'accent_color' !~ '^#[0-9a-fA-F]{6}$' then 'company_details.branding.accent_color' end);
  if v_field is not null then
    raise exception 'invalid_settings' using errcode = 'P0001', detail = 'settings.' || v_field;
  end if;
end $$;

/** The currency a company keeps its books in; `booksCurrency` in `domain/companies` is the same. */
create function private.books_currency(p_settings jsonb) returns text
  language sql immutable set search_path = '' as $$
  select coalesce(p_settings #>> '{exchange,currency}', p_settings #>> '{invoice_defaults,default_currency}') $$;

revoke all on function private.are_euro_rates(jsonb), private.rounded_quotient(numeric, numeric, int), private.rate_decimals(text),
  private.euro_month(text, date), private.exchange_rate(char, char, date, text), private.books_currency(jsonb) from public;
grant execute on function private.exchange_rate(char, char, date, text), private.books_currency(jsonb) to authenticated, service_role;
