-- What companies that are brought in from an archive leave here (`src/decisions/0022-archive-import.md`), and the look at whether one is just arriving.

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

alter table private.imports enable row level security;

/** Rows that wait for the end of their import, by their line in the archive. */
create table private.import_rows (
  import_id uuid not null references private.imports (id) on delete cascade,
  table_name text not null check (char_length(table_name) <= 63),
  line int not null,
  row jsonb not null,
  primary key (import_id, table_name, line)
);
alter table private.import_rows enable row level security;

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
alter table private.import_files enable row level security;

/** The company that is being brought in, for as long as the transaction that does it: no other one ever sees a row, and none is ever committed. */
create table private.imports_at_work (company_id uuid primary key);
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
  -- By itself, no statement: every row that is written asks several times.
  if coalesce(current_setting('kontor.importing', true), '') = '' then return false; end if;
  return exists (select from private.imports_at_work);
end $$;

revoke all on function private.is_importing() from public;
-- Checks, policies and triggers that run with the caller's rights call these.
grant execute on function private.is_importing() to authenticated, service_role;
