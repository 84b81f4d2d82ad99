import { afterAll, describe, expect, test } from 'vitest';
import { can, implies, PERMISSION_KEYS } from '#domain/access/access.ts';
import { PRESETS } from '#domain/access/presets.ts';
import { companySettingsSchema } from '#domain/companies/company-settings.ts';
import { formatDocumentNumber, numberFormatProblem } from '#domain/numbering/number-format.ts';
import { engines, oneEngine, openTestDatabase, rolledBack } from '#tests/support/database.ts';
import { buildersFor } from '#tests/support/builders.ts';
import { callerOf, insertAccounts, insertMembers, personaId } from '#tests/support/personas.ts';

const db = await openTestDatabase(oneEngine());
afterAll(() => db.close());
const column = async (sql: string): Promise<unknown[]> => (await db.query(sql)).rows.map((row) => Object.values(row)[0]);

describe('the tables of access in SQL and in the domain agree', () => {
  test('on the keys', async () => {
    expect(await column('select key from public.permissions order by key')).toEqual([...PERMISSION_KEYS].toSorted());
  });

  test('on what a key implies', async () => {
    const fromDomain = PERMISSION_KEYS.flatMap((key) =>
      PERMISSION_KEYS.filter((held) => held !== key && implies(held, key)).map((held) => `${held} > ${key}`),
    );
    expect(await column("select implied_by || ' > ' || key from private.permission_implications order by 1")).toEqual(
      fromDomain.toSorted(),
    );
  });

  test('on the presets', async () => {
    const fromDomain = Object.entries(PRESETS).flatMap(([preset, { keys }]) => keys.map((key) => `${preset} ${key}`));
    expect(await column("select preset || ' ' || key from private.permission_presets order by 1")).toEqual(fromDomain.toSorted());
  });

  test('on what a member with any single key may do', async () => {
    const caller = callerOf('employee');
    for (const held of PERMISSION_KEYS) {
      const fromSql = await rolledBack(db, undefined, async (query) => {
        await insertAccounts(query);
        const company = await buildersFor(query).company();
        await insertMembers(query, company.id, ['owner', 'employee']);
        await query('delete from public.company_user_permissions');
        await query('insert into public.company_user_permissions values ($1, $2, $3)', [company.id, personaId('employee'), held]);
        await query("select set_config('request.jwt.claims', $1, true)", [JSON.stringify(caller.claims)]);
        const { rows } = await query('select key from public.permissions where private.has_key($1, key) order by key', [company.id]);
        return rows.map((row) => row['key']);
      });
      const access = { userId: 'me', isOwner: false, isAdmin: false, keys: new Set([held]) };
      expect({ held, may: fromSql }).toEqual({ held, may: PERMISSION_KEYS.filter((key) => can(access, key)).toSorted() });
    }
  });
});

describe.each(engines())('a key in one company on %s', (engine) => {
  test('is held where the companies with that key are, whoever asks and however they came to it', async () => {
    const own = await openTestDatabase(engine);
    try {
      await rolledBack(own, undefined, async (query) => {
        await insertAccounts(query);
        const [ours, theirs] = [(await buildersFor(query, 0x10).company()).id, (await buildersFor(query, 0x20).company()).id];
        await insertMembers(query, ours, ['owner', 'admin', 'accountant', 'employee', 'viewer']);
        await insertMembers(query, theirs, ['employee', 'accountant']);
        // A member of both with all keys in one of them, and with one that only implies another.
        await query('delete from public.company_user_permissions where company_id = $1 and user_id = $2', [
          theirs,
          personaId('accountant'),
        ]);
        await query("insert into public.company_user_permissions values ($1, $2, 'invoices.issue')", [theirs, personaId('accountant')]);
        const held: Record<string, number> = {};
        for (const who of ['owner', 'admin', 'accountant', 'employee', 'viewer', 'stranger'] as const) {
          await query("select set_config('request.jwt.claims', $1, true)", [JSON.stringify(callerOf(who).claims)]);
          const { rows } = await query(
            `select c.id, p.key, private.has_key(c.id, p.key) as one, c.id in (select private.companies_with(p.key)) as among
             from unnest(array[$1, $2, null]::uuid[]) c (id), public.permissions p`,
            [ours, theirs],
          );
          expect(rows.filter(({ id, one, among }) => one !== (id === null ? false : among))).toEqual([]);
          held[who] = rows.filter(({ one }) => one).length;
        }
        // Each of them is asked about something.
        expect(held).toEqual({
          owner: PERMISSION_KEYS.length,
          admin: PERMISSION_KEYS.length,
          accountant: expect.any(Number) as number,
          employee: expect.any(Number) as number,
          viewer: expect.any(Number) as number,
          stranger: 0,
        });
        expect(Math.min(held['accountant'] ?? 0, held['employee'] ?? 0, held['viewer'] ?? 0)).toBeGreaterThan(5);
      });
    } finally {
      await own.close();
    }
  });
});

test('the default settings of SQL are the defaults of the schema', async () => {
  expect((await column('select private.default_company_settings()'))[0]).toEqual(companySettingsSchema.parse({}));
});

test.each([
  'EXP-{year}-{number}',
  '{number}',
  '{number}/{year}',
  '',
  'EXP-{year}',
  'EXP-{number}-{number}',
  'EXP-{month}-{number}',
  '{number',
  `{number}${'X'.repeat(32)}`,
  `{number}${'X'.repeat(33)}`,
])('SQL and the domain agree on whether %j is a number format', async (format) => {
  const settings = companySettingsSchema.parse({ expense_defaults: { generated_number_format: format } });
  const refusal = await db.query('select private.refuse_invalid_settings($1)', [JSON.stringify(settings)]).then(
    () => null,
    (error: { detail: string }) => error.detail,
  );
  expect(refusal === null).toBe(numberFormatProblem(format) === null);
});

test.each([
  ['EUR', null],
  ['eur', 'currency'],
  ['EURO', 'currency'],
  ['', 'currency'],
  ['<b>', 'currency'],
])('SQL and the domain agree on whether %j is a currency for documents and prices', async (currency, problem) => {
  const all = companySettingsSchema.parse({});
  const { invoice_defaults: defaults } = all;
  for (const invoice_defaults of [
    { ...defaults, default_currency: currency },
    { ...defaults, items: { ...defaults.items, currency } },
  ]) {
    const settings = { ...all, invoice_defaults };
    const refusal = await db.query('select private.refuse_invalid_settings($1)', [JSON.stringify(settings)]).then(
      () => null,
      (error: { detail: string }) => error.detail.replace(/.*(currency)$/, '$1'),
    );
    expect([refusal, companySettingsSchema.safeParse(settings).success]).toEqual([problem, problem === null]);
  }
});

test.each([1, 9999, 10_000])('SQL and the domain write the number %d alike', async (number) => {
  const { rows } = await db.query('select private.format_number($1, 2026, $2) as text', ['EXP-{year}-{number}', number]);
  expect(rows[0]?.['text']).toBe(formatDocumentNumber('EXP-{year}-{number}', { year: 2026, number }));
});
