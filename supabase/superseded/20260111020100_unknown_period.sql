/** Refuses a wish that no series fulfils; `p_next` is its first period that was not generated yet. What is not known to be right is refused. */
create or replace function private.refuse_period(p_is_active boolean, p_in_series boolean, p_period date, p_next date) returns void
  language plpgsql immutable set search_path = '' as $$
begin
  if p_is_active is not true then
    raise exception 'recurring_inactive' using errcode = 'P0001', detail = 'is_active';
  end if;
  if (p_in_series and p_period <= p_next) is not true then
    raise exception 'not_a_period' using errcode = 'P0001', detail = 'generate_requested';
  end if;
end $$;
