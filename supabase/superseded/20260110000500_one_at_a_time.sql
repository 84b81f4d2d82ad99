-- What is counted or chosen among several rows is counted by one transaction at a time.

/** Exactly one account is the default: the one just chosen, else the one before, else the oldest. The company is news. */
create or replace function private.settle_bank_accounts() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_company uuid;
  v_default uuid;
begin
  for v_company in select distinct c.company_id from changed c order by 1 loop
    -- An account that somebody adds at this very moment is seen, or waits.
    perform from public.companies c where c.id = v_company for no key update;
    select a.id into v_default from public.bank_accounts a where a.company_id = v_company
      order by (a.is_default and a.id in (select c.id from changed c)) desc, a.is_default desc, a.id limit 1;
    if exists (select from public.bank_accounts a where a.company_id = v_company and a.is_default is distinct from (a.id = v_default)) then
      -- Comes back here for the rows it changes, and finds nothing to do then.
      update public.bank_accounts a set is_default = (a.id = v_default) where a.company_id = v_company and a.is_default is distinct from (a.id = v_default);
    elsif v_company::text is distinct from current_setting('kontor.document', true) then
      update public.companies set rev = 'srv-' || gen_random_uuid() where id = v_company;
    end if;
  end loop;
  return null;
end $$;

/** Counts a mail; refuses when an address gets, or a company sends, too many of the kind within a day. */
create or replace function private.take_mail_allowance(p_company uuid, p_purpose text, p_recipients text[]) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_per_company int := case p_purpose when 'invite' then 50 when 'test' then 40 else 500 end;
  v_per_recipient int := case p_purpose when 'invite' then 5 when 'test' then 40 else 50 end;
begin
  -- In one order for everybody: the company, then the addresses.
  perform pg_advisory_xact_lock(hashtextextended('kontor.mails:' || p_purpose || ':' || k.name, 0))
    from (select p_company::text as name, 0 as place union select r, 1 from unnest(p_recipients) r order by place, name) k;
  delete from private.sent_mails m where m.company_id = p_company and m.sent_at < now() - interval '2 days';
  if (select count(*) from private.sent_mails m
      where m.company_id = p_company and m.purpose = p_purpose and m.sent_at > now() - interval '1 day') + cardinality(p_recipients) > v_per_company
    or exists (select from unnest(p_recipients) r where v_per_recipient <= (select count(*) from private.sent_mails m
      where m.recipient = r and m.purpose = p_purpose and m.sent_at > now() - interval '1 day')) then
    raise exception 'too_many_mails' using errcode = 'P0001', detail = p_purpose;
  end if;
  insert into private.sent_mails (company_id, user_id, purpose, recipient) select p_company, auth.uid(), p_purpose, unnest(p_recipients);
end $$;

update public.bank_accounts a set is_default = false
  where a.is_default and exists (select from public.bank_accounts b where b.company_id = a.company_id and b.is_default and b.id < a.id);
