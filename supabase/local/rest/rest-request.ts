import type { Caller, Database } from '#local/db/port.ts';
import type { Shape } from './media-type.ts';
import type { Preferences } from './preferences.ts';
import type { SchemaCache } from './schema-cache.ts';

export type RestMethod = 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE';

/** A call whose method, headers and schema have been checked. */
export type RestRequest = {
  readonly db: Database;
  readonly cache: SchemaCache;
  readonly caller: Caller;
  readonly method: RestMethod;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  /** As many rows as one answer has at most, of each table in it; whoever wants more asks page by page. What was written is handed back whole. */
  readonly maxRows: number;
  readonly shape: Shape;
  readonly preferences: Preferences;
  /** The request as it came, for its body. */
  readonly raw: Request;
};
