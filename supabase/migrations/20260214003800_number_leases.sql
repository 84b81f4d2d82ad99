-- Numbers to take along (decision 0033): before a trip a device takes some numbers of the invoices, and what becomes of them afterwards, when their
-- person leaves, and when patterns change.

create table private.number_leases (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references public.companies (id) on delete cascade,
  series text not null check (series in ('invoices', 'cancellations', 'corrections')),
  year int not null,
  /** The pattern and the prefix that its numbers are written with, whatever the settings say later. */
  format text not null check (char_length(format) between 1 and 60),
  prefix text not null check (char_length(prefix) <= 20),
  numbers bigint[] not null check (cardinality(numbers) between 1 and 20),
  device_id uuid not null,
  device_name text not null check (char_length(device_name) <= 80),
  user_id uuid not null,
  taken_at timestamptz not null default clock_timestamp(),
  /** The last day that an invoice of it may carry. */
  valid_until date not null,
  ended_at timestamptz,
  ended_by uuid,
  end_reason text check (end_reason in ('used', 'returned', 'lost')),
  unique (company_id, id),
  constraint number_leases_end_complete check ((ended_at is null) = (end_reason is null))
);
create unique index number_leases_open_idx on private.number_leases (company_id, device_id, series) where ended_at is null;
create index number_leases_company_id_idx on private.number_leases (company_id, taken_at desc);
alter table private.number_leases enable row level security;

/** Which of the numbers of a lease are on documents. */
create function private.used_numbers(p_lease private.number_leases) returns bigint[]
  language plpgsql stable security definer set search_path = '' as $$
begin
  return array(
    select n from unnest(p_lease.numbers) n
    where exists (select from public.invoices i where i.company_id = p_lease.company_id and i.number_series = p_lease.series and i.number_year = p_lease.year and i.number_seq = n)
    order by n);
end $$;

/** A lease as its device keeps it. */
create function private.lease_document(p_lease private.number_leases) returns jsonb
  language sql immutable set search_path = '' as $$
  select jsonb_build_object('id', p_lease.id, 'series', p_lease.series, 'year', p_lease.year, 'format', p_lease.format, 'prefix', p_lease.prefix,
    'numbers', to_jsonb(p_lease.numbers), 'device_id', p_lease.device_id, 'taken_at', p_lease.taken_at, 'valid_until', p_lease.valid_until) $$;

/** What happened to a lease, in the company's history. */
create function private.note_lease(p_lease private.number_leases, p_type text) returns void
  language plpgsql volatile security definer set search_path = '' as $$
begin
  insert into public.activity_log (company_id, type, entity_type, entity_id, entity_label, changes)
    select p_lease.company_id, p_type, 'number_leases', p_lease.id, left(concat_ws(' – ', min(f.number), case when count(*) > 1 then max(f.number) end), 300),
      jsonb_build_object('device_name', jsonb_build_array(null, p_lease.device_name))
    from unnest(p_lease.numbers) n
    cross join lateral (select private.format_invoice_number(p_lease.format, p_lease.prefix,
      (p_lease.taken_at at time zone 'UTC')::date, n) as number) f;
end $$;

/** Takes numbers of the invoices along; they are no gaps as long as the lease is open. */
create function public.take_numbers(p_company uuid, p_device uuid, p_device_name text, p_count int) returns jsonb
  language plpgsql volatile security definer set search_path = '' set timezone = 'UTC' as $$
declare
  v_settings jsonb;
  v_today date;
  v_lease private.number_leases;
  v_next record;
