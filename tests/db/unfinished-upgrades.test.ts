import { describe, expect, test } from 'vitest';
import { bootstrap } from '#local/db/bootstrap.ts';
import { BASELINE_OF_0_4, BASELINE_OF_0_5, BASELINE_OF_0_14, readPlatformSql } from '#local/db/platform-sql.ts';
import { openEmptyDatabase } from '#tests/support/database.ts';
import { versions } from './old-books.ts';
import { LAST_OF_0_2, LAST_OF_0_3, LAST_OF_0_4, LAST_OF_0_5, LAST_OF_0_12, LAST_OF_0_14, noteBaselineOf04, released } from './releases.ts';
import { schemaText, serverSchemaText } from './schema-text.ts';

const sql = readPlatformSql();
type Empty = Awaited<ReturnType<typeof openEmptyDatabase>>;
const textOf = async (db: Empty): Promise<string> => ('dump' in db ? schemaText(db) : serverSchemaText(db.url ?? ''));

async function makeNew(): Promise<string> {
  const db = await openEmptyDatabase();
  await bootstrap(db, sql);
  const text = await textOf(db);
  await db.close();
  return text;
}
let made: Promise<string> | undefined;
/** The schema of a new installation; that it is the one that people read is asked in `schema.test.ts`. */
const newSchema = (): Promise<string> => (made ??= makeNew());

describe('a start that ended', () => {
  const LAST_SUPERSEDED = sql.superseded.at(-1)?.version ?? '';
  const FIRST_AFTER_0_5 = sql.superseded.find(({ version }) => version > BASELINE_OF_0_5.last)?.version ?? '';
  const FIRST_AFTER_0_14 = sql.superseded.find(({ version }) => version > BASELINE_OF_0_14.last)?.version ?? '';
  const LAST_BEFORE_0_5 = sql.superseded.filter(({ version }) => version < BASELINE_OF_0_5.first).at(-1)?.version ?? '';
  test.each([
    ['of 0.2.0', LAST_OF_0_2, LAST_OF_0_3, null],
    ['of 0.4.0', LAST_OF_0_4, LAST_BEFORE_0_5, true],
    ['of 0.4.0 that 0.3.0 had made', LAST_OF_0_4, FIRST_AFTER_0_5, false],
    ['of 0.12.0', LAST_OF_0_12, FIRST_AFTER_0_14, null],
    ['of 0.14.0', LAST_OF_0_14, LAST_SUPERSEDED, null],
  ] as const)(
    'between two of the old migrations, or before the new ones were noted, goes on with a database %s',
    async (_, last, breaks, isNew) => {
      const db = await openEmptyDatabase();
      await bootstrap(db, released(last));
      if (isNew !== null) await noteBaselineOf04(db, isNew);
      const forget = (after: string, until: string) =>
        db.query('delete from supabase_migrations.schema_migrations where version > $1 and version <= $2', [after, until]);
      const broken = sql.superseded.map((migration) =>
        migration.version === breaks ? { ...migration, sql: 'select nonsense;' } : migration,
      );
      await expect(bootstrap(db, { ...sql, superseded: broken, hash: 'broken' })).rejects.toThrow(`Migration ${breaks}_`);
      expect(await versions(db)).not.toContain(sql.migrations[0]?.version);
      // The baseline that is only noted may be so in part.
      if (breaks === FIRST_AFTER_0_5) await forget('20260120001500', BASELINE_OF_0_5.last);
      if (breaks === FIRST_AFTER_0_14) await forget('20260208003300', BASELINE_OF_0_14.last);
      await bootstrap(db, sql);
      const noted = await versions(db);
      await forget(LAST_SUPERSEDED, sql.baseline);
      await bootstrap(db, { ...sql, hash: 'not noted' });
      expect(await versions(db)).toEqual(noted);
      expect(await textOf(db)).toBe(await newSchema());
      await db.close();
    },
  );

  test('between two migrations of a baseline goes on, whether it was this version, 0.14.0 or 0.5.0; what 0.4.0 left halfway is for 0.4.0 to finish', async () => {
    for (const unfinished of [sql, released(LAST_OF_0_14), released(LAST_OF_0_5)]) {
      const db = await openEmptyDatabase();
      const broken = unfinished.migrations.map((migration, index) => (index === 9 ? { ...migration, sql: 'select nonsense;' } : migration));
      await expect(bootstrap(db, { ...unfinished, migrations: broken, hash: 'broken' })).rejects.toThrow(
        `Migration ${broken[9]?.version}_`,
      );
      const begun = unfinished.migrations.slice(0, 9).map(({ version }) => version);
      expect(await versions(db)).toEqual(begun);
      await bootstrap(db, sql);
      const all = [...sql.superseded, ...sql.migrations].filter(({ version }) => version >= (begun[0] ?? ''));
      expect(await versions(db)).toEqual(all.map(({ version }) => version));
      expect(await textOf(db)).toBe(await newSchema());
      await db.close();
    }

    const halfway = await openEmptyDatabase();
    const none = sql.migrations.map((migration) => ({ ...migration, sql: 'select nonsense;' }));
    await expect(bootstrap(halfway, { ...sql, migrations: none, hash: 'broken' })).rejects.toThrow('nonsense');
    await halfway.query(`insert into supabase_migrations.schema_migrations (version) values ($1)`, [BASELINE_OF_0_4[0]]);
    await expect(bootstrap(halfway, sql)).rejects.toThrow('Start that version once more');
    await halfway.close();
  });
});
