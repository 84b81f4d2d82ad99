import { afterAll, describe, expect, test } from 'vitest';
import { testId } from '#tests/support/builders.ts';
import { engines, openTestDatabase } from '#tests/support/database.ts';
import { personaId } from '#tests/support/personas.ts';
import { inWorld, OURS } from './world.ts';

describe.each(engines())('forgetting on %s', async (engine) => {
  const db = await openTestDatabase(engine);
  afterAll(() => db.close());

  test('old mutation ids go, but the newest 500 of a person and whatever is younger than 90 days stay', async () => {
    const left = await inWorld(db, async ({ query }) => {
      const remember = (user: string, count: number, days: number) =>
        query(
          `insert into private.applied_mutations (company_id, mutation_id, collection, row_id, user_id, applied_at)
           select $1, $2 || '-' || $3 || '-' || n, 'vendors', $4, $2::uuid, now() - make_interval(days => $3::int, secs => n) from generate_series(1, $5::int) n`,
          [OURS, user, days, testId(1), count],
        );
      await remember(personaId('owner'), 600, 10);
      await remember(personaId('owner'), 20, 100);
      await remember(personaId('viewer'), 510, 400);
      const { rows } = await query('select public.prune_history() as gone');
      const { rows: kept } = await query(
        'select count(*)::int as n, min(mutation_id) from private.applied_mutations group by user_id order by user_id',
      );
      return [rows[0]?.['gone'], ...kept.map(({ n }) => n)];
    });
    expect(left).toEqual([30, 600, 500]);
  });

  test('only the platform forgets', async () => {
    expect(await inWorld(db, async ({ as }) => (await as('owner', 'select public.prune_history()')).code)).toBe('42501');
  });
});
