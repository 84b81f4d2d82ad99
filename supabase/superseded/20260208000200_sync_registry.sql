-- What is synced and how a change becomes visible to devices: the registry, the change log, and `make_synced`.

/** One row per collection; `position` is the order of dependency: parents first. */
create table private.synced_collections (
  collection text primary key,
  position int not null unique,
  table_name name not null unique,
  /** Relation whose rows are the documents, read with the caller's rights. */
  source text not null,
  /** Columns a client may give when it creates a row, and those it may change later. */
  insertable name[] not null,
  updatable name[] not null,
  /** The key that shows the whole collection (null: membership does), and the one that shows its hidden records; they follow `make_synced`. */
  view_key text references public.permissions (key),
  hidden_key text references public.permissions (key),
  is_independent boolean not null default false,
  /** The key for one's own records where it is another than for everybody's; it follows `make_synced`. */
  own_key text references public.permissions (key),
  /** The keys that are needed beside `view_key`: all of them. */
  further_keys text[] not null default '{}'
);
comment on column private.synced_collections.is_independent is
  'No rule of one record looks at another of its collection: what is decided of changes one after another is decided alike of all at once.';

alter table private.synced_collections enable row level security;
grant select on private.synced_collections to authenticated;
create policy everyone_select on private.synced_collections for select to authenticated using (true);

/** A company's counter of changes. `epoch` changes on restore, which makes devices take a fresh snapshot. */
create table private.company_clocks (
  company_id uuid primary key,
  seq bigint not null default 0,
  epoch uuid not null default gen_random_uuid()
) with (fillfactor = 50);
alter table private.company_clocks enable row level security;

/** The newest change per record; a device asks for what lies after its cursor. */
create table private.change_log (
  company_id uuid not null,
  collection text not null,
  row_id uuid not null,
  seq bigint not null,
  deleted boolean not null,
  /**
   * Who may have seen the record: its author, and whether any version of it was not hidden. They outlive the record. `was_open` is null
   * for a deletion of which that is not known: everybody hears of it.
   */
  author uuid,
  was_open boolean default true,
  primary key (company_id, collection, row_id)
);
create unique index change_log_company_id_collection_seq_idx on private.change_log (company_id, collection, seq);
alter table private.change_log enable row level security;

/** Mutation ids already applied: a repeated push changes nothing, however much happened in between. */
create table private.applied_mutations (
  company_id uuid not null,
  mutation_id text not null,
  collection text not null,
  row_id uuid not null,
  user_id uuid not null,
  applied_at timestamptz not null default now(),
  primary key (company_id, mutation_id)
);
alter table private.applied_mutations enable row level security;

/** Moves the company's clock on and gives this transaction the positions in between; returns the last of them. The clock is locked until commit. */
create function private.take_positions(p_company uuid, p_count int) returns bigint
  language plpgsql security definer set search_path = '' as $$
declare
  v_last bigint;
begin
  insert into private.company_clocks as clock (company_id, seq) values (p_company, p_count)
    on conflict (company_id) do update set seq = clock.seq + p_count
    returning clock.seq into v_last;
  perform set_config('kontor.seq_block', concat_ws(' ', p_company, v_last - p_count + 1, v_last, p_count), true);
  return v_last;
end $$;

/**
 * The next position in a company's log. The clock's row stays locked until commit, so inside a company the order of positions
 * is the order of commits and nothing is ever skipped. A transaction takes positions in growing blocks: updating one row
 * ten thousand times in a transaction would be quadratic. Gaps are harmless.
 */
create function private.next_seq(p_company uuid) returns bigint
  language plpgsql security definer set search_path = '' as $$
declare
  v_block text[] := string_to_array(current_setting('kontor.seq_block', true), ' '); -- company, next, last, size
  v_size int := 1;
  v_next bigint;
  v_last bigint;
begin
  if v_block[1] = p_company::text then
    v_next := v_block[2]::bigint;
    v_last := v_block[3]::bigint;
    v_size := v_block[4]::int;
  end if;
  if v_next is null or v_next > v_last then
    v_size := case when v_next is null then 1 else least(v_size * 4, 4096) end;
    v_last := private.take_positions(p_company, v_size);
    v_next := v_last - v_size + 1;
  end if;
  perform set_config('kontor.seq_block', concat_ws(' ', p_company, v_next + 1, v_last, v_size), true);
  return v_next;
end $$;

