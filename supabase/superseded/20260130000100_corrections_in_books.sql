-- Corrections in the books (decision 0032): what they are worth in the currency of the books, what the ledger holds of them, and what an archive must say.


create or replace function private.exchange_fault(p_exchange jsonb, p_amount numeric, p_currency text) returns text
  language plpgsql immutable set search_path = '' as $_$
begin
  if p_exchange is null then return null; end if;
  if jsonb_typeof(p_exchange) <> 'object' then return 'exchange'; end if;
  if (select array_agg(k order by k) from jsonb_object_keys(p_exchange - '{document_amount,parts}'::text[]) k) is distinct from '{amount,currency,day,rate,source,version}'::text[] then
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
  -- What takes back a part is worth what is left before it less what is left after it, entry by entry.
  if p_exchange ? 'parts' then
    if jsonb_typeof(p_exchange -> 'parts') <> 'array' or abs((p_exchange -> 'amount')::numeric) > 9999999999
      or (select coalesce(sum((e.part ->> 'net')::numeric + (e.part ->> 'tax')::numeric), 0) from jsonb_array_elements(p_exchange -> 'parts') e (part))
        is distinct from (p_exchange -> 'amount')::numeric then
      return 'parts';
    end if;
  elsif (p_exchange -> 'amount')::numeric <> private.converted(p_amount, p_currency, (p_exchange ->> 'rate')::numeric, p_exchange ->> 'currency')
    or abs((p_exchange -> 'amount')::numeric) > 9999999999 then
    return 'amount';
  end if;
  if jsonb_typeof(p_exchange -> 'document_amount') not in ('number', 'null') then return 'document_amount'; end if;
  return null;
end $_$;

create or replace function private.converted_parts(p_parts jsonb, p_currency text, p_exchange jsonb) returns jsonb
  language plpgsql immutable set search_path = '' as $$
declare
  v_to text := p_exchange ->> 'currency';
  v_rate numeric := p_exchange ->> 'rate';
begin
  if p_exchange ? 'parts' then
    return (
      select coalesce(jsonb_agg(e.part || (p_exchange -> 'parts' -> (e.place - 1)::int) order by e.place), '[]')
      from jsonb_array_elements(p_parts) with ordinality e (part, place));
  end if;
  return (
    with parts as (
      select e.part, e.place, private.converted((e.part ->> 'net')::numeric, p_currency, v_rate, v_to) as net,
        private.converted((e.part ->> 'tax')::numeric, p_currency, v_rate, v_to) as tax,
        row_number() over (order by abs((e.part ->> 'net')::numeric) desc, e.place) as rank
      from jsonb_array_elements(p_parts) with ordinality e (part, place))
    select coalesce(jsonb_agg(p.part || jsonb_build_object('tax', p.tax, 'net', p.net + case when p.rank = 1 then s.rest else 0 end) order by p.place), '[]')
    from parts p cross join (select (p_exchange ->> 'amount')::numeric - sum(net + tax) as rest from parts) s);
end $$;

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

create or replace function private.value_invoice() returns trigger
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

/** A rate that was supplied is worth something to the corrections and payments of its invoice. */
create or replace function private.tell_payments() returns trigger
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

create or replace function private.ledger_form(p_collection text) returns integer
  language sql immutable as $$
  select case p_collection when 'companies' then 1 when 'invoices' then 3 else 2 end $$;

-- The third form of an invoice says what it corrects, and why.
create or replace function private.invoice_facts(i public.invoices, p_items text, p_form integer) returns text[]
  language sql stable as $$
  select array[i.status, i.number, i.number_year::text, i.number_seq::text, i.document_type, i.cancels_id::text, i.cancelled_by_id::text,
    i.customer_id::text, private.day_text(i.issue_date), private.day_text(i.due_date), i.due_days::text, private.day_text(i.service_from),
    private.day_text(i.service_to), i.currency, i.language, i.reference, i.notes, i.payment_terms, i.tax_mode, i.seller::text, i.buyer::text,
    private.number_text(i.net_total), private.number_text(i.tax_total), private.number_text(i.gross_total), i.tax_breakdown::text,
    to_jsonb(i.overruled_warnings)::text, i.created_by::text, p_items]
    || case when p_form >= 2 then array[i.exchange::text] else '{}' end
    || case when p_form >= 3 then array[i.corrects_id::text, i.reason] else '{}' end $$;

create or replace function private.invoice_item_facts(p_company uuid, p_invoice uuid, p_form integer) returns text
  language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(string_agg(to_jsonb(array[i.position::text, i.description, i.unit, private.number_text(i.quantity),
      private.number_text(i.unit_price), private.number_text(i.discount_percent), private.number_text(i.tax_rate),
      i.tax_category, i.exemption_reason] || case when p_form >= 3 then array[i.origin_item_id::text] else '{}' end)::text, ',' order by i.position, i.id), '')
    from public.invoice_items i where i.company_id = p_company and i.invoice_id = p_invoice);
end $$;

create or replace function private.refuse_wrong_books(p_company uuid) returns void
  language plpgsql security definer set search_path = '' as $_$
declare
  v_table record;
  v_columns text;
  v_is_future boolean;
  v_record uuid;
  v_label text;
  v_answer jsonb := '{"checked": 0, "done": false}';
