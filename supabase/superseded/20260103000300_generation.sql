-- Invoices and expenses from recurring ones: each period of a series once, whoever asks, how often and at the same time.
-- Everything goes through one door: a recurring record is updated with `generate_requested`, which locks it; its trigger makes the document.

alter table public.invoices add column recurring_period date check (recurring_period between '1900-01-01' and '9999-12-31');
alter table public.expenses
  add column recurring_expense_id uuid,
  add column recurring_period date check (recurring_period between '1900-01-01' and '9999-12-31');
-- No foreign keys: what was generated stays as it is when its series is deleted, and a series that comes back knows what it made.
create unique index invoices_company_id_recurring_period_idx on public.invoices (company_id, recurring_invoice_id, recurring_period)
  where recurring_invoice_id is not null;
create unique index expenses_company_id_recurring_period_idx on public.expenses (company_id, recurring_expense_id, recurring_period)
  where recurring_expense_id is not null;

create or replace view private.invoice_documents with (security_invoker = true) as
  select i.id, i.company_id, i.number, i.document_type, i.cancels_id, i.cancelled_by_id, i.customer_id, i.recurring_invoice_id,
    i.status, i.delivery, i.sent_at, i.issue_date, i.due_date, i.due_days, i.service_from, i.service_to, i.currency, i.language,
    i.reference, i.notes, i.internal_notes, i.payment_terms, i.tax_mode, i.seller, i.buyer,
    i.net_total, i.tax_total, i.gross_total, i.tax_breakdown, i.paid_total, i.payment_status, i.created_by,
    coalesce((
      select jsonb_agg(jsonb_build_object('id', t.id, 'position', t.position, 'product_id', t.product_id, 'description', t.description,
        'unit', t.unit, 'quantity', t.quantity, 'unit_price', t.unit_price, 'discount_percent', t.discount_percent, 'tax_rate', t.tax_rate)
        order by t.position, t.id)
      from public.invoice_items t where t.company_id = i.company_id and t.invoice_id = i.id), '[]') as items,
    i.created_at, i.updated_at, i.rev, i.recurring_period
  from public.invoices i;

/** Writes the invoice of a period: the lines first, then the record. Returns why it is only a draft although it was to be issued, or ''. */
create function private.add_generated_invoice(p_series public.recurring_invoices, p_period date) returns text
  language plpgsql volatile security definer set search_path = '' as $$
declare
  v_interval text := private.invoice_interval(p_series.interval);
  v_document text := current_setting('kontor.document', true);
  v_problems text[] := '{}';
  v_invoice public.invoices;
begin
  v_invoice.id := gen_random_uuid();
  v_invoice.company_id := p_series.company_id;
  v_invoice.customer_id := p_series.customer_id;
  v_invoice.tax_mode := p_series.tax_mode;
  v_invoice.service_from := p_period;
  v_invoice.service_to := private.series_date(p_series.start_date, v_interval,
    private.series_index(p_series.start_date, v_interval, p_period) + 1) - 1;
  perform set_config('kontor.document', v_invoice.id::text, true);
  set constraints public.invoice_items_invoice_id_fkey deferred;
  insert into public.invoice_items (company_id, invoice_id, position, product_id, description, unit, quantity, unit_price, discount_percent, tax_rate)
    select t.company_id, v_invoice.id, t.position, t.product_id, t.description, t.unit, t.quantity, t.unit_price, t.discount_percent, t.tax_rate
    from public.recurring_invoice_items t where t.company_id = p_series.company_id and t.recurring_invoice_id = p_series.id;
  if p_series.generate_as = 'ready_to_issue' then v_problems := private.issue_problems(v_invoice); end if;
  insert into public.invoices (id, company_id, customer_id, recurring_invoice_id, recurring_period, status, due_days, service_from, service_to,
      currency, language, reference, notes, internal_notes, payment_terms, tax_mode, created_by)
    values (v_invoice.id, v_invoice.company_id, v_invoice.customer_id, p_series.id, p_period,
      case when v_problems = '{}' then p_series.generate_as else 'draft' end, p_series.due_days, v_invoice.service_from, v_invoice.service_to,
      p_series.currency, p_series.language, p_series.reference, p_series.notes, p_series.internal_notes, p_series.payment_terms,
      p_series.tax_mode, coalesce(auth.uid(), p_series.created_by));
  perform set_config('kontor.document', coalesce(v_document, ''), true);
  return case when v_problems = '{}' then '' else left('cannot_issue:' || array_to_string(v_problems, ','), 500) end;
end $$;

/** Refuses a wish that no series fulfils; `p_next` is its first period that was not generated yet. */
create function private.refuse_period(p_is_active boolean, p_in_series boolean, p_period date, p_next date) returns void
  language plpgsql immutable set search_path = '' as $$
