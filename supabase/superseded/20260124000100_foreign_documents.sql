-- What a document in a foreign currency is worth in that of the books (decision 0028): `exchange` holds the rate, its day and source, and the gross
-- amount by it, frozen when the document is booked. `src/domain/exchange` computes the same on the device; the figures of months need the columns.

/** `{currency, rate, day, source, version, amount}`; of a payment also `document_amount`. Null: in the currency of the books, or nobody knew a rate. */
alter table public.invoices add column exchange jsonb;
alter table public.expenses add column exchange jsonb;
alter table public.payments add column exchange jsonb;

/** An amount in another currency, rounded half away from zero to what that currency has. */
create function private.converted(p_amount numeric, p_from text, p_rate numeric, p_to text) returns numeric
  language plpgsql immutable set search_path = '' as $$
begin
  return round(round(p_amount, private.currency_exponent(p_from)) * p_rate, private.currency_exponent(p_to));
end $$;

/** Whether a day is a day, written as `2026-10-30`. */
create function private.is_day_text(p_text text) returns boolean
  language plpgsql immutable set search_path = '' as $$
begin
  return p_text ~ '^(19|[2-9][0-9])[0-9]{2}-[0-9]{2}-[0-9]{2}$' and p_text::date::text = p_text;
exception when datetime_field_overflow then
  return false;
end $$;

/** Which of `currency`, `rate`, `day`, `source`, `version`, `amount` can't be so for a document of this amount, or `exchange`; null where it can. */
create function private.exchange_fault(p_exchange jsonb, p_amount numeric, p_currency text) returns text
  language plpgsql immutable set search_path = '' as $$
begin
  if p_exchange is null then return null; end if;
  if jsonb_typeof(p_exchange) <> 'object' then return 'exchange'; end if;
  if (select array_agg(k order by k) from jsonb_object_keys(p_exchange - 'document_amount') k) is distinct from '{amount,currency,day,rate,source,version}'::text[] then
    return 'exchange';
  end if;
  if private.is_currency(p_exchange ->> 'currency') is not true or p_exchange ->> 'currency' = p_currency then return 'currency'; end if;
  if (jsonb_typeof(p_exchange -> 'rate') = 'string' and p_exchange ->> 'rate' ~ '^(0|[1-9][0-9]{0,8})(\.[0-9]{1,12})?$' and p_exchange ->> 'rate' ~ '[1-9]') is not true then
    return 'rate';
  end if;
  if private.is_day_text(p_exchange ->> 'day') is not true then return 'day'; end if;
  if (p_exchange ->> 'source' in ('ecb', 'example', 'manual')) is not true then return 'source'; end if;
  if (jsonb_typeof(p_exchange -> 'version') = 'string' and char_length(p_exchange ->> 'version') <= 40) is not true then return 'version'; end if;
  if jsonb_typeof(p_exchange -> 'amount') <> 'number' then return 'amount'; end if;
  if (p_exchange -> 'amount')::numeric <> private.converted(p_amount, p_currency, (p_exchange ->> 'rate')::numeric, p_exchange ->> 'currency')
    or abs((p_exchange -> 'amount')::numeric) > 9999999999 then
    return 'amount';
  end if;
  if jsonb_typeof(p_exchange -> 'document_amount') not in ('number', 'null') then return 'document_amount'; end if;
  return null;
end $$;

alter table public.invoices add constraint invoices_exchange_fits check (private.exchange_fault(exchange, gross_total, currency) is null);
alter table public.expenses add constraint expenses_exchange_fits check (private.exchange_fault(exchange, amount, currency) is null);
alter table public.payments add constraint payments_exchange_fits check (private.exchange_fault(exchange, amount, currency) is null);

/** What a person entered of a rate; null where nobody did. */
create function private.entered_rate(p_exchange jsonb) returns jsonb
  language plpgsql immutable set search_path = '' as $$
begin
  return case when p_exchange ->> 'source' = 'manual' then jsonb_build_object('currency', p_exchange -> 'currency', 'rate', p_exchange -> 'rate', 'day', p_exchange -> 'day') end;
end $$;

/**
 * What a document of this amount is worth in the books: by the rate that a person entered (`p_given`), else, once it is booked, by the server's own
 * of `p_day`, whatever a device proposed. Null for the currency of the books, and where nobody knows a rate.
 */
