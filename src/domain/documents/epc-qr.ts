import { decimalText } from '#domain/money/decimal.ts';
import { toMinor } from '#domain/money/money.ts';
import { bareIban, isIban } from './iban.ts';

export type Transfer = {
  readonly name: string;
  readonly iban: string;
  readonly bic: string;
  readonly currency: string;
  readonly amount: number;
  /** What the bank statement shall say, usually the invoice's number. */
  readonly reference: string;
};

const MAX_CENTS = 99_999_999_999n;
const MAX_NAME = 70;
const MAX_REFERENCE = 140;
/** EPC069-12: the code holds at most 331 bytes (version 13, error correction M). */
const MAX_BYTES = 331;

const oneLine = (value: string) => value.replace(/\s+/g, ' ').trim();
const cut = (value: string, length: number) => Array.from(value).slice(0, length).join('').trim();
const byteLength = (value: string) => new TextEncoder().encode(value).length;

/**
 * Payload of a GiroCode (EPC069-12, version 002, SEPA credit transfer, UTF-8), or null when a bank app could not use it: another
 * currency than EUR, no valid IBAN, no payee, an amount outside 0.01–999,999,999.99. A long reference is cut until the code fits.
 */
export function epcQrPayload(transfer: Transfer): string | null {
  const name = cut(oneLine(transfer.name), MAX_NAME);
  if (transfer.currency !== 'EUR' || name === '' || !isIban(transfer.iban)) return null;
  const cents = toMinor(transfer.amount, 'EUR');
  if (cents < 1n || cents > MAX_CENTS) return null;
  const bic = bareIban(transfer.bic);
  const head = [
    'BCD',
    '002',
    '1',
    'SCT',
    /^[A-Z0-9]{8}([A-Z0-9]{3})?$/.test(bic) ? bic : '',
    name,
    bareIban(transfer.iban),
    `EUR${decimalText(cents, 2)}`,
  ];
  let reference = cut(oneLine(transfer.reference), MAX_REFERENCE);
  const payload = () => (reference === '' ? head : [...head, '', '', reference]).join('\n');
  while (byteLength(payload()) > MAX_BYTES) reference = cut(reference, Array.from(reference).length - 1);
  return payload();
}
