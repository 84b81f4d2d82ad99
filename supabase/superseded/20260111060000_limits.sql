-- What the app limits is limited whoever sends it: the lines of a document, and what kind of value stands in settings, mail texts and history.

/**
 * No document takes more lines than the app shows and prints (`ITEMS_MAX`). Argument: the column that names the document, which is locked
 * by now. What the server copies (a cancellation, a generated invoice) is as long as its origin.
 */
create function private.limit_items() returns trigger
  language plpgsql set search_path = '' as $$
declare
  v_is_too_long boolean;
begin
  if current_user not in ('authenticated', 'service_role') then return null; end if;
  execute format(
    'select exists (select from (select distinct company_id, %2$I from changed) d join public.%1$I t using (company_id, %2$I) group by %2$I having count(*) > 500)',
    tg_table_name, tg_argv[0]) into v_is_too_long;
  if v_is_too_long then raise exception 'too_many_items' using errcode = 'P0001', detail = 'items'; end if;
  return null;
end $$;
create trigger limit_inserted after insert on public.invoice_items referencing new table as changed
  for each statement execute function private.limit_items('invoice_id');
create trigger limit_inserted after insert on public.recurring_invoice_items referencing new table as changed
  for each statement execute function private.limit_items('recurring_invoice_id');

/** Where complete settings hold another kind of value than their defaults, or null. What is null by default may be text, too. */
create function private.misshapen_setting(p_defaults jsonb, p_value jsonb) returns text[]
  language plpgsql immutable set search_path = '' as $$
declare
  v_key text;
  v_kind text;
  v_place text[];
begin
  for v_key, v_kind in select d.key, jsonb_typeof(d.value) from jsonb_each(p_defaults) d loop
    if v_kind = 'object' then
      v_place := private.misshapen_setting(p_defaults -> v_key, p_value -> v_key);
      if v_place is not null then return v_key || v_place; end if;
    elsif jsonb_typeof(p_value -> v_key) not in (v_kind, case when v_kind = 'null' then 'string' else v_kind end) then
      return array[v_key];
    end if;
  end loop;
  return null;
end $$;

create or replace function private.refuse_invalid_settings(p_settings jsonb) returns void
  language plpgsql stable set search_path = '' as $$
declare
  v_invoices jsonb := p_settings -> 'invoice_defaults';
  v_expenses jsonb := p_settings -> 'expense_defaults';
  v_recurring jsonb := p_settings -> 'recurring_defaults';
  v_colors jsonb := p_settings #> '{company_details,branding}';
  v_field text := array_to_string(private.misshapen_setting(private.default_company_settings(), p_settings), '.');