begin
  if not p_is_active then
    raise exception 'recurring_inactive' using errcode = 'P0001', detail = 'is_active';
  end if;
  if not p_in_series or p_period > p_next then
    raise exception 'not_a_period' using errcode = 'P0001', detail = 'generate_requested';
  end if;
end $$;

/** The next period, and the wish to generate one. Never what a client sent. */
create function private.plan_recurring_invoice() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_interval text := private.invoice_interval(new.interval);
begin
  if tg_op = 'INSERT' then
    -- A series that comes back after it was deleted.
    new.last_generated := greatest(new.last_generated, (select max(i.recurring_period) from public.invoices i
      where i.company_id = new.company_id and i.recurring_invoice_id = new.id));
  elsif new.is_active and not old.is_active and new.skip_before is not distinct from old.skip_before then
    new.skip_before := private.company_today(new.company_id);
  end if;
  new.next_generation := private.next_generation(new.start_date, v_interval, new.last_generated, new.skip_before);
  if new.generate_requested is null then return new; end if;

  if not exists (select from public.invoices i
    where i.company_id = new.company_id and i.recurring_invoice_id = new.id and i.recurring_period = new.generate_requested) then
    perform private.refuse_period(new.is_active, private.is_in_series(new.start_date, v_interval, new.end_date, new.generate_requested),
      new.generate_requested, new.next_generation);
    new.generation_error := private.add_generated_invoice(new, new.generate_requested);
  end if;
  new.last_generated := greatest(new.last_generated, new.generate_requested);
  new.next_generation := private.next_generation(new.start_date, v_interval, new.last_generated, new.skip_before);
  new.generate_requested := null;
  return new;
end $$;
-- After `guard_recurring`, which asks for the keys (triggers run in the order of their names).
create trigger plan_recurring before insert or update on public.recurring_invoices for each row execute function private.plan_recurring_invoice();

create function private.add_generated_expense(p_series public.recurring_expenses, p_period date) returns void
  language sql volatile security definer set search_path = '' as $$
  insert into public.expenses (company_id, created_by, category_id, vendor_id, customer_id, description, amount, currency, tax_rate, tax_amount,
      expense_date, is_billable, is_reimbursable, payment_method, recurring_expense_id, recurring_period)
    values (p_series.company_id, p_series.created_by, p_series.category_id, p_series.vendor_id, p_series.customer_id, p_series.description,
      p_series.amount, p_series.currency, p_series.tax_rate, p_series.tax_amount, p_period, p_series.is_billable, p_series.is_reimbursable,
      p_series.payment_method, p_series.id, p_period) $$;

/** As `plan_recurring_invoice`. */
create function private.plan_recurring_expense() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    new.last_generated := greatest(new.last_generated, (select max(e.recurring_period) from public.expenses e
      where e.company_id = new.company_id and e.recurring_expense_id = new.id));
  elsif new.is_active and not old.is_active and new.skip_before is not distinct from old.skip_before then
    new.skip_before := private.company_today(new.company_id);
  end if;
  new.next_generation := private.next_generation(new.start_date, new.interval, new.last_generated, new.skip_before);
  if new.generate_requested is null then return new; end if;

  if not exists (select from public.expenses e
    where e.company_id = new.company_id and e.recurring_expense_id = new.id and e.recurring_period = new.generate_requested) then
    perform private.refuse_period(new.is_active, private.is_in_series(new.start_date, new.interval, new.end_date, new.generate_requested),
      new.generate_requested, new.next_generation);
    perform private.add_generated_expense(new, new.generate_requested);
    new.generation_error := '';
  end if;
  new.last_generated := greatest(new.last_generated, new.generate_requested);
  new.next_generation := private.next_generation(new.start_date, new.interval, new.last_generated, new.skip_before);
  new.generate_requested := null;
  return new;
end $$;
create trigger plan_recurring before insert or update on public.recurring_expenses for each row execute function private.plan_recurring_expense();

/** A generated invoice as its recurring invoice's reader may know it. */
create function private.generated_invoice(p_series uuid, p_period date, out id uuid, out number text)
  language sql stable security definer set search_path = '' as $$
  select i.id, i.number from public.invoices i
  where i.recurring_invoice_id = p_series and i.recurring_period = p_period
    and i.company_id in (select private.companies_with('recurring_invoices.view')) and private.second_factor_satisfied() $$;

/**
 * Generates one invoice now: of this period, else the oldest that is due, else it answers with the newest there is, so that a repeated
 * call makes no second one. Returns `{invoice_id, number, period, next_generation, already_generated}`.
 */
create function public.generate_recurring_invoice(p_recurring_invoice uuid, p_period date default null) returns jsonb
  language plpgsql volatile set search_path = '' set timezone = 'UTC' as $$
declare
  v_series public.recurring_invoices;
  v_period date;
  v_before record;
  v_after record;
