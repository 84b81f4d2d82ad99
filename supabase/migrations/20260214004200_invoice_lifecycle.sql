-- draft → issued → cancelled (DESIGN §7). `src/domain/invoices` decides the same on the device; the server has the last word.

/**
 * Keys that the change of these fields and this step need, and whether the state allows them; raises the refusal. A correction takes back a part of a
 * claim: whoever may cancel may do that. Held back is what was issued, by whoever may send or change it.
 */
create function private.refuse_invoice_change(p_old public.invoices, p_new public.invoices) returns void
  language plpgsql stable set search_path = '' as $$
declare
  v_old jsonb := to_jsonb(p_old);
  v_fields text[] := array(
    select n.key from jsonb_each(to_jsonb(p_new) - '{status,updated_at,rev}'::text[]) n
    where n.value is distinct from v_old -> n.key order by n.key);
  v_content text[] := array(select f from unnest(v_fields) f where f <> all ('{delivery,sent_at,internal_notes,reminder_hold}'::text[]));
  v_keys text[];
  v_key text;
begin
  if p_old.status in ('issued', 'cancelled')
    -- A rate that was missing is supplied once.
    and not (v_content = '{exchange}' and p_old.exchange is null and (p_old.status, p_new.status, p_old.document_type) = ('issued', 'issued', 'invoice'))
    and v_content <> '{}' then
    raise exception 'invoice_frozen' using errcode = 'P0001', detail = v_content[1];
  end if;
  if p_old.status <> p_new.status and not (
    (p_old.status, p_new.status) in (('draft', 'ready_to_issue'), ('ready_to_issue', 'draft'))
    or ((p_old.status, p_new.status) = ('issued', 'cancelled') and p_old.document_type = 'invoice')) then
    raise exception 'invalid_transition' using errcode = 'P0001', detail = p_old.status || '>' || p_new.status;
  end if;
  if current_user <> 'authenticated' then return; end if;
  v_keys := array_remove(array[
    -- What is overruled, and by which number, belongs to the decision to issue.
    case when array_remove(array_remove(v_content, 'overruled_warnings'), 'leased') <> '{}' or 'internal_notes' = any (v_fields) then 'invoices.update' end,
    case when '{overruled_warnings,leased}'::text[] && v_content then 'invoices.issue' end,
    case when '{delivery,sent_at,reminder_hold}'::text[] && v_fields and not private.has_key(p_new.company_id, 'invoices.update') then 'invoices.send' end,
    case when p_old.status <> p_new.status then
      case when p_new.status = 'cancelled' or p_new.document_type = 'correction' then 'invoices.cancel' else 'invoices.issue' end end], null);
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
    if current_user = 'authenticated' then
      new.created_by := auth.uid();
      -- A cancellation is what the server adds.
      if new.document_type = 'cancellation' then raise exception 'invoice_frozen' using errcode = 'P0001', detail = 'document_type'; end if;
    end if;
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
create trigger guard_invoice before insert or update or delete on public.invoices for each row execute function private.guard_invoice();

/** Totals while it is a draft; number, dates and parties on the day of issue. Never what a client sent. */
create function private.issue_invoice() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_claim jsonb := new.leased -> 'claim';
  v_lease private.number_leases;
  v_original public.invoices;
  v_problems text[];
