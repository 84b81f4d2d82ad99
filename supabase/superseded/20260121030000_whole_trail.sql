-- The whole trail: what a created or deleted record held, beside its entry of the history. The history travels to devices and stays light; what is
-- here is asked for when somebody opens an entry, and only the triggers write it.

/** The key for one's own records where it is another than for everybody's; it follows `make_synced`. */
alter table private.synced_collections add column own_key text references public.permissions (key);
update private.synced_collections set own_key = 'expenses.view_own' where collection = 'expenses';
update private.synced_collections set own_key = 'files.upload' where collection = 'files';

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

-- Whoever may see the entry and the kind of record. Nobody writes, not even with the service key: a trail that can be amended is none.
revoke all on public.activity_records from public, anon, authenticated, service_role;
grant select on public.activity_records to authenticated, service_role;
alter table public.activity_records enable row level security;
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

/** An object in which account numbers are recognised and not told; `p_is_number` says that the value itself is one. */
create function private.masked_bank_data(p_value jsonb, p_is_number boolean default false) returns jsonb
  language plpgsql immutable set search_path = '' as $$
declare
  v_text text := p_value #>> '{}';
begin
  return case jsonb_typeof(p_value)
    when 'object' then (select coalesce(jsonb_object_agg(e.key, private.masked_bank_data(e.value, e.key ~ '(^|\.)(iban|bic)$')), '{}') from jsonb_each(p_value) e)
    when 'array' then (select coalesce(jsonb_agg(private.masked_bank_data(e.value, p_is_number) order by e.place), '[]')
      from jsonb_array_elements(p_value) with ordinality as e (value, place))
    when 'string' then case
      when not p_is_number or v_text = '' then p_value
      when char_length(v_text) < 15 then '"…"'
      else to_jsonb(left(v_text, 2) || ' … ' || right(v_text, 4)) end
    else p_value end;
end $$;

/** A record without its longest values, which `_shortened` names. Every document with its 500 lines fits without. */
create function private.shortened_record(p_record jsonb) returns jsonb
  language plpgsql immutable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_object_agg(e.key, e.value) filter (where octet_length(e.value::text) <= 4096), '{}')
      || jsonb_build_object('_shortened', coalesce(jsonb_agg(e.key order by e.key) filter (where octet_length(e.value::text) > 4096), '[]'))
    from jsonb_each(p_record) e);
end $$;

