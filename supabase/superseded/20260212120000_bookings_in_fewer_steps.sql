-- What approving, issuing and paying do in fewer steps, for databases of before: plans that were made anew for every request are kept, a day is held against
-- the closed months in one step, one change is not sorted among others, and no record is read before it is written where its own statement tells as much.

/** True unless the session has ended, or the caller has a verified second factor and has not used it in this session. Every policy asks this once per statement. */
create or replace function private.second_factor_satisfied() returns boolean
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  v_claims jsonb := auth.jwt();
  v_user uuid := v_claims ->> 'sub';
  v_session uuid := v_claims ->> 'session_id';
begin
  if v_session is not null and not exists (
    select from auth.sessions s where s.id = v_session and s.user_id = v_user and (s.not_after is null or s.not_after > now())) then
    -- Refuses the request as a whole where that is right.
    return private.session_is_live();
  end if;
  if coalesce(v_claims ->> 'aal', 'aal1') in ('aal2', 'aal3') then return true; end if;
  return not exists (select from auth.mfa_factors f where f.user_id = v_user and f.status = 'verified');
end $$;

/** What the history calls a record: the column that the trigger names; a payment has no name but its invoice's, a series perhaps its customer's. */
create or replace function private.activity_label(p_collection text, p_column text, p_row jsonb) returns text
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_label text := p_row ->> p_column;
begin
  if p_collection = 'payments' then
    v_label := (select i.number from public.invoices i where i.id = (p_row ->> 'invoice_id')::uuid);
  elsif p_collection = 'recurring_invoices' and v_label = '' then
    v_label := (select c.name from public.customers c where c.id = (p_row ->> 'customer_id')::uuid);
  end if;
  return coalesce(left(v_label, 300), '');
end $$;

