-- Mails and letters that carry an invoice or a delivery note (`src/decisions/0036-mails.md`): what they said is kept with them, and one that waited on a
-- device is checked when it leaves. A delivery note is no claim, so nothing of an invoice is asked or marked.

/** Mails that carry an invoice, by the id the device gave: repeated after a lost answer, the mail does not go out twice. */
create table private.invoice_mails (
  company_id uuid not null references public.companies (id) on delete cascade,
  mutation_id text not null check (char_length(mutation_id) between 1 and 80),
  invoice_id uuid,
  user_id uuid not null,
  recipients text[] not null,
  subject text not null,
  state text not null check (state in ('sending', 'sent', 'failed')),
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  -- What a mail said is kept with it, and a mail that waited on a device is checked when it leaves (`src/decisions/0036-mails.md`).
  kind text not null default 'invoice'
    check (kind in ('invoice', 'cancellation', 'correction', 'part_paid', 'overdue', 'paid', 'reminder', 'delivery_note')),
  /** A letter that was printed is kept like a mail; it has no recipients. */
  channel text not null default 'mail' check (channel in ('mail', 'post')),
  /** Who got a copy; in mails of before they stand among the recipients. */
  copies text[] not null default '{}' check (cardinality(copies) <= 10 and char_length(array_to_string(copies, '')) <= 3200),
  body text not null default '' check (char_length(body) <= 10000),
  /** `[{filename, size, sha256}]`, as the function read them. */
  attachments jsonb not null default '[]'
    check (jsonb_typeof(attachments) = 'array' and jsonb_array_length(attachments) <= 5 and octet_length(attachments::text) <= 4000),
  level int check (level between 1 and 3),
  /** Of a reminder what it asked for beside the claim: `{open, fee, interest, flat_fee, due}`. Nothing of it is part of the invoice. */
  reminder jsonb check (jsonb_typeof(reminder) = 'object' and octet_length(reminder::text) <= 1000),
  -- A delivery note goes out by mail like an invoice (`src/decisions/0036-mails.md`); it is no claim, so nothing of an invoice is asked or marked.
  delivery_note_id uuid,
  /** Who did not get a mail that left for others: asked again after a lost answer, the server says it again, and so does the history. */
  refused text[] not null default '{}' check (cardinality(refused) <= 20 and char_length(array_to_string(refused, '')) <= 6400),
  primary key (company_id, mutation_id),
  constraint invoice_mails_level_of_reminder check ((kind = 'reminder') = (level is not null and reminder is not null)),
  constraint invoice_mails_of_one_check
    check ((invoice_id is null) = (delivery_note_id is not null) and (kind = 'delivery_note') = (delivery_note_id is not null))
);
-- Ten to whom a mail goes and ten who get a copy (`MAX_RECIPIENTS`), each as long as an address can be. Not valid: what is there is not asked.
alter table private.invoice_mails add constraint invoice_mails_recipients_check
  check (cardinality(recipients) <= 20 and char_length(array_to_string(recipients, '')) <= 6400) not valid;
-- One reminder per level, whichever device sent it.
create unique index invoice_mails_level_idx on private.invoice_mails (company_id, invoice_id, level) where state <> 'failed';
create index invoice_mails_invoice_id_idx on private.invoice_mails (company_id, invoice_id, started_at);
create index invoice_mails_delivery_note_id_idx on private.invoice_mails (company_id, delivery_note_id, started_at) where delivery_note_id is not null;
alter table private.invoice_mails enable row level security;

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
    when p_invoice.reminder_hold <> '' or exists (
      select from public.customers c
      where c.company_id = p_invoice.company_id and c.id = p_invoice.customer_id and btrim(c.reminder_hold) <> '') then 'reminder_on_hold'
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

