-- What a trigger or a policy calls for every row is written in plpgsql, which keeps its plan for the session; in SQL it was planned for each row.

/** One key in one company, for triggers; policies use `companies_with`. */
create or replace function private.has_key(p_company uuid, p_key text) returns boolean
  language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from private.companies_with(p_key) c where c = p_company);
end $$;

/** What the history calls a record: its number or name. */
create or replace function private.activity_label(p_collection text, p_column text, p_row jsonb) returns text
  language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(left(case
    when p_collection = 'payments' then (select i.number from public.invoices i where i.id = (p_row ->> 'invoice_id')::uuid)
    when p_collection = 'recurring_invoices' and p_row ->> 'name' = '' then (
      select c.name from public.customers c where c.id = (p_row ->> 'customer_id')::uuid)
    else p_row ->> p_column end, 300), '');
end $$;

/** The word for what happened to a record. */
create or replace function private.activity_type(p_op text, p_old jsonb, p_new jsonb) returns text
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

/** Changes that fit an entry of the history: long values are named without what they held; if that is still too much, none are named. */
create or replace function private.shortened_changes(p_changes jsonb) returns jsonb
  language plpgsql immutable set search_path = '' as $$
declare
  v_short jsonb;
begin
  if octet_length(p_changes::text) <= 16384 then return p_changes; end if;
  v_short := (select jsonb_object_agg(c.key, case when octet_length(c.value::text) > 400 then '["…", "…"]' else c.value end) from jsonb_each(p_changes) c);
  return case when octet_length(v_short::text) <= 16384 then v_short else '{}' end;
end $$;

/** Whether the caller may change these fields in this state; raises the refusal. */
create or replace function private.refuse_expense_edit(p_old public.expenses, p_new public.expenses) returns void
  language plpgsql stable set search_path = '' as $$
declare
  v_step constant text[] := '{status,rejection_reason,paid_on,payment_method,decided_by,decided_at,updated_at,rev}';
  v_old jsonb := to_jsonb(p_old) - v_step;
  v_new jsonb := to_jsonb(p_new) - v_step;
begin
  if p_new.rejection_reason <> p_old.rejection_reason and p_new.status = p_old.status
    and not private.has_key(p_new.company_id, 'expenses.approve') then
    raise exception 'not_allowed' using errcode = '42501', detail = 'expenses.approve';
  end if;
  -- The day of payment belongs to the step that pays.
  if v_new = v_old and p_new.payment_method = p_old.payment_method
    and (p_new.paid_on is not distinct from p_old.paid_on or (p_new.status = 'reimbursed' and p_old.status <> 'reimbursed')) then
    return;
  end if;
  if not private.has_key(p_new.company_id, 'expenses.update')
    and not (p_old.created_by = auth.uid() and p_old.status in ('pending', 'rejected') and private.has_key(p_new.company_id, 'expenses.update_own'))
    and not (v_new = v_old and private.has_key(p_new.company_id, 'expenses.reimburse')) then
    raise exception 'not_allowed' using errcode = '42501', detail = 'expenses.update';
  end if;
  -- What was approved is what was approved: it is reopened to be changed.
  if v_new <> v_old and p_old.status in ('approved', 'reimbursed') and p_new.status <> 'pending'
    and not private.has_key(p_new.company_id, 'expenses.override_status') then
    raise exception 'expense_locked' using errcode = 'P0001',
      detail = (select n.key from jsonb_each(v_new) n where n.value is distinct from v_old -> n.key order by n.key limit 1);
  end if;
end $$;
