import { type AuthRoute } from '#local/auth/auth-context.ts';
import { AuthError } from '#local/auth/auth-error.ts';
import { requireUser } from '#local/auth/require-user.ts';
import { allRows } from '#local/auth/rows.ts';

const refuse = (method: AuthRoute['method'], path: string, status: number, code: string, message: string): AuthRoute => ({
  method,
  path,
  handle: async () => {
    throw new AuthError(status, code, message);
  },
});

/** Parts of the protocol that the app does not use: each is refused by name instead of half-answered. */
export const refusedRoutes: readonly AuthRoute[] = [
  refuse('GET', '/authorize', 400, 'validation_failed', 'Unsupported provider: provider is not enabled'),
  refuse('GET', '/callback', 400, 'oauth_provider_not_supported', 'Sign-in with another provider is not enabled'),
  refuse('POST', '/callback', 400, 'oauth_provider_not_supported', 'Sign-in with another provider is not enabled'),
  refuse('POST', '/sso', 404, 'saml_provider_disabled', 'SAML 2.0 is disabled'),
  refuse('GET', '/user/identities/authorize', 404, 'manual_linking_disabled', 'Manual linking is disabled'),
  {
    method: 'DELETE',
    path: '/user/identities/:id',
    handle: async (auth, call) => {
      const { user } = await requireUser(auth, auth.db.query, call);
      const identities = await allRows<{ id: string }>(auth.db.query, 'select id from auth.identities where user_id = $1', [user.id]);
      if (!identities.some(({ id }) => id === call.params[0])) throw new AuthError(422, 'identity_not_found', "Identity doesn't exist");
      throw new AuthError(422, 'single_identity_not_deletable', 'User must have at least 1 identity after unlinking');
    },
  },
];
