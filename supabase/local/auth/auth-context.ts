import * as z from 'zod/mini';
import type { Caller } from '#local/db/port.ts';
import type { Mailer } from '#local/mail/mailer.ts';
import type { ServiceDeps } from '#local/server/service-deps.ts';
import { AuthError } from './auth-error.ts';
import type { AuthConfig, AuthConfigChanges } from './config.ts';
import type { RateLimits } from './rate-limits.ts';
import type { Secrets } from './secrets.ts';

export type AuthServiceDeps = ServiceDeps & {
  readonly mailer: Mailer;
  /** Where the app and, on the same origin, this service are reached. A function: the port may be known only once the server listens. */
  readonly siteUrl: () => string;
  readonly config?: AuthConfigChanges;
};

/** What every route of the service works with. */
export type AuthContext = Omit<AuthServiceDeps, 'config'> & {
  readonly config: AuthConfig;
  readonly limits: RateLimits;
  readonly secrets: Secrets;
};

/** One request, taken apart. */
export type AuthCall = {
  readonly request: Request;
  readonly url: URL;
  /** The JSON body, `{}` when there is none. */
  readonly body: unknown;
  readonly caller: Caller;
  /** The variable parts of the path, in order. */
  readonly params: readonly string[];
  /** Address of the client, as the gateway saw it. */
  readonly client: string;
};

export type AuthHandler = (auth: AuthContext, call: AuthCall) => Promise<Response>;
export type AuthRoute = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** `:id` stands for a UUID. */ readonly path: string;
  readonly handle: AuthHandler;
};

/** The value in the schema's shape, else 400 `validation_failed` naming the field. */
export function parseInput<T extends z.ZodMiniType>(schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new AuthError(400, 'validation_failed', `Invalid request: ${issue?.path.join('.') || 'body'} (${issue?.message ?? 'invalid'})`);
}

const EMAIL = /^[^\s@<>"(),:;\\[\]]+@[^\s@<>"(),:;\\[\]]+\.[^\s@<>"(),:;\\[\].]+$/;
const MAX_EMAIL_LENGTH = 254;

/** An address in the one spelling it is stored in. */
export const normalEmail = (email: string) => email.trim().normalize('NFC').toLowerCase();

/** The normal spelling, else 400 `validation_failed`. */
export function requireEmail(email: string | undefined): string {
  const normal = normalEmail(email ?? '');
  if (normal.length <= MAX_EMAIL_LENGTH && EMAIL.test(normal)) return normal;
  throw new AuthError(400, 'validation_failed', 'Unable to validate email address: invalid format');
}

/** Fields of PKCE as auth-js sends them: null in the implicit flow. */
export const pkceFields = {
  code_challenge: z.nullish(z.string().check(z.maxLength(128))),
  code_challenge_method: z.nullish(z.string().check(z.maxLength(10))),
};

const MAX_METADATA_LENGTH = 4096;

/** Free data of a user. It travels in every access token, and a header has its limits. */
export const metadataField = z.optional(
  z.nullable(
    z
      .record(z.string(), z.unknown())
      .check(z.refine((data) => JSON.stringify(data).length <= MAX_METADATA_LENGTH, `at most ${MAX_METADATA_LENGTH} characters`)),
  ),
);
