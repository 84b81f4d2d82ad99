-- Nobody changes or deletes what they may not see. PostgreSQL asks the policies of `select` only when a statement reads a column;
-- one without a filter (`update … set confidential = false`) asked nothing but the right to change.

/**
 * The table's policies of `select` are conditions of `update` and `delete` too. In the same words: where a statement has a filter,
 * PostgreSQL drops the repetition. Called after the table's policies are written.
 */
create procedure private.hide_from_writers(p_table regclass)
  language plpgsql set search_path = '' as $$
declare
  v_visible text := (
    select string_agg(pg_get_expr(p.polqual, p.polrelid), ' or ') from pg_catalog.pg_policy p
    where p.polrelid = p_table and p.polcmd = 'r' and p.polpermissive);
begin
  -- What an update makes of a row is the business of its own policy.
  execute format('create policy visible_update on %s as restrictive for update to authenticated using (%s) with check (true)', p_table, v_visible);
  execute format('create policy visible_delete on %s as restrictive for delete to authenticated using (%s)', p_table, v_visible);
end $$;
revoke all on procedure private.hide_from_writers(regclass) from public;

do $$
declare
  v_table regclass;
begin
  for v_table in
    select distinct p.polrelid from pg_catalog.pg_policy p join pg_catalog.pg_class c on c.oid = p.polrelid
    where c.relnamespace = 'public'::regnamespace and p.polcmd in ('w', 'd') and p.polpermissive
  loop
    call private.hide_from_writers(v_table);
  end loop;
end $$;

-- Stored bytes without a record are removed by who sees them: their uploader, and who may see and delete every receipt.
alter policy uploads_delete on storage.objects
  using (bucket_id = 'uploads' and (
    ((storage.foldername(name))[1] = any (array(select private.folders_with('files.delete')))
      -- A device removes the object after its record, so that a record that comes back still has its bytes.
      and (exists (select from public.files f where f.path = objects.name)
        or ((storage.foldername(name))[1] = any (array(select private.folders_with('files.view_confidential'))) and not private.has_record(name))))
    or (owner_id = (select auth.uid())::text and (storage.foldername(name))[1] = any (array(select private.folders_with('files.upload')))
      and not private.is_kept_object(name))));
