-- The archive of a company: everything it has, page by page and in one state, for who holds `company.export`. `src/domain/archive/SPEC.md` has the
-- format, decision 0021 the reasons. That a company was taken along stands in its history; and what the last complete archive held is known, for who
-- deletes the company.

/** The tables that leave with a company, in the order of the archive, by what their rows are ordered, and the columns that stay. `src/domain/archive/archive-tables.ts` has the same. */
create function private.archive_tables() returns table (place int, name text, source regclass, key text[], left_out text[])
  language sql stable set search_path = '' as $$
  select row_number() over ()::int, t.name, t.source::regclass, t.key::text[], t.left_out::text[] from (values
    ('companies', 'public.companies', '{id}', '{}'),
    ('bank_accounts', 'public.bank_accounts', '{id}', '{}'),
    ('company_mail_settings', 'public.company_mail_settings', '{company_id}', '{has_password}'),
    ('company_origins', 'public.company_origins', '{company_id}', '{}'),
    ('company_users', 'public.company_users', '{id}', '{}'),
    ('company_user_permissions', 'public.company_user_permissions', '{user_id,permission_key}', '{id}'),
    ('expense_categories', 'public.expense_categories', '{id}', '{}'),
    ('vendors', 'public.vendors', '{id}', '{}'),
    ('customers', 'public.customers', '{id}', '{}'),
    ('invoice_products', 'public.invoice_products', '{id}', '{}'),
    ('recurring_invoices', 'public.recurring_invoices', '{id}', '{}'),
    ('recurring_invoice_items', 'public.recurring_invoice_items', '{id}', '{}'),
    ('recurring_expenses', 'public.recurring_expenses', '{id}', '{}'),
    ('invoices', 'public.invoices', '{id}', '{}'),
    ('invoice_items', 'public.invoice_items', '{id}', '{}'),
    ('delivery_notes', 'public.delivery_notes', '{id}', '{}'),
    ('payments', 'public.payments', '{id}', '{}'),
    ('expenses', 'public.expenses', '{id}', '{}'),
    ('files', 'public.files', '{id}', '{}'),
    ('file_checks', 'public.file_checks', '{file_id}', '{}'),
    ('invoice_mails', 'private.invoice_mails', '{mutation_id}', '{}'),
    ('number_counters', 'private.number_counters', '{kind,year}', '{}'),
    ('number_gap_reasons', 'private.number_gap_reasons', '{series,year,number}', '{}'),
    ('number_leases', 'private.number_leases', '{id}', '{}'),
    ('periods', 'public.periods', '{id}', '{}'),
    ('period_figures', 'public.period_figures', '{id}', '{}'),
    ('activity_log', 'public.activity_log', '{id}', '{}'),
    ('activity_records', 'public.activity_records', '{activity_id,bank_data}', '{}'),
    ('ledger_entries', 'public.ledger_entries', '{seq}', '{}')) t (name, source, key, left_out) $$;

/** Columns as an expression to sort by: texts by their bytes, whatever the database's language is. */
create function private.archive_order(p_source regclass, p_key text[]) returns text
  language sql stable set search_path = '' as $$
  select string_agg(format('t.%I%s', a.attname, case when a.atttypid = 'text'::regtype then ' collate "C"' else '' end), ', ' order by k.place)
  from unnest(p_key) with ordinality as k (name, place)
  join pg_catalog.pg_attribute a on a.attrelid = p_source and a.attname = k.name $$;

/** The same columns of a row that is there as JSON. */
create function private.archive_place(p_source regclass, p_key text[]) returns text
  language sql stable set search_path = '' as $$
  select string_agg(format('($2 ->> %L)::%s', a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod)), ', ' order by k.place)
  from unnest(p_key) with ordinality as k (name, place)
  join pg_catalog.pg_attribute a on a.attrelid = p_source and a.attname = k.name $$;

/**
 * Up to `p_limit` rows of a table behind the row `p_after` (null: from the first): `{rows, more}`. A page ends early when it has `p_bytes`, but never
 * without a row. Account numbers of the trail only with `p_bank_data`.
 */
create function private.archive_page(p_company uuid, p_table text, p_after jsonb, p_limit int, p_bytes int, p_bank_data boolean) returns jsonb
  language plpgsql stable set search_path = '' set timezone = 'UTC' as $$
