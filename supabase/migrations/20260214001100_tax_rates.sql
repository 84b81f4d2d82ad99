-- Rates of VAT by country and day, the same table as `src/domain/tax/tax-rates.json`.

/** The table of rates with its version: per country the periods in order, each with its first day, its rates, and those of a part of the country. */
create function private.tax_rate_table() returns jsonb
  language sql immutable as $$
  select '{"version": "2026-11-01", "countries": {
    "AT": [{"from": "2016-01-01", "rates": [20, 13, 10], "regional": [19]}, {"from": "2020-07-01", "rates": [20, 13, 10, 5], "regional": [19]}, {"from": "2022-01-01", "rates": [20, 13, 10], "regional": [19]}, {"from": "2026-07-01", "rates": [20, 13, 10, 4.9], "regional": [19]}],
    "BE": [{"from": "2000-01-01", "rates": [21, 12, 6]}],
    "BG": [{"from": "2011-04-01", "rates": [20, 9]}],
    "CH": [{"from": "2011-01-01", "rates": [8, 3.8, 2.5]}, {"from": "2018-01-01", "rates": [7.7, 3.7, 2.5]}, {"from": "2024-01-01", "rates": [8.1, 3.8, 2.6]}],
    "CY": [{"from": "2014-01-13", "rates": [19, 9, 5]}, {"from": "2023-07-21", "rates": [19, 9, 5, 3]}],
    "CZ": [{"from": "2015-01-01", "rates": [21, 15, 10]}, {"from": "2024-01-01", "rates": [21, 12]}],
    "DE": [{"from": "2007-01-01", "rates": [19, 7]}, {"from": "2020-07-01", "rates": [16, 5]}, {"from": "2021-01-01", "rates": [19, 7]}],
    "DK": [{"from": "1992-01-01", "rates": [25]}],
    "EE": [{"from": "2009-07-01", "rates": [20, 9]}, {"from": "2022-08-01", "rates": [20, 9, 5]}, {"from": "2024-01-01", "rates": [22, 9, 5]}, {"from": "2025-01-01", "rates": [22, 13, 9]}, {"from": "2025-07-01", "rates": [24, 13, 9]}],
    "ES": [{"from": "2012-09-01", "rates": [21, 10, 4]}, {"from": "2022-07-01", "rates": [21, 10, 5, 4]}, {"from": "2024-10-01", "rates": [21, 10, 7.5, 4, 2]}, {"from": "2025-01-01", "rates": [21, 10, 4]}],
    "FI": [{"from": "2013-01-01", "rates": [24, 14, 10]}, {"from": "2024-09-01", "rates": [25.5, 14, 10]}, {"from": "2026-01-01", "rates": [25.5, 13.5, 10]}],
    "FR": [{"from": "2014-01-01", "rates": [20, 10, 5.5, 2.1], "regional": [13, 8.5, 1.75, 1.05, 0.9]}],
    "GB": [{"from": "2011-01-04", "rates": [20, 5]}, {"from": "2021-10-01", "rates": [20, 12.5, 5]}, {"from": "2022-04-01", "rates": [20, 5]}],
    "GR": [{"from": "2016-06-01", "rates": [24, 13, 6], "regional": [17, 9, 4]}],
    "HR": [{"from": "2014-01-01", "rates": [25, 13, 5]}],
    "HU": [{"from": "2012-01-01", "rates": [27, 18, 5]}],
    "IE": [{"from": "2012-01-01", "rates": [23, 13.5, 9, 4.8]}, {"from": "2020-09-01", "rates": [21, 13.5, 9, 4.8]}, {"from": "2021-03-01", "rates": [23, 13.5, 9, 4.8]}],
    "IT": [{"from": "2016-01-01", "rates": [22, 10, 5, 4]}],
    "LI": [{"from": "2011-01-01", "rates": [8, 3.8, 2.5]}, {"from": "2018-01-01", "rates": [7.7, 3.7, 2.5]}, {"from": "2024-01-01", "rates": [8.1, 3.8, 2.6]}],
    "LT": [{"from": "2009-09-01", "rates": [21, 9, 5]}, {"from": "2026-01-01", "rates": [21, 12, 5]}],
    "LU": [{"from": "2015-01-01", "rates": [17, 14, 8, 3]}, {"from": "2023-01-01", "rates": [16, 13, 7, 3]}, {"from": "2024-01-01", "rates": [17, 14, 8, 3]}],
    "LV": [{"from": "2012-07-01", "rates": [21, 12]}, {"from": "2018-01-01", "rates": [21, 12, 5]}],
    "MT": [{"from": "2011-01-01", "rates": [18, 7, 5]}, {"from": "2024-01-01", "rates": [18, 12, 7, 5]}],
    "NL": [{"from": "2012-10-01", "rates": [21, 6]}, {"from": "2019-01-01", "rates": [21, 9]}],
    "PL": [{"from": "2011-01-01", "rates": [23, 8, 5]}],
    "PT": [{"from": "2011-01-01", "rates": [23, 13, 6], "regional": [22, 18, 16, 12, 9, 5, 4]}],
    "RO": [{"from": "2017-01-01", "rates": [19, 9, 5]}, {"from": "2025-08-01", "rates": [21, 11, 9]}, {"from": "2026-08-01", "rates": [21, 11]}],
    "SE": [{"from": "1996-01-01", "rates": [25, 12, 6]}],
    "SI": [{"from": "2013-07-01", "rates": [22, 9.5]}, {"from": "2020-01-01", "rates": [22, 9.5, 5]}],
    "SK": [{"from": "2011-01-01", "rates": [20, 10]}, {"from": "2023-01-01", "rates": [20, 10, 5]}, {"from": "2025-01-01", "rates": [23, 19, 5]}]
  }}'::jsonb $$;

/** What was in force in a country on a day; null where the table does not reach. */
create function private.tax_period(p_country text, p_day date) returns jsonb
  language plpgsql immutable set search_path = '' as $$
begin
  return (
    select p.period from jsonb_array_elements(private.tax_rate_table() -> 'countries' -> p_country) as p (period)
    where (p.period ->> 'from')::date <= p_day order by (p.period ->> 'from')::date desc limit 1);
end $$;

/** Whether a rate above zero was in force there on that day. Of a country or time that the table does not reach nothing is denied. */
create function private.is_rate_in_force(p_country text, p_rate numeric, p_day date) returns boolean
  language plpgsql immutable set search_path = '' as $$
begin
  return coalesce((select p.period -> 'rates' @> to_jsonb(p_rate) or coalesce(p.period -> 'regional' @> to_jsonb(p_rate), false)
    from private.tax_period(p_country, p_day) as p (period)), true);
end $$;

/** Whether any country of the table has or had this rate; 99 % is a slip of the keys. */
create function private.is_known_rate(p_rate numeric) returns boolean
  language sql immutable set search_path = '' as $$
  select exists (select from jsonb_each(private.tax_rate_table() -> 'countries') as c (country, periods),
      jsonb_array_elements(c.periods) as p (period)
    where p.period -> 'rates' @> to_jsonb(p_rate) or p.period -> 'regional' @> to_jsonb(p_rate)) $$;

revoke all on function
  private.tax_rate_table(), private.tax_period(text, date), private.is_rate_in_force(text, numeric, date), private.is_known_rate(numeric) from public;
