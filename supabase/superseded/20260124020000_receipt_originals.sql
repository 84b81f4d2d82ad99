-- Receipts are evidence, and people see it: what the server found of the stored bytes is a mark on the record that only the server writes. Of a picture
-- that was made smaller for display the original bytes are kept beside it, guarded alike. Decision 0019.

alter table public.files
  /** The bytes as they were taken in, where `path` has a smaller or converted picture of them; all four are null where `path` has them itself. */
  add column original_path text unique check (char_length(original_path) <= 500),
  add column original_mime_type text check (original_mime_type in ('image/jpeg', 'image/png', 'image/webp', 'application/pdf', 'image/heic')),
  add column original_size integer check (original_size between 1 and 20971520),
  add column original_sha256 text check (original_sha256 ~ '^[0-9a-f]{64}$'),
  /** What the server found when it last read the stored bytes; null: it has not read them yet. */
  add column integrity text check (integrity in ('verified', 'mismatch')),
  add column checked_at timestamptz,
  add column original_integrity text check (original_integrity in ('verified', 'mismatch')),
  add column original_checked_at timestamptz,
  add constraint files_original_whole check (num_nulls(original_path, original_mime_type, original_size, original_sha256) in (0, 4)),
  -- A record that named another's object would open it to who sees the record: below these folders each has its own place.
  add constraint files_original_place check (split_part(original_path, '.', 1) in (company_id || '/original/' || id, company_id || '/again/original/' || id)),
  add constraint files_own_place check (split_part(path, '/', 2) not in ('original', 'again') or split_part(path, '.', 1) = company_id || '/again/' || id);

update private.synced_collections
  set insertable = insertable || '{original_path,original_mime_type,original_size,original_sha256}'::name[] where collection = 'files';
grant insert (original_path, original_mime_type, original_size, original_sha256) on public.files to authenticated;

-- That the server has read a receipt is no deed of anybody's.
drop trigger log_activity on public.files;
create trigger log_activity after insert or update or delete on public.files for each row
  execute function private.log_activity('files', 'name', '{integrity,checked_at,original_integrity,original_checked_at}');

update storage.buckets set allowed_mime_types = '{image/jpeg,image/png,image/webp,application/pdf,image/heic}' where id = 'uploads';

alter table public.file_checks add column is_original boolean not null default false;
alter table public.file_checks drop constraint file_checks_pkey;
alter table public.file_checks add primary key (file_id, is_original);

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

/** Where the right bytes are brought to when the wrong ones at this place can't be overwritten. */
create function private.place_for_again(p_path text) returns text language sql immutable set search_path = '' as $$
  select regexp_replace(p_path, '^([^/]+)/', '\1/again/') $$;

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

/** Whether the stored object belongs to the receipt of a decided expense. */
create or replace function private.is_kept_object(p_name text) returns boolean
  language sql stable security definer set search_path = '' as $$
  select exists (select from private.receipt_objects r where r.path = p_name and private.is_decided(r.company_id, r.expense_id)) $$;

create or replace function private.has_record(p_name text) returns boolean
  language sql stable security definer set search_path = '' as $$
  select exists (select from private.receipt_objects r where r.path = p_name) $$;

/** The receipt that the stored object belongs to. */
create function private.receipt_of_object(p_name text) returns uuid
  language sql stable security definer set search_path = '' as $$
  select r.id from private.receipt_objects r where r.path = p_name $$;

/** Whether the stored object was found to be what its record says. */
create or replace function private.is_verified_object(p_name text) returns boolean
  language sql stable security definer set search_path = '' as $$
  select exists (
    select from private.receipt_objects r join public.file_checks c on c.file_id = r.id and c.is_original = r.is_original
    where r.path = p_name and (c.sha256, c.size) = (r.sha256, r.size)) $$;

drop policy uploads_select on storage.objects;
create policy uploads_select on storage.objects for select to authenticated
  using (bucket_id = 'uploads' and (
    exists (select from public.files f where f.id = private.receipt_of_object(objects.name))
    or (owner_id = (select auth.uid())::text and (storage.foldername(name))[1] = any (array(select private.folders_with('files.upload'))))
    or ((storage.foldername(name))[1] = any (array(select private.folders_with('files.delete') intersect select private.folders_with('files.view_confidential')))
      and not private.has_record(name))));
