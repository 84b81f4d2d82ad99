-- The stored bytes of receipts, and who may read, put and take them. Decision 0019: of a picture that was made smaller for display the original bytes
-- are kept beside it, guarded alike.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('uploads', 'uploads', false, 20971520, '{image/jpeg,image/png,image/webp,application/pdf,image/heic,application/xml}')
on conflict (id) do update set public = excluded.public, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

/** Companies with the key as the first folder of their objects' names. */
create function private.folders_with(p_key text) returns setof text
  language sql stable security definer set search_path = '' as $$
  select c::text from private.companies_with(p_key) c $$;

/** Bytes that were not what their record says, when the right ones took their place: what lay there first is kept as long as the record. */
create table private.set_aside_objects (
  path text primary key check (char_length(path) <= 500),
  company_id uuid not null,
  file_id uuid not null,
  set_aside_at timestamptz not null default now(),
  foreign key (company_id, file_id) references public.files (company_id, id) on delete cascade
);
create index set_aside_objects_company_id_file_id_idx on private.set_aside_objects (company_id, file_id);
alter table private.set_aside_objects enable row level security;

/** Every stored object of a receipt: its picture or document, the original beside that, and what was set aside. */
create view private.receipt_objects as
  select f.id, f.company_id, f.expense_id, f.created_at, f.path, false as is_original, f.sha256, f.size, f.integrity, f.checked_at from public.files f
  union all
  select f.id, f.company_id, f.expense_id, f.created_at, f.original_path, true, f.original_sha256, f.original_size, f.original_integrity,
    f.original_checked_at
  from public.files f where f.original_path is not null
  union all
  select f.id, f.company_id, f.expense_id, f.created_at, a.path, null, null, null, null, null
  from private.set_aside_objects a join public.files f on f.company_id = a.company_id and f.id = a.file_id;

/** The receipt that the stored object belongs to. */
create function private.receipt_of_object(p_name text) returns uuid
  language sql stable security definer set search_path = '' as $$
  select r.id from private.receipt_objects r where r.path = p_name $$;

/** Whether the stored object belongs to the receipt of a decided expense. */
create function private.is_kept_object(p_name text) returns boolean
  language sql stable security definer set search_path = '' as $$
  select exists (select from private.receipt_objects r where r.path = p_name and private.is_decided(r.company_id, r.expense_id)) $$;

create function private.has_record(p_name text) returns boolean
  language sql stable security definer set search_path = '' as $$
  select exists (select from private.receipt_objects r where r.path = p_name) $$;

/** Where the right bytes are brought to when the wrong ones at this place can't be overwritten. */
create function private.place_for_again(p_path text) returns text language sql immutable set search_path = '' as $$
  select regexp_replace(p_path, '^([^/]+)/', '\1/again/') $$;

create policy uploads_second_factor on storage.objects as restrictive to authenticated
  using (bucket_id <> 'uploads' or (select private.second_factor_satisfied()));
create policy uploads_insert on storage.objects for insert to authenticated
  with check (bucket_id = 'uploads' and (storage.foldername(name))[1] = any (array(select private.folders_with('files.upload'))));
-- An object is as visible as its record; without one it is seen by its uploader, and by who may see and delete every receipt anyway.
create policy uploads_select on storage.objects for select to authenticated
  using (bucket_id = 'uploads' and (
    exists (select from public.files f where f.id = private.receipt_of_object(objects.name))
    or (owner_id = (select auth.uid())::text and (storage.foldername(name))[1] = any (array(select private.folders_with('files.upload'))))
    or ((storage.foldername(name))[1] = any (array(select private.folders_with('files.delete') intersect select private.folders_with('files.view_confidential')))
      and not private.has_record(name))));
-- An upload whose answer was lost may be repeated, but not replace the receipt of a decided expense.
create policy uploads_update on storage.objects for update to authenticated
  using (bucket_id = 'uploads' and owner_id = (select auth.uid())::text
    and (storage.foldername(name))[1] = any (array(select private.folders_with('files.upload')))
    and not private.is_kept_object(name));
-- Stored bytes without a record are removed by who sees them: their uploader, and who may see and delete every receipt.
create policy uploads_delete on storage.objects for delete to authenticated
  using (bucket_id = 'uploads' and not private.is_kept_object(name) and (
    ((storage.foldername(name))[1] = any (array(select private.folders_with('files.delete')))
      -- A device removes the object after its record, so that a record that comes back still has its bytes.
      and (exists (select from public.files f where f.id = private.receipt_of_object(objects.name))
        or ((storage.foldername(name))[1] = any (array(select private.folders_with('files.view_confidential'))) and not private.has_record(name))))
    or (owner_id = (select auth.uid())::text and (storage.foldername(name))[1] = any (array(select private.folders_with('files.upload'))))));

revoke all on function
  private.folders_with(text), private.receipt_of_object(text), private.is_kept_object(text), private.has_record(text), private.place_for_again(text)
  from public;
-- Checks, policies and triggers that run with the caller's rights call these.
grant execute on function
  private.folders_with(text), private.receipt_of_object(text), private.is_kept_object(text), private.has_record(text), private.place_for_again(text)
  to authenticated;
