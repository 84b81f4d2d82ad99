-- Invoices and their lines. `src/domain/invoices` computes the same totals on the device; what is stored is computed here.

create table public.invoices (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references public.companies (id) on delete cascade,
  number text check (char_length(number) <= 60),
  -- Which place of which year's counter the number took; the list of gaps is made from these.
  number_year int,
  number_seq bigint,
  document_type text not null default 'invoice' check (document_type in ('invoice', 'cancellation', 'correction')),
  cancels_id uuid,
  -- No foreign key: the cancellation, which has one, is written right after the invoice that names it.
  cancelled_by_id uuid,
  customer_id uuid,
  recurring_invoice_id uuid,
  status text not null default 'draft' check (status in ('draft', 'ready_to_issue', 'issued', 'cancelled')),
  delivery text not null default 'not_sent' check (delivery in ('not_sent', 'sent')),
  sent_at timestamptz,
  issue_date date check (issue_date between '1900-01-01' and '9999-12-31'),
  due_date date check (due_date between '1900-01-01' and '9999-12-31'),
  due_days integer not null default 14 check (due_days between 0 and 365),
  service_from date check (service_from between '1900-01-01' and '9999-12-31'),
  service_to date check (service_to between '1900-01-01' and '9999-12-31'),
  currency text not null default 'EUR',
  language text not null default 'en' check (language in ('en', 'de')),
  reference text not null default '' check (char_length(reference) <= 200),
  notes text not null default '' check (char_length(notes) <= 4000),
  internal_notes text not null default '' check (char_length(internal_notes) <= 4000),
  payment_terms text not null default '' check (char_length(payment_terms) <= 500),
  tax_mode text not null default 'standard' check (tax_mode in ('standard', 'small_business', 'reverse_charge')),
  seller jsonb check (jsonb_typeof(seller) = 'object'),
  buyer jsonb check (jsonb_typeof(buyer) = 'object'),
  net_total numeric(14, 4) not null default 0 check (net_total between -9999999999 and 9999999999),
  tax_total numeric(14, 4) not null default 0 check (tax_total between -9999999999 and 9999999999),
  gross_total numeric(14, 4) not null default 0 check (gross_total between -9999999999 and 9999999999),
  tax_breakdown jsonb not null default '[]' check (jsonb_typeof(tax_breakdown) = 'array'),
  paid_total numeric(14, 4) not null default 0 check (paid_total between -9999999999 and 9999999999),
  payment_status text not null default 'unpaid' check (payment_status in ('unpaid', 'partially_paid', 'paid', 'overpaid')),
  created_by uuid not null default auth.uid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  rev text not null default 'srv-' || gen_random_uuid() check (char_length(rev) between 1 and 80),
  recurring_period date check (recurring_period between '1900-01-01' and '9999-12-31'),
  -- Warnings that whoever issued it overruled knowingly; the history says who and when.
  overruled_warnings text[] not null default '{}' check (char_length(array_to_string(overruled_warnings, ',')) <= 4000),
  tax_point date check (tax_point between '1900-01-01' and '9999-12-31'),
  /** `{currency, rate, day, source, version, amount}`; of a payment also `document_amount`. Null: in the currency of the books, or nobody knew a rate. */
  exchange jsonb,
  corrects_id uuid,
  reason text not null default '' check (char_length(reason) <= 500),
  -- Of an invoice: what was taken back of it, in the order in which it was issued. Written by `add_correction` alone.
  corrections jsonb not null default '[]' check (jsonb_typeof(corrections) = 'array'),
  -- Which series a number is of; a gap is one of a series.
  number_series text not null default 'invoices'
    check (number_series in ('invoices', 'cancellations', 'corrections')),
  -- What a device issued by itself arrives as `leased`: the lease, and in `claim` what the document says. Once it is taken, the lease alone is kept.
  leased jsonb check (jsonb_typeof(leased) = 'object' and octet_length(leased::text) <= 60000),
  -- How far an invoice was reminded of, and why it is held back (`src/decisions/0036-mails.md`). The server counts, people hold.
  reminder_level int not null default 0 check (reminder_level between 0 and 3),
  reminded_on date check (reminded_on between '1900-01-01' and '9999-12-31'),
  reminder_hold text not null default '' check (char_length(reminder_hold) <= 500),
  unique (company_id, id),
  unique (company_id, number),
  constraint invoices_issued_complete check (status in ('draft', 'ready_to_issue')
    or (number is not null and issue_date is not null and due_date is not null and seller is not null and buyer is not null)),
  constraint invoices_customer_id_fkey foreign key (company_id, customer_id) references public.customers (company_id, id),
  constraint invoices_cancels_id_fkey foreign key (company_id, cancels_id) references public.invoices (company_id, id),
  constraint invoices_exchange_fits check (private.exchange_fault(exchange, gross_total, currency) is null),
  constraint invoices_corrects_id_fkey foreign key (company_id, corrects_id) references public.invoices (company_id, id),
  -- One without an invoice is not issued (`correction_problems`).
  constraint invoices_only_corrections_correct check (corrects_id is null or document_type = 'correction')
);
-- Not valid: a row from before keeps its currency until somebody changes it.
alter table public.invoices add constraint invoices_currency_check check (private.is_currency(currency)) not valid;
-- No foreign key: what was generated stays as it is when its series is deleted, and a series that comes back knows what it made.
create unique index invoices_company_id_recurring_period_idx on public.invoices (company_id, recurring_invoice_id, recurring_period)
  where recurring_invoice_id is not null;
