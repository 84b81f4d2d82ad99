-- The currency that prices of products start with can be chosen. Until now nothing read or showed it, so where it differs from the currency
-- of documents nobody meant it.

create or replace function private.refuse_invalid_settings(p_settings jsonb) returns void
  language plpgsql stable set search_path = '' as $$
declare
  v_invoices jsonb := p_settings -> 'invoice_defaults';
  v_expenses jsonb := p_settings -> 'expense_defaults';
  v_recurring jsonb := p_settings -> 'recurring_defaults';
  v_field text;
begin
  begin
    perform now() at time zone (p_settings #>> '{company_details,basics,timezone}');
  exception when invalid_parameter_value then
    raise exception 'invalid_settings' using errcode = 'P0001', detail = 'settings.company_details.basics.timezone';
  end;
  -- The server writes with these, so they must make sense whoever sent them.
  v_field := case
    when private.is_number_format(v_expenses ->> 'generated_number_format', '{year}') is not true then 'expense_defaults.generated_number_format'
    when coalesce(v_expenses ->> 'default_currency', '') !~ '^[A-Z]{3}$' then 'expense_defaults.default_currency'
    when jsonb_typeof(v_expenses -> 'mark_as_paid_on_approval') is distinct from 'boolean' then 'expense_defaults.mark_as_paid_on_approval'
    when private.is_number_format(v_invoices ->> 'generated_number_format', '{prefix,year,month}') is not true then 'invoice_defaults.generated_number_format'
    when char_length(v_invoices ->> 'number_prefix') > 20 or v_invoices ->> 'number_prefix' is null then 'invoice_defaults.number_prefix'
    when coalesce(v_invoices ->> 'default_currency', '') !~ '^[A-Z]{3}$' then 'invoice_defaults.default_currency'
    when coalesce(v_invoices #>> '{items,currency}', '') !~ '^[A-Z]{3}$' then 'invoice_defaults.items.currency'
    when coalesce(v_invoices ->> 'default_due_days', '') !~ '^\d{1,3}$' or (v_invoices ->> 'default_due_days')::int > 365 then 'invoice_defaults.default_due_days'
    when jsonb_typeof(v_recurring -> 'auto_generate') is distinct from 'boolean' then 'recurring_defaults.auto_generate'
    when coalesce(v_recurring ->> 'lead_days', '') !~ '^\d{1,2}$' or (v_recurring ->> 'lead_days')::int > 60 then 'recurring_defaults.lead_days'
    when coalesce(v_recurring ->> 'generate_as', '') not in ('draft', 'ready_to_issue') then 'recurring_defaults.generate_as' end;
  if v_field is not null then
    raise exception 'invalid_settings' using errcode = 'P0001', detail = 'settings.' || v_field;
  end if;
end $$;

update public.companies
  set settings = jsonb_set(settings, '{invoice_defaults,items,currency}', settings #> '{invoice_defaults,default_currency}'), rev = 'srv-' || gen_random_uuid()
  where settings #> '{invoice_defaults,items,currency}' is distinct from settings #> '{invoice_defaults,default_currency}';
