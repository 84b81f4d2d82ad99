-- What a person with several companies sees of all of them at once, without opening each (`src/decisions/0037-all-companies-at-a-glance.md`).

/**
 * Per company in which the caller sees the dashboard: its currency, its day, and of what the caller may see there the cells of the running month
 * (as `month_cells` has them) and of all claims (`open|EUR|2026-10-31`: how many and what is owed in minor units, by due day), and how many expenses
 * wait for them. An invoice that comes to less than nothing asks for no money: it is no claim of a company's. Parts that the caller may not see are
 * missing. Amounts of different companies are never added here.
 */
create function public.companies_at_a_glance() returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_me uuid := private.require_person();
begin
  return (
    with mine as (
      select c.id, c.name, private.books_currency(c.settings) as currency, private.company_today(c.id) as today,
        c.id in (select private.companies_with('invoices.view')) as sees_invoices,
        c.id in (select private.companies_with('payments.view')) as sees_payments,
        c.id in (select private.companies_with('expenses.view')) as sees_expenses,
        c.id in (select private.companies_with('expenses.approve')) as approves,
        -- An author does not approve an own expense, owners and people working alone aside.
        m.is_owner or (select count(*) = 1 from public.company_users o where o.company_id = c.id) as decides_on_own
      from public.companies c join public.company_users m on m.company_id = c.id and m.user_id = v_me
      where c.id in (select private.companies_with('dashboard.view')))
    select jsonb_build_object('user_id', v_me, 'companies', coalesce(jsonb_agg(jsonb_build_object('company_id', m.id, 'currency', m.currency, 'today', m.today,
        'cells', private.month_cells(m.id, date_trunc('month', m.today::timestamp)::date) - array_remove(array[
          case when not m.sees_invoices then 'invoices' end,
          case when not m.sees_payments then 'payments' end,
          case when not m.sees_expenses then 'expenses' end], null),
        'claims', case when m.sees_invoices then coalesce(claims.its, '{}') end,
        'to_approve', case when m.approves then (
          select count(*) from public.expenses e
          where e.company_id = m.id and e.status = 'pending' and (m.decides_on_own or e.created_by is distinct from v_me)) end,
        'refused', (select count(*) from public.expenses e where e.company_id = m.id and e.status = 'rejected' and e.created_by = v_me)
      ) order by m.name, m.id), '[]'))
    from mine m
    cross join lateral (
      select jsonb_object_agg(o.key, o.numbers) as its
      from (
        select concat_ws('|', 'open', i.currency, coalesce(i.due_date, i.issue_date)) as key,
          concat_ws(' ', count(*), sum(round((private.claim_of(i) - i.paid_total) * private.minor_units(i.currency)))) as numbers
        from public.invoices i
        where m.sees_invoices and i.company_id = m.id and i.status = 'issued' and i.document_type = 'invoice'
          and i.payment_status in ('unpaid', 'partially_paid')
          -- What comes to less than nothing has to go to the customer.
          and private.claim_of(i) >= 0
        group by 1) o) claims);
end $$;

revoke all on function public.companies_at_a_glance() from public, anon;
grant execute on function public.companies_at_a_glance() to authenticated;
