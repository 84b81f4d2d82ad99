import { randomUUID } from 'node:crypto';
import type { Query } from '#local/db/port.ts';
import { AuthError } from './auth-error.ts';
import { allRows, firstRow, type Instant, isoOf, millis, onlyRow } from './rows.ts';

export type UserRow = {
  readonly id: string;
  readonly aud: string;
  readonly role: string;
  readonly email: string | null;
  readonly encrypted_password: string | null;
  readonly email_confirmed_at: Instant | null;
  readonly invited_at: Instant | null;
  readonly confirmation_sent_at: Instant | null;
  readonly recovery_sent_at: Instant | null;
  readonly email_change: string | null;
  readonly email_change_sent_at: Instant | null;
  readonly email_change_confirm_status: number;
  readonly reauthentication_sent_at: Instant | null;
  readonly last_sign_in_at: Instant | null;
  readonly raw_app_meta_data: Record<string, unknown>;
  readonly raw_user_meta_data: Record<string, unknown>;
  readonly banned_until: Instant | null;
  readonly created_at: Instant;
  readonly updated_at: Instant;
};
type IdentityRow = {
  readonly id: string;
  readonly provider: string;
  readonly provider_id: string;
  readonly user_id: string;
  readonly identity_data: Record<string, unknown>;
  readonly last_sign_in_at: Instant | null;
  readonly created_at: Instant;
  readonly updated_at: Instant;
};
type FactorView = { id: string; friendly_name: string; factor_type: string; status: string; created_at: Instant; updated_at: Instant };

export const findUserByEmail = (query: Query, email: string) =>
  firstRow<UserRow>(query, 'select * from auth.users where email = $1 and deleted_at is null', [email]);

export const findUserById = (query: Query, id: string) =>
  firstRow<UserRow>(query, 'select * from auth.users where id = $1 and deleted_at is null', [id]);

/** Makes everyone who is about to look for or create this address wait for the end of the transaction. */
export async function lockEmail(query: Query, email: string): Promise<void> {
  await query(`select pg_advisory_xact_lock(hashtextextended('auth.users.email:' || $1, 0))`, [email]);
}

const STATED_BY_SERVICE: ReadonlySet<string> = new Set(['sub', 'email', 'email_verified', 'phone_verified']);

/** Free data without the keys that the service itself states about a user. */
export const ownMetadata = (data: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(data).filter(([key]) => !STATED_BY_SERVICE.has(key)));

export type NewUser = {
  readonly email: string;
  readonly passwordHash: string | null;
  readonly userMetadata: Record<string, unknown>;
  readonly appMetadata?: Record<string, unknown>;
  readonly isConfirmed?: boolean;
  readonly isInvited?: boolean;
};

/** Inserts the user and the email identity. A taken address is PostgreSQL's 23505. */
export async function createUser(query: Query, user: NewUser, now: Date): Promise<UserRow> {
  const id = randomUUID();
  const at = now.toISOString();
  const metadata = { ...user.userMetadata, sub: id, email: user.email, email_verified: user.isConfirmed ?? false, phone_verified: false };
  const row = await onlyRow<UserRow>(
    query,
    `insert into auth.users (id, email, encrypted_password, email_confirmed_at, invited_at, raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8) returning *`,
    [
      id,
      user.email,
      user.passwordHash,
      user.isConfirmed ? at : null,
      user.isInvited ? at : null,
      JSON.stringify({ ...user.appMetadata, provider: 'email', providers: ['email'] }),
      JSON.stringify(metadata),
      at,
    ],
  );
  await query(
    `insert into auth.identities (provider, provider_id, user_id, identity_data, last_sign_in_at, created_at, updated_at)
     values ('email', $1::text, $1::uuid, $2, $3, $3, $3)`,
    [id, JSON.stringify({ sub: id, email: user.email, email_verified: user.isConfirmed ?? false, phone_verified: false }), at],
  );
  return row;
}

/** Sets the address as confirmed, on the user, in the identity and in the metadata. */
export async function confirmEmail(query: Query, user: UserRow, email: string, now: Date): Promise<UserRow> {
  const at = now.toISOString();
  await query(
    `update auth.identities set identity_data = identity_data || $2::jsonb, updated_at = $3 where user_id = $1 and provider = 'email'`,
    [user.id, JSON.stringify({ email, email_verified: true }), at],
  );
  return onlyRow<UserRow>(
    query,
    `update auth.users set email = $2, email_confirmed_at = coalesce(email_confirmed_at, $3), email_change = null, email_change_confirm_status = 0,
       raw_user_meta_data = raw_user_meta_data || $4::jsonb, updated_at = $3
     where id = $1 returning *`,
    [user.id, email, at, JSON.stringify({ email, email_verified: true })],
  );
}