/** Deferred to the commit. Arguments: the collection, and the column that names the record (`id`, or a nested row's parent). */
create function private.log_change() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_row jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  v_company uuid := v_row ->> 'company_id';
  v_deleted boolean := tg_op = 'DELETE';
  v_author uuid := coalesce(v_row ->> 'created_by', v_row ->> 'actor_id', v_row ->> 'user_id');
  v_open boolean := not coalesce((v_row ->> 'confidential')::boolean, false);
begin
  insert into private.change_log as l (company_id, collection, row_id, seq, deleted, author, was_open)
    values (v_company, tg_argv[0], (v_row ->> tg_argv[1])::uuid, private.next_seq(v_company), v_deleted, v_author, v_open)
    on conflict (company_id, collection, row_id) do update
      set seq = excluded.seq, deleted = excluded.deleted, author = coalesce(excluded.author, l.author), was_open = l.was_open or excluded.was_open;
  return null;
end $$;

/** A member's document holds the granted keys: a change of a key is a change of the member. */
create function private.log_member_change() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  -- The update of `rev` gives the document a new version and logs it by the member's own trigger.
  update public.company_users set rev = 'srv-' || gen_random_uuid()
    where (company_id, user_id) = (coalesce(new.company_id, old.company_id), coalesce(new.user_id, old.user_id));
  return null;
end $$;

/** Versions and times are the server's; a row keeps its identity and its company. */
create function private.stamp() returns trigger
  language plpgsql set search_path = '' as $$
begin
  if new.id <> old.id or new.company_id <> old.company_id then
    raise exception 'row_identity_is_immutable' using errcode = '42501';
  end if;
  new.created_at := old.created_at;
  new.updated_at := clock_timestamp();
  if new.rev = old.rev then new.rev := 'srv-' || gen_random_uuid(); end if;
  return new;
end $$;

/**
 * Nobody changes or deletes what they may not see: the table's policies of `select` are conditions of `update` and `delete` too. PostgreSQL
 * asks them only when a statement reads a column; one without a filter (`update … set confidential = false`) would ask nothing but the
 * right to change. In the same words: where a statement has a filter, PostgreSQL drops the repetition. Called after the table's policies
 * are written.
 */
create procedure private.hide_from_writers(p_table regclass)
  language plpgsql set search_path = '' as $$
declare
  v_visible text := (
    select string_agg(pg_get_expr(p.polqual, p.polrelid), ' or ') from pg_catalog.pg_policy p
    where p.polrelid = p_table and p.polcmd = 'r' and p.polpermissive);
begin
  -- What an update makes of a row is the business of its own policy.
  execute format('create policy visible_update on %s as restrictive for update to authenticated using (%s) with check (true)', p_table, v_visible);
  execute format('create policy visible_delete on %s as restrictive for delete to authenticated using (%s)', p_table, v_visible);
end $$;

/**
 * Deletions of the table carry `company_id` (filters of subscriptions name it) and `id`, and nothing else. Nobody can check any more who
 * may see a deleted row, so its event goes to everybody who asked; a filter looks at the replica identity, and were that the whole old row,
 * asking would be as good as reading.
 */
create procedure private.announce_by_identity(p_table regclass)
  language plpgsql set search_path = '' as $$
declare
  v_index name;
begin
  select c.relname into v_index from pg_catalog.pg_index i join pg_catalog.pg_class c on c.oid = i.indexrelid
    where i.indrelid = p_table and i.indisunique and i.indimmediate and i.indpred is null and i.indexprs is null and i.indnatts = 2
      and (select array_agg(a.attname::text order by a.attname) from pg_catalog.pg_attribute a where a.attrelid = p_table and a.attnum = any (i.indkey)) = '{company_id,id}';
  if v_index is null then
    v_index := (select relname from pg_catalog.pg_class where oid = p_table) || '_identity_idx';
    execute format('create unique index %I on %s (company_id, id)', v_index, p_table);
  end if;
  execute format('alter table %s replica identity using index %I', p_table, v_index);
end $$;

/**
 * Makes a table a synced collection: registry, version and log triggers, grants per column, the second-factor policy, realtime.
 * With a resource it also gets the usual member policies (`<resource>.view/create/update/delete`); without, the caller writes them
 * and calls `private.hide_from_writers` afterwards.
 */