begin
  if new.document_type = 'correction' and new.number is null then
    if new.status in ('ready_to_issue', 'issued') then
      select * into v_original from public.invoices i where i.company_id = new.company_id and i.id = new.corrects_id for update;
    else
      select * into v_original from public.invoices i where i.company_id = new.company_id and i.id = new.corrects_id;
    end if;
    if v_original.id is not null then
      new.customer_id := v_original.customer_id;
      new.currency := v_original.currency;
      new.tax_mode := v_original.tax_mode;
      new.service_from := v_original.service_from;
      new.service_to := v_original.service_to;
      new.due_days := 0;
      new.exchange := null;
    end if;
  -- Where the lines say it, the mode follows them: it is there for apps that know no categories.
  elsif new.number is null and new.tax_mode in ('standard', 'small_business', 'reverse_charge') then
    new.tax_mode := coalesce(private.tax_mode_of(new.company_id, new.id), new.tax_mode);
  end if;
  if new.number is null and (tg_op = 'INSERT' or current_setting('kontor.document', true) = new.id::text
    or (new.currency, new.tax_mode, new.status) is distinct from (old.currency, old.tax_mode, old.status)) then
    select t.* into new.net_total, new.tax_total, new.gross_total, new.tax_breakdown from private.document_totals(new) t;
  end if;
  if new.status = 'ready_to_issue' then new.status := 'issued'; end if;
  if new.status in ('issued', 'cancelled') and new.number is null then
    if new.document_type = 'correction' then
      v_problems := private.correction_problems(new);
      if v_problems <> '{}' then raise exception 'cannot_issue' using errcode = 'P0001', detail = array_to_string(v_problems, ','); end if;
      new.seller := v_original.seller;
      new.buyer := v_original.buyer;
    end if;
    -- The document as a customer has it counts, once it is found to be right.
    if new.leased is not null then
      v_lease := private.lease_of_claim(new);
      new.issue_date := v_claim ->> 'issue_date';
      new.buyer := v_claim -> 'buyer';
      new.seller := case
        -- A logo that is not there can't be frozen: nobody could ever mend it.
        when exists (select from storage.objects o where o.bucket_id = 'logos' and o.name = v_claim #>> '{seller,letterhead,logo_path}') then v_claim -> 'seller'
        else jsonb_set(v_claim -> 'seller', '{letterhead,logo_path}', 'null') end;
      new.number := v_claim ->> 'number';
      new.number_series := v_lease.series;
      new.number_year := v_lease.year;
      new.number_seq := v_claim ->> 'seq';
      new.leased := jsonb_build_object('lease_id', v_lease.id);
      perform private.use_leased_number(v_lease, new.number_seq);
    end if;
    new.issue_date := coalesce(new.issue_date, private.company_today(new.company_id));
    new.due_date := coalesce(new.due_date, new.issue_date + new.due_days);
    new.seller := coalesce(new.seller, private.seller_snapshot(new.company_id, new.language));
    new.buyer := coalesce(new.buyer, private.buyer_snapshot(new.company_id, new.customer_id));
    if new.number is null then
      select n.number, n.year, n.seq, n.series into new.number, new.number_year, new.number_seq, new.number_series
        from private.next_invoice_number(new.company_id, new.issue_date, new.document_type) n;
    end if;
    new.payment_status := private.payment_state(private.claim_of(new), new.paid_total);
  end if;
  if tg_op = 'UPDATE' and old.status = 'issued' and new.status = 'cancelled' and new.document_type = 'invoice' then
    if new.corrections <> '[]' and not exists (
        select from jsonb_array_elements(private.corrected_parts(new, null)) p (part) where (p.part ->> 'net', p.part ->> 'tax') is distinct from ('0', '0')) then
      raise exception 'invalid_transition' using errcode = 'P0001', detail = 'corrected>cancelled';
    end if;
    new.cancelled_by_id := coalesce(new.cancelled_by_id, gen_random_uuid());
  end if;
  return new;
end $$;
create trigger issue_invoice before insert or update on public.invoices for each row execute function private.issue_invoice();

/**
 * The document that takes an invoice back: same parties, a number of its own, and what is left of each line, negative. A line that does not come to that by
 * its price any more is taken back as an amount.
 */
create function private.add_cancellation() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_document text := current_setting('kontor.document', true);
begin
  -- As a device would write it: the lines first, then the record, which is issued with them.
  perform set_config('kontor.document', new.cancelled_by_id::text, true);
  set constraints public.invoice_items_invoice_id_fkey deferred;
  insert into public.invoice_items (company_id, invoice_id, position, product_id, description, unit, quantity, unit_price, discount_percent, tax_rate,
      tax_category, exemption_reason, origin_item_id)
    select (l.item).company_id, new.cancelled_by_id, (l.item).position, (l.item).product_id, (l.item).description,
      case when p.is_priced then (l.item).unit else '' end,
      case when p.is_priced then -l.quantity_left else -1 end, case when p.is_priced then (l.item).unit_price else l.net_left end,
      case when p.is_priced then (l.item).discount_percent else 0 end,
      (l.item).tax_rate, (l.item).tax_category, (l.item).exemption_reason, (l.item).id
    from private.items_left(new) l
    cross join lateral (
      select private.line_net(l.quantity_left, (l.item).unit_price, (l.item).discount_percent, private.currency_exponent(new.currency)) = l.net_left as is_priced) p
    where new.corrections = '[]' or l.net_left <> 0;
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
  private.refuse_invoice_change(public.invoices, public.invoices), private.guard_invoice(), private.issue_invoice(), private.add_cancellation() from public;
-- Checks, policies and triggers that run with the caller's rights call these.
grant execute on function private.refuse_invoice_change(public.invoices, public.invoices) to authenticated, service_role;
