-- Corrections (decision 0032): a document of its own that takes back chosen lines, quantities or amounts of an issued invoice. What an invoice claims is
-- its gross amount with that of its corrections; what is left of each line is what can still be taken back.

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

revoke all on function
  private.claim_of(public.invoices), private.correction_entry(public.invoices), private.corrected_parts(public.invoices, uuid),
  private.items_left(public.invoices), private.document_totals(public.invoices), private.correction_problems(public.invoices),
  private.add_correction() from public;
