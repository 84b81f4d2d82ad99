import type { DatabaseErrorFields } from './database-error.ts';
import type { Caller, QueryResult } from './port.ts';

/** What the server asks of the database process. `tx` is a transaction's number, chosen by the server. */
export type Ask =
  | { readonly kind: 'open'; readonly dir: string | null; readonly template: Uint8Array | undefined }
  | { readonly kind: 'query'; readonly tx: number | null; readonly sql: string; readonly params: readonly unknown[] }
  | { readonly kind: 'query-as'; readonly caller: Caller; readonly sql: string; readonly params: readonly unknown[] }
  | { readonly kind: 'exec'; readonly sql: string }
  | { readonly kind: 'begin'; readonly tx: number; readonly caller: Caller | undefined }
  | { readonly kind: 'commit'; readonly tx: number }
  | { readonly kind: 'rollback'; readonly tx: number }
  | { readonly kind: 'listen'; readonly channel: string }
  | { readonly kind: 'unlisten'; readonly channel: string }
  | { readonly kind: 'dump' }
  | { readonly kind: 'close' };

export type Request = { readonly id: number; readonly ask: Ask };
export type Answer = QueryResult | Uint8Array | null;
export type Failure = { readonly fields: DatabaseErrorFields | null; readonly message: string };

/** What the database process says. */
export type Reply =
  | { readonly id: number; readonly ok: true; readonly answer: Answer }
  | { readonly id: number; readonly ok: false; readonly failure: Failure }
  | { readonly notify: string; readonly payload: string };
