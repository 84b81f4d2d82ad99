import type { PullAnswer, PullState } from '#data/sync/transport.ts';
import type { PushChange, PushResult } from '#data/changes/pushed.ts';
import { checkedPull, checkedPush, TransportError } from '#data/sync/transport.ts';
import type { Caller, Database } from '#local/db/port.ts';
import { oneEngine, openTestDatabase } from '#tests/support/database.ts';

/** The real SQL behind the simulated network. */
export type Server = {
  readonly db: Database;
  addUser(id: string): Promise<void>;
  createCompany(userId: string, companyId: string): Promise<void>;
  addMember(companyId: string, userId: string, keys: readonly string[]): Promise<void>;
  grant(companyId: string, userId: string, key: string): Promise<void>;
  revoke(companyId: string, userId: string, key: string): Promise<void>;
  expel(companyId: string, userId: string): Promise<void>;
  pull(userId: string, companyId: string, state: PullState, limit: number): Promise<PullAnswer>;
  push(userId: string, companyId: string, changes: readonly PushChange[]): Promise<readonly PushResult[]>;
  /** A function as the client calls it, by names; throws what the database throws. */
  rpc(userId: string, name: string, args: Readonly<Record<string, unknown>>, beforeCommit?: () => Promise<void>): Promise<unknown>;
  close(): Promise<void>;
};

export const callerOf = (userId: string): Caller => ({
  role: 'authenticated',
  claims: { sub: userId, role: 'authenticated', aal: 'aal1' },
});

/** On the fastest engine there is, if none is given: what these tests tell comes to the same on each. */
export async function startServer(opened?: Database): Promise<Server> {
  const db = opened ?? (await openTestDatabase(oneEngine()));
  const rpc: Server['rpc'] = async (userId, name, args, beforeCommit) => {
    const places = Object.entries(args).map(([arg, value], at) => `${arg} => $${at + 1}${typeof value === 'object' ? '::jsonb' : ''}`);
    const params = Object.values(args).map((arg) => (typeof arg === 'object' ? JSON.stringify(arg) : arg));
    const sql = `select public.${name}(${places.join(', ')}) as answer`;
    return db.transaction(async (query) => {
      const { rows } = await query(sql, params);
      await beforeCommit?.();
      return rows[0]?.['answer'];
    }, callerOf(userId));
  };
  const asked: Server['rpc'] = async (userId, name, args) => {
    try {
      return await rpc(userId, name, args);
    } catch (error) {
      throw new TransportError(String(error).includes('not_a_member') ? 'not_a_member' : 'server', { cause: error });
    }
  };
  const grant = async (companyId: string, userId: string, key: string): Promise<void> => {
    await db.query('insert into public.company_user_permissions values ($1, $2, $3) on conflict do nothing', [companyId, userId, key]);
  };
  return {
    db,
    rpc,
    grant,
    async addUser(id) {
      await db.query(`insert into auth.users (id, email) values ($1, $2)`, [id, `${id}@test.example`]);
    },
    async createCompany(userId, companyId) {
      await db.transaction((query) => query('select public.create_company($1, $2)', [companyId, 'Simulated GmbH']), callerOf(userId));
    },
    async addMember(companyId, userId, keys) {
      await db.query('insert into public.company_users (company_id, user_id) values ($1, $2)', [companyId, userId]);
      await db.query('insert into public.company_user_permissions select $1, $2, key from unnest($3::text[]) key', [
        companyId,
        userId,
        [...keys],
      ]);
    },
    async revoke(companyId, userId, key) {
      await db.query('delete from public.company_user_permissions where (company_id, user_id, permission_key) = ($1, $2, $3)', [
        companyId,
        userId,
        key,
      ]);
    },
    async expel(companyId, userId) {
      await db.query('delete from public.company_users where (company_id, user_id) = ($1, $2)', [companyId, userId]);
    },
    async pull(userId, companyId, state, limit) {
      return checkedPull(await asked(userId, 'sync_pull', { p_company: companyId, p_state: state, p_limit: limit }));
    },
    async push(userId, companyId, changes) {
      return checkedPush(await asked(userId, 'sync_push', { p_company: companyId, p_changes: changes }), changes);
    },
    close: () => db.close(),
  };
}
