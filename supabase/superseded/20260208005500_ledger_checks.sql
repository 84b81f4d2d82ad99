-- Reading the ledger and checking it: every hash, and every record against what its entry holds.

/** All that is booked of a company as it is now, in order of time: what the ledger has to know. */
create view private.booked_records with (security_invoker = true) as
  select i.company_id, 'invoices' as collection, i.id as record_id, i.number as label, i.issue_date::timestamp at time zone 'UTC' as booked_at
    from public.invoices i where i.status in ('issued', 'cancelled')
  union all select e.company_id, 'expenses', e.id, e.number, e.booked_at from public.expenses e where e.status in ('approved', 'reimbursed')
  union all select p.company_id, 'payments', p.id, i.number, p.created_at from public.payments p join public.invoices i on i.id = p.invoice_id
  union all select p.company_id, 'periods', p.id, private.day_text(p.month), coalesce(p.decided_at, p.created_at) from public.periods p where p.is_closed
  union all select c.id, 'companies', c.id, c.name, c.created_at from public.companies c;
revoke all on private.booked_records from public, anon;

/** The hash of a booked record's facts as they are now, by the form; null when it is not there. */
create function private.payload_of(p_collection text, p_company uuid, p_record uuid, p_form int) returns text
  language plpgsql stable set search_path = '' as $$
begin
  case p_collection
    when 'invoices' then return (
      select private.facts_sha256(private.invoice_facts(i, private.invoice_item_facts(i.company_id, i.id, p_form), p_form))
      from public.invoices i where i.company_id = p_company and i.id = p_record);
    when 'expenses' then return (
      select private.facts_sha256(private.expense_facts(e, p_form)) from public.expenses e where e.company_id = p_company and e.id = p_record);
    when 'payments' then return (
      select private.facts_sha256(private.payment_facts(p, p_form)) from public.payments p where p.company_id = p_company and p.id = p_record);
    when 'periods' then return (
      select private.facts_sha256(private.period_facts(p, p_form)) from public.periods p where p.company_id = p_company and p.id = p_record);
    when 'companies' then return (select private.facts_sha256(private.company_facts(c, p_form)) from public.companies c where c.id = p_record);
    else return null;
  end case;
end $$;

/**
 * Enters what is booked and not in the ledger: what an installation held before it had one, and what a seed brought. Returns how many entries.
 * One hash follows from the other, so the entries are made one by one; all else is read at once.
 */
create function private.carry_over_ledger() returns int
  language plpgsql volatile security definer set search_path = '' as $$
declare
  e public.ledger_entries;
  v_count int := 0;
  r record;
