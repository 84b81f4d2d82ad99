-- An invoice that a device issued with a number it took along (decision 0033) may be in a customer's hands before the server hears of it. It is judged by the
-- parties that are printed on it, whatever became of customer and company meanwhile; that they were the true ones is what `lease_of_claim` finds out.

/** Who is named on a document: as a device froze them, else as they are today. */
create function private.parties_of(p_invoice public.invoices, out seller jsonb, out buyer jsonb)
language plpgsql stable security definer set search_path = '' as $$
begin
  seller := p_invoice.leased #> '{claim,seller}';
  buyer := p_invoice.leased #> '{claim,buyer}';
  if jsonb_typeof(seller) is distinct from 'object' then seller := private.seller_snapshot(p_invoice.company_id, p_invoice.language); end if;
  if jsonb_typeof(buyer) is distinct from 'object' then buyer := private.buyer_snapshot(p_invoice.company_id, p_invoice.customer_id); end if;
end $$;

create or replace function private.issue_problems(p_invoice public.invoices) returns text[]
language plpgsql stable security definer set search_path = '' as $$
declare
  v_parties record := private.parties_of(p_invoice);
  v_seller jsonb := v_parties.seller;
  v_buyer jsonb := v_parties.buyer;
  v_items record;
  v_is_small boolean;
begin
  -- A correction has its parties and its supply from its original.
  if p_invoice.document_type = 'correction' then return private.correction_problems(p_invoice); end if;
  select count(*) as lines, bool_or(btrim(i.description) = '') as blank, bool_or(i.quantity = 0) as none,
      coalesce(bool_or(c.category in ('AE', 'K')), false) as names_both, bool_or(c.category is null) as unsaid,
      bool_or(c.category = 'S' and i.tax_rate = 0) as untaxed,
      bool_or(i.tax_category = 'E' and btrim(coalesce(i.exemption_reason, '')) = '') as unreasoned,
      string_agg(concat_ws(' ', i.description, i.unit, i.exemption_reason), ' ') as texts into v_items
    from public.invoice_items i
    cross join lateral (select private.tax_category_of(i.tax_category, i.tax_rate, p_invoice.tax_mode) as category) c
    where i.company_id = p_invoice.company_id and i.invoice_id = p_invoice.id;
  -- § 33 UStDV, § 11 (6) UStG of Austria.
  v_is_small := not v_items.names_both and p_invoice.currency = 'EUR'
    and (private.invoice_totals(p_invoice.company_id, p_invoice.id, p_invoice.currency, p_invoice.tax_mode)).gross_total
      between 0 and case v_seller ->> 'country' when 'DE' then 250 when 'AT' then 400 else -1 end;
  return array_remove(array[
    case when btrim(v_seller ->> 'street') = '' then 'seller.street' end,
    case when btrim(v_seller ->> 'postal_code') = '' then 'seller.postal_code' end,
    case when btrim(v_seller ->> 'city') = '' then 'seller.city' end,
    case
      when v_items.names_both and btrim(v_seller ->> 'vat_id') = '' then 'seller.vat_id'
      when btrim(v_seller ->> 'vat_id') = '' and btrim(v_seller ->> 'tax_number') = '' then 'seller.tax_number' end,
    case when not exists (select from public.customers c where c.company_id = p_invoice.company_id and c.id = p_invoice.customer_id) then 'customer_id' end,
    case when not v_is_small and btrim(v_buyer ->> 'street') = '' then 'buyer.street' end,
    case when not v_is_small and btrim(v_buyer ->> 'postal_code') = '' then 'buyer.postal_code' end,
    case when not v_is_small and btrim(v_buyer ->> 'city') = '' then 'buyer.city' end,
    case when v_items.names_both and btrim(v_buyer ->> 'vat_id') = '' then 'buyer.vat_id' end,
    case when p_invoice.service_from is null then 'service_from' end,
    case when p_invoice.service_to < p_invoice.service_from then 'service_to' end,
    case when v_items.lines = 0 then 'items' end,
    case when v_items.blank then 'items.description' end,
    case when v_items.none then 'items.quantity' end,
    case when v_items.unsaid then 'items.tax_category' end,
    case when v_items.untaxed then 'items.tax_rate' end,
    case when v_items.unreasoned and v_seller ->> 'country' = 'DE' then 'items.exemption_reason' end,
    case when not private.is_printable(concat_ws(' ', private.texts_of(v_seller), v_seller #>> '{letterhead,footer_text}')) then 'seller.characters' end,
    case when not private.is_printable(private.texts_of(v_buyer)) then 'buyer.characters' end,
    case when not private.is_printable(concat_ws(' ', p_invoice.reference, p_invoice.notes, p_invoice.payment_terms, v_items.texts)) then 'characters' end],
    null);
end $$;

/** What nobody was asked about. Of what was handed over already nothing can be asked any more: its device has asked, with the rates that it knew. */
create or replace function private.unseen_warnings(p_invoice public.invoices) returns text[]
language plpgsql stable security definer set search_path = '' as $$
begin
  if p_invoice.document_type = 'correction' or p_invoice.leased ? 'claim' then return '{}'; end if;
  return array(
    select 'warning.' || w.code from unnest(private.issue_warnings(p_invoice)) with ordinality as w (code, n)
    where p_invoice.overruled_warnings is null or w.code <> all (p_invoice.overruled_warnings) order by w.n);
end $$;

/**
 * A customer that somebody deleted while an invoice to it was on its way comes back as it was: the invoice has to be kept, and a number that is in use
 * can't be a gap. Only what was deleted since the numbers were taken; whether the invoice is taken is decided afterwards.
 */
create function private.bring_back_buyer(p_invoice public.invoices) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  insert into public.customers
    select (jsonb_populate_record(null::public.customers, r.record || jsonb_build_object('rev', 'srv-' || gen_random_uuid(), 'updated_at', now(),
      -- A number that somebody else got since stays there.
      'customer_number', case when exists (
          select from public.customers c where c.company_id = l.company_id and upper(btrim(c.customer_number)) = upper(btrim(r.record ->> 'customer_number')))
        then null else r.record -> 'customer_number' end))).*
    from public.activity_log l
    join public.activity_records r on r.activity_id = l.id
    join private.number_leases n on n.company_id = l.company_id and n.id::text = p_invoice.leased ->> 'lease_id'
      and n.user_id = auth.uid() and n.ended_at is null and n.taken_at <= l.created_at
    where l.company_id = p_invoice.company_id and l.entity_type = 'customers' and l.entity_id = p_invoice.customer_id
      and l.type = 'deleted'
    order by l.created_at desc limit 1
    on conflict do nothing;
end $$;

create or replace function private.adopt_lease() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.number is not null then return new; end if;
  if new.status = 'issued' and new.leased ? 'claim' and new.document_type = 'invoice' then new.status := 'ready_to_issue'; end if;
  if new.status <> 'ready_to_issue' or new.document_type <> 'invoice' or not coalesce(new.leased ? 'claim', false) then
    new.leased := null;
  else
    perform private.bring_back_buyer(new);
  end if;
  return new;
end $$;

revoke all on function private.parties_of(public.invoices), private.bring_back_buyer(public.invoices) from public;
grant execute on function private.bring_back_buyer(public.invoices) to authenticated, service_role;