/**
 * `{state: 'go', company_id, number, language}` when the mail may leave now, `sent` when it has already, with those who did not get it
 * (`refused`), `refused` when it went out as a copy alone, since all to whom it was written were refused: only a person sends it again (`again`);
 * `sending` while another request is at it, `unclear` when one was begun more than two minutes ago and never finished: it may have left, which only a person overrules, too.
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
  if found and v_mail.invoice_id is distinct from p_invoice then raise exception 'invalid_input' using errcode = 'P0001', detail = 'mutation_id'; end if;
  if v_mail.state = 'sent' then return jsonb_build_object('state', 'sent', 'refused', to_jsonb(v_mail.refused)); end if;
  if v_mail.state = 'failed' and v_mail.refused <> '{}' and (p_mail ->> 'again')::boolean is not true then
    return jsonb_build_object('state', 'refused', 'refused', to_jsonb(v_mail.refused));
  end if;
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
      refused = '{}', kind = excluded.kind, channel = excluded.channel, level = excluded.level, reminder = excluded.reminder
    returning * into v_mail;
  if v_is_post then
    perform private.note_sent_mail(v_mail);
    return '{"state": "sent"}';
  end if;
  return jsonb_build_object('state', 'go', 'company_id', v_invoice.company_id, 'number', v_invoice.number, 'language', v_invoice.language);
end $$;

/** After the mail went out, or could not: notes it and who did not get it, and marks the invoice as sent. */
create function public.finish_invoice_mail(p_invoice uuid, p_mutation text, p_is_sent boolean, p_refused text[] default '{}') returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid := private.require_person();
  v_mail private.invoice_mails;
begin
  update private.invoice_mails m set state = case when p_is_sent then 'sent' else 'failed' end, finished_at = now(), refused = coalesce(p_refused, '{}')
    where m.mutation_id = p_mutation and m.invoice_id = p_invoice and m.user_id = v_user and m.state = 'sending'
      and m.company_id in (select private.companies_with('invoices.send'))
    returning * into v_mail;
  if found and p_is_sent then perform private.note_sent_mail(v_mail); end if;
end $$;

/**
 * `begin_invoice_mail` for a delivery note, with the same answers. `note` is what of it stands in the attached file: it does not leave once the note
 * says something else.
 */
create function public.begin_delivery_mail(p_note uuid, p_mail jsonb) returns jsonb
  language plpgsql security definer set search_path = '' set timezone = 'UTC' as $$
declare
  v_mutation text := p_mail ->> 'mutation_id';
  v_to text[] := array(select jsonb_array_elements_text(coalesce(p_mail -> 'to', '[]')));
  v_copies text[] := array(select jsonb_array_elements_text(coalesce(p_mail -> 'cc', '[]')));
  v_note public.delivery_notes;
  v_mail private.invoice_mails;
begin
  perform private.require_person();
  select * into v_note from public.delivery_notes d
    where d.id = p_note and d.company_id in (select private.companies_with('invoices.send')) for share;
  if not found then raise exception 'delivery_note_gone' using errcode = 'P0001', detail = 'delivery_note_id'; end if;
  perform pg_advisory_xact_lock(hashtextextended('kontor.invoice-mail:' || v_note.company_id || v_mutation, 0));
  select * into v_mail from private.invoice_mails m where m.company_id = v_note.company_id and m.mutation_id = v_mutation;
  if found and v_mail.delivery_note_id is distinct from p_note then raise exception 'invalid_input' using errcode = 'P0001', detail = 'mutation_id'; end if;
  if v_mail.state = 'sent' then return jsonb_build_object('state', 'sent', 'refused', to_jsonb(v_mail.refused)); end if;
  if v_mail.state = 'failed' and v_mail.refused <> '{}' and (p_mail ->> 'again')::boolean is not true then
    return jsonb_build_object('state', 'refused', 'refused', to_jsonb(v_mail.refused));
  end if;
  if v_mail.state = 'sending' and v_mail.started_at > now() - interval '2 minutes' then return '{"state": "sending"}'; end if;
  if v_mail.state = 'sending' and (p_mail ->> 'again')::boolean is not true then return '{"state": "unclear"}'; end if;
  if exists (select from jsonb_each(coalesce(p_mail -> 'note', '{}')) n (field, value) where to_jsonb(v_note) -> n.field is distinct from n.value) then
    raise exception 'delivery_note_changed' using errcode = 'P0001', detail = 'note';
  end if;
  perform private.take_mail_allowance(v_note.company_id, 'invoice', array(select distinct lower(r) from unnest(v_to || v_copies) r));
  insert into private.invoice_mails as m (company_id, mutation_id, delivery_note_id, user_id, recipients, copies, subject, body, attachments, kind, state)
    values (v_note.company_id, v_mutation, p_note, auth.uid(), v_to, v_copies, left(p_mail ->> 'subject', 300), coalesce(p_mail ->> 'body', ''),
      coalesce(p_mail -> 'attachments', '[]'), 'delivery_note', 'sending')
    on conflict (company_id, mutation_id) do update set state = excluded.state, started_at = now(), finished_at = null, user_id = auth.uid(),
      recipients = excluded.recipients, copies = excluded.copies, subject = excluded.subject, body = excluded.body, attachments = excluded.attachments, refused = '{}';
  return jsonb_build_object('state', 'go', 'company_id', v_note.company_id, 'number', v_note.number, 'language', v_note.language);
