-- Delivery notes (decision 0034): what of an invoice is handed over, when and where to. Not a tax document: it is changed until it is handed over,
-- and has numbers of its own.

/** Lines as every device reads them; `deliveryItemSchema` in `domain/delivery-notes` says the same. */
create function private.are_delivery_items(p_items jsonb) returns boolean
  language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(p_items) <> 'array' then false
    when jsonb_array_length(p_items) > 500 then false
    else coalesce((
      select bool_and(
        jsonb_typeof(i.item) = 'object' and jsonb_typeof(i.item -> 'position') = 'number'
        and coalesce(i.item ->> 'id', '') ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
        and jsonb_typeof(i.item -> 'description') = 'string' and char_length(i.item ->> 'description') <= 2000
        and jsonb_typeof(i.item -> 'unit') = 'string' and char_length(i.item ->> 'unit') <= 40
        and case when jsonb_typeof(i.item -> 'quantity') = 'number' then abs((i.item ->> 'quantity')::numeric) <= 9999999 else false end
        and case when jsonb_typeof(i.item -> 'unit_price') = 'number' then abs((i.item ->> 'unit_price')::numeric) <= 9999999999 else false end
        and case when jsonb_typeof(i.item -> 'discount_percent') = 'number' then (i.item ->> 'discount_percent')::numeric between 0 and 100 else false end)
      from jsonb_array_elements(p_items) as i (item)), true) end $$;

create table public.delivery_notes (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references public.companies (id) on delete cascade,
  number text check (char_length(number) <= 60),
  invoice_id uuid,
  customer_id uuid not null,
  delivery_date date not null check (delivery_date between '1900-01-01' and '9999-12-31'),
  /** The day it was handed over; from then on it stays as it is. */
  delivered_on date check (delivered_on between '1900-01-01' and '9999-12-31'),
  language text not null default 'en' check (language in ('en', 'de')),
  currency text not null default 'EUR' check (currency ~ '^[A-Z]{3}$'),
  reference text not null default '' check (char_length(reference) <= 200),
  notes text not null default '' check (char_length(notes) <= 4000),
  shows_prices boolean not null default false,
  items jsonb not null default '[]' check (char_length(items::text) <= 1500000),
  seller jsonb,
  buyer jsonb,
  created_by uuid not null default auth.uid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  rev text not null default 'srv-' || gen_random_uuid() check (char_length(rev) between 1 and 80),
  unique (company_id, id),
  unique (company_id, number),
  constraint delivery_notes_invoice_id_fkey foreign key (company_id, invoice_id) references public.invoices (company_id, id) on delete set null (invoice_id),
  constraint delivery_notes_customer_id_fkey foreign key (company_id, customer_id) references public.customers (company_id, id),
  constraint delivery_notes_are_items_check check (private.are_delivery_items(items))
);
create index delivery_notes_company_id_invoice_id_idx on public.delivery_notes (company_id, invoice_id) where invoice_id is not null;
create index delivery_notes_company_id_customer_id_idx on public.delivery_notes (company_id, customer_id);

/** Who wrote it; and what was handed over stays. */
create function private.guard_delivery_note() returns trigger
  language plpgsql set search_path = '' as $$
begin
  if current_user <> 'authenticated' then return coalesce(new, old); end if;
  if tg_op = 'INSERT' then new.created_by := auth.uid();
  elsif old.delivered_on is not null then raise exception 'delivered' using errcode = 'P0001', detail = 'delivered_on';
  end if;
  return coalesce(new, old);
end $$;
create trigger guard_delivery_note before insert or update or delete on public.delivery_notes for each row execute function private.guard_delivery_note();

/** Its number, from a counter of its own; and the parties as they are while it may change. Never what a client sent. */
create function private.number_delivery_note() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_format text;
  v_year int;
  v_seq bigint;
begin
  if tg_op = 'INSERT' or old.delivered_on is null then
    new.seller := private.seller_snapshot(new.company_id, new.language);
    new.buyer := private.buyer_snapshot(new.company_id, new.customer_id);
  end if;
  if new.number is not null then return new; end if;
  select coalesce(c.settings #>> '{delivery_notes,number_format}', private.default_company_settings() #>> '{delivery_notes,number_format}') into v_format
    from public.companies c where c.id = new.company_id;
  v_year := case when v_format like '%{year}%' then extract(year from new.delivery_date)::int else 0 end;
  loop
    insert into private.number_counters as counter (company_id, kind, year, last) values (new.company_id, 'delivery_notes', v_year, 1)
      on conflict on constraint number_counters_pkey do update set last = counter.last + 1
      returning counter.last into v_seq;
    new.number := private.format_invoice_number(v_format, '', new.delivery_date, v_seq);
    -- A changed format or an import may have used it already.
    exit when not exists (select from public.delivery_notes d where d.company_id = new.company_id and d.number = new.number);
  end loop;
  return new;
end $$;
create trigger number_delivery_note before insert or update on public.delivery_notes for each row
  when (not private.is_importing()) execute function private.number_delivery_note();

-- After invoices and customers, which it names.
call private.make_synced('delivery_notes', 58, 'delivery_notes',
  '{invoice_id,customer_id,delivery_date,delivered_on,language,currency,reference,notes,shows_prices,items}',
  '{invoice_id,customer_id,delivery_date,delivered_on,language,currency,reference,notes,shows_prices,items}', 'invoices');
update private.synced_collections set view_key = 'invoices.view' where collection = 'delivery_notes';
create trigger log_activity after insert or update or delete on public.delivery_notes
  for each row execute function private.log_activity('delivery_notes', 'number', '{seller,buyer,created_by}');

revoke all on function private.are_delivery_items(jsonb), private.guard_delivery_note(), private.number_delivery_note() from public;
-- Checks, policies and triggers that run with the caller's rights call these.
grant execute on function private.are_delivery_items(jsonb) to authenticated, service_role;
