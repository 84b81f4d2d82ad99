import { personaId } from '#tests/support/personas.ts';
import { countOf, each, factorOf, first, type Statement, told, withOnly } from './asking.ts';
import { acting } from './rules-people.ts';
import { type Rule, rule } from './rules.ts';
import { OURS, THEIRS, type World } from './world.ts';

const begin = (
  world: World,
  { whose = 'ours', mutation = 'm-1', more = {} }: { whose?: string; mutation?: string; more?: object } = {},
): Statement => [
  "select public.begin_delivery_mail($1, $2) ->> 'state' as state",
  [
    world.ids[`${whose} delivery_notes`],
    JSON.stringify({ mutation_id: mutation, to: ['you@kontor.example'], subject: 'Note', body: 'Dear you', ...more }),
  ],
];
const finish = (world: World, isSent: boolean, mutation = 'm-1', whose = 'ours'): Statement => [
  'select public.finish_delivery_mail($1, $2, $3)',
  [world.ids[`${whose} delivery_notes`], mutation, isSent],
];
type Noted = {
  readonly state?: string;
  readonly ago?: string;
  readonly whose?: string;
  readonly mutation?: string;
  readonly by?: 'owner' | 'admin';
};
/** A mail that was begun, as the platform noted it. */
const mail = (world: World, { state = 'sending', ago = '0 s', whose = 'ours', mutation = 'm-1', by = 'owner' }: Noted = {}): Statement => [
  `insert into private.invoice_mails (company_id, mutation_id, delivery_note_id, kind, user_id, recipients, subject, state, started_at)
   values ($1, $6, $2, 'delivery_note', $3, '{you@kontor.example}', 'Note', $4, now() - $5::interval)`,
  [whose === 'ours' ? OURS : THEIRS, world.ids[`${whose} delivery_notes`], personaId(by), state, ago, mutation],
];
/** One of an invoice, under the same id. */
const ofInvoice = (world: World): Statement => [
  "insert into private.invoice_mails (company_id, mutation_id, invoice_id, user_id, recipients, subject, state) values ($1, 'm-1', $2, $3, '{}', 'x', 'sent')",
  [OURS, world.ids['ours issued'], personaId('owner')],
];
const allowance = (times: number): Statement => [
  `insert into private.sent_mails (company_id, user_id, purpose, recipient) select $1, $2, 'invoice', 'you@kontor.example' from generate_series(1, $3)`,
  [OURS, personaId('owner'), times],
];

