-- A session that was ended is refused at once, and not when its access token expires. `src/decisions/0007-ended-sessions.md` has what it costs.

/**
 * Whether the caller's session is still there; true for a token that names none. A request to the API is refused as a whole, with 401:
 * an empty answer would look like an account without companies. Elsewhere the answer is only false: the live channel asks for many people
 * in one statement, and storage has refusals of its own.
 */
create function private.session_is_live() returns boolean
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_claims jsonb := auth.jwt();
begin
  if v_claims ->> 'session_id' is null or exists (
    select from auth.sessions s
    where s.id = (v_claims ->> 'session_id')::uuid and s.user_id = (v_claims ->> 'sub')::uuid and (s.not_after is null or s.not_after > now())) then
    return true;
  end if;
  if coalesce(current_setting('request.method', true), '') <> '' and coalesce(current_setting('storage.operation', true), '') = '' then
    raise exception 'session_ended' using errcode = 'PT401';
  end if;
  return false;
end $$;

/** True unless the session has ended, or the caller has a verified second factor and has not used it in this session. Every policy asks this. */
create or replace function private.second_factor_satisfied() returns boolean
  language plpgsql stable security definer set search_path = '' as $$
begin
  return private.session_is_live() and (coalesce(auth.jwt() ->> 'aal', 'aal1') in ('aal2', 'aal3')
    or not exists (select from auth.mfa_factors f where f.user_id = (select auth.uid()) and f.status = 'verified'));
end $$;

/** One change in its savepoint. What is not about the change is no answer to it: that fails the call, and the device repeats all of it. */
create or replace function private.push_change(p_company uuid, p_change jsonb) returns jsonb
  language plpgsql volatile set search_path = '' as $$
declare
  v_result jsonb := jsonb_build_object(
    'collection', p_change -> 'collection', 'id', p_change -> 'id', 'mutation_id', p_change -> 'mutation_id');
  v_registry private.synced_collections;
  v_row jsonb;
  v_state text; v_message text; v_detail text; v_column text; v_constraint text;
begin
  begin
    select * into v_registry from private.synced_collections s where s.collection = p_change ->> 'collection';
    if not found then raise exception 'unknown_collection' using errcode = 'P0001', detail = 'collection'; end if;
    if char_length(p_change ->> 'mutation_id') not between 1 and 80 or p_change ->> 'mutation_id' is null then
      raise exception 'invalid_change' using errcode = 'P0001', detail = 'mutation_id';
    end if;
    if p_change ->> 'id' is null then raise exception 'invalid_change' using errcode = 'P0001', detail = 'id'; end if;
    if coalesce(p_change ->> 'op', '') not in ('upsert', 'delete') then
      raise exception 'invalid_change' using errcode = 'P0001', detail = 'op';
    end if;
    return v_result || '{"code": null, "message": null, "details": null}' || private.apply_change(v_registry, p_company, p_change);
  exception when others then
    get stacked diagnostics v_state = returned_sqlstate, v_message = message_text, v_detail = pg_exception_detail,
      v_column = column_name, v_constraint = constraint_name;
    if v_state in ('40001', '40P01', '55P03', '57014') or v_state like '53%' or v_state like '57P%' or v_state like '58%' or v_state like 'XX%'
      or v_state like 'PT%' then raise; end if;
  end;
  if v_registry.source is not null and v_state not in ('22P02') then
    v_row := private.read_document(v_registry.source, p_company, (p_change ->> 'id')::uuid);
  end if;
  return v_result || jsonb_build_object('status', 'rejected', 'row', v_row, 'code', v_state,
    'message', private.refusal_message(v_state, v_message, p_change ->> 'op' = 'delete'),
    'details', coalesce(nullif(v_column, ''), nullif(v_constraint, ''), nullif(v_detail, '')));
end $$;

revoke all on function private.session_is_live() from public;
