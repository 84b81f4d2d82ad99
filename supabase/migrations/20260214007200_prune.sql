-- What the server remembers only for a while.

/**
 * Forgets mutation ids that no device will repeat, marks of devices that have to sign in again anyway, and tries and counts that have expired;
 * returns how many ids went. Ids are kept for 90 days, and of every person in every company the newest 500 for ever: a device that was switched
 * off for a year repeats at most one frozen push (200 ids). Were an id forgotten too early, the repeated change would meet its own result as a
 * conflict and be merged with it; nothing is lost or doubled. A session lasts at most 400 days. An import that nobody has gone on with for a week
 * is given up, and what is left of a finished one goes.
 */
create function public.prune_history() returns int
  language plpgsql security definer set search_path = '' as $$
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

-- What nobody needs any more is forgotten once a night. Where pg_cron is missing, somebody else calls it (`supabase/local` has a timer).
do $$
begin
  if not exists (select from pg_catalog.pg_available_extensions where name = 'pg_cron') then return; end if;
  create extension if not exists pg_cron;
  perform cron.schedule('kontor-prune-history', '23 3 * * *', 'select public.prune_history()');
exception when others then
  -- Installed on the machine, but not for this database: no reason to refuse the product.
  raise warning 'history is not pruned by pg_cron: %', sqlerrm;
end $$;

revoke all on function public.prune_history() from public, anon, authenticated;
grant execute on function public.prune_history() to service_role;
