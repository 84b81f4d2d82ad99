-- A function in SQL with settings of its own is parsed and planned anew in every transaction that calls it; one in PL/pgSQL once for as long as the
-- session lives. Those that approving, issuing and paying go through are written in the latter, word for word; what is only an expression
-- of its arguments goes without settings, and so becomes part of the statement that asks.

alter function private.paid_part(numeric, numeric, numeric, int) reset search_path;
alter function private.payment_state(numeric, numeric) reset search_path;
alter function private.currency_exponent(text) reset search_path;
alter function private.is_percent(jsonb) reset search_path;
alter function private.tax_category_of(text, numeric, text) reset search_path;
alter function private.tax_parts(jsonb, text) reset search_path;
alter function private.tax_point_of(public.invoices) reset search_path;
alter function private.tax_rate_table() reset search_path;
alter function private.payment_day(date, date) reset search_path;
alter function private.line_net(numeric, numeric, numeric, int) reset search_path;
alter function private.expense_step_keys(text, text, boolean) reset search_path;
alter function private.format_number(text, int, bigint) reset search_path;
alter function private.format_invoice_number(text, text, date, bigint) reset search_path;

/** What was and what is, by field. */
create or replace function private.are_changes(p_changes jsonb) returns boolean
  language plpgsql immutable set search_path = '' as $$
begin
  return jsonb_typeof(p_changes) = 'object' and not jsonb_path_exists(p_changes, 'strict $.* ? (@.type() != "array" || @.size() != 2)');
end $$;

/** Whether amounts can be in that currency; `isCurrency` in `domain/money` knows the same. */
create or replace function private.is_currency(p_code text) returns boolean
  language plpgsql immutable set search_path = '' as $$
begin
  return p_code = any ('{AED,AFN,ALL,AMD,ANG,AOA,ARS,AUD,AWG,AZN,BAM,BBD,BDT,BGN,BHD,BIF,BMD,BND,BOB,BRL,BSD,BTN,BWP,BYN,BZD,CAD,CDF,CHF,CLP,CNY,COP,CRC,CUC,
    CUP,CVE,CZK,DJF,DKK,DOP,DZD,EGP,ERN,ETB,EUR,FJD,FKP,GBP,GEL,GHS,GIP,GMD,GNF,GTQ,GYD,HKD,HNL,HRK,HTG,HUF,IDR,ILS,INR,IQD,IRR,ISK,JMD,
    JOD,JPY,KES,KGS,KHR,KMF,KPW,KRW,KWD,KYD,KZT,LAK,LBP,LKR,LRD,LSL,LYD,MAD,MDL,MGA,MKD,MMK,MNT,MOP,MRU,MUR,MVR,MWK,MXN,MYR,MZN,NAD,NGN,
    NIO,NOK,NPR,NZD,OMR,PAB,PEN,PGK,PHP,PKR,PLN,PYG,QAR,RON,RSD,RUB,RWF,SAR,SBD,SCR,SDG,SEK,SGD,SHP,SLE,SLL,SOS,SRD,SSP,STN,SVC,SYP,SZL,
    THB,TJS,TMT,TND,TOP,TRY,TTD,TWD,TZS,UAH,UGX,USD,UYU,UZS,VED,VES,VND,VUV,WST,XAF,XCD,XCG,XOF,XPF,YER,ZAR,ZMW,ZWG,ZWL}');
end $$;

/** Owners, and a member who is alone in the company, may decide on their own expenses. */
create or replace function private.is_owner_or_alone(p_company uuid) returns boolean
  language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from public.company_users cu
    where cu.company_id = p_company and cu.user_id = (select auth.uid())
      and (cu.is_owner or not exists (
        select from public.company_users other where other.company_id = p_company and other.user_id <> cu.user_id)));
end $$;

create or replace function private.expense_settings(p_company uuid, out mark_as_paid boolean, out today date)
  language plpgsql stable security definer set search_path = '' as $$
