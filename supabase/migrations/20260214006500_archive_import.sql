-- Bringing a company in from its archive (`src/domain/archive/SPEC.md`, `src/decisions/0022-archive-import.md`). What was booked elsewhere stays what it was:
-- rows come as they are, past the triggers that would derive, number, log and enter them anew, and only if the archive's checksums come out again.

/** Whether a table is filled from an archive. Those of people are read for their names: an archive gives nobody a right. */
create function private.is_restored(p_table text) returns boolean
  language sql immutable set search_path = '' as $$
  select p_table not in ('company_users', 'company_user_permissions', 'company_origins') $$;

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
call private.stand_aside('public.invoices', '{issue_invoice,add_correction,value_in_books,zzz_enter_new}');
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

revoke all on procedure private.stand_aside(regclass, name[]) from public;

revoke all on function
  private.is_restored(text), private.canonical_text(jsonb), private.table_sha256(uuid, regclass, text[], text[]), private.archive_entry(jsonb, text),
  private.own_import(uuid), private.import_progress(private.imports) from public;
revoke all on function
  public.begin_import(uuid, jsonb), public.import_rows(uuid, text, int, jsonb), public.import_state(uuid), public.cancel_import(uuid)
  from public, anon, authenticated;
grant execute on function
  public.begin_import(uuid, jsonb), public.import_rows(uuid, text, int, jsonb), public.import_state(uuid), public.cancel_import(uuid) to authenticated;
