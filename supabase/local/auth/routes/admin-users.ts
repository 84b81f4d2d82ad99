import * as z from 'zod/mini';
import { DatabaseError } from '#local/db/database-error.ts';
import type { Query } from '#local/db/port.ts';
import { adminRoute } from '#local/auth/admin-route.ts';
import { type AuthCall, type AuthContext, type AuthRoute, metadataField, parseInput, requireEmail } from '#local/auth/auth-context.ts';
import { AuthError } from '#local/auth/auth-error.ts';
import { factorNotFound, removeFactor } from '#local/auth/factors.ts';
import { assertPasswordAllowed, hashPassword } from '#local/auth/passwords.ts';
import { allRows, firstRow, onlyRow } from '#local/auth/rows.ts';
import { isForeignKeyViolation, isUniqueViolation } from '#local/auth/violations.ts';
import { confirmEmail, createUser, findUserById, type UserRow, userView } from '#local/auth/users.ts';

const MAX_PAGE = 1000;
const userSchema = z.object({
  email: z.optional(z.string()),
  password: z.optional(z.string()),
  email_confirm: z.optional(z.boolean()),
  user_metadata: metadataField,
  app_metadata: metadataField,
  ban_duration: z.optional(z.string()),
});
const deleteSchema = z.object({ should_soft_delete: z.optional(z.boolean()) });

export const emailExists = () => new AuthError(422, 'email_exists', 'A user with this email address has already been registered');
const userNotFound = () => new AuthError(404, 'user_not_found', 'User not found');

async function requireUserById(query: Query, id: string | undefined): Promise<UserRow> {
  const user = id === undefined ? undefined : await findUserById(query, id);
  if (!user) throw userNotFound();
  return user;
}

async function list(auth: AuthContext, { url }: AuthCall): Promise<Response> {
  const number = (name: string, fallback: number) => Math.max(1, Math.trunc(Number(url.searchParams.get(name)) || fallback));
  const perPage = Math.min(number('per_page', 50), MAX_PAGE);
  const page = number('page', 1);
  const { n: total } = await onlyRow<{ n: number }>(auth.db.query, 'select count(*)::int as n from auth.users where deleted_at is null');
  const rows = await allRows<UserRow>(
    auth.db.query,
    'select * from auth.users where deleted_at is null order by created_at desc, id limit $1 offset $2',
    [perPage, (page - 1) * perPage],
  );
  const users = [];
  for (const row of rows) users.push(await userView(auth.db.query, row));
  const last = Math.max(1, Math.ceil(total / perPage));
  const link = (to: number, rel: string) => `</admin/users?page=${to}&per_page=${perPage}>; rel="${rel}"`;
  const links = [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')].join(', ');
  return Response.json({ users, aud: 'authenticated' }, { headers: { 'x-total-count': String(total), link: links } });
}

async function create(auth: AuthContext, call: AuthCall): Promise<Response> {
  const input = parseInput(userSchema, call.body);
  const email = requireEmail(input.email);
  if (input.password !== undefined) assertPasswordAllowed(input.password);
  const passwordHash = input.password === undefined ? null : await hashPassword(input.password, auth.config.bcryptCost);
  const newUser = {
    email,
    passwordHash,
    userMetadata: input.user_metadata ?? {},
    appMetadata: input.app_metadata ?? {},
    isConfirmed: input.email_confirm ?? false,
  };
  try {
    return Response.json(
      await auth.db.transaction(async (query) => {
        const user = await createUser(query, newUser, auth.now());
        return userView(query, await ban(auth, query, user, input.ban_duration));
      }),
    );
  } catch (error) {
    throw isUniqueViolation(error) ? emailExists() : error;
  }
}

async function read(auth: AuthContext, call: AuthCall): Promise<Response> {
  return Response.json(await userView(auth.db.query, await requireUserById(auth.db.query, call.params[0])));
}

async function update(auth: AuthContext, call: AuthCall): Promise<Response> {
  const input = parseInput(userSchema, call.body);
  if (input.password !== undefined) assertPasswordAllowed(input.password);
  const passwordHash = input.password === undefined ? null : await hashPassword(input.password, auth.config.bcryptCost);
  const email = input.email === undefined ? undefined : requireEmail(input.email);
  const change = async (query: Query): Promise<Record<string, unknown>> => {
    let user = await requireUserById(query, call.params[0]);
    const at = auth.now().toISOString();
    if (email !== undefined && email !== user.email)
      user = await onlyRow(query, 'update auth.users set email = $2 where id = $1 returning *', [user.id, email]);
    if (email !== undefined || input.email_confirm) user = await confirmEmail(query, user, user.email ?? '', auth.now());
    if (passwordHash !== null) await query('update auth.users set encrypted_password = $2 where id = $1', [user.id, passwordHash]);
    user = await onlyRow<UserRow>(
      query,
      `update auth.users set raw_app_meta_data = jsonb_strip_nulls(raw_app_meta_data || $2::jsonb),
         raw_user_meta_data = jsonb_strip_nulls(raw_user_meta_data || $3::jsonb), updated_at = $4 where id = $1 returning *`,
      [user.id, JSON.stringify(input.app_metadata ?? {}), JSON.stringify(input.user_metadata ?? {}), at],
    );
    return userView(query, await ban(auth, query, user, input.ban_duration));
  };
  try {
    return Response.json(await auth.db.transaction(change));
  } catch (error) {
    throw isUniqueViolation(error) ? emailExists() : error;
  }
}

const UNIT_SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600 };

