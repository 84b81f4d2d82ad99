-- Amounts are in a currency that is money: no code that nobody has (XXX, XTS), no metal, fund or accounting unit.

/** Whether amounts can be in that currency; `isCurrency` in `domain/money` knows the same. */
create function private.is_currency(p_code text) returns boolean
  language sql immutable set search_path = '' as $$
  select p_code = any ('{AED,AFN,ALL,AMD,ANG,AOA,ARS,AUD,AWG,AZN,BAM,BBD,BDT,BGN,BHD,BIF,BMD,BND,BOB,BRL,BSD,BTN,BWP,BYN,BZD,CAD,CDF,CHF,CLP,CNY,COP,CRC,CUC,
    CUP,CVE,CZK,DJF,DKK,DOP,DZD,EGP,ERN,ETB,EUR,FJD,FKP,GBP,GEL,GHS,GIP,GMD,GNF,GTQ,GYD,HKD,HNL,HRK,HTG,HUF,IDR,ILS,INR,IQD,IRR,ISK,JMD,
    JOD,JPY,KES,KGS,KHR,KMF,KPW,KRW,KWD,KYD,KZT,LAK,LBP,LKR,LRD,LSL,LYD,MAD,MDL,MGA,MKD,MMK,MNT,MOP,MRU,MUR,MVR,MWK,MXN,MYR,MZN,NAD,NGN,
    NIO,NOK,NPR,NZD,OMR,PAB,PEN,PGK,PHP,PKR,PLN,PYG,QAR,RON,RSD,RUB,RWF,SAR,SBD,SCR,SDG,SEK,SGD,SHP,SLE,SLL,SOS,SRD,SSP,STN,SVC,SYP,SZL,
    THB,TJS,TMT,TND,TOP,TRY,TTD,TWD,TZS,UAH,UGX,USD,UYU,UZS,VED,VES,VND,VUV,WST,XAF,XCD,XCG,XOF,XPF,YER,ZAR,ZMW,ZWG,ZWL}') $$;
revoke all on function private.is_currency(text) from public;
grant execute on function private.is_currency(text) to authenticated, service_role;

-- Not valid: a row from before keeps its currency until somebody changes it.
alter table public.customers drop constraint customers_currency_check,
  add constraint customers_currency_check check (private.is_currency(currency)) not valid;
alter table public.invoice_products drop constraint invoice_products_currency_check,
  add constraint invoice_products_currency_check check (private.is_currency(currency)) not valid;
alter table public.expenses drop constraint expenses_currency_check,
  add constraint expenses_currency_check check (private.is_currency(currency)) not valid;
alter table public.invoices drop constraint invoices_currency_check,
  add constraint invoices_currency_check check (private.is_currency(currency)) not valid;
alter table public.payments drop constraint payments_currency_check,
  add constraint payments_currency_check check (private.is_currency(currency)) not valid;
alter table public.recurring_invoices drop constraint recurring_invoices_currency_check,
  add constraint recurring_invoices_currency_check check (private.is_currency(currency)) not valid;
alter table public.recurring_expenses drop constraint recurring_expenses_currency_check,
  add constraint recurring_expenses_currency_check check (private.is_currency(currency)) not valid;

create or replace function private.refuse_invalid_settings(p_settings jsonb) returns void
  language plpgsql stable set search_path = '' as $$
declare
  v_invoices jsonb := p_settings -> 'invoice_defaults';
  v_expenses jsonb := p_settings -> 'expense_defaults';
  v_recurring jsonb := p_settings -> 'recurring_defaults';
  v_colors jsonb := p_settings #> '{company_details,branding}';
  v_field text := array_to_string(private.misshapen_setting(private.default_company_settings(), p_settings), '.');
begin
  begin
    perform now() at time zone (p_settings #>> '{company_details,basics,timezone}');
  exception when invalid_parameter_value then
    v_field := 'company_details.basics.timezone';
  end;
  -- The server writes with these, and every device reads them, so they must make sense whoever sent them.
  v_field := coalesce(v_field, case
    when private.is_number_format(v_expenses ->> 'generated_number_format', '{year}') is not true then 'expense_defaults.generated_number_format'
    when private.is_currency(v_expenses ->> 'default_currency') is not true then 'expense_defaults.default_currency'
    when private.is_number_format(v_invoices ->> 'generated_number_format', '{prefix,year,month}') is not true then 'invoice_defaults.generated_number_format'
    when char_length(v_invoices ->> 'number_prefix') > 20 then 'invoice_defaults.number_prefix'
    when private.is_currency(v_invoices ->> 'default_currency') is not true then 'invoice_defaults.default_currency'
    when private.is_currency(v_invoices #>> '{items,currency}') is not true then 'invoice_defaults.items.currency'
    when v_invoices #>> '{items,currency_position}' not in ('prefix', 'suffix') then 'invoice_defaults.items.currency_position'
    when v_invoices ->> 'default_due_days' !~ '^\d{1,3}$' then 'invoice_defaults.default_due_days'
    when (v_invoices ->> 'default_due_days')::int > 365 then 'invoice_defaults.default_due_days'
    when v_recurring ->> 'lead_days' !~ '^\d{1,2}$' then 'recurring_defaults.lead_days'
    when (v_recurring ->> 'lead_days')::int > 60 then 'recurring_defaults.lead_days'
    when v_recurring ->> 'generate_as' not in ('draft', 'ready_to_issue') then 'recurring_defaults.generate_as'
    when p_settings #>> '{bookkeeping,correction_window}' !~ '^(month|[0-9]{1,3})$' then 'bookkeeping.correction_window'
    when v_colors ->> 'primary_color' !~ '^#[0-9a-fA-F]{6}$' then 'company_details.branding.primary_color'
    when v_colors ->> 'accent_color' !~ '^#[0-9a-fA-F]{6}$' then 'company_details.branding.accent_color' end);
  if v_field is not null then
    raise exception 'invalid_settings' using errcode = 'P0001', detail = 'settings.' || v_field;
  end if;
end $$;
