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

call private.make_synced('files', 70, 'files',
  '{expense_id,created_by,path,name,mime_type,size,sha256,confidential}', '{expense_id,name,confidential}');
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
      and not exists (select from public.expenses e where e.id = expense_id and e.status in ('approved', 'reimbursed'))));
create trigger log_activity after insert or update or delete on public.files
  for each row execute function private.log_activity('files', 'name');
revoke all on function private.claim_file() from public;

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('uploads', 'uploads', false, 20971520, '{image/jpeg,image/png,image/webp,application/pdf}')
on conflict (id) do update set public = excluded.public, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

/** Companies with the key as the first folder of their objects' names. */
create function private.folders_with(p_key text) returns setof text
  language sql stable security definer set search_path = '' as $$
  select c::text from private.companies_with(p_key) c $$;
revoke all on function private.folders_with(text) from public;
grant execute on function private.folders_with(text) to authenticated;

create policy uploads_second_factor on storage.objects as restrictive to authenticated
  using (bucket_id <> 'uploads' or (select private.second_factor_satisfied()));
-- An object is as visible as its record; before the record is there, to the one who uploaded it.
create policy uploads_select on storage.objects for select to authenticated
  using (bucket_id = 'uploads' and (
    exists (select from public.files f where f.path = objects.name)
    or (owner_id = (select auth.uid())::text and (storage.foldername(name))[1] = any (array(select private.folders_with('files.upload'))))));
create policy uploads_insert on storage.objects for insert to authenticated
  with check (bucket_id = 'uploads' and (storage.foldername(name))[1] = any (array(select private.folders_with('files.upload'))));
-- An upload whose answer was lost may be repeated, but not replace the receipt of a decided expense.
create policy uploads_update on storage.objects for update to authenticated
  using (bucket_id = 'uploads' and owner_id = (select auth.uid())::text
    and (storage.foldername(name))[1] = any (array(select private.folders_with('files.upload')))
    and not exists (
      select from public.files f join public.expenses e on e.id = f.expense_id
      where f.path = objects.name and e.status in ('approved', 'reimbursed')));
create policy uploads_delete on storage.objects for delete to authenticated
  using (bucket_id = 'uploads' and (
    ((storage.foldername(name))[1] = any (array(select private.folders_with('files.delete'))) and exists (select from public.files f where f.path = objects.name))
    or (owner_id = (select auth.uid())::text and (storage.foldername(name))[1] = any (array(select private.folders_with('files.upload')))
      and not exists (
        select from public.files f join public.expenses e on e.id = f.expense_id
        where f.path = objects.name and e.status in ('approved', 'reimbursed')))));
