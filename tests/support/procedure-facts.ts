import type { ProcedureFacts } from '#domain/procedure/procedure-facts.ts';

/** A company's procedure with something of everything. */
export const procedureFacts = (changes: Partial<ProcedureFacts> = {}): ProcedureFacts => ({
  company: {
    name: 'Nordlicht Webdesign GmbH',
    address: 'Große Elbstraße 27a, 22767 Hamburg',
    country: 'DE',
    taxNumber: '41/123/04567',
    vatId: 'DE275416983',
    timezone: 'Europe/Berlin',
  },
  software: { app: '0.8.0', schema: '20260124070200', rates: '2026-11-01' },
  version: 3,
  madeOn: '23. Nov. 2026',
  madeBy: 'Sven Petersen',
  isNew: true,
  since: '2. Jan. 2026',
  changes: [
    { at: '14. Mai 2026, 10:12', what: 'Mitglied Jana Brandt: Rechte geändert von Sven Petersen' },
    { at: '3. Feb. 2026, 09:30', what: 'Periode Januar 2026: Geändert von Mira Vogt' },
  ],
  changeCount: 2,
  people: [
    {
      name: 'Sven Petersen',
      role: 'Inhaber',
      rights: 'Darf alles und kann als Einziger die Firma übergeben.',
      hasSecondFactor: true,
    },
    {
      name: 'Jana Brandt',
      role: 'Einzelne Rechte',
      rights: 'Rechnungen: Ansehen, Anlegen, Bearbeiten, Ausstellen; Zahlungen: Ansehen, Anlegen; Ausgaben: Eigene ansehen, Anlegen',
      hasSecondFactor: false,
    },
  ],
  invoiceFormat: 'INV-{year}-{number}',
  expenseFormat: 'EXP-{year}-{number}',
  ownFormats: { cancellations: '', corrections: '' },
  takesNumbersAlong: false,
  correctionDays: null,
  books: { currency: 'EUR', rates: 'day' },
  isPaidOnApproval: true,
  generatesByItself: true,
  isSmallBusiness: false,
  vat: [{ from: '2026-01', method: 'payment', filing: 'quarter' }],
  closedMonths: ['Januar 2026', 'Februar 2026'],
  ledger: { seq: '1.284', sha256: '4f'.repeat(32), at: '23. Nov. 2026, 09:41' },
  exportedOn: null,
  years: { documents: 8, books: 10 },
  ...changes,
});
