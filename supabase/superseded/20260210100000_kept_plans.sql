-- Pages of a pull are read by plans that are kept. A statement that is put together at every pull is planned at every pull, and under row level
-- security that takes longer than reading the few rows that most pulls bring.

/**
 * Writes the reader of a collection, `private."read <source>"`: of the documents with these ids, those that the caller may see, in this order; no more
 * than `p_bytes` of them, but never none. `seen` are the ids of all that they may see, `cut` is the place of the first that was left out.
 */
create function private.write_reader() returns trigger
  language plpgsql set search_path = '' as $t$
declare
  v_name text := format('private.%I', 'read ' || new.source);
begin
  -- By primary key and with an array: a join may be planned as a hash over every company's rows. A plan that is made while the table is empty would
  -- read all of it, until the rows are counted again.
  execute format($f$
    create or replace function %1$s(p_company uuid, p_ids uuid[], p_bytes int, out docs json, out taken int, out seen uuid[], out cut int)
      language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
    begin
      with documents as materialized (select d.id, to_json(d) as doc from %2$s d where d.id = any (p_ids) and d.company_id = p_company),
         placed as (select documents.id, doc, page.place, sum(pg_column_size(doc)) over (order by page.place) - pg_column_size(doc) as before
           from documents join unnest(p_ids) with ordinality as page (id, place) on page.id = documents.id)
       select coalesce(json_agg(doc order by place), '[]'), count(*), (select coalesce(array_agg(id), '{}') from placed),
           (select min(place) from placed where before >= p_bytes)
         into docs, taken, seen, cut from placed where before < p_bytes;
    end $$$f$, v_name, new.source);
  execute format('revoke all on function %s(uuid, uuid[], int) from public', v_name);
  execute format('grant execute on function %s(uuid, uuid[], int) to authenticated', v_name);
  return null;
end $t$;
create trigger write_reader after insert or update of source on private.synced_collections for each row execute function private.write_reader();
update private.synced_collections set source = source;

/** The stored document as the caller may see it, or null. */
create or replace function private.read_document(p_source text, p_company uuid, p_id uuid) returns jsonb
  language plpgsql volatile set search_path = '' as $$
declare
  v_document jsonb;
begin
  execute format('select docs -> 0 from private.%I($1, array[$2], 1)', 'read ' || p_source) into v_document using p_company, p_id;
  return v_document;
end $$;

create or replace function private.read_log(p_company uuid, p_collection text, p_after bigint, p_limit int, p_live_only boolean)
  returns table (row_id uuid, seq bigint, deleted boolean)
  language plpgsql stable security definer set search_path = '' as $$
begin
  return query
  select l.row_id, l.seq, l.deleted from private.change_log l
  where l.company_id = p_company and l.collection = p_collection and l.seq > p_after
    and not (p_live_only and l.deleted)
    and p_company in (select private.my_companies())
  order by l.seq limit p_limit;
end $$;

/**
 * One collection's page: `{rows, deleted, cursor, more}`. A logged record that the caller may not see any more comes as deleted; one that they
 * could never see is passed over. A snapshot (the device starts from nothing) leaves both out and fills its pages with what there is to see.
 * A page ends early when it has `p_bytes`, but never without a row.
 */
create or replace function private.pull_collection(
    p_company uuid, p_collection text, p_source text, p_after bigint, p_head bigint, p_limit int, p_bytes int, p_snapshot boolean,
    out page json, out taken int, out bytes int)
  language plpgsql stable set search_path = '' as $$
declare
  v_after bigint := p_after;
  v_ids uuid[];
  v_seqs bigint[];
  v_is_end boolean;
  v_rows json := '[]';
  v_found uuid[];
  v_are_seen boolean;
  v_missing uuid[];
  v_deleted uuid[] := '{}';
  v_cut int;
begin
  taken := 0;
  if p_collection = 'activity_log' and p_after = 0 then v_after := private.activity_floor(p_company); end if;
  loop
    select array_agg(l.row_id order by l.seq), array_agg(l.seq order by l.seq) into v_ids, v_seqs
      from private.read_log(p_company, p_collection, v_after, p_limit, p_snapshot) l;
    v_is_end := coalesce(cardinality(v_ids), 0) < p_limit;
    exit when v_ids is null;
    execute format('select * from private.%I($1, $2, $3)', 'read ' || p_source) into v_rows, taken, v_found, v_cut using p_company, v_ids, p_bytes;
    v_are_seen := cardinality(v_found) = cardinality(v_ids);
    if v_cut is not null then
      v_ids := v_ids[:v_cut - 1];
      v_is_end := false;
    end if;
    v_after := v_seqs[cardinality(v_ids)];
    if not p_snapshot then
      exit when v_are_seen;
      -- As sets: of a thousand ids each would be held against a thousand.
      v_missing := array(select unnest(v_ids) except select unnest(v_found));
      if v_missing <> '{}' then v_deleted := private.nameable(p_company, p_collection, v_missing); end if;
      exit;
    end if;
    exit when taken > 0 or v_is_end;
  end loop;
  if v_is_end then v_after := greatest(v_after, p_head); end if;
  -- A page that was cut has taken all there was, whatever its parts come to when they are put together.
  bytes := case when v_cut is null then pg_column_size(v_rows) else p_bytes end;
  taken := taken + cardinality(v_deleted);
  page := json_build_object('rows', v_rows, 'deleted', v_deleted, 'cursor', v_after, 'more', v_after < p_head);
end $$;

revoke all on function private.write_reader() from public;
