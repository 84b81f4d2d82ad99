-- What invoices are generated from. The lines are nested as those of an invoice.

create table public.recurring_invoices (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references public.companies (id) on delete cascade,
  name text not null default '' check (char_length(name) <= 200),
  customer_id uuid not null,
  is_active boolean not null default true,
  -- Any word that is not known counts as monthly.
  interval text not null default 'monthly' check (char_length(interval) <= 20),
  start_date date not null check (start_date between '1900-01-01' and '9999-12-31'),
  end_date date check (end_date between '1900-01-01' and '9999-12-31'),
  skip_before date check (skip_before between '1900-01-01' and '9999-12-31'),
  next_generation date not null,
  last_generated date,
  currency text not null default 'EUR',
  language text not null default 'en' check (language in ('en', 'de')),
  due_days integer not null default 14 check (due_days between 0 and 365),
  reference text not null default '' check (char_length(reference) <= 200),
  notes text not null default '' check (char_length(notes) <= 4000),
  internal_notes text not null default '' check (char_length(internal_notes) <= 4000),
  payment_terms text not null default '' check (char_length(payment_terms) <= 500),
  tax_mode text not null default 'standard' check (tax_mode in ('standard', 'small_business', 'reverse_charge')),
  generate_as text not null default 'draft' check (generate_as in ('draft', 'ready_to_issue')),
  lead_days integer not null default 0 check (lead_days between 0 and 60),
  auto_generate boolean not null default true,
  created_by uuid not null default auth.uid(),
  generate_requested date,
  generation_error text not null default '' check (char_length(generation_error) <= 500),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  rev text not null default 'srv-' || gen_random_uuid() check (char_length(rev) between 1 and 80),
  unique (company_id, id),
  constraint recurring_invoices_customer_id_fkey foreign key (company_id, customer_id) references public.customers (company_id, id)
);
-- Not valid: a row from before keeps its currency until somebody changes it.
alter table public.recurring_invoices add constraint recurring_invoices_currency_check check (private.is_currency(currency)) not valid;
create index recurring_invoices_company_id_created_at_idx on public.recurring_invoices (company_id, created_at desc, id desc);
create index recurring_invoices_company_id_customer_id_idx on public.recurring_invoices (company_id, customer_id);
create index recurring_invoices_next_generation_idx on public.recurring_invoices (next_generation) where is_active and auto_generate;

create table public.recurring_invoice_items (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null,
  recurring_invoice_id uuid not null,
  position integer not null default 0 check (position between 0 and 100000),
  product_id uuid,
  description text not null default '' check (char_length(description) <= 2000),
  unit text not null default '' check (char_length(unit) <= 40),
  quantity numeric(14, 4) not null default 1 check (quantity between -9999999 and 9999999),
  unit_price numeric(14, 4) not null default 0 check (unit_price between -9999999999 and 9999999999),
  discount_percent numeric(6, 3) not null default 0 check (discount_percent between 0 and 100),
  tax_rate numeric(6, 3) not null default 0 check (tax_rate between 0 and 100),
  tax_category text check (tax_category in ('S', 'Z', 'E', 'AE', 'K', 'G', 'O')),
  exemption_reason text check (char_length(exemption_reason) <= 200),
  -- Deferred, because a document's lines are written before its record. `guard_recurring_item` checks at once where there is no document.
  constraint recurring_invoice_items_recurring_invoice_id_fkey foreign key (company_id, recurring_invoice_id)
    references public.recurring_invoices (company_id, id) on delete cascade deferrable initially deferred,
  constraint recurring_invoice_items_product_id_fkey foreign key (company_id, product_id) references public.invoice_products (company_id, id)
    on delete set null (product_id)
);
create index recurring_invoice_items_company_id_recurring_invoice_id_idx on public.recurring_invoice_items (company_id, recurring_invoice_id, position);
create index recurring_invoice_items_company_id_product_id_idx on public.recurring_invoice_items (company_id, product_id) where product_id is not null;

