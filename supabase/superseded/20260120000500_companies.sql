-- Companies and members as synced documents, settings with their defaults, and the creation of a company.

create function private.default_company_settings() returns jsonb
  language sql immutable set search_path = '' as $$
  select '{
    "company_details": {
      "contact": {"phone": "", "email": "", "website": ""},
      "address": {"street": "", "house_number": "", "postal_code": "10115", "city": "Berlin", "country": "DE"},
      "branding": {"logo_path": null, "primary_color": "#111827", "accent_color": "#2563eb", "font": "Helvetica"},
      "bank": {"iban": "", "bic": "", "name": "", "instructions": "Bitte überweisen Sie den Betrag innerhalb von 14 Tagen."},
      "basics": {"timezone": "Europe/Berlin"}
    },
    "invoice_defaults": {
      "default_template_id": null, "default_delivery_note_template_id": null,
      "payment_terms": "Pay within 14 days", "invoice_note": "Thank you for your business.",
      "default_due_days": 14, "default_currency": "EUR", "number_prefix": "INV", "generated_number_format": "INV-{year}-{number}",
      "items": {"show_description": true, "show_tax": true, "currency": "EUR", "currency_position": "suffix"},
      "footer": {"text": "", "show_page_numbers": true}
    },
    "expense_defaults": {"default_currency": "EUR", "generated_number_format": "EXP-{year}-{number}", "mark_as_paid_on_approval": true},
    "recurring_defaults": {"auto_generate": true, "lead_days": 0, "generate_as": "draft"},
    "tax": {"tax_number": "", "vat_id": "", "small_business": false}
  }'::jsonb $$;

/** Settings as sent, completed on every level by what is missing in them. Null where something is needed is as missing as no key at all. */
create function private.with_defaults(p_defaults jsonb, p_value jsonb) returns jsonb
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

/** Where complete settings hold another kind of value than their defaults, or null. What is null by default may be text, too. */
create function private.misshapen_setting(p_defaults jsonb, p_value jsonb) returns text[]
  language plpgsql immutable set search_path = '' as $$
declare
  v_key text;
  v_kind text;
  v_place text[];
begin
  for v_key, v_kind in select d.key, jsonb_typeof(d.value) from jsonb_each(p_defaults) d loop
    if v_kind = 'object' then
      v_place := private.misshapen_setting(p_defaults -> v_key, p_value -> v_key);
      if v_place is not null then return v_key || v_place; end if;
    elsif jsonb_typeof(p_value -> v_key) not in (v_kind, case when v_kind = 'null' then 'string' else v_kind end) then
      return array[v_key];
    end if;
  end loop;
  return null;
end $$;

create function private.refuse_invalid_settings(p_settings jsonb) returns void
  language plpgsql stable set search_path = '' as $$
declare
  v_invoices jsonb := p_settings -> 'invoice_defaults';
  v_expenses jsonb := p_settings -> 'expense_defaults';
  v_recurring jsonb := p_settings -> 'recurring_defaults';
  v_colors jsonb := p_settings #> '{company_details,branding}';
  v_field text := array_to_string(private.misshapen_setting(private.default_company_settings(), p_settings), '.');
