import { insertOf, sampleRow } from '#tests/support/builders.ts';
import { callerOf, type Persona, personaId } from '#tests/support/personas.ts';
import { type Rule, rule } from './rules.ts';
import { FRESH, OURS, THEIRS, type World } from './world.ts';

const OTHER_IBAN = 'DE02120300000000202051';
const accountFor = (company_id: string, more: Record<string, unknown> = {}) =>
  insertOf('bank_accounts', sampleRow('bank_accounts', { id: FRESH, company_id, ...more }));
const touched = ({ count, code }: { count: number; code: string | null }) => (code === null ? count : code);

async function verbs(world: World, persona: Persona, side: 'ours' | 'theirs') {
  const id = [world.ids[`${side} bank_accounts`]];
  return [
    touched(await world.as(persona, ...accountFor(side === 'ours' ? OURS : THEIRS))),
    touched(await world.as(persona, "update public.bank_accounts set name = 'Changed' where id = $1", id)),
    touched(await world.as(persona, 'delete from public.bank_accounts where id = $1', id)),
    touched(await world.as(persona, 'select 1 from public.bank_accounts where id = $1', id)),
  ];
}

const grant = (persona: 'viewer', key: string): [string, unknown[]] => [
  'insert into public.company_user_permissions values ($1, $2, $3) on conflict do nothing',
  [OURS, personaId(persona), key],
];

/** The printed account, the accounts by their last digits with a star at the default, and whether devices hear of it. */
async function after(world: World, ...statements: readonly [string, unknown[]?][]) {
  const look = async () => {
    const company = await world.query(
      `select settings #>> '{company_details,bank,iban}' as iban, rev,
         (select l.seq from private.change_log l where l.collection = 'companies' and l.row_id = c.id) as seq from public.companies c where id = $1`,
      [OURS],
    );
    const accounts = await world.query('select iban, is_default from public.bank_accounts where company_id = $1 order by iban', [OURS]);
    return { ...company.rows[0], accounts: accounts.rows };
  };
  const before = (await look()) as { rev?: unknown; seq?: unknown };
  const now = (await world.given([...statements, ['set constraints all immediate']], look)) as {
    iban?: unknown;
    rev?: unknown;
    seq?: unknown;
    accounts: { iban?: unknown; is_default?: unknown }[];
  };
  const list = now.accounts.map(({ iban, is_default }) => `${String(iban).slice(-2)}${is_default ? '*' : ''}`).join(' ');
  return [String(now.iban).slice(-2), list, now.rev !== before.rev && Number(now.seq) > Number(before.seq)];
}

/** A statement that the owner makes, and whose effects the platform looks at. */
const asOwner = (statement: [string, unknown[]?]): [string, unknown[]?][] => {
  const { role, claims } = callerOf('owner');
  return [
    ["select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)", [role, JSON.stringify(claims)]],
    statement,
    ['set local role none'],
  ];
};

const ours = (world: World) => world.ids['ours bank_accounts'];
const pushed = async (world: World, persona: Persona, accounts: unknown) => {
  const { rows } = await world.query('select rev from public.companies where id = $1', [OURS]);
  const change = {
    collection: 'companies',
    id: OURS,
    op: 'upsert',
    mutation_id: 'm-1',
    base_rev: rows[0]?.['rev'],
    doc: { bank_accounts: accounts },
  };
  const { rows: answers } = await world.as(persona, 'select public.sync_push($1, $2) as answer', [OURS, JSON.stringify([change])]);
  const [result] = (answers[0]?.['answer'] as { results: Record<string, unknown>[] } | undefined)?.results ?? [];
  const row = result?.['row'] as {
    settings: { company_details: { bank: { iban: string } } };
    bank_accounts: { is_default: boolean }[];
  } | null;
  return [
    result?.['status'],
    result?.['message'],
    row?.settings.company_details.bank.iban.slice(-2),
    row?.bank_accounts.map((a) => a.is_default),
  ];
};

