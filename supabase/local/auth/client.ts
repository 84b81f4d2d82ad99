import type { AuthCall } from './auth-context.ts';
import type { Client } from './sessions.ts';

/** What a session remembers of the program that opened it. */
export const clientOf = (call: AuthCall): Client => ({ address: call.client, userAgent: call.request.headers.get('user-agent') });
