import type { DocumentLanguage, PrintableDocument } from './printable-document.ts';

/** What a sentence of cash discount says, written already; null is what is not known. */
type CashDiscount = {
  readonly percent: string;
  readonly days: number;
  readonly until: string | null;
  readonly amount: string | null;
};

const de = {
  invoice: 'Rechnung',
  cancellation: 'Stornorechnung',
  correction: 'Rechnungskorrektur',
  delivery_note: 'Lieferschein',
  payment_slip: 'Zahlschein',
  reminder: 'Mahnung',
  reminding: {
    title: ['Zahlungserinnerung', '2. Mahnung', 'Letzte Mahnung'] as readonly string[],
    open: 'Offener Rechnungsbetrag',
    fee: 'Mahngebühr',
    interest: 'Verzugszinsen',
    flatFee: 'Verzugspauschale (§ 288 Abs. 5 BGB)',
    included: 'Darin enthalten:',
  },
  draft: 'Entwurf',
  number: {
    invoice: 'Rechnungsnummer',
    cancellation: 'Stornonummer',
    correction: 'Korrekturnummer',
    delivery_note: 'Lieferscheinnummer',
    payment_slip: '',
    reminder: '',
  },
  date: 'Datum',
  due: 'Fällig am',
  serviceDate: 'Leistungsdatum',
  servicePeriod: 'Leistungszeitraum',
  deliveryDate: 'Lieferdatum',
  reference: 'Ihre Referenz',
  buyerVatId: 'Ihre USt-IdNr.',
  customerNumber: 'Kundennummer',
  sellerContact: 'Ansprechpartner',
  deliverTo: 'Lieferanschrift',
  attention: (name: string) => `z. Hd. ${name}`,
  opening: {
    invoice: 'im Folgenden finden Sie Ihre Rechnung.',
    cancellation: 'im Folgenden finden Sie Ihre Stornorechnung.',
    correction: 'wir korrigieren unsere Rechnung wie folgt:',
    delivery_note: 'im Folgenden finden Sie Ihren Lieferschein.',
    payment_slip: '',
    reminder: '',
  },
  cancels: 'Storno zu',
  belongsTo: 'Zur Rechnung',
  dated: 'vom',
  position: 'Pos.',
  description: 'Bezeichnung',
  quantity: 'Menge',
  unit: 'Einheit',
  unitPrice: 'Einzelpreis',
  discount: 'Rabatt',
  taxRate: 'USt',
  amount: 'Betrag',
  carried: 'Übertrag',
  net: 'Nettobetrag',
  taxOn: (rate: string, net: string) => `USt ${rate} auf ${net}`,
  gross: {
    invoice: 'Gesamtbetrag',
    cancellation: 'Stornobetrag',
    correction: 'Korrekturbetrag',
    delivery_note: '',
    payment_slip: 'Offener Betrag',
    reminder: 'Zu zahlen',
  },
  credited: 'Gutgeschriebener Betrag',
  correctionReasons: ['Ware zurückgegeben', 'Preis nachträglich vereinbart', 'Skonto', 'Fehler in der Rechnung'] as readonly string[],
  correctionReason: (reason: string) => `Grund der Korrektur: ${reason}`,
  cashDiscount: ({ percent, days, until, amount }: CashDiscount) => {
    const term = days === 0 ? 'bei sofortiger Zahlung' : `bei Zahlung innerhalb von ${days === 1 ? 'einem Tag' : `${days} Tagen`}`;
    return `${percent} Skonto ${term}${until === null ? '' : ` (bis ${until})`}${amount === null ? '.' : `: ${amount}`}`;
  },
  correctionCredit: (number: string) =>
    `Um diesen Betrag mindert sich unsere Forderung aus der Rechnung ${number}. Haben Sie mehr bezahlt, als danach zu zahlen ist, erstatten wir Ihnen den Unterschied.`,
  invoiced: 'Rechnungsbetrag',
  settled: 'Bereits gezahlt',
  page: (page: number, count: number) => `Seite ${page} von ${count}`,
  payment: 'Zahlung',
  account: 'IBAN',
  bic: 'BIC',
  bank: 'Bank',
  purpose: 'Verwendungszweck',
  scan: 'Bezahlen per GiroCode',
  qrAlt: (amount: string, name: string) => `GiroCode für die Überweisung von ${amount} an ${name}`,
  received: 'Ware vollständig erhalten: Datum, Unterschrift',
  taxNumber: 'Steuernummer',
  vatId: 'USt-IdNr.',
  untaxed: (name: string, net: string) => `${name}: ${net}`,
  ownCurrencyTax: (tax: string, rate: string, day: string) => `Umsatzsteuer: ${tax} (${rate}, Kurs vom ${day}).`,
};

