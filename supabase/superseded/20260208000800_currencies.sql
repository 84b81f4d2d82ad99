-- Amounts are in a currency that is money: no code that nobody has (XXX, XTS), no metal, fund or accounting unit.

/** Whether amounts can be in that currency; `isCurrency` in `domain/money` knows the same. */
create function private.is_currency(p_code text) returns boolean
  language plpgsql immutable set search_path = '' as $$
begin
  return p_code = any ('{AED,AFN,ALL,AMD,ANG,AOA,ARS,AUD,AWG,AZN,BAM,BBD,BDT,BGN,BHD,BIF,BMD,BND,BOB,BRL,BSD,BTN,BWP,BYN,BZD,CAD,CDF,CHF,CLP,CNY,COP,CRC,CUC,
    CUP,CVE,CZK,DJF,DKK,DOP,DZD,EGP,ERN,ETB,EUR,FJD,FKP,GBP,GEL,GHS,GIP,GMD,GNF,GTQ,GYD,HKD,HNL,HRK,HTG,HUF,IDR,ILS,INR,IQD,IRR,ISK,JMD,
    JOD,JPY,KES,KGS,KHR,KMF,KPW,KRW,KWD,KYD,KZT,LAK,LBP,LKR,LRD,LSL,LYD,MAD,MDL,MGA,MKD,MMK,MNT,MOP,MRU,MUR,MVR,MWK,MXN,MYR,MZN,NAD,NGN,
    NIO,NOK,NPR,NZD,OMR,PAB,PEN,PGK,PHP,PKR,PLN,PYG,QAR,RON,RSD,RUB,RWF,SAR,SBD,SCR,SDG,SEK,SGD,SHP,SLE,SLL,SOS,SRD,SSP,STN,SVC,SYP,SZL,
    THB,TJS,TMT,TND,TOP,TRY,TTD,TWD,TZS,UAH,UGX,USD,UYU,UZS,VED,VES,VND,VUV,WST,XAF,XCD,XCG,XOF,XPF,YER,ZAR,ZMW,ZWG,ZWL}');
end $$;

/** Decimals of a currency, as `Intl` knows them (`domain/money`). */
create function private.currency_exponent(p_currency text) returns int
  language sql immutable as $$
  select case
    when p_currency = any ('{AFN,ALL,BIF,CLP,COP,DJF,GNF,HUF,IDR,IQD,IRR,ISK,JPY,KMF,KPW,KRW,LAK,LBP,MGA,MMK,PKR,PYG,RWF,SLL,SOS,SYP,UGX,VND,VUV,XAF,XOF,XPF,YER}') then 0
    when p_currency = any ('{BHD,JOD,KWD,LYD,OMR,TND}') then 3
    else 2 end $$;

/** Decimals of a currency as a factor: 100 minor units of a euro. */
create function private.minor_units(p_currency text) returns numeric
  language sql immutable set search_path = '' as $$
  select power(10::numeric, private.currency_exponent(p_currency)) $$;

/** An amount in another currency, rounded half away from zero to what that currency has. */
create function private.converted(p_amount numeric, p_from text, p_rate numeric, p_to text) returns numeric
  language plpgsql immutable set search_path = '' as $$
begin
  return round(round(p_amount, private.currency_exponent(p_from)) * p_rate, private.currency_exponent(p_to));
end $$;

revoke all on function
  private.is_currency(text), private.currency_exponent(text), private.minor_units(text), private.converted(numeric, text, numeric, text) from public;
-- Checks, policies and triggers that run with the caller's rights call these.
grant execute on function private.is_currency(text), private.converted(numeric, text, numeric, text) to authenticated, service_role;
grant execute on function private.currency_exponent(text) to authenticated;
