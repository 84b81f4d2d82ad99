-- What replaces an invoice is not issued while that one stands: the same money would be claimed twice. The two know each other by their ids (decision 0040).

-- The id of the invoice that the one of this id replaces, if there is such an invoice; `replacedId` in the domain does the same.
create function private.replaced_id(p_id uuid) returns uuid
  language sql immutable as $$
  select (left(p_id::text, 24) || lpad(to_hex(
    ((('x' || right(p_id::text, 12))::bit(48)::bigint - 100328777990631) & 281474976710655)), 12, '0'))::uuid $$;

create function private.guard_replacement() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  if exists (
    select from public.invoices i where i.company_id = new.company_id and i.id = private.replaced_id(new.id)
      and i.document_type = 'invoice' and i.status = 'issued') then
    raise exception 'replaced_stands' using errcode = 'P0001', detail = 'status';
  end if;
  return new;
end $$;

create trigger guard_replacement before insert or update of status on public.invoices
  for each row when (new.status = 'ready_to_issue') execute function private.guard_replacement();

revoke all on function private.replaced_id(uuid), private.guard_replacement() from public;
