/** What a printed document says, complete and frozen: whoever prints it looks nothing up. Fields are `snake_case` as in the records they come from. */

export const DOCUMENT_TEMPLATES = ['classic', 'modern', 'compact'] as const;
export type DocumentTemplate = (typeof DOCUMENT_TEMPLATES)[number];
export type DocumentKind = 'invoice' | 'cancellation' | 'correction' | 'delivery_note' | 'payment_slip' | 'reminder';
export type DocumentLanguage = 'en' | 'de';
/** The layout of what is issued now. What went out in an earlier one keeps it (decision 0031). */
export const LAYOUT = 3;

export type PrintableSeller = {
  readonly name: string;
  /** Street, postal code and city, country: one line each, in the order of the country. */
  readonly address_lines: readonly string[];
  readonly phone: string;
  readonly email: string;
  readonly website: string;
  readonly tax_number: string;
  readonly vat_id: string;
  /** Whom the reader may ask. */
  readonly contact: string;
  readonly bank: { readonly iban: string; readonly bic: string; readonly name: string };
};

export type PrintableBuyer = {
  readonly name: string;
  readonly contact: string;
  readonly customer_number: string;
  /** How the document begins, `Dear Ms Kim,`; '' where nothing is said. */
  readonly salutation: string;
  readonly address_lines: readonly string[];
  readonly vat_id: string;
  /** The buyer's own reference: order number, cost centre, Leitweg-ID. */
  readonly reference: string;
  /** Where the goods go, recipient first, where it is another place; else empty. */
  readonly deliver_to: readonly string[];
};

export type PrintableBranding = {
  /** PNG or JPEG; other kinds are refused. */
  readonly logo: { readonly bytes: Uint8Array; readonly mime: string } | null;
  /** `#rrggbb` */
  readonly primary_color: string;
  readonly accent_color: string;
  /** The company's wish; the writer embeds the nearest family it has. */
  readonly font: string;
  readonly footer_text: string;
  readonly show_page_numbers: boolean;
};

export type PrintableItem = {
  readonly position: number;
  /** The first line is the item's title, further lines describe it. */
  readonly description: string;
  readonly unit: string;
  readonly quantity: number;
  readonly unit_price: number;
  readonly discount_percent: number;
  readonly tax_rate: number;
  /** The note that says why it bears no tax, `(1)`; '' where it bears some or one note is about all of it. */
  readonly tax_mark: string;
  readonly net: number;
};

/** Amounts are JSON numbers in major units, computed elsewhere (`domain/money`); nothing here is recalculated. */
export type PrintableTotals = {
  readonly by_rate: readonly {
    readonly tax_rate: number;
    /** What it is called where it bears no tax, with the marks of its notes; null where a rate says it. */
    readonly untaxed: string | null;
    readonly net: number;
    readonly tax: number;
  }[];
  readonly net: number;
  readonly tax: number;
  readonly gross: number;
};

export type PrintableDocument = {
  readonly kind: DocumentKind;
  readonly template: DocumentTemplate;
  /** 1 to {@link LAYOUT}. */
  readonly layout: number;
  readonly language: DocumentLanguage;
  /** `null` prints the draft mark. */
  readonly number: string | null;
  /** Instant written into the file as its date; the same document gives the same bytes. */
  readonly made_at: string;
  readonly issue_date: string | null;
  readonly due_date: string | null;
  readonly service_from: string | null;
  readonly service_to: string | null;
  readonly seller: PrintableSeller;
  readonly buyer: PrintableBuyer;
  readonly branding: PrintableBranding;
  readonly items: readonly PrintableItem[];
  readonly totals: PrintableTotals;
  /** On a payment slip: what the invoice comes to, and what was received for it. */
  readonly settled: { readonly total: number; readonly received: number } | null;
  /** Of a reminder: what stands above it, its words, and what its total is made of. */
  readonly letter?: {
    readonly title: string;
    readonly body: string;
    readonly rows: readonly { readonly label: string; readonly amount: number }[];
  };
  readonly currency: string;
  readonly currency_position: 'prefix' | 'suffix';
  readonly show_description: boolean;
  readonly show_tax: boolean;
  /** Of a delivery note; other documents always do. */
  readonly shows_prices: boolean;
  readonly notes: string;
  readonly payment_terms: string;
  /** How the seller asks to be paid, below the terms; may have many lines. Empty for none. */
  readonly payment_instructions: string;
  /** Whether anything on it bears tax, so that rates are shown beside the notes. */
  readonly is_taxed: boolean;
  /** Why tax is not charged, one sentence each, with its mark where there are several or only parts are meant. */
  readonly tax_notes: readonly string[];
  /** The invoice that a cancellation or a correction takes something back of, or the one a delivery note or a payment slip belongs to. */
  readonly cancels: { readonly number: string; readonly date: string } | null;
  /** Payload of the GiroCode, from `epcQrPayload`. */
  readonly epc: string | null;
};