begin
  perform private.require_member(p_company);
  if not private.has_key(p_company, 'invoices.lease_numbers') then raise exception 'not_allowed' using errcode = '42501', detail = 'invoices.lease_numbers'; end if;
  if not private.has_key(p_company, 'invoices.issue') then raise exception 'not_allowed' using errcode = '42501', detail = 'invoices.issue'; end if;
  if (p_count between 1 and 20) is not true then raise exception 'invalid_input' using errcode = 'P0001', detail = 'p_count'; end if;
  if p_device is null or (char_length(p_device_name) <= 80) is not true then raise exception 'invalid_input' using errcode = 'P0001', detail = 'p_device'; end if;
  select c.settings into v_settings from public.companies c where c.id = p_company;
  if (v_settings #> '{numbers,leases}') is distinct from 'true' then raise exception 'leases_off' using errcode = 'P0001', detail = 'settings.numbers.leases'; end if;
  perform pg_advisory_xact_lock(hashtextextended('kontor.push:' || p_company, 0));
  if exists (select from private.number_leases l where l.company_id = p_company and l.device_id = p_device and l.series = 'invoices' and l.ended_at is null) then
    raise exception 'lease_open' using errcode = 'P0001', detail = 'p_device';
  end if;
  v_today := private.company_today(p_company);
  for i in 1 .. p_count loop
    select * into v_next from private.next_invoice_number(p_company, v_today, 'invoice');
    v_lease.numbers := v_lease.numbers || v_next.seq;
    insert into private.number_gap_reasons (company_id, series, year, number, reason, noted_by)
      values (p_company, 'invoices', v_next.year, v_next.seq, 'lease_open', auth.uid());
  end loop;
  perform private.note_seller_state(p_company);
  insert into private.number_leases (company_id, series, year, format, prefix, numbers, device_id, device_name, user_id, valid_until)
    values (p_company, 'invoices', v_next.year, v_settings #>> '{invoice_defaults,generated_number_format}', v_settings #>> '{invoice_defaults,number_prefix}',
      v_lease.numbers, p_device, p_device_name, auth.uid(),
      -- Where counting begins anew with the year, the numbers end with it.
      case when v_next.year = 0 then v_today + 30 else least(v_today + 30, make_date(v_next.year, 12, 31)) end)
    returning * into v_lease;
  perform private.note_lease(v_lease, 'numbers_taken');
  return private.lease_document(v_lease);
end $$;

/**
 * Ends a lease. Numbers that its device did not use go back to the counter as long as nothing was counted after them, else they are gaps with their
 * reason. What is neither on a document nor said to be unused may be in a customer's hands: it is never given again.
 */
create function private.end_lease(p_lease private.number_leases, p_unused bigint[], p_reason text) returns void
  language plpgsql volatile security definer set search_path = '' as $$
declare
  v_used bigint[] := private.used_numbers(p_lease);
  v_unused bigint[] := array(select n from unnest(p_unused) n where n = any (p_lease.numbers) and n <> all (v_used));
  v_last bigint;
begin
  select c.last into v_last from private.number_counters c
    where c.company_id = p_lease.company_id and c.kind = p_lease.series and c.year = p_lease.year for update;
  while v_last = any (v_unused) loop
    delete from private.number_gap_reasons r where r.company_id = p_lease.company_id and r.series = p_lease.series and r.year = p_lease.year and r.number = v_last;
    v_last := v_last - 1;
  end loop;
  update private.number_counters c set last = v_last where c.company_id = p_lease.company_id and c.kind = p_lease.series and c.year = p_lease.year;
  update private.number_gap_reasons r set reason = case when r.number = any (v_unused) then 'lease_unused' else 'lease_lost' end, noted_by = auth.uid(), noted_at = now()
    where r.company_id = p_lease.company_id and r.series = p_lease.series and r.year = p_lease.year and r.number = any (p_lease.numbers) and r.reason = 'lease_open';
  update private.number_leases l set ended_at = now(), ended_by = auth.uid(), end_reason = p_reason where l.id = p_lease.id;
end $$;

/** A lease that is asked for by name, held until the end of the transaction. */
create function private.locked_lease(p_company uuid, p_id uuid) returns private.number_leases
  language plpgsql volatile security definer set search_path = '' as $$
declare
  v_lease private.number_leases;
begin
  perform pg_advisory_xact_lock(hashtextextended('kontor.push:' || p_company, 0));
  select * into v_lease from private.number_leases l where l.company_id = p_company and l.id = p_id for update;
  if not found then raise exception 'lease_unknown' using errcode = 'P0001', detail = 'p_lease'; end if;
  return v_lease;
end $$;

/** A device gives back what it did not use. What it says is the last word of that lease. */
create function public.return_numbers(p_company uuid, p_lease uuid, p_device uuid, p_unused bigint[]) returns void
  language plpgsql volatile security definer set search_path = '' as $$
declare
  v_lease private.number_leases;
begin
  perform private.require_member(p_company);
  v_lease := private.locked_lease(p_company, p_lease);
  if v_lease.user_id <> auth.uid() or v_lease.device_id is distinct from p_device then raise exception 'lease_unknown' using errcode = 'P0001', detail = 'p_lease'; end if;
  -- Its answer got lost: the same again.
  if v_lease.ended_at is not null then return; end if;
  perform private.end_lease(v_lease, coalesce(p_unused, '{}'), 'returned');
  perform private.note_lease(v_lease, 'numbers_returned');
end $$;

/** Ends the lease of a device that is lost, by who had it or who looks after numbers; what arrives from it afterwards is refused. */
create function public.end_number_lease(p_company uuid, p_lease uuid) returns void
  language plpgsql volatile security definer set search_path = '' as $$
declare
  v_lease private.number_leases;
begin
  perform private.require_member(p_company);
  v_lease := private.locked_lease(p_company, p_lease);
  if v_lease.user_id <> auth.uid() and not private.has_key(p_company, 'settings.invoice') then
    raise exception 'not_allowed' using errcode = '42501', detail = 'settings.invoice';
  end if;
  if v_lease.ended_at is not null then return; end if;
  perform private.end_lease(v_lease, '{}', 'lost');
  perform private.note_lease(v_lease, 'numbers_lost');
end $$;

/** The device was found: nobody else was given its numbers, so what it issued may arrive after all. */
create function public.reopen_number_lease(p_company uuid, p_lease uuid) returns void
  language plpgsql volatile security definer set search_path = '' as $$
declare
  v_lease private.number_leases;
begin
  perform private.require_member(p_company);
  if not private.has_key(p_company, 'settings.invoice') then raise exception 'not_allowed' using errcode = '42501', detail = 'settings.invoice'; end if;
  v_lease := private.locked_lease(p_company, p_lease);
  if v_lease.end_reason is distinct from 'lost'
    or exists (select from private.number_leases l where l.company_id = p_company and l.device_id = v_lease.device_id and l.series = v_lease.series and l.ended_at is null) then
    raise exception 'lease_ended' using errcode = 'P0001', detail = 'p_lease';
  end if;
  update private.number_gap_reasons r set reason = 'lease_open', noted_by = v_lease.user_id, noted_at = now()
    where r.company_id = p_company and r.series = v_lease.series and r.year = v_lease.year and r.number = any (v_lease.numbers) and r.reason = 'lease_lost';
  update private.number_leases l set ended_at = null, ended_by = null, end_reason = null where l.id = p_lease;
  perform private.note_lease(v_lease, 'numbers_found');
end $$;

/** Who has numbers along, and who had some lately; `used` are those on documents. */
create function public.number_leases(p_company uuid)
  returns table (id uuid, series text, year int, format text, prefix text, numbers bigint[], used bigint[], device_id uuid, device_name text, user_id uuid,
    taken_at timestamptz, valid_until date, ended_at timestamptz, ended_by uuid, end_reason text)
  language plpgsql stable security definer set search_path = '' set timezone = 'UTC' as $$
begin
  perform private.require_member(p_company);
  if not private.has_key(p_company, 'invoices.view') then raise exception 'not_allowed' using errcode = '42501', detail = 'invoices.view'; end if;
  return query
  select l.id, l.series, l.year, l.format, l.prefix, l.numbers, private.used_numbers(l), l.device_id, l.device_name, l.user_id,
    l.taken_at, l.valid_until, l.ended_at, l.ended_by, l.end_reason
  from private.number_leases l
  where l.company_id = p_company and (l.ended_at is null or l.ended_at > now() - interval '90 days')
  order by l.ended_at is not null, l.taken_at desc, l.id;
end $$;

/**
 * A device whose lease this server does not know any more (it was set back to a backup) brings it again: what was given since to nobody else is
 * its own once more, and is counted as given. Returns the lease as it is now; null where nothing of it is left.
 */
create function public.restore_number_lease(p_company uuid, p_lease jsonb, p_device_name text) returns jsonb
  language plpgsql volatile security definer set search_path = '' set timezone = 'UTC' as $$
declare
  v_settings jsonb;
  v_lease private.number_leases := jsonb_populate_record(null::private.number_leases, p_lease - '{company_id,user_id,device_name,ended_at,ended_by,end_reason}'::text[]);
  v_last bigint;
begin
  perform private.require_member(p_company);
  if not private.has_key(p_company, 'invoices.lease_numbers') then raise exception 'not_allowed' using errcode = '42501', detail = 'invoices.lease_numbers'; end if;
  if not private.has_key(p_company, 'invoices.issue') then raise exception 'not_allowed' using errcode = '42501', detail = 'invoices.issue'; end if;
  perform pg_advisory_xact_lock(hashtextextended('kontor.push:' || p_company, 0));
  if exists (select from private.number_leases l where l.id = v_lease.id) then raise exception 'lease_ended' using errcode = 'P0001', detail = 'p_lease'; end if;
  select c.settings into v_settings from public.companies c where c.id = p_company;
  if (v_lease.id is not null and v_lease.device_id is not null and v_lease.series = 'invoices'
    and v_lease.format = v_settings #>> '{invoice_defaults,generated_number_format}' and v_lease.prefix = v_settings #>> '{invoice_defaults,number_prefix}'
    and v_lease.taken_at between now() - interval '60 days' and now() + interval '10 minutes' and v_lease.valid_until <= (v_lease.taken_at at time zone 'UTC')::date + 31
    and v_lease.year = case when v_lease.format like '%{year}%' then extract(year from v_lease.valid_until)::int else 0 end) is not true then
    raise exception 'lease_refused' using errcode = 'P0001', detail = 'p_lease';
  end if;
  select coalesce(max(c.last), 0) into v_last from private.number_counters c where c.company_id = p_company and c.kind = v_lease.series and c.year = v_lease.year;
  v_lease.company_id := p_company;
  v_lease.user_id := auth.uid();
  v_lease.device_name := left(coalesce(p_device_name, ''), 80);
  -- Nobody burns the numbers of years to come; what is counted already was given to somebody else, unless it was given to nobody.
  v_lease.numbers := array(
    select distinct n from unnest(v_lease.numbers) n
    where n between 1 and v_last + 1000 and n <> all (private.used_numbers(v_lease))
      and not exists (select from private.number_leases l where l.company_id = p_company and l.series = v_lease.series and l.year = v_lease.year and n = any (l.numbers) and l.end_reason is distinct from 'returned')
    order by n limit 20);
  if v_lease.numbers = '{}' then return null; end if;
  insert into private.number_counters as counter (company_id, kind, year, last) values (p_company, v_lease.series, v_lease.year, v_lease.numbers[cardinality(v_lease.numbers)])
    on conflict on constraint number_counters_pkey do update set last = greatest(counter.last, excluded.last);
  -- What was given in between is not here any more.
  insert into private.number_gap_reasons (company_id, series, year, number, reason)
    select p_company, v_lease.series, v_lease.year, n, 'set_back' from generate_series(v_last + 1, v_lease.numbers[cardinality(v_lease.numbers)]) n
    where n <> all (v_lease.numbers) on conflict do nothing;
  insert into private.number_gap_reasons (company_id, series, year, number, reason, noted_by)
    select p_company, v_lease.series, v_lease.year, n, 'lease_open', auth.uid() from unnest(v_lease.numbers) n
    on conflict (company_id, series, year, number) do update set reason = excluded.reason, noted_by = excluded.noted_by, noted_at = now();
  perform private.note_seller_state(p_company);
  insert into private.number_leases (id, company_id, series, year, format, prefix, numbers, device_id, device_name, user_id, taken_at, valid_until)
    values (v_lease.id, v_lease.company_id, v_lease.series, v_lease.year, v_lease.format, v_lease.prefix, v_lease.numbers, v_lease.device_id, v_lease.device_name,
      v_lease.user_id, v_lease.taken_at, v_lease.valid_until);
  perform private.note_lease(v_lease, 'numbers_taken');
  return private.lease_document(v_lease);
end $$;

/**
 * Numbers of who is no member any more: nobody can use them, and what was issued with them may be in a customer's hands, as with a lost device. Those of
 * a company that is closed stay with their devices: taken back, it goes on as it was.
 */
create function private.end_leases_of_member() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_lease private.number_leases;
begin
  if exists (select from private.closed_memberships m where m.company_id = old.company_id) then return null; end if;
  for v_lease in
    select * from private.number_leases l where l.company_id = old.company_id and l.user_id = old.user_id and l.ended_at is null order by l.taken_at for update
  loop
    perform private.end_lease(v_lease, '{}', 'lost');
    perform private.note_lease(v_lease, 'numbers_lost');
  end loop;
  return null;
end $$;
create trigger end_leases after delete on public.company_users for each row execute function private.end_leases_of_member();

/** The numbers that devices have along, or had and never said what became of them, each in the pattern it was taken with. */
create function private.away_numbers(p_company uuid) returns setof text
  language plpgsql stable security definer set search_path = '' as $$
begin
  return query
  select private.format_invoice_number(l.format, l.prefix, m::date, r.number)
  from private.number_gap_reasons r
  join private.number_leases l on l.company_id = r.company_id and l.series = r.series and l.year = r.year and r.number = any (l.numbers)
  -- The month of the document may be a part of it.
  cross join generate_series(date_trunc('month', l.taken_at at time zone 'UTC'), l.valid_until::timestamp, interval '1 month') m
  where r.company_id = p_company and r.reason in ('lease_open', 'lease_lost');
end $$;

/**
 * What a pattern would meet in a series, before somebody chooses it: `{next, taken, first}`, the number that would come next, and how many of the next
 * 1,000 are on documents or away already, with the first of them. Such numbers are left out, and stand among those that are missing.
 */
create function public.pattern_collisions(p_company uuid, p_series text, p_format text, p_prefix text) returns jsonb
  language plpgsql stable security definer set search_path = '' set timezone = 'UTC' as $$
declare
  v_today date := private.company_today(p_company);
  v_last bigint;
  v_answer jsonb;
begin
  perform private.require_member(p_company);
  if not private.has_key(p_company, 'invoices.view') then raise exception 'not_allowed' using errcode = '42501', detail = 'invoices.view'; end if;
  if private.is_number_format(p_format, '{prefix,year,month}') is not true or (char_length(p_prefix) <= 20) is not true then
    raise exception 'invalid_input' using errcode = 'P0001', detail = 'p_format';
  end if;
  select coalesce(max(c.last), 0) into v_last from private.number_counters c
    where c.company_id = p_company and c.kind = p_series and c.year = case when p_format like '%{year}%' then extract(year from v_today)::int else 0 end;
  select jsonb_build_object('next', min(f.number) filter (where f.n = v_last + 1), 'taken', count(*) filter (where f.is_taken),
      'first', (array_agg(f.number order by f.n) filter (where f.is_taken))[1])
    into v_answer
    from (
      select n, w.number, exists (select from public.invoices i where i.company_id = p_company and i.number = w.number)
          or w.number in (select private.away_numbers(p_company)) as is_taken
      from generate_series(v_last + 1, v_last + 1000) n
      cross join lateral (select private.format_invoice_number(p_format, p_prefix, v_today, n) as number) w) f;
  return v_answer;
end $$;

revoke all on function
  private.used_numbers(private.number_leases), private.lease_document(private.number_leases), private.note_lease(private.number_leases, text),
  private.end_lease(private.number_leases, bigint[], text), private.locked_lease(uuid, uuid), private.end_leases_of_member(),
  private.away_numbers(uuid) from public;
revoke all on function
  public.take_numbers(uuid, uuid, text, int), public.return_numbers(uuid, uuid, uuid, bigint[]), public.end_number_lease(uuid, uuid),
  public.reopen_number_lease(uuid, uuid), public.number_leases(uuid), public.restore_number_lease(uuid, jsonb, text),
  public.pattern_collisions(uuid, text, text, text) from public, anon, authenticated;
grant execute on function
  public.take_numbers(uuid, uuid, text, int), public.return_numbers(uuid, uuid, uuid, bigint[]), public.end_number_lease(uuid, uuid),
  public.reopen_number_lease(uuid, uuid), public.number_leases(uuid), public.restore_number_lease(uuid, jsonb, text),
  public.pattern_collisions(uuid, text, text, text) to authenticated;
