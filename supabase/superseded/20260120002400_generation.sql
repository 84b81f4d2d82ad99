-- Invoices and expenses from recurring ones: each period of a series once, whoever asks, how often and at the same time.
-- Everything goes through one door: a recurring record is updated with `generate_requested`, which locks it; its trigger makes the document.

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

/** Refuses a wish that no series fulfils; `p_next` is its first period that was not generated yet. What is not known to be right is refused. */
create function private.refuse_period(p_is_active boolean, p_in_series boolean, p_period date, p_next date) returns void
  language plpgsql immutable set search_path = '' as $$
begin
  if p_is_active is not true then
    raise exception 'recurring_inactive' using errcode = 'P0001', detail = 'is_active';
  end if;
  if (p_in_series and p_period <= p_next) is not true then
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
 * call makes no second one. Whoever has a document generated decides on what it will say: with `p_rev`, the version the person saw,
 * a series that has changed since makes none.
 * Returns `{invoice_id, number, period, next_generation, already_generated}`.
 */
create function public.generate_recurring_invoice(p_recurring_invoice uuid, p_period date default null, p_rev text default null)
  returns jsonb
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
    if p_rev <> v_series.rev then raise exception 'series_changed' using errcode = 'P0001', detail = 'rev'; end if;
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

-- The trouble of one company stops the daily run of no other, is said where it is the company's own to mend, and is tried again.

/** The date there at that moment; null where this server knows no such time zone: the list comes with its version. */
create function private.date_in_zone(p_zone text, p_at timestamptz) returns date
  language plpgsql stable set search_path = '' as $$
begin
  return (p_at at time zone p_zone)::date;
exception when invalid_parameter_value then
  return null;
end $$;

/** Writes beside everything that is due why nothing is generated; once, however often it is tried. */
create function private.note_unknown_timezone(p_company uuid, p_day date) returns void
  language plpgsql volatile security definer set search_path = '' as $$
begin
  update public.recurring_invoices r set generation_error = 'unknown_timezone' where r.company_id = p_company
    and private.is_due(r.is_active, r.auto_generate, r.next_generation, r.lead_days, r.end_date, p_day) and r.generation_error <> 'unknown_timezone';
  update public.recurring_expenses r set generation_error = 'unknown_timezone' where r.company_id = p_company
    and private.is_due(r.is_active, r.auto_generate, r.next_generation, r.lead_days, r.end_date, p_day) and r.generation_error <> 'unknown_timezone';
end $$;

