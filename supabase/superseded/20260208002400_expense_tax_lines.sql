-- What a receipt's tax table brings with it: `tax_lines` is the truth; `tax_rate` and `tax_amount` follow from it for apps that know one rate.

/** The table of a receipt with one rate, like `p_like` in what an older app does not know; empty where the receipt shows no tax. */
create function private.one_tax_line(p_expense public.expenses, p_country text, p_like jsonb) returns jsonb
  language plpgsql immutable set search_path = '' as $$
begin
  return (
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
    from (select private.currency_exponent(p_expense.currency) as exponent) x);
end $$;

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
-- After `expense_lifecycle` (triggers run in the order of their names), which writes what a reversal has.
create trigger expense_tax_lines before insert or update on public.expenses for each row execute function private.keep_tax_lines();

revoke all on function private.one_tax_line(public.expenses, text, jsonb), private.keep_tax_lines() from public;
-- Checks, policies and triggers that run with the caller's rights call these.
grant execute on function private.one_tax_line(public.expenses, text, jsonb) to authenticated;
