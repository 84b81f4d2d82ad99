-- An e-invoice that came in is XML alone (XRechnung): it is the receipt, kept as it came. The storage hands it out as a download, never to be shown.

alter table public.files drop constraint files_mime_type_check;
alter table public.files add constraint files_mime_type_check
  check (mime_type in ('image/jpeg', 'image/png', 'image/webp', 'application/pdf', 'application/xml'));
update storage.buckets set allowed_mime_types = '{image/jpeg,image/png,image/webp,application/pdf,image/heic,application/xml}' where id = 'uploads';
