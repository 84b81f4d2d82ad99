-- Reminders (`src/decisions/0036-mails.md`): a customer that is reminded of nothing, and in which currency fees are asked for.
alter table public.customers add column reminder_hold text check (char_length(reminder_hold) <= 500);
update private.synced_collections set insertable = insertable || '{reminder_hold}'::name[], updatable = updatable || '{reminder_hold}'::name[]
  where collection = 'customers';
grant insert (reminder_hold), update (reminder_hold) on public.customers to authenticated;

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
      "flat_fee": false, "fee_currency": null, "first": {"after_days": 7, "fee": 0}, "second": {"after_days": 21, "fee": 0}, "third": {"after_days": 35, "fee": 0}
    }
  }'::jsonb $$;

/** The first setting of reminders that makes no sense, as its place among them; null where all do. */
create or replace function private.senseless_reminders(p_reminders jsonb) returns text
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
/** Why this mail must not leave now; null when it may. `open` is the amount its text was written for. */
create or replace function private.mail_problem(p_invoice public.invoices, p_mail jsonb) returns text
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_open numeric := private.open_amount(p_invoice);
  v_is_reminder boolean := coalesce(p_mail ->> 'kind' = 'reminder', false);
begin
  return case
    when p_invoice.number is null then 'invoice_not_issued'
    when p_invoice.status = 'cancelled' then 'invoice_cancelled'
    when (p_mail ->> 'open')::numeric > 0 and v_open = 0 then 'invoice_paid'
    when (p_mail ->> 'open')::numeric <> v_open then 'balance_changed'
    when not v_is_reminder then null
    when v_open = 0 then 'invoice_paid'
    when p_invoice.reminder_hold <> '' or exists (
      select from public.customers c
      where c.company_id = p_invoice.company_id and c.id = p_invoice.customer_id and btrim(c.reminder_hold) <> '') then 'reminder_on_hold'
    when (p_invoice.due_date < private.company_today(p_invoice.company_id)) is not true then 'not_due'
    when exists (
      select from private.invoice_mails m
      where m.company_id = p_invoice.company_id and m.invoice_id = p_invoice.id and m.state <> 'failed'
        and m.level >= (p_mail ->> 'level')::int and m.mutation_id <> p_mail ->> 'mutation_id') then 'reminder_exists'
  end;
end $$;
