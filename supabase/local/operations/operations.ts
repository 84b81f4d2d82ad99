import { appVersion } from '#local/backup/app-version.ts';
import { isOldBackup, newestBackup } from '#local/backup/daily-backup.ts';
import { watchDatabase } from '#local/db/watched-database.ts';
import type { Database } from '#local/db/port.ts';
import type { Platform } from '#local/platform.ts';
import type { Answered } from '#local/server/answered.ts';
import { alsoTo, type Log } from '#local/server/log.ts';
import type { Settings } from '#local/settings.ts';
import { type AdminServer, startAdminServer } from './admin-server.ts';
import { createHealth, type Health } from './health.ts';
import { createMeasures } from './measures.ts';
import { createRecentLog } from './recent-log.ts';
import { createMetricsText, type FactsDeps, readFacts } from './server-facts.ts';

type Options = { readonly settings: Settings; readonly log: Log; readonly now: () => Date };

/** What a server tells of itself: log, health, counts, and the page of its administrator. */
export type Operations = {
  readonly log: Log;
  watch<T extends Database>(db: T): T;
  health(db: Database): Health;
  readonly onAnswered: (answered: Answered) => void;
  /** Adds a reason for which a server is not ready; null is none. */
  missing(reason: () => string | null): void;
  /** Opens the page; null where none is wanted. */
  open(db: Database, platform: Platform): Promise<AdminServer | null>;
};

export function createOperations({ settings, now, ...options }: Options): Operations {
  const { dataDir, adminPort, slowStatementMs, backups } = settings;
  const startedAt = now();
  const measures = createMeasures();
  const recent = createRecentLog(now);
  const log = alsoTo(options.log, recent.log);
  const reasons: (() => string | null)[] = [];
  const warnings = async (): Promise<string[]> =>
    backups && isOldBackup(await newestBackup(backups.folder), now().getTime()) ? ['backup is old'] : [];
  return {
    log,
    watch: (db) => watchDatabase(db, { log, measures, slowMs: slowStatementMs }),
    health: (db) => createHealth({ db, dataDir, missing: () => reasons.flatMap((reason) => reason() ?? []), warnings }),
    missing: (reason) => void reasons.push(reason),
    onAnswered({ service, route, method, status, ms }) {
      measures.requests.add({ service, status: status === 0 ? 'broken' : String(status) });
      measures.requestSeconds.observe(ms / 1000, { service });
      if (route === '/rest/v1/rpc/sync_pull') measures.pulls.add();
      if (route === '/rest/v1/rpc/sync_push') measures.pushes.add();
      // At a terminal nobody reads a line for each request.
      if (settings.log.format === 'json') log.info('request', { method, route, status, ms: Number(ms.toFixed(1)) });
    },
    async open(db, { live }) {
      if (adminPort === null) return null;
      const deps: FactsDeps = { db, dataDir, now, measures, sockets: live.sockets, backupFolder: backups?.folder ?? null };
      return startAdminServer({
        port: adminPort,
        metrics: createMetricsText(deps),
        facts: async () => ({
          ...(await readFacts(deps)),
          version: appVersion,
          engine: db.engine,
          startedAt,
          at: now(),
          told: recent.told(),
          measures,
        }),
      });
    },
  };
}
