-- That a company was taken along stands in its history; and what the last complete archive held is known, for who deletes the company.

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

revoke all on function private.note_export(uuid, text, text, bigint, boolean), private.is_exported(uuid) from public;
revoke all on function public.note_export(uuid, text, text, bigint, boolean) from public, anon, authenticated;
grant execute on function public.note_export(uuid, text, text, bigint, boolean) to authenticated;