/** The pattern of a series as the company says it; null where it goes on in that of the invoices. */
create or replace function private.own_series_format(p_settings jsonb, p_series text) returns text
  language sql immutable as $$
  select case p_series when 'invoices' then p_settings #>> '{invoice_defaults,generated_number_format}'
    when 'delivery_notes' then p_settings #>> '{delivery_notes,number_format}'
    else nullif(btrim(p_settings #>> array['numbers', p_series]), '') end $$;

/** The currency a company keeps its books in; `booksCurrency` in `domain/companies` is the same. */
create or replace function private.books_currency(p_settings jsonb) returns text language sql immutable as $$
  select coalesce(p_settings #>> '{exchange,currency}', p_settings #>> '{invoice_defaults,default_currency}') $$;

/** Whether this very transaction is bringing a company in. The setting only saves everybody else the look: anybody may make it, and it says nothing alone. */
create or replace function private.is_importing() returns boolean
  language plpgsql stable security definer set search_path = '' as $$
begin
  -- By itself, no statement: every row that is written asks several times.
  if coalesce(current_setting('kontor.importing', true), '') = '' then return false; end if;
  return exists (select from private.imports_at_work);
end $$;

/** Refuses a day in a closed month; `p_field` is where the day stands. */
create or replace function private.refuse_closed(p_company uuid, p_day date, p_field text) returns void
  language plpgsql volatile security definer set search_path = '' as $$
begin
  if p_day is null then return; end if;
  perform pg_catalog.pg_advisory_xact_lock_shared(hashtextextended('kontor.periods', 0) # hashtextextended(p_company::text, 0));
  if exists (select from public.periods p where p.company_id = p_company and p.month = date_trunc('month', p_day::timestamp)::date and p.is_closed) then
    raise exception 'period_closed' using errcode = 'P0001', detail = p_field;
  end if;
end $$;

/** Whether the caller may change these fields in this state; raises the refusal. */
create or replace function private.refuse_expense_edit(p_old public.expenses, p_new public.expenses) returns void
  language plpgsql stable set search_path = '' as $$
declare
  v_step constant text[] := '{status,rejection_reason,paid_on,payment_method,booked_on,decided_by,decided_at,booked_at,updated_at,rev,exchange}';
  v_is_booked boolean := p_old.status in ('approved', 'reimbursed') and p_new.status in ('approved', 'reimbursed');
  v_same public.expenses := p_new;
  v_old jsonb;
  v_new jsonb;
begin
  if p_new.rejection_reason <> p_old.rejection_reason and p_new.status = p_old.status
    and not private.has_key(p_new.company_id, 'expenses.approve') then
    raise exception 'not_allowed' using errcode = '42501', detail = 'expenses.approve';
  end if;
  if p_new.rejection_reason <> p_old.rejection_reason and p_new.status = p_old.status and p_old.status in ('approved', 'reimbursed') then
    raise exception 'expense_locked' using errcode = 'P0001', detail = 'rejection_reason';
  end if;
  -- The day it counts on belongs to the step that books.
  if p_new.booked_on is distinct from p_old.booked_on and p_old.status in ('approved', 'reimbursed') and p_new.status in ('approved', 'reimbursed') then
    raise exception 'expense_locked' using errcode = 'P0001', detail = 'booked_on';
  end if;
  -- A step and nothing else, as most are.
  v_same.rev := p_old.rev;
  v_same.status := p_old.status;
  if v_same is not distinct from p_old then return; end if;
  -- What a device thinks that an expense is worth until it is booked is no edit, a rate that a person enters is one.
  v_old := to_jsonb(p_old) - v_step || jsonb_build_object('exchange', case when v_is_booked then p_old.exchange else private.entered_rate(p_old.exchange) end);
  v_new := to_jsonb(p_new) - v_step || jsonb_build_object('exchange', case when v_is_booked then p_new.exchange else private.entered_rate(p_new.exchange) end);
  -- The day of payment belongs to the step that pays.
  if v_new = v_old and p_new.payment_method = p_old.payment_method
    and (p_new.paid_on is not distinct from p_old.paid_on or (p_new.status = 'reimbursed' and p_old.status <> 'reimbursed')) then
    return;
  end if;
  if not private.has_key(p_new.company_id, 'expenses.update')
    and not (p_old.created_by = auth.uid() and p_old.status in ('pending', 'rejected') and private.has_key(p_new.company_id, 'expenses.update_own'))
    and not (v_new = v_old and private.has_key(p_new.company_id, 'expenses.reimburse')) then
    raise exception 'not_allowed' using errcode = '42501', detail = 'expenses.update';
  end if;
  -- A rate that was missing is supplied once.
  if p_old.exchange is null and v_new - 'exchange' = v_old - 'exchange' then return; end if;
  -- What was approved is what was approved: it is reopened to be changed, while that is possible.
  if v_new <> v_old and p_old.status in ('approved', 'reimbursed') and p_new.status <> 'pending' then
    raise exception 'expense_locked' using errcode = 'P0001',
      detail = (select n.key from jsonb_each(v_new) n where n.value is distinct from v_old -> n.key order by n.key limit 1);
  end if;
end $$;

/** The versions of the stored documents that the caller may see, by id: to decide by, where the documents are not told. */
create or replace function private.read_revs(p_source text, p_company uuid, p_ids uuid[]) returns jsonb
  language plpgsql volatile set search_path = '' as $$
declare
  v_revs jsonb;
begin
  execute format('select jsonb_object_agg(d.id, d.rev) from %s d where d.id = any ($1) and d.company_id = $2', p_source)
    into v_revs using p_ids, p_company;
  return coalesce(v_revs, '{}');
end $$;

/** The records whose change, of these, was applied before; none if the caller is no member. */
create or replace function private.applied_among(p_company uuid, p_changes jsonb[]) returns uuid[]
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  return array(
    select m.row_id from unnest(p_changes) c
    join private.applied_mutations m on m.company_id = p_company and m.mutation_id = c ->> 'mutation_id'
      and m.collection = c ->> 'collection' and m.row_id = (c ->> 'id')::uuid
    where exists (select from public.company_users cu where cu.company_id = p_company and cu.user_id = auth.uid()));
end $$;

/** Decides and applies one change; raises what is refused. Returns `{status, row}`. */
create or replace function private.apply_change(p_registry private.synced_collections, p_company uuid, p_change jsonb) returns jsonb
  language plpgsql volatile set search_path = '' as $$
declare
  v_id uuid := p_change ->> 'id';
  v_mutation text := p_change ->> 'mutation_id';
  v_base text := p_change ->> 'base_rev';
  v_is_delete boolean := p_change ->> 'op' = 'delete';
  v_is_nested boolean;
  v_current jsonb;
  v_count int := 0;
begin
  if cardinality(private.applied_among(p_company, array[p_change])) > 0 then
    return jsonb_build_object('status', 'applied', 'row', private.read_document(p_registry.source, p_company, v_id));
  end if;
  -- Whether a record still is the version that a change began with, its own statement tells; of what is new and was there, `push_change` does. Lines are
  -- written before their record.
  v_is_nested := exists (select from private.nested_collections n where n.collection = p_registry.collection and p_change -> 'doc' ? n.key);
  if v_is_nested then v_current := private.read_document(p_registry.source, p_company, v_id); end if;
  if v_base is distinct from v_mutation and (not v_is_nested or v_current ->> 'rev' is not distinct from v_base) then
    if v_is_delete then v_count := private.delete_document(p_registry, p_company, v_id, v_base);
    else v_count := private.write_document(p_registry, p_company, v_id, v_base, v_mutation, coalesce(p_change -> 'doc', '{}'));
    end if;
  end if;
  v_current := private.read_document(p_registry.source, p_company, v_id);
  if v_count > 0 then
    perform private.remember_mutations(p_company, array[p_change]);
    return jsonb_build_object('status', 'applied', 'row', v_current);
  end if;
  if v_current ->> 'rev' = v_mutation or v_is_delete and v_current is null then return jsonb_build_object('status', 'applied', 'row', v_current); end if;
  -- Row level security hides what may not be changed; a writer beside us leaves another version.
  if v_current ->> 'rev' is distinct from v_base then return jsonb_build_object('status', 'conflict', 'row', v_current); end if;
  raise exception 'not_allowed' using errcode = '42501';
end $$;

/** One change in its savepoint. One that makes no sense is refused by itself, whatever stands where an id should stand; the others go through. */
create or replace function private.push_change(p_company uuid, p_change jsonb) returns jsonb
  language plpgsql volatile set search_path = '' as $$
declare
  v_result jsonb := jsonb_build_object(
    'collection', p_change -> 'collection', 'id', p_change -> 'id', 'mutation_id', p_change -> 'mutation_id');
  v_registry private.synced_collections;
  v_id uuid;
  v_row jsonb;
  v_is_sound boolean := false;
  v_state text; v_message text; v_detail text; v_column text; v_constraint text;
begin
  begin
    select * into v_registry from private.synced_collections s where s.collection = p_change ->> 'collection';
    if not found then raise exception 'unknown_collection' using errcode = 'P0001', detail = 'collection'; end if;
    if char_length(p_change ->> 'mutation_id') not between 1 and 80 or p_change ->> 'mutation_id' is null then
      raise exception 'invalid_change' using errcode = 'P0001', detail = 'mutation_id';
    end if;
    v_id := p_change ->> 'id';
    if v_id is null then raise exception 'invalid_change' using errcode = 'P0001', detail = 'id'; end if;
    if coalesce(p_change ->> 'op', '') not in ('upsert', 'delete') then
      raise exception 'invalid_change' using errcode = 'P0001', detail = 'op';
    end if;
    v_is_sound := true;
    return v_result || '{"code": null, "message": null, "details": null}' || private.apply_change(v_registry, p_company, p_change);
  exception when others then
    get stacked diagnostics v_state = returned_sqlstate, v_message = message_text, v_detail = pg_exception_detail,
      v_column = column_name, v_constraint = constraint_name;
    if not private.is_refusal(v_state) then raise; end if;
  end;
  if v_id is not null then v_row := private.read_document(v_registry.source, p_company, v_id); end if;
  -- What should be new was there before: that counts, whatever the attempt ran into.
  if v_is_sound and v_row is not null and p_change ->> 'base_rev' is null then
    return v_result || '{"code": null, "message": null, "details": null}'
      || jsonb_build_object('status', case when v_row ->> 'rev' = p_change ->> 'mutation_id' then 'applied' else 'conflict' end, 'row', v_row);
  end if;
  return v_result || jsonb_build_object('status', 'rejected', 'row', v_row, 'code', v_state,
    'message', private.refusal_message(v_state, v_message, p_change ->> 'op' = 'delete'),
    'details', coalesce(nullif(v_column, ''), nullif(v_constraint, ''), nullif(v_detail, '')));
end $$;

/**
 * Changes of one independent collection, all new or all edits, of different records and the same columns: decided together, in one savepoint.
 * If any of them is refused, each half is tried by itself, down to the one that is.
 */
create or replace function private.push_run(p_registry private.synced_collections, p_company uuid, p_changes jsonb[]) returns jsonb[]
  language plpgsql volatile set search_path = '' as $$
declare
  v_ids uuid[] := array(select (c ->> 'id')::uuid from unnest(p_changes) c);
  v_half int := cardinality(p_changes) / 2;
  v_revs jsonb;
  v_rows jsonb;
  v_applied uuid[];
  v_clean jsonb[];
  v_written uuid[] := '{}';
begin
  if v_half = 0 then return array[private.push_change(p_company, p_changes[1])]; end if;
  begin
    v_revs := private.read_revs(p_registry.source, p_company, v_ids);
    v_applied := private.applied_among(p_company, p_changes);
    v_clean := array(
      select c from unnest(p_changes) with ordinality as u (c, n)
      where v_revs ->> (c ->> 'id') is not distinct from c ->> 'base_rev'
        and v_revs ->> (c ->> 'id') is distinct from c ->> 'mutation_id' and (c ->> 'id')::uuid <> all (v_applied) order by n);
    if cardinality(v_clean) > 0 then
      -- Row level security hides what may not be changed; a writer beside us leaves another version.
      if private.write_rows(p_registry, p_company, v_clean) < cardinality(v_clean) then
        raise exception 'not_all_taken' using errcode = 'KT000';
      end if;
      perform private.remember_mutations(p_company, v_clean);
      v_written := array(select (c ->> 'id')::uuid from unnest(v_clean) c);
    end if;
    v_rows := private.read_documents(p_registry.source, p_company, v_ids);
    return array(
      select jsonb_build_object('collection', c -> 'collection', 'id', c -> 'id', 'mutation_id', c -> 'mutation_id', 'code', null, 'message', null, 'details', null,
        'status', case
          when (c ->> 'id')::uuid = any (v_written) or (c ->> 'id')::uuid = any (v_applied) or v_revs ->> (c ->> 'id') = c ->> 'mutation_id' then 'applied'
          else 'conflict' end,
        'row', v_rows -> (c ->> 'id'))
      from unnest(p_changes) with ordinality as u (c, n) order by n);
  exception when others then
    if not private.is_refusal(sqlstate) then raise; end if;
  end;
  return private.push_run(p_registry, p_company, p_changes[:v_half]) || private.push_run(p_registry, p_company, p_changes[v_half + 1:]);
end $$;

/** The answers to changes, each in its place. */
create or replace function private.push_changes(p_company uuid, p_changes jsonb) returns jsonb[]
  language plpgsql volatile set search_path = '' as $$
declare
  -- An array takes results in place; a growing jsonb would be copied for each of them.
  v_results jsonb[] := '{}';
  v_answers jsonb[];
  v_registry private.synced_collections;
  r record;
begin
  for r in
    with placed as (
      -- Parents before children; deletions after everything else, and children first.
      select c, place, row_number() over (order by c ->> 'op' = 'delete', case when c ->> 'op' = 'delete' then -s.position else s.position end, place) as n,
        case when s.is_independent and c ->> 'op' = 'upsert' and jsonb_typeof(c -> 'doc') = 'object'
          and c ->> 'id' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' and char_length(c ->> 'mutation_id') between 1 and 80
          then s.collection end as collection
      from jsonb_array_elements(p_changes) with ordinality as change (c, place)
      left join private.synced_collections s on s.collection = c ->> 'collection'),
    kinds as (
      -- The second change of a record follows its first; what cannot go with others goes alone.
      select p.*, case when p.collection is not null and row_number() over (partition by p.collection, c ->> 'id' order by n) = 1
        then concat_ws(' ', p.collection, c ->> 'base_rev' is null, (select string_agg(k, ',' order by k) from jsonb_object_keys(c -> 'doc') k))
        else n::text end as kind
      from placed p),
    runs as (select k.*, n - row_number() over (partition by kind order by n) as run from kinds k)
    select min(collection) as collection, array_agg(c order by n) as changes, array_agg(place order by n) as places from runs group by kind, run order by min(n)
  loop
    if cardinality(r.changes) = 1 then
      v_answers := array[private.push_change(p_company, r.changes[1])];
    else
      select * into strict v_registry from private.synced_collections s where s.collection = r.collection;
      v_answers := private.push_run(v_registry, p_company, r.changes);
    end if;
    for i in 1 .. cardinality(r.places) loop
      v_results[r.places[i]] := v_answers[i];
    end loop;
  end loop;
  return v_results;
end $$;

/** `src/data/sync/SPEC.md` has the contract. */
create or replace function public.sync_push(p_company uuid, p_changes jsonb) returns jsonb
  language plpgsql volatile set search_path = '' set timezone = 'UTC' as $$
declare
  v_results jsonb[];
  v_mark text;
begin
  perform private.require_member(p_company);
  if jsonb_typeof(p_changes) is distinct from 'array' then
    raise exception 'invalid_input' using errcode = 'P0001', detail = 'p_changes';
  end if;
  if jsonb_array_length(p_changes) > 200 then
    raise exception 'too_many_changes' using errcode = 'P0001', detail = 'p_changes';
  end if;
  -- One push at a time per company: devices that touch the same rows in another order cannot deadlock.
  perform pg_advisory_xact_lock(hashtextextended('kontor.push:' || p_company, 0));
  v_results := case jsonb_array_length(p_changes) when 1 then array[private.push_change(p_company, p_changes -> 0)]
    else private.push_changes(p_company, p_changes) end;
  if exists (select from unnest(v_results) answer where answer ->> 'status' = 'applied') then
    v_mark := private.mark_push(p_company, cardinality(v_results));
  else
    -- Read after the rows it vouches for: a newer one asks too much, an older one would prove nothing.
    v_mark := (private.company_history(p_company)).mark;
  end if;
  return jsonb_build_object('results', to_jsonb(v_results), 'mark', v_mark);
end $$;

/**
 * What a payment brings of each entry of the breakdown, by what the corrections left: all payments together bring what they have to bring at the new
 * balance, this one what the others don't. So a cent that was rounded is made good by the next one, and a paid invoice is taxed wholly. What had been
 * brought of more than is left goes back with the money, in proportion (the assessment falls when the money is returned). `taxShares` does the same.
 */
create or replace function private.tax_shares(p_invoice public.invoices, p_amount numeric, p_payment uuid) returns jsonb
  language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan as $$
declare
  v_is_corrected boolean := p_invoice.corrections <> '[]';
  v_claim numeric := case when v_is_corrected and p_invoice.status = 'cancelled' then 0 else private.claim_of(p_invoice) end;
begin
  return (
    with others as (
      select p.amount, p.tax_shares from public.payments p
      where p.company_id = p_invoice.company_id and p.invoice_id = p_invoice.id and p.id <> p_payment),
    brought as (
      select s.share - '{net,tax}'::text[] as entry, sum((s.share ->> 'net')::numeric) as net, sum((s.share ->> 'tax')::numeric) as tax
      from others o cross join jsonb_array_elements(o.tax_shares) s(share) group by 1),
    paid as (
      select coalesce(sum(o.amount), 0) as before, coalesce((select sum(b.net + b.tax) from brought b), 0) as brought from others o),
    balance as (
      select p.before + p_amount as paid, private.currency_exponent(p_invoice.currency) as digits,
        -- How much of what was brought beyond the claim stays, as `over` of `of`.
        case when v_is_corrected and s.side * p.before > abs(v_claim) and s.side * p.brought > abs(v_claim)
          then greatest(0, least(s.side * p.before, s.side * (p.before + p_amount)) - abs(v_claim)) else 0 end as over,
        s.side * p.before - abs(v_claim) as of
      from paid p cross join lateral (select case when v_claim = 0 then sign(p.before) else sign(v_claim) end as side) s)
    select coalesce(jsonb_agg(e.part || jsonb_build_object(
        'net', w.net + case when b.over > 0 then round((coalesce(g.net, 0) - w.net) * b.over / b.of, b.digits) else 0 end - coalesce(g.net, 0),
        'tax', w.tax + case when b.over > 0 then round((coalesce(g.tax, 0) - w.tax) * b.over / b.of, b.digits) else 0 end - coalesce(g.tax, 0)) order by e.place), '[]')
    from balance b cross join jsonb_array_elements(private.corrected_parts(p_invoice, null)) with ordinality e (part, place)
      cross join lateral (
        select private.paid_part((e.part ->> 'net')::numeric, b.paid, v_claim, b.digits) as net,
          private.paid_part((e.part ->> 'tax')::numeric, b.paid, v_claim, b.digits) as tax) w
      left join brought g on g.entry = e.part - '{net,tax}'::text[]);
end $$;

create or replace function private.is_printable(p_text text) returns boolean
  language sql immutable as $$
  select coalesce(normalize(p_text, NFC) !~ ('[^'
    || '\u0020-\u007e\u00a0-\u00ac\u00ae-\u0148\u014a-\u017f\u0192\u0218-\u021b\u02c6-\u02c7\u02d8-\u02dd\u0386-\u038a\u038c'
    || '\u038e-\u03a1\u03a3-\u03ce\u0400-\u045f\u0490-\u0493\u1e80-\u1e85\u1e9e\u1ef2-\u1ef3\u2010-\u2026\u2030\u2032-\u2033'
    || '\u2039-\u203a\u2044\u20a4\u20ac\u20b4\u20b9-\u20ba\u20bd\u2116\u2122\u2190-\u2193\u2212\u221e\u2248\u2260\u2264-\u2265\u2713'
    || '\u0001-\u001f\u007f-\u009f\u00ad\u2000-\u200f\u2028-\u202f\u205f-\u2064\u3000\ufe00-\ufe0f\ufeff'
    || ']'), true) $$;

create or replace function private.texts_of(p_object jsonb) returns text
  language plpgsql immutable set search_path = '' as $$
begin
  return (
    select string_agg(e.value #>> '{}', ' ') from jsonb_each(p_object) e where jsonb_typeof(e.value) = 'string');
end $$;

/**
 * Keys that the change of these fields and this step need, and whether the state allows them; raises the refusal. A correction takes back a part of a
 * claim: whoever may cancel may do that. Held back is what was issued, by whoever may send or change it.
 */
create or replace function private.refuse_invoice_change(p_old public.invoices, p_new public.invoices) returns void
  language plpgsql stable set search_path = '' as $$
declare
  v_old jsonb := to_jsonb(p_old);
  v_fields text[] := array(
    select n.key from jsonb_each(to_jsonb(p_new) - '{status,updated_at,rev}'::text[]) n
    where n.value is distinct from v_old -> n.key order by n.key);
  v_content text[] := array(select f from unnest(v_fields) f where f <> all ('{delivery,sent_at,internal_notes,reminder_hold}'::text[]));
  v_keys text[];
  v_key text;
begin
  if p_old.status in ('issued', 'cancelled')
    -- A rate that was missing is supplied once.
    and not (v_content = '{exchange}' and p_old.exchange is null and (p_old.status, p_new.status, p_old.document_type) = ('issued', 'issued', 'invoice'))
    and v_content <> '{}' then
    raise exception 'invoice_frozen' using errcode = 'P0001', detail = v_content[1];
  end if;
  if p_old.status <> p_new.status and not (
    (p_old.status, p_new.status) in (('draft', 'ready_to_issue'), ('ready_to_issue', 'draft'))
    or ((p_old.status, p_new.status) = ('issued', 'cancelled') and p_old.document_type = 'invoice')) then
    raise exception 'invalid_transition' using errcode = 'P0001', detail = p_old.status || '>' || p_new.status;
  end if;
  if current_user <> 'authenticated' then return; end if;
  v_keys := array_remove(array[
    -- What is overruled, and by which number, belongs to the decision to issue.
    case when array_remove(array_remove(v_content, 'overruled_warnings'), 'leased') <> '{}' or 'internal_notes' = any (v_fields) then 'invoices.update' end,
    case when '{overruled_warnings,leased}'::text[] && v_content then 'invoices.issue' end,
    case when '{delivery,sent_at,reminder_hold}'::text[] && v_fields and not private.has_key(p_new.company_id, 'invoices.update') then 'invoices.send' end,
    case when p_old.status <> p_new.status then
      case when p_new.status = 'cancelled' or p_new.document_type = 'correction' then 'invoices.cancel' else 'invoices.issue' end end], null);
  foreach v_key in array v_keys loop
    if not private.has_key(p_new.company_id, v_key) then
      raise exception 'not_allowed' using errcode = '42501', detail = v_key;
    end if;
  end loop;
end $$;

create or replace function private.replaced_id(p_id uuid) returns uuid
  language sql immutable as $$
  select (left(p_id::text, 24) || lpad(to_hex(
    ((('x' || right(p_id::text, 12))::bit(48)::bigint - 100328777990631) & 281474976710655)), 12, '0'))::uuid $$;

/** Decided when it is recorded, anew when it is corrected; a reversal has that of what it takes back. */
create or replace function private.value_payment() returns trigger
  language plpgsql set search_path = '' as $$
begin
  if new.reverses_payment_id is not null then
    new.exchange := (select private.turned_exchange(p.exchange) from public.payments p where p.id = new.reverses_payment_id);
  elsif old.exchange is not null and (new.amount, new.invoice_id, new.payment_date, private.entered_rate(new.exchange))
      is not distinct from (old.amount, old.invoice_id, old.payment_date, private.entered_rate(old.exchange)) then
    -- What a device thinks of it changes nothing.
    if current_user in ('authenticated', 'service_role') then new.exchange := old.exchange; end if;
  elsif (new.amount, new.invoice_id, new.payment_date, new.exchange) is distinct from (old.amount, old.invoice_id, old.payment_date, old.exchange) then
    new.exchange := private.exchange_of(new.company_id, new.exchange, new.amount, new.currency, new.payment_date);
    if new.exchange is not null then
      new.exchange := new.exchange || jsonb_build_object('document_amount', private.document_amount(new.invoice_id, new.id, new.amount, new.exchange ->> 'currency'));
    end if;
  end if;
  return new;
end $$;

revoke all on function private.read_revs(text, uuid, uuid[]), private.push_changes(uuid, jsonb) from public;
-- Checks, policies and triggers that run with the caller's rights call these.
grant execute on function private.read_revs(text, uuid, uuid[]), private.push_changes(uuid, jsonb) to authenticated;
