-- Numbers to take along (decision 0033): before a trip a device takes some numbers of the invoices, and an invoice issued without a connection has its
-- number at once. The server has the last word when it arrives: the number is inside the open lease of this person and device and nowhere else,
-- sums and days are what it would have computed itself, and the parties are named as they were while the device was away.

insert into public.permissions (key) values ('invoices.lease_numbers');
insert into private.permission_implications (key, implied_by) values ('invoices.view', 'invoices.lease_numbers');

create table private.number_leases (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references public.companies (id) on delete cascade,
  series text not null check (series in ('invoices', 'cancellations', 'corrections')),
  year int not null,
  /** The pattern and the prefix that its numbers are written with, whatever the settings say later. */
  format text not null check (char_length(format) between 1 and 60),
  prefix text not null check (char_length(prefix) <= 20),
  numbers bigint[] not null check (cardinality(numbers) between 1 and 20),
  device_id uuid not null,
  device_name text not null check (char_length(device_name) <= 80),
  user_id uuid not null,
  taken_at timestamptz not null default clock_timestamp(),
  /** The last day that an invoice of it may carry. */
  valid_until date not null,
  ended_at timestamptz,
  ended_by uuid,
  end_reason text check (end_reason in ('used', 'returned', 'lost')),
  unique (company_id, id),
  constraint number_leases_end_complete check ((ended_at is null) = (end_reason is null))
);
create unique index number_leases_open_idx on private.number_leases (company_id, device_id, series) where ended_at is null;
create index number_leases_company_id_idx on private.number_leases (company_id, taken_at desc);
alter table private.number_leases enable row level security;

/** What a company was called and printed with while numbers were away: what an invoice that arrives may name as its seller. */
create table private.seller_states (
  company_id uuid not null references public.companies (id) on delete cascade,
  /** Of the documents on which it is so. */
  language text not null check (language in ('en', 'de')),
  noted_at timestamptz not null default clock_timestamp(),
  seller jsonb not null check (jsonb_typeof(seller) = 'object'),
  primary key (company_id, language, noted_at)
);
alter table private.seller_states enable row level security;

/** The seller as a device would freeze it: it names the logo, whether its object has arrived or not. */
create function private.seller_state(p_company uuid, p_language text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select jsonb_set(private.seller_snapshot(c.id, p_language), '{letterhead,logo_path}', coalesce(to_jsonb(c.logo_path), 'null')) from public.companies c where c.id = p_company);
end $$;

create function private.note_seller_state(p_company uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  insert into private.seller_states (company_id, language, seller)
    select p_company, l.language, n.seller
    from unnest('{en,de}'::text[]) l (language) cross join lateral (select private.seller_state(p_company, l.language) as seller) n
    where n.seller is distinct from (
      select s.seller from private.seller_states s where s.company_id = p_company and s.language = l.language order by s.noted_at desc limit 1);
end $$;

/** While numbers are away, or lost with a device that may come back, every look of the company is kept. */
create function private.follow_seller() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from private.number_leases l where l.company_id = new.id and (l.ended_at is null or l.end_reason = 'lost')) then
    perform private.note_seller_state(new.id);
  end if;
  return null;
end $$;
create trigger follow_seller after update of name, logo_path, settings on public.companies for each row execute function private.follow_seller();

