-- What an approved expense is held to: it is not changed or deleted, but reversed, and its month stays closed.

/** An expense as it stands, locked: what is reversed is not reopened meanwhile. */
create function private.locked_expense(p_company uuid, p_id uuid) returns public.expenses
  language plpgsql volatile security definer set search_path = '' as $$
declare
  v_expense public.expenses;
begin
  select * into v_expense from public.expenses e
    where e.company_id = p_company and e.id = p_id for update;
  return v_expense;
end $$;

/** Whether there is a reversal of it. */
create function private.is_reversed_expense(p_company uuid, p_id uuid) returns boolean
  language sql stable security definer set search_path = '' as $$
  select exists (select from public.expenses r where r.company_id = p_company and r.reverses_expense_id = p_id) $$;

/** The reversal of a booking: all of it with the sign turned, approved at once, on a day and for a reason that a person gives. */
create function private.expense_reversal(p_new public.expenses) returns public.expenses
  language plpgsql volatile set search_path = '' as $$
declare
  v_original public.expenses := private.locked_expense(p_new.company_id, p_new.reverses_expense_id);
begin
  if not private.has_key(p_new.company_id, 'expenses.approve') then
    raise exception 'not_allowed' using errcode = '42501', detail = 'expenses.approve';
  end if;
  if v_original.id is null then raise exception 'missing_parent' using errcode = '23503', detail = 'reverses_expense_id'; end if;
  if btrim(p_new.reversal_reason) = '' then raise exception 'reason_required' using errcode = 'P0001', detail = 'reversal_reason'; end if;
  if v_original.status not in ('approved', 'reimbursed') or v_original.reverses_expense_id is not null then
    raise exception 'not_booked' using errcode = 'P0001', detail = 'reverses_expense_id';
  end if;
  p_new.amount := -v_original.amount;
  p_new.currency := v_original.currency;
  p_new.tax_rate := v_original.tax_rate;
  p_new.tax_amount := -v_original.tax_amount;
  p_new.tax_lines := (
    select coalesce(jsonb_agg(l.line || jsonb_build_object('net', -(l.line -> 'net')::numeric, 'tax', -(l.line -> 'tax')::numeric) order by l.place), '[]')
    from jsonb_array_elements(v_original.tax_lines) with ordinality l (line, place));
  p_new.category_id := v_original.category_id;
  p_new.vendor_id := v_original.vendor_id;
  p_new.customer_id := v_original.customer_id;
  p_new.description := v_original.description;
  p_new.is_billable := v_original.is_billable;
  p_new.is_reimbursable := v_original.is_reimbursable;
  p_new.payment_method := v_original.payment_method;
  p_new.is_separate := true;
  p_new.rejection_reason := '';
  p_new.status := case p_new.status when 'reimbursed' then 'reimbursed' else 'approved' end;
  if p_new.status = 'approved' and p_new.is_reimbursable then p_new.paid_on := null; end if;
  p_new.decided_by := auth.uid();
  p_new.decided_at := now();
  return p_new;
end $$;

/** Refuses the step of a booking that was reversed, or is a reversal, and to take back one that is no longer taken back. */
create function private.refuse_unbooking(p_old public.expenses, p_to text) returns void
  language plpgsql volatile set search_path = '' as $$
begin
  if private.is_reversed_expense(p_old.company_id, p_old.id) or (p_old.reverses_expense_id is not null and p_to <> 'reimbursed') then
    raise exception 'expense_reversed' using errcode = 'P0001', detail = 'status';
  end if;
  if (p_old.status, p_to) <> ('approved', 'reimbursed') then
    perform private.refuse_booked(p_old.company_id, coalesce(p_old.booked_on, p_old.expense_date), 'expense_date', p_old.booked_at, 'expense_booked');
  end if;
end $$;

/** What a closed month holds against a client's change: bookings of that month, and money that left on its days. */
create function private.refuse_closed_expense(p_old public.expenses, p_new public.expenses) returns void
  language plpgsql volatile set search_path = '' as $$
begin
  -- Paying what was booked is no new booking.
  if p_new.status in ('approved', 'reimbursed') and (p_old.status in ('approved', 'reimbursed')) is not true then
    perform private.refuse_closed(p_new.company_id, coalesce(p_new.booked_on, p_new.expense_date), 'expense_date');
  end if;
  -- Noted or not: an approval that is taken back takes its money along.
  if private.money_day(p_new) is distinct from private.money_day(p_old)
    or ((p_new.paid_on, p_new.payment_method) is distinct from (p_old.paid_on, p_old.payment_method) and p_new.status = p_old.status) then
    perform private.refuse_closed(p_new.company_id, private.money_day(p_old), 'paid_on');
    perform private.refuse_closed(p_new.company_id, private.money_day(p_new), 'paid_on');
  end if;
end $$;

/** What was booked once stays, whatever became of it: a number that is gone would be a hole nobody can explain. */
create function private.keep_booked_expense() returns trigger
  language plpgsql set search_path = '' as $$
begin
  if current_user = 'authenticated' and old.booked_at is not null then
    raise exception 'expense_booked' using errcode = 'P0001', detail = 'booked_at';
  end if;
  return old;
end $$;
create trigger keep_booked before delete on public.expenses for each row execute function private.keep_booked_expense();

revoke all on function
  private.locked_expense(uuid, uuid), private.is_reversed_expense(uuid, uuid), private.expense_reversal(public.expenses),
  private.refuse_unbooking(public.expenses, text), private.refuse_closed_expense(public.expenses, public.expenses), private.keep_booked_expense() from public;
-- Checks, policies and triggers that run with the caller's rights call these.
grant execute on function
  private.locked_expense(uuid, uuid), private.is_reversed_expense(uuid, uuid), private.expense_reversal(public.expenses),
  private.refuse_unbooking(public.expenses, text), private.refuse_closed_expense(public.expenses, public.expenses) to authenticated;