create function private.exchange_of(p_company uuid, p_given jsonb, p_amount numeric, p_currency text, p_day date) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_settings jsonb;
  v_books text;
  v_entered jsonb := private.entered_rate(p_given);
  v_found jsonb;
  v_fault text;
begin
  if v_entered is null and p_day is null then return null; end if;
  select c.settings into v_settings from public.companies c where c.id = p_company;
  v_books := private.books_currency(v_settings);
  if p_currency = v_books then return null; end if;
  -- A rate of books that are kept in another currency by now says nothing.
  if v_entered ->> 'currency' = v_books then
    v_found := v_entered || '{"source": "manual", "version": ""}';
  elsif p_day is not null then
    v_found := private.exchange_rate(p_currency, v_books, p_day, coalesce(v_settings #>> '{exchange,rates}', 'day')) - 'provisional';
  end if;
  if v_found is null then return null; end if;
  v_found := v_found || jsonb_build_object('currency', v_books);
  -- Asked with an amount of nothing before anything is counted with the rate.
  v_fault := private.exchange_fault(v_found || '{"amount": 0}', 0, p_currency);
  if v_fault is null then
    v_found := v_found || jsonb_build_object('amount', trim_scale(private.converted(p_amount, p_currency, (v_found ->> 'rate')::numeric, v_books)));
    v_fault := private.exchange_fault(v_found, p_amount, p_currency);
  end if;
  if v_fault is not null then raise exception 'exchange_wrong' using errcode = 'P0001', detail = 'exchange.' || v_fault; end if;
  return v_found;
end $$;

/** That of the document which takes another one back: the same rate, the amounts with the sign turned. */
create function private.turned_exchange(p_exchange jsonb) returns jsonb
  language plpgsql immutable set search_path = '' as $$
begin
  return p_exchange || (
    select coalesce(jsonb_object_agg(a.key, -a.value::numeric), '{}') from jsonb_each_text(p_exchange) a where a.key in ('amount', 'document_amount'));
end $$;

/** What was entered for another currency says nothing of this one: an older app leaves it there. */
create function private.without_stale_rate(p_new jsonb, p_currency text, p_old jsonb, p_old_currency text) returns jsonb
  language plpgsql immutable set search_path = '' as $$
begin
  return case when p_currency <> p_old_currency and private.entered_rate(p_new) = private.entered_rate(p_old) then null else p_new end;
end $$;

/** Decided when it is issued; a rate that was missing then is supplied once, while the months it counts in are open. */
create function private.value_invoice() returns trigger
  language plpgsql set search_path = '' as $$
begin
  if new.status not in ('issued', 'cancelled') then
    new.exchange := private.without_stale_rate(new.exchange, new.currency, case when tg_op = 'UPDATE' then old.exchange end, case when tg_op = 'UPDATE' then old.currency end);
    new.exchange := private.exchange_of(new.company_id, new.exchange, new.gross_total, new.currency, null);
  elsif new.document_type = 'cancellation' then
    new.exchange := (select private.turned_exchange(i.exchange) from public.invoices i where i.id = new.cancels_id);
  elsif tg_op = 'INSERT' or old.status not in ('issued', 'cancelled') then
    new.exchange := private.exchange_of(new.company_id, new.exchange, new.gross_total, new.currency, new.tax_point);
  elsif old.exchange is null and new.exchange is not null then
    perform private.refuse_closed(new.company_id, new.issue_date, 'exchange');
    perform private.refuse_closed(new.company_id, new.tax_point, 'exchange');
    new.exchange := private.exchange_of(new.company_id, new.exchange, new.gross_total, new.currency, new.tax_point);
  end if;
  return new;
end $$;
-- After `set_tax_point` (triggers run in the order of their names).
create trigger value_in_books before insert or update on public.invoices for each row execute function private.value_invoice();

/** Decided when it is approved; a rate that was missing then is supplied once, while the months it counts in are open. */
create function private.value_expense() returns trigger
  language plpgsql set search_path = '' as $$
begin
  if new.status not in ('approved', 'reimbursed') then
    new.exchange := private.without_stale_rate(new.exchange, new.currency, case when tg_op = 'UPDATE' then old.exchange end, case when tg_op = 'UPDATE' then old.currency end);
    new.exchange := private.exchange_of(new.company_id, new.exchange, new.amount, new.currency, null);
  elsif new.reverses_expense_id is not null then
    if tg_op = 'INSERT' then
      new.exchange := private.turned_exchange((private.locked_expense(new.company_id, new.reverses_expense_id)).exchange);
    end if;
  elsif tg_op = 'INSERT' or old.status not in ('approved', 'reimbursed') then
    new.exchange := private.exchange_of(new.company_id, new.exchange, new.amount, new.currency, new.expense_date);
  elsif old.exchange is null and new.exchange is not null then
    if private.is_reversed_expense(new.company_id, new.id) then raise exception 'expense_reversed' using errcode = 'P0001', detail = 'exchange'; end if;
    perform private.refuse_closed(new.company_id, coalesce(new.booked_on, new.expense_date), 'exchange');
    perform private.refuse_closed(new.company_id, private.money_day(new), 'exchange');
    new.exchange := private.exchange_of(new.company_id, new.exchange, new.amount, new.currency, new.expense_date);
  end if;
  return new;
end $$;
-- After `expense_tax_lines` (triggers run in the order of their names).
create trigger value_in_books before insert or update on public.expenses for each row execute function private.value_expense();

/**
 * What a payment settles of its document, by the rate of the document: what all payments together settle, less what the others do. So a paid document
 * is settled to the cent. Null where the document has no rate in the currency `p_books`.
 */
create function private.document_amount(p_invoice uuid, p_payment uuid, p_amount numeric, p_books text) returns numeric
  language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select trim_scale(private.converted(p_amount + o.amount, i.currency, r.rate, p_books) - o.settled)
    from public.invoices i cross join lateral (select (i.exchange ->> 'rate')::numeric as rate) r
    cross join lateral (
      select coalesce(sum(p.amount), 0) as amount,
        coalesce(sum(coalesce((p.exchange ->> 'document_amount')::numeric, private.converted(p.amount, i.currency, r.rate, p_books))), 0) as settled
      from public.payments p where p.company_id = i.company_id and p.invoice_id = i.id and p.id <> p_payment) o
    where i.id = p_invoice and i.exchange ->> 'currency' = p_books);
end $$;

/** Decided when it is recorded, anew when it is corrected; a reversal has that of what it takes back. */
create function private.value_payment() returns trigger
  language plpgsql set search_path = '' as $$
begin
  if new.reverses_payment_id is not null then
    new.exchange := (select private.turned_exchange(p.exchange) from public.payments p where p.id = new.reverses_payment_id);
  elsif old.exchange is not null and (new.amount, new.invoice_id, new.payment_date, private.entered_rate(new.exchange))
      is not distinct from (old.amount, old.invoice_id, old.payment_date, private.entered_rate(old.exchange)) then
    -- What a device thinks of it changes nothing.
    if current_user in ('authenticated', 'service_role') then new.exchange := old.exchange; end if;
  elsif (new.amount, new.invoice_id, new.payment_date, new.exchange) is distinct from (old.amount, old.invoice_id, old.payment_date, old.exchange) then
    new.exchange := private.exchange_of(new.company_id, new.exchange, new.amount, new.currency, new.payment_date);
    new.exchange := new.exchange || jsonb_build_object('document_amount', private.document_amount(new.invoice_id, new.id, new.amount, new.exchange ->> 'currency'));
  end if;
  return new;
end $$;
-- After `share_tax` (triggers run in the order of their names).
create trigger value_in_books before insert or update on public.payments for each row execute function private.value_payment();

/** A document whose rate was supplied later tells its payments of open months what they settle. */
create function private.tell_payments() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_id uuid;
begin
  for v_id in
    select p.id from public.payments p
    where p.company_id = new.company_id and p.invoice_id = new.id and p.reverses_payment_id is null and not private.is_reversed_payment(p.company_id, p.id)
      and p.exchange is not null and not private.is_closed(p.company_id, coalesce(p.booked_on, p.payment_date))
    order by p.created_at, p.id
  loop
    update public.payments p
      set exchange = p.exchange || jsonb_build_object('document_amount', private.document_amount(p.invoice_id, p.id, p.amount, p.exchange ->> 'currency')),
        rev = 'srv-' || gen_random_uuid()
      where p.id = v_id;
  end loop;
  return null;
end $$;
create trigger tell_payments after update of exchange on public.invoices for each row
  when (old.exchange is null and new.exchange is not null) execute function private.tell_payments();

create or replace function private.refuse_invoice_change(p_old public.invoices, p_new public.invoices) returns void
  language plpgsql stable set search_path = '' as $$
declare
  v_fields text[] := array(
    select n.key from jsonb_each(to_jsonb(p_new) - '{status,updated_at,rev}'::text[]) n
    where n.value is distinct from to_jsonb(p_old) -> n.key order by n.key);
  v_content text[] := array(select f from unnest(v_fields) f where f <> all ('{delivery,sent_at,internal_notes}'::text[]));
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
    -- What is overruled belongs to the decision to issue.
    case when array_remove(v_content, 'overruled_warnings') <> '{}' or 'internal_notes' = any (v_fields) then 'invoices.update' end,
    case when 'overruled_warnings' = any (v_content) then 'invoices.issue' end,
    case when '{delivery,sent_at}'::text[] && v_fields and not private.has_key(p_new.company_id, 'invoices.update') then 'invoices.send' end,
    case when p_old.status <> p_new.status then case p_new.status when 'cancelled' then 'invoices.cancel' else 'invoices.issue' end end], null);
  foreach v_key in array v_keys loop
    if not private.has_key(p_new.company_id, v_key) then
      raise exception 'not_allowed' using errcode = '42501', detail = v_key;
    end if;
  end loop;