drop policy uploads_delete on storage.objects;
create policy uploads_delete on storage.objects for delete to authenticated
  using (bucket_id = 'uploads' and not private.is_kept_object(name) and (
    ((storage.foldername(name))[1] = any (array(select private.folders_with('files.delete')))
      -- A device removes the object after its record, so that a record that comes back still has its bytes.
      and (exists (select from public.files f where f.id = private.receipt_of_object(objects.name))
        or ((storage.foldername(name))[1] = any (array(select private.folders_with('files.view_confidential'))) and not private.has_record(name))))
    or (owner_id = (select auth.uid())::text and (storage.foldername(name))[1] = any (array(select private.folders_with('files.upload'))))));

/** Whether a receipt lies there whose record was deleted; what never had one may still get it. */
create or replace function private.had_record(p_name text) returns boolean
  language sql stable security definer set search_path = '' as $$
  select case when p_name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/(again/)?(original/)?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.' then exists (
    select from private.change_log l where l.company_id = split_part(p_name, '/', 1)::uuid and l.collection = 'files'
      and l.row_id = left(regexp_replace(p_name, '^.*/', ''), 36)::uuid) else false end $$;

/**
 * Where the stored bytes of a receipt lie that the caller may see, or those of its original, and the time before they are read; where they are known
 * to be wrong, also the place where the right ones may have been brought to.
 */
drop function public.file_to_check(uuid);
create function public.file_to_check(p_file uuid, p_is_original boolean default false) returns table (id uuid, path text, asked_at timestamptz)
  language plpgsql volatile set search_path = '' as $$
begin
  if not private.second_factor_satisfied() then raise exception 'second_factor_required' using errcode = '42501'; end if;
  return query
  select f.id, places.path, clock_timestamp()
  from public.files f
  cross join lateral (select case when p_is_original then f.original_path else f.path end as path,
    case when p_is_original then f.original_integrity else f.integrity end as found) its
  cross join lateral (values (1, its.path), (2, case when its.found = 'mismatch' then private.place_for_again(its.path) end)) places (nth, path)
  where f.id = p_file and places.path is not null order by places.nth;
end $$;

/**
 * For the nightly round of `receipt-verify`: receipts whose bytes are stored and were not looked at, or not since something was stored anew;
 * what is shown comes before the originals, the oldest first.
 */
create or replace function public.list_unchecked_files(p_limit int default 200) returns table (id uuid, path text, asked_at timestamptz)
  language sql volatile security definer set search_path = '' as $$
  select r.id, o.name, clock_timestamp() from private.receipt_objects r
  cross join lateral (values (r.path), (case when r.integrity = 'mismatch' then private.place_for_again(r.path) end)) place (name)
  join storage.objects o on o.bucket_id = 'uploads' and o.name = place.name
  where r.is_original is not null and (r.integrity is null or r.integrity = 'mismatch' and o.updated_at > r.checked_at)
  order by r.is_original, r.created_at, r.id, o.name limit least(p_limit, 1000) $$;

/**
 * For the function `receipt-verify` only: notes what the bytes stored at this place are, unless others have been put there since they were asked for;
 * returns whether they are what the record says. What was verified stays so; what was found to be something else is looked at anew after the next
 * upload. Right bytes that were brought to the place beside take the place of the wrong ones, which are set aside.
 */
drop function public.note_file_check(uuid, text, int, timestamptz);
create function public.note_file_check(p_file uuid, p_sha256 text, p_size int, p_asked_at timestamptz, p_path text default null) returns boolean
  language plpgsql volatile security definer set search_path = '' as $$
declare
  v_file public.files;
  v_path text;
  v_is_original boolean;
  v_stored text;
  v_is_right boolean;
  v_state text;
