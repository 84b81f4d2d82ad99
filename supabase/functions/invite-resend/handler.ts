import * as z from 'zod/mini';
import { inviteSchema } from '#domain/invites/invite.ts';
import { uuid } from '#domain/shared/fields.ts';
import { asCaller } from '#functions/_shared/database.ts';
import { endpoint } from '#functions/_shared/endpoint.ts';
import { sendInvite } from '#functions/_shared/send-invite.ts';

/** Mails a pending invitation again, with a new link and a new term. */
export const handler = endpoint(z.object({ invite_id: uuid() }), async ({ body, ...call }) => {
  const invite = inviteSchema.parse(await asCaller(call, 'renew_invite', { p_invite: body.invite_id }));
  await sendInvite(call.env, invite.id);
  return { invite };
});