end $$;

create or replace view private.invoice_documents with (security_invoker = true) as
  select i.id, i.company_id, i.number, i.document_type, i.cancels_id, i.cancelled_by_id, i.customer_id, i.recurring_invoice_id,
    i.status, i.delivery, i.sent_at, i.issue_date, i.due_date, i.due_days, i.service_from, i.service_to, i.currency, i.language,
    i.reference, i.notes, i.internal_notes, i.payment_terms, i.tax_mode, i.seller, i.buyer,
    i.net_total, i.tax_total, i.gross_total, i.tax_breakdown, i.paid_total, i.payment_status, i.created_by,
    coalesce((
      select jsonb_agg(jsonb_build_object('id', t.id, 'position', t.position, 'product_id', t.product_id, 'description', t.description,
        'unit', t.unit, 'quantity', t.quantity, 'unit_price', t.unit_price, 'discount_percent', t.discount_percent, 'tax_rate', t.tax_rate,
        'tax_category', t.tax_category, 'exemption_reason', t.exemption_reason)
        order by t.position, t.id)
      from public.invoice_items t where t.company_id = i.company_id and t.invoice_id = i.id), '[]') as items,
    i.created_at, i.updated_at, i.rev, i.recurring_period, i.overruled_warnings, i.tax_point, i.exchange
  from public.invoices i;

