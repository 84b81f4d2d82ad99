-- How a document looks is frozen with its seller when it is issued: a copy made years later is the one that went out. A cancellation takes over
-- what it cancels. What was issued before keeps, from today on, the look its company has today.
create function private.letterhead(p_company uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'template', d -> 'default_template_id', 'delivery_note_template', d -> 'default_delivery_note_template_id',
      'primary_color', b -> 'primary_color', 'accent_color', b -> 'accent_color', 'font', b -> 'font',
      -- A logo that is not there can't be frozen: nobody could ever mend it.
      'logo_path', case when exists (select from storage.objects o where o.bucket_id = 'logos' and o.name = c.logo_path) then c.logo_path end,
      'footer_text', d #> '{footer,text}', 'show_page_numbers', d #> '{footer,show_page_numbers}',
      'currency_position', d #> '{items,currency_position}', 'show_description', d #> '{items,show_description}',
      'show_tax', d #> '{items,show_tax}')
    from public.companies c cross join lateral (select c.settings -> 'invoice_defaults' as d, c.settings #> '{company_details,branding}' as b) look
    where c.id = p_company);
end $$;
revoke all on function private.letterhead(uuid) from public;

create or replace function private.seller_snapshot(p_company uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_build_object('name', c.name,
      'street', d #> '{address,street}', 'house_number', d #> '{address,house_number}', 'postal_code', d #> '{address,postal_code}',
      'city', d #> '{address,city}', 'country', d #> '{address,country}',
      'phone', d #> '{contact,phone}', 'email', d #> '{contact,email}', 'website', d #> '{contact,website}',
      'tax_number', c.settings #> '{tax,tax_number}', 'vat_id', c.settings #> '{tax,vat_id}',
      'iban', d #> '{bank,iban}', 'bic', d #> '{bank,bic}', 'bank_name', d #> '{bank,name}',
      'payment_instructions', d #> '{bank,instructions}',
      'contact_name', coalesce(c.settings #>> '{e_invoice,contact_name}', ''),
      'contact_phone', coalesce(c.settings #>> '{e_invoice,contact_phone}', ''),
      'contact_email', coalesce(c.settings #>> '{e_invoice,contact_email}', ''),
      'letterhead', private.letterhead(c.id))
    from public.companies c cross join lateral (select c.settings -> 'company_details' as d) details where c.id = p_company);
end $$;

-- Of what was issued without one.
alter table public.companies add column former_letterhead jsonb
  check (jsonb_typeof(former_letterhead) = 'object' and octet_length(former_letterhead::text) <= 10000);
-- A company that was closed and exported is purged only while its books are as they were: this is no change of them.
create temporary table still_exported as
  select d.company_id from private.company_deletions d where d.books = private.archive_state(d.company_id) ->> 'books';
-- Nobody changed these companies: their history, and what devices take for a change, stay as they are.
alter table public.companies disable trigger user;
update public.companies c set former_letterhead = private.letterhead(c.id)
  where exists (select from public.invoices i where i.company_id = c.id and i.number is not null);
alter table public.companies enable trigger user;
update private.company_deletions d set books = private.archive_state(d.company_id) ->> 'books'
  where d.company_id in (select e.company_id from still_exported e);
drop table still_exported;

create or replace view private.company_documents with (security_invoker = true) as
  select c.id, c.company_id, c.name, c.logo_path, c.settings,
    coalesce((select jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name, 'iban', a.iban, 'bic', a.bic, 'is_default', a.is_default) order by a.id)
      from public.bank_accounts a where a.company_id = c.id), '[]') as bank_accounts,
    c.created_at, c.updated_at, c.rev,
    coalesce((select jsonb_build_object('imported_at', o.imported_at, 'names', o.names) from public.company_origins o where o.company_id = c.id), '{}') as origin,
    c.former_letterhead
  from public.companies c;

-- A logo that issued documents carry is neither removed nor replaced, by nobody.
create function private.is_printed_logo(p_name text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.companies c
    where c.id = case when split_part(p_name, '/', 1) ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then split_part(p_name, '/', 1)::uuid end
      and (c.former_letterhead ->> 'logo_path' = p_name
      or exists (select from public.invoices i where i.company_id = c.id and i.seller #>> '{letterhead,logo_path}' = p_name))) $$;
revoke all on function private.is_printed_logo(text) from public;
grant execute on function private.is_printed_logo(text) to authenticated;

alter policy logos_delete on storage.objects using (bucket_id = 'logos'
  and (storage.foldername(name))[1] = any (array(select private.folders_with('company.update'))) and not private.is_printed_logo(name));
alter policy logos_update on storage.objects using (bucket_id = 'logos'
  and (storage.foldername(name))[1] = any (array(select private.folders_with('company.update'))) and not private.is_printed_logo(name));

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
    and not private.is_printed_logo(o.name)
  union all
  select o.bucket_id, o.name, interval '30 days', o.updated_at
  from storage.objects o where o.bucket_id = 'avatars'
    and not exists (select from auth.users u where u.raw_user_meta_data ->> 'avatar_path' = o.name) $$;

create or replace function public.finish_import(p_id uuid) returns jsonb
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