create procedure private.make_synced(
  p_collection text, p_position int, p_table name, p_insertable name[], p_updatable name[],
  p_resource text default null, p_source text default null)
  language plpgsql set search_path = '' as $$
declare
  v_table text := format('public.%I', p_table);
  v_columns text;
begin
  insert into private.synced_collections (collection, position, table_name, source, insertable, updatable)
    values (p_collection, p_position, p_table, coalesce(p_source, v_table), p_insertable, p_updatable);

  execute format('create trigger stamp before update on %s for each row execute function private.stamp()', v_table);
  execute format('create constraint trigger zz_log_change after insert or update or delete on %s deferrable initially deferred for each row execute function private.log_change(%L, %L)', v_table, p_collection, 'id');

  execute format('revoke all on %s from public, anon, authenticated', v_table);
  execute format('grant all on %s to service_role', v_table);
  execute format('grant select on %s to authenticated', v_table);
  if cardinality(p_insertable) > 0 then
    select string_agg(format('%I', c), ', ') into v_columns from unnest('{id,company_id,rev}'::name[] || p_insertable) c;
    execute format('grant insert (%s), delete on %s to authenticated', v_columns, v_table);
  end if;
  if cardinality(p_updatable) > 0 then
    select string_agg(format('%I', c), ', ') into v_columns from unnest('{rev}'::name[] || p_updatable) c;
    execute format('grant update (%s) on %s to authenticated', v_columns, v_table);
  end if;

  execute format('alter table %s enable row level security', v_table);
  execute format('create policy second_factor on %s as restrictive to authenticated using ((select private.second_factor_satisfied()))', v_table);
  if p_resource is not null then
    execute format('create policy member_select on %s for select to authenticated using (company_id = any (array(select private.companies_with(%L))))', v_table, p_resource || '.view');
    execute format('create policy member_insert on %s for insert to authenticated with check (company_id = any (array(select private.companies_with(%L))))', v_table, p_resource || '.create');
    execute format('create policy member_update on %s for update to authenticated using (company_id = any (array(select private.companies_with(%L))))', v_table, p_resource || '.update');
    execute format('create policy member_delete on %s for delete to authenticated using (company_id = any (array(select private.companies_with(%L))))', v_table, p_resource || '.delete');
    call private.hide_from_writers(v_table);
  end if;
  execute format('alter publication supabase_realtime add table %s', v_table);
  call private.announce_by_identity(v_table);
end $$;
revoke all on procedure
  private.hide_from_writers(regclass), private.announce_by_identity(regclass), private.make_synced(text, int, name, name[], name[], text, text) from public;

-- Documents with nested rows: an invoice and its lines are one unit for devices, two tables here.

/** Which key of a document holds rows of which table; `columns` are what a client gives besides `id`. */
create table private.nested_collections (
  collection text primary key references private.synced_collections (collection),
  key text not null,
  table_name name not null,
  parent_column name not null,
  columns name[] not null
);
alter table private.nested_collections enable row level security;
grant select on private.nested_collections to authenticated;
create policy everyone_select on private.nested_collections for select to authenticated using (true);

/** Grants, second-factor policy and realtime for the rows of a document; the caller writes the member policies and calls `private.hide_from_writers`. */
create procedure private.make_nested(p_collection text, p_key text, p_table name, p_parent name, p_columns name[])
  language plpgsql set search_path = '' as $$
declare
  v_table text := format('public.%I', p_table);
  v_columns text := (select string_agg(format('%I', c), ', ') from unnest(p_columns) c);
begin
  insert into private.nested_collections (collection, key, table_name, parent_column, columns) values (p_collection, p_key, p_table, p_parent, p_columns);
  execute format('revoke all on %s from public, anon, authenticated', v_table);
  execute format('grant all on %s to service_role', v_table);
  execute format('grant select, delete, insert (id, company_id, %1$I, %2$s), update (%2$s) on %3$s to authenticated', p_parent, v_columns, v_table);
  execute format('alter table %s enable row level security', v_table);
  execute format('create policy second_factor on %s as restrictive to authenticated using ((select private.second_factor_satisfied()))', v_table);
  execute format('alter publication supabase_realtime add table %s', v_table);
  call private.announce_by_identity(v_table);
end $$;

revoke all on procedure private.make_nested(text, text, name, name, name[]) from public;

revoke all on function
  private.take_positions(uuid, int), private.next_seq(uuid), private.log_change(), private.log_member_change(), private.stamp() from public;
