-- A live deletion tells nobody more than which record of which company is gone. Nobody can check any more who may see a deleted row, so its
-- event goes to everybody who asked; a filter looks at the replica identity, which was the whole old row: asking was as good as reading.

/** Deletions of the table carry `company_id` (filters of subscriptions name it) and `id`, and nothing else. */
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
revoke all on procedure private.announce_by_identity(regclass) from public;

do $$
declare
  v_table regclass;
begin
  for v_table in
    select c.oid from pg_catalog.pg_publication_tables p join pg_catalog.pg_namespace n on n.nspname = p.schemaname
    join pg_catalog.pg_class c on c.relnamespace = n.oid and c.relname = p.tablename
    where p.pubname = 'supabase_realtime' and p.schemaname = 'public' and c.relreplident = 'f'
  loop
    call private.announce_by_identity(v_table);
  end loop;
end $$;

/**
 * Makes a table a synced collection: registry, version and log triggers, grants per column, the second-factor policy, realtime.
 * With a resource it also gets the usual member policies (`<resource>.view/create/update/delete`); without, the caller writes them
 * and calls `private.hide_from_writers` afterwards.
 */
create or replace procedure private.make_synced(
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

/** Grants, second-factor policy and realtime for the rows of a document; the caller writes the member policies and calls `private.hide_from_writers`. */
create or replace procedure private.make_nested(p_collection text, p_key text, p_table name, p_parent name, p_columns name[])
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
