-- Invoices and payments in the history: issued, sent, paid, cancelled by name, and a payment is called by its invoice's number.

/** What the history calls a record: the column that the trigger names; a payment has no name but its invoice's, a series perhaps its customer's. */
create function private.activity_label(p_collection text, p_column text, p_row jsonb) returns text
  language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(left(case
    when p_collection = 'payments' then (select i.number from public.invoices i where i.id = (p_row ->> 'invoice_id')::uuid)
    when p_collection = 'recurring_invoices' and p_row ->> 'name' = '' then (
      select c.name from public.customers c where c.id = (p_row ->> 'customer_id')::uuid)
    else p_row ->> p_column end, 300), '');
end $$;

create trigger log_activity after insert or update or delete on public.invoices
  for each row execute function private.log_activity('invoices', 'number', '{seller,buyer,tax_breakdown,cancelled_by_id,number_year,number_seq}');
create trigger log_activity after insert or update or delete on public.payments
  for each row execute function private.log_activity('payments', 'invoice_id');

revoke all on function private.activity_label(text, text, jsonb) from public;
