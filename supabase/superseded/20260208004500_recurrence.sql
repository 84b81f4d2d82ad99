-- Dates of a series, and what a company presets for recurring items. `src/domain/recurring` computes the same dates; tests/db proves it.

/** The date of a series so many intervals after its start, on the start's day of the month or the last day of a shorter month. */
create function private.series_date(p_start date, p_interval text, p_index int) returns date
  language plpgsql immutable set search_path = '' as $$
declare
  v_last constant date := '9999-12-31';
begin
  case p_interval
    when 'daily' then return least(p_start + p_index, v_last);
    when 'weekly' then return least(p_start + 7 * p_index, v_last);
    when 'monthly' then return least((p_start + make_interval(months => p_index))::date, v_last);
    when 'quarterly' then return least((p_start + make_interval(months => 3 * p_index))::date, v_last);
    when 'yearly' then return least((p_start + make_interval(months => 12 * p_index))::date, v_last);
    else raise exception 'Unknown interval: %', p_interval using errcode = 'P0001', detail = 'interval';
  end case;
end $$;

/** Place in the series of its first date on or after a day. */
create function private.series_index(p_start date, p_interval text, p_day date) returns int
  language plpgsql immutable set search_path = '' as $$
declare
  v_months int;
  v_index int;
begin
  if p_day <= p_start then return 0; end if;
  if p_interval = 'daily' then return p_day - p_start; end if;
  if p_interval = 'weekly' then return (p_day - p_start + 6) / 7; end if;
  v_months := (extract(year from p_day) * 12 + extract(month from p_day) - extract(year from p_start) * 12 - extract(month from p_start))::int;
  v_index := v_months / case p_interval when 'quarterly' then 3 when 'yearly' then 12 else 1 end;
  return case when private.series_date(p_start, p_interval, v_index) < p_day then v_index + 1 else v_index end;
end $$;

/** The first date of a series after the newest generated one, not before the day from which periods count. May lie after the series' end. */
create function private.next_generation(p_start date, p_interval text, p_last date, p_skip_before date) returns date
  language plpgsql immutable set search_path = '' as $$
declare
  v_index int := coalesce(private.series_index(p_start, p_interval, p_last), 0);
begin
  if private.series_date(p_start, p_interval, v_index) <= p_last then v_index := v_index + 1; end if;
  return private.series_date(p_start, p_interval, greatest(v_index, private.series_index(p_start, p_interval, p_skip_before)));
end $$;

/** Whether a series that ends there has this date. */
create function private.is_in_series(p_start date, p_interval text, p_end date, p_date date) returns boolean
  language plpgsql immutable set search_path = '' as $$
begin
  return (p_end is null or p_date <= p_end)
    and private.series_date(p_start, p_interval, private.series_index(p_start, p_interval, p_date)) = p_date;
end $$;

/** Recurring invoices: any word that is not known counts as monthly. */
create function private.invoice_interval(p_interval text) returns text
  language sql immutable set search_path = '' as $$
  select case when p_interval in ('weekly', 'quarterly', 'yearly') then p_interval else 'monthly' end $$;

revoke all on function
  private.series_date(date, text, int), private.series_index(date, text, date), private.next_generation(date, text, date, date),
  private.is_in_series(date, text, date, date), private.invoice_interval(text) from public;
