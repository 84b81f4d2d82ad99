/**
 * Length of an IBAN per country, from the registry of ISO 13616. A table of 700 bytes instead of a library of 8 kB; the test proves that
 * they agree.
 */
const LENGTHS =
  'AD24AE23AL28AO25AT20AX18AZ28BA20BE16BF28BG22BH22BI27BJ28BL27BR29BY28CF27CG27CH21CI28CM27CR22CV25CY28CZ24DE22DJ27DK18DO28DZ26EE20EG29' +
  'ES24FI18FK18FO18FR27GA27GB22GE22GF27GI23GL18GP27GQ27GR27GT28GW25HN28HR21HU28IE22IL23IQ23IR26IS26IT27JO30KM27KW30KZ20LB28LC32LI21LT20' +
  'LU20LV21LY25MA28MC27MD24ME22MF27MG27MK19ML28MN20MQ27MR27MT31MU30MZ25NC27NE28NI28NL18NO15OM23PF27PK24PL28PM27PS29PT25QA29RE27RO24RS22' +
  'RU33SA24SC31SD18SE24SI19SK24SM27SN28SO23ST25SV28TD27TF27TG28TL23TN24TR26UA29VA22VG24WF27XK20YE30YT27';
const lengthOf = (country: string): number => Number(new RegExp(`${country}(\\d\\d)`).exec(LENGTHS)?.[1] ?? 0);

/** `de89 3704 0044 0532 0130 00` → `DE89370400440532013000`. */
export const bareIban = (iban: string): string => iban.replace(/\s/g, '').toUpperCase();

/** For people: groups of four. */
export const groupedIban = (iban: string): string => bareIban(iban).replace(/(.{4})(?=.)/g, '$1 ');

/** Country, its length, and the check digits of ISO 13616 (mod 97). */
export function isIban(iban: string): boolean {
  const bare = bareIban(iban);
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(bare) || bare.length !== lengthOf(bare.slice(0, 2))) return false;
  let rest = 0;
  for (const character of bare.slice(4) + bare.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}

/** Eight or eleven characters of ISO 9362: institution, country, place and, if given, branch. */
export const isBic = (bic: string): boolean => /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(bareIban(bic));
