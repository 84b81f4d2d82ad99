-- How long a company keeps its documents and books by law. `src/domain/retention` says the same; decision 0023 has the reasons.

/** For how many years a company of that country keeps `documents` (invoices, receipts, payments) and `books` (ledger, history), from the end of the year. */
create function private.retention_years(p_country text, p_kind text) returns int
  language sql immutable set search_path = '' as $$
  select case p_country
    when 'DE' then case p_kind when 'documents' then 8 else 10 end
    when 'AT' then 7
    when 'GB' then 6
    else 10 end $$;

/** The last day on which it is to be kept. */
create function private.kept_until(p_country text, p_kind text, p_day date) returns date
  language sql immutable set search_path = '' as $$
  select make_date(extract(year from p_day)::int + private.retention_years(p_country, p_kind), 12, 31) $$;

/** Whether the ledger names a receipt whose bytes lie there. They stay as long as their company, whatever became of the record. */
create function private.is_in_ledger(p_name text) returns boolean
  language sql stable security definer set search_path = '' as $$
  select case when p_name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/(original/)?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.' then exists (
    select from public.ledger_entries l
    where l.company_id = split_part(p_name, '/', 1)::uuid
      and strpos(l.receipts, left(regexp_replace(p_name, '^.*/', ''), 36) || ':') > 0) else false end $$;

/**
 * For the function `storage-prune` only, which calls it daily: notes what no record names, forgets what is named again, gone or stored
 * anew, and returns what has been without a record for longer than it is kept, the oldest first; never what the ledger names.
 */
create or replace function public.list_orphan_objects(p_limit int default 500) returns table (bucket_id text, name text)
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
  where n.noticed_at < now() - n.keep_for and not private.is_in_ledger(n.name)
  order by n.noticed_at, n.bucket_id, n.name limit least(p_limit, 1000);
end $$;

revoke all on function private.retention_years(text, text), private.kept_until(text, text, date), private.is_in_ledger(text) from public;