/** Which of the numbers of a lease are on documents. */
create function private.used_numbers(p_lease private.number_leases) returns bigint[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return array(
    select n from unnest(p_lease.numbers) n
    where exists (select from public.invoices i where i.company_id = p_lease.company_id and i.number_series = p_lease.series and i.number_year = p_lease.year and i.number_seq = n)
    order by n);
end $$;

/** A lease as its device keeps it. */
create function private.lease_document(p_lease private.number_leases) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('id', p_lease.id, 'series', p_lease.series, 'year', p_lease.year, 'format', p_lease.format, 'prefix', p_lease.prefix,
    'numbers', to_jsonb(p_lease.numbers), 'device_id', p_lease.device_id, 'taken_at', p_lease.taken_at, 'valid_until', p_lease.valid_until) $$;

/** What happened to a lease, in the company's history. */
create function private.note_lease(p_lease private.number_leases, p_type text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  insert into public.activity_log (company_id, type, entity_type, entity_id, entity_label, changes)
    select p_lease.company_id, p_type, 'number_leases', p_lease.id, left(concat_ws(' – ', min(f.number), case when count(*) > 1 then max(f.number) end), 300),
      jsonb_build_object('device_name', jsonb_build_array(null, p_lease.device_name))
    from unnest(p_lease.numbers) n
    cross join lateral (select private.format_invoice_number(p_lease.format, p_lease.prefix,
      (p_lease.taken_at at time zone 'UTC')::date, n) as number) f;
end $$;

/** Takes numbers of the invoices along; they are no gaps as long as the lease is open. */
create function public.take_numbers(p_company uuid, p_device uuid, p_device_name text, p_count int) returns jsonb
language plpgsql volatile security definer set search_path = '' set timezone = 'UTC' as $$
declare
  v_settings jsonb;
  v_today date;
  v_lease private.number_leases;
  v_next record;
begin
  perform private.require_member(p_company);
  if not private.has_key(p_company, 'invoices.lease_numbers') then raise exception 'not_allowed' using errcode = '42501', detail = 'invoices.lease_numbers'; end if;
  if not private.has_key(p_company, 'invoices.issue') then raise exception 'not_allowed' using errcode = '42501', detail = 'invoices.issue'; end if;
  if (p_count between 1 and 20) is not true then raise exception 'invalid_input' using errcode = 'P0001', detail = 'p_count'; end if;
  if p_device is null or (char_length(p_device_name) <= 80) is not true then raise exception 'invalid_input' using errcode = 'P0001', detail = 'p_device'; end if;
  select c.settings into v_settings from public.companies c where c.id = p_company;
  if (v_settings #> '{numbers,leases}') is distinct from 'true' then raise exception 'leases_off' using errcode = 'P0001', detail = 'settings.numbers.leases'; end if;
  perform pg_advisory_xact_lock(hashtextextended('kontor.push:' || p_company, 0));
  if exists (select from private.number_leases l where l.company_id = p_company and l.device_id = p_device and l.series = 'invoices' and l.ended_at is null) then
    raise exception 'lease_open' using errcode = 'P0001', detail = 'p_device';
  end if;
  v_today := private.company_today(p_company);
  for i in 1 .. p_count loop
    select * into v_next from private.next_invoice_number(p_company, v_today, 'invoice');
    v_lease.numbers := v_lease.numbers || v_next.seq;
    insert into private.number_gap_reasons (company_id, series, year, number, reason, noted_by)
      values (p_company, 'invoices', v_next.year, v_next.seq, 'lease_open', auth.uid());
  end loop;
  perform private.note_seller_state(p_company);
  insert into private.number_leases (company_id, series, year, format, prefix, numbers, device_id, device_name, user_id, valid_until)
    values (p_company, 'invoices', v_next.year, v_settings #>> '{invoice_defaults,generated_number_format}', v_settings #>> '{invoice_defaults,number_prefix}',
      v_lease.numbers, p_device, p_device_name, auth.uid(),
      -- Where counting begins anew with the year, the numbers end with it.
      case when v_next.year = 0 then v_today + 30 else least(v_today + 30, make_date(v_next.year, 12, 31)) end)
    returning * into v_lease;
  perform private.note_lease(v_lease, 'numbers_taken');
  return private.lease_document(v_lease);
end $$;

/**
 * Ends a lease. Numbers that its device did not use go back to the counter as long as nothing was counted after them, else they are gaps with their
 * reason. What is neither on a document nor said to be unused may be in a customer's hands: it is never given again.
 */
create function private.end_lease(p_lease private.number_leases, p_unused bigint[], p_reason text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_used bigint[] := private.used_numbers(p_lease);
  v_unused bigint[] := array(select n from unnest(p_unused) n where n = any (p_lease.numbers) and n <> all (v_used));
  v_last bigint;
begin
  select c.last into v_last from private.number_counters c
    where c.company_id = p_lease.company_id and c.kind = p_lease.series and c.year = p_lease.year for update;
  while v_last = any (v_unused) loop
    delete from private.number_gap_reasons r where r.company_id = p_lease.company_id and r.series = p_lease.series and r.year = p_lease.year and r.number = v_last;
    v_last := v_last - 1;
  end loop;
  update private.number_counters c set last = v_last where c.company_id = p_lease.company_id and c.kind = p_lease.series and c.year = p_lease.year;
  update private.number_gap_reasons r set reason = case when r.number = any (v_unused) then 'lease_unused' else 'lease_lost' end, noted_by = auth.uid(), noted_at = now()
    where r.company_id = p_lease.company_id and r.series = p_lease.series and r.year = p_lease.year and r.number = any (p_lease.numbers) and r.reason = 'lease_open';
  update private.number_leases l set ended_at = now(), ended_by = auth.uid(), end_reason = p_reason where l.id = p_lease.id;
end $$;

/** A lease that is asked for by name, held until the end of the transaction. */
create function private.locked_lease(p_company uuid, p_id uuid) returns private.number_leases
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_lease private.number_leases;
begin
  perform pg_advisory_xact_lock(hashtextextended('kontor.push:' || p_company, 0));
  select * into v_lease from private.number_leases l where l.company_id = p_company and l.id = p_id for update;
  if not found then raise exception 'lease_unknown' using errcode = 'P0001', detail = 'p_lease'; end if;
  return v_lease;
end $$;

/** A device gives back what it did not use. What it says is the last word of that lease. */
create function public.return_numbers(p_company uuid, p_lease uuid, p_device uuid, p_unused bigint[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_lease private.number_leases;
begin
  perform private.require_member(p_company);
  v_lease := private.locked_lease(p_company, p_lease);
  if v_lease.user_id <> auth.uid() or v_lease.device_id is distinct from p_device then raise exception 'lease_unknown' using errcode = 'P0001', detail = 'p_lease'; end if;
  -- Its answer got lost: the same again.
  if v_lease.ended_at is not null then return; end if;
  perform private.end_lease(v_lease, coalesce(p_unused, '{}'), 'returned');
  perform private.note_lease(v_lease, 'numbers_returned');
end $$;

/** Ends the lease of a device that is lost, by who had it or who looks after numbers; what arrives from it afterwards is refused. */
create function public.end_number_lease(p_company uuid, p_lease uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_lease private.number_leases;
begin
  perform private.require_member(p_company);
  v_lease := private.locked_lease(p_company, p_lease);
  if v_lease.user_id <> auth.uid() and not private.has_key(p_company, 'settings.invoice') then
    raise exception 'not_allowed' using errcode = '42501', detail = 'settings.invoice';
  end if;
  if v_lease.ended_at is not null then return; end if;
  perform private.end_lease(v_lease, '{}', 'lost');
  perform private.note_lease(v_lease, 'numbers_lost');
end $$;

/** The device was found: nobody else was given its numbers, so what it issued may arrive after all. */
create function public.reopen_number_lease(p_company uuid, p_lease uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_lease private.number_leases;
begin
  perform private.require_member(p_company);
  if not private.has_key(p_company, 'settings.invoice') then raise exception 'not_allowed' using errcode = '42501', detail = 'settings.invoice'; end if;
  v_lease := private.locked_lease(p_company, p_lease);
  if v_lease.end_reason is distinct from 'lost'
    or exists (select from private.number_leases l where l.company_id = p_company and l.device_id = v_lease.device_id and l.series = v_lease.series and l.ended_at is null) then
    raise exception 'lease_ended' using errcode = 'P0001', detail = 'p_lease';
  end if;
  update private.number_gap_reasons r set reason = 'lease_open', noted_by = v_lease.user_id, noted_at = now()
    where r.company_id = p_company and r.series = v_lease.series and r.year = v_lease.year and r.number = any (v_lease.numbers) and r.reason = 'lease_lost';
  update private.number_leases l set ended_at = null, ended_by = null, end_reason = null where l.id = p_lease;
  perform private.note_lease(v_lease, 'numbers_found');
end $$;

/** Who has numbers along, and who had some lately; `used` are those on documents. */
create function public.number_leases(p_company uuid)
  returns table (id uuid, series text, year int, format text, prefix text, numbers bigint[], used bigint[], device_id uuid, device_name text, user_id uuid,
    taken_at timestamptz, valid_until date, ended_at timestamptz, ended_by uuid, end_reason text)
language plpgsql stable security definer set search_path = '' set timezone = 'UTC' as $$
begin
  perform private.require_member(p_company);
  if not private.has_key(p_company, 'invoices.view') then raise exception 'not_allowed' using errcode = '42501', detail = 'invoices.view'; end if;
  return query
  select l.id, l.series, l.year, l.format, l.prefix, l.numbers, private.used_numbers(l), l.device_id, l.device_name, l.user_id,
    l.taken_at, l.valid_until, l.ended_at, l.ended_by, l.end_reason
  from private.number_leases l
  where l.company_id = p_company and (l.ended_at is null or l.ended_at > now() - interval '90 days')
  order by l.ended_at is not null, l.taken_at desc, l.id;
end $$;

/**
 * A device whose lease this server does not know any more (it was set back to a backup) brings it again: what was given since to nobody else is
 * its own once more, and is counted as given. Returns the lease as it is now; null where nothing of it is left.
 */
create function public.restore_number_lease(p_company uuid, p_lease jsonb, p_device_name text) returns jsonb
language plpgsql volatile security definer set search_path = '' set timezone = 'UTC' as $$
declare
  v_settings jsonb;
  v_lease private.number_leases := jsonb_populate_record(null::private.number_leases, p_lease - '{company_id,user_id,device_name,ended_at,ended_by,end_reason}'::text[]);
  v_last bigint;
begin
  perform private.require_member(p_company);
  if not private.has_key(p_company, 'invoices.lease_numbers') then raise exception 'not_allowed' using errcode = '42501', detail = 'invoices.lease_numbers'; end if;
  if not private.has_key(p_company, 'invoices.issue') then raise exception 'not_allowed' using errcode = '42501', detail = 'invoices.issue'; end if;
  perform pg_advisory_xact_lock(hashtextextended('kontor.push:' || p_company, 0));
  if exists (select from private.number_leases l where l.id = v_lease.id) then raise exception 'lease_ended' using errcode = 'P0001', detail = 'p_lease'; end if;
  select c.settings into v_settings from public.companies c where c.id = p_company;
  if (v_lease.id is not null and v_lease.device_id is not null and v_lease.series = 'invoices'
    and v_lease.format = v_settings #>> '{invoice_defaults,generated_number_format}' and v_lease.prefix = v_settings #>> '{invoice_defaults,number_prefix}'
    and v_lease.taken_at between now() - interval '60 days' and now() + interval '10 minutes' and v_lease.valid_until <= (v_lease.taken_at at time zone 'UTC')::date + 31
    and v_lease.year = case when v_lease.format like '%{year}%' then extract(year from v_lease.valid_until)::int else 0 end) is not true then
    raise exception 'lease_refused' using errcode = 'P0001', detail = 'p_lease';
  end if;
  select coalesce(max(c.last), 0) into v_last from private.number_counters c where c.company_id = p_company and c.kind = v_lease.series and c.year = v_lease.year;
  v_lease.company_id := p_company;
  v_lease.user_id := auth.uid();
  v_lease.device_name := left(coalesce(p_device_name, ''), 80);
  -- Nobody burns the numbers of years to come; what is counted already was given to somebody else, unless it was given to nobody.
  v_lease.numbers := array(
    select distinct n from unnest(v_lease.numbers) n
    where n between 1 and v_last + 1000 and n <> all (private.used_numbers(v_lease))
      and not exists (select from private.number_leases l where l.company_id = p_company and l.series = v_lease.series and l.year = v_lease.year and n = any (l.numbers) and l.end_reason is distinct from 'returned')
    order by n limit 20);
  if v_lease.numbers = '{}' then return null; end if;
  insert into private.number_counters as counter (company_id, kind, year, last) values (p_company, v_lease.series, v_lease.year, v_lease.numbers[cardinality(v_lease.numbers)])
    on conflict on constraint number_counters_pkey do update set last = greatest(counter.last, excluded.last);
  -- What was given in between is not here any more.
  insert into private.number_gap_reasons (company_id, series, year, number, reason)
    select p_company, v_lease.series, v_lease.year, n, 'set_back' from generate_series(v_last + 1, v_lease.numbers[cardinality(v_lease.numbers)]) n
    where n <> all (v_lease.numbers) on conflict do nothing;
  insert into private.number_gap_reasons (company_id, series, year, number, reason, noted_by)
    select p_company, v_lease.series, v_lease.year, n, 'lease_open', auth.uid() from unnest(v_lease.numbers) n
    on conflict (company_id, series, year, number) do update set reason = excluded.reason, noted_by = excluded.noted_by, noted_at = now();
  perform private.note_seller_state(p_company);
  insert into private.number_leases (id, company_id, series, year, format, prefix, numbers, device_id, device_name, user_id, taken_at, valid_until)
    values (v_lease.id, v_lease.company_id, v_lease.series, v_lease.year, v_lease.format, v_lease.prefix, v_lease.numbers, v_lease.device_id, v_lease.device_name,
      v_lease.user_id, v_lease.taken_at, v_lease.valid_until);
  perform private.note_lease(v_lease, 'numbers_taken');
  return private.lease_document(v_lease);
end $$;

-- What a device issued by itself arrives as `leased`: the lease, and in `claim` what the document says. Once it is taken, the lease alone is kept.
alter table public.invoices add column leased jsonb check (jsonb_typeof(leased) = 'object' and octet_length(leased::text) <= 60000);
update private.synced_collections set insertable = insertable || '{leased}'::name[], updatable = updatable || '{leased}'::name[] where collection = 'invoices';
grant insert (leased), update (leased) on public.invoices to authenticated;

create or replace view private.invoice_documents with (security_invoker = true) as
  select i.id, i.company_id, i.number, i.document_type, i.cancels_id, i.cancelled_by_id, i.customer_id, i.recurring_invoice_id,
    i.status, i.delivery, i.sent_at, i.issue_date, i.due_date, i.due_days, i.service_from, i.service_to, i.currency, i.language,
    i.reference, i.notes, i.internal_notes, i.payment_terms, i.tax_mode, i.seller, i.buyer,
    i.net_total, i.tax_total, i.gross_total, i.tax_breakdown, i.paid_total, i.payment_status, i.created_by,
    coalesce((
      select jsonb_agg(jsonb_build_object('id', t.id, 'position', t.position, 'product_id', t.product_id, 'description', t.description,
        'unit', t.unit, 'quantity', t.quantity, 'unit_price', t.unit_price, 'discount_percent', t.discount_percent, 'tax_rate', t.tax_rate,
        'tax_category', t.tax_category, 'exemption_reason', t.exemption_reason, 'origin_item_id', t.origin_item_id)
        order by t.position, t.id)
      from public.invoice_items t where t.company_id = i.company_id and t.invoice_id = i.id), '[]') as items,
    i.created_at, i.updated_at, i.rev, i.recurring_period, i.overruled_warnings, i.tax_point, i.exchange, i.corrects_id, i.reason, i.corrections, i.leased
  from public.invoices i;

/** Of a draft that arrives issued from a lease, the wish to issue it; a draft that does not has no lease. Before `guard_invoice` (in the order of names). */
create function private.adopt_lease() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.number is not null then return new; end if;
  if new.status = 'issued' and new.leased ? 'claim' and new.document_type = 'invoice' then new.status := 'ready_to_issue'; end if;
  if new.status <> 'ready_to_issue' or new.document_type <> 'invoice' or not coalesce(new.leased ? 'claim', false) then new.leased := null; end if;
  return new;
end $$;
create trigger adopt_lease before insert or update on public.invoices for each row execute function private.adopt_lease();

/** Whether a seller is one that the company was on documents of this language, at some time since the lease was taken. */
create function private.was_seller(p_lease private.number_leases, p_language text, p_seller jsonb) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from private.seller_states s
    where s.company_id = p_lease.company_id and s.language = p_language
      -- Of a lease that was brought again nothing older is known.
      and s.noted_at >= coalesce((
        select max(b.noted_at) from private.seller_states b
        where b.company_id = p_lease.company_id and b.language = p_language and b.noted_at <= p_lease.taken_at), '-infinity')
      and p_seller in (s.seller, jsonb_set(s.seller, '{letterhead,logo_path}', 'null')));
end $$;

/**
 * Whether a buyer is the customer as it is, or in each part as it is or was since the lease was taken. Who may write customers could have written any:
 * what was typed on the device twice arrives once.
 */
create function private.was_buyer(p_lease private.number_leases, p_customer uuid, p_buyer jsonb) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  v_now jsonb := private.buyer_snapshot(p_lease.company_id, p_customer);
begin
  if p_buyer = v_now then return true; end if;
  if jsonb_typeof(p_buyer) is distinct from 'object' or octet_length(p_buyer::text) > 20000
    or array(select jsonb_object_keys(p_buyer) k order by k) <> array(select jsonb_object_keys(v_now) k order by k)
    or exists (select from jsonb_each(p_buyer) e where jsonb_typeof(e.value) not in ('string', 'null')) then
    return false;
  end if;
  return private.has_key(p_lease.company_id, 'customers.update') or not exists (
    select from jsonb_each(p_buyer) e
    where e.value <> v_now -> e.key and not exists (
      select from public.activity_log l
      where l.company_id = p_lease.company_id and l.entity_type = 'customers' and l.entity_id = p_customer and l.origin = 'trigger'
        and l.created_at >= p_lease.taken_at and l.changes -> e.key -> 0 = e.value));
end $$;

/** The lease that an invoice was issued from, once everything its device said of it is found to be so; raises the refusal. */
create function private.lease_of_claim(p_invoice public.invoices) returns private.number_leases
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_claim jsonb := p_invoice.leased -> 'claim';
  v_zone text := (select c.settings #>> '{company_details,basics,timezone}' from public.companies c where c.id = p_invoice.company_id);
  v_lease private.number_leases;
  v_seq bigint := v_claim ->> 'seq';
  v_day date := v_claim ->> 'issue_date';
  v_wrong text;
begin
  select * into v_lease from private.number_leases l where l.company_id = p_invoice.company_id and l.id::text = p_invoice.leased ->> 'lease_id' for update;
  if v_lease.id is null or v_lease.user_id is distinct from auth.uid() or v_lease.device_id::text is distinct from v_claim ->> 'device_id'
    or (v_seq = any (v_lease.numbers)) is not true then
    raise exception 'lease_unknown' using errcode = 'P0001', detail = 'leased';
  end if;
  if exists (select from public.invoices i
    where i.company_id = v_lease.company_id and i.number_series = v_lease.series and i.number_year = v_lease.year and i.number_seq = v_seq) then
    raise exception 'number_used' using errcode = 'P0001', detail = v_claim ->> 'number';
  end if;
  if v_lease.ended_at is not null then raise exception 'lease_ended' using errcode = 'P0001', detail = v_claim ->> 'number'; end if;
  p_invoice.issue_date := v_day;
  v_wrong := case
    when (v_claim ->> 'number' = private.format_invoice_number(v_lease.format, v_lease.prefix, v_day, v_seq)) is not true then 'number'
    -- The day of the device, in the company's time: not before the numbers were taken, nor more than a day ahead of the server.
    when v_day < (v_lease.taken_at at time zone v_zone)::date or v_day > v_lease.valid_until or v_day > ((now() + interval '24 hours') at time zone v_zone)::date
      or v_lease.year <> 0 and v_lease.year <> extract(year from v_day)::int then 'issue_date'
    when (v_claim -> 'net_total', v_claim -> 'tax_total', v_claim -> 'gross_total', v_claim -> 'tax_breakdown')
      is distinct from (to_jsonb(p_invoice.net_total), to_jsonb(p_invoice.tax_total), to_jsonb(p_invoice.gross_total), p_invoice.tax_breakdown) then 'gross_total'
    when v_claim ->> 'tax_point' is distinct from private.tax_point_of(p_invoice)::text then 'tax_point'
    when private.was_seller(v_lease, p_invoice.language, v_claim -> 'seller') is not true then 'seller'
    when private.was_buyer(v_lease, p_invoice.customer_id, v_claim -> 'buyer') is not true then 'buyer' end;
  if v_wrong is not null then raise exception 'lease_refused' using errcode = 'P0001', detail = v_wrong; end if;
  return v_lease;
end $$;

/** Its number is on a document now: no gap, and a lease with none left is over. */
create function private.use_leased_number(p_lease private.number_leases, p_seq bigint) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from private.number_gap_reasons r
    where r.company_id = p_lease.company_id and r.series = p_lease.series and r.year = p_lease.year and r.number = p_seq;
  if p_lease.numbers <@ (private.used_numbers(p_lease) || p_seq) then
    update private.number_leases l set ended_at = now(), ended_by = auth.uid(), end_reason = 'used' where l.id = p_lease.id;
  end if;
end $$;

drop function private.next_invoice_number(uuid, date);

/** Issuing decides when the VAT of a document counts. What arrives from a trip after its own month was closed counts on the day it arrives. */
create or replace function private.set_tax_point() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.status not in ('issued', 'cancelled') then
    new.tax_point := null;
  elsif new.tax_point is null then
    perform private.hold_periods(new.company_id);
    new.tax_point := private.tax_point_of(new);
    if private.is_closed(new.company_id, new.tax_point) then new.tax_point := new.issue_date; end if;
    if private.is_closed(new.company_id, new.tax_point) then new.tax_point := private.company_today(new.company_id); end if;
  end if;
  return new;
end $$;

create or replace function private.archive_tables() returns table (place int, name text, source regclass, key text[], left_out text[])
language sql stable set search_path = '' as $$
  select row_number() over ()::int, t.name, t.source::regclass, t.key::text[], t.left_out::text[] from (values
    ('companies', 'public.companies', '{id}', '{}'),
    ('bank_accounts', 'public.bank_accounts', '{id}', '{}'),
    ('company_mail_settings', 'public.company_mail_settings', '{company_id}', '{has_password}'),
    ('company_origins', 'public.company_origins', '{company_id}', '{}'),
    ('company_users', 'public.company_users', '{id}', '{}'),
    ('company_user_permissions', 'public.company_user_permissions', '{user_id,permission_key}', '{id}'),
    ('expense_categories', 'public.expense_categories', '{id}', '{}'),
    ('vendors', 'public.vendors', '{id}', '{}'),
    ('customers', 'public.customers', '{id}', '{}'),
    ('invoice_products', 'public.invoice_products', '{id}', '{}'),
    ('recurring_invoices', 'public.recurring_invoices', '{id}', '{}'),
    ('recurring_invoice_items', 'public.recurring_invoice_items', '{id}', '{}'),
    ('recurring_expenses', 'public.recurring_expenses', '{id}', '{}'),
    ('invoices', 'public.invoices', '{id}', '{}'),
    ('invoice_items', 'public.invoice_items', '{id}', '{}'),
    ('delivery_notes', 'public.delivery_notes', '{id}', '{}'),
    ('payments', 'public.payments', '{id}', '{}'),
    ('expenses', 'public.expenses', '{id}', '{}'),
    ('files', 'public.files', '{id}', '{}'),
    ('file_checks', 'public.file_checks', '{file_id}', '{}'),
    ('invoice_mails', 'private.invoice_mails', '{mutation_id}', '{}'),
    ('number_counters', 'private.number_counters', '{kind,year}', '{}'),
    ('number_gap_reasons', 'private.number_gap_reasons', '{series,year,number}', '{}'),
    ('number_leases', 'private.number_leases', '{id}', '{}'),
    ('periods', 'public.periods', '{id}', '{}'),
    ('period_figures', 'public.period_figures', '{id}', '{}'),
    ('activity_log', 'public.activity_log', '{id}', '{}'),
    ('activity_records', 'public.activity_records', '{activity_id,bank_data}', '{}'),
    ('ledger_entries', 'public.ledger_entries', '{seq}', '{}')) t (name, source, key, left_out) $$;

revoke all on function
  private.seller_state(uuid, text), private.note_seller_state(uuid), private.follow_seller(), private.used_numbers(private.number_leases),
  private.lease_document(private.number_leases), private.note_lease(private.number_leases, text), private.end_lease(private.number_leases, bigint[], text),
  private.locked_lease(uuid, uuid), private.adopt_lease(), private.was_seller(private.number_leases, text, jsonb),
  private.was_buyer(private.number_leases, uuid, jsonb), private.lease_of_claim(public.invoices),
  private.use_leased_number(private.number_leases, bigint) from public;
revoke all on function
  public.take_numbers(uuid, uuid, text, int), public.return_numbers(uuid, uuid, uuid, bigint[]), public.end_number_lease(uuid, uuid),
  public.reopen_number_lease(uuid, uuid), public.number_leases(uuid), public.restore_number_lease(uuid, jsonb, text) from public, anon, authenticated;
grant execute on function
  public.take_numbers(uuid, uuid, text, int), public.return_numbers(uuid, uuid, uuid, bigint[]), public.end_number_lease(uuid, uuid),
  public.reopen_number_lease(uuid, uuid), public.number_leases(uuid), public.restore_number_lease(uuid, jsonb, text) to authenticated;
