-- Invoices and expenses from recurring ones: each period of a series once, whoever asks, how often and at the same time.
-- Everything goes through one door: a recurring record is updated with `generate_requested`, which locks it; its trigger makes the document.

/** Writes the invoice of a period: the lines first, then the record. Returns why it is only a draft although it was to be issued, or ''. */
create function private.add_generated_invoice(p_series public.recurring_invoices, p_period date) returns text
  language plpgsql security definer set search_path = '' as $$
declare
  v_interval text := private.invoice_interval(p_series.interval);
  v_document text := current_setting('kontor.document', true);
  v_problems text[] := '{}';
  v_invoice public.invoices;
begin
  v_invoice.id := gen_random_uuid();
  v_invoice.company_id := p_series.company_id;
  v_invoice.customer_id := p_series.customer_id;
  v_invoice.currency := p_series.currency;
  v_invoice.language := p_series.language;
  v_invoice.tax_mode := p_series.tax_mode;
  v_invoice.reference := p_series.reference;
  v_invoice.notes := p_series.notes;
  v_invoice.payment_terms := p_series.payment_terms;
  v_invoice.service_from := p_period;
  v_invoice.service_to := private.series_date(p_series.start_date, v_interval,
    private.series_index(p_series.start_date, v_interval, p_period) + 1) - 1;
  perform set_config('kontor.document', v_invoice.id::text, true);
  set constraints public.invoice_items_invoice_id_fkey deferred;
  insert into public.invoice_items (company_id, invoice_id, position, product_id, description, unit, quantity, unit_price, discount_percent, tax_rate,
      tax_category, exemption_reason)
    select t.company_id, v_invoice.id, t.position, t.product_id, t.description, t.unit, t.quantity, t.unit_price, t.discount_percent, t.tax_rate,
      t.tax_category, t.exemption_reason
    from public.recurring_invoice_items t where t.company_id = p_series.company_id and t.recurring_invoice_id = p_series.id;
  if p_series.generate_as = 'ready_to_issue' then
    v_problems := private.issue_problems(v_invoice);
    -- Only a person overrules a warning.
    if v_problems = '{}' then v_problems := private.unseen_warnings(v_invoice); end if;
  end if;
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

revoke all on function
  private.add_generated_invoice(public.recurring_invoices, date), private.refuse_period(boolean, boolean, date, date),
  private.plan_recurring_invoice(), private.add_generated_expense(public.recurring_expenses, date), private.plan_recurring_expense(),
  private.generated_invoice(uuid, date) from public;
revoke all on function public.generate_recurring_invoice(uuid, date, text) from public, anon, authenticated;
-- Checks, policies and triggers that run with the caller's rights call these.
grant execute on function private.generated_invoice(uuid, date) to authenticated;
grant execute on function public.generate_recurring_invoice(uuid, date, text) to authenticated;
