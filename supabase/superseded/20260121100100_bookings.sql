-- Booked means booked. What was approved is a booking: nobody changes or deletes it, nor takes its receipt; it is reversed, by a record of
-- its own that says why. An approval, and a payment, can be taken back while the company's correction window is open.
-- `src/domain/bookings` decides the same on the device.

alter table public.expenses
  add column booked_at timestamptz,
  add column reverses_expense_id uuid,
  add column reversal_reason text not null default '' check (char_length(reversal_reason) <= 1000),
  add constraint expenses_reverses_expense_id_fkey foreign key (company_id, reverses_expense_id) references public.expenses (company_id, id);
comment on column public.expenses.booked_at is 'When it was approved for the first time. Since then it can''t be deleted, whatever became of it.';
create unique index expenses_company_id_reverses_expense_id_idx on public.expenses (company_id, reverses_expense_id) where reverses_expense_id is not null;
alter table public.payments
  add column reverses_payment_id uuid,
  add column reversal_reason text not null default '' check (char_length(reversal_reason) <= 1000),
  add constraint payments_reverses_payment_id_fkey foreign key (company_id, reverses_payment_id) references public.payments (company_id, id);
create unique index payments_company_id_reverses_payment_id_idx on public.payments (company_id, reverses_payment_id) where reverses_payment_id is not null;

-- What was approved before is booked since then. Nothing of it is news: no version, no entry in the history.
alter table public.expenses disable trigger user;
update public.expenses set booked_at = coalesce(decided_at, updated_at) where status in ('approved', 'reimbursed');
alter table public.expenses enable trigger user;

create or replace function private.default_company_settings() returns jsonb
  language sql immutable set search_path = '' as $$
  select '{
    "company_details": {
      "contact": {"phone": "", "email": "", "website": ""},
      "address": {"street": "", "house_number": "", "postal_code": "10115", "city": "Berlin", "country": "DE"},
      "branding": {"logo_path": null, "primary_color": "#111827", "accent_color": "#2563eb", "font": "Helvetica"},
      "bank": {"iban": "", "bic": "", "name": "", "instructions": "Bitte überweisen Sie den Betrag innerhalb von 14 Tagen."},
      "basics": {"timezone": "Europe/Berlin"}
    },
    "invoice_defaults": {
      "default_template_id": null, "default_delivery_note_template_id": null,
      "payment_terms": "Pay within 14 days", "invoice_note": "Thank you for your business.",
      "default_due_days": 14, "default_currency": "EUR", "number_prefix": "INV", "generated_number_format": "INV-{year}-{number}",
      "items": {"show_description": true, "show_tax": true, "currency": "EUR", "currency_position": "suffix"},
      "footer": {"text": "", "show_page_numbers": true}
    },
    "expense_defaults": {"default_currency": "EUR", "generated_number_format": "EXP-{year}-{number}", "mark_as_paid_on_approval": true},
    "recurring_defaults": {"auto_generate": true, "lead_days": 0, "generate_as": "draft"},
    "tax": {"tax_number": "", "vat_id": "", "small_business": false},
    "bookkeeping": {"correction_window": "month"}
  }'::jsonb $$;

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
    when p_settings #>> '{bookkeeping,correction_window}' !~ '^(month|[0-9]{1,3})$' then 'bookkeeping.correction_window'
    when v_colors ->> 'primary_color' !~ '^#[0-9a-fA-F]{6}$' then 'company_details.branding.primary_color'
    when v_colors ->> 'accent_color' !~ '^#[0-9a-fA-F]{6}$' then 'company_details.branding.accent_color' end);
  if v_field is not null then
    raise exception 'invalid_settings' using errcode = 'P0001', detail = 'settings.' || v_field;
  end if;
end $$;

create or replace function private.complete_settings() returns trigger
  language plpgsql set search_path = '' as $$
begin
  -- A group that was not sent stays: an older app does not know the newer ones.
  if tg_op = 'UPDATE' then new.settings := old.settings || new.settings; end if;
  new.settings := private.with_defaults(private.default_company_settings(), new.settings);
  perform private.refuse_invalid_settings(new.settings);
  return new;
end $$;

