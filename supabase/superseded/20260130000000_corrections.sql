-- Corrections (decision 0032): a document of its own that takes back chosen lines, quantities or amounts of an issued invoice. What an invoice claims is
-- its gross amount with that of its corrections; what is left of each line is what can still be taken back.

-- A company that was closed and exported is purged only while its books are as they were: what the migrations up to `still_exported` do is no change of them.
create table private.still_exported as
  select d.company_id from private.company_deletions d where d.books = private.archive_state(d.company_id) ->> 'books';
alter table private.still_exported enable row level security;

alter table public.invoices
  add column corrects_id uuid,
  add column reason text not null default '' check (char_length(reason) <= 500),
  -- Of an invoice: what was taken back of it, in the order in which it was issued. Written by `add_correction` alone.
  add column corrections jsonb not null default '[]' check (jsonb_typeof(corrections) = 'array'),
  add constraint invoices_corrects_id_fkey foreign key (company_id, corrects_id) references public.invoices (company_id, id),
  -- One without an invoice is not issued (`correction_problems`).
  add constraint invoices_only_corrections_correct check (corrects_id is null or document_type = 'correction'),
  drop constraint invoices_document_type_check,
  add constraint invoices_document_type_check check (document_type in ('invoice', 'cancellation', 'correction'));
create index invoices_company_id_corrects_id_idx on public.invoices (company_id, corrects_id) where corrects_id is not null;
alter table public.invoice_items add column origin_item_id uuid;

update private.synced_collections set insertable = insertable || '{document_type,corrects_id,reason}'::name[], updatable = updatable || '{reason}'::name[]
  where collection = 'invoices';
grant insert (document_type, corrects_id, reason), update (reason) on public.invoices to authenticated;
update private.nested_collections set columns = columns || '{origin_item_id}'::name[] where (collection, key) = ('invoices', 'items');
grant insert (origin_item_id), update (origin_item_id) on public.invoice_items to authenticated;

/** What a document claims after its corrections; a correction itself claims nothing. */
create function private.claim_of(p_invoice public.invoices) returns numeric
  language plpgsql immutable set search_path = '' as $$
begin
  return case when p_invoice.document_type = 'correction' then 0
    else p_invoice.gross_total + (select coalesce(sum((c.entry ->> 'gross_total')::numeric), 0) from jsonb_array_elements(p_invoice.corrections) c (entry)) end;
end $$;

/** How a correction stands in the list of its original. */
create function private.correction_entry(p_correction public.invoices) returns jsonb
  language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object('id', p_correction.id, 'number', p_correction.number, 'issue_date', private.day_text(p_correction.issue_date),
    'gross_total', trim_scale(p_correction.gross_total), 'tax_breakdown', p_correction.tax_breakdown);
end $$;

/** The parts of an invoice as its corrections leave them, only those before `p_before` where that is one of them. `correctedParts` in the domain does the same. */
create function private.corrected_parts(p_invoice public.invoices, p_before uuid) returns jsonb
  language plpgsql immutable set search_path = '' as $$
begin
  return (
    with corrections as (select c.entry, c.nth from jsonb_array_elements(p_invoice.corrections) with ordinality c (entry, nth)),
    parts as (
      select e.part, e.place from private.tax_parts(p_invoice.tax_breakdown, p_invoice.tax_mode) e
      union all
      select t.part, null from corrections c cross join jsonb_array_elements(c.entry -> 'tax_breakdown') t (part)
      where c.nth < coalesce((select b.nth from corrections b where b.entry ->> 'id' = p_before::text), 1000000)),
    sums as (
      select p.part - '{net,tax}'::text[] as part, min(p.place) as place, sum((p.part ->> 'net')::numeric) as net, sum((p.part ->> 'tax')::numeric) as tax
      from parts p group by 1)
    select coalesce(jsonb_agg(s.part || jsonb_build_object('net', trim_scale(s.net), 'tax', trim_scale(s.tax)) order by s.place), '[]') from sums s);
end $$;

/** What is left of each line of an invoice. `linesLeft` in the domain does the same. */
create function private.items_left(p_invoice public.invoices) returns table (item public.invoice_items, net numeric, net_left numeric, quantity_left numeric)
  language plpgsql stable set search_path = '' as $$
