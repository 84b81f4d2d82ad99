import { expect, test } from 'vitest';
import { loadVatCheck } from './vat-check.ts';

test.each([
  ['DE136695976', 'DE', 'fine'],
  ['de 136 695 976', 'DE', 'fine'],
  ['ATU13585627', 'DE', 'fine'],
  ['EL094259216', 'GR', 'fine'],
  ['GB980780684', 'GB', 'fine'],
  ['CHE-116.281.710 MWST', 'CH', 'fine'],
  ['DE123456789', 'DE', 'unlikely'],
  ['DE12', 'DE', 'impossible'],
  ['12/345/67890', 'DE', 'impossible'],
  ['12-3456789', 'US', 'fine'],
  ['US123', 'US', 'fine'],
  ['', 'DE', 'fine'],
] as const)('%s in %s is %s', async (vatId, country, verdict) => {
  expect((await loadVatCheck())(vatId, country)).toBe(verdict);
});
