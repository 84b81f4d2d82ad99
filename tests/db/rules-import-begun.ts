import { personaId } from '#tests/support/personas.ts';
import { testId } from '#tests/support/builders.ts';
import { countOf, each, factorOf, said, type Statement, told } from './asking.ts';
import { IMPORT } from './importing.ts';
import { type Rule, rule } from './rules.ts';
import { OURS, type World } from './world.ts';

const head = { format: 'kontor-archive', version: 1, is_complete: true, company: { id: testId(0xe_02) }, entries: [] as object[] };
const sha256 = 'b'.repeat(64);
const entry = (path: string, more: object = {}) => ({ path, bytes: 1, sha256, rows: 1, ...more });
const begins = async (world: World, manifest: object, who: 'stranger' | 'owner' = 'stranger') => {
  const { message, code } = await world.as(who, 'select public.begin_import($1, $2)', [IMPORT, manifest]);
  return code === null ? 'begun' : message;
};
const many = (count: number, path: (n: number) => string) => Array.from({ length: count }, (_, n) => entry(path(n), { rows: undefined }));
const COMPANY = testId(0xe_02);

const beginning: Rule[] = [
  rule(
    'an archive is taken whole, of this version, of a company that is not here, and no larger than what is taken',
    ['functions'],
    [
      'begun',
      'bad_manifest',
      'bad_manifest',
      'bad_manifest',
      'newer_version',
      'incomplete_archive',
      'incomplete_archive',
      'bad_manifest',
      'bad_manifest',
      'bad_manifest',
      'unknown_to_server',
      'company_here',
      'begun',
      'archive_too_large',
      'archive_too_large',
      'archive_too_large',
    ],
    (world) =>
      each(
        [
          head,
          { ...head, format: 'zip' },
          { ...head, entries: {} },
          { ...head, company: { id: 'x' } },
          { ...head, version: 2 },
          { ...head, is_complete: false },
          { ...head, is_complete: undefined },
          { ...head, entries: [entry('json/vendors.jsonl', { rows: 'x' })] },
          { ...head, entries: [entry('json/vendors.jsonl', { bytes: -1 })] },
          { ...head, entries: [entry('files/uploads/x', { sha256: 'x' })] },
          { ...head, entries: [entry('json/users.jsonl')] },
          { ...head, company: { id: OURS } },
          { ...head, entries: [entry('json/vendors.jsonl', { rows: 2_000_000, bytes: 268_435_456 })] },
          { ...head, entries: [entry('json/vendors.jsonl', { rows: 2_000_001 })] },
          { ...head, entries: [entry('json/vendors.jsonl', { bytes: 268_435_457 })] },
          {
            ...head,
            entries: ['vendors', 'customers', 'files'].map((name) => entry(`json/${name}.jsonl`, { bytes: 200_000_000 })),
          },
        ],
        (manifest) => begins(world, manifest),
      ),
  ),
  rule('a list of contents has an end', ['functions'], ['bad_manifest', 'archive_too_large'], (world) =>
    each(
      [
        { ...head, padding: 'x'.repeat(17_000_000) },
        { ...head, entries: many(40_001, (n) => `files/uploads/${n}`) },
      ],
      (manifest) => begins(world, manifest),
    ),
  ),
  rule(
    'its files lie in the company’s own folder of a bucket for them',
    ['functions'],
    ['begun', 'begun', 'bad_path', 'bad_path', 'bad_path', 'bad_path'],
    (world) =>
      each(
        [
          `uploads/${COMPANY}/${testId(1)}.pdf`,
          `logos/${COMPANY}/${testId(1)}.png`,
          `avatars/${COMPANY}/${testId(1)}.png`,
          `uploads/${OURS}/${testId(1)}.pdf`,
          `uploads/${COMPANY}/../${testId(1)}.pdf`,
          `uploads/${COMPANY}/${testId(1)}/x.pdf`,
        ],
        (path) => begins(world, { ...head, entries: [entry(`files/${path}`)] }),
      ),
  ),
  rule(
    'it takes somebody who is signed in, with the second factor',
    ['functions'],
    ['not_signed_in', 'second_factor_required'],
    async (world) => [
      await told(world, 'stranger', ['select public.begin_import($1, $2)', [IMPORT, head]], { sub: undefined }),
      await world.given([factorOf('stranger')], () => begins(world, head)),
    ],
  ),
];

