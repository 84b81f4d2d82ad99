import { bareIban } from '#domain/documents/iban.ts';
import { type AmountLocale, parseAmount } from '#domain/money/typed-amount.ts';
import { foldText } from '#domain/shared/fold-text.ts';

/** One column of a kind of record: the headings it goes by, how a cell becomes a value, and how a value becomes a cell. */
export type CsvField = {
  readonly name: string;
  /** Heading in the export, by language; both are recognised in an import, with the aliases. */
  readonly heading: { readonly en: string; readonly de: string };
  readonly aliases?: readonly string[];
  /** The value of a cell that is not empty; undefined when it can't be one. */
  readonly read: (cell: string, locale: AmountLocale) => unknown;
  readonly write: (value: unknown, locale: AmountLocale) => string;
  /** Message key of `errors.json` → `field` for a cell that can't be read. */
  readonly problem?: string;
};
type Given = Pick<CsvField, 'name' | 'heading' | 'aliases'>;

const numberText = (value: number, locale: AmountLocale): string => (locale === 'de' ? String(value).replace('.', ',') : String(value));

/** What nobody gave is an empty cell. */
const cellText = (value: unknown): string => (value === null || value === undefined ? '' : String(value as string));

export const textField = (field: Given): CsvField => ({ ...field, read: (cell) => cell, write: cellText });
/** One of these codes, in capitals or not. */
export const codeField = ({ codes, ...field }: Given & { codes: readonly string[]; problem: string }): CsvField => ({
  ...field,
  read: (cell) => codes.find((code) => code === cell.toUpperCase()),
  write: cellText,
});
/** One of these words, whatever its capitals, blanks and hyphens. */
export const wordField = ({ words, ...field }: Given & { words: readonly string[]; problem: string }): CsvField => ({
  ...field,
  read: (cell) => words.find((word) => word === foldText(cell).replaceAll(/[\s-]+/g, '_')),
  write: cellText,
});
export const amountField = (field: Given): CsvField => ({
  ...field,
  read: (cell, locale) => parseAmount(cell, locale) ?? undefined,
  write: (value, locale) => numberText(Number(value), locale),
  problem: 'invalidAmount',
});
export const percentField = (field: Given): CsvField => ({
  ...amountField(field),
  read: (cell, locale) => parseAmount(cell.replace('%', ''), locale) ?? undefined,
  problem: 'invalidPercent',
});
export const daysField = (field: Given): CsvField => ({
  ...field,
  read: (cell) => (/^\d{1,4}$/.test(cell) ? Number(cell) : undefined),
  write: String,
  problem: 'invalidDays',
});
const upperField = (field: Given): CsvField => ({ ...textField(field), read: (cell) => cell.toUpperCase() });

const YES = ['1', 'yes', 'y', 'true', 'active', 'ja', 'j', 'wahr', 'aktiv', 'x'];
const NO = ['0', 'no', 'n', 'false', 'inactive', 'nein', 'falsch', 'inaktiv'];
const flagField = (field: Given): CsvField => ({
  ...field,
  read: (cell) => (YES.includes(foldText(cell)) ? true : NO.includes(foldText(cell)) ? false : undefined),
  write: (value, locale) => (locale === 'de' ? (value ? 'ja' : 'nein') : value ? 'yes' : 'no'),
  problem: 'invalidYesNo',
});
export const languageField = (field: Given): CsvField => ({
  ...field,
  read: (cell) => (/^(de|german|deutsch)/i.test(cell) ? 'de' : /^(en|english|englisch)/i.test(cell) ? 'en' : undefined),
  write: String,
  problem: 'invalidLanguage',
});
/** A code, or the name of the country in either language. */
const countryField = (field: Given): CsvField => ({
  ...field,
  read: (cell) => (/^[a-z]{2}$/i.test(cell) ? cell.toUpperCase() : countryCodes().get(foldText(cell))),
  write: cellText,
  problem: 'invalidCountry',
});

