import * as z from 'zod/mini';
import { type PendingInvite, pendingInviteSchema, presetOf } from '#domain/invites/invite.ts';
import { asCaller } from '#functions/_shared/database.ts';
import { endpoint } from '#functions/_shared/endpoint.ts';

const rows = z.array(z.extend(pendingInviteSchema, { keys: z.array(z.string()) }));

/** Open invitations to the signed-in person's confirmed address (spec §7). */
export const handler = endpoint(z.object({}), async (call) => ({
  invites: rows.parse(await asCaller(call, 'my_invites')).map(({ keys, ...invite }): PendingInvite => {
    const preset = presetOf({ ...invite, keys });
    return preset ? { ...invite, preset } : invite;
  }),
}));
