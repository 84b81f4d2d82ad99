-- The ledger: every issue, cancellation, booking, reversal and payment, every closed or opened month and every change of settings leaves an entry
-- that nobody changes or takes away, chained to the one before it. `src/decisions/0017-ledger.md` has the reasons;
-- `src/domain/ledger` computes the same hashes on the device.

create table public.ledger_entries (
  company_id uuid not null,
  /** From 1, without holes. */
  seq bigint not null check (seq > 0),
  /** `unbooked`: an approval was taken back; `receipt`: the server has verified a receipt of what was booked; `carried_over`: booked before it was noted. */
  kind text not null check (kind in ('issued', 'cancelled', 'booked', 'unbooked', 'reversed', 'paid', 'changed', 'deleted', 'closed', 'opened', 'settings', 'receipt', 'carried_over')),
  collection text not null check (collection in ('invoices', 'expenses', 'payments', 'periods', 'companies')),
  record_id uuid not null,
  /** What a reader knows the record by: its number, that of a payment's invoice, the month. */
  label text not null check (char_length(label) <= 300),
  /** Which list of facts `payload_sha256` is made of. */
  form int not null check (form > 0),
  payload_sha256 text not null check (char_length(payload_sha256) = 64),
  /** `<file>:<sha256>,…`: the receipts whose bytes the server had verified by then, at most a thousand. */
  receipts text not null check (char_length(receipts) <= 110000),
  /** The hash of the entry before; of the first one 64 zeros. */
  prev_sha256 text not null check (char_length(prev_sha256) = 64),
  sha256 text not null check (char_length(sha256) = 64),
  at timestamptz not null,
  actor uuid,
  primary key (company_id, seq)
);
-- Without the company, so that the end of a chain is found by the key alone.
create index ledger_entries_record_id_idx on public.ledger_entries (record_id, seq);

-- Read by who may read the history; written by the triggers below alone, not even with the service key.
revoke all on public.ledger_entries from public, anon, authenticated, service_role;
grant select on public.ledger_entries to authenticated, service_role;
alter table public.ledger_entries enable row level security;
create policy second_factor on public.ledger_entries as restrictive to authenticated using ((select private.second_factor_satisfied()));
create policy member_select on public.ledger_entries for select to authenticated
  using (company_id = any (array(select private.companies_with('activity.view'))));

/** What was entered stays, whoever asks; with its company it goes. */
create function private.keep_ledger() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' and not exists (select from public.companies c where c.id = old.company_id) then return old; end if;
  raise exception 'ledger_is_kept' using errcode = '42501';
end $$;
create trigger keep_entries before update or delete on public.ledger_entries for each row execute function private.keep_ledger();
create trigger keep_all before truncate on public.ledger_entries for each statement execute function private.keep_ledger();

create function private.forget_ledger() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  delete from public.ledger_entries l where l.company_id = old.id;
  return null;
end $$;
create trigger forget_ledger after delete on public.companies for each row execute function private.forget_ledger();

-- How facts become a hash. Texts, numbers and instants are written in one way whatever the session's settings are: the JSON array of them, as
-- PostgreSQL spaces it, is what is hashed. Nothing here has settings of its own, so that it is part of the statement that asks.

/** The SHA-256 of a list of texts, in hex. */
create function private.facts_sha256(p_facts text[]) returns text language sql stable as $$
  select encode(sha256(convert_to(to_jsonb(p_facts)::text, 'UTF8')), 'hex') $$;

/** `2026-01-31T10:00:00.123456Z` */
create function private.instant_text(p_at timestamptz) returns text language sql stable as $$
  select to_char(p_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') $$;

create function private.day_text(p_day date) returns text language sql stable as $$
  select to_char(p_day, 'YYYY-MM-DD') $$;

/** `119.0000` is `119`. */
create function private.number_text(p_number numeric) returns text language sql immutable as $$
  select trim_scale(p_number)::text $$;

/** The hash of an entry, from all that it says. */
create function private.entry_sha256(e public.ledger_entries) returns text language sql stable as $$
  select private.facts_sha256(array[e.company_id::text, e.seq::text, e.kind, e.collection, e.record_id::text, e.label, e.form::text,
    e.payload_sha256, e.receipts, e.prev_sha256, private.instant_text(e.at), e.actor::text]) $$;

-- What is booked of each kind of record, by form. A later column goes into a new form, after those of the forms before (`|| case when p_form >= 2
-- then array[…] else '{}' end`), and the form into `ledger_form`: earlier entries keep being checked by theirs.

create function private.ledger_form(p_collection text) returns int language sql immutable as $$
  select 1 $$;

create function private.invoice_item_facts(p_company uuid, p_invoice uuid, p_form int) returns text
  language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(string_agg(to_jsonb(array[i.position::text, i.description, i.unit, private.number_text(i.quantity),
      private.number_text(i.unit_price), private.number_text(i.discount_percent), private.number_text(i.tax_rate),
      i.tax_category, i.exemption_reason])::text, ',' order by i.position, i.id), '')
    from public.invoice_items i where i.company_id = p_company and i.invoice_id = p_invoice);
