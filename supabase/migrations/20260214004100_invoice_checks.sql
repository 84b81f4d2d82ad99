-- What is asked before an invoice is issued: what § 14 (4) UStG misses, and what somebody is warned of.

-- A document that would print a question mark for a letter waits until it is written otherwise: who prints `?` for a name has not named
-- the buyer. What the fonts have is the same class as in `src/domain/documents/printed-characters.ts`, which a test holds equal to the files.
create function private.is_printable(p_text text) returns boolean
  language sql immutable as $$
  select coalesce(normalize(p_text, NFC) !~ ('[^'
    || '\u0020-\u007e\u00a0-\u00ac\u00ae-\u0148\u014a-\u017f\u0192\u0218-\u021b\u02c6-\u02c7\u02d8-\u02dd\u0386-\u038a\u038c'
    || '\u038e-\u03a1\u03a3-\u03ce\u0400-\u045f\u0490-\u0493\u1e80-\u1e85\u1e9e\u1ef2-\u1ef3\u2010-\u2026\u2030\u2032-\u2033'
    || '\u2039-\u203a\u2044\u20a4\u20ac\u20b4\u20b9-\u20ba\u20bd\u2116\u2122\u2190-\u2193\u2212\u221e\u2248\u2260\u2264-\u2265\u2713'
    || '\u0001-\u001f\u007f-\u009f\u00ad\u2000-\u200f\u2028-\u202f\u205f-\u2064\u3000\ufe00-\ufe0f\ufeff'
    || ']'), true) $$;

-- Of an object the texts, one after the other.
create function private.texts_of(p_object jsonb) returns text
  language plpgsql immutable set search_path = '' as $$
begin
  return (
    select string_agg(e.value #>> '{}', ' ') from jsonb_each(p_object) e where jsonb_typeof(e.value) = 'string');
end $$;

/** Who is named on a document: as a device froze them, else as they are today. */
create function private.parties_of(p_invoice public.invoices, out seller jsonb, out buyer jsonb)
  language plpgsql stable security definer set search_path = '' as $$
begin
  seller := p_invoice.leased #> '{claim,seller}';
  buyer := p_invoice.leased #> '{claim,buyer}';
  if jsonb_typeof(seller) is distinct from 'object' then seller := private.seller_snapshot(p_invoice.company_id, p_invoice.language); end if;
  if jsonb_typeof(buyer) is distinct from 'object' then buyer := private.buyer_snapshot(p_invoice.company_id, p_invoice.customer_id); end if;
end $$;

/** What § 14 (4) UStG still misses, in the order of `issueProblems` in `domain/invoices`. */
create function private.issue_problems(p_invoice public.invoices) returns text[]
  language plpgsql stable security definer set search_path = '' as $$
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

/**
 * The warnings that nobody overruled, as a refusal names them. Nobody is warned of what the original of a correction said: its lines are taken back as
 * they are; nor of what was handed over already: its device has asked, with the rates that it knew.
 */
create function private.unseen_warnings(p_invoice public.invoices) returns text[]
  language plpgsql stable security definer set search_path = '' as $$
begin
  if p_invoice.document_type = 'correction' or p_invoice.leased ? 'claim' then return '{}'; end if;
  return array(
    select 'warning.' || w.code from unnest(private.issue_warnings(p_invoice)) with ordinality as w (code, n)
    where p_invoice.overruled_warnings is null or w.code <> all (p_invoice.overruled_warnings) order by w.n);
end $$;

revoke all on function
  private.is_printable(text), private.texts_of(jsonb), private.parties_of(public.invoices), private.issue_problems(public.invoices),
  private.is_possible_vat_id(text), private.issue_warnings(public.invoices), private.unseen_warnings(public.invoices) from public;
-- Checks, policies and triggers that run with the caller's rights call these.
grant execute on function private.issue_problems(public.invoices), private.unseen_warnings(public.invoices) to authenticated, service_role;