end $$;

/** After it went out, or could not. */
create function public.finish_delivery_mail(p_note uuid, p_mutation text, p_is_sent boolean, p_refused text[] default '{}') returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid := private.require_person();
begin
  update private.invoice_mails m set state = case when p_is_sent then 'sent' else 'failed' end, finished_at = now(), refused = coalesce(p_refused, '{}')
    where m.mutation_id = p_mutation and m.delivery_note_id = p_note and m.user_id = v_user and m.state = 'sending'
      and m.company_id in (select private.companies_with('invoices.send'));
end $$;

/** What is told of a mail that went out. */
create function private.mail_facts(p_mail private.invoice_mails) returns jsonb
  language sql stable set search_path = '' set timezone = 'UTC' as $$
  select jsonb_build_object('id', p_mail.mutation_id, 'kind', p_mail.kind, 'channel', p_mail.channel, 'recipients', p_mail.recipients,
    'copies', p_mail.copies, 'refused', p_mail.refused, 'subject', p_mail.subject, 'body', p_mail.body, 'attachments', p_mail.attachments, 'level', p_mail.level,
    'reminder', p_mail.reminder, 'state', p_mail.state, 'user_id', p_mail.user_id, 'at', coalesce(p_mail.finished_at, p_mail.started_at)) $$;

/** The mails and letters of an invoice, the newest first, for whoever may see it. What only failed is no history. */
create function public.mails_of_invoice(p_invoice uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' set timezone = 'UTC' as $$
begin
  perform private.require_person();
  return (
    select coalesce(jsonb_agg(private.mail_facts(m) order by m.started_at desc, m.mutation_id), '[]')
    from public.invoices i join private.invoice_mails m on m.company_id = i.company_id and m.invoice_id = i.id
    where i.id = p_invoice and m.state <> 'failed' and i.company_id in (select private.companies_with('invoices.view')));
end $$;

/** The same of a delivery note. */
create function public.mails_of_delivery_note(p_note uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' set timezone = 'UTC' as $$
begin
  perform private.require_person();
  return (
    select coalesce(jsonb_agg(private.mail_facts(m) order by m.started_at desc, m.mutation_id), '[]')
    from public.delivery_notes d join private.invoice_mails m on m.company_id = d.company_id and m.delivery_note_id = d.id
    where d.id = p_note and m.state <> 'failed' and d.company_id in (select private.companies_with('invoices.view')));
end $$;

revoke all on function
  private.open_amount(public.invoices), private.mail_problem(public.invoices, jsonb), private.note_sent_mail(private.invoice_mails),
  private.mail_facts(private.invoice_mails) from public;
revoke all on function
  public.begin_invoice_mail(uuid, jsonb), public.finish_invoice_mail(uuid, text, boolean, text[]), public.begin_delivery_mail(uuid, jsonb),
  public.finish_delivery_mail(uuid, text, boolean, text[]), public.mails_of_invoice(uuid), public.mails_of_delivery_note(uuid) from public, anon, authenticated;
grant execute on function
  public.begin_invoice_mail(uuid, jsonb), public.finish_invoice_mail(uuid, text, boolean, text[]), public.begin_delivery_mail(uuid, jsonb),
  public.finish_delivery_mail(uuid, text, boolean, text[]), public.mails_of_invoice(uuid), public.mails_of_delivery_note(uuid) to authenticated;
