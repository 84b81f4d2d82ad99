-- pending → approved → reimbursed (DESIGN §7): the steps, who may take them, and what may still be changed.

/** Keys that a step needs; null when only `expenses.override_status` allows it. */
create function private.expense_step_keys(p_from text, p_to text, p_paid_on_approval boolean) returns text[]
  language sql immutable as $$
  select case p_from || '>' || p_to
    when 'pending>approved' then '{expenses.approve}'::text[]
    when 'pending>rejected' then '{expenses.approve}'
    when 'pending>reimbursed' then case when p_paid_on_approval then '{expenses.approve}' else '{expenses.approve,expenses.reimburse}' end::text[]
    when 'approved>reimbursed' then '{expenses.reimburse}'
    when 'approved>pending' then '{expenses.approve}'
    when 'reimbursed>pending' then '{expenses.approve,expenses.reimburse}'
    when 'rejected>pending' then '{}' end $$;

/** Whether the caller may take a step with this expense; raises the refusal. */
create function private.refuse_expense_step(p_from text, p_new public.expenses, p_paid_on_approval boolean) returns void
  language plpgsql stable set search_path = '' as $$
declare
  v_keys text[] := private.expense_step_keys(p_from, p_new.status, p_paid_on_approval);
  v_own boolean := p_new.created_by = auth.uid();
  v_key text;
begin
  if v_own and p_from in ('pending', 'rejected') and p_new.status in ('approved', 'reimbursed') and not private.is_owner_or_alone(p_new.company_id) then
    raise exception 'own_expense' using errcode = 'P0001', detail = 'status';
  end if;
  if btrim(p_new.rejection_reason) = '' and (p_new.status = 'rejected' or (p_new.status = 'pending' and p_from in ('approved', 'reimbursed'))) then
    raise exception 'reason_required' using errcode = 'P0001', detail = 'rejection_reason';
  end if;
  if private.has_key(p_new.company_id, 'expenses.override_status') then return; end if;
  if v_keys is null then
    raise exception 'invalid_transition' using errcode = 'P0001', detail = p_from || '>' || p_new.status;
  end if;
  foreach v_key in array v_keys loop
    if not private.has_key(p_new.company_id, v_key) then
      raise exception 'not_allowed' using errcode = '42501', detail = v_key;
    end if;
  end loop;
  if p_from = 'rejected' and not (v_own and private.has_key(p_new.company_id, 'expenses.update_own'))
    and not private.has_key(p_new.company_id, 'expenses.update') and not private.has_key(p_new.company_id, 'expenses.approve') then
    raise exception 'not_allowed' using errcode = '42501', detail = 'expenses.update';
  end if;
end $$;

/** Whether the caller may change these fields in this state; raises the refusal. */
create function private.refuse_expense_edit(p_old public.expenses, p_new public.expenses) returns void
  language plpgsql stable set search_path = '' as $$
declare
  v_step constant text[] := '{status,rejection_reason,paid_on,payment_method,booked_on,decided_by,decided_at,booked_at,updated_at,rev,exchange}';
  v_is_booked boolean := p_old.status in ('approved', 'reimbursed') and p_new.status in ('approved', 'reimbursed');
  v_same public.expenses := p_new;
  v_old jsonb;
  v_new jsonb;
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
  -- A step and nothing else, as most are.
  v_same.rev := p_old.rev;
  v_same.status := p_old.status;
  if v_same is not distinct from p_old then return; end if;
  -- What a device thinks that an expense is worth until it is booked is no edit, a rate that a person enters is one.
  v_old := to_jsonb(p_old) - v_step || jsonb_build_object('exchange', case when v_is_booked then p_old.exchange else private.entered_rate(p_old.exchange) end);
  v_new := to_jsonb(p_new) - v_step || jsonb_build_object('exchange', case when v_is_booked then p_new.exchange else private.entered_rate(p_new.exchange) end);
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

/** Rights and consequences of a client's change; the platform itself (seed, restore) writes what it has. */
create function private.expense_lifecycle() returns trigger
  language plpgsql set search_path = '' as $$
declare
  v_from text := 'pending';
  v_settings record;
begin
  if current_user <> 'authenticated' then
    if new.status in ('approved', 'reimbursed') then new.booked_at := coalesce(new.booked_at, new.decided_at, now()); end if;
    return new;
  end if;
  if tg_op = 'INSERT' then
    new.created_by := auth.uid();
    if new.reverses_expense_id is not null then
      new := private.expense_reversal(new);
      new.booked_at := now();
      if new.status = 'reimbursed' then
        perform private.refuse_expense_step('approved', new, false);
        new.paid_on := coalesce(new.paid_on, (select s.today from private.expense_settings(new.company_id) s));
      elsif new.paid_on is not null and not private.has_key(new.company_id, 'expenses.update') and not private.has_key(new.company_id, 'expenses.reimburse') then
        raise exception 'not_allowed' using errcode = '42501', detail = 'expenses.update';
      end if;
      perform private.refuse_closed_expense(old, new);
      return new;
    end if;
    new.reversal_reason := '';
  else
    v_from := old.status;
    perform private.refuse_expense_edit(old, new);
  end if;
  if new.status <> v_from then
    select * into v_settings from private.expense_settings(new.company_id);
    perform private.refuse_expense_step(v_from, new, new.is_reimbursable and v_settings.mark_as_paid);
    if v_from in ('approved', 'reimbursed') then perform private.refuse_unbooking(old, new.status); end if;
    if new.status = 'approved' and v_from in ('pending', 'rejected') and new.is_reimbursable and v_settings.mark_as_paid then
      new.status := 'reimbursed';
    end if;
    if new.status in ('approved', 'reimbursed') then
      new.rejection_reason := '';
      new.booked_at := coalesce(new.booked_at, now());
    end if;
    if new.status = 'reimbursed' then new.paid_on := coalesce(new.paid_on, v_settings.today);
    elsif v_from = 'reimbursed' then new.paid_on := null;
    end if;
    if new.status = 'pending' then
      new.decided_by := null;
      new.decided_at := null;
    elsif v_from in ('pending', 'rejected') or new.status = 'rejected' then
      new.decided_by := auth.uid();
      new.decided_at := now();
    end if;
  end if;
  -- What is not booked counts on no day; an older app leaves there what it does not know.
  if new.status in ('pending', 'rejected') then new.booked_on := null; end if;
  perform private.refuse_closed_expense(old, new);
  return new;
end $$;
create trigger expense_lifecycle before insert or update on public.expenses for each row execute function private.expense_lifecycle();

revoke all on function
  private.expense_step_keys(text, text, boolean), private.refuse_expense_step(text, public.expenses, boolean),
  private.refuse_expense_edit(public.expenses, public.expenses), private.expense_lifecycle() from public;
-- Checks, policies and triggers that run with the caller's rights call these.
grant execute on function
  private.expense_step_keys(text, text, boolean), private.refuse_expense_step(text, public.expenses, boolean),
  private.refuse_expense_edit(public.expenses, public.expenses) to authenticated;
