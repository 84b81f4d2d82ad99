import type { Query } from '#local/db/port.ts';

/**
 * What the triggers would have written, had the demo been lived through: one part per kind of event, each with
 * actor, type, collection, record, label, changes and instant. Nobody as the actor is Kontor itself.
 */
const EVENTS = [
  // Master data, entered when the company came to Kontor.
  ...['vendors', 'customers', 'invoice_products'].map(
    (
      table,
    ) => `select (select user_id from public.company_users where company_id = $1 and is_owner), 'created', '${table}', id, name, '{}'::jsonb, created_at
      from public.${table} where company_id = $1`,
  ),
  `select case when recurring_expense_id is null then created_by end, 'created', 'expenses', id, number, '{}', created_at
   from public.expenses where company_id = $1`,
  `select decided_by, case when is_step then 'approved' else status end, 'expenses', id, number,
     jsonb_build_object('status', jsonb_build_array('pending', case when is_step then 'approved' else status end))
       || case when status = 'rejected' then jsonb_build_object('rejection_reason', jsonb_build_array('', rejection_reason)) else '{}' end
       || case when status = 'reimbursed' and not is_step then jsonb_build_object('paid_on', jsonb_build_array(null, paid_on)) else '{}' end,
     greatest(decided_at, created_at + interval '2 minutes')
   from (select e.*, e.status = 'reimbursed' and c.settings #>> '{expense_defaults,mark_as_paid_on_approval}' = 'false' as is_step
     from public.expenses e join public.companies c on c.id = e.company_id) e
   where company_id = $1 and decided_at is not null`,
  `select decided_by, 'reimbursed', 'expenses', e.id, e.number,
     jsonb_build_object('status', jsonb_build_array('approved', 'reimbursed'), 'paid_on', jsonb_build_array(null, paid_on)), paid_on + interval '7 hours'
   from public.expenses e join public.companies c on c.id = e.company_id
   where e.company_id = $1 and status = 'reimbursed' and c.settings #>> '{expense_defaults,mark_as_paid_on_approval}' = 'false'`,
  `select created_by, 'created', 'files', id, case when confidential then '' else name end, '{}', created_at from public.files where company_id = $1`,
  `select case when recurring_invoice_id is null then created_by end, 'created', 'invoices', id, '', '{}', created_at
   from public.invoices where company_id = $1`,
  `select case when is_unattended then null else i.created_by end, 'issued', 'invoices', i.id, i.number, '{"status": ["draft", "issued"]}',
     coalesce(case when not is_unattended then i.sent_at end - interval '2 minutes', i.created_at + interval '1 minute')
   from (select i.*, coalesce(r.generate_as = 'ready_to_issue', false) as is_unattended
     from public.invoices i left join public.recurring_invoices r on r.id = i.recurring_invoice_id) i
   where i.company_id = $1 and i.number is not null`,
  `select created_by, 'sent', 'invoices', id, number, jsonb_build_object('delivery', jsonb_build_array('not_sent', 'sent')), sent_at
   from public.invoices where company_id = $1 and sent_at is not null and document_type = 'invoice'`,
  `select created_by, 'cancelled', 'invoices', id, number, '{"status": ["issued", "cancelled"]}', coalesce(sent_at, created_at) + interval '8 minutes'
   from public.invoices where company_id = $1 and status = 'cancelled'`,
  `select p.created_by, 'created', 'payments', p.id, i.number, '{}', p.created_at
   from public.payments p join public.invoices i on i.id = p.invoice_id where p.company_id = $1`,
  `select p.created_by, i.payment_status, 'invoices', i.id, i.number,
     jsonb_build_object('paid_total', jsonb_build_array(0, i.paid_total), 'payment_status', jsonb_build_array('unpaid', i.payment_status)),
     p.created_at + interval '1 second'
   from public.payments p join public.invoices i on i.id = p.invoice_id where p.company_id = $1`,
  `select created_by, 'created', 'recurring_invoices', id, name, '{}', created_at from public.recurring_invoices where company_id = $1`,
  `select created_by, 'created', 'recurring_expenses', id, description, '{}', created_at from public.recurring_expenses where company_id = $1`,
  `select null, 'generated', 'recurring_invoices', r.id, r.name,
     jsonb_build_object('last_generated', jsonb_build_array(lag(i.recurring_period) over series, i.recurring_period))
       || case when r.generation_error <> '' and i.recurring_period = r.last_generated
         then jsonb_build_object('generation_error', jsonb_build_array('', r.generation_error)) else '{}' end, i.created_at
   from public.invoices i join public.recurring_invoices r on r.id = i.recurring_invoice_id where i.company_id = $1
   window series as (partition by r.id order by i.recurring_period)`,
  `select null, 'generated', 'recurring_expenses', r.id, r.description,
     jsonb_build_object('last_generated', jsonb_build_array(lag(e.recurring_period) over series, e.recurring_period)), e.created_at
   from public.expenses e join public.recurring_expenses r on r.id = e.recurring_expense_id where e.company_id = $1
   window series as (partition by r.id order by e.recurring_period)`,
  `select created_by, 'updated', 'recurring_invoices', id, name, '{"is_active": [true, false]}', last_generated + interval '2 days 9 hours'
   from public.recurring_invoices where company_id = $1 and not is_active`,
  `select created_by, 'updated', 'recurring_expenses', id, description, '{"is_active": [true, false]}', last_generated + interval '2 days 9 hours'
   from public.recurring_expenses where company_id = $1 and not is_active`,
];

/** For devices, as the trigger would have logged it. */
const LOG_SQL = `
with clock as (
  insert into private.company_clocks as clock (company_id, seq) select $1, count(*) from public.activity_log where company_id = $1
    on conflict (company_id) do update set seq = clock.seq + excluded.seq
    returning seq - (select count(*) from public.activity_log where company_id = $1) as start)
insert into private.change_log (company_id, collection, row_id, seq, deleted)
select $1, 'activity_log', a.id, clock.start + row_number() over (order by a.created_at, a.id), false from public.activity_log a, clock where a.company_id = $1`;

/** Writes the history of a company that was seeded. */
export async function insertHistory(query: Query, companyId: string): Promise<void> {
  const events = EVENTS.map((event) => `(${event})`).join(' union all ');
  await query(
    `insert into public.activity_log (company_id, actor_id, type, entity_type, entity_id, entity_label, changes, created_at)
     select $1, e.actor_id, e.type, e.entity_type, e.entity_id, coalesce(e.entity_label, ''), e.changes, e.created_at
     from (${events}) e (actor_id, type, entity_type, entity_id, entity_label, changes, created_at) order by e.created_at`,
    [companyId],
  );
  await query(LOG_SQL, [companyId]);
}
