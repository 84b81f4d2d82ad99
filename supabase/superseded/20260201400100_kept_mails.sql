-- What a mail said is kept with it, and a mail that waited on a device is checked when it leaves (`src/decisions/0036-mails.md`).
alter table private.invoice_mails
  add column kind text not null default 'invoice' check (kind in ('invoice', 'cancellation', 'correction', 'part_paid', 'overdue', 'paid', 'reminder')),
  /** A letter that was printed is kept like a mail; it has no recipients. */
  add column channel text not null default 'mail' check (channel in ('mail', 'post')),
  /** Who got a copy; in mails of before they stand among the recipients. */
  add column copies text[] not null default '{}' check (cardinality(copies) <= 10 and char_length(array_to_string(copies, '')) <= 3200),
  add column body text not null default '' check (char_length(body) <= 10000),
  /** `[{filename, size, sha256}]`, as the function read them. */
  add column attachments jsonb not null default '[]'
    check (jsonb_typeof(attachments) = 'array' and jsonb_array_length(attachments) <= 5 and octet_length(attachments::text) <= 4000),
  add column level int check (level between 1 and 3),
  /** Of a reminder what it asked for beside the claim: `{open, fee, interest, flat_fee, due}`. Nothing of it is part of the invoice. */
  add column reminder jsonb check (jsonb_typeof(reminder) = 'object' and octet_length(reminder::text) <= 1000),
  add constraint invoice_mails_level_of_reminder check ((kind = 'reminder') = (level is not null and reminder is not null));
-- One reminder per level, whichever device sent it.
create unique index invoice_mails_level_idx on private.invoice_mails (company_id, invoice_id, level) where state <> 'failed';
create index invoice_mails_invoice_id_idx on private.invoice_mails (company_id, invoice_id, started_at);

/** What is still asked for: nothing of what is cancelled, not issued, or no claim. `isOpen` in the app. */
create function private.open_amount(p_invoice public.invoices) returns numeric
  language sql immutable set search_path = '' as $$
  select case when p_invoice.status = 'issued' and p_invoice.document_type = 'invoice'
    then greatest(private.claim_of(p_invoice) - p_invoice.paid_total, 0) else 0 end $$;

/** Why this mail must not leave now; null when it may. `open` is the amount its text was written for. */
create function private.mail_problem(p_invoice public.invoices, p_mail jsonb) returns text
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_open numeric := private.open_amount(p_invoice);
  v_is_reminder boolean := coalesce(p_mail ->> 'kind' = 'reminder', false);
begin
  return case
    when p_invoice.number is null then 'invoice_not_issued'
    when p_invoice.status = 'cancelled' then 'invoice_cancelled'
    when (p_mail ->> 'open')::numeric > 0 and v_open = 0 then 'invoice_paid'
    when (p_mail ->> 'open')::numeric <> v_open then 'balance_changed'
    when not v_is_reminder then null
    when v_open = 0 then 'invoice_paid'
    when p_invoice.reminder_hold <> '' then 'reminder_on_hold'
    when (p_invoice.due_date < private.company_today(p_invoice.company_id)) is not true then 'not_due'
    when exists (
      select from private.invoice_mails m
      where m.company_id = p_invoice.company_id and m.invoice_id = p_invoice.id and m.state <> 'failed'
        and m.level >= (p_mail ->> 'level')::int and m.mutation_id <> p_mail ->> 'mutation_id') then 'reminder_exists'
  end;
end $$;

/** What an invoice shows of a mail that went out. */
create function private.note_sent_mail(p_mail private.invoice_mails) returns void
  language plpgsql volatile security definer set search_path = '' as $$
begin
  update public.invoices i set delivery = 'sent',
      sent_at = case when p_mail.kind in ('invoice', 'cancellation', 'correction') then now() else coalesce(i.sent_at, now()) end,
      reminder_level = greatest(i.reminder_level, coalesce(p_mail.level, 0)),
      reminded_on = case when p_mail.level is null then i.reminded_on else private.company_today(i.company_id) end
    where i.company_id = p_mail.company_id and i.id = p_mail.invoice_id;
end $$;

drop function public.begin_invoice_mail(uuid, text, text[], text);
/**
 * `{state: 'go', company_id, number, language}` when the mail may leave now, `sent` when it has already, `sending` while another request is at it,
 * `unclear` when one was begun more than two minutes ago and never finished: it may have left, and only a person sends it again (`again`).
 * The invoice stays locked meanwhile: a payment or a cancellation beside us is seen, or waits. A letter is sent by being noted.
 */
create function public.begin_invoice_mail(p_invoice uuid, p_mail jsonb) returns jsonb
  language plpgsql security definer set search_path = '' set timezone = 'UTC' as $$
declare
  v_mutation text := p_mail ->> 'mutation_id';
  v_to text[] := array(select jsonb_array_elements_text(coalesce(p_mail -> 'to', '[]')));
  v_copies text[] := array(select jsonb_array_elements_text(coalesce(p_mail -> 'cc', '[]')));
  v_is_post boolean := coalesce(p_mail ->> 'channel' = 'post', false);
  v_invoice public.invoices;
  v_mail private.invoice_mails;
  v_problem text;
