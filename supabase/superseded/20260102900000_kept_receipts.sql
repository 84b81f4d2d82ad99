-- A receipt stays once its expense is decided: not taken off the expense first, and not deleted by an uploader who cannot see the expense.

create function private.is_decided(p_company uuid, p_expense uuid) returns boolean
  language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.expenses e
    where e.company_id = p_company and e.id = p_expense and e.status in ('approved', 'reimbursed')
      and p_company in (select private.my_companies())) $$;

/** Whether the stored object is the receipt of a decided expense. */
create function private.is_kept_object(p_name text) returns boolean
  language sql stable security definer set search_path = '' as $$
  select exists (select from public.files f where f.path = p_name and private.is_decided(f.company_id, f.expense_id)) $$;

create function private.has_record(p_name text) returns boolean
  language sql stable security definer set search_path = '' as $$
  select exists (select from public.files f where f.path = p_name) $$;

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

alter policy member_delete on public.files
  using (company_id = any (array(select private.companies_with('files.delete')))
    or (created_by = (select auth.uid()) and company_id = any (array(select private.companies_with('files.upload')))
      and not private.is_decided(company_id, expense_id)));
-- Without a record an object is seen by its uploader, and by who may see and delete every receipt anyway.
alter policy uploads_select on storage.objects
  using (bucket_id = 'uploads' and (
    exists (select from public.files f where f.path = objects.name)
    or (owner_id = (select auth.uid())::text and (storage.foldername(name))[1] = any (array(select private.folders_with('files.upload'))))
    or ((storage.foldername(name))[1] = any (array(select private.folders_with('files.delete') intersect select private.folders_with('files.view_confidential')))
      and not private.has_record(name))));
alter policy uploads_update on storage.objects
  using (bucket_id = 'uploads' and owner_id = (select auth.uid())::text
    and (storage.foldername(name))[1] = any (array(select private.folders_with('files.upload')))
    and not private.is_kept_object(name));
alter policy uploads_delete on storage.objects
  using (bucket_id = 'uploads' and (
    ((storage.foldername(name))[1] = any (array(select private.folders_with('files.delete'))) 
      -- A device removes the object after its record, so that a record that comes back still has its bytes.
      and (exists (select from public.files f where f.path = objects.name) or not private.has_record(name)))
    or (owner_id = (select auth.uid())::text and (storage.foldername(name))[1] = any (array(select private.folders_with('files.upload')))
      and not private.is_kept_object(name))));

revoke all on function private.is_decided(uuid, uuid), private.is_kept_object(text), private.has_record(text), private.keep_receipt() from public;
grant execute on function private.is_decided(uuid, uuid), private.is_kept_object(text), private.has_record(text) to authenticated;
