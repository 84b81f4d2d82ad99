-- The daily run: what is due of every company, each by its own date. The trouble of one company stops the daily run of no other, is said where it is
-- the company's own to mend, and is tried again.

/** The company's date today, for its members. */
create function private.todays_date(p_company uuid) returns date
  language sql stable security definer set search_path = '' as $$
  select private.company_today(p_company) where p_company in (select private.my_companies()) $$;

/** Where a recurring record is due for the daily run: its date, its lead and its end, seen on that day. */
create function private.is_due(p_is_active boolean, p_auto boolean, p_next date, p_lead int, p_end date, p_today date) returns boolean
  language sql immutable set search_path = '' as $$
  select p_is_active and p_auto and p_next - p_lead <= p_today and (p_end is null or p_next <= p_end) $$;

/** The date there at that moment; null where this server knows no such time zone: the list comes with its version. */
create function private.date_in_zone(p_zone text, p_at timestamptz) returns date
  language plpgsql stable set search_path = '' as $$
begin
  return (p_at at time zone p_zone)::date;
exception when invalid_parameter_value then
  return null;
end $$;

/** Writes beside everything that is due why nothing is generated; once, however often it is tried. */
create function private.note_unknown_timezone(p_company uuid, p_day date) returns void
  language plpgsql volatile security definer set search_path = '' as $$
begin
  update public.recurring_invoices r set generation_error = 'unknown_timezone' where r.company_id = p_company
    and private.is_due(r.is_active, r.auto_generate, r.next_generation, r.lead_days, r.end_date, p_day) and r.generation_error <> 'unknown_timezone';
  update public.recurring_expenses r set generation_error = 'unknown_timezone' where r.company_id = p_company
    and private.is_due(r.is_active, r.auto_generate, r.next_generation, r.lead_days, r.end_date, p_day) and r.generation_error <> 'unknown_timezone';
end $$;

/**
 * Companies with something to generate at that moment; a closed one makes no more documents. One without a time zone is among them by the date of UTC:
 * its run says what is wrong.
 */
