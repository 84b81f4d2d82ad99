import { DatabaseError, DatabaseUnavailable } from '#local/db/database-error.ts';
import type { Caller, Service } from '#local/db/port.ts';
import { CLIENT_ADDRESS_HEADER } from '#local/server/node-http.ts';
import type { AuthCall, AuthContext, AuthRoute, AuthServiceDeps } from './auth-context.ts';
import { AuthError, errorResponse } from './auth-error.ts';
import { authConfig } from './config.ts';
import { createRateLimits } from './rate-limits.ts';
import { createSecrets } from './secrets.ts';
import { adminLinkRoutes } from './routes/admin-links.ts';
import { adminUserRoutes } from './routes/admin-users.ts';
import { factorRoutes } from './routes/factors.ts';
import { logoutRoutes } from './routes/logout.ts';
import { mailRoutes } from './routes/mails.ts';
import { metaRoutes } from './routes/meta.ts';
import { refusedRoutes } from './routes/refused.ts';
import { signupRoutes } from './routes/signup.ts';
import { tokenRoutes } from './routes/token.ts';
import { userRoutes } from './routes/user.ts';
import { verifyRoutes } from './routes/verify.ts';

const PREFIX = '/auth/v1';
const MAX_BODY_LENGTH = 64 * 1024;
const UUID = '([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})';

const ROUTES: readonly AuthRoute[] = [
  ...metaRoutes,
  ...signupRoutes,
  ...tokenRoutes,
  ...userRoutes,
  ...mailRoutes,
  ...verifyRoutes,
  ...logoutRoutes,
  ...factorRoutes,
  ...adminUserRoutes,
  ...adminLinkRoutes,
  ...refusedRoutes,
];
const MATCHERS = ROUTES.map((route) => ({
  route,
  pattern: new RegExp(`^${route.path.replaceAll('.', '\\.').replaceAll(':id', UUID)}$`, 'i'),
}));

/**
 * The auth service under `/auth/v1`, speaking the protocol of Supabase's GoTrue as far as the app uses it.
 * Passwords are bcrypt hashes; every token is stored as a hash only; refresh tokens rotate with reuse detection.
 */
export function createAuthService(deps: AuthServiceDeps): Service {
  const { config = {}, ...rest } = deps;
  const auth: AuthContext = {
    ...rest,
    config: authConfig(config),
    limits: createRateLimits(deps.now),
    secrets: createSecrets(deps.keys.jwtSecret),
  };
  return {
    prefix: PREFIX,
    checksTokens: true,
    async handle(request, caller) {
      try {
        const response = await dispatch(auth, request, caller);
        // Answers carry tokens and personal data: nothing on the way may keep them.
        if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'no-store');
        return response;
      } catch (error) {
        if (error instanceof DatabaseUnavailable) throw error;
        return errorResponse(asAuthError(auth, error), request);
      }
    },
  };
}

async function dispatch(auth: AuthContext, request: Request, caller: Caller): Promise<Response> {
  const url = new URL(request.url);
  const path = url.pathname.slice(PREFIX.length);
  const matches = MATCHERS.flatMap(({ route, pattern }) => {
    const match = pattern.exec(path);
    return match ? [{ route, params: match.slice(1) }] : [];
  });
  if (matches.length === 0) throw new AuthError(404, 'not_found', `The auth service has no ${path}`);
  const match = matches.find(({ route }) => route.method === request.method);
  if (!match) throw new AuthError(405, 'method_not_allowed', `${request.method} is not allowed here`);
  const body = request.method === 'GET' ? {} : await readBody(request);
  const call: AuthCall = { request, url, body, caller, params: match.params, client: clientAddress(request) };
  return match.route.handle(auth, call);
}

async function readBody(request: Request): Promise<unknown> {
  const length = Number(request.headers.get('content-length') ?? 0);
  const text = length > MAX_BODY_LENGTH ? null : await request.text();
  if (text === null || text.length > MAX_BODY_LENGTH) throw new AuthError(413, 'validation_failed', 'The request is too large');
  if (text === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    throw new AuthError(400, 'bad_json', 'Could not parse request body as JSON');
  }
}

const clientAddress = (request: Request) => request.headers.get(CLIENT_ADDRESS_HEADER) ?? 'unknown';

function asAuthError(auth: AuthContext, error: unknown): AuthError {
  if (error instanceof AuthError) return error;
  // The text of an unforeseen error may quote what a person typed: only its kind is logged.
  auth.log.error('auth: a request failed', {
    error: error instanceof DatabaseError ? error.code : error instanceof Error ? error.name : typeof error,
  });
  return new AuthError(500, 'unexpected_failure', 'Unexpected failure, please check server logs for more information');
}
