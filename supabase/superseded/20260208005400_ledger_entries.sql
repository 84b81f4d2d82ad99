-- What enters each kind of record into the ledger.

create function private.enter_invoice() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_form constant int := private.ledger_form('invoices');
begin
  -- Payments change the sums of an invoice and nothing of what was issued; its lines can't change any more.
  if tg_op = 'UPDATE' and private.invoice_facts(old, '', v_form) = private.invoice_facts(new, '', v_form) or not private.is_entered(new.company_id) then
    return null;
  end if;
  perform private.append_to_ledger(new.company_id,
    case
      when tg_op = 'UPDATE' and old.status = new.status then 'changed'
      when new.status = 'cancelled' then 'cancelled'
      else 'issued' end,
    'invoices', new.id, new.number, private.invoice_facts(new, private.invoice_item_facts(new.company_id, new.id, v_form), v_form));
  return null;
end $$;
-- At the commit, after `zz_log_change` (triggers run in the order of their names): the company's clock is held before its ledger.
create constraint trigger zzz_enter_new after insert on public.invoices deferrable initially deferred for each row
  when (new.status in ('issued', 'cancelled')) execute function private.enter_invoice();
create constraint trigger zzz_enter_changed after update on public.invoices deferrable initially deferred for each row
  when (new.status in ('issued', 'cancelled')) execute function private.enter_invoice();

create function private.enter_expense() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_form constant int := private.ledger_form('expenses');
  v_was boolean := false;
  v_is boolean := new.status in ('approved', 'reimbursed');
begin
  if tg_op = 'UPDATE' then
    v_was := old.status in ('approved', 'reimbursed');
    if v_was = v_is and private.expense_facts(old, v_form) = private.expense_facts(new, v_form) then return null; end if;
  end if;
  if not private.is_entered(new.company_id) then return null; end if;
  perform private.append_to_ledger(new.company_id,
    case
      when not v_is then 'unbooked'
      when not v_was then case when new.reverses_expense_id is null then 'booked' else 'reversed' end
      when old.status = 'approved' and new.status = 'reimbursed' then 'paid'
      else 'changed' end,
    'expenses', new.id, new.number, private.expense_facts(new, v_form), private.verified_receipts(new.company_id, new.id));
  return null;
end $$;
create constraint trigger zzz_enter_new after insert on public.expenses deferrable initially deferred for each row
  when (new.status in ('approved', 'reimbursed')) execute function private.enter_expense();
create constraint trigger zzz_enter_changed after update on public.expenses deferrable initially deferred for each row
  when (old.status in ('approved', 'reimbursed') or new.status in ('approved', 'reimbursed')) execute function private.enter_expense();

create function private.enter_payment() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_form constant int := private.ledger_form('payments');
  v_row public.payments := case when tg_op = 'DELETE' then old else new end;
begin
  if tg_op = 'UPDATE' and private.payment_facts(old, v_form) = private.payment_facts(new, v_form) or not private.is_entered(v_row.company_id) then
    return null;
  end if;
  perform private.append_to_ledger(v_row.company_id,
    case tg_op
      when 'DELETE' then 'deleted'
      when 'UPDATE' then 'changed'
      else case when v_row.reverses_payment_id is null then 'paid' else 'reversed' end end,
    'payments', v_row.id, (select i.number from public.invoices i where i.id = v_row.invoice_id), private.payment_facts(v_row, v_form));
  return null;
end $$;
create constraint trigger zzz_enter after insert or update or delete on public.payments deferrable initially deferred for each row
  execute function private.enter_payment();

create function private.enter_period() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_form constant int := private.ledger_form('periods');
begin
  if tg_op = 'UPDATE' and private.period_facts(old, v_form) = private.period_facts(new, v_form) or not private.is_entered(new.company_id) then
    return null;
  end if;
  perform private.append_to_ledger(new.company_id, case when new.is_closed then 'closed' else 'opened' end,
    'periods', new.id, private.day_text(new.month), private.period_facts(new, v_form));
  return null;
end $$;
create constraint trigger zzz_enter after insert or update on public.periods deferrable initially deferred for each row
  execute function private.enter_period();

create function private.enter_settings() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_form constant int := private.ledger_form('companies');
begin
  if tg_op = 'UPDATE' and private.company_facts(old, v_form) is not distinct from private.company_facts(new, v_form) or not private.is_entered(new.id) then
    return null;
  end if;
  perform private.append_to_ledger(new.id, 'settings', 'companies', new.id, new.name, private.company_facts(new, v_form));
  return null;
end $$;
create constraint trigger zzz_enter after insert or update on public.companies deferrable initially deferred for each row
  execute function private.enter_settings();

/** A receipt that the server verifies after its expense was booked. */
create function private.enter_receipt() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_expense public.expenses;
begin
  select e.* into v_expense from private.receipt_objects r join public.expenses e on e.company_id = r.company_id and e.id = r.expense_id
    where r.id = new.file_id and r.is_original = new.is_original and (new.sha256, new.size) = (r.sha256, r.size)
      and e.status in ('approved', 'reimbursed');
  if v_expense.id is null or not private.is_entered(new.company_id) then return null; end if;
  perform private.append_to_ledger(v_expense.company_id, 'receipt', 'expenses', v_expense.id, v_expense.number,
    private.expense_facts(v_expense, private.ledger_form('expenses')), private.verified_receipts(v_expense.company_id, v_expense.id));
  return null;
end $$;
create constraint trigger zzz_enter after insert or update on public.file_checks deferrable initially deferred for each row
  execute function private.enter_receipt();

revoke all on function
  private.enter_invoice(), private.enter_expense(), private.enter_payment(), private.enter_period(), private.enter_settings(),
  private.enter_receipt() from public;
