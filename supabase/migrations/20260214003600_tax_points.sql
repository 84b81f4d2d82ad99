-- When the VAT of a sale counts: by supply on the day its supply ended, by payment with each payment's share of every rate. Both are frozen
-- with their record, so that sums need no other one. `src/domain/tax` and `src/domain/payments` say the same on the device.

/** The month of a correction is its own (§ 17 (1) sentence 8 UStG), as that of a cancellation. */
create function private.tax_point_of(p_invoice public.invoices) returns date
  language sql immutable as $$
  select case when p_invoice.document_type in ('cancellation', 'correction') then p_invoice.issue_date
    else coalesce(p_invoice.service_to, p_invoice.service_from, p_invoice.issue_date) end $$;

/**
 * Issuing decides when the VAT of a document counts. The month is held: nobody closes it meanwhile. What arrives from a trip after its own month was closed
 * counts on the day it arrives.
 */
create function private.set_tax_point() returns trigger
  language plpgsql set search_path = '' as $$
begin
  if new.status not in ('issued', 'cancelled') then
    new.tax_point := null;
  elsif new.tax_point is null then
    perform private.hold_periods(new.company_id);
    new.tax_point := private.tax_point_of(new);
    if private.is_closed(new.company_id, new.tax_point) then new.tax_point := new.issue_date; end if;
    if private.is_closed(new.company_id, new.tax_point) then new.tax_point := private.company_today(new.company_id); end if;
  end if;
  return new;
end $$;
create trigger set_tax_point before insert or update on public.invoices for each row execute function private.set_tax_point();

/** What of an amount is paid for at a balance, from nothing to all of it, rounded; what is paid too much is no consideration. */
create function private.paid_part(p_amount numeric, p_balance numeric, p_gross numeric, p_digits int) returns numeric
  language sql immutable as $$
  select case when p_gross = 0 then 0
    else round(p_amount * case when p_gross > 0 then least(p_gross, greatest(0, p_balance)) else greatest(p_gross, least(0, p_balance)) end / p_gross, p_digits) end $$;

/** The parts of a document's tax, each with the category that it has; what was issued before categories says none. */
create function private.tax_parts(p_breakdown jsonb, p_mode text) returns table (part jsonb, place bigint)
  language sql immutable as $$
  select e.entry || jsonb_build_object('tax_category', private.tax_category_of(e.entry ->> 'tax_category', (e.entry ->> 'tax_rate')::numeric, p_mode)), e.place
  from jsonb_array_elements(p_breakdown) with ordinality e(entry, place) $$;

/**
 * What a payment brings of each entry of the breakdown, by what the corrections left: all payments together bring what they have to bring at the new
 * balance, this one what the others don't. So a cent that was rounded is made good by the next one, and a paid invoice is taxed wholly. What had been
 * brought of more than is left goes back with the money, in proportion (the assessment falls when the money is returned). `taxShares` does the same.
 */
create function private.tax_shares(p_invoice public.invoices, p_amount numeric, p_payment uuid) returns jsonb
  language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan as $$
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

/** Sees every payment of the invoice, whatever the caller sees. Money belongs to an invoice, not to what takes back a part of it. */
create function private.share_tax() returns trigger
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
-- After `claim_payment` and `guard_payment` (triggers run in the order of their names).
create trigger share_tax before insert or update on public.payments for each row execute function private.share_tax();

revoke all on function
  private.tax_point_of(public.invoices), private.set_tax_point(), private.paid_part(numeric, numeric, numeric, int), private.tax_parts(jsonb, text),
  private.tax_shares(public.invoices, numeric, uuid), private.share_tax() from public;
-- Checks, policies and triggers that run with the caller's rights call these.
grant execute on function private.tax_point_of(public.invoices) to authenticated;