/** Companies with something to generate at that moment. One without a time zone is among them by the date of UTC: its run says what is wrong. */
create function private.companies_due(p_now timestamptz) returns setof uuid
  language sql stable security definer set search_path = '' as $$
  -- Nobody's date is more than a day ahead of UTC, and no lead is longer than 60 days; the index answers that much.
  with waiting as materialized (
    select r.company_id, r.is_active, r.auto_generate, r.next_generation, r.lead_days, r.end_date from public.recurring_invoices r
      where r.is_active and r.auto_generate and r.next_generation <= (p_now at time zone 'UTC')::date + 61
    union all
    select r.company_id, r.is_active, r.auto_generate, r.next_generation, r.lead_days, r.end_date from public.recurring_expenses r
      where r.is_active and r.auto_generate and r.next_generation <= (p_now at time zone 'UTC')::date + 61),
  today as materialized (
    select c.id, coalesce(private.date_in_zone(c.settings #>> '{company_details,basics,timezone}', p_now), (p_now at time zone 'UTC')::date) as day
    from public.companies c where c.id in (select w.company_id from waiting w))
  select distinct t.id from waiting w join today t on t.id = w.company_id
  where private.is_due(w.is_active, w.auto_generate, w.next_generation, w.lead_days, w.end_date, t.day) $$;

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
/**
 * Generates what a company has due at that moment, and stops once that took so long: meanwhile its own devices wait. Returns how many
 * documents were made; 0 when nothing was left, or nothing could be made.
 */
create function private.generate_company_due(p_company uuid, p_now timestamptz, p_slice interval default '5 seconds') returns int
  -- A device that holds the lock for long is left to its work.
  language plpgsql volatile security definer set search_path = '' set lock_timeout = '10s' as $$
declare
  v_started timestamptz := clock_timestamp();
  v_today date;
  v_count int := 0;
  v record;
begin
  -- In the order in which pushes lock.
  perform pg_advisory_xact_lock(hashtextextended('kontor.push:' || p_company, 0));
  select private.date_in_zone(c.settings #>> '{company_details,basics,timezone}', p_now) into v_today from public.companies c where c.id = p_company;
  if v_today is null then
    perform private.note_unknown_timezone(p_company, (p_now at time zone 'UTC')::date);
    return 0;
  end if;
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
      if clock_timestamp() - v_started >= p_slice then return v_count; end if;
    end loop;
  end loop;
  return v_count;
end $$;

/**
 * The daily run for all companies, each in transactions of its own, so that none waits for the others or falls with them: a company for
 * which the database itself fails, or takes too long, is left to the next run. Who has much to make up for comes again after the others.
 */
create procedure private.generate_due(p_now timestamptz) language plpgsql as $$
declare
  v_companies uuid[] := array(select d from private.companies_due(p_now) d);
  v_unfinished uuid[];
  v_company uuid;
begin
  while cardinality(v_companies) > 0 loop
    v_unfinished := '{}';
    foreach v_company in array v_companies loop
      begin
        if private.generate_company_due(v_company, p_now) > 0 then v_unfinished := v_unfinished || v_company; end if;
      -- `others` leaves out a statement that took too long. The text of the failure may quote what a customer typed.
      exception when query_canceled or others then
        raise warning 'recurring items of company % are not generated: %', v_company, sqlstate;
      end;
      commit;
    end loop;
    v_companies := v_unfinished;
  end loop;
end $$;

create trigger log_activity after insert or update or delete on public.recurring_invoices
  for each row execute function private.log_activity('recurring_invoices', 'name', '{next_generation,generate_requested}');
create trigger log_activity after insert or update or delete on public.recurring_expenses
  for each row execute function private.log_activity('recurring_expenses', 'description', '{next_generation,generate_requested}');

revoke all on function
  private.add_generated_invoice(public.recurring_invoices, date), private.refuse_period(boolean, boolean, date, date), private.plan_recurring_invoice(),
  private.add_generated_expense(public.recurring_expenses, date), private.plan_recurring_expense(), private.generated_invoice(uuid, date),
  private.todays_date(uuid), private.is_due(boolean, boolean, date, int, date, date), private.companies_due(timestamptz),
  private.date_in_zone(text, timestamptz), private.note_unknown_timezone(uuid, date), private.generate_next(name, uuid, date),
  private.generate_company_due(uuid, timestamptz, interval) from public;
revoke all on procedure private.generate_due(timestamptz) from public;
grant execute on function private.generated_invoice(uuid, date), private.todays_date(uuid) to authenticated;
revoke all on function public.generate_recurring_invoice(uuid, date, text) from public, anon, authenticated;
grant execute on function public.generate_recurring_invoice(uuid, date, text) to authenticated;

-- The daily run, every hour: companies have their own midnight. Where pg_cron is missing, somebody else calls it (`supabase/local` has a timer).
do $$
begin
  if not exists (select from pg_catalog.pg_available_extensions where name = 'pg_cron') then return; end if;
  create extension if not exists pg_cron;
  perform cron.schedule('kontor-generate-due', '7 * * * *', 'call private.generate_due(now())');
exception when others then
  -- Installed on the machine, but not for this database: no reason to refuse the product.
  raise warning 'recurring items are not generated by pg_cron: %', sqlerrm;
end $$;
