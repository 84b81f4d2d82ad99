import { DatabaseError } from '#local/db/database-error.ts';
import type { LogFields } from '#local/server/log.ts';
import { BodyTooLarge } from '#local/server/node-http.ts';

/** A refusal in the words of Supabase's storage API: `status` is the one inside the body, which storage-js reads as `statusCode`. */
export class StorageError extends Error {
  readonly status: number;
  readonly code: string;
  readonly error: string;
  constructor(status: number, code: string, error: string, message: string) {
    super(message);
    this.name = 'StorageError';
    this.status = status;
    this.code = code;
    this.error = error;
  }
}

export const refusals = {
  invalidRequest: (message: string) => new StorageError(400, 'InvalidRequest', 'invalid_request', message),
  invalidKey: (key: string) => new StorageError(400, 'InvalidKey', 'InvalidKey', `Invalid key: ${key}`),
  noBucket: () => new StorageError(404, 'NoSuchBucket', 'Bucket not found', 'Bucket not found'),
  noObject: () => new StorageError(404, 'NoSuchKey', 'not_found', 'Object not found'),
  duplicate: () => new StorageError(409, 'KeyAlreadyExists', 'Duplicate', 'The resource already exists'),
  notAllowed: () => new StorageError(403, 'AccessDenied', 'Unauthorized', 'new row violates row-level security policy'),
  tooLarge: () => new StorageError(413, 'EntityTooLarge', 'Payload too large', 'The object exceeded the maximum allowed size'),
  wrongType: (type: string) => new StorageError(415, 'InvalidMimeType', 'invalid_mime_type', `mime type ${type} is not supported`),
  badToken: (message: string) => new StorageError(400, 'InvalidJWT', 'InvalidJWT', message),
  badRange: () => new StorageError(416, 'InvalidRange', 'InvalidRange', 'The requested range is not satisfiable'),
  diskFull: () =>
    new StorageError(
      507,
      'DiskFull',
      'Insufficient storage',
      "The server's disk is full. Free some space and upload again; nothing was stored.",
    ),
  notSupported: (what: string) =>
    new StorageError(501, 'NotSupported', 'not_supported', `${what} is not supported by this storage service`),
};

const errorCode = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

/** Any failure as a `StorageError`; null for what nobody expected. */
export function asStorageError(error: unknown): StorageError | null {
  if (error instanceof StorageError) return error;
  if (error instanceof BodyTooLarge) return refusals.tooLarge();
  if (error instanceof DatabaseError) {
    if (error.code === '42501') return refusals.notAllowed();
    if (error.code === '23505') return refusals.duplicate();
    if (error.code === '53100') return refusals.diskFull();
    return null;
  }
  const code = errorCode(error);
  return code === 'ENOSPC' || code === 'EDQUOT' ? refusals.diskFull() : null;
}

/** What may be logged of a failure: its kind. The text may quote an object's name. */
export const failureFields = (error: unknown): LogFields => ({
  error: error instanceof Error ? error.name : typeof error,
  code: String(errorCode(error)),
});

/** Hosted Supabase answers refusals with HTTP 400 and the real status in the body; server faults and ranges keep theirs. */
export function errorResponse(error: StorageError): Response {
  const body = { statusCode: String(error.status), code: error.code, error: error.error, message: error.message };
  return Response.json(body, { status: error.status >= 500 || error.status === 416 ? error.status : 400 });
}
