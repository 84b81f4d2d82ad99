-- A person's sessions, and codes that let them in when the second factor is lost.

/** Where the caller is signed in, newest contact first. */
create function public.my_sessions()
  returns table (id uuid, created_at timestamptz, refreshed_at timestamptz, user_agent text, ip text, aal text, is_current boolean)
  language plpgsql stable security definer set search_path = '' set timezone = 'UTC' as $$
begin
  perform private.require_person();
  -- Hosted, `refreshed_at` has no time zone and means UTC.
  return query
  select s.id, s.created_at::timestamptz, coalesce(s.refreshed_at::timestamptz, s.created_at::timestamptz), coalesce(s.user_agent, '')::text,
    coalesce(host(s.ip), ''), s.aal::text, s.id::text is not distinct from auth.jwt() ->> 'session_id'
  from auth.sessions s
  where s.user_id = auth.uid() and (s.not_after is null or s.not_after > now())
  order by s.id::text is not distinct from auth.jwt() ->> 'session_id' desc, 3 desc;
end $$;

/** Signs one of the caller's sessions out. Nothing happens when it has ended already. */
create function public.end_session(p_session uuid) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.sessions s where s.id = p_session and s.user_id = private.require_person();
end $$;

create table private.recovery_codes (
  user_id uuid not null references auth.users (id) on delete cascade,
  code_hash text not null,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (user_id, code_hash)
);
alter table private.recovery_codes enable row level security;

create table private.recovery_attempts (
  user_id uuid not null references auth.users (id) on delete cascade,
  tried_at timestamptz not null default now()
);
create index recovery_attempts_user_id_idx on private.recovery_attempts (user_id, tried_at);
alter table private.recovery_attempts enable row level security;

/** 80 random bits and the person as salt: no slow hash is needed. Spaces, dashes and case are for the reader. */
create function private.recovery_hash(p_user uuid, p_code text) returns text
  language sql immutable set search_path = '' as $$
  select encode(sha256(convert_to(p_user || ':' || lower(regexp_replace(coalesce(p_code, ''), '[^0-9A-Za-z]', '', 'g')), 'UTF8')), 'hex') $$;

/** Ten new codes, shown this once; earlier ones stop working. Needs the second factor in this session. */
create function public.create_recovery_codes() returns text[]
  language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid := private.require_person();
  v_codes text[];
begin
  -- The factor that is there now must not go before its codes are.
  perform pg_advisory_xact_lock(hashtextextended('kontor.recovery:' || v_user, 0));
  if coalesce(auth.jwt() ->> 'aal', 'aal1') = 'aal1'
    or not exists (select from auth.mfa_factors f where f.user_id = v_user and f.status = 'verified') then
    raise exception 'second_factor_required' using errcode = '42501';
  end if;
  select array_agg(regexp_replace(encode(extensions.gen_random_bytes(10), 'hex'), '(.{5})(?=.)', '\1-', 'g')) into v_codes from generate_series(1, 10);
  delete from private.recovery_codes c where c.user_id = v_user;
  insert into private.recovery_codes (user_id, code_hash) select v_user, private.recovery_hash(v_user, code) from unnest(v_codes) code;
  return v_codes;
end $$;

/** Null when the caller's session has ended. */
create function public.recovery_codes_left() returns int
  language sql stable security definer set search_path = '' as $$
  select count(*)::int from private.recovery_codes c where c.user_id = auth.uid() and c.used_at is null having private.session_is_live() $$;

/** A recovery code takes the place of the second factor, once, for a session that has not ended. */
create function public.use_recovery_code(p_code text) returns boolean
  language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid := auth.uid();
begin
  if v_user is null or not private.session_is_live() then raise exception 'not_signed_in' using errcode = '42501'; end if;
  -- One at a time per person, so that a burst cannot try more than the limit.
  perform pg_advisory_xact_lock(hashtextextended('kontor.recovery:' || v_user, 0));
  delete from private.recovery_attempts a where a.user_id = v_user and a.tried_at < now() - interval '1 hour';
  if (select count(*) from private.recovery_attempts a where a.user_id = v_user) >= 5 then
    raise exception 'too_many_attempts' using errcode = 'P0001';
  end if;
  update private.recovery_codes c set used_at = now()
    where c.user_id = v_user and c.code_hash = private.recovery_hash(v_user, p_code) and c.used_at is null;
  if not found then
    insert into private.recovery_attempts (user_id) values (v_user);
    return false;
  end if;
  -- The other codes go with them.
  delete from auth.mfa_factors f where f.user_id = v_user;
  update auth.sessions s set aal = 'aal1', factor_id = null where s.user_id = v_user;
  return true;
end $$;

/** Recovery codes belong to the second factor: they stay while one is left, go with the last, and never let anybody past a later one. */
create function private.forget_recovery_codes() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  -- One at a time per person: of two factors that go at once, the later sees that none is left.
  perform pg_advisory_xact_lock(hashtextextended('kontor.recovery:' || old.user_id, 0));
  delete from private.recovery_codes c where c.user_id = old.user_id
    and not exists (select from auth.mfa_factors f where f.user_id = old.user_id and f.status = 'verified');
  return null;
end $$;
create trigger kontor_forget_recovery_codes after delete or update of status on auth.mfa_factors
  for each row when (old.status = 'verified') execute function private.forget_recovery_codes();

revoke all on function private.recovery_hash(uuid, text), private.forget_recovery_codes() from public;
revoke all on function
  public.my_sessions(), public.end_session(uuid), public.create_recovery_codes(), public.recovery_codes_left(), public.use_recovery_code(text)
  from public, anon, authenticated;
grant execute on function
  public.my_sessions(), public.end_session(uuid), public.create_recovery_codes(), public.recovery_codes_left(), public.use_recovery_code(text) to authenticated;
