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
