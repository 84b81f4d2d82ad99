/** `de89 3704 0044 0532 0130 00` → `DE89370400440532013000`. */
export const bareIban = (iban: string): string => iban.replace(/\s/g, '').toUpperCase();

/** For people: groups of four. */
export const groupedIban = (iban: string): string => bareIban(iban).replace(/(.{4})(?=.)/g, '$1 ');

/** Shape and check digits of ISO 13616 (mod 97); the lengths of single countries are not checked. */
export function isIban(iban: string): boolean {
  const bare = bareIban(iban);
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(bare)) return false;
  let rest = 0;
  for (const character of bare.slice(4) + bare.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}
