import { SECURITY_HEADERS } from '#local/server/security-headers.ts';
import { type Answer, ask, type Check, type HostedProject } from './hosted-project.ts';

const POLICY = 'content-security-policy';

/** Where the app talks to a project on another origin, the policy names it for HTTP and the live channel. */
function expectedHeaders({ app, backend }: HostedProject): Readonly<Record<string, string>> {
  if (!backend || new URL(backend.url).origin === new URL(app).origin) return SECURITY_HEADERS;
  const { origin } = new URL(backend.url);
  const connect = `connect-src 'self' ${origin} ${origin.replace(/^http/, 'ws')}`;
  return { ...SECURITY_HEADERS, [POLICY]: (SECURITY_HEADERS[POLICY] ?? '').replace("connect-src 'self'", connect) };
}

const rulesOf = (policy: string): string =>
  policy
    .split(';')
    .map((rule) => rule.trim().split(/\s+/).toSorted().join(' '))
    .filter((rule) => rule !== '')
    .toSorted()
    .join('; ');

function headerFaults(path: string, { headers }: Answer, expected: Readonly<Record<string, string>>): string[] {
  return Object.entries(expected)
    .filter(([name, value]) => {
      const given = headers.get(name) ?? '';
      return name === POLICY ? rulesOf(given) !== rulesOf(value) : given !== value;
    })
    .map(([name, value]) => `${path} is sent ${headers.has(name) ? 'with another' : 'without the'} header ${name}: ${value}`);
}

const isLoopback = (url: string): boolean => /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(url);

export const headersCheck: Check = {
  name: 'headers',
  async run(project) {
    const page = await ask(`${project.app}/`);
    if (page.status !== 200) return { faults: [`The app is not at ${project.app}: ${page.status || page.text}.`] };
    const faults = ['/', '/sw.js'].map(async (path) =>
      headerFaults(path, path === '/' ? page : await ask(`${project.app}${path}`), expectedHeaders(project)),
    );
    const isPlain = new URL(project.app).protocol === 'http:';
    if (isPlain && !isLoopback(project.app))
      return { faults: ['The app is served without HTTPS: devices store nothing and work offline nowhere.'] };
    const hsts = isPlain || page.headers.has('strict-transport-security');
    return {
      faults: [...(await Promise.all(faults)).flat(), ...(hsts ? [] : ['/ is sent without strict-transport-security.'])],
    };
  },
};

export const filesCheck: Check = {
  name: 'files',
  async run({ app }) {
    const faults: string[] = [];
    const page = await ask(`${app}/`);
    for (const path of ['/index.html', '/sw.js', '/build.json', '/config.json']) {
      const { status, headers } = await ask(`${app}${path}`);
      if (status !== 200) faults.push(`${path} is not served (${status}).`);
      else if (!/no-cache|no-store|max-age=0/.test(headers.get('cache-control') ?? ''))
        faults.push(`${path} is kept by browsers: send it with cache-control: no-cache, or no device learns of a new version.`);
    }
    const asset = /(?:src|href)="(\/assets\/[^"]+)"/.exec(page.text)?.[1];
    const kept = asset ? (await ask(`${app}${asset}`)).headers.get('cache-control') : 'immutable';
    if (!kept?.includes('immutable'))
      faults.push('Files below /assets are sent without cache-control: public, max-age=31536000, immutable.');
    const route = await ask(`${app}/finance/expenses`);
    if (route.status !== 200 || route.text !== page.text)
      faults.push(`/finance/expenses is not answered with index.html (${route.status}): a reload in the app finds nothing.`);
    const missing = await ask(`${app}/assets/not-there-00000000.js`);
    if (missing.status === 200)
      faults.push('A script that is not there is answered with a page: an older version in an open tab would run it.');
    return { faults };
  },
};