end $$;

create function private.invoice_facts(i public.invoices, p_items text, p_form int) returns text[] language sql stable as $$
  select array[i.status, i.number, i.number_year::text, i.number_seq::text, i.document_type, i.cancels_id::text, i.cancelled_by_id::text,
    i.customer_id::text, private.day_text(i.issue_date), private.day_text(i.due_date), i.due_days::text, private.day_text(i.service_from),
    private.day_text(i.service_to), i.currency, i.language, i.reference, i.notes, i.payment_terms, i.tax_mode, i.seller::text, i.buyer::text,
    private.number_text(i.net_total), private.number_text(i.tax_total), private.number_text(i.gross_total), i.tax_breakdown::text,
    to_jsonb(i.overruled_warnings)::text, i.created_by::text, p_items] $$;

create function private.expense_facts(e public.expenses, p_form int) returns text[] language sql stable as $$
  select array[e.status, e.number, e.created_by::text, e.category_id::text, e.vendor_id::text, e.customer_id::text, e.description,
    private.number_text(e.amount), e.currency, private.number_text(e.tax_rate), private.number_text(e.tax_amount),
    e.tax_lines::text, private.day_text(e.expense_date),
    e.is_billable::text, e.is_reimbursable::text, private.day_text(e.paid_on), e.payment_method, e.rejection_reason, e.decided_by::text,
    private.instant_text(e.decided_at), private.instant_text(e.booked_at), private.day_text(e.booked_on),
    e.reverses_expense_id::text, e.reversal_reason] $$;

create function private.payment_facts(p public.payments, p_form int) returns text[] language sql stable as $$
  select array[p.invoice_id::text, private.number_text(p.amount), p.currency, private.day_text(p.payment_date), p.method, p.reference, p.notes,
    p.created_by::text, private.instant_text(p.created_at), private.day_text(p.booked_on),
    p.reverses_payment_id::text, p.reversal_reason] $$;

create function private.period_facts(p public.periods, p_form int) returns text[] language sql stable as $$
  select array[private.day_text(p.month), p.is_closed::text, p.reason, p.decided_by::text, private.instant_text(p.decided_at)] $$;

create function private.company_facts(c public.companies, p_form int) returns text[] language sql stable as $$
  select array[c.name, c.logo_path, c.settings::text] $$;

/** The receipts of an expense whose stored bytes the server found to be what their records say. */
create function private.verified_receipts(p_company uuid, p_expense uuid) returns text
  language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(string_agg(f.id || ':' || c.sha256, ',' order by f.id), '')
    from public.files f join public.file_checks c on c.file_id = f.id and (c.sha256, c.size) = (f.sha256, f.size)
    where f.company_id = p_company and f.expense_id = p_expense);
end $$;

/** The first thousand of a list. */
create function private.thousand(p_list text) returns text language sql immutable as $$
  select case when char_length(p_list) < 100000 then p_list else array_to_string((string_to_array(p_list, ','))[:1000], ',') end $$;

/**
 * Adds an entry. Whoever appends to a company's chain does so alone until commit, so that there are no holes; it is asked for at the commit, when
 * everything else (months, records, the company's clock) is held already.
 */
create function private.append_to_ledger(
  p_company uuid, p_kind text, p_collection text, p_record uuid, p_label text, p_facts text[], p_receipts text default '') returns void
  -- A plan made while the table is small would sort the whole chain to find its end, for as long as the session lives.
  language plpgsql volatile security definer set search_path = '' set enable_sort = off as $$
declare
  e public.ledger_entries;
