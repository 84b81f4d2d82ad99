-- How a company sends mail. The SMTP password is encrypted by the functions, with a key the database does not have, and lies where no client reads.

/** Texts by language and kind, each with a subject and a body. */
create function private.are_mail_templates(p_templates jsonb) returns boolean
  language sql immutable set search_path = '' as $$
  select jsonb_typeof(p_templates) = 'object'
    and not jsonb_path_exists(p_templates, 'strict $.* ? (@.type() != "object")')
    and not jsonb_path_exists(p_templates, 'lax $.*.* ? (!(@.subject.type() == "string") || !(@.body.type() == "string"))') $$;

create table public.company_mail_settings (
  company_id uuid primary key references public.companies (id) on delete cascade,
  sender_name text not null default '' check (char_length(sender_name) <= 200),
  sender_email text not null default '' check (char_length(sender_email) <= 320),
  reply_to text not null default '' check (char_length(reply_to) <= 320),
  /** `{ en?: { invoice: { subject, body } }, de?: … }`; what is missing is the product's own text. */
  templates jsonb not null default '{}' check (private.are_mail_templates(templates))
    constraint company_mail_settings_templates_size check (octet_length(templates::text) <= 40000),
  smtp_host text not null default '' check (char_length(smtp_host) <= 253),
  smtp_port int not null default 465 check (smtp_port between 1 and 65535),
  smtp_user text not null default '' check (char_length(smtp_user) <= 320),
  /** True: TLS from the first byte (port 465). False: STARTTLS, which is insisted on. */
  smtp_secure boolean not null default true,
  has_password boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Names and addresses become headers of a mail.
  check (concat(sender_name, sender_email, reply_to, smtp_host, smtp_user) !~ '[[:cntrl:]]')
);
revoke all on public.company_mail_settings from public, anon, authenticated;
grant select on public.company_mail_settings to authenticated;
grant all on public.company_mail_settings to service_role;
alter table public.company_mail_settings enable row level security;
create policy second_factor on public.company_mail_settings as restrictive to authenticated using ((select private.second_factor_satisfied()));
create policy member_select on public.company_mail_settings for select to authenticated
  using (company_id = any (array(select private.companies_with('settings.mail'))));

create table private.company_mail_secrets (
  company_id uuid primary key references public.company_mail_settings (company_id) on delete cascade,
  smtp_password text not null check (char_length(smtp_password) <= 4000)
);
alter table private.company_mail_secrets enable row level security;

create function private.require_key(p_company uuid, p_key text) returns void
  language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_person();
  if not private.has_key(p_company, p_key) then raise exception 'not_allowed' using errcode = '42501', detail = p_key; end if;
end $$;

/** Texts of kinds that an older app does not know stay when it saves the others. */
create function private.with_newer_templates(p_old jsonb, p_new jsonb) returns jsonb
  language sql immutable set search_path = '' as $$
  select p_new || coalesce((
    select jsonb_object_agg(l.language, l.texts)
    from (select o.key as language, (o.value - '{invoice,cancellation}'::text[]) || coalesce(p_new -> o.key, '{}') as texts from jsonb_each(p_old) o) l
    where l.texts <> '{}'), '{}') $$;

/**
 * Saves all fields. `p_password` is the encrypted new password; null keeps the one that is there, unless the server or the user changes:
 * a password is never sent to another server than the one it was given for.
 */
create function public.save_mail_settings(p_company uuid, p_settings jsonb, p_password text default null) returns jsonb
  language plpgsql security definer set search_path = '' set timezone = 'UTC' as $$
declare
  v_old public.company_mail_settings;
  v_new public.company_mail_settings;
  v_is_same boolean;
