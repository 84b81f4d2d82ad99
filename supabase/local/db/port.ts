/** The database as the platform's services see it: one small port, two engines (embedded PGlite in its own process, any PostgreSQL ≥ 15). */

export type Row = Record<string, unknown>;
export type QueryResult = { readonly rows: Row[]; /** Rows returned or affected. */ readonly count: number };
export type Query = (sql: string, params?: readonly unknown[]) => Promise<QueryResult>;

export type Role = 'anon' | 'authenticated' | 'service_role';
/** Claims of an access token; the names are the platform's. */
export type Claims = {
  readonly sub?: string;
  readonly role: Role;
  readonly aal?: 'aal1' | 'aal2';
  readonly session_id?: string;
  readonly email?: string;
  readonly [claim: string]: unknown;
};
/** Who asks: decides the SQL role and what `auth.uid()` and `auth.jwt()` answer inside the transaction. */
export type Caller = {
  readonly role: Role;
  readonly claims: Claims;
  /** Further transaction-local settings. */ readonly settings?: Readonly<Record<string, string>>;
};

export type Database = {
  readonly engine: 'pglite' | 'postgres';
  /** One statement as the platform itself (superuser-like), outside any caller's rights. */
  query: Query;
  /** Several statements without parameters. */
  exec(sql: string): Promise<void>;
  /** An exclusive transaction; with a caller, under that caller's role and claims. Rolls back when `run` throws. */
  transaction<T>(run: (query: Query) => Promise<T>, caller?: Caller): Promise<T>;
  /** One statement as the caller, in a transaction of its own: the engine is asked once, and nobody waits for us in between. */
  queryAs(caller: Caller, sql: string, params?: readonly unknown[]): Promise<QueryResult>;
  /** Calls back for each NOTIFY on the channel; resolves to the function that stops it. */
  listen(channel: string, onNotify: (payload: string) => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
};

/** One part of the platform behind the gateway. `caller` is null only for paths the service declared open and that carried no valid token. */
export type Service = {
  readonly prefix: `/${string}`;
  /** The service answers for bad and expired bearer tokens itself; such a caller comes as `anon`. */
  readonly checksTokens?: boolean;
  handle(request: Request, caller: Caller): Promise<Response>;
};

/** Keys and secrets of one installation, generated on first run into `DATA_DIR` (mode 0600). */
export type PlatformKeys = { readonly jwtSecret: string; readonly anonKey: string; readonly serviceRoleKey: string };
