-- Receipts: the record here, the bytes in the bucket `uploads` under `<company_id>/<file id>.<ext>`.

create table public.files (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references public.companies (id) on delete cascade,
  expense_id uuid,
  created_by uuid not null default auth.uid(),
  path text not null unique check (char_length(path) <= 500 and starts_with(path, company_id || '/')),
  name text not null check (char_length(btrim(name)) between 1 and 255),
  -- An e-invoice that came in is XML alone (XRechnung): it is the receipt, kept as it came. The storage hands it out as a download, never to be shown.
  mime_type text not null check (mime_type in ('image/jpeg', 'image/png', 'image/webp', 'application/pdf', 'application/xml')),
  size integer not null check (size between 1 and 20971520),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  confidential boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  rev text not null default 'srv-' || gen_random_uuid() check (char_length(rev) between 1 and 80),
  /** The bytes as they were taken in, where `path` has a smaller or converted picture of them; all four are null where `path` has them itself. */
  original_path text unique check (char_length(original_path) <= 500),
  original_mime_type text check (original_mime_type in ('image/jpeg', 'image/png', 'image/webp', 'application/pdf', 'image/heic')),
  original_size integer check (original_size between 1 and 20971520),
  original_sha256 text check (original_sha256 ~ '^[0-9a-f]{64}$'),
  /** What the server found when it last read the stored bytes; null: it has not read them yet. */
  integrity text check (integrity in ('verified', 'mismatch')),
  checked_at timestamptz,
  original_integrity text check (original_integrity in ('verified', 'mismatch')),
  original_checked_at timestamptz,
  unique (company_id, id),
  constraint files_expense_id_fkey foreign key (company_id, expense_id) references public.expenses (company_id, id) on delete cascade,
  constraint files_original_whole check (num_nulls(original_path, original_mime_type, original_size, original_sha256) in (0, 4)),
  -- A record that named another's object would open it to who sees the record: below these folders each has its own place.
  constraint files_original_place check (split_part(original_path, '.', 1) in (company_id || '/original/' || id, company_id || '/again/original/' || id)),
  constraint files_own_place check (split_part(path, '/', 2) not in ('original', 'again') or split_part(path, '.', 1) = company_id || '/again/' || id)
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

/** A receipt stays with what was decided on it, whoever asks. */
create function private.keep_receipt() returns trigger
  language plpgsql set search_path = '' as $$
begin
  if current_user = 'authenticated' and new.expense_id is distinct from old.expense_id and private.is_decided(old.company_id, old.expense_id) then
    raise exception 'expense_locked' using errcode = 'P0001', detail = 'expense_id';
  end if;
  return new;
end $$;
create trigger keep_receipt before update of expense_id on public.files for each row execute function private.keep_receipt();

create function private.keep_booked_receipt() returns trigger
  language plpgsql set search_path = '' as $$
begin
  if current_user = 'authenticated' and private.is_decided(old.company_id, old.expense_id) then
    raise exception 'expense_locked' using errcode = 'P0001', detail = 'expense_id';
  end if;
  return old;
end $$;
create trigger keep_booked before delete on public.files for each row execute function private.keep_booked_receipt();

call private.make_synced('files', 70, 'files',
  '{expense_id,created_by,path,name,mime_type,size,sha256,confidential,original_path,original_mime_type,original_size,original_sha256}', '{expense_id,name,confidential}');
update private.synced_collections set view_key = 'files.view', hidden_key = 'files.view_confidential', own_key = 'files.upload' where collection = 'files';
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
create trigger log_activity after insert or update or delete on public.files for each row
  execute function private.log_activity('files', 'name', '{integrity,checked_at,original_integrity,original_checked_at}');

revoke all on function private.claim_file(), private.is_decided(uuid, uuid), private.keep_receipt(), private.keep_booked_receipt() from public;
-- Checks, policies and triggers that run with the caller's rights call these.
grant execute on function private.is_decided(uuid, uuid) to authenticated;
