-- What fails for one company concerns nobody else, and how a company sends mail is in its history only for who may read those settings.

/**
 * The daily run for all companies, each in a transaction of its own, so that none waits for the others or falls with them:
 * a company for which the database itself fails is left to the next run.
 */
create or replace procedure private.generate_due(p_now timestamptz) language plpgsql as $$
declare
  v_companies uuid[] := array(select d from private.companies_due(p_now) d);
  v_company uuid;
begin
  foreach v_company in array v_companies loop
    begin
      perform private.generate_company_due(v_company, p_now);
    -- The text of the failure may quote what a customer typed.
    exception when others then
      raise warning 'recurring items of company % are not generated: %', v_company, sqlstate;
    end;
    commit;
  end loop;
end $$;

/** The history of people and invitations is for who may view users, that of the mail settings for who may change them; and each for who did it. */
alter policy member_select on public.activity_log
  using ((company_id = any (array(select private.companies_with('activity.view')))
      and (entity_type not in ('members', 'invites') or company_id = any (array(select private.companies_with('users.view'))))
      and (entity_type <> 'mail_settings' or company_id = any (array(select private.companies_with('settings.mail')))))
    or (actor_id = (select auth.uid()) and company_id = any (array(select private.my_companies()))));