/** `month` (until the month is closed), or a number of days after the entry. */
create function private.correction_window(p_company uuid) returns text
  language sql stable security definer set search_path = '' as $$
  select coalesce(c.settings #>> '{bookkeeping,correction_window}', 'month') from public.companies c where c.id = p_company $$;

/** Refuses to take back what was booked on this day: its month is closed, or the company's days since the entry are over (then `p_word` is said). */
create function private.refuse_booked(p_company uuid, p_day date, p_field text, p_since timestamptz, p_word text) returns void
  language plpgsql volatile set search_path = '' as $$
declare
  v_window text := private.correction_window(p_company);
begin
  perform private.refuse_closed(p_company, p_day, p_field);
  if v_window <> 'month' and p_since + v_window::int * interval '1 day' <= now() then
    raise exception '%', p_word using errcode = 'P0001', detail = p_field;
  end if;
end $$;

/** An expense as it stands, locked: what is reversed is not reopened meanwhile. */
create function private.locked_expense(p_company uuid, p_id uuid) returns public.expenses
  language plpgsql volatile security definer set search_path = '' as $$
declare
  v_expense public.expenses;
begin
  select * into v_expense from public.expenses e
    where e.company_id = p_company and e.id = p_id for update;
  return v_expense;
end $$;

/** Whether there is a reversal of it. */
create function private.is_reversed_expense(p_company uuid, p_id uuid) returns boolean
  language sql stable security definer set search_path = '' as $$
  select exists (select from public.expenses r where r.company_id = p_company and r.reverses_expense_id = p_id) $$;
create function private.is_reversed_payment(p_company uuid, p_id uuid) returns boolean
  language sql stable security definer set search_path = '' as $$
  select exists (select from public.payments r where r.company_id = p_company and r.reverses_payment_id = p_id) $$;

/** The reversal of a booking: all of it with the sign turned, approved at once, on a day and for a reason that a person gives. */
create function private.expense_reversal(p_new public.expenses) returns public.expenses
  language plpgsql volatile set search_path = '' as $$
declare
  v_original public.expenses := private.locked_expense(p_new.company_id, p_new.reverses_expense_id);
begin
  if not private.has_key(p_new.company_id, 'expenses.approve') then
    raise exception 'not_allowed' using errcode = '42501', detail = 'expenses.approve';
  end if;
  if v_original.id is null then raise exception 'missing_parent' using errcode = '23503', detail = 'reverses_expense_id'; end if;
  if btrim(p_new.reversal_reason) = '' then raise exception 'reason_required' using errcode = 'P0001', detail = 'reversal_reason'; end if;
  if v_original.status not in ('approved', 'reimbursed') or v_original.reverses_expense_id is not null then
    raise exception 'not_booked' using errcode = 'P0001', detail = 'reverses_expense_id';
  end if;
  p_new.amount := -v_original.amount;
  p_new.currency := v_original.currency;
  p_new.tax_rate := v_original.tax_rate;
  p_new.tax_amount := -v_original.tax_amount;
  p_new.category_id := v_original.category_id;
  p_new.vendor_id := v_original.vendor_id;
  p_new.customer_id := v_original.customer_id;
  p_new.description := v_original.description;
  p_new.is_billable := v_original.is_billable;
  p_new.is_reimbursable := v_original.is_reimbursable;
  p_new.payment_method := v_original.payment_method;
  p_new.is_separate := true;
  p_new.rejection_reason := '';
  p_new.paid_on := null;
  p_new.status := 'approved';
  p_new.decided_by := auth.uid();
  p_new.decided_at := now();
  return p_new;
end $$;

/** Refuses the step of a booking that was reversed, or is a reversal, and to take back one that is no longer taken back. */
create function private.refuse_unbooking(p_old public.expenses, p_to text) returns void
  language plpgsql volatile set search_path = '' as $$
begin
  if private.is_reversed_expense(p_old.company_id, p_old.id) or (p_old.reverses_expense_id is not null and p_to <> 'reimbursed') then
    raise exception 'expense_reversed' using errcode = 'P0001', detail = 'status';
  end if;
  if (p_old.status, p_to) <> ('approved', 'reimbursed') then
    perform private.refuse_booked(p_old.company_id, p_old.expense_date, 'expense_date', p_old.booked_at, 'expense_booked');
  end if;
end $$;

/** Whether the caller may change these fields in this state; raises the refusal. */
create or replace function private.refuse_expense_edit(p_old public.expenses, p_new public.expenses) returns void
  language plpgsql stable set search_path = '' as $$
declare
  v_step constant text[] := '{status,rejection_reason,paid_on,payment_method,decided_by,decided_at,booked_at,updated_at,rev}';
  v_old jsonb := to_jsonb(p_old) - v_step;
  v_new jsonb := to_jsonb(p_new) - v_step;
begin
  if p_new.rejection_reason <> p_old.rejection_reason and p_new.status = p_old.status
    and not private.has_key(p_new.company_id, 'expenses.approve') then
    raise exception 'not_allowed' using errcode = '42501', detail = 'expenses.approve';
  end if;
  -- The day of payment belongs to the step that pays.
  if v_new = v_old and p_new.payment_method = p_old.payment_method
    and (p_new.paid_on is not distinct from p_old.paid_on or (p_new.status = 'reimbursed' and p_old.status <> 'reimbursed')) then
    return;
  end if;
  if not private.has_key(p_new.company_id, 'expenses.update')
    and not (p_old.created_by = auth.uid() and p_old.status in ('pending', 'rejected') and private.has_key(p_new.company_id, 'expenses.update_own'))
    and not (v_new = v_old and private.has_key(p_new.company_id, 'expenses.reimburse')) then
    raise exception 'not_allowed' using errcode = '42501', detail = 'expenses.update';
  end if;
  -- What was approved is what was approved: it is reopened to be changed, while that is possible.
  if v_new <> v_old and p_old.status in ('approved', 'reimbursed') and p_new.status <> 'pending' then
    raise exception 'expense_locked' using errcode = 'P0001',
      detail = (select n.key from jsonb_each(v_new) n where n.value is distinct from v_old -> n.key order by n.key limit 1);
  end if;
end $$;

/** What a closed month holds against a client's change: bookings of that month, and payments on its days. */
create function private.refuse_closed_expense(p_old public.expenses, p_new public.expenses) returns void
  language plpgsql volatile set search_path = '' as $$
begin
  -- Paying what was booked is no new booking.
  if p_new.status in ('approved', 'reimbursed') and (p_old.status in ('approved', 'reimbursed')) is not true then
    perform private.refuse_closed(p_new.company_id, p_new.expense_date, 'expense_date');
  end if;
  if p_new.paid_on is distinct from p_old.paid_on and (p_new.status in ('approved', 'reimbursed') or p_old.status in ('approved', 'reimbursed')) then
    perform private.refuse_closed(p_new.company_id, p_old.paid_on, 'paid_on');
    perform private.refuse_closed(p_new.company_id, p_new.paid_on, 'paid_on');
  end if;
end $$;

/** Rights and consequences of a client's change; the platform itself (seed, restore) writes what it has. */
create or replace function private.expense_lifecycle() returns trigger
  language plpgsql set search_path = '' as $$
declare
  v_from text := 'pending';
  v_settings record;
begin
  if current_user <> 'authenticated' then
    if new.status in ('approved', 'reimbursed') then new.booked_at := coalesce(new.booked_at, new.decided_at, now()); end if;
    return new;
  end if;
  if tg_op = 'INSERT' then
    new.created_by := auth.uid();
    if new.reverses_expense_id is not null then
      new := private.expense_reversal(new);
      new.booked_at := now();
      perform private.refuse_closed(new.company_id, new.expense_date, 'expense_date');
      return new;
    end if;
    new.reversal_reason := '';
  else
    v_from := old.status;
    perform private.refuse_expense_edit(old, new);
  end if;
  if new.status <> v_from then
    select * into v_settings from private.expense_settings(new.company_id);
    perform private.refuse_expense_step(v_from, new, new.is_reimbursable and v_settings.mark_as_paid);
    if v_from in ('approved', 'reimbursed') then perform private.refuse_unbooking(old, new.status); end if;
    if new.status = 'approved' and v_from in ('pending', 'rejected') and new.is_reimbursable and v_settings.mark_as_paid then
      new.status := 'reimbursed';
    end if;
    if new.status in ('approved', 'reimbursed') then
      new.rejection_reason := '';
      new.booked_at := coalesce(new.booked_at, now());
    end if;
    if new.status = 'reimbursed' then new.paid_on := coalesce(new.paid_on, v_settings.today);
    elsif v_from = 'reimbursed' then new.paid_on := null;
    end if;
    if new.status = 'pending' then
      new.decided_by := null;
      new.decided_at := null;
    elsif v_from in ('pending', 'rejected') or new.status = 'rejected' then
      new.decided_by := auth.uid();
      new.decided_at := now();
    end if;
  end if;
  perform private.refuse_closed_expense(old, new);
  return new;
end $$;

/** What was booked once stays, whatever became of it: a number that is gone would be a hole nobody can explain. */
create function private.keep_booked_expense() returns trigger
  language plpgsql set search_path = '' as $$
begin
  if current_user = 'authenticated' and old.booked_at is not null then
    raise exception 'expense_booked' using errcode = 'P0001', detail = 'booked_at';
  end if;
  return old;
end $$;
create trigger keep_booked before delete on public.expenses for each row execute function private.keep_booked_expense();

/** A payment is corrected while the window is open, and reversed after; a pair of payment and reversal stays as it is. */
create function private.guard_payment() returns trigger
  language plpgsql set search_path = '' as $$
declare
  v_original public.payments;
begin
  if current_user <> 'authenticated' then return case when tg_op = 'DELETE' then old else new end; end if;
  if tg_op = 'INSERT' then
    if new.reverses_payment_id is not null then
      if not private.has_key(new.company_id, 'payments.update') then
        raise exception 'not_allowed' using errcode = '42501', detail = 'payments.update';
      end if;
      -- Its invoice is locked by `claim_payment`, which comes before.
      select * into v_original from public.payments p where p.id = new.reverses_payment_id;
      if v_original.id is null then raise exception 'missing_parent' using errcode = '23503', detail = 'reverses_payment_id'; end if;
      if btrim(new.reversal_reason) = '' then raise exception 'reason_required' using errcode = 'P0001', detail = 'reversal_reason'; end if;
      if v_original.reverses_payment_id is not null or v_original.invoice_id <> new.invoice_id then
        raise exception 'not_booked' using errcode = 'P0001', detail = 'reverses_payment_id';
      end if;
      new.amount := -v_original.amount;
      new.method := v_original.method;
      new.reference := v_original.reference;
      new.notes := '';
      new.is_separate := true;
    else
      new.reversal_reason := '';
    end if;
    perform private.refuse_closed(new.company_id, new.payment_date, 'payment_date');
    return new;
  end if;
  -- The answer to the question whether it is a double changes no booking.
  if to_jsonb(new) - '{is_separate,rev,updated_at}'::text[] = to_jsonb(old) - '{is_separate,rev,updated_at}'::text[] then
    return new;
  end if;
  if old.reverses_payment_id is not null or private.is_reversed_payment(old.company_id, old.id) then
    raise exception 'payment_reversed' using errcode = 'P0001', detail = 'reverses_payment_id';
  end if;
  perform private.refuse_booked(old.company_id, old.payment_date, 'payment_date', old.created_at, 'payment_booked');
  if tg_op = 'DELETE' then return old; end if;
  perform private.refuse_closed(new.company_id, new.payment_date, 'payment_date');
  return new;
end $$;
-- After `claim_payment` (triggers run in the order of their names).
create trigger guard_payment before insert or update or delete on public.payments for each row execute function private.guard_payment();

update private.synced_collections set insertable = insertable || '{reverses_expense_id,reversal_reason}'::name[] where collection = 'expenses';
update private.synced_collections set insertable = insertable || '{reverses_payment_id,reversal_reason}'::name[] where collection = 'payments';
grant insert (reverses_expense_id, reversal_reason) on public.expenses to authenticated;
grant insert (reverses_payment_id, reversal_reason) on public.payments to authenticated;

drop trigger log_activity on public.expenses;
create trigger log_activity after insert or update or delete on public.expenses
  for each row execute function private.log_activity('expenses', 'number', '{booked_at}');

/** A receipt stays with what was decided on it, whoever asks. */
create or replace function private.keep_receipt() returns trigger
  language plpgsql set search_path = '' as $$
begin
  if current_user = 'authenticated' and new.expense_id is distinct from old.expense_id and private.is_decided(old.company_id, old.expense_id) then
    raise exception 'expense_locked' using errcode = 'P0001', detail = 'expense_id';
  end if;
  return new;
end $$;
create function private.keep_booked_receipt() returns trigger
  language plpgsql set search_path = '' as $$
begin
  if current_user = 'authenticated' and private.is_decided(old.company_id, old.expense_id) then
    raise exception 'expense_locked' using errcode = 'P0001', detail = 'expense_id';
  end if;
  return old;
end $$;
create trigger keep_booked before delete on public.files for each row execute function private.keep_booked_receipt();

drop policy uploads_delete on storage.objects;
create policy uploads_delete on storage.objects for delete to authenticated
  using (bucket_id = 'uploads' and not private.is_kept_object(name) and (
    ((storage.foldername(name))[1] = any (array(select private.folders_with('files.delete')))
      -- A device removes the object after its record, so that a record that comes back still has its bytes.
      and (exists (select from public.files f where f.path = objects.name)
        or ((storage.foldername(name))[1] = any (array(select private.folders_with('files.view_confidential'))) and not private.has_record(name))))
    or (owner_id = (select auth.uid())::text and (storage.foldername(name))[1] = any (array(select private.folders_with('files.upload'))))));

revoke all on function
  private.correction_window(uuid), private.refuse_booked(uuid, date, text, timestamptz, text), private.locked_expense(uuid, uuid),
  private.is_reversed_expense(uuid, uuid), private.is_reversed_payment(uuid, uuid), private.expense_reversal(public.expenses),
  private.refuse_unbooking(public.expenses, text), private.refuse_closed_expense(public.expenses, public.expenses), private.keep_booked_expense(),
  private.guard_payment(), private.keep_booked_receipt() from public;
grant execute on function
  private.correction_window(uuid), private.refuse_booked(uuid, date, text, timestamptz, text), private.locked_expense(uuid, uuid),
  private.is_reversed_expense(uuid, uuid), private.is_reversed_payment(uuid, uuid), private.expense_reversal(public.expenses),
  private.refuse_unbooking(public.expenses, text), private.refuse_closed_expense(public.expenses, public.expenses) to authenticated;