begin
  perform private.require_key(p_company, 'settings.mail');
  perform from public.companies c where c.id = p_company for no key update;
  select * into v_old from public.company_mail_settings s where s.company_id = p_company;
  v_new := jsonb_populate_record(null::public.company_mail_settings, coalesce(p_settings, '{}'));
  v_is_same := found and (v_new.smtp_host, v_new.smtp_port, v_new.smtp_user, v_new.smtp_secure)
    is not distinct from (v_old.smtp_host, v_old.smtp_port, v_old.smtp_user, v_old.smtp_secure);
  insert into public.company_mail_settings as s (company_id, sender_name, sender_email, reply_to, templates, smtp_host, smtp_port, smtp_user, smtp_secure, has_password)
    values (p_company, coalesce(v_new.sender_name, ''), coalesce(v_new.sender_email, ''), coalesce(v_new.reply_to, ''),
      private.with_newer_templates(coalesce(v_old.templates, '{}'), coalesce(v_new.templates, '{}')),
      coalesce(v_new.smtp_host, ''), coalesce(v_new.smtp_port, 465), coalesce(v_new.smtp_user, ''), coalesce(v_new.smtp_secure, true),
      p_password is not null or (v_is_same and v_old.has_password))
    on conflict (company_id) do update set sender_name = excluded.sender_name, sender_email = excluded.sender_email, reply_to = excluded.reply_to,
      templates = excluded.templates, smtp_host = excluded.smtp_host, smtp_port = excluded.smtp_port, smtp_user = excluded.smtp_user,
      smtp_secure = excluded.smtp_secure, has_password = excluded.has_password, updated_at = now()
    returning * into v_new;
  if not v_new.has_password or p_password is not null then delete from private.company_mail_secrets m where m.company_id = p_company; end if;
  if p_password is not null then insert into private.company_mail_secrets (company_id, smtp_password) values (p_company, p_password); end if;
  insert into public.activity_log (company_id, actor_id, type, entity_type, entity_id, changes)
    values (p_company, auth.uid(), 'updated', 'mail_settings', p_company,
      private.changed_fields(coalesce(to_jsonb(v_old), '{}') - '{company_id,templates,created_at,updated_at}'::text[],
        to_jsonb(v_new) - '{company_id,templates,created_at,updated_at}'::text[])
        || case when p_password is null then '{}' else '{"smtp_password": ["…", "…"]}'::jsonb end);
  return to_jsonb(v_new);
end $$;

/** For the functions only: what sending for a company needs, with the encrypted password. */
create function public.mail_transport(p_company uuid) returns jsonb
  language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('company_id', c.id, 'company_name', c.name, 'primary_color', c.settings #>> '{company_details,branding,primary_color}',
    'settings', (select to_jsonb(s) from public.company_mail_settings s where s.company_id = c.id),
    'smtp_password', (select m.smtp_password from private.company_mail_secrets m where m.company_id = c.id))
  from public.companies c where c.id = p_company $$;

/** Whether the caller may send a test mail now; counts it. */
create function public.request_test_mail(p_company uuid, p_to text) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_key(p_company, 'settings.mail');
  perform private.take_mail_allowance(p_company, 'test', array[lower(p_to)]);
end $$;

/**
 * The company's mail texts by language, as `company_mail_settings.templates`; empty when it has none of its own. Whoever sends invoices
 * uses them, without seeing how its mail is set up.
 */
create function public.mail_templates(p_company uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_key(p_company, 'invoices.send');
  return coalesce((select s.templates from public.company_mail_settings s where s.company_id = p_company), '{}');
end $$;

revoke all on function private.are_mail_templates(jsonb), private.require_key(uuid, text), private.with_newer_templates(jsonb, jsonb) from public;
revoke all on function
  public.save_mail_settings(uuid, jsonb, text), public.mail_transport(uuid), public.request_test_mail(uuid, text), public.mail_templates(uuid)
  from public, anon, authenticated;
-- Checks, policies and triggers that run with the caller's rights call these.
grant execute on function private.are_mail_templates(jsonb) to authenticated, service_role;
grant execute on function
  public.save_mail_settings(uuid, jsonb, text), public.request_test_mail(uuid, text), public.mail_templates(uuid) to authenticated;
grant execute on function public.mail_transport(uuid) to service_role;
