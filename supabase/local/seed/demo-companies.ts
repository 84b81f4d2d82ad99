import type { PresetName } from '#domain/access/presets.ts';
import type { DemoPerson } from './demo-people.ts';

/** Something a company spends money on again and again. */
export type Habit = {
  readonly vendor: string;
  /** Name of a default category, in the language of the company's country. */
  readonly category: string;
  readonly texts: readonly string[];
  /** Gross, from and to. One number: always the same. */
  readonly amount: readonly [from: number, to?: number];
  readonly taxRate: number;
  /** A fixed day of every month, or how many times a month. */
  readonly when: { readonly day: number } | { readonly perMonth: number };
  readonly by?: readonly DemoPerson[];
  readonly method?: 'cash' | 'card' | 'bank_transfer' | 'private' | 'other';
  readonly isReimbursable?: boolean;
  readonly isBillable?: boolean;
};

export type DemoCompany = {
  readonly id: string;
  readonly name: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly timezone: string;
  readonly currency: string;
  readonly country: string;
  readonly members: Readonly<Partial<Record<DemoPerson, PresetName | { readonly keysOf: PresetName; readonly extra: readonly string[] }>>>;
  readonly vendors: readonly (readonly [name: string, city: string, email?: string])[];
  readonly customers: readonly (readonly [name: string, city: string, contact: string])[];
  readonly habits: readonly Habit[];
};

/** 71 characters: lists, cards and documents have to cope with it. */
export const LONG_NAME = 'Süddeutsche Büro- und Schreibwarengroßhandlung Jäger & Söhne GmbH & Co.';

