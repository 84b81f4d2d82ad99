-- Approvals and rejections reach people outside the app. A change of an expense notes an event in its own transaction; what a function then sends
-- (`notifications-send`) is put together from them: one message per person, company and topic, and only of what still holds when it leaves.

/** What a person wishes to hear of, and how, where it is not the default (`private.wants_notification`). */
create table private.notification_choices (
  user_id uuid not null references auth.users (id) on delete cascade,
  kind text not null check (kind in ('submitted', 'approved', 'rejected', 'reimbursed')),
  channel text not null check (channel in ('mail', 'push')),
  is_on boolean not null,
  primary key (user_id, kind, channel)
);
alter table private.notification_choices enable row level security;

/**
 * A browser of a person that takes push messages: where they go, and the keys they are encrypted with. It belongs to the session that made it,
 * and is forgotten with it.
 */
create table private.push_subscriptions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  session_id uuid not null,
  endpoint text not null unique check (char_length(endpoint) <= 1000 and endpoint ~ '^https://[^/@[:space:]]+/[!-~]*$'),
  p256dh text not null check (p256dh ~ '^[A-Za-z0-9_-]{87}$'),
  auth text not null check (auth ~ '^[A-Za-z0-9_-]{22}$'),
  /** Says that there is something, and nothing of what: others may read the screen. */
  hides_details boolean not null default false,
  created_at timestamptz not null default now()
);
create index push_subscriptions_user_id_idx on private.push_subscriptions (user_id);
alter table private.push_subscriptions enable row level security;

/** A step of an expense that somebody may want to hear of. */
create table private.notification_events (
  id bigint generated always as identity primary key,
  company_id uuid not null,
  expense_id uuid not null,
  step text not null check (step in ('submitted', 'approved', 'rejected', 'reopened', 'reimbursed')),
  /** Null: the server, for a series. */
  actor_id uuid,
  made_at timestamptz not null default now(),
  is_gathered boolean not null default false,
  unique (company_id, id),
  constraint notification_events_expense_id_fkey foreign key (company_id, expense_id) references public.expenses (company_id, id) on delete cascade
);
create index notification_events_waiting_idx on private.notification_events (company_id, id) where not is_gathered;
create index notification_events_expense_id_idx on private.notification_events (company_id, expense_id);
create index notification_events_made_at_idx on private.notification_events (made_at);
alter table private.notification_events enable row level security;

/** A message to one person about one company. Whoever leaves it hears no more of it. */
create table private.notifications (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null,
  user_id uuid not null,
  /** What waits for the person to decide, or what became of what they captured. */
  topic text not null check (topic in ('approvals', 'own')),
  channel text not null check (channel in ('mail', 'push')),
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'dropped', 'failed')),
  attempts int not null default 0,
  due_at timestamptz not null,
  claimed_at timestamptz,
  finished_at timestamptz,
  /** Why it could not be sent, the last time. */
  reason text not null default '' check (char_length(reason) <= 200),
  made_at timestamptz not null default now(),
  unique (company_id, id),
  constraint notifications_user_id_fkey foreign key (company_id, user_id) references public.company_users (company_id, user_id) on delete cascade
);
create index notifications_due_at_idx on private.notifications (due_at) where state in ('waiting', 'sending');
create index notifications_made_at_idx on private.notifications (made_at);
create index notifications_user_id_idx on private.notifications (company_id, user_id, topic, channel);
alter table private.notifications enable row level security;

create table private.notification_items (
  company_id uuid not null,
  notification_id uuid not null,
  event_id bigint not null,
  primary key (company_id, notification_id, event_id),
  constraint notification_items_notification_id_fkey foreign key (company_id, notification_id)
    references private.notifications (company_id, id) on delete cascade,
  constraint notification_items_event_id_fkey foreign key (company_id, event_id)
    references private.notification_events (company_id, id) on delete cascade
);
create index notification_items_event_id_idx on private.notification_items (company_id, event_id);
alter table private.notification_items enable row level security;

create function private.note_expense_step() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  if current_setting('kontor.is_seeding', true) = 'on' and auth.uid() is null then return null; end if;
  insert into private.notification_events (company_id, expense_id, step, actor_id)
    select new.company_id, new.id, s, auth.uid() from unnest(case
      when tg_op = 'INSERT' then '{submitted}'::text[]
      when new.status <> 'pending' then array[new.status]
      when old.status = 'rejected' then '{submitted}'
      else '{submitted,reopened}' end) s
    -- Nobody is told what they did themselves.
    where s = 'submitted' or new.created_by is distinct from auth.uid();
  return null;