export const BANK_ACCOUNTS: readonly Rule[] = [
  rule(
    'bank accounts are read by members and changed with their key',
    ['bank_accounts'],
    [
      [1, 1, 1, 1],
      ['42501', 0, 0, 1],
      ['42501', 0, 0, 0],
    ],
    async (world) => [await verbs(world, 'owner', 'ours'), await verbs(world, 'viewer', 'ours'), await verbs(world, 'stranger', 'ours')],
  ),
  rule('the policy alone keeps a viewer from adding an account', ['bank_accounts'], '42501', async (world) =>
    world.given(
      [['alter table public.bank_accounts disable trigger guard_bank_account']],
      async () => (await world.as('viewer', ...accountFor(OURS))).code,
    ),
  ),
  rule('bank accounts of another company are out of reach', ['bank_accounts'], ['42501', 0, 0, 0], (world) =>
    verbs(world, 'owner', 'theirs'),
  ),
  rule('who may change the company is told that accounts have their own key', ['bank_accounts'], ['42501', '42501', '42501', 1], (world) =>
    world.given([grant('viewer', 'company.update')], () => verbs(world, 'viewer', 'ours')),
  ),
  rule(
    'an account is an account: check digits, spaces and small letters',
    ['bank_accounts'],
    ['23514', 'DE02120300000000202051'],
    async (world) => {
      const wrong = await world.as('owner', ...accountFor(OURS, { iban: 'DE88370400440532013000' }));
      const [sql, params] = accountFor(OURS, { iban: 'de02 1203 0000 0000 2020 51' });
      return [wrong.code, (await world.as('owner', `${sql} returning iban`, params)).rows[0]?.['iban']];
    },
  ),
  rule(
    'the default account is what the settings say, and there is exactly one',
    ['bank_accounts', 'companies'],
    [
      ['00', '51 00*', true],
      ['51', '51* 00', true],
      ['51', '51* 00', true],
      ['00', '00*', true],
      ['51', '51*', true],
      ['', '', true],
    ],
    async (world) => {
      const insert = (is_default: boolean) => accountFor(OURS, { iban: OTHER_IBAN, is_default });
      const choose: [string, unknown[]] = ['update public.bank_accounts set is_default = true where id = $1', [FRESH]];
      const drop = (id: unknown): [string, unknown[]] => ['delete from public.bank_accounts where id = $1', [id]];
      return [
        await after(world, insert(false)),
        await after(world, insert(true)),
        await after(world, insert(false), choose),
        await after(world, insert(true), drop(FRESH)),
        await after(world, insert(false), drop(ours(world))),
        await after(world, drop(ours(world))),
      ];
    },
  ),
  rule(
    'an account written into the settings becomes the default account',
    ['companies', 'bank_accounts'],
    [['51', '51*', true], ['51', '51*', true], ['', '', true], 'invalid_settings'],
    async (world) => {
      const settings = (iban: string): [string, unknown[]] => [
        "update public.companies set settings = jsonb_set(settings, '{company_details,bank,iban}', to_jsonb($2::text)) where id = $1",
        [OURS, iban],
      ];
      const none: [string, unknown[]] = ['delete from public.bank_accounts where company_id = $1', [OURS]];
      return [
        await after(world, settings('de02 1203 0000 0000 2020 51')),
        await after(world, none, settings(OTHER_IBAN)),
        await after(world, settings('')),
        (await world.as('owner', ...settings('DE00'))).message,
      ];
    },
  ),
  rule('a company made with an account has it as its account', ['companies'], ['51', '51*'], async (world) => {
    const made = { id: FRESH, name: 'New', settings: { company_details: { bank: { iban: OTHER_IBAN } } } };
    return world.given([insertOf('companies', made)], async () => {
      const { rows } = await world.query(
        `select c.settings #>> '{company_details,bank,iban}' as printed, a.iban, a.is_default from public.companies c
         join public.bank_accounts a on a.company_id = c.id where c.id = $1`,
        [FRESH],
      );
      return [String(rows[0]?.['printed']).slice(-2), `${String(rows[0]?.['iban']).slice(-2)}${rows[0]?.['is_default'] ? '*' : ''}`];
    });
  }),
  rule('a company made without an account disturbs no document that is being written', ['companies'], 'a document', (world) =>
    world.given(
      [["select set_config('kontor.document', 'a document', true)"], insertOf('companies', { id: FRESH, name: 'New' })],
      async () => (await world.query("select current_setting('kontor.document') as written")).rows[0]?.['written'],
    ),
  ),
  rule(
    'a device sends accounts as part of the company, with the key of accounts',
    ['companies', 'bank_accounts'],
    [
      ['applied', null, '51', [false, true]],
      ['rejected', 'not_allowed', '00', [true]],
      ['rejected', 'not_allowed', '00', [true]],
      ['applied', null, '', []],
    ],
    async (world) => {
      const old = { id: ours(world), name: '', iban: 'DE89370400440532013000', bic: '', is_default: false };
      const fresh = { id: FRESH, name: '', iban: OTHER_IBAN, bic: '', is_default: true };
      const asEditor = (accounts: unknown) => world.given([grant('viewer', 'company.update')], () => pushed(world, 'viewer', accounts));
      return [
        await pushed(world, 'owner', [old, fresh]),
        await asEditor([{ ...old, iban: OTHER_IBAN }]),
        await asEditor([]),
        await pushed(world, 'owner', []),
      ];
    },
  ),
  rule(
    'of settings and accounts that a device sends together the accounts are right',
    ['companies', 'bank_accounts'],
    ['00', '00*'],
    async (world) => {
      const { rows } = await world.query('select rev, settings from public.companies where id = $1', [OURS]);
      const settings = rows[0]?.['settings'] as { company_details: { bank: object } };
      const bank = { ...settings.company_details.bank, iban: OTHER_IBAN };
      const doc = {
        settings: { ...settings, company_details: { ...settings.company_details, bank } },
        bank_accounts: [{ id: ours(world), name: 'Sent', iban: 'DE89370400440532013000', bic: '', is_default: true }],
      };
      const change = { collection: 'companies', id: OURS, op: 'upsert', mutation_id: 'm-1', base_rev: rows[0]?.['rev'], doc };
      const sent = ['select public.sync_push($1, $2)', [OURS, JSON.stringify([change])]] as [string, unknown[]];
      return (await after(world, ...asOwner(sent))).slice(0, 2);
    },
  ),
];