/** The lines of a document in their order, as part of its record; nothing for what has none. */
create function private.lines_of(p_collection text, p_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  return case p_collection
    when 'invoices' then jsonb_build_object('items', (
      select coalesce(jsonb_agg(to_jsonb(i) - '{company_id,invoice_id}'::text[] order by i.position, i.id), '[]') from public.invoice_items i where i.invoice_id = p_id))
    when 'recurring_invoices' then jsonb_build_object('items', (
      select coalesce(jsonb_agg(to_jsonb(i) - '{company_id,recurring_invoice_id}'::text[] order by i.position, i.id), '[]')
      from public.recurring_invoice_items i where i.recurring_invoice_id = p_id))
    else '{}' end;
end $$;

/** Differing leaves of two objects as `path → [old, new]`. */
create or replace function private.changed_fields(p_old jsonb, p_new jsonb, p_prefix text default '') returns jsonb
  language plpgsql immutable set search_path = '' as $$
declare
  v_result jsonb := '{}';
  v_key text;
  v_old jsonb;
  v_new jsonb;
begin
  for v_key in select jsonb_object_keys(p_old || p_new) loop
    v_old := p_old -> v_key;
    v_new := p_new -> v_key;
    if v_old is not distinct from v_new then continue; end if;
    if jsonb_typeof(v_old) = 'object' and jsonb_typeof(v_new) = 'object' then
      v_result := v_result || private.changed_fields(v_old, v_new, p_prefix || v_key || '.');
    else
      v_result := v_result || jsonb_build_object(p_prefix || v_key, jsonb_build_array(v_old, v_new));
    end if;
  end loop;
  return v_result;
end $$;

/** Changes as everybody who reads the history may know them: account numbers are named but not shown. */
create function private.public_changes(p_changes jsonb) returns jsonb
  language plpgsql immutable set search_path = '' as $$
begin
  if p_changes::text !~ '(iban|bic)"' then return p_changes; end if;
  return (select jsonb_object_agg(e.key, case when e.key ~ '(^|\.)(iban|bic)$' then '["…", "…"]' else e.value end) from jsonb_each(p_changes) e);
end $$;

/**
 * Arguments: the entity's collection, the column that a reader knows the record by, and fields that are no news. What loses its lines with
 * itself is logged before it is deleted, the rest after.
 */
create or replace function private.log_activity() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_silent text[] := '{rev,created_at,updated_at,company_id}'::text[] || coalesce(tg_argv[2], '{}')::text[];
  v_old jsonb := case when tg_op = 'INSERT' then '{}' else to_jsonb(old) - v_silent end;
  v_new jsonb := case when tg_op = 'DELETE' then '{}' else to_jsonb(new) - v_silent end;
  v_row jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  v_initial text := case when tg_argv[0] = 'invoices' then 'draft' else 'pending' end;
  v_is_hidden boolean := coalesce((v_row ->> 'confidential')::boolean, false);
  v_label text;
  v_changes jsonb := '{}';
  v_told jsonb;
  v_activity uuid;
  v_record jsonb;
  v_text text;
  v_masked jsonb;
begin
  if tg_op = 'UPDATE' then
    v_changes := private.changed_fields(v_old, v_new);
    -- The settings repeat the default account, which has entries of its own.
    if tg_argv[0] = 'companies' then
      v_changes := v_changes - '{settings.company_details.bank.iban,settings.company_details.bank.bic,settings.company_details.bank.name}'::text[];
    end if;
    if v_changes = '{}' then return old; end if;
  end if;
  -- What a new company starts with is not news.
  if current_setting('kontor.is_creating_company', true) = 'on' and tg_argv[0] <> 'companies' then return old; end if;
  -- A seed brings its own history.
  if current_setting('kontor.is_seeding', true) = 'on' and auth.uid() is null then return old; end if;
  -- A deleted company takes its history along.
  if not exists (select from public.companies c where c.id = (v_row ->> 'company_id')::uuid) then return old; end if;
  -- What only some may see is not named to everybody who reads the history.
  v_label := case when v_is_hidden then '' else private.activity_label(tg_argv[0], tg_argv[1], v_row) end;
  insert into public.activity_log (company_id, actor_id, type, entity_type, entity_id, entity_label, changes)
    values ((v_row ->> 'company_id')::uuid, auth.uid(), private.activity_type(tg_op, v_old, v_new), tg_argv[0], (v_row ->> 'id')::uuid,
      v_label, case when v_is_hidden or v_changes = '{}' then '{}' else private.public_changes(v_changes) end)
    returning id, changes into v_activity, v_told;
  if tg_op <> 'UPDATE' then
    v_record := case when tg_argv[0] in ('invoices', 'recurring_invoices')
      then v_row || private.lines_of(tg_argv[0], (v_row ->> 'id')::uuid) else v_row end;
  elsif v_told <> v_changes then
    v_record := v_changes;
  end if;
  if v_record is not null then
    v_text := v_record::text;
    -- Most records are short and hold no account number: neither is looked for twice.
    if octet_length(v_text) > 5000000 then v_record := private.shortened_record(v_record); end if;
    v_masked := v_record;
    if strpos(v_text, 'iban"') > 0 or strpos(v_text, 'bic"') > 0 then v_masked := private.masked_bank_data(v_record); end if;
    insert into public.activity_records (company_id, activity_id, bank_data, content, collection, parent_id, author, confidential, record)
      values ((v_row ->> 'company_id')::uuid, v_activity, case when v_masked = v_record then 'none' else 'masked' end,
        case when tg_op = 'UPDATE' then 'changes' else 'record' end, tg_argv[0],
        (case tg_argv[0] when 'files' then v_row ->> 'expense_id' when 'payments' then v_row ->> 'invoice_id' end)::uuid,
        coalesce(v_row ->> 'created_by', v_row ->> 'user_id')::uuid, v_is_hidden, v_masked);
    if v_masked <> v_record then
      insert into public.activity_records (company_id, activity_id, bank_data, content, collection, parent_id, author, confidential, record)
        select r.company_id, r.activity_id, 'full', r.content, r.collection, r.parent_id, r.author, r.confidential, v_record
        from public.activity_records r where r.activity_id = v_activity;
    end if;
  end if;
  -- A device may create and decide offline, which arrives as one insert.
  if tg_op = 'INSERT' and v_new ->> 'status' <> v_initial then
    insert into public.activity_log (company_id, actor_id, type, entity_type, entity_id, entity_label, changes)
      values ((v_row ->> 'company_id')::uuid, auth.uid(), v_new ->> 'status', tg_argv[0], (v_row ->> 'id')::uuid,
        v_label, jsonb_build_object('status', jsonb_build_array(v_initial, v_new -> 'status')));
  end if;
  return old;
end $$;

-- The lines of a document go before a trigger after its deletion could read them.
drop trigger log_activity on public.invoices;
create trigger log_activity after insert or update on public.invoices
  for each row execute function private.log_activity('invoices', 'number', '{seller,buyer,tax_breakdown,cancelled_by_id,number_year,number_seq}');
create trigger log_deletion before delete on public.invoices for each row execute function private.log_activity('invoices', 'number');
drop trigger log_activity on public.recurring_invoices;
create trigger log_activity after insert or update on public.recurring_invoices
  for each row execute function private.log_activity('recurring_invoices', 'name', '{next_generation,generate_requested}');
create trigger log_deletion before delete on public.recurring_invoices for each row execute function private.log_activity('recurring_invoices', 'name');
-- Every account has its own history; the settings know the default one only.
create trigger log_activity after insert or update or delete on public.bank_accounts
  for each row execute function private.log_activity('bank_accounts', 'name');

revoke all on function
  private.sees_kind(uuid, text, uuid, boolean), private.forget_activity_records(), private.masked_bank_data(jsonb, boolean), private.shortened_record(jsonb), private.lines_of(text, uuid),
  private.public_changes(jsonb) from public;
grant execute on function private.sees_kind(uuid, text, uuid, boolean) to authenticated;
