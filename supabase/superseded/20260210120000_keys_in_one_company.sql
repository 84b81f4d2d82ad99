-- Whether somebody holds a key in one company is looked up there: the triggers of a record ask it several times, and 200 expenses that are approved at
-- once asked 200 times for all companies of whoever approves. Policies ask for all companies, several times in every request; PostgreSQL planned that
-- anew each time, for the plan for this very person looked a little cheaper.

/**
 * Companies in which the caller holds the key: as owner or admin, by grant, or by a key that implies it; a grant is a member's. The same one may come
 * more than once. Asked of the caller's own grants: as one condition beside the membership, PostgreSQL read the grants of everybody in every company
 * for it, as soon as there were many. Who belongs to many companies holds most keys in all of them: then the key itself tells where. The plan is kept, and
 * one that was made while there were few people must not read all of them later.
 */
create or replace function private.companies_with(p_key text) returns setof uuid
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  v_user uuid := auth.uid();
  v_found bigint;
begin
  return query select p.company_id from public.company_user_permissions p where p.user_id = v_user and p.permission_key = p_key;
  get diagnostics v_found = row_count;
  -- A key is given to members only, and once: as many as there are companies are all of them.
  if v_found > 0 and v_found = (select count(*) from public.company_users cu where cu.user_id = v_user) then return; end if;
  return query
  select cu.company_id from public.company_users cu where cu.user_id = v_user and (cu.is_owner or cu.is_admin)
  union all
  select p.company_id from public.company_user_permissions p
  where p.user_id = v_user and p.permission_key = any (array(select i.implied_by from private.permission_implications i where i.key = p_key));
end $$;

/** One key in one company, for triggers; policies use `companies_with`, which answers alike. */
create or replace function private.has_key(p_company uuid, p_key text) returns boolean
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_user uuid := auth.uid();
begin
  if exists (select from public.company_users cu where cu.company_id = p_company and cu.user_id = v_user and (cu.is_owner or cu.is_admin)) then
    return true;
  end if;
  return exists (
    select from public.company_user_permissions p
    where p.company_id = p_company and p.user_id = v_user
      and (p.permission_key = p_key or p.permission_key = any (array(select i.implied_by from private.permission_implications i where i.key = p_key))));
end $$;