create index invoices_company_id_issue_date_idx on public.invoices (company_id, issue_date desc, id desc);
create index invoices_company_id_customer_id_idx on public.invoices (company_id, customer_id);
create unique index invoices_company_id_cancels_id_idx on public.invoices (company_id, cancels_id) where cancels_id is not null;
create index invoices_company_id_tax_point_idx on public.invoices (company_id, tax_point) where tax_point is not null;
create index invoices_company_id_corrects_id_idx on public.invoices (company_id, corrects_id) where corrects_id is not null;
create index invoices_company_id_number_seq_idx on public.invoices (company_id, number_series, number_year, number_seq);
comment on column public.invoices.tax_point is 'The day its VAT counts on by supply (migration `tax_points`): the end of the supply; where that month was closed when it was issued, the day of issue. Of a cancellation the day of issue.';

create table public.invoice_items (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null,
  invoice_id uuid not null,
  position integer not null default 0 check (position between 0 and 100000),
  product_id uuid,
  description text not null default '' check (char_length(description) <= 2000),
  unit text not null default '' check (char_length(unit) <= 40),
  quantity numeric(14, 4) not null default 1 check (quantity between -9999999 and 9999999),
  unit_price numeric(14, 4) not null default 0 check (unit_price between -9999999999 and 9999999999),
  discount_percent numeric(6, 3) not null default 0 check (discount_percent between 0 and 100),
  tax_rate numeric(6, 3) not null default 0 check (tax_rate between 0 and 100),
  tax_category text check (tax_category in ('S', 'Z', 'E', 'AE', 'K', 'G', 'O')),
  exemption_reason text check (char_length(exemption_reason) <= 200),
  origin_item_id uuid,
  -- Deferred, because a document's lines are written before its record. `guard_item` checks at once where there is no document.
  constraint invoice_items_invoice_id_fkey foreign key (company_id, invoice_id) references public.invoices (company_id, id)
    on delete cascade deferrable initially deferred,
  constraint invoice_items_product_id_fkey foreign key (company_id, product_id) references public.invoice_products (company_id, id)
    on delete set null (product_id)
);
create index invoice_items_company_id_invoice_id_idx on public.invoice_items (company_id, invoice_id, position);
create index invoice_items_company_id_product_id_idx on public.invoice_items (company_id, product_id) where product_id is not null;

/** Multiplied by 0.01 instead of divided by 100: a numeric division rounds on its own. */
create function private.line_net(p_quantity numeric, p_unit_price numeric, p_discount_percent numeric, p_exponent int) returns numeric
  language sql immutable as $$
  select round(p_quantity * p_unit_price * (100 - p_discount_percent) * 0.01, p_exponent) $$;

/** Lines are rounded one by one, tax per category and rate on the summed net. Only what is taxed (S) bears a rate. */
create function private.invoice_totals(p_company uuid, p_invoice uuid, p_currency text, p_tax_mode text,
  out net_total numeric, out tax_total numeric, out gross_total numeric, out tax_breakdown jsonb)
  language plpgsql stable set search_path = '' as $$
