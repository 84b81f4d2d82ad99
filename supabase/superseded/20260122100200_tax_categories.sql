-- Each line of an invoice says how VAT treats it, by the codes of EN 16931 (decision 0015). Nothing that was issued is touched: where a line says
-- nothing, its category follows from the document's mode and its rate, here and on the devices (`domain/tax/line-tax.ts`) alike.

alter table public.invoice_items
  add column tax_category text check (tax_category in ('S', 'Z', 'E', 'AE', 'K', 'G', 'O')),
  add column exemption_reason text check (char_length(exemption_reason) <= 200);
alter table public.recurring_invoice_items
  add column tax_category text check (tax_category in ('S', 'Z', 'E', 'AE', 'K', 'G', 'O')),
  add column exemption_reason text check (char_length(exemption_reason) <= 200);
-- Warnings that whoever issued it overruled knowingly; the history says who and when.
alter table public.invoices
  add column overruled_warnings text[] not null default '{}' check (char_length(array_to_string(overruled_warnings, ',')) <= 4000),
  add column tax_point date check (tax_point between '1900-01-01' and '9999-12-31');
comment on column public.invoices.tax_point is 'The day its VAT counts on by supply (migration `tax_points`): the end of the supply; where that month was closed when it was issued, the day of issue. Of a cancellation the day of issue.';

update private.nested_collections set columns = columns || '{tax_category,exemption_reason}'::name[]
  where table_name in ('invoice_items', 'recurring_invoice_items');
grant insert (tax_category, exemption_reason), update (tax_category, exemption_reason) on public.invoice_items to authenticated;
grant insert (tax_category, exemption_reason), update (tax_category, exemption_reason) on public.recurring_invoice_items to authenticated;
update private.synced_collections
  set insertable = insertable || '{overruled_warnings}'::name[], updatable = updatable || '{overruled_warnings}'::name[] where collection = 'invoices';
grant insert (overruled_warnings), update (overruled_warnings) on public.invoices to authenticated;

create or replace view private.invoice_documents with (security_invoker = true) as
  select i.id, i.company_id, i.number, i.document_type, i.cancels_id, i.cancelled_by_id, i.customer_id, i.recurring_invoice_id,
    i.status, i.delivery, i.sent_at, i.issue_date, i.due_date, i.due_days, i.service_from, i.service_to, i.currency, i.language,
    i.reference, i.notes, i.internal_notes, i.payment_terms, i.tax_mode, i.seller, i.buyer,
    i.net_total, i.tax_total, i.gross_total, i.tax_breakdown, i.paid_total, i.payment_status, i.created_by,
    coalesce((
      select jsonb_agg(jsonb_build_object('id', t.id, 'position', t.position, 'product_id', t.product_id, 'description', t.description,
        'unit', t.unit, 'quantity', t.quantity, 'unit_price', t.unit_price, 'discount_percent', t.discount_percent, 'tax_rate', t.tax_rate,
        'tax_category', t.tax_category, 'exemption_reason', t.exemption_reason)
        order by t.position, t.id)
      from public.invoice_items t where t.company_id = i.company_id and t.invoice_id = i.id), '[]') as items,
    i.created_at, i.updated_at, i.rev, i.recurring_period, i.overruled_warnings, i.tax_point
  from public.invoices i;

create or replace view private.recurring_invoice_documents with (security_invoker = true) as
  select r.*,
    coalesce((
      select jsonb_agg(jsonb_build_object('id', t.id, 'position', t.position, 'product_id', t.product_id, 'description', t.description,
        'unit', t.unit, 'quantity', t.quantity, 'unit_price', t.unit_price, 'discount_percent', t.discount_percent, 'tax_rate', t.tax_rate,
        'tax_category', t.tax_category, 'exemption_reason', t.exemption_reason)
        order by t.position, t.id)
      from public.recurring_invoice_items t where t.company_id = r.company_id and t.recurring_invoice_id = r.id), '[]') as items
  from public.recurring_invoices r;