/** Throws 403 `user_banned` while a ban lasts. */
export function assertNotBanned(user: UserRow, now: Date): void {
  if (user.banned_until !== null && millis(user.banned_until) > now.getTime()) throw new AuthError(403, 'user_banned', 'User is banned');
}

/** The user as the API shows it: never a hash, never a token. */
export async function userView(query: Query, user: UserRow): Promise<Record<string, unknown>> {
  const identities = await allRows<IdentityRow>(query, 'select * from auth.identities where user_id = $1 order by created_at', [user.id]);
  const factors = await allRows<FactorView>(
    query,
    'select id, friendly_name, factor_type, status, created_at, updated_at from auth.mfa_factors where user_id = $1 order by created_at',
    [user.id],
  );
  return renderUser(user, identities, factors);
}

/** What a sign-up answers when the address is taken: shaped like a new user in every field, and nothing behind it. */
export function pretendedUser(user: NewUser, now: Date): Record<string, unknown> {
  const id = randomUUID();
  const at = now.toISOString();
  const flags = { email: user.email, email_verified: false, phone_verified: false, sub: id };
  const identity = { id: randomUUID(), provider: 'email', provider_id: id, user_id: id, identity_data: flags };
  const times = { created_at: at, updated_at: at, last_sign_in_at: null };
  const row: UserRow = {
    ...times,
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email: user.email,
    encrypted_password: null,
    email_confirmed_at: null,
    invited_at: null,
    confirmation_sent_at: at,
    recovery_sent_at: null,
    email_change: null,
    email_change_sent_at: null,
    email_change_confirm_status: 0,
    reauthentication_sent_at: null,
    raw_app_meta_data: { provider: 'email', providers: ['email'] },
    raw_user_meta_data: { ...user.userMetadata, ...flags },
    banned_until: null,
  };
  return renderUser(row, [{ ...identity, ...times, last_sign_in_at: at }], []);
}

function renderUser(user: UserRow, identities: readonly IdentityRow[], factors: readonly FactorView[]): Record<string, unknown> {
  const optional = {
    invited_at: user.invited_at,
    confirmation_sent_at: user.confirmation_sent_at,
    recovery_sent_at: user.recovery_sent_at,
    email_change_sent_at: user.email_change_sent_at,
    reauthentication_sent_at: user.reauthentication_sent_at,
    email_confirmed_at: user.email_confirmed_at,
    confirmed_at: user.email_confirmed_at,
    last_sign_in_at: user.last_sign_in_at,
    banned_until: user.banned_until,
  };
  const times = Object.entries(optional).flatMap(([name, at]) => (at === null ? [] : [[name, isoOf(at)]]));
  return {
    id: user.id,
    aud: user.aud,
    role: user.role,
    email: user.email ?? '',
    phone: '',
    ...Object.fromEntries(times),
    ...(user.email_change === null ? {} : { new_email: user.email_change }),
    app_metadata: sortedKeys(user.raw_app_meta_data),
    user_metadata: sortedKeys(user.raw_user_meta_data),
    identities: identities.map((identity) => ({
      identity_id: identity.id,
      id: identity.provider_id,
      user_id: identity.user_id,
      identity_data: sortedKeys(identity.identity_data),
      provider: identity.provider,
      last_sign_in_at: identity.last_sign_in_at === null ? null : isoOf(identity.last_sign_in_at),
      created_at: isoOf(identity.created_at),
      updated_at: isoOf(identity.updated_at),
      email: identity.identity_data['email'],
    })),
    ...(factors.length === 0
      ? {}
      : { factors: factors.map((factor) => ({ ...factor, created_at: isoOf(factor.created_at), updated_at: isoOf(factor.updated_at) })) }),
    created_at: isoOf(user.created_at),
    updated_at: isoOf(user.updated_at),
    is_anonymous: false,
  };
}

/** jsonb gives its keys back in an order of its own; a body that pretends must not betray itself by another one. */
function sortedKeys(data: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(data).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
