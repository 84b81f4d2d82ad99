-- What changed of a record, as its history tells it: light, and without what nobody may see in it.

/** What was and what is, by field. */
create function private.are_changes(p_changes jsonb) returns boolean
  language plpgsql immutable set search_path = '' as $$
begin
  return jsonb_typeof(p_changes) = 'object' and not jsonb_path_exists(p_changes, 'strict $.* ? (@.type() != "array" || @.size() != 2)');
end $$;

/** Changes that fit an entry of the history: long values are named without what they held; if that is still too much, none are named. */
create function private.shortened_changes(p_changes jsonb) returns jsonb
  language plpgsql immutable set search_path = '' as $$
declare
  v_short jsonb;
begin
  if octet_length(p_changes::text) <= 16384 then return p_changes; end if;
  v_short := (select jsonb_object_agg(c.key, case when octet_length(c.value::text) > 400 then '["…", "…"]' else c.value end) from jsonb_each(p_changes) c);
  return case when octet_length(v_short::text) <= 16384 then v_short else '{}' end;
end $$;

/** An object in which account numbers are recognised and not told; `p_is_number` says that the value itself is one. */
create function private.masked_bank_data(p_value jsonb, p_is_number boolean default false) returns jsonb
  language plpgsql immutable set search_path = '' as $$
declare
  v_text text := p_value #>> '{}';
begin
  return case jsonb_typeof(p_value)
    when 'object' then (select coalesce(jsonb_object_agg(e.key, private.masked_bank_data(e.value, e.key ~ '(^|\.)(iban|bic)$')), '{}') from jsonb_each(p_value) e)
    when 'array' then (select coalesce(jsonb_agg(private.masked_bank_data(e.value, p_is_number) order by e.place), '[]')
      from jsonb_array_elements(p_value) with ordinality as e (value, place))
    when 'string' then case
      when not p_is_number or v_text = '' then p_value
      when char_length(v_text) < 15 then '"…"'
      else to_jsonb(left(v_text, 2) || ' … ' || right(v_text, 4)) end
    else p_value end;
end $$;

/** A record without its longest values, which `_shortened` names. Every document with its 500 lines fits without. */
create function private.shortened_record(p_record jsonb) returns jsonb
  language plpgsql immutable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_object_agg(e.key, e.value) filter (where octet_length(e.value::text) <= 4096), '{}')
      || jsonb_build_object('_shortened', coalesce(jsonb_agg(e.key order by e.key) filter (where octet_length(e.value::text) > 4096), '[]'))
    from jsonb_each(p_record) e);
end $$;

/** The lines of a document in their order, as part of its record; nothing for what has none. */
create function private.lines_of(p_collection text, p_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  return case p_collection
    when 'invoices' then jsonb_build_object('items', (
      select coalesce(jsonb_agg(to_jsonb(i) - '{company_id,invoice_id}'::text[] order by i.position, i.id), '[]') from public.invoice_items i where i.invoice_id = p_id))
    when 'recurring_invoices' then jsonb_build_object('items', (
      select coalesce(jsonb_agg(to_jsonb(i) - '{company_id,recurring_invoice_id}'::text[] order by i.position, i.id), '[]')
      from public.recurring_invoice_items i where i.recurring_invoice_id = p_id))
    else '{}' end;
end $$;

/** Differing leaves of two objects as `path → [old, new]`. */
create function private.changed_fields(p_old jsonb, p_new jsonb, p_prefix text default '') returns jsonb
  language plpgsql immutable set search_path = '' as $$
declare
  v_result jsonb := '{}';
  v_key text;
  v_old jsonb;
  v_new jsonb;
begin
  for v_key in select k from jsonb_object_keys(p_old || p_new) k where p_old -> k is distinct from p_new -> k loop
    v_old := p_old -> v_key;
    v_new := p_new -> v_key;
    if jsonb_typeof(v_old) = 'object' and jsonb_typeof(v_new) = 'object' then
      v_result := v_result || private.changed_fields(v_old, v_new, p_prefix || v_key || '.');
    else
      v_result := v_result || jsonb_build_object(p_prefix || v_key, jsonb_build_array(v_old, v_new));
    end if;
  end loop;
  return v_result;
end $$;

/** Changes as everybody who reads the history may know them: account numbers are named but not shown. */
create function private.public_changes(p_changes jsonb) returns jsonb
  language plpgsql immutable set search_path = '' as $$
begin
  if p_changes::text !~ '(iban|bic)"' then return p_changes; end if;
  return (select jsonb_object_agg(e.key, case when e.key ~ '(^|\.)(iban|bic)$' then '["…", "…"]' else e.value end) from jsonb_each(p_changes) e);
end $$;

revoke all on function
  private.are_changes(jsonb), private.shortened_changes(jsonb), private.masked_bank_data(jsonb, boolean), private.shortened_record(jsonb),
  private.lines_of(text, uuid), private.changed_fields(jsonb, jsonb, text), private.public_changes(jsonb) from public;
-- Checks, policies and triggers that run with the caller's rights call these.
grant execute on function private.are_changes(jsonb), private.shortened_changes(jsonb) to authenticated, service_role;
