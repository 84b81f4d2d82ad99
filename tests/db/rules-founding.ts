import { insertOf, sampleRow, testId } from '#tests/support/builders.ts';
import { personaId } from '#tests/support/personas.ts';
import { countOf, each, factorOf, first, said, setting, type Statement, told, withOnly } from './asking.ts';
import { acting } from './rules-people.ts';
import { type Rule, rule } from './rules.ts';
import { FRESH, OURS, THEIRS, type World } from './world.ts';

const found = (id: string, name = 'Mine'): Statement => [
  "select concat_ws(' ', a.made #>> '{company,name}', a.made #>> '{member,display_name}', a.made #>> '{member,is_owner}') from (select public.create_company($1, $2) as made) a",
  [id, name],
];

const founding: Rule[] = [
  rule(
    'a company is founded by somebody who is signed in, under a name',
    ['functions', 'companies'],
    ['Mine viewer true', 'invalid_input', 'invalid_input', 'invalid_input', 'second_factor_required', 'not_signed_in'],
    async (world) => [
      await told(world, 'viewer', found(FRESH)),
      await told(world, 'viewer', found(FRESH, ' ')),
      await told(world, 'viewer', ['select public.create_company($1, null)', [FRESH]]),
      await told(world, 'viewer', found(FRESH, 'x'.repeat(201))),
      await world.given([factorOf('viewer')], () => told(world, 'viewer', found(FRESH))),
      await told(world, 'viewer', found(FRESH), { sub: undefined }),
    ],
  ),
  rule(
    'its owner founds it once, everybody else is told that the id is taken',
    ['functions', 'companies'],
    ['Ours owner true', 'id_taken', 'id_taken', 'id_taken'],
    async (world) => [
      await told(world, 'owner', found(OURS)),
      await told(world, 'owner', found(THEIRS)),
      await told(world, 'viewer', found(OURS)),
      await told(world, 'stranger', found(OURS)),
    ],
  ),
  rule(
    'it begins with its categories, one entry in the history, and every later change in it',
    ['functions', 'activity_log'],
    [true, 1, 2],
    (world) => {
      const entries = () => countOf(world, 'public.activity_log where company_id = $1', [FRESH]);
      const vendor = insertOf('vendors', sampleRow('vendors', { id: testId(0xf_f1), company_id: FRESH }));
      const after = (...steps: Statement[]) =>
        acting(world, 'viewer', [found(FRESH), ...steps], {
          look: async () => [(await countOf(world, 'public.expense_categories where company_id = $1', [FRESH])) > 5, await entries()],
        });
      return (async () => [...(await after()), (await after(vendor))[1]])();
    },
  ),
];

/** In 2031 three numbers were given: the second to an invoice, the third is explained. Theirs differ in everything. */
const counter = (company: string, kind: string, year: number, last: number): Statement => [
  'insert into private.number_counters (company_id, kind, year, last) values ($1, $2, $3, $4)',
  [company, kind, year, last],
];
const reason = (company: string, year: number, number: number, text: string): Statement => [
  'insert into private.number_gap_reasons (company_id, year, number, reason) values ($1, $2, $3, $4)',
  [company, year, number, text],
];
const numbered = (world: World, invoice: string, year: number, seq: number): Statement => [
  'update public.invoices set number_year = $2, number_seq = $3 where id = $1',
  [world.ids[invoice], year, seq],
];
const gaps = (world: World): Statement[] => [
  counter(OURS, 'invoices', 2031, 3),
  counter(OURS, 'invoices', 2032, 2),
  counter(OURS, 'expenses', 2031, 9),
  counter(OURS, 'corrections', 2032, 4),
  counter(THEIRS, 'invoices', 2031, 5),
  numbered(world, 'ours issued', 2031, 2),
  numbered(world, 'theirs issued', 2031, 1),
  reason(OURS, 2031, 3, 'ours'),
  reason(OURS, 2030, 1, 'another year'),
  reason(THEIRS, 2031, 1, 'theirs'),
];
const explain = (year: number, number: number, text: string | null = 'Torn'): Statement => [
  'select public.explain_invoice_number($1, $2, $3, $4)',
  [OURS, year, number, text],
];