end $$;
create trigger note_submitted after insert on public.expenses for each row
  when (new.status = 'pending' and not private.is_importing()) execute function private.note_expense_step();
create trigger note_step after update on public.expenses for each row
  when (new.status <> old.status and not private.is_importing()) execute function private.note_expense_step();

/** Which wish decides about a step: what was taken back is told like a rejection, since there is something to do. */
create function private.notification_kind(p_step text) returns text
  language sql immutable set search_path = '' as $$
  select case p_step when 'reopened' then 'rejected' else p_step end $$;

/** By mail what asks somebody to act, by push everything where a device takes it, unless they wish otherwise. */
create function private.wants_notification(p_user uuid, p_step text, p_channel text) returns boolean
  language sql stable security definer set search_path = '' as $$
  select coalesce((select c.is_on from private.notification_choices c
      where c.user_id = p_user and c.kind = private.notification_kind(p_step) and c.channel = p_channel),
    p_channel = 'push' or private.notification_kind(p_step) in ('submitted', 'rejected')) $$;

/** Whether a step of an expense, as it is now, is still something for a member with these rights to hear of. */
create function private.hears_of(p_user uuid, p_keys text[], p_step text, p_expense public.expenses) returns boolean
  language plpgsql stable security definer set search_path = '' as $$
begin
  if p_step = 'submitted' then
    -- Owners, and whoever is alone, decide on their own ones, too.
    return p_expense.status = 'pending' and 'expenses.approve' = any (p_keys)
      and (p_expense.created_by <> p_user or exists (select from public.company_users cu
        where cu.company_id = p_expense.company_id and cu.user_id = p_user and (cu.is_owner or not exists (
          select from public.company_users other where other.company_id = cu.company_id and other.user_id <> cu.user_id))));
  end if;
  return p_expense.created_by = p_user and 'expenses.view_own' = any (p_keys) and p_expense.status = any (case p_step
    when 'approved' then '{approved,reimbursed}'::text[]
    when 'reopened' then '{pending}'
    else array[p_step] end);
end $$;

/**
 * Makes messages of what happened since, or adds it to those that wait. The first leaves two minutes later, so that what somebody enters in one go,
 * or takes back at once, is one message or none.
 */
create function private.gather_notifications() returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_events bigint[];
  v_group record;
  v_notification uuid;
begin
  perform pg_advisory_xact_lock(hashtextextended('kontor.notifications', 0));
  v_events := array(select e.id from private.notification_events e where not e.is_gathered order by e.id limit 2000);
  if v_events = '{}' then return; end if;
  update private.notification_events e set is_gathered = true where e.id = any (v_events);
  for v_group in
    with events as materialized (select e.* from private.notification_events e where e.id = any (v_events)),
    people as materialized (
      select cu.company_id, cu.user_id, private.keys_of(cu.company_id, cu.user_id) as keys from public.company_users cu
      where cu.company_id in (select e.company_id from events e))
    select p.company_id, p.user_id, t.topic, h.channel, array_agg(e.id) as events
    from events e
    join public.expenses x on x.company_id = e.company_id and x.id = e.expense_id
    join people p on p.company_id = e.company_id and p.user_id is distinct from e.actor_id
    cross join lateral (select case e.step when 'submitted' then 'approvals' else 'own' end as topic) t
    cross join (values ('mail'), ('push')) h (channel)
    where (h.channel = 'mail' or exists (select from private.push_subscriptions b where b.user_id = p.user_id))
      and private.hears_of(p.user_id, p.keys, e.step, x) and private.wants_notification(p.user_id, e.step, h.channel)
    group by 1, 2, 3, 4
  loop
    v_notification := null;
    select n.id into v_notification from private.notifications n
      where n.company_id = v_group.company_id and n.user_id = v_group.user_id and n.topic = v_group.topic and n.channel = v_group.channel
        and n.state = 'waiting' order by n.made_at limit 1 for update;
    if v_notification is null then
      insert into private.notifications (company_id, user_id, topic, channel, due_at)
        values (v_group.company_id, v_group.user_id, v_group.topic, v_group.channel, now() + interval '2 minutes') returning id into v_notification;
    end if;
    insert into private.notification_items (company_id, notification_id, event_id)
      select v_group.company_id, v_notification, e from unnest(v_group.events) e;
  end loop;
