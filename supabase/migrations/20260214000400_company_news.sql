-- What devices listen to: that a company has news. One small row per company instead of every record, written once per transaction.

/** One row per company: how far its log goes. It tells that there is something to pull, and nothing of what. */
create table public.company_news (
  -- A live deletion names it to everybody who asked.
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null unique references public.companies (id) on delete cascade,
  seq bigint not null
) with (fillfactor = 50);
revoke all on public.company_news from public, anon, authenticated;
grant select on public.company_news to authenticated;
grant all on public.company_news to service_role;
alter table public.company_news enable row level security;
create policy second_factor on public.company_news as restrictive to authenticated using ((select private.second_factor_satisfied()));
create policy member_select on public.company_news for select to authenticated
  using (company_id = any (array(select private.my_companies())));
alter publication supabase_realtime add table public.company_news;
call private.announce_by_identity('public.company_news');

/** A step of the clock is news, as long as there is the company: what is deleted with it is logged at the very end. */
create function private.tell_news() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  insert into public.company_news as news (company_id, seq) select c.id, new.seq from public.companies c where c.id = new.company_id
    on conflict (company_id) do update set seq = excluded.seq;
  return null;
end $$;
create trigger tell_news after insert or update of seq on private.company_clocks for each row execute function private.tell_news();

revoke all on function private.tell_news() from public;