/** The category of a line: its own, else what mode and rate of an older app say; null for 0 % without a reason. */
create function private.tax_category_of(p_category text, p_rate numeric, p_mode text) returns text
  language sql immutable set search_path = '' as $$
  select coalesce(p_category, case when p_mode = 'reverse_charge' then 'AE' when p_mode = 'small_business' then 'E' when p_rate > 0 then 'S' end) $$;

/** The mode that older apps read, where every line says its category; null where one does not. */
create function private.tax_mode_of(p_company uuid, p_invoice uuid) returns text
  language sql stable set search_path = '' as $$
  select case
    when count(*) = 0 or bool_or(i.tax_category is null) then null
    when bool_and(i.tax_category = 'AE') then 'reverse_charge'
    when bool_and(i.tax_category = 'E' and coalesce(i.exemption_reason, '') = 'small_business') then 'small_business'
    else 'standard' end
  from public.invoice_items i where i.company_id = p_company and i.invoice_id = p_invoice $$;

/** Lines are rounded one by one, tax per category and rate on the summed net. Only what is taxed (S) bears a rate. */
create or replace function private.invoice_totals(p_company uuid, p_invoice uuid, p_currency text, p_tax_mode text,
  out net_total numeric, out tax_total numeric, out gross_total numeric, out tax_breakdown jsonb)
  language sql stable set search_path = '' as $$
  with lines as (
    select c.category, case when c.category = 'S' then i.tax_rate else 0 end as rate,
      private.line_net(i.quantity, i.unit_price, i.discount_percent, private.currency_exponent(p_currency)) as net
    from public.invoice_items i
    cross join lateral (select private.tax_category_of(i.tax_category, i.tax_rate, p_tax_mode) as category) c
    where i.company_id = p_company and i.invoice_id = p_invoice),
  rates as (
    select l.category, l.rate, sum(l.net) as net, round(sum(l.net) * l.rate * 0.01, private.currency_exponent(p_currency)) as tax
    from lines l group by l.category, l.rate)
  select coalesce(sum(r.net), 0), coalesce(sum(r.tax), 0), coalesce(sum(r.net) + sum(r.tax), 0),
    coalesce(jsonb_agg(jsonb_build_object('tax_rate', trim_scale(r.rate), 'tax_category', r.category, 'net', trim_scale(r.net), 'tax', trim_scale(r.tax))
      order by r.rate desc, r.category collate "C" nulls last), '[]')
  from rates r $$;

/** Whether a VAT ID can exist: the form of its country, and in Germany the check digit (ISO 7064, MOD 11,10). What is not known is not denied. */
create function private.is_possible_vat_id(p_vat_id text) returns boolean
  language plpgsql immutable set search_path = '' as $$
declare
  v_bare text := upper(regexp_replace(p_vat_id, '[\s.\-/]', '', 'g'));
  v_pattern text := '{
    "AT": "U[0-9]{8}", "BE": "[01][0-9]{9}", "BG": "[0-9]{9,10}", "CY": "[0-9]{8}[A-Z]", "CZ": "[0-9]{8,10}",
    "DE": "[1-9][0-9]{8}", "DK": "[0-9]{8}", "EE": "[0-9]{9}", "EL": "[0-9]{9}", "ES": "[A-Z0-9][0-9]{7}[A-Z0-9]",
    "FI": "[0-9]{8}", "FR": "[A-HJ-NP-Z0-9]{2}[0-9]{9}", "GB": "([0-9]{9}|[0-9]{12}|GD[0-4][0-9]{2}|HA[5-9][0-9]{2})", "HR": "[0-9]{11}", "HU": "[0-9]{8}",
    "IE": "([0-9]{7}[A-W][A-IW]?|[0-9][A-Z+*][0-9]{5}[A-W])", "IT": "[0-9]{11}", "LT": "([0-9]{9}|[0-9]{12})", "LU": "[0-9]{8}", "LV": "[0-9]{11}",
    "MT": "[0-9]{8}", "NL": "[0-9]{9}B[0-9]{2}", "PL": "[0-9]{10}", "PT": "[0-9]{9}", "RO": "[1-9][0-9]{1,9}",
    "SE": "[0-9]{12}", "SI": "[1-9][0-9]{7}", "SK": "[1-9][0-9]{9}", "XI": "([0-9]{9}|[0-9]{12}|GD[0-4][0-9]{2}|HA[5-9][0-9]{2})"}'::jsonb ->> left(v_bare, 2);
  v_product int := 10;
  v_sum int;