begin
  perform private.require_person();
  perform private.locked_invoice(i.id) from public.invoices i
    where i.id = p_invoice and i.company_id in (select private.companies_with('invoices.send'));
  select * into v_invoice from public.invoices i where i.id = p_invoice and i.company_id in (select private.companies_with('invoices.send'));
  if not found then raise exception 'not_allowed' using errcode = '42501', detail = 'invoices.send'; end if;
  perform pg_advisory_xact_lock(hashtextextended('kontor.invoice-mail:' || v_invoice.company_id || v_mutation, 0));
  select * into v_mail from private.invoice_mails m where m.company_id = v_invoice.company_id and m.mutation_id = v_mutation;
  if found and v_mail.invoice_id <> p_invoice then raise exception 'invalid_input' using errcode = 'P0001', detail = 'mutation_id'; end if;
  if v_mail.state = 'sent' then return '{"state": "sent"}'; end if;
  if v_mail.state = 'sending' and v_mail.started_at > now() - interval '2 minutes' then return '{"state": "sending"}'; end if;
  if v_mail.state = 'sending' and (p_mail ->> 'again')::boolean is not true then return '{"state": "unclear"}'; end if;
  v_problem := private.mail_problem(v_invoice, p_mail);
  if v_problem is not null then
    raise exception '%', v_problem using errcode = 'P0001', detail = trim_scale(private.open_amount(v_invoice))::text;
  end if;
  if v_is_post and p_mail ->> 'kind' is distinct from 'reminder' then raise exception 'invalid_input' using errcode = 'P0001', detail = 'channel'; end if;
  if not v_is_post then
    perform private.take_mail_allowance(v_invoice.company_id, 'invoice', array(select distinct lower(r) from unnest(v_to || v_copies) r));
  end if;
  insert into private.invoice_mails as m (company_id, mutation_id, invoice_id, user_id, recipients, copies, subject, body, attachments, kind, channel, level,
      reminder, state, finished_at)
    values (v_invoice.company_id, v_mutation, p_invoice, auth.uid(), v_to, v_copies, left(p_mail ->> 'subject', 300), coalesce(p_mail ->> 'body', ''),
      coalesce(p_mail -> 'attachments', '[]'),
      case v_invoice.document_type when 'invoice' then coalesce(p_mail ->> 'kind', 'invoice') else v_invoice.document_type end,
      case when v_is_post then 'post' else 'mail' end, (p_mail ->> 'level')::int, nullif(p_mail -> 'reminder', 'null'),
      case when v_is_post then 'sent' else 'sending' end, case when v_is_post then now() end)
    on conflict (company_id, mutation_id) do update set state = excluded.state, started_at = now(), finished_at = excluded.finished_at, user_id = auth.uid(),
      recipients = excluded.recipients, copies = excluded.copies, subject = excluded.subject, body = excluded.body, attachments = excluded.attachments,
      kind = excluded.kind, channel = excluded.channel, level = excluded.level, reminder = excluded.reminder
    returning * into v_mail;
  if v_is_post then
    perform private.note_sent_mail(v_mail);
    return '{"state": "sent"}';
  end if;
  return jsonb_build_object('state', 'go', 'company_id', v_invoice.company_id, 'number', v_invoice.number, 'language', v_invoice.language);
end $$;

/** After the mail went out, or could not: notes it, and marks the invoice as sent. */
create or replace function public.finish_invoice_mail(p_invoice uuid, p_mutation text, p_is_sent boolean) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid := private.require_person();
  v_mail private.invoice_mails;
begin
  update private.invoice_mails m set state = case when p_is_sent then 'sent' else 'failed' end, finished_at = now()
    where m.mutation_id = p_mutation and m.invoice_id = p_invoice and m.user_id = v_user and m.state = 'sending'
      and m.company_id in (select private.companies_with('invoices.send'))
    returning * into v_mail;
  if found and p_is_sent then perform private.note_sent_mail(v_mail); end if;
end $$;

/** The mails and letters of an invoice, the newest first, for whoever may see it. What only failed is no history. */
create function public.mails_of_invoice(p_invoice uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' set timezone = 'UTC' as $$
begin
  perform private.require_person();
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', m.mutation_id, 'kind', m.kind, 'channel', m.channel, 'recipients', m.recipients, 'copies', m.copies,
      'subject', m.subject, 'body', m.body, 'attachments', m.attachments, 'level', m.level, 'reminder', m.reminder, 'state', m.state, 'user_id', m.user_id,
      'at', coalesce(m.finished_at, m.started_at)) order by m.started_at desc, m.mutation_id), '[]')
    from public.invoices i join private.invoice_mails m on m.company_id = i.company_id and m.invoice_id = i.id
    where i.id = p_invoice and m.state <> 'failed' and i.company_id in (select private.companies_with('invoices.view')));
end $$;

/** Texts of kinds that an older app does not know stay when it saves the others. */
create function private.with_newer_templates(p_old jsonb, p_new jsonb) returns jsonb
  language sql immutable set search_path = '' as $$
  select p_new || coalesce((
    select jsonb_object_agg(l.language, l.texts)
    from (select o.key as language, (o.value - '{invoice,cancellation}'::text[]) || coalesce(p_new -> o.key, '{}') as texts from jsonb_each(p_old) o) l
    where l.texts <> '{}'), '{}') $$;

create or replace function public.save_mail_settings(p_company uuid, p_settings jsonb, p_password text default null) returns jsonb
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

revoke all on function
  private.open_amount(public.invoices), private.mail_problem(public.invoices, jsonb), private.note_sent_mail(private.invoice_mails),
  private.with_newer_templates(jsonb, jsonb) from public;
revoke all on function public.begin_invoice_mail(uuid, jsonb), public.mails_of_invoice(uuid) from public, anon, authenticated;
grant execute on function public.begin_invoice_mail(uuid, jsonb), public.mails_of_invoice(uuid) to authenticated;
