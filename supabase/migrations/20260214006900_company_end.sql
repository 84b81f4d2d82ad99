-- The end of a company. Its owner asks for it, by its name, after a complete archive was taken; it is closed for everybody at once, can be taken back
-- for thirty days, and is gone then. There is no other way for a company that has anything booked, not even for the platform. Decision 0023.

/** Companies whose end was asked for: closed for their members, and taken back or purged. */
create table private.company_deletions (
  company_id uuid primary key references public.companies (id) on delete cascade,
  asked_at timestamptz not null default now(),
  asked_by uuid,
  purge_after timestamptz not null,
  /** The last day on which its books are to be kept, which is the owner's to do from now on; null when that day is over. */
  kept_until date,
  /** The archive that was taken before: the SHA-256 of its manifest. */
  export_sha256 text not null check (export_sha256 ~ '^[0-9a-f]{64}$'),
  /** See `private.archive_state`: nothing of the company may have changed since it was closed. */
  books text not null check (books ~ '^[0-9a-f]{64}$')
);
alter table private.company_deletions enable row level security;

/** Who belonged to a company that is closed, and with which rights. */
create table private.closed_memberships (
  company_id uuid not null references public.companies (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  id uuid not null,
  is_owner boolean not null,
  is_admin boolean not null,
  keys text[] not null check (octet_length(array_to_string(keys, '')) <= 16384),
  created_at timestamptz not null,
  primary key (company_id, user_id)
);
alter table private.closed_memberships enable row level security;

/** What is left of a company: that it was, when it went, and which archive has its books, where it had any. */
create table private.deleted_companies (
  company_id uuid primary key,
  deleted_at timestamptz not null default now(),
  export_sha256 text check (export_sha256 ~ '^[0-9a-f]{64}$'),
  ledger_seq bigint,
  ledger_sha256 text check (ledger_sha256 ~ '^[0-9a-f]{64}$')
);
alter table private.deleted_companies enable row level security;

/** Whether anything of the company was ever booked. */
create function private.has_books(p_company uuid) returns boolean
  language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from private.booked_records b where b.company_id = p_company and b.collection <> 'companies')
    or exists (select from public.ledger_entries l where l.company_id = p_company and l.collection <> 'companies');
end $$;