begin
  begin
    perform now() at time zone (p_settings #>> '{company_details,basics,timezone}');
  exception when invalid_parameter_value then
    v_field := 'company_details.basics.timezone';
  end;
  -- The server writes with these, and every device reads them, so they must make sense whoever sent them.
  v_field := coalesce(v_field, case
    when private.is_number_format(v_expenses ->> 'generated_number_format', '{year}') is not true then 'expense_defaults.generated_number_format'
    when v_expenses ->> 'default_currency' !~ '^[A-Z]{3}$' then 'expense_defaults.default_currency'
    when private.is_number_format(v_invoices ->> 'generated_number_format', '{prefix,year,month}') is not true then 'invoice_defaults.generated_number_format'
    when char_length(v_invoices ->> 'number_prefix') > 20 then 'invoice_defaults.number_prefix'
    when v_invoices ->> 'default_currency' !~ '^[A-Z]{3}$' then 'invoice_defaults.default_currency'
    when v_invoices #>> '{items,currency}' !~ '^[A-Z]{3}$' then 'invoice_defaults.items.currency'
    when v_invoices #>> '{items,currency_position}' not in ('prefix', 'suffix') then 'invoice_defaults.items.currency_position'
    when v_invoices ->> 'default_due_days' !~ '^\d{1,3}$' then 'invoice_defaults.default_due_days'
    when (v_invoices ->> 'default_due_days')::int > 365 then 'invoice_defaults.default_due_days'
    when v_recurring ->> 'lead_days' !~ '^\d{1,2}$' then 'recurring_defaults.lead_days'
    when (v_recurring ->> 'lead_days')::int > 60 then 'recurring_defaults.lead_days'
    when v_recurring ->> 'generate_as' not in ('draft', 'ready_to_issue') then 'recurring_defaults.generate_as'
    when v_colors ->> 'primary_color' !~ '^#[0-9a-fA-F]{6}$' then 'company_details.branding.primary_color'
    when v_colors ->> 'accent_color' !~ '^#[0-9a-fA-F]{6}$' then 'company_details.branding.accent_color' end);
  if v_field is not null then
    raise exception 'invalid_settings' using errcode = 'P0001', detail = 'settings.' || v_field;
  end if;
end $$;

create function private.complete_settings() returns trigger
  language plpgsql set search_path = '' as $$
begin
  new.settings := private.with_defaults(private.default_company_settings(), new.settings);
  perform private.refuse_invalid_settings(new.settings);
  return new;
end $$;
create trigger complete_settings before insert or update of settings on public.companies
  for each row execute function private.complete_settings();

create function private.name_own_company() returns trigger
  language plpgsql set search_path = '' as $$
begin
  new.company_id := new.id;
  return new;
end $$;
create trigger name_own_company before insert on public.companies for each row execute function private.name_own_company();

/** Each part of a company has its key; whoever holds one of them may not touch the others. */
create function private.guard_company_update() returns trigger
  language plpgsql set search_path = '' as $$
declare
  v_parts constant text[] := '{invoice_defaults,expense_defaults,recurring_defaults}';
  v_key text;
begin
  if current_user <> 'authenticated' then return new; end if;
  foreach v_key in array array_remove(array[
    case when (new.name, new.logo_path, (new.settings #- '{company_details,bank}') - v_parts)
      is distinct from (old.name, old.logo_path, (old.settings #- '{company_details,bank}') - v_parts) then 'company.update' end,
    case when new.settings #> '{company_details,bank}' is distinct from old.settings #> '{company_details,bank}' then 'bank_accounts.manage' end,
    case when (new.settings -> 'invoice_defaults', new.settings -> 'recurring_defaults')
      is distinct from (old.settings -> 'invoice_defaults', old.settings -> 'recurring_defaults') then 'settings.invoice' end,
    case when new.settings -> 'expense_defaults' is distinct from old.settings -> 'expense_defaults' then 'settings.expense' end], null)
  loop
    if not private.has_key(old.id, v_key) then
      raise exception 'not_allowed' using errcode = '42501', detail = v_key;
    end if;
  end loop;
  return new;
end $$;
-- After `complete_settings` (triggers run in the order of their names), so that a partial object does not look like a change.
create trigger guard_company_update before update on public.companies for each row execute function private.guard_company_update();

-- What people write into settings is printed, not stored in bulk. Not valid: a database that holds more keeps it.
alter table public.companies add constraint companies_settings_size check (octet_length(settings::text) <= 65536) not valid;

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
  private.default_company_settings(), private.with_defaults(jsonb, jsonb), private.misshapen_setting(jsonb, jsonb), private.refuse_invalid_settings(jsonb),
  private.complete_settings(), private.name_own_company(), private.guard_company_update(), private.account_name(jsonb, text), private.follow_account(), private.fill_member_name() from public;
-- Triggers that run with the caller's rights call these.
grant execute on function
  private.default_company_settings(), private.with_defaults(jsonb, jsonb), private.misshapen_setting(jsonb, jsonb), private.refuse_invalid_settings(jsonb)
  to authenticated, service_role;