end $$;

/** What a message says, of what still holds: the newest step of each expense. */
create function private.notification_steps(p_notification private.notifications) returns table (expense_id uuid, step text, actor_id uuid)
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_keys text[] := private.keys_of(p_notification.company_id, p_notification.user_id);
begin
  return query
  select distinct on (e.expense_id) e.expense_id, e.step, e.actor_id
  from private.notification_items i
  join private.notification_events e on e.company_id = i.company_id and e.id = i.event_id
  join public.expenses x on x.company_id = e.company_id and x.id = e.expense_id
  where i.company_id = p_notification.company_id and i.notification_id = p_notification.id and private.hears_of(p_notification.user_id, v_keys, e.step, x)
    and private.wants_notification(p_notification.user_id, e.step, p_notification.channel)
  order by e.expense_id, e.id desc;
end $$;

/** How many expenses wait for a person, in all their companies: to be approved, or as their own that were rejected. */
create function private.waiting_for(p_user uuid) returns int
  language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    with people as materialized (
      select cu.company_id, private.keys_of(cu.company_id, cu.user_id) as keys from public.company_users cu where cu.user_id = p_user)
    select count(*) from people p join public.expenses x on x.company_id = p.company_id and x.status in ('pending', 'rejected')
    where private.hears_of(p_user, p.keys, case x.status when 'pending' then 'submitted' else 'rejected' end, x));
end $$;

/** Everything that sending needs; null when there is nothing to say any more, or nobody to say it to. The list is cut, the sums are not. */
create function private.notification_contents(p_notification private.notifications) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    with steps as materialized (
      select s.step, s.actor_id, x.* from private.notification_steps(p_notification) s
      join public.expenses x on x.company_id = p_notification.company_id and x.id = s.expense_id),
    names as materialized (select cu.user_id, cu.display_name from public.company_users cu where cu.company_id = p_notification.company_id)
    select jsonb_build_object('id', p_notification.id, 'topic', p_notification.topic, 'channel', p_notification.channel,
      'company_id', p_notification.company_id, 'email', u.email,
      'language', case when u.raw_user_meta_data ->> 'locale' ~* '^de\M' then 'de' else 'en' end,
      'subscriptions', case p_notification.channel when 'push' then (
        select jsonb_agg(jsonb_build_object('id', b.id, 'endpoint', b.endpoint, 'p256dh', b.p256dh, 'auth', b.auth, 'hides_details', b.hides_details))
        from private.push_subscriptions b where b.user_id = u.id and private.is_signed_in(b)) end,
      'company_name', (select c.name from public.companies c where c.id = p_notification.company_id),
      'badge', case p_notification.channel when 'push' then private.waiting_for(u.id) end,
      'count', (select count(*) from steps),
      'sums', (select jsonb_agg(jsonb_build_object('currency', t.currency, 'amount', trim_scale(t.total)) order by t.currency)
        from (select s.currency, sum(s.amount) as total from steps s group by 1) t),
      'people', (select jsonb_agg(jsonb_build_object('name', t.name, 'count', t.n) order by t.n desc, t.name)
        from (select coalesce(m.display_name, '') as name, count(*) as n from steps s left join names m on m.user_id = s.created_by
          group by s.created_by, 1 order by 2 desc, 1 limit 10) t),
      'items', (select jsonb_agg(jsonb_build_object('expense_id', t.id, 'step', t.step, 'number', t.number, 'description', t.description,
          'amount', trim_scale(t.amount), 'currency', t.currency, 'author', coalesce(a.display_name, ''), 'actor', coalesce(b.display_name, ''),
          'reason', case when t.step in ('rejected', 'reopened') then t.rejection_reason else '' end) order by t.expense_date, t.id)
        from (select * from steps s order by s.expense_date, s.id limit 10) t
        left join names a on a.user_id = t.created_by left join names b on b.user_id = t.actor_id))
    from auth.users u
    where u.id = p_notification.user_id and u.email <> '' and u.email_confirmed_at is not null and u.deleted_at is null
      and (u.banned_until is null or u.banned_until <= now())
      and exists (select from steps)
      and (p_notification.channel = 'mail' or exists (
        select from private.push_subscriptions b where b.user_id = u.id and private.is_signed_in(b))));
end $$;

