-- Reminders of what is overdue (`src/decisions/0036-mails.md`): how far an invoice was reminded of, why it is held back, and how a company reminds.
-- The server counts, people hold.
alter table public.invoices
  add column reminder_level int not null default 0 check (reminder_level between 0 and 3),
  add column reminded_on date check (reminded_on between '1900-01-01' and '9999-12-31'),
  add column reminder_hold text not null default '' check (char_length(reminder_hold) <= 500);
update private.synced_collections set insertable = insertable || '{reminder_hold}'::name[], updatable = updatable || '{reminder_hold}'::name[]
  where collection = 'invoices';
grant insert (reminder_hold), update (reminder_hold) on public.invoices to authenticated;

create or replace view private.invoice_documents with (security_invoker = true) as
  select i.id, i.company_id, i.number, i.document_type, i.cancels_id, i.cancelled_by_id, i.customer_id, i.recurring_invoice_id,
    i.status, i.delivery, i.sent_at, i.issue_date, i.due_date, i.due_days, i.service_from, i.service_to, i.currency, i.language,
    i.reference, i.notes, i.internal_notes, i.payment_terms, i.tax_mode, i.seller, i.buyer,
    i.net_total, i.tax_total, i.gross_total, i.tax_breakdown, i.paid_total, i.payment_status, i.created_by,
    coalesce((
      select jsonb_agg(jsonb_build_object('id', t.id, 'position', t.position, 'product_id', t.product_id, 'description', t.description,
        'unit', t.unit, 'quantity', t.quantity, 'unit_price', t.unit_price, 'discount_percent', t.discount_percent, 'tax_rate', t.tax_rate,
        'tax_category', t.tax_category, 'exemption_reason', t.exemption_reason, 'origin_item_id', t.origin_item_id)
        order by t.position, t.id)
      from public.invoice_items t where t.company_id = i.company_id and t.invoice_id = i.id), '[]') as items,
    i.created_at, i.updated_at, i.rev, i.recurring_period, i.overruled_warnings, i.tax_point, i.exchange, i.corrects_id, i.reason, i.corrections, i.leased,
    i.reminder_level, i.reminded_on, i.reminder_hold
  from public.invoices i;

/** A correction takes back a part of a claim: whoever may cancel may do that. Held back is what was issued, by whoever may send or change it. */
create or replace function private.refuse_invoice_change(p_old public.invoices, p_new public.invoices) returns void
  language plpgsql stable set search_path = '' as $$
declare
  v_fields text[] := array(
    select n.key from jsonb_each(to_jsonb(p_new) - '{status,updated_at,rev}'::text[]) n
    where n.value is distinct from to_jsonb(p_old) -> n.key order by n.key);
  v_content text[] := array(select f from unnest(v_fields) f where f <> all ('{delivery,sent_at,internal_notes,reminder_hold}'::text[]));
  v_keys text[];
  v_key text;
begin
  if p_old.status in ('issued', 'cancelled')
    -- A rate that was missing is supplied once.
    and not (v_content = '{exchange}' and p_old.exchange is null and (p_old.status, p_new.status, p_old.document_type) = ('issued', 'issued', 'invoice'))
    and v_content <> '{}' then
    raise exception 'invoice_frozen' using errcode = 'P0001', detail = v_content[1];
  end if;
  if p_old.status <> p_new.status and not (
    (p_old.status, p_new.status) in (('draft', 'ready_to_issue'), ('ready_to_issue', 'draft'))
    or ((p_old.status, p_new.status) = ('issued', 'cancelled') and p_old.document_type = 'invoice')) then
    raise exception 'invalid_transition' using errcode = 'P0001', detail = p_old.status || '>' || p_new.status;
  end if;
  if current_user <> 'authenticated' then return; end if;
  v_keys := array_remove(array[
    -- What is overruled, and by which number, belongs to the decision to issue.
    case when array_remove(array_remove(v_content, 'overruled_warnings'), 'leased') <> '{}' or 'internal_notes' = any (v_fields) then 'invoices.update' end,
    case when '{overruled_warnings,leased}'::text[] && v_content then 'invoices.issue' end,
    case when '{delivery,sent_at,reminder_hold}'::text[] && v_fields and not private.has_key(p_new.company_id, 'invoices.update') then 'invoices.send' end,
    case when p_old.status <> p_new.status then
      case when p_new.status = 'cancelled' or p_new.document_type = 'correction' then 'invoices.cancel' else 'invoices.issue' end end], null);
  foreach v_key in array v_keys loop
    if not private.has_key(p_new.company_id, v_key) then
      raise exception 'not_allowed' using errcode = '42501', detail = v_key;
    end if;
  end loop;
end $$;

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
    "numbers": {"leases": false, "cancellations": "", "corrections": ""},
    "reminders": {
      "is_on": true, "pay_days": 7, "debtors": "by_vat_id", "interest": false, "business_points": 9, "consumer_points": 5, "base_rates": [],
      "flat_fee": false, "first": {"after_days": 7, "fee": 0}, "second": {"after_days": 21, "fee": 0}, "third": {"after_days": 35, "fee": 0}
    }
  }'::jsonb $$;

/** The first setting of reminders that makes no sense, as its place among them; null where all do. */
create function private.senseless_reminders(p_reminders jsonb) returns text
  language plpgsql immutable set search_path = '' as $$
declare
  v_level text;
  v_rate jsonb;
  v_last text := '';
begin
  if p_reminders ->> 'debtors' not in ('by_vat_id', 'businesses', 'consumers') then return 'debtors'; end if;
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
revoke all on function private.senseless_reminders(jsonb) from public;
grant execute on function private.senseless_reminders(jsonb) to authenticated, service_role;

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
    when private.senseless_reminders(p_settings -> 'reminders') is not null then 'reminders.' || private.senseless_reminders(p_settings -> 'reminders')
    when v_colors ->> 'primary_color' !~ '^#[0-9a-fA-F]{6}$' then 'company_details.branding.primary_color'
    when v_colors ->> 'accent_color' !~ '^#[0-9a-fA-F]{6}$' then 'company_details.branding.accent_color' end);
  if v_field is not null then
    raise exception 'invalid_settings' using errcode = 'P0001', detail = 'settings.' || v_field;
  end if;
end $$;

create or replace function private.guard_company_update() returns trigger
language plpgsql set search_path = '' as $$
declare
  v_invoices constant text[] := '{invoice_defaults,recurring_defaults,document_texts,delivery_notes,numbers,reminders}';
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
