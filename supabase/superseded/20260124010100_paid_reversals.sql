-- A reversal that was paid back, or whose payment was dated, before it was sent comes as that: what a person did to it without a network is
-- neither dropped nor let past its own rights and closed months.

/** The reversal of a booking: all of it with the sign turned, approved at once, on a day and for a reason that a person gives. */
create or replace function private.expense_reversal(p_new public.expenses) returns public.expenses
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
