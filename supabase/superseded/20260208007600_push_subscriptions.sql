-- Which devices of a person are told, and of what.

/** Whether the session that a browser's subscription belongs to is still there. */
create function private.is_signed_in(p_subscription private.push_subscriptions) returns boolean
  language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from auth.sessions s
    where s.id = p_subscription.session_id and s.user_id = p_subscription.user_id and (s.not_after is null or s.not_after > now()));
end $$;

/** The session of the caller, which a browser's subscription belongs to. */
create function private.require_session() returns uuid
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_user uuid := private.require_person();
  v_session uuid := auth.jwt() ->> 'session_id';
begin
  if v_session is null or not exists (select from auth.sessions s where s.id = v_session and s.user_id = v_user) then
    raise exception 'not_signed_in' using errcode = '42501';
  end if;
  return v_session;
end $$;

/** The caller's own wishes, and what could not be brought to them within a month. */
create function public.notification_settings() returns jsonb
  language plpgsql stable security definer set search_path = '' set timezone = 'UTC' as $$
declare
  v_user uuid := private.require_person();
begin
  return jsonb_build_object(
    'choices', (select jsonb_object_agg(k.kind, jsonb_build_object(
        'mail', private.wants_notification(v_user, k.kind, 'mail'), 'push', private.wants_notification(v_user, k.kind, 'push')))
      from unnest('{submitted,approved,rejected,reimbursed}'::text[]) k (kind)),
    'failures', coalesce((
      select jsonb_agg(jsonb_build_object('company', c.name, 'channel', f.channel, 'failed_at', f.finished_at, 'reason', f.reason) order by f.finished_at desc)
      from (select distinct on (n.company_id, n.channel) n.* from private.notifications n
        where n.user_id = v_user and n.state in ('sent', 'failed') order by n.company_id, n.channel, n.finished_at desc) f
      join public.companies c on c.id = f.company_id where f.state = 'failed'), '[]'));
end $$;

create function public.save_notification_choice(p_kind text, p_channel text, p_is_on boolean) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid := private.require_person();
begin
  if p_is_on is null or (p_kind in ('submitted', 'approved', 'rejected', 'reimbursed') and p_channel in ('mail', 'push')) is not true then
    raise exception 'invalid_input' using errcode = 'P0001', detail = 'p_kind';
  end if;
  insert into private.notification_choices (user_id, kind, channel, is_on) values (v_user, p_kind, p_channel, p_is_on)
    on conflict (user_id, kind, channel) do update set is_on = excluded.is_on;
end $$;

/**
 * Takes push messages on the caller's browser, in place of what this session, or whoever used this browser before, had; of a person's browsers the
 * newest ten are kept.
 */
create function public.save_push_subscription(p_endpoint text, p_p256dh text, p_auth text, p_hides_details boolean default false) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_session uuid := private.require_session();
begin
  perform pg_advisory_xact_lock(hashtextextended('kontor.push-subscriptions:' || auth.uid(), 0));
  delete from private.push_subscriptions b where b.endpoint = p_endpoint or b.session_id = v_session;
  insert into private.push_subscriptions (user_id, session_id, endpoint, p256dh, auth, hides_details)
    values (auth.uid(), v_session, p_endpoint, p_p256dh, p_auth, coalesce(p_hides_details, false));
  delete from private.push_subscriptions b where b.id in (
    select o.id from private.push_subscriptions o where o.user_id = auth.uid() order by o.created_at desc, o.id offset 10);
exception when check_violation or not_null_violation then
  raise exception 'invalid_input' using errcode = 'P0001', detail = 'p_endpoint';
end $$;

/** What the server knows of this browser: `{hides_details}`, or null when it takes no push messages. */
create function public.push_subscription(p_endpoint text) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_session uuid := private.require_session();
begin
  return (select jsonb_build_object('hides_details', b.hides_details) from private.push_subscriptions b
    where b.session_id = v_session and b.endpoint = p_endpoint);
end $$;

create function public.remove_push_subscription() returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_session uuid := private.require_session();
begin
  delete from private.push_subscriptions b where b.session_id = v_session;
end $$;

/** For the functions only: a browser that takes no more, as its push service says. */
create function public.drop_push_subscription(p_id uuid) returns void
  language sql security definer set search_path = '' as $$
  delete from private.push_subscriptions b where b.id = p_id $$;

revoke all on function private.is_signed_in(private.push_subscriptions), private.require_session() from public;
revoke all on function
  public.notification_settings(), public.save_notification_choice(text, text, boolean), public.save_push_subscription(text, text, text, boolean),
  public.push_subscription(text), public.remove_push_subscription(), public.drop_push_subscription(uuid) from public, anon, authenticated;
grant execute on function
  public.notification_settings(), public.save_notification_choice(text, text, boolean), public.save_push_subscription(text, text, text, boolean),
  public.push_subscription(text), public.remove_push_subscription() to authenticated;
grant execute on function public.drop_push_subscription(uuid) to service_role;
