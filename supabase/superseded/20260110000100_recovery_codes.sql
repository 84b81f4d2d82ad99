-- Recovery codes belong to the second factor: they stay while one is left, go with the last, and never let anybody past a later one.

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

delete from private.recovery_codes c where not exists (select from auth.mfa_factors f where f.user_id = c.user_id and f.status = 'verified');

/** Ten new codes, shown this once; earlier ones stop working. Needs the second factor in this session. */
create or replace function public.create_recovery_codes() returns text[]
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
create or replace function public.recovery_codes_left() returns int
  language sql stable security definer set search_path = '' as $$
  select count(*)::int from private.recovery_codes c where c.user_id = auth.uid() and c.used_at is null having private.session_is_live() $$;

/** As before, for a session that has not ended. */
create or replace function public.use_recovery_code(p_code text) returns boolean
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

revoke all on function private.forget_recovery_codes() from public;
