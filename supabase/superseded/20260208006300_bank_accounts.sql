-- The accounts that customers pay into, nested in their company's document. The default account is what documents print;
-- `settings.company_details.bank` repeats it for whoever reads a company's settings.

/** Shape and check digits of ISO 13616; `domain/bank-accounts` also knows the lengths of the countries. */
create function private.is_iban(p_iban text) returns boolean
  language plpgsql immutable set search_path = '' as $$
declare
  v_digits text := '';
  v_letter text;
begin
  if p_iban is null or p_iban !~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$' then return false; end if;
  foreach v_letter in array string_to_array(substr(p_iban, 5) || left(p_iban, 4), null) loop
    v_digits := v_digits || case when v_letter ~ '[A-Z]' then (ascii(v_letter) - 55)::text else v_letter end;
  end loop;
  return v_digits::numeric % 97 = 1;
end $$;

create table public.bank_accounts (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null,
  name text not null default '' check (char_length(name) <= 200),
  iban text not null check (private.is_iban(iban)),
  bic text not null default '' check (bic ~ '^([A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?)?$'),
  is_default boolean not null default false,
  -- Deferred, because a document's accounts are written before its record.
  constraint bank_accounts_company_id_fkey foreign key (company_id) references public.companies (id) on delete cascade deferrable initially deferred
);
create index bank_accounts_company_id_idx on public.bank_accounts (company_id);

/** Refused here and not by a policy alone: a policy would hide the row, and the change would end without a word. */
create function private.guard_bank_account() returns trigger
  language plpgsql set search_path = '' as $$
begin
  if current_user = 'authenticated' and not private.has_key(coalesce(new.company_id, old.company_id), 'bank_accounts.manage') then
    raise exception 'not_allowed' using errcode = '42501', detail = 'bank_accounts.manage';
  end if;
  if tg_op = 'DELETE' then return old; end if;
  new.iban := upper(regexp_replace(new.iban, '\s', '', 'g'));
  new.bic := upper(regexp_replace(new.bic, '\s', '', 'g'));
  return new;
end $$;
create trigger guard_bank_account before insert or update or delete on public.bank_accounts
  for each row execute function private.guard_bank_account();

/** Exactly one account is the default: the one just chosen, else the one before, else the oldest. The company is news. */
create function private.settle_bank_accounts() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_company uuid;
  v_default uuid;
begin
  for v_company in select distinct c.company_id from changed c order by 1 loop
    -- An account that somebody adds at this very moment is seen, or waits.
    perform from public.companies c where c.id = v_company for no key update;
    select a.id into v_default from public.bank_accounts a where a.company_id = v_company
      order by (a.is_default and a.id in (select c.id from changed c)) desc, a.is_default desc, a.id limit 1;
    if exists (select from public.bank_accounts a where a.company_id = v_company and a.is_default is distinct from (a.id = v_default)) then
      -- Comes back here for the rows it changes, and finds nothing to do then.
      update public.bank_accounts a set is_default = (a.id = v_default) where a.company_id = v_company and a.is_default is distinct from (a.id = v_default);
    elsif v_company::text is distinct from current_setting('kontor.document', true) then
      update public.companies set rev = 'srv-' || gen_random_uuid() where id = v_company;
    end if;
  end loop;
  return null;
end $$;
create trigger settle_inserted after insert on public.bank_accounts referencing new table as changed
  for each statement execute function private.settle_bank_accounts();
create trigger settle_updated after update on public.bank_accounts referencing new table as changed
  for each statement execute function private.settle_bank_accounts();
create trigger settle_deleted after delete on public.bank_accounts referencing old table as changed
  for each statement execute function private.settle_bank_accounts();

/** No company has more accounts than the app lets it add (`BANK_ACCOUNTS_MAX`). */
create function private.limit_bank_accounts() returns trigger
  language plpgsql set search_path = '' as $$
begin
  if current_user not in ('authenticated', 'service_role') then return null; end if;
  if exists (select from (select distinct company_id from changed) d join public.bank_accounts a using (company_id) group by company_id having count(*) > 50) then
    raise exception 'too_many_bank_accounts' using errcode = 'P0001', detail = 'bank_accounts';
  end if;
  return null;
end $$;
create trigger limit_inserted after insert on public.bank_accounts referencing new table as changed
  for each statement execute function private.limit_bank_accounts();

/** Whoever writes an account into the settings means the default account; runs with the writer's rights. */
create function private.adopt_bank_settings(p_company uuid, p_bank jsonb) returns void
  language plpgsql volatile set search_path = '' as $$
declare
  v_iban text := upper(regexp_replace(coalesce(p_bank ->> 'iban', ''), '\s', '', 'g'));
  v_bic text := upper(regexp_replace(coalesce(p_bank ->> 'bic', ''), '\s', '', 'g'));
