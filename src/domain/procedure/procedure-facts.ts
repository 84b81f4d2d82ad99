import type { Rates } from '#domain/exchange/rates.ts';
import type { VatPeriod } from '#domain/tax/vat-method.ts';

/** What a description of the procedure is made of. Days and instants are words of its language, as are roles, rights and what changed. */
export type ProcedureFacts = {
  readonly company: {
    readonly name: string;
    readonly address: string;
    /** ISO 3166; what the law says follows it. */
    readonly country: string;
    readonly taxNumber: string;
    readonly vatId: string;
    readonly timezone: string;
  };
  readonly software: { readonly app: string; readonly schema: string; readonly rates: string };
  readonly version: number;
  /** Not where a version is made once more: what changed before it stands in its first copy. */
  readonly isNew: boolean;
  readonly madeOn: string;
  readonly madeBy: string;
  /** When the version before was made; null for the first one. */
  readonly since: string | null;
  readonly changes: readonly { readonly at: string; readonly what: string }[];
  /** How many there were; the list has the newest. */
  readonly changeCount: number;
  readonly people: readonly { readonly name: string; readonly role: string; readonly rights: string; readonly hasSecondFactor: boolean }[];
  readonly invoiceFormat: string;
  /** Patterns of documents that count by themselves; empty where they go on in the series of the invoices. */
  readonly ownFormats: { readonly cancellations: string; readonly corrections: string };
  /** Whether devices may take numbers along and issue without a connection. */
  readonly takesNumbersAlong: boolean;
  readonly expenseFormat: string;
  /** For how many days a booking can be taken back; null: until its month is closed. */
  readonly correctionDays: number | null;
  /** What the books are kept in, and by which rates amounts in another currency are converted. */
  readonly books: { readonly currency: string; readonly rates: Rates };
  readonly isPaidOnApproval: boolean;
  readonly generatesByItself: boolean;
  readonly isSmallBusiness: boolean;
  /** Before the first one: by supply, each month. */
  readonly vat: readonly VatPeriod[];
  readonly closedMonths: readonly string[];
  readonly ledger: { readonly seq: string; readonly sha256: string; readonly at: string } | null;
  readonly exportedOn: string | null;
  readonly years: { readonly documents: number; readonly books: number };
};