begin
  if v_pattern is null then return true; end if;
  if substr(v_bare, 3) !~ ('^' || v_pattern || '$') then return false; end if;
  if left(v_bare, 2) <> 'DE' then return true; end if;
  for i in 3..10 loop
    v_sum := (substr(v_bare, i, 1)::int + v_product) % 10;
    v_product := case when v_sum = 0 then 20 else 2 * v_sum end % 11;
  end loop;
  return (11 - v_product) % 10 = substr(v_bare, 11, 1)::int;
end $$;

/**
 * What is unlikely to be right, in the order of `issueWarnings` in `domain/invoices`: a rate that was not in force where the seller is, or nowhere
 * ever, on the last day of supply; a tax owed by a buyer of the own country; a buyer's VAT ID that can't exist.
 */
create function private.issue_warnings(p_invoice public.invoices) returns text[]
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_country text := (select c.settings #>> '{company_details,address,country}' from public.companies c where c.id = p_invoice.company_id);
  v_customer public.customers;
  v_day date := coalesce(p_invoice.service_to, p_invoice.service_from);
begin
  select * into v_customer from public.customers c where c.company_id = p_invoice.company_id and c.id = p_invoice.customer_id;
  return array(
    select case when private.is_known_rate(r.rate) then 'rate_not_in_force=' else 'rate_unknown=' end || trim_scale(r.rate)
    from (select distinct i.tax_rate as rate from public.invoice_items i
      where i.company_id = p_invoice.company_id and i.invoice_id = p_invoice.id and i.tax_rate > 0
        and private.tax_category_of(i.tax_category, i.tax_rate, p_invoice.tax_mode) = 'S') r
    where not private.is_rate_in_force(v_country, r.rate, v_day) or r.rate > 27
    order by r.rate)
  || array(
    select distinct 'own_country=' || c.category from public.invoice_items i
    cross join lateral (select private.tax_category_of(i.tax_category, i.tax_rate, p_invoice.tax_mode) as category) c
    where i.company_id = p_invoice.company_id and i.invoice_id = p_invoice.id and c.category in ('AE', 'K') and v_customer.country = v_country
    order by 1)
  || array(select 'vat_id_form=' || replace(btrim(v_customer.vat_id), ',', ' ')
    where not private.is_possible_vat_id(v_customer.vat_id));
end $$;

/** The warnings that nobody overruled, as a refusal names them. */
create function private.unseen_warnings(p_invoice public.invoices) returns text[]
  language sql stable security definer set search_path = '' as $$
  select array(select 'warning.' || w.code from unnest(private.issue_warnings(p_invoice)) with ordinality as w (code, n)
    where p_invoice.overruled_warnings is null or w.code <> all (p_invoice.overruled_warnings) order by w.n) $$;

create or replace function private.issue_problems(p_invoice public.invoices) returns text[]
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_settings jsonb := (select c.settings from public.companies c where c.id = p_invoice.company_id);
  v_address jsonb := v_settings #> '{company_details,address}';
  v_tax jsonb := v_settings -> 'tax';
  v_customer public.customers;
  v_items record;
begin
  select * into v_customer from public.customers c where c.company_id = p_invoice.company_id and c.id = p_invoice.customer_id;
  select count(*) as lines, bool_or(btrim(i.description) = '') as blank, bool_or(i.quantity = 0) as none,
      coalesce(bool_or(c.category in ('AE', 'K')), false) as names_both, bool_or(c.category is null) as unsaid,
      bool_or(c.category = 'S' and i.tax_rate = 0) as untaxed,
      bool_or(i.tax_category = 'E' and btrim(coalesce(i.exemption_reason, '')) = '') as unreasoned into v_items
    from public.invoice_items i
    cross join lateral (select private.tax_category_of(i.tax_category, i.tax_rate, p_invoice.tax_mode) as category) c
    where i.company_id = p_invoice.company_id and i.invoice_id = p_invoice.id;
  return array_remove(array[
    case when btrim(v_address ->> 'street') = '' then 'seller.street' end,
    case when btrim(v_address ->> 'postal_code') = '' then 'seller.postal_code' end,
    case when btrim(v_address ->> 'city') = '' then 'seller.city' end,
    case
      when v_items.names_both and btrim(v_tax ->> 'vat_id') = '' then 'seller.vat_id'
      when btrim(v_tax ->> 'vat_id') = '' and btrim(v_tax ->> 'tax_number') = '' then 'seller.tax_number' end,
    case when v_customer.id is null then 'customer_id' end,
    case when btrim(v_customer.street) = '' then 'buyer.street' end,
    case when btrim(v_customer.postal_code) = '' then 'buyer.postal_code' end,
    case when btrim(v_customer.city) = '' then 'buyer.city' end,
    case when v_items.names_both and btrim(v_customer.vat_id) = '' then 'buyer.vat_id' end,
    case when p_invoice.service_from is null then 'service_from' end,
    case when p_invoice.service_to < p_invoice.service_from then 'service_to' end,
    case when v_items.lines = 0 then 'items' end,
    case when v_items.blank then 'items.description' end,
    case when v_items.none then 'items.quantity' end,
    case when v_items.unsaid then 'items.tax_category' end,
    case when v_items.untaxed then 'items.tax_rate' end,
    case when v_items.unreasoned and v_address ->> 'country' = 'DE' then 'items.exemption_reason' end], null);
end $$;

create or replace function private.refuse_invoice_change(p_old public.invoices, p_new public.invoices) returns void
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
    -- What is overruled belongs to the decision to issue.
    case when array_remove(v_content, 'overruled_warnings') <> '{}' or 'internal_notes' = any (v_fields) then 'invoices.update' end,
    case when 'overruled_warnings' = any (v_content) then 'invoices.issue' end,
    case when '{delivery,sent_at}'::text[] && v_fields and not private.has_key(p_new.company_id, 'invoices.update') then 'invoices.send' end,
    case when p_old.status <> p_new.status then case p_new.status when 'cancelled' then 'invoices.cancel' else 'invoices.issue' end end], null);
  foreach v_key in array v_keys loop
    if not private.has_key(p_new.company_id, v_key) then
      raise exception 'not_allowed' using errcode = '42501', detail = v_key;
    end if;
  end loop;