begin
  select * into v_series from public.recurring_invoices r where r.id = p_recurring_invoice;
  if not found then raise exception 'recurring_invoice_not_found' using errcode = 'P0001'; end if;
  if not private.has_key(v_series.company_id, 'recurring_invoices.generate') then
    raise exception 'not_allowed' using errcode = '42501', detail = 'recurring_invoices.generate';
  end if;
  -- In the order in which pushes lock.
  perform pg_advisory_xact_lock(hashtextextended('kontor.push:' || v_series.company_id, 0));
  select * into v_series from public.recurring_invoices r where r.id = p_recurring_invoice for update;
  if not found then raise exception 'recurring_invoice_not_found' using errcode = 'P0001'; end if;
  if not v_series.is_active then raise exception 'recurring_inactive' using errcode = 'P0001', detail = 'is_active'; end if;

  v_period := coalesce(p_period, case
    when v_series.last_generated is null or (v_series.next_generation - v_series.lead_days <= private.todays_date(v_series.company_id)
      and (v_series.end_date is null or v_series.next_generation <= v_series.end_date)) then v_series.next_generation
    else v_series.last_generated end);
  select * into v_before from private.generated_invoice(v_series.id, v_period);
  if v_before.id is null then
    update public.recurring_invoices r set generate_requested = v_period where r.id = v_series.id;
  end if;
  select * into v_after from private.generated_invoice(v_series.id, v_period);
  return jsonb_build_object('invoice_id', v_after.id, 'number', v_after.number, 'period', v_period, 'already_generated', v_before.id is not null,
    'next_generation', (select r.next_generation from public.recurring_invoices r where r.id = v_series.id));
end $$;

/** The company's date today, for its members. */
create function private.todays_date(p_company uuid) returns date
  language sql stable security definer set search_path = '' as $$
  select private.company_today(p_company) where p_company in (select private.my_companies()) $$;

/** Where a recurring record is due for the daily run: its date, its lead and its end, seen on that day. */
create function private.is_due(p_is_active boolean, p_auto boolean, p_next date, p_lead int, p_end date, p_today date) returns boolean
  language sql immutable set search_path = '' as $$
  select p_is_active and p_auto and p_next - p_lead <= p_today and (p_end is null or p_next <= p_end) $$;