/**
 * For the functions only: messages that are due, each handed out once; one that was taken ten minutes ago and never came to an end is taken again, rather
 * twice than never. A person gets at most one mail in fifteen minutes about a topic of a company, and 24 a day; what happens meanwhile comes in the next.
 * Push messages replace each other: one in two minutes, and 100 a day.
 */
create function public.claim_notifications(p_limit int default 20) returns jsonb
  language plpgsql security definer set search_path = '' set timezone = 'UTC' as $$
declare
  v_notification private.notifications;
  v_contents jsonb;
  v_claimed jsonb := '[]';
begin
  perform private.gather_notifications();
  update private.notifications n set state = case when n.attempts >= 8 then 'failed' else 'waiting' end, reason = 'no_answer', due_at = now(),
      finished_at = case when n.attempts >= 8 then now() end
    where n.state = 'sending' and n.claimed_at < now() - interval '10 minutes';
  delete from private.push_subscriptions b where not private.is_signed_in(b)
    or not exists (select from public.company_users cu where cu.user_id = b.user_id);
  delete from private.notifications n where n.made_at < now() - interval '30 days';
  delete from private.notification_events e where e.made_at < now() - interval '30 days';
  for v_notification in
    select n.* from private.notifications n
    where n.state = 'waiting' and n.due_at <= now() and private.may_notify(n)
    order by n.due_at limit least(p_limit, 100) for update skip locked
  loop
    -- Two that became due together are one after the other, too.
    continue when not private.may_notify(v_notification);
    v_contents := private.notification_contents(v_notification);
    update private.notifications n set state = case when v_contents is null then 'dropped' else 'sending' end, attempts = n.attempts + 1, claimed_at = now(),
        finished_at = case when v_contents is null then now() end
      where n.id = v_notification.id;
    if v_contents is not null then v_claimed := v_claimed || v_contents; end if;
  end loop;
  return v_claimed;
end $$;

/** Whether a call of the function would find something to do. */
create function private.has_notifications() returns boolean
  language sql stable security definer set search_path = '' as $$
  select exists (select from private.notification_events e where not e.is_gathered)
    or exists (select from private.notifications n where n.state = 'sending' or (n.state = 'waiting' and n.due_at <= now())) $$;

/** Whether the person's last message of the kind is long enough ago. */
create function private.may_notify(p_notification private.notifications) returns boolean
  language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select count(*) < case p_notification.channel when 'mail' then 24 else 100 end
      and count(*) filter (where n.state = 'sending'
        or n.finished_at > now() - case p_notification.channel when 'mail' then interval '15 minutes' else interval '2 minutes' end) = 0
    from private.notifications n
    where (n.company_id, n.user_id, n.topic, n.channel)
        = (p_notification.company_id, p_notification.user_id, p_notification.topic, p_notification.channel)
      and (n.state = 'sending' or (n.state = 'sent' and n.finished_at > now() - interval '1 day')));
end $$;

/** For the functions only: `sent`, `dropped` where no device is left, or `later` with the reason, up to eight times within a day; then it has failed, which its person can see. */
create function public.finish_notification(p_id uuid, p_outcome text, p_reason text default '') returns text
  language plpgsql security definer set search_path = '' as $$
declare
  v_state text;
begin
  update private.notifications n set
      state = case when p_outcome in ('sent', 'dropped') then p_outcome when n.attempts >= 8 then 'failed' else 'waiting' end,
      finished_at = case when p_outcome in ('sent', 'dropped') or n.attempts >= 8 then now() end,
      due_at = now() + (array[1, 5, 15, 60, 180, 360, 720])[least(n.attempts, 7)] * interval '1 minute',
      reason = left(coalesce(p_reason, ''), 200)
    where n.id = p_id and n.state = 'sending'
    returning n.state into v_state;
  return v_state;
end $$;

revoke all on function
  private.note_expense_step(), private.notification_kind(text), private.wants_notification(uuid, text, text),
  private.hears_of(uuid, text[], text, public.expenses), private.gather_notifications(), private.notification_steps(private.notifications),
  private.waiting_for(uuid), private.notification_contents(private.notifications), private.has_notifications(),
  private.may_notify(private.notifications) from public;
revoke all on function public.claim_notifications(int), public.finish_notification(uuid, text, text) from public, anon, authenticated;
grant execute on function public.claim_notifications(int), public.finish_notification(uuid, text, text) to service_role;
