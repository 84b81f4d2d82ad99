-- Numbers of invoices: unique per company, counted per year and series, and a list of the places that no invoice took. Cancellations and corrections
-- may count by themselves, each with a pattern of its own, as delivery notes do; where a company says none, they go on in the series of its invoices.
-- `src/domain/numbering` previews and refuses the same.

/** Why a gap in the numbers is there, as far as somebody said it. UStAE 14.5: numbers may have gaps, but a gap wants a reason. */
create table private.number_gap_reasons (
  company_id uuid not null references public.companies (id) on delete cascade,
  year int not null,
  number bigint not null,
  reason text not null check (char_length(btrim(reason)) between 1 and 500),
  noted_by uuid,
  noted_at timestamptz not null default now(),
  series text not null default 'invoices' check (char_length(series) between 1 and 40),
  primary key (company_id, series, year, number)
);
alter table private.number_gap_reasons enable row level security;

/** `{prefix}-{year}-{month}-{number}` → `INV-2026-01-0001`; `src/domain/invoices` formats the same. */
create function private.format_invoice_number(p_format text, p_prefix text, p_date date, p_number bigint) returns text
  language sql immutable as $$
  -- The prefix comes last: braces in it are text.
  select replace(replace(private.format_number(p_format, extract(year from p_date)::int, p_number),
    '{month}', lpad(extract(month from p_date)::text, 2, '0')), '{prefix}', p_prefix) $$;

/** Takes the next place of a counter; its row stays locked until commit, so no number is given twice or lost. */
create function private.take_number(p_company uuid, p_series text, p_date date, out number text, out year int, out seq bigint)
  language plpgsql volatile security definer set search_path = '' as $$
declare
  v_settings jsonb := (select c.settings from public.companies c where c.id = p_company);
  v_format text := private.own_series_format(v_settings, p_series);
