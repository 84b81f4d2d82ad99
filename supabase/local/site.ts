import type { PlatformKeys } from '#local/db/port.ts';
import type { Health } from '#local/operations/health.ts';
import { BACKUP_PATH } from './backup/backup-endpoint.ts';
import { createStaticFiles } from './static.ts';

const NO_CACHE = { 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' };

/** The address under which the browser sees us, so that the app's page and its API stay one origin behind any name or proxy. */
function originSeenBy(request: Request): string {
  const host = request.headers.get('host') ?? '';
  const fallback = new URL(request.url).origin;
  if (!/^[\w.-]+(?::\d{1,5})?$|^\[[\da-fA-F:]+\](?::\d{1,5})?$/.test(host)) return fallback;
  return `${request.headers.get('x-forwarded-proto') === 'https' ? 'https' : 'http'}://${host}`;
}

const wellAnswer = async () => Response.json({ status: 'ok' }, { headers: { 'cache-control': 'no-store' } });
const ALWAYS_WELL: Health = { healthz: wellAnswer, readyz: wellAnswer };

type SiteOptions = {
  readonly dist: string;
  readonly keys: PlatformKeys;
  /** The one address of the app; null: the one it was asked at. */ readonly publicUrl?: string | null;
  /** Answers at `/healthz` and `/readyz`; without it a server is well as long as it answers. */ readonly health?: Health;
  /** Mails go to the mail page instead of out: the app says so, not where it is. */ readonly hasMailPage?: boolean;
  /** Answers at `BACKUP_PATH`. */ readonly backup?: (request: Request) => Promise<Response>;
};

/** What no service owns: health, the app's configuration, backups and the app itself. */
export function createSite({
  dist,
  keys,
  publicUrl = null,
  health = ALWAYS_WELL,
  hasMailPage = false,
  backup,
}: SiteOptions): (request: Request) => Promise<Response> {
  const files = createStaticFiles(dist);
  return async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/healthz') return health.healthz();
    if (pathname === '/readyz') return health.readyz();
    if (pathname === '/config.json')
      return Response.json(
        {
          supabaseUrl: publicUrl ?? originSeenBy(request),
          supabaseAnonKey: keys.anonKey,
          unpacksRequests: true,
          ...(hasMailPage && { hasMailPage }),
        },
        { headers: NO_CACHE },
      );
    return pathname === BACKUP_PATH && backup ? backup(request) : files(request);
  };
}
