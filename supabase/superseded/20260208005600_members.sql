-- Members see each other by name; who may do what is changed by functions that grant nothing the caller lacks and never leave a company without owner.

/** The caller, who must be signed in and owe no second factor. */
create function private.require_person() returns uuid
  language plpgsql stable security definer set search_path = '' as $$
begin
  if auth.uid() is null then raise exception 'not_signed_in' using errcode = '42501'; end if;
  if not private.second_factor_satisfied() then raise exception 'second_factor_required' using errcode = '42501'; end if;
  return auth.uid();
end $$;

/** All keys that a member holds: as owner or admin, by grant, or by implication. */
create function private.keys_of(p_company uuid, p_user uuid) returns text[]
  language sql stable security definer set search_path = '' as $$
  select array(
    select k.key from public.permissions k
    where exists (select from public.company_users cu
        where cu.company_id = p_company and cu.user_id = p_user and (cu.is_owner or cu.is_admin))
      or exists (select from public.company_user_permissions p
        where p.company_id = p_company and p.user_id = p_user
          and (p.permission_key = k.key or p.permission_key in (select i.implied_by from private.permission_implications i where i.key = k.key)))
    order by k.key) $$;

/** The first thing of an access that a member cannot give, because they lack it; null when they can give it all. */
create function private.grant_refusal(p_company uuid, p_user uuid, p_is_admin boolean, p_keys text[]) returns text
  language sql stable security definer set search_path = '' as $$
  select case
    when p_is_admin and not exists (select from public.company_users cu
      where cu.company_id = p_company and cu.user_id = p_user and (cu.is_owner or cu.is_admin)) then 'is_admin'
    else (select min(k) from unnest(p_keys) k where k <> all (private.keys_of(p_company, p_user))) end $$;

/**
 * The caller's own membership, with the company locked against other changes of its people. `p_key` is what the caller must hold.
 * Strangers learn nothing: a company that is not theirs and one that does not exist are refused alike.
 */
create function private.lock_people(p_company uuid, p_key text) returns public.company_users
  language plpgsql volatile security definer set search_path = '' as $$
declare
  v_user uuid := private.require_person();
  v_me public.company_users;
begin
  perform from public.companies c where c.id = p_company and c.id in (select private.my_companies()) for no key update;
  select * into v_me from public.company_users cu where cu.company_id = p_company and cu.user_id = v_user;
  -- Named, since a detail that is null (there may be no key) would be an error of its own.
  if not found then raise exception 'not_allowed' using errcode = '42501', detail = 'p_company'; end if;
  if p_key is not null and p_key <> all (private.keys_of(p_company, v_user)) then
    raise exception 'not_allowed' using errcode = '42501', detail = p_key;
  end if;
  return v_me;
end $$;

/** Somebody's membership that `p_me` is about to change or end: admins answer to admins, owners to owners, and one owner stays. */
create function private.changeable_member(p_me public.company_users, p_user uuid) returns public.company_users
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_member public.company_users;
begin
  select * into v_member from public.company_users cu where cu.company_id = p_me.company_id and cu.user_id = p_user;
  if not found then raise exception 'member_not_found' using errcode = 'P0001', detail = 'p_user'; end if;
  if v_member.is_owner and p_me.is_owner is not true then raise exception 'not_allowed' using errcode = '42501', detail = 'is_owner'; end if;
  if v_member.is_admin and (p_me.is_owner or p_me.is_admin) is not true then
    raise exception 'not_allowed' using errcode = '42501', detail = 'is_admin';
  end if;
  if v_member.is_owner and not exists (select from public.company_users cu
    where cu.company_id = p_me.company_id and cu.is_owner and cu.user_id <> p_user) then
    raise exception 'last_owner' using errcode = 'P0001', detail = 'p_user';
  end if;
  return v_member;
end $$;

/** Who changed whose access to what. In `keys` the first list is what was taken away, the second what was given. */
create function private.note_access_change(p_type text, p_member public.company_users, p_changes jsonb) returns void
  language sql security definer set search_path = '' as $$
  insert into public.activity_log (company_id, actor_id, type, entity_type, entity_id, entity_label, changes)
    values (p_member.company_id, auth.uid(), p_type, 'members', p_member.id, left(p_member.display_name, 300), p_changes) $$;

/** Gives a member exactly these rights; asked again, it changes nothing. Only what changes must be held by the caller. Returns the member. */
create function public.set_member_access(p_company uuid, p_user uuid, p_is_admin boolean, p_keys text[]) returns jsonb
  language plpgsql security definer set search_path = '' set timezone = 'UTC' as $$
declare
  v_me public.company_users := private.lock_people(p_company, 'users.update_permissions');
  v_member public.company_users := private.changeable_member(v_me, p_user);
  v_is_admin boolean := coalesce(p_is_admin, false);
  v_wanted text[] := array(select distinct k from unnest(p_keys) k where k is not null order by k);
  v_held text[] := array(select p.permission_key from public.company_user_permissions p where p.company_id = p_company and p.user_id = p_user order by 1);
  v_taken text[] := array(select unnest(v_held) except select unnest(v_wanted) order by 1);
  v_given text[] := array(select unnest(v_wanted) except select unnest(v_held) order by 1);
  v_lacking text;
  v_changes jsonb := '{}';
