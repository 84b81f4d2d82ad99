-- As for payments: two devices without a network may capture the same receipt. "It is another one" is a fact of the later expense.
alter table public.expenses add column is_separate boolean not null default false;
comment on column public.expenses.is_separate is 'Somebody has said that it is not the expense of the same vendor, amount and day.';
update private.synced_collections
  set insertable = insertable || '{is_separate}'::name[], updatable = updatable || '{is_separate}'::name[]
  where collection = 'expenses';
grant insert (is_separate), update (is_separate) on public.expenses to authenticated;
