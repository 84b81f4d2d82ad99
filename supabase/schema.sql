-- Generated for reading; the migrations are what runs. Written by tests/db/schema.test.ts.

--
-- PostgreSQL database dump
--



SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET transaction_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

--
-- Name: private; Type: SCHEMA; Schema: -; Owner: -
--

CREATE SCHEMA private;


--
-- Name: storage; Type: SCHEMA; Schema: -; Owner: -
--

CREATE SCHEMA storage;


--
-- Name: pgcrypto; Type: EXTENSION; Schema: -; Owner: -
--

CREATE EXTENSION IF NOT EXISTS pgcrypto WITH SCHEMA extensions;


--
-- Name: EXTENSION pgcrypto; Type: COMMENT; Schema: -; Owner: -
--

COMMENT ON EXTENSION pgcrypto IS 'cryptographic functions';


--
-- Name: access_fingerprint(uuid); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.access_fingerprint(p_company uuid) RETURNS text
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  return (
    select md5(concat_ws('|', cu.is_owner, cu.is_admin, private.second_factor_satisfied(),
      (select string_agg(p.permission_key, ',' order by p.permission_key)
       from public.company_user_permissions p where p.company_id = cu.company_id and p.user_id = cu.user_id)))
    from public.company_users cu
    where cu.company_id = p_company and cu.user_id = (select auth.uid()));
end $$;


--
-- Name: account_name(jsonb, text); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.account_name(p_meta jsonb, p_email text) RETURNS text
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $$
  select left(coalesce(nullif(btrim(p_meta ->> 'display_name'), ''), nullif(btrim(p_meta ->> 'full_name'), ''), nullif(btrim(p_meta ->> 'name'), ''),
    split_part(p_email, '@', 1), ''), 200) $$;


--
-- Name: activity_floor(uuid); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.activity_floor(p_company uuid) RETURNS bigint
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select coalesce((
    select l.seq from private.change_log l
    where l.company_id = p_company and l.collection = 'activity_log' and not l.deleted
      and p_company in (select private.my_companies())
    order by l.seq desc offset 200 limit 1), 0) $$;


--
-- Name: activity_label(text, text, jsonb); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.activity_label(p_collection text, p_column text, p_row jsonb) RETURNS text
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_label text := p_row ->> p_column;
begin
  if p_collection = 'payments' then
    v_label := (select i.number from public.invoices i where i.id = (p_row ->> 'invoice_id')::uuid);
  elsif p_collection = 'recurring_invoices' and v_label = '' then
    v_label := (select c.name from public.customers c where c.id = (p_row ->> 'customer_id')::uuid);
  end if;
  return coalesce(left(v_label, 300), '');
end $$;


--
-- Name: activity_type(text, jsonb, jsonb); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.activity_type(p_op text, p_old jsonb, p_new jsonb) RETURNS text
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO ''
    AS $$
begin
  return case
    when p_op = 'INSERT' then 'created'
    when p_op = 'DELETE' then 'deleted'
    when p_new ? 'last_generated' then case
      when p_old -> 'last_generated' <> p_new -> 'last_generated' then 'generated'
      when p_old ->> 'generation_error' <> p_new ->> 'generation_error' and p_new ->> 'generation_error' <> '' then 'generation_failed'
      else 'updated' end
    when p_new ? 'payment_status' then case
      when p_old ->> 'status' <> p_new ->> 'status' then p_new ->> 'status'
      when p_old ->> 'payment_status' <> p_new ->> 'payment_status' then p_new ->> 'payment_status'
      when p_old ->> 'delivery' <> p_new ->> 'delivery' then p_new ->> 'delivery'
      else 'updated' end
    when p_old ->> 'status' is not distinct from p_new ->> 'status' then 'updated'
    when p_new ->> 'status' = 'pending' and p_old ->> 'status' = 'rejected' then 'resubmitted'
    when p_new ->> 'status' = 'pending' then 'reopened'
    when p_old ->> 'status' = 'pending' or (p_old ->> 'status', p_new ->> 'status') = ('approved', 'reimbursed') then p_new ->> 'status'
    else 'status_overridden' end;
end $$;


--
-- Name: add_cancellation(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.add_cancellation() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
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


--
-- Name: add_correction(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.add_correction() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
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


--
-- Name: add_default_categories(uuid, text); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.add_default_categories(p_company uuid, p_country text) RETURNS void
    LANGUAGE sql
    SET search_path TO ''
    AS $$
  insert into public.expense_categories (company_id, name, description, icon, color, sort_order)
  select p_company, case when german then name_de else name_en end, case when german then hint_de else hint_en end, icon, color, 10 * position
  from (select p_country in ('DE', 'AT', 'CH', 'LI', 'LU') as german) as language,
  (values
    (1, 'Travel', 'Reisekosten', 'Train, flights, taxi, hotel', 'Bahn, Flug, Taxi, Hotel', 'plane', '#2563eb'),
    (2, 'Meals & entertainment', 'Bewirtung', 'Meals with customers and partners', 'Essen mit Kunden und Partnern', 'tools-kitchen-2', '#d97706'),
    (3, 'Vehicle', 'Fahrzeug', 'Fuel, parking, repairs, lease', 'Kraftstoff, Parken, Reparatur, Leasing', 'car', '#0891b2'),
    (4, 'Office supplies', 'Bürobedarf', 'Paper, toner, small items', 'Papier, Toner, Kleinmaterial', 'paperclip', '#65a30d'),
    (5, 'Hardware', 'Hardware', 'Computers, screens, phones', 'Computer, Bildschirme, Telefone', 'device-laptop', '#7c3aed'),
    (6, 'Software & subscriptions', 'Software & Abonnements', 'Licences, cloud, domains', 'Lizenzen, Cloud, Domains', 'cloud', '#4f46e5'),
    (7, 'Phone & internet', 'Telefon & Internet', 'Mobile, landline, data', 'Mobilfunk, Festnetz, Daten', 'phone', '#0d9488'),
    (8, 'Rent & utilities', 'Miete & Nebenkosten', 'Office, power, heating, cleaning', 'Büro, Strom, Heizung, Reinigung', 'building', '#475569'),
    (9, 'Insurance', 'Versicherungen', 'Liability, contents, legal', 'Haftpflicht, Inhalt, Rechtsschutz', 'shield-check', '#059669'),
    (10, 'Marketing', 'Werbung', 'Advertising, print, trade fairs', 'Anzeigen, Druck, Messen', 'speakerphone', '#db2777'),
    (11, 'External services', 'Fremdleistungen', 'Freelancers and subcontractors', 'Freie und Subunternehmer', 'users', '#9333ea'),
    (12, 'Legal & accounting', 'Recht & Steuerberatung', 'Lawyer, tax adviser, bookkeeping', 'Anwalt, Steuerberatung, Buchhaltung', 'scale', '#b45309'),
    (13, 'Training', 'Fortbildung', 'Courses, books, conferences', 'Kurse, Bücher, Konferenzen', 'school', '#ca8a04'),
    (14, 'Bank charges', 'Bankgebühren', 'Accounts, cards, payments', 'Konto, Karten, Zahlungsverkehr', 'building-bank', '#64748b'),
    (15, 'Other', 'Sonstiges', '', '', 'dots', '#94a3b8')
  ) as c (position, name_en, name_de, hint_en, hint_de, icon, color) $$;


SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: recurring_expenses; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.recurring_expenses (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    company_id uuid NOT NULL,
    created_by uuid DEFAULT auth.uid() NOT NULL,
    category_id uuid,
    vendor_id uuid,
    customer_id uuid,
    description text DEFAULT ''::text NOT NULL,
    amount numeric(14,4) NOT NULL,
    currency text DEFAULT 'EUR'::text NOT NULL,
    tax_rate numeric(6,3),
    tax_amount numeric(14,4) DEFAULT 0 NOT NULL,
    payment_method text DEFAULT ''::text NOT NULL,
    "interval" text DEFAULT 'monthly'::text NOT NULL,
    start_date date NOT NULL,
    end_date date,
    skip_before date,
    next_generation date NOT NULL,
    last_generated date,
    is_active boolean DEFAULT true NOT NULL,
    is_billable boolean DEFAULT false NOT NULL,
    is_reimbursable boolean DEFAULT false NOT NULL,
    auto_generate boolean DEFAULT true NOT NULL,
    lead_days integer DEFAULT 0 NOT NULL,
    generate_requested date,
    generation_error text DEFAULT ''::text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    rev text DEFAULT ('srv-'::text || gen_random_uuid()) NOT NULL,
    CONSTRAINT recurring_expenses_amount_check CHECK (((amount >= ('-9999999999'::bigint)::numeric) AND (amount <= ('9999999999'::bigint)::numeric))),
    CONSTRAINT recurring_expenses_description_check CHECK ((char_length(description) <= 1000)),
    CONSTRAINT recurring_expenses_end_date_check CHECK (((end_date >= '1900-01-01'::date) AND (end_date <= '9999-12-31'::date))),
    CONSTRAINT recurring_expenses_generation_error_check CHECK ((char_length(generation_error) <= 500)),
    CONSTRAINT recurring_expenses_interval_check CHECK (("interval" = ANY (ARRAY['daily'::text, 'weekly'::text, 'monthly'::text, 'quarterly'::text, 'yearly'::text]))),
    CONSTRAINT recurring_expenses_lead_days_check CHECK (((lead_days >= 0) AND (lead_days <= 60))),
    CONSTRAINT recurring_expenses_payment_method_check CHECK ((payment_method = ANY (ARRAY[''::text, 'cash'::text, 'card'::text, 'bank_transfer'::text, 'private'::text, 'other'::text]))),
    CONSTRAINT recurring_expenses_rev_check CHECK (((char_length(rev) >= 1) AND (char_length(rev) <= 80))),
    CONSTRAINT recurring_expenses_skip_before_check CHECK (((skip_before >= '1900-01-01'::date) AND (skip_before <= '9999-12-31'::date))),
    CONSTRAINT recurring_expenses_start_date_check CHECK (((start_date >= '1900-01-01'::date) AND (start_date <= '9999-12-31'::date))),
    CONSTRAINT recurring_expenses_tax_amount_check CHECK (((tax_amount >= ('-9999999999'::bigint)::numeric) AND (tax_amount <= ('9999999999'::bigint)::numeric))),
    CONSTRAINT recurring_expenses_tax_rate_check CHECK (((tax_rate >= (0)::numeric) AND (tax_rate <= (100)::numeric)))
);


--
-- Name: add_generated_expense(public.recurring_expenses, date); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.add_generated_expense(p_series public.recurring_expenses, p_period date) RETURNS void
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO ''
    AS $$
  insert into public.expenses (company_id, created_by, category_id, vendor_id, customer_id, description, amount, currency, tax_rate, tax_amount,
      expense_date, is_billable, is_reimbursable, payment_method, recurring_expense_id, recurring_period)
    values (p_series.company_id, p_series.created_by, p_series.category_id, p_series.vendor_id, p_series.customer_id, p_series.description,
      p_series.amount, p_series.currency, p_series.tax_rate, p_series.tax_amount, p_period, p_series.is_billable, p_series.is_reimbursable,
      p_series.payment_method, p_series.id, p_period) $$;


--
-- Name: recurring_invoices; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.recurring_invoices (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    company_id uuid NOT NULL,
    name text DEFAULT ''::text NOT NULL,
    customer_id uuid NOT NULL,
    is_active boolean DEFAULT true NOT NULL,
    "interval" text DEFAULT 'monthly'::text NOT NULL,
    start_date date NOT NULL,
    end_date date,
    skip_before date,
    next_generation date NOT NULL,
    last_generated date,
    currency text DEFAULT 'EUR'::text NOT NULL,
    language text DEFAULT 'en'::text NOT NULL,
    due_days integer DEFAULT 14 NOT NULL,
    reference text DEFAULT ''::text NOT NULL,
    notes text DEFAULT ''::text NOT NULL,
    internal_notes text DEFAULT ''::text NOT NULL,
    payment_terms text DEFAULT ''::text NOT NULL,
    tax_mode text DEFAULT 'standard'::text NOT NULL,
    generate_as text DEFAULT 'draft'::text NOT NULL,
    lead_days integer DEFAULT 0 NOT NULL,
    auto_generate boolean DEFAULT true NOT NULL,
    created_by uuid DEFAULT auth.uid() NOT NULL,
    generate_requested date,
    generation_error text DEFAULT ''::text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    rev text DEFAULT ('srv-'::text || gen_random_uuid()) NOT NULL,
    CONSTRAINT recurring_invoices_due_days_check CHECK (((due_days >= 0) AND (due_days <= 365))),
    CONSTRAINT recurring_invoices_end_date_check CHECK (((end_date >= '1900-01-01'::date) AND (end_date <= '9999-12-31'::date))),
    CONSTRAINT recurring_invoices_generate_as_check CHECK ((generate_as = ANY (ARRAY['draft'::text, 'ready_to_issue'::text]))),
    CONSTRAINT recurring_invoices_generation_error_check CHECK ((char_length(generation_error) <= 500)),
    CONSTRAINT recurring_invoices_internal_notes_check CHECK ((char_length(internal_notes) <= 4000)),
    CONSTRAINT recurring_invoices_interval_check CHECK ((char_length("interval") <= 20)),
    CONSTRAINT recurring_invoices_language_check CHECK ((language = ANY (ARRAY['en'::text, 'de'::text]))),
    CONSTRAINT recurring_invoices_lead_days_check CHECK (((lead_days >= 0) AND (lead_days <= 60))),
    CONSTRAINT recurring_invoices_name_check CHECK ((char_length(name) <= 200)),
    CONSTRAINT recurring_invoices_notes_check CHECK ((char_length(notes) <= 4000)),
    CONSTRAINT recurring_invoices_payment_terms_check CHECK ((char_length(payment_terms) <= 500)),
    CONSTRAINT recurring_invoices_reference_check CHECK ((char_length(reference) <= 200)),
    CONSTRAINT recurring_invoices_rev_check CHECK (((char_length(rev) >= 1) AND (char_length(rev) <= 80))),
    CONSTRAINT recurring_invoices_skip_before_check CHECK (((skip_before >= '1900-01-01'::date) AND (skip_before <= '9999-12-31'::date))),
    CONSTRAINT recurring_invoices_start_date_check CHECK (((start_date >= '1900-01-01'::date) AND (start_date <= '9999-12-31'::date))),
    CONSTRAINT recurring_invoices_tax_mode_check CHECK ((tax_mode = ANY (ARRAY['standard'::text, 'small_business'::text, 'reverse_charge'::text])))
);


--
-- Name: add_generated_invoice(public.recurring_invoices, date); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.add_generated_invoice(p_series public.recurring_invoices, p_period date) RETURNS text
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_interval text := private.invoice_interval(p_series.interval);
  v_document text := current_setting('kontor.document', true);
  v_problems text[] := '{}';
  v_invoice public.invoices;
begin
  v_invoice.id := gen_random_uuid();
  v_invoice.company_id := p_series.company_id;
  v_invoice.customer_id := p_series.customer_id;
  v_invoice.currency := p_series.currency;
  v_invoice.language := p_series.language;
  v_invoice.tax_mode := p_series.tax_mode;
  v_invoice.reference := p_series.reference;
  v_invoice.notes := p_series.notes;
  v_invoice.payment_terms := p_series.payment_terms;
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


--
-- Name: adopt_bank_settings(uuid, jsonb); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.adopt_bank_settings(p_company uuid, p_bank jsonb) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
  v_iban text := upper(regexp_replace(coalesce(p_bank ->> 'iban', ''), '\s', '', 'g'));
  v_bic text := upper(regexp_replace(coalesce(p_bank ->> 'bic', ''), '\s', '', 'g'));
begin
  if v_iban <> '' and not private.is_iban(v_iban) then
    raise exception 'invalid_settings' using errcode = 'P0001', detail = 'settings.company_details.bank.iban';
  end if;
  -- The company is being written: its accounts do not write it again.
  perform set_config('kontor.document', p_company::text, true);
  if v_iban = '' then
    delete from public.bank_accounts where company_id = p_company and is_default;
  else
    update public.bank_accounts set iban = v_iban, bic = v_bic, name = coalesce(p_bank ->> 'name', '') where company_id = p_company and is_default;
    if not found then
      insert into public.bank_accounts (company_id, name, iban, bic, is_default) values (p_company, coalesce(p_bank ->> 'name', ''), v_iban, v_bic, true);
    end if;
  end if;
  perform set_config('kontor.document', '', true);
end $$;


--
-- Name: adopt_first_account(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.adopt_first_account() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
begin
  perform private.adopt_bank_settings(new.id, new.settings #> '{company_details,bank}');
  return null;
end $$;


--
-- Name: adopt_lease(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.adopt_lease() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
begin
  if new.number is not null then return new; end if;
  if new.status = 'issued' and new.leased ? 'claim' and new.document_type = 'invoice' then new.status := 'ready_to_issue'; end if;
  if new.status <> 'ready_to_issue' or new.document_type <> 'invoice' or not coalesce(new.leased ? 'claim', false) then
    new.leased := null;
  else
    perform private.bring_back_buyer(new);
  end if;
  return new;
end $$;


--
-- Name: announce_by_identity(regclass); Type: PROCEDURE; Schema: private; Owner: -
--

CREATE PROCEDURE private.announce_by_identity(IN p_table regclass)
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
  v_index name;
begin
  select c.relname into v_index from pg_catalog.pg_index i join pg_catalog.pg_class c on c.oid = i.indexrelid
    where i.indrelid = p_table and i.indisunique and i.indimmediate and i.indpred is null and i.indexprs is null and i.indnatts = 2
      and (select array_agg(a.attname::text order by a.attname) from pg_catalog.pg_attribute a where a.attrelid = p_table and a.attnum = any (i.indkey)) = '{company_id,id}';
  if v_index is null then
    v_index := (select relname from pg_catalog.pg_class where oid = p_table) || '_identity_idx';
    execute format('create unique index %I on %s (company_id, id)', v_index, p_table);
  end if;
  execute format('alter table %s replica identity using index %I', p_table, v_index);
end $$;


--
-- Name: append_to_ledger(uuid, text, text, uuid, text, text[], text); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.append_to_ledger(p_company uuid, p_kind text, p_collection text, p_record uuid, p_label text, p_facts text[], p_receipts text DEFAULT ''::text) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    SET enable_sort TO 'off'
    AS $$
declare
  e public.ledger_entries;
begin
  perform pg_catalog.pg_advisory_xact_lock(hashtextextended('kontor.ledger', 0) # hashtextextended(p_company::text, 0));
  select l.seq, l.sha256 into e.seq, e.prev_sha256 from public.ledger_entries l where l.company_id = p_company order by l.seq desc limit 1;
  e.company_id := p_company;
  e.seq := coalesce(e.seq, 0) + 1;
  e.prev_sha256 := coalesce(e.prev_sha256, repeat('0', 64));
  e.kind := p_kind;
  e.collection := p_collection;
  e.record_id := p_record;
  e.label := left(coalesce(p_label, ''), 300);
  e.form := private.ledger_form(p_collection);
  e.payload_sha256 := private.facts_sha256(p_facts);
  e.receipts := private.thousand(p_receipts);
  e.at := clock_timestamp();
  e.actor := auth.uid();
  e.sha256 := private.entry_sha256(e);
  insert into public.ledger_entries values (e.*);
end $$;


--
-- Name: applied_among(uuid, jsonb[]); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.applied_among(p_company uuid, p_changes jsonb[]) RETURNS uuid[]
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    AS $$
begin
  return array(
    select m.row_id from unnest(p_changes) c
    join private.applied_mutations m on m.company_id = p_company and m.mutation_id = c ->> 'mutation_id'
      and m.collection = c ->> 'collection' and m.row_id = (c ->> 'id')::uuid
    where exists (select from public.company_users cu where cu.company_id = p_company and cu.user_id = auth.uid()));
end $$;


--
-- Name: synced_collections; Type: TABLE; Schema: private; Owner: -
--

CREATE TABLE private.synced_collections (
    collection text NOT NULL,
    "position" integer NOT NULL,
    table_name name NOT NULL,
    source text NOT NULL,
    insertable name[] NOT NULL,
    updatable name[] NOT NULL,
    view_key text,
    hidden_key text,
    is_independent boolean DEFAULT false NOT NULL,
    own_key text,
    further_keys text[] DEFAULT '{}'::text[] NOT NULL
);


--
-- Name: COLUMN synced_collections.is_independent; Type: COMMENT; Schema: private; Owner: -
--

COMMENT ON COLUMN private.synced_collections.is_independent IS 'No rule of one record looks at another of its collection: what is decided of changes one after another is decided alike of all at once.';


--
-- Name: apply_change(private.synced_collections, uuid, jsonb); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.apply_change(p_registry private.synced_collections, p_company uuid, p_change jsonb) RETURNS jsonb
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
  v_id uuid := p_change ->> 'id';
  v_mutation text := p_change ->> 'mutation_id';
  v_base text := p_change ->> 'base_rev';
  v_is_delete boolean := p_change ->> 'op' = 'delete';
  v_is_nested boolean;
  v_current jsonb;
  v_count int := 0;
begin
  if cardinality(private.applied_among(p_company, array[p_change])) > 0 then
    return jsonb_build_object('status', 'applied', 'row', private.read_document(p_registry.source, p_company, v_id));
  end if;
  -- Whether a record still is the version that a change began with, its own statement tells; of what is new and was there, `push_change` does. Lines are
  -- written before their record.
  v_is_nested := exists (select from private.nested_collections n where n.collection = p_registry.collection and p_change -> 'doc' ? n.key);
  if v_is_nested then v_current := private.read_document(p_registry.source, p_company, v_id); end if;
  if v_base is distinct from v_mutation and (not v_is_nested or v_current ->> 'rev' is not distinct from v_base) then
    if v_is_delete then v_count := private.delete_document(p_registry, p_company, v_id, v_base);
    else v_count := private.write_document(p_registry, p_company, v_id, v_base, v_mutation, coalesce(p_change -> 'doc', '{}'));
    end if;
  end if;
  v_current := private.read_document(p_registry.source, p_company, v_id);
  if v_count > 0 then
    perform private.remember_mutations(p_company, array[p_change]);
    return jsonb_build_object('status', 'applied', 'row', v_current);
  end if;
  if v_current ->> 'rev' = v_mutation or v_is_delete and v_current is null then return jsonb_build_object('status', 'applied', 'row', v_current); end if;
  -- Row level security hides what may not be changed; a writer beside us leaves another version.
  if v_current ->> 'rev' is distinct from v_base then return jsonb_build_object('status', 'conflict', 'row', v_current); end if;
  raise exception 'not_allowed' using errcode = '42501';
end $$;


--
-- Name: archive_documents(uuid, uuid, integer); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.archive_documents(p_company uuid, p_after uuid, p_limit integer) RETURNS jsonb
    LANGUAGE sql STABLE
    SET search_path TO ''
    SET "TimeZone" TO 'UTC'
    AS $$
  select coalesce(jsonb_agg(to_jsonb(d) order by d.id), '[]') from (
    select i.* from private.invoice_documents i
    where i.company_id = p_company and i.number is not null and (p_after is null or i.id > p_after)
    order by i.id limit p_limit) d $$;


--
-- Name: archive_entry(jsonb, text); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.archive_entry(p_manifest jsonb, p_table text) RETURNS jsonb
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $$
  select coalesce((select e from jsonb_array_elements(p_manifest -> 'entries') e where e ->> 'path' = 'json/' || p_table || '.jsonl'), '{"rows": 0}') $$;


--
-- Name: archive_order(regclass, text[]); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.archive_order(p_source regclass, p_key text[]) RETURNS text
    LANGUAGE sql STABLE
    SET search_path TO ''
    AS $$
  select string_agg(format('t.%I%s', a.attname, case when a.atttypid = 'text'::regtype then ' collate "C"' else '' end), ', ' order by k.place)
  from unnest(p_key) with ordinality as k (name, place)
  join pg_catalog.pg_attribute a on a.attrelid = p_source and a.attname = k.name $$;


--
-- Name: archive_page(uuid, text, jsonb, integer, integer, boolean); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.archive_page(p_company uuid, p_table text, p_after jsonb, p_limit integer, p_bytes integer, p_bank_data boolean) RETURNS jsonb
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    SET "TimeZone" TO 'UTC'
    AS $_$
declare
  v_source regclass;
  v_key text[];
  v_left_out text[];
  v_page jsonb;
begin
  select a.source, a.key, a.left_out into v_source, v_key, v_left_out from private.archive_tables() a where a.name = p_table;
  if not found then raise exception 'unknown_table' using errcode = 'P0001', detail = 'table'; end if;
  execute format(
    'select jsonb_build_object(''rows'', coalesce(jsonb_agg(doc order by place) filter (where before < $4), ''[]''),
         ''more'', count(*) = $3 or coalesce(bool_or(before >= $4), false))
       from (
         select doc, place, sum(pg_column_size(doc)) over (order by place) - pg_column_size(doc) as before
         from (
           select to_jsonb(t) - $5 as doc, row_number() over (order by %1$s) as place
           from %2$s t where t.company_id = $1 %3$s %4$s
           order by %1$s limit $3) page) sized',
      private.archive_order(v_source, v_key), v_source,
      case when p_after is not null then format('and (%s) > (%s)', private.archive_order(v_source, v_key), private.archive_place(v_source, v_key)) end,
      case when p_table = 'activity_records' and p_bank_data is not true then 'and t.bank_data <> ''full''' end)
    into v_page using p_company, p_after, p_limit, p_bytes, v_left_out;
  return v_page;
end $_$;


--
-- Name: archive_place(regclass, text[]); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.archive_place(p_source regclass, p_key text[]) RETURNS text
    LANGUAGE sql STABLE
    SET search_path TO ''
    AS $_$
  select string_agg(format('($2 ->> %L)::%s', a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod)), ', ' order by k.place)
  from unnest(p_key) with ordinality as k (name, place)
  join pg_catalog.pg_attribute a on a.attrelid = p_source and a.attname = k.name $_$;


--
-- Name: archive_state(uuid); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.archive_state(p_company uuid) RETURNS jsonb
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    SET "TimeZone" TO 'UTC'
    AS $_$
declare
  v_tables jsonb := '{}';
  v_table jsonb;
  v_schema text;
  a record;
begin
  for a in select * from private.archive_tables() order by place loop
    execute format(
      'select jsonb_build_object(''rows'', count(*), ''head'', count(*) || ''.'' || coalesce(sum(hashtextextended(t.ctid::text || ''.'' || t.xmin::text, 0)), 0))
         from %s t where t.company_id = $1', a.source)
      into v_table using p_company;
    v_tables := v_tables || jsonb_build_object(a.name, v_table);
  end loop;
  if to_regclass('supabase_migrations.schema_migrations') is not null then
    execute 'select max(version) from supabase_migrations.schema_migrations' into v_schema;
  end if;
  return jsonb_build_object('schema', v_schema, 'tables', v_tables,
    'books', encode(sha256(convert_to((v_tables - '{activity_log,activity_records}'::text[])::text, 'utf8')), 'hex'), 'ledger', (
    select jsonb_build_object('seq', l.seq, 'sha256', l.sha256, 'at', private.instant_text(l.at))
    from public.ledger_entries l where l.company_id = p_company order by l.seq desc limit 1));
end $_$;


--
-- Name: archive_tables(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.archive_tables() RETURNS TABLE(place integer, name text, source regclass, key text[], left_out text[])
    LANGUAGE sql STABLE
    SET search_path TO ''
    AS $$
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


--
-- Name: are_changes(jsonb); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.are_changes(p_changes jsonb) RETURNS boolean
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO ''
    AS $_$
begin
  return jsonb_typeof(p_changes) = 'object' and not jsonb_path_exists(p_changes, 'strict $.* ? (@.type() != "array" || @.size() != 2)');
end $_$;


--
-- Name: are_delivery_items(jsonb); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.are_delivery_items(p_items jsonb) RETURNS boolean
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $_$
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
      from jsonb_array_elements(p_items) as i (item)), true) end $_$;


--
-- Name: are_euro_rates(jsonb); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.are_euro_rates(p_rates jsonb) RETURNS boolean
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $_$
  select jsonb_typeof(p_rates) = 'object' and p_rates <> '{}' and not exists (
    select from jsonb_each(p_rates) r
    where (private.is_currency(r.key) and r.key <> 'EUR' and jsonb_typeof(r.value) = 'string'
      and r.value #>> '{}' ~ '^[0-9]{1,9}(\.[0-9]{1,9})?$' and r.value #>> '{}' ~ '[1-9]') is not true) $_$;


--
-- Name: are_mail_templates(jsonb); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.are_mail_templates(p_templates jsonb) RETURNS boolean
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $_$
  select jsonb_typeof(p_templates) = 'object'
    and not jsonb_path_exists(p_templates, 'strict $.* ? (@.type() != "object")')
    and not jsonb_path_exists(p_templates, 'lax $.*.* ? (!(@.subject.type() == "string") || !(@.body.type() == "string"))') $_$;


--
-- Name: assign_expense_number(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.assign_expense_number() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_format text;
  v_year int := extract(year from new.expense_date);
  v_number bigint;
begin
  if new.number is not null then return new; end if;
  select c.settings #>> '{expense_defaults,generated_number_format}' into v_format from public.companies c where c.id = new.company_id;
  if v_format is null then return new; end if; -- no such company: the foreign key says so
  loop
    insert into private.number_counters as counter (company_id, kind, year, last)
      values (new.company_id, 'expenses', case when v_format like '%{year}%' then v_year else 0 end, 1)
      on conflict (company_id, kind, year) do update set last = counter.last + 1
      returning counter.last into v_number;
    new.number := private.format_number(v_format, v_year, v_number);
    -- A changed format or an import may have used it already.
    exit when not exists (select from public.expenses e where e.company_id = new.company_id and e.number = new.number);
  end loop;
  return new;
end $$;


--
-- Name: away_numbers(uuid); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.away_numbers(p_company uuid) RETURNS SETOF text
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  return query
  select private.format_invoice_number(l.format, l.prefix, m::date, r.number)
  from private.number_gap_reasons r
  join private.number_leases l on l.company_id = r.company_id and l.series = r.series and l.year = r.year and r.number = any (l.numbers)
  -- The month of the document may be a part of it.
  cross join generate_series(date_trunc('month', l.taken_at at time zone 'UTC'), l.valid_until::timestamp, interval '1 month') m
  where r.company_id = p_company and r.reason in ('lease_open', 'lease_lost');
end $$;


--
-- Name: books_currency(jsonb); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.books_currency(p_settings jsonb) RETURNS text
    LANGUAGE sql IMMUTABLE
    AS $$
  select coalesce(p_settings #>> '{exchange,currency}', p_settings #>> '{invoice_defaults,default_currency}') $$;


--
-- Name: exchange_fault(jsonb, numeric, text); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.exchange_fault(p_exchange jsonb, p_amount numeric, p_currency text) RETURNS text
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO ''
    AS $_$
begin
  if p_exchange is null then return null; end if;
  if jsonb_typeof(p_exchange) <> 'object' then return 'exchange'; end if;
  if (select array_agg(k order by k) from jsonb_object_keys(p_exchange - '{document_amount,parts}'::text[]) k) is distinct from '{amount,currency,day,rate,source,version}'::text[] then
    return 'exchange';
  end if;
  if private.is_currency(p_exchange ->> 'currency') is not true or p_exchange ->> 'currency' = p_currency then return 'currency'; end if;
  if (jsonb_typeof(p_exchange -> 'rate') = 'string' and p_exchange ->> 'rate' ~ '^(0|[1-9][0-9]{0,8})(\.[0-9]{1,12})?$' and p_exchange ->> 'rate' ~ '[1-9]') is not true then
    return 'rate';
  end if;
  if private.is_day_text(p_exchange ->> 'day') is not true then return 'day'; end if;
  if (p_exchange ->> 'source' in ('ecb', 'example', 'manual')) is not true then return 'source'; end if;
  if (jsonb_typeof(p_exchange -> 'version') = 'string' and char_length(p_exchange ->> 'version') <= 40) is not true then return 'version'; end if;
  if jsonb_typeof(p_exchange -> 'amount') <> 'number' then return 'amount'; end if;
  -- What takes back a part is worth what is left before it less what is left after it, entry by entry.
  if p_exchange ? 'parts' then
    if jsonb_typeof(p_exchange -> 'parts') <> 'array' or abs((p_exchange -> 'amount')::numeric) > 9999999999
      or (select coalesce(sum((e.part ->> 'net')::numeric + (e.part ->> 'tax')::numeric), 0) from jsonb_array_elements(p_exchange -> 'parts') e (part))
        is distinct from (p_exchange -> 'amount')::numeric then
      return 'parts';
    end if;
  elsif (p_exchange -> 'amount')::numeric <> private.converted(p_amount, p_currency, (p_exchange ->> 'rate')::numeric, p_exchange ->> 'currency')
    or abs((p_exchange -> 'amount')::numeric) > 9999999999 then
    return 'amount';
  end if;
  if jsonb_typeof(p_exchange -> 'document_amount') not in ('number', 'null') then return 'document_amount'; end if;
  return null;
end $_$;


--
-- Name: invoices; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.invoices (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    company_id uuid NOT NULL,
    number text,
    number_year integer,
    number_seq bigint,
    document_type text DEFAULT 'invoice'::text NOT NULL,
    cancels_id uuid,
    cancelled_by_id uuid,
    customer_id uuid,
    recurring_invoice_id uuid,
    status text DEFAULT 'draft'::text NOT NULL,
    delivery text DEFAULT 'not_sent'::text NOT NULL,
    sent_at timestamp with time zone,
    issue_date date,
    due_date date,
    due_days integer DEFAULT 14 NOT NULL,
    service_from date,
    service_to date,
    currency text DEFAULT 'EUR'::text NOT NULL,
    language text DEFAULT 'en'::text NOT NULL,
    reference text DEFAULT ''::text NOT NULL,
    notes text DEFAULT ''::text NOT NULL,
    internal_notes text DEFAULT ''::text NOT NULL,
    payment_terms text DEFAULT ''::text NOT NULL,
    tax_mode text DEFAULT 'standard'::text NOT NULL,
    seller jsonb,
    buyer jsonb,
    net_total numeric(14,4) DEFAULT 0 NOT NULL,
    tax_total numeric(14,4) DEFAULT 0 NOT NULL,
    gross_total numeric(14,4) DEFAULT 0 NOT NULL,
    tax_breakdown jsonb DEFAULT '[]'::jsonb NOT NULL,
    paid_total numeric(14,4) DEFAULT 0 NOT NULL,
    payment_status text DEFAULT 'unpaid'::text NOT NULL,
    created_by uuid DEFAULT auth.uid() NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    rev text DEFAULT ('srv-'::text || gen_random_uuid()) NOT NULL,
    recurring_period date,
    overruled_warnings text[] DEFAULT '{}'::text[] NOT NULL,
    tax_point date,
    exchange jsonb,
    corrects_id uuid,
    reason text DEFAULT ''::text NOT NULL,
    corrections jsonb DEFAULT '[]'::jsonb NOT NULL,
    number_series text DEFAULT 'invoices'::text NOT NULL,
    leased jsonb,
    reminder_level integer DEFAULT 0 NOT NULL,
    reminded_on date,
    reminder_hold text DEFAULT ''::text NOT NULL,
    CONSTRAINT invoices_buyer_check CHECK ((jsonb_typeof(buyer) = 'object'::text)),
    CONSTRAINT invoices_corrections_check CHECK ((jsonb_typeof(corrections) = 'array'::text)),
    CONSTRAINT invoices_delivery_check CHECK ((delivery = ANY (ARRAY['not_sent'::text, 'sent'::text]))),
    CONSTRAINT invoices_document_type_check CHECK ((document_type = ANY (ARRAY['invoice'::text, 'cancellation'::text, 'correction'::text]))),
    CONSTRAINT invoices_due_date_check CHECK (((due_date >= '1900-01-01'::date) AND (due_date <= '9999-12-31'::date))),
    CONSTRAINT invoices_due_days_check CHECK (((due_days >= 0) AND (due_days <= 365))),
    CONSTRAINT invoices_exchange_fits CHECK ((private.exchange_fault(exchange, gross_total, currency) IS NULL)),
    CONSTRAINT invoices_gross_total_check CHECK (((gross_total >= ('-9999999999'::bigint)::numeric) AND (gross_total <= ('9999999999'::bigint)::numeric))),
    CONSTRAINT invoices_internal_notes_check CHECK ((char_length(internal_notes) <= 4000)),
    CONSTRAINT invoices_issue_date_check CHECK (((issue_date >= '1900-01-01'::date) AND (issue_date <= '9999-12-31'::date))),
    CONSTRAINT invoices_issued_complete CHECK (((status = ANY (ARRAY['draft'::text, 'ready_to_issue'::text])) OR ((number IS NOT NULL) AND (issue_date IS NOT NULL) AND (due_date IS NOT NULL) AND (seller IS NOT NULL) AND (buyer IS NOT NULL)))),
    CONSTRAINT invoices_language_check CHECK ((language = ANY (ARRAY['en'::text, 'de'::text]))),
    CONSTRAINT invoices_leased_check CHECK (((jsonb_typeof(leased) = 'object'::text) AND (octet_length((leased)::text) <= 60000))),
    CONSTRAINT invoices_net_total_check CHECK (((net_total >= ('-9999999999'::bigint)::numeric) AND (net_total <= ('9999999999'::bigint)::numeric))),
    CONSTRAINT invoices_notes_check CHECK ((char_length(notes) <= 4000)),
    CONSTRAINT invoices_number_check CHECK ((char_length(number) <= 60)),
    CONSTRAINT invoices_number_series_check CHECK ((number_series = ANY (ARRAY['invoices'::text, 'cancellations'::text, 'corrections'::text]))),
    CONSTRAINT invoices_only_corrections_correct CHECK (((corrects_id IS NULL) OR (document_type = 'correction'::text))),
    CONSTRAINT invoices_overruled_warnings_check CHECK ((char_length(array_to_string(overruled_warnings, ','::text)) <= 4000)),
    CONSTRAINT invoices_paid_total_check CHECK (((paid_total >= ('-9999999999'::bigint)::numeric) AND (paid_total <= ('9999999999'::bigint)::numeric))),
    CONSTRAINT invoices_payment_status_check CHECK ((payment_status = ANY (ARRAY['unpaid'::text, 'partially_paid'::text, 'paid'::text, 'overpaid'::text]))),
    CONSTRAINT invoices_payment_terms_check CHECK ((char_length(payment_terms) <= 500)),
    CONSTRAINT invoices_reason_check CHECK ((char_length(reason) <= 500)),
    CONSTRAINT invoices_recurring_period_check CHECK (((recurring_period >= '1900-01-01'::date) AND (recurring_period <= '9999-12-31'::date))),
    CONSTRAINT invoices_reference_check CHECK ((char_length(reference) <= 200)),
    CONSTRAINT invoices_reminded_on_check CHECK (((reminded_on >= '1900-01-01'::date) AND (reminded_on <= '9999-12-31'::date))),
    CONSTRAINT invoices_reminder_hold_check CHECK ((char_length(reminder_hold) <= 500)),
    CONSTRAINT invoices_reminder_level_check CHECK (((reminder_level >= 0) AND (reminder_level <= 3))),
    CONSTRAINT invoices_rev_check CHECK (((char_length(rev) >= 1) AND (char_length(rev) <= 80))),
    CONSTRAINT invoices_seller_check CHECK ((jsonb_typeof(seller) = 'object'::text)),
    CONSTRAINT invoices_service_from_check CHECK (((service_from >= '1900-01-01'::date) AND (service_from <= '9999-12-31'::date))),
    CONSTRAINT invoices_service_to_check CHECK (((service_to >= '1900-01-01'::date) AND (service_to <= '9999-12-31'::date))),
    CONSTRAINT invoices_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'ready_to_issue'::text, 'issued'::text, 'cancelled'::text]))),
    CONSTRAINT invoices_tax_breakdown_check CHECK ((jsonb_typeof(tax_breakdown) = 'array'::text)),
    CONSTRAINT invoices_tax_mode_check CHECK ((tax_mode = ANY (ARRAY['standard'::text, 'small_business'::text, 'reverse_charge'::text]))),
    CONSTRAINT invoices_tax_point_check CHECK (((tax_point >= '1900-01-01'::date) AND (tax_point <= '9999-12-31'::date))),
    CONSTRAINT invoices_tax_total_check CHECK (((tax_total >= ('-9999999999'::bigint)::numeric) AND (tax_total <= ('9999999999'::bigint)::numeric)))
);


--
-- Name: COLUMN invoices.tax_point; Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON COLUMN public.invoices.tax_point IS 'The day its VAT counts on by supply (migration `tax_points`): the end of the supply; where that month was closed when it was issued, the day of issue. Of a cancellation the day of issue.';


--
-- Name: bring_back_buyer(public.invoices); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.bring_back_buyer(p_invoice public.invoices) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  insert into public.customers
    select (jsonb_populate_record(null::public.customers, r.record || jsonb_build_object('rev', 'srv-' || gen_random_uuid(), 'updated_at', now(),
      -- A number that somebody else got since stays there.
      'customer_number', case when exists (
          select from public.customers c where c.company_id = l.company_id and upper(btrim(c.customer_number)) = upper(btrim(r.record ->> 'customer_number')))
        then null else r.record -> 'customer_number' end))).*
    from public.activity_log l
    join public.activity_records r on r.activity_id = l.id
    join private.number_leases n on n.company_id = l.company_id and n.id::text = p_invoice.leased ->> 'lease_id'
      and n.user_id = auth.uid() and n.ended_at is null and n.taken_at <= l.created_at
    where l.company_id = p_invoice.company_id and l.entity_type = 'customers' and l.entity_id = p_invoice.customer_id
      and l.type = 'deleted'
    order by l.created_at desc limit 1
    on conflict do nothing;
end $$;


--
-- Name: buyer_snapshot(uuid, uuid); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.buyer_snapshot(p_company uuid, p_customer uuid) RETURNS jsonb
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  return (
    select jsonb_build_object('name', c.name, 'contact_name', c.contact_name, 'street', c.street, 'house_number', c.house_number,
      'postal_code', c.postal_code, 'city', c.city, 'country', c.country, 'email', c.email, 'vat_id', c.vat_id, 'buyer_reference', c.buyer_reference,
      'e_address', c.e_address, 'e_address_scheme', c.e_address_scheme, 'e_invoice_format', c.e_invoice_format,
      'customer_number', c.customer_number, 'salutation', c.salutation,
      'delivery_name', c.delivery_name, 'delivery_street', c.delivery_street, 'delivery_house_number', c.delivery_house_number,
      'delivery_postal_code', c.delivery_postal_code, 'delivery_city', c.delivery_city, 'delivery_country', c.delivery_country)
    from public.customers c where c.company_id = p_company and c.id = p_customer);
end $$;


--
-- Name: canonical_text(jsonb); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.canonical_text(p_value jsonb) RETURNS text
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO ''
    AS $$
begin
  case jsonb_typeof(p_value)
    when 'object' then return (
      select '{' || coalesce(string_agg(to_jsonb(e.key)::text || ':' || case
          when jsonb_typeof(e.value) in ('object', 'array', 'number') then private.canonical_text(e.value) else e.value::text end,
        ',' order by e.key collate "C"), '') || '}' from jsonb_each(p_value) e);
    when 'array' then return (
      select '[' || coalesce(string_agg(private.canonical_text(e.value), ',' order by e.place), '') || ']'
      from jsonb_array_elements(p_value) with ordinality e (value, place));
    when 'number' then
      if abs(p_value::numeric) < 0.000001 and p_value::numeric <> 0 then return regexp_replace(p_value::float8::text, 'e([-+])0', 'e\1'); end if;
      return trim_scale(p_value::numeric)::text;
    else return p_value::text;
  end case;
end $$;


--
-- Name: carry_over_ledger(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.carry_over_ledger() RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  e public.ledger_entries;
  v_count int := 0;
  r record;
begin
  for r in
    select b.*, case b.collection when 'expenses' then private.verified_receipts(b.company_id, b.record_id) else '' end as receipts,
      private.payload_of(b.collection, b.company_id, b.record_id, private.ledger_form(b.collection)) as payload
    from private.booked_records b
    where not exists (select from public.ledger_entries l where l.company_id = b.company_id and l.record_id = b.record_id)
    order by b.company_id, b.booked_at, b.collection, b.record_id
  loop
    if r.company_id is distinct from e.company_id then
      perform pg_catalog.pg_advisory_xact_lock(hashtextextended('kontor.ledger', 0) # hashtextextended(r.company_id::text, 0));
      e.seq := null;
      select l.seq, l.sha256 into e.seq, e.sha256 from public.ledger_entries l where l.company_id = r.company_id order by l.seq desc limit 1;
    end if;
    e.company_id := r.company_id;
    e.prev_sha256 := case when e.seq is null then repeat('0', 64) else e.sha256 end;
    e.seq := coalesce(e.seq, 0) + 1;
    e.kind := 'carried_over';
    e.collection := r.collection;
    e.record_id := r.record_id;
    e.label := left(coalesce(r.label, ''), 300);
    e.form := private.ledger_form(r.collection);
    e.payload_sha256 := r.payload;
    e.receipts := private.thousand(r.receipts);
    e.at := clock_timestamp();
    e.sha256 := private.entry_sha256(e);
    insert into public.ledger_entries values (e.*);
    v_count := v_count + 1;
  end loop;
  return v_count;
end $$;


--
-- Name: company_users; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.company_users (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    company_id uuid NOT NULL,
    user_id uuid NOT NULL,
    is_owner boolean DEFAULT false NOT NULL,
    is_admin boolean DEFAULT false NOT NULL,
    display_name text DEFAULT ''::text NOT NULL,
    email text DEFAULT ''::text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    rev text DEFAULT ('srv-'::text || gen_random_uuid()) NOT NULL,
    CONSTRAINT company_users_display_name_check CHECK ((char_length(display_name) <= 200)),
    CONSTRAINT company_users_email_check CHECK ((char_length(email) <= 320)),
    CONSTRAINT company_users_rev_check CHECK (((char_length(rev) >= 1) AND (char_length(rev) <= 80)))
);


--
-- Name: changeable_member(public.company_users, uuid); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.changeable_member(p_me public.company_users, p_user uuid) RETURNS public.company_users
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_member public.company_users;
begin
  select * into v_member from public.company_users cu where cu.company_id = p_me.company_id and cu.user_id = p_user;
  if not found then raise exception 'member_not_found' using errcode = 'P0001', detail = 'p_user'; end if;
  if v_member.is_owner and p_me.is_owner is not true then raise exception 'not_allowed' using errcode = '42501', detail = 'is_owner'; end if;
  if v_member.is_admin and (p_me.is_owner or p_me.is_admin) is not true then
    raise exception 'not_allowed' using errcode = '42501', detail = 'is_admin';
  end if;
  if v_member.is_owner and not exists (select from public.company_users cu
    where cu.company_id = p_me.company_id and cu.is_owner and cu.user_id <> p_user) then
    raise exception 'last_owner' using errcode = 'P0001', detail = 'p_user';
  end if;
  return v_member;
end $$;


--
-- Name: changed_fields(jsonb, jsonb, text); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.changed_fields(p_old jsonb, p_new jsonb, p_prefix text DEFAULT ''::text) RETURNS jsonb
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO ''
    AS $$
declare
  v_result jsonb := '{}';
  v_key text;
  v_old jsonb;
  v_new jsonb;
begin
  for v_key in select k from jsonb_object_keys(p_old || p_new) k where p_old -> k is distinct from p_new -> k loop
    v_old := p_old -> v_key;
    v_new := p_new -> v_key;
    if jsonb_typeof(v_old) = 'object' and jsonb_typeof(v_new) = 'object' then
      v_result := v_result || private.changed_fields(v_old, v_new, p_prefix || v_key || '.');
    else
      v_result := v_result || jsonb_build_object(p_prefix || v_key, jsonb_build_array(v_old, v_new));
    end if;
  end loop;
  return v_result;
end $$;


--
-- Name: check_ledger(uuid, bigint, integer); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.check_ledger(p_company uuid, p_after bigint, p_limit integer) RETURNS jsonb
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_head jsonb := (
    select jsonb_build_object('seq', l.seq, 'sha256', l.sha256, 'at', private.instant_text(l.at))
    from public.ledger_entries l where l.company_id = p_company order by l.seq desc limit 1);
  v_checked bigint;
  v_count int;
  v_fault jsonb;
begin
  with page as materialized (
      select l as entry, l.seq, lag(l.seq) over w as seq_before, lag(l.sha256) over w as sha256_before
      from public.ledger_entries l where l.company_id = p_company and l.seq >= p_after
      window w as (order by l.seq) order by l.seq limit p_limit + 1),
    looked as (
      select p.entry, p.seq, case
          when p.seq <> coalesce(p.seq_before, p_after) + 1 then 'gap'
          when (p.entry).prev_sha256 <> coalesce(p.sha256_before, repeat('0', 64)) then 'chain'
          when (p.entry).sha256 <> private.entry_sha256(p.entry) then 'entry'
          when not exists (
            select from public.ledger_entries later
            where later.record_id = (p.entry).record_id and later.company_id = p_company and later.seq > p.seq) then private.record_fault(p.entry) end as fault
      from page p where p.seq > p_after)
    select max(l.seq), count(*),
        (array_agg(jsonb_build_object('fault', l.fault, 'seq', l.seq, 'kind', (l.entry).kind, 'collection', (l.entry).collection,
          'record_id', (l.entry).record_id, 'label', (l.entry).label) order by l.seq) filter (where l.fault is not null))[1]
      into v_checked, v_count, v_fault from looked l;
  if v_count < p_limit and v_fault is null then
    select jsonb_build_object('fault', 'unentered', 'seq', null, 'kind', null, 'collection', b.collection, 'record_id', b.record_id, 'label', coalesce(b.label, ''))
      into v_fault from private.booked_records b
      where b.company_id = p_company and not exists (select from public.ledger_entries l where l.company_id = p_company and l.record_id = b.record_id)
      order by b.booked_at, b.record_id limit 1;
  end if;
  return jsonb_build_object('checked', coalesce(v_checked, p_after), 'head', v_head, 'done', v_count < p_limit, 'fault', v_fault);
end $$;


--
-- Name: check_number_series(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.check_number_series() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
  v_series text;
begin
  foreach v_series in array '{cancellations,corrections}'::text[] loop
    if private.own_series_format(new.settings, v_series) is not null
        and private.is_number_format(private.own_series_format(new.settings, v_series), '{prefix,year,month}') is not true
      or exists (
        select from unnest('{invoices,cancellations,corrections,delivery_notes}'::text[]) o (series)
        where o.series <> v_series and private.number_shape(private.own_series_format(new.settings, o.series), new.settings #>> '{invoice_defaults,number_prefix}')
          = private.number_shape(private.own_series_format(new.settings, v_series), new.settings #>> '{invoice_defaults,number_prefix}')) then
      raise exception 'invalid_settings' using errcode = 'P0001', detail = 'settings.numbers.' || v_series;
    end if;
  end loop;
  return new;
end $$;


--
-- Name: check_vat_periods(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.check_vat_periods() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $_$
declare
  v_periods jsonb := new.settings #> '{vat,periods}';
begin
  if tg_op = 'UPDATE' and v_periods is not distinct from old.settings #> '{vat,periods}' then return new; end if;
  if jsonb_array_length(v_periods) > 50
    or exists (
      select from jsonb_array_elements(v_periods) with ordinality p(entry, place)
      where (p.entry ->> 'from' ~ '^[12][0-9]{3}-(0[1-9]|1[0-2])$' and p.entry ->> 'method' in ('supply', 'payment')
          and p.entry ->> 'filing' in ('month', 'quarter', 'none')) is not true
        or p.entry ->> 'from' <= v_periods -> (p.place::int - 2) ->> 'from' and p.place > 1) then
    raise exception 'invalid_settings' using errcode = 'P0001', detail = 'settings.vat.periods';
  end if;
  if tg_op = 'UPDATE' and current_user = 'authenticated' then
    perform private.hold_periods(new.company_id);
    if exists (
      select from public.periods c where c.company_id = new.company_id and c.is_closed
        and private.vat_method(old.settings, c.month) <> private.vat_method(new.settings, c.month)) then
      raise exception 'period_closed' using errcode = 'P0001', detail = 'settings.vat.periods';
    end if;
  end if;
  return new;
end $_$;


--
-- Name: claim_activity(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.claim_activity() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
begin
  if current_user = 'authenticated' then
    new.actor_id := auth.uid();
    new.origin := 'client';
  else
    new.changes := private.shortened_changes(new.changes);
  end if;
  return new;
end $$;


--
-- Name: claim_file(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.claim_file() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
begin
  if current_user <> 'authenticated' then return new; end if;
  if tg_op = 'INSERT' then new.created_by := auth.uid(); end if;
  if new.expense_id is not null and not exists (
    select from public.expenses e where e.company_id = new.company_id and e.id = new.expense_id) then
    raise exception 'missing_parent' using errcode = '23503', detail = 'expense_id';
  end if;
  return new;
end $$;


--
-- Name: claim_of(public.invoices); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.claim_of(p_invoice public.invoices) RETURNS numeric
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO ''
    AS $$
begin
  return case when p_invoice.document_type = 'correction' then 0
    else p_invoice.gross_total + (select coalesce(sum((c.entry ->> 'gross_total')::numeric), 0) from jsonb_array_elements(p_invoice.corrections) c (entry)) end;
end $$;


--
-- Name: claim_payment(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.claim_payment() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
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


--
-- Name: claim_recurring_expense(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.claim_recurring_expense() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
begin
  if current_user <> 'authenticated' then return new; end if;
  if tg_op = 'INSERT' then
    new.created_by := auth.uid();
  -- Whatever went wrong, it was about something else.
  elsif to_jsonb(new) - '{generate_requested,updated_at,rev}'::text[] <> to_jsonb(old) - '{generate_requested,updated_at,rev}'::text[] then
    new.generation_error := '';
  end if;
  return new;
end $$;


--
-- Name: close_company(uuid); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.close_company(p_company uuid) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  insert into private.closed_memberships (company_id, user_id, id, is_owner, is_admin, keys, created_at)
    select cu.company_id, cu.user_id, cu.id, cu.is_owner, cu.is_admin, array(
        select p.permission_key from public.company_user_permissions p
        where p.company_id = cu.company_id and p.user_id = cu.user_id order by p.permission_key), cu.created_at
    from public.company_users cu where cu.company_id = p_company;
  perform set_config('kontor.is_changing_access', 'on', true);
  delete from public.company_users cu where cu.company_id = p_company;
  perform set_config('kontor.is_changing_access', '', true);
end $$;


--
-- Name: colleague_folders(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.colleague_folders() RETURNS SETOF text
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select distinct cu.user_id::text from public.company_users cu where cu.company_id in (select private.my_companies())
  union select auth.uid()::text $$;


--
-- Name: companies_due(timestamp with time zone); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.companies_due(p_now timestamp with time zone) RETURNS SETOF uuid
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  -- Nobody's date is more than a day ahead of UTC, and no lead is longer than 60 days; the index answers that much.
  with waiting as materialized (
    select r.company_id, r.is_active, r.auto_generate, r.next_generation, r.lead_days, r.end_date from public.recurring_invoices r
      where r.is_active and r.auto_generate and r.next_generation <= (p_now at time zone 'UTC')::date + 61
    union all
    select r.company_id, r.is_active, r.auto_generate, r.next_generation, r.lead_days, r.end_date from public.recurring_expenses r
      where r.is_active and r.auto_generate and r.next_generation <= (p_now at time zone 'UTC')::date + 61),
  today as materialized (
    select c.id, coalesce(private.date_in_zone(c.settings #>> '{company_details,basics,timezone}', p_now), (p_now at time zone 'UTC')::date) as day
    from public.companies c where c.id in (select w.company_id from waiting w))
  select distinct t.id from waiting w join today t on t.id = w.company_id
  where private.is_due(w.is_active, w.auto_generate, w.next_generation, w.lead_days, w.end_date, t.day)
    and not exists (select from private.company_deletions d where d.company_id = t.id) $$;


--
-- Name: companies_with(text); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.companies_with(p_key text) RETURNS SETOF uuid
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    AS $$
declare
  v_user uuid := auth.uid();
  v_found bigint;
begin
  return query select p.company_id from public.company_user_permissions p where p.user_id = v_user and p.permission_key = p_key;
  get diagnostics v_found = row_count;
  -- A key is given to members only, and once: as many as there are companies are all of them.
  if v_found > 0 and v_found = (select count(*) from public.company_users cu where cu.user_id = v_user) then return; end if;
  return query
  select cu.company_id from public.company_users cu where cu.user_id = v_user and (cu.is_owner or cu.is_admin)
  union all
  select p.company_id from public.company_user_permissions p
  where p.user_id = v_user and p.permission_key = any (array(select i.implied_by from private.permission_implications i where i.key = p_key));
end $$;


--
-- Name: companies; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.companies (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    company_id uuid NOT NULL,
    name text NOT NULL,
    logo_path text,
    settings jsonb DEFAULT '{}'::jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    rev text DEFAULT ('srv-'::text || gen_random_uuid()) NOT NULL,
    former_letterhead jsonb,
    CONSTRAINT companies_check CHECK ((company_id = id)),
    CONSTRAINT companies_former_letterhead_check CHECK (((jsonb_typeof(former_letterhead) = 'object'::text) AND (octet_length((former_letterhead)::text) <= 10000))),
    CONSTRAINT companies_logo_path_check CHECK ((char_length(logo_path) <= 500)),
    CONSTRAINT companies_name_check CHECK (((char_length(btrim(name)) >= 1) AND (char_length(btrim(name)) <= 200))),
    CONSTRAINT companies_rev_check CHECK (((char_length(rev) >= 1) AND (char_length(rev) <= 80))),
    CONSTRAINT companies_settings_check CHECK ((jsonb_typeof(settings) = 'object'::text))
);


--
-- Name: company_facts(public.companies, integer); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.company_facts(c public.companies, p_form integer) RETURNS text[]
    LANGUAGE sql STABLE
    AS $$
  select array[c.name, c.logo_path, c.settings::text] $$;


--
-- Name: company_history(uuid); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.company_history(p_company uuid, OUT epoch text, OUT head bigint, OUT mark text) RETURNS record
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  select c.epoch::text, c.seq, m.seq || ':' || m.token into epoch, head, mark
    from private.company_clocks c left join private.history_marks m on m.company_id = c.company_id and m.seq = c.seq
    where c.company_id = p_company and p_company in (select private.my_companies());
end $$;


--
-- Name: company_kept_until(uuid); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.company_kept_until(p_company uuid) RETURNS date
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select max(private.kept_until(c.settings #>> '{company_details,address,country}', d.kind, d.day)) from public.companies c cross join lateral (
    select 'documents' as kind, max(b.booked_at)::date as day from private.booked_records b where b.company_id = c.id and b.collection <> 'companies'
    union all
    select 'books', max(l.at)::date from public.ledger_entries l where l.company_id = c.id and l.collection <> 'companies') d
  where c.id = p_company $$;


--
-- Name: company_today(uuid); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.company_today(p_company uuid) RETURNS date
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  return (
    select (now() at time zone (c.settings #>> '{company_details,basics,timezone}'))::date from public.companies c where c.id = p_company);
end $$;


--
-- Name: complete_settings(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.complete_settings() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
begin
  -- A group that was not sent stays: an older app does not know the newer ones.
  if tg_op = 'UPDATE' then new.settings := old.settings || new.settings; end if;
  new.settings := private.with_defaults(private.default_company_settings(), new.settings);
  perform private.refuse_invalid_settings(new.settings);
  return new;
end $$;


--
-- Name: converted(numeric, text, numeric, text); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.converted(p_amount numeric, p_from text, p_rate numeric, p_to text) RETURNS numeric
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO ''
    AS $$
begin
  return round(round(p_amount, private.currency_exponent(p_from)) * p_rate, private.currency_exponent(p_to));
end $$;


--
-- Name: converted_parts(jsonb, text, jsonb); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.converted_parts(p_parts jsonb, p_currency text, p_exchange jsonb) RETURNS jsonb
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO ''
    AS $$
declare
  v_to text := p_exchange ->> 'currency';
  v_rate numeric := p_exchange ->> 'rate';
begin
  if p_exchange ? 'parts' then
    return (
      select coalesce(jsonb_agg(e.part || (p_exchange -> 'parts' -> (e.place - 1)::int) order by e.place), '[]')
      from jsonb_array_elements(p_parts) with ordinality e (part, place));
  end if;
  return (
    with parts as (
      select e.part, e.place, private.converted((e.part ->> 'net')::numeric, p_currency, v_rate, v_to) as net,
        private.converted((e.part ->> 'tax')::numeric, p_currency, v_rate, v_to) as tax,
        row_number() over (order by abs((e.part ->> 'net')::numeric) desc, e.place) as rank
      from jsonb_array_elements(p_parts) with ordinality e (part, place))
    select coalesce(jsonb_agg(p.part || jsonb_build_object('tax', p.tax, 'net', p.net + case when p.rank = 1 then s.rest else 0 end) order by p.place), '[]')
    from parts p cross join (select (p_exchange ->> 'amount')::numeric - sum(net + tax) as rest from parts) s);
end $$;


--
-- Name: corrected_parts(public.invoices, uuid); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.corrected_parts(p_invoice public.invoices, p_before uuid) RETURNS jsonb
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO ''
    AS $$
begin
  return (
    with corrections as (select c.entry, c.nth from jsonb_array_elements(p_invoice.corrections) with ordinality c (entry, nth)),
    parts as (
      select e.part, e.place from private.tax_parts(p_invoice.tax_breakdown, p_invoice.tax_mode) e
      union all
      select t.part, null from corrections c cross join jsonb_array_elements(c.entry -> 'tax_breakdown') t (part)
      where c.nth < coalesce((select b.nth from corrections b where b.entry ->> 'id' = p_before::text), 1000000)),
    sums as (
      select p.part - '{net,tax}'::text[] as part, min(p.place) as place, sum((p.part ->> 'net')::numeric) as net, sum((p.part ->> 'tax')::numeric) as tax
      from parts p group by 1)
    select coalesce(jsonb_agg(s.part || jsonb_build_object('net', trim_scale(s.net), 'tax', trim_scale(s.tax)) order by s.place), '[]') from sums s);
end $$;


--
-- Name: correction_entry(public.invoices); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.correction_entry(p_correction public.invoices) RETURNS jsonb
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
begin
  return jsonb_build_object('id', p_correction.id, 'number', p_correction.number, 'issue_date', private.day_text(p_correction.issue_date),
    'gross_total', trim_scale(p_correction.gross_total), 'tax_breakdown', p_correction.tax_breakdown);
end $$;


--
-- Name: correction_problems(public.invoices); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.correction_problems(p_correction public.invoices) RETURNS text[]
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_original public.invoices;
  v_items record;
  v_is_over boolean;
begin
  select * into v_original from public.invoices i where i.company_id = p_correction.company_id and i.id = p_correction.corrects_id;
  with lines as (
    select i.*, private.line_net(i.quantity, i.unit_price, i.discount_percent, private.currency_exponent(p_correction.currency)) as net
    from public.invoice_items i where i.company_id = p_correction.company_id and i.invoice_id = p_correction.id),
  origins as (select (l.item).id, (l.item).tax_rate, (l.item).tax_category, l.net, l.net_left from private.items_left(v_original) l)
  select count(*) as lines, bool_or(btrim(i.description) = '') as blank,
      bool_or(o.id is null or (i.tax_rate, i.tax_category) is distinct from (o.tax_rate, o.tax_category) or i.net * o.net >= 0) as astray,
      string_agg(concat_ws(' ', i.description, i.unit, i.exemption_reason), ' ') as texts,
      (select bool_or((o.net_left + t.net) * o.net < 0)
        from origins o join (select l.origin_item_id, sum(l.net) as net from lines l group by 1) t on t.origin_item_id = o.id) as is_over
    into v_items
    from lines i left join origins o on o.id = i.origin_item_id;
  return array_remove(array[
    case when (v_original.status, v_original.document_type) is distinct from ('issued', 'invoice') then 'corrects_id' end,
    case when btrim(p_correction.reason) = '' then 'reason' end,
    case when v_items.lines = 0 then 'items' end,
    case when v_items.blank then 'items.description' end,
    case when v_items.astray then 'items.origin' end,
    case when v_items.is_over then 'items.left' end,
    case when not private.is_printable(concat_ws(' ', p_correction.reason, p_correction.reference, p_correction.notes, p_correction.payment_terms, v_items.texts))
      then 'characters' end],
    null);
end $$;


--
-- Name: correction_window(uuid); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.correction_window(p_company uuid) RETURNS text
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select coalesce(c.settings #>> '{bookkeeping,correction_window}', 'month') from public.companies c where c.id = p_company $$;


--
-- Name: currency_exponent(text); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.currency_exponent(p_currency text) RETURNS integer
    LANGUAGE sql IMMUTABLE
    AS $$
  select case
    when p_currency = any ('{AFN,ALL,BIF,CLP,COP,DJF,GNF,HUF,IDR,IQD,IRR,ISK,JPY,KMF,KPW,KRW,LAK,LBP,MGA,MMK,PKR,PYG,RWF,SLL,SOS,SYP,UGX,VND,VUV,XAF,XOF,XPF,YER}') then 0
    when p_currency = any ('{BHD,JOD,KWD,LYD,OMR,TND}') then 3
    else 2 end $$;


--
-- Name: date_in_zone(text, timestamp with time zone); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.date_in_zone(p_zone text, p_at timestamp with time zone) RETURNS date
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
begin
  return (p_at at time zone p_zone)::date;
exception when invalid_parameter_value then
  return null;
end $$;


--
-- Name: day_text(date); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.day_text(p_day date) RETURNS text
    LANGUAGE sql STABLE
    AS $$
  select to_char(p_day, 'YYYY-MM-DD') $$;


--
-- Name: decide_period(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.decide_period() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
begin
  if current_user <> 'authenticated' then return new; end if;
  perform pg_catalog.pg_advisory_xact_lock(hashtextextended('kontor.periods', 0) # hashtextextended(new.company_id::text, 0));
  if new.is_closed = old.is_closed then
    -- The reason belongs to the decision.
    new.reason := old.reason;
    return new;
  end if;
  if new.is_closed then
    if new.month + interval '1 month' > private.company_today(new.company_id) then
      raise exception 'period_not_over' using errcode = 'P0001', detail = 'month';
    end if;
    new.reason := '';
  else
    if private.is_owner(new.company_id) is not true then raise exception 'not_allowed' using errcode = '42501', detail = 'is_owner'; end if;
    if btrim(new.reason) = '' then raise exception 'reason_required' using errcode = 'P0001', detail = 'reason'; end if;
  end if;
  new.decided_by := auth.uid();
  new.decided_at := now();
  return new;
end $$;


--
-- Name: default_company_settings(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.default_company_settings() RETURNS jsonb
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $$
  select '{
    "company_details": {
      "contact": {"phone": "", "email": "", "website": ""},
      "address": {"street": "", "house_number": "", "postal_code": "10115", "city": "Berlin", "country": "DE"},
      "branding": {"logo_path": null, "primary_color": "#111827", "accent_color": "#2563eb", "font": "Helvetica"},
      "bank": {"iban": "", "bic": "", "name": "", "instructions": "Bitte überweisen Sie den Betrag innerhalb von 14 Tagen."},
      "basics": {"timezone": "Europe/Berlin"}
    },
    "invoice_defaults": {
      "default_template_id": null, "default_delivery_note_template_id": null,
      "payment_terms": "Pay within 14 days", "invoice_note": "Thank you for your business.",
      "default_due_days": 14, "default_currency": "EUR", "number_prefix": "INV", "generated_number_format": "INV-{year}-{number}",
      "items": {"show_description": true, "show_tax": true, "currency": "EUR", "currency_position": "suffix"},
      "footer": {"text": "", "show_page_numbers": true}
    },
    "expense_defaults": {"default_currency": "EUR", "generated_number_format": "EXP-{year}-{number}", "mark_as_paid_on_approval": true},
    "recurring_defaults": {"auto_generate": true, "lead_days": 0, "generate_as": "draft"},
    "tax": {"tax_number": "", "vat_id": "", "small_business": false},
    "bookkeeping": {"correction_window": "month"},
    "vat": {"periods": []},
    "exchange": {"currency": null, "rates": "day"},
    "e_invoice": {"contact_name": "", "contact_phone": "", "contact_email": ""},
    "document_texts": {
      "payment_terms": {"de": null, "en": null}, "invoice_note": {"de": null, "en": null}, "footer_text": {"de": null, "en": null}
    },
    "payment_texts": {"de": null, "en": null},
    "currency_sign": {"position": null},
    "delivery_notes": {"number_format": "LS-{year}-{number}"},
    "numbers": {"leases": false, "cancellations": "", "corrections": ""},
    "reminders": {
      "is_on": true, "pay_days": 7, "debtors": "by_vat_id", "interest": false, "business_points": 9, "consumer_points": 5, "base_rates": [],
      "flat_fee": false, "fee_currency": null, "first": {"after_days": 7, "fee": 0}, "second": {"after_days": 21, "fee": 0}, "third": {"after_days": 35, "fee": 0}
    }
  }'::jsonb $$;


--
-- Name: delete_document(private.synced_collections, uuid, uuid, text); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.delete_document(p_registry private.synced_collections, p_company uuid, p_id uuid, p_base text) RETURNS integer
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $_$
declare
  v_count int;
begin
  execute format('delete from public.%I t where t.id = $1 and t.company_id = $2 and t.rev = $3', p_registry.table_name) using p_id, p_company, p_base;
  get diagnostics v_count = row_count;
  return v_count;
end $_$;


--
-- Name: difference_exchange(public.invoices, public.invoices); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.difference_exchange(p_original public.invoices, p_document public.invoices) RETURNS jsonb
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_to text := p_original.exchange ->> 'currency';
  v_rate numeric := p_original.exchange ->> 'rate';
begin
  return (
    with placed as (select (c.entry ->> 'id')::uuid as id, c.nth from jsonb_array_elements(p_original.corrections) with ordinality c (entry, nth)),
    before as (
      select p.part - '{net,tax}'::text[] as of, sum((p.part ->> 'net')::numeric) as net, sum((p.part ->> 'tax')::numeric) as tax
      from (
        select e.part from jsonb_array_elements(private.converted_parts((select coalesce(jsonb_agg(t.part order by t.place), '[]')
          from private.tax_parts(p_original.tax_breakdown, p_original.tax_mode) t), p_original.currency, p_original.exchange)) e (part)
        union all
        select e.part from placed c join public.invoices i on i.company_id = p_original.company_id and i.id = c.id
          cross join jsonb_array_elements(private.converted_parts(i.tax_breakdown, i.currency, i.exchange)) e (part)
        where c.nth < coalesce((select o.nth from placed o where o.id = p_document.id), 1000000)) p group by 1),
    parts as (
      select e.place, trim_scale(private.converted(coalesce((l.part ->> 'net')::numeric, 0) + (e.part ->> 'net')::numeric, p_original.currency, v_rate, v_to) - coalesce(b.net, 0)) as net,
        trim_scale(private.converted(coalesce((l.part ->> 'tax')::numeric, 0) + (e.part ->> 'tax')::numeric, p_original.currency, v_rate, v_to) - coalesce(b.tax, 0)) as tax
      from jsonb_array_elements(p_document.tax_breakdown) with ordinality e (part, place)
        left join jsonb_array_elements(private.corrected_parts(p_original, p_document.id)) l (part) on l.part - '{net,tax}'::text[] = e.part - '{net,tax}'::text[]
        left join before b on b.of = e.part - '{net,tax}'::text[])
    select p_original.exchange || jsonb_build_object('amount', coalesce(sum(p.net + p.tax), 0),
      'parts', coalesce(jsonb_agg(jsonb_build_object('net', p.net, 'tax', p.tax) order by p.place), '[]')) from parts p);
end $$;


--
-- Name: document_amount(uuid, uuid, numeric, text); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.document_amount(p_invoice uuid, p_payment uuid, p_amount numeric, p_books text) RETURNS numeric
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  return (
    select trim_scale(private.converted(p_amount + o.amount, i.currency, r.rate, p_books) - o.settled)
    from public.invoices i cross join lateral (select (i.exchange ->> 'rate')::numeric as rate) r
    cross join lateral (
      select coalesce(sum(p.amount), 0) as amount,
        coalesce(sum(coalesce((p.exchange ->> 'document_amount')::numeric, private.converted(p.amount, i.currency, r.rate, p_books))), 0) as settled
      from public.payments p where p.company_id = i.company_id and p.invoice_id = i.id and p.id <> p_payment) o
    where i.id = p_invoice and i.exchange ->> 'currency' = p_books);
end $$;


--
-- Name: document_totals(public.invoices); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.document_totals(p_document public.invoices, OUT net_total numeric, OUT tax_total numeric, OUT gross_total numeric, OUT tax_breakdown jsonb) RETURNS record
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
declare
  v_original public.invoices;
begin
  select t.* into net_total, tax_total, gross_total, tax_breakdown
    from private.invoice_totals(p_document.company_id, p_document.id, p_document.currency, p_document.tax_mode) t;
  select * into v_original from public.invoices i
    where i.company_id = p_document.company_id and i.id = coalesce(p_document.corrects_id, p_document.cancels_id);
  if v_original.id is null or p_document.document_type = 'cancellation' and v_original.corrections = '[]' then return; end if;
  select coalesce(sum(d.tax), 0), coalesce(jsonb_agg(e.part || jsonb_build_object('tax', trim_scale(d.tax)) order by e.place), '[]') into tax_total, tax_breakdown
    from jsonb_array_elements(tax_breakdown) with ordinality e (part, place)
    left join jsonb_array_elements(private.corrected_parts(v_original, p_document.id)) b (part)
      on b.part - '{net,tax}'::text[] = e.part - '{net,tax}'::text[]
    cross join lateral (
      select round((coalesce((b.part ->> 'net')::numeric, 0) + (e.part ->> 'net')::numeric) * (e.part ->> 'tax_rate')::numeric * 0.01,
        private.currency_exponent(p_document.currency)) - coalesce((b.part ->> 'tax')::numeric, 0) as tax) d;
  gross_total := net_total + tax_total;
end $$;


--
-- Name: number_leases; Type: TABLE; Schema: private; Owner: -
--

CREATE TABLE private.number_leases (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    company_id uuid NOT NULL,
    series text NOT NULL,
    year integer NOT NULL,
    format text NOT NULL,
    prefix text NOT NULL,
    numbers bigint[] NOT NULL,
    device_id uuid NOT NULL,
    device_name text NOT NULL,
    user_id uuid NOT NULL,
    taken_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    valid_until date NOT NULL,
    ended_at timestamp with time zone,
    ended_by uuid,
    end_reason text,
    CONSTRAINT number_leases_device_name_check CHECK ((char_length(device_name) <= 80)),
    CONSTRAINT number_leases_end_complete CHECK (((ended_at IS NULL) = (end_reason IS NULL))),
    CONSTRAINT number_leases_end_reason_check CHECK ((end_reason = ANY (ARRAY['used'::text, 'returned'::text, 'lost'::text]))),
    CONSTRAINT number_leases_format_check CHECK (((char_length(format) >= 1) AND (char_length(format) <= 60))),
    CONSTRAINT number_leases_numbers_check CHECK (((cardinality(numbers) >= 1) AND (cardinality(numbers) <= 20))),
    CONSTRAINT number_leases_prefix_check CHECK ((char_length(prefix) <= 20)),
    CONSTRAINT number_leases_series_check CHECK ((series = ANY (ARRAY['invoices'::text, 'cancellations'::text, 'corrections'::text])))
);


--
-- Name: end_lease(private.number_leases, bigint[], text); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.end_lease(p_lease private.number_leases, p_unused bigint[], p_reason text) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_used bigint[] := private.used_numbers(p_lease);
  v_unused bigint[] := array(select n from unnest(p_unused) n where n = any (p_lease.numbers) and n <> all (v_used));
  v_last bigint;
begin
  select c.last into v_last from private.number_counters c
    where c.company_id = p_lease.company_id and c.kind = p_lease.series and c.year = p_lease.year for update;
  while v_last = any (v_unused) loop
    delete from private.number_gap_reasons r where r.company_id = p_lease.company_id and r.series = p_lease.series and r.year = p_lease.year and r.number = v_last;
    v_last := v_last - 1;
  end loop;
  update private.number_counters c set last = v_last where c.company_id = p_lease.company_id and c.kind = p_lease.series and c.year = p_lease.year;
  update private.number_gap_reasons r set reason = case when r.number = any (v_unused) then 'lease_unused' else 'lease_lost' end, noted_by = auth.uid(), noted_at = now()
    where r.company_id = p_lease.company_id and r.series = p_lease.series and r.year = p_lease.year and r.number = any (p_lease.numbers) and r.reason = 'lease_open';
  update private.number_leases l set ended_at = now(), ended_by = auth.uid(), end_reason = p_reason where l.id = p_lease.id;
end $$;


--
-- Name: end_leases_of_member(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.end_leases_of_member() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_lease private.number_leases;
begin
  if exists (select from private.closed_memberships m where m.company_id = old.company_id) then return null; end if;
  for v_lease in
    select * from private.number_leases l where l.company_id = old.company_id and l.user_id = old.user_id and l.ended_at is null order by l.taken_at for update
  loop
    perform private.end_lease(v_lease, '{}', 'lost');
    perform private.note_lease(v_lease, 'numbers_lost');
  end loop;
  return null;
end $$;


--
-- Name: enter_expense(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.enter_expense() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_form constant int := private.ledger_form('expenses');
  v_was boolean := false;
  v_is boolean := new.status in ('approved', 'reimbursed');
begin
  if tg_op = 'UPDATE' then
    v_was := old.status in ('approved', 'reimbursed');
    if v_was = v_is and private.expense_facts(old, v_form) = private.expense_facts(new, v_form) then return null; end if;
  end if;
  if not private.is_entered(new.company_id) then return null; end if;
  perform private.append_to_ledger(new.company_id,
    case
      when not v_is then 'unbooked'
      when not v_was then case when new.reverses_expense_id is null then 'booked' else 'reversed' end
      when old.status = 'approved' and new.status = 'reimbursed' then 'paid'
      else 'changed' end,
    'expenses', new.id, new.number, private.expense_facts(new, v_form), private.verified_receipts(new.company_id, new.id));
  return null;
end $$;


--
-- Name: enter_invoice(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.enter_invoice() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_form constant int := private.ledger_form('invoices');
begin
  -- Payments change the sums of an invoice and nothing of what was issued; its lines can't change any more.
  if tg_op = 'UPDATE' and private.invoice_facts(old, '', v_form) = private.invoice_facts(new, '', v_form) or not private.is_entered(new.company_id) then
    return null;
  end if;
  perform private.append_to_ledger(new.company_id,
    case
      when tg_op = 'UPDATE' and old.status = new.status then 'changed'
      when new.status = 'cancelled' then 'cancelled'
      else 'issued' end,
    'invoices', new.id, new.number, private.invoice_facts(new, private.invoice_item_facts(new.company_id, new.id, v_form), v_form));
  return null;
end $$;


--
-- Name: enter_payment(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.enter_payment() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_form constant int := private.ledger_form('payments');
  v_row public.payments := case when tg_op = 'DELETE' then old else new end;
begin
  if tg_op = 'UPDATE' and private.payment_facts(old, v_form) = private.payment_facts(new, v_form) or not private.is_entered(v_row.company_id) then
    return null;
  end if;
  perform private.append_to_ledger(v_row.company_id,
    case tg_op
      when 'DELETE' then 'deleted'
      when 'UPDATE' then 'changed'
      else case when v_row.reverses_payment_id is null then 'paid' else 'reversed' end end,
    'payments', v_row.id, (select i.number from public.invoices i where i.id = v_row.invoice_id), private.payment_facts(v_row, v_form));
  return null;
end $$;


--
-- Name: enter_period(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.enter_period() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_form constant int := private.ledger_form('periods');
begin
  if tg_op = 'UPDATE' and private.period_facts(old, v_form) = private.period_facts(new, v_form) or not private.is_entered(new.company_id) then
    return null;
  end if;
  perform private.append_to_ledger(new.company_id, case when new.is_closed then 'closed' else 'opened' end,
    'periods', new.id, private.day_text(new.month), private.period_facts(new, v_form));
  return null;
end $$;


--
-- Name: enter_receipt(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.enter_receipt() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_expense public.expenses;
begin
  select e.* into v_expense from private.receipt_objects r join public.expenses e on e.company_id = r.company_id and e.id = r.expense_id
    where r.id = new.file_id and r.is_original = new.is_original and (new.sha256, new.size) = (r.sha256, r.size)
      and e.status in ('approved', 'reimbursed');
  if v_expense.id is null or not private.is_entered(new.company_id) then return null; end if;
  perform private.append_to_ledger(v_expense.company_id, 'receipt', 'expenses', v_expense.id, v_expense.number,
    private.expense_facts(v_expense, private.ledger_form('expenses')), private.verified_receipts(v_expense.company_id, v_expense.id));
  return null;
end $$;


--
-- Name: enter_settings(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.enter_settings() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_form constant int := private.ledger_form('companies');
begin
  if tg_op = 'UPDATE' and private.company_facts(old, v_form) is not distinct from private.company_facts(new, v_form) or not private.is_entered(new.id) then
    return null;
  end if;
  perform private.append_to_ledger(new.id, 'settings', 'companies', new.id, new.name, private.company_facts(new, v_form));
  return null;
end $$;


--
-- Name: entered_rate(jsonb); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.entered_rate(p_exchange jsonb) RETURNS jsonb
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO ''
    AS $$
begin
  return case when p_exchange ->> 'source' = 'manual' then jsonb_build_object('currency', p_exchange -> 'currency', 'rate', p_exchange -> 'rate', 'day', p_exchange -> 'day') end;
end $$;


--
-- Name: ledger_entries; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.ledger_entries (
    company_id uuid NOT NULL,
    seq bigint NOT NULL,
    kind text NOT NULL,
    collection text NOT NULL,
    record_id uuid NOT NULL,
    label text NOT NULL,
    form integer NOT NULL,
    payload_sha256 text NOT NULL,
    receipts text NOT NULL,
    prev_sha256 text NOT NULL,
    sha256 text NOT NULL,
    at timestamp with time zone NOT NULL,
    actor uuid,
    CONSTRAINT ledger_entries_collection_check CHECK ((collection = ANY (ARRAY['invoices'::text, 'expenses'::text, 'payments'::text, 'periods'::text, 'companies'::text]))),
    CONSTRAINT ledger_entries_form_check CHECK ((form > 0)),
    CONSTRAINT ledger_entries_kind_check CHECK ((kind = ANY (ARRAY['issued'::text, 'cancelled'::text, 'booked'::text, 'unbooked'::text, 'reversed'::text, 'paid'::text, 'changed'::text, 'deleted'::text, 'closed'::text, 'opened'::text, 'settings'::text, 'receipt'::text, 'carried_over'::text]))),
    CONSTRAINT ledger_entries_label_check CHECK ((char_length(label) <= 300)),
    CONSTRAINT ledger_entries_payload_sha256_check CHECK ((char_length(payload_sha256) = 64)),
    CONSTRAINT ledger_entries_prev_sha256_check CHECK ((char_length(prev_sha256) = 64)),
    CONSTRAINT ledger_entries_receipts_check CHECK ((char_length(receipts) <= 110000)),
    CONSTRAINT ledger_entries_seq_check CHECK ((seq > 0)),
    CONSTRAINT ledger_entries_sha256_check CHECK ((char_length(sha256) = 64))
);


--
-- Name: entry_sha256(public.ledger_entries); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.entry_sha256(e public.ledger_entries) RETURNS text
    LANGUAGE sql STABLE
    AS $$
  select private.facts_sha256(array[e.company_id::text, e.seq::text, e.kind, e.collection, e.record_id::text, e.label, e.form::text,
    e.payload_sha256, e.receipts, e.prev_sha256, private.instant_text(e.at), e.actor::text]) $$;


--
-- Name: euro_month(text, date); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.euro_month(p_currency text, p_month date) RETURNS numeric
    LANGUAGE sql STABLE
    SET search_path TO ''
    AS $$
  select case when p_currency = 'EUR' then 1 else private.rounded_quotient(sum(r.rate), count(r.rate), private.rate_decimals(p_currency)) end
  from (select (e.rates ->> p_currency)::numeric as rate from private.exchange_rates e
    where e.day >= p_month and e.day < p_month + interval '1 month') r $$;


--
-- Name: exchange_of(uuid, jsonb, numeric, text, date); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.exchange_of(p_company uuid, p_given jsonb, p_amount numeric, p_currency text, p_day date) RETURNS jsonb
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_settings jsonb;
  v_books text;
  v_entered jsonb := private.entered_rate(p_given);
  v_found jsonb;
  v_fault text;
begin
  if v_entered is null and p_day is null then return null; end if;
  select c.settings into v_settings from public.companies c where c.id = p_company;
  v_books := private.books_currency(v_settings);
  if p_currency = v_books then return null; end if;
  -- A rate of books that are kept in another currency by now says nothing.
  if v_entered ->> 'currency' = v_books then
    v_found := v_entered || '{"source": "manual", "version": ""}';
  elsif p_day is not null then
    v_found := private.exchange_rate(p_currency, v_books, p_day, coalesce(v_settings #>> '{exchange,rates}', 'day')) - 'provisional';
  end if;
  if v_found is null then return null; end if;
  v_found := v_found || jsonb_build_object('currency', v_books);
  -- Asked with an amount of nothing before anything is counted with the rate.
  v_fault := private.exchange_fault(v_found || '{"amount": 0}', 0, p_currency);
  if v_fault is null then
    v_found := v_found || jsonb_build_object('amount', trim_scale(private.converted(p_amount, p_currency, (v_found ->> 'rate')::numeric, v_books)));
    v_fault := private.exchange_fault(v_found, p_amount, p_currency);
  end if;
  if v_fault is not null then raise exception 'exchange_wrong' using errcode = 'P0001', detail = 'exchange.' || v_fault; end if;
  return v_found;
end $$;


--
-- Name: exchange_rate(character, character, date, text); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.exchange_rate(p_from character, p_to character, p_day date, p_rates text) RETURNS jsonb
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  with newest as (select max(e.day) as day from private.exchange_rates e),
  meant as (
    select date_trunc('month', n.day)::date as known, date_trunc('month', p_day)::date as asked from newest n),
  used as (
    select case when m.known > m.asked then m.asked else least(m.known, (m.asked - interval '1 month')::date) end as month, m.asked from meant m),
  found as (
    select e.day, e.source, n.day < p_day as provisional,
      case when p_from = 'EUR' then 1 else (e.rates ->> p_from)::numeric end as "from",
      case when p_to = 'EUR' then 1 else (e.rates ->> p_to)::numeric end as "to"
    from newest n, private.exchange_rates e
    where p_rates = 'day' and e.day = (select max(o.day) from private.exchange_rates o where o.day <= p_day) and e.day >= p_day - 31
    union all
    select e.day, e.source, u.month < u.asked, private.euro_month(p_from, u.month), private.euro_month(p_to, u.month)
    from used u, private.exchange_rates e
    where p_rates = 'month' and u.month >= u.asked - interval '2 months'
      and e.day = (select max(o.day) from private.exchange_rates o where o.day < u.month + interval '1 month'))
  select jsonb_build_object('rate', trim_scale(private.rounded_quotient(f."to", f."from", 12))::text, 'day', f.day::text,
    'source', f.source, 'version', n.day::text, 'provisional', f.provisional)
  from found f, newest n
  where p_from <> p_to and f."from" is not null and f."to" is not null $$;


--
-- Name: expense_cells(uuid, date, date); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.expense_cells(p_company uuid, p_from date, p_to date) RETURNS TABLE(key text, n integer, a numeric, b numeric, c numeric)
    LANGUAGE sql STABLE
    SET search_path TO ''
    AS $$
  with its as (
    select e.*, d.day between p_from and p_to as is_in,
      private.money_day(e) between p_from and p_to as is_paid, to_char(d.day, 'YYYY-MM') as counts_in,
      case when e.tax_lines <> '[]' then e.tax_lines else jsonb_build_array(jsonb_build_object(
        'category', case when e.tax_rate is null and e.tax_amount = 0 then 'none' else 'domestic' end, 'country', '', 'rate', e.tax_rate,
        'net', e.amount - e.tax_amount, 'tax', e.tax_amount, 'deductible_percent', 100)) end as parts
    from public.expenses e cross join lateral (select coalesce(e.booked_on, e.expense_date) as day) d
    where e.company_id = p_company and e.status in ('approved', 'reimbursed')
      and (e.expense_date between p_from and p_to or e.booked_on between p_from and p_to or e.paid_on between p_from and p_to)),
  sides as (
    select i.is_in, i.is_paid, i.counts_in, i.category_id, i.created_by, i.currency, private.minor_units(i.currency) as minor, i.amount, i.tax_amount, i.parts
    from its i
    union all
    select i.is_in, i.is_paid, i.counts_in, i.category_id, i.created_by, concat(i.exchange ->> 'currency', '<', i.currency),
      private.minor_units(i.exchange ->> 'currency'), (i.exchange ->> 'amount')::numeric, private.parts_tax(v.parts), v.parts
    from its i cross join lateral (select private.converted_parts(i.parts, i.currency, i.exchange) as parts) v where i.exchange is not null),
  lines as (
    select i.is_in, i.is_paid, i.counts_in, i.currency, i.category_id, l.line ->> 'category' as category, l.line ->> 'country' as country,
      coalesce(trim_scale((l.line ->> 'rate')::numeric)::text, '') as rate, round((l.line ->> 'net')::numeric * i.minor) as net,
      round((l.line ->> 'tax')::numeric * i.minor) as tax,
      -- Where the tax is owed and not on paper, the share of the net.
      round(round((l.line ->> case when l.line ->> 'category' in ('eu_acquisition', 'reverse_charge') then 'net' else 'tax' end)::numeric * i.minor)
        * (l.line ->> 'deductible_percent')::numeric * 0.01) as deductible
    from sides i cross join lateral jsonb_array_elements(i.parts) l (line))
  select concat_ws('|', 'expense', i.currency, 'approved', i.created_by), 1, round(i.amount * i.minor), round(i.tax_amount * i.minor), null::numeric
    from sides i where i.is_in
  union all
  select concat_ws('|', 'category', i.currency, coalesce(i.category_id::text, '')), 1, round(i.amount * i.minor), round(i.tax_amount * i.minor), null
    from sides i where i.is_in
  union all
  select concat_ws('|', 'given', l.currency, coalesce(l.category_id::text, ''), case when l.category = 'import' then '' else l.country end), 1, l.deductible, null, null
    from lines l where l.is_in and l.category in ('import', 'domestic')
  union all
  select concat_ws('|', 'input', l.currency, l.country, l.category, l.rate), 1, l.net, l.tax, l.deductible from lines l where l.is_in
  union all
  select concat_ws('|', 'paid', i.currency), 1, round(i.amount * i.minor), null, null from sides i where i.is_paid
  union all
  select concat_ws('|', 'inputpaid', l.currency, l.country, l.category, l.rate, l.counts_in), 1, l.net, l.tax, l.deductible from lines l where l.is_paid $$;


--
-- Name: tax_lines_fault(jsonb, numeric, text); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.tax_lines_fault(p_lines jsonb, p_amount numeric, p_currency text) RETURNS text
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO ''
    AS $$
declare
  v_exponent int := private.currency_exponent(p_currency);
  v_sum numeric := 0;
  v_fault text;
begin
  if jsonb_typeof(p_lines) is distinct from 'array' then return 'lines'; end if;
  if jsonb_array_length(p_lines) > 20 then return 'lines'; end if;
  if jsonb_array_length(p_lines) = 0 then return null; end if;
  for i in 0 .. jsonb_array_length(p_lines) - 1 loop
    v_fault := private.tax_line_fault(p_lines -> i, v_exponent);
    if v_fault is not null then return i || '.' || v_fault; end if;
    v_sum := v_sum + (p_lines -> i -> 'net')::numeric + (p_lines -> i -> 'tax')::numeric;
  end loop;
  return case when v_sum <> round(p_amount, v_exponent) then 'sum' end;
end $$;


--
-- Name: expenses; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.expenses (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    company_id uuid NOT NULL,
    number text,
    created_by uuid DEFAULT auth.uid() NOT NULL,
    category_id uuid,
    vendor_id uuid,
    customer_id uuid,
    description text DEFAULT ''::text NOT NULL,
    amount numeric(14,4) NOT NULL,
    currency text DEFAULT 'EUR'::text NOT NULL,
    tax_rate numeric(6,3),
    tax_amount numeric(14,4) DEFAULT 0 NOT NULL,
    expense_date date NOT NULL,
    status text DEFAULT 'pending'::text NOT NULL,
    rejection_reason text DEFAULT ''::text NOT NULL,
    is_billable boolean DEFAULT false NOT NULL,
    is_reimbursable boolean DEFAULT false NOT NULL,
    paid_on date,
    payment_method text DEFAULT ''::text NOT NULL,
    decided_by uuid,
    decided_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    rev text DEFAULT ('srv-'::text || gen_random_uuid()) NOT NULL,
    recurring_expense_id uuid,
    recurring_period date,
    is_separate boolean DEFAULT false NOT NULL,
    booked_at timestamp with time zone,
    reverses_expense_id uuid,
    reversal_reason text DEFAULT ''::text NOT NULL,
    booked_on date,
    tax_lines jsonb DEFAULT '[]'::jsonb NOT NULL,
    exchange jsonb,
    CONSTRAINT expenses_amount_check CHECK (((amount >= ('-9999999999'::bigint)::numeric) AND (amount <= ('9999999999'::bigint)::numeric))),
    CONSTRAINT expenses_booked_on_check CHECK (((booked_on >= '1900-01-01'::date) AND (booked_on <= '9999-12-31'::date))),
    CONSTRAINT expenses_booked_on_later CHECK ((booked_on >= expense_date)),
    CONSTRAINT expenses_description_check CHECK ((char_length(description) <= 1000)),
    CONSTRAINT expenses_exchange_fits CHECK ((private.exchange_fault(exchange, amount, currency) IS NULL)),
    CONSTRAINT expenses_expense_date_check CHECK (((expense_date >= '1900-01-01'::date) AND (expense_date <= '9999-12-31'::date))),
    CONSTRAINT expenses_number_check CHECK ((char_length(number) <= 60)),
    CONSTRAINT expenses_paid_on_check CHECK (((paid_on >= '1900-01-01'::date) AND (paid_on <= '9999-12-31'::date))),
    CONSTRAINT expenses_payment_method_check CHECK ((payment_method = ANY (ARRAY[''::text, 'cash'::text, 'card'::text, 'bank_transfer'::text, 'private'::text, 'other'::text]))),
    CONSTRAINT expenses_recurring_period_check CHECK (((recurring_period >= '1900-01-01'::date) AND (recurring_period <= '9999-12-31'::date))),
    CONSTRAINT expenses_rejection_reason_check CHECK ((char_length(rejection_reason) <= 1000)),
    CONSTRAINT expenses_rev_check CHECK (((char_length(rev) >= 1) AND (char_length(rev) <= 80))),
    CONSTRAINT expenses_reversal_reason_check CHECK ((char_length(reversal_reason) <= 1000)),
    CONSTRAINT expenses_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text, 'reimbursed'::text]))),
    CONSTRAINT expenses_tax_amount_check CHECK (((tax_amount >= ('-9999999999'::bigint)::numeric) AND (tax_amount <= ('9999999999'::bigint)::numeric))),
    CONSTRAINT expenses_tax_lines_check CHECK ((char_length((tax_lines)::text) <= 10000)),
    CONSTRAINT expenses_tax_lines_fit CHECK ((private.tax_lines_fault(tax_lines, amount, currency) IS NULL)),
    CONSTRAINT expenses_tax_rate_check CHECK (((tax_rate >= (0)::numeric) AND (tax_rate <= (100)::numeric)))
);


--
-- Name: COLUMN expenses.is_separate; Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON COLUMN public.expenses.is_separate IS 'Somebody has said that it is not the expense of the same vendor, amount and day.';


--
-- Name: COLUMN expenses.booked_at; Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON COLUMN public.expenses.booked_at IS 'When it was approved for the first time. Since then it can''t be deleted, whatever became of it.';


--
-- Name: COLUMN expenses.booked_on; Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON COLUMN public.expenses.booked_on IS 'The day it counts on in the books, where the month of its own was closed when it was approved.';


--
-- Name: COLUMN expenses.tax_lines; Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON COLUMN public.expenses.tax_lines IS '[{rate, net, tax, category, country, deductible_percent}], amounts in major units; empty where the receipt shows no tax, or where older figures contradict themselves.';


--
-- Name: expense_facts(public.expenses, integer); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.expense_facts(e public.expenses, p_form integer) RETURNS text[]
    LANGUAGE sql STABLE
    AS $$
  select array[e.status, e.number, e.created_by::text, e.category_id::text, e.vendor_id::text, e.customer_id::text, e.description,
    private.number_text(e.amount), e.currency, private.number_text(e.tax_rate), private.number_text(e.tax_amount),
    e.tax_lines::text, private.day_text(e.expense_date),
    e.is_billable::text, e.is_reimbursable::text, private.day_text(e.paid_on), e.payment_method, e.rejection_reason, e.decided_by::text,
    private.instant_text(e.decided_at), private.instant_text(e.booked_at), private.day_text(e.booked_on),
    e.reverses_expense_id::text, e.reversal_reason]
    || case when p_form >= 2 then array[e.exchange::text] else '{}' end $$;


--
-- Name: expense_lifecycle(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.expense_lifecycle() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
  v_from text := 'pending';
  v_settings record;
begin
  if current_user <> 'authenticated' then
    if new.status in ('approved', 'reimbursed') then new.booked_at := coalesce(new.booked_at, new.decided_at, now()); end if;
    return new;
  end if;
  if tg_op = 'INSERT' then
    new.created_by := auth.uid();
    if new.reverses_expense_id is not null then
      new := private.expense_reversal(new);
      new.booked_at := now();
      if new.status = 'reimbursed' then
        perform private.refuse_expense_step('approved', new, false);
        new.paid_on := coalesce(new.paid_on, (select s.today from private.expense_settings(new.company_id) s));
      elsif new.paid_on is not null and not private.has_key(new.company_id, 'expenses.update') and not private.has_key(new.company_id, 'expenses.reimburse') then
        raise exception 'not_allowed' using errcode = '42501', detail = 'expenses.update';
      end if;
      perform private.refuse_closed_expense(old, new);
      return new;
    end if;
    new.reversal_reason := '';
  else
    v_from := old.status;
    perform private.refuse_expense_edit(old, new);
  end if;
  if new.status <> v_from then
    select * into v_settings from private.expense_settings(new.company_id);
    perform private.refuse_expense_step(v_from, new, new.is_reimbursable and v_settings.mark_as_paid);
    if v_from in ('approved', 'reimbursed') then perform private.refuse_unbooking(old, new.status); end if;
    if new.status = 'approved' and v_from in ('pending', 'rejected') and new.is_reimbursable and v_settings.mark_as_paid then
      new.status := 'reimbursed';
    end if;
    if new.status in ('approved', 'reimbursed') then
      new.rejection_reason := '';
      new.booked_at := coalesce(new.booked_at, now());
    end if;
    if new.status = 'reimbursed' then new.paid_on := coalesce(new.paid_on, v_settings.today);
    elsif v_from = 'reimbursed' then new.paid_on := null;
    end if;
    if new.status = 'pending' then
      new.decided_by := null;
      new.decided_at := null;
    elsif v_from in ('pending', 'rejected') or new.status = 'rejected' then
      new.decided_by := auth.uid();
      new.decided_at := now();
    end if;
  end if;
  -- What is not booked counts on no day; an older app leaves there what it does not know.
  if new.status in ('pending', 'rejected') then new.booked_on := null; end if;
  perform private.refuse_closed_expense(old, new);
  return new;
end $$;


--
-- Name: expense_reversal(public.expenses); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.expense_reversal(p_new public.expenses) RETURNS public.expenses
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
  v_original public.expenses := private.locked_expense(p_new.company_id, p_new.reverses_expense_id);
begin
  if not private.has_key(p_new.company_id, 'expenses.approve') then
    raise exception 'not_allowed' using errcode = '42501', detail = 'expenses.approve';
  end if;
  if v_original.id is null then raise exception 'missing_parent' using errcode = '23503', detail = 'reverses_expense_id'; end if;
  if btrim(p_new.reversal_reason) = '' then raise exception 'reason_required' using errcode = 'P0001', detail = 'reversal_reason'; end if;
  if v_original.status not in ('approved', 'reimbursed') or v_original.reverses_expense_id is not null then
    raise exception 'not_booked' using errcode = 'P0001', detail = 'reverses_expense_id';
  end if;
  p_new.amount := -v_original.amount;
  p_new.currency := v_original.currency;
  p_new.tax_rate := v_original.tax_rate;
  p_new.tax_amount := -v_original.tax_amount;
  p_new.tax_lines := (
    select coalesce(jsonb_agg(l.line || jsonb_build_object('net', -(l.line -> 'net')::numeric, 'tax', -(l.line -> 'tax')::numeric) order by l.place), '[]')
    from jsonb_array_elements(v_original.tax_lines) with ordinality l (line, place));
  p_new.category_id := v_original.category_id;
  p_new.vendor_id := v_original.vendor_id;
  p_new.customer_id := v_original.customer_id;
  p_new.description := v_original.description;
  p_new.is_billable := v_original.is_billable;
  p_new.is_reimbursable := v_original.is_reimbursable;
  p_new.payment_method := v_original.payment_method;
  p_new.is_separate := true;
  p_new.rejection_reason := '';
  p_new.status := case p_new.status when 'reimbursed' then 'reimbursed' else 'approved' end;
  if p_new.status = 'approved' and p_new.is_reimbursable then p_new.paid_on := null; end if;
  p_new.decided_by := auth.uid();
  p_new.decided_at := now();
  return p_new;
end $$;


--
-- Name: expense_settings(uuid); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.expense_settings(p_company uuid, OUT mark_as_paid boolean, OUT today date) RETURNS record
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  select (c.settings #>> '{expense_defaults,mark_as_paid_on_approval}')::boolean,
    (now() at time zone (c.settings #>> '{company_details,basics,timezone}'))::date
    into mark_as_paid, today from public.companies c where c.id = p_company;
end $$;


--
-- Name: expense_step_keys(text, text, boolean); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.expense_step_keys(p_from text, p_to text, p_paid_on_approval boolean) RETURNS text[]
    LANGUAGE sql IMMUTABLE
    AS $$
  select case p_from || '>' || p_to
    when 'pending>approved' then '{expenses.approve}'::text[]
    when 'pending>rejected' then '{expenses.approve}'
    when 'pending>reimbursed' then case when p_paid_on_approval then '{expenses.approve}' else '{expenses.approve,expenses.reimburse}' end::text[]
    when 'approved>reimbursed' then '{expenses.reimburse}'
    when 'approved>pending' then '{expenses.approve}'
    when 'reimbursed>pending' then '{expenses.approve,expenses.reimburse}'
    when 'rejected>pending' then '{}' end $$;


--
-- Name: facts_sha256(text[]); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.facts_sha256(p_facts text[]) RETURNS text
    LANGUAGE sql STABLE
    AS $$
  select encode(sha256(convert_to(to_jsonb(p_facts)::text, 'UTF8')), 'hex') $$;


--
-- Name: fill_member_name(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.fill_member_name() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  select coalesce(nullif(new.display_name, ''), private.account_name(u.raw_user_meta_data, u.email)), coalesce(nullif(new.email, ''), u.email, '')
    into new.display_name, new.email from auth.users u where u.id = new.user_id;
  return new;
end $$;


--
-- Name: folders_with(text); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.folders_with(p_key text) RETURNS SETOF text
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select c::text from private.companies_with(p_key) c $$;


--
-- Name: follow_account(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.follow_account() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  update public.company_users
    set display_name = private.account_name(new.raw_user_meta_data, new.email), email = coalesce(new.email, '')
    where user_id = new.id
      and (display_name, email) is distinct from (private.account_name(new.raw_user_meta_data, new.email), coalesce(new.email, ''));
  return null;
end $$;


--
-- Name: follow_bank_accounts(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.follow_bank_accounts() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
  v_old jsonb := (old.settings #> '{company_details,bank}') - 'instructions';
  v_new jsonb := (new.settings #> '{company_details,bank}') - 'instructions';
  v_is_document boolean := coalesce(current_setting('kontor.document', true) = new.id::text, false);
  v_default jsonb;
begin
  if v_new is distinct from v_old and not v_is_document then perform private.adopt_bank_settings(new.id, v_new); end if;
  select jsonb_build_object('iban', a.iban, 'bic', a.bic, 'name', a.name) into v_default
    from public.bank_accounts a where a.company_id = new.id and a.is_default;
  new.settings := jsonb_set(new.settings, '{company_details,bank}',
    (new.settings #> '{company_details,bank}') || coalesce(v_default, '{"iban": "", "bic": "", "name": ""}'));
  return new;
end $$;


--
-- Name: follow_seller(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.follow_seller() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  if exists (select from private.number_leases l where l.company_id = new.id and (l.ended_at is null or l.end_reason = 'lost')) then
    perform private.note_seller_state(new.id);
  end if;
  return null;
end $$;


--
-- Name: forget_activity_records(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.forget_activity_records() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  delete from public.activity_records r where r.company_id = old.id;
  return null;
end $$;


--
-- Name: forget_ledger(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.forget_ledger() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  delete from public.ledger_entries l where l.company_id = old.id;
  return null;
end $$;


--
-- Name: forget_recovery_codes(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.forget_recovery_codes() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  -- One at a time per person: of two factors that go at once, the later sees that none is left.
  perform pg_advisory_xact_lock(hashtextextended('kontor.recovery:' || old.user_id, 0));
  delete from private.recovery_codes c where c.user_id = old.user_id
    and not exists (select from auth.mfa_factors f where f.user_id = old.user_id and f.status = 'verified');
  return null;
end $$;


--
-- Name: format_invoice_number(text, text, date, bigint); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.format_invoice_number(p_format text, p_prefix text, p_date date, p_number bigint) RETURNS text
    LANGUAGE sql IMMUTABLE
    AS $$
  -- The prefix comes last: braces in it are text.
  select replace(replace(private.format_number(p_format, extract(year from p_date)::int, p_number),
    '{month}', lpad(extract(month from p_date)::text, 2, '0')), '{prefix}', p_prefix) $$;


--
-- Name: format_number(text, integer, bigint); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.format_number(p_format text, p_year integer, p_number bigint) RETURNS text
    LANGUAGE sql IMMUTABLE
    AS $$
  select replace(replace(p_format, '{year}', p_year::text), '{number}', lpad(p_number::text, greatest(4, char_length(p_number::text)), '0')) $$;


--
-- Name: gather_notifications(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.gather_notifications() RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_events bigint[];
  v_group record;
  v_notification uuid;
begin
  perform pg_advisory_xact_lock(hashtextextended('kontor.notifications', 0));
  v_events := array(select e.id from private.notification_events e where not e.is_gathered order by e.id limit 2000);
  if v_events = '{}' then return; end if;
  update private.notification_events e set is_gathered = true where e.id = any (v_events);
  for v_group in
    with events as materialized (select e.* from private.notification_events e where e.id = any (v_events)),
    people as materialized (
      select cu.company_id, cu.user_id, private.keys_of(cu.company_id, cu.user_id) as keys from public.company_users cu
      where cu.company_id in (select e.company_id from events e))
    select p.company_id, p.user_id, t.topic, h.channel, array_agg(e.id) as events
    from events e
    join public.expenses x on x.company_id = e.company_id and x.id = e.expense_id
    join people p on p.company_id = e.company_id and p.user_id is distinct from e.actor_id
    cross join lateral (select case e.step when 'submitted' then 'approvals' else 'own' end as topic) t
    cross join (values ('mail'), ('push')) h (channel)
    where (h.channel = 'mail' or exists (select from private.push_subscriptions b where b.user_id = p.user_id))
      and private.hears_of(p.user_id, p.keys, e.step, x) and private.wants_notification(p.user_id, e.step, h.channel)
    group by 1, 2, 3, 4
  loop
    v_notification := null;
    select n.id into v_notification from private.notifications n
      where n.company_id = v_group.company_id and n.user_id = v_group.user_id and n.topic = v_group.topic and n.channel = v_group.channel
        and n.state = 'waiting' order by n.made_at limit 1 for update;
    if v_notification is null then
      insert into private.notifications (company_id, user_id, topic, channel, due_at)
        values (v_group.company_id, v_group.user_id, v_group.topic, v_group.channel, now() + interval '2 minutes') returning id into v_notification;
    end if;
    insert into private.notification_items (company_id, notification_id, event_id)
      select v_group.company_id, v_notification, e from unnest(v_group.events) e;
  end loop;
end $$;


--
-- Name: generate_company_due(uuid, timestamp with time zone, interval); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.generate_company_due(p_company uuid, p_now timestamp with time zone, p_slice interval DEFAULT '00:00:05'::interval) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    SET lock_timeout TO '10s'
    AS $$
declare
  v_started timestamptz := clock_timestamp();
  v_today date;
  v_count int := 0;
  v record;
begin
  -- In the order in which pushes lock.
  perform pg_advisory_xact_lock(hashtextextended('kontor.push:' || p_company, 0));
  select private.date_in_zone(c.settings #>> '{company_details,basics,timezone}', p_now) into v_today from public.companies c where c.id = p_company;
  if v_today is null then
    perform private.note_unknown_timezone(p_company, (p_now at time zone 'UTC')::date);
    return 0;
  end if;
  for v in
    select 'recurring_invoices' as table_name, r.id, r.next_generation from public.recurring_invoices r
      where r.company_id = p_company and private.is_due(r.is_active, r.auto_generate, r.next_generation, r.lead_days, r.end_date, v_today)
    union all
    select 'recurring_expenses', r.id, r.next_generation from public.recurring_expenses r
      where r.company_id = p_company and private.is_due(r.is_active, r.auto_generate, r.next_generation, r.lead_days, r.end_date, v_today)
    order by 3, 2
  loop
    -- A series that was entered with years behind it comes in portions.
    for i in 1 .. 100 loop
      exit when not private.generate_next(v.table_name, v.id, v_today);
      v_count := v_count + 1;
      if clock_timestamp() - v_started >= p_slice then return v_count; end if;
    end loop;
  end loop;
  return v_count;
end $$;


--
-- Name: generate_due(timestamp with time zone); Type: PROCEDURE; Schema: private; Owner: -
--

CREATE PROCEDURE private.generate_due(IN p_now timestamp with time zone)
    LANGUAGE plpgsql
    AS $$
declare
  v_companies uuid[] := array(select d from private.companies_due(p_now) d);
  v_unfinished uuid[];
  v_company uuid;
begin
  while cardinality(v_companies) > 0 loop
    v_unfinished := '{}';
    foreach v_company in array v_companies loop
      begin
        if private.generate_company_due(v_company, p_now) > 0 then v_unfinished := v_unfinished || v_company; end if;
      -- `others` leaves out a statement that took too long. The text of the failure may quote what a customer typed.
      exception when query_canceled or others then
        raise warning 'recurring items of company % are not generated: %', v_company, sqlstate;
      end;
      commit;
    end loop;
    v_companies := v_unfinished;
  end loop;
end $$;


--
-- Name: generate_next(name, uuid, date); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.generate_next(p_table name, p_id uuid, p_today date) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $_$
declare
  v_count int;
  v_state text; v_message text; v_detail text; v_constraint text;
begin
  execute format('update public.%I r set generate_requested = r.next_generation where r.id = $1
    and private.is_due(r.is_active, r.auto_generate, r.next_generation, r.lead_days, r.end_date, $2)', p_table) using p_id, p_today;
  get diagnostics v_count = row_count;
  return v_count > 0;
exception when others then
  get stacked diagnostics v_state = returned_sqlstate, v_message = message_text, v_detail = pg_exception_detail, v_constraint = constraint_name;
  if v_state in ('40001', '40P01', '55P03', '57014') or v_state like '53%' or v_state like '57P%' or v_state like '58%' or v_state like 'XX%' then raise; end if;
  execute format('update public.%I r set generation_error = $2 where r.id = $1 and r.generation_error <> $2', p_table) using p_id,
    left(case when v_state = 'P0001' then concat_ws(':', v_message, nullif(v_detail, ''))
      else concat_ws(':', 'generation_failed', coalesce(nullif(v_constraint, ''), v_state)) end, 500);
  return false;
end $_$;


--
-- Name: generated_invoice(uuid, date); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.generated_invoice(p_series uuid, p_period date, OUT id uuid, OUT number text) RETURNS record
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select i.id, i.number from public.invoices i
  where i.recurring_invoice_id = p_series and i.recurring_period = p_period
    and i.company_id in (select private.companies_with('recurring_invoices.view')) and private.second_factor_satisfied() $$;


--
-- Name: grant_refusal(uuid, uuid, boolean, text[]); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.grant_refusal(p_company uuid, p_user uuid, p_is_admin boolean, p_keys text[]) RETURNS text
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select case
    when p_is_admin and not exists (select from public.company_users cu
      where cu.company_id = p_company and cu.user_id = p_user and (cu.is_owner or cu.is_admin)) then 'is_admin'
    else (select min(k) from unnest(p_keys) k where k <> all (private.keys_of(p_company, p_user))) end $$;


--
-- Name: guard_advance(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.guard_advance() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
  v_payment public.payments;
begin
  if current_user <> 'authenticated' then return coalesce(new, old); end if;
  if tg_op = 'UPDATE' and (new.payment_date, new.booked_on, new.tax_point, new.tax_shares) is not distinct from (old.payment_date, old.booked_on, old.tax_point, old.tax_shares) then
    return new;
  end if;
  foreach v_payment in array case tg_op when 'INSERT' then array[new] when 'DELETE' then array[old] else array[old, new] end loop
    if v_payment.tax_point > coalesce(v_payment.booked_on, v_payment.payment_date) then
      perform private.refuse_closed(v_payment.company_id, v_payment.tax_point, 'payment_date');
    end if;
  end loop;
  return coalesce(new, old);
end $$;


--
-- Name: guard_bank_account(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.guard_bank_account() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
begin
  if current_user = 'authenticated' and not private.has_key(coalesce(new.company_id, old.company_id), 'bank_accounts.manage') then
    raise exception 'not_allowed' using errcode = '42501', detail = 'bank_accounts.manage';
  end if;
  if tg_op = 'DELETE' then return old; end if;
  new.iban := upper(regexp_replace(new.iban, '\s', '', 'g'));
  new.bic := upper(regexp_replace(new.bic, '\s', '', 'g'));
  return new;
end $$;


--
-- Name: guard_company_end(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.guard_company_end() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_end private.company_deletions;
  v_last public.ledger_entries;
begin
  select * into v_end from private.company_deletions d where d.company_id = old.id;
  if private.has_books(old.id) then
    if (v_end.purge_after <= now()) is not true then raise exception 'books_are_kept' using errcode = '42501', detail = old.id::text; end if;
    select * into v_last from public.ledger_entries e where e.company_id = old.id order by e.seq desc limit 1;
  end if;
  insert into private.deleted_companies as g (company_id, export_sha256, ledger_seq, ledger_sha256)
    values (old.id, v_end.export_sha256, v_last.seq, v_last.sha256)
    on conflict (company_id) do update
    set deleted_at = now(), export_sha256 = excluded.export_sha256, ledger_seq = excluded.ledger_seq, ledger_sha256 = excluded.ledger_sha256;
  return old;
end $$;


--
-- Name: guard_company_update(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.guard_company_update() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
  v_invoices constant text[] := '{invoice_defaults,recurring_defaults,document_texts,delivery_notes,numbers,reminders}';
  v_parts constant text[] := v_invoices || '{expense_defaults,payment_texts}';
  v_old jsonb := private.with_defaults(private.default_company_settings(), old.settings);
  v_key text;
begin
  if current_user <> 'authenticated' then return new; end if;
  foreach v_key in array array_remove(array[
    case when (new.name, new.logo_path, (new.settings #- '{company_details,bank}') - v_parts)
      is distinct from (old.name, old.logo_path, (v_old #- '{company_details,bank}') - v_parts) then 'company.update' end,
    case when (new.settings #> '{company_details,bank}', new.settings -> 'payment_texts')
      is distinct from (v_old #> '{company_details,bank}', v_old -> 'payment_texts') then 'bank_accounts.manage' end,
    case when exists (select from unnest(v_invoices) as p (part) where new.settings -> p.part is distinct from v_old -> p.part) then 'settings.invoice' end,
    case when new.settings -> 'expense_defaults' is distinct from v_old -> 'expense_defaults' then 'settings.expense' end], null)
  loop
    if not private.has_key(old.id, v_key) then
      raise exception 'not_allowed' using errcode = '42501', detail = v_key;
    end if;
  end loop;
  return new;
end $$;


--
-- Name: guard_delivery_note(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.guard_delivery_note() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
begin
  if current_user <> 'authenticated' then return coalesce(new, old); end if;
  if tg_op = 'INSERT' then new.created_by := auth.uid();
  elsif old.delivered_on is not null then raise exception 'delivered' using errcode = 'P0001', detail = 'delivered_on';
  end if;
  return coalesce(new, old);
end $$;


--
-- Name: guard_invoice(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.guard_invoice() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
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


--
-- Name: guard_item(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.guard_item() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
  v_id uuid := case when tg_op = 'DELETE' then old.invoice_id else new.invoice_id end;
  v_invoice record;
begin
  select * into v_invoice from private.locked_invoice(v_id);
  if tg_op <> 'DELETE' then
    new.company_id := coalesce(new.company_id, v_invoice.company_id);
    if coalesce(v_invoice.company_id <> new.company_id, coalesce(current_setting('kontor.document', true), '') is distinct from v_id::text) then
      raise exception 'missing_parent' using errcode = '23503', detail = 'invoice_id';
    end if;
    -- The product only says where a line came from: one that is gone must not keep an invoice from being saved.
    if new.product_id is not null and not private.has_product(new.company_id, new.product_id) then new.product_id := null; end if;
    -- An app that knows no corrections sends a line without saying what it takes back.
    if tg_op = 'UPDATE' then new.origin_item_id := coalesce(new.origin_item_id, old.origin_item_id); end if;
  end if;
  if current_user in ('authenticated', 'service_role') and v_invoice.status in ('issued', 'cancelled') then
    raise exception 'invoice_frozen' using errcode = 'P0001', detail = 'items';
  end if;
  if current_user = 'authenticated' and v_invoice.created_by <> auth.uid() and not private.has_key(v_invoice.company_id, 'invoices.update') then
    raise exception 'not_allowed' using errcode = '42501', detail = 'invoices.update';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;


--
-- Name: guard_payment(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.guard_payment() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
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


--
-- Name: guard_recurring_invoice(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.guard_recurring_invoice() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
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


--
-- Name: guard_recurring_item(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.guard_recurring_item() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
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


--
-- Name: guard_replacement(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.guard_replacement() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  if exists (
    select from public.invoices i where i.company_id = new.company_id and i.id = private.replaced_id(new.id)
      and i.document_type = 'invoice' and i.status = 'issued') then
    raise exception 'replaced_stands' using errcode = 'P0001', detail = 'status';
  end if;
  return new;
end $$;


--
-- Name: had_record(text); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.had_record(p_name text) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select case when p_name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/(again/)?(original/)?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.' then exists (
    select from private.change_log l where l.company_id = split_part(p_name, '/', 1)::uuid and l.collection = 'files'
      and l.row_id = left(regexp_replace(p_name, '^.*/', ''), 36)::uuid) else false end $$;


--
-- Name: has_books(uuid); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.has_books(p_company uuid) RETURNS boolean
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  return exists (select from private.booked_records b where b.company_id = p_company and b.collection <> 'companies')
    or exists (select from public.ledger_entries l where l.company_id = p_company and l.collection <> 'companies');
end $$;


--
-- Name: has_key(uuid, text); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.has_key(p_company uuid, p_key text) RETURNS boolean
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_user uuid := auth.uid();
begin
  if exists (select from public.company_users cu where cu.company_id = p_company and cu.user_id = v_user and (cu.is_owner or cu.is_admin)) then
    return true;
  end if;
  return exists (
    select from public.company_user_permissions p
    where p.company_id = p_company and p.user_id = v_user
      and (p.permission_key = p_key or p.permission_key = any (array(select i.implied_by from private.permission_implications i where i.key = p_key))));
end $$;


--
-- Name: has_notifications(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.has_notifications() RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select exists (select from private.notification_events e where not e.is_gathered)
    or exists (select from private.notifications n where n.state = 'sending' or (n.state = 'waiting' and n.due_at <= now())) $$;


--
-- Name: has_product(uuid, uuid); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.has_product(p_company uuid, p_id uuid) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select exists (select from public.invoice_products p where p.company_id = p_company and p.id = p_id) $$;


--
-- Name: has_record(text); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.has_record(p_name text) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select exists (select from private.receipt_objects r where r.path = p_name) $$;


--
-- Name: hears_of(uuid, text[], text, public.expenses); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.hears_of(p_user uuid, p_keys text[], p_step text, p_expense public.expenses) RETURNS boolean
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  if p_step = 'submitted' then
    -- Owners, and whoever is alone, decide on their own ones, too.
    return p_expense.status = 'pending' and 'expenses.approve' = any (p_keys)
      and (p_expense.created_by <> p_user or exists (select from public.company_users cu
        where cu.company_id = p_expense.company_id and cu.user_id = p_user and (cu.is_owner or not exists (
          select from public.company_users other where other.company_id = cu.company_id and other.user_id <> cu.user_id))));
  end if;
  return p_expense.created_by = p_user and 'expenses.view_own' = any (p_keys) and p_expense.status = any (case p_step
    when 'approved' then '{approved,reimbursed}'::text[]
    when 'reopened' then '{pending}'
    else array[p_step] end);
end $$;


--
-- Name: hide_from_writers(regclass); Type: PROCEDURE; Schema: private; Owner: -
--

CREATE PROCEDURE private.hide_from_writers(IN p_table regclass)
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
  v_visible text := (
    select string_agg(pg_get_expr(p.polqual, p.polrelid), ' or ') from pg_catalog.pg_policy p
    where p.polrelid = p_table and p.polcmd = 'r' and p.polpermissive);
begin
  -- What an update makes of a row is the business of its own policy.
  execute format('create policy visible_update on %s as restrictive for update to authenticated using (%s) with check (true)', p_table, v_visible);
  execute format('create policy visible_delete on %s as restrictive for delete to authenticated using (%s)', p_table, v_visible);
end $$;


--
-- Name: hold_periods(uuid); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.hold_periods(p_company uuid) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
begin
  perform pg_catalog.pg_advisory_xact_lock_shared(hashtextextended('kontor.periods', 0) # hashtextextended(p_company::text, 0));
end $$;


--
-- Name: imports; Type: TABLE; Schema: private; Owner: -
--

CREATE TABLE private.imports (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    company_id uuid NOT NULL,
    manifest jsonb NOT NULL,
    bytes bigint DEFAULT 0 NOT NULL,
    begun_at timestamp with time zone DEFAULT now() NOT NULL,
    touched_at timestamp with time zone DEFAULT now() NOT NULL,
    finished_at timestamp with time zone
);


--
-- Name: import_progress(private.imports); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.import_progress(p_import private.imports) RETURNS jsonb
    LANGUAGE sql STABLE
    SET search_path TO ''
    AS $$
  select jsonb_build_object('company', p_import.company_id, 'is_finished', p_import.finished_at is not null,
    'received', (select coalesce(jsonb_object_agg(r.table_name, r.rows), '{}') from (
      select table_name, max(line) as rows from private.import_rows where import_id = p_import.id group by 1) r),
    'files', (select coalesce(jsonb_agg(f.bucket_id || '/' || f.name order by f.name), '[]') from private.import_files f
      where f.import_id = p_import.id and f.asked_at is not null)) $$;


--
-- Name: imported_names(uuid, text); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.imported_names(p_import uuid, p_field text) RETURNS jsonb
    LANGUAGE sql STABLE
    SET search_path TO ''
    AS $_$
  select coalesce(jsonb_object_agg(p.id, p.said), '{}') from (
    select distinct on (id) id, said from (
      select r.row ->> 'user_id' as id, left(r.row ->> case p_field when 'names' then 'display_name' else 'email' end, 320) as said, 1 as place
        from private.import_rows r where r.import_id = p_import and r.table_name = 'company_users'
      union all
      select e.key, left(e.value, 320), 2 from private.import_rows r
        cross join lateral jsonb_each_text(case jsonb_typeof(r.row -> p_field) when 'object' then r.row -> p_field else '{}' end) e
        where r.import_id = p_import and r.table_name = 'company_origins') a
    where id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' and said <> '' order by id, place limit 1000) p $_$;


--
-- Name: instant_text(timestamp with time zone); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.instant_text(p_at timestamp with time zone) RETURNS text
    LANGUAGE sql STABLE
    AS $$
  select to_char(p_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') $$;


--
-- Name: invoice_cells(uuid, date, date); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.invoice_cells(p_company uuid, p_from date, p_to date) RETURNS TABLE(key text, n integer, a numeric, b numeric, c numeric)
    LANGUAGE sql STABLE
    SET search_path TO ''
    AS $$
  with its as (
    select i.*, (select coalesce(jsonb_agg(t.part order by t.place), '[]') from private.tax_parts(i.tax_breakdown, i.tax_mode) t) as parts
    from public.invoices i
    where i.company_id = p_company and i.status in ('issued', 'cancelled')
      and (i.issue_date between p_from and p_to or i.tax_point between p_from and p_to)),
  converted as (
    select i.issue_date, i.tax_point, i.currency, i.exchange, (i.exchange ->> 'amount')::numeric as gross,
      private.converted_parts(i.parts, i.currency, i.exchange) as parts
    from its i where i.exchange is not null),
  sides as (
    select i.issue_date, i.tax_point, i.currency, private.minor_units(i.currency) as minor, i.net_total as net, i.tax_total as tax, i.gross_total as gross, i.parts
    from its i
    union all
    select v.issue_date, v.tax_point, concat(v.exchange ->> 'currency', '<', v.currency), private.minor_units(v.exchange ->> 'currency'),
      v.gross - private.parts_tax(v.parts), private.parts_tax(v.parts), v.gross, v.parts
    from converted v)
  select concat_ws('|', 'invoiced', i.currency), 1, round(i.net * i.minor), round(i.tax * i.minor), round(i.gross * i.minor)
    from sides i where i.issue_date between p_from and p_to
  union all
  select concat_ws('|', 'point', i.currency), 1, round(i.gross * i.minor), null, null
    from sides i where coalesce(i.tax_point, i.issue_date) between p_from and p_to
  union all
  select concat_ws('|', d.what, i.currency, trim_scale((t.part ->> 'tax_rate')::numeric), coalesce(t.part ->> 'tax_category', '')), 1,
      round((t.part ->> 'net')::numeric * i.minor), round((t.part ->> 'tax')::numeric * i.minor), null
    from sides i cross join lateral jsonb_array_elements(i.parts) t (part)
      cross join lateral (values ('output', i.issue_date), ('supply', coalesce(i.tax_point, i.issue_date))) d (what, day)
    where d.day between p_from and p_to $$;


--
-- Name: invoice_facts(public.invoices, text, integer); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.invoice_facts(i public.invoices, p_items text, p_form integer) RETURNS text[]
    LANGUAGE sql STABLE
    AS $$
  select array[i.status, i.number, i.number_year::text, i.number_seq::text, i.document_type, i.cancels_id::text, i.cancelled_by_id::text,
    i.customer_id::text, private.day_text(i.issue_date), private.day_text(i.due_date), i.due_days::text, private.day_text(i.service_from),
    private.day_text(i.service_to), i.currency, i.language, i.reference, i.notes, i.payment_terms, i.tax_mode, i.seller::text, i.buyer::text,
    private.number_text(i.net_total), private.number_text(i.tax_total), private.number_text(i.gross_total), i.tax_breakdown::text,
    to_jsonb(i.overruled_warnings)::text, i.created_by::text, p_items]
    || case when p_form >= 2 then array[i.exchange::text] else '{}' end
    || case when p_form >= 3 then array[i.corrects_id::text, i.reason] else '{}' end $$;


--
-- Name: invoice_interval(text); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.invoice_interval(p_interval text) RETURNS text
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $$
  select case when p_interval in ('weekly', 'quarterly', 'yearly') then p_interval else 'monthly' end $$;


--
-- Name: invoice_item_facts(uuid, uuid, integer); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.invoice_item_facts(p_company uuid, p_invoice uuid, p_form integer) RETURNS text
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
begin
  return (
    select coalesce(string_agg(to_jsonb(array[i.position::text, i.description, i.unit, private.number_text(i.quantity),
      private.number_text(i.unit_price), private.number_text(i.discount_percent), private.number_text(i.tax_rate),
      i.tax_category, i.exemption_reason] || case when p_form >= 3 then array[i.origin_item_id::text] else '{}' end)::text, ',' order by i.position, i.id), '')
    from public.invoice_items i where i.company_id = p_company and i.invoice_id = p_invoice);
end $$;


--
-- Name: invoice_totals(uuid, uuid, text, text); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.invoice_totals(p_company uuid, p_invoice uuid, p_currency text, p_tax_mode text, OUT net_total numeric, OUT tax_total numeric, OUT gross_total numeric, OUT tax_breakdown jsonb) RETURNS record
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
begin
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
    into net_total, tax_total, gross_total, tax_breakdown from rates r;
end $$;


--
-- Name: invites; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.invites (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    company_id uuid NOT NULL,
    email text NOT NULL,
    is_admin boolean DEFAULT false NOT NULL,
    keys text[] DEFAULT '{}'::text[] NOT NULL,
    language text DEFAULT 'en'::text NOT NULL,
    status text DEFAULT 'pending'::text NOT NULL,
    invited_by uuid,
    answered_by uuid,
    expires_at timestamp with time zone DEFAULT (now() + '7 days'::interval) NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT invites_email_check CHECK (((char_length(email) <= 320) AND (email = lower(btrim(email))) AND (email ~ '^[^@[:space:]]+@[^@[:space:]]+$'::text))),
    CONSTRAINT invites_language_check CHECK ((language = ANY (ARRAY['en'::text, 'de'::text]))),
    CONSTRAINT invites_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'accepted'::text, 'declined'::text, 'revoked'::text])))
);


--
-- Name: is_backed(public.invites); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.is_backed(p_invite public.invites) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select p_invite.invited_by is not null and 'users.invite' = any (private.keys_of(p_invite.company_id, p_invite.invited_by))
    and private.grant_refusal(p_invite.company_id, p_invite.invited_by, p_invite.is_admin, p_invite.keys) is null $$;


--
-- Name: is_closed(uuid, date); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.is_closed(p_company uuid, p_day date) RETURNS boolean
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  return exists (
    select from public.periods p
    where p.company_id = p_company and p.month = date_trunc('month', p_day::timestamp)::date and p.is_closed);
end $$;


--
-- Name: is_currency(text); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.is_currency(p_code text) RETURNS boolean
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO ''
    AS $$
begin
  return p_code = any ('{AED,AFN,ALL,AMD,ANG,AOA,ARS,AUD,AWG,AZN,BAM,BBD,BDT,BGN,BHD,BIF,BMD,BND,BOB,BRL,BSD,BTN,BWP,BYN,BZD,CAD,CDF,CHF,CLP,CNY,COP,CRC,CUC,
    CUP,CVE,CZK,DJF,DKK,DOP,DZD,EGP,ERN,ETB,EUR,FJD,FKP,GBP,GEL,GHS,GIP,GMD,GNF,GTQ,GYD,HKD,HNL,HRK,HTG,HUF,IDR,ILS,INR,IQD,IRR,ISK,JMD,
    JOD,JPY,KES,KGS,KHR,KMF,KPW,KRW,KWD,KYD,KZT,LAK,LBP,LKR,LRD,LSL,LYD,MAD,MDL,MGA,MKD,MMK,MNT,MOP,MRU,MUR,MVR,MWK,MXN,MYR,MZN,NAD,NGN,
    NIO,NOK,NPR,NZD,OMR,PAB,PEN,PGK,PHP,PKR,PLN,PYG,QAR,RON,RSD,RUB,RWF,SAR,SBD,SCR,SDG,SEK,SGD,SHP,SLE,SLL,SOS,SRD,SSP,STN,SVC,SYP,SZL,
    THB,TJS,TMT,TND,TOP,TRY,TTD,TWD,TZS,UAH,UGX,USD,UYU,UZS,VED,VES,VND,VUV,WST,XAF,XCD,XCG,XOF,XPF,YER,ZAR,ZMW,ZWG,ZWL}');
end $$;


--
-- Name: is_day_text(text); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.is_day_text(p_text text) RETURNS boolean
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO ''
    AS $_$
begin
  return p_text ~ '^(19|[2-9][0-9])[0-9]{2}-[0-9]{2}-[0-9]{2}$' and p_text::date::text = p_text;
exception when datetime_field_overflow then
  return false;
end $_$;


--
-- Name: is_decided(uuid, uuid); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.is_decided(p_company uuid, p_expense uuid) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select exists (
    select from public.expenses e
    where e.company_id = p_company and e.id = p_expense and e.status in ('approved', 'reimbursed')
      and p_company in (select private.my_companies())) $$;


--
-- Name: is_due(boolean, boolean, date, integer, date, date); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.is_due(p_is_active boolean, p_auto boolean, p_next date, p_lead integer, p_end date, p_today date) RETURNS boolean
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $$
  select p_is_active and p_auto and p_next - p_lead <= p_today and (p_end is null or p_next <= p_end) $$;


--
-- Name: is_entered(uuid); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.is_entered(p_company uuid) RETURNS boolean
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  return (current_setting('kontor.is_seeding', true) is distinct from 'on' or auth.uid() is not null)
    and exists (select from public.companies c where c.id = p_company);
end $$;


--
-- Name: is_exported(uuid); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.is_exported(p_company uuid) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO ''
    AS $$
  select exists (select from private.last_exports e where e.company_id = p_company and e.books = private.archive_state(p_company) ->> 'books') $$;


--
-- Name: is_freshly_authenticated(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.is_freshly_authenticated() RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO ''
    AS $$
  select coalesce(bool_or((m ->> 'timestamp')::numeric > extract(epoch from now()) - 300), false)
  from jsonb_array_elements(case when jsonb_typeof(auth.jwt() -> 'amr') = 'array' then auth.jwt() -> 'amr' else '[]' end) m
  where jsonb_typeof(m) = 'object' and m ->> 'method' not in ('token_refresh', 'anonymous') $$;


--
-- Name: is_iban(text); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.is_iban(p_iban text) RETURNS boolean
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO ''
    AS $_$
declare
  v_digits text := '';
  v_letter text;
begin
  if p_iban is null or p_iban !~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$' then return false; end if;
  foreach v_letter in array string_to_array(substr(p_iban, 5) || left(p_iban, 4), null) loop
    v_digits := v_digits || case when v_letter ~ '[A-Z]' then (ascii(v_letter) - 55)::text else v_letter end;
  end loop;
  return v_digits::numeric % 97 = 1;
end $_$;


--
-- Name: is_imported_object(text, text); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.is_imported_object(p_bucket text, p_name text) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select exists (
    select from private.imports i join private.import_files f on f.import_id = i.id
    where i.user_id = auth.uid() and i.finished_at is null and f.bucket_id = p_bucket and f.name = p_name
      and not exists (select from public.companies c where c.id = i.company_id)) $$;


--
-- Name: is_importing(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.is_importing() RETURNS boolean
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  -- By itself, no statement: every row that is written asks several times.
  if coalesce(current_setting('kontor.importing', true), '') = '' then return false; end if;
  return exists (select from private.imports_at_work);
end $$;


--
-- Name: is_in_ledger(text); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.is_in_ledger(p_name text) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select case when p_name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/(again/)?(original/)?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.' then exists (
    select from public.ledger_entries l
    where l.company_id = split_part(p_name, '/', 1)::uuid
      and strpos(l.receipts, left(regexp_replace(p_name, '^.*/', ''), 36)) > 0) else false end $$;


--
-- Name: is_in_series(date, text, date, date); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.is_in_series(p_start date, p_interval text, p_end date, p_date date) RETURNS boolean
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO ''
    AS $$
begin
  return (p_end is null or p_date <= p_end)
    and private.series_date(p_start, p_interval, private.series_index(p_start, p_interval, p_date)) = p_date;
end $$;


--
-- Name: is_kept_object(text); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.is_kept_object(p_name text) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select exists (select from private.receipt_objects r where r.path = p_name and private.is_decided(r.company_id, r.expense_id)) $$;


--
-- Name: is_known_rate(numeric); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.is_known_rate(p_rate numeric) RETURNS boolean
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $$
  select exists (select from jsonb_each(private.tax_rate_table() -> 'countries') as c (country, periods),
      jsonb_array_elements(c.periods) as p (period)
    where p.period -> 'rates' @> to_jsonb(p_rate) or p.period -> 'regional' @> to_jsonb(p_rate)) $$;


--
-- Name: is_number_format(text, text[]); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.is_number_format(p_format text, p_placeholders text[]) RETURNS boolean
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $$
  select p_format is not null and btrim(p_format) <> '' and char_length(p_format) <= 40
    and (select bool_and(found.name = any (p_placeholders || '{number}'::text[])) and count(*) = count(distinct found.name) and bool_or(found.name = 'number')
      from (select m[1] as name from regexp_matches(p_format, '\{([^{}]*)\}', 'g') m) found)
    and regexp_replace(p_format, '\{[^{}]*\}', '', 'g') !~ '[{}]' $$;


--
-- Name: is_of_deleted_company(text, timestamp with time zone); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.is_of_deleted_company(p_name text, p_stored_at timestamp with time zone) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select exists (
    select from private.deleted_companies d where d.company_id::text = split_part(p_name, '/', 1) and d.deleted_at > p_stored_at) $$;


--
-- Name: activity_log; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.activity_log (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    company_id uuid NOT NULL,
    actor_id uuid DEFAULT auth.uid(),
    type text NOT NULL,
    entity_type text DEFAULT ''::text NOT NULL,
    entity_id uuid,
    entity_label text DEFAULT ''::text NOT NULL,
    changes jsonb DEFAULT '{}'::jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    rev text DEFAULT ('srv-'::text || gen_random_uuid()) NOT NULL,
    origin text DEFAULT 'trigger'::text NOT NULL,
    CONSTRAINT activity_log_changes_check CHECK (private.are_changes(changes)),
    CONSTRAINT activity_log_changes_size CHECK ((octet_length((changes)::text) <= 16384)),
    CONSTRAINT activity_log_entity_label_check CHECK ((char_length(entity_label) <= 300)),
    CONSTRAINT activity_log_entity_type_check CHECK ((char_length(entity_type) <= 60)),
    CONSTRAINT activity_log_origin_check CHECK ((origin = ANY (ARRAY['trigger'::text, 'client'::text]))),
    CONSTRAINT activity_log_rev_check CHECK (((char_length(rev) >= 1) AND (char_length(rev) <= 80))),
    CONSTRAINT activity_log_type_check CHECK ((char_length(type) <= 60))
);


--
-- Name: is_of_procedure(public.activity_log); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.is_of_procedure(l public.activity_log) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO ''
    AS $$
  select l.origin = 'trigger' and l.entity_type in ('companies', 'members', 'invites', 'periods', 'mail_settings', 'bank_accounts')
    and l.type not in ('exported', 'procedure_described') $$;


--
-- Name: is_owner(uuid); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.is_owner(p_company uuid) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select exists (select from public.company_users cu where cu.company_id = p_company and cu.user_id = (select auth.uid()) and cu.is_owner) $$;


--
-- Name: is_owner_or_alone(uuid); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.is_owner_or_alone(p_company uuid) RETURNS boolean
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  return exists (
    select from public.company_users cu
    where cu.company_id = p_company and cu.user_id = (select auth.uid())
      and (cu.is_owner or not exists (
        select from public.company_users other where other.company_id = p_company and other.user_id <> cu.user_id)));
end $$;


--
-- Name: is_percent(jsonb); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.is_percent(p_value jsonb) RETURNS boolean
    LANGUAGE sql IMMUTABLE
    AS $$
  select coalesce(case when jsonb_typeof(p_value) = 'number'
    then p_value::numeric between 0 and 100 and p_value::numeric = round(p_value::numeric, 3) end, false) $$;


--
-- Name: is_picture_path(text); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.is_picture_path(p_name text) RETURNS boolean
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $_$
  select p_name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(png|jpe?g|webp)$' $_$;


--
-- Name: is_possible_vat_id(text); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.is_possible_vat_id(p_vat_id text) RETURNS boolean
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO ''
    AS $_$
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
end $_$;


--
-- Name: is_printable(text); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.is_printable(p_text text) RETURNS boolean
    LANGUAGE sql IMMUTABLE
    AS $$
  select coalesce(normalize(p_text, NFC) !~ ('[^'
    || '\u0020-\u007e\u00a0-\u00ac\u00ae-\u0148\u014a-\u017f\u0192\u0218-\u021b\u02c6-\u02c7\u02d8-\u02dd\u0386-\u038a\u038c'
    || '\u038e-\u03a1\u03a3-\u03ce\u0400-\u045f\u0490-\u0493\u1e80-\u1e85\u1e9e\u1ef2-\u1ef3\u2010-\u2026\u2030\u2032-\u2033'
    || '\u2039-\u203a\u2044\u20a4\u20ac\u20b4\u20b9-\u20ba\u20bd\u2116\u2122\u2190-\u2193\u2212\u221e\u2248\u2260\u2264-\u2265\u2713'
    || '\u0001-\u001f\u007f-\u009f\u00ad\u2000-\u200f\u2028-\u202f\u205f-\u2064\u3000\ufe00-\ufe0f\ufeff'
    || ']'), true) $$;


--
-- Name: is_printed_logo(text); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.is_printed_logo(p_name text) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $_$
  select exists (
    select from public.companies c
    where c.id = case when split_part(p_name, '/', 1) ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then split_part(p_name, '/', 1)::uuid end
      and (c.former_letterhead ->> 'logo_path' = p_name
      or exists (select from public.invoices i where i.company_id = c.id and i.seller #>> '{letterhead,logo_path}' = p_name))) $_$;


--
-- Name: is_rate_in_force(text, numeric, date); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.is_rate_in_force(p_country text, p_rate numeric, p_day date) RETURNS boolean
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO ''
    AS $$
begin
  return coalesce((select p.period -> 'rates' @> to_jsonb(p_rate) or coalesce(p.period -> 'regional' @> to_jsonb(p_rate), false)
    from private.tax_period(p_country, p_day) as p (period)), true);
end $$;


--
-- Name: is_refusal(text); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.is_refusal(p_state text) RETURNS boolean
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO ''
    AS $$
begin
  return p_state not in ('40001', '40P01', '55P03', '57014') and p_state !~ '^(53|57P|58|XX|PT)';
end $$;


--
-- Name: is_restored(text); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.is_restored(p_table text) RETURNS boolean
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $$
  select p_table not in ('company_users', 'company_user_permissions', 'company_origins') $$;


--
-- Name: is_reversed_expense(uuid, uuid); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.is_reversed_expense(p_company uuid, p_id uuid) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select exists (select from public.expenses r where r.company_id = p_company and r.reverses_expense_id = p_id) $$;


--
-- Name: is_reversed_payment(uuid, uuid); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.is_reversed_payment(p_company uuid, p_id uuid) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select exists (select from public.payments r where r.company_id = p_company and r.reverses_payment_id = p_id) $$;


--
-- Name: push_subscriptions; Type: TABLE; Schema: private; Owner: -
--

CREATE TABLE private.push_subscriptions (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    user_id uuid NOT NULL,
    session_id uuid NOT NULL,
    endpoint text NOT NULL,
    p256dh text NOT NULL,
    auth text NOT NULL,
    hides_details boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT push_subscriptions_auth_check CHECK ((auth ~ '^[A-Za-z0-9_-]{22}$'::text)),
    CONSTRAINT push_subscriptions_endpoint_check CHECK (((char_length(endpoint) <= 1000) AND (endpoint ~ '^https://[^/@[:space:]]+/[!-~]*$'::text))),
    CONSTRAINT push_subscriptions_p256dh_check CHECK ((p256dh ~ '^[A-Za-z0-9_-]{87}$'::text))
);


--
-- Name: is_signed_in(private.push_subscriptions); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.is_signed_in(p_subscription private.push_subscriptions) RETURNS boolean
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  return exists (select from auth.sessions s
    where s.id = p_subscription.session_id and s.user_id = p_subscription.user_id and (s.not_after is null or s.not_after > now()));
end $$;


--
-- Name: is_verified_object(text); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.is_verified_object(p_name text) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select exists (
    select from private.receipt_objects r join public.file_checks c on c.file_id = r.id and c.is_original = r.is_original
    where r.path = p_name and (c.sha256, c.size) = (r.sha256, r.size)) $$;


--
-- Name: issue_invoice(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.issue_invoice() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
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


--
-- Name: issue_problems(public.invoices); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.issue_problems(p_invoice public.invoices) RETURNS text[]
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_parties record := private.parties_of(p_invoice);
  v_seller jsonb := v_parties.seller;
  v_buyer jsonb := v_parties.buyer;
  v_items record;
  v_is_small boolean;
begin
  -- A correction has its parties and its supply from its original.
  if p_invoice.document_type = 'correction' then return private.correction_problems(p_invoice); end if;
  select count(*) as lines, bool_or(btrim(i.description) = '') as blank, bool_or(i.quantity = 0) as none,
      coalesce(bool_or(c.category in ('AE', 'K')), false) as names_both, bool_or(c.category is null) as unsaid,
      bool_or(c.category = 'S' and i.tax_rate = 0) as untaxed,
      bool_or(i.tax_category = 'E' and btrim(coalesce(i.exemption_reason, '')) = '') as unreasoned,
      string_agg(concat_ws(' ', i.description, i.unit, i.exemption_reason), ' ') as texts into v_items
    from public.invoice_items i
    cross join lateral (select private.tax_category_of(i.tax_category, i.tax_rate, p_invoice.tax_mode) as category) c
    where i.company_id = p_invoice.company_id and i.invoice_id = p_invoice.id;
  -- § 33 UStDV, § 11 (6) UStG of Austria.
  v_is_small := not v_items.names_both and p_invoice.currency = 'EUR'
    and (private.invoice_totals(p_invoice.company_id, p_invoice.id, p_invoice.currency, p_invoice.tax_mode)).gross_total
      between 0 and case v_seller ->> 'country' when 'DE' then 250 when 'AT' then 400 else -1 end;
  return array_remove(array[
    case when btrim(v_seller ->> 'street') = '' then 'seller.street' end,
    case when btrim(v_seller ->> 'postal_code') = '' then 'seller.postal_code' end,
    case when btrim(v_seller ->> 'city') = '' then 'seller.city' end,
    case
      when v_items.names_both and btrim(v_seller ->> 'vat_id') = '' then 'seller.vat_id'
      when btrim(v_seller ->> 'vat_id') = '' and btrim(v_seller ->> 'tax_number') = '' then 'seller.tax_number' end,
    case when not exists (select from public.customers c where c.company_id = p_invoice.company_id and c.id = p_invoice.customer_id) then 'customer_id' end,
    case when not v_is_small and btrim(v_buyer ->> 'street') = '' then 'buyer.street' end,
    case when not v_is_small and btrim(v_buyer ->> 'postal_code') = '' then 'buyer.postal_code' end,
    case when not v_is_small and btrim(v_buyer ->> 'city') = '' then 'buyer.city' end,
    case when v_items.names_both and btrim(v_buyer ->> 'vat_id') = '' then 'buyer.vat_id' end,
    case when p_invoice.service_from is null then 'service_from' end,
    case when p_invoice.service_to < p_invoice.service_from then 'service_to' end,
    case when v_items.lines = 0 then 'items' end,
    case when v_items.blank then 'items.description' end,
    case when v_items.none then 'items.quantity' end,
    case when v_items.unsaid then 'items.tax_category' end,
    case when v_items.untaxed then 'items.tax_rate' end,
    case when v_items.unreasoned and v_seller ->> 'country' = 'DE' then 'items.exemption_reason' end,
    case when not private.is_printable(concat_ws(' ', private.texts_of(v_seller), v_seller #>> '{letterhead,footer_text}')) then 'seller.characters' end,
    case when not private.is_printable(private.texts_of(v_buyer)) then 'buyer.characters' end,
    case when not private.is_printable(concat_ws(' ', p_invoice.reference, p_invoice.notes, p_invoice.payment_terms, v_items.texts)) then 'characters' end],
    null);
end $$;


--
-- Name: issue_warnings(public.invoices); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.issue_warnings(p_invoice public.invoices) RETURNS text[]
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
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


--
-- Name: invoice_items; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.invoice_items (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    company_id uuid NOT NULL,
    invoice_id uuid NOT NULL,
    "position" integer DEFAULT 0 NOT NULL,
    product_id uuid,
    description text DEFAULT ''::text NOT NULL,
    unit text DEFAULT ''::text NOT NULL,
    quantity numeric(14,4) DEFAULT 1 NOT NULL,
    unit_price numeric(14,4) DEFAULT 0 NOT NULL,
    discount_percent numeric(6,3) DEFAULT 0 NOT NULL,
    tax_rate numeric(6,3) DEFAULT 0 NOT NULL,
    tax_category text,
    exemption_reason text,
    origin_item_id uuid,
    CONSTRAINT invoice_items_description_check CHECK ((char_length(description) <= 2000)),
    CONSTRAINT invoice_items_discount_percent_check CHECK (((discount_percent >= (0)::numeric) AND (discount_percent <= (100)::numeric))),
    CONSTRAINT invoice_items_exemption_reason_check CHECK ((char_length(exemption_reason) <= 200)),
    CONSTRAINT invoice_items_position_check CHECK ((("position" >= 0) AND ("position" <= 100000))),
    CONSTRAINT invoice_items_quantity_check CHECK (((quantity >= ('-9999999'::integer)::numeric) AND (quantity <= (9999999)::numeric))),
    CONSTRAINT invoice_items_tax_category_check CHECK ((tax_category = ANY (ARRAY['S'::text, 'Z'::text, 'E'::text, 'AE'::text, 'K'::text, 'G'::text, 'O'::text]))),
    CONSTRAINT invoice_items_tax_rate_check CHECK (((tax_rate >= (0)::numeric) AND (tax_rate <= (100)::numeric))),
    CONSTRAINT invoice_items_unit_check CHECK ((char_length(unit) <= 40)),
    CONSTRAINT invoice_items_unit_price_check CHECK (((unit_price >= ('-9999999999'::bigint)::numeric) AND (unit_price <= ('9999999999'::bigint)::numeric)))
);


--
-- Name: items_left(public.invoices); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.items_left(p_invoice public.invoices) RETURNS TABLE(item public.invoice_items, net numeric, net_left numeric, quantity_left numeric)
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
begin
  return query
    select i, l.net, l.net + coalesce(c.net, 0), i.quantity + coalesce(c.quantity, 0)
    from public.invoice_items i
    cross join lateral (select private.line_net(i.quantity, i.unit_price, i.discount_percent, private.currency_exponent(p_invoice.currency)) as net) l
    left join lateral (
      select sum(private.line_net(t.quantity, t.unit_price, t.discount_percent, private.currency_exponent(p_invoice.currency))) as net,
        sum(t.quantity) filter (where (t.unit_price, t.discount_percent) = (i.unit_price, i.discount_percent)) as quantity
      from jsonb_array_elements(p_invoice.corrections) e (entry)
      join public.invoice_items t on t.company_id = i.company_id and t.invoice_id = (e.entry ->> 'id')::uuid and t.origin_item_id = i.id) c on true
    where i.company_id = p_invoice.company_id and i.invoice_id = p_invoice.id
    order by i.position, i.id;
end $$;


--
-- Name: keep_booked_expense(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.keep_booked_expense() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
begin
  if current_user = 'authenticated' and old.booked_at is not null then
    raise exception 'expense_booked' using errcode = 'P0001', detail = 'booked_at';
  end if;
  return old;
end $$;


--
-- Name: keep_booked_receipt(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.keep_booked_receipt() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
begin
  if current_user = 'authenticated' and private.is_decided(old.company_id, old.expense_id) then
    raise exception 'expense_locked' using errcode = 'P0001', detail = 'expense_id';
  end if;
  return old;
end $$;


--
-- Name: periods; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.periods (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    company_id uuid NOT NULL,
    month date NOT NULL,
    is_closed boolean DEFAULT true NOT NULL,
    reason text DEFAULT ''::text NOT NULL,
    decided_by uuid,
    decided_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    rev text DEFAULT ('srv-'::text || gen_random_uuid()) NOT NULL,
    CONSTRAINT periods_month_check CHECK (((EXTRACT(day FROM month) = (1)::numeric) AND ((month >= '1900-01-01'::date) AND (month <= '9999-12-01'::date)))),
    CONSTRAINT periods_reason_check CHECK ((char_length(reason) <= 1000)),
    CONSTRAINT periods_rev_check CHECK (((char_length(rev) >= 1) AND (char_length(rev) <= 80)))
);


--
-- Name: keep_figures(public.periods, timestamp with time zone); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.keep_figures(p_period public.periods, p_at timestamp with time zone) RETURNS void
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO ''
    AS $$
  insert into public.period_figures (company_id, period_id, month, decided_at, cells, created_at, updated_at)
  values (p_period.company_id, p_period.id, p_period.month, p_period.decided_at, private.month_cells(p_period.company_id, p_period.month), p_at, p_at) $$;


--
-- Name: keep_figures_of_closing(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.keep_figures_of_closing() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  if tg_op = 'UPDATE' and old.is_closed or not private.is_entered(new.company_id) then return null; end if;
  perform private.keep_figures(new, now());
  return null;
end $$;


--
-- Name: keep_ledger(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.keep_ledger() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  if tg_op = 'DELETE' and not exists (select from public.companies c where c.id = old.company_id) then return old; end if;
  raise exception 'ledger_is_kept' using errcode = '42501';
end $$;


--
-- Name: keep_missing_figures(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.keep_missing_figures() RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_period public.periods;
  v_count int := 0;
begin
  for v_period in
    select p.* from public.periods p
    where p.is_closed and not exists (
      select from public.period_figures f
      where f.company_id = p.company_id and f.period_id = p.id and f.decided_at is not distinct from p.decided_at)
    order by p.company_id, p.month
  loop
    perform private.keep_figures(v_period, now());
    -- The closing was entered without them.
    if exists (select from public.ledger_entries l where l.record_id = v_period.id and l.company_id = v_period.company_id) then
      perform private.append_to_ledger(v_period.company_id, 'carried_over', 'periods', v_period.id, private.day_text(v_period.month),
        private.period_facts(v_period, private.ledger_form('periods')));
    end if;
    v_count := v_count + 1;
  end loop;
  return v_count;
end $$;


--
-- Name: keep_money_day(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.keep_money_day() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
begin
  if current_user = 'authenticated' and old.status = 'approved' and new.status = 'reimbursed' and new.paid_on is null
    and private.is_closed(new.company_id, private.money_day(old)) then
    new.paid_on := private.money_day(old);
  end if;
  return new;
end $$;


--
-- Name: keep_owner(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.keep_owner() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  if exists (
    select from public.company_users cu where cu.user_id = old.id and cu.is_owner
      and not exists (select from public.company_users other where other.company_id = cu.company_id and other.is_owner and other.user_id <> old.id)) then
    raise exception 'last_owner' using errcode = 'P0001', detail = 'id';
  end if;
  return old;
end $$;


--
-- Name: keep_receipt(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.keep_receipt() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
begin
  if current_user = 'authenticated' and new.expense_id is distinct from old.expense_id and private.is_decided(old.company_id, old.expense_id) then
    raise exception 'expense_locked' using errcode = 'P0001', detail = 'expense_id';
  end if;
  return new;
end $$;


--
-- Name: keep_tax_lines(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.keep_tax_lines() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
  v_same boolean := false;
  v_fault text;
begin
  if tg_op = 'UPDATE' then
    v_same := new.tax_lines = old.tax_lines;
    if v_same and (new.amount, new.currency, new.tax_amount) = (old.amount, old.currency, old.tax_amount) and new.tax_rate is not distinct from old.tax_rate then
      return new;
    end if;
  elsif new.tax_lines = '[]' then
    -- The reversal of older figures has them as they were.
    if new.reverses_expense_id is not null then return new; end if;
    v_same := true;
  end if;
  v_fault := private.tax_lines_fault(new.tax_lines, new.amount, new.currency);
  if v_same and (v_fault is not null or private.tax_lines_tax(new.tax_lines) is distinct from new.tax_amount
      or private.tax_lines_rate(new.tax_lines) is distinct from new.tax_rate) then
    if jsonb_array_length(new.tax_lines) > 1 then
      raise exception 'several_tax_lines' using errcode = 'P0001', detail = 'tax_lines';
    end if;
    new.tax_lines := private.one_tax_line(new, private.own_country(new.company_id), new.tax_lines -> 0);
    v_fault := private.tax_lines_fault(new.tax_lines, new.amount, new.currency);
    if v_fault is not null or private.tax_lines_tax(new.tax_lines) is distinct from new.tax_amount then
      raise exception 'tax_contradicts' using errcode = 'P0001', detail = 'tax_amount';
    end if;
  end if;
  if v_fault is not null then raise exception 'tax_lines_wrong' using errcode = 'P0001', detail = 'tax_lines.' || v_fault; end if;
  new.tax_rate := private.tax_lines_rate(new.tax_lines);
  new.tax_amount := private.tax_lines_tax(new.tax_lines);
  return new;
end $$;


--
-- Name: keep_today_open(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.keep_today_open() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
  v_zone text := new.settings #>> '{company_details,basics,timezone}';
begin
  if current_user <> 'authenticated' or v_zone = old.settings #>> '{company_details,basics,timezone}' then return new; end if;
  perform private.hold_periods(new.id);
  if private.is_closed(new.id, (now() at time zone v_zone)::date) then
    raise exception 'period_closed' using errcode = 'P0001', detail = 'settings.company_details.basics.timezone';
  end if;
  return new;
end $$;


--
-- Name: kept_until(text, text, date); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.kept_until(p_country text, p_kind text, p_day date) RETURNS date
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $$
  select make_date(extract(year from p_day)::int + private.retention_years(p_country, p_kind), 12, 31) $$;


--
-- Name: keys_of(uuid, uuid); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.keys_of(p_company uuid, p_user uuid) RETURNS text[]
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select array(
    select k.key from public.permissions k
    where exists (select from public.company_users cu
        where cu.company_id = p_company and cu.user_id = p_user and (cu.is_owner or cu.is_admin))
      or exists (select from public.company_user_permissions p
        where p.company_id = p_company and p.user_id = p_user
          and (p.permission_key = k.key or p.permission_key in (select i.implied_by from private.permission_implications i where i.key = k.key)))
    order by k.key) $$;


--
-- Name: lease_document(private.number_leases); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.lease_document(p_lease private.number_leases) RETURNS jsonb
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $$
  select jsonb_build_object('id', p_lease.id, 'series', p_lease.series, 'year', p_lease.year, 'format', p_lease.format, 'prefix', p_lease.prefix,
    'numbers', to_jsonb(p_lease.numbers), 'device_id', p_lease.device_id, 'taken_at', p_lease.taken_at, 'valid_until', p_lease.valid_until) $$;


--
-- Name: lease_of_claim(public.invoices); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.lease_of_claim(p_invoice public.invoices) RETURNS private.number_leases
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_claim jsonb := p_invoice.leased -> 'claim';
  v_lease private.number_leases;
  v_seq bigint := v_claim ->> 'seq';
  v_day date := v_claim ->> 'issue_date';
  v_wrong text;
begin
  select * into v_lease from private.number_leases l where l.company_id = p_invoice.company_id and l.id::text = p_invoice.leased ->> 'lease_id' for update;
  if v_lease.id is null or v_lease.user_id is distinct from auth.uid() or v_lease.device_id::text is distinct from v_claim ->> 'device_id'
    or (v_seq = any (v_lease.numbers)) is not true then
    raise exception 'lease_unknown' using errcode = 'P0001', detail = 'leased';
  end if;
  if exists (select from public.invoices i
    where i.company_id = v_lease.company_id and i.number_series = v_lease.series and i.number_year = v_lease.year and i.number_seq = v_seq) then
    raise exception 'number_used' using errcode = 'P0001', detail = v_claim ->> 'number';
  end if;
  if v_lease.ended_at is not null then raise exception 'lease_ended' using errcode = 'P0001', detail = v_claim ->> 'number'; end if;
  p_invoice.issue_date := v_day;
  v_wrong := case
    when (v_claim ->> 'number' = private.format_invoice_number(v_lease.format, v_lease.prefix, v_day, v_seq)) is not true then 'number'
    when v_lease.year <> 0 and v_lease.year <> extract(year from v_day)::int or v_day > v_lease.valid_until
      or v_day < ((v_lease.taken_at - interval '24 hours') at time zone 'UTC')::date then 'issue_date'
    -- It is taken once that day has come.
    when v_day > ((now() + interval '38 hours') at time zone 'UTC')::date then 'issue_date_ahead'
    when (v_claim -> 'net_total', v_claim -> 'tax_total', v_claim -> 'gross_total', v_claim -> 'tax_breakdown')
      is distinct from (to_jsonb(p_invoice.net_total), to_jsonb(p_invoice.tax_total), to_jsonb(p_invoice.gross_total), p_invoice.tax_breakdown) then 'gross_total'
    when v_claim ->> 'tax_point' is distinct from private.tax_point_of(p_invoice)::text then 'tax_point'
    when private.was_seller(v_lease, p_invoice.language, v_claim -> 'seller') is not true then 'seller'
    when private.was_buyer(v_lease, p_invoice.customer_id, v_claim -> 'buyer') is not true then 'buyer' end;
  if v_wrong is not null then raise exception 'lease_refused' using errcode = 'P0001', detail = v_wrong; end if;
  return v_lease;
end $$;


--
-- Name: leave_tax(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.leave_tax() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  perform private.share_tax_anew(i) from public.invoices i where i.id = old.invoice_id;
  return null;
end $$;


--
-- Name: ledger_form(text); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.ledger_form(p_collection text) RETURNS integer
    LANGUAGE sql IMMUTABLE
    AS $$
  select case p_collection when 'companies' then 1 when 'invoices' then 3 else 2 end $$;


--
-- Name: ledger_head(uuid, bigint); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.ledger_head(p_company uuid, p_known bigint) RETURNS jsonb
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    SET enable_sort TO 'off'
    AS $$
begin
  if p_company not in (select private.my_companies()) then return null; end if;
  return (
    select jsonb_build_object('seq', l.seq, 'sha256', l.sha256, 'at', private.instant_text(l.at),
      'known', (select k.sha256 from public.ledger_entries k where k.company_id = p_company and k.seq = p_known))
    from public.ledger_entries l where l.company_id = p_company order by l.seq desc limit 1);
end $$;


--
-- Name: letterhead(uuid, text); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.letterhead(p_company uuid, p_language text DEFAULT NULL::text) RETURNS jsonb
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  return (
    select jsonb_build_object(
      'template', d -> 'default_template_id', 'delivery_note_template', d -> 'default_delivery_note_template_id',
      'primary_color', b -> 'primary_color', 'accent_color', b -> 'accent_color', 'font', b -> 'font',
      -- A logo that is not there can't be frozen: nobody could ever mend it.
      'logo_path', case when exists (select from storage.objects o where o.bucket_id = 'logos' and o.name = c.logo_path) then c.logo_path end,
      'footer_text', coalesce(to_jsonb(c.settings #>> array['document_texts', 'footer_text', p_language]), d #> '{footer,text}'), 'show_page_numbers', d #> '{footer,show_page_numbers}',
      'currency_position', coalesce(c.settings #>> '{currency_sign,position}',
        case when d #>> '{items,currency_position}' = 'prefix' or p_language = 'en' then 'prefix' else 'suffix' end),
       'show_description', d #> '{items,show_description}',
      'show_tax', d #> '{items,show_tax}')
    from public.companies c cross join lateral (select c.settings -> 'invoice_defaults' as d, c.settings #> '{company_details,branding}' as b) look
    where c.id = p_company);
end $$;


--
-- Name: limit_bank_accounts(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.limit_bank_accounts() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
begin
  if current_user not in ('authenticated', 'service_role') then return null; end if;
  if exists (select from (select distinct company_id from changed) d join public.bank_accounts a using (company_id) group by company_id having count(*) > 50) then
    raise exception 'too_many_bank_accounts' using errcode = 'P0001', detail = 'bank_accounts';
  end if;
  return null;
end $$;


--
-- Name: limit_items(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.limit_items() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $_$
declare
  v_is_too_long boolean;
begin
  if current_user not in ('authenticated', 'service_role') then return null; end if;
  execute format(
    'select exists (select from (select distinct company_id, %2$I from changed) d join public.%1$I t using (company_id, %2$I) group by %2$I having count(*) > 500)',
    tg_table_name, tg_argv[0]) into v_is_too_long;
  if v_is_too_long then raise exception 'too_many_items' using errcode = 'P0001', detail = 'items'; end if;
  return null;
end $_$;


--
-- Name: line_net(numeric, numeric, numeric, integer); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.line_net(p_quantity numeric, p_unit_price numeric, p_discount_percent numeric, p_exponent integer) RETURNS numeric
    LANGUAGE sql IMMUTABLE
    AS $$
  select round(p_quantity * p_unit_price * (100 - p_discount_percent) * 0.01, p_exponent) $$;


--
-- Name: lines_of(text, uuid); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.lines_of(p_collection text, p_id uuid) RETURNS jsonb
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  return case p_collection
    when 'invoices' then jsonb_build_object('items', (
      select coalesce(jsonb_agg(to_jsonb(i) - '{company_id,invoice_id}'::text[] order by i.position, i.id), '[]') from public.invoice_items i where i.invoice_id = p_id))
    when 'recurring_invoices' then jsonb_build_object('items', (
      select coalesce(jsonb_agg(to_jsonb(i) - '{company_id,recurring_invoice_id}'::text[] order by i.position, i.id), '[]')
      from public.recurring_invoice_items i where i.recurring_invoice_id = p_id))
    else '{}' end;
end $$;


--
-- Name: lock_for_owner(uuid); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.lock_for_owner(p_company uuid) RETURNS public.companies
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_me public.company_users := private.lock_people(p_company, null);
  v_company public.companies;
begin
  if v_me.is_owner is not true then raise exception 'not_allowed' using errcode = '42501', detail = 'is_owner'; end if;
  select * into v_company from public.companies c where c.id = p_company for update;
  return v_company;
end $$;


--
-- Name: lock_invite(uuid); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.lock_invite(p_invite uuid) RETURNS public.invites
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_invite public.invites;
begin
  perform private.lock_people(coalesce((select i.company_id from public.invites i where i.id = p_invite), p_invite), 'users.invite');
  select * into v_invite from public.invites i where i.id = p_invite and i.status = 'pending' for update;
  if not found then raise exception 'invite_not_valid' using errcode = 'P0001', detail = 'p_invite'; end if;
  return v_invite;
end $$;


--
-- Name: lock_people(uuid, text); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.lock_people(p_company uuid, p_key text) RETURNS public.company_users
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_user uuid := private.require_person();
  v_me public.company_users;
begin
  perform from public.companies c where c.id = p_company and c.id in (select private.my_companies()) for no key update;
  select * into v_me from public.company_users cu where cu.company_id = p_company and cu.user_id = v_user;
  -- Named, since a detail that is null (there may be no key) would be an error of its own.
  if not found then raise exception 'not_allowed' using errcode = '42501', detail = 'p_company'; end if;
  if p_key is not null and p_key <> all (private.keys_of(p_company, v_user)) then
    raise exception 'not_allowed' using errcode = '42501', detail = p_key;
  end if;
  return v_me;
end $$;


--
-- Name: locked_expense(uuid, uuid); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.locked_expense(p_company uuid, p_id uuid) RETURNS public.expenses
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_expense public.expenses;
begin
  select * into v_expense from public.expenses e
    where e.company_id = p_company and e.id = p_id for update;
  return v_expense;
end $$;


--
-- Name: locked_invoice(uuid); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.locked_invoice(p_id uuid, OUT company_id uuid, OUT status text, OUT currency text, OUT created_by uuid) RETURNS record
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  select i.company_id, i.status, i.currency, i.created_by into company_id, status, currency, created_by
    from public.invoices i where i.id = p_id for update;
end $$;


--
-- Name: locked_lease(uuid, uuid); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.locked_lease(p_company uuid, p_id uuid) RETURNS private.number_leases
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_lease private.number_leases;
begin
  perform pg_advisory_xact_lock(hashtextextended('kontor.push:' || p_company, 0));
  select * into v_lease from private.number_leases l where l.company_id = p_company and l.id = p_id for update;
  if not found then raise exception 'lease_unknown' using errcode = 'P0001', detail = 'p_lease'; end if;
  return v_lease;
end $$;


--
-- Name: locked_recurring_invoice(uuid); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.locked_recurring_invoice(p_id uuid, OUT company_id uuid, OUT created_by uuid, OUT generate_as text) RETURNS record
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select r.company_id, r.created_by, r.generate_as from public.recurring_invoices r where r.id = p_id for update $$;


--
-- Name: log_activity(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.log_activity() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_silent text[] := '{rev,created_at,updated_at,company_id}'::text[] || coalesce(tg_argv[2], '{}')::text[];
  v_row jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  v_old jsonb := case tg_op when 'INSERT' then '{}' when 'DELETE' then v_row - v_silent else to_jsonb(old) - v_silent end;
  v_new jsonb := case when tg_op = 'DELETE' then '{}' else v_row - v_silent end;
  v_initial text := case when tg_argv[0] = 'invoices' then 'draft' else 'pending' end;
  v_is_hidden boolean := coalesce((v_row ->> 'confidential')::boolean, false);
  v_label text;
  v_changes jsonb := '{}';
  v_told jsonb;
  v_activity uuid;
  v_record jsonb;
  v_text text;
  v_masked jsonb;
begin
  if tg_op = 'UPDATE' then
    v_changes := private.changed_fields(v_old, v_new);
    -- The settings repeat the default account, which has entries of its own.
    if tg_argv[0] = 'companies' then
      v_changes := v_changes - '{settings.company_details.bank.iban,settings.company_details.bank.bic,settings.company_details.bank.name}'::text[];
    end if;
    if v_changes = '{}' then return old; end if;
  end if;
  -- What a new company starts with is not news.
  if current_setting('kontor.is_creating_company', true) = 'on' and tg_argv[0] <> 'companies' then return old; end if;
  -- A seed brings its own history.
  if current_setting('kontor.is_seeding', true) = 'on' and auth.uid() is null then return old; end if;
  -- A deleted company takes its history along.
  if not exists (select from public.companies c where c.id = (v_row ->> 'company_id')::uuid) then return old; end if;
  -- What only some may see is not named to everybody who reads the history.
  v_label := case when v_is_hidden then '' else private.activity_label(tg_argv[0], tg_argv[1], v_row) end;
  insert into public.activity_log (company_id, actor_id, type, entity_type, entity_id, entity_label, changes)
    values ((v_row ->> 'company_id')::uuid, auth.uid(), private.activity_type(tg_op, v_old, v_new), tg_argv[0], (v_row ->> 'id')::uuid,
      v_label, case when v_is_hidden or v_changes = '{}' then '{}' else private.public_changes(v_changes) end)
    returning id, changes into v_activity, v_told;
  if tg_op <> 'UPDATE' then
    v_record := case when tg_argv[0] in ('invoices', 'recurring_invoices')
      then v_row || private.lines_of(tg_argv[0], (v_row ->> 'id')::uuid) else v_row end;
  elsif v_told <> v_changes then
    v_record := v_changes;
  end if;
  if v_record is not null then
    v_text := v_record::text;
    -- Most records are short and hold no account number: neither is looked for twice.
    if octet_length(v_text) > 5000000 then v_record := private.shortened_record(v_record); end if;
    v_masked := v_record;
    if strpos(v_text, 'iban"') > 0 or strpos(v_text, 'bic"') > 0 then v_masked := private.masked_bank_data(v_record); end if;
    insert into public.activity_records (company_id, activity_id, bank_data, content, collection, parent_id, author, confidential, record)
      values ((v_row ->> 'company_id')::uuid, v_activity, case when v_masked = v_record then 'none' else 'masked' end,
        case when tg_op = 'UPDATE' then 'changes' else 'record' end, tg_argv[0],
        (case tg_argv[0] when 'files' then v_row ->> 'expense_id' when 'payments' then v_row ->> 'invoice_id' end)::uuid,
        coalesce(v_row ->> 'created_by', v_row ->> 'user_id')::uuid, v_is_hidden, v_masked);
    if v_masked <> v_record then
      insert into public.activity_records (company_id, activity_id, bank_data, content, collection, parent_id, author, confidential, record)
        select r.company_id, r.activity_id, 'full', r.content, r.collection, r.parent_id, r.author, r.confidential, v_record
        from public.activity_records r where r.activity_id = v_activity;
    end if;
  end if;
  -- A device may create and decide offline, which arrives as one insert.
  if tg_op = 'INSERT' and v_new ->> 'status' <> v_initial then
    insert into public.activity_log (company_id, actor_id, type, entity_type, entity_id, entity_label, changes)
      values ((v_row ->> 'company_id')::uuid, auth.uid(), v_new ->> 'status', tg_argv[0], (v_row ->> 'id')::uuid,
        v_label, jsonb_build_object('status', jsonb_build_array(v_initial, v_new -> 'status')));
  end if;
  return old;
end $$;


--
-- Name: log_change(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.log_change() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_row jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  v_company uuid := v_row ->> 'company_id';
  v_deleted boolean := tg_op = 'DELETE';
  v_author uuid := coalesce(v_row ->> 'created_by', v_row ->> 'actor_id', v_row ->> 'user_id');
  v_open boolean := not coalesce((v_row ->> 'confidential')::boolean, false);
begin
  insert into private.change_log as l (company_id, collection, row_id, seq, deleted, author, was_open)
    values (v_company, tg_argv[0], (v_row ->> tg_argv[1])::uuid, private.next_seq(v_company), v_deleted, v_author, v_open)
    on conflict (company_id, collection, row_id) do update
      set seq = excluded.seq, deleted = excluded.deleted, author = coalesce(excluded.author, l.author), was_open = l.was_open or excluded.was_open;
  return null;
end $$;


--
-- Name: log_heads(uuid); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.log_heads(p_company uuid) RETURNS TABLE(collection text, place integer, source text, head bigint)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  if not exists (select from public.company_users cu where cu.company_id = p_company and cu.user_id = auth.uid()) then return; end if;
  return query
  select s.collection, s.position, s.source, coalesce((
      select l.seq from private.change_log l
      where l.company_id = p_company and l.collection = s.collection order by l.seq desc limit 1), 0)
  from private.synced_collections s;
end $$;


--
-- Name: log_member_change(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.log_member_change() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  -- The update of `rev` gives the document a new version and logs it by the member's own trigger.
  update public.company_users set rev = 'srv-' || gen_random_uuid()
    where (company_id, user_id) = (coalesce(new.company_id, old.company_id), coalesce(new.user_id, old.user_id));
  return null;
end $$;


--
-- Name: invoice_mails; Type: TABLE; Schema: private; Owner: -
--

CREATE TABLE private.invoice_mails (
    company_id uuid NOT NULL,
    mutation_id text NOT NULL,
    invoice_id uuid,
    user_id uuid NOT NULL,
    recipients text[] NOT NULL,
    subject text NOT NULL,
    state text NOT NULL,
    started_at timestamp with time zone DEFAULT now() NOT NULL,
    finished_at timestamp with time zone,
    kind text DEFAULT 'invoice'::text NOT NULL,
    channel text DEFAULT 'mail'::text NOT NULL,
    copies text[] DEFAULT '{}'::text[] NOT NULL,
    body text DEFAULT ''::text NOT NULL,
    attachments jsonb DEFAULT '[]'::jsonb NOT NULL,
    level integer,
    reminder jsonb,
    delivery_note_id uuid,
    refused text[] DEFAULT '{}'::text[] NOT NULL,
    CONSTRAINT invoice_mails_attachments_check CHECK (((jsonb_typeof(attachments) = 'array'::text) AND (jsonb_array_length(attachments) <= 5) AND (octet_length((attachments)::text) <= 4000))),
    CONSTRAINT invoice_mails_body_check CHECK ((char_length(body) <= 10000)),
    CONSTRAINT invoice_mails_channel_check CHECK ((channel = ANY (ARRAY['mail'::text, 'post'::text]))),
    CONSTRAINT invoice_mails_copies_check CHECK (((cardinality(copies) <= 10) AND (char_length(array_to_string(copies, ''::text)) <= 3200))),
    CONSTRAINT invoice_mails_kind_check CHECK ((kind = ANY (ARRAY['invoice'::text, 'cancellation'::text, 'correction'::text, 'part_paid'::text, 'overdue'::text, 'paid'::text, 'reminder'::text, 'delivery_note'::text]))),
    CONSTRAINT invoice_mails_level_check CHECK (((level >= 1) AND (level <= 3))),
    CONSTRAINT invoice_mails_level_of_reminder CHECK (((kind = 'reminder'::text) = ((level IS NOT NULL) AND (reminder IS NOT NULL)))),
    CONSTRAINT invoice_mails_mutation_id_check CHECK (((char_length(mutation_id) >= 1) AND (char_length(mutation_id) <= 80))),
    CONSTRAINT invoice_mails_of_one_check CHECK ((((invoice_id IS NULL) = (delivery_note_id IS NOT NULL)) AND ((kind = 'delivery_note'::text) = (delivery_note_id IS NOT NULL)))),
    CONSTRAINT invoice_mails_refused_check CHECK (((cardinality(refused) <= 20) AND (char_length(array_to_string(refused, ''::text)) <= 6400))),
    CONSTRAINT invoice_mails_reminder_check CHECK (((jsonb_typeof(reminder) = 'object'::text) AND (octet_length((reminder)::text) <= 1000))),
    CONSTRAINT invoice_mails_state_check CHECK ((state = ANY (ARRAY['sending'::text, 'sent'::text, 'failed'::text])))
);


--
-- Name: mail_facts(private.invoice_mails); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.mail_facts(p_mail private.invoice_mails) RETURNS jsonb
    LANGUAGE sql STABLE
    SET search_path TO ''
    SET "TimeZone" TO 'UTC'
    AS $$
  select jsonb_build_object('id', p_mail.mutation_id, 'kind', p_mail.kind, 'channel', p_mail.channel, 'recipients', p_mail.recipients,
    'copies', p_mail.copies, 'refused', p_mail.refused, 'subject', p_mail.subject, 'body', p_mail.body, 'attachments', p_mail.attachments, 'level', p_mail.level,
    'reminder', p_mail.reminder, 'state', p_mail.state, 'user_id', p_mail.user_id, 'at', coalesce(p_mail.finished_at, p_mail.started_at)) $$;


--
-- Name: mail_problem(public.invoices, jsonb); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.mail_problem(p_invoice public.invoices, p_mail jsonb) RETURNS text
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_open numeric := private.open_amount(p_invoice);
  v_is_reminder boolean := coalesce(p_mail ->> 'kind' = 'reminder', false);
begin
  return case
    when p_invoice.number is null then 'invoice_not_issued'
    when p_invoice.status = 'cancelled' then 'invoice_cancelled'
    when (p_mail ->> 'open')::numeric > 0 and v_open = 0 then 'invoice_paid'
    when (p_mail ->> 'open')::numeric <> v_open then 'balance_changed'
    when not v_is_reminder then null
    when v_open = 0 then 'invoice_paid'
    when p_invoice.reminder_hold <> '' or exists (
      select from public.customers c
      where c.company_id = p_invoice.company_id and c.id = p_invoice.customer_id and btrim(c.reminder_hold) <> '') then 'reminder_on_hold'
    when (p_invoice.due_date < private.company_today(p_invoice.company_id)) is not true then 'not_due'
    when exists (
      select from private.invoice_mails m
      where m.company_id = p_invoice.company_id and m.invoice_id = p_invoice.id and m.state <> 'failed'
        and m.level >= (p_mail ->> 'level')::int and m.mutation_id <> p_mail ->> 'mutation_id') then 'reminder_exists'
  end;
end $$;


--
-- Name: make_nested(text, text, name, name, name[]); Type: PROCEDURE; Schema: private; Owner: -
--

CREATE PROCEDURE private.make_nested(IN p_collection text, IN p_key text, IN p_table name, IN p_parent name, IN p_columns name[])
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $_$
declare
  v_table text := format('public.%I', p_table);
  v_columns text := (select string_agg(format('%I', c), ', ') from unnest(p_columns) c);
begin
  insert into private.nested_collections (collection, key, table_name, parent_column, columns) values (p_collection, p_key, p_table, p_parent, p_columns);
  execute format('revoke all on %s from public, anon, authenticated', v_table);
  execute format('grant all on %s to service_role', v_table);
  execute format('grant select, delete, insert (id, company_id, %1$I, %2$s), update (%2$s) on %3$s to authenticated', p_parent, v_columns, v_table);
  execute format('alter table %s enable row level security', v_table);
  execute format('create policy second_factor on %s as restrictive to authenticated using ((select private.second_factor_satisfied()))', v_table);
  execute format('alter publication supabase_realtime add table %s', v_table);
  call private.announce_by_identity(v_table);
end $_$;


--
-- Name: make_synced(text, integer, name, name[], name[], text, text); Type: PROCEDURE; Schema: private; Owner: -
--

CREATE PROCEDURE private.make_synced(IN p_collection text, IN p_position integer, IN p_table name, IN p_insertable name[], IN p_updatable name[], IN p_resource text DEFAULT NULL::text, IN p_source text DEFAULT NULL::text)
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
  v_table text := format('public.%I', p_table);
  v_columns text;
begin
  insert into private.synced_collections (collection, position, table_name, source, insertable, updatable)
    values (p_collection, p_position, p_table, coalesce(p_source, v_table), p_insertable, p_updatable);

  execute format('create trigger stamp before update on %s for each row execute function private.stamp()', v_table);
  execute format('create constraint trigger zz_log_change after insert or update or delete on %s deferrable initially deferred for each row execute function private.log_change(%L, %L)', v_table, p_collection, 'id');

  execute format('revoke all on %s from public, anon, authenticated', v_table);
  execute format('grant all on %s to service_role', v_table);
  execute format('grant select on %s to authenticated', v_table);
  if cardinality(p_insertable) > 0 then
    select string_agg(format('%I', c), ', ') into v_columns from unnest('{id,company_id,rev}'::name[] || p_insertable) c;
    execute format('grant insert (%s), delete on %s to authenticated', v_columns, v_table);
  end if;
  if cardinality(p_updatable) > 0 then
    select string_agg(format('%I', c), ', ') into v_columns from unnest('{rev}'::name[] || p_updatable) c;
    execute format('grant update (%s) on %s to authenticated', v_columns, v_table);
  end if;

  execute format('alter table %s enable row level security', v_table);
  execute format('create policy second_factor on %s as restrictive to authenticated using ((select private.second_factor_satisfied()))', v_table);
  if p_resource is not null then
    execute format('create policy member_select on %s for select to authenticated using (company_id = any (array(select private.companies_with(%L))))', v_table, p_resource || '.view');
    execute format('create policy member_insert on %s for insert to authenticated with check (company_id = any (array(select private.companies_with(%L))))', v_table, p_resource || '.create');
    execute format('create policy member_update on %s for update to authenticated using (company_id = any (array(select private.companies_with(%L))))', v_table, p_resource || '.update');
    execute format('create policy member_delete on %s for delete to authenticated using (company_id = any (array(select private.companies_with(%L))))', v_table, p_resource || '.delete');
    call private.hide_from_writers(v_table);
  end if;
  execute format('alter publication supabase_realtime add table %s', v_table);
  call private.announce_by_identity(v_table);
end $$;


--
-- Name: mark_history(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.mark_history() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  insert into private.history_marks (company_id, seq) values (new.company_id, new.seq)
    on conflict (company_id, seq) do update set token = excluded.token;
  return null;
end $$;


--
-- Name: mark_push(uuid, integer); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.mark_push(p_company uuid, p_changes integer) RETURNS text
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  if p_company not in (select private.my_companies()) then return null; end if;
  -- A change logs its record and its history, now and then something beside.
  perform private.take_positions(p_company, least(4 * p_changes, 4096));
  return (private.company_history(p_company)).mark;
end $$;


--
-- Name: mark_trouble(uuid, text); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.mark_trouble(p_company uuid, p_mark text) RETURNS text
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_seq bigint := substring(p_mark from '^\d{1,18}(?=:)');
begin
  if exists (select from private.history_marks m where m.company_id = p_company and m.seq = v_seq and m.seq || ':' || m.token = p_mark) then return null; end if;
  if v_seq < (select min(m.seq) from private.history_marks m where m.company_id = p_company) then return 'expired'; end if;
  return 'restored';
end $$;


--
-- Name: masked_bank_data(jsonb, boolean); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.masked_bank_data(p_value jsonb, p_is_number boolean DEFAULT false) RETURNS jsonb
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO ''
    AS $_$
declare
  v_text text := p_value #>> '{}';
begin
  return case jsonb_typeof(p_value)
    when 'object' then (select coalesce(jsonb_object_agg(e.key, private.masked_bank_data(e.value, e.key ~ '(^|\.)(iban|bic)$')), '{}') from jsonb_each(p_value) e)
    when 'array' then (select coalesce(jsonb_agg(private.masked_bank_data(e.value, p_is_number) order by e.place), '[]')
      from jsonb_array_elements(p_value) with ordinality as e (value, place))
    when 'string' then case
      when not p_is_number or v_text = '' then p_value
      when char_length(v_text) < 15 then '"…"'
      else to_jsonb(left(v_text, 2) || ' … ' || right(v_text, 4)) end
    else p_value end;
end $_$;


--
-- Name: notifications; Type: TABLE; Schema: private; Owner: -
--

CREATE TABLE private.notifications (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    company_id uuid NOT NULL,
    user_id uuid NOT NULL,
    topic text NOT NULL,
    channel text NOT NULL,
    state text DEFAULT 'waiting'::text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    due_at timestamp with time zone NOT NULL,
    claimed_at timestamp with time zone,
    finished_at timestamp with time zone,
    reason text DEFAULT ''::text NOT NULL,
    made_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT notifications_channel_check CHECK ((channel = ANY (ARRAY['mail'::text, 'push'::text]))),
    CONSTRAINT notifications_reason_check CHECK ((char_length(reason) <= 200)),
    CONSTRAINT notifications_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sending'::text, 'sent'::text, 'dropped'::text, 'failed'::text]))),
    CONSTRAINT notifications_topic_check CHECK ((topic = ANY (ARRAY['approvals'::text, 'own'::text])))
);


--
-- Name: may_notify(private.notifications); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.may_notify(p_notification private.notifications) RETURNS boolean
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  return (
    select count(*) < case p_notification.channel when 'mail' then 24 else 100 end
      and count(*) filter (where n.state = 'sending'
        or n.finished_at > now() - case p_notification.channel when 'mail' then interval '15 minutes' else interval '2 minutes' end) = 0
    from private.notifications n
    where (n.company_id, n.user_id, n.topic, n.channel)
        = (p_notification.company_id, p_notification.user_id, p_notification.topic, p_notification.channel)
      and (n.state = 'sending' or (n.state = 'sent' and n.finished_at > now() - interval '1 day')));
end $$;


--
-- Name: minor_units(text); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.minor_units(p_currency text) RETURNS numeric
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $$
  select power(10::numeric, private.currency_exponent(p_currency)) $$;


--
-- Name: misshapen_setting(jsonb, jsonb); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.misshapen_setting(p_defaults jsonb, p_value jsonb) RETURNS text[]
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO ''
    AS $$
declare
  v_key text;
  v_kind text;
  v_place text[];
begin
  for v_key, v_kind in select d.key, jsonb_typeof(d.value) from jsonb_each(p_defaults) d loop
    if v_kind = 'object' then
      v_place := private.misshapen_setting(p_defaults -> v_key, p_value -> v_key);
      if v_place is not null then return v_key || v_place; end if;
    elsif jsonb_typeof(p_value -> v_key) not in (v_kind, case when v_kind = 'null' then 'string' else v_kind end) then
      return array[v_key];
    end if;
  end loop;
  return null;
end $$;


--
-- Name: money_day(public.expenses); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.money_day(p_expense public.expenses) RETURNS date
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO ''
    AS $$
begin
  return case when p_expense.status = 'reimbursed' or p_expense.status = 'approved' and not p_expense.is_reimbursable
    then coalesce(private.payment_day(p_expense.paid_on, p_expense.booked_on), p_expense.booked_on, p_expense.expense_date) end;
end $$;


--
-- Name: month_cells(uuid, date); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.month_cells(p_company uuid, p_month date) RETURNS jsonb
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    SET plan_cache_mode TO 'force_custom_plan'
    AS $$
declare
  v_to date := (p_month + interval '1 month')::date - 1;
begin
  return (
    with cells as (
      select 'invoices' as part, i.* from private.invoice_cells(p_company, p_month, v_to) i
      union all select 'payments', p.* from private.payment_cells(p_company, p_month, v_to) p
      union all select 'expenses', e.* from private.expense_cells(p_company, p_month, v_to) e),
    sums as (select c.part, c.key, concat_ws(' ', sum(c.n), sum(c.a), sum(c.b), sum(c.c)) as numbers from cells c group by 1, 2),
    parts as (select s.part, jsonb_object_agg(s.key, s.numbers) as its from sums s group by 1)
    select '{"invoices": {}, "payments": {}, "expenses": {}}'::jsonb || coalesce(jsonb_object_agg(p.part, p.its), '{}')
      || jsonb_build_object('company', (
        select jsonb_build_object('country', c.settings #>> '{company_details,address,country}', 'small_business', c.settings #>> '{tax,small_business}')
        from public.companies c where c.id = p_company))
    from parts p);
end $$;


--
-- Name: my_companies(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.my_companies() RETURNS SETOF uuid
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  return query
  select cu.company_id from public.company_users cu where cu.user_id = (select auth.uid());
end $$;


--
-- Name: my_company_folders(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.my_company_folders() RETURNS SETOF text
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select c::text from private.my_companies() c $$;


--
-- Name: my_confirmed_email(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.my_confirmed_email() RETURNS text
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select lower(u.email) from auth.users u where u.id = auth.uid() and u.email_confirmed_at is not null $$;


--
-- Name: my_invite(uuid, text); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.my_invite(p_invite uuid, p_token text) RETURNS public.invites
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_invite public.invites;
begin
  perform private.require_person();
  select * into v_invite from public.invites i
    where i.id = coalesce(p_invite, (select t.invite_id from private.invite_tokens t where t.token_hash = encode(sha256(convert_to(p_token, 'UTF8')), 'hex')))
      and i.email = private.my_confirmed_email()
    for update;
  if not found then raise exception 'invite_not_valid' using errcode = 'P0001'; end if;
  return v_invite;
end $$;


--
-- Name: name_own_company(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.name_own_company() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
begin
  new.company_id := new.id;
  return new;
end $$;


--
-- Name: nameable(uuid, text, uuid[]); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.nameable(p_company uuid, p_collection text, p_ids uuid[]) RETURNS uuid[]
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_me uuid := auth.uid();
  -- Asked once, not for each of a thousand ids.
  v_sees_open boolean;
  v_sees_hidden boolean;
begin
  select (s.view_key is null or p_company in (select private.companies_with(s.view_key)))
        and not exists (select from unnest(s.further_keys) k where p_company not in (select private.companies_with(k))),
      s.hidden_key is null or p_company in (select private.companies_with(s.hidden_key))
    into v_sees_open, v_sees_hidden
    from private.synced_collections s where s.collection = p_collection and p_company in (select private.my_companies());
  if not found then return '{}'; end if;
  return array(
    select l.row_id from private.change_log l
    where l.company_id = p_company and l.collection = p_collection and l.row_id = any (p_ids)
      and (l.was_open is null or l.author = v_me or (v_sees_open and (l.was_open or v_sees_hidden))));
end $$;


--
-- Name: next_generation(date, text, date, date); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.next_generation(p_start date, p_interval text, p_last date, p_skip_before date) RETURNS date
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO ''
    AS $$
declare
  v_index int := coalesce(private.series_index(p_start, p_interval, p_last), 0);
begin
  if private.series_date(p_start, p_interval, v_index) <= p_last then v_index := v_index + 1; end if;
  return private.series_date(p_start, p_interval, greatest(v_index, private.series_index(p_start, p_interval, p_skip_before)));
end $$;


--
-- Name: next_invoice_number(uuid, date, text); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.next_invoice_number(p_company uuid, p_date date, p_type text, OUT number text, OUT year integer, OUT seq bigint, OUT series text) RETURNS record
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  series := private.series_of(p_company, p_type);
  loop
    select t.number, t.year, t.seq into number, year, seq from private.take_number(p_company, next_invoice_number.series, p_date) t;
    -- A changed format or an import may have used it already.
    exit when not exists (select from public.invoices i where i.company_id = p_company and i.number = next_invoice_number.number)
      and next_invoice_number.number not in (select private.away_numbers(p_company));
    insert into private.number_gap_reasons (company_id, series, year, number, reason)
      values (p_company, next_invoice_number.series, next_invoice_number.year, seq, 'number_taken') on conflict do nothing;
  end loop;
end $$;


--
-- Name: next_seq(uuid); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.next_seq(p_company uuid) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_block text[] := string_to_array(current_setting('kontor.seq_block', true), ' '); -- company, next, last, size
  v_size int := 1;
  v_next bigint;
  v_last bigint;
begin
  if v_block[1] = p_company::text then
    v_next := v_block[2]::bigint;
    v_last := v_block[3]::bigint;
    v_size := v_block[4]::int;
  end if;
  if v_next is null or v_next > v_last then
    v_size := case when v_next is null then 1 else least(v_size * 4, 4096) end;
    v_last := private.take_positions(p_company, v_size);
    v_next := v_last - v_size + 1;
  end if;
  perform set_config('kontor.seq_block', concat_ws(' ', p_company, v_next + 1, v_last, v_size), true);
  return v_next;
end $$;


--
-- Name: note_access_change(text, public.company_users, jsonb); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.note_access_change(p_type text, p_member public.company_users, p_changes jsonb) RETURNS void
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO ''
    AS $$
  insert into public.activity_log (company_id, actor_id, type, entity_type, entity_id, entity_label, changes)
    values (p_member.company_id, auth.uid(), p_type, 'members', p_member.id, left(p_member.display_name, 300), p_changes) $$;


--
-- Name: note_expense_step(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.note_expense_step() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  if current_setting('kontor.is_seeding', true) = 'on' and auth.uid() is null then return null; end if;
  insert into private.notification_events (company_id, expense_id, step, actor_id)
    select new.company_id, new.id, s, auth.uid() from unnest(case
      when tg_op = 'INSERT' then '{submitted}'::text[]
      when new.status <> 'pending' then array[new.status]
      when old.status = 'rejected' then '{submitted}'
      else '{submitted,reopened}' end) s
    -- Nobody is told what they did themselves.
    where s = 'submitted' or new.created_by is distinct from auth.uid();
  return null;
end $$;


--
-- Name: note_export(uuid, text, text, bigint, boolean); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.note_export(p_company uuid, p_books text, p_sha256 text, p_bytes bigint, p_is_complete boolean) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $_$
begin
  if (p_books ~ '^[0-9a-f]{64}$') is not true then raise exception 'invalid_input' using errcode = 'P0001', detail = 'books'; end if;
  if (p_sha256 ~ '^[0-9a-f]{64}$') is not true then raise exception 'invalid_input' using errcode = 'P0001', detail = 'sha256'; end if;
  if (p_bytes > 0) is not true then raise exception 'invalid_input' using errcode = 'P0001', detail = 'bytes'; end if;
  insert into public.activity_log (company_id, type, entity_type, entity_id, entity_label, changes)
    select c.id, 'exported', 'companies', c.id, c.name,
      jsonb_build_object('sha256', jsonb_build_array(null, p_sha256), 'size', jsonb_build_array(null, p_bytes))
    from public.companies c where c.id = p_company;
  if p_is_complete is true then
    insert into private.last_exports (company_id, books, sha256, bytes, exported_by) values (p_company, p_books, p_sha256, p_bytes, auth.uid())
      on conflict (company_id) do update
      set books = excluded.books, sha256 = excluded.sha256, bytes = excluded.bytes, exported_at = now(), exported_by = excluded.exported_by;
  end if;
end $_$;


--
-- Name: note_invite(text, public.invites); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.note_invite(p_type text, p_invite public.invites) RETURNS void
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO ''
    AS $$
  insert into public.activity_log (company_id, actor_id, type, entity_type, entity_id, entity_label)
    values (p_invite.company_id, auth.uid(), p_type, 'invites', p_invite.id, left(split_part(p_invite.email, '@', 1), 300)) $$;


--
-- Name: note_lease(private.number_leases, text); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.note_lease(p_lease private.number_leases, p_type text) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  insert into public.activity_log (company_id, type, entity_type, entity_id, entity_label, changes)
    select p_lease.company_id, p_type, 'number_leases', p_lease.id, left(concat_ws(' – ', min(f.number), case when count(*) > 1 then max(f.number) end), 300),
      jsonb_build_object('device_name', jsonb_build_array(null, p_lease.device_name))
    from unnest(p_lease.numbers) n
    cross join lateral (select private.format_invoice_number(p_lease.format, p_lease.prefix,
      (p_lease.taken_at at time zone 'UTC')::date, n) as number) f;
end $$;


--
-- Name: note_rate(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.note_rate() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
begin
  -- What a device issued with a number it took along stays as it was handed out: it is in the currency of the books, or a person entered the rate.
  if new.number is not null and (tg_op = 'INSERT' or old.number is null) and new.seller is not null and new.leased is null then
    new.seller := new.seller || jsonb_build_object('exchange_known', new.exchange is not null);
    if new.document_type = 'correction' then new.seller := new.seller || '{"layout": 3}'; end if;
  end if;
  return new;
end $$;


--
-- Name: note_seller_state(uuid); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.note_seller_state(p_company uuid) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  insert into private.seller_states (company_id, language, seller)
    select p_company, l.language, n.seller
    from unnest('{en,de}'::text[]) l (language) cross join lateral (select private.seller_state(p_company, l.language) as seller) n
    where n.seller is distinct from (
      select s.seller from private.seller_states s where s.company_id = p_company and s.language = l.language order by s.noted_at desc limit 1);
end $$;


--
-- Name: note_sent_mail(private.invoice_mails); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.note_sent_mail(p_mail private.invoice_mails) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  update public.invoices i set delivery = 'sent',
      sent_at = case when p_mail.kind in ('invoice', 'cancellation', 'correction') then now() else coalesce(i.sent_at, now()) end,
      reminder_level = greatest(i.reminder_level, coalesce(p_mail.level, 0)),
      reminded_on = case when p_mail.level is null then i.reminded_on else private.company_today(i.company_id) end
    where i.company_id = p_mail.company_id and i.id = p_mail.invoice_id;
end $$;


--
-- Name: note_unknown_timezone(uuid, date); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.note_unknown_timezone(p_company uuid, p_day date) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  update public.recurring_invoices r set generation_error = 'unknown_timezone' where r.company_id = p_company
    and private.is_due(r.is_active, r.auto_generate, r.next_generation, r.lead_days, r.end_date, p_day) and r.generation_error <> 'unknown_timezone';
  update public.recurring_expenses r set generation_error = 'unknown_timezone' where r.company_id = p_company
    and private.is_due(r.is_active, r.auto_generate, r.next_generation, r.lead_days, r.end_date, p_day) and r.generation_error <> 'unknown_timezone';
end $$;


--
-- Name: notification_contents(private.notifications); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.notification_contents(p_notification private.notifications) RETURNS jsonb
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  return (
    with steps as materialized (
      select s.step, s.actor_id, x.* from private.notification_steps(p_notification) s
      join public.expenses x on x.company_id = p_notification.company_id and x.id = s.expense_id),
    names as materialized (select cu.user_id, cu.display_name from public.company_users cu where cu.company_id = p_notification.company_id)
    select jsonb_build_object('id', p_notification.id, 'topic', p_notification.topic, 'channel', p_notification.channel,
      'company_id', p_notification.company_id, 'email', u.email,
      'language', case when u.raw_user_meta_data ->> 'locale' ~* '^de\M' then 'de' else 'en' end,
      'subscriptions', case p_notification.channel when 'push' then (
        select jsonb_agg(jsonb_build_object('id', b.id, 'endpoint', b.endpoint, 'p256dh', b.p256dh, 'auth', b.auth, 'hides_details', b.hides_details))
        from private.push_subscriptions b where b.user_id = u.id and private.is_signed_in(b)) end,
      'company_name', (select c.name from public.companies c where c.id = p_notification.company_id),
      'badge', case p_notification.channel when 'push' then private.waiting_for(u.id) end,
      'count', (select count(*) from steps),
      'sums', (select jsonb_agg(jsonb_build_object('currency', t.currency, 'amount', trim_scale(t.total)) order by t.currency)
        from (select s.currency, sum(s.amount) as total from steps s group by 1) t),
      'people', (select jsonb_agg(jsonb_build_object('name', t.name, 'count', t.n) order by t.n desc, t.name)
        from (select coalesce(m.display_name, '') as name, count(*) as n from steps s left join names m on m.user_id = s.created_by
          group by s.created_by, 1 order by 2 desc, 1 limit 10) t),
      'items', (select jsonb_agg(jsonb_build_object('expense_id', t.id, 'step', t.step, 'number', t.number, 'description', t.description,
          'amount', trim_scale(t.amount), 'currency', t.currency, 'author', coalesce(a.display_name, ''), 'actor', coalesce(b.display_name, ''),
          'reason', case when t.step in ('rejected', 'reopened') then t.rejection_reason else '' end) order by t.expense_date, t.id)
        from (select * from steps s order by s.expense_date, s.id limit 10) t
        left join names a on a.user_id = t.created_by left join names b on b.user_id = t.actor_id))
    from auth.users u
    where u.id = p_notification.user_id and u.email <> '' and u.email_confirmed_at is not null and u.deleted_at is null
      and (u.banned_until is null or u.banned_until <= now())
      and exists (select from steps)
      and (p_notification.channel = 'mail' or exists (
        select from private.push_subscriptions b where b.user_id = u.id and private.is_signed_in(b))));
end $$;


--
-- Name: notification_kind(text); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.notification_kind(p_step text) RETURNS text
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $$
  select case p_step when 'reopened' then 'rejected' else p_step end $$;


--
-- Name: notification_steps(private.notifications); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.notification_steps(p_notification private.notifications) RETURNS TABLE(expense_id uuid, step text, actor_id uuid)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_keys text[] := private.keys_of(p_notification.company_id, p_notification.user_id);
begin
  return query
  select distinct on (e.expense_id) e.expense_id, e.step, e.actor_id
  from private.notification_items i
  join private.notification_events e on e.company_id = i.company_id and e.id = i.event_id
  join public.expenses x on x.company_id = e.company_id and x.id = e.expense_id
  where i.company_id = p_notification.company_id and i.notification_id = p_notification.id and private.hears_of(p_notification.user_id, v_keys, e.step, x)
    and private.wants_notification(p_notification.user_id, e.step, p_notification.channel)
  order by e.expense_id, e.id desc;
end $$;


--
-- Name: number_delivery_note(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.number_delivery_note() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
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


--
-- Name: number_shape(text, text); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.number_shape(p_format text, p_prefix text) RETURNS text
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $$
  select regexp_replace(replace(replace(replace(replace(p_format, '{year}', '00'), '{month}', '00'), '{number}', '00'), '{prefix}', p_prefix),
    '[0-9]{2,}', '#', 'g') $$;


--
-- Name: number_text(numeric); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.number_text(p_number numeric) RETURNS text
    LANGUAGE sql IMMUTABLE
    AS $$
  select trim_scale(p_number)::text $$;


--
-- Name: one_tax_line(public.expenses, text, jsonb); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.one_tax_line(p_expense public.expenses, p_country text, p_like jsonb) RETURNS jsonb
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO ''
    AS $$
begin
  return (
    select case
      when p_expense.tax_rate is not null then jsonb_build_array(jsonb_build_object(
        'rate', trim_scale(p_expense.tax_rate),
        'net', trim_scale(round(p_expense.amount, x.exponent) - p_expense.tax_amount), 'tax', trim_scale(p_expense.tax_amount),
        'category', case when p_like ->> 'category' = 'import' then 'import' else 'domestic' end,
        'country', coalesce(p_like ->> 'country', p_country),
        'deductible_percent', coalesce((p_like ->> 'deductible_percent')::numeric, 100)))
      when p_like ->> 'category' in ('eu_acquisition', 'reverse_charge', 'none') then
        jsonb_build_array(p_like || jsonb_build_object('net', trim_scale(round(p_expense.amount, x.exponent)), 'tax', 0))
      else '[]' end
    from (select private.currency_exponent(p_expense.currency) as exponent) x);
end $$;


--
-- Name: open_amount(public.invoices); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.open_amount(p_invoice public.invoices) RETURNS numeric
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $$
  select case when p_invoice.status = 'issued' and p_invoice.document_type = 'invoice'
    then greatest(private.claim_of(p_invoice) - p_invoice.paid_total, 0) else 0 end $$;


--
-- Name: own_country(uuid); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.own_country(p_company uuid) RETURNS text
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  return coalesce((select c.settings #>> '{company_details,address,country}' from public.companies c where c.id = p_company), '');
end $$;


--
-- Name: own_import(uuid); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.own_import(p_id uuid) RETURNS private.imports
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_user uuid := private.require_person();
  v_import private.imports;
begin
  select * into v_import from private.imports i where i.id = p_id and i.user_id = v_user for update;
  if v_import.id is null then raise exception 'import_not_found' using errcode = 'P0001', detail = 'id'; end if;
  return v_import;
end $$;


--
-- Name: own_series_format(jsonb, text); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.own_series_format(p_settings jsonb, p_series text) RETURNS text
    LANGUAGE sql IMMUTABLE
    AS $$
  select case p_series when 'invoices' then p_settings #>> '{invoice_defaults,generated_number_format}'
    when 'delivery_notes' then p_settings #>> '{delivery_notes,number_format}'
    else nullif(btrim(p_settings #>> array['numbers', p_series]), '') end $$;


--
-- Name: paid_part(numeric, numeric, numeric, integer); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.paid_part(p_amount numeric, p_balance numeric, p_gross numeric, p_digits integer) RETURNS numeric
    LANGUAGE sql IMMUTABLE
    AS $$
  select case when p_gross = 0 then 0
    else round(p_amount * case when p_gross > 0 then least(p_gross, greatest(0, p_balance)) else greatest(p_gross, least(0, p_balance)) end / p_gross, p_digits) end $$;


--
-- Name: parties_of(public.invoices); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.parties_of(p_invoice public.invoices, OUT seller jsonb, OUT buyer jsonb) RETURNS record
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  seller := p_invoice.leased #> '{claim,seller}';
  buyer := p_invoice.leased #> '{claim,buyer}';
  if jsonb_typeof(seller) is distinct from 'object' then seller := private.seller_snapshot(p_invoice.company_id, p_invoice.language); end if;
  if jsonb_typeof(buyer) is distinct from 'object' then buyer := private.buyer_snapshot(p_invoice.company_id, p_invoice.customer_id); end if;
end $$;


--
-- Name: parts_tax(jsonb); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.parts_tax(p_parts jsonb) RETURNS numeric
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $$
  select coalesce(sum((e.part ->> 'tax')::numeric), 0) from jsonb_array_elements(p_parts) e (part) $$;


--
-- Name: payload_of(text, uuid, uuid, integer); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.payload_of(p_collection text, p_company uuid, p_record uuid, p_form integer) RETURNS text
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
begin
  case p_collection
    when 'invoices' then return (
      select private.facts_sha256(private.invoice_facts(i, private.invoice_item_facts(i.company_id, i.id, p_form), p_form))
      from public.invoices i where i.company_id = p_company and i.id = p_record);
    when 'expenses' then return (
      select private.facts_sha256(private.expense_facts(e, p_form)) from public.expenses e where e.company_id = p_company and e.id = p_record);
    when 'payments' then return (
      select private.facts_sha256(private.payment_facts(p, p_form)) from public.payments p where p.company_id = p_company and p.id = p_record);
    when 'periods' then return (
      select private.facts_sha256(private.period_facts(p, p_form)) from public.periods p where p.company_id = p_company and p.id = p_record);
    when 'companies' then return (select private.facts_sha256(private.company_facts(c, p_form)) from public.companies c where c.id = p_record);
    else return null;
  end case;
end $$;


--
-- Name: payment_cells(uuid, date, date); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.payment_cells(p_company uuid, p_from date, p_to date) RETURNS TABLE(key text, n integer, a numeric, b numeric, c numeric)
    LANGUAGE sql STABLE
    SET search_path TO ''
    AS $$
  with its as (
    select p.*, d.day, coalesce(p.tax_point, d.day) as point,
      d.day between p_from and p_to as is_in, date_trunc('month', d.day::timestamp) < date_trunc('month', p.tax_point::timestamp) as is_advance
    from public.payments p cross join lateral (select coalesce(p.booked_on, p.payment_date) as day) d
    where p.company_id = p_company
      and (p.payment_date between p_from and p_to or p.booked_on between p_from and p_to
        or p.tax_point > p.payment_date and p.tax_point between p_from and p_to)),
  sides as (
    select i.is_in, i.is_advance, i.point, i.tax_shares, i.currency as own, i.currency as label, i.currency as "in", 1::numeric as rate, i.amount, null::numeric as settled
    from its i
    union all
    select i.is_in, i.is_advance, i.point, i.tax_shares, i.currency, concat(i.exchange ->> 'currency', '<', i.currency), i.exchange ->> 'currency',
      (i.exchange ->> 'rate')::numeric, (i.exchange ->> 'amount')::numeric, (i.exchange ->> 'document_amount')::numeric
    from its i where i.exchange is not null),
  shares as (
    select i.is_in, i.is_advance, i.point between p_from and p_to as is_point,
      concat_ws('|', i.label, trim_scale((s.share ->> 'tax_rate')::numeric), coalesce(s.share ->> 'tax_category', ''), to_char(i.point, 'YYYY-MM')) as part,
      private.converted((s.share ->> 'net')::numeric, i.own, i.rate, i."in") * private.minor_units(i."in") as net,
      private.converted((s.share ->> 'tax')::numeric, i.own, i.rate, i."in") * private.minor_units(i."in") as tax
    from sides i cross join lateral jsonb_array_elements(i.tax_shares) s (share)
    where (s.share ->> 'net')::numeric <> 0 or (s.share ->> 'tax')::numeric <> 0)
  select concat_ws('|', 'received', i.label), 1, round(i.amount * private.minor_units(i."in")), null::numeric, null::numeric from sides i where i.is_in
  union all
  select concat_ws('|', 'fxresult', i.label), 1, round((i.amount - i.settled) * private.minor_units(i."in")), null, null
    from sides i where i.is_in and i.settled is not null
  union all
  select 'receipt|' || s.part, 1, round(s.net), round(s.tax), null from shares s where s.is_in
  union all
  select 'advance|' || s.part, x.sign, x.sign * round(s.net), x.sign * round(s.tax), null
    from shares s cross join lateral (values (1, s.is_in), (-1, s.is_point)) x (sign, counts) where s.is_advance and x.counts $$;


--
-- Name: payment_day(date, date); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.payment_day(p_paid_on date, p_booked_on date) RETURNS date
    LANGUAGE sql IMMUTABLE
    AS $$
  select case when p_booked_on > p_paid_on then p_booked_on else p_paid_on end $$;


--
-- Name: payments; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.payments (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    company_id uuid NOT NULL,
    invoice_id uuid NOT NULL,
    amount numeric(14,4) NOT NULL,
    currency text DEFAULT 'EUR'::text NOT NULL,
    payment_date date NOT NULL,
    method text DEFAULT 'bank_transfer'::text NOT NULL,
    reference text DEFAULT ''::text NOT NULL,
    notes text DEFAULT ''::text NOT NULL,
    created_by uuid DEFAULT auth.uid() NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    rev text DEFAULT ('srv-'::text || gen_random_uuid()) NOT NULL,
    is_separate boolean DEFAULT false NOT NULL,
    reverses_payment_id uuid,
    reversal_reason text DEFAULT ''::text NOT NULL,
    booked_on date,
    tax_point date,
    tax_shares jsonb DEFAULT '[]'::jsonb NOT NULL,
    exchange jsonb,
    CONSTRAINT payments_amount_check CHECK (((amount >= ('-9999999999'::bigint)::numeric) AND (amount <= ('9999999999'::bigint)::numeric))),
    CONSTRAINT payments_booked_on_check CHECK (((booked_on >= '1900-01-01'::date) AND (booked_on <= '9999-12-31'::date))),
    CONSTRAINT payments_booked_on_later CHECK ((booked_on >= payment_date)),
    CONSTRAINT payments_exchange_fits CHECK ((private.exchange_fault(exchange, amount, currency) IS NULL)),
    CONSTRAINT payments_method_check CHECK ((method = ANY (ARRAY['bank_transfer'::text, 'cash'::text, 'card'::text, 'direct_debit'::text, 'paypal'::text, 'other'::text]))),
    CONSTRAINT payments_notes_check CHECK ((char_length(notes) <= 1000)),
    CONSTRAINT payments_payment_date_check CHECK (((payment_date >= '1900-01-01'::date) AND (payment_date <= '9999-12-31'::date))),
    CONSTRAINT payments_reference_check CHECK ((char_length(reference) <= 200)),
    CONSTRAINT payments_rev_check CHECK (((char_length(rev) >= 1) AND (char_length(rev) <= 80))),
    CONSTRAINT payments_reversal_reason_check CHECK ((char_length(reversal_reason) <= 1000)),
    CONSTRAINT payments_tax_point_check CHECK (((tax_point >= '1900-01-01'::date) AND (tax_point <= '9999-12-31'::date))),
    CONSTRAINT payments_tax_shares_check CHECK (((jsonb_typeof(tax_shares) = 'array'::text) AND (octet_length((tax_shares)::text) <= 100000)))
);


--
-- Name: COLUMN payments.is_separate; Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON COLUMN public.payments.is_separate IS 'Somebody has said that it is other money than an equal payment of the same days.';


--
-- Name: COLUMN payments.booked_on; Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON COLUMN public.payments.booked_on IS 'The day it counts on in the books, where the month of its own was closed when it was recorded.';


--
-- Name: COLUMN payments.tax_point; Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON COLUMN public.payments.tax_point IS 'The tax point of its invoice.';


--
-- Name: COLUMN payments.tax_shares; Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON COLUMN public.payments.tax_shares IS 'What it brings of each entry of the invoice''s tax breakdown.';


--
-- Name: payment_facts(public.payments, integer); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.payment_facts(p public.payments, p_form integer) RETURNS text[]
    LANGUAGE sql STABLE
    AS $$
  select array[p.invoice_id::text, private.number_text(p.amount), p.currency, private.day_text(p.payment_date), p.method, p.reference, p.notes,
    p.created_by::text, private.instant_text(p.created_at), private.day_text(p.booked_on),
    p.reverses_payment_id::text, p.reversal_reason]
    || case when p_form >= 2 then array[p.exchange::text] else '{}' end $$;


--
-- Name: payment_state(numeric, numeric); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.payment_state(p_gross numeric, p_paid numeric) RETURNS text
    LANGUAGE sql IMMUTABLE
    AS $$
  select case
    when p_paid = p_gross then 'paid'
    when p_paid * sign(p_gross) < 0 or p_paid = 0 then 'unpaid'
    when abs(p_paid) < abs(p_gross) then 'partially_paid'
    else 'overpaid' end $$;


--
-- Name: period_facts(public.periods, integer); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.period_facts(p public.periods, p_form integer) RETURNS text[]
    LANGUAGE sql STABLE
    AS $$
  select array[private.day_text(p.month), p.is_closed::text, p.reason, p.decided_by::text, private.instant_text(p.decided_at)]
    || case when p_form >= 2 then array[(
      select f.cells::text from public.period_figures f
      where p.is_closed and f.company_id = p.company_id and f.period_id = p.id and f.decided_at is not distinct from p.decided_at
      order by f.created_at desc, f.id limit 1)] else '{}' end $$;


--
-- Name: place_for_again(text); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.place_for_again(p_path text) RETURNS text
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $$
  select regexp_replace(p_path, '^([^/]+)/', '\1/again/') $$;


--
-- Name: place_rows(uuid, text, regclass); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.place_rows(p_import uuid, p_table text, p_source regclass) RETURNS text[]
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    SET "TimeZone" TO 'UTC'
    AS $_$
declare
  v_columns text[] := array(
    select jsonb_object_keys(r.row) from private.import_rows r where r.import_id = p_import and r.table_name = p_table and r.line = 1);
  v_unknown text := (
    select c from unnest(v_columns) c
    where not exists (select from pg_catalog.pg_attribute a where a.attrelid = p_source and a.attname = c and a.attnum > 0 and not a.attisdropped) limit 1);
  v_list text := (select string_agg(quote_ident(c), ', ') from unnest(v_columns) c);
  v_insert text;
  v_line int;
  v_rule text;
  v_message text;
begin
  if v_unknown is not null then
    raise exception 'unknown_to_server' using errcode = 'P0001', detail = p_table || '.' || v_unknown;
  end if;
  if v_columns = '{}' then return v_columns; end if;
  v_insert := format(
    'insert into %1$s (%2$s) select %3$s from private.import_rows r cross join lateral jsonb_populate_record(null::%1$s, r.row) t
     where r.import_id = $1 and r.table_name = $2 and r.line between $3 and $4 order by r.line', p_source, v_list,
    (select string_agg(format('t.%I', c), ', ') from unnest(v_columns) c));
  begin
    execute v_insert using p_import, p_table, 1, 2147483647;
  exception
    when foreign_key_violation then
      get stacked diagnostics v_rule = constraint_name;
      perform private.refuse_row(p_table, null, v_rule, null);
    when others then
      -- Which one it is: one by one, to the first that is refused.
      begin
        for v_line in select r.line from private.import_rows r where r.import_id = p_import and r.table_name = p_table order by r.line loop
          execute v_insert using p_import, p_table, v_line, v_line;
        end loop;
      exception when others then
        get stacked diagnostics v_rule = constraint_name, v_message = message_text;
      end;
      perform private.refuse_row(p_table, v_line, v_rule, v_message);
  end;
  return v_columns;
end $_$;


--
-- Name: plan_recurring_expense(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.plan_recurring_expense() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  if tg_op = 'INSERT' then
    new.last_generated := greatest(new.last_generated, (select max(e.recurring_period) from public.expenses e
      where e.company_id = new.company_id and e.recurring_expense_id = new.id));
  elsif new.is_active and not old.is_active and new.skip_before is not distinct from old.skip_before then
    new.skip_before := private.company_today(new.company_id);
  end if;
  new.next_generation := private.next_generation(new.start_date, new.interval, new.last_generated, new.skip_before);
  if new.generate_requested is null then return new; end if;

  if not exists (select from public.expenses e
    where e.company_id = new.company_id and e.recurring_expense_id = new.id and e.recurring_period = new.generate_requested) then
    perform private.refuse_period(new.is_active, private.is_in_series(new.start_date, new.interval, new.end_date, new.generate_requested),
      new.generate_requested, new.next_generation);
    perform private.add_generated_expense(new, new.generate_requested);
    new.generation_error := '';
  end if;
  new.last_generated := greatest(new.last_generated, new.generate_requested);
  new.next_generation := private.next_generation(new.start_date, new.interval, new.last_generated, new.skip_before);
  new.generate_requested := null;
  return new;
end $$;


--
-- Name: plan_recurring_invoice(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.plan_recurring_invoice() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_interval text := private.invoice_interval(new.interval);
begin
  if tg_op = 'INSERT' then
    -- A series that comes back after it was deleted.
    new.last_generated := greatest(new.last_generated, (select max(i.recurring_period) from public.invoices i
      where i.company_id = new.company_id and i.recurring_invoice_id = new.id));
  elsif new.is_active and not old.is_active and new.skip_before is not distinct from old.skip_before then
    new.skip_before := private.company_today(new.company_id);
  end if;
  new.next_generation := private.next_generation(new.start_date, v_interval, new.last_generated, new.skip_before);
  if new.generate_requested is null then return new; end if;

  if not exists (select from public.invoices i
    where i.company_id = new.company_id and i.recurring_invoice_id = new.id and i.recurring_period = new.generate_requested) then
    perform private.refuse_period(new.is_active, private.is_in_series(new.start_date, v_interval, new.end_date, new.generate_requested),
      new.generate_requested, new.next_generation);
    new.generation_error := private.add_generated_invoice(new, new.generate_requested);
  end if;
  new.last_generated := greatest(new.last_generated, new.generate_requested);
  new.next_generation := private.next_generation(new.start_date, v_interval, new.last_generated, new.skip_before);
  new.generate_requested := null;
  return new;
end $$;


--
-- Name: procedure_facts(uuid, text); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.procedure_facts(p_company uuid, p_app text) RETURNS jsonb
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    SET "TimeZone" TO 'UTC'
    AS $$
declare
  v_last public.activity_log;
  v_schema text;
  v_changes jsonb;
  v_count int;
  v_is_other boolean;
begin
  if to_regclass('supabase_migrations.schema_migrations') is not null then
    execute 'select max(version) from supabase_migrations.schema_migrations' into v_schema;
  end if;
  select * into v_last from public.activity_log l where l.company_id = p_company and l.type = 'procedure_described' and l.origin = 'trigger'
    order by (l.changes #>> '{version,1}')::int desc limit 1;
  if v_last.id is not null then
    select count(*) into v_count from public.activity_log l
      where l.company_id = p_company and l.created_at > v_last.created_at and private.is_of_procedure(l);
    select jsonb_agg(jsonb_build_object('at', private.instant_text(l.created_at), 'type', l.type, 'entity_type', l.entity_type, 'label', l.entity_label,
        'actor_id', l.actor_id) order by l.created_at desc, l.id) into v_changes
      from (
        select * from public.activity_log l
        where l.company_id = p_company and l.created_at > v_last.created_at and private.is_of_procedure(l)
        order by l.created_at desc, l.id limit 100) l;
  end if;
  v_is_other := coalesce(v_count > 0, true) or v_last.changes #>> '{app,1}' is distinct from p_app or v_last.changes #>> '{schema,1}' is distinct from v_schema;
  return jsonb_build_object(
    'version', coalesce((v_last.changes #>> '{version,1}')::int, 0) + v_is_other::int, 'is_new', v_is_other,
    'since', private.instant_text(v_last.created_at), 'changes', coalesce(v_changes, '[]'), 'change_count', coalesce(v_count, 0), 'schema', v_schema,
    'ledger', (
      select jsonb_build_object('seq', l.seq, 'sha256', l.sha256, 'at', private.instant_text(l.at))
      from public.ledger_entries l where l.company_id = p_company order by l.seq desc limit 1),
    'second_factors', (
      select coalesce(jsonb_agg(distinct cu.user_id), '[]') from public.company_users cu join auth.mfa_factors f on f.user_id = cu.user_id
      where cu.company_id = p_company and f.status = 'verified'),
    'exported_at', (select private.instant_text(e.exported_at) from private.last_exports e where e.company_id = p_company));
end $$;


--
-- Name: public_changes(jsonb); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.public_changes(p_changes jsonb) RETURNS jsonb
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO ''
    AS $_$
begin
  if p_changes::text !~ '(iban|bic)"' then return p_changes; end if;
  return (select jsonb_object_agg(e.key, case when e.key ~ '(^|\.)(iban|bic)$' then '["…", "…"]' else e.value end) from jsonb_each(p_changes) e);
end $_$;


--
-- Name: pull_collection(uuid, text, text, bigint, bigint, integer, integer, boolean); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.pull_collection(p_company uuid, p_collection text, p_source text, p_after bigint, p_head bigint, p_limit integer, p_bytes integer, p_snapshot boolean, OUT page json, OUT taken integer, OUT bytes integer) RETURNS record
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $_$
declare
  v_after bigint := p_after;
  v_ids uuid[];
  v_seqs bigint[];
  v_is_end boolean;
  v_rows json := '[]';
  v_found uuid[];
  v_are_seen boolean;
  v_missing uuid[];
  v_deleted uuid[] := '{}';
  v_cut int;
begin
  taken := 0;
  if p_collection = 'activity_log' and p_after = 0 then v_after := private.activity_floor(p_company); end if;
  loop
    select array_agg(l.row_id order by l.seq), array_agg(l.seq order by l.seq) into v_ids, v_seqs
      from private.read_log(p_company, p_collection, v_after, p_limit, p_snapshot) l;
    v_is_end := coalesce(cardinality(v_ids), 0) < p_limit;
    exit when v_ids is null;
    execute format('select * from private.%I($1, $2, $3)', 'read ' || p_source) into v_rows, taken, v_found, v_cut using p_company, v_ids, p_bytes;
    v_are_seen := cardinality(v_found) = cardinality(v_ids);
    if v_cut is not null then
      v_ids := v_ids[:v_cut - 1];
      v_is_end := false;
    end if;
    v_after := v_seqs[cardinality(v_ids)];
    if not p_snapshot then
      exit when v_are_seen;
      -- As sets: of a thousand ids each would be held against a thousand.
      v_missing := array(select unnest(v_ids) except select unnest(v_found));
      if v_missing <> '{}' then v_deleted := private.nameable(p_company, p_collection, v_missing); end if;
      exit;
    end if;
    exit when taken > 0 or v_is_end;
  end loop;
  if v_is_end then v_after := greatest(v_after, p_head); end if;
  -- A page that was cut has taken all there was, whatever its parts come to when they are put together.
  bytes := case when v_cut is null then pg_column_size(v_rows) else p_bytes end;
  taken := taken + cardinality(v_deleted);
  page := json_build_object('rows', v_rows, 'deleted', v_deleted, 'cursor', v_after, 'more', v_after < p_head);
end $_$;


--
-- Name: push_change(uuid, jsonb); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.push_change(p_company uuid, p_change jsonb) RETURNS jsonb
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
  v_result jsonb := jsonb_build_object(
    'collection', p_change -> 'collection', 'id', p_change -> 'id', 'mutation_id', p_change -> 'mutation_id');
  v_registry private.synced_collections;
  v_id uuid;
  v_row jsonb;
  v_is_sound boolean := false;
  v_state text; v_message text; v_detail text; v_column text; v_constraint text;
begin
  begin
    select * into v_registry from private.synced_collections s where s.collection = p_change ->> 'collection';
    if not found then raise exception 'unknown_collection' using errcode = 'P0001', detail = 'collection'; end if;
    if char_length(p_change ->> 'mutation_id') not between 1 and 80 or p_change ->> 'mutation_id' is null then
      raise exception 'invalid_change' using errcode = 'P0001', detail = 'mutation_id';
    end if;
    v_id := p_change ->> 'id';
    if v_id is null then raise exception 'invalid_change' using errcode = 'P0001', detail = 'id'; end if;
    if coalesce(p_change ->> 'op', '') not in ('upsert', 'delete') then
      raise exception 'invalid_change' using errcode = 'P0001', detail = 'op';
    end if;
    v_is_sound := true;
    return v_result || '{"code": null, "message": null, "details": null}' || private.apply_change(v_registry, p_company, p_change);
  exception when others then
    get stacked diagnostics v_state = returned_sqlstate, v_message = message_text, v_detail = pg_exception_detail,
      v_column = column_name, v_constraint = constraint_name;
    if not private.is_refusal(v_state) then raise; end if;
  end;
  if v_id is not null then v_row := private.read_document(v_registry.source, p_company, v_id); end if;
  -- What should be new was there before: that counts, whatever the attempt ran into.
  if v_is_sound and v_row is not null and p_change ->> 'base_rev' is null then
    return v_result || '{"code": null, "message": null, "details": null}'
      || jsonb_build_object('status', case when v_row ->> 'rev' = p_change ->> 'mutation_id' then 'applied' else 'conflict' end, 'row', v_row);
  end if;
  return v_result || jsonb_build_object('status', 'rejected', 'row', v_row, 'code', v_state,
    'message', private.refusal_message(v_state, v_message, p_change ->> 'op' = 'delete'),
    'details', coalesce(nullif(v_column, ''), nullif(v_constraint, ''), nullif(v_detail, '')));
end $$;


--
-- Name: push_changes(uuid, jsonb); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.push_changes(p_company uuid, p_changes jsonb) RETURNS jsonb[]
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $_$
declare
  -- An array takes results in place; a growing jsonb would be copied for each of them.
  v_results jsonb[] := '{}';
  v_answers jsonb[];
  v_registry private.synced_collections;
  r record;
begin
  for r in
    with placed as (
      -- Parents before children; deletions after everything else, and children first.
      select c, place, row_number() over (order by c ->> 'op' = 'delete', case when c ->> 'op' = 'delete' then -s.position else s.position end, place) as n,
        case when s.is_independent and c ->> 'op' = 'upsert' and jsonb_typeof(c -> 'doc') = 'object'
          and c ->> 'id' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' and char_length(c ->> 'mutation_id') between 1 and 80
          then s.collection end as collection
      from jsonb_array_elements(p_changes) with ordinality as change (c, place)
      left join private.synced_collections s on s.collection = c ->> 'collection'),
    kinds as (
      -- The second change of a record follows its first; what cannot go with others goes alone. The keys of a document stand in one order, whoever wrote it.
      select p.*, case when p.collection is not null and row_number() over (partition by p.collection, c ->> 'id' order by n) = 1
        then concat_ws(' ', p.collection, c ->> 'base_rev' is null, (select string_agg(k, ',') from jsonb_object_keys(c -> 'doc') k))
        else n::text end as kind
      from placed p),
    runs as (select k.*, n - row_number() over (partition by kind order by n) as run from kinds k)
    select min(collection) as collection, array_agg(c order by n) as changes, array_agg(place order by n) as places from runs group by kind, run order by min(n)
  loop
    if cardinality(r.changes) = 1 then
      v_answers := array[private.push_change(p_company, r.changes[1])];
    else
      select * into strict v_registry from private.synced_collections s where s.collection = r.collection;
      v_answers := private.push_run(v_registry, p_company, r.changes);
    end if;
    for i in 1 .. cardinality(r.places) loop
      v_results[r.places[i]] := v_answers[i];
    end loop;
  end loop;
  return v_results;
end $_$;


--
-- Name: push_run(private.synced_collections, uuid, jsonb[]); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.push_run(p_registry private.synced_collections, p_company uuid, p_changes jsonb[]) RETURNS jsonb[]
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
  v_ids uuid[] := array(select (c ->> 'id')::uuid from unnest(p_changes) c);
  v_half int := cardinality(p_changes) / 2;
  v_revs jsonb;
  v_rows jsonb;
  v_applied uuid[];
  v_clean jsonb[];
  v_written uuid[] := '{}';
begin
  if v_half = 0 then return array[private.push_change(p_company, p_changes[1])]; end if;
  begin
    v_revs := private.read_revs(p_registry.source, p_company, v_ids);
    v_applied := private.applied_among(p_company, p_changes);
    v_clean := array(
      select c from unnest(p_changes) with ordinality as u (c, n)
      where v_revs ->> (c ->> 'id') is not distinct from c ->> 'base_rev'
        and v_revs ->> (c ->> 'id') is distinct from c ->> 'mutation_id' and (c ->> 'id')::uuid <> all (v_applied) order by n);
    if cardinality(v_clean) > 0 then
      -- Row level security hides what may not be changed; a writer beside us leaves another version.
      if private.write_rows(p_registry, p_company, v_clean) < cardinality(v_clean) then
        raise exception 'not_all_taken' using errcode = 'KT000';
      end if;
      perform private.remember_mutations(p_company, v_clean);
      v_written := array(select (c ->> 'id')::uuid from unnest(v_clean) c);
    end if;
    v_rows := private.read_documents(p_registry.source, p_company, v_ids);
    return array(
      select jsonb_build_object('collection', c -> 'collection', 'id', c -> 'id', 'mutation_id', c -> 'mutation_id', 'code', null, 'message', null, 'details', null,
        'status', case
          when (c ->> 'id')::uuid = any (v_written) or (c ->> 'id')::uuid = any (v_applied) or v_revs ->> (c ->> 'id') = c ->> 'mutation_id' then 'applied'
          else 'conflict' end,
        'row', v_rows -> (c ->> 'id'))
      from unnest(p_changes) with ordinality as u (c, n) order by n);
  exception when others then
    if not private.is_refusal(sqlstate) then raise; end if;
  end;
  return private.push_run(p_registry, p_company, p_changes[:v_half]) || private.push_run(p_registry, p_company, p_changes[v_half + 1:]);
end $$;


--
-- Name: rate_decimals(text); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.rate_decimals(p_currency text) RETURNS integer
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $$
  select case when p_currency = 'GBP' then 5 when p_currency in ('CZK', 'PHP', 'THB') then 3
    when p_currency in ('HUF', 'IDR', 'ISK', 'JPY', 'KRW') then 2 else 4 end $$;


--
-- Name: read private.company_documents(uuid, uuid[], integer); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private."read private.company_documents"(p_company uuid, p_ids uuid[], p_bytes integer, OUT docs json, OUT taken integer, OUT seen uuid[], OUT cut integer) RETURNS record
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    AS $$
    begin
      with documents as materialized (select d.id, to_json(d) as doc from private.company_documents d where d.id = any (p_ids) and d.company_id = p_company),
         placed as (select documents.id, doc, page.place, sum(pg_column_size(doc)) over (order by page.place) - pg_column_size(doc) as before
           from documents join unnest(p_ids) with ordinality as page (id, place) on page.id = documents.id)
       select coalesce(json_agg(doc order by place), '[]'), count(*), (select coalesce(array_agg(id), '{}') from placed),
           (select min(place) from placed where before >= p_bytes)
         into docs, taken, seen, cut from placed where before < p_bytes;
    end $$;


--
-- Name: read private.invoice_documents(uuid, uuid[], integer); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private."read private.invoice_documents"(p_company uuid, p_ids uuid[], p_bytes integer, OUT docs json, OUT taken integer, OUT seen uuid[], OUT cut integer) RETURNS record
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    AS $$
    begin
      with documents as materialized (select d.id, to_json(d) as doc from private.invoice_documents d where d.id = any (p_ids) and d.company_id = p_company),
         placed as (select documents.id, doc, page.place, sum(pg_column_size(doc)) over (order by page.place) - pg_column_size(doc) as before
           from documents join unnest(p_ids) with ordinality as page (id, place) on page.id = documents.id)
       select coalesce(json_agg(doc order by place), '[]'), count(*), (select coalesce(array_agg(id), '{}') from placed),
           (select min(place) from placed where before >= p_bytes)
         into docs, taken, seen, cut from placed where before < p_bytes;
    end $$;


--
-- Name: read private.members(uuid, uuid[], integer); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private."read private.members"(p_company uuid, p_ids uuid[], p_bytes integer, OUT docs json, OUT taken integer, OUT seen uuid[], OUT cut integer) RETURNS record
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    AS $$
    begin
      with documents as materialized (select d.id, to_json(d) as doc from private.members d where d.id = any (p_ids) and d.company_id = p_company),
         placed as (select documents.id, doc, page.place, sum(pg_column_size(doc)) over (order by page.place) - pg_column_size(doc) as before
           from documents join unnest(p_ids) with ordinality as page (id, place) on page.id = documents.id)
       select coalesce(json_agg(doc order by place), '[]'), count(*), (select coalesce(array_agg(id), '{}') from placed),
           (select min(place) from placed where before >= p_bytes)
         into docs, taken, seen, cut from placed where before < p_bytes;
    end $$;


--
-- Name: read private.recurring_invoice_documents(uuid, uuid[], integer); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private."read private.recurring_invoice_documents"(p_company uuid, p_ids uuid[], p_bytes integer, OUT docs json, OUT taken integer, OUT seen uuid[], OUT cut integer) RETURNS record
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    AS $$
    begin
      with documents as materialized (select d.id, to_json(d) as doc from private.recurring_invoice_documents d where d.id = any (p_ids) and d.company_id = p_company),
         placed as (select documents.id, doc, page.place, sum(pg_column_size(doc)) over (order by page.place) - pg_column_size(doc) as before
           from documents join unnest(p_ids) with ordinality as page (id, place) on page.id = documents.id)
       select coalesce(json_agg(doc order by place), '[]'), count(*), (select coalesce(array_agg(id), '{}') from placed),
           (select min(place) from placed where before >= p_bytes)
         into docs, taken, seen, cut from placed where before < p_bytes;
    end $$;


--
-- Name: read public.activity_log(uuid, uuid[], integer); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private."read public.activity_log"(p_company uuid, p_ids uuid[], p_bytes integer, OUT docs json, OUT taken integer, OUT seen uuid[], OUT cut integer) RETURNS record
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    AS $$
    begin
      with documents as materialized (select d.id, to_json(d) as doc from public.activity_log d where d.id = any (p_ids) and d.company_id = p_company),
         placed as (select documents.id, doc, page.place, sum(pg_column_size(doc)) over (order by page.place) - pg_column_size(doc) as before
           from documents join unnest(p_ids) with ordinality as page (id, place) on page.id = documents.id)
       select coalesce(json_agg(doc order by place), '[]'), count(*), (select coalesce(array_agg(id), '{}') from placed),
           (select min(place) from placed where before >= p_bytes)
         into docs, taken, seen, cut from placed where before < p_bytes;
    end $$;


--
-- Name: read public.customers(uuid, uuid[], integer); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private."read public.customers"(p_company uuid, p_ids uuid[], p_bytes integer, OUT docs json, OUT taken integer, OUT seen uuid[], OUT cut integer) RETURNS record
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    AS $$
    begin
      with documents as materialized (select d.id, to_json(d) as doc from public.customers d where d.id = any (p_ids) and d.company_id = p_company),
         placed as (select documents.id, doc, page.place, sum(pg_column_size(doc)) over (order by page.place) - pg_column_size(doc) as before
           from documents join unnest(p_ids) with ordinality as page (id, place) on page.id = documents.id)
       select coalesce(json_agg(doc order by place), '[]'), count(*), (select coalesce(array_agg(id), '{}') from placed),
           (select min(place) from placed where before >= p_bytes)
         into docs, taken, seen, cut from placed where before < p_bytes;
    end $$;


--
-- Name: read public.delivery_notes(uuid, uuid[], integer); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private."read public.delivery_notes"(p_company uuid, p_ids uuid[], p_bytes integer, OUT docs json, OUT taken integer, OUT seen uuid[], OUT cut integer) RETURNS record
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    AS $$
    begin
      with documents as materialized (select d.id, to_json(d) as doc from public.delivery_notes d where d.id = any (p_ids) and d.company_id = p_company),
         placed as (select documents.id, doc, page.place, sum(pg_column_size(doc)) over (order by page.place) - pg_column_size(doc) as before
           from documents join unnest(p_ids) with ordinality as page (id, place) on page.id = documents.id)
       select coalesce(json_agg(doc order by place), '[]'), count(*), (select coalesce(array_agg(id), '{}') from placed),
           (select min(place) from placed where before >= p_bytes)
         into docs, taken, seen, cut from placed where before < p_bytes;
    end $$;


--
-- Name: read public.expense_categories(uuid, uuid[], integer); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private."read public.expense_categories"(p_company uuid, p_ids uuid[], p_bytes integer, OUT docs json, OUT taken integer, OUT seen uuid[], OUT cut integer) RETURNS record
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    AS $$
    begin
      with documents as materialized (select d.id, to_json(d) as doc from public.expense_categories d where d.id = any (p_ids) and d.company_id = p_company),
         placed as (select documents.id, doc, page.place, sum(pg_column_size(doc)) over (order by page.place) - pg_column_size(doc) as before
           from documents join unnest(p_ids) with ordinality as page (id, place) on page.id = documents.id)
       select coalesce(json_agg(doc order by place), '[]'), count(*), (select coalesce(array_agg(id), '{}') from placed),
           (select min(place) from placed where before >= p_bytes)
         into docs, taken, seen, cut from placed where before < p_bytes;
    end $$;


--
-- Name: read public.expenses(uuid, uuid[], integer); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private."read public.expenses"(p_company uuid, p_ids uuid[], p_bytes integer, OUT docs json, OUT taken integer, OUT seen uuid[], OUT cut integer) RETURNS record
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    AS $$
    begin
      with documents as materialized (select d.id, to_json(d) as doc from public.expenses d where d.id = any (p_ids) and d.company_id = p_company),
         placed as (select documents.id, doc, page.place, sum(pg_column_size(doc)) over (order by page.place) - pg_column_size(doc) as before
           from documents join unnest(p_ids) with ordinality as page (id, place) on page.id = documents.id)
       select coalesce(json_agg(doc order by place), '[]'), count(*), (select coalesce(array_agg(id), '{}') from placed),
           (select min(place) from placed where before >= p_bytes)
         into docs, taken, seen, cut from placed where before < p_bytes;
    end $$;


--
-- Name: read public.files(uuid, uuid[], integer); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private."read public.files"(p_company uuid, p_ids uuid[], p_bytes integer, OUT docs json, OUT taken integer, OUT seen uuid[], OUT cut integer) RETURNS record
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    AS $$
    begin
      with documents as materialized (select d.id, to_json(d) as doc from public.files d where d.id = any (p_ids) and d.company_id = p_company),
         placed as (select documents.id, doc, page.place, sum(pg_column_size(doc)) over (order by page.place) - pg_column_size(doc) as before
           from documents join unnest(p_ids) with ordinality as page (id, place) on page.id = documents.id)
       select coalesce(json_agg(doc order by place), '[]'), count(*), (select coalesce(array_agg(id), '{}') from placed),
           (select min(place) from placed where before >= p_bytes)
         into docs, taken, seen, cut from placed where before < p_bytes;
    end $$;


--
-- Name: read public.invoice_products(uuid, uuid[], integer); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private."read public.invoice_products"(p_company uuid, p_ids uuid[], p_bytes integer, OUT docs json, OUT taken integer, OUT seen uuid[], OUT cut integer) RETURNS record
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    AS $$
    begin
      with documents as materialized (select d.id, to_json(d) as doc from public.invoice_products d where d.id = any (p_ids) and d.company_id = p_company),
         placed as (select documents.id, doc, page.place, sum(pg_column_size(doc)) over (order by page.place) - pg_column_size(doc) as before
           from documents join unnest(p_ids) with ordinality as page (id, place) on page.id = documents.id)
       select coalesce(json_agg(doc order by place), '[]'), count(*), (select coalesce(array_agg(id), '{}') from placed),
           (select min(place) from placed where before >= p_bytes)
         into docs, taken, seen, cut from placed where before < p_bytes;
    end $$;


--
-- Name: read public.payments(uuid, uuid[], integer); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private."read public.payments"(p_company uuid, p_ids uuid[], p_bytes integer, OUT docs json, OUT taken integer, OUT seen uuid[], OUT cut integer) RETURNS record
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    AS $$
    begin
      with documents as materialized (select d.id, to_json(d) as doc from public.payments d where d.id = any (p_ids) and d.company_id = p_company),
         placed as (select documents.id, doc, page.place, sum(pg_column_size(doc)) over (order by page.place) - pg_column_size(doc) as before
           from documents join unnest(p_ids) with ordinality as page (id, place) on page.id = documents.id)
       select coalesce(json_agg(doc order by place), '[]'), count(*), (select coalesce(array_agg(id), '{}') from placed),
           (select min(place) from placed where before >= p_bytes)
         into docs, taken, seen, cut from placed where before < p_bytes;
    end $$;


--
-- Name: read public.period_figures(uuid, uuid[], integer); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private."read public.period_figures"(p_company uuid, p_ids uuid[], p_bytes integer, OUT docs json, OUT taken integer, OUT seen uuid[], OUT cut integer) RETURNS record
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    AS $$
    begin
      with documents as materialized (select d.id, to_json(d) as doc from public.period_figures d where d.id = any (p_ids) and d.company_id = p_company),
         placed as (select documents.id, doc, page.place, sum(pg_column_size(doc)) over (order by page.place) - pg_column_size(doc) as before
           from documents join unnest(p_ids) with ordinality as page (id, place) on page.id = documents.id)
       select coalesce(json_agg(doc order by place), '[]'), count(*), (select coalesce(array_agg(id), '{}') from placed),
           (select min(place) from placed where before >= p_bytes)
         into docs, taken, seen, cut from placed where before < p_bytes;
    end $$;


--
-- Name: read public.periods(uuid, uuid[], integer); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private."read public.periods"(p_company uuid, p_ids uuid[], p_bytes integer, OUT docs json, OUT taken integer, OUT seen uuid[], OUT cut integer) RETURNS record
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    AS $$
    begin
      with documents as materialized (select d.id, to_json(d) as doc from public.periods d where d.id = any (p_ids) and d.company_id = p_company),
         placed as (select documents.id, doc, page.place, sum(pg_column_size(doc)) over (order by page.place) - pg_column_size(doc) as before
           from documents join unnest(p_ids) with ordinality as page (id, place) on page.id = documents.id)
       select coalesce(json_agg(doc order by place), '[]'), count(*), (select coalesce(array_agg(id), '{}') from placed),
           (select min(place) from placed where before >= p_bytes)
         into docs, taken, seen, cut from placed where before < p_bytes;
    end $$;


--
-- Name: read public.recurring_expenses(uuid, uuid[], integer); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private."read public.recurring_expenses"(p_company uuid, p_ids uuid[], p_bytes integer, OUT docs json, OUT taken integer, OUT seen uuid[], OUT cut integer) RETURNS record
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    AS $$
    begin
      with documents as materialized (select d.id, to_json(d) as doc from public.recurring_expenses d where d.id = any (p_ids) and d.company_id = p_company),
         placed as (select documents.id, doc, page.place, sum(pg_column_size(doc)) over (order by page.place) - pg_column_size(doc) as before
           from documents join unnest(p_ids) with ordinality as page (id, place) on page.id = documents.id)
       select coalesce(json_agg(doc order by place), '[]'), count(*), (select coalesce(array_agg(id), '{}') from placed),
           (select min(place) from placed where before >= p_bytes)
         into docs, taken, seen, cut from placed where before < p_bytes;
    end $$;


--
-- Name: read public.vendors(uuid, uuid[], integer); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private."read public.vendors"(p_company uuid, p_ids uuid[], p_bytes integer, OUT docs json, OUT taken integer, OUT seen uuid[], OUT cut integer) RETURNS record
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    AS $$
    begin
      with documents as materialized (select d.id, to_json(d) as doc from public.vendors d where d.id = any (p_ids) and d.company_id = p_company),
         placed as (select documents.id, doc, page.place, sum(pg_column_size(doc)) over (order by page.place) - pg_column_size(doc) as before
           from documents join unnest(p_ids) with ordinality as page (id, place) on page.id = documents.id)
       select coalesce(json_agg(doc order by place), '[]'), count(*), (select coalesce(array_agg(id), '{}') from placed),
           (select min(place) from placed where before >= p_bytes)
         into docs, taken, seen, cut from placed where before < p_bytes;
    end $$;


--
-- Name: read_document(text, uuid, uuid); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.read_document(p_source text, p_company uuid, p_id uuid) RETURNS jsonb
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $_$
declare
  v_document jsonb;
begin
  execute format('select docs -> 0 from private.%I($1, array[$2], 1)', 'read ' || p_source) into v_document using p_company, p_id;
  return v_document;
end $_$;


--
-- Name: read_documents(text, uuid, uuid[]); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.read_documents(p_source text, p_company uuid, p_ids uuid[]) RETURNS jsonb
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $_$
declare
  v_documents jsonb;
begin
  execute format('select jsonb_object_agg(d.id, to_jsonb(d)) from %s d where d.id = any ($1) and d.company_id = $2', p_source)
    into v_documents using p_ids, p_company;
  return coalesce(v_documents, '{}');
end $_$;


--
-- Name: read_log(uuid, text, bigint, integer, boolean); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.read_log(p_company uuid, p_collection text, p_after bigint, p_limit integer, p_live_only boolean) RETURNS TABLE(row_id uuid, seq bigint, deleted boolean)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  return query
  select l.row_id, l.seq, l.deleted from private.change_log l
  where l.company_id = p_company and l.collection = p_collection and l.seq > p_after
    and not (p_live_only and l.deleted)
    and p_company in (select private.my_companies())
  order by l.seq limit p_limit;
end $$;


--
-- Name: read_revs(text, uuid, uuid[]); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.read_revs(p_source text, p_company uuid, p_ids uuid[]) RETURNS jsonb
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $_$
declare
  v_revs jsonb;
begin
  execute format('select jsonb_object_agg(d.id, d.rev) from %s d where d.id = any ($1) and d.company_id = $2', p_source)
    into v_revs using p_ids, p_company;
  return coalesce(v_revs, '{}');
end $_$;


--
-- Name: receipt_of_object(text); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.receipt_of_object(p_name text) RETURNS uuid
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select r.id from private.receipt_objects r where r.path = p_name $$;


--
-- Name: record_fault(public.ledger_entries); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.record_fault(e public.ledger_entries) RETURNS text
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
declare
  v_now text := private.payload_of(e.collection, e.company_id, e.record_id, e.form);
begin
  if e.kind = 'deleted' then return case when v_now is not null then 'returned' end; end if;
  if v_now is null then return 'missing'; end if;
  -- What was taken back is free until it is approved again.
  if e.kind = 'unbooked' then
    return case when exists (
      select from public.expenses x where x.company_id = e.company_id and x.id = e.record_id and x.status in ('approved', 'reimbursed')) then 'differs' end;
  end if;
  if v_now <> e.payload_sha256 then return 'differs'; end if;
  if e.receipts <> '' and exists (
    select from unnest(string_to_array(e.receipts, ',')) r
    where r <> all (string_to_array(private.verified_receipts(e.company_id, e.record_id), ','))) then
    return 'receipt';
  end if;
  return null;
end $$;


--
-- Name: recovery_hash(uuid, text); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.recovery_hash(p_user uuid, p_code text) RETURNS text
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $$
  select encode(sha256(convert_to(p_user || ':' || lower(regexp_replace(coalesce(p_code, ''), '[^0-9A-Za-z]', '', 'g')), 'UTF8')), 'hex') $$;


--
-- Name: refusal_message(text, text, boolean); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.refusal_message(p_state text, p_message text, p_is_delete boolean) RETURNS text
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $$
  select case
    when p_state = '42501' then 'not_allowed'
    when p_state = '23503' then case when p_is_delete then 'still_in_use' else 'missing_parent' end
    else p_message end $$;


--
-- Name: refuse_booked(uuid, date, text, timestamp with time zone, text); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.refuse_booked(p_company uuid, p_day date, p_field text, p_since timestamp with time zone, p_word text) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
  v_window text := private.correction_window(p_company);
begin
  perform private.refuse_closed(p_company, p_day, p_field);
  if v_window <> 'month' and p_since + v_window::int * interval '1 day' <= now() then
    raise exception '%', p_word using errcode = 'P0001', detail = p_field;
  end if;
end $$;


--
-- Name: refuse_change_of_figures(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.refuse_change_of_figures() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  if tg_op = 'DELETE' and not exists (select from public.companies c where c.id = old.company_id) then return old; end if;
  raise exception 'figures_are_kept' using errcode = '42501';
end $$;


--
-- Name: refuse_closed(uuid, date, text); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.refuse_closed(p_company uuid, p_day date, p_field text) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  if p_day is null then return; end if;
  perform pg_catalog.pg_advisory_xact_lock_shared(hashtextextended('kontor.periods', 0) # hashtextextended(p_company::text, 0));
  if exists (select from public.periods p where p.company_id = p_company and p.month = date_trunc('month', p_day::timestamp)::date and p.is_closed) then
    raise exception 'period_closed' using errcode = 'P0001', detail = p_field;
  end if;
end $$;


--
-- Name: refuse_closed_expense(public.expenses, public.expenses); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.refuse_closed_expense(p_old public.expenses, p_new public.expenses) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
  v_booked date;
  v_was date := private.money_day(p_old);
  v_is date := private.money_day(p_new);
begin
  -- Paying what was booked is no new booking.
  if p_new.status in ('approved', 'reimbursed') and (p_old.status in ('approved', 'reimbursed')) is not true then
    v_booked := coalesce(p_new.booked_on, p_new.expense_date);
    perform private.refuse_closed(p_new.company_id, v_booked, 'expense_date');
  end if;
  -- Noted or not: an approval that is taken back takes its money along.
  if v_is is distinct from v_was
    or ((p_new.paid_on, p_new.payment_method) is distinct from (p_old.paid_on, p_old.payment_method) and p_new.status = p_old.status) then
    perform private.refuse_closed(p_new.company_id, v_was, 'paid_on');
    -- Its months are held since it was asked about the first time.
    if v_is is distinct from v_booked then perform private.refuse_closed(p_new.company_id, v_is, 'paid_on'); end if;
  end if;
end $$;


--
-- Name: refuse_expense_edit(public.expenses, public.expenses); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.refuse_expense_edit(p_old public.expenses, p_new public.expenses) RETURNS void
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
declare
  v_step constant text[] := '{status,rejection_reason,paid_on,payment_method,booked_on,decided_by,decided_at,booked_at,updated_at,rev,exchange}';
  v_is_booked boolean := p_old.status in ('approved', 'reimbursed') and p_new.status in ('approved', 'reimbursed');
  v_same public.expenses := p_new;
  v_old jsonb;
  v_new jsonb;
begin
  if p_new.rejection_reason <> p_old.rejection_reason and p_new.status = p_old.status
    and not private.has_key(p_new.company_id, 'expenses.approve') then
    raise exception 'not_allowed' using errcode = '42501', detail = 'expenses.approve';
  end if;
  if p_new.rejection_reason <> p_old.rejection_reason and p_new.status = p_old.status and p_old.status in ('approved', 'reimbursed') then
    raise exception 'expense_locked' using errcode = 'P0001', detail = 'rejection_reason';
  end if;
  -- The day it counts on belongs to the step that books.
  if p_new.booked_on is distinct from p_old.booked_on and p_old.status in ('approved', 'reimbursed') and p_new.status in ('approved', 'reimbursed') then
    raise exception 'expense_locked' using errcode = 'P0001', detail = 'booked_on';
  end if;
  -- A step and nothing else, as most are.
  v_same.rev := p_old.rev;
  v_same.status := p_old.status;
  if v_same is not distinct from p_old then return; end if;
  -- What a device thinks that an expense is worth until it is booked is no edit, a rate that a person enters is one.
  v_old := to_jsonb(p_old) - v_step || jsonb_build_object('exchange', case when v_is_booked then p_old.exchange else private.entered_rate(p_old.exchange) end);
  v_new := to_jsonb(p_new) - v_step || jsonb_build_object('exchange', case when v_is_booked then p_new.exchange else private.entered_rate(p_new.exchange) end);
  -- The day of payment belongs to the step that pays.
  if v_new = v_old and p_new.payment_method = p_old.payment_method
    and (p_new.paid_on is not distinct from p_old.paid_on or (p_new.status = 'reimbursed' and p_old.status <> 'reimbursed')) then
    return;
  end if;
  if not private.has_key(p_new.company_id, 'expenses.update')
    and not (p_old.created_by = auth.uid() and p_old.status in ('pending', 'rejected') and private.has_key(p_new.company_id, 'expenses.update_own'))
    and not (v_new = v_old and private.has_key(p_new.company_id, 'expenses.reimburse')) then
    raise exception 'not_allowed' using errcode = '42501', detail = 'expenses.update';
  end if;
  -- A rate that was missing is supplied once.
  if p_old.exchange is null and v_new - 'exchange' = v_old - 'exchange' then return; end if;
  -- What was approved is what was approved: it is reopened to be changed, while that is possible.
  if v_new <> v_old and p_old.status in ('approved', 'reimbursed') and p_new.status <> 'pending' then
    raise exception 'expense_locked' using errcode = 'P0001',
      detail = (select n.key from jsonb_each(v_new) n where n.value is distinct from v_old -> n.key order by n.key limit 1);
  end if;
end $$;


--
-- Name: refuse_expense_step(text, public.expenses, boolean); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.refuse_expense_step(p_from text, p_new public.expenses, p_paid_on_approval boolean) RETURNS void
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
declare
  v_keys text[] := private.expense_step_keys(p_from, p_new.status, p_paid_on_approval);
  v_own boolean := p_new.created_by = auth.uid();
  v_key text;
begin
  if v_own and p_from in ('pending', 'rejected') and p_new.status in ('approved', 'reimbursed') and not private.is_owner_or_alone(p_new.company_id) then
    raise exception 'own_expense' using errcode = 'P0001', detail = 'status';
  end if;
  if btrim(p_new.rejection_reason) = '' and (p_new.status = 'rejected' or (p_new.status = 'pending' and p_from in ('approved', 'reimbursed'))) then
    raise exception 'reason_required' using errcode = 'P0001', detail = 'rejection_reason';
  end if;
  if private.has_key(p_new.company_id, 'expenses.override_status') then return; end if;
  if v_keys is null then
    raise exception 'invalid_transition' using errcode = 'P0001', detail = p_from || '>' || p_new.status;
  end if;
  foreach v_key in array v_keys loop
    if not private.has_key(p_new.company_id, v_key) then
      raise exception 'not_allowed' using errcode = '42501', detail = v_key;
    end if;
  end loop;
  if p_from = 'rejected' and not (v_own and private.has_key(p_new.company_id, 'expenses.update_own'))
    and not private.has_key(p_new.company_id, 'expenses.update') and not private.has_key(p_new.company_id, 'expenses.approve') then
    raise exception 'not_allowed' using errcode = '42501', detail = 'expenses.update';
  end if;
end $$;


--
-- Name: refuse_invalid_settings(jsonb); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.refuse_invalid_settings(p_settings jsonb) RETURNS void
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $_$
declare
  v_invoices jsonb := p_settings -> 'invoice_defaults';
  v_expenses jsonb := p_settings -> 'expense_defaults';
  v_recurring jsonb := p_settings -> 'recurring_defaults';
  v_colors jsonb := p_settings #> '{company_details,branding}';
  v_field text := array_to_string(private.misshapen_setting(private.default_company_settings(), p_settings), '.');
begin
  begin
    perform now() at time zone (p_settings #>> '{company_details,basics,timezone}');
  exception when invalid_parameter_value then
    v_field := 'company_details.basics.timezone';
  end;
  -- The server writes with these, and every device reads them, so they must make sense whoever sent them.
  v_field := coalesce(v_field, case
    when private.is_number_format(v_expenses ->> 'generated_number_format', '{year}') is not true then 'expense_defaults.generated_number_format'
    when private.is_currency(v_expenses ->> 'default_currency') is not true then 'expense_defaults.default_currency'
    when private.is_number_format(v_invoices ->> 'generated_number_format', '{prefix,year,month}') is not true then 'invoice_defaults.generated_number_format'
    when char_length(v_invoices ->> 'number_prefix') > 20 then 'invoice_defaults.number_prefix'
    when private.is_currency(v_invoices ->> 'default_currency') is not true then 'invoice_defaults.default_currency'
    when private.is_currency(v_invoices #>> '{items,currency}') is not true then 'invoice_defaults.items.currency'
    when v_invoices #>> '{items,currency_position}' not in ('prefix', 'suffix') then 'invoice_defaults.items.currency_position'
    when p_settings #>> '{currency_sign,position}' not in ('prefix', 'suffix') then 'currency_sign.position'
    when v_invoices ->> 'default_due_days' !~ '^\d{1,3}$' then 'invoice_defaults.default_due_days'
    when (v_invoices ->> 'default_due_days')::int > 365 then 'invoice_defaults.default_due_days'
    when v_recurring ->> 'lead_days' !~ '^\d{1,2}$' then 'recurring_defaults.lead_days'
    when (v_recurring ->> 'lead_days')::int > 60 then 'recurring_defaults.lead_days'
    when v_recurring ->> 'generate_as' not in ('draft', 'ready_to_issue') then 'recurring_defaults.generate_as'
    when p_settings #>> '{bookkeeping,correction_window}' !~ '^(month|[0-9]{1,3})$' then 'bookkeeping.correction_window'
    when private.is_currency(p_settings #>> '{exchange,currency}') is false then 'exchange.currency'
    when p_settings #>> '{exchange,rates}' not in ('day', 'month') then 'exchange.rates'
    when private.is_number_format(p_settings #>> '{delivery_notes,number_format}', '{year,month}') is not true then 'delivery_notes.number_format'
    when private.too_long_text(p_settings) is not null then private.too_long_text(p_settings)
    when private.senseless_reminders(p_settings -> 'reminders') is not null then 'reminders.' || private.senseless_reminders(p_settings -> 'reminders')
    when v_colors ->> 'primary_color' !~ '^#[0-9a-fA-F]{6}$' then 'company_details.branding.primary_color'
    when v_colors ->> 'accent_color' !~ '^#[0-9a-fA-F]{6}$' then 'company_details.branding.accent_color' end);
  if v_field is not null then
    raise exception 'invalid_settings' using errcode = 'P0001', detail = 'settings.' || v_field;
  end if;
end $_$;


--
-- Name: refuse_invoice_change(public.invoices, public.invoices); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.refuse_invoice_change(p_old public.invoices, p_new public.invoices) RETURNS void
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
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


--
-- Name: refuse_period(boolean, boolean, date, date); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.refuse_period(p_is_active boolean, p_in_series boolean, p_period date, p_next date) RETURNS void
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO ''
    AS $$
begin
  if p_is_active is not true then
    raise exception 'recurring_inactive' using errcode = 'P0001', detail = 'is_active';
  end if;
  if (p_in_series and p_period <= p_next) is not true then
    raise exception 'not_a_period' using errcode = 'P0001', detail = 'generate_requested';
  end if;
end $$;


--
-- Name: refuse_row(text, integer, text, text); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.refuse_row(p_table text, p_line integer, p_rule text, p_message text) RETURNS void
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO ''
    AS $$
begin
  raise exception 'bad_row' using errcode = 'P0001', detail = concat_ws(':', p_table, coalesce(p_line, 0), coalesce(nullif(p_rule, ''), left(p_message, 100)));
end $$;


--
-- Name: refuse_unbooking(public.expenses, text); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.refuse_unbooking(p_old public.expenses, p_to text) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
begin
  if private.is_reversed_expense(p_old.company_id, p_old.id) or (p_old.reverses_expense_id is not null and p_to <> 'reimbursed') then
    raise exception 'expense_reversed' using errcode = 'P0001', detail = 'status';
  end if;
  if (p_old.status, p_to) <> ('approved', 'reimbursed') then
    perform private.refuse_booked(p_old.company_id, coalesce(p_old.booked_on, p_old.expense_date), 'expense_date', p_old.booked_at, 'expense_booked');
  end if;
end $$;


--
-- Name: refuse_wrong_books(uuid); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.refuse_wrong_books(p_company uuid) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $_$
declare
  v_table record;
  v_columns text;
  v_is_future boolean;
  v_record uuid;
  v_label text;
  v_answer jsonb := '{"checked": 0, "done": false}';
begin
  -- The server writes with the settings.
  perform private.refuse_invalid_settings(private.with_defaults(private.default_company_settings(), c.settings)) from public.companies c where c.id = p_company;
  for v_table in select * from private.archive_tables() t where private.is_restored(t.name) loop
    v_columns := (
      select string_agg(format('max(t.%I)', a.attname), ', ') from pg_catalog.pg_attribute a
      where a.attrelid = v_table.source and a.atttypid = 'timestamptz'::regtype and not a.attisdropped);
    if v_columns is null then continue; end if;
    execute format('select greatest(%s) > now() + interval ''10 minutes'' from %s t where t.company_id = $1', v_columns, v_table.source)
      into v_is_future using p_company;
    if v_is_future then raise exception 'wrong_books' using errcode = 'P0001', detail = 'future:' || v_table.name; end if;
  end loop;
  select i.id into v_record from public.invoices i cross join lateral private.document_totals(i) t
    where i.company_id = p_company and (i.net_total, i.tax_total, i.gross_total) <> (t.net_total, t.tax_total, t.gross_total) limit 1;
  if v_record is not null then raise exception 'wrong_books' using errcode = 'P0001', detail = 'totals:invoices:' || v_record; end if;
  select i.id into v_record from public.invoices i
    cross join lateral (select coalesce(sum(p.amount), 0) as paid from public.payments p where p.company_id = i.company_id and p.invoice_id = i.id) p
    where i.company_id = p_company and (i.paid_total <> p.paid or i.number is not null and i.payment_status <> private.payment_state(private.claim_of(i), p.paid)) limit 1;
  if v_record is not null then raise exception 'wrong_books' using errcode = 'P0001', detail = 'paid:invoices:' || v_record; end if;
  select e.id into v_record from public.expenses e
    where e.company_id = p_company and e.tax_lines <> '[]'
      and (e.tax_amount, e.tax_rate) is distinct from (private.tax_lines_tax(e.tax_lines), private.tax_lines_rate(e.tax_lines)) limit 1;
  if v_record is not null then raise exception 'wrong_books' using errcode = 'P0001', detail = 'tax:expenses:' || v_record; end if;
  -- What leads nowhere by a foreign key leads to the company's own all the same.
  select i.id into v_record from public.invoices i
    where i.company_id = p_company and i.cancelled_by_id is not null
      and not exists (select from public.invoices c where c.company_id = p_company and c.id = i.cancelled_by_id and c.cancels_id = i.id) limit 1;
  if v_record is not null then raise exception 'wrong_books' using errcode = 'P0001', detail = 'cancellation:invoices:' || v_record; end if;
  select i.id into v_record from public.invoices i
    where i.company_id = p_company and (
      (select coalesce(jsonb_agg(c.entry order by c.entry ->> 'id'), '[]') from jsonb_array_elements(i.corrections) c (entry)) is distinct from (
        select coalesce(jsonb_agg(private.correction_entry(c) order by c.id::text), '[]') from public.invoices c
        where c.company_id = p_company and c.corrects_id = i.id and c.number is not null)
      or i.corrects_id is not null and exists (
        select from public.invoice_items t where t.company_id = p_company and t.invoice_id = i.id and i.number is not null
          and not exists (select from public.invoice_items o where o.company_id = p_company and o.invoice_id = i.corrects_id and o.id = t.origin_item_id))
      or i.corrections <> '[]' and exists (select from private.items_left(i) l where l.net_left * l.net < 0 or abs(l.net_left) > abs(l.net))) limit 1;
  if v_record is not null then raise exception 'wrong_books' using errcode = 'P0001', detail = 'corrections:invoices:' || v_record; end if;
  select r.activity_id into v_record from public.activity_records r
    where r.company_id = p_company and not exists (select from public.activity_log l where l.company_id = p_company and l.id = r.activity_id) limit 1;
  if v_record is not null then raise exception 'wrong_books' using errcode = 'P0001', detail = 'history:activity_records:' || v_record; end if;
  select f.id into v_record from public.files f cross join lateral (values (f.path), (f.original_path)) its (path)
    where f.company_id = p_company and its.path !~ ('^' || p_company || '/(again/)?(original/)?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[a-z0-9.-]{1,30}$') limit 1;
  if v_record is not null then raise exception 'wrong_books' using errcode = 'P0001', detail = 'path:files:' || v_record; end if;
  select i.number into v_label from public.invoices i left join private.number_counters n on n.company_id = p_company and n.kind = i.number_series and n.year = i.number_year
    where i.company_id = p_company and i.number_seq > coalesce(n.last, 0) limit 1;
  if v_label is not null then raise exception 'wrong_books' using errcode = 'P0001', detail = 'counter:invoices:' || v_label; end if;
  while not (v_answer ->> 'done')::boolean loop
    v_answer := private.check_ledger(p_company, (v_answer ->> 'checked')::bigint, 10000);
    if v_answer -> 'fault' <> 'null' then
      raise exception 'wrong_books' using errcode = 'P0001',
        detail = concat_ws(':', 'ledger', v_answer #>> '{fault,collection}', v_answer #>> '{fault,record_id}', v_answer #>> '{fault,fault}');
    end if;
  end loop;
end $_$;


--
-- Name: remember_mutations(uuid, jsonb[]); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.remember_mutations(p_company uuid, p_changes jsonb[]) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  insert into private.applied_mutations (company_id, mutation_id, collection, row_id, user_id)
  select cu.company_id, c ->> 'mutation_id', c ->> 'collection', (c ->> 'id')::uuid, cu.user_id
  from public.company_users cu, unnest(p_changes) c where cu.company_id = p_company and cu.user_id = auth.uid()
  on conflict do nothing;
end $$;


--
-- Name: renew_recurring_invoices(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.renew_recurring_invoices() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  update public.recurring_invoices r set rev = 'srv-' || gen_random_uuid()
    where r.id in (select c.recurring_invoice_id from changed c) and r.id::text is distinct from current_setting('kontor.document', true);
  return null;
end $$;


--
-- Name: replaced_id(uuid); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.replaced_id(p_id uuid) RETURNS uuid
    LANGUAGE sql IMMUTABLE
    AS $$
  select (left(p_id::text, 24) || lpad(to_hex(
    ((('x' || right(p_id::text, 12))::bit(48)::bigint - 100328777990631) & 281474976710655)), 12, '0'))::uuid $$;


--
-- Name: require_exporter(uuid); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.require_exporter(p_company uuid) RETURNS boolean
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  perform private.require_member(p_company);
  if not private.has_key(p_company, 'company.export') then
    raise exception 'not_allowed' using errcode = '42501', detail = 'company.export';
  end if;
  return private.has_key(p_company, 'bank_accounts.manage');
end $$;


--
-- Name: require_key(uuid, text); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.require_key(p_company uuid, p_key text) RETURNS void
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  perform private.require_person();
  if not private.has_key(p_company, p_key) then raise exception 'not_allowed' using errcode = '42501', detail = p_key; end if;
end $$;


--
-- Name: require_member(uuid); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.require_member(p_company uuid) RETURNS text
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
declare
  v_access text := private.access_fingerprint(p_company);
begin
  if v_access is null then raise exception 'not_a_member' using errcode = '42501'; end if;
  if not private.second_factor_satisfied() then raise exception 'second_factor_required' using errcode = '42501'; end if;
  return v_access;
end $$;


--
-- Name: require_person(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.require_person() RETURNS uuid
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  if auth.uid() is null then raise exception 'not_signed_in' using errcode = '42501'; end if;
  if not private.second_factor_satisfied() then raise exception 'second_factor_required' using errcode = '42501'; end if;
  return auth.uid();
end $$;


--
-- Name: require_session(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.require_session() RETURNS uuid
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_user uuid := private.require_person();
  v_session uuid := auth.jwt() ->> 'session_id';
begin
  if v_session is null or not exists (select from auth.sessions s where s.id = v_session and s.user_id = v_user) then
    raise exception 'not_signed_in' using errcode = '42501';
  end if;
  return v_session;
end $$;


--
-- Name: retention_years(text, text); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.retention_years(p_country text, p_kind text) RETURNS integer
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $$
  select case p_country
    when 'DE' then case p_kind when 'documents' then 8 else 10 end
    when 'AT' then 7
    when 'GB' then 6
    else 10 end $$;


--
-- Name: retotal_invoices(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.retotal_invoices() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  update public.invoices i
    set (net_total, tax_total, gross_total, tax_breakdown, payment_status) = (
        select t.*, case when i.number is null then 'unpaid' else private.payment_state(t.gross_total, i.paid_total) end
        from private.document_totals(i) t),
      rev = 'srv-' || gen_random_uuid()
    where i.id in (select c.invoice_id from changed c)
      and i.id::text is distinct from current_setting('kontor.document', true);
  return null;
end $$;


--
-- Name: revoke_unbacked_invites(uuid, uuid); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.revoke_unbacked_invites(p_company uuid, p_user uuid) RETURNS void
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO ''
    AS $$
  update public.invites i set status = 'revoked', updated_at = now()
    where i.company_id = p_company and i.invited_by = p_user and i.status = 'pending' and not private.is_backed(i) $$;


--
-- Name: rounded_quotient(numeric, numeric, integer); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.rounded_quotient(p_a numeric, p_b numeric, p_decimals integer) RETURNS numeric
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $$
  select round(div(2 * p_a * 10::numeric ^ p_decimals + p_b, 2 * p_b) * 0.1::numeric ^ p_decimals, p_decimals) $$;


--
-- Name: second_factor_satisfied(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.second_factor_satisfied() RETURNS boolean
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    AS $$
declare
  v_claims jsonb := auth.jwt();
  v_user uuid := v_claims ->> 'sub';
  v_session uuid := v_claims ->> 'session_id';
begin
  if v_session is not null and not exists (
    select from auth.sessions s where s.id = v_session and s.user_id = v_user and (s.not_after is null or s.not_after > now())) then
    -- Refuses the request as a whole where that is right.
    return private.session_is_live();
  end if;
  if coalesce(v_claims ->> 'aal', 'aal1') in ('aal2', 'aal3') then return true; end if;
  return not exists (select from auth.mfa_factors f where f.user_id = v_user and f.status = 'verified');
end $$;


--
-- Name: sees_kind(uuid, text, uuid, boolean); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.sees_kind(p_company uuid, p_collection text, p_author uuid, p_confidential boolean) RETURNS boolean
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
declare
  v_kind private.synced_collections;
begin
  select * into v_kind from private.synced_collections s where s.collection = p_collection;
  -- Devices show every member a shortened colleague; the whole record has its key.
  if p_collection = 'members' then
    return p_author = auth.uid() or private.has_key(p_company, 'users.view');
  end if;
  return (v_kind.view_key is null or private.has_key(p_company, v_kind.view_key)) and (not p_confidential or private.has_key(p_company, v_kind.hidden_key))
    or p_author = auth.uid() and private.has_key(p_company, v_kind.own_key);
end $$;


--
-- Name: seller_snapshot(uuid, text); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.seller_snapshot(p_company uuid, p_language text DEFAULT NULL::text) RETURNS jsonb
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  return (
    select jsonb_build_object('name', c.name,
      'street', d #> '{address,street}', 'house_number', d #> '{address,house_number}', 'postal_code', case when u.is_unentered then '' else d #>> '{address,postal_code}' end,
      'city', case when u.is_unentered then '' else d #>> '{address,city}' end, 'country', d #> '{address,country}',
      'phone', d #> '{contact,phone}', 'email', d #> '{contact,email}', 'website', d #> '{contact,website}',
      'tax_number', c.settings #> '{tax,tax_number}', 'vat_id', c.settings #> '{tax,vat_id}',
      'iban', d #> '{bank,iban}', 'bic', d #> '{bank,bic}', 'bank_name', d #> '{bank,name}',
      'payment_instructions', coalesce(to_jsonb(c.settings #>> array['payment_texts', p_language]), d #> '{bank,instructions}'),
      'contact_name', coalesce(c.settings #>> '{e_invoice,contact_name}', ''),
      'contact_phone', coalesce(c.settings #>> '{e_invoice,contact_phone}', ''),
      'contact_email', coalesce(c.settings #>> '{e_invoice,contact_email}', ''),
      -- The layout it is printed in: what was issued in an earlier one keeps that.
      'layout', 3,
      'letterhead', private.letterhead(c.id, p_language))
    from public.companies c cross join lateral (select c.settings -> 'company_details' as d) details
    cross join lateral (
      select btrim(d #>> '{address,street}') = '' and (d #>> '{address,postal_code}', d #>> '{address,city}') = ('10115', 'Berlin') as is_unentered) u
    where c.id = p_company);
end $$;


--
-- Name: seller_state(uuid, text); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.seller_state(p_company uuid, p_language text) RETURNS jsonb
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  return (select jsonb_set(private.seller_snapshot(c.id, p_language), '{letterhead,logo_path}', coalesce(to_jsonb(c.logo_path), 'null')) from public.companies c where c.id = p_company);
end $$;


--
-- Name: senseless_reminders(jsonb); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.senseless_reminders(p_reminders jsonb) RETURNS text
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO ''
    AS $_$
declare
  v_level text;
  v_rate jsonb;
  v_last text := '';
begin
  if p_reminders ->> 'debtors' not in ('by_vat_id', 'businesses', 'consumers') then return 'debtors'; end if;
  if private.is_currency(p_reminders ->> 'fee_currency') is false then return 'fee_currency'; end if;
  if p_reminders ->> 'pay_days' !~ '^[0-9]{1,2}$' then return 'pay_days'; end if;
  if (p_reminders ->> 'business_points')::numeric not between 0 and 20 then return 'business_points'; end if;
  if (p_reminders ->> 'consumer_points')::numeric not between 0 and 20 then return 'consumer_points'; end if;
  if jsonb_array_length(p_reminders -> 'base_rates') > 60 then return 'base_rates'; end if;
  -- Each from a later day on than the one before.
  for v_rate in select r from jsonb_array_elements(p_reminders -> 'base_rates') r loop
    if (jsonb_typeof(v_rate) = 'object' and v_rate ->> 'from' ~ '^[0-9]{4}-(0[1-9]|1[0-2])-([0-2][0-9]|3[01])$' and v_rate ->> 'from' > v_last
      and jsonb_typeof(v_rate -> 'rate') = 'number') is not true then return 'base_rates'; end if;
    if (v_rate ->> 'rate')::numeric not between -20 and 20 then return 'base_rates'; end if;
    v_last := v_rate ->> 'from';
  end loop;
  foreach v_level in array '{first,second,third}'::text[] loop
    -- 1 to 365
    if p_reminders #>> array[v_level, 'after_days'] !~ '^([1-9][0-9]?|[12][0-9][0-9]|3[0-5][0-9]|36[0-5])$' then return v_level || '.after_days'; end if;
    if (p_reminders #>> array[v_level, 'fee'])::numeric not between 0 and 1000 then return v_level || '.fee'; end if;
  end loop;
  return null;
end $_$;


--
-- Name: series_date(date, text, integer); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.series_date(p_start date, p_interval text, p_index integer) RETURNS date
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO ''
    AS $$
declare
  v_last constant date := '9999-12-31';
begin
  case p_interval
    when 'daily' then return least(p_start + p_index, v_last);
    when 'weekly' then return least(p_start + 7 * p_index, v_last);
    when 'monthly' then return least((p_start + make_interval(months => p_index))::date, v_last);
    when 'quarterly' then return least((p_start + make_interval(months => 3 * p_index))::date, v_last);
    when 'yearly' then return least((p_start + make_interval(months => 12 * p_index))::date, v_last);
    else raise exception 'Unknown interval: %', p_interval using errcode = 'P0001', detail = 'interval';
  end case;
end $$;


--
-- Name: series_index(date, text, date); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.series_index(p_start date, p_interval text, p_day date) RETURNS integer
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO ''
    AS $$
declare
  v_months int;
  v_index int;
begin
  if p_day <= p_start then return 0; end if;
  if p_interval = 'daily' then return p_day - p_start; end if;
  if p_interval = 'weekly' then return (p_day - p_start + 6) / 7; end if;
  v_months := (extract(year from p_day) * 12 + extract(month from p_day) - extract(year from p_start) * 12 - extract(month from p_start))::int;
  v_index := v_months / case p_interval when 'quarterly' then 3 when 'yearly' then 12 else 1 end;
  return case when private.series_date(p_start, p_interval, v_index) < p_day then v_index + 1 else v_index end;
end $$;


--
-- Name: series_of(uuid, text); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.series_of(p_company uuid, p_type text) RETURNS text
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_series text := case p_type when 'cancellation' then 'cancellations' when 'correction' then 'corrections' else 'invoices' end;
begin
  return case when (select private.own_series_format(c.settings, v_series) from public.companies c where c.id = p_company) is null then 'invoices' else v_series end;
end $$;


--
-- Name: session_is_live(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.session_is_live() RETURNS boolean
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_claims jsonb := auth.jwt();
begin
  if v_claims ->> 'session_id' is null or exists (
    select from auth.sessions s
    where s.id = (v_claims ->> 'session_id')::uuid and s.user_id = (v_claims ->> 'sub')::uuid and (s.not_after is null or s.not_after > now())) then
    return true;
  end if;
  if coalesce(current_setting('request.method', true), '') <> '' and coalesce(current_setting('storage.operation', true), '') = '' then
    raise exception 'session_ended' using errcode = 'PT401';
  end if;
  return false;
end $$;


--
-- Name: set_tax_point(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.set_tax_point() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
begin
  if new.status not in ('issued', 'cancelled') then
    new.tax_point := null;
  elsif new.tax_point is null then
    perform private.hold_periods(new.company_id);
    new.tax_point := private.tax_point_of(new);
    if private.is_closed(new.company_id, new.tax_point) then new.tax_point := new.issue_date; end if;
    if private.is_closed(new.company_id, new.tax_point) then new.tax_point := private.company_today(new.company_id); end if;
  end if;
  return new;
end $$;


--
-- Name: settle_bank_accounts(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.settle_bank_accounts() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_company uuid;
  v_default uuid;
begin
  for v_company in select distinct c.company_id from changed c order by 1 loop
    -- An account that somebody adds at this very moment is seen, or waits.
    perform from public.companies c where c.id = v_company for no key update;
    select a.id into v_default from public.bank_accounts a where a.company_id = v_company
      order by (a.is_default and a.id in (select c.id from changed c)) desc, a.is_default desc, a.id limit 1;
    if exists (select from public.bank_accounts a where a.company_id = v_company and a.is_default is distinct from (a.id = v_default)) then
      -- Comes back here for the rows it changes, and finds nothing to do then.
      update public.bank_accounts a set is_default = (a.id = v_default) where a.company_id = v_company and a.is_default is distinct from (a.id = v_default);
    elsif v_company::text is distinct from current_setting('kontor.document', true) then
      update public.companies set rev = 'srv-' || gen_random_uuid() where id = v_company;
    end if;
  end loop;
  return null;
end $$;


--
-- Name: settle_invoices(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.settle_invoices() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
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


--
-- Name: share_tax(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.share_tax() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_invoice public.invoices;
begin
  if tg_op = 'UPDATE' and (new.amount, new.invoice_id) = (old.amount, old.invoice_id) then return new; end if;
  perform private.locked_invoice(new.invoice_id);
  select * into v_invoice from public.invoices i where i.id = new.invoice_id;
  if v_invoice.document_type = 'correction' then raise exception 'not_payable' using errcode = 'P0001', detail = 'invoice_id'; end if;
  new.tax_point := v_invoice.tax_point;
  new.tax_shares := private.tax_shares(v_invoice, new.amount, new.id);
  return new;
end $$;


--
-- Name: share_tax_anew(public.invoices); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.share_tax_anew(p_invoice public.invoices) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
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


--
-- Name: shortened_changes(jsonb); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.shortened_changes(p_changes jsonb) RETURNS jsonb
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO ''
    AS $$
declare
  v_short jsonb;
begin
  if octet_length(p_changes::text) <= 16384 then return p_changes; end if;
  v_short := (select jsonb_object_agg(c.key, case when octet_length(c.value::text) > 400 then '["…", "…"]' else c.value end) from jsonb_each(p_changes) c);
  return case when octet_length(v_short::text) <= 16384 then v_short else '{}' end;
end $$;


--
-- Name: shortened_record(jsonb); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.shortened_record(p_record jsonb) RETURNS jsonb
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO ''
    AS $$
begin
  return (
    select coalesce(jsonb_object_agg(e.key, e.value) filter (where octet_length(e.value::text) <= 4096), '{}')
      || jsonb_build_object('_shortened', coalesce(jsonb_agg(e.key order by e.key) filter (where octet_length(e.value::text) > 4096), '[]'))
    from jsonb_each(p_record) e);
end $$;


--
-- Name: stamp(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.stamp() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
begin
  if new.id <> old.id or new.company_id <> old.company_id then
    raise exception 'row_identity_is_immutable' using errcode = '42501';
  end if;
  new.created_at := old.created_at;
  new.updated_at := clock_timestamp();
  if new.rev = old.rev then new.rev := 'srv-' || gen_random_uuid(); end if;
  return new;
end $$;


--
-- Name: stand_aside(regclass, name[]); Type: PROCEDURE; Schema: private; Owner: -
--

CREATE PROCEDURE private.stand_aside(IN p_table regclass, IN p_triggers name[])
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
  v_trigger record;
begin
  for v_trigger in
    select t.tgname, pg_get_triggerdef(t.oid) as text from pg_catalog.pg_trigger t where t.tgrelid = p_table and t.tgname = any (p_triggers)
  loop
    execute format('drop trigger %I on %s', v_trigger.tgname, p_table);
    execute case
      when v_trigger.text ~ ' WHEN ' then regexp_replace(v_trigger.text, ' WHEN \((.*)\) EXECUTE ', ' WHEN (\1 and not private.is_importing()) EXECUTE ')
      else replace(v_trigger.text, ' EXECUTE ', ' WHEN (not private.is_importing()) EXECUTE ') end;
  end loop;
end $$;


--
-- Name: table_sha256(uuid, regclass, text[], text[]); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.table_sha256(p_company uuid, p_source regclass, p_key text[], p_columns text[]) RETURNS text
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    SET "TimeZone" TO 'UTC'
    AS $_$
declare
  v_rest text[] := array(
    select a.attname from pg_catalog.pg_attribute a where a.attrelid = p_source and a.attnum > 0 and not a.attisdropped and a.attname <> all (p_columns));
  v_sha256 text;
begin
  execute format(
    $q$select encode(sha256(convert_to(coalesce(string_agg(private.canonical_text(to_jsonb(t) - $2) || E'\n', '' order by %s), ''), 'UTF8')), 'hex')
      from %s t where t.company_id = $1$q$, private.archive_order(p_source, p_key), p_source)
    into v_sha256 using p_company, v_rest;
  return v_sha256;
end $_$;


--
-- Name: take_mail_allowance(uuid, text, text[]); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.take_mail_allowance(p_company uuid, p_purpose text, p_recipients text[]) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_per_company int := case p_purpose when 'invite' then 50 when 'test' then 40 else 500 end;
  v_per_recipient int := case p_purpose when 'invite' then 5 when 'test' then 40 else 50 end;
begin
  -- In one order for everybody: the company, then the addresses.
  perform pg_advisory_xact_lock(hashtextextended('kontor.mails:' || p_purpose || ':' || k.name, 0))
    from (select p_company::text as name, 0 as place union select r, 1 from unnest(p_recipients) r order by place, name) k;
  delete from private.sent_mails m where m.company_id = p_company and m.sent_at < now() - interval '2 days';
  if (select count(*) from private.sent_mails m
      where m.company_id = p_company and m.purpose = p_purpose and m.sent_at > now() - interval '1 day') + cardinality(p_recipients) > v_per_company
    or exists (select from unnest(p_recipients) r where v_per_recipient <= (select count(*) from private.sent_mails m
      where m.recipient = r and m.purpose = p_purpose and m.sent_at > now() - interval '1 day')) then
    raise exception 'too_many_mails' using errcode = 'P0001', detail = p_purpose;
  end if;
  insert into private.sent_mails (company_id, user_id, purpose, recipient) select p_company, auth.uid(), p_purpose, unnest(p_recipients);
end $$;


--
-- Name: take_number(uuid, text, date); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.take_number(p_company uuid, p_series text, p_date date, OUT number text, OUT year integer, OUT seq bigint) RETURNS record
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_settings jsonb := (select c.settings from public.companies c where c.id = p_company);
  v_format text := private.own_series_format(v_settings, p_series);
begin
  year := case when v_format like '%{year}%' then extract(year from p_date)::int else 0 end;
  insert into private.number_counters as counter (company_id, kind, year, last)
    values (p_company, p_series, take_number.year, 1)
    on conflict on constraint number_counters_pkey do update set last = counter.last + 1
    returning counter.last into seq;
  number := private.format_invoice_number(v_format, v_settings #>> '{invoice_defaults,number_prefix}', p_date, seq);
end $$;


--
-- Name: take_positions(uuid, integer); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.take_positions(p_company uuid, p_count integer) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_last bigint;
begin
  insert into private.company_clocks as clock (company_id, seq) values (p_company, p_count)
    on conflict (company_id) do update set seq = clock.seq + p_count
    returning clock.seq into v_last;
  perform set_config('kontor.seq_block', concat_ws(' ', p_company, v_last - p_count + 1, v_last, p_count), true);
  return v_last;
end $$;


--
-- Name: tax_category_of(text, numeric, text); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.tax_category_of(p_category text, p_rate numeric, p_mode text) RETURNS text
    LANGUAGE sql IMMUTABLE
    AS $$
  select coalesce(p_category, case when p_mode = 'reverse_charge' then 'AE' when p_mode = 'small_business' then 'E' when p_rate > 0 then 'S' end) $$;


--
-- Name: tax_line_fault(jsonb, integer); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.tax_line_fault(p_line jsonb, p_exponent integer) RETURNS text
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO ''
    AS $_$
declare
  v_fields constant text[] := '{category,country,deductible_percent,net,rate,tax}';
  v_taxed boolean := p_line ->> 'category' in ('domestic', 'import');
  v_net numeric;
  v_tax numeric;
begin
  if jsonb_typeof(p_line) is distinct from 'object' then return 'line'; end if;
  -- All of these and nothing else, told without a query: every expense that is written comes by.
  if not (p_line ?& v_fields and p_line - v_fields = '{}') then return 'line'; end if;
  if jsonb_typeof(p_line -> 'category') <> 'string' or p_line ->> 'category' not in ('domestic', 'eu_acquisition', 'reverse_charge', 'import', 'none') then
    return 'category';
  end if;
  if jsonb_typeof(p_line -> 'country') <> 'string' or p_line ->> 'country' !~ '^([A-Z]{2})?$' then return 'country'; end if;
  if not private.is_percent(p_line -> 'deductible_percent') then return 'deductible_percent'; end if;
  if not (case when v_taxed then private.is_percent(p_line -> 'rate') else p_line -> 'rate' = 'null' end) then return 'rate'; end if;
  if jsonb_typeof(p_line -> 'net') <> 'number' then return 'net'; end if;
  if jsonb_typeof(p_line -> 'tax') <> 'number' then return 'tax'; end if;
  v_net := p_line -> 'net';
  v_tax := p_line -> 'tax';
  if abs(v_net) > 9999999999 or v_net <> round(v_net, p_exponent) then return 'net'; end if;
  if abs(v_tax) > 9999999999 or v_tax <> round(v_tax, p_exponent) or v_net * v_tax < 0 then return 'tax'; end if;
  if not v_taxed then return case when v_tax <> 0 then 'tax' end; end if;
  -- Printed figures are rounded by other rules than ours: one minor unit is no error.
  if abs(v_tax - round(v_net * (p_line -> 'rate')::numeric * 0.01, p_exponent)) > power(10::numeric, -p_exponent) then return 'tax'; end if;
  return null;
end $_$;


--
-- Name: tax_lines_rate(jsonb); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.tax_lines_rate(p_lines jsonb) RETURNS numeric
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO ''
    AS $$
begin
  return (
    select case when count(distinct l -> 'rate') = 1 then min((l ->> 'rate')::numeric) end from jsonb_array_elements(p_lines) l);
end $$;


--
-- Name: tax_lines_tax(jsonb); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.tax_lines_tax(p_lines jsonb) RETURNS numeric
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO ''
    AS $$
begin
  return (
    select coalesce(sum((l ->> 'tax')::numeric), 0) from jsonb_array_elements(p_lines) l);
end $$;


--
-- Name: tax_mode_of(uuid, uuid); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.tax_mode_of(p_company uuid, p_invoice uuid) RETURNS text
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
begin
  return (
    select case
      when count(*) = 0 or bool_or(i.tax_category is null) then null
      when bool_and(i.tax_category = 'AE') then 'reverse_charge'
      when bool_and(i.tax_category = 'E' and coalesce(i.exemption_reason, '') = 'small_business') then 'small_business'
      else 'standard' end
    from public.invoice_items i where i.company_id = p_company and i.invoice_id = p_invoice);
end $$;


--
-- Name: tax_parts(jsonb, text); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.tax_parts(p_breakdown jsonb, p_mode text) RETURNS TABLE(part jsonb, place bigint)
    LANGUAGE sql IMMUTABLE
    AS $$
  select e.entry || jsonb_build_object('tax_category', private.tax_category_of(e.entry ->> 'tax_category', (e.entry ->> 'tax_rate')::numeric, p_mode)), e.place
  from jsonb_array_elements(p_breakdown) with ordinality e(entry, place) $$;


--
-- Name: tax_period(text, date); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.tax_period(p_country text, p_day date) RETURNS jsonb
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO ''
    AS $$
begin
  return (
    select p.period from jsonb_array_elements(private.tax_rate_table() -> 'countries' -> p_country) as p (period)
    where (p.period ->> 'from')::date <= p_day order by (p.period ->> 'from')::date desc limit 1);
end $$;


--
-- Name: tax_point_of(public.invoices); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.tax_point_of(p_invoice public.invoices) RETURNS date
    LANGUAGE sql IMMUTABLE
    AS $$
  select case when p_invoice.document_type in ('cancellation', 'correction') then p_invoice.issue_date
    else coalesce(p_invoice.service_to, p_invoice.service_from, p_invoice.issue_date) end $$;


--
-- Name: tax_rate_table(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.tax_rate_table() RETURNS jsonb
    LANGUAGE sql IMMUTABLE
    AS $$
  select '{"version": "2026-11-01", "countries": {
    "AT": [{"from": "2016-01-01", "rates": [20, 13, 10], "regional": [19]}, {"from": "2020-07-01", "rates": [20, 13, 10, 5], "regional": [19]}, {"from": "2022-01-01", "rates": [20, 13, 10], "regional": [19]}, {"from": "2026-07-01", "rates": [20, 13, 10, 4.9], "regional": [19]}],
    "BE": [{"from": "2000-01-01", "rates": [21, 12, 6]}],
    "BG": [{"from": "2011-04-01", "rates": [20, 9]}],
    "CH": [{"from": "2011-01-01", "rates": [8, 3.8, 2.5]}, {"from": "2018-01-01", "rates": [7.7, 3.7, 2.5]}, {"from": "2024-01-01", "rates": [8.1, 3.8, 2.6]}],
    "CY": [{"from": "2014-01-13", "rates": [19, 9, 5]}, {"from": "2023-07-21", "rates": [19, 9, 5, 3]}],
    "CZ": [{"from": "2015-01-01", "rates": [21, 15, 10]}, {"from": "2024-01-01", "rates": [21, 12]}],
    "DE": [{"from": "2007-01-01", "rates": [19, 7]}, {"from": "2020-07-01", "rates": [16, 5]}, {"from": "2021-01-01", "rates": [19, 7]}],
    "DK": [{"from": "1992-01-01", "rates": [25]}],
    "EE": [{"from": "2009-07-01", "rates": [20, 9]}, {"from": "2022-08-01", "rates": [20, 9, 5]}, {"from": "2024-01-01", "rates": [22, 9, 5]}, {"from": "2025-01-01", "rates": [22, 13, 9]}, {"from": "2025-07-01", "rates": [24, 13, 9]}],
    "ES": [{"from": "2012-09-01", "rates": [21, 10, 4]}, {"from": "2022-07-01", "rates": [21, 10, 5, 4]}, {"from": "2024-10-01", "rates": [21, 10, 7.5, 4, 2]}, {"from": "2025-01-01", "rates": [21, 10, 4]}],
    "FI": [{"from": "2013-01-01", "rates": [24, 14, 10]}, {"from": "2024-09-01", "rates": [25.5, 14, 10]}, {"from": "2026-01-01", "rates": [25.5, 13.5, 10]}],
    "FR": [{"from": "2014-01-01", "rates": [20, 10, 5.5, 2.1], "regional": [13, 8.5, 1.75, 1.05, 0.9]}],
    "GB": [{"from": "2011-01-04", "rates": [20, 5]}, {"from": "2021-10-01", "rates": [20, 12.5, 5]}, {"from": "2022-04-01", "rates": [20, 5]}],
    "GR": [{"from": "2016-06-01", "rates": [24, 13, 6], "regional": [17, 9, 4]}],
    "HR": [{"from": "2014-01-01", "rates": [25, 13, 5]}],
    "HU": [{"from": "2012-01-01", "rates": [27, 18, 5]}],
    "IE": [{"from": "2012-01-01", "rates": [23, 13.5, 9, 4.8]}, {"from": "2020-09-01", "rates": [21, 13.5, 9, 4.8]}, {"from": "2021-03-01", "rates": [23, 13.5, 9, 4.8]}],
    "IT": [{"from": "2016-01-01", "rates": [22, 10, 5, 4]}],
    "LI": [{"from": "2011-01-01", "rates": [8, 3.8, 2.5]}, {"from": "2018-01-01", "rates": [7.7, 3.7, 2.5]}, {"from": "2024-01-01", "rates": [8.1, 3.8, 2.6]}],
    "LT": [{"from": "2009-09-01", "rates": [21, 9, 5]}, {"from": "2026-01-01", "rates": [21, 12, 5]}],
    "LU": [{"from": "2015-01-01", "rates": [17, 14, 8, 3]}, {"from": "2023-01-01", "rates": [16, 13, 7, 3]}, {"from": "2024-01-01", "rates": [17, 14, 8, 3]}],
    "LV": [{"from": "2012-07-01", "rates": [21, 12]}, {"from": "2018-01-01", "rates": [21, 12, 5]}],
    "MT": [{"from": "2011-01-01", "rates": [18, 7, 5]}, {"from": "2024-01-01", "rates": [18, 12, 7, 5]}],
    "NL": [{"from": "2012-10-01", "rates": [21, 6]}, {"from": "2019-01-01", "rates": [21, 9]}],
    "PL": [{"from": "2011-01-01", "rates": [23, 8, 5]}],
    "PT": [{"from": "2011-01-01", "rates": [23, 13, 6], "regional": [22, 18, 16, 12, 9, 5, 4]}],
    "RO": [{"from": "2017-01-01", "rates": [19, 9, 5]}, {"from": "2025-08-01", "rates": [21, 11, 9]}, {"from": "2026-08-01", "rates": [21, 11]}],
    "SE": [{"from": "1996-01-01", "rates": [25, 12, 6]}],
    "SI": [{"from": "2013-07-01", "rates": [22, 9.5]}, {"from": "2020-01-01", "rates": [22, 9.5, 5]}],
    "SK": [{"from": "2011-01-01", "rates": [20, 10]}, {"from": "2023-01-01", "rates": [20, 10, 5]}, {"from": "2025-01-01", "rates": [23, 19, 5]}]
  }}'::jsonb $$;


--
-- Name: tax_shares(public.invoices, numeric, uuid); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.tax_shares(p_invoice public.invoices, p_amount numeric, p_payment uuid) RETURNS jsonb
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    SET plan_cache_mode TO 'force_generic_plan'
    AS $$
declare
  v_is_corrected boolean := p_invoice.corrections <> '[]';
  v_claim numeric := case when v_is_corrected and p_invoice.status = 'cancelled' then 0 else private.claim_of(p_invoice) end;
begin
  return (
    with others as (
      select p.amount, p.tax_shares from public.payments p
      where p.company_id = p_invoice.company_id and p.invoice_id = p_invoice.id and p.id <> p_payment),
    brought as (
      select s.share - '{net,tax}'::text[] as entry, sum((s.share ->> 'net')::numeric) as net, sum((s.share ->> 'tax')::numeric) as tax
      from others o cross join jsonb_array_elements(o.tax_shares) s(share) group by 1),
    paid as (
      select coalesce(sum(o.amount), 0) as before, coalesce((select sum(b.net + b.tax) from brought b), 0) as brought from others o),
    balance as (
      select p.before + p_amount as paid, private.currency_exponent(p_invoice.currency) as digits,
        -- How much of what was brought beyond the claim stays, as `over` of `of`.
        case when v_is_corrected and s.side * p.before > abs(v_claim) and s.side * p.brought > abs(v_claim)
          then greatest(0, least(s.side * p.before, s.side * (p.before + p_amount)) - abs(v_claim)) else 0 end as over,
        s.side * p.before - abs(v_claim) as of
      from paid p cross join lateral (select case when v_claim = 0 then sign(p.before) else sign(v_claim) end as side) s)
    select coalesce(jsonb_agg(e.part || jsonb_build_object(
        'net', w.net + case when b.over > 0 then round((coalesce(g.net, 0) - w.net) * b.over / b.of, b.digits) else 0 end - coalesce(g.net, 0),
        'tax', w.tax + case when b.over > 0 then round((coalesce(g.tax, 0) - w.tax) * b.over / b.of, b.digits) else 0 end - coalesce(g.tax, 0)) order by e.place), '[]')
    from balance b cross join jsonb_array_elements(private.corrected_parts(p_invoice, null)) with ordinality e (part, place)
      cross join lateral (
        select private.paid_part((e.part ->> 'net')::numeric, b.paid, v_claim, b.digits) as net,
          private.paid_part((e.part ->> 'tax')::numeric, b.paid, v_claim, b.digits) as tax) w
      left join brought g on g.entry = e.part - '{net,tax}'::text[]);
end $$;


--
-- Name: tell_news(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.tell_news() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  insert into public.company_news as news (company_id, seq) select c.id, new.seq from public.companies c where c.id = new.company_id
    on conflict (company_id) do update set seq = excluded.seq;
  return null;
end $$;


--
-- Name: tell_payments(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.tell_payments() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_id uuid;
begin
  -- Its corrections are worth something now, one after the other.
  for v_id in select (c.entry ->> 'id')::uuid from jsonb_array_elements(new.corrections) with ordinality c (entry, nth) order by c.nth loop
    update public.invoices i set rev = 'srv-' || gen_random_uuid() where i.company_id = new.company_id and i.id = v_id;
  end loop;
  for v_id in
    select p.id from public.payments p
    where p.company_id = new.company_id and p.invoice_id = new.id and p.reverses_payment_id is null and not private.is_reversed_payment(p.company_id, p.id)
      and p.exchange is not null and not private.is_closed(p.company_id, coalesce(p.booked_on, p.payment_date))
    order by p.created_at, p.id
  loop
    update public.payments p
      set exchange = p.exchange || jsonb_build_object('document_amount', private.document_amount(p.invoice_id, p.id, p.amount, p.exchange ->> 'currency')),
        rev = 'srv-' || gen_random_uuid()
      where p.id = v_id;
  end loop;
  return null;
end $$;


--
-- Name: texts_of(jsonb); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.texts_of(p_object jsonb) RETURNS text
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO ''
    AS $$
begin
  return (
    select string_agg(e.value #>> '{}', ' ') from jsonb_each(p_object) e where jsonb_typeof(e.value) = 'string');
end $$;


--
-- Name: thousand(text); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.thousand(p_list text) RETURNS text
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO ''
    AS $$
begin
  return case when char_length(p_list) < 100000 then p_list else array_to_string((string_to_array(p_list, ','))[:1000], ',') end;
end $$;


--
-- Name: todays_date(uuid); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.todays_date(p_company uuid) RETURNS date
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select private.company_today(p_company) where p_company in (select private.my_companies()) $$;


--
-- Name: too_long_text(jsonb); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.too_long_text(p_settings jsonb) RETURNS text
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $$
  select t.field || '.' || l.language
  from (values ('document_texts.payment_terms', 500), ('document_texts.invoice_note', 2000), ('document_texts.footer_text', 1000), ('payment_texts', 1000))
    as t (field, longest) cross join (values ('de'), ('en')) as l (language)
  where char_length(p_settings #>> (string_to_array(t.field, '.') || l.language)) > t.longest limit 1 $$;


--
-- Name: turned_exchange(jsonb); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.turned_exchange(p_exchange jsonb) RETURNS jsonb
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO ''
    AS $$
begin
  return p_exchange || (
    select coalesce(jsonb_object_agg(a.key, -a.value::numeric), '{}') from jsonb_each_text(p_exchange) a where a.key in ('amount', 'document_amount'));
end $$;


--
-- Name: unnamed_objects(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.unnamed_objects() RETURNS TABLE(bucket_id text, name text, keep_for interval, stored_at timestamp with time zone)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select o.bucket_id, o.name, case
      when private.had_record(o.name) then interval '90 days'
      when exists (select from public.companies c where c.id::text = split_part(o.name, '/', 1)) then interval '365 days'
      else interval '8 days' end, o.updated_at
  from storage.objects o where o.bucket_id = 'uploads' and not exists (select from private.receipt_objects r where r.path = o.name)
  union all
  select o.bucket_id, o.name, interval '30 days', o.updated_at
  from storage.objects o where o.bucket_id = 'logos'
    and not exists (select from public.companies c where c.logo_path = o.name)
    and not exists (select from public.companies c where c.settings #>> '{company_details,branding,logo_path}' = o.name)
    and not private.is_printed_logo(o.name)
  union all
  select o.bucket_id, o.name, interval '30 days', o.updated_at
  from storage.objects o where o.bucket_id = 'avatars'
    and not exists (select from auth.users u where u.raw_user_meta_data ->> 'avatar_path' = o.name) $$;


--
-- Name: unseen_warnings(public.invoices); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.unseen_warnings(p_invoice public.invoices) RETURNS text[]
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  if p_invoice.document_type = 'correction' or p_invoice.leased ? 'claim' then return '{}'; end if;
  return array(
    select 'warning.' || w.code from unnest(private.issue_warnings(p_invoice)) with ordinality as w (code, n)
    where p_invoice.overruled_warnings is null or w.code <> all (p_invoice.overruled_warnings) order by w.n);
end $$;


--
-- Name: use_leased_number(private.number_leases, bigint); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.use_leased_number(p_lease private.number_leases, p_seq bigint) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  delete from private.number_gap_reasons r
    where r.company_id = p_lease.company_id and r.series = p_lease.series and r.year = p_lease.year and r.number = p_seq;
  if p_lease.numbers <@ (private.used_numbers(p_lease) || p_seq) then
    update private.number_leases l set ended_at = now(), ended_by = auth.uid(), end_reason = 'used' where l.id = p_lease.id;
  end if;
end $$;


--
-- Name: used_numbers(private.number_leases); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.used_numbers(p_lease private.number_leases) RETURNS bigint[]
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  return array(
    select n from unnest(p_lease.numbers) n
    where exists (select from public.invoices i where i.company_id = p_lease.company_id and i.number_series = p_lease.series and i.number_year = p_lease.year and i.number_seq = n)
    order by n);
end $$;


--
-- Name: value_expense(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.value_expense() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
begin
  if new.status not in ('approved', 'reimbursed') then
    new.exchange := private.without_stale_rate(new.exchange, new.currency, case when tg_op = 'UPDATE' then old.exchange end, case when tg_op = 'UPDATE' then old.currency end);
    new.exchange := private.exchange_of(new.company_id, new.exchange, new.amount, new.currency, null);
  elsif new.reverses_expense_id is not null then
    if tg_op = 'INSERT' then
      new.exchange := private.turned_exchange((private.locked_expense(new.company_id, new.reverses_expense_id)).exchange);
    end if;
  elsif tg_op = 'INSERT' or old.status not in ('approved', 'reimbursed') then
    new.exchange := private.exchange_of(new.company_id, new.exchange, new.amount, new.currency, new.expense_date);
  elsif old.exchange is null and new.exchange is not null then
    if private.is_reversed_expense(new.company_id, new.id) then raise exception 'expense_reversed' using errcode = 'P0001', detail = 'exchange'; end if;
    perform private.refuse_closed(new.company_id, coalesce(new.booked_on, new.expense_date), 'exchange');
    perform private.refuse_closed(new.company_id, private.money_day(new), 'exchange');
    new.exchange := private.exchange_of(new.company_id, new.exchange, new.amount, new.currency, new.expense_date);
  end if;
  return new;
end $$;


--
-- Name: value_invoice(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.value_invoice() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
  v_original public.invoices;
begin
  if new.status not in ('issued', 'cancelled') then
    new.exchange := private.without_stale_rate(new.exchange, new.currency, case when tg_op = 'UPDATE' then old.exchange end, case when tg_op = 'UPDATE' then old.currency end);
    new.exchange := private.exchange_of(new.company_id, new.exchange, new.gross_total, new.currency, null);
  elsif new.document_type in ('cancellation', 'correction') then
    select * into v_original from public.invoices i where i.company_id = new.company_id and i.id = coalesce(new.cancels_id, new.corrects_id);
    new.exchange := case when new.document_type = 'cancellation' and v_original.corrections = '[]' then private.turned_exchange(v_original.exchange)
      else private.difference_exchange(v_original, new) end;
  elsif tg_op = 'INSERT' or old.status not in ('issued', 'cancelled') then
    new.exchange := private.exchange_of(new.company_id, new.exchange, new.gross_total, new.currency, new.tax_point);
  elsif old.exchange is null and new.exchange is not null then
    perform private.refuse_closed(new.company_id, new.issue_date, 'exchange');
    perform private.refuse_closed(new.company_id, new.tax_point, 'exchange');
    perform private.refuse_closed(new.company_id, (c.entry ->> 'issue_date')::date, 'exchange') from jsonb_array_elements(new.corrections) c (entry);
    new.exchange := private.exchange_of(new.company_id, new.exchange, new.gross_total, new.currency, new.tax_point);
  end if;
  return new;
end $$;


--
-- Name: value_payment(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.value_payment() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
begin
  if new.reverses_payment_id is not null then
    new.exchange := (select private.turned_exchange(p.exchange) from public.payments p where p.id = new.reverses_payment_id);
  elsif old.exchange is not null and (new.amount, new.invoice_id, new.payment_date, private.entered_rate(new.exchange))
      is not distinct from (old.amount, old.invoice_id, old.payment_date, private.entered_rate(old.exchange)) then
    -- What a device thinks of it changes nothing.
    if current_user in ('authenticated', 'service_role') then new.exchange := old.exchange; end if;
  elsif (new.amount, new.invoice_id, new.payment_date, new.exchange) is distinct from (old.amount, old.invoice_id, old.payment_date, old.exchange) then
    new.exchange := private.exchange_of(new.company_id, new.exchange, new.amount, new.currency, new.payment_date);
    if new.exchange is not null then
      new.exchange := new.exchange || jsonb_build_object('document_amount', private.document_amount(new.invoice_id, new.id, new.amount, new.exchange ->> 'currency'));
    end if;
  end if;
  return new;
end $$;


--
-- Name: vat_method(jsonb, date); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.vat_method(p_settings jsonb, p_month date) RETURNS text
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $$
  select coalesce((
    select v ->> 'method' from jsonb_array_elements(p_settings #> '{vat,periods}') v
    where v ->> 'from' <= to_char(p_month, 'YYYY-MM') order by v ->> 'from' desc limit 1), 'supply') $$;


--
-- Name: verified_receipts(uuid, uuid); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.verified_receipts(p_company uuid, p_expense uuid) RETURNS text
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
begin
  return (
    select coalesce(string_agg(r.id || case when r.is_original then '.original' else '' end || ':' || c.sha256, ',' order by r.id, r.is_original), '')
    from private.receipt_objects r
    join public.file_checks c on c.file_id = r.id and c.is_original = r.is_original and (c.sha256, c.size) = (r.sha256, r.size)
    where r.company_id = p_company and r.expense_id = p_expense);
end $$;


--
-- Name: waiting_for(uuid); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.waiting_for(p_user uuid) RETURNS integer
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  return (
    with people as materialized (
      select cu.company_id, private.keys_of(cu.company_id, cu.user_id) as keys from public.company_users cu where cu.user_id = p_user)
    select count(*) from people p join public.expenses x on x.company_id = p.company_id and x.status in ('pending', 'rejected')
    where private.hears_of(p_user, p.keys, case x.status when 'pending' then 'submitted' else 'rejected' end, x));
end $$;


--
-- Name: wants_notification(uuid, text, text); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.wants_notification(p_user uuid, p_step text, p_channel text) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select coalesce((select c.is_on from private.notification_choices c
      where c.user_id = p_user and c.kind = private.notification_kind(p_step) and c.channel = p_channel),
    p_channel = 'push' or private.notification_kind(p_step) in ('submitted', 'rejected')) $$;


--
-- Name: was_buyer(private.number_leases, uuid, jsonb); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.was_buyer(p_lease private.number_leases, p_customer uuid, p_buyer jsonb) RETURNS boolean
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_now jsonb := private.buyer_snapshot(p_lease.company_id, p_customer);
begin
  if p_buyer = v_now then return true; end if;
  if jsonb_typeof(p_buyer) is distinct from 'object' or octet_length(p_buyer::text) > 20000
    or array(select jsonb_object_keys(p_buyer) k order by k) <> array(select jsonb_object_keys(v_now) k order by k)
    or exists (select from jsonb_each(p_buyer) e where jsonb_typeof(e.value) not in ('string', 'null')) then
    return false;
  end if;
  return private.has_key(p_lease.company_id, 'customers.update') or not exists (
    select from jsonb_each(p_buyer) e
    where e.value <> v_now -> e.key and not exists (
      select from public.activity_log l
      where l.company_id = p_lease.company_id and l.entity_type = 'customers' and l.entity_id = p_customer and l.origin = 'trigger'
        and l.created_at >= p_lease.taken_at and l.changes -> e.key -> 0 = e.value));
end $$;


--
-- Name: was_seller(private.number_leases, text, jsonb); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.was_seller(p_lease private.number_leases, p_language text, p_seller jsonb) RETURNS boolean
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  if jsonb_typeof(p_seller) is distinct from 'object' or p_seller -> 'layout' not in ('2', '3')
    or p_seller #>> '{letterhead,currency_position}' not in ('prefix', 'suffix') then return false; end if;
  return exists (
    select from private.seller_states s
    where s.company_id = p_lease.company_id and s.language = p_language
      -- Of a lease that was brought again nothing older is known.
      and s.noted_at >= coalesce((
        select max(b.noted_at) from private.seller_states b
        where b.company_id = p_lease.company_id and b.language = p_language and b.noted_at <= p_lease.taken_at), '-infinity')
      and (p_seller - 'layout') #- '{letterhead,currency_position}' in (
        (s.seller - 'layout') #- '{letterhead,currency_position}', jsonb_set((s.seller - 'layout') #- '{letterhead,currency_position}', '{letterhead,logo_path}', 'null')));
end $$;


--
-- Name: with_defaults(jsonb, jsonb); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.with_defaults(p_defaults jsonb, p_value jsonb) RETURNS jsonb
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO ''
    AS $$
declare
  v_result jsonb := p_value;
  v_key text;
begin
  if jsonb_typeof(p_defaults) is distinct from 'object' then return coalesce(nullif(p_value, 'null'), p_defaults); end if;
  if jsonb_typeof(p_value) is distinct from 'object' then return p_defaults; end if;
  for v_key in select jsonb_object_keys(p_defaults) loop
    v_result := v_result || jsonb_build_object(v_key, private.with_defaults(p_defaults -> v_key, p_value -> v_key));
  end loop;
  return v_result;
end $$;


--
-- Name: with_newer_templates(jsonb, jsonb); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.with_newer_templates(p_old jsonb, p_new jsonb) RETURNS jsonb
    LANGUAGE sql IMMUTABLE
    SET search_path TO ''
    AS $$
  select p_new || coalesce((
    select jsonb_object_agg(l.language, l.texts)
    from (select o.key as language, (o.value - '{invoice,cancellation}'::text[]) || coalesce(p_new -> o.key, '{}') as texts from jsonb_each(p_old) o) l
    where l.texts <> '{}'), '{}') $$;


--
-- Name: without_stale_rate(jsonb, text, jsonb, text); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.without_stale_rate(p_new jsonb, p_currency text, p_old jsonb, p_old_currency text) RETURNS jsonb
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO ''
    AS $$
begin
  return case when p_currency <> p_old_currency and private.entered_rate(p_new) = private.entered_rate(p_old) then null else p_new end;
end $$;


--
-- Name: write activity_log(uuid, uuid, text, jsonb, text); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private."write activity_log"(p_id uuid, p_company uuid, p_mutation text, p_doc jsonb, p_base text) RETURNS integer
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $_$
    declare
      v_count int;
    begin
      if p_base is null then
        insert into public.activity_log (id, company_id, rev, actor_id, type, entity_type, entity_id, entity_label, changes) select $1, $2, $3, r.actor_id, r.type, r.entity_type, r.entity_id, r.entity_label, r.changes from jsonb_populate_record(null::public.activity_log, $4) r;
      else
        update public.activity_log t set (rev) = (select $3 from jsonb_populate_record(null::public.activity_log, $4) r) where t.id = $1 and t.company_id = $2 and t.rev = $5;
      end if;
      get diagnostics v_count = row_count;
      return v_count;
    end $_$;


--
-- Name: write bank_accounts(uuid, uuid, jsonb); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private."write bank_accounts"(p_company uuid, p_parent uuid, p_rows jsonb) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $_$
    begin
      delete from public.bank_accounts t where t.company_id = $1 and t.company_id = $2
        and not exists (select from jsonb_populate_recordset(null::public.bank_accounts, $3) r where r.id = t.id);
      update public.bank_accounts t set (name, iban, bic, is_default) = row(r.name, r.iban, r.bic, r.is_default) from jsonb_populate_recordset(null::public.bank_accounts, $3) r
        where t.id = r.id and t.company_id = $1 and t.company_id = $2 and (t.name, t.iban, t.bic, t.is_default) is distinct from (r.name, r.iban, r.bic, r.is_default);
      insert into public.bank_accounts (id, company_id, name, iban, bic, is_default) select r.id, $1, r.name, r.iban, r.bic, r.is_default from jsonb_populate_recordset(null::public.bank_accounts, $3) r
        where not exists (select from public.bank_accounts t where t.id = r.id and t.company_id = $1 and t.company_id = $2);
    end $_$;


--
-- Name: write companies(uuid, uuid, text, jsonb, text); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private."write companies"(p_id uuid, p_company uuid, p_mutation text, p_doc jsonb, p_base text) RETURNS integer
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $_$
    declare
      v_count int;
    begin
      if p_base is null then
        insert into public.companies (id, company_id, rev) select $1, $2, $3 from jsonb_populate_record(null::public.companies, $4) r;
      else
        update public.companies t set (rev, name, logo_path, settings) = (select $3, r.name, r.logo_path, r.settings from jsonb_populate_record(null::public.companies, $4) r) where t.id = $1 and t.company_id = $2 and t.rev = $5;
      end if;
      get diagnostics v_count = row_count;
      return v_count;
    end $_$;


--
-- Name: write customers(uuid, uuid, text, jsonb, text); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private."write customers"(p_id uuid, p_company uuid, p_mutation text, p_doc jsonb, p_base text) RETURNS integer
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $_$
    declare
      v_count int;
    begin
      if p_base is null then
        insert into public.customers (id, company_id, rev, name, contact_name, email, phone, street, house_number, postal_code, city, country, vat_id, language, currency, payment_terms_days, buyer_reference, notes, is_active, e_address, e_address_scheme, e_invoice_format, customer_number, salutation, delivery_name, delivery_street, delivery_house_number, delivery_postal_code, delivery_city, delivery_country, reminder_hold) select $1, $2, $3, r.name, r.contact_name, r.email, r.phone, r.street, r.house_number, r.postal_code, r.city, r.country, r.vat_id, r.language, r.currency, r.payment_terms_days, r.buyer_reference, r.notes, r.is_active, r.e_address, r.e_address_scheme, r.e_invoice_format, r.customer_number, r.salutation, r.delivery_name, r.delivery_street, r.delivery_house_number, r.delivery_postal_code, r.delivery_city, r.delivery_country, r.reminder_hold from jsonb_populate_record(null::public.customers, $4) r;
      else
        update public.customers t set (rev, name, contact_name, email, phone, street, house_number, postal_code, city, country, vat_id, language, currency, payment_terms_days, buyer_reference, notes, is_active, e_address, e_address_scheme, e_invoice_format, customer_number, salutation, delivery_name, delivery_street, delivery_house_number, delivery_postal_code, delivery_city, delivery_country, reminder_hold) = (select $3, r.name, r.contact_name, r.email, r.phone, r.street, r.house_number, r.postal_code, r.city, r.country, r.vat_id, r.language, r.currency, r.payment_terms_days, r.buyer_reference, r.notes, r.is_active, r.e_address, r.e_address_scheme, r.e_invoice_format, r.customer_number, r.salutation, r.delivery_name, r.delivery_street, r.delivery_house_number, r.delivery_postal_code, r.delivery_city, r.delivery_country, r.reminder_hold from jsonb_populate_record(null::public.customers, $4) r) where t.id = $1 and t.company_id = $2 and t.rev = $5;
      end if;
      get diagnostics v_count = row_count;
      return v_count;
    end $_$;


--
-- Name: write delivery_notes(uuid, uuid, text, jsonb, text); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private."write delivery_notes"(p_id uuid, p_company uuid, p_mutation text, p_doc jsonb, p_base text) RETURNS integer
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $_$
    declare
      v_count int;
    begin
      if p_base is null then
        insert into public.delivery_notes (id, company_id, rev, invoice_id, customer_id, delivery_date, delivered_on, language, currency, reference, notes, shows_prices, items) select $1, $2, $3, r.invoice_id, r.customer_id, r.delivery_date, r.delivered_on, r.language, r.currency, r.reference, r.notes, r.shows_prices, r.items from jsonb_populate_record(null::public.delivery_notes, $4) r;
      else
        update public.delivery_notes t set (rev, invoice_id, customer_id, delivery_date, delivered_on, language, currency, reference, notes, shows_prices, items) = (select $3, r.invoice_id, r.customer_id, r.delivery_date, r.delivered_on, r.language, r.currency, r.reference, r.notes, r.shows_prices, r.items from jsonb_populate_record(null::public.delivery_notes, $4) r) where t.id = $1 and t.company_id = $2 and t.rev = $5;
      end if;
      get diagnostics v_count = row_count;
      return v_count;
    end $_$;


--
-- Name: write expense_categories(uuid, uuid, text, jsonb, text); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private."write expense_categories"(p_id uuid, p_company uuid, p_mutation text, p_doc jsonb, p_base text) RETURNS integer
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $_$
    declare
      v_count int;
    begin
      if p_base is null then
        insert into public.expense_categories (id, company_id, rev, name, description, icon, color, sort_order, is_active) select $1, $2, $3, r.name, r.description, r.icon, r.color, r.sort_order, r.is_active from jsonb_populate_record(null::public.expense_categories, $4) r;
      else
        update public.expense_categories t set (rev, name, description, icon, color, sort_order, is_active) = (select $3, r.name, r.description, r.icon, r.color, r.sort_order, r.is_active from jsonb_populate_record(null::public.expense_categories, $4) r) where t.id = $1 and t.company_id = $2 and t.rev = $5;
      end if;
      get diagnostics v_count = row_count;
      return v_count;
    end $_$;


--
-- Name: write expenses(uuid, uuid, text, jsonb, text); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private."write expenses"(p_id uuid, p_company uuid, p_mutation text, p_doc jsonb, p_base text) RETURNS integer
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $_$
    declare
      v_count int;
    begin
      if p_base is null then
        insert into public.expenses (id, company_id, rev, created_by, category_id, vendor_id, customer_id, description, amount, currency, tax_rate, tax_amount, expense_date, status, rejection_reason, is_billable, is_reimbursable, paid_on, payment_method, is_separate, reverses_expense_id, reversal_reason, booked_on, tax_lines, exchange) select $1, $2, $3, r.created_by, r.category_id, r.vendor_id, r.customer_id, r.description, r.amount, r.currency, r.tax_rate, r.tax_amount, r.expense_date, r.status, r.rejection_reason, r.is_billable, r.is_reimbursable, r.paid_on, r.payment_method, r.is_separate, r.reverses_expense_id, r.reversal_reason, r.booked_on, r.tax_lines, r.exchange from jsonb_populate_record(null::public.expenses, $4) r;
      else
        update public.expenses t set (rev, category_id, vendor_id, customer_id, description, amount, currency, tax_rate, tax_amount, expense_date, status, rejection_reason, is_billable, is_reimbursable, paid_on, payment_method, is_separate, booked_on, tax_lines, exchange) = (select $3, r.category_id, r.vendor_id, r.customer_id, r.description, r.amount, r.currency, r.tax_rate, r.tax_amount, r.expense_date, r.status, r.rejection_reason, r.is_billable, r.is_reimbursable, r.paid_on, r.payment_method, r.is_separate, r.booked_on, r.tax_lines, r.exchange from jsonb_populate_record(null::public.expenses, $4) r) where t.id = $1 and t.company_id = $2 and t.rev = $5;
      end if;
      get diagnostics v_count = row_count;
      return v_count;
    end $_$;


--
-- Name: write files(uuid, uuid, text, jsonb, text); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private."write files"(p_id uuid, p_company uuid, p_mutation text, p_doc jsonb, p_base text) RETURNS integer
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $_$
    declare
      v_count int;
    begin
      if p_base is null then
        insert into public.files (id, company_id, rev, expense_id, created_by, path, name, mime_type, size, sha256, confidential, original_path, original_mime_type, original_size, original_sha256) select $1, $2, $3, r.expense_id, r.created_by, r.path, r.name, r.mime_type, r.size, r.sha256, r.confidential, r.original_path, r.original_mime_type, r.original_size, r.original_sha256 from jsonb_populate_record(null::public.files, $4) r;
      else
        update public.files t set (rev, expense_id, name, confidential) = (select $3, r.expense_id, r.name, r.confidential from jsonb_populate_record(null::public.files, $4) r) where t.id = $1 and t.company_id = $2 and t.rev = $5;
      end if;
      get diagnostics v_count = row_count;
      return v_count;
    end $_$;


--
-- Name: write invoice_items(uuid, uuid, jsonb); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private."write invoice_items"(p_company uuid, p_parent uuid, p_rows jsonb) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $_$
    begin
      delete from public.invoice_items t where t.company_id = $1 and t.invoice_id = $2
        and not exists (select from jsonb_populate_recordset(null::public.invoice_items, $3) r where r.id = t.id);
      update public.invoice_items t set ("position", product_id, description, unit, quantity, unit_price, discount_percent, tax_rate, tax_category, exemption_reason, origin_item_id) = row(r."position", r.product_id, r.description, r.unit, r.quantity, r.unit_price, r.discount_percent, r.tax_rate, r.tax_category, r.exemption_reason, r.origin_item_id) from jsonb_populate_recordset(null::public.invoice_items, $3) r
        where t.id = r.id and t.company_id = $1 and t.invoice_id = $2 and (t."position", t.product_id, t.description, t.unit, t.quantity, t.unit_price, t.discount_percent, t.tax_rate, t.tax_category, t.exemption_reason, t.origin_item_id) is distinct from (r."position", r.product_id, r.description, r.unit, r.quantity, r.unit_price, r.discount_percent, r.tax_rate, r.tax_category, r.exemption_reason, r.origin_item_id);
      insert into public.invoice_items (id, company_id, invoice_id, "position", product_id, description, unit, quantity, unit_price, discount_percent, tax_rate, tax_category, exemption_reason, origin_item_id) select r.id, $1, $2, r."position", r.product_id, r.description, r.unit, r.quantity, r.unit_price, r.discount_percent, r.tax_rate, r.tax_category, r.exemption_reason, r.origin_item_id from jsonb_populate_recordset(null::public.invoice_items, $3) r
        where not exists (select from public.invoice_items t where t.id = r.id and t.company_id = $1 and t.invoice_id = $2);
    end $_$;


--
-- Name: write invoice_products(uuid, uuid, text, jsonb, text); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private."write invoice_products"(p_id uuid, p_company uuid, p_mutation text, p_doc jsonb, p_base text) RETURNS integer
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $_$
    declare
      v_count int;
    begin
      if p_base is null then
        insert into public.invoice_products (id, company_id, rev, name, description, unit, unit_price, tax_rate, currency, is_active, tax_category, exemption_reason) select $1, $2, $3, r.name, r.description, r.unit, r.unit_price, r.tax_rate, r.currency, r.is_active, r.tax_category, r.exemption_reason from jsonb_populate_record(null::public.invoice_products, $4) r;
      else
        update public.invoice_products t set (rev, name, description, unit, unit_price, tax_rate, currency, is_active, tax_category, exemption_reason) = (select $3, r.name, r.description, r.unit, r.unit_price, r.tax_rate, r.currency, r.is_active, r.tax_category, r.exemption_reason from jsonb_populate_record(null::public.invoice_products, $4) r) where t.id = $1 and t.company_id = $2 and t.rev = $5;
      end if;
      get diagnostics v_count = row_count;
      return v_count;
    end $_$;


--
-- Name: write invoices(uuid, uuid, text, jsonb, text); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private."write invoices"(p_id uuid, p_company uuid, p_mutation text, p_doc jsonb, p_base text) RETURNS integer
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $_$
    declare
      v_count int;
    begin
      if p_base is null then
        insert into public.invoices (id, company_id, rev, created_by, customer_id, status, delivery, sent_at, due_days, service_from, service_to, currency, language, reference, notes, internal_notes, payment_terms, tax_mode, overruled_warnings, exchange, document_type, corrects_id, reason, leased, reminder_hold) select $1, $2, $3, r.created_by, r.customer_id, r.status, r.delivery, r.sent_at, r.due_days, r.service_from, r.service_to, r.currency, r.language, r.reference, r.notes, r.internal_notes, r.payment_terms, r.tax_mode, r.overruled_warnings, r.exchange, r.document_type, r.corrects_id, r.reason, r.leased, r.reminder_hold from jsonb_populate_record(null::public.invoices, $4) r;
      else
        update public.invoices t set (rev, customer_id, status, delivery, sent_at, due_days, service_from, service_to, currency, language, reference, notes, internal_notes, payment_terms, tax_mode, overruled_warnings, exchange, reason, leased, reminder_hold) = (select $3, r.customer_id, r.status, r.delivery, r.sent_at, r.due_days, r.service_from, r.service_to, r.currency, r.language, r.reference, r.notes, r.internal_notes, r.payment_terms, r.tax_mode, r.overruled_warnings, r.exchange, r.reason, r.leased, r.reminder_hold from jsonb_populate_record(null::public.invoices, $4) r) where t.id = $1 and t.company_id = $2 and t.rev = $5;
      end if;
      get diagnostics v_count = row_count;
      return v_count;
    end $_$;


--
-- Name: write members(uuid, uuid, text, jsonb, text); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private."write members"(p_id uuid, p_company uuid, p_mutation text, p_doc jsonb, p_base text) RETURNS integer
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $_$
    declare
      v_count int;
    begin
      if p_base is null then
        insert into public.company_users (id, company_id, rev) select $1, $2, $3 from jsonb_populate_record(null::public.company_users, $4) r;
      else
        update public.company_users t set (rev) = (select $3 from jsonb_populate_record(null::public.company_users, $4) r) where t.id = $1 and t.company_id = $2 and t.rev = $5;
      end if;
      get diagnostics v_count = row_count;
      return v_count;
    end $_$;


--
-- Name: write payments(uuid, uuid, text, jsonb, text); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private."write payments"(p_id uuid, p_company uuid, p_mutation text, p_doc jsonb, p_base text) RETURNS integer
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $_$
    declare
      v_count int;
    begin
      if p_base is null then
        insert into public.payments (id, company_id, rev, invoice_id, amount, currency, payment_date, method, reference, notes, created_by, is_separate, reverses_payment_id, reversal_reason, booked_on, exchange) select $1, $2, $3, r.invoice_id, r.amount, r.currency, r.payment_date, r.method, r.reference, r.notes, r.created_by, r.is_separate, r.reverses_payment_id, r.reversal_reason, r.booked_on, r.exchange from jsonb_populate_record(null::public.payments, $4) r;
      else
        update public.payments t set (rev, invoice_id, amount, currency, payment_date, method, reference, notes, is_separate, booked_on, exchange) = (select $3, r.invoice_id, r.amount, r.currency, r.payment_date, r.method, r.reference, r.notes, r.is_separate, r.booked_on, r.exchange from jsonb_populate_record(null::public.payments, $4) r) where t.id = $1 and t.company_id = $2 and t.rev = $5;
      end if;
      get diagnostics v_count = row_count;
      return v_count;
    end $_$;


--
-- Name: write period_figures(uuid, uuid, text, jsonb, text); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private."write period_figures"(p_id uuid, p_company uuid, p_mutation text, p_doc jsonb, p_base text) RETURNS integer
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $_$
    declare
      v_count int;
    begin
      if p_base is null then
        insert into public.period_figures (id, company_id, rev) select $1, $2, $3 from jsonb_populate_record(null::public.period_figures, $4) r;
      else
        update public.period_figures t set (rev) = (select $3 from jsonb_populate_record(null::public.period_figures, $4) r) where t.id = $1 and t.company_id = $2 and t.rev = $5;
      end if;
      get diagnostics v_count = row_count;
      return v_count;
    end $_$;


--
-- Name: write periods(uuid, uuid, text, jsonb, text); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private."write periods"(p_id uuid, p_company uuid, p_mutation text, p_doc jsonb, p_base text) RETURNS integer
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $_$
    declare
      v_count int;
    begin
      if p_base is null then
        insert into public.periods (id, company_id, rev, month, is_closed, reason) select $1, $2, $3, r.month, r.is_closed, r.reason from jsonb_populate_record(null::public.periods, $4) r;
      else
        update public.periods t set (rev, is_closed, reason) = (select $3, r.is_closed, r.reason from jsonb_populate_record(null::public.periods, $4) r) where t.id = $1 and t.company_id = $2 and t.rev = $5;
      end if;
      get diagnostics v_count = row_count;
      return v_count;
    end $_$;


--
-- Name: write recurring_expenses(uuid, uuid, text, jsonb, text); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private."write recurring_expenses"(p_id uuid, p_company uuid, p_mutation text, p_doc jsonb, p_base text) RETURNS integer
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $_$
    declare
      v_count int;
    begin
      if p_base is null then
        insert into public.recurring_expenses (id, company_id, rev, created_by, category_id, vendor_id, customer_id, description, amount, currency, tax_rate, tax_amount, payment_method, "interval", start_date, end_date, skip_before, is_active, is_billable, is_reimbursable, auto_generate, lead_days, generate_requested) select $1, $2, $3, r.created_by, r.category_id, r.vendor_id, r.customer_id, r.description, r.amount, r.currency, r.tax_rate, r.tax_amount, r.payment_method, r."interval", r.start_date, r.end_date, r.skip_before, r.is_active, r.is_billable, r.is_reimbursable, r.auto_generate, r.lead_days, r.generate_requested from jsonb_populate_record(null::public.recurring_expenses, $4) r;
      else
        update public.recurring_expenses t set (rev, category_id, vendor_id, customer_id, description, amount, currency, tax_rate, tax_amount, payment_method, "interval", start_date, end_date, skip_before, is_active, is_billable, is_reimbursable, auto_generate, lead_days, generate_requested) = (select $3, r.category_id, r.vendor_id, r.customer_id, r.description, r.amount, r.currency, r.tax_rate, r.tax_amount, r.payment_method, r."interval", r.start_date, r.end_date, r.skip_before, r.is_active, r.is_billable, r.is_reimbursable, r.auto_generate, r.lead_days, r.generate_requested from jsonb_populate_record(null::public.recurring_expenses, $4) r) where t.id = $1 and t.company_id = $2 and t.rev = $5;
      end if;
      get diagnostics v_count = row_count;
      return v_count;
    end $_$;


--
-- Name: write recurring_invoice_items(uuid, uuid, jsonb); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private."write recurring_invoice_items"(p_company uuid, p_parent uuid, p_rows jsonb) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $_$
    begin
      delete from public.recurring_invoice_items t where t.company_id = $1 and t.recurring_invoice_id = $2
        and not exists (select from jsonb_populate_recordset(null::public.recurring_invoice_items, $3) r where r.id = t.id);
      update public.recurring_invoice_items t set ("position", product_id, description, unit, quantity, unit_price, discount_percent, tax_rate, tax_category, exemption_reason) = row(r."position", r.product_id, r.description, r.unit, r.quantity, r.unit_price, r.discount_percent, r.tax_rate, r.tax_category, r.exemption_reason) from jsonb_populate_recordset(null::public.recurring_invoice_items, $3) r
        where t.id = r.id and t.company_id = $1 and t.recurring_invoice_id = $2 and (t."position", t.product_id, t.description, t.unit, t.quantity, t.unit_price, t.discount_percent, t.tax_rate, t.tax_category, t.exemption_reason) is distinct from (r."position", r.product_id, r.description, r.unit, r.quantity, r.unit_price, r.discount_percent, r.tax_rate, r.tax_category, r.exemption_reason);
      insert into public.recurring_invoice_items (id, company_id, recurring_invoice_id, "position", product_id, description, unit, quantity, unit_price, discount_percent, tax_rate, tax_category, exemption_reason) select r.id, $1, $2, r."position", r.product_id, r.description, r.unit, r.quantity, r.unit_price, r.discount_percent, r.tax_rate, r.tax_category, r.exemption_reason from jsonb_populate_recordset(null::public.recurring_invoice_items, $3) r
        where not exists (select from public.recurring_invoice_items t where t.id = r.id and t.company_id = $1 and t.recurring_invoice_id = $2);
    end $_$;


--
-- Name: write recurring_invoices(uuid, uuid, text, jsonb, text); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private."write recurring_invoices"(p_id uuid, p_company uuid, p_mutation text, p_doc jsonb, p_base text) RETURNS integer
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $_$
    declare
      v_count int;
    begin
      if p_base is null then
        insert into public.recurring_invoices (id, company_id, rev, created_by, name, customer_id, is_active, "interval", start_date, end_date, skip_before, currency, language, due_days, reference, notes, internal_notes, payment_terms, tax_mode, generate_as, lead_days, auto_generate, generate_requested) select $1, $2, $3, r.created_by, r.name, r.customer_id, r.is_active, r."interval", r.start_date, r.end_date, r.skip_before, r.currency, r.language, r.due_days, r.reference, r.notes, r.internal_notes, r.payment_terms, r.tax_mode, r.generate_as, r.lead_days, r.auto_generate, r.generate_requested from jsonb_populate_record(null::public.recurring_invoices, $4) r;
      else
        update public.recurring_invoices t set (rev, name, customer_id, is_active, "interval", start_date, end_date, skip_before, currency, language, due_days, reference, notes, internal_notes, payment_terms, tax_mode, generate_as, lead_days, auto_generate, generate_requested) = (select $3, r.name, r.customer_id, r.is_active, r."interval", r.start_date, r.end_date, r.skip_before, r.currency, r.language, r.due_days, r.reference, r.notes, r.internal_notes, r.payment_terms, r.tax_mode, r.generate_as, r.lead_days, r.auto_generate, r.generate_requested from jsonb_populate_record(null::public.recurring_invoices, $4) r) where t.id = $1 and t.company_id = $2 and t.rev = $5;
      end if;
      get diagnostics v_count = row_count;
      return v_count;
    end $_$;


--
-- Name: write vendors(uuid, uuid, text, jsonb, text); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private."write vendors"(p_id uuid, p_company uuid, p_mutation text, p_doc jsonb, p_base text) RETURNS integer
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $_$
    declare
      v_count int;
    begin
      if p_base is null then
        insert into public.vendors (id, company_id, rev, name, email, phone, street, house_number, postal_code, city, country, vat_id, notes, is_active, iban) select $1, $2, $3, r.name, r.email, r.phone, r.street, r.house_number, r.postal_code, r.city, r.country, r.vat_id, r.notes, r.is_active, r.iban from jsonb_populate_record(null::public.vendors, $4) r;
      else
        update public.vendors t set (rev, name, email, phone, street, house_number, postal_code, city, country, vat_id, notes, is_active, iban) = (select $3, r.name, r.email, r.phone, r.street, r.house_number, r.postal_code, r.city, r.country, r.vat_id, r.notes, r.is_active, r.iban from jsonb_populate_record(null::public.vendors, $4) r) where t.id = $1 and t.company_id = $2 and t.rev = $5;
      end if;
      get diagnostics v_count = row_count;
      return v_count;
    end $_$;


--
-- Name: write_document(private.synced_collections, uuid, uuid, text, text, jsonb); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.write_document(p_registry private.synced_collections, p_company uuid, p_id uuid, p_base text, p_mutation text, p_doc jsonb) RETURNS integer
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
  v_nested private.nested_collections;
begin
  select * into v_nested from private.nested_collections n where n.collection = p_registry.collection and p_doc ? n.key;
  if found then return private.write_nested_document(v_nested, p_registry, p_company, p_id, p_base, p_mutation, p_doc); end if;
  return private.write_row(p_registry, p_company, p_id, p_base, p_mutation, p_doc);
end $$;


--
-- Name: nested_collections; Type: TABLE; Schema: private; Owner: -
--

CREATE TABLE private.nested_collections (
    collection text NOT NULL,
    key text NOT NULL,
    table_name name NOT NULL,
    parent_column name NOT NULL,
    columns name[] NOT NULL
);


--
-- Name: write_nested_document(private.nested_collections, private.synced_collections, uuid, uuid, text, text, jsonb); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.write_nested_document(p_nested private.nested_collections, p_registry private.synced_collections, p_company uuid, p_id uuid, p_base text, p_mutation text, p_doc jsonb) RETURNS integer
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
  v_count int;
begin
  execute format('set constraints public.%I deferred', p_nested.table_name || '_' || p_nested.parent_column || '_fkey');
  perform set_config('kontor.document', p_id::text, true);
  perform private.write_nested_rows(p_nested, p_company, p_id, p_doc -> p_nested.key);
  v_count := private.write_row(p_registry, p_company, p_id, p_base, p_mutation, p_doc);
  if v_count = 0 then raise exception 'record_took_nothing' using errcode = 'KT000'; end if;
  perform set_config('kontor.document', '', true);
  return v_count;
exception when sqlstate 'KT000' then
  return 0;
end $$;


--
-- Name: write_nested_rows(private.nested_collections, uuid, uuid, jsonb); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.write_nested_rows(p_nested private.nested_collections, p_company uuid, p_parent uuid, p_rows jsonb) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $_$
begin
  if jsonb_typeof(p_rows) <> 'array' then raise exception 'invalid_change' using errcode = 'P0001', detail = p_nested.key; end if;
  execute format('select private.%I($1, $2, $3)', 'write ' || p_nested.table_name) using p_company, p_parent, p_rows;
end $_$;


--
-- Name: write_nested_writer(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.write_nested_writer() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $_$
declare
  v_name text := format('private.%I', 'write ' || new.table_name);
  v_columns text := (select string_agg(format('%I', c), ', ') from unnest(new.columns) c);
  v_values text := (select string_agg(format('r.%I', c), ', ') from unnest(new.columns) c);
  v_stored text := (select string_agg(format('t.%I', c), ', ') from unnest(new.columns) c);
  v_is_company boolean := new.parent_column = 'company_id';
begin
  execute format($f$
    create or replace function %1$s(p_company uuid, p_parent uuid, p_rows jsonb) returns void
      language plpgsql volatile set search_path = '' as $$
    begin
      delete from public.%2$I t where t.company_id = $1 and t.%3$I = $2
        and not exists (select from jsonb_populate_recordset(null::public.%2$I, $3) r where r.id = t.id);
      update public.%2$I t set (%4$s) = row(%5$s) from jsonb_populate_recordset(null::public.%2$I, $3) r
        where t.id = r.id and t.company_id = $1 and t.%3$I = $2 and (%6$s) is distinct from (%5$s);
      insert into public.%2$I (id, company_id%7$s, %4$s) select r.id, $1%8$s, %5$s from jsonb_populate_recordset(null::public.%2$I, $3) r
        where not exists (select from public.%2$I t where t.id = r.id and t.company_id = $1 and t.%3$I = $2);
    end $$$f$,
    v_name, new.table_name, new.parent_column, v_columns, v_values, v_stored,
    case when v_is_company then '' else format(', %I', new.parent_column) end, case when v_is_company then '' else ', $2' end);
  execute format('revoke all on function %s(uuid, uuid, jsonb) from public', v_name);
  execute format('grant execute on function %s(uuid, uuid, jsonb) to authenticated', v_name);
  return null;
end $_$;


--
-- Name: write_reader(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.write_reader() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $_$
declare
  v_name text := format('private.%I', 'read ' || new.source);
begin
  -- By primary key and with an array: a join may be planned as a hash over every company's rows. A plan that is made while the table is empty would
  -- read all of it, until the rows are counted again.
  execute format($f$
    create or replace function %1$s(p_company uuid, p_ids uuid[], p_bytes int, out docs json, out taken int, out seen uuid[], out cut int)
      language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
    begin
      with documents as materialized (select d.id, to_json(d) as doc from %2$s d where d.id = any (p_ids) and d.company_id = p_company),
         placed as (select documents.id, doc, page.place, sum(pg_column_size(doc)) over (order by page.place) - pg_column_size(doc) as before
           from documents join unnest(p_ids) with ordinality as page (id, place) on page.id = documents.id)
       select coalesce(json_agg(doc order by place), '[]'), count(*), (select coalesce(array_agg(id), '{}') from placed),
           (select min(place) from placed where before >= p_bytes)
         into docs, taken, seen, cut from placed where before < p_bytes;
    end $$$f$, v_name, new.source);
  execute format('revoke all on function %s(uuid, uuid[], int) from public', v_name);
  execute format('grant execute on function %s(uuid, uuid[], int) to authenticated', v_name);
  return null;
end $_$;


--
-- Name: write_row(private.synced_collections, uuid, uuid, text, text, jsonb); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.write_row(p_registry private.synced_collections, p_company uuid, p_id uuid, p_base text, p_mutation text, p_doc jsonb) RETURNS integer
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $_$
declare
  v_names name[] := case when p_base is null then p_registry.insertable else p_registry.updatable end;
  v_count int;
begin
  if p_doc ?& v_names::text[] then
    execute format('select private.%I($1, $2, $3, $4, $5)', 'write ' || p_registry.collection) into v_count using p_id, p_company, p_mutation, p_doc, p_base;
    return v_count;
  end if;
  execute private.write_statement(p_registry.table_name, array(select c from unnest(v_names) c where p_doc ? c::text), p_base is null)
    using p_id, p_company, p_mutation, p_doc, p_base;
  get diagnostics v_count = row_count;
  return v_count;
end $_$;


--
-- Name: write_rows(private.synced_collections, uuid, jsonb[]); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.write_rows(p_registry private.synced_collections, p_company uuid, p_changes jsonb[]) RETURNS integer
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $_$
declare
  v_is_new boolean := p_changes[1] ->> 'base_rev' is null;
  v_names name[] := array(
    select c from unnest(case when v_is_new then p_registry.insertable else p_registry.updatable end) c where p_changes[1] -> 'doc' ? c::text);
  v_columns text := coalesce((select string_agg(format(', %I', c), '') from unnest(v_names) c), '');
  v_values text := coalesce((select string_agg(format(', r.%I', c), '') from unnest(v_names) c), '');
  v_count int;
begin
  -- Under row level security a key is looked up by its index only where nothing is computed beside it: what a change says is read beforehand.
  execute format(case when v_is_new then
      'insert into public.%1$I (id, company_id, rev%2$s)
       select (c ->> ''id'')::uuid, $1, c ->> ''mutation_id''%3$s
       from unnest($2) with ordinality as u (c, n), jsonb_populate_record(null::public.%1$I, c -> ''doc'') r order by n'
    else
      'with changes as materialized (
         select (c ->> ''id'')::uuid as id, c ->> ''base_rev'' as base_rev, c ->> ''mutation_id'' as mutation_id, c -> ''doc'' as doc from unnest($2) c)
       update public.%1$I t set (rev%2$s) = row(c.mutation_id%3$s)
       from changes c, jsonb_populate_record(null::public.%1$I, c.doc) r
       where t.id = c.id and t.company_id = $1 and t.rev = c.base_rev'
    end, p_registry.table_name, v_columns, v_values) using p_company, p_changes;
  get diagnostics v_count = row_count;
  return v_count;
end $_$;


--
-- Name: write_statement(name, name[], boolean); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.write_statement(p_table name, p_names name[], p_is_new boolean) RETURNS text
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO ''
    AS $_$
declare
  v_columns text := coalesce((select string_agg(format(', %I', c), '') from unnest(p_names) c), '');
  v_values text := coalesce((select string_agg(format(', r.%I', c), '') from unnest(p_names) c), '');
begin
  return format(case when p_is_new then
      'insert into public.%1$I (id, company_id, rev%2$s) select $1, $2, $3%3$s from jsonb_populate_record(null::public.%1$I, $4) r'
    else
      'update public.%1$I t set (rev%2$s) = (select $3%3$s from jsonb_populate_record(null::public.%1$I, $4) r) where t.id = $1 and t.company_id = $2 and t.rev = $5'
    end, p_table, v_columns, v_values);
end $_$;


--
-- Name: write_writer(); Type: FUNCTION; Schema: private; Owner: -
--

CREATE FUNCTION private.write_writer() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $_$
declare
  v_name text := format('private.%I', 'write ' || new.collection);
begin
  execute format($f$
    create or replace function %1$s(p_id uuid, p_company uuid, p_mutation text, p_doc jsonb, p_base text) returns int
      language plpgsql volatile set search_path = '' as $$
    declare
      v_count int;
    begin
      if p_base is null then
        %2$s;
      else
        %3$s;
      end if;
      get diagnostics v_count = row_count;
      return v_count;
    end $$$f$,
    v_name, private.write_statement(new.table_name, new.insertable, true), private.write_statement(new.table_name, new.updatable, false));
  execute format('revoke all on function %s(uuid, uuid, text, jsonb, text) from public', v_name);
  execute format('grant execute on function %s(uuid, uuid, text, jsonb, text) to authenticated', v_name);
  return null;
end $_$;


--
-- Name: accept_invite(uuid, text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.accept_invite(p_invite uuid DEFAULT NULL::uuid, p_token text DEFAULT NULL::text) RETURNS uuid
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_invite public.invites := private.my_invite(p_invite, p_token);
begin
  if v_invite.status = 'accepted' and v_invite.answered_by = auth.uid()
    and exists (select from public.company_users cu where cu.company_id = v_invite.company_id and cu.user_id = auth.uid()) then
    return v_invite.company_id;
  end if;
  if v_invite.status <> 'pending' or v_invite.expires_at <= now() or not private.is_backed(v_invite) then
    raise exception 'invite_not_valid' using errcode = 'P0001';
  end if;
  update public.invites i set status = 'accepted', answered_by = auth.uid(), updated_at = now() where i.id = v_invite.id;
  -- Whoever became a member in another way meanwhile keeps what they have.
  insert into public.company_users (company_id, user_id, is_admin) values (v_invite.company_id, auth.uid(), v_invite.is_admin)
    on conflict (company_id, user_id) do nothing;
  if found then
    insert into public.company_user_permissions (company_id, user_id, permission_key)
      select v_invite.company_id, auth.uid(), k from unnest(v_invite.keys) k join public.permissions p on p.key = k;
  end if;
  return v_invite.company_id;
end $$;


--
-- Name: arm_invite(uuid, text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.arm_invite(p_invite uuid, p_token_hash text) RETURNS jsonb
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_invite public.invites;
begin
  select * into v_invite from public.invites i where i.id = p_invite and i.status = 'pending' for update;
  if not found then raise exception 'invite_not_valid' using errcode = 'P0001', detail = 'p_invite'; end if;
  insert into private.invite_tokens (invite_id, token_hash) values (p_invite, p_token_hash)
    on conflict (invite_id) do update set token_hash = excluded.token_hash;
  return (select jsonb_build_object('email', v_invite.email, 'language', v_invite.language, 'company_id', c.id, 'company_name', c.name,
      'primary_color', c.settings #>> '{company_details,branding,primary_color}',
      'invited_by_name', coalesce((select cu.display_name from public.company_users cu where cu.company_id = c.id and cu.user_id = v_invite.invited_by), ''))
    from public.companies c where c.id = v_invite.company_id);
end $$;


--
-- Name: begin_delivery_mail(uuid, jsonb); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.begin_delivery_mail(p_note uuid, p_mail jsonb) RETURNS jsonb
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    SET "TimeZone" TO 'UTC'
    AS $$
declare
  v_mutation text := p_mail ->> 'mutation_id';
  v_to text[] := array(select jsonb_array_elements_text(coalesce(p_mail -> 'to', '[]')));
  v_copies text[] := array(select jsonb_array_elements_text(coalesce(p_mail -> 'cc', '[]')));
  v_note public.delivery_notes;
  v_mail private.invoice_mails;
begin
  perform private.require_person();
  select * into v_note from public.delivery_notes d
    where d.id = p_note and d.company_id in (select private.companies_with('invoices.send')) for share;
  if not found then raise exception 'delivery_note_gone' using errcode = 'P0001', detail = 'delivery_note_id'; end if;
  perform pg_advisory_xact_lock(hashtextextended('kontor.invoice-mail:' || v_note.company_id || v_mutation, 0));
  select * into v_mail from private.invoice_mails m where m.company_id = v_note.company_id and m.mutation_id = v_mutation;
  if found and v_mail.delivery_note_id is distinct from p_note then raise exception 'invalid_input' using errcode = 'P0001', detail = 'mutation_id'; end if;
  if v_mail.state = 'sent' then return jsonb_build_object('state', 'sent', 'refused', to_jsonb(v_mail.refused)); end if;
  if v_mail.state = 'failed' and v_mail.refused <> '{}' and (p_mail ->> 'again')::boolean is not true then
    return jsonb_build_object('state', 'refused', 'refused', to_jsonb(v_mail.refused));
  end if;
  if v_mail.state = 'sending' and v_mail.started_at > now() - interval '2 minutes' then return '{"state": "sending"}'; end if;
  if v_mail.state = 'sending' and (p_mail ->> 'again')::boolean is not true then return '{"state": "unclear"}'; end if;
  if exists (select from jsonb_each(coalesce(p_mail -> 'note', '{}')) n (field, value) where to_jsonb(v_note) -> n.field is distinct from n.value) then
    raise exception 'delivery_note_changed' using errcode = 'P0001', detail = 'note';
  end if;
  perform private.take_mail_allowance(v_note.company_id, 'invoice', array(select distinct lower(r) from unnest(v_to || v_copies) r));
  insert into private.invoice_mails as m (company_id, mutation_id, delivery_note_id, user_id, recipients, copies, subject, body, attachments, kind, state)
    values (v_note.company_id, v_mutation, p_note, auth.uid(), v_to, v_copies, left(p_mail ->> 'subject', 300), coalesce(p_mail ->> 'body', ''),
      coalesce(p_mail -> 'attachments', '[]'), 'delivery_note', 'sending')
    on conflict (company_id, mutation_id) do update set state = excluded.state, started_at = now(), finished_at = null, user_id = auth.uid(),
      recipients = excluded.recipients, copies = excluded.copies, subject = excluded.subject, body = excluded.body, attachments = excluded.attachments, refused = '{}';
  return jsonb_build_object('state', 'go', 'company_id', v_note.company_id, 'number', v_note.number, 'language', v_note.language);
end $$;


--
-- Name: begin_import(uuid, jsonb); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.begin_import(p_id uuid, p_manifest jsonb) RETURNS jsonb
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $_$
declare
  v_user uuid := private.require_person();
  v_import private.imports;
  v_unknown text;
  v_rows bigint;
  v_bytes bigint;
  v_largest bigint;
  v_files int;
begin
  select * into v_import from private.imports i where i.id = p_id;
  if v_import.user_id <> v_user then raise exception 'id_taken' using errcode = 'P0001', detail = 'id'; end if;
  -- One that ended may be done again when its company has gone.
  if v_import.id is not null and (v_import.finished_at is null or exists (select from public.companies c where c.id = v_import.company_id)) then
    return private.import_progress(v_import);
  end if;
  if p_manifest ->> 'format' is distinct from 'kontor-archive' or octet_length(p_manifest::text) > 16777216
    or jsonb_typeof(p_manifest -> 'entries') is distinct from 'array'
    or (p_manifest #>> '{company,id}' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$') is not true then
    raise exception 'bad_manifest' using errcode = 'P0001', detail = 'manifest.json';
  end if;
  if p_manifest -> 'version' is distinct from '1' then raise exception 'newer_version' using errcode = 'P0001', detail = p_manifest ->> 'version'; end if;
  if p_manifest -> 'is_complete' is distinct from 'true' then raise exception 'incomplete_archive' using errcode = 'P0001', detail = 'manifest.json'; end if;
  if exists (
    select from jsonb_array_elements(p_manifest -> 'entries') e
    where e ->> 'path' ~ '^(json|files)/' and (char_length(e ->> 'path') <= 150 and coalesce(e ->> 'rows', '0') ~ '^\d{1,9}$' and e ->> 'bytes' ~ '^\d{1,9}$' and e ->> 'sha256' ~ '^[0-9a-f]{64}$') is not true) then
    raise exception 'bad_manifest' using errcode = 'P0001', detail = 'manifest.json';
  end if;
  select e ->> 'path' into v_unknown from jsonb_array_elements(p_manifest -> 'entries') e
    where e ->> 'path' ~ '^json/' and not exists (select from private.archive_tables() t where e ->> 'path' = 'json/' || t.name || '.jsonl') limit 1;
  if v_unknown is not null then raise exception 'unknown_to_server' using errcode = 'P0001', detail = v_unknown; end if;
  select sum((e ->> 'rows')::bigint), sum((e ->> 'bytes')::bigint), max((e ->> 'bytes')::bigint) into v_rows, v_bytes, v_largest
    from jsonb_array_elements(p_manifest -> 'entries') e where e ->> 'path' ~ '^json/';
  select count(*) into v_files from jsonb_array_elements(p_manifest -> 'entries') e where e ->> 'path' ~ '^files/';
  if v_rows > 2000000 or v_bytes > 536870912 or v_largest > 268435456 or v_files > 40000 then
    raise exception 'archive_too_large' using errcode = 'P0001', detail = concat_ws(' ', v_rows, v_bytes, v_files);
  end if;
  if exists (select from public.companies c where c.id = (p_manifest #>> '{company,id}')::uuid) then
    raise exception 'company_here' using errcode = 'P0001', detail = p_manifest #>> '{company,id}';
  end if;
  delete from private.imports i where i.id = p_id or i.user_id = v_user and i.finished_at is null;
  insert into private.imports (id, user_id, company_id, manifest) values (p_id, v_user, (p_manifest #>> '{company,id}')::uuid, p_manifest)
    returning * into v_import;
  insert into private.import_files (import_id, bucket_id, name, sha256, size)
    select p_id, split_part(e ->> 'path', '/', 2), substr(e ->> 'path', length(split_part(e ->> 'path', '/', 2)) + 8), e ->> 'sha256', (e ->> 'bytes')::int
    from jsonb_array_elements(p_manifest -> 'entries') e where e ->> 'path' ~ '^files/';
  if exists (select from private.import_files f where f.import_id = p_id and (f.bucket_id not in ('uploads', 'logos')
      or f.name !~ ('^' || v_import.company_id || '/(again/)?(original/)?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[a-z0-9.-]{1,30}$'))) then
    raise exception 'bad_path' using errcode = 'P0001', detail = (
      select 'files/' || f.bucket_id || '/' || f.name from private.import_files f where f.import_id = p_id and (f.bucket_id not in ('uploads', 'logos')
        or f.name !~ ('^' || v_import.company_id || '/(again/)?(original/)?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[a-z0-9.-]{1,30}$')) limit 1);
  end if;
  return private.import_progress(v_import);
end $_$;


--
-- Name: begin_invoice_mail(uuid, jsonb); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.begin_invoice_mail(p_invoice uuid, p_mail jsonb) RETURNS jsonb
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    SET "TimeZone" TO 'UTC'
    AS $$
declare
  v_mutation text := p_mail ->> 'mutation_id';
  v_to text[] := array(select jsonb_array_elements_text(coalesce(p_mail -> 'to', '[]')));
  v_copies text[] := array(select jsonb_array_elements_text(coalesce(p_mail -> 'cc', '[]')));
  v_is_post boolean := coalesce(p_mail ->> 'channel' = 'post', false);
  v_invoice public.invoices;
  v_mail private.invoice_mails;
  v_problem text;
begin
  perform private.require_person();
  perform private.locked_invoice(i.id) from public.invoices i
    where i.id = p_invoice and i.company_id in (select private.companies_with('invoices.send'));
  select * into v_invoice from public.invoices i where i.id = p_invoice and i.company_id in (select private.companies_with('invoices.send'));
  if not found then raise exception 'not_allowed' using errcode = '42501', detail = 'invoices.send'; end if;
  perform pg_advisory_xact_lock(hashtextextended('kontor.invoice-mail:' || v_invoice.company_id || v_mutation, 0));
  select * into v_mail from private.invoice_mails m where m.company_id = v_invoice.company_id and m.mutation_id = v_mutation;
  if found and v_mail.invoice_id is distinct from p_invoice then raise exception 'invalid_input' using errcode = 'P0001', detail = 'mutation_id'; end if;
  if v_mail.state = 'sent' then return jsonb_build_object('state', 'sent', 'refused', to_jsonb(v_mail.refused)); end if;
  if v_mail.state = 'failed' and v_mail.refused <> '{}' and (p_mail ->> 'again')::boolean is not true then
    return jsonb_build_object('state', 'refused', 'refused', to_jsonb(v_mail.refused));
  end if;
  if v_mail.state = 'sending' and v_mail.started_at > now() - interval '2 minutes' then return '{"state": "sending"}'; end if;
  if v_mail.state = 'sending' and (p_mail ->> 'again')::boolean is not true then return '{"state": "unclear"}'; end if;
  v_problem := private.mail_problem(v_invoice, p_mail);
  if v_problem is not null then
    raise exception '%', v_problem using errcode = 'P0001', detail = trim_scale(private.open_amount(v_invoice))::text;
  end if;
  if v_is_post and p_mail ->> 'kind' is distinct from 'reminder' then raise exception 'invalid_input' using errcode = 'P0001', detail = 'channel'; end if;
  if not v_is_post then
    perform private.take_mail_allowance(v_invoice.company_id, 'invoice', array(select distinct lower(r) from unnest(v_to || v_copies) r));
  end if;
  insert into private.invoice_mails as m (company_id, mutation_id, invoice_id, user_id, recipients, copies, subject, body, attachments, kind, channel, level,
      reminder, state, finished_at)
    values (v_invoice.company_id, v_mutation, p_invoice, auth.uid(), v_to, v_copies, left(p_mail ->> 'subject', 300), coalesce(p_mail ->> 'body', ''),
      coalesce(p_mail -> 'attachments', '[]'),
      case v_invoice.document_type when 'invoice' then coalesce(p_mail ->> 'kind', 'invoice') else v_invoice.document_type end,
      case when v_is_post then 'post' else 'mail' end, (p_mail ->> 'level')::int, nullif(p_mail -> 'reminder', 'null'),
      case when v_is_post then 'sent' else 'sending' end, case when v_is_post then now() end)
    on conflict (company_id, mutation_id) do update set state = excluded.state, started_at = now(), finished_at = excluded.finished_at, user_id = auth.uid(),
      recipients = excluded.recipients, copies = excluded.copies, subject = excluded.subject, body = excluded.body, attachments = excluded.attachments,
      refused = '{}', kind = excluded.kind, channel = excluded.channel, level = excluded.level, reminder = excluded.reminder
    returning * into v_mail;
  if v_is_post then
    perform private.note_sent_mail(v_mail);
    return '{"state": "sent"}';
  end if;
  return jsonb_build_object('state', 'go', 'company_id', v_invoice.company_id, 'number', v_invoice.number, 'language', v_invoice.language);
end $$;


--
-- Name: cancel_import(uuid); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.cancel_import(p_id uuid) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_import private.imports := private.own_import(p_id);
begin
  delete from private.imports i where i.id = v_import.id and i.finished_at is null;
end $$;


--
-- Name: claim_notifications(integer); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.claim_notifications(p_limit integer DEFAULT 20) RETURNS jsonb
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    SET "TimeZone" TO 'UTC'
    AS $$
declare
  v_notification private.notifications;
  v_contents jsonb;
  v_claimed jsonb := '[]';
begin
  perform private.gather_notifications();
  update private.notifications n set state = case when n.attempts >= 8 then 'failed' else 'waiting' end, reason = 'no_answer', due_at = now(),
      finished_at = case when n.attempts >= 8 then now() end
    where n.state = 'sending' and n.claimed_at < now() - interval '10 minutes';
  delete from private.push_subscriptions b where not private.is_signed_in(b)
    or not exists (select from public.company_users cu where cu.user_id = b.user_id);
  delete from private.notifications n where n.made_at < now() - interval '30 days';
  delete from private.notification_events e where e.made_at < now() - interval '30 days';
  for v_notification in
    select n.* from private.notifications n
    where n.state = 'waiting' and n.due_at <= now() and private.may_notify(n)
    order by n.due_at limit least(p_limit, 100) for update skip locked
  loop
    -- Two that became due together are one after the other, too.
    continue when not private.may_notify(v_notification);
    v_contents := private.notification_contents(v_notification);
    update private.notifications n set state = case when v_contents is null then 'dropped' else 'sending' end, attempts = n.attempts + 1, claimed_at = now(),
        finished_at = case when v_contents is null then now() end
      where n.id = v_notification.id;
    if v_contents is not null then v_claimed := v_claimed || v_contents; end if;
  end loop;
  return v_claimed;
end $$;


--
-- Name: companies_at_a_glance(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.companies_at_a_glance() RETURNS jsonb
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_me uuid := private.require_person();
begin
  return (
    with mine as (
      select c.id, c.name, private.books_currency(c.settings) as currency, private.company_today(c.id) as today,
        c.id in (select private.companies_with('invoices.view')) as sees_invoices,
        c.id in (select private.companies_with('payments.view')) as sees_payments,
        c.id in (select private.companies_with('expenses.view')) as sees_expenses,
        c.id in (select private.companies_with('expenses.approve')) as approves,
        -- An author does not approve an own expense, owners and people working alone aside.
        m.is_owner or (select count(*) = 1 from public.company_users o where o.company_id = c.id) as decides_on_own
      from public.companies c join public.company_users m on m.company_id = c.id and m.user_id = v_me
      where c.id in (select private.companies_with('dashboard.view')))
    select jsonb_build_object('user_id', v_me, 'companies', coalesce(jsonb_agg(jsonb_build_object('company_id', m.id, 'currency', m.currency, 'today', m.today,
        'cells', private.month_cells(m.id, date_trunc('month', m.today::timestamp)::date) - array_remove(array[
          case when not m.sees_invoices then 'invoices' end,
          case when not m.sees_payments then 'payments' end,
          case when not m.sees_expenses then 'expenses' end], null),
        'claims', case when m.sees_invoices then coalesce(claims.its, '{}') end,
        'to_approve', case when m.approves then (
          select count(*) from public.expenses e
          where e.company_id = m.id and e.status = 'pending' and (m.decides_on_own or e.created_by is distinct from v_me)) end,
        'refused', (select count(*) from public.expenses e where e.company_id = m.id and e.status = 'rejected' and e.created_by = v_me)
      ) order by m.name, m.id), '[]'))
    from mine m
    cross join lateral (
      select jsonb_object_agg(o.key, o.numbers) as its
      from (
        select concat_ws('|', 'open', i.currency, coalesce(i.due_date, i.issue_date)) as key,
          concat_ws(' ', count(*), sum(round((private.claim_of(i) - i.paid_total) * private.minor_units(i.currency)))) as numbers
        from public.invoices i
        where m.sees_invoices and i.company_id = m.id and i.status = 'issued' and i.document_type = 'invoice'
          and i.payment_status in ('unpaid', 'partially_paid')
          -- What comes to less than nothing has to go to the customer.
          and private.claim_of(i) >= 0
        group by 1) o) claims);
end $$;


--
-- Name: company_end(uuid); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.company_end(p_company uuid) RETURNS jsonb
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    SET "TimeZone" TO 'UTC'
    AS $$
declare
  v_company public.companies := private.lock_for_owner(p_company);
begin
  return jsonb_build_object('has_books', private.has_books(v_company.id), 'kept_until', private.company_kept_until(v_company.id),
    'exported_at', (select e.exported_at from private.last_exports e where e.company_id = v_company.id),
    'is_exported', private.is_exported(v_company.id));
end $$;


--
-- Name: create_company(uuid, text, jsonb); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.create_company(p_id uuid, p_name text, p_settings jsonb DEFAULT '{}'::jsonb) RETURNS jsonb
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    SET "TimeZone" TO 'UTC'
    AS $$
declare
  v_user uuid := auth.uid();
  v_country text;
begin
  if v_user is null then raise exception 'not_signed_in' using errcode = '42501'; end if;
  if not private.second_factor_satisfied() then raise exception 'second_factor_required' using errcode = '42501'; end if;
  if btrim(coalesce(p_name, '')) = '' or char_length(p_name) > 200 then
    raise exception 'invalid_input' using errcode = 'P0001', detail = 'name';
  end if;
  perform set_config('kontor.is_creating_company', 'on', true);
  insert into public.companies (id, name, settings) values (p_id, btrim(p_name), coalesce(p_settings, '{}')) on conflict (id) do nothing
    returning settings #>> '{company_details,address,country}' into v_country;
  if found then
    insert into public.company_users (company_id, user_id, is_owner, is_admin) values (p_id, v_user, true, true);
    perform private.add_default_categories(p_id, v_country);
  elsif not exists (select from public.company_users cu where cu.company_id = p_id and cu.user_id = v_user and cu.is_owner) then
    raise exception 'id_taken' using errcode = '23505', detail = 'id';
  end if;
  perform set_config('kontor.is_creating_company', '', true);
  return jsonb_build_object(
    'company', (select to_jsonb(c) from public.companies c where c.id = p_id),
    'member', (select to_jsonb(m) from private.members m where m.company_id = p_id and m.user_id = v_user));
end $$;


--
-- Name: create_recovery_codes(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.create_recovery_codes() RETURNS text[]
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_user uuid := private.require_person();
  v_codes text[];
begin
  -- The factor that is there now must not go before its codes are.
  perform pg_advisory_xact_lock(hashtextextended('kontor.recovery:' || v_user, 0));
  if coalesce(auth.jwt() ->> 'aal', 'aal1') = 'aal1'
    or not exists (select from auth.mfa_factors f where f.user_id = v_user and f.status = 'verified') then
    raise exception 'second_factor_required' using errcode = '42501';
  end if;
  select array_agg(regexp_replace(encode(extensions.gen_random_bytes(10), 'hex'), '(.{5})(?=.)', '\1-', 'g')) into v_codes from generate_series(1, 10);
  delete from private.recovery_codes c where c.user_id = v_user;
  insert into private.recovery_codes (user_id, code_hash) select v_user, private.recovery_hash(v_user, code) from unnest(v_codes) code;
  return v_codes;
end $$;


--
-- Name: decline_invite(uuid, text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.decline_invite(p_invite uuid DEFAULT NULL::uuid, p_token text DEFAULT NULL::text) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_invite public.invites := private.my_invite(p_invite, p_token);
begin
  if v_invite.status = 'declined' and v_invite.answered_by = auth.uid() then return; end if;
  if v_invite.status <> 'pending' or v_invite.expires_at <= now() then raise exception 'invite_not_valid' using errcode = 'P0001'; end if;
  update public.invites i set status = 'declined', answered_by = auth.uid(), updated_at = now() where i.id = v_invite.id;
  perform private.note_invite('declined', v_invite);
end $$;


--
-- Name: delete_company(uuid, text, boolean); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.delete_company(p_company uuid, p_name text, p_keeps_books boolean DEFAULT false) RETURNS timestamp with time zone
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_company public.companies := private.lock_for_owner(p_company);
  v_until date := private.company_kept_until(p_company);
  v_purge_after constant timestamptz := now() + interval '30 days';
begin
  if not private.is_freshly_authenticated() then raise exception 'reauthentication_needed' using errcode = 'P0001'; end if;
  if btrim(p_name) is distinct from btrim(v_company.name) then raise exception 'name_differs' using errcode = 'P0001', detail = 'p_name'; end if;
  if not private.has_books(p_company) then
    delete from public.companies c where c.id = p_company;
    return null;
  end if;
  if not private.is_exported(p_company) then raise exception 'export_needed' using errcode = 'P0001', detail = 'p_company'; end if;
  if v_until < private.company_today(p_company) then v_until := null; end if;
  if v_until is not null and p_keeps_books is not true then raise exception 'duty_not_taken' using errcode = 'P0001', detail = 'p_keeps_books'; end if;
  insert into public.activity_log (company_id, type, entity_type, entity_id, entity_label)
    values (p_company, 'deletion_asked', 'companies', p_company, v_company.name);
  perform private.close_company(p_company);
  insert into private.company_deletions (company_id, asked_by, purge_after, kept_until, export_sha256, books)
    select p_company, auth.uid(), v_purge_after, v_until, e.sha256, private.archive_state(p_company) ->> 'books'
    from private.last_exports e where e.company_id = p_company;
  return v_purge_after;
end $$;


--
-- Name: drop_push_subscription(uuid); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.drop_push_subscription(p_id uuid) RETURNS void
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO ''
    AS $$
  delete from private.push_subscriptions b where b.id = p_id $$;


--
-- Name: end_number_lease(uuid, uuid); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.end_number_lease(p_company uuid, p_lease uuid) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_lease private.number_leases;
begin
  perform private.require_member(p_company);
  v_lease := private.locked_lease(p_company, p_lease);
  if v_lease.user_id <> auth.uid() and not private.has_key(p_company, 'settings.invoice') then
    raise exception 'not_allowed' using errcode = '42501', detail = 'settings.invoice';
  end if;
  if v_lease.ended_at is not null then return; end if;
  perform private.end_lease(v_lease, '{}', 'lost');
  perform private.note_lease(v_lease, 'numbers_lost');
end $$;


--
-- Name: end_session(uuid); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.end_session(p_session uuid) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  delete from auth.sessions s where s.id = p_session and s.user_id = private.require_person();
end $$;


--
-- Name: exchange_rates(integer); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.exchange_rates(p_year integer) RETURNS jsonb
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  with newest as (select e.day, e.source from private.exchange_rates e order by e.day desc limit 1),
  kept as (select e.day, e.rates from private.exchange_rates e where extract(year from e.day) = p_year),
  rates as (
    select k.day, r.key as currency, r.value::numeric as rate, max(scale(r.value::numeric)) over (partition by r.key) as places
    from kept k, jsonb_each_text(k.rates) r),
  steps as (
    select r.day, r.currency, r.places, r.rate - coalesce(lag(r.rate) over (partition by r.currency order by r.day), 0) as step from rates r),
  currencies as (
    select c.currency, c.places, (
      select jsonb_agg((s.step * 10 ^ c.places)::bigint order by k.day)
      from kept k left join steps s on s.day = k.day and s.currency = c.currency) as steps
    from (select distinct r.currency, r.places from rates r) c)
  select jsonb_build_object('year', p_year, 'source', n.source, 'version', n.day,
    'days', (select coalesce(jsonb_agg(to_char(k.day, 'MM-DD') order by k.day), '[]') from kept k),
    'rates', (select coalesce(jsonb_object_agg(c.currency, jsonb_build_object('places', c.places, 'steps', c.steps)), '{}') from currencies c))
  from newest n $$;


--
-- Name: explain_invoice_number(uuid, integer, bigint, text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.explain_invoice_number(p_company uuid, p_year integer, p_number bigint, p_reason text) RETURNS void
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select public.explain_number(p_company, 'invoices', p_year, p_number, p_reason) $$;


--
-- Name: explain_number(uuid, text, integer, bigint, text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.explain_number(p_company uuid, p_series text, p_year integer, p_number bigint, p_reason text) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  perform private.require_member(p_company);
  if not private.has_key(p_company, 'invoices.issue') then
    raise exception 'not_allowed' using errcode = '42501', detail = 'invoices.issue';
  end if;
  if btrim(coalesce(p_reason, '')) = '' or char_length(p_reason) > 500 then
    raise exception 'reason_required' using errcode = 'P0001', detail = 'reason';
  end if;
  if not exists (select from public.number_gaps(p_company) g where g.series = p_series and g.year = p_year and g.number = p_number and g.reason <> 'lease_open') then
    raise exception 'not_a_gap' using errcode = 'P0001', detail = 'number';
  end if;
  insert into private.number_gap_reasons (company_id, series, year, number, reason, noted_by)
    values (p_company, p_series, p_year, p_number, btrim(p_reason), auth.uid())
    on conflict (company_id, series, year, number) do update set reason = excluded.reason, noted_by = excluded.noted_by, noted_at = now();
end $$;


--
-- Name: export_documents(uuid, uuid, integer); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.export_documents(p_company uuid, p_after uuid DEFAULT NULL::uuid, p_limit integer DEFAULT 200) RETURNS jsonb
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  perform private.require_exporter(p_company);
  return private.archive_documents(p_company, p_after, least(greatest(coalesce(p_limit, 200), 1), 500));
end $$;


--
-- Name: export_page(uuid, text, jsonb, integer); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.export_page(p_company uuid, p_table text, p_after jsonb DEFAULT NULL::jsonb, p_limit integer DEFAULT 1000) RETURNS jsonb
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_bank_data boolean := private.require_exporter(p_company);
begin
  return private.archive_page(p_company, p_table, p_after, least(greatest(coalesce(p_limit, 1000), 1), 2000), 2097152, v_bank_data);
end $$;


--
-- Name: export_state(uuid); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.export_state(p_company uuid) RETURNS jsonb
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_bank_data boolean := private.require_exporter(p_company);
begin
  return private.archive_state(p_company) || jsonb_build_object('bank_data', v_bank_data);
end $$;


--
-- Name: file_to_check(uuid, boolean); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.file_to_check(p_file uuid, p_is_original boolean DEFAULT false) RETURNS TABLE(id uuid, path text, asked_at timestamp with time zone)
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
begin
  if not private.second_factor_satisfied() then raise exception 'second_factor_required' using errcode = '42501'; end if;
  return query
  select f.id, places.path, clock_timestamp()
  from public.files f
  cross join lateral (select case when p_is_original then f.original_path else f.path end as path,
    case when p_is_original then f.original_integrity else f.integrity end as found) its
  cross join lateral (values (1, its.path), (2, case when its.found = 'mismatch' then private.place_for_again(its.path) end)) places (nth, path)
  where f.id = p_file and places.path is not null order by places.nth;
end $$;


--
-- Name: finish_delivery_mail(uuid, text, boolean, text[]); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.finish_delivery_mail(p_note uuid, p_mutation text, p_is_sent boolean, p_refused text[] DEFAULT '{}'::text[]) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_user uuid := private.require_person();
begin
  update private.invoice_mails m set state = case when p_is_sent then 'sent' else 'failed' end, finished_at = now(), refused = coalesce(p_refused, '{}')
    where m.mutation_id = p_mutation and m.delivery_note_id = p_note and m.user_id = v_user and m.state = 'sending'
      and m.company_id in (select private.companies_with('invoices.send'));
end $$;


--
-- Name: finish_import(uuid); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.finish_import(p_id uuid) RETURNS jsonb
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    SET "TimeZone" TO 'UTC'
    SET statement_timeout TO '15min'
    AS $$
declare
  v_import private.imports := private.own_import(p_id);
  v_table record;
  v_entry jsonb;
  v_columns jsonb := '{}';
  v_place text;
begin
  if v_import.finished_at is not null then return private.import_progress(v_import); end if;
  if exists (select from public.companies c where c.id = v_import.company_id) then
    raise exception 'company_here' using errcode = 'P0001', detail = v_import.company_id::text;
  end if;
  for v_table in select * from private.archive_tables() loop
    if (select count(*) from private.import_rows r where r.import_id = p_id and r.table_name = v_table.name)
      <> (private.archive_entry(v_import.manifest, v_table.name) ->> 'rows')::int then
      raise exception 'import_incomplete' using errcode = 'P0001', detail = 'json/' || v_table.name || '.jsonl';
    end if;
  end loop;
  select 'files/' || f.bucket_id || '/' || f.name into v_place from private.import_files f
    where f.import_id = p_id and not exists (
      select from storage.objects o where o.bucket_id = f.bucket_id and o.name = f.name and o.updated_at < f.asked_at) limit 1;
  if v_place is not null then raise exception 'import_incomplete' using errcode = 'P0001', detail = v_place; end if;
  -- A verified receipt was read here, too.
  select its.path into v_place from private.import_rows k
    join private.import_rows r on r.import_id = p_id and r.table_name = 'files' and r.row ->> 'id' = k.row ->> 'file_id'
    cross join lateral (select case when k.row ->> 'is_original' = 'true' then r.row ->> 'original_path' else r.row ->> 'path' end as path) its
    where k.import_id = p_id and k.table_name = 'file_checks' and not exists (
      select from private.import_files f where f.import_id = p_id and f.bucket_id = 'uploads' and f.name = its.path
        and f.sha256 = k.row ->> 'sha256' and f.size::text = k.row ->> 'size') limit 1;
  if v_place is not null then raise exception 'unread_receipt' using errcode = 'P0001', detail = 'files/uploads/' || v_place; end if;

  insert into private.imports_at_work values (v_import.company_id);
  perform set_config('kontor.importing', 'on', true), set_config('kontor.is_creating_company', 'on', true);
  for v_table in select * from private.archive_tables() t where private.is_restored(t.name) order by t.place loop
    v_columns := v_columns || jsonb_build_object(v_table.name, private.place_rows(p_id, v_table.name, v_table.source));
  end loop;
  delete from private.imports_at_work w where w.company_id = v_import.company_id;
  perform set_config('kontor.importing', '', true);

  for v_table in select * from private.archive_tables() t where private.is_restored(t.name) loop
    v_entry := private.archive_entry(v_import.manifest, v_table.name);
    if v_entry ->> 'rows' <> '0' and v_entry ->> 'sha256'
      <> private.table_sha256(v_import.company_id, v_table.source, v_table.key, array(select jsonb_array_elements_text(v_columns -> v_table.name))) then
      raise exception 'checksum_differs' using errcode = 'P0001', detail = 'json/' || v_table.name || '.jsonl';
    end if;
  end loop;
  perform private.refuse_wrong_books(v_import.company_id);
  -- An archive from before copies kept their look brings none.
  insert into private.imports_at_work values (v_import.company_id);
  perform set_config('kontor.importing', 'on', true);
  update public.companies c set former_letterhead = private.letterhead(c.id)
    where c.id = v_import.company_id and c.former_letterhead is null and exists (
      select from public.invoices i where i.company_id = c.id and i.number is not null and i.seller -> 'letterhead' is null);
  delete from private.imports_at_work w where w.company_id = v_import.company_id;
  perform set_config('kontor.importing', '', true);

  insert into public.company_users (company_id, user_id, is_owner, is_admin) values (v_import.company_id, v_import.user_id, true, true);
  perform set_config('kontor.is_creating_company', '', true);
  insert into public.company_origins (company_id, imported_by, names, emails)
    values (v_import.company_id, v_import.user_id, private.imported_names(p_id, 'names'), private.imported_names(p_id, 'emails'));
  insert into public.activity_log (company_id, actor_id, type, entity_type, entity_id, entity_label, changes)
    select c.id, v_import.user_id, 'imported', 'companies', c.id, c.name, jsonb_build_object('made_at', jsonb_build_array(null, v_import.manifest -> 'made_at'))
    from public.companies c where c.id = v_import.company_id;
  -- A device that knew the company before sees another history.
  insert into private.company_clocks (company_id) values (v_import.company_id) on conflict (company_id) do update set epoch = gen_random_uuid();
  delete from private.import_rows r where r.import_id = p_id;
  delete from private.import_files f where f.import_id = p_id;
  update private.imports set finished_at = now(), manifest = '{}' where id = p_id returning * into v_import;
  return private.import_progress(v_import);
end $$;


--
-- Name: finish_invoice_mail(uuid, text, boolean, text[]); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.finish_invoice_mail(p_invoice uuid, p_mutation text, p_is_sent boolean, p_refused text[] DEFAULT '{}'::text[]) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_user uuid := private.require_person();
  v_mail private.invoice_mails;
begin
  update private.invoice_mails m set state = case when p_is_sent then 'sent' else 'failed' end, finished_at = now(), refused = coalesce(p_refused, '{}')
    where m.mutation_id = p_mutation and m.invoice_id = p_invoice and m.user_id = v_user and m.state = 'sending'
      and m.company_id in (select private.companies_with('invoices.send'))
    returning * into v_mail;
  if found and p_is_sent then perform private.note_sent_mail(v_mail); end if;
end $$;


--
-- Name: finish_notification(uuid, text, text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.finish_notification(p_id uuid, p_outcome text, p_reason text DEFAULT ''::text) RETURNS text
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_state text;
begin
  update private.notifications n set
      state = case when p_outcome in ('sent', 'dropped') then p_outcome when n.attempts >= 8 then 'failed' else 'waiting' end,
      finished_at = case when p_outcome in ('sent', 'dropped') or n.attempts >= 8 then now() end,
      due_at = now() + (array[1, 5, 15, 60, 180, 360, 720])[least(n.attempts, 7)] * interval '1 minute',
      reason = left(coalesce(p_reason, ''), 200)
    where n.id = p_id and n.state = 'sending'
    returning n.state into v_state;
  return v_state;
end $$;


--
-- Name: generate_recurring_invoice(uuid, date, text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.generate_recurring_invoice(p_recurring_invoice uuid, p_period date DEFAULT NULL::date, p_rev text DEFAULT NULL::text) RETURNS jsonb
    LANGUAGE plpgsql
    SET search_path TO ''
    SET "TimeZone" TO 'UTC'
    AS $$
declare
  v_series public.recurring_invoices;
  v_period date;
  v_before record;
  v_after record;
begin
  select * into v_series from public.recurring_invoices r where r.id = p_recurring_invoice;
  if not found then raise exception 'recurring_invoice_not_found' using errcode = 'P0001'; end if;
  if not private.has_key(v_series.company_id, 'recurring_invoices.generate') then
    raise exception 'not_allowed' using errcode = '42501', detail = 'recurring_invoices.generate';
  end if;
  -- In the order in which pushes lock.
  perform pg_advisory_xact_lock(hashtextextended('kontor.push:' || v_series.company_id, 0));
  select * into v_series from public.recurring_invoices r where r.id = p_recurring_invoice for update;
  if not found then raise exception 'recurring_invoice_not_found' using errcode = 'P0001'; end if;
  if not v_series.is_active then raise exception 'recurring_inactive' using errcode = 'P0001', detail = 'is_active'; end if;

  v_period := coalesce(p_period, case
    when v_series.last_generated is null or (v_series.next_generation - v_series.lead_days <= private.todays_date(v_series.company_id)
      and (v_series.end_date is null or v_series.next_generation <= v_series.end_date)) then v_series.next_generation
    else v_series.last_generated end);
  select * into v_before from private.generated_invoice(v_series.id, v_period);
  if v_before.id is null then
    if p_rev <> v_series.rev then raise exception 'series_changed' using errcode = 'P0001', detail = 'rev'; end if;
    update public.recurring_invoices r set generate_requested = v_period where r.id = v_series.id;
  end if;
  select * into v_after from private.generated_invoice(v_series.id, v_period);
  return jsonb_build_object('invoice_id', v_after.id, 'number', v_after.number, 'period', v_period, 'already_generated', v_before.id is not null,
    'next_generation', (select r.next_generation from public.recurring_invoices r where r.id = v_series.id));
end $$;


--
-- Name: import_file_to_check(uuid, text, text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.import_file_to_check(p_id uuid, p_bucket text, p_name text) RETURNS timestamp with time zone
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  perform private.own_import(p_id);
  if not private.is_imported_object(p_bucket, p_name) then raise exception 'import_not_found' using errcode = 'P0001', detail = 'name'; end if;
  return clock_timestamp();
end $$;


--
-- Name: import_rows(uuid, text, integer, jsonb); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.import_rows(p_id uuid, p_table text, p_line integer, p_rows jsonb) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_import private.imports := private.own_import(p_id);
  v_here int := (select coalesce(max(r.line), 0) from private.import_rows r where r.import_id = p_id and r.table_name = p_table);
  v_last int := p_line + jsonb_array_length(p_rows) - 1;
  v_bytes int := octet_length(p_rows::text);
  v_wrong int;
begin
  if v_last <= v_here then return v_here; end if;
  if p_line <> v_here + 1 or v_last > (private.archive_entry(v_import.manifest, p_table) ->> 'rows')::int then
    raise exception 'import_out_of_order' using errcode = 'P0001', detail = p_table || ':' || p_line;
  end if;
  if v_import.bytes + v_bytes > 1073741824 then raise exception 'archive_too_large' using errcode = 'P0001', detail = p_table; end if;
  select min(r.place) into v_wrong from jsonb_array_elements(p_rows) with ordinality r (value, place)
    where r.value ->> 'company_id' is distinct from v_import.company_id::text
      or p_table = 'companies' and r.value ->> 'id' is distinct from v_import.company_id::text;
  if v_wrong is not null then raise exception 'other_company' using errcode = 'P0001', detail = p_table || ':' || p_line + v_wrong - 1; end if;
  insert into private.import_rows (import_id, table_name, line, row)
    select p_id, p_table, p_line + r.place - 1, r.value from jsonb_array_elements(p_rows) with ordinality r (value, place);
  update private.imports set bytes = bytes + v_bytes, touched_at = now() where id = p_id;
  return v_last;
end $$;


--
-- Name: import_state(uuid); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.import_state(p_id uuid) RETURNS jsonb
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  return private.import_progress(private.own_import(p_id));
end $$;


--
-- Name: imported_people(uuid); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.imported_people(p_company uuid) RETURNS TABLE(name text, email text)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  perform private.require_key(p_company, 'users.invite');
  return query
  select coalesce(o.names ->> e.key, ''), e.value from public.company_origins o cross join lateral jsonb_each_text(o.emails) e
  where o.company_id = p_company
    and not exists (select from public.company_users cu where cu.company_id = p_company and lower(cu.email) = lower(e.value))
  order by 1, 2;
end $$;


--
-- Name: invoice_number_gaps(uuid); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.invoice_number_gaps(p_company uuid) RETURNS TABLE(year integer, number bigint, reason text, noted_by uuid, noted_at timestamp with time zone)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    SET "TimeZone" TO 'UTC'
    AS $$
  select g.year, g.number, g.reason, g.noted_by, g.noted_at from public.number_gaps(p_company) g where g.series = 'invoices' $$;


--
-- Name: leave_company(uuid); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.leave_company(p_company uuid) RETURNS void
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select public.remove_member(p_company, auth.uid()) $$;


--
-- Name: ledger_page(uuid, bigint, integer); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.ledger_page(p_company uuid, p_after bigint DEFAULT 0, p_limit integer DEFAULT 1000) RETURNS jsonb
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  perform private.require_key(p_company, 'activity.view');
  return (
    select coalesce(jsonb_agg(jsonb_build_object('seq', e.seq, 'kind', e.kind, 'collection', e.collection, 'record_id', e.record_id, 'label', e.label,
      'form', e.form, 'payload_sha256', e.payload_sha256, 'receipts', e.receipts, 'prev_sha256', e.prev_sha256, 'sha256', e.sha256,
      'at', private.instant_text(e.at), 'actor', e.actor) order by e.seq), '[]')
    from (
      select * from public.ledger_entries l where l.company_id = p_company and l.seq > p_after
      order by l.seq limit least(greatest(p_limit, 1), 2000)) e);
end $$;


--
-- Name: list_orphan_objects(integer); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.list_orphan_objects(p_limit integer DEFAULT 500) RETURNS TABLE(bucket_id text, name text)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  with unnamed as materialized (select * from private.unnamed_objects()),
  named as (
    delete from private.orphan_objects n where not exists (select from unnamed u where u.bucket_id = n.bucket_id and u.name = n.name))
  insert into private.orphan_objects as n (bucket_id, name, keep_for, stored_at) select u.bucket_id, u.name, u.keep_for, u.stored_at from unnamed u
    on conflict on constraint orphan_objects_pkey do update
      set keep_for = excluded.keep_for, stored_at = excluded.stored_at,
        noticed_at = case when n.stored_at = excluded.stored_at then n.noticed_at else now() end
      where (n.keep_for, n.stored_at) <> (excluded.keep_for, excluded.stored_at);
  return query
  select n.bucket_id, n.name from private.orphan_objects n
  where (n.noticed_at < now() - n.keep_for and not private.is_in_ledger(n.name)) or private.is_of_deleted_company(n.name, n.stored_at)
  order by n.noticed_at, n.bucket_id, n.name limit least(p_limit, 1000);
end $$;


--
-- Name: list_unchecked_files(integer); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.list_unchecked_files(p_limit integer DEFAULT 200) RETURNS TABLE(id uuid, path text, asked_at timestamp with time zone)
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select r.id, o.name, clock_timestamp() from private.receipt_objects r
  cross join lateral (values (r.path), (case when r.integrity = 'mismatch' then private.place_for_again(r.path) end)) place (name)
  join storage.objects o on o.bucket_id = 'uploads' and o.name = place.name
  where r.is_original is not null and (r.integrity is null or r.integrity = 'mismatch' and o.updated_at > r.checked_at)
  order by r.is_original, r.created_at, r.id, o.name limit least(p_limit, 1000) $$;


--
-- Name: mail_templates(uuid); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.mail_templates(p_company uuid) RETURNS jsonb
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  perform private.require_key(p_company, 'invoices.send');
  return coalesce((select s.templates from public.company_mail_settings s where s.company_id = p_company), '{}');
end $$;


--
-- Name: mail_transport(uuid); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.mail_transport(p_company uuid) RETURNS jsonb
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select jsonb_build_object('company_id', c.id, 'company_name', c.name, 'primary_color', c.settings #>> '{company_details,branding,primary_color}',
    'settings', (select to_jsonb(s) from public.company_mail_settings s where s.company_id = c.id),
    'smtp_password', (select m.smtp_password from private.company_mail_secrets m where m.company_id = c.id))
  from public.companies c where c.id = p_company $$;


--
-- Name: mails_of_delivery_note(uuid); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.mails_of_delivery_note(p_note uuid) RETURNS jsonb
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    SET "TimeZone" TO 'UTC'
    AS $$
begin
  perform private.require_person();
  return (
    select coalesce(jsonb_agg(private.mail_facts(m) order by m.started_at desc, m.mutation_id), '[]')
    from public.delivery_notes d join private.invoice_mails m on m.company_id = d.company_id and m.delivery_note_id = d.id
    where d.id = p_note and m.state <> 'failed' and d.company_id in (select private.companies_with('invoices.view')));
end $$;


--
-- Name: mails_of_invoice(uuid); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.mails_of_invoice(p_invoice uuid) RETURNS jsonb
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    SET "TimeZone" TO 'UTC'
    AS $$
begin
  perform private.require_person();
  return (
    select coalesce(jsonb_agg(private.mail_facts(m) order by m.started_at desc, m.mutation_id), '[]')
    from public.invoices i join private.invoice_mails m on m.company_id = i.company_id and m.invoice_id = i.id
    where i.id = p_invoice and m.state <> 'failed' and i.company_id in (select private.companies_with('invoices.view')));
end $$;


--
-- Name: member_avatars(uuid); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.member_avatars(p_company uuid) RETURNS TABLE(user_id uuid, avatar_path text)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  perform private.require_person();
  return query
  select cu.user_id, u.raw_user_meta_data ->> 'avatar_path'
  from public.company_users cu
  join auth.users u on u.id = cu.user_id
  where cu.company_id = p_company and p_company in (select private.my_companies())
    -- People write their own metadata: a path into another folder is none of theirs.
    and starts_with(u.raw_user_meta_data ->> 'avatar_path', cu.user_id || '/') and private.is_picture_path(u.raw_user_meta_data ->> 'avatar_path');
end $$;


--
-- Name: my_closed_companies(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.my_closed_companies() RETURNS TABLE(company_id uuid, name text, asked_at timestamp with time zone, purge_after timestamp with time zone)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  perform private.require_person();
  return query
  select c.id, c.name, d.asked_at, d.purge_after
  from private.closed_memberships m
  join private.company_deletions d on d.company_id = m.company_id
  join public.companies c on c.id = m.company_id
  where m.user_id = auth.uid() and m.is_owner
  order by c.name, c.id;
end $$;


--
-- Name: my_invites(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.my_invites() RETURNS TABLE(id uuid, company_id uuid, company_name text, invited_by_name text, email text, is_admin boolean, keys text[], expires_at timestamp with time zone)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    SET "TimeZone" TO 'UTC'
    AS $$
begin
  perform private.require_person();
  return query
  select i.id, i.company_id, c.name, coalesce(cu.display_name, ''), i.email, i.is_admin, i.keys, i.expires_at
  from public.invites i
  join public.companies c on c.id = i.company_id
  left join public.company_users cu on cu.company_id = i.company_id and cu.user_id = i.invited_by
  where i.status = 'pending' and i.email = private.my_confirmed_email() and i.expires_at > now() and private.is_backed(i)
  order by i.created_at, i.id;
end $$;


--
-- Name: my_sessions(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.my_sessions() RETURNS TABLE(id uuid, created_at timestamp with time zone, refreshed_at timestamp with time zone, user_agent text, ip text, aal text, is_current boolean)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    SET "TimeZone" TO 'UTC'
    AS $$
begin
  perform private.require_person();
  -- Hosted, `refreshed_at` has no time zone and means UTC.
  return query
  select s.id, s.created_at::timestamptz, coalesce(s.refreshed_at::timestamptz, s.created_at::timestamptz), coalesce(s.user_agent, '')::text,
    coalesce(host(s.ip), ''), s.aal::text, s.id::text is not distinct from auth.jwt() ->> 'session_id'
  from auth.sessions s
  where s.user_id = auth.uid() and (s.not_after is null or s.not_after > now())
  order by s.id::text is not distinct from auth.jwt() ->> 'session_id' desc, 3 desc;
end $$;


--
-- Name: newest_exchange_rates(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.newest_exchange_rates() RETURNS jsonb
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select coalesce(jsonb_object_agg(e.day::text, e.rates), '{}')
  from (select k.day, k.rates from private.exchange_rates k where k.source = 'ecb' order by k.day desc limit 7) e $$;


--
-- Name: next_numbers(uuid); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.next_numbers(p_company uuid) RETURNS TABLE(series text, number text, last bigint)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_settings jsonb := (select c.settings from public.companies c where c.id = p_company);
  v_today date := private.company_today(p_company);
begin
  perform private.require_member(p_company);
  if not private.has_key(p_company, 'invoices.view') then
    raise exception 'not_allowed' using errcode = '42501', detail = 'invoices.view';
  end if;
  return query
  select s.series, private.format_invoice_number(f.format, v_settings #>> '{invoice_defaults,number_prefix}', v_today, coalesce(c.last, 0) + 1), coalesce(c.last, 0)
  from unnest('{invoices,cancellations,corrections}'::text[]) with ordinality s (series, place)
  cross join lateral (select private.own_series_format(v_settings, s.series) as format) f
  left join private.number_counters c on c.company_id = p_company and c.kind = s.series
    and c.year = case when f.format like '%{year}%' then extract(year from v_today)::int else 0 end
  where f.format is not null
  order by s.place;
end $$;


--
-- Name: note_export(uuid, text, text, bigint, boolean); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.note_export(p_company uuid, p_books text, p_sha256 text, p_bytes bigint, p_is_complete boolean) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_bank_data boolean := private.require_exporter(p_company);
begin
  perform private.note_export(p_company, p_books, p_sha256, p_bytes, p_is_complete and v_bank_data);
end $$;


--
-- Name: note_file_check(uuid, text, integer, timestamp with time zone, text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.note_file_check(p_file uuid, p_sha256 text, p_size integer, p_asked_at timestamp with time zone, p_path text DEFAULT NULL::text) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_file public.files;
  v_path text;
  v_is_original boolean;
  v_stored text;
  v_is_right boolean;
  v_state text;
begin
  select * into v_file from public.files f where f.id = p_file for no key update;
  v_path := coalesce(p_path, v_file.path);
  v_is_original := coalesce(v_path in (v_file.original_path, private.place_for_again(v_file.original_path)), false);
  v_stored := case when v_is_original then v_file.original_path else v_file.path end;
  perform from storage.objects o where o.bucket_id = 'uploads' and o.name = v_path and o.updated_at < p_asked_at
    and v_path in (v_stored, private.place_for_again(v_stored)) for update;
  if not found then raise exception 'bytes_changed' using errcode = 'P0001', detail = 'p_file'; end if;
  v_is_right := (p_sha256, p_size) = (
    case when v_is_original then v_file.original_sha256 else v_file.sha256 end, case when v_is_original then v_file.original_size else v_file.size end);
  v_state := case when v_is_original then v_file.original_integrity else v_file.integrity end;
  if v_path <> v_stored then
    if not v_is_right or v_state is distinct from 'mismatch' then return v_is_right; end if;
    insert into private.set_aside_objects (path, company_id, file_id) values (v_stored, v_file.company_id, v_file.id);
  end if;
  insert into public.file_checks as c (file_id, company_id, sha256, size, is_original)
    values (v_file.id, v_file.company_id, p_sha256, p_size, v_is_original)
    on conflict (file_id, is_original) do update set sha256 = excluded.sha256, size = excluded.size, checked_at = now()
    where (c.sha256, c.size) <> (case when v_is_original then v_file.original_sha256 else v_file.sha256 end,
      case when v_is_original then v_file.original_size else v_file.size end);
  -- Each reading of the same wrong bytes is noted too: the night asks what was stored since.
  if v_is_original and (v_state is distinct from 'verified' or not v_is_right) then
    update public.files f set original_path = v_path, original_integrity = case when v_is_right then 'verified' else 'mismatch' end, original_checked_at = now()
    where f.id = v_file.id;
  elsif v_state is distinct from 'verified' or not v_is_right then
    update public.files f set path = v_path, integrity = case when v_is_right then 'verified' else 'mismatch' end, checked_at = now()
    where f.id = v_file.id;
  end if;
  return v_is_right;
end $$;


--
-- Name: note_import_file(uuid, text, text, text, integer, timestamp with time zone); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.note_import_file(p_id uuid, p_bucket text, p_name text, p_sha256 text, p_size integer, p_asked_at timestamp with time zone) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  update private.import_files f set asked_at = p_asked_at
    where f.import_id = p_id and f.bucket_id = p_bucket and f.name = p_name and (f.sha256, f.size) = (p_sha256, p_size);
  return found;
end $$;


--
-- Name: note_procedure(uuid, text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.note_procedure(p_company uuid, p_app text) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_facts jsonb;
begin
  perform private.require_exporter(p_company);
  if (char_length(p_app) between 1 and 40) is not true then raise exception 'invalid_input' using errcode = 'P0001', detail = 'p_app'; end if;
  perform from public.companies c where c.id = p_company for no key update;
  v_facts := private.procedure_facts(p_company, p_app);
  if (v_facts ->> 'is_new')::boolean then
    insert into public.activity_log (company_id, type, entity_type, entity_id, entity_label, changes, created_at)
      select c.id, 'procedure_described', 'companies', c.id, c.name, jsonb_build_object('version', jsonb_build_array(null, v_facts -> 'version'),
        'app', jsonb_build_array(null, p_app), 'schema', jsonb_build_array(null, v_facts -> 'schema')), clock_timestamp()
      from public.companies c where c.id = p_company;
  end if;
  return v_facts ->> 'version';
end $$;


--
-- Name: notification_settings(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.notification_settings() RETURNS jsonb
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    SET "TimeZone" TO 'UTC'
    AS $$
declare
  v_user uuid := private.require_person();
begin
  return jsonb_build_object(
    'choices', (select jsonb_object_agg(k.kind, jsonb_build_object(
        'mail', private.wants_notification(v_user, k.kind, 'mail'), 'push', private.wants_notification(v_user, k.kind, 'push')))
      from unnest('{submitted,approved,rejected,reimbursed}'::text[]) k (kind)),
    'failures', coalesce((
      select jsonb_agg(jsonb_build_object('company', c.name, 'channel', f.channel, 'failed_at', f.finished_at, 'reason', f.reason) order by f.finished_at desc)
      from (select distinct on (n.company_id, n.channel) n.* from private.notifications n
        where n.user_id = v_user and n.state in ('sent', 'failed') order by n.company_id, n.channel, n.finished_at desc) f
      join public.companies c on c.id = f.company_id where f.state = 'failed'), '[]'));
end $$;


--
-- Name: number_gaps(uuid); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.number_gaps(p_company uuid) RETURNS TABLE(series text, year integer, number bigint, reason text, noted_by uuid, noted_at timestamp with time zone)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    SET "TimeZone" TO 'UTC'
    AS $$
begin
  perform private.require_member(p_company);
  if not private.has_key(p_company, 'invoices.view') then
    raise exception 'not_allowed' using errcode = '42501', detail = 'invoices.view';
  end if;
  return query
  select c.kind, c.year, place, coalesce(r.reason, ''), r.noted_by, r.noted_at
  from private.number_counters c
  cross join generate_series(1, c.last) as place
  left join private.number_gap_reasons r on r.company_id = c.company_id and r.series = c.kind and r.year = c.year and r.number = place
  where c.company_id = p_company and c.kind in ('invoices', 'cancellations', 'corrections')
    and not exists (select from public.invoices i
      where i.company_id = p_company and i.number_series = c.kind and i.number_year = c.year and i.number_seq = place)
  order by c.kind = 'invoices' desc, c.kind, c.year desc, place desc;
end $$;


--
-- Name: number_leases(uuid); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.number_leases(p_company uuid) RETURNS TABLE(id uuid, series text, year integer, format text, prefix text, numbers bigint[], used bigint[], device_id uuid, device_name text, user_id uuid, taken_at timestamp with time zone, valid_until date, ended_at timestamp with time zone, ended_by uuid, end_reason text)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    SET "TimeZone" TO 'UTC'
    AS $$
begin
  perform private.require_member(p_company);
  if not private.has_key(p_company, 'invoices.view') then raise exception 'not_allowed' using errcode = '42501', detail = 'invoices.view'; end if;
  return query
  select l.id, l.series, l.year, l.format, l.prefix, l.numbers, private.used_numbers(l), l.device_id, l.device_name, l.user_id,
    l.taken_at, l.valid_until, l.ended_at, l.ended_by, l.end_reason
  from private.number_leases l
  where l.company_id = p_company and (l.ended_at is null or l.ended_at > now() - interval '90 days')
  order by l.ended_at is not null, l.taken_at desc, l.id;
end $$;


--
-- Name: pattern_collisions(uuid, text, text, text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.pattern_collisions(p_company uuid, p_series text, p_format text, p_prefix text) RETURNS jsonb
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    SET "TimeZone" TO 'UTC'
    AS $$
declare
  v_today date := private.company_today(p_company);
  v_last bigint;
  v_answer jsonb;
begin
  perform private.require_member(p_company);
  if not private.has_key(p_company, 'invoices.view') then raise exception 'not_allowed' using errcode = '42501', detail = 'invoices.view'; end if;
  if private.is_number_format(p_format, '{prefix,year,month}') is not true or (char_length(p_prefix) <= 20) is not true then
    raise exception 'invalid_input' using errcode = 'P0001', detail = 'p_format';
  end if;
  select coalesce(max(c.last), 0) into v_last from private.number_counters c
    where c.company_id = p_company and c.kind = p_series and c.year = case when p_format like '%{year}%' then extract(year from v_today)::int else 0 end;
  select jsonb_build_object('next', min(f.number) filter (where f.n = v_last + 1), 'taken', count(*) filter (where f.is_taken),
      'first', (array_agg(f.number order by f.n) filter (where f.is_taken))[1])
    into v_answer
    from (
      select n, w.number, exists (select from public.invoices i where i.company_id = p_company and i.number = w.number)
          or w.number in (select private.away_numbers(p_company)) as is_taken
      from generate_series(v_last + 1, v_last + 1000) n
      cross join lateral (select private.format_invoice_number(p_format, p_prefix, v_today, n) as number) w) f;
  return v_answer;
end $$;


--
-- Name: procedure_facts(uuid, text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.procedure_facts(p_company uuid, p_app text) RETURNS jsonb
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  perform private.require_exporter(p_company);
  return private.procedure_facts(p_company, p_app);
end $$;


--
-- Name: prune_history(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.prune_history() RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_count int;
begin
  delete from private.applied_mutations m using (
    select a.company_id, a.mutation_id, a.applied_at, row_number() over (partition by a.company_id, a.user_id order by a.applied_at desc, a.mutation_id) as place
    from private.applied_mutations a) old
  where old.company_id = m.company_id and old.mutation_id = m.mutation_id and old.place > 500 and old.applied_at < now() - interval '90 days';
  get diagnostics v_count = row_count;
  delete from private.history_marks m using private.company_clocks c
    where c.company_id = m.company_id and m.seq < c.seq and m.made_at < now() - interval '400 days';
  delete from private.recovery_attempts a where a.tried_at < now() - interval '1 day';
  delete from private.sent_mails m where m.sent_at < now() - interval '2 days';
  delete from private.imports i where i.touched_at < now() - interval '7 days';
  return v_count;
end $$;


--
-- Name: purge_companies(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.purge_companies() RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_count int := 0;
  d private.company_deletions;
begin
  for d in select * from private.company_deletions a where a.purge_after <= now() order by a.company_id for update skip locked loop
    if private.archive_state(d.company_id) ->> 'books' = d.books then
      delete from public.companies c where c.id = d.company_id;
      v_count := v_count + 1;
    else
      raise warning 'company % has changed since it was closed, and stays', d.company_id;
    end if;
  end loop;
  return v_count;
end $$;


--
-- Name: push_subscription(text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.push_subscription(p_endpoint text) RETURNS jsonb
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_session uuid := private.require_session();
begin
  return (select jsonb_build_object('hides_details', b.hides_details) from private.push_subscriptions b
    where b.session_id = v_session and b.endpoint = p_endpoint);
end $$;


--
-- Name: recovery_codes_left(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.recovery_codes_left() RETURNS integer
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
  select count(*)::int from private.recovery_codes c where c.user_id = auth.uid() and c.used_at is null having private.session_is_live() $$;


--
-- Name: remove_member(uuid, uuid); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.remove_member(p_company uuid, p_user uuid) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_me public.company_users := private.lock_people(p_company, case when p_user = auth.uid() then null else 'users.remove' end);
  v_member public.company_users := private.changeable_member(v_me, p_user);
begin
  delete from public.company_users cu where cu.id = v_member.id;
  perform private.revoke_unbacked_invites(p_company, p_user);
end $$;


--
-- Name: remove_push_subscription(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.remove_push_subscription() RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_session uuid := private.require_session();
begin
  delete from private.push_subscriptions b where b.session_id = v_session;
end $$;


--
-- Name: renew_invite(uuid); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.renew_invite(p_invite uuid) RETURNS jsonb
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    SET "TimeZone" TO 'UTC'
    AS $$
declare
  v_invite public.invites := private.lock_invite(p_invite);
  v_lacking text := private.grant_refusal(v_invite.company_id, auth.uid(), v_invite.is_admin, v_invite.keys);
begin
  if v_lacking is not null then raise exception 'key_not_held' using errcode = 'P0001', detail = v_lacking; end if;
  perform private.take_mail_allowance(v_invite.company_id, 'invite', array[v_invite.email]);
  update public.invites i set invited_by = auth.uid(), expires_at = now() + interval '7 days', updated_at = now() where i.id = p_invite
    returning * into v_invite;
  return to_jsonb(v_invite);
end $$;


--
-- Name: reopen_number_lease(uuid, uuid); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.reopen_number_lease(p_company uuid, p_lease uuid) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_lease private.number_leases;
begin
  perform private.require_member(p_company);
  if not private.has_key(p_company, 'settings.invoice') then raise exception 'not_allowed' using errcode = '42501', detail = 'settings.invoice'; end if;
  v_lease := private.locked_lease(p_company, p_lease);
  if v_lease.end_reason is distinct from 'lost'
    or exists (select from private.number_leases l where l.company_id = p_company and l.device_id = v_lease.device_id and l.series = v_lease.series and l.ended_at is null) then
    raise exception 'lease_ended' using errcode = 'P0001', detail = 'p_lease';
  end if;
  update private.number_gap_reasons r set reason = 'lease_open', noted_by = v_lease.user_id, noted_at = now()
    where r.company_id = p_company and r.series = v_lease.series and r.year = v_lease.year and r.number = any (v_lease.numbers) and r.reason = 'lease_lost';
  update private.number_leases l set ended_at = null, ended_by = null, end_reason = null where l.id = p_lease;
  perform private.note_lease(v_lease, 'numbers_found');
end $$;


--
-- Name: request_invite(uuid, text, boolean, text[], text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.request_invite(p_company uuid, p_email text, p_is_admin boolean, p_keys text[], p_language text) RETURNS jsonb
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    SET "TimeZone" TO 'UTC'
    AS $_$
declare
  v_me public.company_users := private.lock_people(p_company, 'users.invite');
  v_email text := lower(btrim(coalesce(p_email, '')));
  v_keys text[] := array(select distinct k from unnest(p_keys) k where k is not null order by k);
  v_open public.invites;
  v_invite public.invites;
  v_lacking text;
begin
  if v_email !~ '^[^@[:space:]]+@[^@[:space:]]+$' or char_length(v_email) > 320 then
    raise exception 'invalid_input' using errcode = 'P0001', detail = 'email';
  end if;
  if exists (select from unnest(v_keys) k where not exists (select from public.permissions p where p.key = k)) then
    raise exception 'invalid_input' using errcode = 'P0001', detail = 'keys';
  end if;
  if exists (select from public.company_users cu join auth.users u on u.id = cu.user_id where cu.company_id = p_company and lower(u.email) = v_email) then
    raise exception 'already_member' using errcode = 'P0001', detail = 'email';
  end if;
  select * into v_open from public.invites i where i.company_id = p_company and i.email = v_email and i.status = 'pending';
  -- What was offered by somebody with more rights is not taken back by somebody with fewer.
  v_lacking := coalesce(private.grant_refusal(p_company, v_me.user_id, coalesce(p_is_admin, false), v_keys),
    private.grant_refusal(p_company, v_me.user_id, coalesce(v_open.is_admin, false), coalesce(v_open.keys, '{}')));
  if v_lacking is not null then raise exception 'key_not_held' using errcode = 'P0001', detail = v_lacking; end if;
  perform private.take_mail_allowance(p_company, 'invite', array[v_email]);
  insert into public.invites (company_id, email, is_admin, keys, language, invited_by)
    values (p_company, v_email, coalesce(p_is_admin, false), v_keys, case when p_language = 'de' then 'de' else 'en' end, v_me.user_id)
    on conflict (company_id, email) where status = 'pending' do update set is_admin = excluded.is_admin, keys = excluded.keys,
      language = excluded.language, invited_by = excluded.invited_by, expires_at = excluded.expires_at, updated_at = now()
    returning * into v_invite;
  perform private.note_invite('invited', v_invite);
  return to_jsonb(v_invite);
end $_$;


--
-- Name: request_test_mail(uuid, text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.request_test_mail(p_company uuid, p_to text) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  perform private.require_key(p_company, 'settings.mail');
  perform private.take_mail_allowance(p_company, 'test', array[lower(p_to)]);
end $$;


--
-- Name: restore_number_lease(uuid, jsonb, text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.restore_number_lease(p_company uuid, p_lease jsonb, p_device_name text) RETURNS jsonb
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    SET "TimeZone" TO 'UTC'
    AS $$
declare
  v_settings jsonb;
  v_lease private.number_leases := jsonb_populate_record(null::private.number_leases, p_lease - '{company_id,user_id,device_name,ended_at,ended_by,end_reason}'::text[]);
  v_last bigint;
begin
  perform private.require_member(p_company);
  if not private.has_key(p_company, 'invoices.lease_numbers') then raise exception 'not_allowed' using errcode = '42501', detail = 'invoices.lease_numbers'; end if;
  if not private.has_key(p_company, 'invoices.issue') then raise exception 'not_allowed' using errcode = '42501', detail = 'invoices.issue'; end if;
  perform pg_advisory_xact_lock(hashtextextended('kontor.push:' || p_company, 0));
  if exists (select from private.number_leases l where l.id = v_lease.id) then raise exception 'lease_ended' using errcode = 'P0001', detail = 'p_lease'; end if;
  select c.settings into v_settings from public.companies c where c.id = p_company;
  if (v_lease.id is not null and v_lease.device_id is not null and v_lease.series = 'invoices'
    and v_lease.format = v_settings #>> '{invoice_defaults,generated_number_format}' and v_lease.prefix = v_settings #>> '{invoice_defaults,number_prefix}'
    and v_lease.taken_at between now() - interval '60 days' and now() + interval '10 minutes' and v_lease.valid_until <= (v_lease.taken_at at time zone 'UTC')::date + 31
    and v_lease.year = case when v_lease.format like '%{year}%' then extract(year from v_lease.valid_until)::int else 0 end) is not true then
    raise exception 'lease_refused' using errcode = 'P0001', detail = 'p_lease';
  end if;
  select coalesce(max(c.last), 0) into v_last from private.number_counters c where c.company_id = p_company and c.kind = v_lease.series and c.year = v_lease.year;
  v_lease.company_id := p_company;
  v_lease.user_id := auth.uid();
  v_lease.device_name := left(coalesce(p_device_name, ''), 80);
  -- Nobody burns the numbers of years to come; what is counted already was given to somebody else, unless it was given to nobody.
  v_lease.numbers := array(
    select distinct n from unnest(v_lease.numbers) n
    where n between 1 and v_last + 1000 and n <> all (private.used_numbers(v_lease))
      and not exists (select from private.number_leases l where l.company_id = p_company and l.series = v_lease.series and l.year = v_lease.year and n = any (l.numbers) and l.end_reason is distinct from 'returned')
    order by n limit 20);
  if v_lease.numbers = '{}' then return null; end if;
  insert into private.number_counters as counter (company_id, kind, year, last) values (p_company, v_lease.series, v_lease.year, v_lease.numbers[cardinality(v_lease.numbers)])
    on conflict on constraint number_counters_pkey do update set last = greatest(counter.last, excluded.last);
  -- What was given in between is not here any more.
  insert into private.number_gap_reasons (company_id, series, year, number, reason)
    select p_company, v_lease.series, v_lease.year, n, 'set_back' from generate_series(v_last + 1, v_lease.numbers[cardinality(v_lease.numbers)]) n
    where n <> all (v_lease.numbers) on conflict do nothing;
  insert into private.number_gap_reasons (company_id, series, year, number, reason, noted_by)
    select p_company, v_lease.series, v_lease.year, n, 'lease_open', auth.uid() from unnest(v_lease.numbers) n
    on conflict (company_id, series, year, number) do update set reason = excluded.reason, noted_by = excluded.noted_by, noted_at = now();
  perform private.note_seller_state(p_company);
  insert into private.number_leases (id, company_id, series, year, format, prefix, numbers, device_id, device_name, user_id, taken_at, valid_until)
    values (v_lease.id, v_lease.company_id, v_lease.series, v_lease.year, v_lease.format, v_lease.prefix, v_lease.numbers, v_lease.device_id, v_lease.device_name,
      v_lease.user_id, v_lease.taken_at, v_lease.valid_until);
  perform private.note_lease(v_lease, 'numbers_taken');
  return private.lease_document(v_lease);
end $$;


--
-- Name: return_numbers(uuid, uuid, uuid, bigint[]); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.return_numbers(p_company uuid, p_lease uuid, p_device uuid, p_unused bigint[]) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_lease private.number_leases;
begin
  perform private.require_member(p_company);
  v_lease := private.locked_lease(p_company, p_lease);
  if v_lease.user_id <> auth.uid() or v_lease.device_id is distinct from p_device then raise exception 'lease_unknown' using errcode = 'P0001', detail = 'p_lease'; end if;
  -- Its answer got lost: the same again.
  if v_lease.ended_at is not null then return; end if;
  perform private.end_lease(v_lease, coalesce(p_unused, '{}'), 'returned');
  perform private.note_lease(v_lease, 'numbers_returned');
end $$;


--
-- Name: revoke_invite(uuid); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.revoke_invite(p_invite uuid) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_invite public.invites := private.lock_invite(p_invite);
  v_lacking text := private.grant_refusal(v_invite.company_id, auth.uid(), v_invite.is_admin, v_invite.keys);
begin
  if v_lacking is not null then raise exception 'key_not_held' using errcode = 'P0001', detail = v_lacking; end if;
  update public.invites i set status = 'revoked', updated_at = now() where i.id = p_invite;
  perform private.note_invite('revoked', v_invite);
end $$;


--
-- Name: rotate_epoch(uuid); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.rotate_epoch(p_company uuid DEFAULT NULL::uuid) RETURNS void
    LANGUAGE sql
    SET search_path TO ''
    AS $$
  update private.company_clocks set epoch = gen_random_uuid() where p_company is null or company_id = p_company $$;


--
-- Name: save_mail_settings(uuid, jsonb, text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.save_mail_settings(p_company uuid, p_settings jsonb, p_password text DEFAULT NULL::text) RETURNS jsonb
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    SET "TimeZone" TO 'UTC'
    AS $$
declare
  v_old public.company_mail_settings;
  v_new public.company_mail_settings;
  v_is_same boolean;
begin
  perform private.require_key(p_company, 'settings.mail');
  perform from public.companies c where c.id = p_company for no key update;
  select * into v_old from public.company_mail_settings s where s.company_id = p_company;
  v_new := jsonb_populate_record(null::public.company_mail_settings, coalesce(p_settings, '{}'));
  v_is_same := found and (v_new.smtp_host, v_new.smtp_port, v_new.smtp_user, v_new.smtp_secure)
    is not distinct from (v_old.smtp_host, v_old.smtp_port, v_old.smtp_user, v_old.smtp_secure);
  insert into public.company_mail_settings as s (company_id, sender_name, sender_email, reply_to, templates, smtp_host, smtp_port, smtp_user, smtp_secure, has_password)
    values (p_company, coalesce(v_new.sender_name, ''), coalesce(v_new.sender_email, ''), coalesce(v_new.reply_to, ''),
      private.with_newer_templates(coalesce(v_old.templates, '{}'), coalesce(v_new.templates, '{}')),
      coalesce(v_new.smtp_host, ''), coalesce(v_new.smtp_port, 465), coalesce(v_new.smtp_user, ''), coalesce(v_new.smtp_secure, true),
      p_password is not null or (v_is_same and v_old.has_password))
    on conflict (company_id) do update set sender_name = excluded.sender_name, sender_email = excluded.sender_email, reply_to = excluded.reply_to,
      templates = excluded.templates, smtp_host = excluded.smtp_host, smtp_port = excluded.smtp_port, smtp_user = excluded.smtp_user,
      smtp_secure = excluded.smtp_secure, has_password = excluded.has_password, updated_at = now()
    returning * into v_new;
  if not v_new.has_password or p_password is not null then delete from private.company_mail_secrets m where m.company_id = p_company; end if;
  if p_password is not null then insert into private.company_mail_secrets (company_id, smtp_password) values (p_company, p_password); end if;
  insert into public.activity_log (company_id, actor_id, type, entity_type, entity_id, changes)
    values (p_company, auth.uid(), 'updated', 'mail_settings', p_company,
      private.changed_fields(coalesce(to_jsonb(v_old), '{}') - '{company_id,templates,created_at,updated_at}'::text[],
        to_jsonb(v_new) - '{company_id,templates,created_at,updated_at}'::text[])
        || case when p_password is null then '{}' else '{"smtp_password": ["…", "…"]}'::jsonb end);
  return to_jsonb(v_new);
end $$;


--
-- Name: save_notification_choice(text, text, boolean); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.save_notification_choice(p_kind text, p_channel text, p_is_on boolean) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_user uuid := private.require_person();
begin
  if p_is_on is null or (p_kind in ('submitted', 'approved', 'rejected', 'reimbursed') and p_channel in ('mail', 'push')) is not true then
    raise exception 'invalid_input' using errcode = 'P0001', detail = 'p_kind';
  end if;
  insert into private.notification_choices (user_id, kind, channel, is_on) values (v_user, p_kind, p_channel, p_is_on)
    on conflict (user_id, kind, channel) do update set is_on = excluded.is_on;
end $$;


--
-- Name: save_push_subscription(text, text, text, boolean); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.save_push_subscription(p_endpoint text, p_p256dh text, p_auth text, p_hides_details boolean DEFAULT false) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_session uuid := private.require_session();
begin
  perform pg_advisory_xact_lock(hashtextextended('kontor.push-subscriptions:' || auth.uid(), 0));
  delete from private.push_subscriptions b where b.endpoint = p_endpoint or b.session_id = v_session;
  insert into private.push_subscriptions (user_id, session_id, endpoint, p256dh, auth, hides_details)
    values (auth.uid(), v_session, p_endpoint, p_p256dh, p_auth, coalesce(p_hides_details, false));
  delete from private.push_subscriptions b where b.id in (
    select o.id from private.push_subscriptions o where o.user_id = auth.uid() order by o.created_at desc, o.id offset 10);
exception when check_violation or not_null_violation then
  raise exception 'invalid_input' using errcode = 'P0001', detail = 'p_endpoint';
end $$;


--
-- Name: set_member_access(uuid, uuid, boolean, text[]); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.set_member_access(p_company uuid, p_user uuid, p_is_admin boolean, p_keys text[]) RETURNS jsonb
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    SET "TimeZone" TO 'UTC'
    AS $$
declare
  v_me public.company_users := private.lock_people(p_company, 'users.update_permissions');
  v_member public.company_users := private.changeable_member(v_me, p_user);
  v_is_admin boolean := coalesce(p_is_admin, false);
  v_wanted text[] := array(select distinct k from unnest(p_keys) k where k is not null order by k);
  v_held text[] := array(select p.permission_key from public.company_user_permissions p where p.company_id = p_company and p.user_id = p_user order by 1);
  v_taken text[] := array(select unnest(v_held) except select unnest(v_wanted) order by 1);
  v_given text[] := array(select unnest(v_wanted) except select unnest(v_held) order by 1);
  v_lacking text;
  v_changes jsonb := '{}';
begin
  if exists (select from unnest(v_wanted) k where not exists (select from public.permissions p where p.key = k)) then
    raise exception 'invalid_input' using errcode = 'P0001', detail = 'p_keys';
  end if;
  v_lacking := private.grant_refusal(p_company, v_me.user_id, v_is_admin <> v_member.is_admin, v_taken || v_given);
  if v_lacking is not null then raise exception 'key_not_held' using errcode = 'P0001', detail = v_lacking; end if;
  if v_is_admin <> v_member.is_admin then v_changes := jsonb_build_object('is_admin', jsonb_build_array(v_member.is_admin, v_is_admin)); end if;
  if v_member.is_owner then v_changes := v_changes || '{"is_owner": [true, false]}'; end if;
  if v_taken || v_given <> '{}' then v_changes := v_changes || jsonb_build_object('keys', jsonb_build_array(v_taken, v_given)); end if;
  if v_changes <> '{}' then
    perform set_config('kontor.is_changing_access', 'on', true);
    delete from public.company_user_permissions p where p.company_id = p_company and p.user_id = p_user and p.permission_key = any (v_taken);
    insert into public.company_user_permissions (company_id, user_id, permission_key) select p_company, p_user, unnest(v_given);
    update public.company_users cu set is_admin = v_is_admin, is_owner = false where cu.id = v_member.id and (cu.is_admin, cu.is_owner) <> (v_is_admin, false);
    perform set_config('kontor.is_changing_access', '', true);
    perform private.note_access_change('access_changed', v_member, v_changes);
    perform private.revoke_unbacked_invites(p_company, p_user);
  end if;
  return (select to_jsonb(m) from private.members m where m.company_id = p_company and m.user_id = p_user);
end $$;


--
-- Name: store_exchange_rates(jsonb); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.store_exchange_rates(p_days jsonb) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_changed int;
begin
  delete from private.exchange_rates where source = 'example';
  insert into private.exchange_rates as e (day, source, rates) select d.key::date, 'ecb', d.value from jsonb_each(p_days) d
    on conflict on constraint exchange_rates_pkey do update set rates = excluded.rates where e.rates <> excluded.rates;
  get diagnostics v_changed = row_count;
  return v_changed;
end $$;


--
-- Name: sync_pull(uuid, jsonb, integer); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.sync_pull(p_company uuid, p_state jsonb DEFAULT '{}'::jsonb, p_limit integer DEFAULT 500) RETURNS json
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    SET "TimeZone" TO 'UTC'
    SET plan_cache_mode TO 'force_generic_plan'
    AS $$
declare
  v_access text := private.require_member(p_company);
  v_history record := private.company_history(p_company);
  v_epoch text := coalesce(v_history.epoch, 'new');
  v_why text := case
    when p_state ->> 'epoch' <> v_epoch then 'restored'
    when exists (select from jsonb_each_text(p_state -> 'cursors') c where c.value::bigint > coalesce(v_history.head, 0)) then 'restored'
    when p_state ->> 'mark' <> coalesce(v_history.mark, '') then private.mark_trouble(p_company, p_state ->> 'mark') end;
  v_reset boolean;
  v_snapshot boolean;
  v_left int := least(greatest(coalesce(p_limit, 500), 1), 1000);
  -- What an answer may hold, as text; a device takes more in further pages.
  v_bytes int := 2097152;
  v_behind jsonb;
  v_waiting int;
  v_share int;
  v_budget int;
  v_page record;
  v_names text[];
  v_pages json[];
  c record;
begin
  if v_why is null and p_state ->> 'access' <> v_access then v_why := 'access'; end if;
  v_reset := v_why is not null;
  v_snapshot := v_reset or coalesce((p_state ->> 'snapshot')::boolean, false);
  -- All that was asked for: what has nothing new is answered at once, for most devices have everything.
  select
      array_agg(h.collection) filter (where h.head <= h.cursor is not false),
      array_agg(json_build_object('rows', '[]'::json, 'deleted', '[]'::json, 'cursor', h.cursor, 'more', false)) filter (where h.head <= h.cursor is not false),
      jsonb_agg(to_jsonb(h) order by h.place) filter (where h.head > h.cursor)
    into v_names, v_pages, v_behind
    from (
      select l.*, case when v_reset then 0 else (p_state -> 'cursors' ->> l.collection)::bigint end as cursor
      from private.log_heads(p_company) l where p_state -> 'cursors' ? l.collection) h;
  v_waiting := coalesce(jsonb_array_length(v_behind), 0);
  v_share := greatest(1, v_left / (2 * greatest(v_waiting, 1)));

  for c in select * from jsonb_to_recordset(v_behind) as b (collection text, source text, head bigint, cursor bigint) loop
    -- Parents first, but what comes later keeps a share of every answer.
    v_waiting := v_waiting - 1;
    v_budget := least(v_left, greatest(1, v_left - v_share * v_waiting));
    v_names := v_names || c.collection;
    if v_budget < 1 or v_bytes < 1 then
      v_pages := v_pages || json_build_object('rows', '[]'::json, 'deleted', '[]'::json, 'cursor', c.cursor, 'more', true);
    else
      v_page := private.pull_collection(p_company, c.collection, c.source, c.cursor, c.head, v_budget, v_bytes, v_snapshot);
      v_left := v_left - v_page.taken;
      v_bytes := v_bytes - v_page.bytes;
      v_pages := v_pages || v_page.page;
    end if;
  end loop;
  return (
    select case when p_state ? 'ledger'
      then json_build_object('epoch', v_epoch, 'access', v_access, 'mark', v_history.mark, 'reset', v_reset, 'why', v_why, 'collections', told.pages,
        'ledger', private.ledger_head(p_company, (p_state ->> 'ledger')::bigint))
      -- An older device does not ask.
      else json_build_object('epoch', v_epoch, 'access', v_access, 'mark', v_history.mark, 'reset', v_reset, 'why', v_why, 'collections', told.pages) end
    from (select coalesce(json_object_agg(e.name, e.page), '{}') as pages from unnest(v_names, v_pages) e (name, page)) told);
end $$;


--
-- Name: sync_push(uuid, jsonb); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.sync_push(p_company uuid, p_changes jsonb) RETURNS jsonb
    LANGUAGE plpgsql
    SET search_path TO ''
    SET "TimeZone" TO 'UTC'
    AS $$
declare
  v_results jsonb[];
  v_mark text;
begin
  perform private.require_member(p_company);
  if jsonb_typeof(p_changes) is distinct from 'array' then
    raise exception 'invalid_input' using errcode = 'P0001', detail = 'p_changes';
  end if;
  if jsonb_array_length(p_changes) > 200 then
    raise exception 'too_many_changes' using errcode = 'P0001', detail = 'p_changes';
  end if;
  -- One push at a time per company: devices that touch the same rows in another order cannot deadlock.
  perform pg_advisory_xact_lock(hashtextextended('kontor.push:' || p_company, 0));
  v_results := case jsonb_array_length(p_changes) when 1 then array[private.push_change(p_company, p_changes -> 0)]
    else private.push_changes(p_company, p_changes) end;
  if exists (select from unnest(v_results) answer where answer ->> 'status' = 'applied') then
    v_mark := private.mark_push(p_company, cardinality(v_results));
  else
    -- Read after the rows it vouches for: a newer one asks too much, an older one would prove nothing.
    v_mark := (private.company_history(p_company)).mark;
  end if;
  return jsonb_build_object('results', to_jsonb(v_results), 'mark', v_mark);
end $$;


--
-- Name: take_back_deletion(uuid); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.take_back_deletion(p_company uuid) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  perform private.require_person();
  if not exists (
    select from private.closed_memberships m where m.company_id = p_company and m.user_id = auth.uid() and m.is_owner) then
    raise exception 'not_allowed' using errcode = '42501', detail = 'p_company';
  end if;
  delete from private.company_deletions d where d.company_id = p_company;
  perform set_config('kontor.is_changing_access', 'on', true);
  insert into public.company_users (id, company_id, user_id, is_owner, is_admin, created_at)
    select m.id, m.company_id, m.user_id, m.is_owner, m.is_admin, m.created_at from private.closed_memberships m where m.company_id = p_company;
  insert into public.company_user_permissions (company_id, user_id, permission_key)
    select m.company_id, m.user_id, k from private.closed_memberships m, unnest(m.keys) k
    where m.company_id = p_company and exists (select from public.permissions p where p.key = k);
  perform set_config('kontor.is_changing_access', '', true);
  delete from private.closed_memberships m where m.company_id = p_company;
  insert into public.activity_log (company_id, type, entity_type, entity_id, entity_label)
    select c.id, 'deletion_taken_back', 'companies', c.id, c.name from public.companies c where c.id = p_company;
end $$;


--
-- Name: take_numbers(uuid, uuid, text, integer); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.take_numbers(p_company uuid, p_device uuid, p_device_name text, p_count integer) RETURNS jsonb
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    SET "TimeZone" TO 'UTC'
    AS $$
declare
  v_settings jsonb;
  v_today date;
  v_lease private.number_leases;
  v_next record;
begin
  perform private.require_member(p_company);
  if not private.has_key(p_company, 'invoices.lease_numbers') then raise exception 'not_allowed' using errcode = '42501', detail = 'invoices.lease_numbers'; end if;
  if not private.has_key(p_company, 'invoices.issue') then raise exception 'not_allowed' using errcode = '42501', detail = 'invoices.issue'; end if;
  if (p_count between 1 and 20) is not true then raise exception 'invalid_input' using errcode = 'P0001', detail = 'p_count'; end if;
  if p_device is null or (char_length(p_device_name) <= 80) is not true then raise exception 'invalid_input' using errcode = 'P0001', detail = 'p_device'; end if;
  select c.settings into v_settings from public.companies c where c.id = p_company;
  if (v_settings #> '{numbers,leases}') is distinct from 'true' then raise exception 'leases_off' using errcode = 'P0001', detail = 'settings.numbers.leases'; end if;
  perform pg_advisory_xact_lock(hashtextextended('kontor.push:' || p_company, 0));
  if exists (select from private.number_leases l where l.company_id = p_company and l.device_id = p_device and l.series = 'invoices' and l.ended_at is null) then
    raise exception 'lease_open' using errcode = 'P0001', detail = 'p_device';
  end if;
  v_today := private.company_today(p_company);
  for i in 1 .. p_count loop
    select * into v_next from private.next_invoice_number(p_company, v_today, 'invoice');
    v_lease.numbers := v_lease.numbers || v_next.seq;
    insert into private.number_gap_reasons (company_id, series, year, number, reason, noted_by)
      values (p_company, 'invoices', v_next.year, v_next.seq, 'lease_open', auth.uid());
  end loop;
  perform private.note_seller_state(p_company);
  insert into private.number_leases (company_id, series, year, format, prefix, numbers, device_id, device_name, user_id, valid_until)
    values (p_company, 'invoices', v_next.year, v_settings #>> '{invoice_defaults,generated_number_format}', v_settings #>> '{invoice_defaults,number_prefix}',
      v_lease.numbers, p_device, p_device_name, auth.uid(),
      -- Where counting begins anew with the year, the numbers end with it.
      case when v_next.year = 0 then v_today + 30 else least(v_today + 30, make_date(v_next.year, 12, 31)) end)
    returning * into v_lease;
  perform private.note_lease(v_lease, 'numbers_taken');
  return private.lease_document(v_lease);
end $$;


--
-- Name: transfer_ownership(uuid, uuid); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.transfer_ownership(p_company uuid, p_user uuid) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_me public.company_users := private.lock_people(p_company, null);
  v_heir public.company_users;
begin
  if v_me.is_owner is not true then raise exception 'not_allowed' using errcode = '42501', detail = 'is_owner'; end if;
  if not private.is_freshly_authenticated() then raise exception 'reauthentication_needed' using errcode = 'P0001'; end if;
  select * into v_heir from public.company_users cu where cu.company_id = p_company and cu.user_id = p_user;
  if not found then raise exception 'member_not_found' using errcode = 'P0001', detail = 'p_user'; end if;
  if v_heir.id = v_me.id then return; end if;
  perform set_config('kontor.is_changing_access', 'on', true);
  update public.company_users cu set is_owner = cu.id = v_heir.id, is_admin = true where cu.id in (v_me.id, v_heir.id);
  perform set_config('kontor.is_changing_access', '', true);
  perform private.note_access_change('ownership_transferred', v_heir, jsonb_build_object('is_owner', jsonb_build_array(v_me.display_name, v_heir.display_name)));
end $$;


--
-- Name: use_recovery_code(text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.use_recovery_code(p_code text) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_user uuid := auth.uid();
begin
  if v_user is null or not private.session_is_live() then raise exception 'not_signed_in' using errcode = '42501'; end if;
  -- One at a time per person, so that a burst cannot try more than the limit.
  perform pg_advisory_xact_lock(hashtextextended('kontor.recovery:' || v_user, 0));
  delete from private.recovery_attempts a where a.user_id = v_user and a.tried_at < now() - interval '1 hour';
  if (select count(*) from private.recovery_attempts a where a.user_id = v_user) >= 5 then
    raise exception 'too_many_attempts' using errcode = 'P0001';
  end if;
  update private.recovery_codes c set used_at = now()
    where c.user_id = v_user and c.code_hash = private.recovery_hash(v_user, p_code) and c.used_at is null;
  if not found then
    insert into private.recovery_attempts (user_id) values (v_user);
    return false;
  end if;
  -- The other codes go with them.
  delete from auth.mfa_factors f where f.user_id = v_user;
  update auth.sessions s set aal = 'aal1', factor_id = null where s.user_id = v_user;
  return true;
end $$;


--
-- Name: verify_ledger(uuid, bigint, integer); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.verify_ledger(p_company uuid, p_after bigint DEFAULT 0, p_limit integer DEFAULT 5000) RETURNS jsonb
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
  perform private.require_key(p_company, 'activity.view');
  return private.check_ledger(p_company, p_after, least(greatest(p_limit, 1), 10000));
end $$;


--
-- Name: was_removed(uuid, text, text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.was_removed(p_company uuid, p_epoch text, p_mark text) RETURNS boolean
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  v_user uuid := private.require_person();
begin
  return exists (
      select from public.companies c join private.company_clocks k on k.company_id = c.id
      where c.id = p_company and k.epoch::text = p_epoch and private.mark_trouble(c.id, p_mark) is null)
    and not exists (select from private.company_deletions d where d.company_id = p_company)
    and not exists (select from public.company_users cu where cu.company_id = p_company and cu.user_id = v_user);
end $$;


--
-- Name: extension(text); Type: FUNCTION; Schema: storage; Owner: -
--

CREATE FUNCTION storage.extension(name text) RETURNS text
    LANGUAGE sql IMMUTABLE
    AS $$
  select reverse(split_part(reverse(storage.filename(name)), '.', 1))
$$;


--
-- Name: filename(text); Type: FUNCTION; Schema: storage; Owner: -
--

CREATE FUNCTION storage.filename(name text) RETURNS text
    LANGUAGE sql IMMUTABLE
    AS $$
  select (string_to_array(name, '/'))[array_length(string_to_array(name, '/'), 1)]
$$;


--
-- Name: foldername(text); Type: FUNCTION; Schema: storage; Owner: -
--

CREATE FUNCTION storage.foldername(name text) RETURNS text[]
    LANGUAGE sql IMMUTABLE
    AS $$
  select (string_to_array(name, '/'))[1 : array_length(string_to_array(name, '/'), 1) - 1]
$$;


--
-- Name: applied_mutations; Type: TABLE; Schema: private; Owner: -
--

CREATE TABLE private.applied_mutations (
    company_id uuid NOT NULL,
    mutation_id text NOT NULL,
    collection text NOT NULL,
    row_id uuid NOT NULL,
    user_id uuid NOT NULL,
    applied_at timestamp with time zone DEFAULT now() NOT NULL
);


--
-- Name: booked_records; Type: VIEW; Schema: private; Owner: -
--

CREATE VIEW private.booked_records WITH (security_invoker='true') AS
 SELECT i.company_id,
    'invoices'::text AS collection,
    i.id AS record_id,
    i.number AS label,
    ((i.issue_date)::timestamp without time zone AT TIME ZONE 'UTC'::text) AS booked_at
   FROM public.invoices i
  WHERE (i.status = ANY (ARRAY['issued'::text, 'cancelled'::text]))
UNION ALL
 SELECT e.company_id,
    'expenses'::text AS collection,
    e.id AS record_id,
    e.number AS label,
    e.booked_at
   FROM public.expenses e
  WHERE (e.status = ANY (ARRAY['approved'::text, 'reimbursed'::text]))
UNION ALL
 SELECT p.company_id,
    'payments'::text AS collection,
    p.id AS record_id,
    i.number AS label,
    p.created_at AS booked_at
   FROM (public.payments p
     JOIN public.invoices i ON ((i.id = p.invoice_id)))
UNION ALL
 SELECT p.company_id,
    'periods'::text AS collection,
    p.id AS record_id,
    private.day_text(p.month) AS label,
    COALESCE(p.decided_at, p.created_at) AS booked_at
   FROM public.periods p
  WHERE p.is_closed
UNION ALL
 SELECT c.id AS company_id,
    'companies'::text AS collection,
    c.id AS record_id,
    c.name AS label,
    c.created_at AS booked_at
   FROM public.companies c;


--
-- Name: change_log; Type: TABLE; Schema: private; Owner: -
--

CREATE TABLE private.change_log (
    company_id uuid NOT NULL,
    collection text NOT NULL,
    row_id uuid NOT NULL,
    seq bigint NOT NULL,
    deleted boolean NOT NULL,
    author uuid,
    was_open boolean DEFAULT true
);


--
-- Name: closed_memberships; Type: TABLE; Schema: private; Owner: -
--

CREATE TABLE private.closed_memberships (
    company_id uuid NOT NULL,
    user_id uuid NOT NULL,
    id uuid NOT NULL,
    is_owner boolean NOT NULL,
    is_admin boolean NOT NULL,
    keys text[] NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT closed_memberships_keys_check CHECK ((octet_length(array_to_string(keys, ''::text)) <= 16384))
);


--
-- Name: company_clocks; Type: TABLE; Schema: private; Owner: -
--

CREATE TABLE private.company_clocks (
    company_id uuid NOT NULL,
    seq bigint DEFAULT 0 NOT NULL,
    epoch uuid DEFAULT gen_random_uuid() NOT NULL
)
WITH (fillfactor='50');


--
-- Name: company_deletions; Type: TABLE; Schema: private; Owner: -
--

CREATE TABLE private.company_deletions (
    company_id uuid NOT NULL,
    asked_at timestamp with time zone DEFAULT now() NOT NULL,
    asked_by uuid,
    purge_after timestamp with time zone NOT NULL,
    kept_until date,
    export_sha256 text NOT NULL,
    books text NOT NULL,
    CONSTRAINT company_deletions_books_check CHECK ((books ~ '^[0-9a-f]{64}$'::text)),
    CONSTRAINT company_deletions_export_sha256_check CHECK ((export_sha256 ~ '^[0-9a-f]{64}$'::text))
);


--
-- Name: bank_accounts; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.bank_accounts (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    company_id uuid NOT NULL,
    name text DEFAULT ''::text NOT NULL,
    iban text NOT NULL,
    bic text DEFAULT ''::text NOT NULL,
    is_default boolean DEFAULT false NOT NULL,
    CONSTRAINT bank_accounts_bic_check CHECK ((bic ~ '^([A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?)?$'::text)),
    CONSTRAINT bank_accounts_iban_check CHECK (private.is_iban(iban)),
    CONSTRAINT bank_accounts_name_check CHECK ((char_length(name) <= 200))
);


--
-- Name: company_origins; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.company_origins (
    company_id uuid NOT NULL,
    imported_at timestamp with time zone DEFAULT now() NOT NULL,
    imported_by uuid NOT NULL,
    names jsonb NOT NULL,
    emails jsonb NOT NULL,
    CONSTRAINT company_origins_emails_check CHECK (((jsonb_typeof(emails) = 'object'::text) AND (octet_length((emails)::text) <= 1048576))),
    CONSTRAINT company_origins_names_check CHECK (((jsonb_typeof(names) = 'object'::text) AND (octet_length((names)::text) <= 1048576)))
);


--
-- Name: company_documents; Type: VIEW; Schema: private; Owner: -
--

CREATE VIEW private.company_documents WITH (security_invoker='true') AS
 SELECT id,
    company_id,
    name,
    logo_path,
    settings,
    COALESCE(( SELECT jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name, 'iban', a.iban, 'bic', a.bic, 'is_default', a.is_default) ORDER BY a.id) AS jsonb_agg
           FROM public.bank_accounts a
          WHERE (a.company_id = c.id)), '[]'::jsonb) AS bank_accounts,
    created_at,
    updated_at,
    rev,
    COALESCE(( SELECT jsonb_build_object('imported_at', o.imported_at, 'names', o.names) AS jsonb_build_object
           FROM public.company_origins o
          WHERE (o.company_id = c.id)), '{}'::jsonb) AS origin,
    former_letterhead
   FROM public.companies c;


--
-- Name: company_mail_secrets; Type: TABLE; Schema: private; Owner: -
--

CREATE TABLE private.company_mail_secrets (
    company_id uuid NOT NULL,
    smtp_password text NOT NULL,
    CONSTRAINT company_mail_secrets_smtp_password_check CHECK ((char_length(smtp_password) <= 4000))
);


--
-- Name: deleted_companies; Type: TABLE; Schema: private; Owner: -
--

CREATE TABLE private.deleted_companies (
    company_id uuid NOT NULL,
    deleted_at timestamp with time zone DEFAULT now() NOT NULL,
    export_sha256 text,
    ledger_seq bigint,
    ledger_sha256 text,
    CONSTRAINT deleted_companies_export_sha256_check CHECK ((export_sha256 ~ '^[0-9a-f]{64}$'::text)),
    CONSTRAINT deleted_companies_ledger_sha256_check CHECK ((ledger_sha256 ~ '^[0-9a-f]{64}$'::text))
);


--
-- Name: exchange_rates; Type: TABLE; Schema: private; Owner: -
--

CREATE TABLE private.exchange_rates (
    day date NOT NULL,
    source text NOT NULL,
    rates jsonb NOT NULL,
    CONSTRAINT exchange_rates_day_check CHECK (((day >= '1999-01-01'::date) AND (day <= '2999-12-31'::date))),
    CONSTRAINT exchange_rates_rates_check CHECK (private.are_euro_rates(rates)),
    CONSTRAINT exchange_rates_source_check CHECK ((source = ANY (ARRAY['ecb'::text, 'example'::text])))
);


--
-- Name: history_marks; Type: TABLE; Schema: private; Owner: -
--

CREATE TABLE private.history_marks (
    company_id uuid NOT NULL,
    seq bigint NOT NULL,
    token uuid DEFAULT gen_random_uuid() NOT NULL,
    made_at timestamp with time zone DEFAULT now() NOT NULL
);


--
-- Name: import_files; Type: TABLE; Schema: private; Owner: -
--

CREATE TABLE private.import_files (
    import_id uuid NOT NULL,
    bucket_id text NOT NULL,
    name text NOT NULL,
    sha256 text NOT NULL,
    size integer NOT NULL,
    asked_at timestamp with time zone,
    CONSTRAINT import_files_bucket_id_check CHECK ((char_length(bucket_id) <= 20)),
    CONSTRAINT import_files_name_check CHECK ((char_length(name) <= 200)),
    CONSTRAINT import_files_sha256_check CHECK ((char_length(sha256) = 64))
);


--
-- Name: import_rows; Type: TABLE; Schema: private; Owner: -
--

CREATE TABLE private.import_rows (
    import_id uuid NOT NULL,
    table_name text NOT NULL,
    line integer NOT NULL,
    "row" jsonb NOT NULL,
    CONSTRAINT import_rows_table_name_check CHECK ((char_length(table_name) <= 63))
);


--
-- Name: imports_at_work; Type: TABLE; Schema: private; Owner: -
--

CREATE TABLE private.imports_at_work (
    company_id uuid NOT NULL
);


--
-- Name: invite_tokens; Type: TABLE; Schema: private; Owner: -
--

CREATE TABLE private.invite_tokens (
    invite_id uuid NOT NULL,
    token_hash text NOT NULL,
    CONSTRAINT invite_tokens_token_hash_check CHECK ((token_hash ~ '^[0-9a-f]{64}$'::text))
);


--
-- Name: invoice_documents; Type: VIEW; Schema: private; Owner: -
--

CREATE VIEW private.invoice_documents WITH (security_invoker='true') AS
 SELECT id,
    company_id,
    number,
    document_type,
    cancels_id,
    cancelled_by_id,
    customer_id,
    recurring_invoice_id,
    status,
    delivery,
    sent_at,
    issue_date,
    due_date,
    due_days,
    service_from,
    service_to,
    currency,
    language,
    reference,
    notes,
    internal_notes,
    payment_terms,
    tax_mode,
    seller,
    buyer,
    net_total,
    tax_total,
    gross_total,
    tax_breakdown,
    paid_total,
    payment_status,
    created_by,
    COALESCE(( SELECT jsonb_agg(jsonb_build_object('id', t.id, 'position', t."position", 'product_id', t.product_id, 'description', t.description, 'unit', t.unit, 'quantity', t.quantity, 'unit_price', t.unit_price, 'discount_percent', t.discount_percent, 'tax_rate', t.tax_rate, 'tax_category', t.tax_category, 'exemption_reason', t.exemption_reason, 'origin_item_id', t.origin_item_id) ORDER BY t."position", t.id) AS jsonb_agg
           FROM public.invoice_items t
          WHERE ((t.company_id = i.company_id) AND (t.invoice_id = i.id))), '[]'::jsonb) AS items,
    created_at,
    updated_at,
    rev,
    recurring_period,
    overruled_warnings,
    tax_point,
    exchange,
    corrects_id,
    reason,
    corrections,
    leased,
    reminder_level,
    reminded_on,
    reminder_hold
   FROM public.invoices i;


--
-- Name: last_exports; Type: TABLE; Schema: private; Owner: -
--

CREATE TABLE private.last_exports (
    company_id uuid NOT NULL,
    books text NOT NULL,
    sha256 text NOT NULL,
    bytes bigint NOT NULL,
    exported_at timestamp with time zone DEFAULT now() NOT NULL,
    exported_by uuid,
    CONSTRAINT last_exports_books_check CHECK ((char_length(books) <= 64)),
    CONSTRAINT last_exports_sha256_check CHECK ((char_length(sha256) <= 64))
);


--
-- Name: company_user_permissions; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.company_user_permissions (
    company_id uuid NOT NULL,
    user_id uuid NOT NULL,
    permission_key text NOT NULL,
    id uuid DEFAULT gen_random_uuid() NOT NULL
);


--
-- Name: members; Type: VIEW; Schema: private; Owner: -
--

CREATE VIEW private.members WITH (security_invoker='false', security_barrier='true') AS
 WITH mine AS MATERIALIZED (
         SELECT c.c AS company_id,
            (c.c = ANY (ARRAY( SELECT private.companies_with('users.view'::text) AS companies_with))) AS is_open
           FROM private.my_companies() c(c)
          WHERE private.second_factor_satisfied()
        )
 SELECT cu.id,
    cu.company_id,
    cu.user_id,
    cu.is_owner,
    cu.is_admin,
    cu.display_name,
        CASE
            WHEN v.full_view THEN cu.email
            ELSE ''::text
        END AS email,
        CASE
            WHEN v.full_view THEN ARRAY( SELECT p.permission_key
               FROM public.company_user_permissions p
              WHERE ((p.company_id = cu.company_id) AND (p.user_id = cu.user_id))
              ORDER BY p.permission_key)
            ELSE '{}'::text[]
        END AS keys,
    cu.created_at,
    cu.updated_at,
        CASE
            WHEN v.full_view THEN cu.rev
            ELSE ("left"(cu.rev, 73) || '.public'::text)
        END AS rev
   FROM ((public.company_users cu
     JOIN mine ON ((mine.company_id = cu.company_id)))
     CROSS JOIN LATERAL ( SELECT (mine.is_open OR (cu.user_id = auth.uid())) AS full_view) v);


--
-- Name: notification_choices; Type: TABLE; Schema: private; Owner: -
--

CREATE TABLE private.notification_choices (
    user_id uuid NOT NULL,
    kind text NOT NULL,
    channel text NOT NULL,
    is_on boolean NOT NULL,
    CONSTRAINT notification_choices_channel_check CHECK ((channel = ANY (ARRAY['mail'::text, 'push'::text]))),
    CONSTRAINT notification_choices_kind_check CHECK ((kind = ANY (ARRAY['submitted'::text, 'approved'::text, 'rejected'::text, 'reimbursed'::text])))
);


--
-- Name: notification_events; Type: TABLE; Schema: private; Owner: -
--

CREATE TABLE private.notification_events (
    id bigint NOT NULL,
    company_id uuid NOT NULL,
    expense_id uuid NOT NULL,
    step text NOT NULL,
    actor_id uuid,
    made_at timestamp with time zone DEFAULT now() NOT NULL,
    is_gathered boolean DEFAULT false NOT NULL,
    CONSTRAINT notification_events_step_check CHECK ((step = ANY (ARRAY['submitted'::text, 'approved'::text, 'rejected'::text, 'reopened'::text, 'reimbursed'::text])))
);


--
-- Name: notification_events_id_seq; Type: SEQUENCE; Schema: private; Owner: -
--

ALTER TABLE private.notification_events ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME private.notification_events_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: notification_items; Type: TABLE; Schema: private; Owner: -
--

CREATE TABLE private.notification_items (
    company_id uuid NOT NULL,
    notification_id uuid NOT NULL,
    event_id bigint NOT NULL
);


--
-- Name: number_counters; Type: TABLE; Schema: private; Owner: -
--

CREATE TABLE private.number_counters (
    company_id uuid NOT NULL,
    kind text NOT NULL,
    year integer NOT NULL,
    last bigint NOT NULL
);


--
-- Name: number_gap_reasons; Type: TABLE; Schema: private; Owner: -
--

CREATE TABLE private.number_gap_reasons (
    company_id uuid NOT NULL,
    year integer NOT NULL,
    number bigint NOT NULL,
    reason text NOT NULL,
    noted_by uuid,
    noted_at timestamp with time zone DEFAULT now() NOT NULL,
    series text DEFAULT 'invoices'::text NOT NULL,
    CONSTRAINT number_gap_reasons_reason_check CHECK (((char_length(btrim(reason)) >= 1) AND (char_length(btrim(reason)) <= 500))),
    CONSTRAINT number_gap_reasons_series_check CHECK (((char_length(series) >= 1) AND (char_length(series) <= 40)))
);


--
-- Name: orphan_objects; Type: TABLE; Schema: private; Owner: -
--

CREATE TABLE private.orphan_objects (
    bucket_id text NOT NULL,
    name text NOT NULL,
    noticed_at timestamp with time zone DEFAULT now() NOT NULL,
    keep_for interval NOT NULL,
    stored_at timestamp with time zone NOT NULL
);


--
-- Name: permission_implications; Type: TABLE; Schema: private; Owner: -
--

CREATE TABLE private.permission_implications (
    key text NOT NULL,
    implied_by text NOT NULL
);


--
-- Name: permission_presets; Type: TABLE; Schema: private; Owner: -
--

CREATE TABLE private.permission_presets (
    preset text NOT NULL,
    key text NOT NULL,
    CONSTRAINT permission_presets_preset_check CHECK ((preset = ANY (ARRAY['accountant'::text, 'employee'::text, 'viewer'::text])))
);


--
-- Name: set_aside_objects; Type: TABLE; Schema: private; Owner: -
--

CREATE TABLE private.set_aside_objects (
    path text NOT NULL,
    company_id uuid NOT NULL,
    file_id uuid NOT NULL,
    set_aside_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT set_aside_objects_path_check CHECK ((char_length(path) <= 500))
);


--
-- Name: files; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.files (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    company_id uuid NOT NULL,
    expense_id uuid,
    created_by uuid DEFAULT auth.uid() NOT NULL,
    path text NOT NULL,
    name text NOT NULL,
    mime_type text NOT NULL,
    size integer NOT NULL,
    sha256 text NOT NULL,
    confidential boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    rev text DEFAULT ('srv-'::text || gen_random_uuid()) NOT NULL,
    original_path text,
    original_mime_type text,
    original_size integer,
    original_sha256 text,
    integrity text,
    checked_at timestamp with time zone,
    original_integrity text,
    original_checked_at timestamp with time zone,
    CONSTRAINT files_check CHECK (((char_length(path) <= 500) AND starts_with(path, (company_id || '/'::text)))),
    CONSTRAINT files_integrity_check CHECK ((integrity = ANY (ARRAY['verified'::text, 'mismatch'::text]))),
    CONSTRAINT files_mime_type_check CHECK ((mime_type = ANY (ARRAY['image/jpeg'::text, 'image/png'::text, 'image/webp'::text, 'application/pdf'::text, 'application/xml'::text]))),
    CONSTRAINT files_name_check CHECK (((char_length(btrim(name)) >= 1) AND (char_length(btrim(name)) <= 255))),
    CONSTRAINT files_original_integrity_check CHECK ((original_integrity = ANY (ARRAY['verified'::text, 'mismatch'::text]))),
    CONSTRAINT files_original_mime_type_check CHECK ((original_mime_type = ANY (ARRAY['image/jpeg'::text, 'image/png'::text, 'image/webp'::text, 'application/pdf'::text, 'image/heic'::text]))),
    CONSTRAINT files_original_path_check CHECK ((char_length(original_path) <= 500)),
    CONSTRAINT files_original_place CHECK (((split_part(original_path, '.'::text, 1) = ((company_id || '/original/'::text) || id)) OR (split_part(original_path, '.'::text, 1) = ((company_id || '/again/original/'::text) || id)))),
    CONSTRAINT files_original_sha256_check CHECK ((original_sha256 ~ '^[0-9a-f]{64}$'::text)),
    CONSTRAINT files_original_size_check CHECK (((original_size >= 1) AND (original_size <= 20971520))),
    CONSTRAINT files_original_whole CHECK ((num_nulls(original_path, original_mime_type, original_size, original_sha256) = ANY (ARRAY[0, 4]))),
    CONSTRAINT files_own_place CHECK (((split_part(path, '/'::text, 2) <> ALL (ARRAY['original'::text, 'again'::text])) OR (split_part(path, '.'::text, 1) = ((company_id || '/again/'::text) || id)))),
    CONSTRAINT files_rev_check CHECK (((char_length(rev) >= 1) AND (char_length(rev) <= 80))),
    CONSTRAINT files_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text)),
    CONSTRAINT files_size_check CHECK (((size >= 1) AND (size <= 20971520)))
);


--
-- Name: receipt_objects; Type: VIEW; Schema: private; Owner: -
--

CREATE VIEW private.receipt_objects AS
 SELECT f.id,
    f.company_id,
    f.expense_id,
    f.created_at,
    f.path,
    false AS is_original,
    f.sha256,
    f.size,
    f.integrity,
    f.checked_at
   FROM public.files f
UNION ALL
 SELECT f.id,
    f.company_id,
    f.expense_id,
    f.created_at,
    f.original_path AS path,
    true AS is_original,
    f.original_sha256 AS sha256,
    f.original_size AS size,
    f.original_integrity AS integrity,
    f.original_checked_at AS checked_at
   FROM public.files f
  WHERE (f.original_path IS NOT NULL)
UNION ALL
 SELECT f.id,
    f.company_id,
    f.expense_id,
    f.created_at,
    a.path,
    NULL::boolean AS is_original,
    NULL::text AS sha256,
    NULL::integer AS size,
    NULL::text AS integrity,
    NULL::timestamp with time zone AS checked_at
   FROM (private.set_aside_objects a
     JOIN public.files f ON (((f.company_id = a.company_id) AND (f.id = a.file_id))));


--
-- Name: recovery_attempts; Type: TABLE; Schema: private; Owner: -
--

CREATE TABLE private.recovery_attempts (
    user_id uuid NOT NULL,
    tried_at timestamp with time zone DEFAULT now() NOT NULL
);


--
-- Name: recovery_codes; Type: TABLE; Schema: private; Owner: -
--

CREATE TABLE private.recovery_codes (
    user_id uuid NOT NULL,
    code_hash text NOT NULL,
    used_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);


--
-- Name: recurring_invoice_items; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.recurring_invoice_items (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    company_id uuid NOT NULL,
    recurring_invoice_id uuid NOT NULL,
    "position" integer DEFAULT 0 NOT NULL,
    product_id uuid,
    description text DEFAULT ''::text NOT NULL,
    unit text DEFAULT ''::text NOT NULL,
    quantity numeric(14,4) DEFAULT 1 NOT NULL,
    unit_price numeric(14,4) DEFAULT 0 NOT NULL,
    discount_percent numeric(6,3) DEFAULT 0 NOT NULL,
    tax_rate numeric(6,3) DEFAULT 0 NOT NULL,
    tax_category text,
    exemption_reason text,
    CONSTRAINT recurring_invoice_items_description_check CHECK ((char_length(description) <= 2000)),
    CONSTRAINT recurring_invoice_items_discount_percent_check CHECK (((discount_percent >= (0)::numeric) AND (discount_percent <= (100)::numeric))),
    CONSTRAINT recurring_invoice_items_exemption_reason_check CHECK ((char_length(exemption_reason) <= 200)),
    CONSTRAINT recurring_invoice_items_position_check CHECK ((("position" >= 0) AND ("position" <= 100000))),
    CONSTRAINT recurring_invoice_items_quantity_check CHECK (((quantity >= ('-9999999'::integer)::numeric) AND (quantity <= (9999999)::numeric))),
    CONSTRAINT recurring_invoice_items_tax_category_check CHECK ((tax_category = ANY (ARRAY['S'::text, 'Z'::text, 'E'::text, 'AE'::text, 'K'::text, 'G'::text, 'O'::text]))),
    CONSTRAINT recurring_invoice_items_tax_rate_check CHECK (((tax_rate >= (0)::numeric) AND (tax_rate <= (100)::numeric))),
    CONSTRAINT recurring_invoice_items_unit_check CHECK ((char_length(unit) <= 40)),
    CONSTRAINT recurring_invoice_items_unit_price_check CHECK (((unit_price >= ('-9999999999'::bigint)::numeric) AND (unit_price <= ('9999999999'::bigint)::numeric)))
);


--
-- Name: recurring_invoice_documents; Type: VIEW; Schema: private; Owner: -
--

CREATE VIEW private.recurring_invoice_documents WITH (security_invoker='true') AS
 SELECT id,
    company_id,
    name,
    customer_id,
    is_active,
    "interval",
    start_date,
    end_date,
    skip_before,
    next_generation,
    last_generated,
    currency,
    language,
    due_days,
    reference,
    notes,
    internal_notes,
    payment_terms,
    tax_mode,
    generate_as,
    lead_days,
    auto_generate,
    created_by,
    generate_requested,
    generation_error,
    created_at,
    updated_at,
    rev,
    COALESCE(( SELECT jsonb_agg(jsonb_build_object('id', t.id, 'position', t."position", 'product_id', t.product_id, 'description', t.description, 'unit', t.unit, 'quantity', t.quantity, 'unit_price', t.unit_price, 'discount_percent', t.discount_percent, 'tax_rate', t.tax_rate, 'tax_category', t.tax_category, 'exemption_reason', t.exemption_reason) ORDER BY t."position", t.id) AS jsonb_agg
           FROM public.recurring_invoice_items t
          WHERE ((t.company_id = r.company_id) AND (t.recurring_invoice_id = r.id))), '[]'::jsonb) AS items
   FROM public.recurring_invoices r;


--
-- Name: seller_states; Type: TABLE; Schema: private; Owner: -
--

CREATE TABLE private.seller_states (
    company_id uuid NOT NULL,
    language text NOT NULL,
    noted_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    seller jsonb NOT NULL,
    CONSTRAINT seller_states_language_check CHECK ((language = ANY (ARRAY['en'::text, 'de'::text]))),
    CONSTRAINT seller_states_seller_check CHECK ((jsonb_typeof(seller) = 'object'::text))
);


--
-- Name: sent_mails; Type: TABLE; Schema: private; Owner: -
--

CREATE TABLE private.sent_mails (
    id bigint NOT NULL,
    company_id uuid NOT NULL,
    user_id uuid NOT NULL,
    purpose text NOT NULL,
    recipient text NOT NULL,
    sent_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT sent_mails_purpose_check CHECK ((purpose = ANY (ARRAY['invite'::text, 'test'::text, 'invoice'::text])))
);


--
-- Name: sent_mails_id_seq; Type: SEQUENCE; Schema: private; Owner: -
--

ALTER TABLE private.sent_mails ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME private.sent_mails_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: activity_records; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.activity_records (
    company_id uuid NOT NULL,
    activity_id uuid NOT NULL,
    bank_data text NOT NULL,
    content text NOT NULL,
    collection text NOT NULL,
    parent_id uuid,
    author uuid,
    confidential boolean NOT NULL,
    record jsonb NOT NULL,
    CONSTRAINT activity_records_bank_data_check CHECK ((bank_data = ANY (ARRAY['none'::text, 'masked'::text, 'full'::text]))),
    CONSTRAINT activity_records_collection_check CHECK ((char_length(collection) <= 60)),
    CONSTRAINT activity_records_content_check CHECK ((content = ANY (ARRAY['record'::text, 'changes'::text]))),
    CONSTRAINT activity_records_record_check CHECK (((jsonb_typeof(record) = 'object'::text) AND (octet_length((record)::text) <= 5242880)))
);


--
-- Name: company_mail_settings; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.company_mail_settings (
    company_id uuid NOT NULL,
    sender_name text DEFAULT ''::text NOT NULL,
    sender_email text DEFAULT ''::text NOT NULL,
    reply_to text DEFAULT ''::text NOT NULL,
    templates jsonb DEFAULT '{}'::jsonb NOT NULL,
    smtp_host text DEFAULT ''::text NOT NULL,
    smtp_port integer DEFAULT 465 NOT NULL,
    smtp_user text DEFAULT ''::text NOT NULL,
    smtp_secure boolean DEFAULT true NOT NULL,
    has_password boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT company_mail_settings_check CHECK ((concat(sender_name, sender_email, reply_to, smtp_host, smtp_user) !~ '[[:cntrl:]]'::text)),
    CONSTRAINT company_mail_settings_reply_to_check CHECK ((char_length(reply_to) <= 320)),
    CONSTRAINT company_mail_settings_sender_email_check CHECK ((char_length(sender_email) <= 320)),
    CONSTRAINT company_mail_settings_sender_name_check CHECK ((char_length(sender_name) <= 200)),
    CONSTRAINT company_mail_settings_smtp_host_check CHECK ((char_length(smtp_host) <= 253)),
    CONSTRAINT company_mail_settings_smtp_port_check CHECK (((smtp_port >= 1) AND (smtp_port <= 65535))),
    CONSTRAINT company_mail_settings_smtp_user_check CHECK ((char_length(smtp_user) <= 320)),
    CONSTRAINT company_mail_settings_templates_check CHECK (private.are_mail_templates(templates)),
    CONSTRAINT company_mail_settings_templates_size CHECK ((octet_length((templates)::text) <= 40000))
);


--
-- Name: company_news; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.company_news (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    company_id uuid NOT NULL,
    seq bigint NOT NULL
)
WITH (fillfactor='50');


--
-- Name: customers; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.customers (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    company_id uuid NOT NULL,
    name text NOT NULL,
    contact_name text DEFAULT ''::text NOT NULL,
    email text DEFAULT ''::text NOT NULL,
    phone text DEFAULT ''::text NOT NULL,
    street text DEFAULT ''::text NOT NULL,
    house_number text DEFAULT ''::text NOT NULL,
    postal_code text DEFAULT ''::text NOT NULL,
    city text DEFAULT ''::text NOT NULL,
    country text DEFAULT ''::text NOT NULL,
    vat_id text DEFAULT ''::text NOT NULL,
    language text DEFAULT 'en'::text NOT NULL,
    currency text DEFAULT 'EUR'::text NOT NULL,
    payment_terms_days integer DEFAULT 14 NOT NULL,
    buyer_reference text DEFAULT ''::text NOT NULL,
    notes text DEFAULT ''::text NOT NULL,
    is_active boolean DEFAULT true NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    rev text DEFAULT ('srv-'::text || gen_random_uuid()) NOT NULL,
    e_address text,
    e_address_scheme text,
    e_invoice_format text,
    customer_number text,
    salutation text,
    delivery_name text,
    delivery_street text,
    delivery_house_number text,
    delivery_postal_code text,
    delivery_city text,
    delivery_country text,
    reminder_hold text,
    CONSTRAINT customers_buyer_reference_check CHECK ((char_length(buyer_reference) <= 100)),
    CONSTRAINT customers_city_check CHECK ((char_length(city) <= 200)),
    CONSTRAINT customers_contact_name_check CHECK ((char_length(contact_name) <= 200)),
    CONSTRAINT customers_country_check CHECK ((country ~ '^([A-Z]{2})?$'::text)),
    CONSTRAINT customers_customer_number_check CHECK ((char_length(customer_number) <= 40)),
    CONSTRAINT customers_delivery_city_check CHECK ((char_length(delivery_city) <= 200)),
    CONSTRAINT customers_delivery_country_check CHECK ((delivery_country ~ '^([A-Z]{2})?$'::text)),
    CONSTRAINT customers_delivery_house_number_check CHECK ((char_length(delivery_house_number) <= 20)),
    CONSTRAINT customers_delivery_name_check CHECK ((char_length(delivery_name) <= 200)),
    CONSTRAINT customers_delivery_postal_code_check CHECK ((char_length(delivery_postal_code) <= 20)),
    CONSTRAINT customers_delivery_street_check CHECK ((char_length(delivery_street) <= 200)),
    CONSTRAINT customers_e_address_check CHECK ((char_length(e_address) <= 200)),
    CONSTRAINT customers_e_address_scheme_check CHECK ((e_address_scheme ~ '^([A-Z0-9]{2,4})?$'::text)),
    CONSTRAINT customers_e_invoice_format_check CHECK ((e_invoice_format = ANY (ARRAY['zugferd'::text, 'xrechnung_ubl'::text, 'xrechnung_cii'::text]))),
    CONSTRAINT customers_email_check CHECK (((email = ''::text) OR ((email ~ '^[^@\s]+@[^@\s]+$'::text) AND (char_length(email) <= 320)))),
    CONSTRAINT customers_house_number_check CHECK ((char_length(house_number) <= 20)),
    CONSTRAINT customers_language_check CHECK ((language = ANY (ARRAY['en'::text, 'de'::text]))),
    CONSTRAINT customers_name_check CHECK (((char_length(btrim(name)) >= 1) AND (char_length(btrim(name)) <= 200))),
    CONSTRAINT customers_notes_check CHECK ((char_length(notes) <= 4000)),
    CONSTRAINT customers_payment_terms_days_check CHECK (((payment_terms_days >= 0) AND (payment_terms_days <= 365))),
    CONSTRAINT customers_phone_check CHECK ((char_length(phone) <= 50)),
    CONSTRAINT customers_postal_code_check CHECK ((char_length(postal_code) <= 20)),
    CONSTRAINT customers_reminder_hold_check CHECK ((char_length(reminder_hold) <= 500)),
    CONSTRAINT customers_rev_check CHECK (((char_length(rev) >= 1) AND (char_length(rev) <= 80))),
    CONSTRAINT customers_salutation_check CHECK ((char_length(salutation) <= 200)),
    CONSTRAINT customers_street_check CHECK ((char_length(street) <= 200)),
    CONSTRAINT customers_vat_id_check CHECK ((char_length(vat_id) <= 20))
);


--
-- Name: delivery_notes; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.delivery_notes (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    company_id uuid NOT NULL,
    number text,
    invoice_id uuid,
    customer_id uuid NOT NULL,
    delivery_date date NOT NULL,
    delivered_on date,
    language text DEFAULT 'en'::text NOT NULL,
    currency text DEFAULT 'EUR'::text NOT NULL,
    reference text DEFAULT ''::text NOT NULL,
    notes text DEFAULT ''::text NOT NULL,
    shows_prices boolean DEFAULT false NOT NULL,
    items jsonb DEFAULT '[]'::jsonb NOT NULL,
    seller jsonb,
    buyer jsonb,
    created_by uuid DEFAULT auth.uid() NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    rev text DEFAULT ('srv-'::text || gen_random_uuid()) NOT NULL,
    CONSTRAINT delivery_notes_are_items_check CHECK (private.are_delivery_items(items)),
    CONSTRAINT delivery_notes_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
    CONSTRAINT delivery_notes_delivered_on_check CHECK (((delivered_on >= '1900-01-01'::date) AND (delivered_on <= '9999-12-31'::date))),
    CONSTRAINT delivery_notes_delivery_date_check CHECK (((delivery_date >= '1900-01-01'::date) AND (delivery_date <= '9999-12-31'::date))),
    CONSTRAINT delivery_notes_items_check CHECK ((char_length((items)::text) <= 1500000)),
    CONSTRAINT delivery_notes_language_check CHECK ((language = ANY (ARRAY['en'::text, 'de'::text]))),
    CONSTRAINT delivery_notes_notes_check CHECK ((char_length(notes) <= 4000)),
    CONSTRAINT delivery_notes_number_check CHECK ((char_length(number) <= 60)),
    CONSTRAINT delivery_notes_reference_check CHECK ((char_length(reference) <= 200)),
    CONSTRAINT delivery_notes_rev_check CHECK (((char_length(rev) >= 1) AND (char_length(rev) <= 80)))
);


--
-- Name: expense_categories; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.expense_categories (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    company_id uuid NOT NULL,
    name text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    icon text DEFAULT ''::text NOT NULL,
    color text DEFAULT '#64748b'::text NOT NULL,
    sort_order integer DEFAULT 0 NOT NULL,
    is_active boolean DEFAULT true NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    rev text DEFAULT ('srv-'::text || gen_random_uuid()) NOT NULL,
    CONSTRAINT expense_categories_color_check CHECK ((color ~ '^#[0-9a-f]{6}$'::text)),
    CONSTRAINT expense_categories_description_check CHECK ((char_length(description) <= 500)),
    CONSTRAINT expense_categories_icon_check CHECK ((char_length(icon) <= 40)),
    CONSTRAINT expense_categories_name_check CHECK (((char_length(btrim(name)) >= 1) AND (char_length(btrim(name)) <= 100))),
    CONSTRAINT expense_categories_rev_check CHECK (((char_length(rev) >= 1) AND (char_length(rev) <= 80))),
    CONSTRAINT expense_categories_sort_order_check CHECK (((sort_order >= 0) AND (sort_order <= 100000)))
);


--
-- Name: file_checks; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.file_checks (
    file_id uuid NOT NULL,
    company_id uuid NOT NULL,
    sha256 text NOT NULL,
    size integer NOT NULL,
    checked_at timestamp with time zone DEFAULT now() NOT NULL,
    is_original boolean DEFAULT false NOT NULL,
    CONSTRAINT file_checks_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text)),
    CONSTRAINT file_checks_size_check CHECK (((size >= 0) AND (size <= 20971520)))
);


--
-- Name: invoice_products; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.invoice_products (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    company_id uuid NOT NULL,
    name text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    unit text DEFAULT ''::text NOT NULL,
    unit_price numeric(14,4) DEFAULT 0 NOT NULL,
    tax_rate numeric(6,3) DEFAULT 0 NOT NULL,
    currency text DEFAULT 'EUR'::text NOT NULL,
    is_active boolean DEFAULT true NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    rev text DEFAULT ('srv-'::text || gen_random_uuid()) NOT NULL,
    tax_category text,
    exemption_reason text,
    CONSTRAINT invoice_products_description_check CHECK ((char_length(description) <= 2000)),
    CONSTRAINT invoice_products_exemption_reason_check CHECK ((char_length(exemption_reason) <= 200)),
    CONSTRAINT invoice_products_name_check CHECK (((char_length(btrim(name)) >= 1) AND (char_length(btrim(name)) <= 200))),
    CONSTRAINT invoice_products_rev_check CHECK (((char_length(rev) >= 1) AND (char_length(rev) <= 80))),
    CONSTRAINT invoice_products_tax_category_check CHECK ((tax_category = ANY (ARRAY['S'::text, 'Z'::text, 'E'::text, 'AE'::text, 'K'::text, 'G'::text, 'O'::text]))),
    CONSTRAINT invoice_products_tax_rate_check CHECK (((tax_rate >= (0)::numeric) AND (tax_rate <= (100)::numeric))),
    CONSTRAINT invoice_products_unit_check CHECK ((char_length(unit) <= 40)),
    CONSTRAINT invoice_products_unit_price_check CHECK (((unit_price >= ('-9999999999'::bigint)::numeric) AND (unit_price <= ('9999999999'::bigint)::numeric)))
);


--
-- Name: period_figures; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.period_figures (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    company_id uuid NOT NULL,
    period_id uuid NOT NULL,
    month date NOT NULL,
    decided_at timestamp with time zone,
    cells jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    rev text DEFAULT ('srv-'::text || gen_random_uuid()) NOT NULL,
    CONSTRAINT period_figures_cells_check CHECK (((jsonb_typeof(cells) = 'object'::text) AND (octet_length((cells)::text) <= 5242880))),
    CONSTRAINT period_figures_rev_check CHECK (((char_length(rev) >= 1) AND (char_length(rev) <= 80)))
);


--
-- Name: permissions; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.permissions (
    key text NOT NULL,
    CONSTRAINT permissions_key_check CHECK (((key ~ '^[a-z_]+\.[a-z_]+$'::text) AND (char_length(key) <= 80)))
);


--
-- Name: vendors; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.vendors (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    company_id uuid NOT NULL,
    name text NOT NULL,
    email text DEFAULT ''::text NOT NULL,
    phone text DEFAULT ''::text NOT NULL,
    street text DEFAULT ''::text NOT NULL,
    house_number text DEFAULT ''::text NOT NULL,
    postal_code text DEFAULT ''::text NOT NULL,
    city text DEFAULT ''::text NOT NULL,
    country text DEFAULT ''::text NOT NULL,
    vat_id text DEFAULT ''::text NOT NULL,
    notes text DEFAULT ''::text NOT NULL,
    is_active boolean DEFAULT true NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    rev text DEFAULT ('srv-'::text || gen_random_uuid()) NOT NULL,
    iban text,
    CONSTRAINT vendors_city_check CHECK ((char_length(city) <= 200)),
    CONSTRAINT vendors_country_check CHECK ((country ~ '^([A-Z]{2})?$'::text)),
    CONSTRAINT vendors_email_check CHECK (((email = ''::text) OR ((email ~ '^[^@\s]+@[^@\s]+$'::text) AND (char_length(email) <= 320)))),
    CONSTRAINT vendors_house_number_check CHECK ((char_length(house_number) <= 20)),
    CONSTRAINT vendors_iban_check CHECK ((iban ~ '^([A-Z]{2}[0-9]{2}[A-Z0-9]{11,30})?$'::text)),
    CONSTRAINT vendors_name_check CHECK (((char_length(btrim(name)) >= 1) AND (char_length(btrim(name)) <= 200))),
    CONSTRAINT vendors_notes_check CHECK ((char_length(notes) <= 4000)),
    CONSTRAINT vendors_phone_check CHECK ((char_length(phone) <= 50)),
    CONSTRAINT vendors_postal_code_check CHECK ((char_length(postal_code) <= 20)),
    CONSTRAINT vendors_rev_check CHECK (((char_length(rev) >= 1) AND (char_length(rev) <= 80))),
    CONSTRAINT vendors_street_check CHECK ((char_length(street) <= 200)),
    CONSTRAINT vendors_vat_id_check CHECK ((char_length(vat_id) <= 20))
);


--
-- Name: buckets; Type: TABLE; Schema: storage; Owner: -
--

CREATE TABLE storage.buckets (
    id text NOT NULL,
    name text NOT NULL,
    owner uuid,
    owner_id text,
    public boolean DEFAULT false NOT NULL,
    file_size_limit bigint,
    allowed_mime_types text[],
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);


--
-- Name: objects; Type: TABLE; Schema: storage; Owner: -
--

CREATE TABLE storage.objects (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    bucket_id text NOT NULL,
    name text NOT NULL,
    owner uuid,
    owner_id text,
    metadata jsonb,
    user_metadata jsonb,
    version text NOT NULL,
    path_tokens text[] GENERATED ALWAYS AS (string_to_array(name, '/'::text)) STORED,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    last_accessed_at timestamp with time zone DEFAULT now() NOT NULL
);


--
-- Name: applied_mutations applied_mutations_pkey; Type: CONSTRAINT; Schema: private; Owner: -
--

ALTER TABLE ONLY private.applied_mutations
    ADD CONSTRAINT applied_mutations_pkey PRIMARY KEY (company_id, mutation_id);


--
-- Name: change_log change_log_pkey; Type: CONSTRAINT; Schema: private; Owner: -
--

ALTER TABLE ONLY private.change_log
    ADD CONSTRAINT change_log_pkey PRIMARY KEY (company_id, collection, row_id);


--
-- Name: closed_memberships closed_memberships_pkey; Type: CONSTRAINT; Schema: private; Owner: -
--

ALTER TABLE ONLY private.closed_memberships
    ADD CONSTRAINT closed_memberships_pkey PRIMARY KEY (company_id, user_id);


--
-- Name: company_clocks company_clocks_pkey; Type: CONSTRAINT; Schema: private; Owner: -
--

ALTER TABLE ONLY private.company_clocks
    ADD CONSTRAINT company_clocks_pkey PRIMARY KEY (company_id);


--
-- Name: company_deletions company_deletions_pkey; Type: CONSTRAINT; Schema: private; Owner: -
--

ALTER TABLE ONLY private.company_deletions
    ADD CONSTRAINT company_deletions_pkey PRIMARY KEY (company_id);


--
-- Name: company_mail_secrets company_mail_secrets_pkey; Type: CONSTRAINT; Schema: private; Owner: -
--

ALTER TABLE ONLY private.company_mail_secrets
    ADD CONSTRAINT company_mail_secrets_pkey PRIMARY KEY (company_id);


--
-- Name: deleted_companies deleted_companies_pkey; Type: CONSTRAINT; Schema: private; Owner: -
--

ALTER TABLE ONLY private.deleted_companies
    ADD CONSTRAINT deleted_companies_pkey PRIMARY KEY (company_id);


--
-- Name: exchange_rates exchange_rates_pkey; Type: CONSTRAINT; Schema: private; Owner: -
--

ALTER TABLE ONLY private.exchange_rates
    ADD CONSTRAINT exchange_rates_pkey PRIMARY KEY (day);


--
-- Name: history_marks history_marks_pkey; Type: CONSTRAINT; Schema: private; Owner: -
--

ALTER TABLE ONLY private.history_marks
    ADD CONSTRAINT history_marks_pkey PRIMARY KEY (company_id, seq);


--
-- Name: import_files import_files_pkey; Type: CONSTRAINT; Schema: private; Owner: -
--

ALTER TABLE ONLY private.import_files
    ADD CONSTRAINT import_files_pkey PRIMARY KEY (import_id, bucket_id, name);


--
-- Name: import_rows import_rows_pkey; Type: CONSTRAINT; Schema: private; Owner: -
--

ALTER TABLE ONLY private.import_rows
    ADD CONSTRAINT import_rows_pkey PRIMARY KEY (import_id, table_name, line);


--
-- Name: imports_at_work imports_at_work_pkey; Type: CONSTRAINT; Schema: private; Owner: -
--

ALTER TABLE ONLY private.imports_at_work
    ADD CONSTRAINT imports_at_work_pkey PRIMARY KEY (company_id);


--
-- Name: imports imports_pkey; Type: CONSTRAINT; Schema: private; Owner: -
--

ALTER TABLE ONLY private.imports
    ADD CONSTRAINT imports_pkey PRIMARY KEY (id);


--
-- Name: invite_tokens invite_tokens_pkey; Type: CONSTRAINT; Schema: private; Owner: -
--

ALTER TABLE ONLY private.invite_tokens
    ADD CONSTRAINT invite_tokens_pkey PRIMARY KEY (invite_id);


--
-- Name: invite_tokens invite_tokens_token_hash_key; Type: CONSTRAINT; Schema: private; Owner: -
--

ALTER TABLE ONLY private.invite_tokens
    ADD CONSTRAINT invite_tokens_token_hash_key UNIQUE (token_hash);


--
-- Name: invoice_mails invoice_mails_pkey; Type: CONSTRAINT; Schema: private; Owner: -
--

ALTER TABLE ONLY private.invoice_mails
    ADD CONSTRAINT invoice_mails_pkey PRIMARY KEY (company_id, mutation_id);


--
-- Name: invoice_mails invoice_mails_recipients_check; Type: CHECK CONSTRAINT; Schema: private; Owner: -
--

ALTER TABLE private.invoice_mails
    ADD CONSTRAINT invoice_mails_recipients_check CHECK (((cardinality(recipients) <= 20) AND (char_length(array_to_string(recipients, ''::text)) <= 6400))) NOT VALID;


--
-- Name: last_exports last_exports_pkey; Type: CONSTRAINT; Schema: private; Owner: -
--

ALTER TABLE ONLY private.last_exports
    ADD CONSTRAINT last_exports_pkey PRIMARY KEY (company_id);


--
-- Name: nested_collections nested_collections_pkey; Type: CONSTRAINT; Schema: private; Owner: -
--

ALTER TABLE ONLY private.nested_collections
    ADD CONSTRAINT nested_collections_pkey PRIMARY KEY (collection);


--
-- Name: notification_choices notification_choices_pkey; Type: CONSTRAINT; Schema: private; Owner: -
--

ALTER TABLE ONLY private.notification_choices
    ADD CONSTRAINT notification_choices_pkey PRIMARY KEY (user_id, kind, channel);


--
-- Name: notification_events notification_events_company_id_id_key; Type: CONSTRAINT; Schema: private; Owner: -
--

ALTER TABLE ONLY private.notification_events
    ADD CONSTRAINT notification_events_company_id_id_key UNIQUE (company_id, id);


--
-- Name: notification_events notification_events_pkey; Type: CONSTRAINT; Schema: private; Owner: -
--

ALTER TABLE ONLY private.notification_events
    ADD CONSTRAINT notification_events_pkey PRIMARY KEY (id);


--
-- Name: notification_items notification_items_pkey; Type: CONSTRAINT; Schema: private; Owner: -
--

ALTER TABLE ONLY private.notification_items
    ADD CONSTRAINT notification_items_pkey PRIMARY KEY (company_id, notification_id, event_id);


--
-- Name: notifications notifications_company_id_id_key; Type: CONSTRAINT; Schema: private; Owner: -
--

ALTER TABLE ONLY private.notifications
    ADD CONSTRAINT notifications_company_id_id_key UNIQUE (company_id, id);


--
-- Name: notifications notifications_pkey; Type: CONSTRAINT; Schema: private; Owner: -
--

ALTER TABLE ONLY private.notifications
    ADD CONSTRAINT notifications_pkey PRIMARY KEY (id);


--
-- Name: number_counters number_counters_pkey; Type: CONSTRAINT; Schema: private; Owner: -
--

ALTER TABLE ONLY private.number_counters
    ADD CONSTRAINT number_counters_pkey PRIMARY KEY (company_id, kind, year);


--
-- Name: number_gap_reasons number_gap_reasons_pkey; Type: CONSTRAINT; Schema: private; Owner: -
--

ALTER TABLE ONLY private.number_gap_reasons
    ADD CONSTRAINT number_gap_reasons_pkey PRIMARY KEY (company_id, series, year, number);


--
-- Name: number_leases number_leases_company_id_id_key; Type: CONSTRAINT; Schema: private; Owner: -
--

ALTER TABLE ONLY private.number_leases
    ADD CONSTRAINT number_leases_company_id_id_key UNIQUE (company_id, id);


--
-- Name: number_leases number_leases_pkey; Type: CONSTRAINT; Schema: private; Owner: -
--

ALTER TABLE ONLY private.number_leases
    ADD CONSTRAINT number_leases_pkey PRIMARY KEY (id);


--
-- Name: orphan_objects orphan_objects_pkey; Type: CONSTRAINT; Schema: private; Owner: -
--

ALTER TABLE ONLY private.orphan_objects
    ADD CONSTRAINT orphan_objects_pkey PRIMARY KEY (bucket_id, name);


--
-- Name: permission_implications permission_implications_pkey; Type: CONSTRAINT; Schema: private; Owner: -
--

ALTER TABLE ONLY private.permission_implications
    ADD CONSTRAINT permission_implications_pkey PRIMARY KEY (key, implied_by);


--
-- Name: permission_presets permission_presets_pkey; Type: CONSTRAINT; Schema: private; Owner: -
--

ALTER TABLE ONLY private.permission_presets
    ADD CONSTRAINT permission_presets_pkey PRIMARY KEY (preset, key);


--
-- Name: push_subscriptions push_subscriptions_endpoint_key; Type: CONSTRAINT; Schema: private; Owner: -
--

ALTER TABLE ONLY private.push_subscriptions
    ADD CONSTRAINT push_subscriptions_endpoint_key UNIQUE (endpoint);


--
-- Name: push_subscriptions push_subscriptions_pkey; Type: CONSTRAINT; Schema: private; Owner: -
--

ALTER TABLE ONLY private.push_subscriptions
    ADD CONSTRAINT push_subscriptions_pkey PRIMARY KEY (id);


--
-- Name: recovery_codes recovery_codes_pkey; Type: CONSTRAINT; Schema: private; Owner: -
--

ALTER TABLE ONLY private.recovery_codes
    ADD CONSTRAINT recovery_codes_pkey PRIMARY KEY (user_id, code_hash);


--
-- Name: seller_states seller_states_pkey; Type: CONSTRAINT; Schema: private; Owner: -
--

ALTER TABLE ONLY private.seller_states
    ADD CONSTRAINT seller_states_pkey PRIMARY KEY (company_id, language, noted_at);


--
-- Name: sent_mails sent_mails_pkey; Type: CONSTRAINT; Schema: private; Owner: -
--

ALTER TABLE ONLY private.sent_mails
    ADD CONSTRAINT sent_mails_pkey PRIMARY KEY (id);


--
-- Name: sent_mails sent_mails_recipient_check; Type: CHECK CONSTRAINT; Schema: private; Owner: -
--

ALTER TABLE private.sent_mails
    ADD CONSTRAINT sent_mails_recipient_check CHECK ((char_length(recipient) <= 320)) NOT VALID;


--
-- Name: set_aside_objects set_aside_objects_pkey; Type: CONSTRAINT; Schema: private; Owner: -
--

ALTER TABLE ONLY private.set_aside_objects
    ADD CONSTRAINT set_aside_objects_pkey PRIMARY KEY (path);


--
-- Name: synced_collections synced_collections_pkey; Type: CONSTRAINT; Schema: private; Owner: -
--

ALTER TABLE ONLY private.synced_collections
    ADD CONSTRAINT synced_collections_pkey PRIMARY KEY (collection);


--
-- Name: synced_collections synced_collections_position_key; Type: CONSTRAINT; Schema: private; Owner: -
--

ALTER TABLE ONLY private.synced_collections
    ADD CONSTRAINT synced_collections_position_key UNIQUE ("position");


--
-- Name: synced_collections synced_collections_table_name_key; Type: CONSTRAINT; Schema: private; Owner: -
--

ALTER TABLE ONLY private.synced_collections
    ADD CONSTRAINT synced_collections_table_name_key UNIQUE (table_name);


--
-- Name: activity_log activity_log_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.activity_log
    ADD CONSTRAINT activity_log_pkey PRIMARY KEY (id);


--
-- Name: activity_records activity_records_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.activity_records
    ADD CONSTRAINT activity_records_pkey PRIMARY KEY (activity_id, bank_data);


--
-- Name: bank_accounts bank_accounts_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.bank_accounts
    ADD CONSTRAINT bank_accounts_pkey PRIMARY KEY (id);


--
-- Name: companies companies_logo_path_own; Type: CHECK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE public.companies
    ADD CONSTRAINT companies_logo_path_own CHECK (((logo_path IS NULL) OR starts_with(logo_path, (id || '/'::text)))) NOT VALID;


--
-- Name: companies companies_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.companies
    ADD CONSTRAINT companies_pkey PRIMARY KEY (id);


--
-- Name: companies companies_settings_size; Type: CHECK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE public.companies
    ADD CONSTRAINT companies_settings_size CHECK ((octet_length((settings)::text) <= 65536)) NOT VALID;


--
-- Name: company_mail_settings company_mail_settings_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.company_mail_settings
    ADD CONSTRAINT company_mail_settings_pkey PRIMARY KEY (company_id);


--
-- Name: company_news company_news_company_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.company_news
    ADD CONSTRAINT company_news_company_id_key UNIQUE (company_id);


--
-- Name: company_news company_news_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.company_news
    ADD CONSTRAINT company_news_pkey PRIMARY KEY (id);


--
-- Name: company_origins company_origins_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.company_origins
    ADD CONSTRAINT company_origins_pkey PRIMARY KEY (company_id);


--
-- Name: company_user_permissions company_user_permissions_company_id_user_id_permission_key_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.company_user_permissions
    ADD CONSTRAINT company_user_permissions_company_id_user_id_permission_key_key UNIQUE (company_id, user_id, permission_key);


--
-- Name: company_user_permissions company_user_permissions_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.company_user_permissions
    ADD CONSTRAINT company_user_permissions_pkey PRIMARY KEY (id);


--
-- Name: company_users company_users_company_id_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.company_users
    ADD CONSTRAINT company_users_company_id_id_key UNIQUE (company_id, id);

ALTER TABLE ONLY public.company_users REPLICA IDENTITY USING INDEX company_users_company_id_id_key;


--
-- Name: company_users company_users_company_id_user_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.company_users
    ADD CONSTRAINT company_users_company_id_user_id_key UNIQUE (company_id, user_id);


--
-- Name: company_users company_users_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.company_users
    ADD CONSTRAINT company_users_pkey PRIMARY KEY (id);


--
-- Name: customers customers_company_id_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.customers
    ADD CONSTRAINT customers_company_id_id_key UNIQUE (company_id, id);

ALTER TABLE ONLY public.customers REPLICA IDENTITY USING INDEX customers_company_id_id_key;


--
-- Name: customers customers_currency_check; Type: CHECK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE public.customers
    ADD CONSTRAINT customers_currency_check CHECK (private.is_currency(currency)) NOT VALID;


--
-- Name: customers customers_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.customers
    ADD CONSTRAINT customers_pkey PRIMARY KEY (id);


--
-- Name: delivery_notes delivery_notes_company_id_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.delivery_notes
    ADD CONSTRAINT delivery_notes_company_id_id_key UNIQUE (company_id, id);

ALTER TABLE ONLY public.delivery_notes REPLICA IDENTITY USING INDEX delivery_notes_company_id_id_key;


--
-- Name: delivery_notes delivery_notes_company_id_number_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.delivery_notes
    ADD CONSTRAINT delivery_notes_company_id_number_key UNIQUE (company_id, number);


--
-- Name: delivery_notes delivery_notes_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.delivery_notes
    ADD CONSTRAINT delivery_notes_pkey PRIMARY KEY (id);


--
-- Name: expense_categories expense_categories_company_id_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.expense_categories
    ADD CONSTRAINT expense_categories_company_id_id_key UNIQUE (company_id, id);

ALTER TABLE ONLY public.expense_categories REPLICA IDENTITY USING INDEX expense_categories_company_id_id_key;


--
-- Name: expense_categories expense_categories_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.expense_categories
    ADD CONSTRAINT expense_categories_pkey PRIMARY KEY (id);


--
-- Name: expenses expenses_company_id_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.expenses
    ADD CONSTRAINT expenses_company_id_id_key UNIQUE (company_id, id);

ALTER TABLE ONLY public.expenses REPLICA IDENTITY USING INDEX expenses_company_id_id_key;


--
-- Name: expenses expenses_company_id_number_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.expenses
    ADD CONSTRAINT expenses_company_id_number_key UNIQUE (company_id, number);


--
-- Name: expenses expenses_currency_check; Type: CHECK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE public.expenses
    ADD CONSTRAINT expenses_currency_check CHECK (private.is_currency(currency)) NOT VALID;


--
-- Name: expenses expenses_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.expenses
    ADD CONSTRAINT expenses_pkey PRIMARY KEY (id);


--
-- Name: file_checks file_checks_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.file_checks
    ADD CONSTRAINT file_checks_pkey PRIMARY KEY (file_id, is_original);


--
-- Name: files files_company_id_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.files
    ADD CONSTRAINT files_company_id_id_key UNIQUE (company_id, id);

ALTER TABLE ONLY public.files REPLICA IDENTITY USING INDEX files_company_id_id_key;


--
-- Name: files files_original_path_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.files
    ADD CONSTRAINT files_original_path_key UNIQUE (original_path);


--
-- Name: files files_path_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.files
    ADD CONSTRAINT files_path_key UNIQUE (path);


--
-- Name: files files_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.files
    ADD CONSTRAINT files_pkey PRIMARY KEY (id);


--
-- Name: invites invites_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.invites
    ADD CONSTRAINT invites_pkey PRIMARY KEY (id);


--
-- Name: invoice_items invoice_items_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.invoice_items
    ADD CONSTRAINT invoice_items_pkey PRIMARY KEY (id);


--
-- Name: invoice_products invoice_products_company_id_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.invoice_products
    ADD CONSTRAINT invoice_products_company_id_id_key UNIQUE (company_id, id);

ALTER TABLE ONLY public.invoice_products REPLICA IDENTITY USING INDEX invoice_products_company_id_id_key;


--
-- Name: invoice_products invoice_products_currency_check; Type: CHECK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE public.invoice_products
    ADD CONSTRAINT invoice_products_currency_check CHECK (private.is_currency(currency)) NOT VALID;


--
-- Name: invoice_products invoice_products_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.invoice_products
    ADD CONSTRAINT invoice_products_pkey PRIMARY KEY (id);


--
-- Name: invoices invoices_company_id_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.invoices
    ADD CONSTRAINT invoices_company_id_id_key UNIQUE (company_id, id);

ALTER TABLE ONLY public.invoices REPLICA IDENTITY USING INDEX invoices_company_id_id_key;


--
-- Name: invoices invoices_company_id_number_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.invoices
    ADD CONSTRAINT invoices_company_id_number_key UNIQUE (company_id, number);


--
-- Name: invoices invoices_currency_check; Type: CHECK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE public.invoices
    ADD CONSTRAINT invoices_currency_check CHECK (private.is_currency(currency)) NOT VALID;


--
-- Name: invoices invoices_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.invoices
    ADD CONSTRAINT invoices_pkey PRIMARY KEY (id);


--
-- Name: ledger_entries ledger_entries_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.ledger_entries
    ADD CONSTRAINT ledger_entries_pkey PRIMARY KEY (company_id, seq);


--
-- Name: payments payments_company_id_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.payments
    ADD CONSTRAINT payments_company_id_id_key UNIQUE (company_id, id);

ALTER TABLE ONLY public.payments REPLICA IDENTITY USING INDEX payments_company_id_id_key;


--
-- Name: payments payments_currency_check; Type: CHECK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE public.payments
    ADD CONSTRAINT payments_currency_check CHECK (private.is_currency(currency)) NOT VALID;


--
-- Name: payments payments_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.payments
    ADD CONSTRAINT payments_pkey PRIMARY KEY (id);


--
-- Name: period_figures period_figures_company_id_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.period_figures
    ADD CONSTRAINT period_figures_company_id_id_key UNIQUE (company_id, id);

ALTER TABLE ONLY public.period_figures REPLICA IDENTITY USING INDEX period_figures_company_id_id_key;


--
-- Name: period_figures period_figures_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.period_figures
    ADD CONSTRAINT period_figures_pkey PRIMARY KEY (id);


--
-- Name: periods periods_company_id_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.periods
    ADD CONSTRAINT periods_company_id_id_key UNIQUE (company_id, id);

ALTER TABLE ONLY public.periods REPLICA IDENTITY USING INDEX periods_company_id_id_key;


--
-- Name: periods periods_company_id_month_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.periods
    ADD CONSTRAINT periods_company_id_month_key UNIQUE (company_id, month);


--
-- Name: periods periods_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.periods
    ADD CONSTRAINT periods_pkey PRIMARY KEY (id);


--
-- Name: permissions permissions_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.permissions
    ADD CONSTRAINT permissions_pkey PRIMARY KEY (key);


--
-- Name: recurring_expenses recurring_expenses_company_id_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.recurring_expenses
    ADD CONSTRAINT recurring_expenses_company_id_id_key UNIQUE (company_id, id);

ALTER TABLE ONLY public.recurring_expenses REPLICA IDENTITY USING INDEX recurring_expenses_company_id_id_key;


--
-- Name: recurring_expenses recurring_expenses_currency_check; Type: CHECK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE public.recurring_expenses
    ADD CONSTRAINT recurring_expenses_currency_check CHECK (private.is_currency(currency)) NOT VALID;


--
-- Name: recurring_expenses recurring_expenses_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.recurring_expenses
    ADD CONSTRAINT recurring_expenses_pkey PRIMARY KEY (id);


--
-- Name: recurring_invoice_items recurring_invoice_items_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.recurring_invoice_items
    ADD CONSTRAINT recurring_invoice_items_pkey PRIMARY KEY (id);


--
-- Name: recurring_invoices recurring_invoices_company_id_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.recurring_invoices
    ADD CONSTRAINT recurring_invoices_company_id_id_key UNIQUE (company_id, id);

ALTER TABLE ONLY public.recurring_invoices REPLICA IDENTITY USING INDEX recurring_invoices_company_id_id_key;


--
-- Name: recurring_invoices recurring_invoices_currency_check; Type: CHECK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE public.recurring_invoices
    ADD CONSTRAINT recurring_invoices_currency_check CHECK (private.is_currency(currency)) NOT VALID;


--
-- Name: recurring_invoices recurring_invoices_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.recurring_invoices
    ADD CONSTRAINT recurring_invoices_pkey PRIMARY KEY (id);


--
-- Name: vendors vendors_company_id_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.vendors
    ADD CONSTRAINT vendors_company_id_id_key UNIQUE (company_id, id);

ALTER TABLE ONLY public.vendors REPLICA IDENTITY USING INDEX vendors_company_id_id_key;


--
-- Name: vendors vendors_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.vendors
    ADD CONSTRAINT vendors_pkey PRIMARY KEY (id);


--
-- Name: buckets buckets_name_key; Type: CONSTRAINT; Schema: storage; Owner: -
--

ALTER TABLE ONLY storage.buckets
    ADD CONSTRAINT buckets_name_key UNIQUE (name);


--
-- Name: buckets buckets_pkey; Type: CONSTRAINT; Schema: storage; Owner: -
--

ALTER TABLE ONLY storage.buckets
    ADD CONSTRAINT buckets_pkey PRIMARY KEY (id);


--
-- Name: objects objects_bucket_id_name_key; Type: CONSTRAINT; Schema: storage; Owner: -
--

ALTER TABLE ONLY storage.objects
    ADD CONSTRAINT objects_bucket_id_name_key UNIQUE (bucket_id, name);


--
-- Name: objects objects_pkey; Type: CONSTRAINT; Schema: storage; Owner: -
--

ALTER TABLE ONLY storage.objects
    ADD CONSTRAINT objects_pkey PRIMARY KEY (id);


--
-- Name: change_log_company_id_collection_seq_idx; Type: INDEX; Schema: private; Owner: -
--

CREATE UNIQUE INDEX change_log_company_id_collection_seq_idx ON private.change_log USING btree (company_id, collection, seq);


--
-- Name: imports_user_id_idx; Type: INDEX; Schema: private; Owner: -
--

CREATE UNIQUE INDEX imports_user_id_idx ON private.imports USING btree (user_id) WHERE (finished_at IS NULL);


--
-- Name: invoice_mails_delivery_note_id_idx; Type: INDEX; Schema: private; Owner: -
--

CREATE INDEX invoice_mails_delivery_note_id_idx ON private.invoice_mails USING btree (company_id, delivery_note_id, started_at) WHERE (delivery_note_id IS NOT NULL);


--
-- Name: invoice_mails_invoice_id_idx; Type: INDEX; Schema: private; Owner: -
--

CREATE INDEX invoice_mails_invoice_id_idx ON private.invoice_mails USING btree (company_id, invoice_id, started_at);


--
-- Name: invoice_mails_level_idx; Type: INDEX; Schema: private; Owner: -
--

CREATE UNIQUE INDEX invoice_mails_level_idx ON private.invoice_mails USING btree (company_id, invoice_id, level) WHERE (state <> 'failed'::text);


--
-- Name: notification_events_expense_id_idx; Type: INDEX; Schema: private; Owner: -
--

CREATE INDEX notification_events_expense_id_idx ON private.notification_events USING btree (company_id, expense_id);


--
-- Name: notification_events_made_at_idx; Type: INDEX; Schema: private; Owner: -
--

CREATE INDEX notification_events_made_at_idx ON private.notification_events USING btree (made_at);


--
-- Name: notification_events_waiting_idx; Type: INDEX; Schema: private; Owner: -
--

CREATE INDEX notification_events_waiting_idx ON private.notification_events USING btree (company_id, id) WHERE (NOT is_gathered);


--
-- Name: notification_items_event_id_idx; Type: INDEX; Schema: private; Owner: -
--

CREATE INDEX notification_items_event_id_idx ON private.notification_items USING btree (company_id, event_id);


--
-- Name: notifications_due_at_idx; Type: INDEX; Schema: private; Owner: -
--

CREATE INDEX notifications_due_at_idx ON private.notifications USING btree (due_at) WHERE (state = ANY (ARRAY['waiting'::text, 'sending'::text]));


--
-- Name: notifications_made_at_idx; Type: INDEX; Schema: private; Owner: -
--

CREATE INDEX notifications_made_at_idx ON private.notifications USING btree (made_at);


--
-- Name: notifications_user_id_idx; Type: INDEX; Schema: private; Owner: -
--

CREATE INDEX notifications_user_id_idx ON private.notifications USING btree (company_id, user_id, topic, channel);


--
-- Name: number_leases_company_id_idx; Type: INDEX; Schema: private; Owner: -
--

CREATE INDEX number_leases_company_id_idx ON private.number_leases USING btree (company_id, taken_at DESC);


--
-- Name: number_leases_open_idx; Type: INDEX; Schema: private; Owner: -
--

CREATE UNIQUE INDEX number_leases_open_idx ON private.number_leases USING btree (company_id, device_id, series) WHERE (ended_at IS NULL);


--
-- Name: push_subscriptions_user_id_idx; Type: INDEX; Schema: private; Owner: -
--

CREATE INDEX push_subscriptions_user_id_idx ON private.push_subscriptions USING btree (user_id);


--
-- Name: recovery_attempts_user_id_idx; Type: INDEX; Schema: private; Owner: -
--

CREATE INDEX recovery_attempts_user_id_idx ON private.recovery_attempts USING btree (user_id, tried_at);


--
-- Name: sent_mails_company_id_idx; Type: INDEX; Schema: private; Owner: -
--

CREATE INDEX sent_mails_company_id_idx ON private.sent_mails USING btree (company_id, purpose, sent_at);


--
-- Name: sent_mails_recipient_idx; Type: INDEX; Schema: private; Owner: -
--

CREATE INDEX sent_mails_recipient_idx ON private.sent_mails USING btree (recipient, purpose, sent_at);


--
-- Name: set_aside_objects_company_id_file_id_idx; Type: INDEX; Schema: private; Owner: -
--

CREATE INDEX set_aside_objects_company_id_file_id_idx ON private.set_aside_objects USING btree (company_id, file_id);


--
-- Name: activity_log_company_id_created_at_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX activity_log_company_id_created_at_idx ON public.activity_log USING btree (company_id, created_at DESC, id DESC);


--
-- Name: activity_log_company_id_entity_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX activity_log_company_id_entity_id_idx ON public.activity_log USING btree (company_id, entity_id, created_at DESC, id DESC);


--
-- Name: activity_log_identity_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX activity_log_identity_idx ON public.activity_log USING btree (company_id, id);

ALTER TABLE ONLY public.activity_log REPLICA IDENTITY USING INDEX activity_log_identity_idx;


--
-- Name: activity_records_company_id_parent_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX activity_records_company_id_parent_id_idx ON public.activity_records USING btree (company_id, parent_id);


--
-- Name: bank_accounts_company_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX bank_accounts_company_id_idx ON public.bank_accounts USING btree (company_id);


--
-- Name: bank_accounts_identity_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX bank_accounts_identity_idx ON public.bank_accounts USING btree (company_id, id);

ALTER TABLE ONLY public.bank_accounts REPLICA IDENTITY USING INDEX bank_accounts_identity_idx;


--
-- Name: companies_identity_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX companies_identity_idx ON public.companies USING btree (company_id, id);

ALTER TABLE ONLY public.companies REPLICA IDENTITY USING INDEX companies_identity_idx;


--
-- Name: company_news_identity_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX company_news_identity_idx ON public.company_news USING btree (company_id, id);

ALTER TABLE ONLY public.company_news REPLICA IDENTITY USING INDEX company_news_identity_idx;


--
-- Name: company_user_permissions_identity_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX company_user_permissions_identity_idx ON public.company_user_permissions USING btree (company_id, id);

ALTER TABLE ONLY public.company_user_permissions REPLICA IDENTITY USING INDEX company_user_permissions_identity_idx;


--
-- Name: company_user_permissions_user_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX company_user_permissions_user_id_idx ON public.company_user_permissions USING btree (user_id, permission_key, company_id);


--
-- Name: company_users_user_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX company_users_user_id_idx ON public.company_users USING btree (user_id);


--
-- Name: customers_company_id_customer_number_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX customers_company_id_customer_number_idx ON public.customers USING btree (company_id, upper(btrim(customer_number))) WHERE (btrim(customer_number) <> ''::text);


--
-- Name: customers_company_id_name_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX customers_company_id_name_idx ON public.customers USING btree (company_id, name);


--
-- Name: delivery_notes_company_id_customer_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX delivery_notes_company_id_customer_id_idx ON public.delivery_notes USING btree (company_id, customer_id);


--
-- Name: delivery_notes_company_id_invoice_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX delivery_notes_company_id_invoice_id_idx ON public.delivery_notes USING btree (company_id, invoice_id) WHERE (invoice_id IS NOT NULL);


--
-- Name: expense_categories_company_id_sort_order_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX expense_categories_company_id_sort_order_idx ON public.expense_categories USING btree (company_id, sort_order);


--
-- Name: expenses_company_id_booked_on_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX expenses_company_id_booked_on_idx ON public.expenses USING btree (company_id, booked_on) WHERE (booked_on IS NOT NULL);


--
-- Name: expenses_company_id_category_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX expenses_company_id_category_id_idx ON public.expenses USING btree (company_id, category_id);


--
-- Name: expenses_company_id_created_by_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX expenses_company_id_created_by_idx ON public.expenses USING btree (company_id, created_by);


--
-- Name: expenses_company_id_customer_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX expenses_company_id_customer_id_idx ON public.expenses USING btree (company_id, customer_id);


--
-- Name: expenses_company_id_expense_date_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX expenses_company_id_expense_date_idx ON public.expenses USING btree (company_id, expense_date DESC, id DESC);


--
-- Name: expenses_company_id_paid_on_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX expenses_company_id_paid_on_idx ON public.expenses USING btree (company_id, paid_on) WHERE (paid_on IS NOT NULL);


--
-- Name: expenses_company_id_recurring_period_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX expenses_company_id_recurring_period_idx ON public.expenses USING btree (company_id, recurring_expense_id, recurring_period) WHERE (recurring_expense_id IS NOT NULL);


--
-- Name: expenses_company_id_reverses_expense_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX expenses_company_id_reverses_expense_id_idx ON public.expenses USING btree (company_id, reverses_expense_id) WHERE (reverses_expense_id IS NOT NULL);


--
-- Name: expenses_company_id_vendor_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX expenses_company_id_vendor_id_idx ON public.expenses USING btree (company_id, vendor_id);


--
-- Name: files_company_id_created_at_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX files_company_id_created_at_idx ON public.files USING btree (company_id, created_at DESC, id DESC);


--
-- Name: files_company_id_expense_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX files_company_id_expense_id_idx ON public.files USING btree (company_id, expense_id);


--
-- Name: invites_company_id_created_at_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX invites_company_id_created_at_idx ON public.invites USING btree (company_id, created_at DESC);


--
-- Name: invites_company_id_email_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX invites_company_id_email_idx ON public.invites USING btree (company_id, email) WHERE (status = 'pending'::text);


--
-- Name: invites_email_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX invites_email_idx ON public.invites USING btree (email) WHERE (status = 'pending'::text);


--
-- Name: invoice_items_company_id_invoice_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX invoice_items_company_id_invoice_id_idx ON public.invoice_items USING btree (company_id, invoice_id, "position");


--
-- Name: invoice_items_company_id_product_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX invoice_items_company_id_product_id_idx ON public.invoice_items USING btree (company_id, product_id) WHERE (product_id IS NOT NULL);


--
-- Name: invoice_items_identity_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX invoice_items_identity_idx ON public.invoice_items USING btree (company_id, id);

ALTER TABLE ONLY public.invoice_items REPLICA IDENTITY USING INDEX invoice_items_identity_idx;


--
-- Name: invoice_products_company_id_name_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX invoice_products_company_id_name_idx ON public.invoice_products USING btree (company_id, name);


--
-- Name: invoices_company_id_cancels_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX invoices_company_id_cancels_id_idx ON public.invoices USING btree (company_id, cancels_id) WHERE (cancels_id IS NOT NULL);


--
-- Name: invoices_company_id_corrects_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX invoices_company_id_corrects_id_idx ON public.invoices USING btree (company_id, corrects_id) WHERE (corrects_id IS NOT NULL);


--
-- Name: invoices_company_id_customer_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX invoices_company_id_customer_id_idx ON public.invoices USING btree (company_id, customer_id);


--
-- Name: invoices_company_id_issue_date_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX invoices_company_id_issue_date_idx ON public.invoices USING btree (company_id, issue_date DESC, id DESC);


--
-- Name: invoices_company_id_number_seq_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX invoices_company_id_number_seq_idx ON public.invoices USING btree (company_id, number_series, number_year, number_seq);


--
-- Name: invoices_company_id_recurring_period_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX invoices_company_id_recurring_period_idx ON public.invoices USING btree (company_id, recurring_invoice_id, recurring_period) WHERE (recurring_invoice_id IS NOT NULL);


--
-- Name: invoices_company_id_tax_point_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX invoices_company_id_tax_point_idx ON public.invoices USING btree (company_id, tax_point) WHERE (tax_point IS NOT NULL);


--
-- Name: ledger_entries_record_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ledger_entries_record_id_idx ON public.ledger_entries USING btree (record_id, seq);


--
-- Name: payments_company_id_booked_on_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX payments_company_id_booked_on_idx ON public.payments USING btree (company_id, booked_on) WHERE (booked_on IS NOT NULL);


--
-- Name: payments_company_id_invoice_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX payments_company_id_invoice_id_idx ON public.payments USING btree (company_id, invoice_id);


--
-- Name: payments_company_id_payment_date_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX payments_company_id_payment_date_idx ON public.payments USING btree (company_id, payment_date DESC, id DESC);


--
-- Name: payments_company_id_reverses_payment_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX payments_company_id_reverses_payment_id_idx ON public.payments USING btree (company_id, reverses_payment_id) WHERE (reverses_payment_id IS NOT NULL);


--
-- Name: payments_company_id_tax_point_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX payments_company_id_tax_point_idx ON public.payments USING btree (company_id, tax_point) WHERE (tax_point > payment_date);


--
-- Name: period_figures_period_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX period_figures_period_id_idx ON public.period_figures USING btree (company_id, period_id, created_at);


--
-- Name: recurring_expenses_company_id_category_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX recurring_expenses_company_id_category_id_idx ON public.recurring_expenses USING btree (company_id, category_id);


--
-- Name: recurring_expenses_company_id_created_at_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX recurring_expenses_company_id_created_at_idx ON public.recurring_expenses USING btree (company_id, created_at DESC, id DESC);


--
-- Name: recurring_expenses_company_id_customer_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX recurring_expenses_company_id_customer_id_idx ON public.recurring_expenses USING btree (company_id, customer_id);


--
-- Name: recurring_expenses_company_id_vendor_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX recurring_expenses_company_id_vendor_id_idx ON public.recurring_expenses USING btree (company_id, vendor_id);


--
-- Name: recurring_expenses_next_generation_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX recurring_expenses_next_generation_idx ON public.recurring_expenses USING btree (next_generation) WHERE (is_active AND auto_generate);


--
-- Name: recurring_invoice_items_company_id_product_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX recurring_invoice_items_company_id_product_id_idx ON public.recurring_invoice_items USING btree (company_id, product_id) WHERE (product_id IS NOT NULL);


--
-- Name: recurring_invoice_items_company_id_recurring_invoice_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX recurring_invoice_items_company_id_recurring_invoice_id_idx ON public.recurring_invoice_items USING btree (company_id, recurring_invoice_id, "position");


--
-- Name: recurring_invoice_items_identity_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX recurring_invoice_items_identity_idx ON public.recurring_invoice_items USING btree (company_id, id);

ALTER TABLE ONLY public.recurring_invoice_items REPLICA IDENTITY USING INDEX recurring_invoice_items_identity_idx;


--
-- Name: recurring_invoices_company_id_created_at_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX recurring_invoices_company_id_created_at_idx ON public.recurring_invoices USING btree (company_id, created_at DESC, id DESC);


--
-- Name: recurring_invoices_company_id_customer_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX recurring_invoices_company_id_customer_id_idx ON public.recurring_invoices USING btree (company_id, customer_id);


--
-- Name: recurring_invoices_next_generation_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX recurring_invoices_next_generation_idx ON public.recurring_invoices USING btree (next_generation) WHERE (is_active AND auto_generate);


--
-- Name: vendors_company_id_name_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX vendors_company_id_name_idx ON public.vendors USING btree (company_id, name);


--
-- Name: objects_bucket_id_name_idx; Type: INDEX; Schema: storage; Owner: -
--

CREATE INDEX objects_bucket_id_name_idx ON storage.objects USING btree (bucket_id, name COLLATE "C");


--
-- Name: company_clocks mark_history; Type: TRIGGER; Schema: private; Owner: -
--

CREATE TRIGGER mark_history AFTER INSERT OR UPDATE OF seq ON private.company_clocks FOR EACH ROW EXECUTE FUNCTION private.mark_history();


--
-- Name: company_clocks tell_news; Type: TRIGGER; Schema: private; Owner: -
--

CREATE TRIGGER tell_news AFTER INSERT OR UPDATE OF seq ON private.company_clocks FOR EACH ROW EXECUTE FUNCTION private.tell_news();


--
-- Name: synced_collections write_reader; Type: TRIGGER; Schema: private; Owner: -
--

CREATE TRIGGER write_reader AFTER INSERT OR UPDATE OF source ON private.synced_collections FOR EACH ROW EXECUTE FUNCTION private.write_reader();


--
-- Name: nested_collections write_writer; Type: TRIGGER; Schema: private; Owner: -
--

CREATE TRIGGER write_writer AFTER INSERT OR UPDATE OF table_name, parent_column, columns ON private.nested_collections FOR EACH ROW EXECUTE FUNCTION private.write_nested_writer();


--
-- Name: synced_collections write_writer; Type: TRIGGER; Schema: private; Owner: -
--

CREATE TRIGGER write_writer AFTER INSERT OR UPDATE OF table_name, insertable, updatable ON private.synced_collections FOR EACH ROW EXECUTE FUNCTION private.write_writer();


--
-- Name: invoices add_cancellation; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER add_cancellation AFTER UPDATE ON public.invoices FOR EACH ROW WHEN (((old.status = 'issued'::text) AND (new.status = 'cancelled'::text) AND (old.cancelled_by_id IS NULL))) EXECUTE FUNCTION private.add_cancellation();


--
-- Name: invoices add_correction; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER add_correction AFTER INSERT OR UPDATE ON public.invoices FOR EACH ROW WHEN (((new.document_type = 'correction'::text) AND (new.status = 'issued'::text) AND (NOT private.is_importing()))) EXECUTE FUNCTION private.add_correction();


--
-- Name: companies adopt_first_account; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER adopt_first_account AFTER INSERT ON public.companies FOR EACH ROW WHEN ((((new.settings #>> '{company_details,bank,iban}'::text[]) <> ''::text) AND (NOT private.is_importing()))) EXECUTE FUNCTION private.adopt_first_account();


--
-- Name: invoices adopt_lease; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER adopt_lease BEFORE INSERT OR UPDATE ON public.invoices FOR EACH ROW EXECUTE FUNCTION private.adopt_lease();


--
-- Name: expenses assign_number; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER assign_number BEFORE INSERT ON public.expenses FOR EACH ROW EXECUTE FUNCTION private.assign_expense_number();


--
-- Name: activity_log claim_activity; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER claim_activity BEFORE INSERT ON public.activity_log FOR EACH ROW EXECUTE FUNCTION private.claim_activity();


--
-- Name: files claim_file; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER claim_file BEFORE INSERT OR UPDATE OF expense_id ON public.files FOR EACH ROW EXECUTE FUNCTION private.claim_file();


--
-- Name: payments claim_payment; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER claim_payment BEFORE INSERT OR UPDATE OF invoice_id, currency ON public.payments FOR EACH ROW EXECUTE FUNCTION private.claim_payment();


--
-- Name: recurring_expenses claim_recurring; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER claim_recurring BEFORE INSERT OR UPDATE ON public.recurring_expenses FOR EACH ROW EXECUTE FUNCTION private.claim_recurring_expense();


--
-- Name: companies complete_settings; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER complete_settings BEFORE INSERT OR UPDATE OF settings ON public.companies FOR EACH ROW WHEN ((NOT private.is_importing())) EXECUTE FUNCTION private.complete_settings();


--
-- Name: expenses counted_money; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER counted_money BEFORE UPDATE ON public.expenses FOR EACH ROW EXECUTE FUNCTION private.keep_money_day();


--
-- Name: periods decide_period; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER decide_period BEFORE INSERT OR UPDATE ON public.periods FOR EACH ROW EXECUTE FUNCTION private.decide_period();


--
-- Name: company_users end_leases; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER end_leases AFTER DELETE ON public.company_users FOR EACH ROW EXECUTE FUNCTION private.end_leases_of_member();


--
-- Name: expenses expense_lifecycle; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER expense_lifecycle BEFORE INSERT OR UPDATE ON public.expenses FOR EACH ROW EXECUTE FUNCTION private.expense_lifecycle();


--
-- Name: expenses expense_tax_lines; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER expense_tax_lines BEFORE INSERT OR UPDATE ON public.expenses FOR EACH ROW WHEN ((NOT private.is_importing())) EXECUTE FUNCTION private.keep_tax_lines();


--
-- Name: company_users fill_member_name; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER fill_member_name BEFORE INSERT ON public.company_users FOR EACH ROW EXECUTE FUNCTION private.fill_member_name();


--
-- Name: companies follow_bank_accounts; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER follow_bank_accounts BEFORE UPDATE ON public.companies FOR EACH ROW EXECUTE FUNCTION private.follow_bank_accounts();


--
-- Name: companies follow_seller; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER follow_seller AFTER UPDATE OF name, logo_path, settings ON public.companies FOR EACH ROW EXECUTE FUNCTION private.follow_seller();


--
-- Name: companies forget_activity_records; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER forget_activity_records AFTER DELETE ON public.companies FOR EACH ROW EXECUTE FUNCTION private.forget_activity_records();


--
-- Name: companies forget_ledger; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER forget_ledger AFTER DELETE ON public.companies FOR EACH ROW EXECUTE FUNCTION private.forget_ledger();


--
-- Name: bank_accounts guard_bank_account; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER guard_bank_account BEFORE INSERT OR DELETE OR UPDATE ON public.bank_accounts FOR EACH ROW EXECUTE FUNCTION private.guard_bank_account();


--
-- Name: companies guard_company_update; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER guard_company_update BEFORE UPDATE ON public.companies FOR EACH ROW EXECUTE FUNCTION private.guard_company_update();


--
-- Name: delivery_notes guard_delivery_note; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER guard_delivery_note BEFORE INSERT OR DELETE OR UPDATE ON public.delivery_notes FOR EACH ROW EXECUTE FUNCTION private.guard_delivery_note();


--
-- Name: companies guard_end; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER guard_end BEFORE DELETE ON public.companies FOR EACH ROW EXECUTE FUNCTION private.guard_company_end();


--
-- Name: invoices guard_invoice; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER guard_invoice BEFORE INSERT OR DELETE OR UPDATE ON public.invoices FOR EACH ROW EXECUTE FUNCTION private.guard_invoice();


--
-- Name: invoice_items guard_item; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER guard_item BEFORE INSERT OR DELETE OR UPDATE ON public.invoice_items FOR EACH ROW WHEN ((NOT private.is_importing())) EXECUTE FUNCTION private.guard_item();


--
-- Name: payments guard_payment; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER guard_payment BEFORE INSERT OR DELETE OR UPDATE ON public.payments FOR EACH ROW EXECUTE FUNCTION private.guard_payment();


--
-- Name: recurring_invoices guard_recurring; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER guard_recurring BEFORE INSERT OR UPDATE ON public.recurring_invoices FOR EACH ROW EXECUTE FUNCTION private.guard_recurring_invoice();


--
-- Name: recurring_invoice_items guard_recurring_item; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER guard_recurring_item BEFORE INSERT OR DELETE OR UPDATE ON public.recurring_invoice_items FOR EACH ROW WHEN ((NOT private.is_importing())) EXECUTE FUNCTION private.guard_recurring_item();


--
-- Name: invoices guard_replacement; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER guard_replacement BEFORE INSERT OR UPDATE OF status ON public.invoices FOR EACH ROW WHEN ((new.status = 'ready_to_issue'::text)) EXECUTE FUNCTION private.guard_replacement();


--
-- Name: invoices issue_invoice; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER issue_invoice BEFORE INSERT OR UPDATE ON public.invoices FOR EACH ROW WHEN ((NOT private.is_importing())) EXECUTE FUNCTION private.issue_invoice();


--
-- Name: ledger_entries keep_all; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER keep_all BEFORE TRUNCATE ON public.ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION private.keep_ledger();


--
-- Name: period_figures keep_all; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER keep_all BEFORE TRUNCATE ON public.period_figures FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_change_of_figures();


--
-- Name: expenses keep_booked; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER keep_booked BEFORE DELETE ON public.expenses FOR EACH ROW EXECUTE FUNCTION private.keep_booked_expense();


--
-- Name: files keep_booked; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER keep_booked BEFORE DELETE ON public.files FOR EACH ROW EXECUTE FUNCTION private.keep_booked_receipt();


--
-- Name: ledger_entries keep_entries; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER keep_entries BEFORE DELETE OR UPDATE ON public.ledger_entries FOR EACH ROW EXECUTE FUNCTION private.keep_ledger();


--
-- Name: periods keep_figures; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER keep_figures AFTER INSERT OR UPDATE ON public.periods FOR EACH ROW WHEN ((new.is_closed AND (NOT private.is_importing()))) EXECUTE FUNCTION private.keep_figures_of_closing();


--
-- Name: files keep_receipt; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER keep_receipt BEFORE UPDATE OF expense_id ON public.files FOR EACH ROW EXECUTE FUNCTION private.keep_receipt();


--
-- Name: period_figures keep_rows; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER keep_rows BEFORE DELETE OR UPDATE ON public.period_figures FOR EACH ROW EXECUTE FUNCTION private.refuse_change_of_figures();


--
-- Name: companies keep_today_open; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER keep_today_open BEFORE UPDATE OF settings ON public.companies FOR EACH ROW EXECUTE FUNCTION private.keep_today_open();


--
-- Name: bank_accounts limit_inserted; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER limit_inserted AFTER INSERT ON public.bank_accounts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.limit_bank_accounts();


--
-- Name: invoice_items limit_inserted; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER limit_inserted AFTER INSERT ON public.invoice_items REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.limit_items('invoice_id');


--
-- Name: recurring_invoice_items limit_inserted; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER limit_inserted AFTER INSERT ON public.recurring_invoice_items REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.limit_items('recurring_invoice_id');


--
-- Name: bank_accounts log_activity; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER log_activity AFTER INSERT OR DELETE OR UPDATE ON public.bank_accounts FOR EACH ROW EXECUTE FUNCTION private.log_activity('bank_accounts', 'name');


--
-- Name: companies log_activity; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER log_activity AFTER INSERT OR UPDATE ON public.companies FOR EACH ROW WHEN ((NOT private.is_importing())) EXECUTE FUNCTION private.log_activity('companies', 'name');


--
-- Name: company_users log_activity; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER log_activity AFTER INSERT OR DELETE OR UPDATE ON public.company_users FOR EACH ROW WHEN ((current_setting('kontor.is_changing_access'::text, true) IS DISTINCT FROM 'on'::text)) EXECUTE FUNCTION private.log_activity('members', 'display_name');


--
-- Name: customers log_activity; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER log_activity AFTER INSERT OR DELETE OR UPDATE ON public.customers FOR EACH ROW EXECUTE FUNCTION private.log_activity('customers', 'name');


--
-- Name: delivery_notes log_activity; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER log_activity AFTER INSERT OR DELETE OR UPDATE ON public.delivery_notes FOR EACH ROW EXECUTE FUNCTION private.log_activity('delivery_notes', 'number', '{seller,buyer,created_by}');


--
-- Name: expense_categories log_activity; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER log_activity AFTER INSERT OR DELETE OR UPDATE ON public.expense_categories FOR EACH ROW EXECUTE FUNCTION private.log_activity('expense_categories', 'name');


--
-- Name: expenses log_activity; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER log_activity AFTER INSERT OR DELETE OR UPDATE ON public.expenses FOR EACH ROW EXECUTE FUNCTION private.log_activity('expenses', 'number', '{booked_at}');


--
-- Name: files log_activity; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER log_activity AFTER INSERT OR DELETE OR UPDATE ON public.files FOR EACH ROW EXECUTE FUNCTION private.log_activity('files', 'name', '{integrity,checked_at,original_integrity,original_checked_at}');


--
-- Name: invoice_products log_activity; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER log_activity AFTER INSERT OR DELETE OR UPDATE ON public.invoice_products FOR EACH ROW EXECUTE FUNCTION private.log_activity('invoice_products', 'name');


--
-- Name: invoices log_activity; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER log_activity AFTER INSERT OR UPDATE ON public.invoices FOR EACH ROW EXECUTE FUNCTION private.log_activity('invoices', 'number', '{seller,buyer,tax_breakdown,tax_point,cancelled_by_id,leased,number_series,number_year,number_seq,corrections}');


--
-- Name: payments log_activity; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER log_activity AFTER INSERT OR DELETE OR UPDATE ON public.payments FOR EACH ROW EXECUTE FUNCTION private.log_activity('payments', 'invoice_id', '{tax_point,tax_shares}');


--
-- Name: periods log_activity; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER log_activity AFTER INSERT OR UPDATE ON public.periods FOR EACH ROW EXECUTE FUNCTION private.log_activity('periods', 'month', '{decided_by,decided_at}');


--
-- Name: recurring_expenses log_activity; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER log_activity AFTER INSERT OR DELETE OR UPDATE ON public.recurring_expenses FOR EACH ROW EXECUTE FUNCTION private.log_activity('recurring_expenses', 'description', '{next_generation,generate_requested}');


--
-- Name: recurring_invoices log_activity; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER log_activity AFTER INSERT OR UPDATE ON public.recurring_invoices FOR EACH ROW EXECUTE FUNCTION private.log_activity('recurring_invoices', 'name', '{next_generation,generate_requested}');


--
-- Name: vendors log_activity; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER log_activity AFTER INSERT OR DELETE OR UPDATE ON public.vendors FOR EACH ROW EXECUTE FUNCTION private.log_activity('vendors', 'name');


--
-- Name: invoices log_deletion; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER log_deletion BEFORE DELETE ON public.invoices FOR EACH ROW EXECUTE FUNCTION private.log_activity('invoices', 'number');


--
-- Name: recurring_invoices log_deletion; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER log_deletion BEFORE DELETE ON public.recurring_invoices FOR EACH ROW EXECUTE FUNCTION private.log_activity('recurring_invoices', 'name');


--
-- Name: company_user_permissions log_member_change; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER log_member_change AFTER INSERT OR DELETE ON public.company_user_permissions FOR EACH ROW EXECUTE FUNCTION private.log_member_change();


--
-- Name: companies name_own_company; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER name_own_company BEFORE INSERT ON public.companies FOR EACH ROW EXECUTE FUNCTION private.name_own_company();


--
-- Name: expenses note_step; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER note_step AFTER UPDATE ON public.expenses FOR EACH ROW WHEN (((new.status <> old.status) AND (NOT private.is_importing()))) EXECUTE FUNCTION private.note_expense_step();


--
-- Name: expenses note_submitted; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER note_submitted AFTER INSERT ON public.expenses FOR EACH ROW WHEN (((new.status = 'pending'::text) AND (NOT private.is_importing()))) EXECUTE FUNCTION private.note_expense_step();


--
-- Name: delivery_notes number_delivery_note; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER number_delivery_note BEFORE INSERT OR UPDATE ON public.delivery_notes FOR EACH ROW WHEN ((NOT private.is_importing())) EXECUTE FUNCTION private.number_delivery_note();


--
-- Name: companies number_series; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER number_series BEFORE INSERT OR UPDATE OF settings ON public.companies FOR EACH ROW EXECUTE FUNCTION private.check_number_series();


--
-- Name: recurring_expenses plan_recurring; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER plan_recurring BEFORE INSERT OR UPDATE ON public.recurring_expenses FOR EACH ROW WHEN ((NOT private.is_importing())) EXECUTE FUNCTION private.plan_recurring_expense();


--
-- Name: recurring_invoices plan_recurring; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER plan_recurring BEFORE INSERT OR UPDATE ON public.recurring_invoices FOR EACH ROW WHEN ((NOT private.is_importing())) EXECUTE FUNCTION private.plan_recurring_invoice();


--
-- Name: recurring_invoice_items renew_deleted; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER renew_deleted AFTER DELETE ON public.recurring_invoice_items REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.renew_recurring_invoices();


--
-- Name: recurring_invoice_items renew_inserted; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER renew_inserted AFTER INSERT ON public.recurring_invoice_items REFERENCING NEW TABLE AS changed FOR EACH STATEMENT WHEN ((NOT private.is_importing())) EXECUTE FUNCTION private.renew_recurring_invoices();


--
-- Name: recurring_invoice_items renew_updated; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER renew_updated AFTER UPDATE ON public.recurring_invoice_items REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.renew_recurring_invoices();


--
-- Name: invoice_items retotal_deleted; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER retotal_deleted AFTER DELETE ON public.invoice_items REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.retotal_invoices();


--
-- Name: invoice_items retotal_inserted; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER retotal_inserted AFTER INSERT ON public.invoice_items REFERENCING NEW TABLE AS changed FOR EACH STATEMENT WHEN ((NOT private.is_importing())) EXECUTE FUNCTION private.retotal_invoices();


--
-- Name: invoice_items retotal_updated; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER retotal_updated AFTER UPDATE ON public.invoice_items REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.retotal_invoices();


--
-- Name: invoices set_tax_point; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER set_tax_point BEFORE INSERT OR UPDATE ON public.invoices FOR EACH ROW EXECUTE FUNCTION private.set_tax_point();


--
-- Name: bank_accounts settle_deleted; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER settle_deleted AFTER DELETE ON public.bank_accounts REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.settle_bank_accounts();


--
-- Name: bank_accounts settle_inserted; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER settle_inserted AFTER INSERT ON public.bank_accounts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT WHEN ((NOT private.is_importing())) EXECUTE FUNCTION private.settle_bank_accounts();


--
-- Name: payments settle_invoices; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER settle_invoices AFTER INSERT OR DELETE OR UPDATE OF invoice_id, amount ON public.payments FOR EACH ROW WHEN ((NOT private.is_importing())) EXECUTE FUNCTION private.settle_invoices();


--
-- Name: bank_accounts settle_updated; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER settle_updated AFTER UPDATE ON public.bank_accounts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.settle_bank_accounts();


--
-- Name: payments share_left; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER share_left AFTER DELETE OR UPDATE OF invoice_id ON public.payments FOR EACH ROW EXECUTE FUNCTION private.leave_tax();


--
-- Name: payments share_tax; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER share_tax BEFORE INSERT OR UPDATE ON public.payments FOR EACH ROW WHEN ((NOT private.is_importing())) EXECUTE FUNCTION private.share_tax();


--
-- Name: activity_log stamp; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER stamp BEFORE UPDATE ON public.activity_log FOR EACH ROW EXECUTE FUNCTION private.stamp();


--
-- Name: companies stamp; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER stamp BEFORE UPDATE ON public.companies FOR EACH ROW EXECUTE FUNCTION private.stamp();


--
-- Name: company_users stamp; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER stamp BEFORE UPDATE ON public.company_users FOR EACH ROW EXECUTE FUNCTION private.stamp();


--
-- Name: customers stamp; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER stamp BEFORE UPDATE ON public.customers FOR EACH ROW EXECUTE FUNCTION private.stamp();


--
-- Name: delivery_notes stamp; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER stamp BEFORE UPDATE ON public.delivery_notes FOR EACH ROW EXECUTE FUNCTION private.stamp();


--
-- Name: expense_categories stamp; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER stamp BEFORE UPDATE ON public.expense_categories FOR EACH ROW EXECUTE FUNCTION private.stamp();


--
-- Name: expenses stamp; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER stamp BEFORE UPDATE ON public.expenses FOR EACH ROW EXECUTE FUNCTION private.stamp();


--
-- Name: files stamp; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER stamp BEFORE UPDATE ON public.files FOR EACH ROW EXECUTE FUNCTION private.stamp();


--
-- Name: invoice_products stamp; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER stamp BEFORE UPDATE ON public.invoice_products FOR EACH ROW EXECUTE FUNCTION private.stamp();


--
-- Name: invoices stamp; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER stamp BEFORE UPDATE ON public.invoices FOR EACH ROW EXECUTE FUNCTION private.stamp();


--
-- Name: payments stamp; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER stamp BEFORE UPDATE ON public.payments FOR EACH ROW EXECUTE FUNCTION private.stamp();


--
-- Name: period_figures stamp; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER stamp BEFORE UPDATE ON public.period_figures FOR EACH ROW EXECUTE FUNCTION private.stamp();


--
-- Name: periods stamp; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER stamp BEFORE UPDATE ON public.periods FOR EACH ROW EXECUTE FUNCTION private.stamp();


--
-- Name: recurring_expenses stamp; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER stamp BEFORE UPDATE ON public.recurring_expenses FOR EACH ROW EXECUTE FUNCTION private.stamp();


--
-- Name: recurring_invoices stamp; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER stamp BEFORE UPDATE ON public.recurring_invoices FOR EACH ROW EXECUTE FUNCTION private.stamp();


--
-- Name: vendors stamp; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER stamp BEFORE UPDATE ON public.vendors FOR EACH ROW EXECUTE FUNCTION private.stamp();


--
-- Name: payments tax_point_open; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER tax_point_open BEFORE INSERT OR DELETE OR UPDATE ON public.payments FOR EACH ROW EXECUTE FUNCTION private.guard_advance();


--
-- Name: invoices tell_payments; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER tell_payments AFTER UPDATE OF exchange ON public.invoices FOR EACH ROW WHEN (((old.exchange IS NULL) AND (new.exchange IS NOT NULL))) EXECUTE FUNCTION private.tell_payments();


--
-- Name: expenses value_in_books; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER value_in_books BEFORE INSERT OR UPDATE ON public.expenses FOR EACH ROW WHEN ((NOT private.is_importing())) EXECUTE FUNCTION private.value_expense();


--
-- Name: invoices value_in_books; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER value_in_books BEFORE INSERT OR UPDATE ON public.invoices FOR EACH ROW WHEN ((NOT private.is_importing())) EXECUTE FUNCTION private.value_invoice();


--
-- Name: payments value_in_books; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER value_in_books BEFORE INSERT OR UPDATE ON public.payments FOR EACH ROW WHEN ((NOT private.is_importing())) EXECUTE FUNCTION private.value_payment();


--
-- Name: invoices value_noted; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER value_noted BEFORE INSERT OR UPDATE ON public.invoices FOR EACH ROW WHEN ((NOT private.is_importing())) EXECUTE FUNCTION private.note_rate();


--
-- Name: companies vat_periods; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER vat_periods BEFORE INSERT OR UPDATE ON public.companies FOR EACH ROW EXECUTE FUNCTION private.check_vat_periods();


--
-- Name: activity_log zz_log_change; Type: TRIGGER; Schema: public; Owner: -
--

CREATE CONSTRAINT TRIGGER zz_log_change AFTER INSERT OR DELETE OR UPDATE ON public.activity_log DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION private.log_change('activity_log', 'id');


--
-- Name: companies zz_log_change; Type: TRIGGER; Schema: public; Owner: -
--

CREATE CONSTRAINT TRIGGER zz_log_change AFTER INSERT OR DELETE OR UPDATE ON public.companies DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION private.log_change('companies', 'id');


--
-- Name: company_users zz_log_change; Type: TRIGGER; Schema: public; Owner: -
--

CREATE CONSTRAINT TRIGGER zz_log_change AFTER INSERT OR DELETE OR UPDATE ON public.company_users DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION private.log_change('members', 'id');


--
-- Name: customers zz_log_change; Type: TRIGGER; Schema: public; Owner: -
--

CREATE CONSTRAINT TRIGGER zz_log_change AFTER INSERT OR DELETE OR UPDATE ON public.customers DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION private.log_change('customers', 'id');


--
-- Name: delivery_notes zz_log_change; Type: TRIGGER; Schema: public; Owner: -
--

CREATE CONSTRAINT TRIGGER zz_log_change AFTER INSERT OR DELETE OR UPDATE ON public.delivery_notes DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION private.log_change('delivery_notes', 'id');


--
-- Name: expense_categories zz_log_change; Type: TRIGGER; Schema: public; Owner: -
--

CREATE CONSTRAINT TRIGGER zz_log_change AFTER INSERT OR DELETE OR UPDATE ON public.expense_categories DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION private.log_change('expense_categories', 'id');


--
-- Name: expenses zz_log_change; Type: TRIGGER; Schema: public; Owner: -
--

CREATE CONSTRAINT TRIGGER zz_log_change AFTER INSERT OR DELETE OR UPDATE ON public.expenses DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION private.log_change('expenses', 'id');


--
-- Name: files zz_log_change; Type: TRIGGER; Schema: public; Owner: -
--

CREATE CONSTRAINT TRIGGER zz_log_change AFTER INSERT OR DELETE OR UPDATE ON public.files DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION private.log_change('files', 'id');


--
-- Name: invoice_products zz_log_change; Type: TRIGGER; Schema: public; Owner: -
--

CREATE CONSTRAINT TRIGGER zz_log_change AFTER INSERT OR DELETE OR UPDATE ON public.invoice_products DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION private.log_change('invoice_products', 'id');


--
-- Name: invoices zz_log_change; Type: TRIGGER; Schema: public; Owner: -
--

CREATE CONSTRAINT TRIGGER zz_log_change AFTER INSERT OR DELETE OR UPDATE ON public.invoices DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION private.log_change('invoices', 'id');


--
-- Name: payments zz_log_change; Type: TRIGGER; Schema: public; Owner: -
--

CREATE CONSTRAINT TRIGGER zz_log_change AFTER INSERT OR DELETE OR UPDATE ON public.payments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION private.log_change('payments', 'id');


--
-- Name: period_figures zz_log_change; Type: TRIGGER; Schema: public; Owner: -
--

CREATE CONSTRAINT TRIGGER zz_log_change AFTER INSERT OR DELETE OR UPDATE ON public.period_figures DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION private.log_change('period_figures', 'id');


--
-- Name: periods zz_log_change; Type: TRIGGER; Schema: public; Owner: -
--

CREATE CONSTRAINT TRIGGER zz_log_change AFTER INSERT OR DELETE OR UPDATE ON public.periods DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION private.log_change('periods', 'id');


--
-- Name: recurring_expenses zz_log_change; Type: TRIGGER; Schema: public; Owner: -
--

CREATE CONSTRAINT TRIGGER zz_log_change AFTER INSERT OR DELETE OR UPDATE ON public.recurring_expenses DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION private.log_change('recurring_expenses', 'id');


--
-- Name: recurring_invoices zz_log_change; Type: TRIGGER; Schema: public; Owner: -
--

CREATE CONSTRAINT TRIGGER zz_log_change AFTER INSERT OR DELETE OR UPDATE ON public.recurring_invoices DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION private.log_change('recurring_invoices', 'id');


--
-- Name: vendors zz_log_change; Type: TRIGGER; Schema: public; Owner: -
--

CREATE CONSTRAINT TRIGGER zz_log_change AFTER INSERT OR DELETE OR UPDATE ON public.vendors DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION private.log_change('vendors', 'id');


--
-- Name: activity_log zz_realtime_capture; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER zz_realtime_capture AFTER INSERT OR DELETE OR UPDATE ON public.activity_log FOR EACH ROW EXECUTE FUNCTION realtime.capture('["id"]', '["id", "company_id"]');


--
-- Name: bank_accounts zz_realtime_capture; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER zz_realtime_capture AFTER INSERT OR DELETE OR UPDATE ON public.bank_accounts FOR EACH ROW EXECUTE FUNCTION realtime.capture('["id"]', '["id", "company_id"]');


--
-- Name: companies zz_realtime_capture; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER zz_realtime_capture AFTER INSERT OR DELETE OR UPDATE ON public.companies FOR EACH ROW EXECUTE FUNCTION realtime.capture('["id"]', '["id", "company_id"]');


--
-- Name: company_news zz_realtime_capture; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER zz_realtime_capture AFTER INSERT OR DELETE OR UPDATE ON public.company_news FOR EACH ROW EXECUTE FUNCTION realtime.capture('["id"]', '["id", "company_id"]');


--
-- Name: company_user_permissions zz_realtime_capture; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER zz_realtime_capture AFTER INSERT OR DELETE OR UPDATE ON public.company_user_permissions FOR EACH ROW EXECUTE FUNCTION realtime.capture('["id"]', '["company_id", "id"]');


--
-- Name: company_users zz_realtime_capture; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER zz_realtime_capture AFTER INSERT OR DELETE OR UPDATE ON public.company_users FOR EACH ROW EXECUTE FUNCTION realtime.capture('["id"]', '["id", "company_id"]');


--
-- Name: customers zz_realtime_capture; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER zz_realtime_capture AFTER INSERT OR DELETE OR UPDATE ON public.customers FOR EACH ROW EXECUTE FUNCTION realtime.capture('["id"]', '["id", "company_id"]');


--
-- Name: delivery_notes zz_realtime_capture; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER zz_realtime_capture AFTER INSERT OR DELETE OR UPDATE ON public.delivery_notes FOR EACH ROW EXECUTE FUNCTION realtime.capture('["id"]', '["id", "company_id"]');


--
-- Name: expense_categories zz_realtime_capture; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER zz_realtime_capture AFTER INSERT OR DELETE OR UPDATE ON public.expense_categories FOR EACH ROW EXECUTE FUNCTION realtime.capture('["id"]', '["id", "company_id"]');


--
-- Name: expenses zz_realtime_capture; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER zz_realtime_capture AFTER INSERT OR DELETE OR UPDATE ON public.expenses FOR EACH ROW EXECUTE FUNCTION realtime.capture('["id"]', '["id", "company_id"]');


--
-- Name: files zz_realtime_capture; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER zz_realtime_capture AFTER INSERT OR DELETE OR UPDATE ON public.files FOR EACH ROW EXECUTE FUNCTION realtime.capture('["id"]', '["id", "company_id"]');


--
-- Name: invoice_items zz_realtime_capture; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER zz_realtime_capture AFTER INSERT OR DELETE OR UPDATE ON public.invoice_items FOR EACH ROW EXECUTE FUNCTION realtime.capture('["id"]', '["id", "company_id"]');


--
-- Name: invoice_products zz_realtime_capture; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER zz_realtime_capture AFTER INSERT OR DELETE OR UPDATE ON public.invoice_products FOR EACH ROW EXECUTE FUNCTION realtime.capture('["id"]', '["id", "company_id"]');


--
-- Name: invoices zz_realtime_capture; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER zz_realtime_capture AFTER INSERT OR DELETE OR UPDATE ON public.invoices FOR EACH ROW EXECUTE FUNCTION realtime.capture('["id"]', '["id", "company_id"]');


--
-- Name: payments zz_realtime_capture; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER zz_realtime_capture AFTER INSERT OR DELETE OR UPDATE ON public.payments FOR EACH ROW EXECUTE FUNCTION realtime.capture('["id"]', '["id", "company_id"]');


--
-- Name: period_figures zz_realtime_capture; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER zz_realtime_capture AFTER INSERT OR DELETE OR UPDATE ON public.period_figures FOR EACH ROW EXECUTE FUNCTION realtime.capture('["id"]', '["id", "company_id"]');


--
-- Name: periods zz_realtime_capture; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER zz_realtime_capture AFTER INSERT OR DELETE OR UPDATE ON public.periods FOR EACH ROW EXECUTE FUNCTION realtime.capture('["id"]', '["id", "company_id"]');


--
-- Name: recurring_expenses zz_realtime_capture; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER zz_realtime_capture AFTER INSERT OR DELETE OR UPDATE ON public.recurring_expenses FOR EACH ROW EXECUTE FUNCTION realtime.capture('["id"]', '["id", "company_id"]');


--
-- Name: recurring_invoice_items zz_realtime_capture; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER zz_realtime_capture AFTER INSERT OR DELETE OR UPDATE ON public.recurring_invoice_items FOR EACH ROW EXECUTE FUNCTION realtime.capture('["id"]', '["id", "company_id"]');


--
-- Name: recurring_invoices zz_realtime_capture; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER zz_realtime_capture AFTER INSERT OR DELETE OR UPDATE ON public.recurring_invoices FOR EACH ROW EXECUTE FUNCTION realtime.capture('["id"]', '["id", "company_id"]');


--
-- Name: vendors zz_realtime_capture; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER zz_realtime_capture AFTER INSERT OR DELETE OR UPDATE ON public.vendors FOR EACH ROW EXECUTE FUNCTION realtime.capture('["id"]', '["id", "company_id"]');


--
-- Name: companies zzz_enter; Type: TRIGGER; Schema: public; Owner: -
--

CREATE CONSTRAINT TRIGGER zzz_enter AFTER INSERT OR UPDATE ON public.companies DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((NOT private.is_importing())) EXECUTE FUNCTION private.enter_settings();


--
-- Name: file_checks zzz_enter; Type: TRIGGER; Schema: public; Owner: -
--

CREATE CONSTRAINT TRIGGER zzz_enter AFTER INSERT OR UPDATE ON public.file_checks DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((NOT private.is_importing())) EXECUTE FUNCTION private.enter_receipt();


--
-- Name: payments zzz_enter; Type: TRIGGER; Schema: public; Owner: -
--

CREATE CONSTRAINT TRIGGER zzz_enter AFTER INSERT OR DELETE OR UPDATE ON public.payments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((NOT private.is_importing())) EXECUTE FUNCTION private.enter_payment();


--
-- Name: periods zzz_enter; Type: TRIGGER; Schema: public; Owner: -
--

CREATE CONSTRAINT TRIGGER zzz_enter AFTER INSERT OR UPDATE ON public.periods DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((NOT private.is_importing())) EXECUTE FUNCTION private.enter_period();


--
-- Name: expenses zzz_enter_changed; Type: TRIGGER; Schema: public; Owner: -
--

CREATE CONSTRAINT TRIGGER zzz_enter_changed AFTER UPDATE ON public.expenses DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.status = ANY (ARRAY['approved'::text, 'reimbursed'::text])) OR (new.status = ANY (ARRAY['approved'::text, 'reimbursed'::text])))) EXECUTE FUNCTION private.enter_expense();


--
-- Name: invoices zzz_enter_changed; Type: TRIGGER; Schema: public; Owner: -
--

CREATE CONSTRAINT TRIGGER zzz_enter_changed AFTER UPDATE ON public.invoices DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.status = ANY (ARRAY['issued'::text, 'cancelled'::text]))) EXECUTE FUNCTION private.enter_invoice();


--
-- Name: expenses zzz_enter_new; Type: TRIGGER; Schema: public; Owner: -
--

CREATE CONSTRAINT TRIGGER zzz_enter_new AFTER INSERT ON public.expenses DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.status = ANY (ARRAY['approved'::text, 'reimbursed'::text])) AND (NOT private.is_importing()))) EXECUTE FUNCTION private.enter_expense();


--
-- Name: invoices zzz_enter_new; Type: TRIGGER; Schema: public; Owner: -
--

CREATE CONSTRAINT TRIGGER zzz_enter_new AFTER INSERT ON public.invoices DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.status = ANY (ARRAY['issued'::text, 'cancelled'::text])) AND (NOT private.is_importing()))) EXECUTE FUNCTION private.enter_invoice();


--
-- Name: closed_memberships closed_memberships_company_id_fkey; Type: FK CONSTRAINT; Schema: private; Owner: -
--

ALTER TABLE ONLY private.closed_memberships
    ADD CONSTRAINT closed_memberships_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;


--
-- Name: closed_memberships closed_memberships_user_id_fkey; Type: FK CONSTRAINT; Schema: private; Owner: -
--

ALTER TABLE ONLY private.closed_memberships
    ADD CONSTRAINT closed_memberships_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;


--
-- Name: company_deletions company_deletions_company_id_fkey; Type: FK CONSTRAINT; Schema: private; Owner: -
--

ALTER TABLE ONLY private.company_deletions
    ADD CONSTRAINT company_deletions_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;


--
-- Name: company_mail_secrets company_mail_secrets_company_id_fkey; Type: FK CONSTRAINT; Schema: private; Owner: -
--

ALTER TABLE ONLY private.company_mail_secrets
    ADD CONSTRAINT company_mail_secrets_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.company_mail_settings(company_id) ON DELETE CASCADE;


--
-- Name: import_files import_files_import_id_fkey; Type: FK CONSTRAINT; Schema: private; Owner: -
--

ALTER TABLE ONLY private.import_files
    ADD CONSTRAINT import_files_import_id_fkey FOREIGN KEY (import_id) REFERENCES private.imports(id) ON DELETE CASCADE;


--
-- Name: import_rows import_rows_import_id_fkey; Type: FK CONSTRAINT; Schema: private; Owner: -
--

ALTER TABLE ONLY private.import_rows
    ADD CONSTRAINT import_rows_import_id_fkey FOREIGN KEY (import_id) REFERENCES private.imports(id) ON DELETE CASCADE;


--
-- Name: imports imports_user_id_fkey; Type: FK CONSTRAINT; Schema: private; Owner: -
--

ALTER TABLE ONLY private.imports
    ADD CONSTRAINT imports_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;


--
-- Name: invite_tokens invite_tokens_invite_id_fkey; Type: FK CONSTRAINT; Schema: private; Owner: -
--

ALTER TABLE ONLY private.invite_tokens
    ADD CONSTRAINT invite_tokens_invite_id_fkey FOREIGN KEY (invite_id) REFERENCES public.invites(id) ON DELETE CASCADE;


--
-- Name: invoice_mails invoice_mails_company_id_fkey; Type: FK CONSTRAINT; Schema: private; Owner: -
--

ALTER TABLE ONLY private.invoice_mails
    ADD CONSTRAINT invoice_mails_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;


--
-- Name: last_exports last_exports_company_id_fkey; Type: FK CONSTRAINT; Schema: private; Owner: -
--

ALTER TABLE ONLY private.last_exports
    ADD CONSTRAINT last_exports_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;


--
-- Name: nested_collections nested_collections_collection_fkey; Type: FK CONSTRAINT; Schema: private; Owner: -
--

ALTER TABLE ONLY private.nested_collections
    ADD CONSTRAINT nested_collections_collection_fkey FOREIGN KEY (collection) REFERENCES private.synced_collections(collection);


--
-- Name: notification_choices notification_choices_user_id_fkey; Type: FK CONSTRAINT; Schema: private; Owner: -
--

ALTER TABLE ONLY private.notification_choices
    ADD CONSTRAINT notification_choices_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;


--
-- Name: notification_events notification_events_expense_id_fkey; Type: FK CONSTRAINT; Schema: private; Owner: -
--

ALTER TABLE ONLY private.notification_events
    ADD CONSTRAINT notification_events_expense_id_fkey FOREIGN KEY (company_id, expense_id) REFERENCES public.expenses(company_id, id) ON DELETE CASCADE;


--
-- Name: notification_items notification_items_event_id_fkey; Type: FK CONSTRAINT; Schema: private; Owner: -
--

ALTER TABLE ONLY private.notification_items
    ADD CONSTRAINT notification_items_event_id_fkey FOREIGN KEY (company_id, event_id) REFERENCES private.notification_events(company_id, id) ON DELETE CASCADE;


--
-- Name: notification_items notification_items_notification_id_fkey; Type: FK CONSTRAINT; Schema: private; Owner: -
--

ALTER TABLE ONLY private.notification_items
    ADD CONSTRAINT notification_items_notification_id_fkey FOREIGN KEY (company_id, notification_id) REFERENCES private.notifications(company_id, id) ON DELETE CASCADE;


--
-- Name: notifications notifications_user_id_fkey; Type: FK CONSTRAINT; Schema: private; Owner: -
--

ALTER TABLE ONLY private.notifications
    ADD CONSTRAINT notifications_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES public.company_users(company_id, user_id) ON DELETE CASCADE;


--
-- Name: number_counters number_counters_company_id_fkey; Type: FK CONSTRAINT; Schema: private; Owner: -
--

ALTER TABLE ONLY private.number_counters
    ADD CONSTRAINT number_counters_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;


--
-- Name: number_gap_reasons number_gap_reasons_company_id_fkey; Type: FK CONSTRAINT; Schema: private; Owner: -
--

ALTER TABLE ONLY private.number_gap_reasons
    ADD CONSTRAINT number_gap_reasons_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;


--
-- Name: number_leases number_leases_company_id_fkey; Type: FK CONSTRAINT; Schema: private; Owner: -
--

ALTER TABLE ONLY private.number_leases
    ADD CONSTRAINT number_leases_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;


--
-- Name: permission_implications permission_implications_implied_by_fkey; Type: FK CONSTRAINT; Schema: private; Owner: -
--

ALTER TABLE ONLY private.permission_implications
    ADD CONSTRAINT permission_implications_implied_by_fkey FOREIGN KEY (implied_by) REFERENCES public.permissions(key);


--
-- Name: permission_implications permission_implications_key_fkey; Type: FK CONSTRAINT; Schema: private; Owner: -
--

ALTER TABLE ONLY private.permission_implications
    ADD CONSTRAINT permission_implications_key_fkey FOREIGN KEY (key) REFERENCES public.permissions(key);


--
-- Name: permission_presets permission_presets_key_fkey; Type: FK CONSTRAINT; Schema: private; Owner: -
--

ALTER TABLE ONLY private.permission_presets
    ADD CONSTRAINT permission_presets_key_fkey FOREIGN KEY (key) REFERENCES public.permissions(key);


--
-- Name: push_subscriptions push_subscriptions_user_id_fkey; Type: FK CONSTRAINT; Schema: private; Owner: -
--

ALTER TABLE ONLY private.push_subscriptions
    ADD CONSTRAINT push_subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;


--
-- Name: recovery_attempts recovery_attempts_user_id_fkey; Type: FK CONSTRAINT; Schema: private; Owner: -
--

ALTER TABLE ONLY private.recovery_attempts
    ADD CONSTRAINT recovery_attempts_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;


--
-- Name: recovery_codes recovery_codes_user_id_fkey; Type: FK CONSTRAINT; Schema: private; Owner: -
--

ALTER TABLE ONLY private.recovery_codes
    ADD CONSTRAINT recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;


--
-- Name: seller_states seller_states_company_id_fkey; Type: FK CONSTRAINT; Schema: private; Owner: -
--

ALTER TABLE ONLY private.seller_states
    ADD CONSTRAINT seller_states_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;


--
-- Name: sent_mails sent_mails_company_id_fkey; Type: FK CONSTRAINT; Schema: private; Owner: -
--

ALTER TABLE ONLY private.sent_mails
    ADD CONSTRAINT sent_mails_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;


--
-- Name: set_aside_objects set_aside_objects_company_id_file_id_fkey; Type: FK CONSTRAINT; Schema: private; Owner: -
--

ALTER TABLE ONLY private.set_aside_objects
    ADD CONSTRAINT set_aside_objects_company_id_file_id_fkey FOREIGN KEY (company_id, file_id) REFERENCES public.files(company_id, id) ON DELETE CASCADE;


--
-- Name: synced_collections synced_collections_hidden_key_fkey; Type: FK CONSTRAINT; Schema: private; Owner: -
--

ALTER TABLE ONLY private.synced_collections
    ADD CONSTRAINT synced_collections_hidden_key_fkey FOREIGN KEY (hidden_key) REFERENCES public.permissions(key);


--
-- Name: synced_collections synced_collections_own_key_fkey; Type: FK CONSTRAINT; Schema: private; Owner: -
--

ALTER TABLE ONLY private.synced_collections
    ADD CONSTRAINT synced_collections_own_key_fkey FOREIGN KEY (own_key) REFERENCES public.permissions(key);


--
-- Name: synced_collections synced_collections_view_key_fkey; Type: FK CONSTRAINT; Schema: private; Owner: -
--

ALTER TABLE ONLY private.synced_collections
    ADD CONSTRAINT synced_collections_view_key_fkey FOREIGN KEY (view_key) REFERENCES public.permissions(key);


--
-- Name: activity_log activity_log_company_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.activity_log
    ADD CONSTRAINT activity_log_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;


--
-- Name: bank_accounts bank_accounts_company_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.bank_accounts
    ADD CONSTRAINT bank_accounts_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;


--
-- Name: company_mail_settings company_mail_settings_company_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.company_mail_settings
    ADD CONSTRAINT company_mail_settings_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;


--
-- Name: company_news company_news_company_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.company_news
    ADD CONSTRAINT company_news_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;


--
-- Name: company_origins company_origins_company_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.company_origins
    ADD CONSTRAINT company_origins_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;


--
-- Name: company_user_permissions company_user_permissions_company_id_user_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.company_user_permissions
    ADD CONSTRAINT company_user_permissions_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES public.company_users(company_id, user_id) ON DELETE CASCADE;


--
-- Name: company_user_permissions company_user_permissions_permission_key_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.company_user_permissions
    ADD CONSTRAINT company_user_permissions_permission_key_fkey FOREIGN KEY (permission_key) REFERENCES public.permissions(key);


--
-- Name: company_users company_users_company_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.company_users
    ADD CONSTRAINT company_users_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;


--
-- Name: company_users company_users_user_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.company_users
    ADD CONSTRAINT company_users_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;


--
-- Name: customers customers_company_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.customers
    ADD CONSTRAINT customers_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;


--
-- Name: delivery_notes delivery_notes_company_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.delivery_notes
    ADD CONSTRAINT delivery_notes_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;


--
-- Name: delivery_notes delivery_notes_customer_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.delivery_notes
    ADD CONSTRAINT delivery_notes_customer_id_fkey FOREIGN KEY (company_id, customer_id) REFERENCES public.customers(company_id, id);


--
-- Name: delivery_notes delivery_notes_invoice_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.delivery_notes
    ADD CONSTRAINT delivery_notes_invoice_id_fkey FOREIGN KEY (company_id, invoice_id) REFERENCES public.invoices(company_id, id) ON DELETE SET NULL (invoice_id);


--
-- Name: expense_categories expense_categories_company_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.expense_categories
    ADD CONSTRAINT expense_categories_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;


--
-- Name: expenses expenses_category_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.expenses
    ADD CONSTRAINT expenses_category_id_fkey FOREIGN KEY (company_id, category_id) REFERENCES public.expense_categories(company_id, id);


--
-- Name: expenses expenses_company_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.expenses
    ADD CONSTRAINT expenses_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;


--
-- Name: expenses expenses_customer_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.expenses
    ADD CONSTRAINT expenses_customer_id_fkey FOREIGN KEY (company_id, customer_id) REFERENCES public.customers(company_id, id);


--
-- Name: expenses expenses_reverses_expense_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.expenses
    ADD CONSTRAINT expenses_reverses_expense_id_fkey FOREIGN KEY (company_id, reverses_expense_id) REFERENCES public.expenses(company_id, id);


--
-- Name: expenses expenses_vendor_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.expenses
    ADD CONSTRAINT expenses_vendor_id_fkey FOREIGN KEY (company_id, vendor_id) REFERENCES public.vendors(company_id, id);


--
-- Name: file_checks file_checks_company_id_file_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.file_checks
    ADD CONSTRAINT file_checks_company_id_file_id_fkey FOREIGN KEY (company_id, file_id) REFERENCES public.files(company_id, id) ON DELETE CASCADE;


--
-- Name: files files_company_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.files
    ADD CONSTRAINT files_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;


--
-- Name: files files_expense_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.files
    ADD CONSTRAINT files_expense_id_fkey FOREIGN KEY (company_id, expense_id) REFERENCES public.expenses(company_id, id) ON DELETE CASCADE;


--
-- Name: invites invites_answered_by_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.invites
    ADD CONSTRAINT invites_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES auth.users(id) ON DELETE SET NULL;


--
-- Name: invites invites_company_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.invites
    ADD CONSTRAINT invites_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;


--
-- Name: invites invites_invited_by_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.invites
    ADD CONSTRAINT invites_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES auth.users(id) ON DELETE SET NULL;


--
-- Name: invoice_items invoice_items_invoice_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.invoice_items
    ADD CONSTRAINT invoice_items_invoice_id_fkey FOREIGN KEY (company_id, invoice_id) REFERENCES public.invoices(company_id, id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;


--
-- Name: invoice_items invoice_items_product_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.invoice_items
    ADD CONSTRAINT invoice_items_product_id_fkey FOREIGN KEY (company_id, product_id) REFERENCES public.invoice_products(company_id, id) ON DELETE SET NULL (product_id);


--
-- Name: invoice_products invoice_products_company_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.invoice_products
    ADD CONSTRAINT invoice_products_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;


--
-- Name: invoices invoices_cancels_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.invoices
    ADD CONSTRAINT invoices_cancels_id_fkey FOREIGN KEY (company_id, cancels_id) REFERENCES public.invoices(company_id, id);


--
-- Name: invoices invoices_company_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.invoices
    ADD CONSTRAINT invoices_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;


--
-- Name: invoices invoices_corrects_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.invoices
    ADD CONSTRAINT invoices_corrects_id_fkey FOREIGN KEY (company_id, corrects_id) REFERENCES public.invoices(company_id, id);


--
-- Name: invoices invoices_customer_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.invoices
    ADD CONSTRAINT invoices_customer_id_fkey FOREIGN KEY (company_id, customer_id) REFERENCES public.customers(company_id, id);


--
-- Name: payments payments_company_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.payments
    ADD CONSTRAINT payments_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;


--
-- Name: payments payments_invoice_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.payments
    ADD CONSTRAINT payments_invoice_id_fkey FOREIGN KEY (company_id, invoice_id) REFERENCES public.invoices(company_id, id);


--
-- Name: payments payments_reverses_payment_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.payments
    ADD CONSTRAINT payments_reverses_payment_id_fkey FOREIGN KEY (company_id, reverses_payment_id) REFERENCES public.payments(company_id, id);


--
-- Name: period_figures period_figures_company_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.period_figures
    ADD CONSTRAINT period_figures_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;


--
-- Name: period_figures period_figures_period_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.period_figures
    ADD CONSTRAINT period_figures_period_id_fkey FOREIGN KEY (company_id, period_id) REFERENCES public.periods(company_id, id) ON DELETE CASCADE;


--
-- Name: periods periods_company_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.periods
    ADD CONSTRAINT periods_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;


--
-- Name: recurring_expenses recurring_expenses_category_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.recurring_expenses
    ADD CONSTRAINT recurring_expenses_category_id_fkey FOREIGN KEY (company_id, category_id) REFERENCES public.expense_categories(company_id, id);


--
-- Name: recurring_expenses recurring_expenses_company_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.recurring_expenses
    ADD CONSTRAINT recurring_expenses_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;


--
-- Name: recurring_expenses recurring_expenses_customer_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.recurring_expenses
    ADD CONSTRAINT recurring_expenses_customer_id_fkey FOREIGN KEY (company_id, customer_id) REFERENCES public.customers(company_id, id);


--
-- Name: recurring_expenses recurring_expenses_vendor_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.recurring_expenses
    ADD CONSTRAINT recurring_expenses_vendor_id_fkey FOREIGN KEY (company_id, vendor_id) REFERENCES public.vendors(company_id, id);


--
-- Name: recurring_invoice_items recurring_invoice_items_product_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.recurring_invoice_items
    ADD CONSTRAINT recurring_invoice_items_product_id_fkey FOREIGN KEY (company_id, product_id) REFERENCES public.invoice_products(company_id, id) ON DELETE SET NULL (product_id);


--
-- Name: recurring_invoice_items recurring_invoice_items_recurring_invoice_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.recurring_invoice_items
    ADD CONSTRAINT recurring_invoice_items_recurring_invoice_id_fkey FOREIGN KEY (company_id, recurring_invoice_id) REFERENCES public.recurring_invoices(company_id, id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;


--
-- Name: recurring_invoices recurring_invoices_company_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.recurring_invoices
    ADD CONSTRAINT recurring_invoices_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;


--
-- Name: recurring_invoices recurring_invoices_customer_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.recurring_invoices
    ADD CONSTRAINT recurring_invoices_customer_id_fkey FOREIGN KEY (company_id, customer_id) REFERENCES public.customers(company_id, id);


--
-- Name: vendors vendors_company_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.vendors
    ADD CONSTRAINT vendors_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;


--
-- Name: objects objects_bucket_id_fkey; Type: FK CONSTRAINT; Schema: storage; Owner: -
--

ALTER TABLE ONLY storage.objects
    ADD CONSTRAINT objects_bucket_id_fkey FOREIGN KEY (bucket_id) REFERENCES storage.buckets(id);


--
-- Name: applied_mutations; Type: ROW SECURITY; Schema: private; Owner: -
--

ALTER TABLE private.applied_mutations ENABLE ROW LEVEL SECURITY;

--
-- Name: change_log; Type: ROW SECURITY; Schema: private; Owner: -
--

ALTER TABLE private.change_log ENABLE ROW LEVEL SECURITY;

--
-- Name: closed_memberships; Type: ROW SECURITY; Schema: private; Owner: -
--

ALTER TABLE private.closed_memberships ENABLE ROW LEVEL SECURITY;

--
-- Name: company_clocks; Type: ROW SECURITY; Schema: private; Owner: -
--

ALTER TABLE private.company_clocks ENABLE ROW LEVEL SECURITY;

--
-- Name: company_deletions; Type: ROW SECURITY; Schema: private; Owner: -
--

ALTER TABLE private.company_deletions ENABLE ROW LEVEL SECURITY;

--
-- Name: company_mail_secrets; Type: ROW SECURITY; Schema: private; Owner: -
--

ALTER TABLE private.company_mail_secrets ENABLE ROW LEVEL SECURITY;

--
-- Name: deleted_companies; Type: ROW SECURITY; Schema: private; Owner: -
--

ALTER TABLE private.deleted_companies ENABLE ROW LEVEL SECURITY;

--
-- Name: nested_collections everyone_select; Type: POLICY; Schema: private; Owner: -
--

CREATE POLICY everyone_select ON private.nested_collections FOR SELECT TO authenticated USING (true);


--
-- Name: synced_collections everyone_select; Type: POLICY; Schema: private; Owner: -
--

CREATE POLICY everyone_select ON private.synced_collections FOR SELECT TO authenticated USING (true);


--
-- Name: exchange_rates; Type: ROW SECURITY; Schema: private; Owner: -
--

ALTER TABLE private.exchange_rates ENABLE ROW LEVEL SECURITY;

--
-- Name: history_marks; Type: ROW SECURITY; Schema: private; Owner: -
--

ALTER TABLE private.history_marks ENABLE ROW LEVEL SECURITY;

--
-- Name: import_files; Type: ROW SECURITY; Schema: private; Owner: -
--

ALTER TABLE private.import_files ENABLE ROW LEVEL SECURITY;

--
-- Name: import_rows; Type: ROW SECURITY; Schema: private; Owner: -
--

ALTER TABLE private.import_rows ENABLE ROW LEVEL SECURITY;

--
-- Name: imports; Type: ROW SECURITY; Schema: private; Owner: -
--

ALTER TABLE private.imports ENABLE ROW LEVEL SECURITY;

--
-- Name: imports_at_work; Type: ROW SECURITY; Schema: private; Owner: -
--

ALTER TABLE private.imports_at_work ENABLE ROW LEVEL SECURITY;

--
-- Name: invite_tokens; Type: ROW SECURITY; Schema: private; Owner: -
--

ALTER TABLE private.invite_tokens ENABLE ROW LEVEL SECURITY;

--
-- Name: invoice_mails; Type: ROW SECURITY; Schema: private; Owner: -
--

ALTER TABLE private.invoice_mails ENABLE ROW LEVEL SECURITY;

--
-- Name: last_exports; Type: ROW SECURITY; Schema: private; Owner: -
--

ALTER TABLE private.last_exports ENABLE ROW LEVEL SECURITY;

--
-- Name: nested_collections; Type: ROW SECURITY; Schema: private; Owner: -
--

ALTER TABLE private.nested_collections ENABLE ROW LEVEL SECURITY;

--
-- Name: notification_choices; Type: ROW SECURITY; Schema: private; Owner: -
--

ALTER TABLE private.notification_choices ENABLE ROW LEVEL SECURITY;

--
-- Name: notification_events; Type: ROW SECURITY; Schema: private; Owner: -
--

ALTER TABLE private.notification_events ENABLE ROW LEVEL SECURITY;

--
-- Name: notification_items; Type: ROW SECURITY; Schema: private; Owner: -
--

ALTER TABLE private.notification_items ENABLE ROW LEVEL SECURITY;

--
-- Name: notifications; Type: ROW SECURITY; Schema: private; Owner: -
--

ALTER TABLE private.notifications ENABLE ROW LEVEL SECURITY;

--
-- Name: number_counters; Type: ROW SECURITY; Schema: private; Owner: -
--

ALTER TABLE private.number_counters ENABLE ROW LEVEL SECURITY;

--
-- Name: number_gap_reasons; Type: ROW SECURITY; Schema: private; Owner: -
--

ALTER TABLE private.number_gap_reasons ENABLE ROW LEVEL SECURITY;

--
-- Name: number_leases; Type: ROW SECURITY; Schema: private; Owner: -
--

ALTER TABLE private.number_leases ENABLE ROW LEVEL SECURITY;

--
-- Name: orphan_objects; Type: ROW SECURITY; Schema: private; Owner: -
--

ALTER TABLE private.orphan_objects ENABLE ROW LEVEL SECURITY;

--
-- Name: permission_implications; Type: ROW SECURITY; Schema: private; Owner: -
--

ALTER TABLE private.permission_implications ENABLE ROW LEVEL SECURITY;

--
-- Name: permission_presets; Type: ROW SECURITY; Schema: private; Owner: -
--

ALTER TABLE private.permission_presets ENABLE ROW LEVEL SECURITY;

--
-- Name: push_subscriptions; Type: ROW SECURITY; Schema: private; Owner: -
--

ALTER TABLE private.push_subscriptions ENABLE ROW LEVEL SECURITY;

--
-- Name: recovery_attempts; Type: ROW SECURITY; Schema: private; Owner: -
--

ALTER TABLE private.recovery_attempts ENABLE ROW LEVEL SECURITY;

--
-- Name: recovery_codes; Type: ROW SECURITY; Schema: private; Owner: -
--

ALTER TABLE private.recovery_codes ENABLE ROW LEVEL SECURITY;

--
-- Name: seller_states; Type: ROW SECURITY; Schema: private; Owner: -
--

ALTER TABLE private.seller_states ENABLE ROW LEVEL SECURITY;

--
-- Name: sent_mails; Type: ROW SECURITY; Schema: private; Owner: -
--

ALTER TABLE private.sent_mails ENABLE ROW LEVEL SECURITY;

--
-- Name: set_aside_objects; Type: ROW SECURITY; Schema: private; Owner: -
--

ALTER TABLE private.set_aside_objects ENABLE ROW LEVEL SECURITY;

--
-- Name: synced_collections; Type: ROW SECURITY; Schema: private; Owner: -
--

ALTER TABLE private.synced_collections ENABLE ROW LEVEL SECURITY;

--
-- Name: activity_log; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.activity_log ENABLE ROW LEVEL SECURITY;

--
-- Name: activity_records; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.activity_records ENABLE ROW LEVEL SECURITY;

--
-- Name: bank_accounts; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.bank_accounts ENABLE ROW LEVEL SECURITY;

--
-- Name: companies; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.companies ENABLE ROW LEVEL SECURITY;

--
-- Name: company_mail_settings; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.company_mail_settings ENABLE ROW LEVEL SECURITY;

--
-- Name: company_news; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.company_news ENABLE ROW LEVEL SECURITY;

--
-- Name: company_origins; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.company_origins ENABLE ROW LEVEL SECURITY;

--
-- Name: company_user_permissions; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.company_user_permissions ENABLE ROW LEVEL SECURITY;

--
-- Name: company_users; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.company_users ENABLE ROW LEVEL SECURITY;

--
-- Name: customers; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.customers ENABLE ROW LEVEL SECURITY;

--
-- Name: delivery_notes; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.delivery_notes ENABLE ROW LEVEL SECURITY;

--
-- Name: permissions everyone_select; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY everyone_select ON public.permissions FOR SELECT TO authenticated USING (true);


--
-- Name: expense_categories; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.expense_categories ENABLE ROW LEVEL SECURITY;

--
-- Name: expenses; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.expenses ENABLE ROW LEVEL SECURITY;

--
-- Name: file_checks; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.file_checks ENABLE ROW LEVEL SECURITY;

--
-- Name: files; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.files ENABLE ROW LEVEL SECURITY;

--
-- Name: invites; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.invites ENABLE ROW LEVEL SECURITY;

--
-- Name: invoice_items; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.invoice_items ENABLE ROW LEVEL SECURITY;

--
-- Name: invoice_products; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.invoice_products ENABLE ROW LEVEL SECURITY;

--
-- Name: invoices; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.invoices ENABLE ROW LEVEL SECURITY;

--
-- Name: ledger_entries; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.ledger_entries ENABLE ROW LEVEL SECURITY;

--
-- Name: bank_accounts member_delete; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY member_delete ON public.bank_accounts FOR DELETE TO authenticated USING ((company_id = ANY (ARRAY( SELECT private.companies_with('company.update'::text) AS companies_with
UNION
 SELECT private.companies_with('settings.invoice'::text) AS companies_with
UNION
 SELECT private.companies_with('settings.expense'::text) AS companies_with
UNION
 SELECT private.companies_with('bank_accounts.manage'::text) AS companies_with))));


--
-- Name: customers member_delete; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY member_delete ON public.customers FOR DELETE TO authenticated USING ((company_id = ANY (ARRAY( SELECT private.companies_with('customers.delete'::text) AS companies_with))));


--
-- Name: delivery_notes member_delete; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY member_delete ON public.delivery_notes FOR DELETE TO authenticated USING ((company_id = ANY (ARRAY( SELECT private.companies_with('invoices.delete'::text) AS companies_with))));


--
-- Name: expense_categories member_delete; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY member_delete ON public.expense_categories FOR DELETE TO authenticated USING ((company_id = ANY (ARRAY( SELECT private.companies_with('expense_categories.manage'::text) AS companies_with))));


--
-- Name: expenses member_delete; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY member_delete ON public.expenses FOR DELETE TO authenticated USING (((company_id = ANY (ARRAY( SELECT private.companies_with('expenses.delete'::text) AS companies_with))) OR ((created_by = ( SELECT auth.uid() AS uid)) AND (status = ANY (ARRAY['pending'::text, 'rejected'::text])) AND (company_id = ANY (ARRAY( SELECT private.companies_with('expenses.update_own'::text) AS companies_with))))));


--
-- Name: files member_delete; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY member_delete ON public.files FOR DELETE TO authenticated USING (((company_id = ANY (ARRAY( SELECT private.companies_with('files.delete'::text) AS companies_with))) OR ((created_by = ( SELECT auth.uid() AS uid)) AND (company_id = ANY (ARRAY( SELECT private.companies_with('files.upload'::text) AS companies_with))) AND (NOT private.is_decided(company_id, expense_id)))));


--
-- Name: invoice_items member_delete; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY member_delete ON public.invoice_items FOR DELETE TO authenticated USING ((company_id = ANY (ARRAY( SELECT private.companies_with('invoices.update'::text) AS companies_with))));


--
-- Name: invoice_products member_delete; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY member_delete ON public.invoice_products FOR DELETE TO authenticated USING ((company_id = ANY (ARRAY( SELECT private.companies_with('products.delete'::text) AS companies_with))));


--
-- Name: invoices member_delete; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY member_delete ON public.invoices FOR DELETE TO authenticated USING ((company_id = ANY (ARRAY( SELECT private.companies_with('invoices.delete'::text) AS companies_with))));


--
-- Name: payments member_delete; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY member_delete ON public.payments FOR DELETE TO authenticated USING ((company_id = ANY (ARRAY( SELECT private.companies_with('payments.delete'::text) AS companies_with))));


--
-- Name: recurring_expenses member_delete; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY member_delete ON public.recurring_expenses FOR DELETE TO authenticated USING ((company_id = ANY (ARRAY( SELECT private.companies_with('recurring_expenses.delete'::text) AS companies_with))));


--
-- Name: recurring_invoice_items member_delete; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY member_delete ON public.recurring_invoice_items FOR DELETE TO authenticated USING ((company_id = ANY (ARRAY( SELECT private.companies_with('recurring_invoices.update'::text) AS companies_with))));


--
-- Name: recurring_invoices member_delete; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY member_delete ON public.recurring_invoices FOR DELETE TO authenticated USING ((company_id = ANY (ARRAY( SELECT private.companies_with('recurring_invoices.delete'::text) AS companies_with))));


--
-- Name: vendors member_delete; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY member_delete ON public.vendors FOR DELETE TO authenticated USING ((company_id = ANY (ARRAY( SELECT private.companies_with('vendors.delete'::text) AS companies_with))));


--
-- Name: activity_log member_insert; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY member_insert ON public.activity_log FOR INSERT TO authenticated WITH CHECK (((actor_id = ( SELECT auth.uid() AS uid)) AND (company_id = ANY (ARRAY( SELECT private.my_companies() AS my_companies))) AND (type = ANY (ARRAY['note'::text, 'payment_deleted'::text])) AND ((entity_type = ''::text) OR (entity_type IN ( SELECT s.collection
   FROM private.synced_collections s)))));


--
-- Name: bank_accounts member_insert; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY member_insert ON public.bank_accounts FOR INSERT TO authenticated WITH CHECK ((company_id = ANY (ARRAY( SELECT private.companies_with('bank_accounts.manage'::text) AS companies_with))));


--
-- Name: customers member_insert; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY member_insert ON public.customers FOR INSERT TO authenticated WITH CHECK ((company_id = ANY (ARRAY( SELECT private.companies_with('customers.create'::text) AS companies_with))));


--
-- Name: delivery_notes member_insert; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY member_insert ON public.delivery_notes FOR INSERT TO authenticated WITH CHECK ((company_id = ANY (ARRAY( SELECT private.companies_with('invoices.create'::text) AS companies_with))));


--
-- Name: expense_categories member_insert; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY member_insert ON public.expense_categories FOR INSERT TO authenticated WITH CHECK ((company_id = ANY (ARRAY( SELECT private.companies_with('expense_categories.manage'::text) AS companies_with))));


--
-- Name: expenses member_insert; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY member_insert ON public.expenses FOR INSERT TO authenticated WITH CHECK (((created_by = ( SELECT auth.uid() AS uid)) AND (company_id = ANY (ARRAY( SELECT private.companies_with('expenses.create'::text) AS companies_with)))));


--
-- Name: files member_insert; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY member_insert ON public.files FOR INSERT TO authenticated WITH CHECK (((created_by = ( SELECT auth.uid() AS uid)) AND (company_id = ANY (ARRAY( SELECT private.companies_with('files.upload'::text) AS companies_with)))));


--
-- Name: invoice_items member_insert; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY member_insert ON public.invoice_items FOR INSERT TO authenticated WITH CHECK ((company_id = ANY (ARRAY( SELECT private.companies_with('invoices.create'::text) AS companies_with
UNION
 SELECT private.companies_with('invoices.update'::text) AS companies_with))));


--
-- Name: invoice_products member_insert; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY member_insert ON public.invoice_products FOR INSERT TO authenticated WITH CHECK ((company_id = ANY (ARRAY( SELECT private.companies_with('products.create'::text) AS companies_with))));


--
-- Name: invoices member_insert; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY member_insert ON public.invoices FOR INSERT TO authenticated WITH CHECK ((company_id = ANY (ARRAY( SELECT private.companies_with('invoices.create'::text) AS companies_with))));


--
-- Name: payments member_insert; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY member_insert ON public.payments FOR INSERT TO authenticated WITH CHECK ((company_id = ANY (ARRAY( SELECT private.companies_with('payments.create'::text) AS companies_with))));


--
-- Name: periods member_insert; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY member_insert ON public.periods FOR INSERT TO authenticated WITH CHECK ((company_id = ANY (ARRAY( SELECT private.companies_with('periods.close'::text) AS companies_with))));


--
-- Name: recurring_expenses member_insert; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY member_insert ON public.recurring_expenses FOR INSERT TO authenticated WITH CHECK ((company_id = ANY (ARRAY( SELECT private.companies_with('recurring_expenses.create'::text) AS companies_with))));


--
-- Name: recurring_invoice_items member_insert; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY member_insert ON public.recurring_invoice_items FOR INSERT TO authenticated WITH CHECK ((company_id = ANY (ARRAY( SELECT private.companies_with('recurring_invoices.create'::text) AS companies_with
UNION
 SELECT private.companies_with('recurring_invoices.update'::text) AS companies_with))));


--
-- Name: recurring_invoices member_insert; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY member_insert ON public.recurring_invoices FOR INSERT TO authenticated WITH CHECK ((company_id = ANY (ARRAY( SELECT private.companies_with('recurring_invoices.create'::text) AS companies_with))));


--
-- Name: vendors member_insert; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY member_insert ON public.vendors FOR INSERT TO authenticated WITH CHECK ((company_id = ANY (ARRAY( SELECT private.companies_with('vendors.create'::text) AS companies_with))));


--
-- Name: activity_log member_select; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY member_select ON public.activity_log FOR SELECT TO authenticated USING ((((company_id = ANY (ARRAY( SELECT private.companies_with('activity.view'::text) AS companies_with))) AND ((entity_type <> ALL (ARRAY['members'::text, 'invites'::text])) OR (company_id = ANY (ARRAY( SELECT private.companies_with('users.view'::text) AS companies_with)))) AND ((entity_type <> 'mail_settings'::text) OR (company_id = ANY (ARRAY( SELECT private.companies_with('settings.mail'::text) AS companies_with))))) OR ((actor_id = ( SELECT auth.uid() AS uid)) AND (company_id = ANY (ARRAY( SELECT private.my_companies() AS my_companies))))));


--
-- Name: activity_records member_select; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY member_select ON public.activity_records FOR SELECT TO authenticated USING (((EXISTS ( SELECT
   FROM public.activity_log l
  WHERE (l.id = activity_records.activity_id))) AND ((bank_data <> 'full'::text) OR (company_id = ANY (ARRAY( SELECT private.companies_with('bank_accounts.manage'::text) AS companies_with)))) AND private.sees_kind(company_id, collection, author, confidential)));


--
-- Name: bank_accounts member_select; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY member_select ON public.bank_accounts FOR SELECT TO authenticated USING ((company_id = ANY (ARRAY( SELECT private.my_companies() AS my_companies))));


--
-- Name: companies member_select; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY member_select ON public.companies FOR SELECT TO authenticated USING ((id = ANY (ARRAY( SELECT private.my_companies() AS my_companies))));


--
-- Name: company_mail_settings member_select; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY member_select ON public.company_mail_settings FOR SELECT TO authenticated USING ((company_id = ANY (ARRAY( SELECT private.companies_with('settings.mail'::text) AS companies_with))));


--
-- Name: company_news member_select; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY member_select ON public.company_news FOR SELECT TO authenticated USING ((company_id = ANY (ARRAY( SELECT private.my_companies() AS my_companies))));


--
-- Name: company_origins member_select; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY member_select ON public.company_origins FOR SELECT TO authenticated USING ((company_id = ANY (ARRAY( SELECT private.my_companies() AS my_companies))));


--
-- Name: company_user_permissions member_select; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY member_select ON public.company_user_permissions FOR SELECT TO authenticated USING (((user_id = ( SELECT auth.uid() AS uid)) OR (company_id = ANY (ARRAY( SELECT private.companies_with('users.view'::text) AS companies_with)))));


--
-- Name: company_users member_select; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY member_select ON public.company_users FOR SELECT TO authenticated USING (((user_id = ( SELECT auth.uid() AS uid)) OR (company_id = ANY (ARRAY( SELECT private.companies_with('users.view'::text) AS companies_with)))));


--
-- Name: customers member_select; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY member_select ON public.customers FOR SELECT TO authenticated USING ((company_id = ANY (ARRAY( SELECT private.companies_with('customers.view'::text) AS companies_with))));


--
-- Name: delivery_notes member_select; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY member_select ON public.delivery_notes FOR SELECT TO authenticated USING ((company_id = ANY (ARRAY( SELECT private.companies_with('invoices.view'::text) AS companies_with))));


--
-- Name: expense_categories member_select; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY member_select ON public.expense_categories FOR SELECT TO authenticated USING ((company_id = ANY (ARRAY( SELECT private.my_companies() AS my_companies))));


--
-- Name: expenses member_select; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY member_select ON public.expenses FOR SELECT TO authenticated USING (((company_id = ANY (ARRAY( SELECT private.companies_with('expenses.view'::text) AS companies_with))) OR ((created_by = ( SELECT auth.uid() AS uid)) AND (company_id = ANY (ARRAY( SELECT private.companies_with('expenses.view_own'::text) AS companies_with))))));


--
-- Name: file_checks member_select; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY member_select ON public.file_checks FOR SELECT TO authenticated USING ((EXISTS ( SELECT
   FROM public.files f
  WHERE (f.id = file_checks.file_id))));


--
-- Name: files member_select; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY member_select ON public.files FOR SELECT TO authenticated USING ((((company_id = ANY (ARRAY( SELECT private.companies_with('files.view'::text) AS companies_with))) AND ((NOT confidential) OR (company_id = ANY (ARRAY( SELECT private.companies_with('files.view_confidential'::text) AS companies_with))))) OR ((created_by = ( SELECT auth.uid() AS uid)) AND (company_id = ANY (ARRAY( SELECT private.companies_with('files.upload'::text) AS companies_with))))));


--
-- Name: invites member_select; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY member_select ON public.invites FOR SELECT TO authenticated USING ((company_id = ANY (ARRAY( SELECT private.companies_with('users.view'::text) AS companies_with))));


--
-- Name: invoice_items member_select; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY member_select ON public.invoice_items FOR SELECT TO authenticated USING ((company_id = ANY (ARRAY( SELECT private.companies_with('invoices.view'::text) AS companies_with))));


--
-- Name: invoice_products member_select; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY member_select ON public.invoice_products FOR SELECT TO authenticated USING ((company_id = ANY (ARRAY( SELECT private.companies_with('products.view'::text) AS companies_with))));


--
-- Name: invoices member_select; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY member_select ON public.invoices FOR SELECT TO authenticated USING ((company_id = ANY (ARRAY( SELECT private.companies_with('invoices.view'::text) AS companies_with))));


--
-- Name: ledger_entries member_select; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY member_select ON public.ledger_entries FOR SELECT TO authenticated USING ((company_id = ANY (ARRAY( SELECT private.companies_with('activity.view'::text) AS companies_with))));


--
-- Name: payments member_select; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY member_select ON public.payments FOR SELECT TO authenticated USING ((company_id = ANY (ARRAY( SELECT private.companies_with('payments.view'::text) AS companies_with))));


--
-- Name: period_figures member_select; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY member_select ON public.period_figures FOR SELECT TO authenticated USING ((company_id = ANY (ARRAY( SELECT private.companies_with('reports.view'::text) AS companies_with
INTERSECT
 SELECT private.companies_with('invoices.view'::text) AS companies_with
INTERSECT
 SELECT private.companies_with('payments.view'::text) AS companies_with
INTERSECT
 SELECT private.companies_with('expenses.view'::text) AS companies_with))));


--
-- Name: periods member_select; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY member_select ON public.periods FOR SELECT TO authenticated USING ((company_id = ANY (ARRAY( SELECT private.my_companies() AS my_companies))));


--
-- Name: recurring_expenses member_select; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY member_select ON public.recurring_expenses FOR SELECT TO authenticated USING ((company_id = ANY (ARRAY( SELECT private.companies_with('recurring_expenses.view'::text) AS companies_with))));


--
-- Name: recurring_invoice_items member_select; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY member_select ON public.recurring_invoice_items FOR SELECT TO authenticated USING ((company_id = ANY (ARRAY( SELECT private.companies_with('recurring_invoices.view'::text) AS companies_with))));


--
-- Name: recurring_invoices member_select; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY member_select ON public.recurring_invoices FOR SELECT TO authenticated USING ((company_id = ANY (ARRAY( SELECT private.companies_with('recurring_invoices.view'::text) AS companies_with))));


--
-- Name: vendors member_select; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY member_select ON public.vendors FOR SELECT TO authenticated USING ((company_id = ANY (ARRAY( SELECT private.companies_with('vendors.view'::text) AS companies_with))));


--
-- Name: bank_accounts member_update; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY member_update ON public.bank_accounts FOR UPDATE TO authenticated USING ((company_id = ANY (ARRAY( SELECT private.companies_with('company.update'::text) AS companies_with
UNION
 SELECT private.companies_with('settings.invoice'::text) AS companies_with
UNION
 SELECT private.companies_with('settings.expense'::text) AS companies_with
UNION
 SELECT private.companies_with('bank_accounts.manage'::text) AS companies_with))));


--
-- Name: companies member_update; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY member_update ON public.companies FOR UPDATE TO authenticated USING ((id = ANY (ARRAY( SELECT private.companies_with('company.update'::text) AS companies_with
UNION
 SELECT private.companies_with('settings.invoice'::text) AS companies_with
UNION
 SELECT private.companies_with('settings.expense'::text) AS companies_with
UNION
 SELECT private.companies_with('bank_accounts.manage'::text) AS companies_with))));


--
-- Name: customers member_update; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY member_update ON public.customers FOR UPDATE TO authenticated USING ((company_id = ANY (ARRAY( SELECT private.companies_with('customers.update'::text) AS companies_with))));


--
-- Name: delivery_notes member_update; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY member_update ON public.delivery_notes FOR UPDATE TO authenticated USING ((company_id = ANY (ARRAY( SELECT private.companies_with('invoices.update'::text) AS companies_with))));


--
-- Name: expense_categories member_update; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY member_update ON public.expense_categories FOR UPDATE TO authenticated USING ((company_id = ANY (ARRAY( SELECT private.companies_with('expense_categories.manage'::text) AS companies_with))));


--
-- Name: expenses member_update; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY member_update ON public.expenses FOR UPDATE TO authenticated USING (((company_id = ANY (ARRAY( SELECT private.companies_with('expenses.update'::text) AS companies_with
UNION
 SELECT private.companies_with('expenses.approve'::text) AS companies_with
UNION
 SELECT private.companies_with('expenses.reimburse'::text) AS companies_with
UNION
 SELECT private.companies_with('expenses.override_status'::text) AS companies_with))) OR ((created_by = ( SELECT auth.uid() AS uid)) AND (status = ANY (ARRAY['pending'::text, 'rejected'::text])) AND (company_id = ANY (ARRAY( SELECT private.companies_with('expenses.update_own'::text) AS companies_with))))));


--
-- Name: files member_update; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY member_update ON public.files FOR UPDATE TO authenticated USING (((company_id = ANY (ARRAY( SELECT private.companies_with('files.delete'::text) AS companies_with))) OR ((created_by = ( SELECT auth.uid() AS uid)) AND (company_id = ANY (ARRAY( SELECT private.companies_with('files.upload'::text) AS companies_with))))));


--
-- Name: invoice_items member_update; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY member_update ON public.invoice_items FOR UPDATE TO authenticated USING ((company_id = ANY (ARRAY( SELECT private.companies_with('invoices.update'::text) AS companies_with))));


--
-- Name: invoice_products member_update; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY member_update ON public.invoice_products FOR UPDATE TO authenticated USING ((company_id = ANY (ARRAY( SELECT private.companies_with('products.update'::text) AS companies_with))));


--
-- Name: invoices member_update; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY member_update ON public.invoices FOR UPDATE TO authenticated USING ((company_id = ANY (ARRAY( SELECT private.companies_with('invoices.update'::text) AS companies_with
UNION
 SELECT private.companies_with('invoices.issue'::text) AS companies_with
UNION
 SELECT private.companies_with('invoices.send'::text) AS companies_with
UNION
 SELECT private.companies_with('invoices.cancel'::text) AS companies_with))));


--
-- Name: payments member_update; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY member_update ON public.payments FOR UPDATE TO authenticated USING ((company_id = ANY (ARRAY( SELECT private.companies_with('payments.update'::text) AS companies_with))));


--
-- Name: periods member_update; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY member_update ON public.periods FOR UPDATE TO authenticated USING ((company_id = ANY (ARRAY( SELECT private.companies_with('periods.close'::text) AS companies_with))));


--
-- Name: recurring_expenses member_update; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY member_update ON public.recurring_expenses FOR UPDATE TO authenticated USING ((company_id = ANY (ARRAY( SELECT private.companies_with('recurring_expenses.update'::text) AS companies_with))));


--
-- Name: recurring_invoice_items member_update; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY member_update ON public.recurring_invoice_items FOR UPDATE TO authenticated USING ((company_id = ANY (ARRAY( SELECT private.companies_with('recurring_invoices.update'::text) AS companies_with))));


--
-- Name: recurring_invoices member_update; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY member_update ON public.recurring_invoices FOR UPDATE TO authenticated USING ((company_id = ANY (ARRAY( SELECT private.companies_with('recurring_invoices.update'::text) AS companies_with
UNION
 SELECT private.companies_with('recurring_invoices.generate'::text) AS companies_with))));


--
-- Name: vendors member_update; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY member_update ON public.vendors FOR UPDATE TO authenticated USING ((company_id = ANY (ARRAY( SELECT private.companies_with('vendors.update'::text) AS companies_with))));


--
-- Name: payments; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.payments ENABLE ROW LEVEL SECURITY;

--
-- Name: period_figures; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.period_figures ENABLE ROW LEVEL SECURITY;

--
-- Name: periods; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.periods ENABLE ROW LEVEL SECURITY;

--
-- Name: permissions; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.permissions ENABLE ROW LEVEL SECURITY;

--
-- Name: recurring_expenses; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.recurring_expenses ENABLE ROW LEVEL SECURITY;

--
-- Name: recurring_invoice_items; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.recurring_invoice_items ENABLE ROW LEVEL SECURITY;

--
-- Name: recurring_invoices; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.recurring_invoices ENABLE ROW LEVEL SECURITY;

--
-- Name: activity_log second_factor; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY second_factor ON public.activity_log AS RESTRICTIVE TO authenticated USING (( SELECT private.second_factor_satisfied() AS second_factor_satisfied));


--
-- Name: activity_records second_factor; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY second_factor ON public.activity_records AS RESTRICTIVE TO authenticated USING (( SELECT private.second_factor_satisfied() AS second_factor_satisfied));


--
-- Name: bank_accounts second_factor; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY second_factor ON public.bank_accounts AS RESTRICTIVE TO authenticated USING (( SELECT private.second_factor_satisfied() AS second_factor_satisfied));


--
-- Name: companies second_factor; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY second_factor ON public.companies AS RESTRICTIVE TO authenticated USING (( SELECT private.second_factor_satisfied() AS second_factor_satisfied));


--
-- Name: company_mail_settings second_factor; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY second_factor ON public.company_mail_settings AS RESTRICTIVE TO authenticated USING (( SELECT private.second_factor_satisfied() AS second_factor_satisfied));


--
-- Name: company_news second_factor; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY second_factor ON public.company_news AS RESTRICTIVE TO authenticated USING (( SELECT private.second_factor_satisfied() AS second_factor_satisfied));


--
-- Name: company_origins second_factor; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY second_factor ON public.company_origins AS RESTRICTIVE TO authenticated USING (( SELECT private.second_factor_satisfied() AS second_factor_satisfied));


--
-- Name: company_user_permissions second_factor; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY second_factor ON public.company_user_permissions AS RESTRICTIVE TO authenticated USING (( SELECT private.second_factor_satisfied() AS second_factor_satisfied));


--
-- Name: company_users second_factor; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY second_factor ON public.company_users AS RESTRICTIVE TO authenticated USING (( SELECT private.second_factor_satisfied() AS second_factor_satisfied));


--
-- Name: customers second_factor; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY second_factor ON public.customers AS RESTRICTIVE TO authenticated USING (( SELECT private.second_factor_satisfied() AS second_factor_satisfied));


--
-- Name: delivery_notes second_factor; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY second_factor ON public.delivery_notes AS RESTRICTIVE TO authenticated USING (( SELECT private.second_factor_satisfied() AS second_factor_satisfied));


--
-- Name: expense_categories second_factor; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY second_factor ON public.expense_categories AS RESTRICTIVE TO authenticated USING (( SELECT private.second_factor_satisfied() AS second_factor_satisfied));


--
-- Name: expenses second_factor; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY second_factor ON public.expenses AS RESTRICTIVE TO authenticated USING (( SELECT private.second_factor_satisfied() AS second_factor_satisfied));


--
-- Name: file_checks second_factor; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY second_factor ON public.file_checks AS RESTRICTIVE TO authenticated USING (( SELECT private.second_factor_satisfied() AS second_factor_satisfied));


--
-- Name: files second_factor; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY second_factor ON public.files AS RESTRICTIVE TO authenticated USING (( SELECT private.second_factor_satisfied() AS second_factor_satisfied));


--
-- Name: invites second_factor; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY second_factor ON public.invites AS RESTRICTIVE TO authenticated USING (( SELECT private.second_factor_satisfied() AS second_factor_satisfied));


--
-- Name: invoice_items second_factor; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY second_factor ON public.invoice_items AS RESTRICTIVE TO authenticated USING (( SELECT private.second_factor_satisfied() AS second_factor_satisfied));


--
-- Name: invoice_products second_factor; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY second_factor ON public.invoice_products AS RESTRICTIVE TO authenticated USING (( SELECT private.second_factor_satisfied() AS second_factor_satisfied));


--
-- Name: invoices second_factor; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY second_factor ON public.invoices AS RESTRICTIVE TO authenticated USING (( SELECT private.second_factor_satisfied() AS second_factor_satisfied));


--
-- Name: ledger_entries second_factor; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY second_factor ON public.ledger_entries AS RESTRICTIVE TO authenticated USING (( SELECT private.second_factor_satisfied() AS second_factor_satisfied));


--
-- Name: payments second_factor; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY second_factor ON public.payments AS RESTRICTIVE TO authenticated USING (( SELECT private.second_factor_satisfied() AS second_factor_satisfied));


--
-- Name: period_figures second_factor; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY second_factor ON public.period_figures AS RESTRICTIVE TO authenticated USING (( SELECT private.second_factor_satisfied() AS second_factor_satisfied));


--
-- Name: periods second_factor; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY second_factor ON public.periods AS RESTRICTIVE TO authenticated USING (( SELECT private.second_factor_satisfied() AS second_factor_satisfied));


--
-- Name: recurring_expenses second_factor; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY second_factor ON public.recurring_expenses AS RESTRICTIVE TO authenticated USING (( SELECT private.second_factor_satisfied() AS second_factor_satisfied));


--
-- Name: recurring_invoice_items second_factor; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY second_factor ON public.recurring_invoice_items AS RESTRICTIVE TO authenticated USING (( SELECT private.second_factor_satisfied() AS second_factor_satisfied));


--
-- Name: recurring_invoices second_factor; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY second_factor ON public.recurring_invoices AS RESTRICTIVE TO authenticated USING (( SELECT private.second_factor_satisfied() AS second_factor_satisfied));


--
-- Name: vendors second_factor; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY second_factor ON public.vendors AS RESTRICTIVE TO authenticated USING (( SELECT private.second_factor_satisfied() AS second_factor_satisfied));


--
-- Name: vendors; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.vendors ENABLE ROW LEVEL SECURITY;

--
-- Name: bank_accounts visible_delete; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY visible_delete ON public.bank_accounts AS RESTRICTIVE FOR DELETE TO authenticated USING ((company_id = ANY (ARRAY( SELECT private.my_companies() AS my_companies))));


--
-- Name: companies visible_delete; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY visible_delete ON public.companies AS RESTRICTIVE FOR DELETE TO authenticated USING ((id = ANY (ARRAY( SELECT private.my_companies() AS my_companies))));


--
-- Name: customers visible_delete; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY visible_delete ON public.customers AS RESTRICTIVE FOR DELETE TO authenticated USING ((company_id = ANY (ARRAY( SELECT private.companies_with('customers.view'::text) AS companies_with))));


--
-- Name: delivery_notes visible_delete; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY visible_delete ON public.delivery_notes AS RESTRICTIVE FOR DELETE TO authenticated USING ((company_id = ANY (ARRAY( SELECT private.companies_with('invoices.view'::text) AS companies_with))));


--
-- Name: expense_categories visible_delete; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY visible_delete ON public.expense_categories AS RESTRICTIVE FOR DELETE TO authenticated USING ((company_id = ANY (ARRAY( SELECT private.my_companies() AS my_companies))));


--
-- Name: expenses visible_delete; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY visible_delete ON public.expenses AS RESTRICTIVE FOR DELETE TO authenticated USING (((company_id = ANY (ARRAY( SELECT private.companies_with('expenses.view'::text) AS companies_with))) OR ((created_by = ( SELECT auth.uid() AS uid)) AND (company_id = ANY (ARRAY( SELECT private.companies_with('expenses.view_own'::text) AS companies_with))))));


--
-- Name: files visible_delete; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY visible_delete ON public.files AS RESTRICTIVE FOR DELETE TO authenticated USING ((((company_id = ANY (ARRAY( SELECT private.companies_with('files.view'::text) AS companies_with))) AND ((NOT confidential) OR (company_id = ANY (ARRAY( SELECT private.companies_with('files.view_confidential'::text) AS companies_with))))) OR ((created_by = ( SELECT auth.uid() AS uid)) AND (company_id = ANY (ARRAY( SELECT private.companies_with('files.upload'::text) AS companies_with))))));


--
-- Name: invoice_items visible_delete; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY visible_delete ON public.invoice_items AS RESTRICTIVE FOR DELETE TO authenticated USING ((company_id = ANY (ARRAY( SELECT private.companies_with('invoices.view'::text) AS companies_with))));


--
-- Name: invoice_products visible_delete; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY visible_delete ON public.invoice_products AS RESTRICTIVE FOR DELETE TO authenticated USING ((company_id = ANY (ARRAY( SELECT private.companies_with('products.view'::text) AS companies_with))));


--
-- Name: invoices visible_delete; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY visible_delete ON public.invoices AS RESTRICTIVE FOR DELETE TO authenticated USING ((company_id = ANY (ARRAY( SELECT private.companies_with('invoices.view'::text) AS companies_with))));


--
-- Name: payments visible_delete; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY visible_delete ON public.payments AS RESTRICTIVE FOR DELETE TO authenticated USING ((company_id = ANY (ARRAY( SELECT private.companies_with('payments.view'::text) AS companies_with))));


--
-- Name: periods visible_delete; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY visible_delete ON public.periods AS RESTRICTIVE FOR DELETE TO authenticated USING ((company_id = ANY (ARRAY( SELECT private.my_companies() AS my_companies))));


--
-- Name: recurring_expenses visible_delete; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY visible_delete ON public.recurring_expenses AS RESTRICTIVE FOR DELETE TO authenticated USING ((company_id = ANY (ARRAY( SELECT private.companies_with('recurring_expenses.view'::text) AS companies_with))));


--
-- Name: recurring_invoice_items visible_delete; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY visible_delete ON public.recurring_invoice_items AS RESTRICTIVE FOR DELETE TO authenticated USING ((company_id = ANY (ARRAY( SELECT private.companies_with('recurring_invoices.view'::text) AS companies_with))));


--
-- Name: recurring_invoices visible_delete; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY visible_delete ON public.recurring_invoices AS RESTRICTIVE FOR DELETE TO authenticated USING ((company_id = ANY (ARRAY( SELECT private.companies_with('recurring_invoices.view'::text) AS companies_with))));


--
-- Name: vendors visible_delete; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY visible_delete ON public.vendors AS RESTRICTIVE FOR DELETE TO authenticated USING ((company_id = ANY (ARRAY( SELECT private.companies_with('vendors.view'::text) AS companies_with))));


--
-- Name: bank_accounts visible_update; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY visible_update ON public.bank_accounts AS RESTRICTIVE FOR UPDATE TO authenticated USING ((company_id = ANY (ARRAY( SELECT private.my_companies() AS my_companies)))) WITH CHECK (true);


--
-- Name: companies visible_update; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY visible_update ON public.companies AS RESTRICTIVE FOR UPDATE TO authenticated USING ((id = ANY (ARRAY( SELECT private.my_companies() AS my_companies)))) WITH CHECK (true);


--
-- Name: customers visible_update; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY visible_update ON public.customers AS RESTRICTIVE FOR UPDATE TO authenticated USING ((company_id = ANY (ARRAY( SELECT private.companies_with('customers.view'::text) AS companies_with)))) WITH CHECK (true);


--
-- Name: delivery_notes visible_update; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY visible_update ON public.delivery_notes AS RESTRICTIVE FOR UPDATE TO authenticated USING ((company_id = ANY (ARRAY( SELECT private.companies_with('invoices.view'::text) AS companies_with)))) WITH CHECK (true);


--
-- Name: expense_categories visible_update; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY visible_update ON public.expense_categories AS RESTRICTIVE FOR UPDATE TO authenticated USING ((company_id = ANY (ARRAY( SELECT private.my_companies() AS my_companies)))) WITH CHECK (true);


--
-- Name: expenses visible_update; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY visible_update ON public.expenses AS RESTRICTIVE FOR UPDATE TO authenticated USING (((company_id = ANY (ARRAY( SELECT private.companies_with('expenses.view'::text) AS companies_with))) OR ((created_by = ( SELECT auth.uid() AS uid)) AND (company_id = ANY (ARRAY( SELECT private.companies_with('expenses.view_own'::text) AS companies_with)))))) WITH CHECK (true);


--
-- Name: files visible_update; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY visible_update ON public.files AS RESTRICTIVE FOR UPDATE TO authenticated USING ((((company_id = ANY (ARRAY( SELECT private.companies_with('files.view'::text) AS companies_with))) AND ((NOT confidential) OR (company_id = ANY (ARRAY( SELECT private.companies_with('files.view_confidential'::text) AS companies_with))))) OR ((created_by = ( SELECT auth.uid() AS uid)) AND (company_id = ANY (ARRAY( SELECT private.companies_with('files.upload'::text) AS companies_with)))))) WITH CHECK (true);


--
-- Name: invoice_items visible_update; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY visible_update ON public.invoice_items AS RESTRICTIVE FOR UPDATE TO authenticated USING ((company_id = ANY (ARRAY( SELECT private.companies_with('invoices.view'::text) AS companies_with)))) WITH CHECK (true);


--
-- Name: invoice_products visible_update; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY visible_update ON public.invoice_products AS RESTRICTIVE FOR UPDATE TO authenticated USING ((company_id = ANY (ARRAY( SELECT private.companies_with('products.view'::text) AS companies_with)))) WITH CHECK (true);


--
-- Name: invoices visible_update; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY visible_update ON public.invoices AS RESTRICTIVE FOR UPDATE TO authenticated USING ((company_id = ANY (ARRAY( SELECT private.companies_with('invoices.view'::text) AS companies_with)))) WITH CHECK (true);


--
-- Name: payments visible_update; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY visible_update ON public.payments AS RESTRICTIVE FOR UPDATE TO authenticated USING ((company_id = ANY (ARRAY( SELECT private.companies_with('payments.view'::text) AS companies_with)))) WITH CHECK (true);


--
-- Name: periods visible_update; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY visible_update ON public.periods AS RESTRICTIVE FOR UPDATE TO authenticated USING ((company_id = ANY (ARRAY( SELECT private.my_companies() AS my_companies)))) WITH CHECK (true);


--
-- Name: recurring_expenses visible_update; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY visible_update ON public.recurring_expenses AS RESTRICTIVE FOR UPDATE TO authenticated USING ((company_id = ANY (ARRAY( SELECT private.companies_with('recurring_expenses.view'::text) AS companies_with)))) WITH CHECK (true);


--
-- Name: recurring_invoice_items visible_update; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY visible_update ON public.recurring_invoice_items AS RESTRICTIVE FOR UPDATE TO authenticated USING ((company_id = ANY (ARRAY( SELECT private.companies_with('recurring_invoices.view'::text) AS companies_with)))) WITH CHECK (true);


--
-- Name: recurring_invoices visible_update; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY visible_update ON public.recurring_invoices AS RESTRICTIVE FOR UPDATE TO authenticated USING ((company_id = ANY (ARRAY( SELECT private.companies_with('recurring_invoices.view'::text) AS companies_with)))) WITH CHECK (true);


--
-- Name: vendors visible_update; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY visible_update ON public.vendors AS RESTRICTIVE FOR UPDATE TO authenticated USING ((company_id = ANY (ARRAY( SELECT private.companies_with('vendors.view'::text) AS companies_with)))) WITH CHECK (true);


--
-- Name: objects avatars_delete; Type: POLICY; Schema: storage; Owner: -
--

CREATE POLICY avatars_delete ON storage.objects FOR DELETE TO authenticated USING (((bucket_id = 'avatars'::text) AND ((storage.foldername(name))[1] = (( SELECT auth.uid() AS uid))::text)));


--
-- Name: objects avatars_insert; Type: POLICY; Schema: storage; Owner: -
--

CREATE POLICY avatars_insert ON storage.objects FOR INSERT TO authenticated WITH CHECK (((bucket_id = 'avatars'::text) AND private.is_picture_path(name) AND ((storage.foldername(name))[1] = (( SELECT auth.uid() AS uid))::text)));


--
-- Name: objects avatars_select; Type: POLICY; Schema: storage; Owner: -
--

CREATE POLICY avatars_select ON storage.objects FOR SELECT TO authenticated USING (((bucket_id = 'avatars'::text) AND ((storage.foldername(name))[1] = ANY (ARRAY( SELECT private.colleague_folders() AS colleague_folders)))));


--
-- Name: objects avatars_update; Type: POLICY; Schema: storage; Owner: -
--

CREATE POLICY avatars_update ON storage.objects FOR UPDATE TO authenticated USING (((bucket_id = 'avatars'::text) AND ((storage.foldername(name))[1] = (( SELECT auth.uid() AS uid))::text))) WITH CHECK (((bucket_id = 'avatars'::text) AND private.is_picture_path(name) AND ((storage.foldername(name))[1] = (( SELECT auth.uid() AS uid))::text)));


--
-- Name: buckets; Type: ROW SECURITY; Schema: storage; Owner: -
--

ALTER TABLE storage.buckets ENABLE ROW LEVEL SECURITY;

--
-- Name: objects import_delete; Type: POLICY; Schema: storage; Owner: -
--

CREATE POLICY import_delete ON storage.objects FOR DELETE TO authenticated USING (((bucket_id = ANY (ARRAY['uploads'::text, 'logos'::text])) AND (owner_id = (( SELECT auth.uid() AS uid))::text) AND private.is_imported_object(bucket_id, name)));


--
-- Name: objects import_insert; Type: POLICY; Schema: storage; Owner: -
--

CREATE POLICY import_insert ON storage.objects FOR INSERT TO authenticated WITH CHECK (((bucket_id = ANY (ARRAY['uploads'::text, 'logos'::text])) AND private.is_imported_object(bucket_id, name)));


--
-- Name: objects import_select; Type: POLICY; Schema: storage; Owner: -
--

CREATE POLICY import_select ON storage.objects FOR SELECT TO authenticated USING (((bucket_id = ANY (ARRAY['uploads'::text, 'logos'::text])) AND (owner_id = (( SELECT auth.uid() AS uid))::text) AND private.is_imported_object(bucket_id, name)));


--
-- Name: objects logos_delete; Type: POLICY; Schema: storage; Owner: -
--

CREATE POLICY logos_delete ON storage.objects FOR DELETE TO authenticated USING (((bucket_id = 'logos'::text) AND ((storage.foldername(name))[1] = ANY (ARRAY( SELECT private.folders_with('company.update'::text) AS folders_with))) AND (NOT private.is_printed_logo(name))));


--
-- Name: objects logos_insert; Type: POLICY; Schema: storage; Owner: -
--

CREATE POLICY logos_insert ON storage.objects FOR INSERT TO authenticated WITH CHECK (((bucket_id = 'logos'::text) AND private.is_picture_path(name) AND ((storage.foldername(name))[1] = ANY (ARRAY( SELECT private.folders_with('company.update'::text) AS folders_with)))));


--
-- Name: objects logos_select; Type: POLICY; Schema: storage; Owner: -
--

CREATE POLICY logos_select ON storage.objects FOR SELECT TO authenticated USING (((bucket_id = 'logos'::text) AND ((storage.foldername(name))[1] = ANY (ARRAY( SELECT private.my_company_folders() AS my_company_folders)))));


--
-- Name: objects logos_update; Type: POLICY; Schema: storage; Owner: -
--

CREATE POLICY logos_update ON storage.objects FOR UPDATE TO authenticated USING (((bucket_id = 'logos'::text) AND ((storage.foldername(name))[1] = ANY (ARRAY( SELECT private.folders_with('company.update'::text) AS folders_with))) AND (NOT private.is_printed_logo(name)))) WITH CHECK (((bucket_id = 'logos'::text) AND private.is_picture_path(name) AND ((storage.foldername(name))[1] = ANY (ARRAY( SELECT private.folders_with('company.update'::text) AS folders_with)))));


--
-- Name: objects; Type: ROW SECURITY; Schema: storage; Owner: -
--

ALTER TABLE storage.objects ENABLE ROW LEVEL SECURITY;

--
-- Name: objects pictures_second_factor; Type: POLICY; Schema: storage; Owner: -
--

CREATE POLICY pictures_second_factor ON storage.objects AS RESTRICTIVE TO authenticated USING (((bucket_id <> ALL (ARRAY['logos'::text, 'avatars'::text])) OR ( SELECT private.second_factor_satisfied() AS second_factor_satisfied)));


--
-- Name: objects uploads_delete; Type: POLICY; Schema: storage; Owner: -
--

CREATE POLICY uploads_delete ON storage.objects FOR DELETE TO authenticated USING (((bucket_id = 'uploads'::text) AND (NOT private.is_kept_object(name)) AND ((((storage.foldername(name))[1] = ANY (ARRAY( SELECT private.folders_with('files.delete'::text) AS folders_with))) AND ((EXISTS ( SELECT
   FROM public.files f
  WHERE (f.id = private.receipt_of_object(objects.name)))) OR (((storage.foldername(name))[1] = ANY (ARRAY( SELECT private.folders_with('files.view_confidential'::text) AS folders_with))) AND (NOT private.has_record(name))))) OR ((owner_id = (( SELECT auth.uid() AS uid))::text) AND ((storage.foldername(name))[1] = ANY (ARRAY( SELECT private.folders_with('files.upload'::text) AS folders_with)))))));


--
-- Name: objects uploads_export_select; Type: POLICY; Schema: storage; Owner: -
--

CREATE POLICY uploads_export_select ON storage.objects FOR SELECT TO authenticated USING (((bucket_id = 'uploads'::text) AND ((storage.foldername(name))[1] = ANY (ARRAY( SELECT private.folders_with('company.export'::text) AS folders_with)))));


--
-- Name: objects uploads_insert; Type: POLICY; Schema: storage; Owner: -
--

CREATE POLICY uploads_insert ON storage.objects FOR INSERT TO authenticated WITH CHECK (((bucket_id = 'uploads'::text) AND ((storage.foldername(name))[1] = ANY (ARRAY( SELECT private.folders_with('files.upload'::text) AS folders_with)))));


--
-- Name: objects uploads_keep_verified; Type: POLICY; Schema: storage; Owner: -
--

CREATE POLICY uploads_keep_verified ON storage.objects AS RESTRICTIVE FOR UPDATE TO authenticated USING ((NOT private.is_verified_object(name)));


--
-- Name: objects uploads_second_factor; Type: POLICY; Schema: storage; Owner: -
--

CREATE POLICY uploads_second_factor ON storage.objects AS RESTRICTIVE TO authenticated USING (((bucket_id <> 'uploads'::text) OR ( SELECT private.second_factor_satisfied() AS second_factor_satisfied)));


--
-- Name: objects uploads_select; Type: POLICY; Schema: storage; Owner: -
--

CREATE POLICY uploads_select ON storage.objects FOR SELECT TO authenticated USING (((bucket_id = 'uploads'::text) AND ((EXISTS ( SELECT
   FROM public.files f
  WHERE (f.id = private.receipt_of_object(objects.name)))) OR ((owner_id = (( SELECT auth.uid() AS uid))::text) AND ((storage.foldername(name))[1] = ANY (ARRAY( SELECT private.folders_with('files.upload'::text) AS folders_with)))) OR (((storage.foldername(name))[1] = ANY (ARRAY( SELECT private.folders_with('files.delete'::text) AS folders_with
INTERSECT
 SELECT private.folders_with('files.view_confidential'::text) AS folders_with))) AND (NOT private.has_record(name))))));


--
-- Name: objects uploads_update; Type: POLICY; Schema: storage; Owner: -
--

CREATE POLICY uploads_update ON storage.objects FOR UPDATE TO authenticated USING (((bucket_id = 'uploads'::text) AND (owner_id = (( SELECT auth.uid() AS uid))::text) AND ((storage.foldername(name))[1] = ANY (ARRAY( SELECT private.folders_with('files.upload'::text) AS folders_with))) AND (NOT private.is_kept_object(name))));


--
-- Name: objects uploads_verified_once; Type: POLICY; Schema: storage; Owner: -
--

CREATE POLICY uploads_verified_once ON storage.objects AS RESTRICTIVE FOR INSERT TO authenticated WITH CHECK ((NOT private.is_verified_object(name)));


--
-- Name: supabase_realtime; Type: PUBLICATION; Schema: -; Owner: -
--

CREATE PUBLICATION supabase_realtime WITH (publish = 'insert, update, delete, truncate');


--
-- Name: supabase_realtime activity_log; Type: PUBLICATION TABLE; Schema: public; Owner: -
--

ALTER PUBLICATION supabase_realtime ADD TABLE ONLY public.activity_log;


--
-- Name: supabase_realtime bank_accounts; Type: PUBLICATION TABLE; Schema: public; Owner: -
--

ALTER PUBLICATION supabase_realtime ADD TABLE ONLY public.bank_accounts;


--
-- Name: supabase_realtime companies; Type: PUBLICATION TABLE; Schema: public; Owner: -
--

ALTER PUBLICATION supabase_realtime ADD TABLE ONLY public.companies;


--
-- Name: supabase_realtime company_news; Type: PUBLICATION TABLE; Schema: public; Owner: -
--

ALTER PUBLICATION supabase_realtime ADD TABLE ONLY public.company_news;


--
-- Name: supabase_realtime company_user_permissions; Type: PUBLICATION TABLE; Schema: public; Owner: -
--

ALTER PUBLICATION supabase_realtime ADD TABLE ONLY public.company_user_permissions;


--
-- Name: supabase_realtime company_users; Type: PUBLICATION TABLE; Schema: public; Owner: -
--

ALTER PUBLICATION supabase_realtime ADD TABLE ONLY public.company_users;


--
-- Name: supabase_realtime customers; Type: PUBLICATION TABLE; Schema: public; Owner: -
--

ALTER PUBLICATION supabase_realtime ADD TABLE ONLY public.customers;


--
-- Name: supabase_realtime delivery_notes; Type: PUBLICATION TABLE; Schema: public; Owner: -
--

ALTER PUBLICATION supabase_realtime ADD TABLE ONLY public.delivery_notes;


--
-- Name: supabase_realtime expense_categories; Type: PUBLICATION TABLE; Schema: public; Owner: -
--

ALTER PUBLICATION supabase_realtime ADD TABLE ONLY public.expense_categories;


--
-- Name: supabase_realtime expenses; Type: PUBLICATION TABLE; Schema: public; Owner: -
--

ALTER PUBLICATION supabase_realtime ADD TABLE ONLY public.expenses;


--
-- Name: supabase_realtime files; Type: PUBLICATION TABLE; Schema: public; Owner: -
--

ALTER PUBLICATION supabase_realtime ADD TABLE ONLY public.files;


--
-- Name: supabase_realtime invoice_items; Type: PUBLICATION TABLE; Schema: public; Owner: -
--

ALTER PUBLICATION supabase_realtime ADD TABLE ONLY public.invoice_items;


--
-- Name: supabase_realtime invoice_products; Type: PUBLICATION TABLE; Schema: public; Owner: -
--

ALTER PUBLICATION supabase_realtime ADD TABLE ONLY public.invoice_products;


--
-- Name: supabase_realtime invoices; Type: PUBLICATION TABLE; Schema: public; Owner: -
--

ALTER PUBLICATION supabase_realtime ADD TABLE ONLY public.invoices;


--
-- Name: supabase_realtime payments; Type: PUBLICATION TABLE; Schema: public; Owner: -
--

ALTER PUBLICATION supabase_realtime ADD TABLE ONLY public.payments;


--
-- Name: supabase_realtime period_figures; Type: PUBLICATION TABLE; Schema: public; Owner: -
--

ALTER PUBLICATION supabase_realtime ADD TABLE ONLY public.period_figures;


--
-- Name: supabase_realtime periods; Type: PUBLICATION TABLE; Schema: public; Owner: -
--

ALTER PUBLICATION supabase_realtime ADD TABLE ONLY public.periods;


--
-- Name: supabase_realtime recurring_expenses; Type: PUBLICATION TABLE; Schema: public; Owner: -
--

ALTER PUBLICATION supabase_realtime ADD TABLE ONLY public.recurring_expenses;


--
-- Name: supabase_realtime recurring_invoice_items; Type: PUBLICATION TABLE; Schema: public; Owner: -
--

ALTER PUBLICATION supabase_realtime ADD TABLE ONLY public.recurring_invoice_items;


--
-- Name: supabase_realtime recurring_invoices; Type: PUBLICATION TABLE; Schema: public; Owner: -
--

ALTER PUBLICATION supabase_realtime ADD TABLE ONLY public.recurring_invoices;


--
-- Name: supabase_realtime vendors; Type: PUBLICATION TABLE; Schema: public; Owner: -
--

ALTER PUBLICATION supabase_realtime ADD TABLE ONLY public.vendors;


--
-- Name: SCHEMA private; Type: ACL; Schema: -; Owner: -
--

GRANT USAGE ON SCHEMA private TO authenticated;
GRANT USAGE ON SCHEMA private TO service_role;


--
-- Name: SCHEMA public; Type: ACL; Schema: -; Owner: -
--

GRANT USAGE ON SCHEMA public TO anon;
GRANT USAGE ON SCHEMA public TO authenticated;
GRANT USAGE ON SCHEMA public TO service_role;


--
-- Name: SCHEMA storage; Type: ACL; Schema: -; Owner: -
--

GRANT USAGE ON SCHEMA storage TO anon;
GRANT USAGE ON SCHEMA storage TO authenticated;
GRANT USAGE ON SCHEMA storage TO service_role;


--
-- Name: FUNCTION access_fingerprint(p_company uuid); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.access_fingerprint(p_company uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION private.access_fingerprint(p_company uuid) TO authenticated;


--
-- Name: FUNCTION account_name(p_meta jsonb, p_email text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.account_name(p_meta jsonb, p_email text) FROM PUBLIC;


--
-- Name: FUNCTION activity_floor(p_company uuid); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.activity_floor(p_company uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION private.activity_floor(p_company uuid) TO authenticated;


--
-- Name: FUNCTION activity_label(p_collection text, p_column text, p_row jsonb); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.activity_label(p_collection text, p_column text, p_row jsonb) FROM PUBLIC;


--
-- Name: FUNCTION activity_type(p_op text, p_old jsonb, p_new jsonb); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.activity_type(p_op text, p_old jsonb, p_new jsonb) FROM PUBLIC;


--
-- Name: FUNCTION add_cancellation(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.add_cancellation() FROM PUBLIC;


--
-- Name: FUNCTION add_correction(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.add_correction() FROM PUBLIC;


--
-- Name: FUNCTION add_default_categories(p_company uuid, p_country text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.add_default_categories(p_company uuid, p_country text) FROM PUBLIC;


--
-- Name: TABLE recurring_expenses; Type: ACL; Schema: public; Owner: -
--

GRANT ALL ON TABLE public.recurring_expenses TO service_role;
GRANT SELECT,DELETE ON TABLE public.recurring_expenses TO authenticated;


--
-- Name: COLUMN recurring_expenses.id; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(id) ON TABLE public.recurring_expenses TO authenticated;


--
-- Name: COLUMN recurring_expenses.company_id; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(company_id) ON TABLE public.recurring_expenses TO authenticated;


--
-- Name: COLUMN recurring_expenses.created_by; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(created_by) ON TABLE public.recurring_expenses TO authenticated;


--
-- Name: COLUMN recurring_expenses.category_id; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(category_id),UPDATE(category_id) ON TABLE public.recurring_expenses TO authenticated;


--
-- Name: COLUMN recurring_expenses.vendor_id; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(vendor_id),UPDATE(vendor_id) ON TABLE public.recurring_expenses TO authenticated;


--
-- Name: COLUMN recurring_expenses.customer_id; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(customer_id),UPDATE(customer_id) ON TABLE public.recurring_expenses TO authenticated;


--
-- Name: COLUMN recurring_expenses.description; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(description),UPDATE(description) ON TABLE public.recurring_expenses TO authenticated;


--
-- Name: COLUMN recurring_expenses.amount; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(amount),UPDATE(amount) ON TABLE public.recurring_expenses TO authenticated;


--
-- Name: COLUMN recurring_expenses.currency; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(currency),UPDATE(currency) ON TABLE public.recurring_expenses TO authenticated;


--
-- Name: COLUMN recurring_expenses.tax_rate; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(tax_rate),UPDATE(tax_rate) ON TABLE public.recurring_expenses TO authenticated;


--
-- Name: COLUMN recurring_expenses.tax_amount; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(tax_amount),UPDATE(tax_amount) ON TABLE public.recurring_expenses TO authenticated;


--
-- Name: COLUMN recurring_expenses.payment_method; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(payment_method),UPDATE(payment_method) ON TABLE public.recurring_expenses TO authenticated;


--
-- Name: COLUMN recurring_expenses."interval"; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT("interval"),UPDATE("interval") ON TABLE public.recurring_expenses TO authenticated;


--
-- Name: COLUMN recurring_expenses.start_date; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(start_date),UPDATE(start_date) ON TABLE public.recurring_expenses TO authenticated;


--
-- Name: COLUMN recurring_expenses.end_date; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(end_date),UPDATE(end_date) ON TABLE public.recurring_expenses TO authenticated;


--
-- Name: COLUMN recurring_expenses.skip_before; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(skip_before),UPDATE(skip_before) ON TABLE public.recurring_expenses TO authenticated;


--
-- Name: COLUMN recurring_expenses.is_active; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(is_active),UPDATE(is_active) ON TABLE public.recurring_expenses TO authenticated;


--
-- Name: COLUMN recurring_expenses.is_billable; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(is_billable),UPDATE(is_billable) ON TABLE public.recurring_expenses TO authenticated;


--
-- Name: COLUMN recurring_expenses.is_reimbursable; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(is_reimbursable),UPDATE(is_reimbursable) ON TABLE public.recurring_expenses TO authenticated;


--
-- Name: COLUMN recurring_expenses.auto_generate; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(auto_generate),UPDATE(auto_generate) ON TABLE public.recurring_expenses TO authenticated;


--
-- Name: COLUMN recurring_expenses.lead_days; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(lead_days),UPDATE(lead_days) ON TABLE public.recurring_expenses TO authenticated;


--
-- Name: COLUMN recurring_expenses.generate_requested; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(generate_requested),UPDATE(generate_requested) ON TABLE public.recurring_expenses TO authenticated;


--
-- Name: COLUMN recurring_expenses.rev; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(rev),UPDATE(rev) ON TABLE public.recurring_expenses TO authenticated;


--
-- Name: FUNCTION add_generated_expense(p_series public.recurring_expenses, p_period date); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.add_generated_expense(p_series public.recurring_expenses, p_period date) FROM PUBLIC;


--
-- Name: TABLE recurring_invoices; Type: ACL; Schema: public; Owner: -
--

GRANT ALL ON TABLE public.recurring_invoices TO service_role;
GRANT SELECT,DELETE ON TABLE public.recurring_invoices TO authenticated;


--
-- Name: COLUMN recurring_invoices.id; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(id) ON TABLE public.recurring_invoices TO authenticated;


--
-- Name: COLUMN recurring_invoices.company_id; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(company_id) ON TABLE public.recurring_invoices TO authenticated;


--
-- Name: COLUMN recurring_invoices.name; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(name),UPDATE(name) ON TABLE public.recurring_invoices TO authenticated;


--
-- Name: COLUMN recurring_invoices.customer_id; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(customer_id),UPDATE(customer_id) ON TABLE public.recurring_invoices TO authenticated;


--
-- Name: COLUMN recurring_invoices.is_active; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(is_active),UPDATE(is_active) ON TABLE public.recurring_invoices TO authenticated;


--
-- Name: COLUMN recurring_invoices."interval"; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT("interval"),UPDATE("interval") ON TABLE public.recurring_invoices TO authenticated;


--
-- Name: COLUMN recurring_invoices.start_date; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(start_date),UPDATE(start_date) ON TABLE public.recurring_invoices TO authenticated;


--
-- Name: COLUMN recurring_invoices.end_date; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(end_date),UPDATE(end_date) ON TABLE public.recurring_invoices TO authenticated;


--
-- Name: COLUMN recurring_invoices.skip_before; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(skip_before),UPDATE(skip_before) ON TABLE public.recurring_invoices TO authenticated;


--
-- Name: COLUMN recurring_invoices.currency; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(currency),UPDATE(currency) ON TABLE public.recurring_invoices TO authenticated;


--
-- Name: COLUMN recurring_invoices.language; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(language),UPDATE(language) ON TABLE public.recurring_invoices TO authenticated;


--
-- Name: COLUMN recurring_invoices.due_days; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(due_days),UPDATE(due_days) ON TABLE public.recurring_invoices TO authenticated;


--
-- Name: COLUMN recurring_invoices.reference; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(reference),UPDATE(reference) ON TABLE public.recurring_invoices TO authenticated;


--
-- Name: COLUMN recurring_invoices.notes; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(notes),UPDATE(notes) ON TABLE public.recurring_invoices TO authenticated;


--
-- Name: COLUMN recurring_invoices.internal_notes; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(internal_notes),UPDATE(internal_notes) ON TABLE public.recurring_invoices TO authenticated;


--
-- Name: COLUMN recurring_invoices.payment_terms; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(payment_terms),UPDATE(payment_terms) ON TABLE public.recurring_invoices TO authenticated;


--
-- Name: COLUMN recurring_invoices.tax_mode; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(tax_mode),UPDATE(tax_mode) ON TABLE public.recurring_invoices TO authenticated;


--
-- Name: COLUMN recurring_invoices.generate_as; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(generate_as),UPDATE(generate_as) ON TABLE public.recurring_invoices TO authenticated;


--
-- Name: COLUMN recurring_invoices.lead_days; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(lead_days),UPDATE(lead_days) ON TABLE public.recurring_invoices TO authenticated;


--
-- Name: COLUMN recurring_invoices.auto_generate; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(auto_generate),UPDATE(auto_generate) ON TABLE public.recurring_invoices TO authenticated;


--
-- Name: COLUMN recurring_invoices.created_by; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(created_by) ON TABLE public.recurring_invoices TO authenticated;


--
-- Name: COLUMN recurring_invoices.generate_requested; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(generate_requested),UPDATE(generate_requested) ON TABLE public.recurring_invoices TO authenticated;


--
-- Name: COLUMN recurring_invoices.rev; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(rev),UPDATE(rev) ON TABLE public.recurring_invoices TO authenticated;


--
-- Name: FUNCTION add_generated_invoice(p_series public.recurring_invoices, p_period date); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.add_generated_invoice(p_series public.recurring_invoices, p_period date) FROM PUBLIC;


--
-- Name: FUNCTION adopt_bank_settings(p_company uuid, p_bank jsonb); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.adopt_bank_settings(p_company uuid, p_bank jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION private.adopt_bank_settings(p_company uuid, p_bank jsonb) TO authenticated;
GRANT ALL ON FUNCTION private.adopt_bank_settings(p_company uuid, p_bank jsonb) TO service_role;


--
-- Name: FUNCTION adopt_first_account(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.adopt_first_account() FROM PUBLIC;


--
-- Name: FUNCTION adopt_lease(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.adopt_lease() FROM PUBLIC;


--
-- Name: PROCEDURE announce_by_identity(IN p_table regclass); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON PROCEDURE private.announce_by_identity(IN p_table regclass) FROM PUBLIC;


--
-- Name: FUNCTION append_to_ledger(p_company uuid, p_kind text, p_collection text, p_record uuid, p_label text, p_facts text[], p_receipts text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.append_to_ledger(p_company uuid, p_kind text, p_collection text, p_record uuid, p_label text, p_facts text[], p_receipts text) FROM PUBLIC;


--
-- Name: FUNCTION applied_among(p_company uuid, p_changes jsonb[]); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.applied_among(p_company uuid, p_changes jsonb[]) FROM PUBLIC;
GRANT ALL ON FUNCTION private.applied_among(p_company uuid, p_changes jsonb[]) TO authenticated;


--
-- Name: TABLE synced_collections; Type: ACL; Schema: private; Owner: -
--

GRANT SELECT ON TABLE private.synced_collections TO authenticated;


--
-- Name: FUNCTION apply_change(p_registry private.synced_collections, p_company uuid, p_change jsonb); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.apply_change(p_registry private.synced_collections, p_company uuid, p_change jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION private.apply_change(p_registry private.synced_collections, p_company uuid, p_change jsonb) TO authenticated;


--
-- Name: FUNCTION archive_documents(p_company uuid, p_after uuid, p_limit integer); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.archive_documents(p_company uuid, p_after uuid, p_limit integer) FROM PUBLIC;


--
-- Name: FUNCTION archive_entry(p_manifest jsonb, p_table text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.archive_entry(p_manifest jsonb, p_table text) FROM PUBLIC;


--
-- Name: FUNCTION archive_order(p_source regclass, p_key text[]); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.archive_order(p_source regclass, p_key text[]) FROM PUBLIC;


--
-- Name: FUNCTION archive_page(p_company uuid, p_table text, p_after jsonb, p_limit integer, p_bytes integer, p_bank_data boolean); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.archive_page(p_company uuid, p_table text, p_after jsonb, p_limit integer, p_bytes integer, p_bank_data boolean) FROM PUBLIC;


--
-- Name: FUNCTION archive_place(p_source regclass, p_key text[]); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.archive_place(p_source regclass, p_key text[]) FROM PUBLIC;


--
-- Name: FUNCTION archive_state(p_company uuid); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.archive_state(p_company uuid) FROM PUBLIC;


--
-- Name: FUNCTION archive_tables(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.archive_tables() FROM PUBLIC;


--
-- Name: FUNCTION are_changes(p_changes jsonb); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.are_changes(p_changes jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION private.are_changes(p_changes jsonb) TO authenticated;
GRANT ALL ON FUNCTION private.are_changes(p_changes jsonb) TO service_role;


--
-- Name: FUNCTION are_delivery_items(p_items jsonb); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.are_delivery_items(p_items jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION private.are_delivery_items(p_items jsonb) TO authenticated;
GRANT ALL ON FUNCTION private.are_delivery_items(p_items jsonb) TO service_role;


--
-- Name: FUNCTION are_euro_rates(p_rates jsonb); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.are_euro_rates(p_rates jsonb) FROM PUBLIC;


--
-- Name: FUNCTION are_mail_templates(p_templates jsonb); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.are_mail_templates(p_templates jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION private.are_mail_templates(p_templates jsonb) TO authenticated;
GRANT ALL ON FUNCTION private.are_mail_templates(p_templates jsonb) TO service_role;


--
-- Name: FUNCTION assign_expense_number(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.assign_expense_number() FROM PUBLIC;


--
-- Name: FUNCTION away_numbers(p_company uuid); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.away_numbers(p_company uuid) FROM PUBLIC;


--
-- Name: FUNCTION books_currency(p_settings jsonb); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.books_currency(p_settings jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION private.books_currency(p_settings jsonb) TO authenticated;
GRANT ALL ON FUNCTION private.books_currency(p_settings jsonb) TO service_role;


--
-- Name: FUNCTION exchange_fault(p_exchange jsonb, p_amount numeric, p_currency text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.exchange_fault(p_exchange jsonb, p_amount numeric, p_currency text) FROM PUBLIC;
GRANT ALL ON FUNCTION private.exchange_fault(p_exchange jsonb, p_amount numeric, p_currency text) TO authenticated;
GRANT ALL ON FUNCTION private.exchange_fault(p_exchange jsonb, p_amount numeric, p_currency text) TO service_role;


--
-- Name: TABLE invoices; Type: ACL; Schema: public; Owner: -
--

GRANT ALL ON TABLE public.invoices TO service_role;
GRANT SELECT,DELETE ON TABLE public.invoices TO authenticated;


--
-- Name: COLUMN invoices.id; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(id) ON TABLE public.invoices TO authenticated;


--
-- Name: COLUMN invoices.company_id; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(company_id) ON TABLE public.invoices TO authenticated;


--
-- Name: COLUMN invoices.document_type; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(document_type) ON TABLE public.invoices TO authenticated;


--
-- Name: COLUMN invoices.customer_id; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(customer_id),UPDATE(customer_id) ON TABLE public.invoices TO authenticated;


--
-- Name: COLUMN invoices.status; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(status),UPDATE(status) ON TABLE public.invoices TO authenticated;


--
-- Name: COLUMN invoices.delivery; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(delivery),UPDATE(delivery) ON TABLE public.invoices TO authenticated;


--
-- Name: COLUMN invoices.sent_at; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(sent_at),UPDATE(sent_at) ON TABLE public.invoices TO authenticated;


--
-- Name: COLUMN invoices.due_days; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(due_days),UPDATE(due_days) ON TABLE public.invoices TO authenticated;


--
-- Name: COLUMN invoices.service_from; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(service_from),UPDATE(service_from) ON TABLE public.invoices TO authenticated;


--
-- Name: COLUMN invoices.service_to; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(service_to),UPDATE(service_to) ON TABLE public.invoices TO authenticated;


--
-- Name: COLUMN invoices.currency; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(currency),UPDATE(currency) ON TABLE public.invoices TO authenticated;


--
-- Name: COLUMN invoices.language; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(language),UPDATE(language) ON TABLE public.invoices TO authenticated;


--
-- Name: COLUMN invoices.reference; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(reference),UPDATE(reference) ON TABLE public.invoices TO authenticated;


--
-- Name: COLUMN invoices.notes; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(notes),UPDATE(notes) ON TABLE public.invoices TO authenticated;


--
-- Name: COLUMN invoices.internal_notes; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(internal_notes),UPDATE(internal_notes) ON TABLE public.invoices TO authenticated;


--
-- Name: COLUMN invoices.payment_terms; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(payment_terms),UPDATE(payment_terms) ON TABLE public.invoices TO authenticated;


--
-- Name: COLUMN invoices.tax_mode; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(tax_mode),UPDATE(tax_mode) ON TABLE public.invoices TO authenticated;


--
-- Name: COLUMN invoices.created_by; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(created_by) ON TABLE public.invoices TO authenticated;


--
-- Name: COLUMN invoices.rev; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(rev),UPDATE(rev) ON TABLE public.invoices TO authenticated;


--
-- Name: COLUMN invoices.overruled_warnings; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(overruled_warnings),UPDATE(overruled_warnings) ON TABLE public.invoices TO authenticated;


--
-- Name: COLUMN invoices.exchange; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(exchange),UPDATE(exchange) ON TABLE public.invoices TO authenticated;


--
-- Name: COLUMN invoices.corrects_id; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(corrects_id) ON TABLE public.invoices TO authenticated;


--
-- Name: COLUMN invoices.reason; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(reason),UPDATE(reason) ON TABLE public.invoices TO authenticated;


--
-- Name: COLUMN invoices.leased; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(leased),UPDATE(leased) ON TABLE public.invoices TO authenticated;


--
-- Name: COLUMN invoices.reminder_hold; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(reminder_hold),UPDATE(reminder_hold) ON TABLE public.invoices TO authenticated;


--
-- Name: FUNCTION bring_back_buyer(p_invoice public.invoices); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.bring_back_buyer(p_invoice public.invoices) FROM PUBLIC;
GRANT ALL ON FUNCTION private.bring_back_buyer(p_invoice public.invoices) TO authenticated;
GRANT ALL ON FUNCTION private.bring_back_buyer(p_invoice public.invoices) TO service_role;


--
-- Name: FUNCTION buyer_snapshot(p_company uuid, p_customer uuid); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.buyer_snapshot(p_company uuid, p_customer uuid) FROM PUBLIC;


--
-- Name: FUNCTION canonical_text(p_value jsonb); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.canonical_text(p_value jsonb) FROM PUBLIC;


--
-- Name: FUNCTION carry_over_ledger(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.carry_over_ledger() FROM PUBLIC;


--
-- Name: TABLE company_users; Type: ACL; Schema: public; Owner: -
--

GRANT ALL ON TABLE public.company_users TO service_role;
GRANT SELECT ON TABLE public.company_users TO authenticated;


--
-- Name: FUNCTION changeable_member(p_me public.company_users, p_user uuid); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.changeable_member(p_me public.company_users, p_user uuid) FROM PUBLIC;


--
-- Name: FUNCTION changed_fields(p_old jsonb, p_new jsonb, p_prefix text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.changed_fields(p_old jsonb, p_new jsonb, p_prefix text) FROM PUBLIC;


--
-- Name: FUNCTION check_ledger(p_company uuid, p_after bigint, p_limit integer); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.check_ledger(p_company uuid, p_after bigint, p_limit integer) FROM PUBLIC;


--
-- Name: FUNCTION check_number_series(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.check_number_series() FROM PUBLIC;


--
-- Name: FUNCTION check_vat_periods(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.check_vat_periods() FROM PUBLIC;


--
-- Name: FUNCTION claim_activity(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.claim_activity() FROM PUBLIC;


--
-- Name: FUNCTION claim_file(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.claim_file() FROM PUBLIC;


--
-- Name: FUNCTION claim_of(p_invoice public.invoices); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.claim_of(p_invoice public.invoices) FROM PUBLIC;


--
-- Name: FUNCTION claim_payment(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.claim_payment() FROM PUBLIC;


--
-- Name: FUNCTION claim_recurring_expense(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.claim_recurring_expense() FROM PUBLIC;


--
-- Name: FUNCTION close_company(p_company uuid); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.close_company(p_company uuid) FROM PUBLIC;


--
-- Name: FUNCTION colleague_folders(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.colleague_folders() FROM PUBLIC;
GRANT ALL ON FUNCTION private.colleague_folders() TO authenticated;


--
-- Name: FUNCTION companies_due(p_now timestamp with time zone); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.companies_due(p_now timestamp with time zone) FROM PUBLIC;


--
-- Name: FUNCTION companies_with(p_key text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.companies_with(p_key text) FROM PUBLIC;
GRANT ALL ON FUNCTION private.companies_with(p_key text) TO authenticated;


--
-- Name: TABLE companies; Type: ACL; Schema: public; Owner: -
--

GRANT ALL ON TABLE public.companies TO service_role;
GRANT SELECT ON TABLE public.companies TO authenticated;


--
-- Name: COLUMN companies.name; Type: ACL; Schema: public; Owner: -
--

GRANT UPDATE(name) ON TABLE public.companies TO authenticated;


--
-- Name: COLUMN companies.logo_path; Type: ACL; Schema: public; Owner: -
--

GRANT UPDATE(logo_path) ON TABLE public.companies TO authenticated;


--
-- Name: COLUMN companies.settings; Type: ACL; Schema: public; Owner: -
--

GRANT UPDATE(settings) ON TABLE public.companies TO authenticated;


--
-- Name: COLUMN companies.rev; Type: ACL; Schema: public; Owner: -
--

GRANT UPDATE(rev) ON TABLE public.companies TO authenticated;


--
-- Name: FUNCTION company_facts(c public.companies, p_form integer); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.company_facts(c public.companies, p_form integer) FROM PUBLIC;


--
-- Name: FUNCTION company_history(p_company uuid, OUT epoch text, OUT head bigint, OUT mark text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.company_history(p_company uuid, OUT epoch text, OUT head bigint, OUT mark text) FROM PUBLIC;
GRANT ALL ON FUNCTION private.company_history(p_company uuid, OUT epoch text, OUT head bigint, OUT mark text) TO authenticated;


--
-- Name: FUNCTION company_kept_until(p_company uuid); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.company_kept_until(p_company uuid) FROM PUBLIC;


--
-- Name: FUNCTION company_today(p_company uuid); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.company_today(p_company uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION private.company_today(p_company uuid) TO authenticated;


--
-- Name: FUNCTION complete_settings(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.complete_settings() FROM PUBLIC;


--
-- Name: FUNCTION converted(p_amount numeric, p_from text, p_rate numeric, p_to text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.converted(p_amount numeric, p_from text, p_rate numeric, p_to text) FROM PUBLIC;
GRANT ALL ON FUNCTION private.converted(p_amount numeric, p_from text, p_rate numeric, p_to text) TO authenticated;
GRANT ALL ON FUNCTION private.converted(p_amount numeric, p_from text, p_rate numeric, p_to text) TO service_role;


--
-- Name: FUNCTION converted_parts(p_parts jsonb, p_currency text, p_exchange jsonb); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.converted_parts(p_parts jsonb, p_currency text, p_exchange jsonb) FROM PUBLIC;


--
-- Name: FUNCTION corrected_parts(p_invoice public.invoices, p_before uuid); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.corrected_parts(p_invoice public.invoices, p_before uuid) FROM PUBLIC;


--
-- Name: FUNCTION correction_entry(p_correction public.invoices); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.correction_entry(p_correction public.invoices) FROM PUBLIC;


--
-- Name: FUNCTION correction_problems(p_correction public.invoices); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.correction_problems(p_correction public.invoices) FROM PUBLIC;


--
-- Name: FUNCTION correction_window(p_company uuid); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.correction_window(p_company uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION private.correction_window(p_company uuid) TO authenticated;


--
-- Name: FUNCTION currency_exponent(p_currency text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.currency_exponent(p_currency text) FROM PUBLIC;
GRANT ALL ON FUNCTION private.currency_exponent(p_currency text) TO authenticated;


--
-- Name: FUNCTION date_in_zone(p_zone text, p_at timestamp with time zone); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.date_in_zone(p_zone text, p_at timestamp with time zone) FROM PUBLIC;


--
-- Name: FUNCTION day_text(p_day date); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.day_text(p_day date) FROM PUBLIC;


--
-- Name: FUNCTION decide_period(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.decide_period() FROM PUBLIC;


--
-- Name: FUNCTION default_company_settings(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.default_company_settings() FROM PUBLIC;
GRANT ALL ON FUNCTION private.default_company_settings() TO authenticated;
GRANT ALL ON FUNCTION private.default_company_settings() TO service_role;


--
-- Name: FUNCTION delete_document(p_registry private.synced_collections, p_company uuid, p_id uuid, p_base text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.delete_document(p_registry private.synced_collections, p_company uuid, p_id uuid, p_base text) FROM PUBLIC;
GRANT ALL ON FUNCTION private.delete_document(p_registry private.synced_collections, p_company uuid, p_id uuid, p_base text) TO authenticated;


--
-- Name: FUNCTION difference_exchange(p_original public.invoices, p_document public.invoices); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.difference_exchange(p_original public.invoices, p_document public.invoices) FROM PUBLIC;
GRANT ALL ON FUNCTION private.difference_exchange(p_original public.invoices, p_document public.invoices) TO authenticated;
GRANT ALL ON FUNCTION private.difference_exchange(p_original public.invoices, p_document public.invoices) TO service_role;


--
-- Name: FUNCTION document_amount(p_invoice uuid, p_payment uuid, p_amount numeric, p_books text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.document_amount(p_invoice uuid, p_payment uuid, p_amount numeric, p_books text) FROM PUBLIC;
GRANT ALL ON FUNCTION private.document_amount(p_invoice uuid, p_payment uuid, p_amount numeric, p_books text) TO authenticated;
GRANT ALL ON FUNCTION private.document_amount(p_invoice uuid, p_payment uuid, p_amount numeric, p_books text) TO service_role;


--
-- Name: FUNCTION document_totals(p_document public.invoices, OUT net_total numeric, OUT tax_total numeric, OUT gross_total numeric, OUT tax_breakdown jsonb); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.document_totals(p_document public.invoices, OUT net_total numeric, OUT tax_total numeric, OUT gross_total numeric, OUT tax_breakdown jsonb) FROM PUBLIC;


--
-- Name: FUNCTION end_lease(p_lease private.number_leases, p_unused bigint[], p_reason text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.end_lease(p_lease private.number_leases, p_unused bigint[], p_reason text) FROM PUBLIC;


--
-- Name: FUNCTION end_leases_of_member(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.end_leases_of_member() FROM PUBLIC;


--
-- Name: FUNCTION enter_expense(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.enter_expense() FROM PUBLIC;


--
-- Name: FUNCTION enter_invoice(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.enter_invoice() FROM PUBLIC;


--
-- Name: FUNCTION enter_payment(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.enter_payment() FROM PUBLIC;


--
-- Name: FUNCTION enter_period(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.enter_period() FROM PUBLIC;


--
-- Name: FUNCTION enter_receipt(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.enter_receipt() FROM PUBLIC;


--
-- Name: FUNCTION enter_settings(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.enter_settings() FROM PUBLIC;


--
-- Name: FUNCTION entered_rate(p_exchange jsonb); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.entered_rate(p_exchange jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION private.entered_rate(p_exchange jsonb) TO authenticated;
GRANT ALL ON FUNCTION private.entered_rate(p_exchange jsonb) TO service_role;


--
-- Name: TABLE ledger_entries; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT ON TABLE public.ledger_entries TO authenticated;
GRANT SELECT ON TABLE public.ledger_entries TO service_role;


--
-- Name: FUNCTION entry_sha256(e public.ledger_entries); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.entry_sha256(e public.ledger_entries) FROM PUBLIC;


--
-- Name: FUNCTION euro_month(p_currency text, p_month date); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.euro_month(p_currency text, p_month date) FROM PUBLIC;


--
-- Name: FUNCTION exchange_of(p_company uuid, p_given jsonb, p_amount numeric, p_currency text, p_day date); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.exchange_of(p_company uuid, p_given jsonb, p_amount numeric, p_currency text, p_day date) FROM PUBLIC;
GRANT ALL ON FUNCTION private.exchange_of(p_company uuid, p_given jsonb, p_amount numeric, p_currency text, p_day date) TO authenticated;
GRANT ALL ON FUNCTION private.exchange_of(p_company uuid, p_given jsonb, p_amount numeric, p_currency text, p_day date) TO service_role;


--
-- Name: FUNCTION exchange_rate(p_from character, p_to character, p_day date, p_rates text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.exchange_rate(p_from character, p_to character, p_day date, p_rates text) FROM PUBLIC;
GRANT ALL ON FUNCTION private.exchange_rate(p_from character, p_to character, p_day date, p_rates text) TO authenticated;
GRANT ALL ON FUNCTION private.exchange_rate(p_from character, p_to character, p_day date, p_rates text) TO service_role;


--
-- Name: FUNCTION expense_cells(p_company uuid, p_from date, p_to date); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.expense_cells(p_company uuid, p_from date, p_to date) FROM PUBLIC;


--
-- Name: FUNCTION tax_lines_fault(p_lines jsonb, p_amount numeric, p_currency text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.tax_lines_fault(p_lines jsonb, p_amount numeric, p_currency text) FROM PUBLIC;
GRANT ALL ON FUNCTION private.tax_lines_fault(p_lines jsonb, p_amount numeric, p_currency text) TO authenticated;


--
-- Name: TABLE expenses; Type: ACL; Schema: public; Owner: -
--

GRANT ALL ON TABLE public.expenses TO service_role;
GRANT SELECT,DELETE ON TABLE public.expenses TO authenticated;


--
-- Name: COLUMN expenses.id; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(id) ON TABLE public.expenses TO authenticated;


--
-- Name: COLUMN expenses.company_id; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(company_id) ON TABLE public.expenses TO authenticated;


--
-- Name: COLUMN expenses.created_by; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(created_by) ON TABLE public.expenses TO authenticated;


--
-- Name: COLUMN expenses.category_id; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(category_id),UPDATE(category_id) ON TABLE public.expenses TO authenticated;


--
-- Name: COLUMN expenses.vendor_id; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(vendor_id),UPDATE(vendor_id) ON TABLE public.expenses TO authenticated;


--
-- Name: COLUMN expenses.customer_id; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(customer_id),UPDATE(customer_id) ON TABLE public.expenses TO authenticated;


--
-- Name: COLUMN expenses.description; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(description),UPDATE(description) ON TABLE public.expenses TO authenticated;


--
-- Name: COLUMN expenses.amount; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(amount),UPDATE(amount) ON TABLE public.expenses TO authenticated;


--
-- Name: COLUMN expenses.currency; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(currency),UPDATE(currency) ON TABLE public.expenses TO authenticated;


--
-- Name: COLUMN expenses.tax_rate; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(tax_rate),UPDATE(tax_rate) ON TABLE public.expenses TO authenticated;


--
-- Name: COLUMN expenses.tax_amount; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(tax_amount),UPDATE(tax_amount) ON TABLE public.expenses TO authenticated;


--
-- Name: COLUMN expenses.expense_date; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(expense_date),UPDATE(expense_date) ON TABLE public.expenses TO authenticated;


--
-- Name: COLUMN expenses.status; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(status),UPDATE(status) ON TABLE public.expenses TO authenticated;


--
-- Name: COLUMN expenses.rejection_reason; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(rejection_reason),UPDATE(rejection_reason) ON TABLE public.expenses TO authenticated;


--
-- Name: COLUMN expenses.is_billable; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(is_billable),UPDATE(is_billable) ON TABLE public.expenses TO authenticated;


--
-- Name: COLUMN expenses.is_reimbursable; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(is_reimbursable),UPDATE(is_reimbursable) ON TABLE public.expenses TO authenticated;


--
-- Name: COLUMN expenses.paid_on; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(paid_on),UPDATE(paid_on) ON TABLE public.expenses TO authenticated;


--
-- Name: COLUMN expenses.payment_method; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(payment_method),UPDATE(payment_method) ON TABLE public.expenses TO authenticated;


--
-- Name: COLUMN expenses.rev; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(rev),UPDATE(rev) ON TABLE public.expenses TO authenticated;


--
-- Name: COLUMN expenses.is_separate; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(is_separate),UPDATE(is_separate) ON TABLE public.expenses TO authenticated;


--
-- Name: COLUMN expenses.reverses_expense_id; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(reverses_expense_id) ON TABLE public.expenses TO authenticated;


--
-- Name: COLUMN expenses.reversal_reason; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(reversal_reason) ON TABLE public.expenses TO authenticated;


--
-- Name: COLUMN expenses.booked_on; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(booked_on),UPDATE(booked_on) ON TABLE public.expenses TO authenticated;


--
-- Name: COLUMN expenses.tax_lines; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(tax_lines),UPDATE(tax_lines) ON TABLE public.expenses TO authenticated;


--
-- Name: COLUMN expenses.exchange; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(exchange),UPDATE(exchange) ON TABLE public.expenses TO authenticated;


--
-- Name: FUNCTION expense_facts(e public.expenses, p_form integer); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.expense_facts(e public.expenses, p_form integer) FROM PUBLIC;


--
-- Name: FUNCTION expense_lifecycle(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.expense_lifecycle() FROM PUBLIC;


--
-- Name: FUNCTION expense_reversal(p_new public.expenses); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.expense_reversal(p_new public.expenses) FROM PUBLIC;
GRANT ALL ON FUNCTION private.expense_reversal(p_new public.expenses) TO authenticated;


--
-- Name: FUNCTION expense_settings(p_company uuid, OUT mark_as_paid boolean, OUT today date); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.expense_settings(p_company uuid, OUT mark_as_paid boolean, OUT today date) FROM PUBLIC;
GRANT ALL ON FUNCTION private.expense_settings(p_company uuid, OUT mark_as_paid boolean, OUT today date) TO authenticated;


--
-- Name: FUNCTION expense_step_keys(p_from text, p_to text, p_paid_on_approval boolean); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.expense_step_keys(p_from text, p_to text, p_paid_on_approval boolean) FROM PUBLIC;
GRANT ALL ON FUNCTION private.expense_step_keys(p_from text, p_to text, p_paid_on_approval boolean) TO authenticated;


--
-- Name: FUNCTION facts_sha256(p_facts text[]); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.facts_sha256(p_facts text[]) FROM PUBLIC;


--
-- Name: FUNCTION fill_member_name(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.fill_member_name() FROM PUBLIC;


--
-- Name: FUNCTION folders_with(p_key text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.folders_with(p_key text) FROM PUBLIC;
GRANT ALL ON FUNCTION private.folders_with(p_key text) TO authenticated;


--
-- Name: FUNCTION follow_account(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.follow_account() FROM PUBLIC;


--
-- Name: FUNCTION follow_bank_accounts(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.follow_bank_accounts() FROM PUBLIC;


--
-- Name: FUNCTION follow_seller(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.follow_seller() FROM PUBLIC;


--
-- Name: FUNCTION forget_activity_records(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.forget_activity_records() FROM PUBLIC;


--
-- Name: FUNCTION forget_ledger(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.forget_ledger() FROM PUBLIC;


--
-- Name: FUNCTION forget_recovery_codes(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.forget_recovery_codes() FROM PUBLIC;


--
-- Name: FUNCTION format_invoice_number(p_format text, p_prefix text, p_date date, p_number bigint); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.format_invoice_number(p_format text, p_prefix text, p_date date, p_number bigint) FROM PUBLIC;


--
-- Name: FUNCTION format_number(p_format text, p_year integer, p_number bigint); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.format_number(p_format text, p_year integer, p_number bigint) FROM PUBLIC;


--
-- Name: FUNCTION gather_notifications(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.gather_notifications() FROM PUBLIC;


--
-- Name: FUNCTION generate_company_due(p_company uuid, p_now timestamp with time zone, p_slice interval); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.generate_company_due(p_company uuid, p_now timestamp with time zone, p_slice interval) FROM PUBLIC;


--
-- Name: PROCEDURE generate_due(IN p_now timestamp with time zone); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON PROCEDURE private.generate_due(IN p_now timestamp with time zone) FROM PUBLIC;


--
-- Name: FUNCTION generate_next(p_table name, p_id uuid, p_today date); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.generate_next(p_table name, p_id uuid, p_today date) FROM PUBLIC;


--
-- Name: FUNCTION generated_invoice(p_series uuid, p_period date, OUT id uuid, OUT number text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.generated_invoice(p_series uuid, p_period date, OUT id uuid, OUT number text) FROM PUBLIC;
GRANT ALL ON FUNCTION private.generated_invoice(p_series uuid, p_period date, OUT id uuid, OUT number text) TO authenticated;


--
-- Name: FUNCTION grant_refusal(p_company uuid, p_user uuid, p_is_admin boolean, p_keys text[]); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.grant_refusal(p_company uuid, p_user uuid, p_is_admin boolean, p_keys text[]) FROM PUBLIC;


--
-- Name: FUNCTION guard_advance(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.guard_advance() FROM PUBLIC;


--
-- Name: FUNCTION guard_bank_account(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.guard_bank_account() FROM PUBLIC;


--
-- Name: FUNCTION guard_company_end(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.guard_company_end() FROM PUBLIC;


--
-- Name: FUNCTION guard_company_update(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.guard_company_update() FROM PUBLIC;


--
-- Name: FUNCTION guard_delivery_note(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.guard_delivery_note() FROM PUBLIC;


--
-- Name: FUNCTION guard_invoice(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.guard_invoice() FROM PUBLIC;


--
-- Name: FUNCTION guard_item(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.guard_item() FROM PUBLIC;


--
-- Name: FUNCTION guard_payment(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.guard_payment() FROM PUBLIC;


--
-- Name: FUNCTION guard_recurring_invoice(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.guard_recurring_invoice() FROM PUBLIC;


--
-- Name: FUNCTION guard_recurring_item(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.guard_recurring_item() FROM PUBLIC;


--
-- Name: FUNCTION guard_replacement(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.guard_replacement() FROM PUBLIC;


--
-- Name: FUNCTION had_record(p_name text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.had_record(p_name text) FROM PUBLIC;


--
-- Name: FUNCTION has_books(p_company uuid); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.has_books(p_company uuid) FROM PUBLIC;


--
-- Name: FUNCTION has_key(p_company uuid, p_key text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.has_key(p_company uuid, p_key text) FROM PUBLIC;
GRANT ALL ON FUNCTION private.has_key(p_company uuid, p_key text) TO authenticated;


--
-- Name: FUNCTION has_notifications(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.has_notifications() FROM PUBLIC;


--
-- Name: FUNCTION has_product(p_company uuid, p_id uuid); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.has_product(p_company uuid, p_id uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION private.has_product(p_company uuid, p_id uuid) TO authenticated;
GRANT ALL ON FUNCTION private.has_product(p_company uuid, p_id uuid) TO service_role;


--
-- Name: FUNCTION has_record(p_name text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.has_record(p_name text) FROM PUBLIC;
GRANT ALL ON FUNCTION private.has_record(p_name text) TO authenticated;


--
-- Name: FUNCTION hears_of(p_user uuid, p_keys text[], p_step text, p_expense public.expenses); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.hears_of(p_user uuid, p_keys text[], p_step text, p_expense public.expenses) FROM PUBLIC;


--
-- Name: PROCEDURE hide_from_writers(IN p_table regclass); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON PROCEDURE private.hide_from_writers(IN p_table regclass) FROM PUBLIC;


--
-- Name: FUNCTION hold_periods(p_company uuid); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.hold_periods(p_company uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION private.hold_periods(p_company uuid) TO authenticated;


--
-- Name: FUNCTION import_progress(p_import private.imports); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.import_progress(p_import private.imports) FROM PUBLIC;


--
-- Name: FUNCTION imported_names(p_import uuid, p_field text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.imported_names(p_import uuid, p_field text) FROM PUBLIC;


--
-- Name: FUNCTION instant_text(p_at timestamp with time zone); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.instant_text(p_at timestamp with time zone) FROM PUBLIC;


--
-- Name: FUNCTION invoice_cells(p_company uuid, p_from date, p_to date); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.invoice_cells(p_company uuid, p_from date, p_to date) FROM PUBLIC;


--
-- Name: FUNCTION invoice_facts(i public.invoices, p_items text, p_form integer); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.invoice_facts(i public.invoices, p_items text, p_form integer) FROM PUBLIC;


--
-- Name: FUNCTION invoice_interval(p_interval text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.invoice_interval(p_interval text) FROM PUBLIC;


--
-- Name: FUNCTION invoice_item_facts(p_company uuid, p_invoice uuid, p_form integer); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.invoice_item_facts(p_company uuid, p_invoice uuid, p_form integer) FROM PUBLIC;


--
-- Name: FUNCTION invoice_totals(p_company uuid, p_invoice uuid, p_currency text, p_tax_mode text, OUT net_total numeric, OUT tax_total numeric, OUT gross_total numeric, OUT tax_breakdown jsonb); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.invoice_totals(p_company uuid, p_invoice uuid, p_currency text, p_tax_mode text, OUT net_total numeric, OUT tax_total numeric, OUT gross_total numeric, OUT tax_breakdown jsonb) FROM PUBLIC;


--
-- Name: TABLE invites; Type: ACL; Schema: public; Owner: -
--

GRANT ALL ON TABLE public.invites TO service_role;
GRANT SELECT ON TABLE public.invites TO authenticated;


--
-- Name: FUNCTION is_backed(p_invite public.invites); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.is_backed(p_invite public.invites) FROM PUBLIC;


--
-- Name: FUNCTION is_closed(p_company uuid, p_day date); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.is_closed(p_company uuid, p_day date) FROM PUBLIC;
GRANT ALL ON FUNCTION private.is_closed(p_company uuid, p_day date) TO authenticated;


--
-- Name: FUNCTION is_currency(p_code text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.is_currency(p_code text) FROM PUBLIC;
GRANT ALL ON FUNCTION private.is_currency(p_code text) TO authenticated;
GRANT ALL ON FUNCTION private.is_currency(p_code text) TO service_role;


--
-- Name: FUNCTION is_day_text(p_text text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.is_day_text(p_text text) FROM PUBLIC;
GRANT ALL ON FUNCTION private.is_day_text(p_text text) TO authenticated;
GRANT ALL ON FUNCTION private.is_day_text(p_text text) TO service_role;


--
-- Name: FUNCTION is_decided(p_company uuid, p_expense uuid); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.is_decided(p_company uuid, p_expense uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION private.is_decided(p_company uuid, p_expense uuid) TO authenticated;


--
-- Name: FUNCTION is_due(p_is_active boolean, p_auto boolean, p_next date, p_lead integer, p_end date, p_today date); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.is_due(p_is_active boolean, p_auto boolean, p_next date, p_lead integer, p_end date, p_today date) FROM PUBLIC;


--
-- Name: FUNCTION is_entered(p_company uuid); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.is_entered(p_company uuid) FROM PUBLIC;


--
-- Name: FUNCTION is_exported(p_company uuid); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.is_exported(p_company uuid) FROM PUBLIC;


--
-- Name: FUNCTION is_freshly_authenticated(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.is_freshly_authenticated() FROM PUBLIC;


--
-- Name: FUNCTION is_iban(p_iban text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.is_iban(p_iban text) FROM PUBLIC;
GRANT ALL ON FUNCTION private.is_iban(p_iban text) TO authenticated;
GRANT ALL ON FUNCTION private.is_iban(p_iban text) TO service_role;


--
-- Name: FUNCTION is_imported_object(p_bucket text, p_name text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.is_imported_object(p_bucket text, p_name text) FROM PUBLIC;
GRANT ALL ON FUNCTION private.is_imported_object(p_bucket text, p_name text) TO authenticated;


--
-- Name: FUNCTION is_importing(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.is_importing() FROM PUBLIC;
GRANT ALL ON FUNCTION private.is_importing() TO authenticated;
GRANT ALL ON FUNCTION private.is_importing() TO service_role;


--
-- Name: FUNCTION is_in_ledger(p_name text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.is_in_ledger(p_name text) FROM PUBLIC;


--
-- Name: FUNCTION is_in_series(p_start date, p_interval text, p_end date, p_date date); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.is_in_series(p_start date, p_interval text, p_end date, p_date date) FROM PUBLIC;


--
-- Name: FUNCTION is_kept_object(p_name text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.is_kept_object(p_name text) FROM PUBLIC;
GRANT ALL ON FUNCTION private.is_kept_object(p_name text) TO authenticated;


--
-- Name: FUNCTION is_known_rate(p_rate numeric); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.is_known_rate(p_rate numeric) FROM PUBLIC;


--
-- Name: FUNCTION is_number_format(p_format text, p_placeholders text[]); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.is_number_format(p_format text, p_placeholders text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION private.is_number_format(p_format text, p_placeholders text[]) TO authenticated;
GRANT ALL ON FUNCTION private.is_number_format(p_format text, p_placeholders text[]) TO service_role;


--
-- Name: FUNCTION is_of_deleted_company(p_name text, p_stored_at timestamp with time zone); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.is_of_deleted_company(p_name text, p_stored_at timestamp with time zone) FROM PUBLIC;


--
-- Name: TABLE activity_log; Type: ACL; Schema: public; Owner: -
--

GRANT ALL ON TABLE public.activity_log TO service_role;
GRANT SELECT ON TABLE public.activity_log TO authenticated;


--
-- Name: COLUMN activity_log.id; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(id) ON TABLE public.activity_log TO authenticated;


--
-- Name: COLUMN activity_log.company_id; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(company_id) ON TABLE public.activity_log TO authenticated;


--
-- Name: COLUMN activity_log.actor_id; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(actor_id) ON TABLE public.activity_log TO authenticated;


--
-- Name: COLUMN activity_log.type; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(type) ON TABLE public.activity_log TO authenticated;


--
-- Name: COLUMN activity_log.entity_type; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(entity_type) ON TABLE public.activity_log TO authenticated;


--
-- Name: COLUMN activity_log.entity_id; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(entity_id) ON TABLE public.activity_log TO authenticated;


--
-- Name: COLUMN activity_log.entity_label; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(entity_label) ON TABLE public.activity_log TO authenticated;


--
-- Name: COLUMN activity_log.changes; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(changes) ON TABLE public.activity_log TO authenticated;


--
-- Name: COLUMN activity_log.rev; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(rev) ON TABLE public.activity_log TO authenticated;


--
-- Name: FUNCTION is_of_procedure(l public.activity_log); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.is_of_procedure(l public.activity_log) FROM PUBLIC;


--
-- Name: FUNCTION is_owner(p_company uuid); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.is_owner(p_company uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION private.is_owner(p_company uuid) TO authenticated;


--
-- Name: FUNCTION is_owner_or_alone(p_company uuid); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.is_owner_or_alone(p_company uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION private.is_owner_or_alone(p_company uuid) TO authenticated;


--
-- Name: FUNCTION is_percent(p_value jsonb); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.is_percent(p_value jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION private.is_percent(p_value jsonb) TO authenticated;


--
-- Name: FUNCTION is_picture_path(p_name text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.is_picture_path(p_name text) FROM PUBLIC;
GRANT ALL ON FUNCTION private.is_picture_path(p_name text) TO authenticated;


--
-- Name: FUNCTION is_possible_vat_id(p_vat_id text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.is_possible_vat_id(p_vat_id text) FROM PUBLIC;


--
-- Name: FUNCTION is_printable(p_text text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.is_printable(p_text text) FROM PUBLIC;


--
-- Name: FUNCTION is_printed_logo(p_name text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.is_printed_logo(p_name text) FROM PUBLIC;
GRANT ALL ON FUNCTION private.is_printed_logo(p_name text) TO authenticated;


--
-- Name: FUNCTION is_rate_in_force(p_country text, p_rate numeric, p_day date); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.is_rate_in_force(p_country text, p_rate numeric, p_day date) FROM PUBLIC;


--
-- Name: FUNCTION is_refusal(p_state text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.is_refusal(p_state text) FROM PUBLIC;
GRANT ALL ON FUNCTION private.is_refusal(p_state text) TO authenticated;


--
-- Name: FUNCTION is_restored(p_table text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.is_restored(p_table text) FROM PUBLIC;


--
-- Name: FUNCTION is_reversed_expense(p_company uuid, p_id uuid); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.is_reversed_expense(p_company uuid, p_id uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION private.is_reversed_expense(p_company uuid, p_id uuid) TO authenticated;


--
-- Name: FUNCTION is_reversed_payment(p_company uuid, p_id uuid); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.is_reversed_payment(p_company uuid, p_id uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION private.is_reversed_payment(p_company uuid, p_id uuid) TO authenticated;


--
-- Name: FUNCTION is_signed_in(p_subscription private.push_subscriptions); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.is_signed_in(p_subscription private.push_subscriptions) FROM PUBLIC;


--
-- Name: FUNCTION is_verified_object(p_name text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.is_verified_object(p_name text) FROM PUBLIC;
GRANT ALL ON FUNCTION private.is_verified_object(p_name text) TO authenticated;


--
-- Name: FUNCTION issue_invoice(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.issue_invoice() FROM PUBLIC;


--
-- Name: FUNCTION issue_problems(p_invoice public.invoices); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.issue_problems(p_invoice public.invoices) FROM PUBLIC;
GRANT ALL ON FUNCTION private.issue_problems(p_invoice public.invoices) TO authenticated;
GRANT ALL ON FUNCTION private.issue_problems(p_invoice public.invoices) TO service_role;


--
-- Name: FUNCTION issue_warnings(p_invoice public.invoices); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.issue_warnings(p_invoice public.invoices) FROM PUBLIC;


--
-- Name: TABLE invoice_items; Type: ACL; Schema: public; Owner: -
--

GRANT ALL ON TABLE public.invoice_items TO service_role;
GRANT SELECT,DELETE ON TABLE public.invoice_items TO authenticated;


--
-- Name: COLUMN invoice_items.id; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(id) ON TABLE public.invoice_items TO authenticated;


--
-- Name: COLUMN invoice_items.company_id; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(company_id) ON TABLE public.invoice_items TO authenticated;


--
-- Name: COLUMN invoice_items.invoice_id; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(invoice_id) ON TABLE public.invoice_items TO authenticated;


--
-- Name: COLUMN invoice_items."position"; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT("position"),UPDATE("position") ON TABLE public.invoice_items TO authenticated;


--
-- Name: COLUMN invoice_items.product_id; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(product_id),UPDATE(product_id) ON TABLE public.invoice_items TO authenticated;


--
-- Name: COLUMN invoice_items.description; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(description),UPDATE(description) ON TABLE public.invoice_items TO authenticated;


--
-- Name: COLUMN invoice_items.unit; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(unit),UPDATE(unit) ON TABLE public.invoice_items TO authenticated;


--
-- Name: COLUMN invoice_items.quantity; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(quantity),UPDATE(quantity) ON TABLE public.invoice_items TO authenticated;


--
-- Name: COLUMN invoice_items.unit_price; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(unit_price),UPDATE(unit_price) ON TABLE public.invoice_items TO authenticated;


--
-- Name: COLUMN invoice_items.discount_percent; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(discount_percent),UPDATE(discount_percent) ON TABLE public.invoice_items TO authenticated;


--
-- Name: COLUMN invoice_items.tax_rate; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(tax_rate),UPDATE(tax_rate) ON TABLE public.invoice_items TO authenticated;


--
-- Name: COLUMN invoice_items.tax_category; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(tax_category),UPDATE(tax_category) ON TABLE public.invoice_items TO authenticated;


--
-- Name: COLUMN invoice_items.exemption_reason; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(exemption_reason),UPDATE(exemption_reason) ON TABLE public.invoice_items TO authenticated;


--
-- Name: COLUMN invoice_items.origin_item_id; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(origin_item_id),UPDATE(origin_item_id) ON TABLE public.invoice_items TO authenticated;


--
-- Name: FUNCTION items_left(p_invoice public.invoices); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.items_left(p_invoice public.invoices) FROM PUBLIC;


--
-- Name: FUNCTION keep_booked_expense(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.keep_booked_expense() FROM PUBLIC;


--
-- Name: FUNCTION keep_booked_receipt(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.keep_booked_receipt() FROM PUBLIC;


--
-- Name: TABLE periods; Type: ACL; Schema: public; Owner: -
--

GRANT ALL ON TABLE public.periods TO service_role;
GRANT SELECT ON TABLE public.periods TO authenticated;


--
-- Name: COLUMN periods.id; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(id) ON TABLE public.periods TO authenticated;


--
-- Name: COLUMN periods.company_id; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(company_id) ON TABLE public.periods TO authenticated;


--
-- Name: COLUMN periods.month; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(month) ON TABLE public.periods TO authenticated;


--
-- Name: COLUMN periods.is_closed; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(is_closed),UPDATE(is_closed) ON TABLE public.periods TO authenticated;


--
-- Name: COLUMN periods.reason; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(reason),UPDATE(reason) ON TABLE public.periods TO authenticated;


--
-- Name: COLUMN periods.rev; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(rev),UPDATE(rev) ON TABLE public.periods TO authenticated;


--
-- Name: FUNCTION keep_figures(p_period public.periods, p_at timestamp with time zone); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.keep_figures(p_period public.periods, p_at timestamp with time zone) FROM PUBLIC;


--
-- Name: FUNCTION keep_figures_of_closing(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.keep_figures_of_closing() FROM PUBLIC;


--
-- Name: FUNCTION keep_ledger(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.keep_ledger() FROM PUBLIC;


--
-- Name: FUNCTION keep_missing_figures(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.keep_missing_figures() FROM PUBLIC;


--
-- Name: FUNCTION keep_money_day(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.keep_money_day() FROM PUBLIC;


--
-- Name: FUNCTION keep_owner(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.keep_owner() FROM PUBLIC;


--
-- Name: FUNCTION keep_receipt(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.keep_receipt() FROM PUBLIC;


--
-- Name: FUNCTION keep_tax_lines(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.keep_tax_lines() FROM PUBLIC;


--
-- Name: FUNCTION keep_today_open(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.keep_today_open() FROM PUBLIC;


--
-- Name: FUNCTION kept_until(p_country text, p_kind text, p_day date); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.kept_until(p_country text, p_kind text, p_day date) FROM PUBLIC;


--
-- Name: FUNCTION keys_of(p_company uuid, p_user uuid); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.keys_of(p_company uuid, p_user uuid) FROM PUBLIC;


--
-- Name: FUNCTION lease_document(p_lease private.number_leases); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.lease_document(p_lease private.number_leases) FROM PUBLIC;


--
-- Name: FUNCTION lease_of_claim(p_invoice public.invoices); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.lease_of_claim(p_invoice public.invoices) FROM PUBLIC;


--
-- Name: FUNCTION leave_tax(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.leave_tax() FROM PUBLIC;


--
-- Name: FUNCTION ledger_form(p_collection text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.ledger_form(p_collection text) FROM PUBLIC;


--
-- Name: FUNCTION ledger_head(p_company uuid, p_known bigint); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.ledger_head(p_company uuid, p_known bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION private.ledger_head(p_company uuid, p_known bigint) TO authenticated;


--
-- Name: FUNCTION letterhead(p_company uuid, p_language text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.letterhead(p_company uuid, p_language text) FROM PUBLIC;


--
-- Name: FUNCTION limit_bank_accounts(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.limit_bank_accounts() FROM PUBLIC;


--
-- Name: FUNCTION limit_items(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.limit_items() FROM PUBLIC;


--
-- Name: FUNCTION line_net(p_quantity numeric, p_unit_price numeric, p_discount_percent numeric, p_exponent integer); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.line_net(p_quantity numeric, p_unit_price numeric, p_discount_percent numeric, p_exponent integer) FROM PUBLIC;


--
-- Name: FUNCTION lines_of(p_collection text, p_id uuid); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.lines_of(p_collection text, p_id uuid) FROM PUBLIC;


--
-- Name: FUNCTION lock_for_owner(p_company uuid); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.lock_for_owner(p_company uuid) FROM PUBLIC;


--
-- Name: FUNCTION lock_invite(p_invite uuid); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.lock_invite(p_invite uuid) FROM PUBLIC;


--
-- Name: FUNCTION lock_people(p_company uuid, p_key text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.lock_people(p_company uuid, p_key text) FROM PUBLIC;


--
-- Name: FUNCTION locked_expense(p_company uuid, p_id uuid); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.locked_expense(p_company uuid, p_id uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION private.locked_expense(p_company uuid, p_id uuid) TO authenticated;


--
-- Name: FUNCTION locked_invoice(p_id uuid, OUT company_id uuid, OUT status text, OUT currency text, OUT created_by uuid); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.locked_invoice(p_id uuid, OUT company_id uuid, OUT status text, OUT currency text, OUT created_by uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION private.locked_invoice(p_id uuid, OUT company_id uuid, OUT status text, OUT currency text, OUT created_by uuid) TO authenticated;
GRANT ALL ON FUNCTION private.locked_invoice(p_id uuid, OUT company_id uuid, OUT status text, OUT currency text, OUT created_by uuid) TO service_role;


--
-- Name: FUNCTION locked_lease(p_company uuid, p_id uuid); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.locked_lease(p_company uuid, p_id uuid) FROM PUBLIC;


--
-- Name: FUNCTION locked_recurring_invoice(p_id uuid, OUT company_id uuid, OUT created_by uuid, OUT generate_as text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.locked_recurring_invoice(p_id uuid, OUT company_id uuid, OUT created_by uuid, OUT generate_as text) FROM PUBLIC;
GRANT ALL ON FUNCTION private.locked_recurring_invoice(p_id uuid, OUT company_id uuid, OUT created_by uuid, OUT generate_as text) TO authenticated;
GRANT ALL ON FUNCTION private.locked_recurring_invoice(p_id uuid, OUT company_id uuid, OUT created_by uuid, OUT generate_as text) TO service_role;


--
-- Name: FUNCTION log_activity(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.log_activity() FROM PUBLIC;


--
-- Name: FUNCTION log_change(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.log_change() FROM PUBLIC;


--
-- Name: FUNCTION log_heads(p_company uuid); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.log_heads(p_company uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION private.log_heads(p_company uuid) TO authenticated;


--
-- Name: FUNCTION log_member_change(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.log_member_change() FROM PUBLIC;


--
-- Name: FUNCTION mail_facts(p_mail private.invoice_mails); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.mail_facts(p_mail private.invoice_mails) FROM PUBLIC;


--
-- Name: FUNCTION mail_problem(p_invoice public.invoices, p_mail jsonb); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.mail_problem(p_invoice public.invoices, p_mail jsonb) FROM PUBLIC;


--
-- Name: PROCEDURE make_nested(IN p_collection text, IN p_key text, IN p_table name, IN p_parent name, IN p_columns name[]); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON PROCEDURE private.make_nested(IN p_collection text, IN p_key text, IN p_table name, IN p_parent name, IN p_columns name[]) FROM PUBLIC;


--
-- Name: PROCEDURE make_synced(IN p_collection text, IN p_position integer, IN p_table name, IN p_insertable name[], IN p_updatable name[], IN p_resource text, IN p_source text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON PROCEDURE private.make_synced(IN p_collection text, IN p_position integer, IN p_table name, IN p_insertable name[], IN p_updatable name[], IN p_resource text, IN p_source text) FROM PUBLIC;


--
-- Name: FUNCTION mark_history(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.mark_history() FROM PUBLIC;


--
-- Name: FUNCTION mark_push(p_company uuid, p_changes integer); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.mark_push(p_company uuid, p_changes integer) FROM PUBLIC;
GRANT ALL ON FUNCTION private.mark_push(p_company uuid, p_changes integer) TO authenticated;


--
-- Name: FUNCTION mark_trouble(p_company uuid, p_mark text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.mark_trouble(p_company uuid, p_mark text) FROM PUBLIC;
GRANT ALL ON FUNCTION private.mark_trouble(p_company uuid, p_mark text) TO authenticated;


--
-- Name: FUNCTION masked_bank_data(p_value jsonb, p_is_number boolean); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.masked_bank_data(p_value jsonb, p_is_number boolean) FROM PUBLIC;


--
-- Name: FUNCTION may_notify(p_notification private.notifications); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.may_notify(p_notification private.notifications) FROM PUBLIC;


--
-- Name: FUNCTION minor_units(p_currency text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.minor_units(p_currency text) FROM PUBLIC;


--
-- Name: FUNCTION misshapen_setting(p_defaults jsonb, p_value jsonb); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.misshapen_setting(p_defaults jsonb, p_value jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION private.misshapen_setting(p_defaults jsonb, p_value jsonb) TO authenticated;
GRANT ALL ON FUNCTION private.misshapen_setting(p_defaults jsonb, p_value jsonb) TO service_role;


--
-- Name: FUNCTION money_day(p_expense public.expenses); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.money_day(p_expense public.expenses) FROM PUBLIC;
GRANT ALL ON FUNCTION private.money_day(p_expense public.expenses) TO authenticated;


--
-- Name: FUNCTION month_cells(p_company uuid, p_month date); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.month_cells(p_company uuid, p_month date) FROM PUBLIC;


--
-- Name: FUNCTION my_companies(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.my_companies() FROM PUBLIC;
GRANT ALL ON FUNCTION private.my_companies() TO authenticated;


--
-- Name: FUNCTION my_company_folders(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.my_company_folders() FROM PUBLIC;
GRANT ALL ON FUNCTION private.my_company_folders() TO authenticated;


--
-- Name: FUNCTION my_confirmed_email(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.my_confirmed_email() FROM PUBLIC;


--
-- Name: FUNCTION my_invite(p_invite uuid, p_token text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.my_invite(p_invite uuid, p_token text) FROM PUBLIC;


--
-- Name: FUNCTION name_own_company(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.name_own_company() FROM PUBLIC;


--
-- Name: FUNCTION nameable(p_company uuid, p_collection text, p_ids uuid[]); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.nameable(p_company uuid, p_collection text, p_ids uuid[]) FROM PUBLIC;
GRANT ALL ON FUNCTION private.nameable(p_company uuid, p_collection text, p_ids uuid[]) TO authenticated;


--
-- Name: FUNCTION next_generation(p_start date, p_interval text, p_last date, p_skip_before date); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.next_generation(p_start date, p_interval text, p_last date, p_skip_before date) FROM PUBLIC;


--
-- Name: FUNCTION next_invoice_number(p_company uuid, p_date date, p_type text, OUT number text, OUT year integer, OUT seq bigint, OUT series text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.next_invoice_number(p_company uuid, p_date date, p_type text, OUT number text, OUT year integer, OUT seq bigint, OUT series text) FROM PUBLIC;


--
-- Name: FUNCTION next_seq(p_company uuid); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.next_seq(p_company uuid) FROM PUBLIC;


--
-- Name: FUNCTION note_access_change(p_type text, p_member public.company_users, p_changes jsonb); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.note_access_change(p_type text, p_member public.company_users, p_changes jsonb) FROM PUBLIC;


--
-- Name: FUNCTION note_expense_step(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.note_expense_step() FROM PUBLIC;


--
-- Name: FUNCTION note_export(p_company uuid, p_books text, p_sha256 text, p_bytes bigint, p_is_complete boolean); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.note_export(p_company uuid, p_books text, p_sha256 text, p_bytes bigint, p_is_complete boolean) FROM PUBLIC;


--
-- Name: FUNCTION note_invite(p_type text, p_invite public.invites); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.note_invite(p_type text, p_invite public.invites) FROM PUBLIC;


--
-- Name: FUNCTION note_lease(p_lease private.number_leases, p_type text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.note_lease(p_lease private.number_leases, p_type text) FROM PUBLIC;


--
-- Name: FUNCTION note_rate(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.note_rate() FROM PUBLIC;


--
-- Name: FUNCTION note_seller_state(p_company uuid); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.note_seller_state(p_company uuid) FROM PUBLIC;


--
-- Name: FUNCTION note_sent_mail(p_mail private.invoice_mails); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.note_sent_mail(p_mail private.invoice_mails) FROM PUBLIC;


--
-- Name: FUNCTION note_unknown_timezone(p_company uuid, p_day date); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.note_unknown_timezone(p_company uuid, p_day date) FROM PUBLIC;


--
-- Name: FUNCTION notification_contents(p_notification private.notifications); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.notification_contents(p_notification private.notifications) FROM PUBLIC;


--
-- Name: FUNCTION notification_kind(p_step text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.notification_kind(p_step text) FROM PUBLIC;


--
-- Name: FUNCTION notification_steps(p_notification private.notifications); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.notification_steps(p_notification private.notifications) FROM PUBLIC;


--
-- Name: FUNCTION number_delivery_note(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.number_delivery_note() FROM PUBLIC;


--
-- Name: FUNCTION number_shape(p_format text, p_prefix text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.number_shape(p_format text, p_prefix text) FROM PUBLIC;
GRANT ALL ON FUNCTION private.number_shape(p_format text, p_prefix text) TO authenticated;
GRANT ALL ON FUNCTION private.number_shape(p_format text, p_prefix text) TO service_role;


--
-- Name: FUNCTION number_text(p_number numeric); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.number_text(p_number numeric) FROM PUBLIC;


--
-- Name: FUNCTION one_tax_line(p_expense public.expenses, p_country text, p_like jsonb); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.one_tax_line(p_expense public.expenses, p_country text, p_like jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION private.one_tax_line(p_expense public.expenses, p_country text, p_like jsonb) TO authenticated;


--
-- Name: FUNCTION open_amount(p_invoice public.invoices); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.open_amount(p_invoice public.invoices) FROM PUBLIC;


--
-- Name: FUNCTION own_country(p_company uuid); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.own_country(p_company uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION private.own_country(p_company uuid) TO authenticated;


--
-- Name: FUNCTION own_import(p_id uuid); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.own_import(p_id uuid) FROM PUBLIC;


--
-- Name: FUNCTION own_series_format(p_settings jsonb, p_series text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.own_series_format(p_settings jsonb, p_series text) FROM PUBLIC;
GRANT ALL ON FUNCTION private.own_series_format(p_settings jsonb, p_series text) TO authenticated;
GRANT ALL ON FUNCTION private.own_series_format(p_settings jsonb, p_series text) TO service_role;


--
-- Name: FUNCTION paid_part(p_amount numeric, p_balance numeric, p_gross numeric, p_digits integer); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.paid_part(p_amount numeric, p_balance numeric, p_gross numeric, p_digits integer) FROM PUBLIC;


--
-- Name: FUNCTION parties_of(p_invoice public.invoices, OUT seller jsonb, OUT buyer jsonb); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.parties_of(p_invoice public.invoices, OUT seller jsonb, OUT buyer jsonb) FROM PUBLIC;


--
-- Name: FUNCTION parts_tax(p_parts jsonb); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.parts_tax(p_parts jsonb) FROM PUBLIC;


--
-- Name: FUNCTION payload_of(p_collection text, p_company uuid, p_record uuid, p_form integer); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.payload_of(p_collection text, p_company uuid, p_record uuid, p_form integer) FROM PUBLIC;


--
-- Name: FUNCTION payment_cells(p_company uuid, p_from date, p_to date); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.payment_cells(p_company uuid, p_from date, p_to date) FROM PUBLIC;


--
-- Name: FUNCTION payment_day(p_paid_on date, p_booked_on date); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.payment_day(p_paid_on date, p_booked_on date) FROM PUBLIC;
GRANT ALL ON FUNCTION private.payment_day(p_paid_on date, p_booked_on date) TO authenticated;


--
-- Name: TABLE payments; Type: ACL; Schema: public; Owner: -
--

GRANT ALL ON TABLE public.payments TO service_role;
GRANT SELECT,DELETE ON TABLE public.payments TO authenticated;


--
-- Name: COLUMN payments.id; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(id) ON TABLE public.payments TO authenticated;


--
-- Name: COLUMN payments.company_id; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(company_id) ON TABLE public.payments TO authenticated;


--
-- Name: COLUMN payments.invoice_id; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(invoice_id),UPDATE(invoice_id) ON TABLE public.payments TO authenticated;


--
-- Name: COLUMN payments.amount; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(amount),UPDATE(amount) ON TABLE public.payments TO authenticated;


--
-- Name: COLUMN payments.currency; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(currency),UPDATE(currency) ON TABLE public.payments TO authenticated;


--
-- Name: COLUMN payments.payment_date; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(payment_date),UPDATE(payment_date) ON TABLE public.payments TO authenticated;


--
-- Name: COLUMN payments.method; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(method),UPDATE(method) ON TABLE public.payments TO authenticated;


--
-- Name: COLUMN payments.reference; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(reference),UPDATE(reference) ON TABLE public.payments TO authenticated;


--
-- Name: COLUMN payments.notes; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(notes),UPDATE(notes) ON TABLE public.payments TO authenticated;


--
-- Name: COLUMN payments.created_by; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(created_by) ON TABLE public.payments TO authenticated;


--
-- Name: COLUMN payments.rev; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(rev),UPDATE(rev) ON TABLE public.payments TO authenticated;


--
-- Name: COLUMN payments.is_separate; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(is_separate),UPDATE(is_separate) ON TABLE public.payments TO authenticated;


--
-- Name: COLUMN payments.reverses_payment_id; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(reverses_payment_id) ON TABLE public.payments TO authenticated;


--
-- Name: COLUMN payments.reversal_reason; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(reversal_reason) ON TABLE public.payments TO authenticated;


--
-- Name: COLUMN payments.booked_on; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(booked_on),UPDATE(booked_on) ON TABLE public.payments TO authenticated;


--
-- Name: COLUMN payments.exchange; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(exchange),UPDATE(exchange) ON TABLE public.payments TO authenticated;


--
-- Name: FUNCTION payment_facts(p public.payments, p_form integer); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.payment_facts(p public.payments, p_form integer) FROM PUBLIC;


--
-- Name: FUNCTION payment_state(p_gross numeric, p_paid numeric); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.payment_state(p_gross numeric, p_paid numeric) FROM PUBLIC;


--
-- Name: FUNCTION period_facts(p public.periods, p_form integer); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.period_facts(p public.periods, p_form integer) FROM PUBLIC;


--
-- Name: FUNCTION place_for_again(p_path text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.place_for_again(p_path text) FROM PUBLIC;
GRANT ALL ON FUNCTION private.place_for_again(p_path text) TO authenticated;


--
-- Name: FUNCTION place_rows(p_import uuid, p_table text, p_source regclass); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.place_rows(p_import uuid, p_table text, p_source regclass) FROM PUBLIC;


--
-- Name: FUNCTION plan_recurring_expense(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.plan_recurring_expense() FROM PUBLIC;


--
-- Name: FUNCTION plan_recurring_invoice(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.plan_recurring_invoice() FROM PUBLIC;


--
-- Name: FUNCTION procedure_facts(p_company uuid, p_app text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.procedure_facts(p_company uuid, p_app text) FROM PUBLIC;


--
-- Name: FUNCTION public_changes(p_changes jsonb); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.public_changes(p_changes jsonb) FROM PUBLIC;


--
-- Name: FUNCTION pull_collection(p_company uuid, p_collection text, p_source text, p_after bigint, p_head bigint, p_limit integer, p_bytes integer, p_snapshot boolean, OUT page json, OUT taken integer, OUT bytes integer); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.pull_collection(p_company uuid, p_collection text, p_source text, p_after bigint, p_head bigint, p_limit integer, p_bytes integer, p_snapshot boolean, OUT page json, OUT taken integer, OUT bytes integer) FROM PUBLIC;
GRANT ALL ON FUNCTION private.pull_collection(p_company uuid, p_collection text, p_source text, p_after bigint, p_head bigint, p_limit integer, p_bytes integer, p_snapshot boolean, OUT page json, OUT taken integer, OUT bytes integer) TO authenticated;


--
-- Name: FUNCTION push_change(p_company uuid, p_change jsonb); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.push_change(p_company uuid, p_change jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION private.push_change(p_company uuid, p_change jsonb) TO authenticated;


--
-- Name: FUNCTION push_changes(p_company uuid, p_changes jsonb); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.push_changes(p_company uuid, p_changes jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION private.push_changes(p_company uuid, p_changes jsonb) TO authenticated;


--
-- Name: FUNCTION push_run(p_registry private.synced_collections, p_company uuid, p_changes jsonb[]); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.push_run(p_registry private.synced_collections, p_company uuid, p_changes jsonb[]) FROM PUBLIC;
GRANT ALL ON FUNCTION private.push_run(p_registry private.synced_collections, p_company uuid, p_changes jsonb[]) TO authenticated;


--
-- Name: FUNCTION rate_decimals(p_currency text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.rate_decimals(p_currency text) FROM PUBLIC;


--
-- Name: FUNCTION "read private.company_documents"(p_company uuid, p_ids uuid[], p_bytes integer, OUT docs json, OUT taken integer, OUT seen uuid[], OUT cut integer); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private."read private.company_documents"(p_company uuid, p_ids uuid[], p_bytes integer, OUT docs json, OUT taken integer, OUT seen uuid[], OUT cut integer) FROM PUBLIC;
GRANT ALL ON FUNCTION private."read private.company_documents"(p_company uuid, p_ids uuid[], p_bytes integer, OUT docs json, OUT taken integer, OUT seen uuid[], OUT cut integer) TO authenticated;


--
-- Name: FUNCTION "read private.invoice_documents"(p_company uuid, p_ids uuid[], p_bytes integer, OUT docs json, OUT taken integer, OUT seen uuid[], OUT cut integer); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private."read private.invoice_documents"(p_company uuid, p_ids uuid[], p_bytes integer, OUT docs json, OUT taken integer, OUT seen uuid[], OUT cut integer) FROM PUBLIC;
GRANT ALL ON FUNCTION private."read private.invoice_documents"(p_company uuid, p_ids uuid[], p_bytes integer, OUT docs json, OUT taken integer, OUT seen uuid[], OUT cut integer) TO authenticated;


--
-- Name: FUNCTION "read private.members"(p_company uuid, p_ids uuid[], p_bytes integer, OUT docs json, OUT taken integer, OUT seen uuid[], OUT cut integer); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private."read private.members"(p_company uuid, p_ids uuid[], p_bytes integer, OUT docs json, OUT taken integer, OUT seen uuid[], OUT cut integer) FROM PUBLIC;
GRANT ALL ON FUNCTION private."read private.members"(p_company uuid, p_ids uuid[], p_bytes integer, OUT docs json, OUT taken integer, OUT seen uuid[], OUT cut integer) TO authenticated;


--
-- Name: FUNCTION "read private.recurring_invoice_documents"(p_company uuid, p_ids uuid[], p_bytes integer, OUT docs json, OUT taken integer, OUT seen uuid[], OUT cut integer); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private."read private.recurring_invoice_documents"(p_company uuid, p_ids uuid[], p_bytes integer, OUT docs json, OUT taken integer, OUT seen uuid[], OUT cut integer) FROM PUBLIC;
GRANT ALL ON FUNCTION private."read private.recurring_invoice_documents"(p_company uuid, p_ids uuid[], p_bytes integer, OUT docs json, OUT taken integer, OUT seen uuid[], OUT cut integer) TO authenticated;


--
-- Name: FUNCTION "read public.activity_log"(p_company uuid, p_ids uuid[], p_bytes integer, OUT docs json, OUT taken integer, OUT seen uuid[], OUT cut integer); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private."read public.activity_log"(p_company uuid, p_ids uuid[], p_bytes integer, OUT docs json, OUT taken integer, OUT seen uuid[], OUT cut integer) FROM PUBLIC;
GRANT ALL ON FUNCTION private."read public.activity_log"(p_company uuid, p_ids uuid[], p_bytes integer, OUT docs json, OUT taken integer, OUT seen uuid[], OUT cut integer) TO authenticated;


--
-- Name: FUNCTION "read public.customers"(p_company uuid, p_ids uuid[], p_bytes integer, OUT docs json, OUT taken integer, OUT seen uuid[], OUT cut integer); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private."read public.customers"(p_company uuid, p_ids uuid[], p_bytes integer, OUT docs json, OUT taken integer, OUT seen uuid[], OUT cut integer) FROM PUBLIC;
GRANT ALL ON FUNCTION private."read public.customers"(p_company uuid, p_ids uuid[], p_bytes integer, OUT docs json, OUT taken integer, OUT seen uuid[], OUT cut integer) TO authenticated;


--
-- Name: FUNCTION "read public.delivery_notes"(p_company uuid, p_ids uuid[], p_bytes integer, OUT docs json, OUT taken integer, OUT seen uuid[], OUT cut integer); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private."read public.delivery_notes"(p_company uuid, p_ids uuid[], p_bytes integer, OUT docs json, OUT taken integer, OUT seen uuid[], OUT cut integer) FROM PUBLIC;
GRANT ALL ON FUNCTION private."read public.delivery_notes"(p_company uuid, p_ids uuid[], p_bytes integer, OUT docs json, OUT taken integer, OUT seen uuid[], OUT cut integer) TO authenticated;


--
-- Name: FUNCTION "read public.expense_categories"(p_company uuid, p_ids uuid[], p_bytes integer, OUT docs json, OUT taken integer, OUT seen uuid[], OUT cut integer); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private."read public.expense_categories"(p_company uuid, p_ids uuid[], p_bytes integer, OUT docs json, OUT taken integer, OUT seen uuid[], OUT cut integer) FROM PUBLIC;
GRANT ALL ON FUNCTION private."read public.expense_categories"(p_company uuid, p_ids uuid[], p_bytes integer, OUT docs json, OUT taken integer, OUT seen uuid[], OUT cut integer) TO authenticated;


--
-- Name: FUNCTION "read public.expenses"(p_company uuid, p_ids uuid[], p_bytes integer, OUT docs json, OUT taken integer, OUT seen uuid[], OUT cut integer); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private."read public.expenses"(p_company uuid, p_ids uuid[], p_bytes integer, OUT docs json, OUT taken integer, OUT seen uuid[], OUT cut integer) FROM PUBLIC;
GRANT ALL ON FUNCTION private."read public.expenses"(p_company uuid, p_ids uuid[], p_bytes integer, OUT docs json, OUT taken integer, OUT seen uuid[], OUT cut integer) TO authenticated;


--
-- Name: FUNCTION "read public.files"(p_company uuid, p_ids uuid[], p_bytes integer, OUT docs json, OUT taken integer, OUT seen uuid[], OUT cut integer); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private."read public.files"(p_company uuid, p_ids uuid[], p_bytes integer, OUT docs json, OUT taken integer, OUT seen uuid[], OUT cut integer) FROM PUBLIC;
GRANT ALL ON FUNCTION private."read public.files"(p_company uuid, p_ids uuid[], p_bytes integer, OUT docs json, OUT taken integer, OUT seen uuid[], OUT cut integer) TO authenticated;


--
-- Name: FUNCTION "read public.invoice_products"(p_company uuid, p_ids uuid[], p_bytes integer, OUT docs json, OUT taken integer, OUT seen uuid[], OUT cut integer); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private."read public.invoice_products"(p_company uuid, p_ids uuid[], p_bytes integer, OUT docs json, OUT taken integer, OUT seen uuid[], OUT cut integer) FROM PUBLIC;
GRANT ALL ON FUNCTION private."read public.invoice_products"(p_company uuid, p_ids uuid[], p_bytes integer, OUT docs json, OUT taken integer, OUT seen uuid[], OUT cut integer) TO authenticated;


--
-- Name: FUNCTION "read public.payments"(p_company uuid, p_ids uuid[], p_bytes integer, OUT docs json, OUT taken integer, OUT seen uuid[], OUT cut integer); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private."read public.payments"(p_company uuid, p_ids uuid[], p_bytes integer, OUT docs json, OUT taken integer, OUT seen uuid[], OUT cut integer) FROM PUBLIC;
GRANT ALL ON FUNCTION private."read public.payments"(p_company uuid, p_ids uuid[], p_bytes integer, OUT docs json, OUT taken integer, OUT seen uuid[], OUT cut integer) TO authenticated;


--
-- Name: FUNCTION "read public.period_figures"(p_company uuid, p_ids uuid[], p_bytes integer, OUT docs json, OUT taken integer, OUT seen uuid[], OUT cut integer); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private."read public.period_figures"(p_company uuid, p_ids uuid[], p_bytes integer, OUT docs json, OUT taken integer, OUT seen uuid[], OUT cut integer) FROM PUBLIC;
GRANT ALL ON FUNCTION private."read public.period_figures"(p_company uuid, p_ids uuid[], p_bytes integer, OUT docs json, OUT taken integer, OUT seen uuid[], OUT cut integer) TO authenticated;


--
-- Name: FUNCTION "read public.periods"(p_company uuid, p_ids uuid[], p_bytes integer, OUT docs json, OUT taken integer, OUT seen uuid[], OUT cut integer); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private."read public.periods"(p_company uuid, p_ids uuid[], p_bytes integer, OUT docs json, OUT taken integer, OUT seen uuid[], OUT cut integer) FROM PUBLIC;
GRANT ALL ON FUNCTION private."read public.periods"(p_company uuid, p_ids uuid[], p_bytes integer, OUT docs json, OUT taken integer, OUT seen uuid[], OUT cut integer) TO authenticated;


--
-- Name: FUNCTION "read public.recurring_expenses"(p_company uuid, p_ids uuid[], p_bytes integer, OUT docs json, OUT taken integer, OUT seen uuid[], OUT cut integer); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private."read public.recurring_expenses"(p_company uuid, p_ids uuid[], p_bytes integer, OUT docs json, OUT taken integer, OUT seen uuid[], OUT cut integer) FROM PUBLIC;
GRANT ALL ON FUNCTION private."read public.recurring_expenses"(p_company uuid, p_ids uuid[], p_bytes integer, OUT docs json, OUT taken integer, OUT seen uuid[], OUT cut integer) TO authenticated;


--
-- Name: FUNCTION "read public.vendors"(p_company uuid, p_ids uuid[], p_bytes integer, OUT docs json, OUT taken integer, OUT seen uuid[], OUT cut integer); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private."read public.vendors"(p_company uuid, p_ids uuid[], p_bytes integer, OUT docs json, OUT taken integer, OUT seen uuid[], OUT cut integer) FROM PUBLIC;
GRANT ALL ON FUNCTION private."read public.vendors"(p_company uuid, p_ids uuid[], p_bytes integer, OUT docs json, OUT taken integer, OUT seen uuid[], OUT cut integer) TO authenticated;


--
-- Name: FUNCTION read_document(p_source text, p_company uuid, p_id uuid); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.read_document(p_source text, p_company uuid, p_id uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION private.read_document(p_source text, p_company uuid, p_id uuid) TO authenticated;


--
-- Name: FUNCTION read_documents(p_source text, p_company uuid, p_ids uuid[]); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.read_documents(p_source text, p_company uuid, p_ids uuid[]) FROM PUBLIC;
GRANT ALL ON FUNCTION private.read_documents(p_source text, p_company uuid, p_ids uuid[]) TO authenticated;


--
-- Name: FUNCTION read_log(p_company uuid, p_collection text, p_after bigint, p_limit integer, p_live_only boolean); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.read_log(p_company uuid, p_collection text, p_after bigint, p_limit integer, p_live_only boolean) FROM PUBLIC;
GRANT ALL ON FUNCTION private.read_log(p_company uuid, p_collection text, p_after bigint, p_limit integer, p_live_only boolean) TO authenticated;


--
-- Name: FUNCTION read_revs(p_source text, p_company uuid, p_ids uuid[]); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.read_revs(p_source text, p_company uuid, p_ids uuid[]) FROM PUBLIC;
GRANT ALL ON FUNCTION private.read_revs(p_source text, p_company uuid, p_ids uuid[]) TO authenticated;


--
-- Name: FUNCTION receipt_of_object(p_name text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.receipt_of_object(p_name text) FROM PUBLIC;
GRANT ALL ON FUNCTION private.receipt_of_object(p_name text) TO authenticated;


--
-- Name: FUNCTION record_fault(e public.ledger_entries); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.record_fault(e public.ledger_entries) FROM PUBLIC;


--
-- Name: FUNCTION recovery_hash(p_user uuid, p_code text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.recovery_hash(p_user uuid, p_code text) FROM PUBLIC;


--
-- Name: FUNCTION refusal_message(p_state text, p_message text, p_is_delete boolean); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.refusal_message(p_state text, p_message text, p_is_delete boolean) FROM PUBLIC;
GRANT ALL ON FUNCTION private.refusal_message(p_state text, p_message text, p_is_delete boolean) TO authenticated;


--
-- Name: FUNCTION refuse_booked(p_company uuid, p_day date, p_field text, p_since timestamp with time zone, p_word text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.refuse_booked(p_company uuid, p_day date, p_field text, p_since timestamp with time zone, p_word text) FROM PUBLIC;
GRANT ALL ON FUNCTION private.refuse_booked(p_company uuid, p_day date, p_field text, p_since timestamp with time zone, p_word text) TO authenticated;


--
-- Name: FUNCTION refuse_change_of_figures(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.refuse_change_of_figures() FROM PUBLIC;


--
-- Name: FUNCTION refuse_closed(p_company uuid, p_day date, p_field text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.refuse_closed(p_company uuid, p_day date, p_field text) FROM PUBLIC;
GRANT ALL ON FUNCTION private.refuse_closed(p_company uuid, p_day date, p_field text) TO authenticated;


--
-- Name: FUNCTION refuse_closed_expense(p_old public.expenses, p_new public.expenses); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.refuse_closed_expense(p_old public.expenses, p_new public.expenses) FROM PUBLIC;
GRANT ALL ON FUNCTION private.refuse_closed_expense(p_old public.expenses, p_new public.expenses) TO authenticated;


--
-- Name: FUNCTION refuse_expense_edit(p_old public.expenses, p_new public.expenses); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.refuse_expense_edit(p_old public.expenses, p_new public.expenses) FROM PUBLIC;
GRANT ALL ON FUNCTION private.refuse_expense_edit(p_old public.expenses, p_new public.expenses) TO authenticated;


--
-- Name: FUNCTION refuse_expense_step(p_from text, p_new public.expenses, p_paid_on_approval boolean); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.refuse_expense_step(p_from text, p_new public.expenses, p_paid_on_approval boolean) FROM PUBLIC;
GRANT ALL ON FUNCTION private.refuse_expense_step(p_from text, p_new public.expenses, p_paid_on_approval boolean) TO authenticated;


--
-- Name: FUNCTION refuse_invalid_settings(p_settings jsonb); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.refuse_invalid_settings(p_settings jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION private.refuse_invalid_settings(p_settings jsonb) TO authenticated;
GRANT ALL ON FUNCTION private.refuse_invalid_settings(p_settings jsonb) TO service_role;


--
-- Name: FUNCTION refuse_invoice_change(p_old public.invoices, p_new public.invoices); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.refuse_invoice_change(p_old public.invoices, p_new public.invoices) FROM PUBLIC;
GRANT ALL ON FUNCTION private.refuse_invoice_change(p_old public.invoices, p_new public.invoices) TO authenticated;
GRANT ALL ON FUNCTION private.refuse_invoice_change(p_old public.invoices, p_new public.invoices) TO service_role;


--
-- Name: FUNCTION refuse_period(p_is_active boolean, p_in_series boolean, p_period date, p_next date); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.refuse_period(p_is_active boolean, p_in_series boolean, p_period date, p_next date) FROM PUBLIC;


--
-- Name: FUNCTION refuse_row(p_table text, p_line integer, p_rule text, p_message text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.refuse_row(p_table text, p_line integer, p_rule text, p_message text) FROM PUBLIC;


--
-- Name: FUNCTION refuse_unbooking(p_old public.expenses, p_to text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.refuse_unbooking(p_old public.expenses, p_to text) FROM PUBLIC;
GRANT ALL ON FUNCTION private.refuse_unbooking(p_old public.expenses, p_to text) TO authenticated;


--
-- Name: FUNCTION refuse_wrong_books(p_company uuid); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.refuse_wrong_books(p_company uuid) FROM PUBLIC;


--
-- Name: FUNCTION remember_mutations(p_company uuid, p_changes jsonb[]); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.remember_mutations(p_company uuid, p_changes jsonb[]) FROM PUBLIC;
GRANT ALL ON FUNCTION private.remember_mutations(p_company uuid, p_changes jsonb[]) TO authenticated;


--
-- Name: FUNCTION renew_recurring_invoices(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.renew_recurring_invoices() FROM PUBLIC;


--
-- Name: FUNCTION replaced_id(p_id uuid); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.replaced_id(p_id uuid) FROM PUBLIC;


--
-- Name: FUNCTION require_exporter(p_company uuid); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.require_exporter(p_company uuid) FROM PUBLIC;


--
-- Name: FUNCTION require_key(p_company uuid, p_key text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.require_key(p_company uuid, p_key text) FROM PUBLIC;


--
-- Name: FUNCTION require_member(p_company uuid); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.require_member(p_company uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION private.require_member(p_company uuid) TO authenticated;


--
-- Name: FUNCTION require_person(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.require_person() FROM PUBLIC;


--
-- Name: FUNCTION require_session(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.require_session() FROM PUBLIC;


--
-- Name: FUNCTION retention_years(p_country text, p_kind text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.retention_years(p_country text, p_kind text) FROM PUBLIC;


--
-- Name: FUNCTION retotal_invoices(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.retotal_invoices() FROM PUBLIC;


--
-- Name: FUNCTION revoke_unbacked_invites(p_company uuid, p_user uuid); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.revoke_unbacked_invites(p_company uuid, p_user uuid) FROM PUBLIC;


--
-- Name: FUNCTION rounded_quotient(p_a numeric, p_b numeric, p_decimals integer); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.rounded_quotient(p_a numeric, p_b numeric, p_decimals integer) FROM PUBLIC;


--
-- Name: FUNCTION second_factor_satisfied(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.second_factor_satisfied() FROM PUBLIC;
GRANT ALL ON FUNCTION private.second_factor_satisfied() TO authenticated;


--
-- Name: FUNCTION sees_kind(p_company uuid, p_collection text, p_author uuid, p_confidential boolean); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.sees_kind(p_company uuid, p_collection text, p_author uuid, p_confidential boolean) FROM PUBLIC;
GRANT ALL ON FUNCTION private.sees_kind(p_company uuid, p_collection text, p_author uuid, p_confidential boolean) TO authenticated;


--
-- Name: FUNCTION seller_snapshot(p_company uuid, p_language text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.seller_snapshot(p_company uuid, p_language text) FROM PUBLIC;


--
-- Name: FUNCTION seller_state(p_company uuid, p_language text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.seller_state(p_company uuid, p_language text) FROM PUBLIC;


--
-- Name: FUNCTION senseless_reminders(p_reminders jsonb); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.senseless_reminders(p_reminders jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION private.senseless_reminders(p_reminders jsonb) TO authenticated;
GRANT ALL ON FUNCTION private.senseless_reminders(p_reminders jsonb) TO service_role;


--
-- Name: FUNCTION series_date(p_start date, p_interval text, p_index integer); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.series_date(p_start date, p_interval text, p_index integer) FROM PUBLIC;


--
-- Name: FUNCTION series_index(p_start date, p_interval text, p_day date); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.series_index(p_start date, p_interval text, p_day date) FROM PUBLIC;


--
-- Name: FUNCTION series_of(p_company uuid, p_type text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.series_of(p_company uuid, p_type text) FROM PUBLIC;


--
-- Name: FUNCTION session_is_live(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.session_is_live() FROM PUBLIC;


--
-- Name: FUNCTION set_tax_point(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.set_tax_point() FROM PUBLIC;


--
-- Name: FUNCTION settle_bank_accounts(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.settle_bank_accounts() FROM PUBLIC;


--
-- Name: FUNCTION settle_invoices(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.settle_invoices() FROM PUBLIC;


--
-- Name: FUNCTION share_tax(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.share_tax() FROM PUBLIC;


--
-- Name: FUNCTION share_tax_anew(p_invoice public.invoices); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.share_tax_anew(p_invoice public.invoices) FROM PUBLIC;


--
-- Name: FUNCTION shortened_changes(p_changes jsonb); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.shortened_changes(p_changes jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION private.shortened_changes(p_changes jsonb) TO authenticated;
GRANT ALL ON FUNCTION private.shortened_changes(p_changes jsonb) TO service_role;


--
-- Name: FUNCTION shortened_record(p_record jsonb); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.shortened_record(p_record jsonb) FROM PUBLIC;


--
-- Name: FUNCTION stamp(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.stamp() FROM PUBLIC;


--
-- Name: PROCEDURE stand_aside(IN p_table regclass, IN p_triggers name[]); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON PROCEDURE private.stand_aside(IN p_table regclass, IN p_triggers name[]) FROM PUBLIC;


--
-- Name: FUNCTION table_sha256(p_company uuid, p_source regclass, p_key text[], p_columns text[]); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.table_sha256(p_company uuid, p_source regclass, p_key text[], p_columns text[]) FROM PUBLIC;


--
-- Name: FUNCTION take_mail_allowance(p_company uuid, p_purpose text, p_recipients text[]); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.take_mail_allowance(p_company uuid, p_purpose text, p_recipients text[]) FROM PUBLIC;


--
-- Name: FUNCTION take_number(p_company uuid, p_series text, p_date date, OUT number text, OUT year integer, OUT seq bigint); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.take_number(p_company uuid, p_series text, p_date date, OUT number text, OUT year integer, OUT seq bigint) FROM PUBLIC;


--
-- Name: FUNCTION take_positions(p_company uuid, p_count integer); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.take_positions(p_company uuid, p_count integer) FROM PUBLIC;


--
-- Name: FUNCTION tax_category_of(p_category text, p_rate numeric, p_mode text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.tax_category_of(p_category text, p_rate numeric, p_mode text) FROM PUBLIC;


--
-- Name: FUNCTION tax_line_fault(p_line jsonb, p_exponent integer); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.tax_line_fault(p_line jsonb, p_exponent integer) FROM PUBLIC;
GRANT ALL ON FUNCTION private.tax_line_fault(p_line jsonb, p_exponent integer) TO authenticated;


--
-- Name: FUNCTION tax_lines_rate(p_lines jsonb); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.tax_lines_rate(p_lines jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION private.tax_lines_rate(p_lines jsonb) TO authenticated;


--
-- Name: FUNCTION tax_lines_tax(p_lines jsonb); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.tax_lines_tax(p_lines jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION private.tax_lines_tax(p_lines jsonb) TO authenticated;


--
-- Name: FUNCTION tax_mode_of(p_company uuid, p_invoice uuid); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.tax_mode_of(p_company uuid, p_invoice uuid) FROM PUBLIC;


--
-- Name: FUNCTION tax_parts(p_breakdown jsonb, p_mode text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.tax_parts(p_breakdown jsonb, p_mode text) FROM PUBLIC;


--
-- Name: FUNCTION tax_period(p_country text, p_day date); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.tax_period(p_country text, p_day date) FROM PUBLIC;


--
-- Name: FUNCTION tax_point_of(p_invoice public.invoices); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.tax_point_of(p_invoice public.invoices) FROM PUBLIC;
GRANT ALL ON FUNCTION private.tax_point_of(p_invoice public.invoices) TO authenticated;


--
-- Name: FUNCTION tax_rate_table(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.tax_rate_table() FROM PUBLIC;


--
-- Name: FUNCTION tax_shares(p_invoice public.invoices, p_amount numeric, p_payment uuid); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.tax_shares(p_invoice public.invoices, p_amount numeric, p_payment uuid) FROM PUBLIC;


--
-- Name: FUNCTION tell_news(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.tell_news() FROM PUBLIC;


--
-- Name: FUNCTION tell_payments(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.tell_payments() FROM PUBLIC;


--
-- Name: FUNCTION texts_of(p_object jsonb); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.texts_of(p_object jsonb) FROM PUBLIC;


--
-- Name: FUNCTION thousand(p_list text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.thousand(p_list text) FROM PUBLIC;


--
-- Name: FUNCTION todays_date(p_company uuid); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.todays_date(p_company uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION private.todays_date(p_company uuid) TO authenticated;


--
-- Name: FUNCTION too_long_text(p_settings jsonb); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.too_long_text(p_settings jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION private.too_long_text(p_settings jsonb) TO authenticated;
GRANT ALL ON FUNCTION private.too_long_text(p_settings jsonb) TO service_role;


--
-- Name: FUNCTION turned_exchange(p_exchange jsonb); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.turned_exchange(p_exchange jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION private.turned_exchange(p_exchange jsonb) TO authenticated;
GRANT ALL ON FUNCTION private.turned_exchange(p_exchange jsonb) TO service_role;


--
-- Name: FUNCTION unnamed_objects(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.unnamed_objects() FROM PUBLIC;


--
-- Name: FUNCTION unseen_warnings(p_invoice public.invoices); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.unseen_warnings(p_invoice public.invoices) FROM PUBLIC;
GRANT ALL ON FUNCTION private.unseen_warnings(p_invoice public.invoices) TO authenticated;
GRANT ALL ON FUNCTION private.unseen_warnings(p_invoice public.invoices) TO service_role;


--
-- Name: FUNCTION use_leased_number(p_lease private.number_leases, p_seq bigint); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.use_leased_number(p_lease private.number_leases, p_seq bigint) FROM PUBLIC;


--
-- Name: FUNCTION used_numbers(p_lease private.number_leases); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.used_numbers(p_lease private.number_leases) FROM PUBLIC;


--
-- Name: FUNCTION value_expense(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.value_expense() FROM PUBLIC;


--
-- Name: FUNCTION value_invoice(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.value_invoice() FROM PUBLIC;


--
-- Name: FUNCTION value_payment(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.value_payment() FROM PUBLIC;


--
-- Name: FUNCTION vat_method(p_settings jsonb, p_month date); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.vat_method(p_settings jsonb, p_month date) FROM PUBLIC;
GRANT ALL ON FUNCTION private.vat_method(p_settings jsonb, p_month date) TO authenticated;


--
-- Name: FUNCTION verified_receipts(p_company uuid, p_expense uuid); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.verified_receipts(p_company uuid, p_expense uuid) FROM PUBLIC;


--
-- Name: FUNCTION waiting_for(p_user uuid); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.waiting_for(p_user uuid) FROM PUBLIC;


--
-- Name: FUNCTION wants_notification(p_user uuid, p_step text, p_channel text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.wants_notification(p_user uuid, p_step text, p_channel text) FROM PUBLIC;


--
-- Name: FUNCTION was_buyer(p_lease private.number_leases, p_customer uuid, p_buyer jsonb); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.was_buyer(p_lease private.number_leases, p_customer uuid, p_buyer jsonb) FROM PUBLIC;


--
-- Name: FUNCTION was_seller(p_lease private.number_leases, p_language text, p_seller jsonb); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.was_seller(p_lease private.number_leases, p_language text, p_seller jsonb) FROM PUBLIC;


--
-- Name: FUNCTION with_defaults(p_defaults jsonb, p_value jsonb); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.with_defaults(p_defaults jsonb, p_value jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION private.with_defaults(p_defaults jsonb, p_value jsonb) TO authenticated;
GRANT ALL ON FUNCTION private.with_defaults(p_defaults jsonb, p_value jsonb) TO service_role;


--
-- Name: FUNCTION with_newer_templates(p_old jsonb, p_new jsonb); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.with_newer_templates(p_old jsonb, p_new jsonb) FROM PUBLIC;


--
-- Name: FUNCTION without_stale_rate(p_new jsonb, p_currency text, p_old jsonb, p_old_currency text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.without_stale_rate(p_new jsonb, p_currency text, p_old jsonb, p_old_currency text) FROM PUBLIC;
GRANT ALL ON FUNCTION private.without_stale_rate(p_new jsonb, p_currency text, p_old jsonb, p_old_currency text) TO authenticated;
GRANT ALL ON FUNCTION private.without_stale_rate(p_new jsonb, p_currency text, p_old jsonb, p_old_currency text) TO service_role;


--
-- Name: FUNCTION "write activity_log"(p_id uuid, p_company uuid, p_mutation text, p_doc jsonb, p_base text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private."write activity_log"(p_id uuid, p_company uuid, p_mutation text, p_doc jsonb, p_base text) FROM PUBLIC;
GRANT ALL ON FUNCTION private."write activity_log"(p_id uuid, p_company uuid, p_mutation text, p_doc jsonb, p_base text) TO authenticated;


--
-- Name: FUNCTION "write bank_accounts"(p_company uuid, p_parent uuid, p_rows jsonb); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private."write bank_accounts"(p_company uuid, p_parent uuid, p_rows jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION private."write bank_accounts"(p_company uuid, p_parent uuid, p_rows jsonb) TO authenticated;


--
-- Name: FUNCTION "write companies"(p_id uuid, p_company uuid, p_mutation text, p_doc jsonb, p_base text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private."write companies"(p_id uuid, p_company uuid, p_mutation text, p_doc jsonb, p_base text) FROM PUBLIC;
GRANT ALL ON FUNCTION private."write companies"(p_id uuid, p_company uuid, p_mutation text, p_doc jsonb, p_base text) TO authenticated;


--
-- Name: FUNCTION "write customers"(p_id uuid, p_company uuid, p_mutation text, p_doc jsonb, p_base text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private."write customers"(p_id uuid, p_company uuid, p_mutation text, p_doc jsonb, p_base text) FROM PUBLIC;
GRANT ALL ON FUNCTION private."write customers"(p_id uuid, p_company uuid, p_mutation text, p_doc jsonb, p_base text) TO authenticated;


--
-- Name: FUNCTION "write delivery_notes"(p_id uuid, p_company uuid, p_mutation text, p_doc jsonb, p_base text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private."write delivery_notes"(p_id uuid, p_company uuid, p_mutation text, p_doc jsonb, p_base text) FROM PUBLIC;
GRANT ALL ON FUNCTION private."write delivery_notes"(p_id uuid, p_company uuid, p_mutation text, p_doc jsonb, p_base text) TO authenticated;


--
-- Name: FUNCTION "write expense_categories"(p_id uuid, p_company uuid, p_mutation text, p_doc jsonb, p_base text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private."write expense_categories"(p_id uuid, p_company uuid, p_mutation text, p_doc jsonb, p_base text) FROM PUBLIC;
GRANT ALL ON FUNCTION private."write expense_categories"(p_id uuid, p_company uuid, p_mutation text, p_doc jsonb, p_base text) TO authenticated;


--
-- Name: FUNCTION "write expenses"(p_id uuid, p_company uuid, p_mutation text, p_doc jsonb, p_base text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private."write expenses"(p_id uuid, p_company uuid, p_mutation text, p_doc jsonb, p_base text) FROM PUBLIC;
GRANT ALL ON FUNCTION private."write expenses"(p_id uuid, p_company uuid, p_mutation text, p_doc jsonb, p_base text) TO authenticated;


--
-- Name: FUNCTION "write files"(p_id uuid, p_company uuid, p_mutation text, p_doc jsonb, p_base text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private."write files"(p_id uuid, p_company uuid, p_mutation text, p_doc jsonb, p_base text) FROM PUBLIC;
GRANT ALL ON FUNCTION private."write files"(p_id uuid, p_company uuid, p_mutation text, p_doc jsonb, p_base text) TO authenticated;


--
-- Name: FUNCTION "write invoice_items"(p_company uuid, p_parent uuid, p_rows jsonb); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private."write invoice_items"(p_company uuid, p_parent uuid, p_rows jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION private."write invoice_items"(p_company uuid, p_parent uuid, p_rows jsonb) TO authenticated;


--
-- Name: FUNCTION "write invoice_products"(p_id uuid, p_company uuid, p_mutation text, p_doc jsonb, p_base text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private."write invoice_products"(p_id uuid, p_company uuid, p_mutation text, p_doc jsonb, p_base text) FROM PUBLIC;
GRANT ALL ON FUNCTION private."write invoice_products"(p_id uuid, p_company uuid, p_mutation text, p_doc jsonb, p_base text) TO authenticated;


--
-- Name: FUNCTION "write invoices"(p_id uuid, p_company uuid, p_mutation text, p_doc jsonb, p_base text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private."write invoices"(p_id uuid, p_company uuid, p_mutation text, p_doc jsonb, p_base text) FROM PUBLIC;
GRANT ALL ON FUNCTION private."write invoices"(p_id uuid, p_company uuid, p_mutation text, p_doc jsonb, p_base text) TO authenticated;


--
-- Name: FUNCTION "write members"(p_id uuid, p_company uuid, p_mutation text, p_doc jsonb, p_base text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private."write members"(p_id uuid, p_company uuid, p_mutation text, p_doc jsonb, p_base text) FROM PUBLIC;
GRANT ALL ON FUNCTION private."write members"(p_id uuid, p_company uuid, p_mutation text, p_doc jsonb, p_base text) TO authenticated;


--
-- Name: FUNCTION "write payments"(p_id uuid, p_company uuid, p_mutation text, p_doc jsonb, p_base text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private."write payments"(p_id uuid, p_company uuid, p_mutation text, p_doc jsonb, p_base text) FROM PUBLIC;
GRANT ALL ON FUNCTION private."write payments"(p_id uuid, p_company uuid, p_mutation text, p_doc jsonb, p_base text) TO authenticated;


--
-- Name: FUNCTION "write period_figures"(p_id uuid, p_company uuid, p_mutation text, p_doc jsonb, p_base text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private."write period_figures"(p_id uuid, p_company uuid, p_mutation text, p_doc jsonb, p_base text) FROM PUBLIC;
GRANT ALL ON FUNCTION private."write period_figures"(p_id uuid, p_company uuid, p_mutation text, p_doc jsonb, p_base text) TO authenticated;


--
-- Name: FUNCTION "write periods"(p_id uuid, p_company uuid, p_mutation text, p_doc jsonb, p_base text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private."write periods"(p_id uuid, p_company uuid, p_mutation text, p_doc jsonb, p_base text) FROM PUBLIC;
GRANT ALL ON FUNCTION private."write periods"(p_id uuid, p_company uuid, p_mutation text, p_doc jsonb, p_base text) TO authenticated;


--
-- Name: FUNCTION "write recurring_expenses"(p_id uuid, p_company uuid, p_mutation text, p_doc jsonb, p_base text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private."write recurring_expenses"(p_id uuid, p_company uuid, p_mutation text, p_doc jsonb, p_base text) FROM PUBLIC;
GRANT ALL ON FUNCTION private."write recurring_expenses"(p_id uuid, p_company uuid, p_mutation text, p_doc jsonb, p_base text) TO authenticated;


--
-- Name: FUNCTION "write recurring_invoice_items"(p_company uuid, p_parent uuid, p_rows jsonb); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private."write recurring_invoice_items"(p_company uuid, p_parent uuid, p_rows jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION private."write recurring_invoice_items"(p_company uuid, p_parent uuid, p_rows jsonb) TO authenticated;


--
-- Name: FUNCTION "write recurring_invoices"(p_id uuid, p_company uuid, p_mutation text, p_doc jsonb, p_base text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private."write recurring_invoices"(p_id uuid, p_company uuid, p_mutation text, p_doc jsonb, p_base text) FROM PUBLIC;
GRANT ALL ON FUNCTION private."write recurring_invoices"(p_id uuid, p_company uuid, p_mutation text, p_doc jsonb, p_base text) TO authenticated;


--
-- Name: FUNCTION "write vendors"(p_id uuid, p_company uuid, p_mutation text, p_doc jsonb, p_base text); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private."write vendors"(p_id uuid, p_company uuid, p_mutation text, p_doc jsonb, p_base text) FROM PUBLIC;
GRANT ALL ON FUNCTION private."write vendors"(p_id uuid, p_company uuid, p_mutation text, p_doc jsonb, p_base text) TO authenticated;


--
-- Name: FUNCTION write_document(p_registry private.synced_collections, p_company uuid, p_id uuid, p_base text, p_mutation text, p_doc jsonb); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.write_document(p_registry private.synced_collections, p_company uuid, p_id uuid, p_base text, p_mutation text, p_doc jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION private.write_document(p_registry private.synced_collections, p_company uuid, p_id uuid, p_base text, p_mutation text, p_doc jsonb) TO authenticated;


--
-- Name: TABLE nested_collections; Type: ACL; Schema: private; Owner: -
--

GRANT SELECT ON TABLE private.nested_collections TO authenticated;


--
-- Name: FUNCTION write_nested_document(p_nested private.nested_collections, p_registry private.synced_collections, p_company uuid, p_id uuid, p_base text, p_mutation text, p_doc jsonb); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.write_nested_document(p_nested private.nested_collections, p_registry private.synced_collections, p_company uuid, p_id uuid, p_base text, p_mutation text, p_doc jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION private.write_nested_document(p_nested private.nested_collections, p_registry private.synced_collections, p_company uuid, p_id uuid, p_base text, p_mutation text, p_doc jsonb) TO authenticated;


--
-- Name: FUNCTION write_nested_rows(p_nested private.nested_collections, p_company uuid, p_parent uuid, p_rows jsonb); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.write_nested_rows(p_nested private.nested_collections, p_company uuid, p_parent uuid, p_rows jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION private.write_nested_rows(p_nested private.nested_collections, p_company uuid, p_parent uuid, p_rows jsonb) TO authenticated;


--
-- Name: FUNCTION write_nested_writer(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.write_nested_writer() FROM PUBLIC;


--
-- Name: FUNCTION write_reader(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.write_reader() FROM PUBLIC;


--
-- Name: FUNCTION write_row(p_registry private.synced_collections, p_company uuid, p_id uuid, p_base text, p_mutation text, p_doc jsonb); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.write_row(p_registry private.synced_collections, p_company uuid, p_id uuid, p_base text, p_mutation text, p_doc jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION private.write_row(p_registry private.synced_collections, p_company uuid, p_id uuid, p_base text, p_mutation text, p_doc jsonb) TO authenticated;


--
-- Name: FUNCTION write_rows(p_registry private.synced_collections, p_company uuid, p_changes jsonb[]); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.write_rows(p_registry private.synced_collections, p_company uuid, p_changes jsonb[]) FROM PUBLIC;
GRANT ALL ON FUNCTION private.write_rows(p_registry private.synced_collections, p_company uuid, p_changes jsonb[]) TO authenticated;


--
-- Name: FUNCTION write_statement(p_table name, p_names name[], p_is_new boolean); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.write_statement(p_table name, p_names name[], p_is_new boolean) FROM PUBLIC;
GRANT ALL ON FUNCTION private.write_statement(p_table name, p_names name[], p_is_new boolean) TO authenticated;


--
-- Name: FUNCTION write_writer(); Type: ACL; Schema: private; Owner: -
--

REVOKE ALL ON FUNCTION private.write_writer() FROM PUBLIC;


--
-- Name: FUNCTION accept_invite(p_invite uuid, p_token text); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.accept_invite(p_invite uuid, p_token text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.accept_invite(p_invite uuid, p_token text) TO service_role;
GRANT ALL ON FUNCTION public.accept_invite(p_invite uuid, p_token text) TO authenticated;


--
-- Name: FUNCTION arm_invite(p_invite uuid, p_token_hash text); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.arm_invite(p_invite uuid, p_token_hash text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.arm_invite(p_invite uuid, p_token_hash text) TO service_role;


--
-- Name: FUNCTION begin_delivery_mail(p_note uuid, p_mail jsonb); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.begin_delivery_mail(p_note uuid, p_mail jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.begin_delivery_mail(p_note uuid, p_mail jsonb) TO service_role;
GRANT ALL ON FUNCTION public.begin_delivery_mail(p_note uuid, p_mail jsonb) TO authenticated;


--
-- Name: FUNCTION begin_import(p_id uuid, p_manifest jsonb); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.begin_import(p_id uuid, p_manifest jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.begin_import(p_id uuid, p_manifest jsonb) TO service_role;
GRANT ALL ON FUNCTION public.begin_import(p_id uuid, p_manifest jsonb) TO authenticated;


--
-- Name: FUNCTION begin_invoice_mail(p_invoice uuid, p_mail jsonb); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.begin_invoice_mail(p_invoice uuid, p_mail jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.begin_invoice_mail(p_invoice uuid, p_mail jsonb) TO service_role;
GRANT ALL ON FUNCTION public.begin_invoice_mail(p_invoice uuid, p_mail jsonb) TO authenticated;


--
-- Name: FUNCTION cancel_import(p_id uuid); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.cancel_import(p_id uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.cancel_import(p_id uuid) TO service_role;
GRANT ALL ON FUNCTION public.cancel_import(p_id uuid) TO authenticated;


--
-- Name: FUNCTION claim_notifications(p_limit integer); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.claim_notifications(p_limit integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.claim_notifications(p_limit integer) TO service_role;


--
-- Name: FUNCTION companies_at_a_glance(); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.companies_at_a_glance() FROM PUBLIC;
GRANT ALL ON FUNCTION public.companies_at_a_glance() TO authenticated;
GRANT ALL ON FUNCTION public.companies_at_a_glance() TO service_role;


--
-- Name: FUNCTION company_end(p_company uuid); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.company_end(p_company uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.company_end(p_company uuid) TO service_role;
GRANT ALL ON FUNCTION public.company_end(p_company uuid) TO authenticated;


--
-- Name: FUNCTION create_company(p_id uuid, p_name text, p_settings jsonb); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.create_company(p_id uuid, p_name text, p_settings jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.create_company(p_id uuid, p_name text, p_settings jsonb) TO service_role;
GRANT ALL ON FUNCTION public.create_company(p_id uuid, p_name text, p_settings jsonb) TO authenticated;


--
-- Name: FUNCTION create_recovery_codes(); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.create_recovery_codes() FROM PUBLIC;
GRANT ALL ON FUNCTION public.create_recovery_codes() TO service_role;
GRANT ALL ON FUNCTION public.create_recovery_codes() TO authenticated;


--
-- Name: FUNCTION decline_invite(p_invite uuid, p_token text); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.decline_invite(p_invite uuid, p_token text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.decline_invite(p_invite uuid, p_token text) TO service_role;
GRANT ALL ON FUNCTION public.decline_invite(p_invite uuid, p_token text) TO authenticated;


--
-- Name: FUNCTION delete_company(p_company uuid, p_name text, p_keeps_books boolean); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.delete_company(p_company uuid, p_name text, p_keeps_books boolean) FROM PUBLIC;
GRANT ALL ON FUNCTION public.delete_company(p_company uuid, p_name text, p_keeps_books boolean) TO service_role;
GRANT ALL ON FUNCTION public.delete_company(p_company uuid, p_name text, p_keeps_books boolean) TO authenticated;


--
-- Name: FUNCTION drop_push_subscription(p_id uuid); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.drop_push_subscription(p_id uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.drop_push_subscription(p_id uuid) TO service_role;


--
-- Name: FUNCTION end_number_lease(p_company uuid, p_lease uuid); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.end_number_lease(p_company uuid, p_lease uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.end_number_lease(p_company uuid, p_lease uuid) TO service_role;
GRANT ALL ON FUNCTION public.end_number_lease(p_company uuid, p_lease uuid) TO authenticated;


--
-- Name: FUNCTION end_session(p_session uuid); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.end_session(p_session uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.end_session(p_session uuid) TO service_role;
GRANT ALL ON FUNCTION public.end_session(p_session uuid) TO authenticated;


--
-- Name: FUNCTION exchange_rates(p_year integer); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.exchange_rates(p_year integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.exchange_rates(p_year integer) TO service_role;
GRANT ALL ON FUNCTION public.exchange_rates(p_year integer) TO authenticated;


--
-- Name: FUNCTION explain_invoice_number(p_company uuid, p_year integer, p_number bigint, p_reason text); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.explain_invoice_number(p_company uuid, p_year integer, p_number bigint, p_reason text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.explain_invoice_number(p_company uuid, p_year integer, p_number bigint, p_reason text) TO service_role;
GRANT ALL ON FUNCTION public.explain_invoice_number(p_company uuid, p_year integer, p_number bigint, p_reason text) TO authenticated;


--
-- Name: FUNCTION explain_number(p_company uuid, p_series text, p_year integer, p_number bigint, p_reason text); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.explain_number(p_company uuid, p_series text, p_year integer, p_number bigint, p_reason text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.explain_number(p_company uuid, p_series text, p_year integer, p_number bigint, p_reason text) TO service_role;
GRANT ALL ON FUNCTION public.explain_number(p_company uuid, p_series text, p_year integer, p_number bigint, p_reason text) TO authenticated;


--
-- Name: FUNCTION export_documents(p_company uuid, p_after uuid, p_limit integer); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.export_documents(p_company uuid, p_after uuid, p_limit integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.export_documents(p_company uuid, p_after uuid, p_limit integer) TO service_role;
GRANT ALL ON FUNCTION public.export_documents(p_company uuid, p_after uuid, p_limit integer) TO authenticated;


--
-- Name: FUNCTION export_page(p_company uuid, p_table text, p_after jsonb, p_limit integer); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.export_page(p_company uuid, p_table text, p_after jsonb, p_limit integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.export_page(p_company uuid, p_table text, p_after jsonb, p_limit integer) TO service_role;
GRANT ALL ON FUNCTION public.export_page(p_company uuid, p_table text, p_after jsonb, p_limit integer) TO authenticated;


--
-- Name: FUNCTION export_state(p_company uuid); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.export_state(p_company uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.export_state(p_company uuid) TO service_role;
GRANT ALL ON FUNCTION public.export_state(p_company uuid) TO authenticated;


--
-- Name: FUNCTION file_to_check(p_file uuid, p_is_original boolean); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.file_to_check(p_file uuid, p_is_original boolean) FROM PUBLIC;
GRANT ALL ON FUNCTION public.file_to_check(p_file uuid, p_is_original boolean) TO authenticated;
GRANT ALL ON FUNCTION public.file_to_check(p_file uuid, p_is_original boolean) TO service_role;


--
-- Name: FUNCTION finish_delivery_mail(p_note uuid, p_mutation text, p_is_sent boolean, p_refused text[]); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.finish_delivery_mail(p_note uuid, p_mutation text, p_is_sent boolean, p_refused text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION public.finish_delivery_mail(p_note uuid, p_mutation text, p_is_sent boolean, p_refused text[]) TO service_role;
GRANT ALL ON FUNCTION public.finish_delivery_mail(p_note uuid, p_mutation text, p_is_sent boolean, p_refused text[]) TO authenticated;


--
-- Name: FUNCTION finish_import(p_id uuid); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.finish_import(p_id uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.finish_import(p_id uuid) TO service_role;
GRANT ALL ON FUNCTION public.finish_import(p_id uuid) TO authenticated;


--
-- Name: FUNCTION finish_invoice_mail(p_invoice uuid, p_mutation text, p_is_sent boolean, p_refused text[]); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.finish_invoice_mail(p_invoice uuid, p_mutation text, p_is_sent boolean, p_refused text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION public.finish_invoice_mail(p_invoice uuid, p_mutation text, p_is_sent boolean, p_refused text[]) TO service_role;
GRANT ALL ON FUNCTION public.finish_invoice_mail(p_invoice uuid, p_mutation text, p_is_sent boolean, p_refused text[]) TO authenticated;


--
-- Name: FUNCTION finish_notification(p_id uuid, p_outcome text, p_reason text); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.finish_notification(p_id uuid, p_outcome text, p_reason text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.finish_notification(p_id uuid, p_outcome text, p_reason text) TO service_role;


--
-- Name: FUNCTION generate_recurring_invoice(p_recurring_invoice uuid, p_period date, p_rev text); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.generate_recurring_invoice(p_recurring_invoice uuid, p_period date, p_rev text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.generate_recurring_invoice(p_recurring_invoice uuid, p_period date, p_rev text) TO service_role;
GRANT ALL ON FUNCTION public.generate_recurring_invoice(p_recurring_invoice uuid, p_period date, p_rev text) TO authenticated;


--
-- Name: FUNCTION import_file_to_check(p_id uuid, p_bucket text, p_name text); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.import_file_to_check(p_id uuid, p_bucket text, p_name text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.import_file_to_check(p_id uuid, p_bucket text, p_name text) TO service_role;
GRANT ALL ON FUNCTION public.import_file_to_check(p_id uuid, p_bucket text, p_name text) TO authenticated;


--
-- Name: FUNCTION import_rows(p_id uuid, p_table text, p_line integer, p_rows jsonb); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.import_rows(p_id uuid, p_table text, p_line integer, p_rows jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.import_rows(p_id uuid, p_table text, p_line integer, p_rows jsonb) TO service_role;
GRANT ALL ON FUNCTION public.import_rows(p_id uuid, p_table text, p_line integer, p_rows jsonb) TO authenticated;


--
-- Name: FUNCTION import_state(p_id uuid); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.import_state(p_id uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.import_state(p_id uuid) TO service_role;
GRANT ALL ON FUNCTION public.import_state(p_id uuid) TO authenticated;


--
-- Name: FUNCTION imported_people(p_company uuid); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.imported_people(p_company uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.imported_people(p_company uuid) TO service_role;
GRANT ALL ON FUNCTION public.imported_people(p_company uuid) TO authenticated;


--
-- Name: FUNCTION invoice_number_gaps(p_company uuid); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.invoice_number_gaps(p_company uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.invoice_number_gaps(p_company uuid) TO service_role;
GRANT ALL ON FUNCTION public.invoice_number_gaps(p_company uuid) TO authenticated;


--
-- Name: FUNCTION leave_company(p_company uuid); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.leave_company(p_company uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.leave_company(p_company uuid) TO service_role;
GRANT ALL ON FUNCTION public.leave_company(p_company uuid) TO authenticated;


--
-- Name: FUNCTION ledger_page(p_company uuid, p_after bigint, p_limit integer); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.ledger_page(p_company uuid, p_after bigint, p_limit integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.ledger_page(p_company uuid, p_after bigint, p_limit integer) TO service_role;
GRANT ALL ON FUNCTION public.ledger_page(p_company uuid, p_after bigint, p_limit integer) TO authenticated;


--
-- Name: FUNCTION list_orphan_objects(p_limit integer); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.list_orphan_objects(p_limit integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.list_orphan_objects(p_limit integer) TO service_role;


--
-- Name: FUNCTION list_unchecked_files(p_limit integer); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.list_unchecked_files(p_limit integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.list_unchecked_files(p_limit integer) TO service_role;


--
-- Name: FUNCTION mail_templates(p_company uuid); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.mail_templates(p_company uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.mail_templates(p_company uuid) TO service_role;
GRANT ALL ON FUNCTION public.mail_templates(p_company uuid) TO authenticated;


--
-- Name: FUNCTION mail_transport(p_company uuid); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.mail_transport(p_company uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.mail_transport(p_company uuid) TO service_role;


--
-- Name: FUNCTION mails_of_delivery_note(p_note uuid); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.mails_of_delivery_note(p_note uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.mails_of_delivery_note(p_note uuid) TO service_role;
GRANT ALL ON FUNCTION public.mails_of_delivery_note(p_note uuid) TO authenticated;


--
-- Name: FUNCTION mails_of_invoice(p_invoice uuid); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.mails_of_invoice(p_invoice uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.mails_of_invoice(p_invoice uuid) TO service_role;
GRANT ALL ON FUNCTION public.mails_of_invoice(p_invoice uuid) TO authenticated;


--
-- Name: FUNCTION member_avatars(p_company uuid); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.member_avatars(p_company uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.member_avatars(p_company uuid) TO service_role;
GRANT ALL ON FUNCTION public.member_avatars(p_company uuid) TO authenticated;


--
-- Name: FUNCTION my_closed_companies(); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.my_closed_companies() FROM PUBLIC;
GRANT ALL ON FUNCTION public.my_closed_companies() TO service_role;
GRANT ALL ON FUNCTION public.my_closed_companies() TO authenticated;


--
-- Name: FUNCTION my_invites(); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.my_invites() FROM PUBLIC;
GRANT ALL ON FUNCTION public.my_invites() TO service_role;
GRANT ALL ON FUNCTION public.my_invites() TO authenticated;


--
-- Name: FUNCTION my_sessions(); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.my_sessions() FROM PUBLIC;
GRANT ALL ON FUNCTION public.my_sessions() TO service_role;
GRANT ALL ON FUNCTION public.my_sessions() TO authenticated;


--
-- Name: FUNCTION newest_exchange_rates(); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.newest_exchange_rates() FROM PUBLIC;
GRANT ALL ON FUNCTION public.newest_exchange_rates() TO service_role;


--
-- Name: FUNCTION next_numbers(p_company uuid); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.next_numbers(p_company uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.next_numbers(p_company uuid) TO service_role;
GRANT ALL ON FUNCTION public.next_numbers(p_company uuid) TO authenticated;


--
-- Name: FUNCTION note_export(p_company uuid, p_books text, p_sha256 text, p_bytes bigint, p_is_complete boolean); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.note_export(p_company uuid, p_books text, p_sha256 text, p_bytes bigint, p_is_complete boolean) FROM PUBLIC;
GRANT ALL ON FUNCTION public.note_export(p_company uuid, p_books text, p_sha256 text, p_bytes bigint, p_is_complete boolean) TO service_role;
GRANT ALL ON FUNCTION public.note_export(p_company uuid, p_books text, p_sha256 text, p_bytes bigint, p_is_complete boolean) TO authenticated;


--
-- Name: FUNCTION note_file_check(p_file uuid, p_sha256 text, p_size integer, p_asked_at timestamp with time zone, p_path text); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.note_file_check(p_file uuid, p_sha256 text, p_size integer, p_asked_at timestamp with time zone, p_path text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.note_file_check(p_file uuid, p_sha256 text, p_size integer, p_asked_at timestamp with time zone, p_path text) TO service_role;


--
-- Name: FUNCTION note_import_file(p_id uuid, p_bucket text, p_name text, p_sha256 text, p_size integer, p_asked_at timestamp with time zone); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.note_import_file(p_id uuid, p_bucket text, p_name text, p_sha256 text, p_size integer, p_asked_at timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION public.note_import_file(p_id uuid, p_bucket text, p_name text, p_sha256 text, p_size integer, p_asked_at timestamp with time zone) TO service_role;


--
-- Name: FUNCTION note_procedure(p_company uuid, p_app text); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.note_procedure(p_company uuid, p_app text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.note_procedure(p_company uuid, p_app text) TO service_role;
GRANT ALL ON FUNCTION public.note_procedure(p_company uuid, p_app text) TO authenticated;


--
-- Name: FUNCTION notification_settings(); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.notification_settings() FROM PUBLIC;
GRANT ALL ON FUNCTION public.notification_settings() TO service_role;
GRANT ALL ON FUNCTION public.notification_settings() TO authenticated;


--
-- Name: FUNCTION number_gaps(p_company uuid); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.number_gaps(p_company uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.number_gaps(p_company uuid) TO service_role;
GRANT ALL ON FUNCTION public.number_gaps(p_company uuid) TO authenticated;


--
-- Name: FUNCTION number_leases(p_company uuid); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.number_leases(p_company uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.number_leases(p_company uuid) TO service_role;
GRANT ALL ON FUNCTION public.number_leases(p_company uuid) TO authenticated;


--
-- Name: FUNCTION pattern_collisions(p_company uuid, p_series text, p_format text, p_prefix text); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.pattern_collisions(p_company uuid, p_series text, p_format text, p_prefix text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.pattern_collisions(p_company uuid, p_series text, p_format text, p_prefix text) TO service_role;
GRANT ALL ON FUNCTION public.pattern_collisions(p_company uuid, p_series text, p_format text, p_prefix text) TO authenticated;


--
-- Name: FUNCTION procedure_facts(p_company uuid, p_app text); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.procedure_facts(p_company uuid, p_app text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.procedure_facts(p_company uuid, p_app text) TO service_role;
GRANT ALL ON FUNCTION public.procedure_facts(p_company uuid, p_app text) TO authenticated;


--
-- Name: FUNCTION prune_history(); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.prune_history() FROM PUBLIC;
GRANT ALL ON FUNCTION public.prune_history() TO service_role;


--
-- Name: FUNCTION purge_companies(); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.purge_companies() FROM PUBLIC;
GRANT ALL ON FUNCTION public.purge_companies() TO service_role;


--
-- Name: FUNCTION push_subscription(p_endpoint text); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.push_subscription(p_endpoint text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.push_subscription(p_endpoint text) TO service_role;
GRANT ALL ON FUNCTION public.push_subscription(p_endpoint text) TO authenticated;


--
-- Name: FUNCTION recovery_codes_left(); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.recovery_codes_left() FROM PUBLIC;
GRANT ALL ON FUNCTION public.recovery_codes_left() TO service_role;
GRANT ALL ON FUNCTION public.recovery_codes_left() TO authenticated;


--
-- Name: FUNCTION remove_member(p_company uuid, p_user uuid); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.remove_member(p_company uuid, p_user uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.remove_member(p_company uuid, p_user uuid) TO service_role;
GRANT ALL ON FUNCTION public.remove_member(p_company uuid, p_user uuid) TO authenticated;


--
-- Name: FUNCTION remove_push_subscription(); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.remove_push_subscription() FROM PUBLIC;
GRANT ALL ON FUNCTION public.remove_push_subscription() TO service_role;
GRANT ALL ON FUNCTION public.remove_push_subscription() TO authenticated;


--
-- Name: FUNCTION renew_invite(p_invite uuid); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.renew_invite(p_invite uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.renew_invite(p_invite uuid) TO service_role;
GRANT ALL ON FUNCTION public.renew_invite(p_invite uuid) TO authenticated;


--
-- Name: FUNCTION reopen_number_lease(p_company uuid, p_lease uuid); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.reopen_number_lease(p_company uuid, p_lease uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.reopen_number_lease(p_company uuid, p_lease uuid) TO service_role;
GRANT ALL ON FUNCTION public.reopen_number_lease(p_company uuid, p_lease uuid) TO authenticated;


--
-- Name: FUNCTION request_invite(p_company uuid, p_email text, p_is_admin boolean, p_keys text[], p_language text); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.request_invite(p_company uuid, p_email text, p_is_admin boolean, p_keys text[], p_language text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.request_invite(p_company uuid, p_email text, p_is_admin boolean, p_keys text[], p_language text) TO service_role;
GRANT ALL ON FUNCTION public.request_invite(p_company uuid, p_email text, p_is_admin boolean, p_keys text[], p_language text) TO authenticated;


--
-- Name: FUNCTION request_test_mail(p_company uuid, p_to text); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.request_test_mail(p_company uuid, p_to text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.request_test_mail(p_company uuid, p_to text) TO service_role;
GRANT ALL ON FUNCTION public.request_test_mail(p_company uuid, p_to text) TO authenticated;


--
-- Name: FUNCTION restore_number_lease(p_company uuid, p_lease jsonb, p_device_name text); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.restore_number_lease(p_company uuid, p_lease jsonb, p_device_name text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.restore_number_lease(p_company uuid, p_lease jsonb, p_device_name text) TO service_role;
GRANT ALL ON FUNCTION public.restore_number_lease(p_company uuid, p_lease jsonb, p_device_name text) TO authenticated;


--
-- Name: FUNCTION return_numbers(p_company uuid, p_lease uuid, p_device uuid, p_unused bigint[]); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.return_numbers(p_company uuid, p_lease uuid, p_device uuid, p_unused bigint[]) FROM PUBLIC;
GRANT ALL ON FUNCTION public.return_numbers(p_company uuid, p_lease uuid, p_device uuid, p_unused bigint[]) TO service_role;
GRANT ALL ON FUNCTION public.return_numbers(p_company uuid, p_lease uuid, p_device uuid, p_unused bigint[]) TO authenticated;


--
-- Name: FUNCTION revoke_invite(p_invite uuid); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.revoke_invite(p_invite uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.revoke_invite(p_invite uuid) TO service_role;
GRANT ALL ON FUNCTION public.revoke_invite(p_invite uuid) TO authenticated;


--
-- Name: FUNCTION rotate_epoch(p_company uuid); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.rotate_epoch(p_company uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.rotate_epoch(p_company uuid) TO service_role;


--
-- Name: FUNCTION save_mail_settings(p_company uuid, p_settings jsonb, p_password text); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.save_mail_settings(p_company uuid, p_settings jsonb, p_password text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.save_mail_settings(p_company uuid, p_settings jsonb, p_password text) TO service_role;
GRANT ALL ON FUNCTION public.save_mail_settings(p_company uuid, p_settings jsonb, p_password text) TO authenticated;


--
-- Name: FUNCTION save_notification_choice(p_kind text, p_channel text, p_is_on boolean); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.save_notification_choice(p_kind text, p_channel text, p_is_on boolean) FROM PUBLIC;
GRANT ALL ON FUNCTION public.save_notification_choice(p_kind text, p_channel text, p_is_on boolean) TO service_role;
GRANT ALL ON FUNCTION public.save_notification_choice(p_kind text, p_channel text, p_is_on boolean) TO authenticated;


--
-- Name: FUNCTION save_push_subscription(p_endpoint text, p_p256dh text, p_auth text, p_hides_details boolean); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.save_push_subscription(p_endpoint text, p_p256dh text, p_auth text, p_hides_details boolean) FROM PUBLIC;
GRANT ALL ON FUNCTION public.save_push_subscription(p_endpoint text, p_p256dh text, p_auth text, p_hides_details boolean) TO service_role;
GRANT ALL ON FUNCTION public.save_push_subscription(p_endpoint text, p_p256dh text, p_auth text, p_hides_details boolean) TO authenticated;


--
-- Name: FUNCTION set_member_access(p_company uuid, p_user uuid, p_is_admin boolean, p_keys text[]); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.set_member_access(p_company uuid, p_user uuid, p_is_admin boolean, p_keys text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION public.set_member_access(p_company uuid, p_user uuid, p_is_admin boolean, p_keys text[]) TO service_role;
GRANT ALL ON FUNCTION public.set_member_access(p_company uuid, p_user uuid, p_is_admin boolean, p_keys text[]) TO authenticated;


--
-- Name: FUNCTION store_exchange_rates(p_days jsonb); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.store_exchange_rates(p_days jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.store_exchange_rates(p_days jsonb) TO service_role;


--
-- Name: FUNCTION sync_pull(p_company uuid, p_state jsonb, p_limit integer); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.sync_pull(p_company uuid, p_state jsonb, p_limit integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.sync_pull(p_company uuid, p_state jsonb, p_limit integer) TO service_role;
GRANT ALL ON FUNCTION public.sync_pull(p_company uuid, p_state jsonb, p_limit integer) TO authenticated;


--
-- Name: FUNCTION sync_push(p_company uuid, p_changes jsonb); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.sync_push(p_company uuid, p_changes jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.sync_push(p_company uuid, p_changes jsonb) TO service_role;
GRANT ALL ON FUNCTION public.sync_push(p_company uuid, p_changes jsonb) TO authenticated;


--
-- Name: FUNCTION take_back_deletion(p_company uuid); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.take_back_deletion(p_company uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.take_back_deletion(p_company uuid) TO service_role;
GRANT ALL ON FUNCTION public.take_back_deletion(p_company uuid) TO authenticated;


--
-- Name: FUNCTION take_numbers(p_company uuid, p_device uuid, p_device_name text, p_count integer); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.take_numbers(p_company uuid, p_device uuid, p_device_name text, p_count integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.take_numbers(p_company uuid, p_device uuid, p_device_name text, p_count integer) TO service_role;
GRANT ALL ON FUNCTION public.take_numbers(p_company uuid, p_device uuid, p_device_name text, p_count integer) TO authenticated;


--
-- Name: FUNCTION transfer_ownership(p_company uuid, p_user uuid); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.transfer_ownership(p_company uuid, p_user uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.transfer_ownership(p_company uuid, p_user uuid) TO service_role;
GRANT ALL ON FUNCTION public.transfer_ownership(p_company uuid, p_user uuid) TO authenticated;


--
-- Name: FUNCTION use_recovery_code(p_code text); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.use_recovery_code(p_code text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.use_recovery_code(p_code text) TO service_role;
GRANT ALL ON FUNCTION public.use_recovery_code(p_code text) TO authenticated;


--
-- Name: FUNCTION verify_ledger(p_company uuid, p_after bigint, p_limit integer); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.verify_ledger(p_company uuid, p_after bigint, p_limit integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.verify_ledger(p_company uuid, p_after bigint, p_limit integer) TO service_role;
GRANT ALL ON FUNCTION public.verify_ledger(p_company uuid, p_after bigint, p_limit integer) TO authenticated;


--
-- Name: FUNCTION was_removed(p_company uuid, p_epoch text, p_mark text); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.was_removed(p_company uuid, p_epoch text, p_mark text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.was_removed(p_company uuid, p_epoch text, p_mark text) TO service_role;
GRANT ALL ON FUNCTION public.was_removed(p_company uuid, p_epoch text, p_mark text) TO authenticated;


--
-- Name: TABLE company_clocks; Type: ACL; Schema: private; Owner: -
--

GRANT SELECT,UPDATE ON TABLE private.company_clocks TO service_role;


--
-- Name: TABLE bank_accounts; Type: ACL; Schema: public; Owner: -
--

GRANT ALL ON TABLE public.bank_accounts TO service_role;
GRANT SELECT,DELETE ON TABLE public.bank_accounts TO authenticated;


--
-- Name: COLUMN bank_accounts.id; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(id) ON TABLE public.bank_accounts TO authenticated;


--
-- Name: COLUMN bank_accounts.company_id; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(company_id) ON TABLE public.bank_accounts TO authenticated;


--
-- Name: COLUMN bank_accounts.name; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(name),UPDATE(name) ON TABLE public.bank_accounts TO authenticated;


--
-- Name: COLUMN bank_accounts.iban; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(iban),UPDATE(iban) ON TABLE public.bank_accounts TO authenticated;


--
-- Name: COLUMN bank_accounts.bic; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(bic),UPDATE(bic) ON TABLE public.bank_accounts TO authenticated;


--
-- Name: COLUMN bank_accounts.is_default; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(is_default),UPDATE(is_default) ON TABLE public.bank_accounts TO authenticated;


--
-- Name: TABLE company_origins; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT ON TABLE public.company_origins TO service_role;


--
-- Name: COLUMN company_origins.company_id; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT(company_id) ON TABLE public.company_origins TO authenticated;


--
-- Name: COLUMN company_origins.imported_at; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT(imported_at) ON TABLE public.company_origins TO authenticated;


--
-- Name: COLUMN company_origins.imported_by; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT(imported_by) ON TABLE public.company_origins TO authenticated;


--
-- Name: COLUMN company_origins.names; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT(names) ON TABLE public.company_origins TO authenticated;


--
-- Name: TABLE company_documents; Type: ACL; Schema: private; Owner: -
--

GRANT SELECT ON TABLE private.company_documents TO authenticated;
GRANT SELECT ON TABLE private.company_documents TO service_role;


--
-- Name: TABLE invoice_documents; Type: ACL; Schema: private; Owner: -
--

GRANT SELECT ON TABLE private.invoice_documents TO authenticated;
GRANT SELECT ON TABLE private.invoice_documents TO service_role;


--
-- Name: TABLE company_user_permissions; Type: ACL; Schema: public; Owner: -
--

GRANT ALL ON TABLE public.company_user_permissions TO service_role;
GRANT SELECT ON TABLE public.company_user_permissions TO authenticated;


--
-- Name: TABLE members; Type: ACL; Schema: private; Owner: -
--

GRANT SELECT ON TABLE private.members TO authenticated;
GRANT SELECT ON TABLE private.members TO service_role;


--
-- Name: TABLE files; Type: ACL; Schema: public; Owner: -
--

GRANT ALL ON TABLE public.files TO service_role;
GRANT SELECT,DELETE ON TABLE public.files TO authenticated;


--
-- Name: COLUMN files.id; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(id) ON TABLE public.files TO authenticated;


--
-- Name: COLUMN files.company_id; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(company_id) ON TABLE public.files TO authenticated;


--
-- Name: COLUMN files.expense_id; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(expense_id),UPDATE(expense_id) ON TABLE public.files TO authenticated;


--
-- Name: COLUMN files.created_by; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(created_by) ON TABLE public.files TO authenticated;


--
-- Name: COLUMN files.path; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(path) ON TABLE public.files TO authenticated;


--
-- Name: COLUMN files.name; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(name),UPDATE(name) ON TABLE public.files TO authenticated;


--
-- Name: COLUMN files.mime_type; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(mime_type) ON TABLE public.files TO authenticated;


--
-- Name: COLUMN files.size; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(size) ON TABLE public.files TO authenticated;


--
-- Name: COLUMN files.sha256; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(sha256) ON TABLE public.files TO authenticated;


--
-- Name: COLUMN files.confidential; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(confidential),UPDATE(confidential) ON TABLE public.files TO authenticated;


--
-- Name: COLUMN files.rev; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(rev),UPDATE(rev) ON TABLE public.files TO authenticated;


--
-- Name: COLUMN files.original_path; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(original_path) ON TABLE public.files TO authenticated;


--
-- Name: COLUMN files.original_mime_type; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(original_mime_type) ON TABLE public.files TO authenticated;


--
-- Name: COLUMN files.original_size; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(original_size) ON TABLE public.files TO authenticated;


--
-- Name: COLUMN files.original_sha256; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(original_sha256) ON TABLE public.files TO authenticated;


--
-- Name: TABLE recurring_invoice_items; Type: ACL; Schema: public; Owner: -
--

GRANT ALL ON TABLE public.recurring_invoice_items TO service_role;
GRANT SELECT,DELETE ON TABLE public.recurring_invoice_items TO authenticated;


--
-- Name: COLUMN recurring_invoice_items.id; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(id) ON TABLE public.recurring_invoice_items TO authenticated;


--
-- Name: COLUMN recurring_invoice_items.company_id; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(company_id) ON TABLE public.recurring_invoice_items TO authenticated;


--
-- Name: COLUMN recurring_invoice_items.recurring_invoice_id; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(recurring_invoice_id) ON TABLE public.recurring_invoice_items TO authenticated;


--
-- Name: COLUMN recurring_invoice_items."position"; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT("position"),UPDATE("position") ON TABLE public.recurring_invoice_items TO authenticated;


--
-- Name: COLUMN recurring_invoice_items.product_id; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(product_id),UPDATE(product_id) ON TABLE public.recurring_invoice_items TO authenticated;


--
-- Name: COLUMN recurring_invoice_items.description; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(description),UPDATE(description) ON TABLE public.recurring_invoice_items TO authenticated;


--
-- Name: COLUMN recurring_invoice_items.unit; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(unit),UPDATE(unit) ON TABLE public.recurring_invoice_items TO authenticated;


--
-- Name: COLUMN recurring_invoice_items.quantity; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(quantity),UPDATE(quantity) ON TABLE public.recurring_invoice_items TO authenticated;


--
-- Name: COLUMN recurring_invoice_items.unit_price; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(unit_price),UPDATE(unit_price) ON TABLE public.recurring_invoice_items TO authenticated;


--
-- Name: COLUMN recurring_invoice_items.discount_percent; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(discount_percent),UPDATE(discount_percent) ON TABLE public.recurring_invoice_items TO authenticated;


--
-- Name: COLUMN recurring_invoice_items.tax_rate; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(tax_rate),UPDATE(tax_rate) ON TABLE public.recurring_invoice_items TO authenticated;


--
-- Name: COLUMN recurring_invoice_items.tax_category; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(tax_category),UPDATE(tax_category) ON TABLE public.recurring_invoice_items TO authenticated;


--
-- Name: COLUMN recurring_invoice_items.exemption_reason; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(exemption_reason),UPDATE(exemption_reason) ON TABLE public.recurring_invoice_items TO authenticated;


--
-- Name: TABLE recurring_invoice_documents; Type: ACL; Schema: private; Owner: -
--

GRANT SELECT ON TABLE private.recurring_invoice_documents TO authenticated;
GRANT SELECT ON TABLE private.recurring_invoice_documents TO service_role;


--
-- Name: TABLE activity_records; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT ON TABLE public.activity_records TO authenticated;
GRANT SELECT ON TABLE public.activity_records TO service_role;


--
-- Name: TABLE company_mail_settings; Type: ACL; Schema: public; Owner: -
--

GRANT ALL ON TABLE public.company_mail_settings TO service_role;
GRANT SELECT ON TABLE public.company_mail_settings TO authenticated;


--
-- Name: TABLE company_news; Type: ACL; Schema: public; Owner: -
--

GRANT ALL ON TABLE public.company_news TO service_role;
GRANT SELECT ON TABLE public.company_news TO authenticated;


--
-- Name: TABLE customers; Type: ACL; Schema: public; Owner: -
--

GRANT ALL ON TABLE public.customers TO service_role;
GRANT SELECT,DELETE ON TABLE public.customers TO authenticated;


--
-- Name: COLUMN customers.id; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(id) ON TABLE public.customers TO authenticated;


--
-- Name: COLUMN customers.company_id; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(company_id) ON TABLE public.customers TO authenticated;


--
-- Name: COLUMN customers.name; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(name),UPDATE(name) ON TABLE public.customers TO authenticated;


--
-- Name: COLUMN customers.contact_name; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(contact_name),UPDATE(contact_name) ON TABLE public.customers TO authenticated;


--
-- Name: COLUMN customers.email; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(email),UPDATE(email) ON TABLE public.customers TO authenticated;


--
-- Name: COLUMN customers.phone; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(phone),UPDATE(phone) ON TABLE public.customers TO authenticated;


--
-- Name: COLUMN customers.street; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(street),UPDATE(street) ON TABLE public.customers TO authenticated;


--
-- Name: COLUMN customers.house_number; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(house_number),UPDATE(house_number) ON TABLE public.customers TO authenticated;


--
-- Name: COLUMN customers.postal_code; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(postal_code),UPDATE(postal_code) ON TABLE public.customers TO authenticated;


--
-- Name: COLUMN customers.city; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(city),UPDATE(city) ON TABLE public.customers TO authenticated;


--
-- Name: COLUMN customers.country; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(country),UPDATE(country) ON TABLE public.customers TO authenticated;


--
-- Name: COLUMN customers.vat_id; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(vat_id),UPDATE(vat_id) ON TABLE public.customers TO authenticated;


--
-- Name: COLUMN customers.language; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(language),UPDATE(language) ON TABLE public.customers TO authenticated;


--
-- Name: COLUMN customers.currency; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(currency),UPDATE(currency) ON TABLE public.customers TO authenticated;


--
-- Name: COLUMN customers.payment_terms_days; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(payment_terms_days),UPDATE(payment_terms_days) ON TABLE public.customers TO authenticated;


--
-- Name: COLUMN customers.buyer_reference; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(buyer_reference),UPDATE(buyer_reference) ON TABLE public.customers TO authenticated;


--
-- Name: COLUMN customers.notes; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(notes),UPDATE(notes) ON TABLE public.customers TO authenticated;


--
-- Name: COLUMN customers.is_active; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(is_active),UPDATE(is_active) ON TABLE public.customers TO authenticated;


--
-- Name: COLUMN customers.rev; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(rev),UPDATE(rev) ON TABLE public.customers TO authenticated;


--
-- Name: COLUMN customers.e_address; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(e_address),UPDATE(e_address) ON TABLE public.customers TO authenticated;


--
-- Name: COLUMN customers.e_address_scheme; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(e_address_scheme),UPDATE(e_address_scheme) ON TABLE public.customers TO authenticated;


--
-- Name: COLUMN customers.e_invoice_format; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(e_invoice_format),UPDATE(e_invoice_format) ON TABLE public.customers TO authenticated;


--
-- Name: COLUMN customers.customer_number; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(customer_number),UPDATE(customer_number) ON TABLE public.customers TO authenticated;


--
-- Name: COLUMN customers.salutation; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(salutation),UPDATE(salutation) ON TABLE public.customers TO authenticated;


--
-- Name: COLUMN customers.delivery_name; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(delivery_name),UPDATE(delivery_name) ON TABLE public.customers TO authenticated;


--
-- Name: COLUMN customers.delivery_street; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(delivery_street),UPDATE(delivery_street) ON TABLE public.customers TO authenticated;


--
-- Name: COLUMN customers.delivery_house_number; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(delivery_house_number),UPDATE(delivery_house_number) ON TABLE public.customers TO authenticated;


--
-- Name: COLUMN customers.delivery_postal_code; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(delivery_postal_code),UPDATE(delivery_postal_code) ON TABLE public.customers TO authenticated;


--
-- Name: COLUMN customers.delivery_city; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(delivery_city),UPDATE(delivery_city) ON TABLE public.customers TO authenticated;


--
-- Name: COLUMN customers.delivery_country; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(delivery_country),UPDATE(delivery_country) ON TABLE public.customers TO authenticated;


--
-- Name: COLUMN customers.reminder_hold; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(reminder_hold),UPDATE(reminder_hold) ON TABLE public.customers TO authenticated;


--
-- Name: TABLE delivery_notes; Type: ACL; Schema: public; Owner: -
--

GRANT ALL ON TABLE public.delivery_notes TO service_role;
GRANT SELECT,DELETE ON TABLE public.delivery_notes TO authenticated;


--
-- Name: COLUMN delivery_notes.id; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(id) ON TABLE public.delivery_notes TO authenticated;


--
-- Name: COLUMN delivery_notes.company_id; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(company_id) ON TABLE public.delivery_notes TO authenticated;


--
-- Name: COLUMN delivery_notes.invoice_id; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(invoice_id),UPDATE(invoice_id) ON TABLE public.delivery_notes TO authenticated;


--
-- Name: COLUMN delivery_notes.customer_id; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(customer_id),UPDATE(customer_id) ON TABLE public.delivery_notes TO authenticated;


--
-- Name: COLUMN delivery_notes.delivery_date; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(delivery_date),UPDATE(delivery_date) ON TABLE public.delivery_notes TO authenticated;


--
-- Name: COLUMN delivery_notes.delivered_on; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(delivered_on),UPDATE(delivered_on) ON TABLE public.delivery_notes TO authenticated;


--
-- Name: COLUMN delivery_notes.language; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(language),UPDATE(language) ON TABLE public.delivery_notes TO authenticated;


--
-- Name: COLUMN delivery_notes.currency; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(currency),UPDATE(currency) ON TABLE public.delivery_notes TO authenticated;


--
-- Name: COLUMN delivery_notes.reference; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(reference),UPDATE(reference) ON TABLE public.delivery_notes TO authenticated;


--
-- Name: COLUMN delivery_notes.notes; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(notes),UPDATE(notes) ON TABLE public.delivery_notes TO authenticated;


--
-- Name: COLUMN delivery_notes.shows_prices; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(shows_prices),UPDATE(shows_prices) ON TABLE public.delivery_notes TO authenticated;


--
-- Name: COLUMN delivery_notes.items; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(items),UPDATE(items) ON TABLE public.delivery_notes TO authenticated;


--
-- Name: COLUMN delivery_notes.rev; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(rev),UPDATE(rev) ON TABLE public.delivery_notes TO authenticated;


--
-- Name: TABLE expense_categories; Type: ACL; Schema: public; Owner: -
--

GRANT ALL ON TABLE public.expense_categories TO service_role;
GRANT SELECT,DELETE ON TABLE public.expense_categories TO authenticated;


--
-- Name: COLUMN expense_categories.id; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(id) ON TABLE public.expense_categories TO authenticated;


--
-- Name: COLUMN expense_categories.company_id; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(company_id) ON TABLE public.expense_categories TO authenticated;


--
-- Name: COLUMN expense_categories.name; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(name),UPDATE(name) ON TABLE public.expense_categories TO authenticated;


--
-- Name: COLUMN expense_categories.description; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(description),UPDATE(description) ON TABLE public.expense_categories TO authenticated;


--
-- Name: COLUMN expense_categories.icon; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(icon),UPDATE(icon) ON TABLE public.expense_categories TO authenticated;


--
-- Name: COLUMN expense_categories.color; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(color),UPDATE(color) ON TABLE public.expense_categories TO authenticated;


--
-- Name: COLUMN expense_categories.sort_order; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(sort_order),UPDATE(sort_order) ON TABLE public.expense_categories TO authenticated;


--
-- Name: COLUMN expense_categories.is_active; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(is_active),UPDATE(is_active) ON TABLE public.expense_categories TO authenticated;


--
-- Name: COLUMN expense_categories.rev; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(rev),UPDATE(rev) ON TABLE public.expense_categories TO authenticated;


--
-- Name: TABLE file_checks; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT ON TABLE public.file_checks TO authenticated;
GRANT SELECT ON TABLE public.file_checks TO service_role;


--
-- Name: TABLE invoice_products; Type: ACL; Schema: public; Owner: -
--

GRANT ALL ON TABLE public.invoice_products TO service_role;
GRANT SELECT,DELETE ON TABLE public.invoice_products TO authenticated;


--
-- Name: COLUMN invoice_products.id; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(id) ON TABLE public.invoice_products TO authenticated;


--
-- Name: COLUMN invoice_products.company_id; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(company_id) ON TABLE public.invoice_products TO authenticated;


--
-- Name: COLUMN invoice_products.name; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(name),UPDATE(name) ON TABLE public.invoice_products TO authenticated;


--
-- Name: COLUMN invoice_products.description; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(description),UPDATE(description) ON TABLE public.invoice_products TO authenticated;


--
-- Name: COLUMN invoice_products.unit; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(unit),UPDATE(unit) ON TABLE public.invoice_products TO authenticated;


--
-- Name: COLUMN invoice_products.unit_price; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(unit_price),UPDATE(unit_price) ON TABLE public.invoice_products TO authenticated;


--
-- Name: COLUMN invoice_products.tax_rate; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(tax_rate),UPDATE(tax_rate) ON TABLE public.invoice_products TO authenticated;


--
-- Name: COLUMN invoice_products.currency; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(currency),UPDATE(currency) ON TABLE public.invoice_products TO authenticated;


--
-- Name: COLUMN invoice_products.is_active; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(is_active),UPDATE(is_active) ON TABLE public.invoice_products TO authenticated;


--
-- Name: COLUMN invoice_products.rev; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(rev),UPDATE(rev) ON TABLE public.invoice_products TO authenticated;


--
-- Name: COLUMN invoice_products.tax_category; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(tax_category),UPDATE(tax_category) ON TABLE public.invoice_products TO authenticated;


--
-- Name: COLUMN invoice_products.exemption_reason; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(exemption_reason),UPDATE(exemption_reason) ON TABLE public.invoice_products TO authenticated;


--
-- Name: TABLE period_figures; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,REFERENCES,TRIGGER,MAINTAIN ON TABLE public.period_figures TO service_role;
GRANT SELECT ON TABLE public.period_figures TO authenticated;


--
-- Name: TABLE permissions; Type: ACL; Schema: public; Owner: -
--

GRANT ALL ON TABLE public.permissions TO service_role;
GRANT SELECT ON TABLE public.permissions TO authenticated;


--
-- Name: TABLE vendors; Type: ACL; Schema: public; Owner: -
--

GRANT ALL ON TABLE public.vendors TO service_role;
GRANT SELECT,DELETE ON TABLE public.vendors TO authenticated;


--
-- Name: COLUMN vendors.id; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(id) ON TABLE public.vendors TO authenticated;


--
-- Name: COLUMN vendors.company_id; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(company_id) ON TABLE public.vendors TO authenticated;


--
-- Name: COLUMN vendors.name; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(name),UPDATE(name) ON TABLE public.vendors TO authenticated;


--
-- Name: COLUMN vendors.email; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(email),UPDATE(email) ON TABLE public.vendors TO authenticated;


--
-- Name: COLUMN vendors.phone; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(phone),UPDATE(phone) ON TABLE public.vendors TO authenticated;


--
-- Name: COLUMN vendors.street; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(street),UPDATE(street) ON TABLE public.vendors TO authenticated;


--
-- Name: COLUMN vendors.house_number; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(house_number),UPDATE(house_number) ON TABLE public.vendors TO authenticated;


--
-- Name: COLUMN vendors.postal_code; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(postal_code),UPDATE(postal_code) ON TABLE public.vendors TO authenticated;


--
-- Name: COLUMN vendors.city; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(city),UPDATE(city) ON TABLE public.vendors TO authenticated;


--
-- Name: COLUMN vendors.country; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(country),UPDATE(country) ON TABLE public.vendors TO authenticated;


--
-- Name: COLUMN vendors.vat_id; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(vat_id),UPDATE(vat_id) ON TABLE public.vendors TO authenticated;


--
-- Name: COLUMN vendors.notes; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(notes),UPDATE(notes) ON TABLE public.vendors TO authenticated;


--
-- Name: COLUMN vendors.is_active; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(is_active),UPDATE(is_active) ON TABLE public.vendors TO authenticated;


--
-- Name: COLUMN vendors.rev; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(rev),UPDATE(rev) ON TABLE public.vendors TO authenticated;


--
-- Name: COLUMN vendors.iban; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(iban),UPDATE(iban) ON TABLE public.vendors TO authenticated;


--
-- Name: TABLE buckets; Type: ACL; Schema: storage; Owner: -
--

GRANT ALL ON TABLE storage.buckets TO anon;
GRANT ALL ON TABLE storage.buckets TO authenticated;
GRANT ALL ON TABLE storage.buckets TO service_role;


--
-- Name: TABLE objects; Type: ACL; Schema: storage; Owner: -
--

GRANT ALL ON TABLE storage.objects TO anon;
GRANT ALL ON TABLE storage.objects TO authenticated;
GRANT ALL ON TABLE storage.objects TO service_role;


--
-- Name: DEFAULT PRIVILEGES FOR SEQUENCES; Type: DEFAULT ACL; Schema: public; Owner: -
--

ALTER DEFAULT PRIVILEGES FOR ROLE postgres IN SCHEMA public GRANT ALL ON SEQUENCES TO anon;
ALTER DEFAULT PRIVILEGES FOR ROLE postgres IN SCHEMA public GRANT ALL ON SEQUENCES TO authenticated;
ALTER DEFAULT PRIVILEGES FOR ROLE postgres IN SCHEMA public GRANT ALL ON SEQUENCES TO service_role;


--
-- Name: DEFAULT PRIVILEGES FOR FUNCTIONS; Type: DEFAULT ACL; Schema: public; Owner: -
--

ALTER DEFAULT PRIVILEGES FOR ROLE postgres IN SCHEMA public GRANT ALL ON FUNCTIONS TO anon;
ALTER DEFAULT PRIVILEGES FOR ROLE postgres IN SCHEMA public GRANT ALL ON FUNCTIONS TO authenticated;
ALTER DEFAULT PRIVILEGES FOR ROLE postgres IN SCHEMA public GRANT ALL ON FUNCTIONS TO service_role;


--
-- Name: DEFAULT PRIVILEGES FOR TABLES; Type: DEFAULT ACL; Schema: public; Owner: -
--

ALTER DEFAULT PRIVILEGES FOR ROLE postgres IN SCHEMA public GRANT ALL ON TABLES TO anon;
ALTER DEFAULT PRIVILEGES FOR ROLE postgres IN SCHEMA public GRANT ALL ON TABLES TO authenticated;
ALTER DEFAULT PRIVILEGES FOR ROLE postgres IN SCHEMA public GRANT ALL ON TABLES TO service_role;


--
-- PostgreSQL database dump complete
--


