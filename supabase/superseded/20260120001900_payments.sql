-- Payments on issued invoices. What an invoice has received is summed here, whatever order devices sent it in.
create table public.payments (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references public.companies (id) on delete cascade,
  invoice_id uuid not null,
  amount numeric(14, 4) not null check (amount between -9999999999 and 9999999999),
  currency text not null default 'EUR' check (currency ~ '^[A-Z]{3}$'),
  payment_date date not null check (payment_date between '1900-01-01' and '9999-12-31'),
  method text not null default 'bank_transfer' check (method in ('bank_transfer', 'cash', 'card', 'direct_debit', 'paypal', 'other')),
  reference text not null default '' check (char_length(reference) <= 200),
  notes text not null default '' check (char_length(notes) <= 1000),
  created_by uuid not null default auth.uid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  rev text not null default 'srv-' || gen_random_uuid() check (char_length(rev) between 1 and 80),
  /**
   * Two devices without a network may record the same payment. What looks like that is asked about wherever it is seen, and the answer
   * "both are real" is a fact of the later payment, so that everybody who sees it sees the answer too.
   */
  is_separate boolean not null default false,
  unique (company_id, id),
  constraint payments_invoice_id_fkey foreign key (company_id, invoice_id) references public.invoices (company_id, id)
);
comment on column public.payments.is_separate is 'Somebody has said that it is other money than an equal payment of the same days.';
create index payments_company_id_payment_date_idx on public.payments (company_id, payment_date desc, id desc);
create index payments_company_id_invoice_id_idx on public.payments (company_id, invoice_id);

/** Money belongs to a document that was issued, in its currency. The invoice stays locked until commit, so sums never race. */
create function private.claim_payment() returns trigger
  language plpgsql set search_path = '' as $$
declare
  v_invoice record;
begin
  if current_user = 'authenticated' and tg_op = 'INSERT' then new.created_by := auth.uid(); end if;
  select * into v_invoice from private.locked_invoice(new.invoice_id);
  if v_invoice.company_id is distinct from new.company_id then
    raise exception 'missing_parent' using errcode = '23503', detail = 'invoice_id';
  end if;
  if v_invoice.status not in ('issued', 'cancelled') then
    raise exception 'not_issued' using errcode = 'P0001', detail = 'invoice_id';
  end if;
  if v_invoice.currency <> new.currency then
    raise exception 'currency_mismatch' using errcode = 'P0001', detail = 'currency';
  end if;
  return new;
end $$;
create trigger claim_payment before insert or update of invoice_id, currency on public.payments for each row execute function private.claim_payment();

/** A payment is news of its invoice: new sum, new state, new version. */
create function private.settle_invoices() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_id uuid;
begin
  foreach v_id in array array(
    select distinct id from unnest(array[case when tg_op <> 'INSERT' then old.invoice_id end, case when tg_op <> 'DELETE' then new.invoice_id end]) id
    where id is not null order by id)
  loop
    -- The sum is read after the lock: a payment beside us is in it or waits.
    perform private.locked_invoice(v_id);
    update public.invoices i
      set (paid_total, payment_status) = (
          select coalesce(sum(p.amount), 0), private.payment_state(i.gross_total, coalesce(sum(p.amount), 0))
          from public.payments p where p.company_id = i.company_id and p.invoice_id = i.id),
        rev = 'srv-' || gen_random_uuid()
      where i.id = v_id;
  end loop;
  return null;
end $$;
create trigger settle_invoices after insert or update of invoice_id, amount or delete on public.payments
  for each row execute function private.settle_invoices();

call private.make_synced('payments', 56, 'payments',
  '{invoice_id,amount,currency,payment_date,method,reference,notes,created_by,is_separate}', '{invoice_id,amount,currency,payment_date,method,reference,notes,is_separate}', 'payments');
update private.synced_collections set view_key = 'payments.view' where collection = 'payments';

revoke all on function private.claim_payment(), private.settle_invoices() from public;
