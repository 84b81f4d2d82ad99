-- Bringing a company in from its archive (`src/domain/archive/SPEC.md`, `src/decisions/0022-archive-import.md`). What was booked elsewhere stays what it was:
-- rows come as they are, past the triggers that would derive, number, log and enter them anew, and only if the archive's checksums come out again.

/** Whether a table is filled from an archive. Those of people are read for their names: an archive gives nobody a right. */
create function private.is_restored(p_table text) returns boolean
  language sql immutable set search_path = '' as $$
  select p_table not in ('company_users', 'company_user_permissions', 'company_origins') $$;

/** An import under way: what its archive says of itself, and whose it is. Nobody else sees anything of it. */
create table private.imports (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  company_id uuid not null,
  /** The archive's manifest, of its entries those with rows and files. */
  manifest jsonb not null,
  /** Bytes of rows that have arrived. */
  bytes bigint not null default 0,
  begun_at timestamptz not null default now(),
  touched_at timestamptz not null default now(),
  finished_at timestamptz
);
create unique index imports_user_id_idx on private.imports (user_id) where finished_at is null;

/** Rows that wait for the end of their import, by their line in the archive. */
create table private.import_rows (
  import_id uuid not null references private.imports (id) on delete cascade,
  table_name text not null check (char_length(table_name) <= 63),
  line int not null,
  row jsonb not null,
  primary key (import_id, table_name, line)
);

/** What the archive says of its files; `asked_at`: when the server began to read the stored bytes and found them to be that. It takes nobody's word for them. */
create table private.import_files (
  import_id uuid not null references private.imports (id) on delete cascade,
  bucket_id text not null check (char_length(bucket_id) <= 20),
  name text not null check (char_length(name) <= 200),
  sha256 text not null check (char_length(sha256) = 64),
  size int not null,
  asked_at timestamptz,
  primary key (import_id, bucket_id, name)
);

/** The company that is being brought in, for as long as the transaction that does it: no other one ever sees a row, and none is ever committed. */
create table private.imports_at_work (company_id uuid primary key);

alter table private.imports enable row level security;
alter table private.import_rows enable row level security;
alter table private.import_files enable row level security;
alter table private.imports_at_work enable row level security;

/** Where a company came from, and the names of the people who wrote in it there: shown beside what they did, without any right. */
create table public.company_origins (
  company_id uuid primary key references public.companies (id) on delete cascade,
  imported_at timestamptz not null default now(),
  imported_by uuid not null,
  /** Of its people by the id that they had there; whether somebody here has the same id says nothing. */
  names jsonb not null check (jsonb_typeof(names) = 'object' and octet_length(names::text) <= 1048576),
  emails jsonb not null check (jsonb_typeof(emails) = 'object' and octet_length(emails::text) <= 1048576)
);
revoke all on public.company_origins from public, anon, authenticated, service_role;
-- Addresses are told by `imported_people`, to who may invite.
grant select (company_id, imported_at, imported_by, names) on public.company_origins to authenticated;
grant select on public.company_origins to service_role;
alter table public.company_origins enable row level security;
create policy second_factor on public.company_origins as restrictive to authenticated using ((select private.second_factor_satisfied()));
create policy member_select on public.company_origins for select to authenticated
  using (company_id = any (array(select private.my_companies())));

/** Whether this very transaction is bringing a company in. The setting only saves everybody else the look: anybody may make it, and it says nothing alone. */
create function private.is_importing() returns boolean
  language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(current_setting('kontor.importing', true), '') <> '' and exists (select from private.imports_at_work);
end $$;

/** Makes triggers of a table stand aside while a company is brought in; those that only refuse keep their watch. */
create procedure private.stand_aside(p_table regclass, p_triggers name[])
  language plpgsql set search_path = '' as $$
declare
  v_trigger record;
begin
  for v_trigger in
    select t.tgname, pg_get_triggerdef(t.oid) as text from pg_catalog.pg_trigger t where t.tgrelid = p_table and t.tgname = any (p_triggers)
  loop
    execute format('drop trigger %I on %s', v_trigger.tgname, p_table);
    execute case
      when v_trigger.text ~ ' WHEN ' then regexp_replace(v_trigger.text, ' WHEN \((.*)\) EXECUTE ', ' WHEN (\1 and not private.is_importing()) EXECUTE ')
      else replace(v_trigger.text, ' EXECUTE ', ' WHEN (not private.is_importing()) EXECUTE ') end;
  end loop;
