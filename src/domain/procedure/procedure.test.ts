import { describe, expect, test } from 'vitest';
import type { TextPart } from '#domain/documents/printable-text.ts';
import { procedureFacts } from '#tests/support/procedure-facts.ts';
import { procedureDe } from './procedure-de.ts';
import { procedureEn } from './procedure-en.ts';
import type { ProcedureFacts } from './procedure-facts.ts';
import { printableProcedure, procedureFileName } from './printable-procedure.ts';

const shapeOf = (parts: readonly TextPart[]) =>
  parts.map((part) => [
    part.kind,
    part.kind === 'points' ? part.points.length : part.kind === 'table' ? [part.headings.length, part.rows.length] : 0,
  ]);
const allText = (parts: readonly TextPart[]): string => JSON.stringify(parts);
const VARIANTS: readonly Partial<ProcedureFacts>[] = [
  {},
  { since: null, changes: [], changeCount: 0, version: 1 },
  { changes: [], changeCount: 0 },
  { isNew: false, changes: [], changeCount: 0 },
  {
    isSmallBusiness: true,
    correctionDays: 14,
    generatesByItself: false,
    isPaidOnApproval: false,
    books: { currency: 'CHF', rates: 'month' },
  },
  { ownFormats: { cancellations: 'ST-{number}', corrections: '' }, takesNumbersAlong: true },
  { ledger: null, closedMonths: [], vat: [], exportedOn: '20 Nov 2026, 10:00' },
];

test.each(VARIANTS)('both languages say the same, part by part: %j', (changes) => {
  const facts = procedureFacts(changes);
  expect(shapeOf(procedureDe(facts))).toEqual(shapeOf(procedureEn(facts)));
});

describe('every fact stands in it', () => {
  test.each([procedureDe, procedureEn])('%o', (parts) => {
    const facts = procedureFacts({
      correctionDays: 14,
      exportedOn: '20 Nov 2026, 10:00',
      changeCount: 120,
      books: { currency: 'CHF', rates: 'month' },
      ownFormats: { cancellations: 'ST-{number}', corrections: 'RK-{number}' },
      takesNumbersAlong: true,
    });
    const text = allText(parts(facts));
    for (const part of [
      ...Object.values(facts.company).filter((each) => each !== 'DE'),
      ...Object.values(facts.software),
      ...facts.people.flatMap(({ name, role, rights }) => [name, role, rights]),
      ...facts.changes.flatMap(({ at, what }) => [at, what]),
      ...Object.values(facts.ledger ?? {}),
      ...facts.closedMonths,
      facts.invoiceFormat,
      facts.expenseFormat,
      facts.books.currency,
      'ST-{number}',
      'RK-{number}',
      '1 '.concat(parts === procedureDe ? 'bis' : 'to', ' 20'),
      'GoBD',
      ' 14 ',
      ' 8 ',
      ' 10 ',
      '120',
      '20 Nov 2026',
    ])
      expect(text).toContain(part);
  });

  test('a version made once more says so, not that the program changed', () => {
    const again = procedureFacts({ isNew: false, changes: [], changeCount: 0 });
    expect(allText(procedureEn(again))).toContain(`another copy of version ${again.version} of ${again.since}`);
    expect(allText(procedureDe(again))).not.toContain('Stand des Programms geändert');
  });

  test('the law is that of the company’s country; nothing German is said to others', () => {
    for (const country of ['GB', 'FR', 'AT', 'CH']) {
      const text = allText(procedureEn(procedureFacts({ company: { ...procedureFacts().company, country } })));
      expect(text).not.toMatch(/GoBD|§|\bAO\b|\bZ[123]\b/);
    }
    expect(allText(procedureDe(procedureFacts({ isSmallBusiness: true })))).not.toContain('Voranmeldung');
  });
});

test('on paper it has its version and its day, and a name that file systems take', () => {
  const facts = procedureFacts({ company: { ...procedureFacts().company, name: 'A/B: C' } });
  const branding = { logo: null, primary_color: '#134e4a', accent_color: '#0f766e', font: 'Helvetica' };
  const printed = printableProcedure(facts, { language: 'de', madeAt: '2026-11-23T09:00:00Z', addressLines: [], branding });
  expect(printed).toMatchObject({
    title: 'Verfahrensdokumentation',
    lines: ['Fassung 3 vom 23. Nov. 2026'],
    made_on: 'Erstellt am 23. Nov. 2026',
  });
  expect(procedureFileName('en', facts)).toBe('Description of procedures A-B- C 3');
});
