import type { AuthHandler, AuthRoute } from './auth-context.ts';
import { AuthError } from './auth-error.ts';

/** A route for the service role; everyone else gets 403 `not_admin`. */
export function adminRoute(method: AuthRoute['method'], path: string, handle: AuthHandler): AuthRoute {
  return {
    method,
    path,
    handle: async (auth, call) => {
      if (call.caller.role !== 'service_role') throw new AuthError(403, 'not_admin', 'User not allowed');
      return handle(auth, call);
    },
  };
}
