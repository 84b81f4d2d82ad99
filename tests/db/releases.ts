import { bootstrap } from '#local/db/bootstrap.ts';
import { BASELINE_OF_0_4, FORMER_BASELINES, type PlatformSql, readPlatformSql } from '#local/db/platform-sql.ts';
import type { Database } from '#local/db/port.ts';

const sql = readPlatformSql();

/**
 * The newest migration of each released version, how many there were, and the beginning of the SHA-256 of their texts. A release without a migration
 * of its own (0.19) has the database of the one before.
 */
export const RELEASES = [
  ['0.1.0', '20260102900100', 22, '6194f3fc98187c5c'],
  ['0.2.0', '20260109000000', 38, '0ae580eb58fdc8ff'],
  ['0.3.0', '20260110000600', 45, '3702124359a320f4'],
  ['0.4.0', '20260111060000', 59, '529b25257d431f04'],
  ['0.5.0', '20260120003200', 33, 'b1c183e99e26f369'],
  ['0.6.0', '20260121100200', 41, '8ef31e53ae7820e2'],
  ['0.7.0', '20260122480000', 48, 'c2fd1e2e02829ad1'],
  ['0.8.0', '20260124110000', 65, '98285e41cd87413c'],
  ['0.9.0', '20260126100000', 71, 'a702ea38e8de318e'],
  ['0.10.0', '20260130900000', 81, '8a0d34abfd5c5358'],
  ['0.11.0', '20260201900000', 89, 'ad1527295f230a67'],
  ['0.12.0', '20260203900000', 96, '98f2d0521d2f5993'],
  ['0.13.0', '20260205900000', 100, '342691a501247ec5'],
  ['0.14.0', '20260208007600', 77, '0f95e1ee768921e5'],
  ['0.15.0', '20260210900000', 85, 'a513f1e9366d45d2'],
  ['0.16.0', '20260214007600', 77, '439c7da2400b214b'],
  ['0.17.0', '20260215100000', 78, '2c45ad5e5c94f0e5'],
  ['0.18.0', '20260216110000', 79, '66db3bf1b3fa141b'],
] as const;
export const [
  ,
  [, LAST_OF_0_2],
  [, LAST_OF_0_3],
  [, LAST_OF_0_4],
  [, LAST_OF_0_5],
  [, LAST_OF_0_6],
  [, LAST_OF_0_7],
  [, LAST_OF_0_8],
  [, LAST_OF_0_9],
  [, LAST_OF_0_10],
  [, LAST_OF_0_11],
  [, LAST_OF_0_12],
  [, LAST_OF_0_13],
  [, LAST_OF_0_14],
  [, LAST_OF_0_15],
  [, LAST_OF_0_16],
  [, LAST_OF_0_17],
  [, LAST_OF_0_18],
] = RELEASES;

/** Releases in which another way to the baseline of today begins. */
const WAYS = ['0.4.0', '0.5.0', '0.14.0'];
const NEWEST = 3;
/**
 * Of these the gate asks the oldest, the first of each way and the newest: those between go one of the same ways, and one database that all
 * of them opened in turn goes through every one in the gate (`schema.test.ts`). `npm run test:deep` (EVERY_RELEASE) asks all.
 */
export const askedReleases = <T extends readonly [name: string, ...more: unknown[]]>(releases: readonly T[]): readonly T[] =>
  process.env['EVERY_RELEASE'] === '1'
    ? releases
    : releases.filter(([name], place) => place === 0 || place >= releases.length - NEWEST || WAYS.includes(name));

/** What brought databases of before to the baseline of 0.16, and the beginning of the SHA-256 of its texts. */
export const SUPERSEDED = [253, 'f173d7cf9fa24408'] as const;

const MIGRATIONS = [...sql.superseded, ...sql.migrations];
const BASELINES = [...FORMER_BASELINES, { first: sql.migrations[0]?.version ?? '', last: sql.baseline }];

/** The program as it was released then: the same platform, with its baseline and the migrations up to its last. */
export function released(last: string): PlatformSql {
  const { first, last: baseline } = BASELINES.findLast((each) => each.first <= last) ?? { first: '', last: '' };
  const superseded = MIGRATIONS.filter(({ version }) => version < first);
  const migrations = MIGRATIONS.filter(({ version }) => version >= first && version <= last);
  return { ...sql, superseded, migrations, baseline, hash: `released ${last}` };
}

/** Notes the baseline of 0.4 in place of what it stood for, or, as 0.4 did with a database of 0.3, beside it. */
export async function noteBaselineOf04(db: Database, isNew: boolean): Promise<void> {
  const first = BASELINE_OF_0_4[0] ?? '';
  if (isNew) await db.query('delete from supabase_migrations.schema_migrations where version < $1', [first]);
  await db.query(`insert into supabase_migrations.schema_migrations (version, name) select v, '' from unnest($1::text[]) v`, [
    [...BASELINE_OF_0_4],
  ]);
}

/**
 * A new database as that version left it. 0.4 made its own from a baseline of its own, whose texts are not kept: they and the superseded
 * migrations up to there made the same schema to the letter, which this test held then. So only what is noted differs.
 */
export async function install(db: Database, last: string): Promise<void> {
  await bootstrap(db, released(last));
  if (last === LAST_OF_0_4) await noteBaselineOf04(db, true);
}