end $$;

create or replace function private.guard_invoice() returns trigger
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
    -- Whoever overrules a warning says so; an app that does not know them is told with the words it knows.
    if v_problems = '{}' then v_problems := private.unseen_warnings(new); end if;
    if v_problems <> '{}' then
      raise exception 'cannot_issue' using errcode = 'P0001', detail = array_to_string(v_problems, ',');
    end if;
  end if;
  return new;
end $$;

create or replace function private.issue_invoice() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  -- Where the lines say it, the mode follows them: it is there for apps that know no categories.
  if new.number is null and new.tax_mode in ('standard', 'small_business', 'reverse_charge') then
    new.tax_mode := coalesce(private.tax_mode_of(new.company_id, new.id), new.tax_mode);
  end if;
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

create or replace function private.add_cancellation() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_document text := current_setting('kontor.document', true);
begin
  -- As a device would write it: the lines first, then the record, which is issued with them.
  perform set_config('kontor.document', new.cancelled_by_id::text, true);
  set constraints public.invoice_items_invoice_id_fkey deferred;
  insert into public.invoice_items (company_id, invoice_id, position, product_id, description, unit, quantity, unit_price, discount_percent, tax_rate,
      tax_category, exemption_reason)
    select i.company_id, new.cancelled_by_id, i.position, i.product_id, i.description, i.unit, -i.quantity, i.unit_price, i.discount_percent, i.tax_rate,
      i.tax_category, i.exemption_reason
    from public.invoice_items i where i.company_id = new.company_id and i.invoice_id = new.id;
  insert into public.invoices (id, company_id, document_type, cancels_id, customer_id, status, due_days, service_from, service_to,
      currency, language, reference, tax_mode, seller, buyer, created_by)
    values (new.cancelled_by_id, new.company_id, 'cancellation', new.id, new.customer_id, 'issued', 0, new.service_from, new.service_to,
      new.currency, new.language, new.reference, new.tax_mode, new.seller, new.buyer, coalesce(auth.uid(), new.created_by));
  perform set_config('kontor.document', coalesce(v_document, ''), true);
  return null;
