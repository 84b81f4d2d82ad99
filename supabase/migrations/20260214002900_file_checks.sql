-- Receipts are evidence, and people see it. What a device says of its bytes is a claim: the function `receipt-verify` reads what lies in the bucket, and
-- its own hash is noted here and marked on the record. From then on nobody puts other bytes in their place.

create table public.file_checks (
  file_id uuid not null,
  company_id uuid not null,
  /** What the stored bytes are, whatever their record claims. */
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  size integer not null check (size between 0 and 20971520),
  checked_at timestamptz not null default now(),
  is_original boolean not null default false,
  primary key (file_id, is_original),
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
    select from private.receipt_objects r join public.file_checks c on c.file_id = r.id and c.is_original = r.is_original
    where r.path = p_name and (c.sha256, c.size) = (r.sha256, r.size)) $$;

create policy uploads_keep_verified on storage.objects as restrictive for update to authenticated
  using (not private.is_verified_object(name));
-- Nor by deleting them first.
create policy uploads_verified_once on storage.objects as restrictive for insert to authenticated
  with check (not private.is_verified_object(name));

/** Where the bytes of a receipt lie that the caller may see, and the time before they are read. */
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
create function public.list_unchecked_files(p_limit int default 200) returns table (id uuid, path text, asked_at timestamptz)
  language sql volatile security definer set search_path = '' as $$
  select r.id, o.name, clock_timestamp() from private.receipt_objects r
  cross join lateral (values (r.path), (case when r.integrity = 'mismatch' then private.place_for_again(r.path) end)) place (name)
  join storage.objects o on o.bucket_id = 'uploads' and o.name = place.name
  where r.is_original is not null and (r.integrity is null or r.integrity = 'mismatch' and o.updated_at > r.checked_at)
  order by r.is_original, r.created_at, r.id, o.name limit least(p_limit, 1000) $$;

/**
 * For the function `receipt-verify` only: notes what the stored bytes are, unless others have been put there since they were asked for; returns
 * whether they are what the record says. What was verified stays so; what was found to be something else is looked at anew after the next upload.
 */
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

revoke all on function private.is_verified_object(text) from public;
revoke all on function public.file_to_check(uuid, boolean) from public, anon;
revoke all on function public.list_unchecked_files(int), public.note_file_check(uuid, text, int, timestamptz, text) from public, anon, authenticated;
-- Checks, policies and triggers that run with the caller's rights call these.
grant execute on function private.is_verified_object(text) to authenticated;
grant execute on function public.file_to_check(uuid, boolean) to authenticated;
grant execute on function public.list_unchecked_files(int), public.note_file_check(uuid, text, int, timestamptz, text) to service_role;
