-- The history of a company. Business changes are written by triggers and cannot be skipped; a client may add entries of its own, which nobody
-- can take for what happened, and nobody makes it heavy.

create table public.activity_log (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references public.companies (id) on delete cascade,
  actor_id uuid default auth.uid(),
  type text not null check (char_length(type) <= 60),
  entity_type text not null default '' check (char_length(entity_type) <= 60),
  entity_id uuid,
  entity_label text not null default '' check (char_length(entity_label) <= 300),
  changes jsonb not null default '{}' check (private.are_changes(changes)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  rev text not null default 'srv-' || gen_random_uuid() check (char_length(rev) between 1 and 80),
  /** Who wrote the entry: a trigger (it happened), or somebody through the API (they say so). */
  origin text not null default 'trigger' check (origin in ('trigger', 'client')),
  constraint activity_log_changes_size check (octet_length(changes::text) <= 16384)
);
create index activity_log_company_id_created_at_idx on public.activity_log (company_id, created_at desc, id desc);
-- The history of one record is asked for whenever its page is opened with a network.
create index activity_log_company_id_entity_id_idx on public.activity_log (company_id, entity_id, created_at desc, id desc);

/** Whoever adds an entry is its actor, and it is theirs, whatever was sent; a trigger's own is made to fit. */
create function private.claim_activity() returns trigger language plpgsql set search_path = '' as $$
begin
  if current_user = 'authenticated' then
    new.actor_id := auth.uid();
    new.origin := 'client';
  else
    new.changes := private.shortened_changes(new.changes);
  end if;
  return new;
end $$;
create trigger claim_activity before insert on public.activity_log for each row execute function private.claim_activity();

/** The word for what happened to a record. */
create function private.activity_type(p_op text, p_old jsonb, p_new jsonb) returns text
  language plpgsql immutable set search_path = '' as $$
begin
  return case
    when p_op = 'INSERT' then 'created'
    when p_op = 'DELETE' then 'deleted'
    when p_new ? 'last_generated' then case
      when p_old -> 'last_generated' <> p_new -> 'last_generated' then 'generated'
      when p_old ->> 'generation_error' <> p_new ->> 'generation_error' and p_new ->> 'generation_error' <> '' then 'generation_failed'
      else 'updated' end
    when p_new ? 'payment_status' then case
      when p_old ->> 'status' <> p_new ->> 'status' then p_new ->> 'status'
      when p_old ->> 'payment_status' <> p_new ->> 'payment_status' then p_new ->> 'payment_status'
      when p_old ->> 'delivery' <> p_new ->> 'delivery' then p_new ->> 'delivery'
      else 'updated' end
    when p_old ->> 'status' is not distinct from p_new ->> 'status' then 'updated'
    when p_new ->> 'status' = 'pending' and p_old ->> 'status' = 'rejected' then 'resubmitted'
    when p_new ->> 'status' = 'pending' then 'reopened'
    when p_old ->> 'status' = 'pending' or (p_old ->> 'status', p_new ->> 'status') = ('approved', 'reimbursed') then p_new ->> 'status'
    else 'status_overridden' end;
end $$;

/** What the history calls a record: the column that the trigger names; a payment has no name but its invoice's, a series perhaps its customer's. */
create function private.activity_label(p_collection text, p_column text, p_row jsonb) returns text
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_label text := p_row ->> p_column;
begin
  if p_collection = 'payments' then
    v_label := (select i.number from public.invoices i where i.id = (p_row ->> 'invoice_id')::uuid);
  elsif p_collection = 'recurring_invoices' and v_label = '' then
    v_label := (select c.name from public.customers c where c.id = (p_row ->> 'customer_id')::uuid);
  end if;
  return coalesce(left(v_label, 300), '');
end $$;

/**
 * Arguments: the entity's collection, the column that a reader knows the record by, and fields that are no news. What loses its lines with
 * itself is logged before it is deleted, the rest after.
 */
create function private.log_activity() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_silent text[] := '{rev,created_at,updated_at,company_id}'::text[] || coalesce(tg_argv[2], '{}')::text[];
  v_row jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  v_old jsonb := case tg_op when 'INSERT' then '{}' when 'DELETE' then v_row - v_silent else to_jsonb(old) - v_silent end;
  v_new jsonb := case when tg_op = 'DELETE' then '{}' else v_row - v_silent end;
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

call private.make_synced('activity_log', 80, 'activity_log',
  '{actor_id,type,entity_type,entity_id,entity_label,changes}', '{}');
revoke delete on public.activity_log from authenticated;
update private.synced_collections set view_key = 'activity.view' where collection = 'activity_log';

/** The history of people and invitations is for who may view users, that of the mail settings for who may change them; and each for who did it. */
create policy member_select on public.activity_log for select to authenticated
  using ((company_id = any (array(select private.companies_with('activity.view')))
      and (entity_type not in ('members', 'invites') or company_id = any (array(select private.companies_with('users.view'))))
      and (entity_type <> 'mail_settings' or company_id = any (array(select private.companies_with('settings.mail')))))
    or (actor_id = (select auth.uid()) and company_id = any (array(select private.my_companies()))));
-- A person adds what only people know. What happened to a record is the triggers' to say.
create policy member_insert on public.activity_log for insert to authenticated
  with check (actor_id = (select auth.uid()) and company_id = any (array(select private.my_companies()))
    and type in ('note', 'payment_deleted')
    and (entity_type = '' or entity_type in (select s.collection from private.synced_collections s)));

revoke all on function
  private.claim_activity(), private.activity_type(text, jsonb, jsonb), private.activity_label(text, text, jsonb), private.log_activity() from public;
