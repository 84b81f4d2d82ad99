import type { Query } from '#local/db/port.ts';

/** An instant as either engine's driver gives it. */
export type Instant = Date | string;

/** All rows. The caller names the row type that its column list has. */
export async function allRows<T>(query: Query, sql: string, params: readonly unknown[] = []): Promise<T[]> {
  return (await query(sql, params)).rows as T[];
}

export async function firstRow<T>(query: Query, sql: string, params: readonly unknown[] = []): Promise<T | undefined> {
  return (await allRows<T>(query, sql, params))[0];
}

/** The row that a statement with RETURNING is certain to give. */
export async function onlyRow<T>(query: Query, sql: string, params: readonly unknown[] = []): Promise<T> {
  const row = await firstRow<T>(query, sql, params);
  if (row === undefined) throw new Error('The statement gave no row.');
  return row;
}

export const millis = (instant: Instant) => new Date(instant).getTime();
export const isoOf = (instant: Instant) => new Date(instant).toISOString();
