-- Logos of companies and pictures of people: small, private, of the known types only (an SVG could carry a script).

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('logos', 'logos', false, 1048576, '{image/png,image/jpeg,image/webp}'), ('avatars', 'avatars', false, 1048576, '{image/png,image/jpeg,image/webp}')
on conflict (id) do update set public = excluded.public, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

/** `<company or person>/<uuid>.<png|jpg|jpeg|webp>` and nothing deeper. */
create function private.is_picture_path(p_name text) returns boolean
  language sql immutable set search_path = '' as $$
  select p_name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(png|jpe?g|webp)$' $$;

create function private.my_company_folders() returns setof text
  language sql stable security definer set search_path = '' as $$
  select c::text from private.my_companies() c $$;

/** Folders of the people who share a company with the caller, and the caller's own. */
create function private.colleague_folders() returns setof text
  language sql stable security definer set search_path = '' as $$
  select distinct cu.user_id::text from public.company_users cu where cu.company_id in (select private.my_companies())
  union select auth.uid()::text $$;

create policy pictures_second_factor on storage.objects as restrictive to authenticated
  using (bucket_id not in ('logos', 'avatars') or (select private.second_factor_satisfied()));

create policy logos_select on storage.objects for select to authenticated
  using (bucket_id = 'logos' and (storage.foldername(name))[1] = any (array(select private.my_company_folders())));
create policy logos_insert on storage.objects for insert to authenticated
  with check (bucket_id = 'logos' and private.is_picture_path(name) and (storage.foldername(name))[1] = any (array(select private.folders_with('company.update'))));
create policy logos_update on storage.objects for update to authenticated
  using (bucket_id = 'logos' and (storage.foldername(name))[1] = any (array(select private.folders_with('company.update')))
    and not private.is_printed_logo(name))
  with check (bucket_id = 'logos' and private.is_picture_path(name) and (storage.foldername(name))[1] = any (array(select private.folders_with('company.update'))));
create policy logos_delete on storage.objects for delete to authenticated
  using (bucket_id = 'logos' and (storage.foldername(name))[1] = any (array(select private.folders_with('company.update')))
    and not private.is_printed_logo(name));

create policy avatars_select on storage.objects for select to authenticated
  using (bucket_id = 'avatars' and (storage.foldername(name))[1] = any (array(select private.colleague_folders())));
create policy avatars_insert on storage.objects for insert to authenticated
  with check (bucket_id = 'avatars' and private.is_picture_path(name) and (storage.foldername(name))[1] = (select auth.uid())::text);
create policy avatars_update on storage.objects for update to authenticated
  using (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text)
  with check (bucket_id = 'avatars' and private.is_picture_path(name) and (storage.foldername(name))[1] = (select auth.uid())::text);
create policy avatars_delete on storage.objects for delete to authenticated
  using (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text);

/** Where the pictures of a company's members lie in the bucket `avatars`; only of those who have one, and only for members. */
create function public.member_avatars(p_company uuid) returns table (user_id uuid, avatar_path text)
  language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_person();
  return query
  select cu.user_id, u.raw_user_meta_data ->> 'avatar_path'
  from public.company_users cu
  join auth.users u on u.id = cu.user_id
  where cu.company_id = p_company and p_company in (select private.my_companies())
    -- People write their own metadata: a path into another folder is none of theirs.
    and starts_with(u.raw_user_meta_data ->> 'avatar_path', cu.user_id || '/') and private.is_picture_path(u.raw_user_meta_data ->> 'avatar_path');
end $$;

revoke all on function private.is_picture_path(text), private.my_company_folders(), private.colleague_folders() from public;
revoke all on function public.member_avatars(uuid) from public, anon, authenticated;
-- Checks, policies and triggers that run with the caller's rights call these.
grant execute on function private.is_picture_path(text), private.my_company_folders(), private.colleague_folders() to authenticated;
grant execute on function public.member_avatars(uuid) to authenticated;
