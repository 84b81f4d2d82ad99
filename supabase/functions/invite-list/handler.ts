import * as z from 'zod/mini';
import { pendingInviteSchema } from '#domain/invites/invite.ts';
import { asCaller } from '#functions/_shared/database.ts';
import { endpoint } from '#functions/_shared/endpoint.ts';

/** Open invitations to the signed-in person's confirmed address (spec §7). */
export const handler = endpoint(z.object({}), async (call) => ({
  invites: z.array(pendingInviteSchema).parse(await asCaller(call, 'my_invites')),
}));
