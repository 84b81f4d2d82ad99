-- Whether the rate of an invoice in a foreign currency was known when it was issued. One that is supplied later counts in the books; the document is
-- the one that went out, on paper and as data (decision 0031).
create function private.note_rate() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- What a device issued with a number it took along stays as it was handed out: it is in the currency of the books, or a person entered the rate.
  if new.number is not null and (tg_op = 'INSERT' or old.number is null) and new.seller is not null and new.leased is null then
    new.seller := new.seller || jsonb_build_object('exchange_known', new.exchange is not null);
  end if;
  return new;
end $$;
revoke all on function private.note_rate() from public;
-- After `value_in_books`, which looks the rate up (triggers run in the order of their names).
create trigger value_noted before insert or update on public.invoices for each row when (not private.is_importing()) execute function private.note_rate();
