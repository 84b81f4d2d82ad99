import { RestError } from './rest-error.ts';

export type Shape = 'list' | 'object';

export const CONTENT_TYPE: Readonly<Record<Shape, string>> = {
  list: 'application/json; charset=utf-8',
  object: 'application/vnd.pgrst.object+json; charset=utf-8',
};

/** What the `Accept` header asks for: the first type we can serve. */
export function acceptedShape(header: string | null): Shape {
  const types = (header ?? '*/*').split(',').map((part) => (part.split(';')[0] ?? '').trim().toLowerCase());
  const isStripped = (header ?? '').includes('nulls=stripped');
  for (const type of isStripped ? [] : types) {
    if (type === 'application/vnd.pgrst.object+json' || type === 'application/vnd.pgrst.object') return 'object';
    if (type === '' || type === '*/*' || type === 'application/*' || type === 'application/json') return 'list';
  }
  throw new RestError({ status: 415, code: 'PGRST107', message: `None of these media types are available: ${(header ?? '').trim()}` });
}
