import { insertOf, sampleRow } from '#tests/support/builders.ts';
import { type Persona, personaId } from '#tests/support/personas.ts';
import { each, type Statement } from './asking.ts';
import { ended } from './more-rows.ts';
import { type Rule, rule } from './rules.ts';
import { FRESH, OURS, type World } from './world.ts';

type Json = Readonly<Record<string, unknown>>;
const IBAN = 'DE89370400440532013000';
const OTHER_IBAN = 'DE02120300000000202051';
/** The newest kept record of an entry about this thing. */
const KEPT = `select r.content, r.bank_data, r.record, r.parent_id from public.activity_records r join public.activity_log l on l.id = r.activity_id
  where l.entity_id = $1 and l.type = $2 order by r.bank_data`;

/** What a member reads of what is kept beside the entries about a record; by default as the platform. */
export async function kept({ query, as }: World, id: unknown, type: string, who?: Persona): Promise<Json[]> {
  const { rows } = who ? await as(who, KEPT, [id, type]) : await query(KEPT, [id, type]);
  return rows.map((row) => row as Json);
}
export const recordOf = (row: Json | undefined): Json => (row?.['record'] ?? {}) as Json;

const vendor = insertOf('vendors', sampleRow('vendors', { id: FRESH, company_id: OURS, notes: 'By phone only' }));
const accountBy = (iban: string): Statement => ['update public.bank_accounts set iban = $1 where company_id = $2', [iban, OURS]];
const remove = (table: string, id: unknown): Statement => [`delete from public.${table} where id = $1`, [id]];
const text = (line: unknown) => (line as Json)['description'];

