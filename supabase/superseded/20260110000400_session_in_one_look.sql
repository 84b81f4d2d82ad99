-- The session and the second factor in one function: a second one around it costs more than both questions. `session_is_live` stays for who asks that alone.

/** True unless the session has ended, or the caller has a verified second factor and has not used it in this session. Every policy asks this once per statement. */
create or replace function private.second_factor_satisfied() returns boolean
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_claims jsonb := auth.jwt();
  v_user uuid := v_claims ->> 'sub';
  v_session uuid := v_claims ->> 'session_id';
begin
  if v_session is not null and not exists (
    select from auth.sessions s where s.id = v_session and s.user_id = v_user and (s.not_after is null or s.not_after > now())) then
    -- Refuses the request as a whole where that is right.
    return private.session_is_live();
  end if;
  return coalesce(v_claims ->> 'aal', 'aal1') in ('aal2', 'aal3')
    or not exists (select from auth.mfa_factors f where f.user_id = v_user and f.status = 'verified');
end $$;