end $$;

create or replace function private.add_generated_invoice(p_series public.recurring_invoices, p_period date) returns text
  language plpgsql volatile security definer set search_path = '' as $$
declare
  v_interval text := private.invoice_interval(p_series.interval);
  v_document text := current_setting('kontor.document', true);
  v_problems text[] := '{}';
  v_invoice public.invoices;
begin
  v_invoice.id := gen_random_uuid();
  v_invoice.company_id := p_series.company_id;
  v_invoice.customer_id := p_series.customer_id;
  v_invoice.tax_mode := p_series.tax_mode;
  v_invoice.service_from := p_period;
  v_invoice.service_to := private.series_date(p_series.start_date, v_interval,
    private.series_index(p_series.start_date, v_interval, p_period) + 1) - 1;
  perform set_config('kontor.document', v_invoice.id::text, true);
  set constraints public.invoice_items_invoice_id_fkey deferred;
  insert into public.invoice_items (company_id, invoice_id, position, product_id, description, unit, quantity, unit_price, discount_percent, tax_rate,
      tax_category, exemption_reason)
    select t.company_id, v_invoice.id, t.position, t.product_id, t.description, t.unit, t.quantity, t.unit_price, t.discount_percent, t.tax_rate,
      t.tax_category, t.exemption_reason
    from public.recurring_invoice_items t where t.company_id = p_series.company_id and t.recurring_invoice_id = p_series.id;
  if p_series.generate_as = 'ready_to_issue' then
    v_problems := private.issue_problems(v_invoice);
    -- Only a person overrules a warning.
    if v_problems = '{}' then v_problems := private.unseen_warnings(v_invoice); end if;
  end if;
  insert into public.invoices (id, company_id, customer_id, recurring_invoice_id, recurring_period, status, due_days, service_from, service_to,
      currency, language, reference, notes, internal_notes, payment_terms, tax_mode, created_by)
    values (v_invoice.id, v_invoice.company_id, v_invoice.customer_id, p_series.id, p_period,
      case when v_problems = '{}' then p_series.generate_as else 'draft' end, p_series.due_days, v_invoice.service_from, v_invoice.service_to,
      p_series.currency, p_series.language, p_series.reference, p_series.notes, p_series.internal_notes, p_series.payment_terms,
      p_series.tax_mode, coalesce(auth.uid(), p_series.created_by));
  perform set_config('kontor.document', coalesce(v_document, ''), true);
  return case when v_problems = '{}' then '' else left('cannot_issue:' || array_to_string(v_problems, ','), 500) end;
end $$;

revoke all on function
  private.tax_category_of(text, numeric, text), private.tax_mode_of(uuid, uuid), private.is_possible_vat_id(text),
  private.issue_warnings(public.invoices), private.unseen_warnings(public.invoices) from public;
grant execute on function private.unseen_warnings(public.invoices) to authenticated, service_role;