begin
  return query
    select i, l.net, l.net + coalesce(c.net, 0), i.quantity + coalesce(c.quantity, 0)
    from public.invoice_items i
    cross join lateral (select private.line_net(i.quantity, i.unit_price, i.discount_percent, private.currency_exponent(p_invoice.currency)) as net) l
    left join lateral (
      select sum(private.line_net(t.quantity, t.unit_price, t.discount_percent, private.currency_exponent(p_invoice.currency))) as net,
        sum(t.quantity) filter (where (t.unit_price, t.discount_percent) = (i.unit_price, i.discount_percent)) as quantity
      from jsonb_array_elements(p_invoice.corrections) e (entry)
      join public.invoice_items t on t.company_id = i.company_id and t.invoice_id = (e.entry ->> 'id')::uuid and t.origin_item_id = i.id) c on true
    where i.company_id = p_invoice.company_id and i.invoice_id = p_invoice.id
    order by i.position, i.id;
end $$;

/**
 * The sums of any document. What takes back a part of an invoice bears the tax that is due on what was left before it, less what is due on what is left
 * after it: so the parts that are taken back one by one come to the whole, to the cent. `correctionTotals` in the domain does the same.
 */
create function private.document_totals(p_document public.invoices, out net_total numeric, out tax_total numeric, out gross_total numeric, out tax_breakdown jsonb)
  language plpgsql stable set search_path = '' as $$
declare
  v_original public.invoices;
begin
  select t.* into net_total, tax_total, gross_total, tax_breakdown
    from private.invoice_totals(p_document.company_id, p_document.id, p_document.currency, p_document.tax_mode) t;
  select * into v_original from public.invoices i
    where i.company_id = p_document.company_id and i.id = coalesce(p_document.corrects_id, p_document.cancels_id);
  if v_original.id is null or p_document.document_type = 'cancellation' and v_original.corrections = '[]' then return; end if;
  select coalesce(sum(d.tax), 0), coalesce(jsonb_agg(e.part || jsonb_build_object('tax', trim_scale(d.tax)) order by e.place), '[]') into tax_total, tax_breakdown
    from jsonb_array_elements(tax_breakdown) with ordinality e (part, place)
    left join jsonb_array_elements(private.corrected_parts(v_original, p_document.id)) b (part)
      on b.part - '{net,tax}'::text[] = e.part - '{net,tax}'::text[]
    cross join lateral (
      select round((coalesce((b.part ->> 'net')::numeric, 0) + (e.part ->> 'net')::numeric) * (e.part ->> 'tax_rate')::numeric * 0.01,
        private.currency_exponent(p_document.currency)) - coalesce((b.part ->> 'tax')::numeric, 0) as tax) d;
  gross_total := net_total + tax_total;
end $$;

/** What keeps a correction from being issued, as `correctionProblems` in the domain says it. */
create function private.correction_problems(p_correction public.invoices) returns text[]
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_original public.invoices;
  v_items record;
  v_is_over boolean;
begin
  select * into v_original from public.invoices i where i.company_id = p_correction.company_id and i.id = p_correction.corrects_id;
  with lines as (
    select i.*, private.line_net(i.quantity, i.unit_price, i.discount_percent, private.currency_exponent(p_correction.currency)) as net
    from public.invoice_items i where i.company_id = p_correction.company_id and i.invoice_id = p_correction.id),
  origins as (select (l.item).id, (l.item).tax_rate, (l.item).tax_category, l.net, l.net_left from private.items_left(v_original) l)
  select count(*) as lines, bool_or(btrim(i.description) = '') as blank,
      bool_or(o.id is null or (i.tax_rate, i.tax_category) is distinct from (o.tax_rate, o.tax_category) or i.net * o.net >= 0) as astray,
      string_agg(concat_ws(' ', i.description, i.unit, i.exemption_reason), ' ') as texts,
      (select bool_or((o.net_left + t.net) * o.net < 0)
        from origins o join (select l.origin_item_id, sum(l.net) as net from lines l group by 1) t on t.origin_item_id = o.id) as is_over
    into v_items
    from lines i left join origins o on o.id = i.origin_item_id;
  return array_remove(array[
    case when (v_original.status, v_original.document_type) is distinct from ('issued', 'invoice') then 'corrects_id' end,
    case when btrim(p_correction.reason) = '' then 'reason' end,
    case when v_items.lines = 0 then 'items' end,
    case when v_items.blank then 'items.description' end,
    case when v_items.astray then 'items.origin' end,
    case when v_items.is_over then 'items.left' end,
    case when not private.is_printable(concat_ws(' ', p_correction.reason, p_correction.reference, p_correction.notes, p_correction.payment_terms, v_items.texts))
      then 'characters' end],
    null);
