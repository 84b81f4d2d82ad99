-- The history: what a person wrote can't be taken for what happened, and nobody makes it heavy.

/** Who wrote the entry: a trigger (it happened), or somebody through the API (they say so). */
alter table public.activity_log add column origin text not null default 'trigger' check (origin in ('trigger', 'client'));
-- Written by people so far: these types have never been a trigger's.
update public.activity_log set origin = 'client' where type in ('note', 'payment_deleted');

/** Changes as a history keeps them: values of more than 400 bytes are named but not shown, and all of them when that is not enough. */
create function private.shortened_changes(p_changes jsonb) returns jsonb
  language sql immutable set search_path = '' as $$
  with named as (
    select jsonb_object_agg(c.key, case when octet_length(c.value::text) > 400 then '["…", "…"]' else c.value end) as short from jsonb_each(p_changes) c)
  select case
    when octet_length(p_changes::text) <= 16384 then p_changes
    when octet_length(n.short::text) <= 16384 then n.short
    else '{}' end
  from named n $$;

update public.activity_log set changes = private.shortened_changes(changes) where octet_length(changes::text) > 16384;
-- What the updates logged is logged now: a table with pending triggers can't be altered.
set constraints all immediate;
alter table public.activity_log add constraint activity_log_changes_size check (octet_length(changes::text) <= 16384);

/** Whoever adds an entry is its actor, and it is theirs, whatever was sent; a trigger's own is made to fit. */
create or replace function private.claim_activity() returns trigger language plpgsql set search_path = '' as $$
begin
  if current_user = 'authenticated' then
    new.actor_id := auth.uid();
    new.origin := 'client';
  else
    new.changes := private.shortened_changes(new.changes);
  end if;
  return new;
end $$;

-- A person adds what only people know. What happened to a record is the triggers' to say.
alter policy member_insert on public.activity_log
  with check (actor_id = (select auth.uid()) and company_id = any (array(select private.my_companies()))
    and type in ('note', 'payment_deleted')
    and (entity_type = '' or entity_type in (select s.collection from private.synced_collections s)));

-- What people write into settings is printed, not stored in bulk. Not valid: what is there stays.
alter table public.companies add constraint companies_settings_size check (octet_length(settings::text) <= 65536) not valid;

revoke all on function private.shortened_changes(jsonb) from public;
grant execute on function private.shortened_changes(jsonb) to authenticated, service_role;
