import { epcQrPayload } from '#domain/documents/epc-qr.ts';
import { LAYOUT, type PrintableDocument, type PrintableItem } from '#domain/documents/printable-document.ts';
import { fromMinor, sumOf, taxOnNet, toMinor } from '#domain/money/money.ts';

const WORK_DE = [
  'Konzeption und Wireframes',
  'Umsetzung der Startseite\nBarrierearm nach BITV 2.0, in drei Haltepunkten; einschließlich der Übergabe an die Redaktion und einer Einweisung.',
  'Redaktionelle Prüfung „Über uns“',
  'Lizenz Schriftschnitt Größe M',
  'Fahrt nach Łódź und zurück\nBahn, 2. Klasse',
  'Pflege der Inhalte',
];
const WORK_EN = [
  'Concept and wireframes',
  'Implementation of the home page\nAccessible to WCAG 2.2 AA at three breakpoints, including the handover to the editors and one training session.',
  'Editorial review of “About us”',
  'Typeface licence, size M',
  'Trip to Łódź and back\nTrain, second class',
  'Content maintenance',
];
const UNITS = ['h', 'h', 'h', 'piece', 'flat', 'month'];

function printableItem(index: number, language: 'en' | 'de'): PrintableItem {
  const quantity = ((index * 7) % 23) + 1;
  const unitPrice = ((index * 1373) % 9000) / 100 + 12.5;
  return {
    position: index + 1,
    description: (language === 'de' ? WORK_DE : WORK_EN)[index % WORK_DE.length] ?? '',
    unit: UNITS[index % UNITS.length] ?? '',
    quantity,
    unit_price: fromMinor(toMinor(unitPrice, 'EUR'), 'EUR'),
    discount_percent: 0,
    tax_rate: index % 5 === 3 ? 7 : 19,
    tax_mark: '',
    net: fromMinor(toMinor(unitPrice, 'EUR') * BigInt(quantity), 'EUR'),
  };
}

/** Totals that belong to the items, as the server would have computed them. */
export function printableTotals(items: readonly PrintableItem[], currency = 'EUR'): PrintableDocument['totals'] {
  const rates = [...new Set(items.map((item) => item.tax_rate))].sort((a, b) => b - a);
  const byRate = rates.map((rate) => {
    const net = sumOf(
      items.filter((item) => item.tax_rate === rate).map((item) => item.net),
      currency,
    );
    return { tax_rate: rate, untaxed: null, net, tax: taxOnNet(net, rate, currency) };
  });
  const net = sumOf(
    byRate.map((rate) => rate.net),
    currency,
  );
  const tax = sumOf(
    byRate.map((rate) => rate.tax),
    currency,
  );
  return { by_rate: byRate, net, tax, gross: sumOf([net, tax], currency) };
}

export type PrintableOptions = Partial<PrintableDocument> & { readonly lines?: number };

/** A believable document; its parts can be replaced. */
export function printableDocument({ lines = 4, language = 'de', ...rest }: PrintableOptions = {}): PrintableDocument {
  const items = rest.items ?? Array.from({ length: lines }, (_, index) => printableItem(index, language));
  const totals = rest.totals ?? printableTotals(items, rest.currency);
  const number = rest.number === undefined ? 'INV-2026-0042' : rest.number;
  const bank = { iban: 'DE89370400440532013000', bic: 'COBADEFFXXX', name: 'Commerzbank Hamburg' };
  return {
    kind: 'invoice',
    template: 'classic',
    layout: LAYOUT,
    language,
    made_at: '2026-03-12T09:30:00Z',
    issue_date: '2026-03-12',
    due_date: '2026-03-26',
    service_from: '2026-02-01',
    service_to: '2026-02-28',
    settled: null,
    seller: {
      name: 'Nordlicht Webdesign GmbH',
      address_lines: ['Große Elbstraße 12', '22767 Hamburg'],
      phone: '+49 40 5550 1200',
      email: 'hallo@nordlicht.example',
      website: 'nordlicht.example',
      tax_number: '41/123/45678',
      vat_id: 'DE123456789',
      contact: '',
      bank,
    },
    buyer: {
      name: 'Süßwarenmanufaktur Müller & Söhne GmbH & Co. KG, Zweigniederlassung Łódź',
      contact: 'Frau Żaneta Björklund',
      address_lines: ['Straße des 17. Juni 135', '10623 Berlin'],
      vat_id: 'DE987654321',
      reference: 'PO-4711',
      customer_number: '',
      salutation: '',
      deliver_to: [],
    },
    branding: {
      logo: null,
      primary_color: '#0f3d5c',
      accent_color: '#d9622b',
      font: 'Helvetica',
      footer_text: '',
      show_page_numbers: true,
    },
    currency: 'EUR',
    currency_position: 'suffix',
    show_description: true,
    show_tax: true,
    shows_prices: rest.kind !== 'delivery_note',
    notes: language === 'de' ? 'Vielen Dank für die gute Zusammenarbeit.' : 'Thank you for your business.',
    payment_terms:
      language === 'de'
        ? 'Bitte überweisen Sie den Betrag innerhalb von 14 Tagen ohne Abzug.'
        : 'Please pay within 14 days without deduction.',
    payment_instructions: language === 'de' ? 'Als Verwendungszweck genügt die Rechnungsnummer.' : 'Please quote the invoice number.',
    is_taxed: true,
    tax_notes: [],
    cancels: null,
    epc:
      number === null
        ? null
        : epcQrPayload({ ...bank, name: 'Nordlicht Webdesign GmbH', currency: 'EUR', amount: totals.gross, reference: number }),
    ...rest,
    number,
    items,
    totals,
  };
}

/** The same with everything that a second layout says of people: number, contact, salutation, where goods go, and why no tax is charged. */
export function personalDocument(options: PrintableOptions = {}): PrintableDocument {
  const document = printableDocument(options);
  const salutation = document.language === 'de' ? 'Sehr geehrte Frau Björklund,' : 'Dear Ms Björklund,';
  return {
    ...document,
    seller: { ...document.seller, contact: 'Jule Brandt' },
    buyer: { ...document.buyer, customer_number: 'K-10042', salutation, deliver_to: ['Lager Süd', 'Hafenweg 3', '20457 Hamburg'] },
    tax_notes: [
      document.language === 'de'
        ? 'Steuerschuldnerschaft des Leistungsempfängers (Reverse Charge).'
        : 'Reverse charge: VAT is to be accounted for by the recipient.',
    ],
  };
}
