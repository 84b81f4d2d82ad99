-- Numbers that devices took along (decision 0033): what becomes of them when their person leaves, and when patterns change.

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

/** The next number for a document of this type that no document has yet, and no device. */
create or replace function private.next_invoice_number(p_company uuid, p_date date, p_type text, out number text, out year int, out seq bigint, out series text)
language plpgsql volatile security definer set search_path = '' as $$
begin
  series := private.series_of(p_company, p_type);
  loop
    select t.number, t.year, t.seq into number, year, seq from private.take_number(p_company, next_invoice_number.series, p_date) t;
    -- A changed format or an import may have used it already.
    exit when not exists (select from public.invoices i where i.company_id = p_company and i.number = next_invoice_number.number)
      and next_invoice_number.number not in (select private.away_numbers(p_company));
    insert into private.number_gap_reasons (company_id, series, year, number, reason)
      values (p_company, next_invoice_number.series, next_invoice_number.year, seq, 'number_taken') on conflict do nothing;
  end loop;
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

revoke all on function private.end_leases_of_member(), private.away_numbers(uuid) from public;
revoke all on function public.pattern_collisions(uuid, text, text, text) from public, anon, authenticated;
grant execute on function public.pattern_collisions(uuid, text, text, text) to authenticated;
