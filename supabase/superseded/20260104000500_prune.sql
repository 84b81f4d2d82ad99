-- What the server remembers only for a while.

/**
 * Forgets mutation ids that no device will repeat, and tries and counts that have expired; returns how many ids went. Ids are kept for 90 days,
 * and of every person in every company the newest 500 for ever: a device that was switched off for a year repeats at most one frozen push (200 ids).
 * Were an id forgotten too early, the repeated change would meet its own result as a conflict and be merged with it; nothing is lost or doubled.
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
  delete from private.recovery_attempts a where a.tried_at < now() - interval '1 day';
  delete from private.sent_mails m where m.sent_at < now() - interval '2 days';
  return v_count;
end $$;
revoke all on function public.prune_history() from public, anon, authenticated;
grant execute on function public.prune_history() to service_role;