begin
  -- The server writes with the settings.
  perform private.refuse_invalid_settings(private.with_defaults(private.default_company_settings(), c.settings)) from public.companies c where c.id = p_company;
  for v_table in select * from private.archive_tables() t where private.is_restored(t.name) loop
    v_columns := (
      select string_agg(format('max(t.%I)', a.attname), ', ') from pg_catalog.pg_attribute a
      where a.attrelid = v_table.source and a.atttypid = 'timestamptz'::regtype and not a.attisdropped);
    if v_columns is null then continue; end if;
    execute format('select greatest(%s) > now() + interval ''10 minutes'' from %s t where t.company_id = $1', v_columns, v_table.source)
      into v_is_future using p_company;
    if v_is_future then raise exception 'wrong_books' using errcode = 'P0001', detail = 'future:' || v_table.name; end if;
  end loop;
  select i.id into v_record from public.invoices i cross join lateral private.document_totals(i) t
    where i.company_id = p_company and (i.net_total, i.tax_total, i.gross_total) <> (t.net_total, t.tax_total, t.gross_total) limit 1;
  if v_record is not null then raise exception 'wrong_books' using errcode = 'P0001', detail = 'totals:invoices:' || v_record; end if;
  select i.id into v_record from public.invoices i
    cross join lateral (select coalesce(sum(p.amount), 0) as paid from public.payments p where p.company_id = i.company_id and p.invoice_id = i.id) p
    where i.company_id = p_company and (i.paid_total <> p.paid or i.number is not null and i.payment_status <> private.payment_state(private.claim_of(i), p.paid)) limit 1;
  if v_record is not null then raise exception 'wrong_books' using errcode = 'P0001', detail = 'paid:invoices:' || v_record; end if;
  select e.id into v_record from public.expenses e
    where e.company_id = p_company and e.tax_lines <> '[]'
      and (e.tax_amount, e.tax_rate) is distinct from (private.tax_lines_tax(e.tax_lines), private.tax_lines_rate(e.tax_lines)) limit 1;
  if v_record is not null then raise exception 'wrong_books' using errcode = 'P0001', detail = 'tax:expenses:' || v_record; end if;
  -- What leads nowhere by a foreign key leads to the company's own all the same.
  select i.id into v_record from public.invoices i
    where i.company_id = p_company and i.cancelled_by_id is not null
      and not exists (select from public.invoices c where c.company_id = p_company and c.id = i.cancelled_by_id and c.cancels_id = i.id) limit 1;
  if v_record is not null then raise exception 'wrong_books' using errcode = 'P0001', detail = 'cancellation:invoices:' || v_record; end if;
  select i.id into v_record from public.invoices i
    where i.company_id = p_company and (
      (select coalesce(jsonb_agg(c.entry order by c.entry ->> 'id'), '[]') from jsonb_array_elements(i.corrections) c (entry)) is distinct from (
        select coalesce(jsonb_agg(private.correction_entry(c) order by c.id::text), '[]') from public.invoices c
        where c.company_id = p_company and c.corrects_id = i.id and c.number is not null)
      or i.corrects_id is not null and exists (
        select from public.invoice_items t where t.company_id = p_company and t.invoice_id = i.id and i.number is not null
          and not exists (select from public.invoice_items o where o.company_id = p_company and o.invoice_id = i.corrects_id and o.id = t.origin_item_id))
      or i.corrections <> '[]' and exists (select from private.items_left(i) l where l.net_left * l.net < 0 or abs(l.net_left) > abs(l.net))) limit 1;
  if v_record is not null then raise exception 'wrong_books' using errcode = 'P0001', detail = 'corrections:invoices:' || v_record; end if;
  select r.activity_id into v_record from public.activity_records r
    where r.company_id = p_company and not exists (select from public.activity_log l where l.company_id = p_company and l.id = r.activity_id) limit 1;
  if v_record is not null then raise exception 'wrong_books' using errcode = 'P0001', detail = 'history:activity_records:' || v_record; end if;
  select f.id into v_record from public.files f cross join lateral (values (f.path), (f.original_path)) its (path)
    where f.company_id = p_company and its.path !~ ('^' || p_company || '/(again/)?(original/)?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[a-z0-9.-]{1,30}$') limit 1;
  if v_record is not null then raise exception 'wrong_books' using errcode = 'P0001', detail = 'path:files:' || v_record; end if;
  select i.number into v_label from public.invoices i left join private.number_counters n on n.company_id = p_company and n.kind = i.number_series and n.year = i.number_year
    where i.company_id = p_company and i.number_seq > coalesce(n.last, 0) limit 1;
  if v_label is not null then raise exception 'wrong_books' using errcode = 'P0001', detail = 'counter:invoices:' || v_label; end if;
  while not (v_answer ->> 'done')::boolean loop
    v_answer := private.check_ledger(p_company, (v_answer ->> 'checked')::bigint, 10000);
    if v_answer -> 'fault' <> 'null' then
      raise exception 'wrong_books' using errcode = 'P0001',
        detail = concat_ws(':', 'ledger', v_answer #>> '{fault,collection}', v_answer #>> '{fault,record_id}', v_answer #>> '{fault,fault}');
    end if;
  end loop;
end $_$;

revoke all on function
  private.claim_of(public.invoices), private.correction_entry(public.invoices), private.corrected_parts(public.invoices, uuid), private.items_left(public.invoices),
  private.document_totals(public.invoices), private.correction_problems(public.invoices), private.add_correction(),
  private.difference_exchange(public.invoices, public.invoices) from public;
grant execute on function private.difference_exchange(public.invoices, public.invoices) to authenticated, service_role;
