-- Invoices and payments in the history: issued, sent, paid, cancelled by name, and a payment is called by its invoice's number.

create or replace function private.activity_type(p_op text, p_old jsonb, p_new jsonb) returns text
  language sql immutable set search_path = '' as $$
  select case
    when p_op = 'INSERT' then 'created'
    when p_op = 'DELETE' then 'deleted'
    when p_new ? 'payment_status' then case
      when p_old ->> 'status' <> p_new ->> 'status' then p_new ->> 'status'
      when p_old ->> 'payment_status' <> p_new ->> 'payment_status' then p_new ->> 'payment_status'
      when p_old ->> 'delivery' <> p_new ->> 'delivery' then p_new ->> 'delivery'
      else 'updated' end
    when p_old ->> 'status' is not distinct from p_new ->> 'status' then 'updated'
    when p_new ->> 'status' = 'pending' and p_old ->> 'status' = 'rejected' then 'resubmitted'
    when p_new ->> 'status' = 'pending' then 'reopened'
    when p_old ->> 'status' = 'pending' or (p_old ->> 'status', p_new ->> 'status') = ('approved', 'reimbursed') then p_new ->> 'status'
    else 'status_overridden' end $$;

/** What a reader calls the record: the column that the trigger names; a payment has no name but its invoice's. */
create function private.activity_label(p_collection text, p_column text, p_row jsonb) returns text
  language sql stable security definer set search_path = '' as $$
  select coalesce(left(case
    when p_collection = 'payments' then (select i.number from public.invoices i where i.id = (p_row ->> 'invoice_id')::uuid)
    else p_row ->> p_column end, 300), '') $$;

/** Arguments: the entity's collection, the column that a reader knows the record by, and fields that are no news. */
create or replace function private.log_activity() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_silent text[] := '{rev,created_at,updated_at,company_id}'::text[] || coalesce(tg_argv[2], '{}')::text[];
  v_old jsonb := case when tg_op = 'INSERT' then '{}' else to_jsonb(old) - v_silent end;
  v_new jsonb := case when tg_op = 'DELETE' then '{}' else to_jsonb(new) - v_silent end;
  v_row jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  v_initial text := case when tg_argv[0] = 'invoices' then 'draft' else 'pending' end;
  v_label text;
  v_changes jsonb := '{}';
begin
  if tg_op = 'UPDATE' then
    v_changes := private.changed_fields(v_old, v_new);
    if v_changes = '{}' then return null; end if;
  end if;
  -- What a new company starts with is not news.
  if current_setting('kontor.is_creating_company', true) = 'on' and tg_argv[0] <> 'companies' then return null; end if;
  -- A seed brings its own history.
  if current_setting('kontor.is_seeding', true) = 'on' and auth.uid() is null then return null; end if;
  -- A deleted company takes its history along.
  if not exists (select from public.companies c where c.id = (v_row ->> 'company_id')::uuid) then return null; end if;
  -- What only some may see is not named to everybody who reads the history.
  v_label := case when v_row -> 'confidential' = 'true' then '' else private.activity_label(tg_argv[0], tg_argv[1], v_row) end;
  insert into public.activity_log (company_id, actor_id, type, entity_type, entity_id, entity_label, changes)
    values ((v_row ->> 'company_id')::uuid, auth.uid(), private.activity_type(tg_op, v_old, v_new), tg_argv[0], (v_row ->> 'id')::uuid,
      v_label, case when v_row -> 'confidential' = 'true' then '{}' else v_changes end);
  -- A device may create and decide offline, which arrives as one insert.
  if tg_op = 'INSERT' and v_new ->> 'status' <> v_initial then
    insert into public.activity_log (company_id, actor_id, type, entity_type, entity_id, entity_label, changes)
      values ((v_row ->> 'company_id')::uuid, auth.uid(), v_new ->> 'status', tg_argv[0], (v_row ->> 'id')::uuid,
        v_label, jsonb_build_object('status', jsonb_build_array(v_initial, v_new -> 'status')));
  end if;
  return null;
end $$;

create trigger log_activity after insert or update or delete on public.invoices
  for each row execute function private.log_activity('invoices', 'number', '{seller,buyer,tax_breakdown,cancelled_by_id,number_year,number_seq}');
create trigger log_activity after insert or update or delete on public.payments
  for each row execute function private.log_activity('payments', 'invoice_id');

revoke all on function private.activity_label(text, text, jsonb) from public;
