-- What comes late for a month that is closed is booked in an open one, and keeps its own day: `booked_on` is the day it counts on instead.
-- `src/domain/bookings` decides the same on the device.

alter table public.expenses
  add column booked_on date check (booked_on between '1900-01-01' and '9999-12-31'),
  add constraint expenses_booked_on_later check (booked_on >= expense_date);
alter table public.payments
  add column booked_on date check (booked_on between '1900-01-01' and '9999-12-31'),
  add constraint payments_booked_on_later check (booked_on >= payment_date);
comment on column public.expenses.booked_on is 'The day it counts on in the books, where the month of its own was closed when it was approved.';
comment on column public.payments.booked_on is 'The day it counts on in the books, where the month of its own was closed when it was recorded.';

/** The day on which money counts that went on `p_paid_on`: never before a booking that came late. */
create function private.payment_day(p_paid_on date, p_booked_on date) returns date
  language sql immutable set search_path = '' as $$
  select case when p_booked_on > p_paid_on then p_booked_on else p_paid_on end $$;

/** Refuses the step of a booking that was reversed, or is a reversal, and to take back one that is no longer taken back. */
create or replace function private.refuse_unbooking(p_old public.expenses, p_to text) returns void
  language plpgsql volatile set search_path = '' as $$
begin
  if private.is_reversed_expense(p_old.company_id, p_old.id) or (p_old.reverses_expense_id is not null and p_to <> 'reimbursed') then
    raise exception 'expense_reversed' using errcode = 'P0001', detail = 'status';
  end if;
  if (p_old.status, p_to) <> ('approved', 'reimbursed') then
    perform private.refuse_booked(p_old.company_id, coalesce(p_old.booked_on, p_old.expense_date), 'expense_date', p_old.booked_at, 'expense_booked');
  end if;
end $$;

/** Whether the caller may change these fields in this state; raises the refusal. */
create or replace function private.refuse_expense_edit(p_old public.expenses, p_new public.expenses) returns void
  language plpgsql stable set search_path = '' as $$
declare
  v_step constant text[] := '{status,rejection_reason,paid_on,payment_method,booked_on,decided_by,decided_at,booked_at,updated_at,rev}';
  v_old jsonb := to_jsonb(p_old) - v_step;
  v_new jsonb := to_jsonb(p_new) - v_step;
begin
  if p_new.rejection_reason <> p_old.rejection_reason and p_new.status = p_old.status
    and not private.has_key(p_new.company_id, 'expenses.approve') then
    raise exception 'not_allowed' using errcode = '42501', detail = 'expenses.approve';
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
  -- What was approved is what was approved: it is reopened to be changed, while that is possible.
  if v_new <> v_old and p_old.status in ('approved', 'reimbursed') and p_new.status <> 'pending' then
    raise exception 'expense_locked' using errcode = 'P0001',
      detail = (select n.key from jsonb_each(v_new) n where n.value is distinct from v_old -> n.key order by n.key limit 1);
  end if;
end $$;

/** What a closed month holds against a client's change: bookings of that month, and payments on its days. */
create or replace function private.refuse_closed_expense(p_old public.expenses, p_new public.expenses) returns void
  language plpgsql volatile set search_path = '' as $$
begin
  -- Paying what was booked is no new booking.
  if p_new.status in ('approved', 'reimbursed') and (p_old.status in ('approved', 'reimbursed')) is not true then
    perform private.refuse_closed(p_new.company_id, coalesce(p_new.booked_on, p_new.expense_date), 'expense_date');
    perform private.refuse_closed(p_new.company_id, private.payment_day(p_new.paid_on, p_new.booked_on), 'paid_on');
  end if;
  if p_new.paid_on is distinct from p_old.paid_on and (p_new.status in ('approved', 'reimbursed') or p_old.status in ('approved', 'reimbursed')) then
    perform private.refuse_closed(p_new.company_id, private.payment_day(p_old.paid_on, p_old.booked_on), 'paid_on');
    perform private.refuse_closed(p_new.company_id, private.payment_day(p_new.paid_on, p_new.booked_on), 'paid_on');
  end if;
end $$;

/** Rights and consequences of a client's change; the platform itself (seed, restore) writes what it has. */
create or replace function private.expense_lifecycle() returns trigger
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
      perform private.refuse_closed(new.company_id, coalesce(new.booked_on, new.expense_date), 'expense_date');
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

/** A payment is corrected while the window is open, and reversed after; a pair of payment and reversal stays as it is. */
create or replace function private.guard_payment() returns trigger
  language plpgsql set search_path = '' as $$
declare
  v_original public.payments;
begin
  if current_user <> 'authenticated' then return case when tg_op = 'DELETE' then old else new end; end if;
  if tg_op = 'INSERT' then
    if new.reverses_payment_id is not null then
      if not private.has_key(new.company_id, 'payments.update') then
        raise exception 'not_allowed' using errcode = '42501', detail = 'payments.update';
      end if;
      -- Its invoice is locked by `claim_payment`, which comes before.
      select * into v_original from public.payments p where p.id = new.reverses_payment_id;
      if v_original.id is null then raise exception 'missing_parent' using errcode = '23503', detail = 'reverses_payment_id'; end if;
      if btrim(new.reversal_reason) = '' then raise exception 'reason_required' using errcode = 'P0001', detail = 'reversal_reason'; end if;
      if v_original.reverses_payment_id is not null or v_original.invoice_id <> new.invoice_id then
        raise exception 'not_booked' using errcode = 'P0001', detail = 'reverses_payment_id';
      end if;
      new.amount := -v_original.amount;
      new.method := v_original.method;
      new.reference := v_original.reference;
      new.notes := '';
      new.is_separate := true;
    else
      new.reversal_reason := '';
    end if;
    perform private.refuse_closed(new.company_id, coalesce(new.booked_on, new.payment_date), 'payment_date');
    return new;
  end if;
  -- The answer to the question whether it is a double changes no booking.
  if to_jsonb(new) - '{is_separate,rev,updated_at}'::text[] = to_jsonb(old) - '{is_separate,rev,updated_at}'::text[] then
    return new;
  end if;
  if old.reverses_payment_id is not null or private.is_reversed_payment(old.company_id, old.id) then
    raise exception 'payment_reversed' using errcode = 'P0001', detail = 'reverses_payment_id';
  end if;
  perform private.refuse_booked(old.company_id, coalesce(old.booked_on, old.payment_date), 'payment_date', old.created_at, 'payment_booked');
  if tg_op = 'DELETE' then return old; end if;
  perform private.refuse_closed(new.company_id, coalesce(new.booked_on, new.payment_date), 'payment_date');
  return new;
end $$;

update private.synced_collections set insertable = insertable || '{booked_on}'::name[], updatable = updatable || '{booked_on}'::name[]
  where collection in ('expenses', 'payments');
grant insert (booked_on), update (booked_on) on public.expenses to authenticated;
grant insert (booked_on), update (booked_on) on public.payments to authenticated;

revoke all on function private.payment_day(date, date) from public;
grant execute on function private.payment_day(date, date) to authenticated;
