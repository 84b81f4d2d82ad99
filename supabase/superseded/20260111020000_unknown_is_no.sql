-- In SQL an unknown answer is neither yes nor no: `if not null then raise` does not raise. What guards asks `is not true`,
-- and settings in which a part is JSON null count as settings without that part.

/** Settings as sent, completed by what is missing in them. Null where something is needed is as missing as no key at all. */
create or replace function private.with_defaults(p_defaults jsonb, p_value jsonb) returns jsonb
  language plpgsql immutable set search_path = '' as $$
declare
  v_result jsonb := p_value;
  v_key text;
begin
  if jsonb_typeof(p_defaults) is distinct from 'object' then return coalesce(nullif(p_value, 'null'), p_defaults); end if;
  if jsonb_typeof(p_value) is distinct from 'object' then return p_defaults; end if;
  for v_key in select jsonb_object_keys(p_defaults) loop
    v_result := v_result || jsonb_build_object(v_key, private.with_defaults(p_defaults -> v_key, p_value -> v_key));
  end loop;
  return v_result;
end $$;

-- A company without a time zone has no date to issue on, and a null street or tax number passed for a given one.
update public.companies set settings = settings
where settings #> '{company_details,basics,timezone}' = 'null'
  or settings @? '$.company_details.address.* ? (@ == null)' or settings @? '$.tax.* ? (@ == null)';

/**
 * The caller's own membership, with the company locked against other changes of its people. `p_key` is what the caller must hold.
 * Strangers learn nothing: a company that is not theirs and one that does not exist are refused alike.
 */
create or replace function private.lock_people(p_company uuid, p_key text) returns public.company_users
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

create or replace function private.changeable_member(p_me public.company_users, p_user uuid) returns public.company_users
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

create or replace function public.transfer_ownership(p_company uuid, p_user uuid) returns void
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