declare
  v_source regclass;
  v_key text[];
  v_left_out text[];
  v_page jsonb;
begin
  select a.source, a.key, a.left_out into v_source, v_key, v_left_out from private.archive_tables() a where a.name = p_table;
  if not found then raise exception 'unknown_table' using errcode = 'P0001', detail = 'table'; end if;
  execute format(
    'select jsonb_build_object(''rows'', coalesce(jsonb_agg(doc order by place) filter (where before < $4), ''[]''),
         ''more'', count(*) = $3 or coalesce(bool_or(before >= $4), false))
       from (
         select doc, place, sum(pg_column_size(doc)) over (order by place) - pg_column_size(doc) as before
         from (
           select to_jsonb(t) - $5 as doc, row_number() over (order by %1$s) as place
           from %2$s t where t.company_id = $1 %3$s %4$s
           order by %1$s limit $3) page) sized',
      private.archive_order(v_source, v_key), v_source,
      case when p_after is not null then format('and (%s) > (%s)', private.archive_order(v_source, v_key), private.archive_place(v_source, v_key)) end,
      case when p_table = 'activity_records' and p_bank_data is not true then 'and t.bank_data <> ''full''' end)
    into v_page using p_company, p_after, p_limit, p_bytes, v_left_out;
  return v_page;
end $$;

/**
 * What an archive would hold now: `{schema, ledger, books, tables: {<table>: {rows, head}}}`. A table whose `head` is the same has the same rows: it is
 * made of the versions of its rows, which every write renews. One statement, so that all heads are of one moment. `books` is the hash of all heads but
 * those of the history, which an export itself writes to.
 */
create function private.archive_state(p_company uuid) returns jsonb
  language plpgsql stable set search_path = '' set timezone = 'UTC' as $$
declare
  v_tables jsonb := '{}';
  v_table jsonb;
  v_schema text;
  a record;
