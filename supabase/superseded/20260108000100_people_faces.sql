-- Colleagues are shown with their pictures, and an invitation says what it is for.

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

drop function public.my_invites();
/** Open invitations to the caller's confirmed address, with the rights they give. */
create function public.my_invites()
  returns table (id uuid, company_id uuid, company_name text, invited_by_name text, email text, is_admin boolean, keys text[], expires_at timestamptz)
  language plpgsql stable security definer set search_path = '' set timezone = 'UTC' as $$
begin
  perform private.require_person();
  return query
  select i.id, i.company_id, c.name, coalesce(cu.display_name, ''), i.email, i.is_admin, i.keys, i.expires_at
  from public.invites i
  join public.companies c on c.id = i.company_id
  left join public.company_users cu on cu.company_id = i.company_id and cu.user_id = i.invited_by
  where i.status = 'pending' and i.email = private.my_confirmed_email() and i.expires_at > now() and private.is_backed(i)
  order by i.created_at, i.id;
end $$;

revoke all on function public.member_avatars(uuid), public.my_invites() from public, anon, authenticated;
grant execute on function public.member_avatars(uuid), public.my_invites() to authenticated;
