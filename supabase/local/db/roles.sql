-- The roles that a hosted Supabase database has. They belong to the server and not to one of its databases, so no dump brings them.
-- Only a superuser makes them here; for anybody else an administrator does, see `needed-rights.ts`.
do $$
begin
  if not (select rolsuper from pg_roles where rolname = current_user) then return; end if;
  if not exists (select from pg_roles where rolname = 'anon') then create role anon nologin noinherit; end if;
  if not exists (select from pg_roles where rolname = 'authenticated') then create role authenticated nologin noinherit; end if;
  if not exists (select from pg_roles where rolname = 'service_role') then create role service_role nologin noinherit bypassrls; end if;
  if not exists (select from pg_roles where rolname = 'authenticator') then create role authenticator noinherit nologin; end if;
  grant anon, authenticated, service_role to authenticator;
end $$;
