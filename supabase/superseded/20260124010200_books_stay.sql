-- What was left beside the books: a text on what was booked, and a day of today that goes back into a closed month.

/** Whether the caller may change these fields in this state; raises the refusal. */
create or replace function private.refuse_expense_edit(p_old public.expenses, p_new public.expenses) returns void
  language plpgsql stable set search_path = '' as $$
declare
  v_step constant text[] := '{status,rejection_reason,paid_on,payment_method,booked_on,decided_by,decided_at,booked_at,updated_at,rev,exchange}';
  v_is_booked boolean := p_old.status in ('approved', 'reimbursed') and p_new.status in ('approved', 'reimbursed');
  -- What a device thinks that an expense is worth until it is booked is no edit, a rate that a person enters is one.
  v_old jsonb := to_jsonb(p_old) - v_step || jsonb_build_object('exchange', case when v_is_booked then p_old.exchange else private.entered_rate(p_old.exchange) end);
  v_new jsonb := to_jsonb(p_new) - v_step || jsonb_build_object('exchange', case when v_is_booked then p_new.exchange else private.entered_rate(p_new.exchange) end);
begin
  if p_new.rejection_reason <> p_old.rejection_reason and p_new.status = p_old.status
    and not private.has_key(p_new.company_id, 'expenses.approve') then
    raise exception 'not_allowed' using errcode = '42501', detail = 'expenses.approve';
  end if;
  if p_new.rejection_reason <> p_old.rejection_reason and p_new.status = p_old.status and p_old.status in ('approved', 'reimbursed') then
    raise exception 'expense_locked' using errcode = 'P0001', detail = 'rejection_reason';
  end if;
  -- The day it counts on belongs to the step that books.
  if p_new.booked_on is distinct from p_old.booked_on and p_old.status in ('approved', 'reimbursed') and p_new.status in ('approved', 'reimbursed') then
    raise exception 'expense_locked' using errcode = 'P0001', detail = 'booked_on';
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
  -- A rate that was missing is supplied once.
  if p_old.exchange is null and v_new - 'exchange' = v_old - 'exchange' then return; end if;
  -- What was approved is what was approved: it is reopened to be changed, while that is possible.
  if v_new <> v_old and p_old.status in ('approved', 'reimbursed') and p_new.status <> 'pending' then
    raise exception 'expense_locked' using errcode = 'P0001',
      detail = (select n.key from jsonb_each(v_new) n where n.value is distinct from v_old -> n.key order by n.key limit 1);
  end if;
end $$;

/** Only what is over is closed, so today is never in a closed month, nor is what is issued or paid today; another timezone does not change that. */
create function private.keep_today_open() returns trigger
  language plpgsql set search_path = '' as $$
declare
  v_zone text := new.settings #>> '{company_details,basics,timezone}';
begin
  if current_user <> 'authenticated' or v_zone = old.settings #>> '{company_details,basics,timezone}' then return new; end if;
  perform private.hold_periods(new.id);
  if private.is_closed(new.id, (now() at time zone v_zone)::date) then
    raise exception 'period_closed' using errcode = 'P0001', detail = 'settings.company_details.basics.timezone';
  end if;
  return new;
end $$;
-- After `guard_company_update` and `complete_settings` (triggers run in the order of their names), which refuse what is none.
create trigger keep_today_open before update of settings on public.companies for each row execute function private.keep_today_open();
revoke all on function private.keep_today_open() from public;