/** What created and deleted records held. */
export const TRAIL: readonly Rule[] = [
  rule(
    'a created and a deleted record are kept whole beside their entries',
    ['activity_records', 'vendors'],
    ['record', 'By phone only', OURS, 'record', 'By phone only', 1, 1],
    (world) =>
      world.given([vendor, remove('vendors', FRESH)], async () => {
        const [created, deleted] = [await kept(world, FRESH, 'created'), await kept(world, FRESH, 'deleted')];
        const [was, gone] = [recordOf(created[0]), recordOf(deleted[0])];
        return [
          created[0]?.['content'],
          was['notes'],
          was['company_id'],
          deleted[0]?.['content'],
          gone['notes'],
          created.length,
          deleted.length,
        ];
      }),
  ),
  rule(
    'a deleted document is kept with all its lines in their order',
    ['activity_records', 'invoices', 'recurring_invoices'],
    [
      ['Web design', 'Second'],
      ['Hosting', 'Second'],
      [1, 1],
    ],
    (world) => {
      const { ids } = world;
      const second = (table: 'invoice_items' | 'recurring_invoice_items', parent: object) =>
        insertOf(table, sampleRow(table, { id: FRESH, company_id: OURS, description: 'Second', position: 2, ...parent })) as Statement;
      return world.given(
        [
          second('invoice_items', { invoice_id: ids['ours invoices'] }),
          second('recurring_invoice_items', { recurring_invoice_id: ids['ours recurring_invoices'] }),
          remove('invoices', ids['ours invoices']),
          remove('recurring_invoices', ids['ours recurring_invoices']),
        ],
        async () => {
          const gone = await each(['ours invoices', 'ours recurring_invoices'], (name) => kept(world, ids[name], 'deleted'));
          const lines = gone.map(([row]) => (recordOf(row)['items'] as unknown[]).map(text));
          return [...lines, gone.map((rows) => rows.length)];
        },
      );
    },
  ),
  rule('a new document is kept with the lines it came with', ['activity_records', 'invoices'], ['Web design'], (world) => {
    const invoice = '01900000-0000-7000-8000-00000000fffe';
    return world.given(
      [
        ['set constraints all deferred'],
        ["select set_config('kontor.document', $1, true)", [invoice]],
        insertOf('invoice_items', sampleRow('invoice_items', { id: FRESH, company_id: OURS, invoice_id: invoice })) as Statement,
        insertOf(
          'invoices',
          sampleRow('invoices', {
            id: invoice,
            company_id: OURS,
            customer_id: world.ids['ours customers'],
            created_by: personaId('owner'),
          }),
        ) as Statement,
      ],
      async () => (recordOf((await kept(world, invoice, 'created'))[0])['items'] as unknown[]).map(text),
    );
  }),
  rule(
    'what a deleted expense had as receipts is kept by name and hash, under the expense',
    ['activity_records', 'files', 'expenses'],
    ['ticket.pdf', 'a'.repeat(64), true],
    (world) => {
      const { ids } = world;
      return world.given([remove('expenses', ids['employee pending'])], async () => {
        const [row] = await kept(world, ids['employee file'], 'deleted');
        const file = recordOf(row);
        return [file['name'], file['sha256'], row?.['parent_id'] === ids['employee pending']];
      });
    },
  ),
  rule('a payment is kept under its invoice', ['activity_records', 'payments'], true, async (world) => {
    const { rows } = await world.query('select invoice_id from public.payments where id = $1', [world.ids['ours payments']]);
    return (await kept(world, world.ids['ours payments'], 'created'))[0]?.['parent_id'] === rows[0]?.['invoice_id'];
  }),
  rule(
    'a changed account number is named to everybody, told to who manages accounts, and recognised by the others',
    ['activity_records', 'bank_accounts'],
    [
      ['…', '…'],
      ['full', IBAN, OTHER_IBAN],
      ['masked', 'DE … 3000', 'DE … 2051'],
      ['masked', 'DE … 3000', 'DE … 2051'],
    ],
    (world) =>
      world.given([accountBy(OTHER_IBAN)], async () => {
        const account = world.ids['ours bank_accounts'];
        const { rows } = await world.query(
          "select changes -> 'iban' as told from public.activity_log where entity_id = $1 and changes ? 'iban'",
          [account],
        );
        const read = async (who: Persona) => {
          const [row] = await kept(world, account, 'updated', who);
          return [row?.['bank_data'], ...((recordOf(row)['iban'] as unknown[]) ?? [])];
        };
        return [rows[0]?.['told'], await read('owner'), await read('accountant'), await read('viewer')];
      }),
  ),
  rule(
    'account numbers are masked wherever they stand in a record, and nothing else is',
    ['activity_records'],
    {
      iban: 'DE … 3000',
      bic: '…',
      name: IBAN,
      'bank.iban': [null, 'DE … 2051'],
      list: [{ n: 1, iban: 'DE … 3000' }],
      empty: {},
      none: [],
      no: '',
    },
    async (world) => {
      const given = {
        iban: IBAN,
        bic: 'COBADEFFXXX',
        name: IBAN,
        'bank.iban': [null, OTHER_IBAN],
        list: [{ iban: IBAN, n: 1 }],
        empty: {},
        none: [],
        no: '',
      };
      const { rows } = await world.query('select private.masked_bank_data($1::jsonb) as masked', [JSON.stringify(given)]);
      const masked = rows[0]?.['masked'] as Json;
      return Object.fromEntries(Object.keys(given).map((key) => [key, masked[key]]));
    },
  ),
  rule(
    'a number of fifteen places shows its last four, one of fourteen none; an empty one is none',
    ['activity_records'],
    ['NO … 7947', '…', ''],
    async (world) => {
      const { rows } = await world.query(
        `select private.masked_bank_data('{"iban": ["NO9386011117947", "NO938601111794", ""]}') -> 'iban' as masked`,
      );
      return rows[0]?.['masked'];
    },
  ),
  rule(
    'a change of the default account is told by the account and not again by the settings',
    ['activity_log', 'bank_accounts'],
    ['bank_accounts'],
    (world) =>
      world.given([accountBy(OTHER_IBAN)], async () => {
        const { rows } = await world.query(
          "select distinct entity_type from public.activity_log where company_id = $1 and type = 'updated' and entity_type in ('companies', 'bank_accounts')",
          [OURS],
        );
        return rows.map(({ entity_type }) => entity_type);
      }),
  ),
  rule(
    'what the entry leaves out of a change for its size is kept beside it, and nothing of what it tells anyway',
    ['activity_records', 'vendors'],
    ['changes', 8000, 0],
    (world) =>
      world.given(
        [
          ["update public.vendors set notes = repeat('😀', 4000) where id = $1", [world.ids['ours vendors']]],
          ["update public.vendors set notes = repeat('😎', 4000) where id = $1", [world.ids['ours vendors']]],
          ["update public.customers set name = 'Told' where id = $1", [world.ids['ours customers']]],
        ],
        async () => {
          const long = (await kept(world, world.ids['ours vendors'], 'updated')).at(-1);
          const notes = recordOf(long)['notes'] as string[] | undefined;
          return [long?.['content'], (notes?.[1] ?? '').length, (await kept(world, world.ids['ours customers'], 'updated')).length];
        },
      ),
  ),
  rule(
    'a record that is too long is kept without its longest values, and says which; nothing longer is taken',
    ['activity_records', 'vendors'],
    [['_shortened', 'name'], ['notes'], ['b'], '23514'],
    async (world) => {
      const { rows } = await world.query(
        "select private.shortened_record(jsonb_build_object('a', repeat('x', 4094), 'b', repeat('x', 4095))) -> '_shortened' as long",
      );
      const stretched: Statement[] = [
        ['alter table public.vendors drop constraint vendors_notes_check'],
        ["update public.vendors set name = 'Long', notes = repeat('x', 5000000) where id = $1", [world.ids['ours vendors']]],
      ];
      const long = await world.given(stretched, async () => recordOf((await kept(world, world.ids['ours vendors'], 'updated'))[0]));
      const refused = await world
        .given(
          [
            [
              `update public.activity_records set record = jsonb_build_object('x', repeat('x', 5242880))
               where activity_id = (select activity_id from public.activity_records limit 1)`,
            ],
          ],
          async () => null,
        )
        .catch((error: { code?: string }) => error.code);
      return [Object.keys(long).sort(), long['_shortened'], rows[0]?.['long'], refused];
    },
  ),
  rule('a deleted company takes along what was kept of it, and nobody else’s', ['activity_records', 'companies'], [0, true], (world) =>
    world.given([ended(OURS), remove('companies', OURS)], async () => {
      const { rows } = await world.query('select company_id from public.activity_records');
      return [rows.filter(({ company_id }) => company_id === OURS).length, rows.length > 0];
    }),
  ),
  rule('what a seed brings, which has a history of its own, is not kept twice', ['activity_records'], [0], (world) =>
    world.given([["select set_config('kontor.is_seeding', 'on', true)"], vendor], async () => [
      (await kept(world, FRESH, 'created')).length,
    ]),
  ),
];