/** Keys that a change needs. Whoever lets the server issue invoices must be allowed to issue them. */
create function private.guard_recurring_invoice() returns trigger
  language plpgsql set search_path = '' as $$
declare
  v_fields text[] := '{}';
  v_key text;
begin
  if current_user <> 'authenticated' then return new; end if;
  if tg_op = 'INSERT' then
    new.created_by := auth.uid();
  else
    v_fields := array(
      select n.key from jsonb_each(to_jsonb(new) - '{generate_requested,updated_at,rev}'::text[]) n where n.value is distinct from to_jsonb(old) -> n.key);
    -- Whatever went wrong, it was about something else.
    if v_fields <> '{}' then new.generation_error := ''; end if;
  end if;
  foreach v_key in array array_remove(array[
    case when v_fields <> '{}' then 'recurring_invoices.update' end,
    case when new.generate_requested is not null then 'recurring_invoices.generate' end,
    case when new.generate_as = 'ready_to_issue' and (tg_op = 'INSERT' or not v_fields <@ '{name,internal_notes,is_active,skip_before}') then 'invoices.issue' end], null)
  loop
    if not private.has_key(new.company_id, v_key) then
      raise exception 'not_allowed' using errcode = '42501', detail = v_key;
    end if;
  end loop;
  return new;
end $$;
create trigger guard_recurring before insert or update on public.recurring_invoices for each row execute function private.guard_recurring_invoice();

/** What a line has to know of its recurring invoice, which stays locked until commit. */
create function private.locked_recurring_invoice(p_id uuid, out company_id uuid, out created_by uuid, out generate_as text)
  language sql volatile security definer set search_path = '' as $$
  select r.company_id, r.created_by, r.generate_as from public.recurring_invoices r where r.id = p_id for update $$;

create function private.guard_recurring_item() returns trigger
  language plpgsql set search_path = '' as $$
declare
  v_id uuid := case when tg_op = 'DELETE' then old.recurring_invoice_id else new.recurring_invoice_id end;
  v_parent record;
  v_key text;
begin
  select * into v_parent from private.locked_recurring_invoice(v_id);
  if tg_op <> 'DELETE' then
    new.company_id := coalesce(new.company_id, v_parent.company_id);
    if coalesce(v_parent.company_id <> new.company_id, coalesce(current_setting('kontor.document', true), '') is distinct from v_id::text) then
      raise exception 'missing_parent' using errcode = '23503', detail = 'recurring_invoice_id';
    end if;
    -- The product only says where a line came from: one that is gone must not keep a recurring invoice from being saved.
    if new.product_id is not null and not private.has_product(new.company_id, new.product_id) then new.product_id := null; end if;
  end if;
  if current_user = 'authenticated' then
    v_key := case
      when v_parent.created_by <> auth.uid() and not private.has_key(v_parent.company_id, 'recurring_invoices.update') then 'recurring_invoices.update'
      when v_parent.generate_as = 'ready_to_issue' and not private.has_key(v_parent.company_id, 'invoices.issue') then 'invoices.issue' end;
    if v_key is not null then raise exception 'not_allowed' using errcode = '42501', detail = v_key; end if;
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger guard_recurring_item before insert or update or delete on public.recurring_invoice_items
  for each row execute function private.guard_recurring_item();

/** A changed line is a new version of its recurring invoice. A document that is being written gets it with its record. */
create function private.renew_recurring_invoices() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  update public.recurring_invoices r set rev = 'srv-' || gen_random_uuid()
    where r.id in (select c.recurring_invoice_id from changed c) and r.id::text is distinct from current_setting('kontor.document', true);
  return null;
end $$;
create trigger renew_inserted after insert on public.recurring_invoice_items referencing new table as changed
  for each statement execute function private.renew_recurring_invoices();
create trigger renew_updated after update on public.recurring_invoice_items referencing new table as changed
  for each statement execute function private.renew_recurring_invoices();
create trigger renew_deleted after delete on public.recurring_invoice_items referencing old table as changed
  for each statement execute function private.renew_recurring_invoices();