end $$;

/** Nobody is warned of what the original said: its lines are taken back as they are. */
create or replace function private.unseen_warnings(p_invoice public.invoices) returns text[]
  language plpgsql stable security definer set search_path = '' as $$
begin
  if p_invoice.document_type = 'correction' then return '{}'; end if;
  return array(
    select 'warning.' || w.code from unnest(private.issue_warnings(p_invoice)) with ordinality as w (code, n)
    where p_invoice.overruled_warnings is null or w.code <> all (p_invoice.overruled_warnings) order by w.n);
end $$;

/** A correction takes back a part of a claim: whoever may cancel may do that. */
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
    -- What is overruled, and by which number, belongs to the decision to issue.
    case when array_remove(array_remove(v_content, 'overruled_warnings'), 'leased') <> '{}' or 'internal_notes' = any (v_fields) then 'invoices.update' end,
    case when '{overruled_warnings,leased}'::text[] && v_content then 'invoices.issue' end,
    case when '{delivery,sent_at}'::text[] && v_fields and not private.has_key(p_new.company_id, 'invoices.update') then 'invoices.send' end,
    case when p_old.status <> p_new.status then
      case when p_new.status = 'cancelled' or p_new.document_type = 'correction' then 'invoices.cancel' else 'invoices.issue' end end], null);
  foreach v_key in array v_keys loop
    if not private.has_key(p_new.company_id, v_key) then
      raise exception 'not_allowed' using errcode = '42501', detail = v_key;
    end if;
  end loop;
end $$;

create or replace function private.guard_invoice() returns trigger
  language plpgsql set search_path = '' as $$
declare
  v_draft public.invoices;
  v_problems text[];
begin
  if current_user not in ('authenticated', 'service_role') then return case when tg_op = 'DELETE' then old else new end; end if;
  if tg_op = 'DELETE' then
    if old.status in ('issued', 'cancelled') then raise exception 'invoice_frozen' using errcode = 'P0001', detail = 'status'; end if;
    return old;
  end if;
  if tg_op = 'INSERT' then
    if current_user = 'authenticated' then
      new.created_by := auth.uid();
      -- A cancellation is what the server adds.
      if new.document_type = 'cancellation' then raise exception 'invoice_frozen' using errcode = 'P0001', detail = 'document_type'; end if;
    end if;
    v_draft := new;
    v_draft.status := 'draft';
    perform private.refuse_invoice_change(v_draft, new);
  else
    perform private.refuse_invoice_change(old, new);
  end if;
  if new.delivery = 'sent' then new.sent_at := coalesce(new.sent_at, now()); else new.sent_at := null; end if;
  if new.status = 'ready_to_issue' then
    v_problems := private.issue_problems(new);
    -- Whoever overrules a warning says so; an app that does not know them is told with the words it knows.
    if v_problems = '{}' then v_problems := private.unseen_warnings(new); end if;
    if v_problems <> '{}' then
      raise exception 'cannot_issue' using errcode = 'P0001', detail = array_to_string(v_problems, ',');
    end if;
  end if;
  return new;
end $$;

create or replace function private.guard_item() returns trigger
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

create or replace function private.retotal_invoices() returns trigger
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

