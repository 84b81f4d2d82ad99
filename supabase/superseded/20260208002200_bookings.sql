-- Booked means booked. What was approved is a booking: nobody changes or deletes it, nor takes its receipt; it is reversed, by a record of
-- its own that says why. An approval, and a payment, can be taken back while the company's correction window is open.
-- `src/domain/bookings` decides the same on the device.

/** `month` (until the month is closed), or a number of days after the entry. */
create function private.correction_window(p_company uuid) returns text
  language sql stable security definer set search_path = '' as $$
  select coalesce(c.settings #>> '{bookkeeping,correction_window}', 'month') from public.companies c where c.id = p_company $$;

/** Refuses to take back what was booked on this day: its month is closed, or the company's days since the entry are over (then `p_word` is said). */
create function private.refuse_booked(p_company uuid, p_day date, p_field text, p_since timestamptz, p_word text) returns void
  language plpgsql volatile set search_path = '' as $$
declare
  v_window text := private.correction_window(p_company);
begin
  perform private.refuse_closed(p_company, p_day, p_field);
  if v_window <> 'month' and p_since + v_window::int * interval '1 day' <= now() then
    raise exception '%', p_word using errcode = 'P0001', detail = p_field;
  end if;
end $$;

/** The day on which money counts that went on `p_paid_on`: never before a booking that came late. */
create function private.payment_day(p_paid_on date, p_booked_on date) returns date
  language sql immutable as $$
  select case when p_booked_on > p_paid_on then p_booked_on else p_paid_on end $$;

revoke all on function
  private.correction_window(uuid), private.refuse_booked(uuid, date, text, timestamptz, text), private.payment_day(date, date) from public;
-- Checks, policies and triggers that run with the caller's rights call these.
grant execute on function
  private.correction_window(uuid), private.refuse_booked(uuid, date, text, timestamptz, text), private.payment_day(date, date) to authenticated;
