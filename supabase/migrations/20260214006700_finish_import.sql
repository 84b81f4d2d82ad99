-- The end of an import: everything is placed at once, and only if the archive's checksums come out again.

-- The end.

/** What is said of a row that a table does not take: `bad_row` with the table, the line where it is known, and the rule. */
create function private.refuse_row(p_table text, p_line int, p_rule text, p_message text) returns void
  language plpgsql immutable set search_path = '' as $$
begin
  raise exception 'bad_row' using errcode = 'P0001', detail = concat_ws(':', p_table, coalesce(p_line, 0), coalesce(nullif(p_rule, ''), left(p_message, 100)));
end $$;

/** Puts the staged rows of a table where they belong, as they are; returns the columns that they have. What they leave out has its default. */
create function private.place_rows(p_import uuid, p_table text, p_source regclass) returns text[]
  language plpgsql volatile security definer set search_path = '' set timezone = 'UTC' as $$
declare
  v_columns text[] := array(
    select jsonb_object_keys(r.row) from private.import_rows r where r.import_id = p_import and r.table_name = p_table and r.line = 1);
  v_unknown text := (
    select c from unnest(v_columns) c
    where not exists (select from pg_catalog.pg_attribute a where a.attrelid = p_source and a.attname = c and a.attnum > 0 and not a.attisdropped) limit 1);
  v_list text := (select string_agg(quote_ident(c), ', ') from unnest(v_columns) c);
  v_insert text;
  v_line int;
  v_rule text;
  v_message text;
begin
  if v_unknown is not null then
    raise exception 'unknown_to_server' using errcode = 'P0001', detail = p_table || '.' || v_unknown;
  end if;
  if v_columns = '{}' then return v_columns; end if;
  v_insert := format(
    'insert into %1$s (%2$s) select %3$s from private.import_rows r cross join lateral jsonb_populate_record(null::%1$s, r.row) t
     where r.import_id = $1 and r.table_name = $2 and r.line between $3 and $4 order by r.line', p_source, v_list,
    (select string_agg(format('t.%I', c), ', ') from unnest(v_columns) c));
  begin
    execute v_insert using p_import, p_table, 1, 2147483647;
  exception
    when foreign_key_violation then
      get stacked diagnostics v_rule = constraint_name;
      perform private.refuse_row(p_table, null, v_rule, null);
    when others then
      -- Which one it is: one by one, to the first that is refused.
      begin
        for v_line in select r.line from private.import_rows r where r.import_id = p_import and r.table_name = p_table order by r.line loop
          execute v_insert using p_import, p_table, v_line, v_line;
        end loop;
      exception when others then
        get stacked diagnostics v_rule = constraint_name, v_message = message_text;
      end;
      perform private.refuse_row(p_table, v_line, v_rule, v_message);
  end;
  return v_columns;
end $$;

/** Refuses books that no installation could have written, however well their checksums fit. */
create function private.refuse_wrong_books(p_company uuid) returns void
  language plpgsql security definer set search_path = '' as $_$
declare
  v_table record;
  v_columns text;
  v_is_future boolean;
  v_record uuid;
  v_label text;
  v_answer jsonb := '{"checked": 0, "done": false}';
