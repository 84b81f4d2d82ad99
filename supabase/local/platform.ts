import type { Database, PlatformKeys, Service } from '#local/db/port.ts';
import { createGateway } from '#local/gateway/gateway.ts';
import { type HttpServer, startHttpServer } from '#local/server/http-server.ts';
import type { Log } from '#local/server/log.ts';
import type { ServiceDeps } from '#local/server/service-deps.ts';
import { createStorageService } from '#local/storage/storage-service.ts';

export type PlatformOptions = {
  readonly db: Database;
  readonly keys: PlatformKeys;
  readonly now: () => Date;
  readonly log: Log;
  /** Mails and stored objects live below it. */
  readonly dataDir: string;
  readonly host: string;
  readonly port: number;
  /** Health, configuration and the app's files. */
  readonly site: (request: Request) => Promise<Response>;
};

export type Platform = { readonly http: HttpServer; close(): Promise<void> };

const createServices = async (deps: ServiceDeps, dataDir: string): Promise<Service[]> => [await createStorageService({ ...deps, dataDir })];

/** Builds every part on one database and starts listening. Closing leaves the database open: who opened it closes it. */
export async function startPlatform({ db, keys, now, log, dataDir, site, host, port }: PlatformOptions): Promise<Platform> {
  const deps: ServiceDeps = { db, keys, now, log };
  const gateway = createGateway({ services: await createServices(deps, dataDir), keys, now, log });
  const http = await startHttpServer({ gateway, site, log }, { host, port });
  return { http, close: () => http.close() };
}
