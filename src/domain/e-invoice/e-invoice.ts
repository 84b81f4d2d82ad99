import type { TaxCategory } from '#domain/tax/tax-category.ts';

/**
 * An invoice as the European standard means it (EN 16931-1, semantic model); BT and BG are its numbers. Amounts are major units of `currency`,
 * nothing here is formatted, '' and null are what is not given.
 */
export type EInvoice = {
  /** BT-1 */
  readonly number: string;
  /** BT-3: a commercial invoice, or one that corrects another (UNTDID 1001). */
  readonly type_code: '380' | '384';
  readonly issue_date: string;
  readonly due_date: string | null;
  readonly currency: string;
  /** BT-10 */
  readonly buyer_reference: string;
  /** BT-13 */
  readonly order_number: string;
  /** BT-22 */
  readonly notes: readonly string[];
  /** BT-25, BT-26 */
  readonly preceding: { readonly number: string; readonly date: string } | null;
  readonly seller: EInvoiceParty;
  readonly buyer: EInvoiceParty;
  /** BG-13 with BG-15: to whom and where goods go, when it is another place, and where the law wants to know it. */
  readonly deliver_to: { readonly name: string; readonly address: EInvoiceAddress } | null;
  /** BT-72, or BG-14 where it is a period. */
  readonly supply: { readonly from: string; readonly to: string | null } | null;
  readonly payment: EInvoicePayment;
  readonly lines: readonly EInvoiceLine[];
  readonly taxes: readonly EInvoiceTax[];
  readonly net: number;
  readonly tax: number;
  readonly gross: number;
  /** BT-6, BT-111: the tax in the currency of the seller's country; null where it is that of the invoice. */
  readonly own_tax: { readonly currency: string; readonly amount: number } | null;
};

export type EInvoiceAddress = {
  readonly street: string;
  readonly city: string;
  readonly postal_code: string;
  readonly country: string;
};

/** By which network and name a party is reached (BT-34, BT-49); the scheme is a code of the list EAS. */
export type ElectronicAddress = { readonly scheme: string; readonly id: string };

export type EInvoiceParty = {
  readonly name: string;
  /** BT-29: how the seller is known where no VAT ID may be named. */
  readonly identifier: string;
  readonly vat_id: string;
  readonly tax_number: string;
  readonly address: EInvoiceAddress;
  readonly contact: { readonly name: string; readonly phone: string; readonly email: string };
  readonly electronic_address: ElectronicAddress | null;
};

export type EInvoicePayment = {
  /** UNTDID 4461: 58 SEPA transfer, 30 transfer, 1 not defined. */
  readonly code: '58' | '30' | '1';
  readonly iban: string;
  readonly bic: string;
  readonly account_name: string;
  readonly reference: string;
  /** BT-20 */
  readonly terms: string;
};

export type EInvoiceLine = {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly quantity: number;
  /** UN/ECE Recommendation 20 */
  readonly unit_code: string;
  /** Never below zero: a credit has its sign in the quantity (BR-27). */
  readonly price: number;
  /** What the price gives without its discount; null without one. */
  readonly discount: { readonly percent: number; readonly base: number; readonly amount: number } | null;
  readonly net: number;
  readonly tax: LineCategory;
};

/** Null is a line that does not say how it is taxed: no rule allows it. */
export type LineCategory = { readonly category: TaxCategory | null; readonly rate: number };

export type EInvoiceTax = LineCategory & {
  readonly net: number;
  readonly tax: number;
  /** BT-120, BT-121 */
  readonly reason: string;
  readonly reason_code: string;
};