begin
  select (c.settings #>> '{expense_defaults,mark_as_paid_on_approval}')::boolean,
    (now() at time zone (c.settings #>> '{company_details,basics,timezone}'))::date
    into mark_as_paid, today from public.companies c where c.id = p_company;
end $$;

create or replace function private.own_country(p_company uuid) returns text
  language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce((select c.settings #>> '{company_details,address,country}' from public.companies c where c.id = p_company), '');
end $$;

/** The table of a receipt with one rate, like `p_like` in what an older app does not know; empty where the receipt shows no tax. */
create or replace function private.one_tax_line(p_expense public.expenses, p_country text, p_like jsonb) returns jsonb
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

/** The rate of a table where all of it has one, else null. */
create or replace function private.tax_lines_rate(p_lines jsonb) returns numeric
  language plpgsql immutable set search_path = '' as $$
begin
  return (
    select case when count(distinct l -> 'rate') = 1 then min((l ->> 'rate')::numeric) end from jsonb_array_elements(p_lines) l);
end $$;

/** The tax of a table. */
create or replace function private.tax_lines_tax(p_lines jsonb) returns numeric
  language plpgsql immutable set search_path = '' as $$
begin
  return (
    select coalesce(sum((l ->> 'tax')::numeric), 0) from jsonb_array_elements(p_lines) l);
end $$;

/** Whether the company has closed the month of this day; false for no day. Runs with its owner's rights: everybody's writing is held against it. */
create or replace function private.is_closed(p_company uuid, p_day date) returns boolean
  language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from public.periods p
    where p.company_id = p_company and p.month = date_trunc('month', p_day::timestamp)::date and p.is_closed);
end $$;

/**
 * Holds the company's months as they are until commit: bookings beside each other, closing alone. Without it a booking that began before a
 * month was closed could end after.
 */
create or replace function private.hold_periods(p_company uuid) returns void
  language plpgsql volatile set search_path = '' as $$
begin
  perform pg_catalog.pg_advisory_xact_lock_shared(hashtextextended('kontor.periods', 0) # hashtextextended(p_company::text, 0));
end $$;

create or replace function private.company_today(p_company uuid) returns date
  language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select (now() at time zone (c.settings #>> '{company_details,basics,timezone}'))::date from public.companies c where c.id = p_company);
end $$;

/** What a line has to know of its invoice, which stays locked until commit: nobody issues it while a line changes. */
create or replace function private.locked_invoice(p_id uuid, out company_id uuid, out status text, out currency text, out created_by uuid)
  language plpgsql volatile security definer set search_path = '' as $$
begin
  select i.company_id, i.status, i.currency, i.created_by into company_id, status, currency, created_by
    from public.invoices i where i.id = p_id for update;
end $$;

/** The seller as documents print it, and how the company asks to be paid: an issued document keeps what it was issued with. */
create or replace function private.seller_snapshot(p_company uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_build_object('name', c.name,
      'street', d #> '{address,street}', 'house_number', d #> '{address,house_number}', 'postal_code', d #> '{address,postal_code}',
      'city', d #> '{address,city}', 'country', d #> '{address,country}',
      'phone', d #> '{contact,phone}', 'email', d #> '{contact,email}', 'website', d #> '{contact,website}',
      'tax_number', c.settings #> '{tax,tax_number}', 'vat_id', c.settings #> '{tax,vat_id}',
      'iban', d #> '{bank,iban}', 'bic', d #> '{bank,bic}', 'bank_name', d #> '{bank,name}',
      'payment_instructions', d #> '{bank,instructions}',
      'contact_name', coalesce(c.settings #>> '{e_invoice,contact_name}', ''),
      'contact_phone', coalesce(c.settings #>> '{e_invoice,contact_phone}', ''),
      'contact_email', coalesce(c.settings #>> '{e_invoice,contact_email}', ''))
    from public.companies c cross join lateral (select c.settings -> 'company_details' as d) details where c.id = p_company);
end $$;

create or replace function private.buyer_snapshot(p_company uuid, p_customer uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_build_object('name', c.name, 'contact_name', c.contact_name, 'street', c.street, 'house_number', c.house_number,
      'postal_code', c.postal_code, 'city', c.city, 'country', c.country, 'email', c.email, 'vat_id', c.vat_id, 'buyer_reference', c.buyer_reference,
      'e_address', c.e_address, 'e_address_scheme', c.e_address_scheme, 'e_invoice_format', c.e_invoice_format)
    from public.customers c where c.company_id = p_company and c.id = p_customer);
end $$;

/** What was in force in a country on a day; null where the table does not reach. */
create or replace function private.tax_period(p_country text, p_day date) returns jsonb
  language plpgsql immutable set search_path = '' as $$
begin
  return (
    select p.period from jsonb_array_elements(private.tax_rate_table() -> 'countries' -> p_country) as p (period)
    where (p.period ->> 'from')::date <= p_day order by (p.period ->> 'from')::date desc limit 1);
end $$;

/** Whether a rate above zero was in force there on that day. Of a country or time that the table does not reach nothing is denied. */
create or replace function private.is_rate_in_force(p_country text, p_rate numeric, p_day date) returns boolean
  language plpgsql immutable set search_path = '' as $$
begin
  return coalesce((select p.period -> 'rates' @> to_jsonb(p_rate) or coalesce(p.period -> 'regional' @> to_jsonb(p_rate), false)
    from private.tax_period(p_country, p_day) as p (period)), true);
end $$;

/** The warnings that nobody overruled, as a refusal names them. */
create or replace function private.unseen_warnings(p_invoice public.invoices) returns text[]
  language plpgsql stable security definer set search_path = '' as $$
begin
  return array(
    select 'warning.' || w.code from unnest(private.issue_warnings(p_invoice)) with ordinality as w (code, n)
    where p_invoice.overruled_warnings is null or w.code <> all (p_invoice.overruled_warnings) order by w.n);
end $$;

/** The mode that older apps read, where every line says its category; null where one does not. */
create or replace function private.tax_mode_of(p_company uuid, p_invoice uuid) returns text
  language plpgsql stable set search_path = '' as $$
begin
  return (
    select case
      when count(*) = 0 or bool_or(i.tax_category is null) then null
      when bool_and(i.tax_category = 'AE') then 'reverse_charge'
      when bool_and(i.tax_category = 'E' and coalesce(i.exemption_reason, '') = 'small_business') then 'small_business'
      else 'standard' end
    from public.invoice_items i where i.company_id = p_company and i.invoice_id = p_invoice);
end $$;

/** Lines are rounded one by one, tax per category and rate on the summed net. Only what is taxed (S) bears a rate. */
create or replace function private.invoice_totals(p_company uuid, p_invoice uuid, p_currency text, p_tax_mode text,
  out net_total numeric, out tax_total numeric, out gross_total numeric, out tax_breakdown jsonb)
  language plpgsql stable set search_path = '' as $$
begin
  with lines as (
    select c.category, case when c.category = 'S' then i.tax_rate else 0 end as rate,
      private.line_net(i.quantity, i.unit_price, i.discount_percent, private.currency_exponent(p_currency)) as net
    from public.invoice_items i
    cross join lateral (select private.tax_category_of(i.tax_category, i.tax_rate, p_tax_mode) as category) c
    where i.company_id = p_company and i.invoice_id = p_invoice),
  rates as (
    select l.category, l.rate, sum(l.net) as net, round(sum(l.net) * l.rate * 0.01, private.currency_exponent(p_currency)) as tax
    from lines l group by l.category, l.rate)
  select coalesce(sum(r.net), 0), coalesce(sum(r.tax), 0), coalesce(sum(r.net) + sum(r.tax), 0),
    coalesce(jsonb_agg(jsonb_build_object('tax_rate', trim_scale(r.rate), 'tax_category', r.category, 'net', trim_scale(r.net), 'tax', trim_scale(r.tax))
      order by r.rate desc, r.category collate "C" nulls last), '[]')
    into net_total, tax_total, gross_total, tax_breakdown from rates r;
end $$;

/**
 * What a payment brings of each entry of the breakdown, once it is among the others: what all of them together have to bring at the new
 * balance, less what the others bring already. So a cent that was rounded is made good by the next one, and a paid invoice is taxed wholly.
 */
create or replace function private.tax_shares(p_invoice public.invoices, p_amount numeric, p_payment uuid) returns jsonb
  language plpgsql stable set search_path = '' as $$
begin
  return (
    with others as (
      select p.amount, p.tax_shares from public.payments p
      where p.company_id = p_invoice.company_id and p.invoice_id = p_invoice.id and p.id <> p_payment),
    brought as (
      select s.share - '{net,tax}'::text[] as entry, sum((s.share ->> 'net')::numeric) as net, sum((s.share ->> 'tax')::numeric) as tax
      from others o cross join jsonb_array_elements(o.tax_shares) s(share) group by 1),
    balance as (
      select p_amount + coalesce((select sum(amount) from others), 0) as paid, p_invoice.gross_total as gross, private.currency_exponent(p_invoice.currency) as digits)
    select coalesce(jsonb_agg(e.part || jsonb_build_object(
        'net', private.paid_part((e.part ->> 'net')::numeric, b.paid, b.gross, b.digits) - coalesce(g.net, 0),
        'tax', private.paid_part((e.part ->> 'tax')::numeric, b.paid, b.gross, b.digits) - coalesce(g.tax, 0)) order by e.place), '[]')
    from balance b cross join private.tax_parts(p_invoice.tax_breakdown, p_invoice.tax_mode) e
      left join brought g on g.entry = e.part - '{net,tax}'::text[]);
end $$;

/** The first thousand of a list. */
create or replace function private.thousand(p_list text) returns text
  language plpgsql immutable set search_path = '' as $$
begin
  return case when char_length(p_list) < 100000 then p_list else array_to_string((string_to_array(p_list, ','))[:1000], ',') end;
end $$;
