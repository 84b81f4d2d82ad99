export type ReceivedLine = {
  readonly name: string;
  readonly quantity: number | null;
  /** UN/ECE Recommendation 20. */
  readonly unit: string;
  /** Net, of one. */
  readonly price: number | null;
  readonly net: number | null;
  readonly rate: number | null;
};

/** What an e-invoice that came in says, as far as an expense needs it; '' and null are what it does not say. Amounts are major units of `currency`. */
export type ReceivedInvoice = {
  readonly number: string;
  /** UNTDID 1001; 381 and 261 are credit. */
  readonly type_code: string;
  /** Of a profile that says no lines (ZUGFeRD MINIMUM and BASIC WL): by law no invoice, but a help to book the one on the pages. */
  readonly is_booking_aid: boolean;
  readonly issue_date: string;
  readonly due_date: string;
  readonly currency: string;
  readonly seller: { readonly name: string; readonly vat_id: string; readonly country: string };
  readonly buyer: string;
  readonly iban: string;
  /** BT-22, BT-20: what is said in words. */
  readonly notes: readonly string[];
  readonly lines: readonly ReceivedLine[];
  readonly taxes: readonly {
    readonly category: string;
    readonly rate: number | null;
    readonly net: number | null;
    readonly tax: number | null;
  }[];
  /** BT-106 and, what is taken off and added for the whole of it, BT-107 and BT-108. */
  readonly lines_total: number | null;
  readonly allowances: number | null;
  readonly charges: number | null;
  /** BT-109, BT-110, BT-112, BT-115 */
  readonly net: number | null;
  readonly tax: number | null;
  readonly gross: number | null;
  readonly payable: number | null;
};

const CREDIT = new Set(['381', '261', '262', '296', '308', '396', '420', '458', '532', '81', '83']);

/** Whether what it says it wants is in truth given: a credit note's amounts have no sign. */
export const isCredit = ({ type_code }: Pick<ReceivedInvoice, 'type_code'>): boolean => CREDIT.has(type_code);
