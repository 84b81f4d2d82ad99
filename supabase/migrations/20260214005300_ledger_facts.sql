-- What the ledger holds of each kind of record, by form (`src/decisions/0017-ledger.md`).

/**
 * The newest form of what is booked of each kind of record. A later column goes into a new form, after those of the forms before (`|| case when p_form >= 2
 * then array[…] else '{}' end`), and the form into `ledger_form`: earlier entries keep being checked by theirs. The second holds what a document is worth
 * in the books, and of a closing the figures; the third of an invoice says what it corrects, and why.
 */
create function private.ledger_form(p_collection text) returns integer
  language sql immutable as $$
  select case p_collection when 'companies' then 1 when 'invoices' then 3 else 2 end $$;

create function private.invoice_item_facts(p_company uuid, p_invoice uuid, p_form integer) returns text
  language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(string_agg(to_jsonb(array[i.position::text, i.description, i.unit, private.number_text(i.quantity),
      private.number_text(i.unit_price), private.number_text(i.discount_percent), private.number_text(i.tax_rate),
      i.tax_category, i.exemption_reason] || case when p_form >= 3 then array[i.origin_item_id::text] else '{}' end)::text, ',' order by i.position, i.id), '')
    from public.invoice_items i where i.company_id = p_company and i.invoice_id = p_invoice);
end $$;

create function private.invoice_facts(i public.invoices, p_items text, p_form integer) returns text[]
  language sql stable as $$
  select array[i.status, i.number, i.number_year::text, i.number_seq::text, i.document_type, i.cancels_id::text, i.cancelled_by_id::text,
    i.customer_id::text, private.day_text(i.issue_date), private.day_text(i.due_date), i.due_days::text, private.day_text(i.service_from),
    private.day_text(i.service_to), i.currency, i.language, i.reference, i.notes, i.payment_terms, i.tax_mode, i.seller::text, i.buyer::text,
    private.number_text(i.net_total), private.number_text(i.tax_total), private.number_text(i.gross_total), i.tax_breakdown::text,
    to_jsonb(i.overruled_warnings)::text, i.created_by::text, p_items]
    || case when p_form >= 2 then array[i.exchange::text] else '{}' end
    || case when p_form >= 3 then array[i.corrects_id::text, i.reason] else '{}' end $$;

create function private.expense_facts(e public.expenses, p_form int) returns text[] language sql stable as $$
  select array[e.status, e.number, e.created_by::text, e.category_id::text, e.vendor_id::text, e.customer_id::text, e.description,
    private.number_text(e.amount), e.currency, private.number_text(e.tax_rate), private.number_text(e.tax_amount),
    e.tax_lines::text, private.day_text(e.expense_date),
    e.is_billable::text, e.is_reimbursable::text, private.day_text(e.paid_on), e.payment_method, e.rejection_reason, e.decided_by::text,
    private.instant_text(e.decided_at), private.instant_text(e.booked_at), private.day_text(e.booked_on),
    e.reverses_expense_id::text, e.reversal_reason]
    || case when p_form >= 2 then array[e.exchange::text] else '{}' end $$;

create function private.payment_facts(p public.payments, p_form int) returns text[] language sql stable as $$
  select array[p.invoice_id::text, private.number_text(p.amount), p.currency, private.day_text(p.payment_date), p.method, p.reference, p.notes,
    p.created_by::text, private.instant_text(p.created_at), private.day_text(p.booked_on),
    p.reverses_payment_id::text, p.reversal_reason]
    || case when p_form >= 2 then array[p.exchange::text] else '{}' end $$;

create function private.period_facts(p public.periods, p_form int) returns text[] language sql stable as $$
  select array[private.day_text(p.month), p.is_closed::text, p.reason, p.decided_by::text, private.instant_text(p.decided_at)]
    || case when p_form >= 2 then array[(
      select f.cells::text from public.period_figures f
      where p.is_closed and f.company_id = p.company_id and f.period_id = p.id and f.decided_at is not distinct from p.decided_at
      order by f.created_at desc, f.id limit 1)] else '{}' end $$;

create function private.company_facts(c public.companies, p_form int) returns text[] language sql stable as $$
  select array[c.name, c.logo_path, c.settings::text] $$;

/** The receipts of an expense whose stored bytes, or original bytes, the server found to be what their records say. */
create function private.verified_receipts(p_company uuid, p_expense uuid) returns text
  language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(string_agg(r.id || case when r.is_original then '.original' else '' end || ':' || c.sha256, ',' order by r.id, r.is_original), '')
    from private.receipt_objects r
    join public.file_checks c on c.file_id = r.id and c.is_original = r.is_original and (c.sha256, c.size) = (r.sha256, r.size)
    where r.company_id = p_company and r.expense_id = p_expense);
end $$;

revoke all on function
  private.ledger_form(text), private.invoice_item_facts(uuid, uuid, int), private.invoice_facts(public.invoices, text, int),
  private.expense_facts(public.expenses, int), private.payment_facts(public.payments, int), private.period_facts(public.periods, int),
  private.company_facts(public.companies, int), private.verified_receipts(uuid, uuid) from public;
