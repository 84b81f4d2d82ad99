-- A device that keeps a copy of a company asks whether its person was removed from it.

/**
 * Whether the caller was removed from a company of which a device still has a copy (`src/decisions/0043-copies-of-a-company-one-left.md`). True only out of the
 * history that the device knows: another epoch, or a mark that is not in it, and this server may have been set back. Anything else is false, for strangers too.
 */
create or replace function public.was_removed(p_company uuid, p_epoch text, p_mark text) returns boolean
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_user uuid := private.require_person();
begin
  return exists (
      select from public.companies c join private.company_clocks k on k.company_id = c.id
      where c.id = p_company and k.epoch::text = p_epoch and private.mark_trouble(c.id, p_mark) is null)
    and not exists (select from private.company_deletions d where d.company_id = p_company)
    and not exists (select from public.company_users cu where cu.company_id = p_company and cu.user_id = v_user);
end $$;

revoke all on function public.was_removed(uuid, text, text) from public, anon, authenticated;
grant execute on function public.was_removed(uuid, text, text) to authenticated;