const numbers: Rule[] = [
  rule(
    'the gaps of the numbers are the company’s own, with their own reasons',
    ['functions', 'invoices'],
    ['2032/2 2032/1 2031/3 ours 2031/1', 'not_allowed', 'not_a_member'],
    (world) =>
      world.given(gaps(world), async () => {
        const list: Statement = [
          "select string_agg(concat_ws(' ', year || '/' || number, nullif(reason, '')), ' ') from public.invoice_number_gaps($1) where year > 2030",
          [OURS],
        ];
        return [
          await told(world, 'owner', list),
          await world.given(withOnly('viewer', 'vendors.view'), () => told(world, 'viewer', list)),
          await told(world, 'stranger', list),
        ];
      }),
  ),
  rule(
    'a gap is explained by who issues, in words, where there is one',
    ['functions', 'invoices'],
    [
      1,
      1,
      'not_a_gap',
      'not_a_gap',
      'not_a_gap',
      'reason_required',
      'reason_required',
      'reason_required',
      'not_allowed',
      'not_a_member',
      'second_factor_required',
    ],
    (world) =>
      world.given(gaps(world), async () => [
        await said(world, 'owner', explain(2031, 1)),
        await said(world, 'owner', explain(2031, 3)),
        await said(world, 'owner', explain(2031, 2)),
        await said(world, 'owner', explain(2032, 3)),
        await said(world, 'owner', explain(2030, 1)),
        await said(world, 'owner', explain(2031, 1, ' ')),
        await said(world, 'owner', explain(2031, 1, null)),
        await said(world, 'owner', explain(2031, 1, 'x'.repeat(501))),
        await said(world, 'viewer', explain(2031, 1)),
        await said(world, 'stranger', explain(2031, 1)),
        await world.given([factorOf('owner')], () => said(world, 'owner', explain(2031, 1))),
      ]),
  ),
  rule(
    'a number that was used already is passed over, and counts of one company only',
    ['invoices'],
    [
      ['2', '1'],
      ['1', '1'],
    ],
    (world) => {
      const issue = async (taken: Statement[]) =>
        world.given(
          [
            ['delete from private.number_counters'],
            [
              "update public.companies set settings = jsonb_set(settings, '{invoice_defaults,generated_number_format}', $1)",
              [JSON.stringify('R{number}')],
            ],
            // Theirs counts otherwise.
            [
              "update public.companies set settings = jsonb_set(settings, '{invoice_defaults,generated_number_format}', $1) where id = $2",
              [JSON.stringify('T{number}'), THEIRS],
            ],
            // Ours is written last, so that a query without a condition meets theirs first.
            ['update public.companies set name = name where id = $1', [OURS]],
            ...taken,
            ["update public.invoices set status = 'ready_to_issue' where id = $1", [world.ids['ours invoices']]],
          ],
          async () => {
            const row = await first(world, 'select number, number_seq from public.invoices where id = $1', [world.ids['ours invoices']]);
            return [String(row['number_seq']), String(row['number']).startsWith('R') ? '1' : '0'];
          },
        );
      return each(
        [
          [['update public.invoices set number = $2 where id = $1', [world.ids['ours issued'], 'R0001']]],
          [['update public.invoices set number = $2 where id = $1', [world.ids['theirs issued'], 'R0001']]],
        ] as Statement[][],
        issue,
      );
    },
  ),
  rule('issuing prints our name, and the customer’s', ['invoices', 'companies', 'customers'], ['Ours', 'Mine', 'Kiel'], (world) =>
    world.given(
      [
        [
          "update public.customers set name = 'Else', city = 'Else' where company_id = $1 or id <> (select customer_id from public.invoices where id = $2)",
          [THEIRS, world.ids['ours invoices']],
        ],
        // Written last, so that a query without a condition meets another one first.
        ['update public.companies set name = name where id = $1', [OURS]],
        [
          "update public.customers set name = 'Mine' where id = (select customer_id from public.invoices where id = $1)",
          [world.ids['ours invoices']],
        ],
        ["update public.invoices set status = 'ready_to_issue' where id = $1", [world.ids['ours invoices']]],
      ],
      async () => {
        const row = (await first(
          world,
          "select seller ->> 'name' as seller, buyer ->> 'name' as buyer, buyer ->> 'city' as city from public.invoices where id = $1",
          [world.ids['ours invoices']],
        )) as Record<string, string>;
        return [row['seller'], row['buyer'], row['city']];
      },
    ),
  ),
  rule('an expense is numbered as its own company counts', ['expenses', 'companies'], ['O0001', 'T0001'], (world) =>
    world.given(
      [
        setting('expense_defaults,generated_number_format', 'O{number}'),
        setting('expense_defaults,generated_number_format', 'T{number}', THEIRS),
      ],
      () =>
        each([OURS, THEIRS], async (company_id) => {
          const expense = insertOf('expenses', sampleRow('expenses', { id: FRESH, company_id, created_by: personaId('owner') }));
          return world.given(
            [expense],
            async () => (await first(world, 'select number from public.expenses where id = $1', [FRESH]))['number'],
          );
        }),
    ),
  ),
  rule(
    'a format of numbers has the number once, known places at most once, and no stray braces',
    ['companies', 'functions'],
    [true, true, false, false, false, false, false, false, false, false, false, false],
    (world) =>
      each(
        [
          'R{number}',
          '{year}-{number}',
          'R',
          '{number}{number}',
          '{month}-{number}',
          '{year}{year}{number}',
          '{number',
          '{number}{',
          '{year}',
          `{number}${'x'.repeat(33)}`,
          ' ',
          null,
        ],
        async (format) => (await first(world, "select private.is_number_format($1, '{year}') is true as ok", [format]))['ok'],
      ),
  ),
  rule('the day of issue is the company’s, not another’s', ['invoices', 'companies'], [true, true], (world) =>
    each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'], (zone) =>
      world.given(
        [
          [
            "update public.companies set settings = jsonb_set(settings, '{company_details,basics,timezone}', $1)",
            [JSON.stringify(zone === 'Pacific/Kiritimati' ? 'Pacific/Pago_Pago' : 'Pacific/Kiritimati')],
          ],
          [
            "update public.companies set settings = jsonb_set(settings, '{company_details,basics,timezone}', $1) where id = $2",
            [JSON.stringify(zone), OURS],
          ],
          ["update public.invoices set status = 'ready_to_issue' where id = $1", [world.ids['ours invoices']]],
        ],
        async () =>
          (
            await first(world, 'select issue_date = (now() at time zone $2)::date as same from public.invoices where id = $1', [
              world.ids['ours invoices'],
              zone,
            ])
          )['same'],
      ),
    ),
  ),
];

/** Companies as they begin, and the numbers of their invoices. */
export const FOUNDING: readonly Rule[] = [...founding, ...numbers];
