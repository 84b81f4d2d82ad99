import { DatabaseError } from '#local/db/database-error.ts';
import type { Role } from '#local/db/port.ts';

/** A refusal of a REST call in PostgREST's own shape. */
export class RestError extends Error {
  override readonly name = 'RestError';
  readonly status: number;
  readonly code: string;
  readonly details: unknown;
  readonly hint: string | null;

  constructor(refusal: { status: number; code: string; message: string; details?: unknown; hint?: string | null }) {
    super(refusal.message);
    this.status = refusal.status;
    this.code = refusal.code;
    this.details = refusal.details ?? null;
    this.hint = refusal.hint ?? null;
  }
}

/** The query string can't be understood. */
export const parseError = (message: string, details: string): RestError =>
  new RestError({ status: 400, code: 'PGRST100', message, details });

/** PostgREST can do this, we can't: better said than half done. */
export const unsupported = (what: string): RestError =>
  new RestError({
    status: 400,
    code: 'PGRST100',
    message: `${what} is not supported`,
    details: 'This backend answers a subset of PostgREST.',
  });

/** PostgreSQL's own words, without its spelling suggestion. */
export const unknownColumn = (table: string, column: string): RestError =>
  new RestError({ status: 400, code: '42703', message: `column ${table}.${column} does not exist` });

export const badBody = (message: string): RestError => new RestError({ status: 400, code: 'PGRST102', message });

const STATUS_BY_CODE: Readonly<Record<string, number>> = {
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
  '53400': 500,
  '57P01': 503,
  P0001: 400,
};
const STATUS_BY_CLASS: Readonly<Record<string, number>> = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '25': 500,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '53': 503,
  '54': 413,
  '55': 500,
  '57': 500,
  '58': 500,
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 500,
};

/** PostgREST's table of SQLSTATE → status. An anonymous caller who lacks a right is asked to sign in. */
export function statusOfSqlState(code: string, role: Role): number {
  if (code === '42501') return role === 'anon' ? 401 : 403;
  const custom = /^PT(\d{3})$/.exec(code)?.[1];
  if (custom !== undefined) return Number(custom);
  return STATUS_BY_CODE[code] ?? STATUS_BY_CLASS[code.slice(0, 2)] ?? 400;
}

type ErrorBody = { code: string; details: unknown; hint: string | null; message: string };

function describe(error: unknown, role: Role): { status: number; body: ErrorBody } | null {
  if (error instanceof RestError) {
    const { status, code, details, hint, message } = error;
    return { status, body: { code, details, hint, message } };
  }
  if (error instanceof DatabaseError) {
    const { code, detail, hint, message } = error;
    return { status: statusOfSqlState(code, role), body: { code, details: detail, hint, message } };
  }
  return null;
}

/** The answer to a refused call; an error of any other kind is thrown on. */
export function errorResponse(error: unknown, role: Role, headers: Readonly<Record<string, string>> = {}): Response {
  const described = describe(error, role);
  if (!described) throw error;
  const { status, body } = described;
  const contentType = { 'content-type': 'application/json; charset=utf-8' };
  const challenge = status === 401 ? { 'www-authenticate': 'Bearer' } : {};
  return new Response(JSON.stringify(body), { status, headers: { ...headers, ...contentType, ...challenge } });
}
