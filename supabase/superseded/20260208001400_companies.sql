-- Companies and members as synced documents.

create function private.name_own_company() returns trigger
  language plpgsql set search_path = '' as $$
begin
  new.company_id := new.id;
  return new;
end $$;
create trigger name_own_company before insert on public.companies for each row execute function private.name_own_company();

/** Each part of a company has its key; whoever holds one of them may not touch the others. What settings of before lack is no change of anybody's. */
create function private.guard_company_update() returns trigger
  language plpgsql set search_path = '' as $$
declare
  v_invoices constant text[] := '{invoice_defaults,recurring_defaults,document_texts,delivery_notes,numbers,reminders}';
  v_parts constant text[] := v_invoices || '{expense_defaults,payment_texts}';
  v_old jsonb := private.with_defaults(private.default_company_settings(), old.settings);
  v_key text;
begin
  if current_user <> 'authenticated' then return new; end if;
  foreach v_key in array array_remove(array[
    case when (new.name, new.logo_path, (new.settings #- '{company_details,bank}') - v_parts)
      is distinct from (old.name, old.logo_path, (v_old #- '{company_details,bank}') - v_parts) then 'company.update' end,
    case when (new.settings #> '{company_details,bank}', new.settings -> 'payment_texts')
      is distinct from (v_old #> '{company_details,bank}', v_old -> 'payment_texts') then 'bank_accounts.manage' end,
    case when exists (select from unnest(v_invoices) as p (part) where new.settings -> p.part is distinct from v_old -> p.part) then 'settings.invoice' end,
    case when new.settings -> 'expense_defaults' is distinct from v_old -> 'expense_defaults' then 'settings.expense' end], null)
  loop
    if not private.has_key(old.id, v_key) then
      raise exception 'not_allowed' using errcode = '42501', detail = v_key;
    end if;
  end loop;
  return new;
end $$;
-- After `complete_settings` (triggers run in the order of their names), so that a partial object does not look like a change.
create trigger guard_company_update before update on public.companies for each row execute function private.guard_company_update();

call private.make_synced('companies', 10, 'companies', '{}', '{name,logo_path,settings}');
create policy member_select on public.companies for select to authenticated
  using (id = any (array(select private.my_companies())));
create policy member_update on public.companies for update to authenticated
  using (id = any (array(
    select private.companies_with('company.update') union select private.companies_with('settings.invoice')
    union select private.companies_with('settings.expense') union select private.companies_with('bank_accounts.manage'))));
call private.hide_from_writers('public.companies');
create trigger log_activity after insert or update on public.companies
  for each row execute function private.log_activity('companies', 'name');

/**
 * Every colleague by name; the address and the keys only for oneself and for who may view users. Runs with its owner's rights, so it checks
 * membership and the second factor itself. The shortened document has a version of its own: it is another text than the full one.
 */
create view private.members with (security_invoker = false, security_barrier = true) as
  with mine as materialized (select c as company_id, c = any (array(select private.companies_with('users.view'))) as is_open
    from private.my_companies() c where private.second_factor_satisfied())
  select cu.id, cu.company_id, cu.user_id, cu.is_owner, cu.is_admin, cu.display_name,
    case when full_view then cu.email else '' end as email,
    case when full_view then array(select p.permission_key from public.company_user_permissions p
      where p.company_id = cu.company_id and p.user_id = cu.user_id order by p.permission_key) else '{}'::text[] end as keys,
    cu.created_at, cu.updated_at,
    case when full_view then cu.rev else left(cu.rev, 73) || '.public' end as rev
  from public.company_users cu
  join mine on mine.company_id = cu.company_id
  cross join lateral (select mine.is_open or cu.user_id = auth.uid() as full_view) v;
revoke all on private.members from public, anon;
grant select on private.members to authenticated, service_role;

-- No key to view: every colleague is shown to every member, with or without `users.view`.
call private.make_synced('members', 20, 'company_users', '{}', '{}', null, 'private.members');
create policy member_select on public.company_users for select to authenticated
  using (user_id = (select auth.uid()) or company_id = any (array(select private.companies_with('users.view'))));
-- Changes of access write one entry that says all of it; the general entry would only know the flags.
create trigger log_activity after insert or update or delete on public.company_users for each row
  when (current_setting('kontor.is_changing_access', true) is distinct from 'on') execute function private.log_activity('members', 'display_name');
create trigger log_member_change after insert or delete on public.company_user_permissions
  for each row execute function private.log_member_change();
alter publication supabase_realtime add table public.company_user_permissions;
call private.announce_by_identity('public.company_user_permissions');

/** Members carry the name and the address of their account, so that colleagues can read them without touching `auth`. */
create function private.account_name(p_meta jsonb, p_email text) returns text
  language sql immutable set search_path = '' as $$
  select left(coalesce(nullif(btrim(p_meta ->> 'display_name'), ''), nullif(btrim(p_meta ->> 'full_name'), ''), nullif(btrim(p_meta ->> 'name'), ''),
    split_part(p_email, '@', 1), ''), 200) $$;

create function private.follow_account() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  update public.company_users
    set display_name = private.account_name(new.raw_user_meta_data, new.email), email = coalesce(new.email, '')
    where user_id = new.id
      and (display_name, email) is distinct from (private.account_name(new.raw_user_meta_data, new.email), coalesce(new.email, ''));
  return null;
end $$;
create trigger kontor_follow_account after update of email, raw_user_meta_data on auth.users
  for each row execute function private.follow_account();

create function private.fill_member_name() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  select coalesce(nullif(new.display_name, ''), private.account_name(u.raw_user_meta_data, u.email)), coalesce(nullif(new.email, ''), u.email, '')
    into new.display_name, new.email from auth.users u where u.id = new.user_id;
  return new;
end $$;
create trigger fill_member_name before insert on public.company_users for each row execute function private.fill_member_name();

revoke all on function
  private.name_own_company(), private.guard_company_update(), private.account_name(jsonb, text), private.follow_account(), private.fill_member_name()
  from public;
