-- Payments on issued invoices. What an invoice has received is summed here, whatever order devices sent it in.
create table public.payments (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references public.companies (id) on delete cascade,
  invoice_id uuid not null,
  amount numeric(14, 4) not null check (amount between -9999999999 and 9999999999),
  currency text not null default 'EUR',
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
  reverses_payment_id uuid,
  reversal_reason text not null default '' check (char_length(reversal_reason) <= 1000),
  booked_on date check (booked_on between '1900-01-01' and '9999-12-31'),
  tax_point date check (tax_point between '1900-01-01' and '9999-12-31'),
  tax_shares jsonb not null default '[]' check (jsonb_typeof(tax_shares) = 'array' and octet_length(tax_shares::text) <= 100000),
  exchange jsonb,
  unique (company_id, id),
  constraint payments_invoice_id_fkey foreign key (company_id, invoice_id) references public.invoices (company_id, id),
  constraint payments_reverses_payment_id_fkey foreign key (company_id, reverses_payment_id) references public.payments (company_id, id),
  constraint payments_booked_on_later check (booked_on >= payment_date),
  constraint payments_exchange_fits check (private.exchange_fault(exchange, amount, currency) is null)
);
-- Not valid: a row from before keeps its currency until somebody changes it.
alter table public.payments add constraint payments_currency_check check (private.is_currency(currency)) not valid;
create index payments_company_id_payment_date_idx on public.payments (company_id, payment_date desc, id desc);
create index payments_company_id_invoice_id_idx on public.payments (company_id, invoice_id);
create unique index payments_company_id_reverses_payment_id_idx on public.payments (company_id, reverses_payment_id) where reverses_payment_id is not null;
create index payments_company_id_booked_on_idx on public.payments (company_id, booked_on) where booked_on is not null;
create index payments_company_id_tax_point_idx on public.payments (company_id, tax_point) where tax_point > payment_date;
comment on column public.payments.is_separate is 'Somebody has said that it is other money than an equal payment of the same days.';
comment on column public.payments.booked_on is 'The day it counts on in the books, where the month of its own was closed when it was recorded.';
comment on column public.payments.tax_point is 'The tax point of its invoice.';
comment on column public.payments.tax_shares is 'What it brings of each entry of the invoice''s tax breakdown.';

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
    perform private.refuse_closed(new.company_id, coalesce(new.booked_on, new.payment_date), 'payment_date');
    return new;
  end if;
  -- The answer to the question whether it is a double changes no booking.
  if to_jsonb(new) - '{is_separate,rev,updated_at}'::text[] = to_jsonb(old) - '{is_separate,rev,updated_at}'::text[] then
    return new;
  end if;
  if old.reverses_payment_id is not null or private.is_reversed_payment(old.company_id, old.id) then
    raise exception 'payment_reversed' using errcode = 'P0001', detail = 'reverses_payment_id';
  end if;
  -- A rate that was missing is supplied once, and changes no booking; but what it is worth counts in its month, and an advance in that of its supply.
  if old.exchange is null and to_jsonb(new) - '{exchange,rev,updated_at}'::text[] = to_jsonb(old) - '{exchange,rev,updated_at}'::text[] then
    perform private.refuse_closed(old.company_id, coalesce(old.booked_on, old.payment_date), 'exchange');
    perform private.refuse_closed(old.company_id, greatest(old.tax_point, old.payment_date), 'exchange');
    return new;
  end if;
  perform private.refuse_booked(old.company_id, coalesce(old.booked_on, old.payment_date), 'payment_date', old.created_at, 'payment_booked');
  if tg_op = 'DELETE' then return old; end if;
  perform private.refuse_closed(new.company_id, coalesce(new.booked_on, new.payment_date), 'payment_date');
  return new;
end $$;
-- After `claim_payment` (triggers run in the order of their names).
create trigger guard_payment before insert or update or delete on public.payments for each row execute function private.guard_payment();

create function private.is_reversed_payment(p_company uuid, p_id uuid) returns boolean
  language sql stable security definer set search_path = '' as $$
  select exists (select from public.payments r where r.company_id = p_company and r.reverses_payment_id = p_id) $$;

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
          select coalesce(sum(p.amount), 0), private.payment_state(private.claim_of(i), coalesce(sum(p.amount), 0))
          from public.payments p where p.company_id = i.company_id and p.invoice_id = i.id),
        rev = 'srv-' || gen_random_uuid()
      where i.id = v_id;
  end loop;
  return null;
end $$;
create trigger settle_invoices after insert or update of invoice_id, amount or delete on public.payments
  for each row execute function private.settle_invoices();

call private.make_synced('payments', 56, 'payments',
  '{invoice_id,amount,currency,payment_date,method,reference,notes,created_by,is_separate,reverses_payment_id,reversal_reason,booked_on,exchange}', '{invoice_id,amount,currency,payment_date,method,reference,notes,is_separate,booked_on,exchange}', 'payments');
update private.synced_collections set view_key = 'payments.view' where collection = 'payments';
create trigger log_activity after insert or update or delete on public.payments
  for each row execute function private.log_activity('payments', 'invoice_id', '{tax_point,tax_shares}');

revoke all on function
  private.claim_payment(), private.guard_payment(), private.is_reversed_payment(uuid, uuid), private.settle_invoices() from public;
-- Checks, policies and triggers that run with the caller's rights call these.
grant execute on function private.is_reversed_payment(uuid, uuid) to authenticated;