begin
  if exists (select from unnest(v_wanted) k where not exists (select from public.permissions p where p.key = k)) then
    raise exception 'invalid_input' using errcode = 'P0001', detail = 'p_keys';
  end if;
  v_lacking := private.grant_refusal(p_company, v_me.user_id, v_is_admin <> v_member.is_admin, v_taken || v_given);
  if v_lacking is not null then raise exception 'key_not_held' using errcode = 'P0001', detail = v_lacking; end if;
  if v_is_admin <> v_member.is_admin then v_changes := jsonb_build_object('is_admin', jsonb_build_array(v_member.is_admin, v_is_admin)); end if;
  if v_member.is_owner then v_changes := v_changes || '{"is_owner": [true, false]}'; end if;
  if v_taken || v_given <> '{}' then v_changes := v_changes || jsonb_build_object('keys', jsonb_build_array(v_taken, v_given)); end if;
  if v_changes <> '{}' then
    perform set_config('kontor.is_changing_access', 'on', true);
    delete from public.company_user_permissions p where p.company_id = p_company and p.user_id = p_user and p.permission_key = any (v_taken);
    insert into public.company_user_permissions (company_id, user_id, permission_key) select p_company, p_user, unnest(v_given);
    update public.company_users cu set is_admin = v_is_admin, is_owner = false where cu.id = v_member.id and (cu.is_admin, cu.is_owner) <> (v_is_admin, false);
    perform set_config('kontor.is_changing_access', '', true);
    perform private.note_access_change('access_changed', v_member, v_changes);
    perform private.revoke_unbacked_invites(p_company, p_user);
  end if;
  return (select to_jsonb(m) from private.members m where m.company_id = p_company and m.user_id = p_user);
end $$;

/** Ends somebody's membership; their devices drop the company's data at the next contact. Records they made stay. */
create function public.remove_member(p_company uuid, p_user uuid) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_me public.company_users := private.lock_people(p_company, case when p_user = auth.uid() then null else 'users.remove' end);
  v_member public.company_users := private.changeable_member(v_me, p_user);
begin
  delete from public.company_users cu where cu.id = v_member.id;
  perform private.revoke_unbacked_invites(p_company, p_user);
end $$;

create function public.leave_company(p_company uuid) returns void
  language sql security definer set search_path = '' as $$
  select public.remove_member(p_company, auth.uid()) $$;

/** Whether the session has shown a password, a code or a link within the last five minutes; renewing a token does not count. */
create function private.is_freshly_authenticated() returns boolean
  language sql stable set search_path = '' as $$
  select coalesce(bool_or((m ->> 'timestamp')::numeric > extract(epoch from now()) - 300), false)
  from jsonb_array_elements(case when jsonb_typeof(auth.jwt() -> 'amr') = 'array' then auth.jwt() -> 'amr' else '[]' end) m
  where jsonb_typeof(m) = 'object' and m ->> 'method' not in ('token_refresh', 'anonymous') $$;

/** Makes another member the owner; the caller stays as admin. */
create function public.transfer_ownership(p_company uuid, p_user uuid) returns void
  language plpgsql volatile security definer set search_path = '' as $$
declare
  v_me public.company_users := private.lock_people(p_company, null);
  v_heir public.company_users;
begin
  if v_me.is_owner is not true then raise exception 'not_allowed' using errcode = '42501', detail = 'is_owner'; end if;
  if not private.is_freshly_authenticated() then raise exception 'reauthentication_needed' using errcode = 'P0001'; end if;
  select * into v_heir from public.company_users cu where cu.company_id = p_company and cu.user_id = p_user;
  if not found then raise exception 'member_not_found' using errcode = 'P0001', detail = 'p_user'; end if;
  if v_heir.id = v_me.id then return; end if;
  perform set_config('kontor.is_changing_access', 'on', true);
  update public.company_users cu set is_owner = cu.id = v_heir.id, is_admin = true where cu.id in (v_me.id, v_heir.id);
  perform set_config('kontor.is_changing_access', '', true);
  perform private.note_access_change('ownership_transferred', v_heir, jsonb_build_object('is_owner', jsonb_build_array(v_me.display_name, v_heir.display_name)));
end $$;

revoke all on function
  private.require_person(), private.keys_of(uuid, uuid), private.grant_refusal(uuid, uuid, boolean, text[]), private.lock_people(uuid, text),
  private.changeable_member(public.company_users, uuid), private.note_access_change(text, public.company_users, jsonb),
  private.is_freshly_authenticated() from public;
revoke all on function
  public.set_member_access(uuid, uuid, boolean, text[]), public.remove_member(uuid, uuid), public.leave_company(uuid),
  public.transfer_ownership(uuid, uuid) from public, anon, authenticated;
grant execute on function
  public.set_member_access(uuid, uuid, boolean, text[]), public.remove_member(uuid, uuid), public.leave_company(uuid),
  public.transfer_ownership(uuid, uuid) to authenticated;
