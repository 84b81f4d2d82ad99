-- Receipts: the record here, the bytes in the bucket `uploads` under `<company_id>/<file id>.<ext>`.
create table public.files (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references public.companies (id) on delete cascade,
  expense_id uuid,
  created_by uuid not null default auth.uid(),
  path text not null unique check (char_length(path) <= 500 and starts_with(path, company_id || '/')),
  name text not null check (char_length(btrim(name)) between 1 and 255),
  mime_type text not null check (mime_type in ('image/jpeg', 'image/png', 'image/webp', 'application/pdf')),
  size integer not null check (size between 1 and 20971520),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  confidential boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  rev text not null default 'srv-' || gen_random_uuid() check (char_length(rev) between 1 and 80),
  unique (company_id, id),
  constraint files_expense_id_fkey foreign key (company_id, expense_id) references public.expenses (company_id, id) on delete cascade
);
create index files_company_id_expense_id_idx on public.files (company_id, expense_id);
create index files_company_id_created_at_idx on public.files (company_id, created_at desc, id desc);

/** Whoever adds a file is its author, and attaches it only to what they can see. */
create function private.claim_file() returns trigger
  language plpgsql set search_path = '' as $$
begin
  if current_user <> 'authenticated' then return new; end if;
  if tg_op = 'INSERT' then new.created_by := auth.uid(); end if;
  if new.expense_id is not null and not exists (
    select from public.expenses e where e.company_id = new.company_id and e.id = new.expense_id) then
    raise exception 'missing_parent' using errcode = '23503', detail = 'expense_id';
  end if;
  return new;
end $$;
create trigger claim_file before insert or update of expense_id on public.files for each row execute function private.claim_file();

/** Whether the expense is decided: its receipt stays, and is neither taken off it nor deleted by an uploader who cannot see the expense. */
create function private.is_decided(p_company uuid, p_expense uuid) returns boolean
  language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.expenses e
    where e.company_id = p_company and e.id = p_expense and e.status in ('approved', 'reimbursed')
      and p_company in (select private.my_companies())) $$;

create function private.keep_receipt() returns trigger
  language plpgsql set search_path = '' as $$
begin
  if current_user = 'authenticated' and new.expense_id is distinct from old.expense_id
    and private.is_decided(old.company_id, old.expense_id) and not private.has_key(old.company_id, 'files.delete') then
    raise exception 'expense_locked' using errcode = 'P0001', detail = 'expense_id';
  end if;
  return new;
end $$;
create trigger keep_receipt before update of expense_id on public.files for each row execute function private.keep_receipt();

call private.make_synced('files', 70, 'files',
  '{expense_id,created_by,path,name,mime_type,size,sha256,confidential}', '{expense_id,name,confidential}');
update private.synced_collections set view_key = 'files.view', hidden_key = 'files.view_confidential' where collection = 'files';
create policy member_select on public.files for select to authenticated
  using ((company_id = any (array(select private.companies_with('files.view')))
      and (not confidential or company_id = any (array(select private.companies_with('files.view_confidential')))))
    or (created_by = (select auth.uid()) and company_id = any (array(select private.companies_with('files.upload')))));
create policy member_insert on public.files for insert to authenticated
  with check (created_by = (select auth.uid()) and company_id = any (array(select private.companies_with('files.upload'))));
create policy member_update on public.files for update to authenticated
  using (company_id = any (array(select private.companies_with('files.delete')))
    or (created_by = (select auth.uid()) and company_id = any (array(select private.companies_with('files.upload')))));
-- A receipt stays once its expense is decided, unless someone may delete files in general.
create policy member_delete on public.files for delete to authenticated
  using (company_id = any (array(select private.companies_with('files.delete')))
    or (created_by = (select auth.uid()) and company_id = any (array(select private.companies_with('files.upload')))
      and not private.is_decided(company_id, expense_id)));
call private.hide_from_writers('public.files');
create trigger log_activity after insert or update or delete on public.files
  for each row execute function private.log_activity('files', 'name');

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('uploads', 'uploads', false, 20971520, '{image/jpeg,image/png,image/webp,application/pdf}')
on conflict (id) do update set public = excluded.public, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

/** Companies with the key as the first folder of their objects' names. */
create function private.folders_with(p_key text) returns setof text
  language sql stable security definer set search_path = '' as $$
  select c::text from private.companies_with(p_key) c $$;

/** Whether the stored object is the receipt of a decided expense. */
create function private.is_kept_object(p_name text) returns boolean
  language sql stable security definer set search_path = '' as $$
  select exists (select from public.files f where f.path = p_name and private.is_decided(f.company_id, f.expense_id)) $$;

create function private.has_record(p_name text) returns boolean
  language sql stable security definer set search_path = '' as $$
  select exists (select from public.files f where f.path = p_name) $$;

create policy uploads_second_factor on storage.objects as restrictive to authenticated
  using (bucket_id <> 'uploads' or (select private.second_factor_satisfied()));
create policy uploads_insert on storage.objects for insert to authenticated
  with check (bucket_id = 'uploads' and (storage.foldername(name))[1] = any (array(select private.folders_with('files.upload'))));
-- An object is as visible as its record; without one it is seen by its uploader, and by who may see and delete every receipt anyway.
create policy uploads_select on storage.objects for select to authenticated
  using (bucket_id = 'uploads' and (
    exists (select from public.files f where f.path = objects.name)
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
  using (bucket_id = 'uploads' and (
    ((storage.foldername(name))[1] = any (array(select private.folders_with('files.delete')))
      -- A device removes the object after its record, so that a record that comes back still has its bytes.
      and (exists (select from public.files f where f.path = objects.name)
        or ((storage.foldername(name))[1] = any (array(select private.folders_with('files.view_confidential'))) and not private.has_record(name))))
    or (owner_id = (select auth.uid())::text and (storage.foldername(name))[1] = any (array(select private.folders_with('files.upload')))
      and not private.is_kept_object(name))));

revoke all on function
  private.claim_file(), private.is_decided(uuid, uuid), private.keep_receipt(), private.folders_with(text),
  private.is_kept_object(text), private.has_record(text) from public;
grant execute on function
  private.is_decided(uuid, uuid), private.folders_with(text), private.is_kept_object(text), private.has_record(text) to authenticated;
