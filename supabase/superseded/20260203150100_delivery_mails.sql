-- A delivery note goes out by mail like an invoice (`src/decisions/0036-mails.md`); it is no claim, so nothing of an invoice is asked or marked.
alter table private.invoice_mails
  alter column invoice_id drop not null,
  add column delivery_note_id uuid,
  drop constraint invoice_mails_kind_check,
  add constraint invoice_mails_kind_check
    check (kind in ('invoice', 'cancellation', 'correction', 'part_paid', 'overdue', 'paid', 'reminder', 'delivery_note')),
  add constraint invoice_mails_of_one_check
    check ((invoice_id is null) = (delivery_note_id is not null) and (kind = 'delivery_note') = (delivery_note_id is not null));
create index invoice_mails_delivery_note_id_idx on private.invoice_mails (company_id, delivery_note_id, started_at) where delivery_note_id is not null;

/** What is told of a mail that went out. */
create function private.mail_facts(p_mail private.invoice_mails) returns jsonb
  language sql stable set search_path = '' set timezone = 'UTC' as $$
  select jsonb_build_object('id', p_mail.mutation_id, 'kind', p_mail.kind, 'channel', p_mail.channel, 'recipients', p_mail.recipients,
    'copies', p_mail.copies, 'subject', p_mail.subject, 'body', p_mail.body, 'attachments', p_mail.attachments, 'level', p_mail.level,
    'reminder', p_mail.reminder, 'state', p_mail.state, 'user_id', p_mail.user_id, 'at', coalesce(p_mail.finished_at, p_mail.started_at)) $$;

/** The mails and letters of an invoice, the newest first, for whoever may see it. What only failed is no history. */
create or replace function public.mails_of_invoice(p_invoice uuid) returns jsonb
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
  if v_mail.state = 'sent' then return '{"state": "sent"}'; end if;
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
      recipients = excluded.recipients, copies = excluded.copies, subject = excluded.subject, body = excluded.body, attachments = excluded.attachments;
  return jsonb_build_object('state', 'go', 'company_id', v_note.company_id, 'number', v_note.number, 'language', v_note.language);
end $$;

/** After it went out, or could not. */
create function public.finish_delivery_mail(p_note uuid, p_mutation text, p_is_sent boolean) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid := private.require_person();
begin
  update private.invoice_mails m set state = case when p_is_sent then 'sent' else 'failed' end, finished_at = now()
    where m.mutation_id = p_mutation and m.delivery_note_id = p_note and m.user_id = v_user and m.state = 'sending'
      and m.company_id in (select private.companies_with('invoices.send'));
end $$;

revoke all on function private.mail_facts(private.invoice_mails) from public;
revoke all on function
  public.begin_delivery_mail(uuid, jsonb), public.finish_delivery_mail(uuid, text, boolean), public.mails_of_delivery_note(uuid)
  from public, anon, authenticated;
grant execute on function
  public.begin_delivery_mail(uuid, jsonb), public.finish_delivery_mail(uuid, text, boolean), public.mails_of_delivery_note(uuid) to authenticated;
