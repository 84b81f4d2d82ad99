-- The day of an invoice that a device issued with a number it took along is the device's own: in the zone that the company had when the device last heard of it,
-- by a clock that may be wrong by half a day. A company that moves its time zone meanwhile, east or west, has made no such day wrong.

/**
 * The lease that an invoice was issued from, once everything its device said of it is found to be so; raises the refusal. Its day is not before the one on
 * which the numbers were taken, nor after today, each wherever on earth that was or is the day (UTC-12 to UTC+14), with 12 hours of a slow clock and 24
 * of a fast one.
 */
create or replace function private.lease_of_claim(p_invoice public.invoices) returns private.number_leases
  language plpgsql volatile security definer set search_path = '' as $$
declare
  v_claim jsonb := p_invoice.leased -> 'claim';
  v_lease private.number_leases;
  v_seq bigint := v_claim ->> 'seq';
  v_day date := v_claim ->> 'issue_date';
  v_wrong text;
begin
  select * into v_lease from private.number_leases l where l.company_id = p_invoice.company_id and l.id::text = p_invoice.leased ->> 'lease_id' for update;
  if v_lease.id is null or v_lease.user_id is distinct from auth.uid() or v_lease.device_id::text is distinct from v_claim ->> 'device_id'
    or (v_seq = any (v_lease.numbers)) is not true then
    raise exception 'lease_unknown' using errcode = 'P0001', detail = 'leased';
  end if;
  if exists (select from public.invoices i
    where i.company_id = v_lease.company_id and i.number_series = v_lease.series and i.number_year = v_lease.year and i.number_seq = v_seq) then
    raise exception 'number_used' using errcode = 'P0001', detail = v_claim ->> 'number';
  end if;
  if v_lease.ended_at is not null then raise exception 'lease_ended' using errcode = 'P0001', detail = v_claim ->> 'number'; end if;
  p_invoice.issue_date := v_day;
  v_wrong := case
    when (v_claim ->> 'number' = private.format_invoice_number(v_lease.format, v_lease.prefix, v_day, v_seq)) is not true then 'number'
    when v_lease.year <> 0 and v_lease.year <> extract(year from v_day)::int or v_day > v_lease.valid_until
      or v_day < ((v_lease.taken_at - interval '24 hours') at time zone 'UTC')::date then 'issue_date'
    -- It is taken once that day has come.
    when v_day > ((now() + interval '38 hours') at time zone 'UTC')::date then 'issue_date_ahead'
    when (v_claim -> 'net_total', v_claim -> 'tax_total', v_claim -> 'gross_total', v_claim -> 'tax_breakdown')
      is distinct from (to_jsonb(p_invoice.net_total), to_jsonb(p_invoice.tax_total), to_jsonb(p_invoice.gross_total), p_invoice.tax_breakdown) then 'gross_total'
    when v_claim ->> 'tax_point' is distinct from private.tax_point_of(p_invoice)::text then 'tax_point'
    when private.was_seller(v_lease, p_invoice.language, v_claim -> 'seller') is not true then 'seller'
    when private.was_buyer(v_lease, p_invoice.customer_id, v_claim -> 'buyer') is not true then 'buyer' end;
  if v_wrong is not null then raise exception 'lease_refused' using errcode = 'P0001', detail = v_wrong; end if;
  return v_lease;
end $$;