/** The last day on which anything of the company is to be kept; null when nothing was booked. */
create function private.company_kept_until(p_company uuid) returns date
  language sql stable security definer set search_path = '' as $$
  select max(private.kept_until(c.settings #>> '{company_details,address,country}', d.kind, d.day)) from public.companies c cross join lateral (
    select 'documents' as kind, max(b.booked_at)::date as day from private.booked_records b where b.company_id = c.id and b.collection <> 'companies'
    union all
    select 'books', max(l.at)::date from public.ledger_entries l where l.company_id = c.id and l.collection <> 'companies') d
  where c.id = p_company $$;

/** Lets a company go that has nothing booked, or whose time to be taken back is over; and notes that it was. */
create function private.guard_company_end() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_end private.company_deletions;
  v_last public.ledger_entries;
begin
  select * into v_end from private.company_deletions d where d.company_id = old.id;
  if private.has_books(old.id) then
    if (v_end.purge_after <= now()) is not true then raise exception 'books_are_kept' using errcode = '42501', detail = old.id::text; end if;
    select * into v_last from public.ledger_entries e where e.company_id = old.id order by e.seq desc limit 1;
  end if;
  insert into private.deleted_companies as g (company_id, export_sha256, ledger_seq, ledger_sha256)
    values (old.id, v_end.export_sha256, v_last.seq, v_last.sha256)
    on conflict (company_id) do update
    set deleted_at = now(), export_sha256 = excluded.export_sha256, ledger_seq = excluded.ledger_seq, ledger_sha256 = excluded.ledger_sha256;
  return old;
end $$;
create trigger guard_end before delete on public.companies for each row execute function private.guard_company_end();

/** The company for its owner, locked; everybody else is refused like a stranger or by name. */
create function private.lock_for_owner(p_company uuid) returns public.companies
  language plpgsql volatile security definer set search_path = '' as $$
declare
  v_me public.company_users := private.lock_people(p_company, null);
  v_company public.companies;
begin
  if v_me.is_owner is not true then raise exception 'not_allowed' using errcode = '42501', detail = 'is_owner'; end if;
  select * into v_company from public.companies c where c.id = p_company for update;
  return v_company;
end $$;

/**
 * What its owner has to know before: `{has_books, kept_until, exported_at, is_exported}`: whether anything was booked, until when that is to be kept, when
 * the last complete archive was taken, and whether it still has everything.
 */
create function public.company_end(p_company uuid) returns jsonb
  language plpgsql volatile security definer set search_path = '' set timezone = 'UTC' as $$
declare
  v_company public.companies := private.lock_for_owner(p_company);
begin
  return jsonb_build_object('has_books', private.has_books(v_company.id), 'kept_until', private.company_kept_until(v_company.id),
    'exported_at', (select e.exported_at from private.last_exports e where e.company_id = v_company.id),
    'is_exported', private.is_exported(v_company.id));
end $$;

/** Ends the membership of everybody, and remembers them for the case that the company is taken back. */
create function private.close_company(p_company uuid) returns void
  language plpgsql volatile security definer set search_path = '' as $$
begin
  insert into private.closed_memberships (company_id, user_id, id, is_owner, is_admin, keys, created_at)
    select cu.company_id, cu.user_id, cu.id, cu.is_owner, cu.is_admin, array(
        select p.permission_key from public.company_user_permissions p
        where p.company_id = cu.company_id and p.user_id = cu.user_id order by p.permission_key), cu.created_at
    from public.company_users cu where cu.company_id = p_company;
  perform set_config('kontor.is_changing_access', 'on', true);
  delete from public.company_users cu where cu.company_id = p_company;
  perform set_config('kontor.is_changing_access', '', true);
end $$;

/**
 * Asks for the end of a company, by its name. One without books is gone at once (null is returned). One with books needs a complete archive of all that
 * it has now, and while they are to be kept by law the owner's word that they keep that archive (`p_keeps_books`); it is closed for everybody, and
 * the moment from which on it will be purged is returned.
 */
create function public.delete_company(p_company uuid, p_name text, p_keeps_books boolean default false) returns timestamptz
  language plpgsql volatile security definer set search_path = '' as $$
declare
  v_company public.companies := private.lock_for_owner(p_company);
  v_until date := private.company_kept_until(p_company);
  v_purge_after constant timestamptz := now() + interval '30 days';
begin
  if not private.is_freshly_authenticated() then raise exception 'reauthentication_needed' using errcode = 'P0001'; end if;
  if btrim(p_name) is distinct from btrim(v_company.name) then raise exception 'name_differs' using errcode = 'P0001', detail = 'p_name'; end if;
  if not private.has_books(p_company) then
    delete from public.companies c where c.id = p_company;
    return null;
  end if;
  if not private.is_exported(p_company) then raise exception 'export_needed' using errcode = 'P0001', detail = 'p_company'; end if;
  if v_until < private.company_today(p_company) then v_until := null; end if;
  if v_until is not null and p_keeps_books is not true then raise exception 'duty_not_taken' using errcode = 'P0001', detail = 'p_keeps_books'; end if;
  insert into public.activity_log (company_id, type, entity_type, entity_id, entity_label)
    values (p_company, 'deletion_asked', 'companies', p_company, v_company.name);
  perform private.close_company(p_company);
  insert into private.company_deletions (company_id, asked_by, purge_after, kept_until, export_sha256, books)
    select p_company, auth.uid(), v_purge_after, v_until, e.sha256, private.archive_state(p_company) ->> 'books'
    from private.last_exports e where e.company_id = p_company;
  return v_purge_after;
end $$;

/** The closed companies that the caller owned and can take back. */
create function public.my_closed_companies() returns table (company_id uuid, name text, asked_at timestamptz, purge_after timestamptz)
  language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_person();
  return query
  select c.id, c.name, d.asked_at, d.purge_after
  from private.closed_memberships m
  join private.company_deletions d on d.company_id = m.company_id
  join public.companies c on c.id = m.company_id
  where m.user_id = auth.uid() and m.is_owner
  order by c.name, c.id;
end $$;

/** Opens a closed company again, with everybody who belonged to it and their rights. */
create function public.take_back_deletion(p_company uuid) returns void
  language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_person();
  if not exists (
    select from private.closed_memberships m where m.company_id = p_company and m.user_id = auth.uid() and m.is_owner) then
    raise exception 'not_allowed' using errcode = '42501', detail = 'p_company';
  end if;
  delete from private.company_deletions d where d.company_id = p_company;
  perform set_config('kontor.is_changing_access', 'on', true);
  insert into public.company_users (id, company_id, user_id, is_owner, is_admin, created_at)
    select m.id, m.company_id, m.user_id, m.is_owner, m.is_admin, m.created_at from private.closed_memberships m where m.company_id = p_company;
  insert into public.company_user_permissions (company_id, user_id, permission_key)
    select m.company_id, m.user_id, k from private.closed_memberships m, unnest(m.keys) k
    where m.company_id = p_company and exists (select from public.permissions p where p.key = k);
  perform set_config('kontor.is_changing_access', '', true);
  delete from private.closed_memberships m where m.company_id = p_company;
  insert into public.activity_log (company_id, type, entity_type, entity_id, entity_label)
    select c.id, 'deletion_taken_back', 'companies', c.id, c.name from public.companies c where c.id = p_company;
end $$;

/**
 * Purges the companies whose time to be taken back is over; returns how many. One that changed after it was closed stays: what its archive has is not
 * all. For the platform, once a night.
 */
create function public.purge_companies() returns int
  language plpgsql volatile security definer set search_path = '' as $$
declare
  v_count int := 0;
  d private.company_deletions;
begin
  for d in select * from private.company_deletions a where a.purge_after <= now() order by a.company_id for update skip locked loop
    if private.archive_state(d.company_id) ->> 'books' = d.books then
      delete from public.companies c where c.id = d.company_id;
      v_count := v_count + 1;
    else
      raise warning 'company % has changed since it was closed, and stays', d.company_id;
    end if;
  end loop;
  return v_count;
end $$;

/** No company is left without an owner by the deletion of an account: it is handed over, or deleted, before. */
create function private.keep_owner() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  if exists (
    select from public.company_users cu where cu.user_id = old.id and cu.is_owner
      and not exists (select from public.company_users other where other.company_id = cu.company_id and other.is_owner and other.user_id <> old.id)) then
    raise exception 'last_owner' using errcode = 'P0001', detail = 'id';
  end if;
  return old;
end $$;
create trigger kontor_keep_owner before delete on auth.users for each row execute function private.keep_owner();

/** Whether the ledger names a receipt whose bytes lie there. They stay as long as their company, whatever became of the record. */
create function private.is_in_ledger(p_name text) returns boolean
  language sql stable security definer set search_path = '' as $$
  select case when p_name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/(original/)?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.' then exists (
    select from public.ledger_entries l
    where l.company_id = split_part(p_name, '/', 1)::uuid
      and strpos(l.receipts, left(regexp_replace(p_name, '^.*/', ''), 36) || ':') > 0) else false end $$;

