-- What a push of many bookings asked again and again is asked once: the days of an expense, and whether their month is open.

/** What a closed month holds against a client's change: bookings of that month, and money that left on its days. */
create or replace function private.refuse_closed_expense(p_old public.expenses, p_new public.expenses) returns void
  language plpgsql volatile set search_path = '' as $$
declare
  v_booked date;
  v_was date := private.money_day(p_old);
  v_is date := private.money_day(p_new);
begin
  -- Paying what was booked is no new booking.
  if p_new.status in ('approved', 'reimbursed') and (p_old.status in ('approved', 'reimbursed')) is not true then
    v_booked := coalesce(p_new.booked_on, p_new.expense_date);
    perform private.refuse_closed(p_new.company_id, v_booked, 'expense_date');
  end if;
  -- Noted or not: an approval that is taken back takes its money along.
  if v_is is distinct from v_was
    or ((p_new.paid_on, p_new.payment_method) is distinct from (p_old.paid_on, p_old.payment_method) and p_new.status = p_old.status) then
    perform private.refuse_closed(p_new.company_id, v_was, 'paid_on');
    -- Its months are held since it was asked about the first time.
    if v_is is distinct from v_booked then perform private.refuse_closed(p_new.company_id, v_is, 'paid_on'); end if;
  end if;
end $$;

/** The answers to changes, each in its place. */
create or replace function private.push_changes(p_company uuid, p_changes jsonb) returns jsonb[]
  language plpgsql volatile set search_path = '' as $$
declare
  -- An array takes results in place; a growing jsonb would be copied for each of them.
  v_results jsonb[] := '{}';
  v_answers jsonb[];
  v_registry private.synced_collections;
  r record;
begin
  for r in
    with placed as (
      -- Parents before children; deletions after everything else, and children first.
      select c, place, row_number() over (order by c ->> 'op' = 'delete', case when c ->> 'op' = 'delete' then -s.position else s.position end, place) as n,
        case when s.is_independent and c ->> 'op' = 'upsert' and jsonb_typeof(c -> 'doc') = 'object'
          and c ->> 'id' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' and char_length(c ->> 'mutation_id') between 1 and 80
          then s.collection end as collection
      from jsonb_array_elements(p_changes) with ordinality as change (c, place)
      left join private.synced_collections s on s.collection = c ->> 'collection'),
    kinds as (
      -- The second change of a record follows its first; what cannot go with others goes alone. The keys of a document stand in one order, whoever wrote it.
      select p.*, case when p.collection is not null and row_number() over (partition by p.collection, c ->> 'id' order by n) = 1
        then concat_ws(' ', p.collection, c ->> 'base_rev' is null, (select string_agg(k, ',') from jsonb_object_keys(c -> 'doc') k))
        else n::text end as kind
      from placed p),
    runs as (select k.*, n - row_number() over (partition by kind order by n) as run from kinds k)
    select min(collection) as collection, array_agg(c order by n) as changes, array_agg(place order by n) as places from runs group by kind, run order by min(n)
  loop
    if cardinality(r.changes) = 1 then
      v_answers := array[private.push_change(p_company, r.changes[1])];
    else
      select * into strict v_registry from private.synced_collections s where s.collection = r.collection;
      v_answers := private.push_run(v_registry, p_company, r.changes);
    end if;
    for i in 1 .. cardinality(r.places) loop
      v_results[r.places[i]] := v_answers[i];
    end loop;
  end loop;
  return v_results;
end $$;