/** Delivery notes by mail (decisions 0034 and 0036). */
export const DELIVERY_MAILS: readonly Rule[] = [
  rule(
    'a delivery note is mailed by who may send, once the second factor is used; what is gone or somebody else’s is none',
    ['functions', 'delivery_notes'],
    ['go', 'go', 'delivery_note_gone', 'delivery_note_gone', 'delivery_note_gone', 'second_factor_required', 'too_many_mails'],
    async (world) => [
      await told(world, 'owner', begin(world)),
      await world.given(withOnly('viewer', 'invoices.send'), () => told(world, 'viewer', begin(world))),
      await told(world, 'viewer', begin(world)),
      await told(world, 'owner', begin(world, { whose: 'theirs' })),
      await world.given([['delete from public.delivery_notes where id = $1', [world.ids['ours delivery_notes']]]], () =>
        told(world, 'owner', begin(world)),
      ),
      await world.given([factorOf('owner')], () => told(world, 'owner', begin(world))),
      await world.given([allowance(50)], () => told(world, 'owner', begin(world))),
    ],
  ),
  rule(
    'who was refused of a delivery note is kept, said to whoever asks again, and forgotten when a person begins the mail anew',
    ['functions', 'invoice_mails'],
    [
      ['{no@kontor.example}', '{}', '{}'],
      { state: 'sent', refused: ['no@kontor.example'] },
      { state: 'refused', refused: ['no@kontor.example'] },
    ],
    async (world) => {
      const kept = (given: Statement[], call: Statement) =>
        world.given(given, () =>
          acting(world, 'owner', [call], {
            look: async () => (await first(world, 'select refused::text from private.invoice_mails'))['refused'],
          }),
        );
      const noted: Statement = ["update private.invoice_mails set refused = '{no@kontor.example}'"];
      const [sql, params] = finish(world, true);
      const ended: Statement = [sql.replace('$3)', "$3, '{no@kontor.example}')"), params ?? []];
      const [ask, about] = begin(world);
      const whole: Statement = [ask.replace(" ->> 'state'", ''), about ?? []];
      return [
        [
          await kept([mail(world)], ended),
          await kept([mail(world)], finish(world, true)),
          await kept([mail(world, { state: 'failed' }), noted], begin(world, { more: { again: true } })),
        ],
        await world.given([mail(world, { state: 'sent' }), noted], () => told(world, 'owner', whole)),
        await world.given([mail(world, { state: 'failed' }), noted], () => told(world, 'owner', whole)),
      ];
    },
  ),
  rule(
    'the mail of a delivery note goes out once: asked again it waits, is done, or begins anew when it failed; what nobody heard of is for a person to say',
    ['functions'],
    ['sending', 'sent', 'go', 'unclear', 'go', 'sent', 'go', 'invalid_input', 'go'],
    (world) =>
      each(
        [
          [[mail(world)], begin(world)],
          [[mail(world, { state: 'sent' })], begin(world)],
          [[mail(world, { state: 'failed' })], begin(world)],
          [[mail(world, { ago: '3 minutes' })], begin(world)],
          [[mail(world, { ago: '3 minutes' })], begin(world, { more: { again: true } })],
          [[mail(world, { state: 'sent', ago: '3 minutes' })], begin(world)],
          [[mail(world)], begin(world, { mutation: 'm-2' })],
          [[ofInvoice(world)], begin(world)],
          [[mail(world, { whose: 'theirs' })], begin(world)],
        ] as [Statement[], Statement][],
        ([before, ask]) => world.given(before, () => told(world, 'owner', ask)),
      ),
  ),
  rule(
    'a delivery note that says something else than the file of its mail stays in the house',
    ['functions', 'delivery_notes'],
    ['go', 'go', 'delivery_note_changed', 'delivery_note_changed', 'delivery_note_changed'],
    async (world) => {
      const sql = 'select delivery_date, reference, notes, shows_prices, items from public.delivery_notes where id = $1';
      const row = await first(world, `select to_jsonb(n) as note from (${sql}) n`, [world.ids['ours delivery_notes']]);
      const note = row['note'] as Record<string, unknown>;
      const handedOver: Statement = [
        "update public.delivery_notes set delivered_on = '2026-02-04' where id = $1",
        [world.ids['ours delivery_notes']],
      ];
      return [
        await told(world, 'owner', begin(world, { more: { note } })),
        await world.given([handedOver], () => told(world, 'owner', begin(world, { more: { note } }))),
        ...(await each<object, unknown>([{ notes: 'x' }, { items: [{}] }, { shows_prices: !note['shows_prices'] }], (changed) =>
          told(world, 'owner', begin(world, { more: { note: { ...note, ...changed } } })),
        )),
      ];
    },
  ),
  rule(
    'what became of the mail of a delivery note is noted by whoever sent this very one; no invoice is marked',
    ['functions'],
    ['sent', 'failed', 'sending', 'sending', 'sending', 'sending', 'sending', 'failed'],
    (world) => {
      const look = async () => [
        (
          await first(
            world,
            "select state from private.invoice_mails where mutation_id = 'm-1' and kind = 'delivery_note' order by company_id = $1 desc",
            [OURS],
          )
        )['state'],
      ];
      const demoted: Statement = [
        'update public.company_users set is_owner = false, is_admin = false where company_id = $1 and user_id = $2',
        [OURS, personaId('owner')],
      ];
      const ended = async (before: readonly Statement[], statement: Statement, who: 'owner' | 'viewer' = 'owner') =>
        (await world.given(before, () => acting(world, who, [statement], { look })))[0];
      return each<() => Promise<unknown>, unknown>(
        [
          () => ended([mail(world)], finish(world, true)),
          () => ended([mail(world)], finish(world, false)),
          () => ended([mail(world, { by: 'admin' })], finish(world, true)),
          () => ended([mail(world), mail(world, { mutation: 'm-2' })], finish(world, true, 'm-2')),
          () => ended([mail(world)], finish(world, true, 'm-1', 'theirs')),
          () => ended([mail(world), ...withOnly('owner', 'invoices.view')], finish(world, true), 'viewer'),
          () => ended([mail(world), demoted], finish(world, true)),
          () => ended([mail(world, { state: 'failed' })], finish(world, true)),
        ],
        (one) => one(),
      );
    },
  ),
  rule(
    'what went out of a delivery note is told to who may see it, the newest first, and never what only failed',
    ['functions', 'delivery_notes'],
    [['m-2', 'm-1'], [], 'second_factor_required', [], ['m-1']],
    async (world) => {
      const read = async (who: 'owner' | 'viewer', whose = 'ours', claims = {}) => {
        const ids: Statement = [
          "select jsonb_path_query_array(public.mails_of_delivery_note($1), '$[*].id') as ids",
          [world.ids[`${whose} delivery_notes`]],
        ];
        return told(world, who, ids, claims);
      };
      const mails = [
        mail(world, { state: 'sent', ago: '1 hour' }),
        mail(world, { state: 'sending', mutation: 'm-2' }),
        mail(world, { state: 'failed', mutation: 'm-3' }),
        mail(world, { state: 'sent', whose: 'theirs', mutation: 'm-4' }),
      ];
      return world.given(mails, async () => [
        await read('owner'),
        await read('owner', 'theirs'),
        await world.given([factorOf('owner')], () => read('owner')),
        await world.given(withOnly('viewer', 'expenses.view'), () => read('viewer')),
        await world.given(
          [['delete from private.invoice_mails where mutation_id = $1', ['m-2']], ...withOnly('viewer', 'invoices.view')],
          () => read('viewer'),
        ),
      ]);
    },
  ),
  rule(
    'a mail is of an invoice or of a delivery note, as its kind says',
    ['invoice_mails'],
    ['done', 'done', '23514', '23514', '23514'],
    (world) => {
      const [note, invoice] = [world.ids['ours delivery_notes'], world.ids['ours issued']];
      const row = (kind: string, of: unknown, by: unknown): Statement => [
        `insert into private.invoice_mails (company_id, mutation_id, invoice_id, delivery_note_id, kind, user_id, recipients, subject, state)
       values ($1, 'm-9', $2, $3, $4, $5, '{}', 'x', 'sent')`,
        [OURS, of, by, kind, personaId('owner')],
      ];
      return each(
        [
          row('invoice', invoice, null),
          row('delivery_note', null, note),
          row('invoice', null, note),
          row('delivery_note', invoice, null),
          row('delivery_note', invoice, note),
        ],
        (one) => world.given([one], async () => 'done').catch((error: unknown) => (error as { code?: string }).code),
      );
    },
  ),
  rule('the mail of a delivery note marks nothing of its invoice, and is no mail of it', ['functions', 'invoices'], [0, 0], (world) =>
    world.given(
      [
        ['update public.delivery_notes set invoice_id = $1 where id = $2', [world.ids['ours issued'], world.ids['ours delivery_notes']]],
        mail(world),
      ],
      () =>
        acting(world, 'owner', [finish(world, true)], {
          look: async () => [
            await countOf(world, "public.invoices where delivery = 'sent'"),
            (await first(world, 'select count(*)::int as n from private.invoice_mails where invoice_id is not null'))['n'],
          ],
        }),
    ),
  ),
];