/** `none` lifts a ban; a duration such as `24h` or `1h30m` starts one and ends the person's sessions. */
async function ban(auth: AuthContext, query: Query, user: UserRow, duration: string | undefined): Promise<UserRow> {
  if (duration === undefined) return user;
  const parts = [...duration.matchAll(/(\d+)([smh])/g)];
  if (duration !== 'none' && (parts.length === 0 || parts.map(([part]) => part).join('') !== duration))
    throw new AuthError(400, 'validation_failed', 'invalid format for ban duration');
  const seconds = parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * (UNIT_SECONDS[unit ?? ''] ?? 0), 0);
  const until = seconds === 0 ? null : new Date(auth.now().getTime() + seconds * 1000).toISOString();
  if (until !== null) await query('delete from auth.sessions where user_id = $1', [user.id]);
  return onlyRow<UserRow>(query, 'update auth.users set banned_until = $2 where id = $1 returning *', [user.id, until]);
}

async function remove(auth: AuthContext, call: AuthCall): Promise<Response> {
  const input = parseInput(deleteSchema, call.body);
  if (input.should_soft_delete) throw new AuthError(400, 'validation_failed', 'Soft deletion is not supported');
  await requireUserById(auth.db.query, call.params[0]);
  try {
    await auth.db.query('delete from auth.users where id = $1', [call.params[0]]);
  } catch (error) {
    if (isForeignKeyViolation(error)) throw new AuthError(409, 'conflict', 'Other records still refer to this user');
    if (error instanceof DatabaseError && error.message === 'last_owner')
      throw new AuthError(409, 'conflict', 'This user alone owns a company. Hand it over, or delete it, before.');
    throw error;
  }
  return Response.json({});
}

async function listFactors(auth: AuthContext, call: AuthCall): Promise<Response> {
  const user = await requireUserById(auth.db.query, call.params[0]);
  const view = await userView(auth.db.query, user);
  return Response.json(view['factors'] ?? []);
}

async function deleteFactor(auth: AuthContext, call: AuthCall): Promise<Response> {
  const [userId, factorId] = call.params;
  await auth.db.transaction(async (query) => {
    const user = await requireUserById(query, userId);
    const factor = await firstRow<{ id: string; user_id: string }>(
      query,
      'select id, user_id from auth.mfa_factors where id = $1 and user_id = $2',
      [factorId, user.id],
    );
    if (!factor) throw factorNotFound();
    await removeFactor(auth, query, factor);
  });
  return Response.json({ id: factorId });
}

/** User administration; the service role only. */
export const adminUserRoutes: readonly AuthRoute[] = [
  adminRoute('GET', '/admin/users', list),
  adminRoute('POST', '/admin/users', create),
  adminRoute('GET', '/admin/users/:id', read),
  adminRoute('PUT', '/admin/users/:id', update),
  adminRoute('DELETE', '/admin/users/:id', remove),
  adminRoute('GET', '/admin/users/:id/factors', listFactors),
  adminRoute('DELETE', '/admin/users/:id/factors/:id', deleteFactor),
];
