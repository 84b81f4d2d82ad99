import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { epcQrPayload, type Transfer } from './epc-qr.ts';
import { groupedIban, isIban } from './iban.ts';

const transfer: Transfer = {
  name: 'Nordlicht Webdesign GmbH',
  iban: 'DE89 3704 0044 0532 0130 00',
  bic: 'COBADEFFXXX',
  currency: 'EUR',
  amount: 1234.5,
  reference: 'INV-2026-0042',
};

describe('GiroCode', () => {
  test('the payload follows EPC069-12 line by line', () => {
    expect(epcQrPayload(transfer)?.split('\n')).toEqual([
      'BCD',
      '002',
      '1',
      'SCT',
      'COBADEFFXXX',
      'Nordlicht Webdesign GmbH',
      'DE89370400440532013000',
      'EUR1234.50',
      '',
      '',
      'INV-2026-0042',
    ]);
  });

  test.each([
    ['another currency than the euro', { currency: 'CHF' }],
    ['an IBAN with a wrong check digit', { iban: 'DE88370400440532013000' }],
    ['no IBAN', { iban: '' }],
    ['no payee', { name: ' ' }],
    ['nothing to pay', { amount: 0 }],
    ['less than a cent', { amount: 0.004 }],
    ['a credit', { amount: -5 }],
    ['more than SEPA transfers', { amount: 1_000_000_000 }],
  ])('%s makes no code', (_case, change) => {
    expect(epcQrPayload({ ...transfer, ...change })).toBeNull();
  });

  test('the smallest and the largest amount are written exactly', () => {
    expect(epcQrPayload({ ...transfer, amount: 0.01 })).toContain('\nEUR0.01\n');
    expect(epcQrPayload({ ...transfer, amount: 999_999_999.99 })).toContain('\nEUR999999999.99\n');
  });

  test('a BIC that is none is left out, since the IBAN suffices', () => {
    expect(epcQrPayload({ ...transfer, bic: 'Sparkasse' })?.split('\n')[4]).toBe('');
  });

  test('line breaks in names do not shift the fields', () => {
    expect(epcQrPayload({ ...transfer, name: 'Müller\n& Söhne' })?.split('\n')[5]).toBe('Müller & Söhne');
  });

  const letters = fc.array(fc.constantFrom('a', ' ', '\n', 'ä', '漢', '😀'), { maxLength: 200 }).map((parts) => parts.join(''));
  test('whatever is written, the code stays within the standard’s sizes', () => {
    fc.assert(
      fc.property(letters, letters, (name, reference) => {
        const payload = epcQrPayload({ ...transfer, name: `A${name}`, reference });
        const lines = payload?.split('\n') ?? [];
        return (
          new TextEncoder().encode(payload ?? '').length <= 331 &&
          Array.from(lines[5] ?? '').length <= 70 &&
          Array.from(lines[10] ?? '').length <= 140
        );
      }),
    );
  });
});

describe('IBAN', () => {
  test.each(['DE89370400440532013000', 'gb29 nwbk 6016 1331 9268 19', 'NO9386011117947', 'MT84MALT011000012345MTLCAST001S'])(
    '%s is valid',
    (iban) => {
      expect(isIban(iban)).toBe(true);
    },
  );
  test.each(['', 'DE', 'DE00370400440532013000', 'DE8937040044053201300', '89DE370400440532013000', 'DE89 3704 0044 0532 0130 0O'])(
    '%s is not',
    (iban) => {
      expect(isIban(iban)).toBe(false);
    },
  );
  test('it is shown in groups of four', () => {
    expect(groupedIban('de89370400440532013000')).toBe('DE89 3704 0044 0532 0130 00');
  });
});
