/** Words of a record on one line, without what is empty. */
export const joined = (...parts: (string | null | undefined)[]): string => parts.filter(Boolean).join(' ');

/** `+49 40 123-45` is also found as `494012345`. */
export const digits = (phone: string): string => phone.replaceAll(/\D/g, '');

type Address = { readonly street: string; readonly house_number: string; readonly postal_code: string; readonly city: string };
export const addressWords = (it: Address): string => joined(it.street, it.house_number, it.postal_code, it.city);

/** Characters that nobody types stand for the figures of amounts, so that only amounts are compared with amounts: `50` is not in `1234.50`. */
const FIGURES = 0xe000;
export const asAmount = (figures: string): string =>
  `\ue00b${figures.replaceAll(/[\d.]/g, (figure) => String.fromCharCode(FIGURES + (figure === '.' ? 10 : Number(figure))))}`;

/** The searched form of an amount, with two decimals. Signs don't matter to who searches. */
export const amountToken = (amount: number): string => asAmount(Math.abs(amount).toFixed(2));

/** The searched form of the month of a day; nobody types its first character either. */
export const monthToken = (day: string): string => `\ue00c${String.fromCharCode(FIGURES + 16 + Number(day.slice(5, 7)))}`;
