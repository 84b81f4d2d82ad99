import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { expenseOf } from './expense-of.ts';
import { readEInvoice } from './read-e-invoice.ts';

type Instance = {
  readonly name: string;
  readonly net: number;
  readonly gross: number;
  readonly payable: number;
  readonly lines: number;
  readonly xml: string;
};
/** Each with the totals that stand in its text, found there without the reader. */
const packed = readFileSync(new URL('../../../tests/support/xrechnung-testsuite/instances.json.gz', import.meta.url));
const instances = JSON.parse(gunzipSync(packed).toString('utf8')) as readonly Instance[];
const of = (folder: string) => instances.filter(({ name }) => name.startsWith(folder));

test('the test suite of XRechnung is whole', () => {
  const folders = ['business-cases/standard/', 'technical-cases/cius/', 'business-cases/extension/', 'technical-cases/cvd/'];
  expect(folders.map((folder) => of(folder).length)).toEqual([66, 12, 6, 2]);
});

test.each(instances)(
  '$name is read with its totals to the cent, all its lines, and sums that agree',
  ({ xml, net, gross, payable, lines }) => {
    const read = readEInvoice(xml);
    expect(read).toMatchObject({ net, gross, payable, lines: expect.objectContaining({ length: lines }) });
    if (!read) return;
    expect([read.number, read.seller.name, read.issue_date]).not.toContain('');
    const { remarks, values } = expenseOf(read, { home: 'DE', vendors: [], expenses: [] });
    expect(remarks.filter((remark) => remark !== 'vendor' && remark !== 'vat_id' && remark !== 'prepaid')).toEqual([]);
    expect(Math.abs(values.amount ?? 0)).toBe(Math.abs(gross));
  },
);
