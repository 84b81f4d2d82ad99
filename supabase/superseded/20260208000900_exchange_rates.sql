-- Reference exchange rates (decision 0020): what the European Central Bank publishes, and what one currency is worth in another on a day.
-- The function `exchange-rates-update` brings what was published, devices read it by the year.

/** Whether it says what one euro is worth, by currency: `{"USD": "1.0834"}`. */
create function private.are_euro_rates(p_rates jsonb) returns boolean
  language sql immutable set search_path = '' as $$
  select jsonb_typeof(p_rates) = 'object' and p_rates <> '{}' and not exists (
    select from jsonb_each(p_rates) r
    where (private.is_currency(r.key) and r.key <> 'EUR' and jsonb_typeof(r.value) = 'string'
      and r.value #>> '{}' ~ '^[0-9]{1,9}(\.[0-9]{1,9})?$' and r.value #>> '{}' ~ '[1-9]') is not true) $$;

-- One row per day on which rates were published. Not data of a company: the server alone writes it, everybody may ask it.
create table private.exchange_rates (
  day date primary key check (day between '1999-01-01' and '2999-12-31'),
  -- `example`: made up for the demo. A table has one source: the first real rates take the place of all examples.
  source text not null check (source in ('ecb', 'example')),
  rates jsonb not null check (private.are_euro_rates(rates))
);
alter table private.exchange_rates enable row level security;

/** a ÷ b with so many decimals, exactly, rounded half up; both are above zero. */
create function private.rounded_quotient(p_a numeric, p_b numeric, p_decimals int) returns numeric
  language sql immutable set search_path = '' as $$
  select round(div(2 * p_a * 10::numeric ^ p_decimals + p_b, 2 * p_b) * 0.1::numeric ^ p_decimals, p_decimals) $$;

/** Decimals with which the average of a month is given, as the German ministry of finance does. */
create function private.rate_decimals(p_currency text) returns int
  language sql immutable set search_path = '' as $$
  select case when p_currency = 'GBP' then 5 when p_currency in ('CZK', 'PHP', 'THB') then 3
    when p_currency in ('HUF', 'IDR', 'ISK', 'JPY', 'KRW') then 2 else 4 end $$;

/** What one euro was worth on average of the days of a month on which that was published; null without any. */
create function private.euro_month(p_currency text, p_month date) returns numeric
  language sql stable set search_path = '' as $$
  select case when p_currency = 'EUR' then 1 else private.rounded_quotient(sum(r.rate), count(r.rate), private.rate_decimals(p_currency)) end
  from (select (e.rates ->> p_currency)::numeric as rate from private.exchange_rates e
    where e.day >= p_month and e.day < p_month + interval '1 month') r $$;

/**
 * How many units of one currency a unit of another is: `{rate, day, source, version, provisional}`; null where that is not known (or
 * both are the same), or what is known is too old. `p_rates`: `day` for the last published day, not more than a month before; `month`
 * for the average of the day's month, or while it is not over that of the month before. `provisional`: a later publication may say
 * otherwise. `exchangeRate` in `domain/exchange` is the same.
 */
create function private.exchange_rate(p_from char(3), p_to char(3), p_day date, p_rates text) returns jsonb
  language sql stable security definer set search_path = '' as $$
  with newest as (select max(e.day) as day from private.exchange_rates e),
  meant as (
    select date_trunc('month', n.day)::date as known, date_trunc('month', p_day)::date as asked from newest n),
  used as (
    select case when m.known > m.asked then m.asked else least(m.known, (m.asked - interval '1 month')::date) end as month, m.asked from meant m),
  found as (
    select e.day, e.source, n.day < p_day as provisional,
      case when p_from = 'EUR' then 1 else (e.rates ->> p_from)::numeric end as "from",
      case when p_to = 'EUR' then 1 else (e.rates ->> p_to)::numeric end as "to"
    from newest n, private.exchange_rates e
    where p_rates = 'day' and e.day = (select max(o.day) from private.exchange_rates o where o.day <= p_day) and e.day >= p_day - 31
    union all
    select e.day, e.source, u.month < u.asked, private.euro_month(p_from, u.month), private.euro_month(p_to, u.month)
    from used u, private.exchange_rates e
    where p_rates = 'month' and u.month >= u.asked - interval '2 months'
      and e.day = (select max(o.day) from private.exchange_rates o where o.day < u.month + interval '1 month'))
  select jsonb_build_object('rate', trim_scale(private.rounded_quotient(f."to", f."from", 12))::text, 'day', f.day::text,
    'source', f.source, 'version', n.day::text, 'provisional', f.provisional)
  from found f, newest n
  where p_from <> p_to and f."from" is not null and f."to" is not null $$;

/** For the function `exchange-rates-update` only: what was published on the last days that are known, by day; nothing of examples. */
create function public.newest_exchange_rates() returns jsonb
  language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_object_agg(e.day::text, e.rates), '{}')
  from (select k.day, k.rates from private.exchange_rates k where k.source = 'ecb' order by k.day desc limit 7) e $$;

/** For the same function, which has checked them: keeps the rates of some days, all or none; examples make way. Returns how many days are new or were corrected. */
create function public.store_exchange_rates(p_days jsonb) returns int
  language plpgsql security definer set search_path = '' as $$
declare
  v_changed int;
begin
  delete from private.exchange_rates where source = 'example';
  insert into private.exchange_rates as e (day, source, rates) select d.key::date, 'ecb', d.value from jsonb_each(p_days) d
    on conflict on constraint exchange_rates_pkey do update set rates = excluded.rates where e.rates <> excluded.rates;
  get diagnostics v_changed = row_count;
  return v_changed;
end $$;

/**
 * The rates of a year as they travel to a device (`readSentYear` in `domain/exchange`): of each currency the places behind the point and
 * for each day the step from the last one; null while there are none of any year.
 */
create function public.exchange_rates(p_year int) returns jsonb
  language sql stable security definer set search_path = '' as $$
  with newest as (select e.day, e.source from private.exchange_rates e order by e.day desc limit 1),
  kept as (select e.day, e.rates from private.exchange_rates e where extract(year from e.day) = p_year),
  rates as (
    select k.day, r.key as currency, r.value::numeric as rate, max(scale(r.value::numeric)) over (partition by r.key) as places
    from kept k, jsonb_each_text(k.rates) r),
  steps as (
    select r.day, r.currency, r.places, r.rate - coalesce(lag(r.rate) over (partition by r.currency order by r.day), 0) as step from rates r),
  currencies as (
    select c.currency, c.places, (
      select jsonb_agg((s.step * 10 ^ c.places)::bigint order by k.day)
      from kept k left join steps s on s.day = k.day and s.currency = c.currency) as steps
    from (select distinct r.currency, r.places from rates r) c)
  select jsonb_build_object('year', p_year, 'source', n.source, 'version', n.day,
    'days', (select coalesce(jsonb_agg(to_char(k.day, 'MM-DD') order by k.day), '[]') from kept k),
    'rates', (select coalesce(jsonb_object_agg(c.currency, jsonb_build_object('places', c.places, 'steps', c.steps)), '{}') from currencies c))
  from newest n $$;

revoke all on function
  private.are_euro_rates(jsonb), private.rounded_quotient(numeric, numeric, int), private.rate_decimals(text), private.euro_month(text, date),
  private.exchange_rate(char, char, date, text) from public;
revoke all on function
  public.newest_exchange_rates(), public.store_exchange_rates(jsonb), public.exchange_rates(int) from public, anon, authenticated;
-- Checks, policies and triggers that run with the caller's rights call these.
grant execute on function private.exchange_rate(char, char, date, text) to authenticated, service_role;
grant execute on function public.newest_exchange_rates(), public.store_exchange_rates(jsonb) to service_role;
grant execute on function public.exchange_rates(int) to authenticated, service_role;
