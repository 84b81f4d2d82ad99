-- How reference rates come in and go out: the function `exchange-rates-update` brings what was published, devices read it by the year.

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

revoke all on function public.newest_exchange_rates(), public.store_exchange_rates(jsonb), public.exchange_rates(int) from public, anon, authenticated;
grant execute on function public.newest_exchange_rates(), public.store_exchange_rates(jsonb) to service_role;
grant execute on function public.exchange_rates(int) to authenticated, service_role;
