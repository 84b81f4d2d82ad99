-- What a document in a foreign currency is worth in that of the books (decision 0028), frozen when the document is booked; a correction by the rate of
-- what it corrects.

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

/** Decided when it is issued; a rate that was missing then is supplied once, while the months it counts in are open. */
create function private.value_invoice() returns trigger
  language plpgsql set search_path = '' as $$
declare
  v_original public.invoices;
begin
  if new.status not in ('issued', 'cancelled') then
    new.exchange := private.without_stale_rate(new.exchange, new.currency, case when tg_op = 'UPDATE' then old.exchange end, case when tg_op = 'UPDATE' then old.currency end);
    new.exchange := private.exchange_of(new.company_id, new.exchange, new.gross_total, new.currency, null);
  elsif new.document_type in ('cancellation', 'correction') then
    select * into v_original from public.invoices i where i.company_id = new.company_id and i.id = coalesce(new.cancels_id, new.corrects_id);
    new.exchange := case when new.document_type = 'cancellation' and v_original.corrections = '[]' then private.turned_exchange(v_original.exchange)
      else private.difference_exchange(v_original, new) end;
  elsif tg_op = 'INSERT' or old.status not in ('issued', 'cancelled') then
    new.exchange := private.exchange_of(new.company_id, new.exchange, new.gross_total, new.currency, new.tax_point);
  elsif old.exchange is null and new.exchange is not null then
    perform private.refuse_closed(new.company_id, new.issue_date, 'exchange');
    perform private.refuse_closed(new.company_id, new.tax_point, 'exchange');
    perform private.refuse_closed(new.company_id, (c.entry ->> 'issue_date')::date, 'exchange') from jsonb_array_elements(new.corrections) c (entry);
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
    if new.exchange is not null then
      new.exchange := new.exchange || jsonb_build_object('document_amount', private.document_amount(new.invoice_id, new.id, new.amount, new.exchange ->> 'currency'));
    end if;
  end if;
  return new;
end $$;
-- After `share_tax` (triggers run in the order of their names).
create trigger value_in_books before insert or update on public.payments for each row execute function private.value_payment();

/** A rate that was supplied is worth something to the corrections and payments of its invoice. */
create function private.tell_payments() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_id uuid;
begin
  -- Its corrections are worth something now, one after the other.
  for v_id in select (c.entry ->> 'id')::uuid from jsonb_array_elements(new.corrections) with ordinality c (entry, nth) order by c.nth loop
    update public.invoices i set rev = 'srv-' || gen_random_uuid() where i.company_id = new.company_id and i.id = v_id;
  end loop;
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

/**
 * What a document that takes back a part of an invoice is worth in the books, by the rate of that invoice: what is left before it less what is left after
 * it, entry by entry, so that the parts that are taken back one by one come to the whole. Null where the invoice has no rate.
 */
create function private.difference_exchange(p_original public.invoices, p_document public.invoices) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_to text := p_original.exchange ->> 'currency';
  v_rate numeric := p_original.exchange ->> 'rate';
begin
  return (
    with placed as (select (c.entry ->> 'id')::uuid as id, c.nth from jsonb_array_elements(p_original.corrections) with ordinality c (entry, nth)),
    before as (
      select p.part - '{net,tax}'::text[] as of, sum((p.part ->> 'net')::numeric) as net, sum((p.part ->> 'tax')::numeric) as tax
      from (
        select e.part from jsonb_array_elements(private.converted_parts((select coalesce(jsonb_agg(t.part order by t.place), '[]')
          from private.tax_parts(p_original.tax_breakdown, p_original.tax_mode) t), p_original.currency, p_original.exchange)) e (part)
        union all
        select e.part from placed c join public.invoices i on i.company_id = p_original.company_id and i.id = c.id
          cross join jsonb_array_elements(private.converted_parts(i.tax_breakdown, i.currency, i.exchange)) e (part)
        where c.nth < coalesce((select o.nth from placed o where o.id = p_document.id), 1000000)) p group by 1),
    parts as (
      select e.place, trim_scale(private.converted(coalesce((l.part ->> 'net')::numeric, 0) + (e.part ->> 'net')::numeric, p_original.currency, v_rate, v_to) - coalesce(b.net, 0)) as net,
        trim_scale(private.converted(coalesce((l.part ->> 'tax')::numeric, 0) + (e.part ->> 'tax')::numeric, p_original.currency, v_rate, v_to) - coalesce(b.tax, 0)) as tax
      from jsonb_array_elements(p_document.tax_breakdown) with ordinality e (part, place)
        left join jsonb_array_elements(private.corrected_parts(p_original, p_document.id)) l (part) on l.part - '{net,tax}'::text[] = e.part - '{net,tax}'::text[]
        left join before b on b.of = e.part - '{net,tax}'::text[])
    select p_original.exchange || jsonb_build_object('amount', coalesce(sum(p.net + p.tax), 0),
      'parts', coalesce(jsonb_agg(jsonb_build_object('net', p.net, 'tax', p.tax) order by p.place), '[]')) from parts p);
end $$;

/**
 * What is known of a document only when it gets its number: whether its rate was there (one that is supplied later counts in the books; the document is the
 * one that went out, on paper and as data: decision 0031), and that a correction, whose parties are its original's, is written today.
 */
create function private.note_rate() returns trigger
  language plpgsql set search_path = '' as $$
begin
  -- What a device issued with a number it took along stays as it was handed out: it is in the currency of the books, or a person entered the rate.
  if new.number is not null and (tg_op = 'INSERT' or old.number is null) and new.seller is not null and new.leased is null then
    new.seller := new.seller || jsonb_build_object('exchange_known', new.exchange is not null);
    if new.document_type = 'correction' then new.seller := new.seller || '{"layout": 3}'; end if;
  end if;
  return new;
end $$;
-- After `value_in_books`, which looks the rate up (triggers run in the order of their names).
create trigger value_noted before insert or update on public.invoices for each row when (not private.is_importing()) execute function private.note_rate();

revoke all on function
  private.exchange_of(uuid, jsonb, numeric, text, date), private.value_invoice(), private.value_expense(),
  private.document_amount(uuid, uuid, numeric, text), private.value_payment(), private.tell_payments(),
  private.difference_exchange(public.invoices, public.invoices), private.note_rate() from public;
-- Checks, policies and triggers that run with the caller's rights call these.
grant execute on function
  private.exchange_of(uuid, jsonb, numeric, text, date), private.document_amount(uuid, uuid, numeric, text),
  private.difference_exchange(public.invoices, public.invoices) to authenticated, service_role;
