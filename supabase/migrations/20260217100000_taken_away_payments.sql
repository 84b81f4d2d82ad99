-- A receipt and its original are two checks in an archive, and both stay where the ledger names them; and a payment that is taken away leaves its tax to
-- those that stay.

/** The tables that leave with a company, in the order of the archive, by what their rows are ordered, and the columns that stay. `src/domain/archive/archive-tables.ts` has the same. */
create or replace function private.archive_tables() returns table (place int, name text, source regclass, key text[], left_out text[])
  language sql stable set search_path = '' as $$
  select row_number() over ()::int, t.name, t.source::regclass, t.key::text[], t.left_out::text[] from (values
    ('companies', 'public.companies', '{id}', '{}'),
    ('bank_accounts', 'public.bank_accounts', '{id}', '{}'),
    ('company_mail_settings', 'public.company_mail_settings', '{company_id}', '{has_password}'),
    ('company_origins', 'public.company_origins', '{company_id}', '{}'),
    ('company_users', 'public.company_users', '{id}', '{}'),
    ('company_user_permissions', 'public.company_user_permissions', '{user_id,permission_key}', '{id}'),
    ('expense_categories', 'public.expense_categories', '{id}', '{}'),
    ('vendors', 'public.vendors', '{id}', '{}'),
    ('customers', 'public.customers', '{id}', '{}'),
    ('invoice_products', 'public.invoice_products', '{id}', '{}'),
    ('recurring_invoices', 'public.recurring_invoices', '{id}', '{}'),
    ('recurring_invoice_items', 'public.recurring_invoice_items', '{id}', '{}'),
    ('recurring_expenses', 'public.recurring_expenses', '{id}', '{}'),
    ('invoices', 'public.invoices', '{id}', '{}'),
    ('invoice_items', 'public.invoice_items', '{id}', '{}'),
    ('delivery_notes', 'public.delivery_notes', '{id}', '{}'),
    ('payments', 'public.payments', '{id}', '{}'),
    ('expenses', 'public.expenses', '{id}', '{}'),
    ('files', 'public.files', '{id}', '{}'),
    ('file_checks', 'public.file_checks', '{file_id,is_original}', '{}'),
    ('invoice_mails', 'private.invoice_mails', '{mutation_id}', '{}'),
    ('number_counters', 'private.number_counters', '{kind,year}', '{}'),
    ('number_gap_reasons', 'private.number_gap_reasons', '{series,year,number}', '{}'),
    ('number_leases', 'private.number_leases', '{id}', '{}'),
    ('periods', 'public.periods', '{id}', '{}'),
    ('period_figures', 'public.period_figures', '{id}', '{}'),
    ('activity_log', 'public.activity_log', '{id}', '{}'),
    ('activity_records', 'public.activity_records', '{activity_id,bank_data}', '{}'),
    ('ledger_entries', 'public.ledger_entries', '{seq}', '{}')) t (name, source, key, left_out) $$;

/**
 * Shares out what the payments of an invoice do not bring of its tax, or bring too much, by the last one of a month that is open. Nothing where that is what
 * they bring together (what a payment of nothing would bring), as where they wait for a refund.
 */
create function private.share_tax_anew(p_invoice public.invoices) returns void
  language plpgsql volatile security definer set search_path = '' as $$
begin
  if not exists (
    select from jsonb_array_elements(private.tax_shares(p_invoice, 0, gen_random_uuid())) s (share)
    where not s.share @> '{"net": 0, "tax": 0}') then return; end if;
  update public.payments p set tax_shares = private.tax_shares(p_invoice, p.amount, p.id), rev = 'srv-' || gen_random_uuid()
    where p.id = (
      select l.id from public.payments l
      where l.company_id = p_invoice.company_id and l.invoice_id = p_invoice.id and not private.is_reversed_payment(l.company_id, l.id)
        and l.reverses_payment_id is null and not private.is_closed(l.company_id, coalesce(l.booked_on, l.payment_date))
        and not private.is_closed(l.company_id, greatest(l.tax_point, l.payment_date))
      order by l.created_at desc, l.id desc limit 1);
end $$;

/** What a payment brought that is taken away, or moved to another invoice, those that stay bring from now on: they may have brought none because it did. */
create function private.leave_tax() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  perform private.share_tax_anew(i) from public.invoices i where i.id = old.invoice_id;
  return null;
end $$;
-- After `settle_invoices` (triggers run in the order of their names), which locks the invoice.
create trigger share_left after delete or update of invoice_id on public.payments for each row execute function private.leave_tax();

/** The original learns of its correction: what it claims now, how far that is paid, and in its history. */
create or replace function private.add_correction() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_original public.invoices;
begin
  update public.invoices i set corrections = i.corrections || private.correction_entry(new),
      payment_status = private.payment_state(private.claim_of(i) + new.gross_total, i.paid_total), rev = 'srv-' || gen_random_uuid()
    where i.company_id = new.company_id and i.id = new.corrects_id and not i.corrections @> jsonb_build_array(jsonb_build_object('id', new.id))
    returning * into v_original;
  if v_original.id is null then return null; end if;
  insert into public.activity_log (company_id, actor_id, type, entity_type, entity_id, entity_label, changes)
    values (new.company_id, auth.uid(), 'corrected', 'invoices', v_original.id, v_original.number,
      jsonb_build_object('corrections', jsonb_build_array(null, new.number), 'reason', jsonb_build_array(null, new.reason)));
  -- What was paid for other lines than those that are left; unless something goes back: then the refund does it.
  perform private.share_tax_anew(v_original);
  return null;
end $$;

/**
 * Whether the ledger names a receipt whose bytes lie there. They stay as long as their company, whatever became of the record; also an original, and
 * what was brought again because other bytes had come first.
 */
create or replace function private.is_in_ledger(p_name text) returns boolean
  language sql stable security definer set search_path = '' as $$
  select case when p_name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/(again/)?(original/)?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.' then exists (
    select from public.ledger_entries l
    where l.company_id = split_part(p_name, '/', 1)::uuid
      and strpos(l.receipts, left(regexp_replace(p_name, '^.*/', ''), 36)) > 0) else false end $$;

-- Of payments that were taken away before; roundings are left to the next payment, and a company that is closed stays as it is in its archive.
select private.share_tax_anew(i) from public.invoices i
where not exists (select from private.company_deletions d where d.company_id = i.company_id) and abs(i.paid_total - (
  select coalesce(sum((s.share ->> 'net')::numeric + (s.share ->> 'tax')::numeric), 0)
  from public.payments p cross join jsonb_array_elements(p.tax_shares) s (share) where p.company_id = i.company_id and p.invoice_id = i.id)) > 0.05;

revoke all on function private.share_tax_anew(public.invoices), private.leave_tax() from public;
