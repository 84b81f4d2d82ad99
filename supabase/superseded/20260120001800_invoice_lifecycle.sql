-- draft → issued → cancelled (DESIGN §7). `src/domain/invoices` decides the same on the device; the server has the last word.

/** What § 14 (4) UStG still misses, in the order of `issueProblems` in `domain/invoices`. */
create function private.issue_problems(p_invoice public.invoices) returns text[]
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_settings jsonb := (select c.settings from public.companies c where c.id = p_invoice.company_id);
  v_address jsonb := v_settings #> '{company_details,address}';
  v_tax jsonb := v_settings -> 'tax';
  v_customer public.customers;
  v_is_reverse boolean := p_invoice.tax_mode = 'reverse_charge';
  v_items record;
begin
  select * into v_customer from public.customers c where c.company_id = p_invoice.company_id and c.id = p_invoice.customer_id;
  select count(*) as lines, bool_or(btrim(i.description) = '') as blank, bool_or(i.quantity = 0) as none into v_items
    from public.invoice_items i where i.company_id = p_invoice.company_id and i.invoice_id = p_invoice.id;
  return array_remove(array[
    case when btrim(v_address ->> 'street') = '' then 'seller.street' end,
    case when btrim(v_address ->> 'postal_code') = '' then 'seller.postal_code' end,
    case when btrim(v_address ->> 'city') = '' then 'seller.city' end,
    case
      when v_is_reverse and btrim(v_tax ->> 'vat_id') = '' then 'seller.vat_id'
      when btrim(v_tax ->> 'vat_id') = '' and btrim(v_tax ->> 'tax_number') = '' then 'seller.tax_number' end,
    case when v_customer.id is null then 'customer_id' end,
    case when btrim(v_customer.street) = '' then 'buyer.street' end,
    case when btrim(v_customer.postal_code) = '' then 'buyer.postal_code' end,
    case when btrim(v_customer.city) = '' then 'buyer.city' end,
    case when v_is_reverse and btrim(v_customer.vat_id) = '' then 'buyer.vat_id' end,
    case when p_invoice.service_from is null then 'service_from' end,
    case when p_invoice.service_to < p_invoice.service_from then 'service_to' end,
    case when v_items.lines = 0 then 'items' end,
    case when v_items.blank then 'items.description' end,
    case when v_items.none then 'items.quantity' end], null);
end $$;

/** Keys that the change of these fields and this step need, and whether the state allows them; raises the refusal. */
create function private.refuse_invoice_change(p_old public.invoices, p_new public.invoices) returns void
  language plpgsql stable set search_path = '' as $$
declare
  v_fields text[] := array(
    select n.key from jsonb_each(to_jsonb(p_new) - '{status,updated_at,rev}'::text[]) n
    where n.value is distinct from to_jsonb(p_old) -> n.key order by n.key);
  v_content text[] := array(select f from unnest(v_fields) f where f <> all ('{delivery,sent_at,internal_notes}'::text[]));
  v_keys text[];
  v_key text;
begin
  if p_old.status in ('issued', 'cancelled') and v_content <> '{}' then
    raise exception 'invoice_frozen' using errcode = 'P0001', detail = v_content[1];
  end if;
  if p_old.status <> p_new.status and not (
    (p_old.status, p_new.status) in (('draft', 'ready_to_issue'), ('ready_to_issue', 'draft'))
    or ((p_old.status, p_new.status) = ('issued', 'cancelled') and p_old.document_type = 'invoice')) then
    raise exception 'invalid_transition' using errcode = 'P0001', detail = p_old.status || '>' || p_new.status;
  end if;
  if current_user <> 'authenticated' then return; end if;
  v_keys := array_remove(array[
    case when v_content <> '{}' or 'internal_notes' = any (v_fields) then 'invoices.update' end,
    case when '{delivery,sent_at}'::text[] && v_fields and not private.has_key(p_new.company_id, 'invoices.update') then 'invoices.send' end,
    case when p_old.status <> p_new.status then case p_new.status when 'cancelled' then 'invoices.cancel' else 'invoices.issue' end end], null);
  foreach v_key in array v_keys loop
    if not private.has_key(p_new.company_id, v_key) then
      raise exception 'not_allowed' using errcode = '42501', detail = v_key;
    end if;
  end loop;
end $$;

/** Rights and states for whoever comes through the API; the platform itself (seed, restore) writes what it has. */
create function private.guard_invoice() returns trigger
  language plpgsql set search_path = '' as $$
declare
  v_draft public.invoices;
  v_problems text[];
begin
  if current_user not in ('authenticated', 'service_role') then return case when tg_op = 'DELETE' then old else new end; end if;
  if tg_op = 'DELETE' then
    if old.status in ('issued', 'cancelled') then raise exception 'invoice_frozen' using errcode = 'P0001', detail = 'status'; end if;
    return old;
  end if;
  if tg_op = 'INSERT' then
    if current_user = 'authenticated' then new.created_by := auth.uid(); end if;
    v_draft := new;
    v_draft.status := 'draft';
    perform private.refuse_invoice_change(v_draft, new);
  else
    perform private.refuse_invoice_change(old, new);
  end if;
  if new.delivery = 'sent' then new.sent_at := coalesce(new.sent_at, now()); else new.sent_at := null; end if;
  if new.status = 'ready_to_issue' then
    v_problems := private.issue_problems(new);
    if v_problems <> '{}' then
      raise exception 'cannot_issue' using errcode = 'P0001', detail = array_to_string(v_problems, ',');
    end if;
  end if;
  return new;
