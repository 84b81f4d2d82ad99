-- The tax table of a receipt (decision 0016): several rates, each with net and tax as printed. `src/domain/expenses/tax-lines.ts` decides the same on
-- the device.

/** A share in percent with at most three decimals. */
create function private.is_percent(p_value jsonb) returns boolean
  language sql immutable as $$
  select coalesce(case when jsonb_typeof(p_value) = 'number'
    then p_value::numeric between 0 and 100 and p_value::numeric = round(p_value::numeric, 3) end, false) $$;

/** Which field of a line can't be so, or null. */
create function private.tax_line_fault(p_line jsonb, p_exponent int) returns text
  language plpgsql immutable set search_path = '' as $$
declare
  v_fields constant text[] := '{category,country,deductible_percent,net,rate,tax}';
  v_taxed boolean := p_line ->> 'category' in ('domestic', 'import');
  v_net numeric;
  v_tax numeric;
begin
  if jsonb_typeof(p_line) is distinct from 'object' then return 'line'; end if;
  -- All of these and nothing else, told without a query: every expense that is written comes by.
  if not (p_line ?& v_fields and p_line - v_fields = '{}') then return 'line'; end if;
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
  language plpgsql immutable set search_path = '' as $$
begin
  return (
    select case when count(distinct l -> 'rate') = 1 then min((l ->> 'rate')::numeric) end from jsonb_array_elements(p_lines) l);
end $$;

/** The tax of a table. */
create function private.tax_lines_tax(p_lines jsonb) returns numeric
  language plpgsql immutable set search_path = '' as $$
begin
  return (
    select coalesce(sum((l ->> 'tax')::numeric), 0) from jsonb_array_elements(p_lines) l);
end $$;

revoke all on function
  private.is_percent(jsonb), private.tax_line_fault(jsonb, int), private.tax_lines_fault(jsonb, numeric, text), private.tax_lines_rate(jsonb),
  private.tax_lines_tax(jsonb) from public;
-- Checks, policies and triggers that run with the caller's rights call these.
grant execute on function
  private.is_percent(jsonb), private.tax_line_fault(jsonb, int), private.tax_lines_fault(jsonb, numeric, text), private.tax_lines_rate(jsonb),
  private.tax_lines_tax(jsonb) to authenticated;