begin
  -- The server writes with the settings.
  perform private.refuse_invalid_settings(private.with_defaults(private.default_company_settings(), c.settings)) from public.companies c where c.id = p_company;
  for v_table in select * from private.archive_tables() t where private.is_restored(t.name) loop
    v_columns := (
      select string_agg(format('max(t.%I)', a.attname), ', ') from pg_catalog.pg_attribute a
      where a.attrelid = v_table.source and a.atttypid = 'timestamptz'::regtype and not a.attisdropped);
    if v_columns is null then continue; end if;
    execute format('select greatest(%s) > now() + interval ''10 minutes'' from %s t where t.company_id = $1', v_columns, v_table.source)
      into v_is_future using p_company;
    if v_is_future then raise exception 'wrong_books' using errcode = 'P0001', detail = 'future:' || v_table.name; end if;
  end loop;
  select i.id into v_record from public.invoices i cross join lateral private.document_totals(i) t
    where i.company_id = p_company and (i.net_total, i.tax_total, i.gross_total) <> (t.net_total, t.tax_total, t.gross_total) limit 1;
  if v_record is not null then raise exception 'wrong_books' using errcode = 'P0001', detail = 'totals:invoices:' || v_record; end if;
  select i.id into v_record from public.invoices i
    cross join lateral (select coalesce(sum(p.amount), 0) as paid from public.payments p where p.company_id = i.company_id and p.invoice_id = i.id) p
    where i.company_id = p_company and (i.paid_total <> p.paid or i.number is not null and i.payment_status <> private.payment_state(private.claim_of(i), p.paid)) limit 1;
  if v_record is not null then raise exception 'wrong_books' using errcode = 'P0001', detail = 'paid:invoices:' || v_record; end if;
  select e.id into v_record from public.expenses e
    where e.company_id = p_company and e.tax_lines <> '[]'
      and (e.tax_amount, e.tax_rate) is distinct from (private.tax_lines_tax(e.tax_lines), private.tax_lines_rate(e.tax_lines)) limit 1;
  if v_record is not null then raise exception 'wrong_books' using errcode = 'P0001', detail = 'tax:expenses:' || v_record; end if;
  -- What leads nowhere by a foreign key leads to the company's own all the same.
  select i.id into v_record from public.invoices i
    where i.company_id = p_company and i.cancelled_by_id is not null
      and not exists (select from public.invoices c where c.company_id = p_company and c.id = i.cancelled_by_id and c.cancels_id = i.id) limit 1;
  if v_record is not null then raise exception 'wrong_books' using errcode = 'P0001', detail = 'cancellation:invoices:' || v_record; end if;
  select i.id into v_record from public.invoices i
    where i.company_id = p_company and (
      (select coalesce(jsonb_agg(c.entry order by c.entry ->> 'id'), '[]') from jsonb_array_elements(i.corrections) c (entry)) is distinct from (
        select coalesce(jsonb_agg(private.correction_entry(c) order by c.id::text), '[]') from public.invoices c
        where c.company_id = p_company and c.corrects_id = i.id and c.number is not null)
      or i.corrects_id is not null and exists (
        select from public.invoice_items t where t.company_id = p_company and t.invoice_id = i.id and i.number is not null
          and not exists (select from public.invoice_items o where o.company_id = p_company and o.invoice_id = i.corrects_id and o.id = t.origin_item_id))
      or i.corrections <> '[]' and exists (select from private.items_left(i) l where l.net_left * l.net < 0 or abs(l.net_left) > abs(l.net))) limit 1;
  if v_record is not null then raise exception 'wrong_books' using errcode = 'P0001', detail = 'corrections:invoices:' || v_record; end if;
  select r.activity_id into v_record from public.activity_records r
    where r.company_id = p_company and not exists (select from public.activity_log l where l.company_id = p_company and l.id = r.activity_id) limit 1;
  if v_record is not null then raise exception 'wrong_books' using errcode = 'P0001', detail = 'history:activity_records:' || v_record; end if;
  select f.id into v_record from public.files f cross join lateral (values (f.path), (f.original_path)) its (path)
    where f.company_id = p_company and its.path !~ ('^' || p_company || '/(again/)?(original/)?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[a-z0-9.-]{1,30}$') limit 1;
  if v_record is not null then raise exception 'wrong_books' using errcode = 'P0001', detail = 'path:files:' || v_record; end if;
  select i.number into v_label from public.invoices i left join private.number_counters n on n.company_id = p_company and n.kind = i.number_series and n.year = i.number_year
    where i.company_id = p_company and i.number_seq > coalesce(n.last, 0) limit 1;
  if v_label is not null then raise exception 'wrong_books' using errcode = 'P0001', detail = 'counter:invoices:' || v_label; end if;
  while not (v_answer ->> 'done')::boolean loop
    v_answer := private.check_ledger(p_company, (v_answer ->> 'checked')::bigint, 10000);
    if v_answer -> 'fault' <> 'null' then
      raise exception 'wrong_books' using errcode = 'P0001',
        detail = concat_ws(':', 'ledger', v_answer #>> '{fault,collection}', v_answer #>> '{fault,record_id}', v_answer #>> '{fault,fault}');
    end if;
  end loop;
end $_$;

/** Of the people of the archive, names and addresses by id; those whom it had from elsewhere, too. */
create function private.imported_names(p_import uuid, p_field text) returns jsonb
  language sql stable set search_path = '' as $$
  select coalesce(jsonb_object_agg(p.id, p.said), '{}') from (
    select distinct on (id) id, said from (
      select r.row ->> 'user_id' as id, left(r.row ->> case p_field when 'names' then 'display_name' else 'email' end, 320) as said, 1 as place
        from private.import_rows r where r.import_id = p_import and r.table_name = 'company_users'
      union all
      select e.key, left(e.value, 320), 2 from private.import_rows r
        cross join lateral jsonb_each_text(case jsonb_typeof(r.row -> p_field) when 'object' then r.row -> p_field else '{}' end) e
        where r.import_id = p_import and r.table_name = 'company_origins') a
    where id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' and said <> '' order by id, place limit 1000) p $$;

/**
 * The end of an import, all of it or nothing: every row and file is here, the rows go to their tables as they are, the checksums of what is in the tables
 * are those of the archive, the books are in order and the ledger is whole. The caller owns the company; nobody else gets in by an archive.
 */
create function public.finish_import(p_id uuid) returns jsonb
  language plpgsql security definer set search_path = '' set timezone = 'UTC' set statement_timeout = '15min' as $$
declare
  v_import private.imports := private.own_import(p_id);
  v_table record;
  v_entry jsonb;
  v_columns jsonb := '{}';
  v_place text;
begin
  if v_import.finished_at is not null then return private.import_progress(v_import); end if;
  if exists (select from public.companies c where c.id = v_import.company_id) then
    raise exception 'company_here' using errcode = 'P0001', detail = v_import.company_id::text;
  end if;
  for v_table in select * from private.archive_tables() loop
    if (select count(*) from private.import_rows r where r.import_id = p_id and r.table_name = v_table.name)
      <> (private.archive_entry(v_import.manifest, v_table.name) ->> 'rows')::int then
      raise exception 'import_incomplete' using errcode = 'P0001', detail = 'json/' || v_table.name || '.jsonl';
    end if;
  end loop;
  select 'files/' || f.bucket_id || '/' || f.name into v_place from private.import_files f
    where f.import_id = p_id and not exists (
      select from storage.objects o where o.bucket_id = f.bucket_id and o.name = f.name and o.updated_at < f.asked_at) limit 1;
  if v_place is not null then raise exception 'import_incomplete' using errcode = 'P0001', detail = v_place; end if;
  -- A verified receipt was read here, too.
  select its.path into v_place from private.import_rows k
    join private.import_rows r on r.import_id = p_id and r.table_name = 'files' and r.row ->> 'id' = k.row ->> 'file_id'
    cross join lateral (select case when k.row ->> 'is_original' = 'true' then r.row ->> 'original_path' else r.row ->> 'path' end as path) its
    where k.import_id = p_id and k.table_name = 'file_checks' and not exists (
      select from private.import_files f where f.import_id = p_id and f.bucket_id = 'uploads' and f.name = its.path
        and f.sha256 = k.row ->> 'sha256' and f.size::text = k.row ->> 'size') limit 1;
  if v_place is not null then raise exception 'unread_receipt' using errcode = 'P0001', detail = 'files/uploads/' || v_place; end if;

  insert into private.imports_at_work values (v_import.company_id);
  perform set_config('kontor.importing', 'on', true), set_config('kontor.is_creating_company', 'on', true);
  for v_table in select * from private.archive_tables() t where private.is_restored(t.name) order by t.place loop
    v_columns := v_columns || jsonb_build_object(v_table.name, private.place_rows(p_id, v_table.name, v_table.source));
  end loop;
  delete from private.imports_at_work w where w.company_id = v_import.company_id;
  perform set_config('kontor.importing', '', true);

  for v_table in select * from private.archive_tables() t where private.is_restored(t.name) loop
    v_entry := private.archive_entry(v_import.manifest, v_table.name);
    if v_entry ->> 'rows' <> '0' and v_entry ->> 'sha256'
      <> private.table_sha256(v_import.company_id, v_table.source, v_table.key, array(select jsonb_array_elements_text(v_columns -> v_table.name))) then
      raise exception 'checksum_differs' using errcode = 'P0001', detail = 'json/' || v_table.name || '.jsonl';
    end if;
  end loop;
  perform private.refuse_wrong_books(v_import.company_id);
  -- An archive from before copies kept their look brings none.
  insert into private.imports_at_work values (v_import.company_id);
  perform set_config('kontor.importing', 'on', true);
  update public.companies c set former_letterhead = private.letterhead(c.id)
    where c.id = v_import.company_id and c.former_letterhead is null and exists (
      select from public.invoices i where i.company_id = c.id and i.number is not null and i.seller -> 'letterhead' is null);
  delete from private.imports_at_work w where w.company_id = v_import.company_id;
  perform set_config('kontor.importing', '', true);

  insert into public.company_users (company_id, user_id, is_owner, is_admin) values (v_import.company_id, v_import.user_id, true, true);
  perform set_config('kontor.is_creating_company', '', true);
  insert into public.company_origins (company_id, imported_by, names, emails)
    values (v_import.company_id, v_import.user_id, private.imported_names(p_id, 'names'), private.imported_names(p_id, 'emails'));
  insert into public.activity_log (company_id, actor_id, type, entity_type, entity_id, entity_label, changes)
    select c.id, v_import.user_id, 'imported', 'companies', c.id, c.name, jsonb_build_object('made_at', jsonb_build_array(null, v_import.manifest -> 'made_at'))
    from public.companies c where c.id = v_import.company_id;
  -- A device that knew the company before sees another history.
  insert into private.company_clocks (company_id) values (v_import.company_id) on conflict (company_id) do update set epoch = gen_random_uuid();
  delete from private.import_rows r where r.import_id = p_id;
  delete from private.import_files f where f.import_id = p_id;
  update private.imports set finished_at = now(), manifest = '{}' where id = p_id returning * into v_import;
  return private.import_progress(v_import);
end $$;

/** The addresses of the people that an archive named and who are no members, for who may invite them; nobody is invited by this. */
create function public.imported_people(p_company uuid) returns table (name text, email text)
  language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_key(p_company, 'users.invite');
  return query
  select coalesce(o.names ->> e.key, ''), e.value from public.company_origins o cross join lateral jsonb_each_text(o.emails) e
  where o.company_id = p_company
    and not exists (select from public.company_users cu where cu.company_id = p_company and lower(cu.email) = lower(e.value))
  order by 1, 2;
end $$;

revoke all on function
  private.refuse_row(text, int, text, text), private.place_rows(uuid, text, regclass), private.refuse_wrong_books(uuid),
  private.imported_names(uuid, text) from public;
revoke all on function public.finish_import(uuid), public.imported_people(uuid) from public, anon, authenticated;
grant execute on function public.finish_import(uuid), public.imported_people(uuid) to authenticated;
