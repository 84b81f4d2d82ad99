-- Months that are closed: what was booked, paid or decided in one stays as it was reported. Whoever holds `periods.close` closes a month
-- that is over; only an owner opens it again, and says why.

create table public.periods (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references public.companies (id) on delete cascade,
  /** The first day of the month. */
  month date not null check (extract(day from month) = 1 and month between '1900-01-01' and '9999-12-01'),
  is_closed boolean not null default true,
  /** Why it was opened again. */
  reason text not null default '' check (char_length(reason) <= 1000),
  decided_by uuid,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  rev text not null default 'srv-' || gen_random_uuid() check (char_length(rev) between 1 and 80),
  unique (company_id, id),
  unique (company_id, month)
);

/** Whether the company has closed the month of this day; false for no day. Runs with its owner's rights: everybody's writing is held against it. */
create function private.is_closed(p_company uuid, p_day date) returns boolean
  language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from public.periods p
    where p.company_id = p_company and p.month = date_trunc('month', p_day::timestamp)::date and p.is_closed);
end $$;

/**
 * Holds the company's months as they are until commit: bookings beside each other, closing alone. Without it a booking that began before a
 * month was closed could end after.
 */
create function private.hold_periods(p_company uuid) returns void
  language plpgsql volatile set search_path = '' as $$
begin
  perform pg_catalog.pg_advisory_xact_lock_shared(hashtextextended('kontor.periods', 0) # hashtextextended(p_company::text, 0));
end $$;

/**
 * Refuses a day in a closed month; `p_field` is where the day stands. Every booking asks it, some several times: so it holds the months (`hold_periods`) and
 * looks (`is_closed`) itself, in one step, by their very lock and condition.
 */
create function private.refuse_closed(p_company uuid, p_day date, p_field text) returns void
  language plpgsql volatile security definer set search_path = '' as $$
begin
  if p_day is null then return; end if;
  perform pg_catalog.pg_advisory_xact_lock_shared(hashtextextended('kontor.periods', 0) # hashtextextended(p_company::text, 0));
  if exists (select from public.periods p where p.company_id = p_company and p.month = date_trunc('month', p_day::timestamp)::date and p.is_closed) then
    raise exception 'period_closed' using errcode = 'P0001', detail = p_field;
  end if;
end $$;

/** Rights, order and authorship of closing and opening; the platform itself (seed, restore) writes what it has. */
create function private.decide_period() returns trigger
  language plpgsql set search_path = '' as $$
begin
  if current_user <> 'authenticated' then return new; end if;
  perform pg_catalog.pg_advisory_xact_lock(hashtextextended('kontor.periods', 0) # hashtextextended(new.company_id::text, 0));
  if new.is_closed = old.is_closed then
    -- The reason belongs to the decision.
    new.reason := old.reason;
    return new;
  end if;
  if new.is_closed then
    if new.month + interval '1 month' > private.company_today(new.company_id) then
      raise exception 'period_not_over' using errcode = 'P0001', detail = 'month';
    end if;
    new.reason := '';
  else
    if private.is_owner(new.company_id) is not true then raise exception 'not_allowed' using errcode = '42501', detail = 'is_owner'; end if;
    if btrim(new.reason) = '' then raise exception 'reason_required' using errcode = 'P0001', detail = 'reason'; end if;
  end if;
  new.decided_by := auth.uid();
  new.decided_at := now();
  return new;
end $$;
create trigger decide_period before insert or update on public.periods for each row execute function private.decide_period();

-- Last in the order of dependency: what a device booked before it closed the month goes before.
call private.make_synced('periods', 90, 'periods', '{month,is_closed,reason}', '{is_closed,reason}');
revoke delete on public.periods from authenticated;
-- Every device refuses what the server would refuse, so every member knows which months are closed.
create policy member_select on public.periods for select to authenticated
  using (company_id = any (array(select private.my_companies())));
create policy member_insert on public.periods for insert to authenticated
  with check (company_id = any (array(select private.companies_with('periods.close'))));
create policy member_update on public.periods for update to authenticated
  using (company_id = any (array(select private.companies_with('periods.close'))));
call private.hide_from_writers('public.periods');
create trigger log_activity after insert or update on public.periods
  for each row execute function private.log_activity('periods', 'month', '{decided_by,decided_at}');

/** Only what is over is closed, so today is never in a closed month, nor is what is issued or paid today; another timezone does not change that. */
create function private.keep_today_open() returns trigger
  language plpgsql set search_path = '' as $$
declare
  v_zone text := new.settings #>> '{company_details,basics,timezone}';
begin
  if current_user <> 'authenticated' or v_zone = old.settings #>> '{company_details,basics,timezone}' then return new; end if;
  perform private.hold_periods(new.id);
  if private.is_closed(new.id, (now() at time zone v_zone)::date) then
    raise exception 'period_closed' using errcode = 'P0001', detail = 'settings.company_details.basics.timezone';
  end if;
  return new;
end $$;
-- After `guard_company_update` and `complete_settings` (triggers run in the order of their names), which refuse what is none.
create trigger keep_today_open before update of settings on public.companies for each row execute function private.keep_today_open();

revoke all on function
  private.is_closed(uuid, date), private.hold_periods(uuid), private.refuse_closed(uuid, date, text), private.decide_period(),
  private.keep_today_open() from public;
-- Checks, policies and triggers that run with the caller's rights call these.
grant execute on function private.is_closed(uuid, date), private.hold_periods(uuid), private.refuse_closed(uuid, date, text) to authenticated;
