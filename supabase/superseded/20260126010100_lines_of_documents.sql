-- A line that names no document is refused in one way: the setting is null in a session that has written none yet, and empty after.

create or replace function private.guard_item() returns trigger
  language plpgsql set search_path = '' as $$
declare
  v_id uuid := case when tg_op = 'DELETE' then old.invoice_id else new.invoice_id end;
  v_invoice record;
begin
  select * into v_invoice from private.locked_invoice(v_id);
  if tg_op <> 'DELETE' then
    new.company_id := coalesce(new.company_id, v_invoice.company_id);
    if coalesce(v_invoice.company_id <> new.company_id, coalesce(current_setting('kontor.document', true), '') is distinct from v_id::text) then
      raise exception 'missing_parent' using errcode = '23503', detail = 'invoice_id';
    end if;
    -- The product only says where a line came from: one that is gone must not keep an invoice from being saved.
    if new.product_id is not null and not private.has_product(new.company_id, new.product_id) then new.product_id := null; end if;
  end if;
  if current_user in ('authenticated', 'service_role') and v_invoice.status in ('issued', 'cancelled') then
    raise exception 'invoice_frozen' using errcode = 'P0001', detail = 'items';
  end if;
  if current_user = 'authenticated' and v_invoice.created_by <> auth.uid() and not private.has_key(v_invoice.company_id, 'invoices.update') then
    raise exception 'not_allowed' using errcode = '42501', detail = 'invoices.update';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;

create or replace function private.guard_recurring_item() returns trigger
  language plpgsql set search_path = '' as $$
declare
  v_id uuid := case when tg_op = 'DELETE' then old.recurring_invoice_id else new.recurring_invoice_id end;
  v_parent record;
  v_key text;
begin
  select * into v_parent from private.locked_recurring_invoice(v_id);
  if tg_op <> 'DELETE' then
    new.company_id := coalesce(new.company_id, v_parent.company_id);
    if coalesce(v_parent.company_id <> new.company_id, coalesce(current_setting('kontor.document', true), '') is distinct from v_id::text) then
      raise exception 'missing_parent' using errcode = '23503', detail = 'recurring_invoice_id';
    end if;
    -- The product only says where a line came from: one that is gone must not keep a recurring invoice from being saved.
    if new.product_id is not null and not private.has_product(new.company_id, new.product_id) then new.product_id := null; end if;
  end if;
  if current_user = 'authenticated' then
    v_key := case
      when v_parent.created_by <> auth.uid() and not private.has_key(v_parent.company_id, 'recurring_invoices.update') then 'recurring_invoices.update'
      when v_parent.generate_as = 'ready_to_issue' and not private.has_key(v_parent.company_id, 'invoices.issue') then 'invoices.issue' end;
    if v_key is not null then raise exception 'not_allowed' using errcode = '42501', detail = v_key; end if;
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