/** Companies with something to generate at that moment. */
create function private.companies_due(p_now timestamptz) returns setof uuid
  language sql stable security definer set search_path = '' as $$
  -- Nobody's date is more than a day ahead of UTC, and no lead is longer than 60 days; the index answers that much.
  select distinct c.id
  from (
    select r.company_id, r.is_active, r.auto_generate, r.next_generation, r.lead_days, r.end_date from public.recurring_invoices r
      where r.is_active and r.auto_generate and r.next_generation <= (p_now at time zone 'UTC')::date + 61
    union all
    select r.company_id, r.is_active, r.auto_generate, r.next_generation, r.lead_days, r.end_date from public.recurring_expenses r
      where r.is_active and r.auto_generate and r.next_generation <= (p_now at time zone 'UTC')::date + 61) d
  join public.companies c on c.id = d.company_id
  where private.is_due(d.is_active, d.auto_generate, d.next_generation, d.lead_days, d.end_date,
    (p_now at time zone (c.settings #>> '{company_details,basics,timezone}'))::date) $$;

/** Generates the next period of one recurring record if it is due that day; what fails is written beside it and stops nothing else. */
create function private.generate_next(p_table name, p_id uuid, p_today date) returns boolean
  language plpgsql volatile security definer set search_path = '' as $$
declare
  v_count int;
  v_state text; v_message text; v_detail text; v_constraint text;
begin
  execute format('update public.%I r set generate_requested = r.next_generation where r.id = $1
    and private.is_due(r.is_active, r.auto_generate, r.next_generation, r.lead_days, r.end_date, $2)', p_table) using p_id, p_today;
  get diagnostics v_count = row_count;
  return v_count > 0;
exception when others then
  get stacked diagnostics v_state = returned_sqlstate, v_message = message_text, v_detail = pg_exception_detail, v_constraint = constraint_name;
  if v_state in ('40001', '40P01', '55P03', '57014') or v_state like '53%' or v_state like '57P%' or v_state like '58%' or v_state like 'XX%' then raise; end if;
  execute format('update public.%I r set generation_error = $2 where r.id = $1 and r.generation_error <> $2', p_table) using p_id,
    left(case when v_state = 'P0001' then concat_ws(':', v_message, nullif(v_detail, ''))
      else concat_ws(':', 'generation_failed', coalesce(nullif(v_constraint, ''), v_state)) end, 500);
  return false;
end $$;

/** Generates all that a company has due at that moment. Returns how many documents were made. */
create function private.generate_company_due(p_company uuid, p_now timestamptz) returns int
  language plpgsql volatile security definer set search_path = '' as $$
declare
  v_today date := (select (p_now at time zone (c.settings #>> '{company_details,basics,timezone}'))::date from public.companies c where c.id = p_company);
  v_count int := 0;
  v record;
begin
  -- In the order in which pushes lock.
  perform pg_advisory_xact_lock(hashtextextended('kontor.push:' || p_company, 0));
  for v in
    select 'recurring_invoices' as table_name, r.id, r.next_generation from public.recurring_invoices r
      where r.company_id = p_company and private.is_due(r.is_active, r.auto_generate, r.next_generation, r.lead_days, r.end_date, v_today)
    union all
    select 'recurring_expenses', r.id, r.next_generation from public.recurring_expenses r
      where r.company_id = p_company and private.is_due(r.is_active, r.auto_generate, r.next_generation, r.lead_days, r.end_date, v_today)
    order by 3, 2
  loop
    -- A series that was entered with years behind it comes in portions.
    for i in 1 .. 100 loop
      exit when not private.generate_next(v.table_name, v.id, v_today);
      v_count := v_count + 1;
    end loop;
  end loop;
  return v_count;
end $$;

/** The daily run for all companies, each in a transaction of its own, so that none waits for the others or falls with them. */
create procedure private.generate_due(p_now timestamptz) language plpgsql as $$
declare
  v_companies uuid[] := array(select d from private.companies_due(p_now) d);
  v_company uuid;
begin
  foreach v_company in array v_companies loop
    perform private.generate_company_due(v_company, p_now);
    commit;
  end loop;
end $$;

create or replace function private.activity_type(p_op text, p_old jsonb, p_new jsonb) returns text
  language sql immutable set search_path = '' as $$
  select case
    when p_op = 'INSERT' then 'created'
    when p_op = 'DELETE' then 'deleted'
    when p_new ? 'last_generated' then case
      when p_old -> 'last_generated' <> p_new -> 'last_generated' then 'generated'
      when p_old ->> 'generation_error' <> p_new ->> 'generation_error' and p_new ->> 'generation_error' <> '' then 'generation_failed'
      else 'updated' end
    when p_new ? 'payment_status' then case
      when p_old ->> 'status' <> p_new ->> 'status' then p_new ->> 'status'
      when p_old ->> 'payment_status' <> p_new ->> 'payment_status' then p_new ->> 'payment_status'
      when p_old ->> 'delivery' <> p_new ->> 'delivery' then p_new ->> 'delivery'
      else 'updated' end
    when p_old ->> 'status' is not distinct from p_new ->> 'status' then 'updated'
    when p_new ->> 'status' = 'pending' and p_old ->> 'status' = 'rejected' then 'resubmitted'
    when p_new ->> 'status' = 'pending' then 'reopened'
    when p_old ->> 'status' = 'pending' or (p_old ->> 'status', p_new ->> 'status') = ('approved', 'reimbursed') then p_new ->> 'status'
    else 'status_overridden' end $$;

/** What a reader calls the record: the column that the trigger names; a payment has no name but its invoice's, a series perhaps its customer's. */
create or replace function private.activity_label(p_collection text, p_column text, p_row jsonb) returns text
  language sql stable security definer set search_path = '' as $$
  select coalesce(left(case
    when p_collection = 'payments' then (select i.number from public.invoices i where i.id = (p_row ->> 'invoice_id')::uuid)
    when p_collection = 'recurring_invoices' and p_row ->> 'name' = '' then (
      select c.name from public.customers c where c.id = (p_row ->> 'customer_id')::uuid)
    else p_row ->> p_column end, 300), '') $$;

create trigger log_activity after insert or update or delete on public.recurring_invoices
  for each row execute function private.log_activity('recurring_invoices', 'name', '{next_generation,generate_requested}');
create trigger log_activity after insert or update or delete on public.recurring_expenses
  for each row execute function private.log_activity('recurring_expenses', 'description', '{next_generation,generate_requested}');

revoke all on function
  private.add_generated_invoice(public.recurring_invoices, date), private.refuse_period(boolean, boolean, date, date), private.plan_recurring_invoice(),
  private.add_generated_expense(public.recurring_expenses, date), private.plan_recurring_expense(), private.generated_invoice(uuid, date),
  private.todays_date(uuid), private.is_due(boolean, boolean, date, int, date, date), private.companies_due(timestamptz),
  private.generate_next(name, uuid, date), private.generate_company_due(uuid, timestamptz) from public;
revoke all on procedure private.generate_due(timestamptz) from public;
grant execute on function private.generated_invoice(uuid, date), private.todays_date(uuid) to authenticated;
revoke all on function public.generate_recurring_invoice(uuid, date) from public, anon, authenticated;
grant execute on function public.generate_recurring_invoice(uuid, date) to authenticated;
