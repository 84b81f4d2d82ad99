-- Where a vendor is paid: an invoice that names another account than the last one is the usual fraud. Null is what nobody said, as apps of before send it.
alter table public.vendors add column iban text check (iban ~ '^([A-Z]{2}[0-9]{2}[A-Z0-9]{11,30})?$');

update private.synced_collections set insertable = insertable || '{iban}'::name[], updatable = updatable || '{iban}'::name[] where collection = 'vendors';
grant insert (iban), update (iban) on public.vendors to authenticated;
