import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eInvoiceOfRandom, randomInvoice } from '#tests/support/random-invoices.ts';
import { eInvoiceProblems } from './e-invoice-problems.ts';
import { expenseOf } from './expense-of.ts';
import { readEInvoice } from './read-e-invoice.ts';
import type { ReceivedInvoice } from './received-invoice.ts';
import { writeCii } from './write-cii.ts';
import { writeUbl } from './write-ubl.ts';

const RUNS = { numRuns: 120, seed: 2026 };
/** Without the texts, which the two syntaxes keep in different places. */
const figuresOf = (read: ReceivedInvoice) => ({
  ...read,
  notes: [],
  buyer: '',
  seller: '',
  lines: read.lines.map(({ quantity, price, net, rate }) => ({ quantity, price, net, rate })),
});

test('whatever our rules let through is read back with the same figures, from either syntax', () => {
  fc.assert(
    fc.property(randomInvoice(), (random) => {
      const invoice = eInvoiceOfRandom(random);
      if (eInvoiceProblems(invoice, 'en16931').length > 0) return;
      const files = [writeUbl(invoice), writeCii(invoice, 'xrechnung'), writeCii(invoice, 'en16931')].map(readEInvoice);
      for (const read of files) {
        expect(read).toMatchObject({
          number: invoice.number.trim(),
          gross: invoice.gross,
          tax: invoice.tax,
          net: invoice.net,
          iban: invoice.payment.iban,
        });
        expect(read?.due_date).toBe(invoice.due_date ?? '');
        expect(read?.lines.map(({ net, price, quantity }) => [net, price, quantity])).toEqual(
          invoice.lines.map(({ net, price, quantity }) => [net, price, quantity]),
        );
        expect(read && expenseOf(read, { home: 'DE', vendors: [], expenses: [] }).remarks).not.toContain('sums');
      }
      // Only a rate of what is not taxable is said by one file and not by another (BR-DE-14, BR-O-05).
      const [ubl, cii] = files.map((read) => read && figuresOf(read));
      expect(ubl).toEqual(cii);
    }),
    RUNS,
  );
});

test('the random documents are of every kind, with and without what a rule asks for', () => {
  const all = fc.sample(randomInvoice(), RUNS);
  const count = (is: (random: (typeof all)[number]) => boolean) => all.filter(is).length;
  for (const kind of ['invoice', 'cancellation', 'correction'])
    expect(count(({ invoice }) => invoice.document_type === kind)).toBeGreaterThan(3);
  const said = all.map(eInvoiceOfRandom);
  expect(said.filter(({ own_tax }) => own_tax !== null).length).toBeGreaterThan(1);
  expect(said.filter(({ deliver_to }) => deliver_to !== null).length).toBeGreaterThan(10);
  expect(said.filter(({ payment }) => payment.terms.endsWith('#\n')).length).toBeGreaterThan(3);
  expect(said.filter(({ notes }) => notes.some((note) => note.includes('Mangel'))).length).toBeGreaterThan(3);
  const sound = said.filter((invoice) => eInvoiceProblems(invoice, 'xrechnung').length === 0).length;
  expect([sound > 36, sound < 108]).toEqual([true, true]);
});
