-- Who is asking, and what may they do. Policies call these once per statement (`= any (array(select …))`),
-- never once per row: at a million rows that is 0.4 ms against 3.9 s. What policies and the triggers of rows call is written in plpgsql,
-- which keeps its plan for the session; a function in SQL is planned again in every statement, and parsed anew in every transaction where it has settings
-- of its own. So is what approving, issuing and paying go through; what is only an expression of its arguments goes without settings, and so becomes
-- part of the statement that asks.
-- In SQL an unknown answer is neither yes nor no, and `if not null then raise` does not raise: what guards asks `is not true`.

/**
 * Whether the caller's session is still there; true for a token that names none. A session that was ended is refused at once, and not when
 * its access token expires (`src/decisions/0007-ended-sessions.md` has what that costs). A request to the API is refused as a whole, with 401:
 * an empty answer would look like an account without companies. Elsewhere the answer is only false: the live channel asks for many people
 * in one statement, and storage has refusals of its own.
 */
create function private.session_is_live() returns boolean
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_claims jsonb := auth.jwt();
begin
  if v_claims ->> 'session_id' is null or exists (
    select from auth.sessions s
    where s.id = (v_claims ->> 'session_id')::uuid and s.user_id = (v_claims ->> 'sub')::uuid and (s.not_after is null or s.not_after > now())) then
    return true;
  end if;
  if coalesce(current_setting('request.method', true), '') <> '' and coalesce(current_setting('storage.operation', true), '') = '' then
    raise exception 'session_ended' using errcode = 'PT401';
  end if;
  return false;
end $$;

/** True unless the session has ended, or the caller has a verified second factor and has not used it in this session. Every policy asks this once per statement. */
create function private.second_factor_satisfied() returns boolean
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  v_claims jsonb := auth.jwt();
  v_user uuid := v_claims ->> 'sub';
  v_session uuid := v_claims ->> 'session_id';
begin
  if v_session is not null and not exists (
    select from auth.sessions s where s.id = v_session and s.user_id = v_user and (s.not_after is null or s.not_after > now())) then
    -- Refuses the request as a whole where that is right.
    return private.session_is_live();
  end if;
  if coalesce(v_claims ->> 'aal', 'aal1') in ('aal2', 'aal3') then return true; end if;
  return not exists (select from auth.mfa_factors f where f.user_id = v_user and f.status = 'verified');
end $$;

/** Companies the caller belongs to. */
create function private.my_companies() returns setof uuid
  language plpgsql stable security definer set search_path = '' as $$
begin
  return query
  select cu.company_id from public.company_users cu where cu.user_id = (select auth.uid());
end $$;

/**
 * Companies in which the caller holds the key: as owner or admin, by grant, or by a key that implies it; a grant is a member's. The same one may come
 * more than once. Asked of the caller's own grants: as one condition beside the membership, PostgreSQL read the grants of everybody in every company
 * for it, as soon as there were many. Who belongs to many companies holds most keys in all of them: then the key itself tells where. The plan is kept, and
 * one that was made while there were few people must not read all of them later.
 */
create function private.companies_with(p_key text) returns setof uuid
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
create function private.has_key(p_company uuid, p_key text) returns boolean
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

/** Whether the caller owns the company. */
create function private.is_owner(p_company uuid) returns boolean
  language sql stable security definer set search_path = '' as $$
  select exists (select from public.company_users cu where cu.company_id = p_company and cu.user_id = (select auth.uid()) and cu.is_owner) $$;

/** Owners, and a member who is alone in the company, may decide on their own expenses. */
create function private.is_owner_or_alone(p_company uuid) returns boolean
  language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from public.company_users cu
    where cu.company_id = p_company and cu.user_id = (select auth.uid())
      and (cu.is_owner or not exists (
        select from public.company_users other where other.company_id = p_company and other.user_id <> cu.user_id)));
end $$;

/** Changes whenever the caller's rights in the company do: a device then takes a fresh snapshot. Null for a stranger. */
create function private.access_fingerprint(p_company uuid) returns text
  language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select md5(concat_ws('|', cu.is_owner, cu.is_admin, private.second_factor_satisfied(),
      (select string_agg(p.permission_key, ',' order by p.permission_key)
       from public.company_user_permissions p where p.company_id = cu.company_id and p.user_id = cu.user_id)))
    from public.company_users cu
    where cu.company_id = p_company and cu.user_id = (select auth.uid()));
end $$;

revoke all on all functions in schema private from public;

-- The tables of companies and their people are read by their members and written by nobody but the platform and definer functions.
revoke all on public.companies, public.company_users, public.permissions, public.company_user_permissions from public, anon, authenticated;
grant select on public.permissions, public.company_user_permissions to authenticated;
grant all on public.companies, public.company_users, public.permissions, public.company_user_permissions to service_role;

alter table public.permissions enable row level security;
create policy everyone_select on public.permissions for select to authenticated using (true);

alter table public.company_user_permissions enable row level security;
create policy second_factor on public.company_user_permissions as restrictive to authenticated
  using ((select private.second_factor_satisfied()));
create policy member_select on public.company_user_permissions for select to authenticated
  using (user_id = (select auth.uid()) or company_id = any (array(select private.companies_with('users.view'))));

-- Checks, policies and triggers that run with the caller's rights call these.
grant execute on function
  private.second_factor_satisfied(), private.my_companies(), private.companies_with(text), private.has_key(uuid, text),
  private.is_owner_or_alone(uuid), private.access_fingerprint(uuid), private.is_owner(uuid) to authenticated;
