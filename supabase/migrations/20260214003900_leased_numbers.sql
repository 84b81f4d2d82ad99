-- An invoice that was issued without a connection arrives (decision 0033). The server has the last word: the number is inside the open lease of this
-- person and device and nowhere else, sums and days are what it would have computed itself, and the parties are named as they were while the device
-- was away.

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

/**
 * A customer that somebody deleted while an invoice to it was on its way comes back as it was: the invoice has to be kept, and a number that is in use
 * can't be a gap. Only what was deleted since the numbers were taken; whether the invoice is taken is decided afterwards.
 */
create function private.bring_back_buyer(p_invoice public.invoices) returns void
  language plpgsql volatile security definer set search_path = '' as $$
begin
  insert into public.customers
    select (jsonb_populate_record(null::public.customers, r.record || jsonb_build_object('rev', 'srv-' || gen_random_uuid(), 'updated_at', now(),
      -- A number that somebody else got since stays there.
      'customer_number', case when exists (
          select from public.customers c where c.company_id = l.company_id and upper(btrim(c.customer_number)) = upper(btrim(r.record ->> 'customer_number')))
        then null else r.record -> 'customer_number' end))).*
    from public.activity_log l
    join public.activity_records r on r.activity_id = l.id
    join private.number_leases n on n.company_id = l.company_id and n.id::text = p_invoice.leased ->> 'lease_id'
      and n.user_id = auth.uid() and n.ended_at is null and n.taken_at <= l.created_at
    where l.company_id = p_invoice.company_id and l.entity_type = 'customers' and l.entity_id = p_invoice.customer_id
      and l.type = 'deleted'
    order by l.created_at desc limit 1
    on conflict do nothing;
end $$;

/** Of a draft that arrives issued from a lease, the wish to issue it; a draft that does not has no lease. Before `guard_invoice` (in the order of names). */
create function private.adopt_lease() returns trigger
  language plpgsql set search_path = '' as $$
begin
  if new.number is not null then return new; end if;
  if new.status = 'issued' and new.leased ? 'claim' and new.document_type = 'invoice' then new.status := 'ready_to_issue'; end if;
  if new.status <> 'ready_to_issue' or new.document_type <> 'invoice' or not coalesce(new.leased ? 'claim', false) then
    new.leased := null;
  else
    perform private.bring_back_buyer(new);
  end if;
  return new;
end $$;
create trigger adopt_lease before insert or update on public.invoices for each row execute function private.adopt_lease();

/**
 * Whether a seller is one that the company was on documents of this language, at some time since the lease was taken. The layout, and where the sign of the
 * currency stands, are the app's: one that is older, or newer than what was noted with the lease, printed what it says.
 */
create function private.was_seller(p_lease private.number_leases, p_language text, p_seller jsonb) returns boolean
  language plpgsql stable security definer set search_path = '' as $$
begin
  if jsonb_typeof(p_seller) is distinct from 'object' or p_seller -> 'layout' not in ('2', '3')
    or p_seller #>> '{letterhead,currency_position}' not in ('prefix', 'suffix') then return false; end if;
  return exists (
    select from private.seller_states s
    where s.company_id = p_lease.company_id and s.language = p_language
      -- Of a lease that was brought again nothing older is known.
      and s.noted_at >= coalesce((
        select max(b.noted_at) from private.seller_states b
        where b.company_id = p_lease.company_id and b.language = p_language and b.noted_at <= p_lease.taken_at), '-infinity')
      and (p_seller - 'layout') #- '{letterhead,currency_position}' in (
        (s.seller - 'layout') #- '{letterhead,currency_position}', jsonb_set((s.seller - 'layout') #- '{letterhead,currency_position}', '{letterhead,logo_path}', 'null')));
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

/**
 * The lease that an invoice was issued from, once everything its device said of it is found to be so; raises the refusal. Its day is not before the one on
 * which the numbers were taken, nor after today, each wherever on earth that was or is the day (UTC-12 to UTC+14), with 12 hours of a slow clock and 24
 * of a fast one.
 */
create function private.lease_of_claim(p_invoice public.invoices) returns private.number_leases
  language plpgsql volatile security definer set search_path = '' as $$
declare
  v_claim jsonb := p_invoice.leased -> 'claim';
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
    when v_lease.year <> 0 and v_lease.year <> extract(year from v_day)::int or v_day > v_lease.valid_until
      or v_day < ((v_lease.taken_at - interval '24 hours') at time zone 'UTC')::date then 'issue_date'
    -- It is taken once that day has come.
    when v_day > ((now() + interval '38 hours') at time zone 'UTC')::date then 'issue_date_ahead'
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

revoke all on function
  private.seller_state(uuid, text), private.note_seller_state(uuid), private.follow_seller(), private.bring_back_buyer(public.invoices), private.adopt_lease(),
  private.was_seller(private.number_leases, text, jsonb), private.was_buyer(private.number_leases, uuid, jsonb),
  private.lease_of_claim(public.invoices), private.use_leased_number(private.number_leases, bigint) from public;
grant execute on function private.bring_back_buyer(public.invoices) to authenticated, service_role;
