/** Creates a company with its default categories; the caller becomes the owner. Asked again with the same id, it answers the same. */
create function public.create_company(p_id uuid, p_name text, p_settings jsonb default '{}') returns jsonb
  language plpgsql security definer set search_path = '' set timezone = 'UTC' as $$
declare
  v_user uuid := auth.uid();
  v_country text;
begin
  if v_user is null then raise exception 'not_signed_in' using errcode = '42501'; end if;
  if not private.second_factor_satisfied() then raise exception 'second_factor_required' using errcode = '42501'; end if;
  if btrim(coalesce(p_name, '')) = '' or char_length(p_name) > 200 then
    raise exception 'invalid_input' using errcode = 'P0001', detail = 'name';
  end if;
  perform set_config('kontor.is_creating_company', 'on', true);
  insert into public.companies (id, name, settings) values (p_id, btrim(p_name), coalesce(p_settings, '{}')) on conflict (id) do nothing
    returning settings #>> '{company_details,address,country}' into v_country;
  if found then
    insert into public.company_users (company_id, user_id, is_owner, is_admin) values (p_id, v_user, true, true);
    perform private.add_default_categories(p_id, v_country);
  elsif not exists (select from public.company_users cu where cu.company_id = p_id and cu.user_id = v_user and cu.is_owner) then
    raise exception 'id_taken' using errcode = '23505', detail = 'id';
  end if;
  perform set_config('kontor.is_creating_company', '', true);
  return jsonb_build_object(
    'company', (select to_jsonb(c) from public.companies c where c.id = p_id),
    'member', (select to_jsonb(m) from private.members m where m.company_id = p_id and m.user_id = v_user));
end $$;

revoke all on function public.create_company(uuid, text, jsonb) from public, anon, authenticated;
grant execute on function public.create_company(uuid, text, jsonb) to authenticated;