export const NORDLICHT: DemoCompany = {
  id: '0190d0e0-0000-7000-8000-00000000000a',
  name: 'Nordlicht Webdesign GmbH',
  timezone: 'Europe/Berlin',
  currency: 'EUR',
  country: 'DE',
  settings: {
    company_details: {
      contact: { phone: '+49 40 5550 1200', email: 'kontakt@nordlicht.example', website: 'https://nordlicht.example' },
      address: { street: 'Große Elbstraße', house_number: '27a', postal_code: '22767', city: 'Hamburg', country: 'DE' },
      bank: { name: 'Elbbank Hamburg', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' },
      basics: { timezone: 'Europe/Berlin' },
    },
    expense_defaults: { mark_as_paid_on_approval: false },
    tax: { vat_id: 'DE123456789', tax_number: '41/123/04567' },
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
  ],
  customers: [
    ['Reederei Kappeln & Töchter', 'Kappeln', 'Birte Kappeln'],
    ['Zahnärzte am Fischmarkt', 'Hamburg', 'Dr. Tomke Reents'],
    ['Buchhandlung Sieben Meere', 'Flensburg', 'Arne Voß'],
    ['Kita Wattwürmer e. V.', 'Husum', 'Jule Thomsen'],
    ['Øresund Design ApS', 'København', 'Freja Møller'],
    ['Brauerei Störtebek', 'Stralsund', 'Hauke Petersen'],
    ['Yachtwerft Seeadler', 'Travemünde', 'Imke Dahl'],
  ],
  habits: [
    {
      vendor: 'Elbspeicher Immobilien KG',
      category: 'Miete & Nebenkosten',
      texts: ['Büromiete Große Elbstraße'],
      amount: [1844.5],
      taxRate: 19,
      when: { day: 1 },
      method: 'bank_transfer',
    },
    {
      vendor: 'Stadtwerk Hafenstrom',
      category: 'Miete & Nebenkosten',
      texts: ['Abschlag Strom'],
      amount: [126],
      taxRate: 19,
      when: { day: 15 },
      method: 'bank_transfer',
    },
    {
      vendor: 'Fjordnet Telekommunikation',
      category: 'Telefon & Internet',
      texts: ['Glasfaser und Telefon'],
      amount: [89.95],
      taxRate: 19,
      when: { day: 5 },
      method: 'bank_transfer',
    },
    {
      vendor: 'Wolkenwerk Hosting GmbH',
      category: 'Software & Abonnements',
      texts: ['Cloud-Server und Backup'],
      amount: [214, 268],
      taxRate: 19,
      when: { day: 3 },
      method: 'card',
    },
    {
      vendor: 'Pixelquelle Software',
      category: 'Software & Abonnements',
      texts: ['Design-Suite, 4 Plätze'],
      amount: [237.76],
      taxRate: 19,
      when: { day: 31 },
      method: 'card',
    },
    {
      vendor: 'Rechenwerk Steuerberatung PartG',
      category: 'Recht & Steuerberatung',
      texts: ['Finanzbuchhaltung und Lohn'],
      amount: [416.5],
      taxRate: 19,
      when: { day: 20 },
      method: 'bank_transfer',
    },
    {
      vendor: 'Alte Hanse Versicherung a. G.',
      category: 'Versicherungen',
      texts: ['Betriebshaftpflicht'],
      amount: [58.31],
      taxRate: 0,
      when: { day: 28 },
      method: 'bank_transfer',
    },
    {
      vendor: 'Nordbahn Fernverkehr AG',
      category: 'Reisekosten',
      texts: ['Bahnfahrt Hamburg–Leipzig', 'Bahnfahrt Hamburg–Flensburg', 'Bahnfahrt Hamburg–Berlin, Rückfahrt'],
      amount: [29.9, 148.6],
      taxRate: 7,
      when: { perMonth: 5 },
      by: ['employee', 'employee', 'approver', 'demo'],
      method: 'private',
      isReimbursable: true,
      isBillable: true,
    },
    {
      vendor: 'Hansetaxi eG',
      category: 'Reisekosten',
      texts: ['Taxi zum Kunden', 'Taxi Bahnhof–Hotel'],
      amount: [11.4, 38.7],
      taxRate: 7,
      when: { perMonth: 3 },
      by: ['employee', 'demo'],
      method: 'cash',
      isReimbursable: true,
      isBillable: true,
    },
    {
      vendor: 'Hotel Schwanenwiek',
      category: 'Reisekosten',
      texts: ['Übernachtung mit Frühstück'],
      amount: [98, 214],
      taxRate: 7,
      when: { perMonth: 1 },
      by: ['employee', 'approver'],
      method: 'private',
      isReimbursable: true,
      isBillable: true,
    },
    {
      vendor: 'Gasthaus Zur Löwenbrücke',
      category: 'Bewirtung',
      texts: ['Mittagessen mit Kunden', 'Projektabschluss'],
      amount: [42.8, 186.4],
      taxRate: 19,
      when: { perMonth: 2 },
      by: ['demo', 'approver'],
      method: 'card',
    },
    {
      vendor: 'Café Grünspan',
      category: 'Bewirtung',
      texts: ['Kaffee und Kuchen, Workshop', 'Frühstück Teamtreffen'],
      amount: [9.8, 47.5],
      taxRate: 19,
      when: { perMonth: 3 },
      by: ['employee', 'demo'],
      method: 'cash',
      isReimbursable: true,
    },
    {
      vendor: LONG_NAME,
      category: 'Bürobedarf',
      texts: ['Papier und Toner', 'Ordner, Hefter, Stifte', 'Whiteboard-Marker'],
      amount: [12.3, 119],
      taxRate: 19,
      when: { perMonth: 2 },
      method: 'card',
    },
    {
      vendor: 'Kraftstoff Nord 24',
      category: 'Fahrzeug',
      texts: ['Diesel, HH-NL 270'],
      amount: [48.2, 96.4],
      taxRate: 19,
      when: { perMonth: 3 },
      by: ['demo', 'employee'],
      method: 'card',
    },
    {
      vendor: 'Gerätehaus Altona',
      category: 'Hardware',
      texts: ['Bildschirm 27 Zoll', 'Tastatur und Maus', 'Notebook-Reparatur', 'Dockingstation'],
      amount: [39.9, 849],
      taxRate: 19,
      when: { perMonth: 1 },
      method: 'card',
    },
    {
      vendor: 'Freiraum Illustration – Ida Möwe',
      category: 'Fremdleistungen',
      texts: ['Illustrationen Startseite', 'Icon-Satz'],
      amount: [428, 1605],
      taxRate: 7,
      when: { perMonth: 1 },
      method: 'bank_transfer',
      isBillable: true,
    },
  ],
};

export const LINDGRUEN: DemoCompany = {
  id: '0190d0e0-0000-7000-8000-00000000000b',
  name: 'Atelier Lindgrün',
  timezone: 'Europe/Berlin',
  currency: 'EUR',
  country: 'DE',
  settings: {
    company_details: {
      contact: { phone: '+49 341 5550 77', email: 'atelier@lindgruen.example', website: 'https://lindgruen.example' },
      address: { street: 'Spinnereistraße', house_number: '7', postal_code: '04179', city: 'Leipzig', country: 'DE' },
      basics: { timezone: 'Europe/Berlin' },
    },
    tax: { tax_number: '231/987/65432', small_business: true },
  },
  members: { demo: 'owner' },
  vendors: [
    ['Künstlerbedarf Pinselohr', 'Leipzig', 'shop@pinselohr.example'],
    ['Spinnerei Ateliers GbR', 'Leipzig'],
    ['Rahmenbau Weißenfels', 'Weißenfels'],
    ['Messe Kunst & Handwerk', 'Dresden', 'aussteller@kuh-messe.example'],
    ['Paketdienst Flinkfuß', 'Halle (Saale)'],
  ],
  customers: [
    ['Galerie Sonnenwirt', 'Weimar', 'Cosima Ehrlich'],
    ['Stadtbibliothek Mühlental', 'Mühlental', 'Herr Jänicke'],
    ['Praxis Dr. Übel', 'Leipzig', 'Frau Roßbach'],
  ],
  habits: [
    {
      vendor: 'Spinnerei Ateliers GbR',
      category: 'Miete & Nebenkosten',
      texts: ['Ateliermiete'],
      amount: [420],
      taxRate: 0,
      when: { day: 1 },
      method: 'bank_transfer',
    },
    {
      vendor: 'Künstlerbedarf Pinselohr',
      category: 'Bürobedarf',
      texts: ['Leinwände und Farben', 'Papier 300 g', 'Pinsel'],
      amount: [14.9, 189],
      taxRate: 19,
      when: { perMonth: 3 },
      method: 'card',
    },
    {
      vendor: 'Rahmenbau Weißenfels',
      category: 'Fremdleistungen',
      texts: ['Rahmung Serie „Auwald“'],
      amount: [80, 360],
      taxRate: 19,
      when: { perMonth: 1 },
      method: 'bank_transfer',
    },
    {
      vendor: 'Paketdienst Flinkfuß',
      category: 'Sonstiges',
      texts: ['Versand an Galerie'],
      amount: [6.9, 24.5],
      taxRate: 19,
      when: { perMonth: 2 },
      method: 'cash',
      isReimbursable: true,
    },
    {
      vendor: 'Messe Kunst & Handwerk',
      category: 'Werbung',
      texts: ['Standmiete'],
      amount: [295],
      taxRate: 19,
      when: { perMonth: 0.25 },
      method: 'bank_transfer',
    },
  ],
};

export const BRIGHTWATER: DemoCompany = {
  id: '0190d0e0-0000-7000-8000-00000000000c',
  name: 'Brightwater Consulting Ltd',
  timezone: 'Europe/London',
  currency: 'GBP',
  country: 'GB',
  settings: {
    company_details: {
      contact: { phone: '+44 117 555 0142', email: 'hello@brightwater.example', website: 'https://brightwater.example' },
      address: { street: 'Harbour Walk', house_number: '3', postal_code: 'BS1 5XX', city: 'Bristol', country: 'GB' },
      basics: { timezone: 'Europe/London' },
    },
    invoice_defaults: { default_currency: 'GBP', items: { currency: 'GBP', currency_position: 'prefix' } },
    expense_defaults: { default_currency: 'GBP' },
    tax: { vat_id: 'GB123456789' },
  },
  members: { demo: 'owner' },
  vendors: [
    ['Great Avon Railway', 'Bristol'],
    ['Harbourside Offices Ltd', 'Bristol', 'accounts@harbourside.example'],
    ["O'Malley & Daughters Catering", 'Bath'],
    ['Cloudberry Software plc', 'Leeds', 'billing@cloudberry.example'],
    ['The Tolzey Hotel', 'Gloucester'],
  ],
  customers: [
    ['Severn Valley Foods', 'Worcester', 'Priya Anand'],
    ['Clifton Housing Trust', 'Bristol', 'Gareth Owen'],
    ['Llŷn Outdoor Co-operative', 'Pwllheli', 'Siân Rhys'],
  ],
  habits: [
    {
      vendor: 'Harbourside Offices Ltd',
      category: 'Rent & utilities',
      texts: ['Serviced office'],
      amount: [780],
      taxRate: 20,
      when: { day: 1 },
      method: 'bank_transfer',
    },
    {
      vendor: 'Cloudberry Software plc',
      category: 'Software & subscriptions',
      texts: ['Project suite'],
      amount: [64.8],
      taxRate: 20,
      when: { day: 30 },
      method: 'card',
    },
    {
      vendor: 'Great Avon Railway',
      category: 'Travel',
      texts: ['Train to London', 'Train to Worcester'],
      amount: [18.4, 126.5],
      taxRate: 0,
      when: { perMonth: 4 },
      method: 'private',
      isReimbursable: true,
      isBillable: true,
    },
    {
      vendor: 'The Tolzey Hotel',
      category: 'Travel',
      texts: ['One night'],
      amount: [89, 164],
      taxRate: 20,
      when: { perMonth: 1 },
      method: 'card',
      isBillable: true,
    },
    {
      vendor: "O'Malley & Daughters Catering",
      category: 'Meals & entertainment',
      texts: ['Client lunch', 'Workshop catering'],
      amount: [36, 240],
      taxRate: 20,
      when: { perMonth: 1 },
      method: 'card',
    },
  ],
};

export const DEMO_COMPANIES: readonly DemoCompany[] = [NORDLICHT, LINDGRUEN, BRIGHTWATER];
