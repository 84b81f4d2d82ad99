import type { IncomingMessage } from 'node:http';

/** One request and its answer, as far as it may be logged: no address, no query, nothing that a person typed. */
export type Answered = {
  readonly method: string;
  /** The part of the platform that was asked. */ readonly service: string;
  /** What of it, by names of ours alone. */ readonly route: string;
  /** 0: the line broke before there was an answer. */ readonly status: number;
  readonly ms: number;
};

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
/** Tables, functions and actions are named so; a name of a file, of a person or a token is not. */
const NAME = /^[a-z][a-z0-9_-]{0,62}$/;
/** How many parts of a service's path are names of ours; what follows is ids and names of files. */
const NAMED_PARTS: Readonly<Record<string, number>> = { rest: 2, auth: 1, storage: 1, functions: 1, realtime: 1 };
const PAGES = new Set(['healthz', 'readyz', 'config.json', '_mail', '_backup']);

/** What a request asks for, by method and path. */
export function routeOf({ method = 'GET', url = '/' }: Pick<IncomingMessage, 'method' | 'url'>): Omit<Answered, 'status' | 'ms'> {
  const [first = '', version = '', ...rest] = (url.split(/[?#]/, 1)[0] ?? '').split('/').slice(1);
  const asked = METHODS.has(method) ? method : 'other';
  const parts = NAMED_PARTS[first];
  if (parts === undefined || version !== 'v1') return { method: asked, service: 'site', route: PAGES.has(first) ? `/${first}` : '/…' };
  const named = rest.slice(0, rest[0] === 'rpc' || first !== 'rest' ? parts : 1).map((part) => (NAME.test(part) ? part : '…'));
  return { method: asked, service: first, route: `/${[first, version, ...named, ...(rest.length > named.length ? ['…'] : [])].join('/')}` };
}