end $$;
create trigger guard_invoice before insert or update or delete on public.invoices for each row execute function private.guard_invoice();

/** The seller as documents print it, and how the company asks to be paid: an issued document keeps what it was issued with. */
create function private.seller_snapshot(p_company uuid) returns jsonb
  language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('name', c.name,
    'street', d #> '{address,street}', 'house_number', d #> '{address,house_number}', 'postal_code', d #> '{address,postal_code}',
    'city', d #> '{address,city}', 'country', d #> '{address,country}',
    'phone', d #> '{contact,phone}', 'email', d #> '{contact,email}', 'website', d #> '{contact,website}',
    'tax_number', c.settings #> '{tax,tax_number}', 'vat_id', c.settings #> '{tax,vat_id}',
    'iban', d #> '{bank,iban}', 'bic', d #> '{bank,bic}', 'bank_name', d #> '{bank,name}',
    'payment_instructions', d #> '{bank,instructions}')
  from public.companies c cross join lateral (select c.settings -> 'company_details' as d) details where c.id = p_company $$;

create function private.buyer_snapshot(p_company uuid, p_customer uuid) returns jsonb
  language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('name', c.name, 'contact_name', c.contact_name, 'street', c.street, 'house_number', c.house_number,
    'postal_code', c.postal_code, 'city', c.city, 'country', c.country, 'email', c.email, 'vat_id', c.vat_id, 'buyer_reference', c.buyer_reference)
  from public.customers c where c.company_id = p_company and c.id = p_customer $$;

create function private.company_today(p_company uuid) returns date
  language sql stable security definer set search_path = '' as $$
  select (now() at time zone (c.settings #>> '{company_details,basics,timezone}'))::date from public.companies c where c.id = p_company $$;

/** Totals while it is a draft; number, dates and parties on the day of issue. Never what a client sent. */
create function private.issue_invoice() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  if new.number is null and (tg_op = 'INSERT' or current_setting('kontor.document', true) = new.id::text
    or (new.currency, new.tax_mode, new.status) is distinct from (old.currency, old.tax_mode, old.status)) then
    select t.* into new.net_total, new.tax_total, new.gross_total, new.tax_breakdown from private.invoice_totals(new.company_id, new.id, new.currency, new.tax_mode) t;
  end if;
  if new.status = 'ready_to_issue' then new.status := 'issued'; end if;
  if new.status in ('issued', 'cancelled') and new.number is null then
    new.issue_date := coalesce(new.issue_date, private.company_today(new.company_id));
    new.due_date := coalesce(new.due_date, new.issue_date + new.due_days);
    new.seller := coalesce(new.seller, private.seller_snapshot(new.company_id));
    new.buyer := coalesce(new.buyer, private.buyer_snapshot(new.company_id, new.customer_id));
    select n.number, n.year, n.seq into new.number, new.number_year, new.number_seq from private.next_invoice_number(new.company_id, new.issue_date) n;
    new.payment_status := private.payment_state(new.gross_total, new.paid_total);
  end if;
  if tg_op = 'UPDATE' and old.status = 'issued' and new.status = 'cancelled' and new.document_type = 'invoice' then
    new.cancelled_by_id := coalesce(new.cancelled_by_id, gen_random_uuid());
  end if;
  return new;
end $$;
create trigger issue_invoice before insert or update on public.invoices for each row execute function private.issue_invoice();

/** The document that takes an invoice back: same parties and lines, negative quantities, a number of its own. */
create function private.add_cancellation() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_document text := current_setting('kontor.document', true);
begin
  -- As a device would write it: the lines first, then the record, which is issued with them.
  perform set_config('kontor.document', new.cancelled_by_id::text, true);
  set constraints public.invoice_items_invoice_id_fkey deferred;
  insert into public.invoice_items (company_id, invoice_id, position, product_id, description, unit, quantity, unit_price, discount_percent, tax_rate)
    select i.company_id, new.cancelled_by_id, i.position, i.product_id, i.description, i.unit, -i.quantity, i.unit_price, i.discount_percent, i.tax_rate
    from public.invoice_items i where i.company_id = new.company_id and i.invoice_id = new.id;
  insert into public.invoices (id, company_id, document_type, cancels_id, customer_id, status, due_days, service_from, service_to,
      currency, language, reference, tax_mode, seller, buyer, created_by)
    values (new.cancelled_by_id, new.company_id, 'cancellation', new.id, new.customer_id, 'issued', 0, new.service_from, new.service_to,
      new.currency, new.language, new.reference, new.tax_mode, new.seller, new.buyer, coalesce(auth.uid(), new.created_by));
  perform set_config('kontor.document', coalesce(v_document, ''), true);
  return null;
end $$;
create trigger add_cancellation after update on public.invoices for each row
  when (old.status = 'issued' and new.status = 'cancelled' and old.cancelled_by_id is null) execute function private.add_cancellation();

revoke all on function
  private.issue_problems(public.invoices), private.refuse_invoice_change(public.invoices, public.invoices), private.guard_invoice(),
  private.seller_snapshot(uuid), private.buyer_snapshot(uuid, uuid), private.company_today(uuid), private.issue_invoice(), private.add_cancellation() from public;
grant execute on function private.issue_problems(public.invoices), private.refuse_invoice_change(public.invoices, public.invoices) to authenticated, service_role;
