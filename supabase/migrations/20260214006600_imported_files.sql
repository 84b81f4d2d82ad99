-- The files of an import go up under their own paths before its end, which names them.

-- Files. They go up under their own paths before the end of the import, which names them.

/** Whether the caller's open import has a file of this name. */
create function private.is_imported_object(p_bucket text, p_name text) returns boolean
  language sql stable security definer set search_path = '' as $$
  select exists (
    select from private.imports i join private.import_files f on f.import_id = i.id
    where i.user_id = auth.uid() and i.finished_at is null and f.bucket_id = p_bucket and f.name = p_name
      and not exists (select from public.companies c where c.id = i.company_id)) $$;

create policy import_insert on storage.objects for insert to authenticated
  with check (bucket_id in ('uploads', 'logos') and private.is_imported_object(bucket_id, name));
create policy import_select on storage.objects for select to authenticated
  using (bucket_id in ('uploads', 'logos') and owner_id = (select auth.uid())::text and private.is_imported_object(bucket_id, name));
create policy import_delete on storage.objects for delete to authenticated
  using (bucket_id in ('uploads', 'logos') and owner_id = (select auth.uid())::text and private.is_imported_object(bucket_id, name));

/** For the function `import-verify` only: what the caller's import has stored there, and the time before it is read. */
create function public.import_file_to_check(p_id uuid, p_bucket text, p_name text) returns timestamptz
  language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.own_import(p_id);
  if not private.is_imported_object(p_bucket, p_name) then raise exception 'import_not_found' using errcode = 'P0001', detail = 'name'; end if;
  return clock_timestamp();
end $$;

/** For the function `import-verify` only: notes that the stored bytes are what the archive says, if they are; returns whether. */
create function public.note_import_file(p_id uuid, p_bucket text, p_name text, p_sha256 text, p_size int, p_asked_at timestamptz) returns boolean
  language plpgsql volatile security definer set search_path = '' as $$
begin
  update private.import_files f set asked_at = p_asked_at
    where f.import_id = p_id and f.bucket_id = p_bucket and f.name = p_name and (f.sha256, f.size) = (p_sha256, p_size);
  return found;
end $$;

revoke all on function private.is_imported_object(text, text) from public;
revoke all on function
  public.import_file_to_check(uuid, text, text), public.note_import_file(uuid, text, text, text, int, timestamptz) from public, anon, authenticated;
-- Checks, policies and triggers that run with the caller's rights call these.
grant execute on function private.is_imported_object(text, text) to authenticated;
grant execute on function public.import_file_to_check(uuid, text, text) to authenticated;
grant execute on function public.note_import_file(uuid, text, text, text, int, timestamptz) to service_role;
