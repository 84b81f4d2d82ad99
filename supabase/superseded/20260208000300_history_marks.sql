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

/** A step of the clock gets its mark; one that is taken again gets another. */
create function private.mark_history() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  insert into private.history_marks (company_id, seq) values (new.company_id, new.seq)
    on conflict (company_id, seq) do update set token = excluded.token;
  return null;
end $$;
create trigger mark_history after insert or update of seq on private.company_clocks for each row execute function private.mark_history();

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

revoke all on function
  private.mark_history(), private.company_history(uuid), private.mark_trouble(uuid, text), private.mark_push(uuid, int) from public;
-- Checks, policies and triggers that run with the caller's rights call these.
grant execute on function private.company_history(uuid), private.mark_trouble(uuid, text), private.mark_push(uuid, int) to authenticated;