let codesByName: ReadonlyMap<string, string> | undefined;
function countryCodes(): ReadonlyMap<string, string> {
  if (codesByName) return codesByName;
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  const names = ['en', 'de'].map((language) => new Intl.DisplayNames([language], { type: 'region', fallback: 'none' }));
  codesByName = new Map(
    codes.flatMap((code) => names.flatMap((name) => (name.of(code) ? [[foldText(name.of(code) ?? ''), code] as const] : []))),
  );
  return codesByName;
}

export const NAME = textField({
  name: 'name',
  heading: { en: 'Name', de: 'Name' },
  aliases: ['Company', 'Firma', 'Firmenname', 'Title', 'Bezeichnung'],
});
export const IS_ACTIVE = flagField({ name: 'is_active', heading: { en: 'Active', de: 'Aktiv' }, aliases: ['Status', 'is_active'] });
export const VAT_ID = upperField({
  name: 'vat_id',
  heading: { en: 'VAT ID', de: 'USt-IdNr.' },
  aliases: ['VAT number', 'VAT', 'Tax ID', 'USt-ID', 'UStID', 'Umsatzsteuer-ID', 'vat_id'],
});
export const IBAN: CsvField = {
  ...textField({ name: 'iban', heading: { en: 'IBAN', de: 'IBAN' }, aliases: ['Account', 'Konto', 'Bankverbindung', 'iban'] }),
  read: bareIban,
};
export const CONTACT = [
  textField({ name: 'email', heading: { en: 'Email', de: 'E-Mail' }, aliases: ['E-Mail-Adresse', 'Email address', 'Mail'] }),
  textField({ name: 'phone', heading: { en: 'Phone', de: 'Telefon' }, aliases: ['Telephone', 'Tel', 'Tel.', 'Telefonnummer', 'Mobile'] }),
];
export const ADDRESS_COLUMNS = [
  textField({ name: 'street', heading: { en: 'Street', de: 'Straße' }, aliases: ['Address', 'Adresse', 'Anschrift'] }),
  textField({ name: 'house_number', heading: { en: 'House number', de: 'Hausnummer' }, aliases: ['Nr.', 'Hausnr.', 'house_number'] }),
  textField({
    name: 'postal_code',
    heading: { en: 'Postal code', de: 'Postleitzahl' },
    aliases: ['PLZ', 'ZIP', 'Zip code', 'Postcode', 'postal_code'],
  }),
  textField({ name: 'city', heading: { en: 'City', de: 'Ort' }, aliases: ['Town', 'Stadt'] }),
  countryField({ name: 'country', heading: { en: 'Country', de: 'Land' } }),
];
/** Where goods go, beside the address. */
export const DELIVERY_COLUMNS = [
  textField({
    name: 'delivery_name',
    heading: { en: 'Delivery: name', de: 'Lieferung: Name' },
    aliases: ['Lieferempfänger', 'delivery_name'],
  }),
  textField({
    name: 'delivery_street',
    heading: { en: 'Delivery: street', de: 'Lieferung: Straße' },
    aliases: ['Lieferstraße', 'delivery_street'],
  }),
  textField({
    name: 'delivery_house_number',
    heading: { en: 'Delivery: house number', de: 'Lieferung: Hausnummer' },
    aliases: ['delivery_house_number'],
  }),
  textField({
    name: 'delivery_postal_code',
    heading: { en: 'Delivery: postal code', de: 'Lieferung: Postleitzahl' },
    aliases: ['Liefer-PLZ', 'delivery_postal_code'],
  }),
  textField({ name: 'delivery_city', heading: { en: 'Delivery: city', de: 'Lieferung: Ort' }, aliases: ['Lieferort', 'delivery_city'] }),
  countryField({
    name: 'delivery_country',
    heading: { en: 'Delivery: country', de: 'Lieferung: Land' },
    aliases: ['Lieferland', 'delivery_country'],
  }),
];
export const CURRENCY = upperField({ name: 'currency', heading: { en: 'Currency', de: 'Währung' } });
export const NOTES = textField({
  name: 'notes',
  heading: { en: 'Notes', de: 'Notizen' },
  aliases: ['Note', 'Notiz', 'Bemerkung', 'Comment'],
});