begin
  with lines as (
    select c.category, case when c.category = 'S' then i.tax_rate else 0 end as rate,
      private.line_net(i.quantity, i.unit_price, i.discount_percent, private.currency_exponent(p_currency)) as net
    from public.invoice_items i
    cross join lateral (select private.tax_category_of(i.tax_category, i.tax_rate, p_tax_mode) as category) c
    where i.company_id = p_company and i.invoice_id = p_invoice),
  rates as (
    select l.category, l.rate, sum(l.net) as net, round(sum(l.net) * l.rate * 0.01, private.currency_exponent(p_currency)) as tax
    from lines l group by l.category, l.rate)
  select coalesce(sum(r.net), 0), coalesce(sum(r.tax), 0), coalesce(sum(r.net) + sum(r.tax), 0),
    coalesce(jsonb_agg(jsonb_build_object('tax_rate', trim_scale(r.rate), 'tax_category', r.category, 'net', trim_scale(r.net), 'tax', trim_scale(r.tax))
      order by r.rate desc, r.category collate "C" nulls last), '[]')
    into net_total, tax_total, gross_total, tax_breakdown from rates r;
end $$;

/** How far an invoice is paid; `paymentState` in `domain/payments` decides the same. */
create function private.payment_state(p_gross numeric, p_paid numeric) returns text
  language sql immutable as $$
  select case
    when p_paid = p_gross then 'paid'
    when p_paid * sign(p_gross) < 0 or p_paid = 0 then 'unpaid'
    when abs(p_paid) < abs(p_gross) then 'partially_paid'
    else 'overpaid' end $$;

/** What a line has to know of its invoice, which stays locked until commit: nobody issues it while a line changes. */
create function private.locked_invoice(p_id uuid, out company_id uuid, out status text, out currency text, out created_by uuid)
  language plpgsql volatile security definer set search_path = '' as $$
begin
  select i.company_id, i.status, i.currency, i.created_by into company_id, status, currency, created_by
    from public.invoices i where i.id = p_id for update;
end $$;

create function private.has_product(p_company uuid, p_id uuid) returns boolean
  language sql stable security definer set search_path = '' as $$
  select exists (select from public.invoice_products p where p.company_id = p_company and p.id = p_id) $$;

/** Lines change only while their invoice is a draft. */
create function private.guard_item() returns trigger
  language plpgsql set search_path = '' as $$
declare
  v_id uuid := case when tg_op = 'DELETE' then old.invoice_id else new.invoice_id end;
  v_invoice record;
begin
  select * into v_invoice from private.locked_invoice(v_id);
  if tg_op <> 'DELETE' then
    new.company_id := coalesce(new.company_id, v_invoice.company_id);
    if coalesce(v_invoice.company_id <> new.company_id, coalesce(current_setting('kontor.document', true), '') is distinct from v_id::text) then
      raise exception 'missing_parent' using errcode = '23503', detail = 'invoice_id';
    end if;
    -- The product only says where a line came from: one that is gone must not keep an invoice from being saved.
    if new.product_id is not null and not private.has_product(new.company_id, new.product_id) then new.product_id := null; end if;
    -- An app that knows no corrections sends a line without saying what it takes back.
    if tg_op = 'UPDATE' then new.origin_item_id := coalesce(new.origin_item_id, old.origin_item_id); end if;
  end if;
  if current_user in ('authenticated', 'service_role') and v_invoice.status in ('issued', 'cancelled') then
    raise exception 'invoice_frozen' using errcode = 'P0001', detail = 'items';
  end if;
  if current_user = 'authenticated' and v_invoice.created_by <> auth.uid() and not private.has_key(v_invoice.company_id, 'invoices.update') then
    raise exception 'not_allowed' using errcode = '42501', detail = 'invoices.update';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger guard_item before insert or update or delete on public.invoice_items for each row execute function private.guard_item();

/** A changed line is a changed invoice: new totals, new version. A document that is being written gets them with its record. */
create function private.retotal_invoices() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  update public.invoices i
    set (net_total, tax_total, gross_total, tax_breakdown, payment_status) = (
        select t.*, case when i.number is null then 'unpaid' else private.payment_state(t.gross_total, i.paid_total) end
        from private.document_totals(i) t),
      rev = 'srv-' || gen_random_uuid()
    where i.id in (select c.invoice_id from changed c)
      and i.id::text is distinct from current_setting('kontor.document', true);
  return null;
end $$;
create trigger retotal_inserted after insert on public.invoice_items referencing new table as changed
  for each statement execute function private.retotal_invoices();
