import type { DemoCompany } from './demo-company.ts';
import { NORDLICHT_CASES, NORDLICHT_HABITS } from './demo-nordlicht-spending.ts';
import { NORDLICHT_EXPENSE_SERIES, NORDLICHT_INVOICE_SERIES } from './demo-nordlicht-series.ts';
import { LONG_CUSTOMER, LONG_NAME } from './demo-nordlicht-names.ts';

export const NORDLICHT: DemoCompany = {
  id: '0190d0e0-0000-7000-8000-00000000000a',
  name: 'Nordlicht Webdesign GmbH',
  timezone: 'Europe/Berlin',
  currency: 'EUR',
  // Ships are chartered in dollars, and so are licences paid.
  currencies: { 'Reederei Kappeln & Töchter': 'USD', 'Pixelquelle Software': 'USD' },
  country: 'DE',
  settings: {
    company_details: {
      contact: { phone: '+49 40 5550 1200', email: 'kontakt@nordlicht.example', website: 'https://nordlicht.example' },
      address: { street: 'Große Elbstraße', house_number: '27a', postal_code: '22767', city: 'Hamburg', country: 'DE' },
      branding: { primary_color: '#134e4a', accent_color: '#0f766e' },
      bank: {
        name: 'Elbbank Hamburg',
        iban: 'DE89370400440532013000',
        bic: 'COBADEFFXXX',
        instructions: 'Bitte überweisen Sie den Betrag innerhalb von 14 Tagen und geben Sie die Rechnungsnummer an.',
      },
      basics: { timezone: 'Europe/Berlin' },
    },
    invoice_defaults: {
      payment_terms: 'Zahlbar innerhalb von 14 Tagen ohne Abzug.',
      invoice_note: 'Vielen Dank für Ihren Auftrag und die gute Zusammenarbeit.',
      footer: { text: 'Geschäftsführerin Svea Petersen · Amtsgericht Hamburg HRB 123456', show_page_numbers: true },
    },
    // Customers abroad are written to in English.
    document_texts: {
      payment_terms: { de: 'Zahlbar innerhalb von 14 Tagen ohne Abzug.', en: 'Payment within 14 days.' },
      invoice_note: {
        de: 'Vielen Dank für Ihren Auftrag und die gute Zusammenarbeit.',
        en: 'Thank you for your business.',
      },
      footer_text: {
        de: 'Geschäftsführerin Svea Petersen · Amtsgericht Hamburg HRB 123456',
        en: 'Managing director Svea Petersen · Hamburg local court, HRB 123456',
      },
    },
    payment_texts: {
      de: 'Bitte überweisen Sie den Betrag innerhalb von 14 Tagen und geben Sie die Rechnungsnummer an.',
      en: 'Please transfer the amount within 14 days and quote the invoice number.',
    },
    e_invoice: { contact_name: 'Svea Petersen', contact_phone: '', contact_email: '' },
    expense_defaults: { mark_as_paid_on_approval: false },
    tax: { vat_id: 'DE123456788', tax_number: '41/123/04567' },
  },
  members: {
    demo: 'owner',
    approver: { keysOf: 'viewer', extra: ['expenses.approve', 'expenses.reimburse', 'expenses.create', 'files.upload'] },
    employee: 'employee',
    viewer: 'viewer',
    accountant: 'accountant',
  },
  vendors: [
    ['Nordbahn Fernverkehr AG', 'Berlin', 'rechnung@nordbahn.example'],
    ['Hansetaxi eG', 'Hamburg'],
    ['Wolkenwerk Hosting GmbH', 'Nürnberg', 'billing@wolkenwerk.example'],
    ['Elbspeicher Immobilien KG', 'Hamburg', 'verwaltung@elbspeicher.example'],
    ['Stadtwerk Hafenstrom', 'Hamburg'],
    ['Fjordnet Telekommunikation', 'Kiel', 'kunden@fjordnet.example'],
    [LONG_NAME, 'München', 'bestellung@jaeger-soehne.example'],
    ['Pixelquelle Software', 'Köln', 'lizenzen@pixelquelle.example'],
    ['Gasthaus Zur Löwenbrücke', 'Lübeck'],
    ['Café Grünspan', 'Hamburg'],
    ['Hotel Schwanenwiek', 'Leipzig', 'empfang@schwanenwiek.example'],
    ['Rechenwerk Steuerberatung PartG', 'Hamburg', 'kanzlei@rechenwerk.example'],
    ['Alte Hanse Versicherung a. G.', 'Bremen'],
    ['Kraftstoff Nord 24', 'Neumünster'],
    ['Gerätehaus Altona', 'Hamburg', 'service@geraetehaus.example'],
    ['Freiraum Illustration – Ida Möwe', 'Rostock', 'ida@freiraum.example'],
    ['Fördeleasing GmbH', 'Kiel', 'service@foerdeleasing.example'],
  ],
  customers: [
    ['Reederei Kappeln & Töchter', 'Kappeln', 'Birte Kappeln'],
    ['Zahnärzte am Fischmarkt', 'Hamburg', 'Dr. Tomke Reents'],
    [
      'Buchhandlung Sieben Meere',
      'Flensburg',
      'Arne Voß',
      {
        e_invoice_format: 'zugferd',
        delivery_name: 'Buchhandlung Sieben Meere, Laden am Hafen',
        delivery_street: 'Schiffbrücke',
        delivery_house_number: '12',
        delivery_postal_code: '24939',
        delivery_city: 'Flensburg',
      },
    ],
    ['Kita Wattwürmer e. V.', 'Husum', 'Jule Thomsen', { e_invoice_format: 'xrechnung_ubl', buyer_reference: 'KITA-2026-07' }],
    ['Øresund Design ApS', 'København', 'Freja Møller', { country: 'DK', vat_id: 'DK12345674', salutation: 'Dear Ms Møller,' }],
    [LONG_CUSTOMER, 'Hamburg', 'Wiebke Ohlsen'],
    ['Brauerei Störtebek', 'Stralsund', 'Hauke Petersen'],
    ['Yachtwerft Seeadler', 'Travemünde', 'Imke Dahl'],
    // Without a VAT number: what is generated for them cannot be issued until somebody adds it.
    ['Fyrtorn Reklam AB', 'Göteborg', 'Elin Sjöberg', { country: 'SE', vat_id: '' }],
  ],
  categories: [{ name: 'Löhne & Gehälter', icon: 'users', color: '#14b8a6' }],
  products: [
    ['Webdesign', 'h', 95, 19, [6, 34]],
    ['Programmierung', 'h', 110, 19, [4, 28]],
    ['Barrierefreiheits-Prüfung nach BITV', 'flat', 1480, 19, [1, 1]],
    ['Hosting und Wartung', 'month', 89.9, 19, [1, 3]],
    ['Schulung vor Ort', 'day', 980, 19, [1, 2]],
    ['Handbuch, gedruckt', 'piece', 24.9, 7, [10, 60]],
  ],
  invoicesPerMonth: 5,
  reverseChargeCustomers: ['Øresund Design ApS', 'Fyrtorn Reklam AB'],
  timesheet: {
    product: 'Webdesign',
    lines: 40,
    works: [
      'Abstimmung mit der Redaktion',
      'Entwurf Startseite',
      'Bildauswahl und Zuschnitt',
      'Formulare barrierefrei umgebaut',
      'Farbkontraste angepasst',
      'Navigation für kleine Bildschirme',
      'Texte eingepflegt',
      'Test mit Bildschirmlesegerät',
    ],
  },
  streets: ['Am Sandtorkai', 'Süderstraße', 'Fährhafen', 'Große Bäckergasse', 'Övelgönne', 'Deichweg'],
  habits: NORDLICHT_HABITS,
  cases: NORDLICHT_CASES,
  expenseSeries: NORDLICHT_EXPENSE_SERIES,
  invoiceSeries: NORDLICHT_INVOICE_SERIES,
};
