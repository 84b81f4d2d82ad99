import type { LeaseCall } from '#data/leases/lease-call.ts';
import { AppError } from '#domain/errors.ts';
import { callerOf, type Server } from './server.ts';

const isJson = (value: unknown): boolean => typeof value === 'object' && !Array.isArray(value);

/** The functions about numbers as the app of this person calls them: a refusal is an AppError with the server's word. */
export const leaseCalls =
  ({ db }: Server, userId: string): LeaseCall =>
  async (name, args) => {
    const places = Object.entries(args).map(([arg, value], at) => `${arg} => $${at + 1}${isJson(value) ? '::jsonb' : ''}`);
    const params = Object.values(args).map((arg) => (isJson(arg) ? JSON.stringify(arg) : arg));
    const called = `public.${name}(${places.join(', ')})`;
    const sql =
      name === 'number_leases' ? `select coalesce(jsonb_agg(to_jsonb(t)), '[]') as answer from ${called} t` : `select ${called} as answer`;
    try {
      return (await db.transaction((query) => query(sql, params), callerOf(userId))).rows[0]?.['answer'];
    } catch (error) {
      throw new AppError('invalid_input', { reason: (error as Error).message });
    }
  };
