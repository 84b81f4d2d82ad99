-- Each line of an invoice says how VAT treats it, by the codes of EN 16931 (decision 0015). Nothing that was issued is touched: where a line says
-- nothing, its category follows from the document's mode and its rate, here and on the devices (`domain/tax/line-tax.ts`) alike.

/** The category of a line: its own, else what mode and rate of an older app say; null for 0 % without a reason. */
create function private.tax_category_of(p_category text, p_rate numeric, p_mode text) returns text
  language sql immutable as $$
  select coalesce(p_category, case when p_mode = 'reverse_charge' then 'AE' when p_mode = 'small_business' then 'E' when p_rate > 0 then 'S' end) $$;

/** The mode that older apps read, where every line says its category; null where one does not. */
create function private.tax_mode_of(p_company uuid, p_invoice uuid) returns text
  language plpgsql stable set search_path = '' as $$
begin
  return (
    select case
      when count(*) = 0 or bool_or(i.tax_category is null) then null
      when bool_and(i.tax_category = 'AE') then 'reverse_charge'
      when bool_and(i.tax_category = 'E' and coalesce(i.exemption_reason, '') = 'small_business') then 'small_business'
      else 'standard' end
    from public.invoice_items i where i.company_id = p_company and i.invoice_id = p_invoice);
end $$;

revoke all on function private.tax_category_of(text, numeric, text), private.tax_mode_of(uuid, uuid) from public;
