-- The lists inside one record that are read whole have an end, whoever sends them: a company's accounts, and whom a mail goes to.

/** No company has more accounts than the app lets it add (`BANK_ACCOUNTS_MAX`). */
create function private.limit_bank_accounts() returns trigger
  language plpgsql set search_path = '' as $$
begin
  if current_user not in ('authenticated', 'service_role') then return null; end if;
  if exists (select from (select distinct company_id from changed) d join public.bank_accounts a using (company_id) group by company_id having count(*) > 50) then
    raise exception 'too_many_bank_accounts' using errcode = 'P0001', detail = 'bank_accounts';
  end if;
  return null;
end $$;
create trigger limit_inserted after insert on public.bank_accounts referencing new table as changed
  for each statement execute function private.limit_bank_accounts();

-- Ten to whom a mail goes and ten who get a copy (`MAX_RECIPIENTS`), each as long as an address can be. What is there is not asked.
alter table private.invoice_mails add constraint invoice_mails_recipients_check
  check (cardinality(recipients) <= 20 and char_length(array_to_string(recipients, '')) <= 6400) not valid;
alter table private.sent_mails add constraint sent_mails_recipient_check check (char_length(recipient) <= 320) not valid;

revoke all on function private.limit_bank_accounts() from public;
