/** Coarse part (the authority), an optional fine part, two check digits (KoSIT, "Formatspezifikation Leitweg-ID" 2.0.2). */
const FORM = /^\d{2,12}(-[A-Za-z0-9]{1,30})?-\d{2}$/;

/** Whether a text has the form of the address of a German authority, right or mistyped. */
export const looksLikeLeitwegId = (text: string): boolean => FORM.test(text.trim());

/** Whether it is one: the form, and the check digits of ISO 7064 (MOD 97-10; letters count from 10). */
export function isLeitwegId(text: string): boolean {
  const id = text.trim();
  if (!FORM.test(id)) return false;
  let rest = 0;
  for (const character of id.replaceAll('-', '')) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}
