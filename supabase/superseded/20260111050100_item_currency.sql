-- The currency that prices of products start with can be chosen. Until now nothing read or showed it, so where it differs from the currency
-- of documents nobody meant it.

update public.companies
  set settings = jsonb_set(settings, '{invoice_defaults,items,currency}', settings #> '{invoice_defaults,default_currency}'), rev = 'srv-' || gen_random_uuid()
  where settings #> '{invoice_defaults,items,currency}' is distinct from settings #> '{invoice_defaults,default_currency}';
