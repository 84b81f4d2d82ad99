-- How long a company keeps its documents and books by law. `src/domain/retention` says the same; decision 0023 has the reasons.

/** For how many years a company of that country keeps `documents` (invoices, receipts, payments) and `books` (ledger, history), from the end of the year. */
create function private.retention_years(p_country text, p_kind text) returns int
  language sql immutable set search_path = '' as $$
  select case p_country
    when 'DE' then case p_kind when 'documents' then 8 else 10 end
    when 'AT' then 7
    when 'GB' then 6
    else 10 end $$;

/** The last day on which it is to be kept. */
create function private.kept_until(p_country text, p_kind text, p_day date) returns date
  language sql immutable set search_path = '' as $$
  select make_date(extract(year from p_day)::int + private.retention_years(p_country, p_kind), 12, 31) $$;

revoke all on function private.retention_years(text, text), private.kept_until(text, text, date) from public;
