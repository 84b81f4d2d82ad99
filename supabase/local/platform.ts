import { createAuthService } from '#local/auth/auth-service.ts';
import type { AuthConfigChanges } from '#local/auth/config.ts';
import type { Database, Service } from '#local/db/port.ts';
import { createFunctionsService, type FunctionEnv } from '#local/functions/functions-service.ts';
import { mailEnv } from '#local/functions/mail-env.ts';
import { createGateway } from '#local/gateway/gateway.ts';
import type { Answered } from '#local/server/answered.ts';
import { type ClientAddress, peerAddress } from '#local/server/client-address.ts';
import { type HttpServer, startHttpServer } from '#local/server/http-server.ts';
import { createMailPage, isMailPath } from '#local/mail/mail-page.ts';
import { createMailer, type Mailer } from '#local/mail/mailer.ts';
import { createRealtime, type Realtime } from '#local/realtime/realtime.ts';
import type { LocalKeys } from './keys.ts';
import type { MailPageAccess } from './settings.ts';
import type { Log } from '#local/server/log.ts';
import type { ServiceDeps } from '#local/server/service-deps.ts';
import { createRestService } from '#local/rest/rest-service.ts';
import { createStorageService } from '#local/storage/storage-service.ts';

export type PlatformOptions = {
  readonly db: Database;
  readonly keys: LocalKeys;
  readonly now: () => Date;
  readonly log: Log;
  /** Mails and stored objects live below it. */
  readonly dataDir: string;
  /** Differences from the auth service's defaults. */
  readonly auth?: AuthConfigChanges;
  /** Mail settings of the environment (`SMTP_URL`, …); without them mails stay in the mail folder. */
  readonly mail?: FunctionEnv;
  /** What else the environment sets for the functions. */
  readonly functionEnv?: FunctionEnv;
  /** Who may open the mail page with its key; people at this computer if not given. */
  readonly mailPage?: MailPageAccess;
  readonly host: string;
  readonly port: number;
  /** The address on this computer, for the port that was taken; the listening address if not given. */
  readonly ownUrl?: (port: number) => string;
  /** Where people reach it, if elsewhere: behind a reverse proxy. */
  readonly siteUrl?: string | null;
  /** Who asks; the other end of the connection if not given. */
  readonly clientAddress?: ClientAddress;
  /** The most rows of an answer of the REST API, if others than on a hosted project. */
  readonly maxRows?: number;
  /** Told of every answer. */
  readonly onAnswered?: (answered: Answered) => void;
  /** Health, configuration and the app's files. */
  readonly site: (request: Request) => Promise<Response>;
};

export type Platform = { readonly http: HttpServer; readonly live: Pick<Realtime, 'sockets' | 'isLive'>; close(): Promise<void> };

type Parts = {
  readonly realtime: Realtime;
  readonly dataDir: string;
  readonly siteUrl: () => string;
  readonly ownUrl: () => string;
  readonly auth: AuthConfigChanges;
  readonly mailer: Mailer;
  readonly mail: FunctionEnv;
  readonly functionEnv: FunctionEnv;
  readonly maxRows: number | undefined;
};

const createServices = async (
  deps: ServiceDeps,
  { realtime, dataDir, siteUrl, ownUrl, auth, mailer, mail, functionEnv, maxRows }: Parts,
): Promise<Service[]> => [
  createRestService(deps, maxRows),
  createAuthService({ ...deps, siteUrl, config: auth, mailer }),
  await createStorageService({ ...deps, dataDir }),
  createFunctionsService({
    ...deps,
    siteUrl: ownUrl,
    moreEnv: () => ({ ...functionEnv, ...mailEnv(deps.keys, { siteUrl: siteUrl(), ownUrl: ownUrl() }, mail) }),
  }),
  realtime,
];

/** What devices listen to: that there is news. */
const NEWEST_ONLY: ReadonlySet<string> = new Set(['public.company_news']);

/** Loaded where there is a mail server only: the library takes its time. */
const smtpMailer = async (env: FunctionEnv, log: Log): Promise<Mailer> =>
  (await import('#local/mail/smtp-mailer.ts')).createSmtpMailer({ env, log });

/** Builds every part on one database and starts listening. Closing leaves the database open: who opened it closes it. */
export async function startPlatform({
  db,
  keys,
  now,
  log,
  dataDir,
  site,
  host,
  port,
  ownUrl,
  siteUrl = null,
  auth = {},
  mail = {},
  functionEnv = {},
  mailPage: access = 'this-computer',
  clientAddress = peerAddress,
  maxRows,
  onAnswered = () => undefined,
}: PlatformOptions): Promise<Platform> {
  const deps: ServiceDeps = { db, keys, now, log };
  let url = `http://${host}:${port}`;
  const realtime = createRealtime({ ...deps, newestOnly: NEWEST_ONLY });
  const mailbox = createMailer({ dataDir, now });
  const mailer = mail['SMTP_URL'] ? await smtpMailer(mail, log) : mailbox;
  const services = await createServices(deps, {
    realtime,
    dataDir,
    siteUrl: () => siteUrl ?? url,
    ownUrl: () => url,
    auth,
    mailer,
    mail,
    functionEnv: { VAPID_PUBLIC_KEY: keys.pushKeys.publicKey, VAPID_PRIVATE_KEY: keys.pushKeys.privateKey, ...functionEnv },
    maxRows,
  });
  const gateway = createGateway({ services, keys, now, log });
  const mailPage = createMailPage({
    dataDir,
    key: keys.mailKey,
    access: mail['SMTP_URL'] ? 'nobody' : access,
    catcher: mail['SMTP_URL'] ? null : { mailer: mailbox, key: keys.serviceRoleKey },
  });
  const siteWithMail = (request: Request): Promise<Response> => (isMailPath(request) ? mailPage.handle(request) : site(request));
  const http = await startHttpServer(
    { gateway, site: siteWithMail, upgrade: (...args) => realtime.handleUpgrade(...args), clientAddress, log, onAnswered },
    { host, port },
  );
  url = ownUrl?.(http.port) ?? http.url;
  return {
    http,
    live: realtime,
    async close() {
      await realtime.close();
      await http.close();
    },
  };
}
