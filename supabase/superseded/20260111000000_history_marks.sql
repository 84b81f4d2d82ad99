-- A server that was set back (an older copy of its data, a power cut) is recognised by the devices that have seen more than it holds.

/**
 * One random token for every step of a company's clock. A device keeps the newest it was told and sends it along: one that is not here
 * belongs to a history that this server has lost. It is written in the transaction whose changes it names, so it is lost with them, and
 * positions that are given a second time get another token.
 */
create table private.history_marks (
  company_id uuid not null,
  seq bigint not null,
  token uuid not null default gen_random_uuid(),
  made_at timestamptz not null default now(),
  primary key (company_id, seq)
);
alter table private.history_marks enable row level security;

create function private.mark_history() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  insert into private.history_marks (company_id, seq) values (new.company_id, new.seq)
    on conflict (company_id, seq) do update set token = excluded.token;
  return null;
end $$;
create trigger mark_history after insert or update of seq on private.company_clocks for each row execute function private.mark_history();
insert into private.history_marks (company_id, seq) select c.company_id, c.seq from private.company_clocks c;

/** Moves the company's clock on and gives this transaction the positions in between; returns the last of them. The clock is locked until commit. */
create function private.take_positions(p_company uuid, p_count int) returns bigint
  language plpgsql security definer set search_path = '' as $$
declare
  v_last bigint;
begin
  insert into private.company_clocks as clock (company_id, seq) values (p_company, p_count)
    on conflict (company_id) do update set seq = clock.seq + p_count
    returning clock.seq into v_last;
  perform set_config('kontor.seq_block', concat_ws(' ', p_company, v_last - p_count + 1, v_last, p_count), true);
  return v_last;
end $$;

/**
 * The next position in a company's log. The clock's row stays locked until commit, so inside a company the order of positions
 * is the order of commits and nothing is ever skipped. A transaction takes positions in growing blocks: updating one row
 * ten thousand times in a transaction would be quadratic. Gaps are harmless.
 */
create or replace function private.next_seq(p_company uuid) returns bigint
  language plpgsql security definer set search_path = '' as $$
declare
  v_block text[] := string_to_array(current_setting('kontor.seq_block', true), ' '); -- company, next, last, size
  v_size int := 1;
  v_next bigint;
  v_last bigint;
begin
  if v_block[1] = p_company::text then
    v_next := v_block[2]::bigint;
    v_last := v_block[3]::bigint;
    v_size := v_block[4]::int;
  end if;
  if v_next is null or v_next > v_last then
    v_size := case when v_next is null then 1 else least(v_size * 4, 4096) end;
    v_last := private.take_positions(p_company, v_size);
    v_next := v_last - v_size + 1;
  end if;
  perform set_config('kontor.seq_block', concat_ws(' ', p_company, v_next + 1, v_last, v_size), true);
  return v_next;
end $$;

/** How far the company's history goes: its epoch, the last position given, and the mark of that position. */
create function private.company_history(p_company uuid, out epoch text, out head bigint, out mark text)
  language plpgsql stable security definer set search_path = '' as $$
begin
  select c.epoch::text, c.seq, m.seq || ':' || m.token into epoch, head, mark
    from private.company_clocks c left join private.history_marks m on m.company_id = c.company_id and m.seq = c.seq
    where c.company_id = p_company and p_company in (select private.my_companies());
end $$;

/** Why a device with this mark needs a snapshot: `restored`, `expired` (older than what is kept), or null. */
create function private.mark_trouble(p_company uuid, p_mark text) returns text
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_seq bigint := substring(p_mark from '^\d{1,18}(?=:)');
begin
  if exists (select from private.history_marks m where m.company_id = p_company and m.seq = v_seq and m.seq || ':' || m.token = p_mark) then return null; end if;
  if v_seq < (select min(m.seq) from private.history_marks m where m.company_id = p_company) then return 'expired'; end if;
  return 'restored';
end $$;

/** The mark that proves, later, that this push is in the server's history; its positions are used by the log at commit. */
create function private.mark_push(p_company uuid, p_changes int) returns text
  language plpgsql security definer set search_path = '' as $$
begin
  if p_company not in (select private.my_companies()) then return null; end if;
  -- A change logs its record and its history, now and then something beside.
  perform private.take_positions(p_company, least(4 * p_changes, 4096));
  return (private.company_history(p_company)).mark;
end $$;

/** `src/data/sync/SPEC.md` has the contract. Stable: the whole answer is read from one snapshot. */
create or replace function public.sync_pull(p_company uuid, p_state jsonb default '{}', p_limit int default 500) returns jsonb
  language plpgsql stable set search_path = '' set timezone = 'UTC' as $$
declare
  v_access text := private.require_member(p_company);
  v_history record := private.company_history(p_company);
  v_epoch text := coalesce(v_history.epoch, 'new');
  v_why text := case
    when p_state ->> 'epoch' <> v_epoch then 'restored'
    when exists (select from jsonb_each_text(p_state -> 'cursors') c where c.value::bigint > coalesce(v_history.head, 0)) then 'restored'
    when p_state ->> 'mark' <> coalesce(v_history.mark, '') then private.mark_trouble(p_company, p_state ->> 'mark') end;
  v_reset boolean;
  v_snapshot boolean;
  v_left int := least(greatest(coalesce(p_limit, 500), 1), 1000);
  -- What an answer may hold, as jsonb; a device takes more in further pages.
  v_bytes int := 2097152;
  v_behind int;
  v_share int;
  v_budget int;
  v_page jsonb;
  v_collections jsonb := '{}';
  c record;
