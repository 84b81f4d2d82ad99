import type { Company } from '#domain/companies/company.ts';
import type { CsvField } from '#domain/csv/csv-fields.ts';

/** How a field is typed and shown; `record` is the id of another directory's entry (its `references` say which), `address`, `delivery` and `price` stand for several fields that are one thing to a person. */
export type FieldKind =
  | 'text'
  | 'multiline'
  | 'email'
  | 'phone'
  | 'switch'
  | 'language'
  | 'currency'
  | 'days'
  | 'vat_id'
  | 'iban'
  | 'percent'
  | 'unit'
  | 'unit_price'
  | 'e_invoice_format'
  | 'e_address_scheme'
  | 'record'
  | 'address'
  | 'delivery'
  | 'price';

export type FieldPlace = {
  readonly field: string;
  readonly kind: FieldKind;
  /** Shown only where something was given. */
  readonly isOptional?: boolean;
};
export type DirectoryColumn = FieldPlace & {
  /** A second line below it. */
  readonly detail?: string;
  /** A CSS grid track. */
  readonly width?: string;
  readonly phone?: 'meta' | 'hidden';
};

export type BlankStart = {
  /** Of the page. */
  readonly language: string;
  readonly today: string;
  /** A form opens; a row of a file gets nothing that only saves typing. */
  readonly isTyped: boolean;
};

/** What people call a thing when they look for it in the palette: phrases in both languages, parted by commas. */
export type CalledBy = { readonly en: string; readonly de: string };

/** What the pages of a directory show: data only, drawn by `features/directory`. */
export type DirectoryPages<Input = Record<string, unknown>> = {
  /** One of them and many, and other names for them. */
  readonly calledBy: CalledBy;
  /** What a form, or a row of a file, starts with; null where nothing is made up. */
  blank(company: Company, start: BlankStart): { readonly [K in keyof Input]: Input[K] | null };
  /** Below the name; `title` is a key of `section` in its texts. */
  readonly form: readonly { readonly title: string | null; readonly rows: readonly (FieldPlace | readonly FieldPlace[])[] }[];
  /** After the name, before the state. */
  readonly columns: readonly DirectoryColumn[];
  readonly facts: { readonly title: string; readonly fields: readonly FieldPlace[] };
  readonly csv: readonly CsvField[];
};
