-- When the VAT of a sale counts: by supply on the day its supply ended, by payment with each payment's share of every rate. Both are frozen
-- with their record, so that sums need no other one. `src/domain/tax` and `src/domain/payments` say the same on the device.

alter table public.payments
  add column tax_point date check (tax_point between '1900-01-01' and '9999-12-31'),
  add column tax_shares jsonb not null default '[]' check (jsonb_typeof(tax_shares) = 'array' and octet_length(tax_shares::text) <= 100000);
comment on column public.payments.tax_point is 'The tax point of its invoice.';
comment on column public.payments.tax_shares is 'What it brings of each entry of the invoice''s tax breakdown.';

create function private.tax_point_of(p_invoice public.invoices) returns date
  language sql immutable set search_path = '' as $$
  select case when p_invoice.document_type = 'cancellation' then p_invoice.issue_date
    else coalesce(p_invoice.service_to, p_invoice.service_from, p_invoice.issue_date) end $$;

/** Issuing decides when the VAT of a document counts. The month is held: nobody closes it meanwhile. */
create function private.set_tax_point() returns trigger
  language plpgsql set search_path = '' as $$
begin
  if new.status not in ('issued', 'cancelled') then
    new.tax_point := null;
  elsif new.tax_point is null then
    perform private.hold_periods(new.company_id);
    new.tax_point := private.tax_point_of(new);
    if private.is_closed(new.company_id, new.tax_point) then new.tax_point := new.issue_date; end if;
  end if;
  return new;
end $$;
create trigger set_tax_point before insert or update on public.invoices for each row execute function private.set_tax_point();

/** What of an amount is paid for at a balance, from nothing to all of it, rounded; what is paid too much is no consideration. */
create function private.paid_part(p_amount numeric, p_balance numeric, p_gross numeric, p_digits int) returns numeric
  language sql immutable set search_path = '' as $$
  select case when p_gross = 0 then 0
    else round(p_amount * case when p_gross > 0 then least(p_gross, greatest(0, p_balance)) else greatest(p_gross, least(0, p_balance)) end / p_gross, p_digits) end $$;

/** The parts of a document's tax, each with the category that it has; what was issued before categories says none. */
create function private.tax_parts(p_breakdown jsonb, p_mode text) returns table (part jsonb, place bigint)
  language sql immutable set search_path = '' as $$
  select e.entry || jsonb_build_object('tax_category', private.tax_category_of(e.entry ->> 'tax_category', (e.entry ->> 'tax_rate')::numeric, p_mode)), e.place
  from jsonb_array_elements(p_breakdown) with ordinality e(entry, place) $$;

/**
 * What a payment brings of each entry of the breakdown, once it is among the others: what all of them together have to bring at the new
 * balance, less what the others bring already. So a cent that was rounded is made good by the next one, and a paid invoice is taxed wholly.
 */
create function private.tax_shares(p_invoice public.invoices, p_amount numeric, p_payment uuid) returns jsonb
  language sql stable set search_path = '' as $$
  with others as (
    select p.amount, p.tax_shares from public.payments p
    where p.company_id = p_invoice.company_id and p.invoice_id = p_invoice.id and p.id <> p_payment),
  brought as (
    select s.share - '{net,tax}'::text[] as entry, sum((s.share ->> 'net')::numeric) as net, sum((s.share ->> 'tax')::numeric) as tax
    from others o cross join jsonb_array_elements(o.tax_shares) s(share) group by 1),
  balance as (
    select p_amount + coalesce((select sum(amount) from others), 0) as paid, p_invoice.gross_total as gross, private.currency_exponent(p_invoice.currency) as digits)
  select coalesce(jsonb_agg(e.part || jsonb_build_object(
      'net', private.paid_part((e.part ->> 'net')::numeric, b.paid, b.gross, b.digits) - coalesce(g.net, 0),
      'tax', private.paid_part((e.part ->> 'tax')::numeric, b.paid, b.gross, b.digits) - coalesce(g.tax, 0)) order by e.place), '[]')
  from balance b cross join private.tax_parts(p_invoice.tax_breakdown, p_invoice.tax_mode) e
    left join brought g on g.entry = e.part - '{net,tax}'::text[] $$;

/** Sees every payment of the invoice, whatever the caller sees. */
create function private.share_tax() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_invoice public.invoices;
begin
  if tg_op = 'UPDATE' and (new.amount, new.invoice_id) = (old.amount, old.invoice_id) then return new; end if;
  perform private.locked_invoice(new.invoice_id);
  select * into v_invoice from public.invoices i where i.id = new.invoice_id;
  new.tax_point := v_invoice.tax_point;
  new.tax_shares := private.tax_shares(v_invoice, new.amount, new.id);
  return new;
end $$;
-- After `claim_payment` and `guard_payment` (triggers run in the order of their names).
create trigger share_tax before insert or update on public.payments for each row execute function private.share_tax();

-- What was issued and paid before, in the order in which it was recorded. Nothing of it is news: no version, no entry in the history.
alter table public.invoices disable trigger user;
alter table public.payments disable trigger user;
update public.invoices i set tax_point = private.tax_point_of(i) where i.status in ('issued', 'cancelled');
with balances as (
  select p.id, p.amount, i.tax_point, i.tax_breakdown, i.tax_mode, i.gross_total, private.currency_exponent(i.currency) as digits,
    sum(p.amount) over (partition by p.company_id, p.invoice_id order by p.created_at, p.id) as after
  from public.payments p join public.invoices i on i.company_id = p.company_id and i.id = p.invoice_id),
shares as (
  select b.id, b.tax_point, (
    select coalesce(jsonb_agg(e.part || (
        select jsonb_object_agg(f, private.paid_part((e.part ->> f)::numeric, b.after, b.gross_total, b.digits)
          - private.paid_part((e.part ->> f)::numeric, b.after - b.amount, b.gross_total, b.digits)) from unnest('{net,tax}'::text[]) f) order by e.place), '[]')
    from private.tax_parts(b.tax_breakdown, b.tax_mode) e) as tax_shares
  from balances b)
update public.payments p set tax_point = s.tax_point, tax_shares = s.tax_shares from shares s where s.id = p.id;
alter table public.payments enable trigger user;
alter table public.invoices enable trigger user;

-- What follows from the document is no news of its own.
drop trigger log_activity on public.invoices;
create trigger log_activity after insert or update on public.invoices
  for each row execute function private.log_activity('invoices', 'number', '{seller,buyer,tax_breakdown,tax_point,cancelled_by_id,number_year,number_seq}');
drop trigger log_activity on public.payments;
create trigger log_activity after insert or update or delete on public.payments
  for each row execute function private.log_activity('payments', 'invoice_id', '{tax_point,tax_shares}');

-- By which method VAT counts, and for which period it is filed, from which month on; before the first: by supply, each month.
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
    "vat": {"periods": []}
  }'::jsonb $$;

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

revoke all on function
  private.tax_point_of(public.invoices), private.set_tax_point(), private.paid_part(numeric, numeric, numeric, int), private.tax_parts(jsonb, text), private.tax_shares(public.invoices, numeric, uuid), private.share_tax(),
  private.vat_method(jsonb, date), private.check_vat_periods() from public;
grant execute on function private.tax_point_of(public.invoices), private.vat_method(jsonb, date) to authenticated;
