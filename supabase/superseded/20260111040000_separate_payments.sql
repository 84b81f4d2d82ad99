/**
 * Two devices without a network may record the same payment. What looks like that is asked about wherever it is seen, and the answer
 * "both are real" is a fact of the later payment, so that everybody who sees it sees the answer too.
 */
alter table public.payments add column is_separate boolean not null default false;
comment on column public.payments.is_separate is 'Somebody has said that it is other money than an equal payment of the same days.';
update private.synced_collections
  set insertable = insertable || '{is_separate}'::name[], updatable = updatable || '{is_separate}'::name[]
  where collection = 'payments';
grant insert (is_separate), update (is_separate) on public.payments to authenticated;