end $$;

call private.stand_aside('public.companies', '{complete_settings,adopt_first_account,log_activity,zzz_enter}');
call private.stand_aside('public.bank_accounts', '{settle_inserted}');
call private.stand_aside('public.recurring_invoices', '{plan_recurring}');
call private.stand_aside('public.recurring_invoice_items', '{guard_recurring_item,renew_inserted}');
call private.stand_aside('public.recurring_expenses', '{plan_recurring}');
call private.stand_aside('public.invoices', '{issue_invoice,value_in_books,zzz_enter_new}');
call private.stand_aside('public.invoice_items', '{guard_item,retotal_inserted}');
call private.stand_aside('public.payments', '{share_tax,value_in_books,settle_invoices,zzz_enter}');
call private.stand_aside('public.expenses', '{expense_tax_lines,value_in_books,zzz_enter_new}');
call private.stand_aside('public.file_checks', '{zzz_enter}');
call private.stand_aside('public.periods', '{keep_figures,zzz_enter}');

-- The archive's form of a row.

/** The one text of a value, RFC 8785: sorted keys, no spaces, numbers as ECMAScript writes them. */
create function private.canonical_text(p_value jsonb) returns text
  language plpgsql immutable set search_path = '' as $$
begin
  case jsonb_typeof(p_value)
    when 'object' then return (
      select '{' || coalesce(string_agg(to_jsonb(e.key)::text || ':' || case
          when jsonb_typeof(e.value) in ('object', 'array', 'number') then private.canonical_text(e.value) else e.value::text end,
        ',' order by e.key collate "C"), '') || '}' from jsonb_each(p_value) e);
    when 'array' then return (
      select '[' || coalesce(string_agg(private.canonical_text(e.value), ',' order by e.place), '') || ']'
      from jsonb_array_elements(p_value) with ordinality e (value, place));
    when 'number' then
      if abs(p_value::numeric) < 0.000001 and p_value::numeric <> 0 then return regexp_replace(p_value::float8::text, 'e([-+])0', 'e\1'); end if;
      return trim_scale(p_value::numeric)::text;
    else return p_value::text;
  end case;
end $$;

/** The checksum of a table's rows as they are now, of these columns, in the archive's form and order. */
create function private.table_sha256(p_company uuid, p_source regclass, p_key text[], p_columns text[]) returns text
  language plpgsql stable set search_path = '' set timezone = 'UTC' as $$
declare
  v_rest text[] := array(
    select a.attname from pg_catalog.pg_attribute a where a.attrelid = p_source and a.attnum > 0 and not a.attisdropped and a.attname <> all (p_columns));
  v_sha256 text;
begin
  execute format(
    $q$select encode(sha256(convert_to(coalesce(string_agg(private.canonical_text(to_jsonb(t) - $2) || E'\n', '' order by %s), ''), 'UTF8')), 'hex')
      from %s t where t.company_id = $1$q$, private.archive_order(p_source, p_key), p_source)
    into v_sha256 using p_company, v_rest;
  return v_sha256;
end $$;

-- Staging.

/** What the manifest says of a table: `{rows, bytes, sha256}`; an older archive does not know every table. */
create function private.archive_entry(p_manifest jsonb, p_table text) returns jsonb
  language sql immutable set search_path = '' as $$
  select coalesce((select e from jsonb_array_elements(p_manifest -> 'entries') e where e ->> 'path' = 'json/' || p_table || '.jsonl'), '{"rows": 0}') $$;

/** The caller's import, held until the end of the transaction. */
create function private.own_import(p_id uuid) returns private.imports
  language plpgsql volatile security definer set search_path = '' as $$
declare
  v_user uuid := private.require_person();
  v_import private.imports;
begin
  select * into v_import from private.imports i where i.id = p_id and i.user_id = v_user for update;
  if v_import.id is null then raise exception 'import_not_found' using errcode = 'P0001', detail = 'id'; end if;
  return v_import;
end $$;

