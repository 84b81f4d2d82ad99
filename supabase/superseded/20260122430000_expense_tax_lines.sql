-- The tax table of a receipt (decision 0016): several rates, each with net and tax as printed. `tax_lines` is the truth; `tax_rate` and `tax_amount`
-- follow from it for apps that know one rate. `src/domain/expenses/tax-lines.ts` decides the same on the device.

alter table public.expenses add column tax_lines jsonb not null default '[]' check (char_length(tax_lines::text) <= 10000);
comment on column public.expenses.tax_lines is
  '[{rate, net, tax, category, country, deductible_percent}], amounts in major units; empty where the receipt shows no tax, or where older figures contradict themselves.';

/** Which field of a line can't be so, or null. */
create function private.tax_line_fault(p_line jsonb, p_exponent int) returns text
  language plpgsql immutable set search_path = '' as $$
declare
  v_taxed boolean := p_line ->> 'category' in ('domestic', 'import');
  v_net numeric;
  v_tax numeric;
begin
  if jsonb_typeof(p_line) is distinct from 'object' then return 'line'; end if;
  if (select array_agg(k order by k) from jsonb_object_keys(p_line) k) is distinct from '{category,country,deductible_percent,net,rate,tax}'::text[] then
    return 'line';
  end if;
  if jsonb_typeof(p_line -> 'category') <> 'string' or p_line ->> 'category' not in ('domestic', 'eu_acquisition', 'reverse_charge', 'import', 'none') then
    return 'category';
  end if;
  if jsonb_typeof(p_line -> 'country') <> 'string' or p_line ->> 'country' !~ '^([A-Z]{2})?$' then return 'country'; end if;
  if not private.is_percent(p_line -> 'deductible_percent') then return 'deductible_percent'; end if;
  if not (case when v_taxed then private.is_percent(p_line -> 'rate') else p_line -> 'rate' = 'null' end) then return 'rate'; end if;
  if jsonb_typeof(p_line -> 'net') <> 'number' then return 'net'; end if;
  if jsonb_typeof(p_line -> 'tax') <> 'number' then return 'tax'; end if;
  v_net := p_line -> 'net';
  v_tax := p_line -> 'tax';
  if abs(v_net) > 9999999999 or v_net <> round(v_net, p_exponent) then return 'net'; end if;
  if abs(v_tax) > 9999999999 or v_tax <> round(v_tax, p_exponent) or v_net * v_tax < 0 then return 'tax'; end if;
  if not v_taxed then return case when v_tax <> 0 then 'tax' end; end if;
  -- Printed figures are rounded by other rules than ours: one minor unit is no error.
  if abs(v_tax - round(v_net * (p_line -> 'rate')::numeric * 0.01, p_exponent)) > power(10::numeric, -p_exponent) then return 'tax'; end if;
  return null;
end $$;

/** A share in percent with at most three decimals. */
create function private.is_percent(p_value jsonb) returns boolean
  language sql immutable set search_path = '' as $$
  select coalesce(case when jsonb_typeof(p_value) = 'number'
    then p_value::numeric between 0 and 100 and p_value::numeric = round(p_value::numeric, 3) end, false) $$;

/** Where a tax table can't be so: `<line>.<field>` counted from 0, `lines` (no list, or too long), `sum` (not the amount); null where it can. */
create function private.tax_lines_fault(p_lines jsonb, p_amount numeric, p_currency text) returns text
  language plpgsql immutable set search_path = '' as $$
declare
  v_exponent int := private.currency_exponent(p_currency);
  v_sum numeric := 0;
  v_fault text;
begin
  if jsonb_typeof(p_lines) is distinct from 'array' then return 'lines'; end if;
  if jsonb_array_length(p_lines) > 20 then return 'lines'; end if;
  if jsonb_array_length(p_lines) = 0 then return null; end if;
  for i in 0 .. jsonb_array_length(p_lines) - 1 loop
    v_fault := private.tax_line_fault(p_lines -> i, v_exponent);
    if v_fault is not null then return i || '.' || v_fault; end if;
    v_sum := v_sum + (p_lines -> i -> 'net')::numeric + (p_lines -> i -> 'tax')::numeric;
  end loop;
  return case when v_sum <> round(p_amount, v_exponent) then 'sum' end;
end $$;

/** The rate of a table where all of it has one, else null. */
create function private.tax_lines_rate(p_lines jsonb) returns numeric
  language sql immutable set search_path = '' as $$
  select case when count(distinct l -> 'rate') = 1 then min((l ->> 'rate')::numeric) end from jsonb_array_elements(p_lines) l $$;

/** The tax of a table. */
create function private.tax_lines_tax(p_lines jsonb) returns numeric
  language sql immutable set search_path = '' as $$
  select coalesce(sum((l ->> 'tax')::numeric), 0) from jsonb_array_elements(p_lines) l $$;

