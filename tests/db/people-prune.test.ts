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
    expect(
      await inWorld(db, async ({ as }) => [
        (await as('owner', 'select public.prune_history()')).code,
        (await as('owner', 'select public.list_orphan_objects()')).code,
      ]),
    ).toEqual(['42501', '42501']);
  });

  test('stored bytes go when no record has named them for long, and never while one may still come', async () => {
    const days = await inWorld(db, async ({ query, ids }) => {
      const named = `${OURS}/${ids['ours files']}.pdf`;
      const gone = `${OURS}/${ids['employee kept file']}.pdf`;
      const [logo, oldLogo, face, oldFace] = [1, 2, 3, 4].map((n) => `${n < 3 ? OURS : personaId('owner')}/${testId(n)}.png`);
      const store = (bucket: string, name = '') =>
        query("insert into storage.objects (bucket_id, name, version) values ($1, $2, 'x')", [bucket, name]);
      for (const [bucket, name] of [
        ['logos', logo],
        ['logos', oldLogo],
        ['avatars', face],
        ['avatars', oldFace],
      ] as const)
        await store(bucket, name);
      await query('update public.companies set logo_path = $1 where id = $2', [logo, OURS]);
      await query('update auth.users set raw_user_meta_data = $1 where id = $2', [
        JSON.stringify({ avatar_path: face }),
        personaId('owner'),
      ]);
      // The expense takes the receipt's record along.
      await query('delete from public.expenses where id = $1', [ids['employee approved']]);
      await query('set constraints all immediate');
      const list = async () => (await query('select name from public.list_orphan_objects()')).rows.map(({ name }) => name);
      const pass = (count: number) => query(`update private.orphan_objects set noticed_at = noticed_at - interval '${count} days'`);
      const found = [await list()];
      for (const step of [29, 2, 58, 2]) {
        await pass(step);
        found.push(await list());
      }
      // Uploaded, and its record lay on a device for eleven months, or a person has not decided about a refusal yet.
      await pass(330 - 91);
      const waited = await list();
      const record = `insert into public.files (id, company_id, created_by, path, name, mime_type, size, sha256)
        values ($1, $2, $3, $4, 'late.pdf', 'application/pdf', 1, repeat('a', 64))`;
      await query(record, [testId(0xaa), OURS, personaId('employee'), `${OURS}/waiting.pdf`]);
      await pass(100);
      const named2 = [...(await list()), ...(await query('select name from private.orphan_objects')).rows.map(({ name }) => name)];
      expect(named2).not.toContain(`${OURS}/waiting.pdf`);
      expect([...found.flat(), ...waited, ...named2]).not.toContain(named);
      expect([...found.flat(), ...waited, ...named2]).not.toContain(logo);
      return { found: found.map((names) => new Set(names)), waited: waited.includes(`${OURS}/waiting.pdf`), gone, oldLogo, oldFace };
    });
    const pictures = [days.oldLogo, days.oldFace];
    expect(days.found).toEqual([[], [], pictures, pictures, [...pictures, days.gone]].map((names) => new Set(names)));
    expect(days.waited).toBe(false);
  });

  test('bytes that are stored anew under the same name are kept as long as new ones', async () => {
    const name = `${OURS}/waiting.pdf`;
    const listed = await inWorld(db, async ({ query }) => {
      const list = async () => (await query('select 1 from public.list_orphan_objects() where name = $1', [name])).rows.length;
      await list();
      await query("update private.orphan_objects set noticed_at = noticed_at - interval '400 days'");
      const before = await list();
      await query("update storage.objects set updated_at = updated_at + interval '1 second' where name = $1", [name]);
      return [before, await list()];
    });
    expect(listed).toEqual([1, 0]);
  });
});