begin
  if v_iban <> '' and not private.is_iban(v_iban) then
    raise exception 'invalid_settings' using errcode = 'P0001', detail = 'settings.company_details.bank.iban';
  end if;
  -- The company is being written: its accounts do not write it again.
  perform set_config('kontor.document', p_company::text, true);
  if v_iban = '' then
    delete from public.bank_accounts where company_id = p_company and is_default;
  else
    update public.bank_accounts set iban = v_iban, bic = v_bic, name = coalesce(p_bank ->> 'name', '') where company_id = p_company and is_default;
    if not found then
      insert into public.bank_accounts (company_id, name, iban, bic, is_default) values (p_company, coalesce(p_bank ->> 'name', ''), v_iban, v_bic, true);
    end if;
  end if;
  perform set_config('kontor.document', '', true);
end $$;

/** The settings repeat the default account, whichever of the two was written. */
create function private.follow_bank_accounts() returns trigger
  language plpgsql set search_path = '' as $$
declare
  v_old jsonb := (old.settings #> '{company_details,bank}') - 'instructions';
  v_new jsonb := (new.settings #> '{company_details,bank}') - 'instructions';
  v_is_document boolean := coalesce(current_setting('kontor.document', true) = new.id::text, false);
  v_default jsonb;
begin
  if v_new is distinct from v_old and not v_is_document then perform private.adopt_bank_settings(new.id, v_new); end if;
  select jsonb_build_object('iban', a.iban, 'bic', a.bic, 'name', a.name) into v_default
    from public.bank_accounts a where a.company_id = new.id and a.is_default;
  new.settings := jsonb_set(new.settings, '{company_details,bank}',
    (new.settings #> '{company_details,bank}') || coalesce(v_default, '{"iban": "", "bic": "", "name": ""}'));
  return new;
end $$;
-- After `complete_settings`, before `guard_company_update`, which asks for the key of what changed.
create trigger follow_bank_accounts before update on public.companies for each row execute function private.follow_bank_accounts();

create function private.adopt_first_account() returns trigger
  language plpgsql set search_path = '' as $$
begin
  perform private.adopt_bank_settings(new.id, new.settings #> '{company_details,bank}');
  return null;
end $$;
create trigger adopt_first_account after insert on public.companies
  for each row when (new.settings #>> '{company_details,bank,iban}' <> '') execute function private.adopt_first_account();

/** A company with its accounts: the document that devices hold. */
create view private.company_documents with (security_invoker = true) as
  select c.id, c.company_id, c.name, c.logo_path, c.settings,
    coalesce((select jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name, 'iban', a.iban, 'bic', a.bic, 'is_default', a.is_default) order by a.id)
      from public.bank_accounts a where a.company_id = c.id), '[]') as bank_accounts,
    c.created_at, c.updated_at, c.rev,
    coalesce((select jsonb_build_object('imported_at', o.imported_at, 'names', o.names) from public.company_origins o where o.company_id = c.id), '{}') as origin,
    c.former_letterhead
  from public.companies c;
revoke all on private.company_documents from public, anon;
grant select on private.company_documents to authenticated, service_role;
update private.synced_collections set source = 'private.company_documents' where collection = 'companies';

call private.make_nested('companies', 'bank_accounts', 'bank_accounts', 'company_id', '{name,iban,bic,is_default}');
create policy member_select on public.bank_accounts for select to authenticated
  using (company_id = any (array(select private.my_companies())));
create policy member_insert on public.bank_accounts for insert to authenticated
  with check (company_id = any (array(select private.companies_with('bank_accounts.manage'))));
-- Whoever may write a company's document reaches its accounts; `guard_bank_account` asks for the key.
create policy member_update on public.bank_accounts for update to authenticated
  using (company_id = any (array(
    select private.companies_with('company.update') union select private.companies_with('settings.invoice')
    union select private.companies_with('settings.expense') union select private.companies_with('bank_accounts.manage'))));
create policy member_delete on public.bank_accounts for delete to authenticated
  using (company_id = any (array(
    select private.companies_with('company.update') union select private.companies_with('settings.invoice')
    union select private.companies_with('settings.expense') union select private.companies_with('bank_accounts.manage'))));
call private.hide_from_writers('public.bank_accounts');
-- Every account has its own history; the settings know the default one only.
create trigger log_activity after insert or update or delete on public.bank_accounts
  for each row execute function private.log_activity('bank_accounts', 'name');

revoke all on function
  private.is_iban(text), private.guard_bank_account(), private.settle_bank_accounts(), private.limit_bank_accounts(),
  private.adopt_bank_settings(uuid, jsonb), private.follow_bank_accounts(), private.adopt_first_account() from public;
-- Checks, policies and triggers that run with the caller's rights call these.
grant execute on function private.is_iban(text), private.adopt_bank_settings(uuid, jsonb) to authenticated, service_role;