/** The cancellation takes back what is left of each line. A line that does not come to that by its price any more is taken back as an amount. */
create or replace function private.add_cancellation() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_document text := current_setting('kontor.document', true);
begin
  -- As a device would write it: the lines first, then the record, which is issued with them.
  perform set_config('kontor.document', new.cancelled_by_id::text, true);
  set constraints public.invoice_items_invoice_id_fkey deferred;
  insert into public.invoice_items (company_id, invoice_id, position, product_id, description, unit, quantity, unit_price, discount_percent, tax_rate,
      tax_category, exemption_reason, origin_item_id)
    select (l.item).company_id, new.cancelled_by_id, (l.item).position, (l.item).product_id, (l.item).description,
      case when p.is_priced then (l.item).unit else '' end,
      case when p.is_priced then -l.quantity_left else -1 end, case when p.is_priced then (l.item).unit_price else l.net_left end,
      case when p.is_priced then (l.item).discount_percent else 0 end,
      (l.item).tax_rate, (l.item).tax_category, (l.item).exemption_reason, (l.item).id
    from private.items_left(new) l
    cross join lateral (
      select private.line_net(l.quantity_left, (l.item).unit_price, (l.item).discount_percent, private.currency_exponent(new.currency)) = l.net_left as is_priced) p
    where new.corrections = '[]' or l.net_left <> 0;
  insert into public.invoices (id, company_id, document_type, cancels_id, customer_id, status, due_days, service_from, service_to,
      currency, language, reference, tax_mode, seller, buyer, created_by)
    values (new.cancelled_by_id, new.company_id, 'cancellation', new.id, new.customer_id, 'issued', 0, new.service_from, new.service_to,
      new.currency, new.language, new.reference, new.tax_mode, new.seller, new.buyer, coalesce(auth.uid(), new.created_by));
  perform set_config('kontor.document', coalesce(v_document, ''), true);
  return null;
end $$;

/** The original learns of its correction: what it claims now, how far that is paid, and in its history. */
create function private.add_correction() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_original public.invoices;
begin
  update public.invoices i set corrections = i.corrections || private.correction_entry(new),
      payment_status = private.payment_state(private.claim_of(i) + new.gross_total, i.paid_total), rev = 'srv-' || gen_random_uuid()
    where i.company_id = new.company_id and i.id = new.corrects_id and not i.corrections @> jsonb_build_array(jsonb_build_object('id', new.id))
    returning * into v_original;
  if v_original.id is null then return null; end if;
  insert into public.activity_log (company_id, actor_id, type, entity_type, entity_id, entity_label, changes)
    values (new.company_id, auth.uid(), 'corrected', 'invoices', v_original.id, v_original.number,
      jsonb_build_object('corrections', jsonb_build_array(null, new.number), 'reason', jsonb_build_array(null, new.reason)));
  -- What was paid for other lines than those that are left is shared out anew by the last payment, unless something goes back: then the refund does it.
  update public.payments p set tax_shares = private.tax_shares(v_original, p.amount, p.id), rev = 'srv-' || gen_random_uuid()
    where p.id = (
        select l.id from public.payments l
        where l.company_id = v_original.company_id and l.invoice_id = v_original.id and not private.is_reversed_payment(l.company_id, l.id)
          and l.reverses_payment_id is null and not private.is_closed(l.company_id, coalesce(l.booked_on, l.payment_date))
          and not private.is_closed(l.company_id, greatest(l.tax_point, l.payment_date))
        order by l.created_at desc, l.id desc limit 1)
      and abs(v_original.paid_total) <= abs(private.claim_of(v_original))
      and p.tax_shares is distinct from private.tax_shares(v_original, p.amount, p.id);
  return null;
end $$;
create trigger add_correction after insert or update on public.invoices
  for each row when (new.document_type = 'correction' and new.status = 'issued') execute function private.add_correction();
call private.stand_aside('public.invoices', '{add_correction}');

-- The entry `corrected` tells of them.
drop trigger log_activity on public.invoices;
create trigger log_activity after insert or update on public.invoices
  for each row execute function private.log_activity('invoices', 'number', '{seller,buyer,tax_breakdown,tax_point,cancelled_by_id,leased,number_series,number_year,number_seq,corrections}');

/** The month of a correction is its own (§ 17 (1) sentence 8 UStG), as that of a cancellation. */
create or replace function private.tax_point_of(p_invoice public.invoices) returns date
  language sql immutable as $$
  select case when p_invoice.document_type in ('cancellation', 'correction') then p_invoice.issue_date
    else coalesce(p_invoice.service_to, p_invoice.service_from, p_invoice.issue_date) end $$;

