-- Stored objects that no record names any more: an expense or a company went and took its receipts' records along, a picture was replaced.
-- What may be deleted is decided here; the function `storage-prune` deletes it, since only the storage service can remove the bytes.

/** Objects that no record named at the last look: since when, and for how long they are kept nevertheless. */
create table private.orphan_objects (
  bucket_id text not null,
  name text not null,
  noticed_at timestamptz not null default now(),
  keep_for interval not null,
  stored_at timestamptz not null,
  primary key (bucket_id, name)
);
alter table private.orphan_objects enable row level security;

/** Whether a receipt lies there whose record was deleted; what never had one may still get it. */
create function private.had_record(p_name text) returns boolean
  language sql stable security definer set search_path = '' as $$
  select case when p_name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/(again/)?(original/)?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.' then exists (
    select from private.change_log l where l.company_id = split_part(p_name, '/', 1)::uuid and l.collection = 'files'
      and l.row_id = left(regexp_replace(p_name, '^.*/', ''), 36)::uuid) else false end $$;

/**
 * What no record names now. A receipt goes up before its record, which may wait for months on a device that is switched off or for a
 * person who decides about a refusal: one that never had a record is kept for a year, one whose record was deleted for a quarter
 * (a device that changed it meanwhile may bring it back), a picture for a month. Files of an import that never ended are of no company, and nobody
 * waits for them.
 */
create function private.unnamed_objects() returns table (bucket_id text, name text, keep_for interval, stored_at timestamptz)
  language sql stable security definer set search_path = '' as $$
  select o.bucket_id, o.name, case
      when private.had_record(o.name) then interval '90 days'
      when exists (select from public.companies c where c.id::text = split_part(o.name, '/', 1)) then interval '365 days'
      else interval '8 days' end, o.updated_at
  from storage.objects o where o.bucket_id = 'uploads' and not exists (select from private.receipt_objects r where r.path = o.name)
  union all
  select o.bucket_id, o.name, interval '30 days', o.updated_at
  from storage.objects o where o.bucket_id = 'logos'
    and not exists (select from public.companies c where c.logo_path = o.name)
    and not exists (select from public.companies c where c.settings #>> '{company_details,branding,logo_path}' = o.name)
    and not private.is_printed_logo(o.name)
  union all
  select o.bucket_id, o.name, interval '30 days', o.updated_at
  from storage.objects o where o.bucket_id = 'avatars'
    and not exists (select from auth.users u where u.raw_user_meta_data ->> 'avatar_path' = o.name) $$;

/**
 * For the function `storage-prune` only, which calls it daily: notes what no record names, forgets what is named again, gone or stored
 * anew, and returns what has been without a record for longer than it is kept, the oldest first; never what the ledger names, and what belonged
 * to a deleted company at once.
 */
create function public.list_orphan_objects(p_limit int default 500) returns table (bucket_id text, name text)
  language plpgsql security definer set search_path = '' as $$
begin
  with unnamed as materialized (select * from private.unnamed_objects()),
  named as (
    delete from private.orphan_objects n where not exists (select from unnamed u where u.bucket_id = n.bucket_id and u.name = n.name))
  insert into private.orphan_objects as n (bucket_id, name, keep_for, stored_at) select u.bucket_id, u.name, u.keep_for, u.stored_at from unnamed u
    on conflict on constraint orphan_objects_pkey do update
      set keep_for = excluded.keep_for, stored_at = excluded.stored_at,
        noticed_at = case when n.stored_at = excluded.stored_at then n.noticed_at else now() end
      where (n.keep_for, n.stored_at) <> (excluded.keep_for, excluded.stored_at);
  return query
  select n.bucket_id, n.name from private.orphan_objects n
  where (n.noticed_at < now() - n.keep_for and not private.is_in_ledger(n.name)) or private.is_of_deleted_company(n.name, n.stored_at)
  order by n.noticed_at, n.bucket_id, n.name limit least(p_limit, 1000);
end $$;

revoke all on function private.had_record(text), private.unnamed_objects() from public;
revoke all on function public.list_orphan_objects(int) from public, anon, authenticated;
grant execute on function public.list_orphan_objects(int) to service_role;