/** Whether it was stored for a company before that was deleted; what came later is of one that was brought in again. */
create function private.is_of_deleted_company(p_name text, p_stored_at timestamptz) returns boolean
  language sql stable security definer set search_path = '' as $$
  select exists (
    select from private.deleted_companies d where d.company_id::text = split_part(p_name, '/', 1) and d.deleted_at > p_stored_at) $$;

/**
 * Whether the caller was removed from a company of which a device still has a copy (`src/decisions/0043-copies-of-a-company-one-left.md`). True only out of the
 * history that the device knows: another epoch, or a mark that is not in it, and this server may have been set back. Anything else is false, for strangers too.
 */
create function public.was_removed(p_company uuid, p_epoch text, p_mark text) returns boolean
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_user uuid := private.require_person();
begin
  return exists (
      select from public.companies c join private.company_clocks k on k.company_id = c.id
      where c.id = p_company and k.epoch::text = p_epoch and private.mark_trouble(c.id, p_mark) is null)
    and not exists (select from private.company_deletions d where d.company_id = p_company)
    and not exists (select from public.company_users cu where cu.company_id = p_company and cu.user_id = v_user);
end $$;

-- Once a night. Where pg_cron is missing, somebody else calls it (`supabase/local` has a timer).
do $$
begin
  if not exists (select from pg_catalog.pg_available_extensions where name = 'pg_cron') then return; end if;
  create extension if not exists pg_cron;
  perform cron.schedule('kontor-purge-companies', '41 3 * * *', 'select public.purge_companies()');
exception when others then
  -- Installed on the machine, but not for this database: no reason to refuse the product.
  raise warning 'companies are not purged by pg_cron: %', sqlerrm;
end $$;

revoke all on function
  private.has_books(uuid), private.company_kept_until(uuid), private.guard_company_end(), private.lock_for_owner(uuid), private.close_company(uuid),
  private.keep_owner(), private.is_in_ledger(text), private.is_of_deleted_company(text, timestamptz) from public;
revoke all on function
  public.company_end(uuid), public.delete_company(uuid, text, boolean), public.my_closed_companies(), public.take_back_deletion(uuid),
  public.purge_companies(), public.was_removed(uuid, text, text) from public, anon, authenticated;
grant execute on function
  public.company_end(uuid), public.delete_company(uuid, text, boolean), public.my_closed_companies(), public.take_back_deletion(uuid),
  public.was_removed(uuid, text, text) to authenticated;
grant execute on function public.purge_companies() to service_role;
