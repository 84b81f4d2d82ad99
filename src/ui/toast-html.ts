import type { Config, DOMPurify } from 'dompurify';

/** Emphasis, lists and links: what a notification may be made of. Nothing that loads, runs, submits or styles. */
const RULES = {
  ALLOWED_TAGS: ['a', 'b', 'br', 'code', 'em', 'i', 'li', 'ol', 'p', 'small', 'span', 'strong', 'ul'],
  ALLOWED_ATTR: ['href'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  /** Pages of this app, and pages and mails elsewhere; a path must not begin with two slashes, which is another host. */
  ALLOWED_URI_REGEXP: /^(?:https:|mailto:|\/(?![/\\]))/i,
} as const satisfies Config;

/** Spec §9: a notification may carry HTML. This is all of it that reaches the page. */
export function sanitizedToast(purify: DOMPurify, html: string): DocumentFragment {
  const fragment = purify.sanitize(html, { ...RULES, RETURN_DOM_FRAGMENT: true } as unknown as Config & { RETURN_DOM_FRAGMENT: true });
  for (const link of fragment.querySelectorAll('a')) link.setAttribute('rel', 'noopener noreferrer');
  return fragment;
}