/** How far an import is: `{company, is_finished, received: {table: rows}, files: [stored and read]}`. */
create function private.import_progress(p_import private.imports) returns jsonb
  language sql stable set search_path = '' as $$
  select jsonb_build_object('company', p_import.company_id, 'is_finished', p_import.finished_at is not null,
    'received', (select coalesce(jsonb_object_agg(r.table_name, r.rows), '{}') from (
      select table_name, max(line) as rows from private.import_rows where import_id = p_import.id group by 1) r),
    'files', (select coalesce(jsonb_agg(f.bucket_id || '/' || f.name order by f.name), '[]') from private.import_files f
      where f.import_id = p_import.id and f.asked_at is not null)) $$;

/**
 * Begins to bring in the company of an archive, or goes on: the same id gives the same import. Refused are a newer archive, one that is not whole, what
 * this installation does not know, more than it takes (2 million rows, 256 MB of a table, 512 MB of all, 40,000 files), and a company that is here already.
 */
create function public.begin_import(p_id uuid, p_manifest jsonb) returns jsonb
  language plpgsql volatile security definer set search_path = '' as $$
declare
  v_user uuid := private.require_person();
  v_import private.imports;
  v_unknown text;
  v_rows bigint;
  v_bytes bigint;
  v_largest bigint;
  v_files int;