begin
  perform pg_catalog.pg_advisory_xact_lock(hashtextextended('kontor.ledger', 0) # hashtextextended(p_company::text, 0));
  select l.seq, l.sha256 into e.seq, e.prev_sha256 from public.ledger_entries l where l.company_id = p_company order by l.seq desc limit 1;
  e.company_id := p_company;
  e.seq := coalesce(e.seq, 0) + 1;
  e.prev_sha256 := coalesce(e.prev_sha256, repeat('0', 64));
  e.kind := p_kind;
  e.collection := p_collection;
  e.record_id := p_record;
  e.label := left(coalesce(p_label, ''), 300);
  e.form := private.ledger_form(p_collection);
  e.payload_sha256 := private.facts_sha256(p_facts);
  e.receipts := private.thousand(p_receipts);
  e.at := clock_timestamp();
  e.actor := auth.uid();
  e.sha256 := private.entry_sha256(e);
  insert into public.ledger_entries values (e.*);
end $$;

/** A seed brings its past along, and a deleted company takes its ledger with it: neither is entered record by record. */
create function private.is_entered(p_company uuid) returns boolean
  language plpgsql stable security definer set search_path = '' as $$
begin
  return (current_setting('kontor.is_seeding', true) is distinct from 'on' or auth.uid() is not null)
    and exists (select from public.companies c where c.id = p_company);
end $$;

create function private.enter_invoice() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_form constant int := private.ledger_form('invoices');
begin
  -- Payments change the sums of an invoice and nothing of what was issued; its lines can't change any more.
  if tg_op = 'UPDATE' and private.invoice_facts(old, '', v_form) = private.invoice_facts(new, '', v_form) or not private.is_entered(new.company_id) then
    return null;
  end if;
  perform private.append_to_ledger(new.company_id,
    case
      when tg_op = 'UPDATE' and old.status = new.status then 'changed'
      when new.status = 'cancelled' then 'cancelled'
      else 'issued' end,
    'invoices', new.id, new.number, private.invoice_facts(new, private.invoice_item_facts(new.company_id, new.id, v_form), v_form));
  return null;
end $$;
-- At the commit, after `zz_log_change` (triggers run in the order of their names): the company's clock is held before its ledger.
create constraint trigger zzz_enter_new after insert on public.invoices deferrable initially deferred for each row
  when (new.status in ('issued', 'cancelled')) execute function private.enter_invoice();
create constraint trigger zzz_enter_changed after update on public.invoices deferrable initially deferred for each row
  when (new.status in ('issued', 'cancelled')) execute function private.enter_invoice();

create function private.enter_expense() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_form constant int := private.ledger_form('expenses');
  v_was boolean := false;
  v_is boolean := new.status in ('approved', 'reimbursed');
begin
  if tg_op = 'UPDATE' then
    v_was := old.status in ('approved', 'reimbursed');
    if v_was = v_is and private.expense_facts(old, v_form) = private.expense_facts(new, v_form) then return null; end if;
  end if;
  if not private.is_entered(new.company_id) then return null; end if;
  perform private.append_to_ledger(new.company_id,
    case
      when not v_is then 'unbooked'
      when not v_was then case when new.reverses_expense_id is null then 'booked' else 'reversed' end
      when old.status = 'approved' and new.status = 'reimbursed' then 'paid'
      else 'changed' end,
    'expenses', new.id, new.number, private.expense_facts(new, v_form), private.verified_receipts(new.company_id, new.id));
  return null;
end $$;
create constraint trigger zzz_enter_new after insert on public.expenses deferrable initially deferred for each row
  when (new.status in ('approved', 'reimbursed')) execute function private.enter_expense();
create constraint trigger zzz_enter_changed after update on public.expenses deferrable initially deferred for each row
  when (old.status in ('approved', 'reimbursed') or new.status in ('approved', 'reimbursed')) execute function private.enter_expense();

create function private.enter_payment() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_form constant int := private.ledger_form('payments');
  v_row public.payments := case when tg_op = 'DELETE' then old else new end;
begin
  if tg_op = 'UPDATE' and private.payment_facts(old, v_form) = private.payment_facts(new, v_form) or not private.is_entered(v_row.company_id) then
    return null;
  end if;
  perform private.append_to_ledger(v_row.company_id,
    case tg_op
      when 'DELETE' then 'deleted'
      when 'UPDATE' then 'changed'
      else case when v_row.reverses_payment_id is null then 'paid' else 'reversed' end end,
    'payments', v_row.id, (select i.number from public.invoices i where i.id = v_row.invoice_id), private.payment_facts(v_row, v_form));
  return null;
end $$;
create constraint trigger zzz_enter after insert or update or delete on public.payments deferrable initially deferred for each row
  execute function private.enter_payment();

create function private.enter_period() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_form constant int := private.ledger_form('periods');
begin
  if tg_op = 'UPDATE' and private.period_facts(old, v_form) = private.period_facts(new, v_form) or not private.is_entered(new.company_id) then
    return null;
  end if;
  perform private.append_to_ledger(new.company_id, case when new.is_closed then 'closed' else 'opened' end,
    'periods', new.id, private.day_text(new.month), private.period_facts(new, v_form));
  return null;
end $$;
create constraint trigger zzz_enter after insert or update on public.periods deferrable initially deferred for each row
  execute function private.enter_period();

create function private.enter_settings() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_form constant int := private.ledger_form('companies');
begin
  if tg_op = 'UPDATE' and private.company_facts(old, v_form) is not distinct from private.company_facts(new, v_form) or not private.is_entered(new.id) then
    return null;
  end if;
  perform private.append_to_ledger(new.id, 'settings', 'companies', new.id, new.name, private.company_facts(new, v_form));
  return null;
end $$;
create constraint trigger zzz_enter after insert or update on public.companies deferrable initially deferred for each row
  execute function private.enter_settings();

/** A receipt that the server verifies after its expense was booked. */
create function private.enter_receipt() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_expense public.expenses;
begin
  select e.* into v_expense from public.files f join public.expenses e on e.company_id = f.company_id and e.id = f.expense_id
    where f.id = new.file_id and (new.sha256, new.size) = (f.sha256, f.size) and e.status in ('approved', 'reimbursed');
  if v_expense.id is null or not private.is_entered(new.company_id) then return null; end if;
  perform private.append_to_ledger(v_expense.company_id, 'receipt', 'expenses', v_expense.id, v_expense.number,
    private.expense_facts(v_expense, private.ledger_form('expenses')), private.verified_receipts(v_expense.company_id, v_expense.id));
  return null;
end $$;
create constraint trigger zzz_enter after insert or update on public.file_checks deferrable initially deferred for each row
  execute function private.enter_receipt();

/** All that is booked of a company as it is now, in order of time: what the ledger has to know. */
create view private.booked_records with (security_invoker = true) as
  select i.company_id, 'invoices' as collection, i.id as record_id, i.number as label, i.issue_date::timestamp at time zone 'UTC' as booked_at
    from public.invoices i where i.status in ('issued', 'cancelled')
  union all select e.company_id, 'expenses', e.id, e.number, e.booked_at from public.expenses e where e.status in ('approved', 'reimbursed')
  union all select p.company_id, 'payments', p.id, i.number, p.created_at from public.payments p join public.invoices i on i.id = p.invoice_id
  union all select p.company_id, 'periods', p.id, private.day_text(p.month), coalesce(p.decided_at, p.created_at) from public.periods p where p.is_closed
  union all select c.id, 'companies', c.id, c.name, c.created_at from public.companies c;

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

/**
 * The end of a company's chain for one of its devices, `{seq, sha256, at, known}`; `known` is the hash of the entry that was the last one when the device
 * looked before. No key is asked for: every device is a witness.
 */
create function private.ledger_head(p_company uuid, p_known bigint) returns jsonb
  language plpgsql stable security definer set search_path = '' set enable_sort = off as $$
begin
  if p_company not in (select private.my_companies()) then return null; end if;
  return (
    select jsonb_build_object('seq', l.seq, 'sha256', l.sha256, 'at', private.instant_text(l.at),
      'known', (select k.sha256 from public.ledger_entries k where k.company_id = p_company and k.seq = p_known))
    from public.ledger_entries l where l.company_id = p_company order by l.seq desc limit 1);
end $$;

-- The head goes along with what every device asks for anyway.
create or replace function public.sync_pull(p_company uuid, p_state jsonb default '{}', p_limit int default 500) returns jsonb
  language plpgsql stable set search_path = '' set timezone = 'UTC' as $$
declare
  v_access text := private.require_member(p_company);
  v_history record := private.company_history(p_company);
  v_epoch text := coalesce(v_history.epoch, 'new');
  v_why text := case
    when p_state ->> 'epoch' <> v_epoch then 'restored'
    when exists (select from jsonb_each_text(p_state -> 'cursors') c where c.value::bigint > coalesce(v_history.head, 0)) then 'restored'
    when p_state ->> 'mark' <> coalesce(v_history.mark, '') then private.mark_trouble(p_company, p_state ->> 'mark') end;
  v_reset boolean;
  v_snapshot boolean;
  v_left int := least(greatest(coalesce(p_limit, 500), 1), 1000);
  -- What an answer may hold, as jsonb; a device takes more in further pages.
  v_bytes int := 2097152;
  v_behind jsonb;
  v_waiting int;
  v_share int;
  v_budget int;
  v_page jsonb;
  v_collections jsonb;
  c record;
begin
  if v_why is null and p_state ->> 'access' <> v_access then v_why := 'access'; end if;
  v_reset := v_why is not null;
  v_snapshot := v_reset or coalesce((p_state ->> 'snapshot')::boolean, false);
  -- All that was asked for, as if nothing were new, and of what there is something: asked once, for most devices have everything.
  select
      coalesce(jsonb_object_agg(h.collection, jsonb_build_object('rows', '[]'::jsonb, 'deleted', '[]'::jsonb, 'cursor', h.cursor, 'more', false)), '{}'),
      jsonb_agg(to_jsonb(h) order by h.place) filter (where h.head > h.cursor)
    into v_collections, v_behind
    from (
      select l.*, case when v_reset then 0 else (p_state -> 'cursors' ->> l.collection)::bigint end as cursor
      from private.log_heads(p_company) l where p_state -> 'cursors' ? l.collection) h;
  v_waiting := coalesce(jsonb_array_length(v_behind), 0);
  v_share := greatest(1, v_left / (2 * greatest(v_waiting, 1)));

  for c in select * from jsonb_to_recordset(v_behind) as b (collection text, source text, head bigint, cursor bigint) loop
    -- Parents first, but what comes later keeps a share of every answer.
    v_waiting := v_waiting - 1;
    v_budget := least(v_left, greatest(1, v_left - v_share * v_waiting));
    if v_budget < 1 or v_bytes < 1 then
      v_page := jsonb_build_object('rows', '[]'::jsonb, 'deleted', '[]'::jsonb, 'cursor', c.cursor, 'more', true);
    else
      v_page := private.pull_collection(p_company, c.collection, c.source, c.cursor, c.head, v_budget, v_bytes, v_snapshot);
      v_left := v_left - jsonb_array_length(v_page -> 'rows') - jsonb_array_length(v_page -> 'deleted');
      v_bytes := v_bytes - pg_column_size(v_page);
    end if;
    v_collections := v_collections || jsonb_build_object(c.collection, v_page);
  end loop;
  return jsonb_build_object('epoch', v_epoch, 'access', v_access, 'mark', v_history.mark, 'reset', v_reset, 'why', v_why, 'collections', v_collections)
    -- An older device does not ask.
    || case when p_state ? 'ledger' then jsonb_build_object('ledger', private.ledger_head(p_company, (p_state ->> 'ledger')::bigint)) else '{}' end;
end $$;

revoke all on function
  private.keep_ledger(), private.forget_ledger(), private.facts_sha256(text[]), private.instant_text(timestamptz), private.day_text(date),
  private.number_text(numeric), private.entry_sha256(public.ledger_entries), private.ledger_form(text), private.invoice_item_facts(uuid, uuid, int),
  private.invoice_facts(public.invoices, text, int), private.expense_facts(public.expenses, int), private.payment_facts(public.payments, int),
  private.period_facts(public.periods, int), private.company_facts(public.companies, int), private.verified_receipts(uuid, uuid), private.thousand(text),
  private.append_to_ledger(uuid, text, text, uuid, text, text[], text), private.is_entered(uuid), private.enter_invoice(), private.enter_expense(),
  private.enter_payment(), private.enter_period(), private.enter_settings(), private.enter_receipt(), private.payload_of(text, uuid, uuid, int),
  private.carry_over_ledger(), private.record_fault(public.ledger_entries), private.check_ledger(uuid, bigint, int), private.ledger_head(uuid, bigint) from public;
revoke all on private.booked_records from public, anon;
grant execute on function private.ledger_head(uuid, bigint) to authenticated;
revoke all on function public.verify_ledger(uuid, bigint, int), public.ledger_page(uuid, bigint, int) from public, anon, authenticated;
grant execute on function public.verify_ledger(uuid, bigint, int), public.ledger_page(uuid, bigint, int) to authenticated;

-- What is booked by now begins the chains.
select private.carry_over_ledger();