const en: typeof de = {
  invoice: 'Invoice',
  cancellation: 'Cancellation invoice',
  correction: 'Invoice correction',
  delivery_note: 'Delivery note',
  payment_slip: 'Payment slip',
  reminder: 'Reminder',
  reminding: {
    title: ['Payment reminder', 'Second reminder', 'Final reminder'],
    open: 'Open amount of the invoice',
    fee: 'Reminder fee',
    interest: 'Interest on arrears',
    flatFee: 'Flat sum for arrears (§ 288 (5) BGB)',
    included: 'Included in this:',
  },
  draft: 'Draft',
  number: {
    invoice: 'Invoice number',
    cancellation: 'Cancellation number',
    correction: 'Correction number',
    delivery_note: 'Delivery note number',
    payment_slip: '',
    reminder: '',
  },
  date: 'Date',
  due: 'Due date',
  serviceDate: 'Date of supply',
  servicePeriod: 'Period of supply',
  deliveryDate: 'Date of delivery',
  reference: 'Your reference',
  buyerVatId: 'Your VAT ID',
  customerNumber: 'Customer number',
  sellerContact: 'Contact',
  deliverTo: 'Delivered to',
  attention: (name) => `Attn. ${name}`,
  opening: {
    invoice: 'please find your invoice below.',
    cancellation: 'please find your cancellation invoice below.',
    correction: 'we correct our invoice as follows:',
    delivery_note: 'please find your delivery note below.',
    payment_slip: '',
    reminder: '',
  },
  cancels: 'Cancels',
  belongsTo: 'Belongs to',
  dated: 'of',
  position: 'No.',
  description: 'Description',
  quantity: 'Quantity',
  unit: 'Unit',
  unitPrice: 'Unit price',
  discount: 'Discount',
  taxRate: 'VAT',
  amount: 'Amount',
  carried: 'Carried forward',
  net: 'Net amount',
  taxOn: (rate, net) => `VAT ${rate} on ${net}`,
  gross: {
    invoice: 'Total',
    cancellation: 'Cancelled total',
    correction: 'Corrected by',
    delivery_note: '',
    payment_slip: 'Open amount',
    reminder: 'To pay',
  },
  credited: 'Amount credited',
  correctionReasons: ['Goods returned', 'Price agreed afterwards', 'Cash discount', 'Mistake in the invoice'],
  correctionReason: (reason) => `Reason for the correction: ${reason}`,
  cashDiscount: ({ percent, days, until, amount }) => {
    const term = days === 0 ? 'if paid at once' : `if paid within ${days === 1 ? 'one day' : `${days} days`}`;
    return `${percent} cash discount ${term}${until === null ? '' : ` (by ${until})`}${amount === null ? '.' : `: ${amount}`}`;
  },
  correctionCredit: (number) =>
    `This amount reduces what we claim by invoice ${number}. If you have paid more than is left to pay, we refund the difference.`,
  invoiced: 'Invoiced',
  settled: 'Paid so far',
  page: (page, count) => `Page ${page} of ${count}`,
  payment: 'Payment',
  account: 'IBAN',
  bic: 'BIC',
  bank: 'Bank',
  purpose: 'Reference',
  scan: 'Pay by GiroCode',
  qrAlt: (amount, name) => `GiroCode for the transfer of ${amount} to ${name}`,
  received: 'Goods received complete: date, signature',
  taxNumber: 'Tax number',
  vatId: 'VAT ID',
  untaxed: (name, net) => `${name}: ${net}`,
  ownCurrencyTax: (tax, rate, day) => `VAT: ${tax} (${rate}, rate of ${day}).`,
};

export type DocumentText = typeof de;

/** The fixed words of a document; its language is the customer's, not the one of the app. */
export const documentText = (language: DocumentLanguage): DocumentText => (language === 'de' ? de : en);

type UnitNames = Readonly<Record<string, readonly [one: string, many: string]>>;
const UNITS: Readonly<Record<DocumentLanguage, UnitNames>> = {
  de: {
    h: ['Std.', 'Std.'],
    hour: ['Std.', 'Std.'],
    day: ['Tag', 'Tage'],
    month: ['Monat', 'Monate'],
    year: ['Jahr', 'Jahre'],
    piece: ['Stk.', 'Stk.'],
    flat: ['pauschal', 'pauschal'],
  },
  en: {
    h: ['h', 'h'],
    hour: ['h', 'h'],
    day: ['day', 'days'],
    month: ['month', 'months'],
    year: ['year', 'years'],
    piece: ['pc', 'pcs'],
    flat: ['flat', 'flat'],
  },
};

/** Known codes of units in the document's language and number; what a person wrote stays as it is. */
export function unitText(unit: string, quantity: number, language: DocumentLanguage): string {
  const names = UNITS[language][unit];
  return names ? names[Math.abs(quantity) === 1 ? 0 : 1] : unit;
}

/** `Rechnung INV-2026-0001`, `Rechnung – Entwurf`. */
export function documentTitle(document: Pick<PrintableDocument, 'kind' | 'language' | 'number' | 'letter'>): string {
  const text = documentText(document.language);
  const name = document.letter?.title ?? text[document.kind];
  return document.number === null ? `${name} – ${text.draft}` : `${name} ${document.number}`;
}
