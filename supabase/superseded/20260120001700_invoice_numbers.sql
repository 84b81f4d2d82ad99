-- Numbers of invoices: unique per company, counted per year, and a list of the places that no invoice took.

/** Why a gap in the numbers is there, as far as somebody said it. UStAE 14.5: numbers may have gaps, but a gap wants a reason. */
create table private.number_gap_reasons (
  company_id uuid not null references public.companies (id) on delete cascade,
  year int not null,
  number bigint not null,
  reason text not null check (char_length(btrim(reason)) between 1 and 500),
  noted_by uuid,
  noted_at timestamptz not null default now(),
  primary key (company_id, year, number)
);
alter table private.number_gap_reasons enable row level security;

/** `{prefix}-{year}-{month}-{number}` → `INV-2026-01-0001`; `src/domain/invoices` formats the same. */
create function private.format_invoice_number(p_format text, p_prefix text, p_date date, p_number bigint) returns text
  language sql immutable set search_path = '' as $$
  -- The prefix comes last: braces in it are text.
  select replace(replace(private.format_number(p_format, extract(year from p_date)::int, p_number),
    '{month}', lpad(extract(month from p_date)::text, 2, '0')), '{prefix}', p_prefix) $$;

/** Takes the next place of the company's counter; the counter's row stays locked until commit, so no number is given twice or lost. */
create function private.next_invoice_number(p_company uuid, p_date date, out number text, out year int, out seq bigint)
  language plpgsql volatile security definer set search_path = '' as $$
declare
  v_defaults jsonb;
begin
  select c.settings -> 'invoice_defaults' into v_defaults from public.companies c where c.id = p_company;
  year := case when v_defaults ->> 'generated_number_format' like '%{year}%' then extract(year from p_date)::int else 0 end;
  loop
    insert into private.number_counters as counter (company_id, kind, year, last)
      values (p_company, 'invoices', next_invoice_number.year, 1)
      on conflict on constraint number_counters_pkey do update set last = counter.last + 1
      returning counter.last into seq;
    number := private.format_invoice_number(v_defaults ->> 'generated_number_format', v_defaults ->> 'number_prefix', p_date, seq);
    -- A changed format or an import may have used it already.
    exit when not exists (select from public.invoices i where i.company_id = p_company and i.number = next_invoice_number.number);
    insert into private.number_gap_reasons (company_id, year, number, reason)
      values (p_company, next_invoice_number.year, seq, 'number_taken') on conflict do nothing;
  end loop;
end $$;

/** Places of the counters that no invoice has, newest first. `year` is 0 when the format counts on over the years. */
create function public.invoice_number_gaps(p_company uuid)
  returns table (year int, number bigint, reason text, noted_by uuid, noted_at timestamptz)
  language plpgsql stable security definer set search_path = '' set timezone = 'UTC' as $$
begin
  perform private.require_member(p_company);
  if not private.has_key(p_company, 'invoices.view') then
    raise exception 'not_allowed' using errcode = '42501', detail = 'invoices.view';
  end if;
  return query
  select c.year, place, coalesce(r.reason, ''), r.noted_by, r.noted_at
  from private.number_counters c
  cross join generate_series(1, c.last) as place
  left join private.number_gap_reasons r on r.company_id = c.company_id and r.year = c.year and r.number = place
  where c.company_id = p_company and c.kind = 'invoices'
    and not exists (select from public.invoices i where i.company_id = p_company and i.number_year = c.year and i.number_seq = place)
  order by c.year desc, place desc;
end $$;

/** Says why a number is missing. */
create function public.explain_invoice_number(p_company uuid, p_year int, p_number bigint, p_reason text) returns void
  language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_member(p_company);
  if not private.has_key(p_company, 'invoices.issue') then
    raise exception 'not_allowed' using errcode = '42501', detail = 'invoices.issue';
  end if;
  if btrim(coalesce(p_reason, '')) = '' or char_length(p_reason) > 500 then
    raise exception 'reason_required' using errcode = 'P0001', detail = 'reason';
  end if;
  if not exists (select from public.invoice_number_gaps(p_company) g where g.year = p_year and g.number = p_number) then
    raise exception 'not_a_gap' using errcode = 'P0001', detail = 'number';
  end if;
  insert into private.number_gap_reasons (company_id, year, number, reason, noted_by) values (p_company, p_year, p_number, btrim(p_reason), auth.uid())
    on conflict (company_id, year, number) do update set reason = excluded.reason, noted_by = excluded.noted_by, noted_at = now();
end $$;

/** `{number}` once, the other placeholders at most once, nothing else in braces; at most 40 characters. */
create function private.is_number_format(p_format text, p_placeholders text[]) returns boolean
  language sql immutable set search_path = '' as $$
  select p_format is not null and btrim(p_format) <> '' and char_length(p_format) <= 40
    and (select bool_and(found.name = any (p_placeholders || '{number}'::text[])) and count(*) = count(distinct found.name) and bool_or(found.name = 'number')
      from (select m[1] as name from regexp_matches(p_format, '\{([^{}]*)\}', 'g') m) found)
    and regexp_replace(p_format, '\{[^{}]*\}', '', 'g') !~ '[{}]' $$;

revoke all on function
  private.format_invoice_number(text, text, date, bigint), private.next_invoice_number(uuid, date), private.is_number_format(text, text[]) from public;
grant execute on function private.is_number_format(text, text[]) to authenticated, service_role;
revoke all on function public.invoice_number_gaps(uuid), public.explain_invoice_number(uuid, int, bigint, text) from public, anon, authenticated;
grant execute on function public.invoice_number_gaps(uuid), public.explain_invoice_number(uuid, int, bigint, text) to authenticated;
