/** Everything that can be refused on purpose. The sentence for the person is made by the UI from `locales/<lng>/errors.json`. */
export const ERROR_CODES = [
  'invalid_input',
  'not_found',
  'not_allowed',
  'not_signed_in',
  'no_company',
  'offline',
  'conflict',
  'too_late',
  'rate_limited',
  'server_unreachable',
  'server_failed',
  'storage_full',
  'storage_blocked',
  'storage_failed',
  'file_type_refused',
  'file_too_large',
  'file_empty',
  'receipt_unavailable',
  'receipt_differs',
  'invalid_transition',
  'period_closed',
  'booked',
  'reversed',
  'in_use',
  'unexpected',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** A refusal the product knows: a code, and data for the sentence (`field`, `reason`, …). */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly data: Readonly<Record<string, unknown>>;
  constructor(code: ErrorCode, data: Readonly<Record<string, unknown>> = {}, options?: ErrorOptions) {
    super(code, options);
    this.name = 'AppError';
    this.code = code;
    this.data = data;
  }
}
