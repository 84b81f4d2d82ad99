-- What something in a foreign currency is worth in that of the books (decision 0028): the field `exchange` of documents, and what it must look like.
-- `src/domain/exchange` computes the same on the device.

/** Whether a day is a day, written as `2026-10-30`. */
create function private.is_day_text(p_text text) returns boolean
  language plpgsql immutable set search_path = '' as $$
begin
  return p_text ~ '^(19|[2-9][0-9])[0-9]{2}-[0-9]{2}-[0-9]{2}$' and p_text::date::text = p_text;
exception when datetime_field_overflow then
  return false;
end $$;

/** Which of `currency`, `rate`, `day`, `source`, `version`, `amount` can't be so for a document of this amount, or `exchange`; null where it can. */
create function private.exchange_fault(p_exchange jsonb, p_amount numeric, p_currency text) returns text
  language plpgsql immutable set search_path = '' as $_$
begin
  if p_exchange is null then return null; end if;
  if jsonb_typeof(p_exchange) <> 'object' then return 'exchange'; end if;
  if (select array_agg(k order by k) from jsonb_object_keys(p_exchange - '{document_amount,parts}'::text[]) k) is distinct from '{amount,currency,day,rate,source,version}'::text[] then
    return 'exchange';
  end if;
  if private.is_currency(p_exchange ->> 'currency') is not true or p_exchange ->> 'currency' = p_currency then return 'currency'; end if;
  if (jsonb_typeof(p_exchange -> 'rate') = 'string' and p_exchange ->> 'rate' ~ '^(0|[1-9][0-9]{0,8})(\.[0-9]{1,12})?$' and p_exchange ->> 'rate' ~ '[1-9]') is not true then
    return 'rate';
  end if;
  if private.is_day_text(p_exchange ->> 'day') is not true then return 'day'; end if;
  if (p_exchange ->> 'source' in ('ecb', 'example', 'manual')) is not true then return 'source'; end if;
  if (jsonb_typeof(p_exchange -> 'version') = 'string' and char_length(p_exchange ->> 'version') <= 40) is not true then return 'version'; end if;
  if jsonb_typeof(p_exchange -> 'amount') <> 'number' then return 'amount'; end if;
  -- What takes back a part is worth what is left before it less what is left after it, entry by entry.
  if p_exchange ? 'parts' then
    if jsonb_typeof(p_exchange -> 'parts') <> 'array' or abs((p_exchange -> 'amount')::numeric) > 9999999999
      or (select coalesce(sum((e.part ->> 'net')::numeric + (e.part ->> 'tax')::numeric), 0) from jsonb_array_elements(p_exchange -> 'parts') e (part))
        is distinct from (p_exchange -> 'amount')::numeric then
      return 'parts';
    end if;
  elsif (p_exchange -> 'amount')::numeric <> private.converted(p_amount, p_currency, (p_exchange ->> 'rate')::numeric, p_exchange ->> 'currency')
    or abs((p_exchange -> 'amount')::numeric) > 9999999999 then
    return 'amount';
  end if;
  if jsonb_typeof(p_exchange -> 'document_amount') not in ('number', 'null') then return 'document_amount'; end if;
  return null;
end $_$;

/** What a person entered of a rate; null where nobody did. */
create function private.entered_rate(p_exchange jsonb) returns jsonb
  language plpgsql immutable set search_path = '' as $$
begin
  return case when p_exchange ->> 'source' = 'manual' then jsonb_build_object('currency', p_exchange -> 'currency', 'rate', p_exchange -> 'rate', 'day', p_exchange -> 'day') end;
end $$;

/** What was entered for another currency says nothing of this one: an older app leaves it there. */
create function private.without_stale_rate(p_new jsonb, p_currency text, p_old jsonb, p_old_currency text) returns jsonb
  language plpgsql immutable set search_path = '' as $$
begin
  return case when p_currency <> p_old_currency and private.entered_rate(p_new) = private.entered_rate(p_old) then null else p_new end;
end $$;

/** That of the document which takes another one back: the same rate, the amounts with the sign turned. */
create function private.turned_exchange(p_exchange jsonb) returns jsonb
  language plpgsql immutable set search_path = '' as $$
begin
  return p_exchange || (
    select coalesce(jsonb_object_agg(a.key, -a.value::numeric), '{}') from jsonb_each_text(p_exchange) a where a.key in ('amount', 'document_amount'));
end $$;

revoke all on function
  private.is_day_text(text), private.exchange_fault(jsonb, numeric, text), private.entered_rate(jsonb),
  private.without_stale_rate(jsonb, text, jsonb, text), private.turned_exchange(jsonb) from public;
-- Checks, policies and triggers that run with the caller's rights call these.
grant execute on function
  private.is_day_text(text), private.exchange_fault(jsonb, numeric, text), private.entered_rate(jsonb),
  private.without_stale_rate(jsonb, text, jsonb, text), private.turned_exchange(jsonb) to authenticated, service_role;