begin
  for r in
    select b.*, case b.collection when 'expenses' then private.verified_receipts(b.company_id, b.record_id) else '' end as receipts,
      private.payload_of(b.collection, b.company_id, b.record_id, private.ledger_form(b.collection)) as payload
    from private.booked_records b
    where not exists (select from public.ledger_entries l where l.company_id = b.company_id and l.record_id = b.record_id)
    order by b.company_id, b.booked_at, b.collection, b.record_id
  loop
    if r.company_id is distinct from e.company_id then
      perform pg_catalog.pg_advisory_xact_lock(hashtextextended('kontor.ledger', 0) # hashtextextended(r.company_id::text, 0));
      e.seq := null;
      select l.seq, l.sha256 into e.seq, e.sha256 from public.ledger_entries l where l.company_id = r.company_id order by l.seq desc limit 1;
    end if;
    e.company_id := r.company_id;
    e.prev_sha256 := case when e.seq is null then repeat('0', 64) else e.sha256 end;
    e.seq := coalesce(e.seq, 0) + 1;
    e.kind := 'carried_over';
    e.collection := r.collection;
    e.record_id := r.record_id;
    e.label := left(coalesce(r.label, ''), 300);
    e.form := private.ledger_form(r.collection);
    e.payload_sha256 := r.payload;
    e.receipts := private.thousand(r.receipts);
    e.at := clock_timestamp();
    e.sha256 := private.entry_sha256(e);
    insert into public.ledger_entries values (e.*);
    v_count := v_count + 1;
  end loop;
  return v_count;
end $$;

/**
 * What is wrong with the last entry of a record, seen from the record as it is now: `missing` (it is gone), `returned` (it was deleted and is back),
 * `differs` (something booked of it is another), `receipt` (the bytes of a receipt are); null when all is well.
 */
create function private.record_fault(e public.ledger_entries) returns text
  language plpgsql stable set search_path = '' as $$
declare
  v_now text := private.payload_of(e.collection, e.company_id, e.record_id, e.form);
begin
  if e.kind = 'deleted' then return case when v_now is not null then 'returned' end; end if;
  if v_now is null then return 'missing'; end if;
  -- What was taken back is free until it is approved again.
  if e.kind = 'unbooked' then
    return case when exists (
      select from public.expenses x where x.company_id = e.company_id and x.id = e.record_id and x.status in ('approved', 'reimbursed')) then 'differs' end;
  end if;
  if v_now <> e.payload_sha256 then return 'differs'; end if;
  if e.receipts <> '' and exists (
    select from unnest(string_to_array(e.receipts, ',')) r
    where r <> all (string_to_array(private.verified_receipts(e.company_id, e.record_id), ','))) then
    return 'receipt';
  end if;
  return null;
end $$;

/**
 * Checks up to `p_limit` entries after `p_after`: `{checked: the last seq looked at, head: {seq, sha256, at}, done, fault}`. The entries: no hole, each
 * holds the hash of the one before, and its own hash recomputes. Their records: see `record_fault`. When no entry is left, whether everything that is
 * booked has one (`unentered`). `fault` is the first that differs: `{fault, seq, kind, collection, record_id, label}`.
 */
create function private.check_ledger(p_company uuid, p_after bigint, p_limit int) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_head jsonb := (
    select jsonb_build_object('seq', l.seq, 'sha256', l.sha256, 'at', private.instant_text(l.at))
    from public.ledger_entries l where l.company_id = p_company order by l.seq desc limit 1);
  v_checked bigint;
  v_count int;
  v_fault jsonb;
begin
  with page as materialized (
      select l as entry, l.seq, lag(l.seq) over w as seq_before, lag(l.sha256) over w as sha256_before
      from public.ledger_entries l where l.company_id = p_company and l.seq >= p_after
      window w as (order by l.seq) order by l.seq limit p_limit + 1),
    looked as (
      select p.entry, p.seq, case
          when p.seq <> coalesce(p.seq_before, p_after) + 1 then 'gap'
          when (p.entry).prev_sha256 <> coalesce(p.sha256_before, repeat('0', 64)) then 'chain'
          when (p.entry).sha256 <> private.entry_sha256(p.entry) then 'entry'
          when not exists (
            select from public.ledger_entries later
            where later.record_id = (p.entry).record_id and later.company_id = p_company and later.seq > p.seq) then private.record_fault(p.entry) end as fault
      from page p where p.seq > p_after)
    select max(l.seq), count(*),
        (array_agg(jsonb_build_object('fault', l.fault, 'seq', l.seq, 'kind', (l.entry).kind, 'collection', (l.entry).collection,
          'record_id', (l.entry).record_id, 'label', (l.entry).label) order by l.seq) filter (where l.fault is not null))[1]
      into v_checked, v_count, v_fault from looked l;
  if v_count < p_limit and v_fault is null then
    select jsonb_build_object('fault', 'unentered', 'seq', null, 'kind', null, 'collection', b.collection, 'record_id', b.record_id, 'label', coalesce(b.label, ''))
      into v_fault from private.booked_records b
      where b.company_id = p_company and not exists (select from public.ledger_entries l where l.company_id = p_company and l.record_id = b.record_id)
      order by b.booked_at, b.record_id limit 1;
  end if;
  return jsonb_build_object('checked', coalesce(v_checked, p_after), 'head', v_head, 'done', v_count < p_limit, 'fault', v_fault);
end $$;

/** `private.check_ledger` for who may read the history. */
create function public.verify_ledger(p_company uuid, p_after bigint default 0, p_limit int default 5000) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_key(p_company, 'activity.view');
  return private.check_ledger(p_company, p_after, least(greatest(p_limit, 1), 10000));
end $$;

/** Entries after `p_after` in their order, each as the list of texts that its hash is made of, and the hash: for devices that compute it themselves. */
create function public.ledger_page(p_company uuid, p_after bigint default 0, p_limit int default 1000) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_key(p_company, 'activity.view');
  return (
    select coalesce(jsonb_agg(jsonb_build_object('seq', e.seq, 'kind', e.kind, 'collection', e.collection, 'record_id', e.record_id, 'label', e.label,
      'form', e.form, 'payload_sha256', e.payload_sha256, 'receipts', e.receipts, 'prev_sha256', e.prev_sha256, 'sha256', e.sha256,
      'at', private.instant_text(e.at), 'actor', e.actor) order by e.seq), '[]')
    from (
      select * from public.ledger_entries l where l.company_id = p_company and l.seq > p_after
      order by l.seq limit least(greatest(p_limit, 1), 2000)) e);
end $$;

revoke all on function
  private.payload_of(text, uuid, uuid, int), private.carry_over_ledger(), private.record_fault(public.ledger_entries),
  private.check_ledger(uuid, bigint, int) from public;
revoke all on function public.verify_ledger(uuid, bigint, int), public.ledger_page(uuid, bigint, int) from public, anon, authenticated;
grant execute on function public.verify_ledger(uuid, bigint, int), public.ledger_page(uuid, bigint, int) to authenticated;