create trigger retotal_updated after update on public.invoice_items referencing new table as changed
  for each statement execute function private.retotal_invoices();
create trigger retotal_deleted after delete on public.invoice_items referencing old table as changed
  for each statement execute function private.retotal_invoices();

/**
 * No document takes more lines than the app shows and prints (`ITEMS_MAX`). Argument: the column that names the document, which is locked
 * by now. What the server copies (a cancellation, a generated invoice) is as long as its origin.
 */
create function private.limit_items() returns trigger
  language plpgsql set search_path = '' as $$
declare
  v_is_too_long boolean;
begin
  if current_user not in ('authenticated', 'service_role') then return null; end if;
  execute format(
    'select exists (select from (select distinct company_id, %2$I from changed) d join public.%1$I t using (company_id, %2$I) group by %2$I having count(*) > 500)',
    tg_table_name, tg_argv[0]) into v_is_too_long;
  if v_is_too_long then raise exception 'too_many_items' using errcode = 'P0001', detail = 'items'; end if;
  return null;
end $$;
create trigger limit_inserted after insert on public.invoice_items referencing new table as changed
  for each statement execute function private.limit_items('invoice_id');

create view private.invoice_documents with (security_invoker = true) as
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
revoke all on private.invoice_documents from public, anon;
grant select on private.invoice_documents to authenticated, service_role;

call private.make_synced('invoices', 54, 'invoices',
  '{created_by,customer_id,status,delivery,sent_at,due_days,service_from,service_to,currency,language,reference,notes,internal_notes,payment_terms,tax_mode,overruled_warnings,exchange,document_type,corrects_id,reason,leased,reminder_hold}',
  '{customer_id,status,delivery,sent_at,due_days,service_from,service_to,currency,language,reference,notes,internal_notes,payment_terms,tax_mode,overruled_warnings,exchange,reason,leased,reminder_hold}',
  null, 'private.invoice_documents');
update private.synced_collections set view_key = 'invoices.view' where collection = 'invoices';
create policy member_select on public.invoices for select to authenticated
  using (company_id = any (array(select private.companies_with('invoices.view'))));
create policy member_insert on public.invoices for insert to authenticated
  with check (company_id = any (array(select private.companies_with('invoices.create'))));
-- Which of these keys allows which change is decided by the trigger, column by column.
create policy member_update on public.invoices for update to authenticated
  using (company_id = any (array(
    select private.companies_with('invoices.update') union select private.companies_with('invoices.issue')
    union select private.companies_with('invoices.send') union select private.companies_with('invoices.cancel'))));
create policy member_delete on public.invoices for delete to authenticated
  using (company_id = any (array(select private.companies_with('invoices.delete'))));
call private.hide_from_writers('public.invoices');

call private.make_nested('invoices', 'items', 'invoice_items', 'invoice_id',
  '{position,product_id,description,unit,quantity,unit_price,discount_percent,tax_rate,tax_category,exemption_reason,origin_item_id}');
create policy member_select on public.invoice_items for select to authenticated
  using (company_id = any (array(select private.companies_with('invoices.view'))));
create policy member_insert on public.invoice_items for insert to authenticated
  with check (company_id = any (array(select private.companies_with('invoices.create') union select private.companies_with('invoices.update'))));
create policy member_update on public.invoice_items for update to authenticated
  using (company_id = any (array(select private.companies_with('invoices.update'))));
create policy member_delete on public.invoice_items for delete to authenticated
  using (company_id = any (array(select private.companies_with('invoices.update'))));
call private.hide_from_writers('public.invoice_items');

create trigger log_activity after insert or update on public.invoices
  for each row execute function private.log_activity('invoices', 'number', '{seller,buyer,tax_breakdown,tax_point,cancelled_by_id,leased,number_series,number_year,number_seq,corrections}');
create trigger log_deletion before delete on public.invoices for each row execute function private.log_activity('invoices', 'number');

revoke all on function
  private.line_net(numeric, numeric, numeric, int), private.invoice_totals(uuid, uuid, text, text), private.payment_state(numeric, numeric),
  private.locked_invoice(uuid), private.has_product(uuid, uuid), private.guard_item(), private.retotal_invoices(), private.limit_items() from public;
-- Checks, policies and triggers that run with the caller's rights call these.
grant execute on function private.locked_invoice(uuid), private.has_product(uuid, uuid) to authenticated, service_role;
