/**
 * The day the money of an expense left, null while it has not: what an employee advanced leaves when it is reimbursed. In PL/pgSQL, whose body stays
 * prepared: an approval asks four times, and a function in SQL with a search path of its own is set up anew for each.
 */
create or replace function private.money_day(p_expense public.expenses) returns date
  language plpgsql immutable set search_path = '' as $$
begin
  return case when p_expense.status = 'reimbursed' or p_expense.status = 'approved' and not p_expense.is_reimbursable
    then coalesce(private.payment_day(p_expense.paid_on, p_expense.booked_on), p_expense.booked_on, p_expense.expense_date) end;
end $$;