/** The table of a receipt with one rate, like `p_like` in what an older app does not know; empty where the receipt shows no tax. */
create function private.one_tax_line(p_expense public.expenses, p_country text, p_like jsonb) returns jsonb
  language sql immutable set search_path = '' as $$
  select case
    when p_expense.tax_rate is not null then jsonb_build_array(jsonb_build_object(
      'rate', trim_scale(p_expense.tax_rate),
      'net', trim_scale(round(p_expense.amount, x.exponent) - p_expense.tax_amount), 'tax', trim_scale(p_expense.tax_amount),
      'category', case when p_like ->> 'category' = 'import' then 'import' else 'domestic' end,
      'country', coalesce(p_like ->> 'country', p_country),
      'deductible_percent', coalesce((p_like ->> 'deductible_percent')::numeric, 100)))
    when p_like ->> 'category' in ('eu_acquisition', 'reverse_charge', 'none') then
      jsonb_build_array(p_like || jsonb_build_object('net', trim_scale(round(p_expense.amount, x.exponent)), 'tax', 0))
    else '[]' end
  from (select private.currency_exponent(p_expense.currency) as exponent) x $$;

create function private.own_country(p_company uuid) returns text
  language sql stable security definer set search_path = '' as $$
  select coalesce((select c.settings #>> '{company_details,address,country}' from public.companies c where c.id = p_company), '') $$;

/** Keeps table and figures one: whoever writes the table gets the figures, an older app that writes the figures of one rate gets the table. */
create function private.keep_tax_lines() returns trigger
  language plpgsql set search_path = '' as $$
declare
  v_same boolean := false;
  v_fault text;
begin
  if tg_op = 'UPDATE' then
    v_same := new.tax_lines = old.tax_lines;
    if v_same and (new.amount, new.currency, new.tax_amount) = (old.amount, old.currency, old.tax_amount) and new.tax_rate is not distinct from old.tax_rate then
      return new;
    end if;
  elsif new.tax_lines = '[]' then
    -- The reversal of older figures has them as they were.
    if new.reverses_expense_id is not null then return new; end if;
    v_same := true;
  end if;
  v_fault := private.tax_lines_fault(new.tax_lines, new.amount, new.currency);
  if v_same and (v_fault is not null or private.tax_lines_tax(new.tax_lines) is distinct from new.tax_amount
      or private.tax_lines_rate(new.tax_lines) is distinct from new.tax_rate) then
    if jsonb_array_length(new.tax_lines) > 1 then
      raise exception 'several_tax_lines' using errcode = 'P0001', detail = 'tax_lines';
    end if;
    new.tax_lines := private.one_tax_line(new, private.own_country(new.company_id), new.tax_lines -> 0);
    v_fault := private.tax_lines_fault(new.tax_lines, new.amount, new.currency);
    if v_fault is not null or private.tax_lines_tax(new.tax_lines) is distinct from new.tax_amount then
      raise exception 'tax_contradicts' using errcode = 'P0001', detail = 'tax_amount';
    end if;
  end if;
  if v_fault is not null then raise exception 'tax_lines_wrong' using errcode = 'P0001', detail = 'tax_lines.' || v_fault; end if;
  new.tax_rate := private.tax_lines_rate(new.tax_lines);
  new.tax_amount := private.tax_lines_tax(new.tax_lines);
  return new;
end $$;

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
  p_new.paid_on := null;
  p_new.status := 'approved';
  p_new.decided_by := auth.uid();
  p_new.decided_at := now();
  return p_new;
end $$;

-- What there is gets its one line, and no shown figure changes: figures that contradict themselves stay alone, as on paper. It is no edit:
-- versions and history stay as they are, and every device loads a fresh copy with this release.
alter table public.expenses disable trigger user;
update public.expenses e set tax_lines = l.lines
  from (
    select x.id, private.one_tax_line(x, coalesce(c.settings #>> '{company_details,address,country}', ''), null) as lines
    from public.expenses x join public.companies c on c.id = x.company_id where x.tax_rate is not null) l
  where l.id = e.id and private.tax_lines_fault(l.lines, e.amount, e.currency) is null;
alter table public.expenses enable trigger user;

alter table public.expenses add constraint expenses_tax_lines_fit check (private.tax_lines_fault(tax_lines, amount, currency) is null);
-- After `expense_lifecycle` (triggers run in the order of their names), which writes what a reversal has.
create trigger expense_tax_lines before insert or update on public.expenses for each row execute function private.keep_tax_lines();

update private.synced_collections set insertable = insertable || '{tax_lines}'::name[], updatable = updatable || '{tax_lines}'::name[]
  where collection = 'expenses';
grant insert (tax_lines), update (tax_lines) on public.expenses to authenticated;

revoke all on function private.tax_line_fault(jsonb, int), private.is_percent(jsonb), private.tax_lines_fault(jsonb, numeric, text),
  private.tax_lines_rate(jsonb), private.tax_lines_tax(jsonb), private.one_tax_line(public.expenses, text, jsonb), private.own_country(uuid),
  private.keep_tax_lines() from public;
grant execute on function private.tax_line_fault(jsonb, int), private.is_percent(jsonb), private.tax_lines_fault(jsonb, numeric, text),
  private.tax_lines_rate(jsonb), private.tax_lines_tax(jsonb), private.one_tax_line(public.expenses, text, jsonb), private.own_country(uuid), private.currency_exponent(text) to authenticated;
