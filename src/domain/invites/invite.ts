import * as z from 'zod/mini';
import { PERMISSION_KEYS, type PermissionKey } from '#domain/access/access.ts';
import { PRESETS } from '#domain/access/presets.ts';
import { instant, uuid } from '#domain/shared/fields.ts';

/** How long an invitation can be accepted; sending it again starts anew. */
export const INVITE_DAYS = 7;
export const INVITE_STATUSES = ['pending', 'accepted', 'declined', 'revoked'] as const;

/** Presets that can be given to somebody else; a company gets an owner only by transfer. */
export const INVITE_PRESETS = ['admin', 'accountant', 'employee', 'viewer'] as const;

/** Mail addresses are compared without case and surrounding space: that is how accounts hold them. */
export const normalisedEmail = () =>
  z.string('required').check(z.trim(), z.toLowerCase(), z.minLength(1, 'required'), z.maxLength(320, 'tooLong'), z.email('invalidEmail'));

/** An invitation as `public.invites` holds it. Past `expires_at` a pending one can no longer be accepted, only sent again. */
export const inviteSchema = z.object({
  id: uuid(),
  company_id: uuid(),
  email: z.string(),
  is_admin: z.boolean(),
  keys: z.array(z.string()),
  language: z.enum(['en', 'de']),
  status: z.enum(INVITE_STATUSES),
  /** Whose rights back it; null once that account is gone. */
  invited_by: z.nullable(uuid()),
  answered_by: z.nullable(uuid()),
  expires_at: instant(),
  created_at: instant(),
  updated_at: instant(),
});
export type Invite = z.infer<typeof inviteSchema>;

/** Body of `invite-send`. A preset, or single keys, or both; `is_admin` is what the preset `admin` gives. */
export const inviteRequestSchema = z.object({
  company_id: uuid(),
  email: normalisedEmail(),
  preset: z.optional(z.enum(INVITE_PRESETS)),
  keys: z.optional(z.array(z.enum(PERMISSION_KEYS))),
  is_admin: z.optional(z.boolean()),
  language: z.enum(['en', 'de']),
});
export type InviteRequest = z.infer<typeof inviteRequestSchema>;

/** What the invited person will get, sorted and each key once. */
export function accessOfInvite({ preset, keys = [], is_admin = false }: Pick<InviteRequest, 'preset' | 'keys' | 'is_admin'>): {
  readonly is_admin: boolean;
  readonly keys: readonly PermissionKey[];
} {
  const given = preset === undefined ? null : PRESETS[preset];
  return { is_admin: is_admin || given?.isAdmin === true, keys: [...new Set([...(given?.keys ?? []), ...keys])].toSorted() };
}

/** The preset that gives exactly this; undefined for rights that were chosen one by one. */
export function presetOf({ is_admin, keys }: Pick<Invite, 'is_admin' | 'keys'>): InviteRequest['preset'] {
  const given = (preset: (typeof INVITE_PRESETS)[number]) => accessOfInvite({ preset });
  if (is_admin) return 'admin';
  const sorted = keys.toSorted().join();
  return INVITE_PRESETS.find((preset) => !given(preset).is_admin && given(preset).keys.join() === sorted);
}

/** One entry of `invite-list`: an invitation to the signed-in person. */
export const pendingInviteSchema = z.object({
  id: uuid(),
  company_id: uuid(),
  company_name: z.string(),
  invited_by_name: z.string(),
  email: z.string(),
  is_admin: z.boolean(),
  /** Missing: rights that were chosen one by one. */
  preset: z.optional(z.enum(INVITE_PRESETS)),
  expires_at: instant(),
});
export type PendingInvite = z.infer<typeof pendingInviteSchema>;
export const inviteListSchema = z.object({ invites: z.array(pendingInviteSchema) });

/** Answer of `invite-send` and `invite-resend`. */
export const inviteAnswerSchema = z.object({ invite: inviteSchema });

/** Whether a pending invitation can still be accepted. */
export const isInviteOpen = ({ status, expires_at }: Pick<Invite, 'status' | 'expires_at'>, now: Date): boolean =>
  status === 'pending' && new Date(expires_at).getTime() > now.getTime();