begin
  select * into v_file from public.files f where f.id = p_file for no key update;
  v_path := coalesce(p_path, v_file.path);
  v_is_original := coalesce(v_path in (v_file.original_path, private.place_for_again(v_file.original_path)), false);
  v_stored := case when v_is_original then v_file.original_path else v_file.path end;
  perform from storage.objects o where o.bucket_id = 'uploads' and o.name = v_path and o.updated_at < p_asked_at
    and v_path in (v_stored, private.place_for_again(v_stored)) for update;
  if not found then raise exception 'bytes_changed' using errcode = 'P0001', detail = 'p_file'; end if;
  v_is_right := (p_sha256, p_size) = (
    case when v_is_original then v_file.original_sha256 else v_file.sha256 end, case when v_is_original then v_file.original_size else v_file.size end);
  v_state := case when v_is_original then v_file.original_integrity else v_file.integrity end;
  if v_path <> v_stored then
    if not v_is_right or v_state is distinct from 'mismatch' then return v_is_right; end if;
    insert into private.set_aside_objects (path, company_id, file_id) values (v_stored, v_file.company_id, v_file.id);
  end if;
  insert into public.file_checks as c (file_id, company_id, sha256, size, is_original)
    values (v_file.id, v_file.company_id, p_sha256, p_size, v_is_original)
    on conflict (file_id, is_original) do update set sha256 = excluded.sha256, size = excluded.size, checked_at = now()
    where (c.sha256, c.size) <> (case when v_is_original then v_file.original_sha256 else v_file.sha256 end,
      case when v_is_original then v_file.original_size else v_file.size end);
  -- Each reading of the same wrong bytes is noted too: the night asks what was stored since.
  if v_is_original and (v_state is distinct from 'verified' or not v_is_right) then
    update public.files f set original_path = v_path, original_integrity = case when v_is_right then 'verified' else 'mismatch' end, original_checked_at = now()
    where f.id = v_file.id;
  elsif v_state is distinct from 'verified' or not v_is_right then
    update public.files f set path = v_path, integrity = case when v_is_right then 'verified' else 'mismatch' end, checked_at = now()
    where f.id = v_file.id;
  end if;
  return v_is_right;
end $$;

/** The receipts of an expense whose stored bytes, or original bytes, the server found to be what their records say. */
create or replace function private.verified_receipts(p_company uuid, p_expense uuid) returns text
  language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(string_agg(r.id || case when r.is_original then '.original' else '' end || ':' || c.sha256, ',' order by r.id, r.is_original), '')
    from private.receipt_objects r
    join public.file_checks c on c.file_id = r.id and c.is_original = r.is_original and (c.sha256, c.size) = (r.sha256, r.size)
    where r.company_id = p_company and r.expense_id = p_expense);
end $$;

create or replace function private.enter_receipt() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_expense public.expenses;
begin
  select e.* into v_expense from private.receipt_objects r join public.expenses e on e.company_id = r.company_id and e.id = r.expense_id
    where r.id = new.file_id and r.is_original = new.is_original and (new.sha256, new.size) = (r.sha256, r.size)
      and e.status in ('approved', 'reimbursed');
  if v_expense.id is null or not private.is_entered(new.company_id) then return null; end if;
  perform private.append_to_ledger(v_expense.company_id, 'receipt', 'expenses', v_expense.id, v_expense.number,
    private.expense_facts(v_expense, private.ledger_form('expenses')), private.verified_receipts(v_expense.company_id, v_expense.id));
  return null;
end $$;

revoke all on function private.receipt_of_object(text), private.place_for_again(text) from public;
grant execute on function private.receipt_of_object(text), private.place_for_again(text) to authenticated;
revoke all on function public.file_to_check(uuid, boolean) from public, anon;
grant execute on function public.file_to_check(uuid, boolean) to authenticated;
revoke all on function public.note_file_check(uuid, text, int, timestamptz, text) from public, anon, authenticated;
grant execute on function public.note_file_check(uuid, text, int, timestamptz, text) to service_role;

-- What was read already.
update public.files f set integrity = case when (c.sha256, c.size) = (f.sha256, f.size) then 'verified' else 'mismatch' end, checked_at = c.checked_at
  from public.file_checks c where c.file_id = f.id;
