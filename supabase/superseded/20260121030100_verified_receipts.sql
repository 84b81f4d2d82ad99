-- Receipts are evidence. What a device says of its bytes is a claim: the function `receipt-verify` reads what lies in the bucket, and its own hash
-- is noted here. From then on nobody puts other bytes in their place.

create table public.file_checks (
  file_id uuid primary key,
  company_id uuid not null,
  /** What the stored bytes are, whatever their record claims. */
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  size integer not null check (size between 0 and 20971520),
  checked_at timestamptz not null default now(),
  foreign key (company_id, file_id) references public.files (company_id, id) on delete cascade
);
revoke all on public.file_checks from public, anon, authenticated, service_role;
grant select on public.file_checks to authenticated, service_role;
alter table public.file_checks enable row level security;
create policy second_factor on public.file_checks as restrictive to authenticated using ((select private.second_factor_satisfied()));
create policy member_select on public.file_checks for select to authenticated
  using (exists (select from public.files f where f.id = file_id));

/** Whether the stored object was found to be what its record says. */
create function private.is_verified_object(p_name text) returns boolean
  language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.files f join public.file_checks c on c.file_id = f.id
    where f.path = p_name and (c.sha256, c.size) = (f.sha256, f.size)) $$;

create policy uploads_keep_verified on storage.objects as restrictive for update to authenticated
  using (not private.is_verified_object(name));
-- Nor by deleting them first.
create policy uploads_verified_once on storage.objects as restrictive for insert to authenticated
  with check (not private.is_verified_object(name));

/** Where the bytes of a receipt lie that the caller may see, and the time before they are read. */
create function public.file_to_check(p_file uuid) returns table (id uuid, path text, asked_at timestamptz)
  language plpgsql volatile set search_path = '' as $$
begin
  if not private.second_factor_satisfied() then raise exception 'second_factor_required' using errcode = '42501'; end if;
  return query select f.id, f.path, clock_timestamp() from public.files f where f.id = p_file;
end $$;

/** For the nightly round of `receipt-verify`: receipts whose bytes are stored and were not looked at, the oldest first. */
create function public.list_unchecked_files(p_limit int default 200) returns table (id uuid, path text, asked_at timestamptz)
  language sql volatile security definer set search_path = '' as $$
  select f.id, f.path, clock_timestamp() from public.files f join storage.objects o on o.bucket_id = 'uploads' and o.name = f.path
  where not exists (select from public.file_checks c where c.file_id = f.id)
  order by f.created_at, f.id limit least(p_limit, 1000) $$;

/**
 * For the function `receipt-verify` only: notes what the stored bytes are, unless others have been put there since they were asked for; returns
 * whether they are what the record says. What was verified stays so; what was found to be something else is looked at anew after the next upload.
 */
create function public.note_file_check(p_file uuid, p_sha256 text, p_size int, p_asked_at timestamptz) returns boolean
  language plpgsql volatile security definer set search_path = '' as $$
declare
  v_file public.files;
begin
  select * into v_file from public.files f where f.id = p_file for no key update;
  perform from storage.objects o where o.bucket_id = 'uploads' and o.name = v_file.path and o.updated_at < p_asked_at for update;
  if not found then raise exception 'bytes_changed' using errcode = 'P0001', detail = 'p_file'; end if;
  insert into public.file_checks as c (file_id, company_id, sha256, size) values (v_file.id, v_file.company_id, p_sha256, p_size)
    on conflict (file_id) do update set sha256 = excluded.sha256, size = excluded.size, checked_at = now()
    where (c.sha256, c.size) <> (v_file.sha256, v_file.size);
  return (v_file.sha256, v_file.size) = (p_sha256, p_size);
end $$;

revoke all on function private.is_verified_object(text) from public;
revoke all on function public.file_to_check(uuid) from public, anon;
grant execute on function private.is_verified_object(text), public.file_to_check(uuid) to authenticated;
revoke all on function public.note_file_check(uuid, text, int, timestamptz), public.list_unchecked_files(int) from public, anon, authenticated;
grant execute on function public.note_file_check(uuid, text, int, timestamptz), public.list_unchecked_files(int) to service_role;
