-- The whole trail: what a created or deleted record held, beside its entry of the history. The history travels to devices and stays light; what is
-- here is asked for when somebody opens an entry, and only the triggers write it.

-- Without references: the trigger writes it right after the entry, which nobody deletes; checking them would cost a new record a quarter of its time.
create table public.activity_records (
  company_id uuid not null,
  activity_id uuid not null,
  /** Bank data are kept twice: in full for who manages the accounts, and masked for everybody else. */
  bank_data text not null check (bank_data in ('none', 'masked', 'full')),
  /** `record`: all that was created or deleted, with its lines; `changes`: what the entry leaves out, by field, before and after. */
  content text not null check (content in ('record', 'changes')),
  collection text not null check (char_length(collection) <= 60),
  /** What the record belonged to: a receipt to its expense, a payment to its invoice. */
  parent_id uuid,
  author uuid,
  confidential boolean not null,
  record jsonb not null check (jsonb_typeof(record) = 'object' and octet_length(record::text) <= 5242880),
  primary key (activity_id, bank_data)
);
-- Which receipts a deleted expense had is asked by the expense.
create index activity_records_company_id_parent_id_idx on public.activity_records (company_id, parent_id);

-- Whoever may see the entry and the kind of record. Nobody writes, not even with the service key: a trail that can be amended is none.
revoke all on public.activity_records from public, anon, authenticated, service_role;
grant select on public.activity_records to authenticated, service_role;
alter table public.activity_records enable row level security;

/** Whether the caller may see such a record: by its kind, as its author, and what is confidential by the key for that. */
create function private.sees_kind(p_company uuid, p_collection text, p_author uuid, p_confidential boolean) returns boolean
  language plpgsql stable set search_path = '' as $$
declare
  v_kind private.synced_collections;
begin
  select * into v_kind from private.synced_collections s where s.collection = p_collection;
  -- Devices show every member a shortened colleague; the whole record has its key.
  if p_collection = 'members' then
    return p_author = auth.uid() or private.has_key(p_company, 'users.view');
  end if;
  return (v_kind.view_key is null or private.has_key(p_company, v_kind.view_key)) and (not p_confidential or private.has_key(p_company, v_kind.hidden_key))
    or p_author = auth.uid() and private.has_key(p_company, v_kind.own_key);
end $$;
create policy second_factor on public.activity_records as restrictive to authenticated using ((select private.second_factor_satisfied()));
create policy member_select on public.activity_records for select to authenticated
  using (exists (select from public.activity_log l where l.id = activity_id)
    and (bank_data <> 'full' or company_id = any (array(select private.companies_with('bank_accounts.manage'))))
    and private.sees_kind(company_id, collection, author, confidential));

/** A deleted company takes what was kept along. */
create function private.forget_activity_records() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  delete from public.activity_records r where r.company_id = old.id;
  return null;
end $$;
create trigger forget_activity_records after delete on public.companies for each row execute function private.forget_activity_records();

revoke all on function private.sees_kind(uuid, text, uuid, boolean), private.forget_activity_records() from public;
-- Checks, policies and triggers that run with the caller's rights call these.
grant execute on function private.sees_kind(uuid, text, uuid, boolean) to authenticated;