create function private.companies_due(p_now timestamptz) returns setof uuid
  language sql stable security definer set search_path = '' as $$
  -- Nobody's date is more than a day ahead of UTC, and no lead is longer than 60 days; the index answers that much.
  with waiting as materialized (
    select r.company_id, r.is_active, r.auto_generate, r.next_generation, r.lead_days, r.end_date from public.recurring_invoices r
      where r.is_active and r.auto_generate and r.next_generation <= (p_now at time zone 'UTC')::date + 61
    union all
    select r.company_id, r.is_active, r.auto_generate, r.next_generation, r.lead_days, r.end_date from public.recurring_expenses r
      where r.is_active and r.auto_generate and r.next_generation <= (p_now at time zone 'UTC')::date + 61),
  today as materialized (
    select c.id, coalesce(private.date_in_zone(c.settings #>> '{company_details,basics,timezone}', p_now), (p_now at time zone 'UTC')::date) as day
    from public.companies c where c.id in (select w.company_id from waiting w))
  select distinct t.id from waiting w join today t on t.id = w.company_id
  where private.is_due(w.is_active, w.auto_generate, w.next_generation, w.lead_days, w.end_date, t.day)
    and not exists (select from private.company_deletions d where d.company_id = t.id) $$;

/** Generates the next period of one recurring record if it is due that day; what fails is written beside it and stops nothing else. */
create function private.generate_next(p_table name, p_id uuid, p_today date) returns boolean
  language plpgsql volatile security definer set search_path = '' as $$
declare
  v_count int;
  v_state text; v_message text; v_detail text; v_constraint text;
begin
  execute format('update public.%I r set generate_requested = r.next_generation where r.id = $1
    and private.is_due(r.is_active, r.auto_generate, r.next_generation, r.lead_days, r.end_date, $2)', p_table) using p_id, p_today;
  get diagnostics v_count = row_count;
  return v_count > 0;
exception when others then
  get stacked diagnostics v_state = returned_sqlstate, v_message = message_text, v_detail = pg_exception_detail, v_constraint = constraint_name;
  if v_state in ('40001', '40P01', '55P03', '57014') or v_state like '53%' or v_state like '57P%' or v_state like '58%' or v_state like 'XX%' then raise; end if;
  execute format('update public.%I r set generation_error = $2 where r.id = $1 and r.generation_error <> $2', p_table) using p_id,
    left(case when v_state = 'P0001' then concat_ws(':', v_message, nullif(v_detail, ''))
      else concat_ws(':', 'generation_failed', coalesce(nullif(v_constraint, ''), v_state)) end, 500);
  return false;
end $$;

/**
 * Generates what a company has due at that moment, and stops once that took so long: meanwhile its own devices wait. Returns how many
 * documents were made; 0 when nothing was left, or nothing could be made.
 */
create function private.generate_company_due(p_company uuid, p_now timestamptz, p_slice interval default '5 seconds') returns int
  -- A device that holds the lock for long is left to its work.
  language plpgsql volatile security definer set search_path = '' set lock_timeout = '10s' as $$
declare
  v_started timestamptz := clock_timestamp();
  v_today date;
  v_count int := 0;
  v record;
begin
  -- In the order in which pushes lock.
  perform pg_advisory_xact_lock(hashtextextended('kontor.push:' || p_company, 0));
  select private.date_in_zone(c.settings #>> '{company_details,basics,timezone}', p_now) into v_today from public.companies c where c.id = p_company;
  if v_today is null then
    perform private.note_unknown_timezone(p_company, (p_now at time zone 'UTC')::date);
    return 0;
  end if;
  for v in
    select 'recurring_invoices' as table_name, r.id, r.next_generation from public.recurring_invoices r
      where r.company_id = p_company and private.is_due(r.is_active, r.auto_generate, r.next_generation, r.lead_days, r.end_date, v_today)
    union all
    select 'recurring_expenses', r.id, r.next_generation from public.recurring_expenses r
      where r.company_id = p_company and private.is_due(r.is_active, r.auto_generate, r.next_generation, r.lead_days, r.end_date, v_today)
    order by 3, 2
  loop
    -- A series that was entered with years behind it comes in portions.
    for i in 1 .. 100 loop
      exit when not private.generate_next(v.table_name, v.id, v_today);
      v_count := v_count + 1;
      if clock_timestamp() - v_started >= p_slice then return v_count; end if;
    end loop;
  end loop;
  return v_count;
end $$;

/**
 * The daily run for all companies, each in transactions of its own, so that none waits for the others or falls with them: a company for
 * which the database itself fails, or takes too long, is left to the next run. Who has much to make up for comes again after the others.
 */
create procedure private.generate_due(p_now timestamptz) language plpgsql as $$
declare
  v_companies uuid[] := array(select d from private.companies_due(p_now) d);
  v_unfinished uuid[];
  v_company uuid;
begin
  while cardinality(v_companies) > 0 loop
    v_unfinished := '{}';
    foreach v_company in array v_companies loop
      begin
        if private.generate_company_due(v_company, p_now) > 0 then v_unfinished := v_unfinished || v_company; end if;
      -- `others` leaves out a statement that took too long. The text of the failure may quote what a customer typed.
      exception when query_canceled or others then
        raise warning 'recurring items of company % are not generated: %', v_company, sqlstate;
      end;
      commit;
    end loop;
    v_companies := v_unfinished;
  end loop;
end $$;
revoke all on procedure private.generate_due(timestamptz) from public;

-- The daily run, every hour: companies have their own midnight. Where pg_cron is missing, somebody else calls it (`supabase/local` has a timer).
do $$
begin
  if not exists (select from pg_catalog.pg_available_extensions where name = 'pg_cron') then return; end if;
  create extension if not exists pg_cron;
  perform cron.schedule('kontor-generate-due', '7 * * * *', 'call private.generate_due(now())');
exception when others then
  -- Installed on the machine, but not for this database: no reason to refuse the product.
  raise warning 'recurring items are not generated by pg_cron: %', sqlerrm;
end $$;

revoke all on function
  private.todays_date(uuid), private.is_due(boolean, boolean, date, int, date, date), private.date_in_zone(text, timestamptz),
  private.note_unknown_timezone(uuid, date), private.companies_due(timestamptz), private.generate_next(name, uuid, date),
  private.generate_company_due(uuid, timestamptz, interval) from public;
-- Checks, policies and triggers that run with the caller's rights call these.
grant execute on function private.todays_date(uuid) to authenticated;
