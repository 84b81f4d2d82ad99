-- Whoever has a document generated decides on what it will say: not on a series that somebody changed since they looked at it.
drop function public.generate_recurring_invoice(uuid, date);
/**
 * Generates one invoice now: of this period, else the oldest that is due, else it answers with the newest there is, so that a repeated
 * call makes no second one. With `p_rev`, the version the person saw, a series that has changed since makes none.
 * Returns `{invoice_id, number, period, next_generation, already_generated}`.
 */
create function public.generate_recurring_invoice(p_recurring_invoice uuid, p_period date default null, p_rev text default null)
  returns jsonb
  language plpgsql volatile set search_path = '' set timezone = 'UTC' as $$
declare
  v_series public.recurring_invoices;
  v_period date;
  v_before record;
  v_after record;
begin
  select * into v_series from public.recurring_invoices r where r.id = p_recurring_invoice;
  if not found then raise exception 'recurring_invoice_not_found' using errcode = 'P0001'; end if;
  if not private.has_key(v_series.company_id, 'recurring_invoices.generate') then
    raise exception 'not_allowed' using errcode = '42501', detail = 'recurring_invoices.generate';
  end if;
  -- In the order in which pushes lock.
  perform pg_advisory_xact_lock(hashtextextended('kontor.push:' || v_series.company_id, 0));
  select * into v_series from public.recurring_invoices r where r.id = p_recurring_invoice for update;
  if not found then raise exception 'recurring_invoice_not_found' using errcode = 'P0001'; end if;
  if not v_series.is_active then raise exception 'recurring_inactive' using errcode = 'P0001', detail = 'is_active'; end if;

  v_period := coalesce(p_period, case
    when v_series.last_generated is null or (v_series.next_generation - v_series.lead_days <= private.todays_date(v_series.company_id)
      and (v_series.end_date is null or v_series.next_generation <= v_series.end_date)) then v_series.next_generation
    else v_series.last_generated end);
  select * into v_before from private.generated_invoice(v_series.id, v_period);
  if v_before.id is null then
    if p_rev <> v_series.rev then raise exception 'series_changed' using errcode = 'P0001', detail = 'rev'; end if;
    update public.recurring_invoices r set generate_requested = v_period where r.id = v_series.id;
  end if;
  select * into v_after from private.generated_invoice(v_series.id, v_period);
  return jsonb_build_object('invoice_id', v_after.id, 'number', v_after.number, 'period', v_period, 'already_generated', v_before.id is not null,
    'next_generation', (select r.next_generation from public.recurring_invoices r where r.id = v_series.id));
end $$;

revoke all on function public.generate_recurring_invoice(uuid, date, text) from public, anon, authenticated;
grant execute on function public.generate_recurring_invoice(uuid, date, text) to authenticated;