/** A payment is corrected while the window is open, and reversed after; a pair of payment and reversal stays as it is. */
create or replace function private.guard_payment() returns trigger
  language plpgsql set search_path = '' as $$
declare
  v_original public.payments;
begin
  if current_user <> 'authenticated' then return case when tg_op = 'DELETE' then old else new end; end if;
  if tg_op = 'INSERT' then
    if new.reverses_payment_id is not null then
      if not private.has_key(new.company_id, 'payments.update') then
        raise exception 'not_allowed' using errcode = '42501', detail = 'payments.update';
      end if;
      -- Its invoice is locked by `claim_payment`, which comes before.
      select * into v_original from public.payments p where p.id = new.reverses_payment_id;
      if v_original.id is null then raise exception 'missing_parent' using errcode = '23503', detail = 'reverses_payment_id'; end if;
      if btrim(new.reversal_reason) = '' then raise exception 'reason_required' using errcode = 'P0001', detail = 'reversal_reason'; end if;
      if v_original.reverses_payment_id is not null or v_original.invoice_id <> new.invoice_id then
        raise exception 'not_booked' using errcode = 'P0001', detail = 'reverses_payment_id';
      end if;
      new.amount := -v_original.amount;
      new.method := v_original.method;
      new.reference := v_original.reference;
      new.notes := '';
      new.is_separate := true;
    else
      new.reversal_reason := '';
    end if;
    perform private.refuse_closed(new.company_id, coalesce(new.booked_on, new.payment_date), 'payment_date');
    return new;
  end if;
  -- The answer to the question whether it is a double changes no booking.
  if to_jsonb(new) - '{is_separate,rev,updated_at}'::text[] = to_jsonb(old) - '{is_separate,rev,updated_at}'::text[] then
    return new;
  end if;
  if old.reverses_payment_id is not null or private.is_reversed_payment(old.company_id, old.id) then
    raise exception 'payment_reversed' using errcode = 'P0001', detail = 'reverses_payment_id';
  end if;
  -- A rate that was missing is supplied once, and changes no booking; but what it is worth counts in its month, and an advance in that of its supply.
  if old.exchange is null and to_jsonb(new) - '{exchange,rev,updated_at}'::text[] = to_jsonb(old) - '{exchange,rev,updated_at}'::text[] then
    perform private.refuse_closed(old.company_id, coalesce(old.booked_on, old.payment_date), 'exchange');
    perform private.refuse_closed(old.company_id, greatest(old.tax_point, old.payment_date), 'exchange');
    return new;
  end if;
  perform private.refuse_booked(old.company_id, coalesce(old.booked_on, old.payment_date), 'payment_date', old.created_at, 'payment_booked');
  if tg_op = 'DELETE' then return old; end if;
  perform private.refuse_closed(new.company_id, coalesce(new.booked_on, new.payment_date), 'payment_date');
  return new;