begin
  for a in select * from private.archive_tables() order by place loop
    execute format(
      'select jsonb_build_object(''rows'', count(*), ''head'', count(*) || ''.'' || coalesce(sum(hashtextextended(t.ctid::text || ''.'' || t.xmin::text, 0)), 0))
         from %s t where t.company_id = $1', a.source)
      into v_table using p_company;
    v_tables := v_tables || jsonb_build_object(a.name, v_table);
  end loop;
  if to_regclass('supabase_migrations.schema_migrations') is not null then
    execute 'select max(version) from supabase_migrations.schema_migrations' into v_schema;
  end if;
  return jsonb_build_object('schema', v_schema, 'tables', v_tables,
    'books', encode(sha256(convert_to((v_tables - '{activity_log,activity_records}'::text[])::text, 'utf8')), 'hex'), 'ledger', (
    select jsonb_build_object('seq', l.seq, 'sha256', l.sha256, 'at', private.instant_text(l.at))
    from public.ledger_entries l where l.company_id = p_company order by l.seq desc limit 1));
end $$;

/** Up to `p_limit` issued documents behind `p_after`, as devices hold them: what PDFs are made of. */
create function private.archive_documents(p_company uuid, p_after uuid, p_limit int) returns jsonb
  language sql stable set search_path = '' set timezone = 'UTC' as $$
  select coalesce(jsonb_agg(to_jsonb(d) order by d.id), '[]') from (
    select i.* from private.invoice_documents i
    where i.company_id = p_company and i.number is not null and (p_after is null or i.id > p_after)
    order by i.id limit p_limit) d $$;

/** Refuses whoever may not take the company along; returns whether they see its account numbers in full. */
create function private.require_exporter(p_company uuid) returns boolean
  language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_member(p_company);
  if not private.has_key(p_company, 'company.export') then
    raise exception 'not_allowed' using errcode = '42501', detail = 'company.export';
  end if;
  return private.has_key(p_company, 'bank_accounts.manage');
end $$;

/** See `private.archive_state`; `bank_data` says whether account numbers come in full. */
create function public.export_state(p_company uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_bank_data boolean := private.require_exporter(p_company);
begin
  return private.archive_state(p_company) || jsonb_build_object('bank_data', v_bank_data);
end $$;

/** See `private.archive_page`. */
create function public.export_page(p_company uuid, p_table text, p_after jsonb default null, p_limit int default 1000) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_bank_data boolean := private.require_exporter(p_company);
begin
  return private.archive_page(p_company, p_table, p_after, least(greatest(coalesce(p_limit, 1000), 1), 2000), 2097152, v_bank_data);
end $$;

/** See `private.archive_documents`. */
create function public.export_documents(p_company uuid, p_after uuid default null, p_limit int default 200) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_exporter(p_company);
  return private.archive_documents(p_company, p_after, least(greatest(coalesce(p_limit, 200), 1), 500));
end $$;

-- Who takes the company along takes its receipts, the confidential ones too.
create policy uploads_export_select on storage.objects for select to authenticated
  using (bucket_id = 'uploads' and (storage.foldername(name))[1] = any (array(select private.folders_with('company.export'))));

/** The last complete archive of a company: `books` of the state that it has, the SHA-256 of its manifest, and its size in bytes. */
create table private.last_exports (
  company_id uuid primary key references public.companies (id) on delete cascade,
  books text not null check (char_length(books) <= 64),
  sha256 text not null check (char_length(sha256) <= 64),
  bytes bigint not null,
  exported_at timestamptz not null default now(),
  exported_by uuid
);
alter table private.last_exports enable row level security;

/** Enters an archive that was written in the history, and keeps it as the last one if it is complete. `p_books` is that of the state that it has. */
create function private.note_export(p_company uuid, p_books text, p_sha256 text, p_bytes bigint, p_is_complete boolean) returns void
  language plpgsql set search_path = '' as $$
begin
  if (p_books ~ '^[0-9a-f]{64}$') is not true then raise exception 'invalid_input' using errcode = 'P0001', detail = 'books'; end if;
  if (p_sha256 ~ '^[0-9a-f]{64}$') is not true then raise exception 'invalid_input' using errcode = 'P0001', detail = 'sha256'; end if;
  if (p_bytes > 0) is not true then raise exception 'invalid_input' using errcode = 'P0001', detail = 'bytes'; end if;
  insert into public.activity_log (company_id, type, entity_type, entity_id, entity_label, changes)
    select c.id, 'exported', 'companies', c.id, c.name,
      jsonb_build_object('sha256', jsonb_build_array(null, p_sha256), 'size', jsonb_build_array(null, p_bytes))
    from public.companies c where c.id = p_company;
  if p_is_complete is true then
    insert into private.last_exports (company_id, books, sha256, bytes, exported_by) values (p_company, p_books, p_sha256, p_bytes, auth.uid())
      on conflict (company_id) do update
      set books = excluded.books, sha256 = excluded.sha256, bytes = excluded.bytes, exported_at = now(), exported_by = excluded.exported_by;
  end if;
end $$;

/** Whether the last complete archive of a company holds everything that it has now, but for entries of the history. */
create function private.is_exported(p_company uuid) returns boolean
  language sql stable set search_path = '' as $$
  select exists (select from private.last_exports e where e.company_id = p_company and e.books = private.archive_state(p_company) ->> 'books') $$;

/** See `private.note_export`. An archive without the account numbers of the history is not complete, whatever is said of it. */
create function public.note_export(p_company uuid, p_books text, p_sha256 text, p_bytes bigint, p_is_complete boolean) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_bank_data boolean := private.require_exporter(p_company);
begin
  perform private.note_export(p_company, p_books, p_sha256, p_bytes, p_is_complete and v_bank_data);
end $$;

revoke all on function
  private.archive_tables(), private.archive_order(regclass, text[]), private.archive_place(regclass, text[]),
  private.archive_page(uuid, text, jsonb, int, int, boolean), private.archive_state(uuid), private.archive_documents(uuid, uuid, int),
  private.require_exporter(uuid), private.note_export(uuid, text, text, bigint, boolean), private.is_exported(uuid) from public;
revoke all on function
  public.export_state(uuid), public.export_page(uuid, text, jsonb, int), public.export_documents(uuid, uuid, int),
  public.note_export(uuid, text, text, bigint, boolean) from public, anon, authenticated;
grant execute on function
  public.export_state(uuid), public.export_page(uuid, text, jsonb, int), public.export_documents(uuid, uuid, int),
  public.note_export(uuid, text, text, bigint, boolean) to authenticated;
