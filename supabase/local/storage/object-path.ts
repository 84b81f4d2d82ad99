import { refusals } from './storage-error.ts';

const NAME_MAX = 1024;
/** What the hosted service accepts (S3's safe characters), plus letters and digits of any script. */
const ALLOWED = /^[\p{L}\p{N}\p{M}_/!\-.*'() &$@=;:+,?]+$/u;

/** The decoded segments of a request path. */
export function splitPath(pathname: string): string[] {
  try {
    return pathname.split('/').filter(Boolean).map(decodeURIComponent);
  } catch {
    throw refusals.invalidKey(pathname);
  }
}

/** Segments as an object's name. Throws `InvalidKey` for empty, dotted or odd ones. */
export function objectName(segments: readonly string[]): string {
  const name = segments.join('/');
  const isOdd = name.split('/').some((segment) => segment === '' || segment === '.' || segment === '..');
  if (isOdd || name.length > NAME_MAX || !ALLOWED.test(name)) throw refusals.invalidKey(name);
  return name;
}
