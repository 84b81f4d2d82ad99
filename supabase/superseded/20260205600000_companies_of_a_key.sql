-- Who belongs to many companies holds most keys in all of them: then the key itself tells where, and what else would give it need not be looked for.

/** Companies in which the caller holds a key; the same one may come more than once. */
create or replace function private.companies_with(p_key text) returns setof uuid
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_user uuid := auth.uid();
  v_found bigint;
begin
  return query select p.company_id from public.company_user_permissions p where p.user_id = v_user and p.permission_key = p_key;
  get diagnostics v_found = row_count;
  -- A key is given to members only, and once: as many as there are companies are all of them.
  if v_found = (select count(*) from public.company_users cu where cu.user_id = v_user) then return; end if;
  return query
  select cu.company_id from public.company_users cu where cu.user_id = v_user and (cu.is_owner or cu.is_admin)
  union
  select p.company_id from public.company_user_permissions p
  where p.user_id = v_user and p.permission_key = any (array(select i.implied_by from private.permission_implications i where i.key = p_key));
end $$;
