-- Invitations by mail. The token exists in the mail only; here lies its hash. Whoever accepts must own the invited address.

create table public.invites (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references public.companies (id) on delete cascade,
  email text not null check (char_length(email) <= 320 and email = lower(btrim(email)) and email ~ '^[^@[:space:]]+@[^@[:space:]]+$'),
  is_admin boolean not null default false,
  keys text[] not null default '{}',
  language text not null default 'en' check (language in ('en', 'de')),
  status text not null default 'pending' check (status in ('pending', 'accepted', 'declined', 'revoked')),
  invited_by uuid references auth.users (id) on delete set null,
  answered_by uuid references auth.users (id) on delete set null,
  expires_at timestamptz not null default now() + interval '7 days',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index invites_company_id_email_idx on public.invites (company_id, email) where status = 'pending';
create index invites_email_idx on public.invites (email) where status = 'pending';
create index invites_company_id_created_at_idx on public.invites (company_id, created_at desc);

revoke all on public.invites from public, anon, authenticated;
grant select on public.invites to authenticated;
grant all on public.invites to service_role;
alter table public.invites enable row level security;
create policy second_factor on public.invites as restrictive to authenticated using ((select private.second_factor_satisfied()));
create policy member_select on public.invites for select to authenticated
  using (company_id = any (array(select private.companies_with('users.view'))));

/** SHA-256 of the token in the newest mail of an invitation: 256 random bits need no slow hash and, compared as a hash, no even time. */
create table private.invite_tokens (
  invite_id uuid primary key references public.invites (id) on delete cascade,
  token_hash text not null unique check (token_hash ~ '^[0-9a-f]{64}$')
);
alter table private.invite_tokens enable row level security;

/** Mails that people let the product send, for the limits only. */
create table private.sent_mails (
  id bigint generated always as identity primary key,
  company_id uuid not null references public.companies (id) on delete cascade,
  user_id uuid not null,
  purpose text not null check (purpose in ('invite', 'test', 'invoice')),
  recipient text not null,
  sent_at timestamptz not null default now()
);
-- As long as an address can be. Not valid: what is there is not asked.
alter table private.sent_mails add constraint sent_mails_recipient_check check (char_length(recipient) <= 320) not valid;
create index sent_mails_recipient_idx on private.sent_mails (recipient, purpose, sent_at);
create index sent_mails_company_id_idx on private.sent_mails (company_id, purpose, sent_at);
alter table private.sent_mails enable row level security;

/** Counts a mail; refuses when an address gets, or a company sends, too many of the kind within a day. */
create function private.take_mail_allowance(p_company uuid, p_purpose text, p_recipients text[]) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_per_company int := case p_purpose when 'invite' then 50 when 'test' then 40 else 500 end;
  v_per_recipient int := case p_purpose when 'invite' then 5 when 'test' then 40 else 50 end;
begin
  -- In one order for everybody: the company, then the addresses.
  perform pg_advisory_xact_lock(hashtextextended('kontor.mails:' || p_purpose || ':' || k.name, 0))
    from (select p_company::text as name, 0 as place union select r, 1 from unnest(p_recipients) r order by place, name) k;
  delete from private.sent_mails m where m.company_id = p_company and m.sent_at < now() - interval '2 days';
  if (select count(*) from private.sent_mails m
      where m.company_id = p_company and m.purpose = p_purpose and m.sent_at > now() - interval '1 day') + cardinality(p_recipients) > v_per_company
    or exists (select from unnest(p_recipients) r where v_per_recipient <= (select count(*) from private.sent_mails m
      where m.recipient = r and m.purpose = p_purpose and m.sent_at > now() - interval '1 day')) then
    raise exception 'too_many_mails' using errcode = 'P0001', detail = p_purpose;
  end if;
  insert into private.sent_mails (company_id, user_id, purpose, recipient) select p_company, auth.uid(), p_purpose, unnest(p_recipients);
end $$;

/** The name of an address without its domain, as the history may show it. */
create function private.note_invite(p_type text, p_invite public.invites) returns void
  language sql security definer set search_path = '' as $$
  insert into public.activity_log (company_id, actor_id, type, entity_type, entity_id, entity_label)
    values (p_invite.company_id, auth.uid(), p_type, 'invites', p_invite.id, left(split_part(p_invite.email, '@', 1), 300)) $$;

/** Whether whoever invited is still a member who may invite and holds what the invitation gives. */
create function private.is_backed(p_invite public.invites) returns boolean
  language sql stable security definer set search_path = '' as $$
  select p_invite.invited_by is not null and 'users.invite' = any (private.keys_of(p_invite.company_id, p_invite.invited_by))
    and private.grant_refusal(p_invite.company_id, p_invite.invited_by, p_invite.is_admin, p_invite.keys) is null $$;

/** A right that was taken away cannot come back through an invitation sent before. */
create function private.revoke_unbacked_invites(p_company uuid, p_user uuid) returns void
  language sql security definer set search_path = '' as $$
  update public.invites i set status = 'revoked', updated_at = now()
    where i.company_id = p_company and i.invited_by = p_user and i.status = 'pending' and not private.is_backed(i) $$;

/** Notes an invitation, or changes the open one to the same address. It can be accepted once `arm_invite` has given it a token. */
create function public.request_invite(p_company uuid, p_email text, p_is_admin boolean, p_keys text[], p_language text) returns jsonb
  language plpgsql security definer set search_path = '' set timezone = 'UTC' as $$
declare
  v_me public.company_users := private.lock_people(p_company, 'users.invite');
  v_email text := lower(btrim(coalesce(p_email, '')));
  v_keys text[] := array(select distinct k from unnest(p_keys) k where k is not null order by k);
  v_open public.invites;
  v_invite public.invites;
  v_lacking text;
begin
  if v_email !~ '^[^@[:space:]]+@[^@[:space:]]+$' or char_length(v_email) > 320 then
    raise exception 'invalid_input' using errcode = 'P0001', detail = 'email';
  end if;
  if exists (select from unnest(v_keys) k where not exists (select from public.permissions p where p.key = k)) then
    raise exception 'invalid_input' using errcode = 'P0001', detail = 'keys';
  end if;
  if exists (select from public.company_users cu join auth.users u on u.id = cu.user_id where cu.company_id = p_company and lower(u.email) = v_email) then
    raise exception 'already_member' using errcode = 'P0001', detail = 'email';
  end if;
  select * into v_open from public.invites i where i.company_id = p_company and i.email = v_email and i.status = 'pending';
  -- What was offered by somebody with more rights is not taken back by somebody with fewer.
  v_lacking := coalesce(private.grant_refusal(p_company, v_me.user_id, coalesce(p_is_admin, false), v_keys),
    private.grant_refusal(p_company, v_me.user_id, coalesce(v_open.is_admin, false), coalesce(v_open.keys, '{}')));
  if v_lacking is not null then raise exception 'key_not_held' using errcode = 'P0001', detail = v_lacking; end if;
  perform private.take_mail_allowance(p_company, 'invite', array[v_email]);
  insert into public.invites (company_id, email, is_admin, keys, language, invited_by)
    values (p_company, v_email, coalesce(p_is_admin, false), v_keys, case when p_language = 'de' then 'de' else 'en' end, v_me.user_id)
    on conflict (company_id, email) where status = 'pending' do update set is_admin = excluded.is_admin, keys = excluded.keys,
      language = excluded.language, invited_by = excluded.invited_by, expires_at = excluded.expires_at, updated_at = now()
    returning * into v_invite;
  perform private.note_invite('invited', v_invite);
  return to_jsonb(v_invite);
end $$;

/** A pending invitation, locked, of a company in which the caller may invite. */
create function private.lock_invite(p_invite uuid) returns public.invites
  language plpgsql security definer set search_path = '' as $$
declare
  v_invite public.invites;
begin
  perform private.lock_people(coalesce((select i.company_id from public.invites i where i.id = p_invite), p_invite), 'users.invite');
  select * into v_invite from public.invites i where i.id = p_invite and i.status = 'pending' for update;
  if not found then raise exception 'invite_not_valid' using errcode = 'P0001', detail = 'p_invite'; end if;
  return v_invite;
end $$;

/** Prepares sending it again, with the caller as the one who invites. Expired ones too. */
create function public.renew_invite(p_invite uuid) returns jsonb
  language plpgsql security definer set search_path = '' set timezone = 'UTC' as $$
declare
  v_invite public.invites := private.lock_invite(p_invite);
  v_lacking text := private.grant_refusal(v_invite.company_id, auth.uid(), v_invite.is_admin, v_invite.keys);
begin
  if v_lacking is not null then raise exception 'key_not_held' using errcode = 'P0001', detail = v_lacking; end if;
  perform private.take_mail_allowance(v_invite.company_id, 'invite', array[v_invite.email]);
  update public.invites i set invited_by = auth.uid(), expires_at = now() + interval '7 days', updated_at = now() where i.id = p_invite
    returning * into v_invite;
  return to_jsonb(v_invite);
end $$;

/** For the functions only: sets the hash of the token that goes into the mail, and answers what the mail says. */
create function public.arm_invite(p_invite uuid, p_token_hash text) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_invite public.invites;
begin
  select * into v_invite from public.invites i where i.id = p_invite and i.status = 'pending' for update;
  if not found then raise exception 'invite_not_valid' using errcode = 'P0001', detail = 'p_invite'; end if;
  insert into private.invite_tokens (invite_id, token_hash) values (p_invite, p_token_hash)
    on conflict (invite_id) do update set token_hash = excluded.token_hash;
  return (select jsonb_build_object('email', v_invite.email, 'language', v_invite.language, 'company_id', c.id, 'company_name', c.name,
      'primary_color', c.settings #>> '{company_details,branding,primary_color}',
      'invited_by_name', coalesce((select cu.display_name from public.company_users cu where cu.company_id = c.id and cu.user_id = v_invite.invited_by), ''))
    from public.companies c where c.id = v_invite.company_id);
end $$;

create function public.revoke_invite(p_invite uuid) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_invite public.invites := private.lock_invite(p_invite);
  v_lacking text := private.grant_refusal(v_invite.company_id, auth.uid(), v_invite.is_admin, v_invite.keys);
begin
  if v_lacking is not null then raise exception 'key_not_held' using errcode = 'P0001', detail = v_lacking; end if;
  update public.invites i set status = 'revoked', updated_at = now() where i.id = p_invite;
  perform private.note_invite('revoked', v_invite);
end $$;

/** The caller's address in lower case, if it is confirmed. */
create function private.my_confirmed_email() returns text
  language sql stable security definer set search_path = '' as $$
  select lower(u.email) from auth.users u where u.id = auth.uid() and u.email_confirmed_at is not null $$;

/** Open invitations to the caller's confirmed address, with the rights they give. */
create function public.my_invites()
  returns table (id uuid, company_id uuid, company_name text, invited_by_name text, email text, is_admin boolean, keys text[], expires_at timestamptz)
  language plpgsql stable security definer set search_path = '' set timezone = 'UTC' as $$
begin
  perform private.require_person();
  return query
  select i.id, i.company_id, c.name, coalesce(cu.display_name, ''), i.email, i.is_admin, i.keys, i.expires_at
  from public.invites i
  join public.companies c on c.id = i.company_id
  left join public.company_users cu on cu.company_id = i.company_id and cu.user_id = i.invited_by
  where i.status = 'pending' and i.email = private.my_confirmed_email() and i.expires_at > now() and private.is_backed(i)
  order by i.created_at, i.id;
end $$;

/** The invitation by id or token, locked, if it is to the caller's confirmed address. Everything else is refused alike. */
create function private.my_invite(p_invite uuid, p_token text) returns public.invites
  language plpgsql security definer set search_path = '' as $$
declare
  v_invite public.invites;
begin
  perform private.require_person();
  select * into v_invite from public.invites i
    where i.id = coalesce(p_invite, (select t.invite_id from private.invite_tokens t where t.token_hash = encode(sha256(convert_to(p_token, 'UTF8')), 'hex')))
      and i.email = private.my_confirmed_email()
    for update;
  if not found then raise exception 'invite_not_valid' using errcode = 'P0001'; end if;
  return v_invite;
end $$;

/** Makes the caller a member with the offered rights; returns the company. Asked again by the same person, it answers the same. */
create function public.accept_invite(p_invite uuid default null, p_token text default null) returns uuid
  language plpgsql security definer set search_path = '' as $$
declare
  v_invite public.invites := private.my_invite(p_invite, p_token);
begin
  if v_invite.status = 'accepted' and v_invite.answered_by = auth.uid()
    and exists (select from public.company_users cu where cu.company_id = v_invite.company_id and cu.user_id = auth.uid()) then
    return v_invite.company_id;
  end if;
  if v_invite.status <> 'pending' or v_invite.expires_at <= now() or not private.is_backed(v_invite) then
    raise exception 'invite_not_valid' using errcode = 'P0001';
  end if;
  update public.invites i set status = 'accepted', answered_by = auth.uid(), updated_at = now() where i.id = v_invite.id;
  -- Whoever became a member in another way meanwhile keeps what they have.
  insert into public.company_users (company_id, user_id, is_admin) values (v_invite.company_id, auth.uid(), v_invite.is_admin)
    on conflict (company_id, user_id) do nothing;
  if found then
    insert into public.company_user_permissions (company_id, user_id, permission_key)
      select v_invite.company_id, auth.uid(), k from unnest(v_invite.keys) k join public.permissions p on p.key = k;
  end if;
  return v_invite.company_id;
end $$;

create function public.decline_invite(p_invite uuid default null, p_token text default null) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_invite public.invites := private.my_invite(p_invite, p_token);
begin
  if v_invite.status = 'declined' and v_invite.answered_by = auth.uid() then return; end if;
  if v_invite.status <> 'pending' or v_invite.expires_at <= now() then raise exception 'invite_not_valid' using errcode = 'P0001'; end if;
  update public.invites i set status = 'declined', answered_by = auth.uid(), updated_at = now() where i.id = v_invite.id;
  perform private.note_invite('declined', v_invite);
end $$;

revoke all on function
  private.take_mail_allowance(uuid, text, text[]), private.note_invite(text, public.invites), private.is_backed(public.invites),
  private.revoke_unbacked_invites(uuid, uuid), private.lock_invite(uuid), private.my_confirmed_email(), private.my_invite(uuid, text) from public;
revoke all on function
  public.request_invite(uuid, text, boolean, text[], text), public.renew_invite(uuid), public.arm_invite(uuid, text), public.revoke_invite(uuid),
  public.my_invites(), public.accept_invite(uuid, text), public.decline_invite(uuid, text) from public, anon, authenticated;
grant execute on function
  public.request_invite(uuid, text, boolean, text[], text), public.renew_invite(uuid), public.revoke_invite(uuid), public.my_invites(),
  public.accept_invite(uuid, text), public.decline_invite(uuid, text) to authenticated;
grant execute on function public.arm_invite(uuid, text) to service_role;