create trigger limit_inserted after insert on public.recurring_invoice_items referencing new table as changed
  for each statement execute function private.limit_items('recurring_invoice_id');

/** A recurring invoice with its lines: the document that devices hold. */
create view private.recurring_invoice_documents with (security_invoker = true) as
  select r.*,
    coalesce((
      select jsonb_agg(jsonb_build_object('id', t.id, 'position', t.position, 'product_id', t.product_id, 'description', t.description,
        'unit', t.unit, 'quantity', t.quantity, 'unit_price', t.unit_price, 'discount_percent', t.discount_percent, 'tax_rate', t.tax_rate,
        'tax_category', t.tax_category, 'exemption_reason', t.exemption_reason)
        order by t.position, t.id)
      from public.recurring_invoice_items t where t.company_id = r.company_id and t.recurring_invoice_id = r.id), '[]') as items
  from public.recurring_invoices r;
revoke all on private.recurring_invoice_documents from public, anon;
grant select on private.recurring_invoice_documents to authenticated, service_role;

call private.make_synced('recurring_invoices', 57, 'recurring_invoices',
  '{created_by,name,customer_id,is_active,interval,start_date,end_date,skip_before,currency,language,due_days,reference,notes,internal_notes,payment_terms,tax_mode,generate_as,lead_days,auto_generate,generate_requested}',
  '{name,customer_id,is_active,interval,start_date,end_date,skip_before,currency,language,due_days,reference,notes,internal_notes,payment_terms,tax_mode,generate_as,lead_days,auto_generate,generate_requested}',
  null, 'private.recurring_invoice_documents');
update private.synced_collections set view_key = 'recurring_invoices.view' where collection = 'recurring_invoices';
create policy member_select on public.recurring_invoices for select to authenticated
  using (company_id = any (array(select private.companies_with('recurring_invoices.view'))));
create policy member_insert on public.recurring_invoices for insert to authenticated
  with check (company_id = any (array(select private.companies_with('recurring_invoices.create'))));
-- Which of these keys allows which change is decided by the trigger.
create policy member_update on public.recurring_invoices for update to authenticated
  using (company_id = any (array(
    select private.companies_with('recurring_invoices.update') union select private.companies_with('recurring_invoices.generate'))));
create policy member_delete on public.recurring_invoices for delete to authenticated
  using (company_id = any (array(select private.companies_with('recurring_invoices.delete'))));
call private.hide_from_writers('public.recurring_invoices');

call private.make_nested('recurring_invoices', 'items', 'recurring_invoice_items', 'recurring_invoice_id',
  '{position,product_id,description,unit,quantity,unit_price,discount_percent,tax_rate,tax_category,exemption_reason}');
create policy member_select on public.recurring_invoice_items for select to authenticated
  using (company_id = any (array(select private.companies_with('recurring_invoices.view'))));
create policy member_insert on public.recurring_invoice_items for insert to authenticated
  with check (company_id = any (array(
    select private.companies_with('recurring_invoices.create') union select private.companies_with('recurring_invoices.update'))));
create policy member_update on public.recurring_invoice_items for update to authenticated
  using (company_id = any (array(select private.companies_with('recurring_invoices.update'))));
create policy member_delete on public.recurring_invoice_items for delete to authenticated
  using (company_id = any (array(select private.companies_with('recurring_invoices.update'))));
call private.hide_from_writers('public.recurring_invoice_items');

create trigger log_activity after insert or update on public.recurring_invoices
  for each row execute function private.log_activity('recurring_invoices', 'name', '{next_generation,generate_requested}');
create trigger log_deletion before delete on public.recurring_invoices for each row execute function private.log_activity('recurring_invoices', 'name');

revoke all on function
  private.guard_recurring_invoice(), private.locked_recurring_invoice(uuid), private.guard_recurring_item(), private.renew_recurring_invoices() from public;
-- Checks, policies and triggers that run with the caller's rights call these.
grant execute on function private.locked_recurring_invoice(uuid) to authenticated, service_role;
