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

/** The first thousand of a list. */
create function private.thousand(p_list text) returns text
  language plpgsql immutable set search_path = '' as $$
begin
  return case when char_length(p_list) < 100000 then p_list else array_to_string((string_to_array(p_list, ','))[:1000], ',') end;
end $$;

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

revoke all on function
  private.keep_ledger(), private.forget_ledger(), private.facts_sha256(text[]), private.instant_text(timestamptz), private.day_text(date),
  private.number_text(numeric), private.entry_sha256(public.ledger_entries), private.thousand(text),
  private.append_to_ledger(uuid, text, text, uuid, text, text[], text), private.is_entered(uuid), private.ledger_head(uuid, bigint) from public;
-- Checks, policies and triggers that run with the caller's rights call these.
grant execute on function private.ledger_head(uuid, bigint) to authenticated;