begin
  select * into v_import from private.imports i where i.id = p_id;
  if v_import.user_id <> v_user then raise exception 'id_taken' using errcode = 'P0001', detail = 'id'; end if;
  -- One that ended may be done again when its company has gone.
  if v_import.id is not null and (v_import.finished_at is null or exists (select from public.companies c where c.id = v_import.company_id)) then
    return private.import_progress(v_import);
  end if;
  if p_manifest ->> 'format' is distinct from 'kontor-archive' or octet_length(p_manifest::text) > 16777216
    or jsonb_typeof(p_manifest -> 'entries') is distinct from 'array'
    or (p_manifest #>> '{company,id}' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$') is not true then
    raise exception 'bad_manifest' using errcode = 'P0001', detail = 'manifest.json';
  end if;
  if p_manifest -> 'version' is distinct from '1' then raise exception 'newer_version' using errcode = 'P0001', detail = p_manifest ->> 'version'; end if;
  if p_manifest -> 'is_complete' is distinct from 'true' then raise exception 'incomplete_archive' using errcode = 'P0001', detail = 'manifest.json'; end if;
  if exists (
    select from jsonb_array_elements(p_manifest -> 'entries') e
    where e ->> 'path' ~ '^(json|files)/' and (char_length(e ->> 'path') <= 150 and coalesce(e ->> 'rows', '0') ~ '^\d{1,9}$' and e ->> 'bytes' ~ '^\d{1,9}$' and e ->> 'sha256' ~ '^[0-9a-f]{64}$') is not true) then
    raise exception 'bad_manifest' using errcode = 'P0001', detail = 'manifest.json';
  end if;
  select e ->> 'path' into v_unknown from jsonb_array_elements(p_manifest -> 'entries') e
    where e ->> 'path' ~ '^json/' and not exists (select from private.archive_tables() t where e ->> 'path' = 'json/' || t.name || '.jsonl') limit 1;
  if v_unknown is not null then raise exception 'unknown_to_server' using errcode = 'P0001', detail = v_unknown; end if;
  select sum((e ->> 'rows')::bigint), sum((e ->> 'bytes')::bigint), max((e ->> 'bytes')::bigint) into v_rows, v_bytes, v_largest
    from jsonb_array_elements(p_manifest -> 'entries') e where e ->> 'path' ~ '^json/';
  select count(*) into v_files from jsonb_array_elements(p_manifest -> 'entries') e where e ->> 'path' ~ '^files/';
  if v_rows > 2000000 or v_bytes > 536870912 or v_largest > 268435456 or v_files > 40000 then
    raise exception 'archive_too_large' using errcode = 'P0001', detail = concat_ws(' ', v_rows, v_bytes, v_files);
  end if;
  if exists (select from public.companies c where c.id = (p_manifest #>> '{company,id}')::uuid) then
    raise exception 'company_here' using errcode = 'P0001', detail = p_manifest #>> '{company,id}';
  end if;
  delete from private.imports i where i.id = p_id or i.user_id = v_user and i.finished_at is null;
  insert into private.imports (id, user_id, company_id, manifest) values (p_id, v_user, (p_manifest #>> '{company,id}')::uuid, p_manifest)
    returning * into v_import;
  insert into private.import_files (import_id, bucket_id, name, sha256, size)
    select p_id, split_part(e ->> 'path', '/', 2), substr(e ->> 'path', length(split_part(e ->> 'path', '/', 2)) + 8), e ->> 'sha256', (e ->> 'bytes')::int
    from jsonb_array_elements(p_manifest -> 'entries') e where e ->> 'path' ~ '^files/';
  if exists (select from private.import_files f where f.import_id = p_id and (f.bucket_id not in ('uploads', 'logos')
      or f.name !~ ('^' || v_import.company_id || '/(again/)?(original/)?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[a-z0-9.-]{1,30}$'))) then
    raise exception 'bad_path' using errcode = 'P0001', detail = (
      select 'files/' || f.bucket_id || '/' || f.name from private.import_files f where f.import_id = p_id and (f.bucket_id not in ('uploads', 'logos')
        or f.name !~ ('^' || v_import.company_id || '/(again/)?(original/)?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[a-z0-9.-]{1,30}$')) limit 1);
  end if;
  return private.import_progress(v_import);
end $$;

/**
 * Takes rows of a table, in their order; `p_line` is the line of the first. A page that came before is taken as read. Every row is of the archive's own
 * company. Returns how many rows of the table have come.
 */
create function public.import_rows(p_id uuid, p_table text, p_line int, p_rows jsonb) returns int
  language plpgsql volatile security definer set search_path = '' as $$
declare
  v_import private.imports := private.own_import(p_id);
  v_here int := (select coalesce(max(r.line), 0) from private.import_rows r where r.import_id = p_id and r.table_name = p_table);
  v_last int := p_line + jsonb_array_length(p_rows) - 1;
  v_bytes int := octet_length(p_rows::text);
  v_wrong int;
begin
  if v_last <= v_here then return v_here; end if;
  if p_line <> v_here + 1 or v_last > (private.archive_entry(v_import.manifest, p_table) ->> 'rows')::int then
    raise exception 'import_out_of_order' using errcode = 'P0001', detail = p_table || ':' || p_line;
  end if;
  if v_import.bytes + v_bytes > 1073741824 then raise exception 'archive_too_large' using errcode = 'P0001', detail = p_table; end if;
  select min(r.place) into v_wrong from jsonb_array_elements(p_rows) with ordinality r (value, place)
    where r.value ->> 'company_id' is distinct from v_import.company_id::text
      or p_table = 'companies' and r.value ->> 'id' is distinct from v_import.company_id::text;
  if v_wrong is not null then raise exception 'other_company' using errcode = 'P0001', detail = p_table || ':' || p_line + v_wrong - 1; end if;
  insert into private.import_rows (import_id, table_name, line, row)
    select p_id, p_table, p_line + r.place - 1, r.value from jsonb_array_elements(p_rows) with ordinality r (value, place);
  update private.imports set bytes = bytes + v_bytes, touched_at = now() where id = p_id;
  return v_last;
end $$;

/** How far the caller's import is. */
create function public.import_state(p_id uuid) returns jsonb
  language plpgsql volatile security definer set search_path = '' as $$
begin
  return private.import_progress(private.own_import(p_id));
end $$;

/** Gives up: what had arrived is forgotten. Stored files go with the nightly round, since no record names them. */
create function public.cancel_import(p_id uuid) returns void
  language plpgsql volatile security definer set search_path = '' as $$
declare
  v_import private.imports := private.own_import(p_id);
begin
  delete from private.imports i where i.id = v_import.id and i.finished_at is null;
end $$;

-- Files. They go up under their own paths before the end of the import, which names them.

/** Whether the caller's open import has a file of this name. */
create function private.is_imported_object(p_bucket text, p_name text) returns boolean
  language sql stable security definer set search_path = '' as $$
  select exists (
    select from private.imports i join private.import_files f on f.import_id = i.id
    where i.user_id = auth.uid() and i.finished_at is null and f.bucket_id = p_bucket and f.name = p_name
      and not exists (select from public.companies c where c.id = i.company_id)) $$;

create policy import_insert on storage.objects for insert to authenticated
  with check (bucket_id in ('uploads', 'logos') and private.is_imported_object(bucket_id, name));
create policy import_select on storage.objects for select to authenticated
  using (bucket_id in ('uploads', 'logos') and owner_id = (select auth.uid())::text and private.is_imported_object(bucket_id, name));
create policy import_delete on storage.objects for delete to authenticated
  using (bucket_id in ('uploads', 'logos') and owner_id = (select auth.uid())::text and private.is_imported_object(bucket_id, name));

/** For the function `import-verify` only: what the caller's import has stored there, and the time before it is read. */
create function public.import_file_to_check(p_id uuid, p_bucket text, p_name text) returns timestamptz
  language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.own_import(p_id);
  if not private.is_imported_object(p_bucket, p_name) then raise exception 'import_not_found' using errcode = 'P0001', detail = 'name'; end if;
  return clock_timestamp();
end $$;

/** For the function `import-verify` only: notes that the stored bytes are what the archive says, if they are; returns whether. */
create function public.note_import_file(p_id uuid, p_bucket text, p_name text, p_sha256 text, p_size int, p_asked_at timestamptz) returns boolean
  language plpgsql volatile security definer set search_path = '' as $$
begin
  update private.import_files f set asked_at = p_asked_at
    where f.import_id = p_id and f.bucket_id = p_bucket and f.name = p_name and (f.sha256, f.size) = (p_sha256, p_size);
  return found;
end $$;

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
  language plpgsql volatile security definer set search_path = '' as $$
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
  select i.id into v_record from public.invoices i cross join lateral private.invoice_totals(i.company_id, i.id, i.currency, i.tax_mode) t
    where i.company_id = p_company and (i.net_total, i.tax_total, i.gross_total) <> (t.net_total, t.tax_total, t.gross_total) limit 1;
  if v_record is not null then raise exception 'wrong_books' using errcode = 'P0001', detail = 'totals:invoices:' || v_record; end if;
  select i.id into v_record from public.invoices i
    cross join lateral (select coalesce(sum(p.amount), 0) as paid from public.payments p where p.company_id = i.company_id and p.invoice_id = i.id) p
    where i.company_id = p_company and (i.paid_total <> p.paid or i.number is not null and i.payment_status <> private.payment_state(i.gross_total, p.paid)) limit 1;
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
  select r.activity_id into v_record from public.activity_records r
    where r.company_id = p_company and not exists (select from public.activity_log l where l.company_id = p_company and l.id = r.activity_id) limit 1;
  if v_record is not null then raise exception 'wrong_books' using errcode = 'P0001', detail = 'history:activity_records:' || v_record; end if;
  select f.id into v_record from public.files f cross join lateral (values (f.path), (f.original_path)) its (path)
    where f.company_id = p_company and its.path !~ ('^' || p_company || '/(again/)?(original/)?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[a-z0-9.-]{1,30}$') limit 1;
  if v_record is not null then raise exception 'wrong_books' using errcode = 'P0001', detail = 'path:files:' || v_record; end if;
  select i.number into v_label from public.invoices i left join private.number_counters n on n.company_id = p_company and n.kind = 'invoices' and n.year = i.number_year
    where i.company_id = p_company and i.number_seq > coalesce(n.last, 0) limit 1;
  if v_label is not null then raise exception 'wrong_books' using errcode = 'P0001', detail = 'counter:invoices:' || v_label; end if;
  while not (v_answer ->> 'done')::boolean loop
    v_answer := private.check_ledger(p_company, (v_answer ->> 'checked')::bigint, 10000);
    if v_answer -> 'fault' <> 'null' then
      raise exception 'wrong_books' using errcode = 'P0001',
        detail = concat_ws(':', 'ledger', v_answer #>> '{fault,collection}', v_answer #>> '{fault,record_id}', v_answer #>> '{fault,fault}');
    end if;
  end loop;
end $$;

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
  language plpgsql volatile security definer set search_path = '' set timezone = 'UTC' set statement_timeout = '15min' as $$
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

create or replace view private.company_documents with (security_invoker = true) as
  select c.id, c.company_id, c.name, c.logo_path, c.settings,
    coalesce((
      select jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name, 'iban', a.iban, 'bic', a.bic, 'is_default', a.is_default) order by a.id)
      from public.bank_accounts a where a.company_id = c.id), '[]'::jsonb) as bank_accounts,
    c.created_at, c.updated_at, c.rev,
    coalesce((select jsonb_build_object('imported_at', o.imported_at, 'names', o.names) from public.company_origins o where o.company_id = c.id), '{}'::jsonb) as origin
  from public.companies c;

-- As before; an import that nobody has gone on with for a week is given up, and what is left of a finished one.
create or replace function public.prune_history() returns int
  language plpgsql security definer set search_path = '' as $$
declare
  v_count int;
begin
  delete from private.applied_mutations m using (
    select a.company_id, a.mutation_id, a.applied_at, row_number() over (partition by a.company_id, a.user_id order by a.applied_at desc, a.mutation_id) as place
    from private.applied_mutations a) old
  where old.company_id = m.company_id and old.mutation_id = m.mutation_id and old.place > 500 and old.applied_at < now() - interval '90 days';
  get diagnostics v_count = row_count;
  delete from private.history_marks m using private.company_clocks c
    where c.company_id = m.company_id and m.seq < c.seq and m.made_at < now() - interval '400 days';
  delete from private.recovery_attempts a where a.tried_at < now() - interval '1 day';
  delete from private.sent_mails m where m.sent_at < now() - interval '2 days';
  delete from private.imports i where i.touched_at < now() - interval '7 days';
  return v_count;
end $$;

-- As before; files of an import that never ended are of no company, and nobody waits for them.
create or replace function private.unnamed_objects() returns table (bucket_id text, name text, keep_for interval, stored_at timestamptz)
  language sql stable security definer set search_path = '' as $$
  select o.bucket_id, o.name, case
      when private.had_record(o.name) then interval '90 days'
      when exists (select from public.companies c where c.id::text = split_part(o.name, '/', 1)) then interval '365 days'
      else interval '8 days' end, o.updated_at
  from storage.objects o where o.bucket_id = 'uploads' and not exists (select from private.receipt_objects r where r.path = o.name)
  union all
  select o.bucket_id, o.name, interval '30 days', o.updated_at
  from storage.objects o where o.bucket_id = 'logos'
    and not exists (select from public.companies c where c.logo_path = o.name)
    and not exists (select from public.companies c where c.settings #>> '{company_details,branding,logo_path}' = o.name)
  union all
  select o.bucket_id, o.name, interval '30 days', o.updated_at
  from storage.objects o where o.bucket_id = 'avatars'
    and not exists (select from auth.users u where u.raw_user_meta_data ->> 'avatar_path' = o.name) $$;

revoke all on procedure private.stand_aside(regclass, name[]) from public;
revoke all on function
  private.is_importing(), private.canonical_text(jsonb), private.is_restored(text), private.table_sha256(uuid, regclass, text[], text[]), private.archive_entry(jsonb, text), private.own_import(uuid),
  private.import_progress(private.imports), private.is_imported_object(text, text), private.refuse_row(text, int, text, text),
  private.place_rows(uuid, text, regclass), private.refuse_wrong_books(uuid), private.imported_names(uuid, text) from public;
-- Triggers ask it with the caller's rights, policies of the storage ask the other.
grant execute on function private.is_importing() to authenticated, service_role;
grant execute on function private.is_imported_object(text, text) to authenticated;
revoke all on function public.begin_import(uuid, jsonb), public.import_rows(uuid, text, int, jsonb), public.import_state(uuid), public.cancel_import(uuid),
  public.finish_import(uuid), public.imported_people(uuid), public.import_file_to_check(uuid, text, text),
  public.note_import_file(uuid, text, text, text, int, timestamptz) from public, anon, authenticated;
grant execute on function public.begin_import(uuid, jsonb), public.import_rows(uuid, text, int, jsonb), public.import_state(uuid), public.cancel_import(uuid),
  public.finish_import(uuid), public.imported_people(uuid), public.import_file_to_check(uuid, text, text) to authenticated;
grant execute on function public.note_import_file(uuid, text, text, text, int, timestamptz) to service_role;