begin
  year := case when v_format like '%{year}%' then extract(year from p_date)::int else 0 end;
  insert into private.number_counters as counter (company_id, kind, year, last)
    values (p_company, p_series, take_number.year, 1)
    on conflict on constraint number_counters_pkey do update set last = counter.last + 1
    returning counter.last into seq;
  number := private.format_invoice_number(v_format, v_settings #>> '{invoice_defaults,number_prefix}', p_date, seq);
end $$;

/** The series in which a document of this type is numbered. */
create function private.series_of(p_company uuid, p_type text) returns text
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_series text := case p_type when 'cancellation' then 'cancellations' when 'correction' then 'corrections' else 'invoices' end;
begin
  return case when (select private.own_series_format(c.settings, v_series) from public.companies c where c.id = p_company) is null then 'invoices' else v_series end;
end $$;

/** The next number for a document of this type that no document has yet, and no device. */
create function private.next_invoice_number(p_company uuid, p_date date, p_type text, out number text, out year int, out seq bigint, out series text)
  language plpgsql volatile security definer set search_path = '' as $$
begin
  series := private.series_of(p_company, p_type);
  loop
    select t.number, t.year, t.seq into number, year, seq from private.take_number(p_company, next_invoice_number.series, p_date) t;
    -- A changed format or an import may have used it already.
    exit when not exists (select from public.invoices i where i.company_id = p_company and i.number = next_invoice_number.number)
      and next_invoice_number.number not in (select private.away_numbers(p_company));
    insert into private.number_gap_reasons (company_id, series, year, number, reason)
      values (p_company, next_invoice_number.series, next_invoice_number.year, seq, 'number_taken') on conflict do nothing;
  end loop;
end $$;

/** Places of the counters that no document has, by series, newest first. `year` is 0 where a pattern counts on over the years. */
create function public.number_gaps(p_company uuid)
  returns table (series text, year int, number bigint, reason text, noted_by uuid, noted_at timestamptz)
  language plpgsql stable security definer set search_path = '' set timezone = 'UTC' as $$
begin
  perform private.require_member(p_company);
  if not private.has_key(p_company, 'invoices.view') then
    raise exception 'not_allowed' using errcode = '42501', detail = 'invoices.view';
  end if;
  return query
  select c.kind, c.year, place, coalesce(r.reason, ''), r.noted_by, r.noted_at
  from private.number_counters c
  cross join generate_series(1, c.last) as place
  left join private.number_gap_reasons r on r.company_id = c.company_id and r.series = c.kind and r.year = c.year and r.number = place
  where c.company_id = p_company and c.kind in ('invoices', 'cancellations', 'corrections')
    and not exists (select from public.invoices i
      where i.company_id = p_company and i.number_series = c.kind and i.number_year = c.year and i.number_seq = place)
  order by c.kind = 'invoices' desc, c.kind, c.year desc, place desc;
end $$;

/** Says why a number of a series is missing. What somebody has with them is no gap yet. */
create function public.explain_number(p_company uuid, p_series text, p_year int, p_number bigint, p_reason text) returns void
  language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_member(p_company);
  if not private.has_key(p_company, 'invoices.issue') then
    raise exception 'not_allowed' using errcode = '42501', detail = 'invoices.issue';
  end if;
  if btrim(coalesce(p_reason, '')) = '' or char_length(p_reason) > 500 then
    raise exception 'reason_required' using errcode = 'P0001', detail = 'reason';
  end if;
  if not exists (select from public.number_gaps(p_company) g where g.series = p_series and g.year = p_year and g.number = p_number and g.reason <> 'lease_open') then
    raise exception 'not_a_gap' using errcode = 'P0001', detail = 'number';
  end if;
  insert into private.number_gap_reasons (company_id, series, year, number, reason, noted_by)
    values (p_company, p_series, p_year, p_number, btrim(p_reason), auth.uid())
    on conflict (company_id, series, year, number) do update set reason = excluded.reason, noted_by = excluded.noted_by, noted_at = now();
end $$;

/** The number that comes next in each series, as far as nobody is faster. */
create function public.next_numbers(p_company uuid) returns table (series text, number text, last bigint)
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_settings jsonb := (select c.settings from public.companies c where c.id = p_company);
  v_today date := private.company_today(p_company);
begin
  perform private.require_member(p_company);
  if not private.has_key(p_company, 'invoices.view') then
    raise exception 'not_allowed' using errcode = '42501', detail = 'invoices.view';
  end if;
  return query
  select s.series, private.format_invoice_number(f.format, v_settings #>> '{invoice_defaults,number_prefix}', v_today, coalesce(c.last, 0) + 1), coalesce(c.last, 0)
  from unnest('{invoices,cancellations,corrections}'::text[]) with ordinality s (series, place)
  cross join lateral (select private.own_series_format(v_settings, s.series) as format) f
  left join private.number_counters c on c.company_id = p_company and c.kind = s.series
    and c.year = case when f.format like '%{year}%' then extract(year from v_today)::int else 0 end
  where f.format is not null
  order by s.place;
end $$;

-- What apps of before ask: the series of the invoices.
create function public.invoice_number_gaps(p_company uuid)
  returns table (year int, number bigint, reason text, noted_by uuid, noted_at timestamptz)
  language sql stable security definer set search_path = '' set timezone = 'UTC' as $$
  select g.year, g.number, g.reason, g.noted_by, g.noted_at from public.number_gaps(p_company) g where g.series = 'invoices' $$;

/** Says why a number is missing. */
create function public.explain_invoice_number(p_company uuid, p_year int, p_number bigint, p_reason text) returns void
  language sql volatile security definer set search_path = '' as $$
  select public.explain_number(p_company, 'invoices', p_year, p_number, p_reason) $$;

revoke all on function
  private.format_invoice_number(text, text, date, bigint), private.take_number(uuid, text, date), private.series_of(uuid, text),
  private.next_invoice_number(uuid, date, text) from public;
revoke all on function
  public.number_gaps(uuid), public.explain_number(uuid, text, int, bigint, text), public.next_numbers(uuid), public.invoice_number_gaps(uuid),
  public.explain_invoice_number(uuid, int, bigint, text) from public, anon, authenticated;
grant execute on function
  public.number_gaps(uuid), public.explain_number(uuid, text, int, bigint, text), public.next_numbers(uuid), public.invoice_number_gaps(uuid),
  public.explain_invoice_number(uuid, int, bigint, text) to authenticated;
