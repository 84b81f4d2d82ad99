import { accessOfInvite, inviteRequestSchema, inviteSchema } from '#domain/invites/invite.ts';
import { asCaller } from '#functions/_shared/database.ts';
import { endpoint } from '#functions/_shared/endpoint.ts';
import { sendInvite } from '#functions/_shared/send-invite.ts';

/** Invites an address to a company and mails the link. When only the mail failed, the invitation stays and can be sent again. */
export const handler = endpoint(inviteRequestSchema, async ({ body, ...call }) => {
  const { is_admin, keys } = accessOfInvite(body);
  const row = await asCaller(call, 'request_invite', {
    p_company: body.company_id,
    p_email: body.email,
    p_is_admin: is_admin,
    p_keys: keys,
    p_language: body.language,
  });
  const invite = inviteSchema.parse(row);
  await sendInvite(call.env, invite.id);
  return { invite };
});
