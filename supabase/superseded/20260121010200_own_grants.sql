-- Which companies somebody holds a key in is answered from their own grants. As one condition beside the membership, PostgreSQL read the
-- grants of everybody in every company for it, as soon as there were many.

create index company_user_permissions_user_id_idx on public.company_user_permissions (user_id, permission_key, company_id);

/** Companies in which the caller holds the key: as owner or admin, by grant, or by a key that implies it. A grant is a member's. */
create or replace function private.companies_with(p_key text) returns setof uuid
  language plpgsql stable security definer set search_path = '' as $$
begin
  return query
  select cu.company_id from public.company_users cu where cu.user_id = (select auth.uid()) and (cu.is_owner or cu.is_admin)
  union
  select p.company_id from public.company_user_permissions p
  where p.user_id = (select auth.uid())
    and p.permission_key = any (array(select p_key union all select i.implied_by from private.permission_implications i where i.key = p_key));
end $$;