begin
  if v_why is null and p_state ->> 'access' <> v_access then v_why := 'access'; end if;
  v_reset := v_why is not null;
  v_snapshot := v_reset or coalesce((p_state ->> 'snapshot')::boolean, false);
  select count(*) into v_behind from private.log_heads(p_company) h
    where p_state -> 'cursors' ? h.collection and (v_reset or h.head > (p_state -> 'cursors' ->> h.collection)::bigint);
  v_share := greatest(1, v_left / (2 * greatest(v_behind, 1)));

  for c in
    select h.collection, h.source, h.head, case when v_reset then 0 else (p_state -> 'cursors' ->> h.collection)::bigint end as cursor
    from private.log_heads(p_company) h where p_state -> 'cursors' ? h.collection order by h.place
  loop
    if c.head <= c.cursor then
      v_page := jsonb_build_object('rows', '[]'::jsonb, 'deleted', '[]'::jsonb, 'cursor', c.cursor, 'more', false);
    else
      -- Parents first, but what comes later keeps a share of every answer.
      v_behind := v_behind - 1;
      v_budget := least(v_left, greatest(1, v_left - v_share * v_behind));
      if v_budget < 1 or v_bytes < 1 then
        v_page := jsonb_build_object('rows', '[]'::jsonb, 'deleted', '[]'::jsonb, 'cursor', c.cursor, 'more', true);
      else
        v_page := private.pull_collection(p_company, c.collection, c.source, c.cursor, c.head, v_budget, v_bytes, v_snapshot);
        v_left := v_left - jsonb_array_length(v_page -> 'rows') - jsonb_array_length(v_page -> 'deleted');
        v_bytes := v_bytes - pg_column_size(v_page);
      end if;
    end if;
    v_collections := v_collections || jsonb_build_object(c.collection, v_page);
  end loop;
  return jsonb_build_object('epoch', v_epoch, 'access', v_access, 'mark', v_history.mark, 'reset', v_reset, 'why', v_why, 'collections', v_collections);
end $$;

/** `src/data/sync/SPEC.md` has the contract. */
create or replace function public.sync_push(p_company uuid, p_changes jsonb) returns jsonb
  language plpgsql volatile set search_path = '' set timezone = 'UTC' as $$
declare
  -- An array takes results in place; a growing jsonb would be copied for each of them.
  v_results jsonb[] := '{}';
  v_mark text;
  c record;
begin
  perform private.require_member(p_company);
  if jsonb_typeof(p_changes) is distinct from 'array' then
    raise exception 'invalid_input' using errcode = 'P0001', detail = 'p_changes';
  end if;
  if jsonb_array_length(p_changes) > 200 then
    raise exception 'too_many_changes' using errcode = 'P0001', detail = 'p_changes';
  end if;
  -- One push at a time per company: devices that touch the same rows in another order cannot deadlock.
  perform pg_advisory_xact_lock(hashtextextended('kontor.push:' || p_company, 0));
  -- Parents before children; deletions after everything else, and children first.
  for c in
    select change.value, change.ordinality
    from jsonb_array_elements(p_changes) with ordinality as change
    left join private.synced_collections s on s.collection = change.value ->> 'collection'
    order by change.value ->> 'op' = 'delete',
      case when change.value ->> 'op' = 'delete' then -s.position else s.position end, change.ordinality
  loop
    v_results[c.ordinality] := private.push_change(p_company, c.value);
  end loop;
  if exists (select from unnest(v_results) r where r ->> 'status' = 'applied') then
    v_mark := private.mark_push(p_company, cardinality(v_results));
  end if;
  return jsonb_build_object('results', to_jsonb(v_results), 'mark', v_mark);
end $$;

/**
 * Forgets mutation ids that no device will repeat, marks of devices that have to sign in again anyway, and tries and counts that have expired;
 * returns how many ids went. Ids are kept for 90 days, and of every person in every company the newest 500 for ever: a device that was switched
 * off for a year repeats at most one frozen push (200 ids). Were an id forgotten too early, the repeated change would meet its own result as a
 * conflict and be merged with it; nothing is lost or doubled. A session lasts at most 400 days.
 */
create or replace function public.prune_history() returns int
  language plpgsql security definer set search_path = '' as $$
declare
  v_count int;
begin
  delete from private.applied_mutations m using (
    select a.company_id, a.mutation_id, a.applied_at, row_number() over (partition by a.company_id, a.user_id order by a.applied_at desc, a.mutation_id) as place
    from private.applied_mutations a) old
  where old.company_id = m.company_id and old.mutation_id = m.mutation_id and old.place > 500 and old.applied_at < now() - interval '90 days';
  get diagnostics v_count = row_count;
  delete from private.history_marks m using private.company_clocks c
    where c.company_id = m.company_id and m.seq < c.seq and m.made_at < now() - interval '400 days';
  delete from private.recovery_attempts a where a.tried_at < now() - interval '1 day';
  delete from private.sent_mails m where m.sent_at < now() - interval '2 days';
  return v_count;
end $$;

drop function private.company_epoch(uuid);
revoke all on function
  private.mark_history(), private.take_positions(uuid, int), private.company_history(uuid), private.mark_trouble(uuid, text), private.mark_push(uuid, int) from public;
grant execute on function private.company_history(uuid), private.mark_trouble(uuid, text), private.mark_push(uuid, int) to authenticated;
