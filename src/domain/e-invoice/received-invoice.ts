/** What an e-invoice that came in says, as far as an expense needs it; '' and null are what it does not say. Amounts are major units of `currency`. */
export type ReceivedInvoice = {
  readonly number: string;
  /** UNTDID 1001; 381 and 261 are credit. */
  readonly type_code: string;
  readonly issue_date: string;
  readonly due_date: string;
  readonly currency: string;
  readonly seller: { readonly name: string; readonly vat_id: string; readonly country: string };
  readonly iban: string;
  readonly lines: readonly { readonly name: string; readonly net: number | null }[];
  readonly taxes: readonly {
    readonly category: string;
    readonly rate: number | null;
    readonly net: number | null;
    readonly tax: number | null;
  }[];
  /** BT-109, BT-110, BT-112, BT-115 */
  readonly net: number | null;
  readonly tax: number | null;
  readonly gross: number | null;
  readonly payable: number | null;
};

const CREDIT = new Set(['381', '261', '262', '296', '308', '396', '420', '458', '532', '81', '83']);

/** Whether what it says it wants is in truth given: a credit note's amounts have no sign. */
export const isCredit = ({ type_code }: Pick<ReceivedInvoice, 'type_code'>): boolean => CREDIT.has(type_code);
