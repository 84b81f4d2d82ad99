-- What the description of the procedure (Verfahrensdokumentation) says and only the server knows, and that one was made.
-- `src/domain/procedure` writes it.

/** Entries of the history that tell of another procedure: settings, people and their rights, months, mail. */
create function private.is_of_procedure(l public.activity_log) returns boolean
  language sql stable set search_path = '' as $$
  select l.origin = 'trigger' and l.entity_type in ('companies', 'members', 'invites', 'periods', 'mail_settings', 'bank_accounts')
    and l.type not in ('exported', 'procedure_described') $$;

/**
 * `{version, since, changes, change_count, schema, ledger, second_factors, exported_at}`. The version is that of the last description, or the next one if
 * anything of the procedure changed since (`changes`, the newest 100, the newest first) or the software did. `second_factors`: who has one.
 */
create function private.procedure_facts(p_company uuid, p_app text) returns jsonb
  language plpgsql stable set search_path = '' set timezone = 'UTC' as $$
declare
  v_last public.activity_log;
  v_schema text;
  v_changes jsonb;
  v_count int;
  v_is_other boolean;
begin
  if to_regclass('supabase_migrations.schema_migrations') is not null then
    execute 'select max(version) from supabase_migrations.schema_migrations' into v_schema;
  end if;
  select * into v_last from public.activity_log l where l.company_id = p_company and l.type = 'procedure_described' and l.origin = 'trigger'
    order by (l.changes #>> '{version,1}')::int desc limit 1;
  if v_last.id is not null then
    select count(*) into v_count from public.activity_log l
      where l.company_id = p_company and l.created_at > v_last.created_at and private.is_of_procedure(l);
    select jsonb_agg(jsonb_build_object('at', private.instant_text(l.created_at), 'type', l.type, 'entity_type', l.entity_type, 'label', l.entity_label,
        'actor_id', l.actor_id) order by l.created_at desc, l.id) into v_changes
      from (
        select * from public.activity_log l
        where l.company_id = p_company and l.created_at > v_last.created_at and private.is_of_procedure(l)
        order by l.created_at desc, l.id limit 100) l;
  end if;
  v_is_other := coalesce(v_count > 0, true) or v_last.changes #>> '{app,1}' is distinct from p_app or v_last.changes #>> '{schema,1}' is distinct from v_schema;
  return jsonb_build_object(
    'version', coalesce((v_last.changes #>> '{version,1}')::int, 0) + v_is_other::int, 'is_new', v_is_other,
    'since', private.instant_text(v_last.created_at), 'changes', coalesce(v_changes, '[]'), 'change_count', coalesce(v_count, 0), 'schema', v_schema,
    'ledger', (
      select jsonb_build_object('seq', l.seq, 'sha256', l.sha256, 'at', private.instant_text(l.at))
      from public.ledger_entries l where l.company_id = p_company order by l.seq desc limit 1),
    'second_factors', (
      select coalesce(jsonb_agg(distinct cu.user_id), '[]') from public.company_users cu join auth.mfa_factors f on f.user_id = cu.user_id
      where cu.company_id = p_company and f.status = 'verified'),
    'exported_at', (select private.instant_text(e.exported_at) from private.last_exports e where e.company_id = p_company));
end $$;

/** For who takes the company along. */
create function public.procedure_facts(p_company uuid, p_app text) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_exporter(p_company);
  return private.procedure_facts(p_company, p_app);
end $$;

/** Enters in the history that the procedure was described as it is now; returns the version. One that is described already is not entered again. */
create function public.note_procedure(p_company uuid, p_app text) returns int
  language plpgsql volatile security definer set search_path = '' as $$
declare
  v_facts jsonb;
begin
  perform private.require_exporter(p_company);
  if (char_length(p_app) between 1 and 40) is not true then raise exception 'invalid_input' using errcode = 'P0001', detail = 'p_app'; end if;
  perform from public.companies c where c.id = p_company for no key update;
  v_facts := private.procedure_facts(p_company, p_app);
  if (v_facts ->> 'is_new')::boolean then
    insert into public.activity_log (company_id, type, entity_type, entity_id, entity_label, changes, created_at)
      select c.id, 'procedure_described', 'companies', c.id, c.name, jsonb_build_object('version', jsonb_build_array(null, v_facts -> 'version'),
        'app', jsonb_build_array(null, p_app), 'schema', jsonb_build_array(null, v_facts -> 'schema')), clock_timestamp()
      from public.companies c where c.id = p_company;
  end if;
  return v_facts ->> 'version';
end $$;

revoke all on function private.is_of_procedure(public.activity_log), private.procedure_facts(uuid, text) from public;
revoke all on function public.procedure_facts(uuid, text), public.note_procedure(uuid, text) from public, anon, authenticated;
grant execute on function public.procedure_facts(uuid, text), public.note_procedure(uuid, text) to authenticated;
