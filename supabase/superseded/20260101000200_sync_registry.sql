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
  updatable name[] not null
);

/** A company's counter of changes. `epoch` changes on restore, which makes devices take a fresh snapshot. */
create table private.company_clocks (
  company_id uuid primary key,
  seq bigint not null default 0,
  epoch uuid not null default gen_random_uuid()
) with (fillfactor = 50);

/** The newest change per record; a device asks for what lies after its cursor. */
create table private.change_log (
  company_id uuid not null,
  collection text not null,
  row_id uuid not null,
  seq bigint not null,
  deleted boolean not null,
  primary key (company_id, collection, row_id)
);
create unique index change_log_company_id_collection_seq_idx on private.change_log (company_id, collection, seq);

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

alter table private.synced_collections enable row level security;
alter table private.company_clocks enable row level security;
alter table private.change_log enable row level security;
alter table private.applied_mutations enable row level security;
create policy everyone_select on private.synced_collections for select to authenticated using (true);
grant select on private.synced_collections to authenticated;

/**
 * The next position in a company's log. The clock's row stays locked until commit, so inside a company the order of positions
 * is the order of commits and nothing is ever skipped. A transaction takes positions in growing blocks: updating one row
 * ten thousand times in a transaction would be quadratic. Gaps are harmless.
 */
create function private.next_seq(p_company uuid) returns bigint
  language plpgsql security definer set search_path = '' as $$
declare
  v_block text[] := string_to_array(current_setting('kontor.seq_block', true), ' '); -- company, next, last, size
  v_next bigint;
  v_last bigint;
  v_size int := 1;
begin
  if v_block[1] = p_company::text then
    v_next := v_block[2]::bigint;
    v_last := v_block[3]::bigint;
    v_size := v_block[4]::int;
  end if;
  if v_next is null or v_next > v_last then
    v_size := case when v_next is null then 1 else least(v_size * 4, 4096) end;
    insert into private.company_clocks as clock (company_id, seq) values (p_company, v_size)
      on conflict (company_id) do update set seq = clock.seq + v_size
      returning clock.seq into v_last;
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
begin
  insert into private.change_log as l (company_id, collection, row_id, seq, deleted)
    values (v_company, tg_argv[0], (v_row ->> tg_argv[1])::uuid, private.next_seq(v_company), v_deleted)
    on conflict (company_id, collection, row_id) do update set seq = excluded.seq, deleted = excluded.deleted;
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
 * Makes a table a synced collection: registry, version and log triggers, grants per column, the second-factor policy, realtime.
 * With a resource it also gets the usual member policies (`<resource>.view/create/update/delete`); without, the caller writes them.
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
  end if;
  execute format('alter publication supabase_realtime add table %s', v_table);
  -- A live DELETE carries only the identity; without company_id in it a subscription filtered by company never hears of it.
  execute format('alter table %s replica identity full', v_table);
end $$;

revoke all on function private.next_seq(uuid), private.log_change(), private.log_member_change(), private.stamp() from public;
revoke all on procedure private.make_synced(text, int, name, name[], name[], text, text) from public;