end $$;

-- The ledger's second form of what is booked holds what it is worth (`ledger_form`).
create or replace function private.invoice_facts(i public.invoices, p_items text, p_form int) returns text[] language sql stable as $$
  select array[i.status, i.number, i.number_year::text, i.number_seq::text, i.document_type, i.cancels_id::text, i.cancelled_by_id::text,
    i.customer_id::text, private.day_text(i.issue_date), private.day_text(i.due_date), i.due_days::text, private.day_text(i.service_from),
    private.day_text(i.service_to), i.currency, i.language, i.reference, i.notes, i.payment_terms, i.tax_mode, i.seller::text, i.buyer::text,
    private.number_text(i.net_total), private.number_text(i.tax_total), private.number_text(i.gross_total), i.tax_breakdown::text,
    to_jsonb(i.overruled_warnings)::text, i.created_by::text, p_items]
    || case when p_form >= 2 then array[i.exchange::text] else '{}' end $$;

create or replace function private.expense_facts(e public.expenses, p_form int) returns text[] language sql stable as $$
  select array[e.status, e.number, e.created_by::text, e.category_id::text, e.vendor_id::text, e.customer_id::text, e.description,
    private.number_text(e.amount), e.currency, private.number_text(e.tax_rate), private.number_text(e.tax_amount),
    e.tax_lines::text, private.day_text(e.expense_date),
    e.is_billable::text, e.is_reimbursable::text, private.day_text(e.paid_on), e.payment_method, e.rejection_reason, e.decided_by::text,
    private.instant_text(e.decided_at), private.instant_text(e.booked_at), private.day_text(e.booked_on),
    e.reverses_expense_id::text, e.reversal_reason]
    || case when p_form >= 2 then array[e.exchange::text] else '{}' end $$;

create or replace function private.payment_facts(p public.payments, p_form int) returns text[] language sql stable as $$
  select array[p.invoice_id::text, private.number_text(p.amount), p.currency, private.day_text(p.payment_date), p.method, p.reference, p.notes,
    p.created_by::text, private.instant_text(p.created_at), private.day_text(p.booked_on),
    p.reverses_payment_id::text, p.reversal_reason]
    || case when p_form >= 2 then array[p.exchange::text] else '{}' end $$;


update private.synced_collections set insertable = insertable || '{exchange}'::name[], updatable = updatable || '{exchange}'::name[]
  where collection in ('invoices', 'expenses', 'payments');
grant insert (exchange), update (exchange) on public.invoices to authenticated;
grant insert (exchange), update (exchange) on public.expenses to authenticated;
grant insert (exchange), update (exchange) on public.payments to authenticated;

revoke all on function
  private.converted(numeric, text, numeric, text), private.is_day_text(text), private.exchange_fault(jsonb, numeric, text),
  private.entered_rate(jsonb), private.without_stale_rate(jsonb, text, jsonb, text), private.exchange_of(uuid, jsonb, numeric, text, date),
  private.turned_exchange(jsonb), private.value_invoice(),
  private.value_expense(), private.document_amount(uuid, uuid, numeric, text), private.value_payment(), private.tell_payments() from public;
grant execute on function
  private.converted(numeric, text, numeric, text), private.is_day_text(text), private.exchange_fault(jsonb, numeric, text), private.entered_rate(jsonb),
  private.without_stale_rate(jsonb, text, jsonb, text),
  private.exchange_of(uuid, jsonb, numeric, text, date), private.turned_exchange(jsonb), private.document_amount(uuid, uuid, numeric, text) to authenticated, service_role;