create or replace function private.settle_invoices() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_id uuid;
begin
  foreach v_id in array array(
    select distinct id from unnest(array[case when tg_op <> 'INSERT' then old.invoice_id end, case when tg_op <> 'DELETE' then new.invoice_id end]) id
    where id is not null order by id)
  loop
    -- The sum is read after the lock: a payment beside us is in it or waits.
    perform private.locked_invoice(v_id);
    update public.invoices i
      set (paid_total, payment_status) = (
          select coalesce(sum(p.amount), 0), private.payment_state(private.claim_of(i), coalesce(sum(p.amount), 0))
          from public.payments p where p.company_id = i.company_id and p.invoice_id = i.id),
        rev = 'srv-' || gen_random_uuid()
      where i.id = v_id;
  end loop;
  return null;
end $$;

/** Sees every payment of the invoice, whatever the caller sees. Money belongs to an invoice, not to what takes back a part of it. */
create or replace function private.share_tax() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_invoice public.invoices;
begin
  if tg_op = 'UPDATE' and (new.amount, new.invoice_id) = (old.amount, old.invoice_id) then return new; end if;
  perform private.locked_invoice(new.invoice_id);
  select * into v_invoice from public.invoices i where i.id = new.invoice_id;
  if v_invoice.document_type = 'correction' then raise exception 'not_payable' using errcode = 'P0001', detail = 'invoice_id'; end if;
  new.tax_point := v_invoice.tax_point;
  new.tax_shares := private.tax_shares(v_invoice, new.amount, new.id);
  return new;
end $$;

/**
 * What a payment brings of each entry, by what the corrections left: all payments together bring what they have to bring at the new balance. What had been
 * brought of more than is left goes back with the money, in proportion (the assessment falls when the money is returned). `taxShares` does the same.
 */
create or replace function private.tax_shares(p_invoice public.invoices, p_amount numeric, p_payment uuid) returns jsonb
  language plpgsql stable set search_path = '' as $$
declare
  v_is_corrected boolean := p_invoice.corrections <> '[]';
  v_claim numeric := case when v_is_corrected and p_invoice.status = 'cancelled' then 0 else private.claim_of(p_invoice) end;
begin
  return (
    with others as (
      select p.amount, p.tax_shares from public.payments p
      where p.company_id = p_invoice.company_id and p.invoice_id = p_invoice.id and p.id <> p_payment),
    brought as (
      select s.share - '{net,tax}'::text[] as entry, sum((s.share ->> 'net')::numeric) as net, sum((s.share ->> 'tax')::numeric) as tax
      from others o cross join jsonb_array_elements(o.tax_shares) s(share) group by 1),
    paid as (
      select coalesce(sum(o.amount), 0) as before, coalesce((select sum(b.net + b.tax) from brought b), 0) as brought from others o),
    balance as (
      select p.before + p_amount as paid, private.currency_exponent(p_invoice.currency) as digits,
        -- How much of what was brought beyond the claim stays, as `over` of `of`.
        case when v_is_corrected and s.side * p.before > abs(v_claim) and s.side * p.brought > abs(v_claim)
          then greatest(0, least(s.side * p.before, s.side * (p.before + p_amount)) - abs(v_claim)) else 0 end as over,
        s.side * p.before - abs(v_claim) as of
      from paid p cross join lateral (select case when v_claim = 0 then sign(p.before) else sign(v_claim) end as side) s)
    select coalesce(jsonb_agg(e.part || jsonb_build_object(
        'net', w.net + case when b.over > 0 then round((coalesce(g.net, 0) - w.net) * b.over / b.of, b.digits) else 0 end - coalesce(g.net, 0),
        'tax', w.tax + case when b.over > 0 then round((coalesce(g.tax, 0) - w.tax) * b.over / b.of, b.digits) else 0 end - coalesce(g.tax, 0)) order by e.place), '[]')
    from balance b cross join jsonb_array_elements(private.corrected_parts(p_invoice, null)) with ordinality e (part, place)
      cross join lateral (
        select private.paid_part((e.part ->> 'net')::numeric, b.paid, v_claim, b.digits) as net,
          private.paid_part((e.part ->> 'tax')::numeric, b.paid, v_claim, b.digits) as tax) w
      left join brought g on g.entry = e.part - '{net,tax}'::text[]);
end $$;
