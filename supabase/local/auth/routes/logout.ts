import type { AuthCall, AuthContext, AuthRoute } from '#local/auth/auth-context.ts';
import { AuthError } from '#local/auth/auth-error.ts';
import { assertStrongSession, requireUser } from '#local/auth/require-user.ts';
import { endSessions, type SignOutScope } from '#local/auth/sessions.ts';

const SCOPES: readonly SignOutScope[] = ['global', 'local', 'others'];

async function logout(auth: AuthContext, call: AuthCall): Promise<Response> {
  const wish = call.url.searchParams.get('scope') ?? 'global';
  const scope = SCOPES.find((known) => known === wish);
  if (!scope) throw new AuthError(400, 'validation_failed', 'Unsupported logout scope: must be global, local or others');
  await auth.db.transaction(async (query) => {
    const signedIn = await requireUser(auth, query, call);
    const { user, session } = signedIn;
    // Half a sign-in may end itself, but not the sessions of the person whose password it knows.
    if (scope !== 'local') await assertStrongSession(query, signedIn);
    await endSessions(query, user.id, scope, session.id);
  });
  return new Response(null, { status: 204 });
}

export const logoutRoutes: readonly AuthRoute[] = [{ method: 'POST', path: '/logout', handle: logout }];