begin
  begin
    perform now() at time zone (p_settings #>> '{company_details,basics,timezone}');
  exception when invalid_parameter_value then
    v_field := 'company_details.basics.timezone';
  end;
  -- The server writes with these, and every device reads them, so they must make sense whoever sent them.
  v_field := coalesce(v_field, case
    when private.is_number_format(v_expenses ->> 'generated_number_format', '{year}') is not true then 'expense_defaults.generated_number_format'
    when v_expenses ->> 'default_currency' !~ '^[A-Z]{3}$' then 'expense_defaults.default_currency'
    when private.is_number_format(v_invoices ->> 'generated_number_format', '{prefix,year,month}') is not true then 'invoice_defaults.generated_number_format'
    when char_length(v_invoices ->> 'number_prefix') > 20 then 'invoice_defaults.number_prefix'
    when v_invoices ->> 'default_currency' !~ '^[A-Z]{3}$' then 'invoice_defaults.default_currency'
    when v_invoices #>> '{items,currency}' !~ '^[A-Z]{3}$' then 'invoice_defaults.items.currency'
    when v_invoices #>> '{items,currency_position}' not in ('prefix', 'suffix') then 'invoice_defaults.items.currency_position'
    when v_invoices ->> 'default_due_days' !~ '^\d{1,3}$' then 'invoice_defaults.default_due_days'
    when (v_invoices ->> 'default_due_days')::int > 365 then 'invoice_defaults.default_due_days'
    when v_recurring ->> 'lead_days' !~ '^\d{1,2}$' then 'recurring_defaults.lead_days'
    when (v_recurring ->> 'lead_days')::int > 60 then 'recurring_defaults.lead_days'
    when v_recurring ->> 'generate_as' not in ('draft', 'ready_to_issue') then 'recurring_defaults.generate_as'
    when v_colors ->> 'primary_color' !~ '^#[0-9a-fA-F]{6}$' then 'company_details.branding.primary_color'
    when v_colors ->> 'accent_color' !~ '^#[0-9a-fA-F]{6}$' then 'company_details.branding.accent_color' end);
  if v_field is not null then
    raise exception 'invalid_settings' using errcode = 'P0001', detail = 'settings.' || v_field;
  end if;
end $$;

-- What got in before and no device could read: it falls back to its default.
do $$
declare
  c record;
  v_defaults constant jsonb := private.default_company_settings();
  v_settings jsonb;
  v_place text[];
begin
  for c in select id, settings from public.companies where octet_length(settings::text) <= 65536 loop
    v_settings := private.with_defaults(v_defaults, c.settings);
    loop
      v_place := private.misshapen_setting(v_defaults, v_settings);
      exit when v_place is null;
      v_settings := jsonb_set(v_settings, v_place, v_defaults #> v_place);
    end loop;
    for v_place in select p from (values (array['company_details', 'branding', 'primary_color']), ('{company_details,branding,accent_color}')) colors (p)
      where v_settings #>> p !~ '^#[0-9a-fA-F]{6}$' loop
      v_settings := jsonb_set(v_settings, v_place, v_defaults #> v_place);
    end loop;
    v_place := '{invoice_defaults,items,currency_position}';
    if v_settings #>> v_place not in ('prefix', 'suffix') then v_settings := jsonb_set(v_settings, v_place, v_defaults #> v_place); end if;
    if v_settings <> c.settings then update public.companies set settings = v_settings, rev = 'srv-' || gen_random_uuid() where id = c.id; end if;
  end loop;
end $$;

/** Texts by language and kind, each with a subject and a body. */
create function private.are_mail_templates(p_templates jsonb) returns boolean
  language sql immutable set search_path = '' as $$
  select jsonb_typeof(p_templates) = 'object'
    and not jsonb_path_exists(p_templates, 'strict $.* ? (@.type() != "object")')
    and not jsonb_path_exists(p_templates, 'lax $.*.* ? (!(@.subject.type() == "string") || !(@.body.type() == "string"))') $$;
update public.company_mail_settings set templates = '{}' where not private.are_mail_templates(templates);

/** What was and what is, by field. */
create function private.are_changes(p_changes jsonb) returns boolean
  language sql immutable set search_path = '' as $$
  select jsonb_typeof(p_changes) = 'object' and not jsonb_path_exists(p_changes, 'strict $.* ? (@.type() != "array" || @.size() != 2)') $$;
update public.activity_log set changes = '{}' where not private.are_changes(changes);

-- What the updates logged is logged now: a table with pending triggers can't be altered.
set constraints all immediate;
alter table public.company_mail_settings drop constraint company_mail_settings_templates_check,
  add constraint company_mail_settings_templates_check check (private.are_mail_templates(templates)),
  add constraint company_mail_settings_templates_size check (octet_length(templates::text) <= 40000);
alter table public.activity_log drop constraint activity_log_changes_check,
  add constraint activity_log_changes_check check (private.are_changes(changes));

revoke all on function
  private.limit_items(), private.misshapen_setting(jsonb, jsonb), private.are_mail_templates(jsonb), private.are_changes(jsonb) from public;
grant execute on function private.misshapen_setting(jsonb, jsonb), private.are_mail_templates(jsonb), private.are_changes(jsonb) to authenticated, service_role;
