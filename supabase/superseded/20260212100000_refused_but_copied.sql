-- A mail that went out as a copy alone, since all to whom it was written were refused, is not sent a second time when the answer was lost.

/**
 * `{state: 'go', company_id, number, language}` when the mail may leave now, `sent` when it has already, with those who did not get it
 * (`refused`), `refused` when it went out as a copy alone, since all to whom it was written were refused: only a person sends it again (`again`);
 * `sending` while another request is at it, `unclear` when one was begun more than two minutes ago and never finished: it may have left, which only a person overrules, too.
 * The invoice stays locked meanwhile: a payment or a cancellation beside us is seen, or waits. A letter is sent by being noted.
 */
create or replace function public.begin_invoice_mail(p_invoice uuid, p_mail jsonb) returns jsonb
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

/**
 * `begin_invoice_mail` for a delivery note, with the same answers. `note` is what of it stands in the attached file: it does not leave once the note
 * says something else.
 */
create or replace function public.begin_delivery_mail(p_note uuid, p_mail jsonb) returns jsonb
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
