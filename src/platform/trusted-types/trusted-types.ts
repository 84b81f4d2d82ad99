/** What a Trusted Types policy decides; TypeScript's library knows no more of them than browsers without them do. */
type Rules = { readonly createHTML: (text: string) => string; readonly createScriptURL: (url: string) => string };
type PolicyFactory = { createPolicy(name: string, rules: Rules): unknown };

/** Scripts of the build and the service worker: what a worker may be started from. */
const isOwnScript = ({ origin, pathname }: URL, ownOrigin: string): boolean =>
  origin === ownOrigin && (pathname === '/sw.js' || /^\/(?:assets|src|node_modules|@[\w-]+)\/[\w@./-]+$/.test(pathname));

/** The rules for texts that reach a place where the browser would run them. They throw for everything that is not ours. */
export function trustedTypesRules(ownOrigin: string): Rules {
  return {
    createHTML(text) {
      // The app writes no HTML; what a notification carries is written by DOMPurify under a policy of its own.
      if (/[<&]/.test(text)) throw new TypeError('HTML was written without being cleaned.');
      return text;
    },
    createScriptURL(url) {
      if (!URL.canParse(url, ownOrigin) || !isOwnScript(new URL(url, ownOrigin), ownOrigin))
        throw new TypeError('A script from elsewhere was about to run.');
      return url;
    },
  };
}

/** Before anything else runs. Where the browser knows no Trusted Types the content security policy stands alone. */
export function installTrustedTypes(): void {
  const factory: unknown = Reflect.get(globalThis, 'trustedTypes');
  if (isPolicyFactory(factory)) factory.createPolicy('default', trustedTypesRules(location.origin));
}

const isPolicyFactory = (value: unknown): value is PolicyFactory =>
  typeof value === 'object' && value !== null && 'createPolicy' in value && typeof value.createPolicy === 'function';