const own: Statement = [
  'insert into private.imports (id, user_id, company_id, manifest) values ($1, $2, $3, $4)',
  [
    IMPORT,
    personaId('stranger'),
    COMPANY,
    {
      ...head,
      entries: [
        entry('json/vendors.jsonl', { rows: 3 }),
        entry('json/companies.jsonl'),
        entry(`files/uploads/${COMPANY}/${testId(1)}.pdf`),
      ],
    },
  ],
];
const PATH = `${COMPANY}/${testId(1)}.pdf`;
const file: Statement = [
  "insert into private.import_files (import_id, bucket_id, name, sha256, size) values ($1, 'uploads', $2, $3, 1)",
  [IMPORT, PATH, sha256],
];
const row: Statement = ["insert into private.import_rows values ($1, 'vendors', 1, '{}')", [IMPORT]];
const vendor = (more: object = {}) => ({ id: testId(0xe_03), company_id: COMPANY, name: 'V', ...more });
const sends = (table: string, line: number, rows: object[]): Statement => [
  'select public.import_rows($1, $2, $3, $4)',
  [IMPORT, table, line, JSON.stringify(rows)],
];

const staging: Rule[] = [
  rule(
    'rows come in their order, once, of the archive’s own company, and no more than were announced',
    ['functions'],
    [2, 2, 3, 'import_out_of_order', 'import_out_of_order', 'other_company', 'other_company', 'import_out_of_order', 'archive_too_large'],
    (world) =>
      world.given(
        [own, ["insert into private.import_rows values ($1, 'vendors', 1, '{}'), ($1, 'vendors', 2, '{}')", [IMPORT]]],
        async () => [
          await told(world, 'stranger', sends('vendors', 1, [vendor(), vendor()])),
          await told(world, 'stranger', sends('vendors', 2, [vendor()])),
          await told(world, 'stranger', sends('vendors', 3, [vendor()])),
          await told(world, 'stranger', sends('vendors', 4, [vendor()])),
          await told(world, 'stranger', sends('vendors', 3, [vendor(), vendor()])),
          await told(world, 'stranger', sends('vendors', 3, [vendor({ company_id: OURS })])),
          await told(world, 'stranger', sends('companies', 1, [vendor()])),
          await told(world, 'stranger', sends('customers', 1, [vendor()])),
          await world.given([['update private.imports set bytes = 1073741824']], () =>
            told(world, 'stranger', sends('vendors', 3, [vendor()])),
          ),
        ],
      ),
  ),
  rule(
    'an import is its person’s: nobody else goes on with it, sees, ends or gives it up',
    ['functions'],
    [
      ['id_taken', 'import_not_found', 'import_not_found', 'import_not_found', 'import_not_found', 'import_not_found'],
      ['not_signed_in'],
      'vendors',
    ],
    (world) =>
      world.given([own, file, row], async () => {
        const asks: Statement[] = [
          ['select public.begin_import($1, $2)', [IMPORT, head]],
          sends('vendors', 1, [vendor()]),
          ['select public.import_state($1)', [IMPORT]],
          ['select public.finish_import($1)', [IMPORT]],
          ['select public.cancel_import($1)', [IMPORT]],
          ["select public.import_file_to_check($1, 'uploads', $2)", [IMPORT, PATH]],
        ];
        return [
          await each(asks, (ask) => told(world, 'owner', ask)),
          [await told(world, 'stranger', ['select public.import_state($1)', [IMPORT]], { sub: undefined })],
          Object.keys((await told(world, 'stranger', ["select public.import_state($1) -> 'received'", [IMPORT]])) as object)[0],
        ];
      }),
  ),
  rule(
    'a person brings in one company at a time, and what is given up is forgotten with all that came',
    ['functions'],
    [1, 0, 1],
    (world) =>
      world.given([own, file, row], async () => {
        const left = (statement: Statement) =>
          world.given(
            [
              [
                "select set_config('role', 'authenticated', true), set_config('request.jwt.claims', $1, true)",
                [JSON.stringify({ sub: personaId('stranger'), role: 'authenticated' })],
              ],
              statement,
              ["select set_config('role', 'none', true)"],
            ],
            () => countOf(world, 'private.imports where finished_at is null'),
          );
        const finished = await world.given([['update private.imports set finished_at = now()']], () => countOf(world, 'private.imports'));
        return [
          await left(['select public.begin_import($1, $2)', [testId(0xe_09), head]]),
          await left(['select public.cancel_import($1)', [IMPORT]]),
          finished,
        ];
      }),
  ),
  rule('what nobody goes on with for a week is forgotten', ['functions'], [1, 0], (world) =>
    world.given([own, file, row], async () => [
      await world.given([["update private.imports set touched_at = now() - interval '6 days'"], ['select public.prune_history()']], () =>
        countOf(world, 'private.imports'),
      ),
      await world.given([["update private.imports set touched_at = now() - interval '8 days'"], ['select public.prune_history()']], () =>
        countOf(world, 'private.imports'),
      ),
    ]),
  ),
  rule(
    'a file of the import goes up under its name, by its person, as long as the company is not here',
    ['storage'],
    [1, 'refused', 'refused', 'refused', 'refused', 'refused', 'import_not_found'],
    async (world) => {
      const put = async (who: 'stranger' | 'owner', bucket: string, name: string) => {
        const { code, count } = await world.as(
          who,
          'insert into storage.objects (bucket_id, name, owner_id, version) values ($1, $2, $3, $4)',
          [bucket, name, personaId(who), 'v'],
        );
        return code === null ? count : 'refused';
      };
      return world.given([own, file], async () => [
        await put('stranger', 'uploads', PATH),
        await put('stranger', 'uploads', `${COMPANY}/${testId(2)}.pdf`),
        await put('stranger', 'logos', PATH),
        await put('owner', 'uploads', PATH),
        await world.given([["insert into public.companies (id, name) values ($1, 'Here')", [COMPANY]]], () =>
          put('stranger', 'uploads', PATH),
        ),
        await world.given([['update private.imports set finished_at = now()']], () => put('stranger', 'uploads', PATH)),
        await told(world, 'stranger', ["select public.import_file_to_check($1, 'uploads', $2)", [IMPORT, `${COMPANY}/${testId(2)}.pdf`]]),
      ]);
    },
  ),
  rule('what was sent is seen and taken away by who sent it', ['storage'], [1, 0, 0, 1, 0, 0], (world) => {
    const object = (owner: 'stranger' | 'owner'): Statement => [
      "insert into storage.objects (bucket_id, name, owner_id, version) values ('uploads', $1, $2, 'v')",
      [PATH, personaId(owner)],
    ];
    const see: Statement = ['select 1 from storage.objects where name = $1', [PATH]];
    const drop: Statement = ['delete from storage.objects where name = $1', [PATH]];
    return world.given([own, file], async () => {
      const answers = async (ask: Statement) => [
        await world.given([object('stranger')], () => said(world, 'stranger', ask)),
        await world.given([object('owner')], () => said(world, 'stranger', ask)),
        await world.given([object('stranger'), ['delete from private.import_files']], () => said(world, 'stranger', ask)),
      ];
      return [...(await answers(see)), ...(await answers(drop))];
    });
  }),
  rule('only the platform notes what is stored, and only what the archive says', ['functions'], [true, false, false, 'refused'], (world) =>
    world.given([own, file], async () => {
      const note = (hash: string, size: number): Statement => [
        "select public.note_import_file($1, 'uploads', $2, $3, $4, clock_timestamp())",
        [IMPORT, PATH, hash, size],
      ];
      const noted = async ([sql, params]: Statement) => Object.values((await world.query(sql, params)).rows[0] ?? {})[0];
      return [
        await noted(note(sha256, 1)),
        await noted(note('c'.repeat(64), 1)),
        await noted(note(sha256, 2)),
        (await world.as('stranger', ...(note(sha256, 1) as [string, unknown[]]))).code === '42501' ? 'refused' : 'noted',
      ];
    }),
  ),
];

export const IMPORTS_BEGUN: readonly Rule[] = [...beginning, ...staging];
