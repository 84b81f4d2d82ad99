import { personaId } from '#tests/support/personas.ts';
import { countOf, each, factorOf, first, said, type Statement, told, withOnly } from './asking.ts';
import { acting } from './rules-people.ts';
import { type Rule, rule } from './rules.ts';
import { OURS, THEIRS, type World } from './world.ts';

const begin = (
  world: World,
  {
    invoice = 'ours issued',
    mutation = 'm-1',
    to = ['you@kontor.example'],
    more = {},
  }: { invoice?: string; mutation?: string; to?: string[]; more?: object } = {},
): Statement => [
  "select public.begin_invoice_mail($1, $2) ->> 'state' as state",
  [world.ids[invoice], JSON.stringify({ mutation_id: mutation, to, subject: 'Your invoice', body: 'Dear you', ...more })],
];
const finish = (world: World, isSent = true, { invoice = 'ours issued', mutation = 'm-1' } = {}): Statement => [
  'select public.finish_invoice_mail($1, $2, $3)',
  [world.ids[invoice], mutation, isSent],
];
/** A mail that is on its way, as the platform noted it. */
const mail = (
  world: World,
  { state = 'sending', ago = '0 s', invoice = 'ours issued', company = OURS, by = 'owner' as const } = {},
): Statement => [
  `insert into private.invoice_mails (company_id, mutation_id, invoice_id, user_id, recipients, subject, state, started_at)
   values ($1, 'm-1', $2, $3, '{you@kontor.example}', 'Your invoice', $4, now() - $5::interval)`,
  [company, world.ids[invoice], personaId(by), state, ago],
];
const sent = (purpose: string, to: string, times: number, company = OURS, ago = '1 hour'): Statement => [
  `insert into private.sent_mails (company_id, user_id, purpose, recipient, sent_at) select $1, $2, $3, $4, now() - $5::interval from generate_series(1, $6)`,
  [company, personaId('owner'), purpose, to, ago, times],
];
const manyFor = (count: number) => Array.from({ length: count }, (_, i) => `you${i}@kontor.example`);

const invoiceMails: Rule[] = [
  rule(
    'an issued invoice is mailed by who may send, once the second factor is used',
    ['functions', 'invoices'],
    ['go', 'invoice_not_issued', 'not_allowed', 'not_allowed', 'second_factor_required', 'go'],
    async (world) => [
      await told(world, 'owner', begin(world)),
      await told(world, 'owner', begin(world, { invoice: 'ours invoices' })),
      await told(world, 'owner', begin(world, { invoice: 'theirs issued' })),
      await told(world, 'viewer', begin(world)),
      await world.given([factorOf('owner')], () => told(world, 'owner', begin(world))),
      await world.given([factorOf('owner')], () => told(world, 'owner', begin(world), { aal: 'aal2' })),
    ],
  ),
  rule(
    'the same mail goes out once: asked again it waits, is done, or begins anew when it failed; what nobody heard of is for a person to say',
    ['functions'],
    ['sending', 'sent', 'go', 'unclear', 'go', 'sent', 'invalid_input', 'go', 'go'],
    (world) =>
      each(
        [
          [[mail(world)], begin(world)],
          [[mail(world, { state: 'sent' })], begin(world)],
          [[mail(world, { state: 'failed' })], begin(world)],
          [[mail(world, { ago: '3 minutes' })], begin(world)],
          [[mail(world, { ago: '3 minutes' })], begin(world, { more: { again: true } })],
          [[mail(world, { state: 'sent', ago: '3 minutes' })], begin(world)],
          [[mail(world, { invoice: 'ours invoices' })], begin(world)],
          [[mail(world)], begin(world, { mutation: 'm-2' })],
          [[mail(world, { company: THEIRS, invoice: 'theirs issued' })], begin(world)],
        ] as [Statement[], Statement][],
        ([before, ask]) => world.given(before, () => told(world, 'owner', ask)),
      ),
  ),
  rule(
    'who was refused is kept, said to whoever asks again, and forgotten when a person begins the mail anew; a mail of a delivery note is none of an invoice',
    ['functions', 'invoice_mails'],
    [
      ['{no@kontor.example}', '{}', '{}'],
      { state: 'sent', refused: ['no@kontor.example'] },
      { state: 'refused', refused: ['no@kontor.example'] },
      { state: 'sent', refused: [] },
      'invalid_input',
    ],
    async (world) => {
      const kept = (given: Statement[], ...calls: Statement[]) =>
        world.given(given, () =>
          acting(world, 'owner', calls, {
            look: async () => (await first(world, 'select refused::text from private.invoice_mails'))['refused'],
          }),
        );
      const noted: Statement = ["update private.invoice_mails set refused = '{no@kontor.example}'"];
      const [sql, params] = finish(world);
      const ended: Statement = [sql.replace('$3)', "$3, '{no@kontor.example}')"), params ?? []];
      const [ask, about] = begin(world);
      const whole: Statement = [ask.replace(" ->> 'state'", ''), about ?? []];
      const ofNote: Statement = [
        `insert into private.invoice_mails (company_id, mutation_id, delivery_note_id, kind, user_id, recipients, subject, state)
         values ($1, 'm-1', $2, 'delivery_note', $3, '{}', 'x', 'sent')`,
        [OURS, world.ids['ours delivery_notes'], personaId('owner')],
      ];
      return [
        [
          await kept([mail(world)], ended),
          await kept([mail(world)], finish(world)),
          await kept([mail(world, { state: 'failed' }), noted], begin(world, { more: { again: true } })),
        ],
        await world.given([mail(world, { state: 'sent' }), noted], () => told(world, 'owner', whole)),
        await world.given([mail(world, { state: 'failed' }), noted], () => told(world, 'owner', whole)),
        await world.given([mail(world, { state: 'sent' })], () => told(world, 'owner', whole)),
        await world.given([ofNote], () => told(world, 'owner', whole)),
      ];
    },
  ),
  rule(
    'a company mails to 500 addresses a day and to one of them 50 times, however they are written',
    ['functions'],
    ['go', 'too_many_mails', 'too_many_mails', 'go', 'too_many_mails', 'go', 'go'],
    (world) =>
      each(
        [
          [[sent('invoice', 'x@kontor.example', 490)], manyFor(10)],
          [[sent('invoice', 'x@kontor.example', 490)], manyFor(11)],
          [[sent('invoice', 'you@kontor.example', 50)], ['You@kontor.example']],
          [[sent('invoice', 'you@kontor.example', 49)], ['you@kontor.example', 'You@Kontor.example']],
          [[sent('invoice', 'you@kontor.example', 50, THEIRS)], ['you@kontor.example']],
          [[sent('invoice', 'you@kontor.example', 50, THEIRS)], ['else@kontor.example']],
          [[sent('test', 'you@kontor.example', 50)], ['you@kontor.example']],
        ] as [Statement[], string[]][],
        ([before, to]) => world.given(before, () => told(world, 'owner', begin(world, { to }))),
      ),
  ),
  rule('a second try of the same mail is counted as one more mail', ['functions'], [2, 1], (world) =>
    world.given([sent('invoice', 'you@kontor.example', 1), mail(world, { state: 'failed' })], () =>
      acting(world, 'owner', [begin(world)], {
        look: async () => [
          await countOf(world, "private.sent_mails where recipient = 'you@kontor.example'"),
          await countOf(world, "private.invoice_mails where state = 'sending'"),
        ],
      }),
    ),
  ),
  rule(
    'an invoice is marked as sent by whoever sent this very mail, and no other one is',
    ['functions', 'invoices'],
    ['sent none', 'none none', 'none none', 'none none', 'none none', 'none none', 'none none'],
    async (world) => {
      const look = async () => {
        const { rows } = await world.query('select delivery from public.invoices where id = any ($1) order by id = $2 desc', [
          [world.ids['ours issued'], world.ids['ours invoices']],
          world.ids['ours issued'],
        ]);
        return rows.map(({ delivery }) => (delivery === 'sent' ? 'sent' : 'none')).join(' ');
      };
      const after = (before: Statement[], by: 'owner' | 'admin', ask: Statement) =>
        world.given(before, () => acting(world, by, [ask], { look }));
      return [
        await after([mail(world)], 'owner', finish(world)),
        await after([mail(world)], 'owner', finish(world, false)),
        await after([mail(world)], 'admin', finish(world)),
        await after([mail(world)], 'owner', finish(world, true, { mutation: 'm-2' })),
        await after([mail(world)], 'owner', finish(world, true, { invoice: 'ours invoices' })),
        await after([mail(world, { state: 'failed' })], 'owner', finish(world)),
        await after(
          [
            mail(world),
            [
              'update public.company_users set is_owner = false, is_admin = false where company_id = $1 and user_id = $2',
              [OURS, personaId('owner')],
            ],
          ],
          'owner',
          finish(world),
        ),
      ];
    },
  ),
  rule('one mail that ends leaves the others on their way', ['functions'], 1, (world) =>
    world.given(
      [
        mail(world),
        [
          "insert into private.invoice_mails select company_id, 'm-2', invoice_id, user_id, recipients, subject, state, started_at, finished_at from private.invoice_mails",
        ],
      ],
      () =>
        acting(world, 'owner', [finish(world)], {
          look: () => countOf(world, "private.invoice_mails where state = 'sending' and mutation_id = 'm-2'"),
        }),
    ),
  ),
];

const smtp = (company: string, host: string): Statement => [
  `insert into public.company_mail_settings (company_id, smtp_host, smtp_port, smtp_user, smtp_secure, has_password, templates)
   values ($1, $2, 465, 'books', true, true, jsonb_build_object('en', jsonb_build_object('invoice', jsonb_build_object('subject', $2::text, 'body', ''))))`,
  [company, host],
];
const secret = (company: string, password: string): Statement => [
  'insert into private.company_mail_secrets (company_id, smtp_password) values ($1, $2)',
  [company, password],
];
const BOTH: Statement[] = [
  smtp(OURS, 'ours.example'),
  smtp(THEIRS, 'theirs.example'),
  secret(OURS, 'our-secret'),
  secret(THEIRS, 'their-secret'),
];
const SAME = { smtp_host: 'ours.example', smtp_port: 465, smtp_user: 'books', smtp_secure: true };
const save = (settings: object, password: string | null = null): Statement => [
  'select public.save_mail_settings($1, $2, $3)',
  [OURS, JSON.stringify(settings), password],
];

const settings: Rule[] = [
  rule(
    'the password of the mail server stays while the server is the same, and goes when it is another',
    ['company_mail_settings', 'functions'],
    [
      'true our-secret their-secret',
      'false - their-secret',
      'false - their-secret',
      'true new their-secret',
      'true new their-secret',
      'true new their-secret',
      'false - their-secret',
    ],
    async (world) => {
      const after = (before: Statement[], ...steps: Statement[]) =>
        world.given(before, () =>
          acting(world, 'owner', steps, {
            look: async () => {
              const row = await first(
                world,
                `select concat_ws(' ', has_password::text, coalesce((select smtp_password from private.company_mail_secrets where company_id = $1), '-'),
                   (select smtp_password from private.company_mail_secrets where company_id = $2)) as state from public.company_mail_settings where company_id = $1`,
                [OURS, THEIRS],
              );
              return row['state'];
            },
          }),
        );
      const theirs = [smtp(THEIRS, 'theirs.example'), secret(THEIRS, 'their-secret')];
      return [
        await after(BOTH, save({ ...SAME, sender_name: 'New' })),
        await after(BOTH, save({ ...SAME, smtp_host: 'else.example' })),
        await after(theirs, save(SAME)),
        await after(BOTH, save(SAME, 'new')),
        await after(theirs, save(SAME, 'new'), save(SAME)),
        await after(BOTH, save({ ...SAME, smtp_user: 'else' }, 'new')),
        await after(theirs, save(SAME), save(SAME)),
      ];
    },
  ),
  rule(
    'changed mail settings are in the history, without the password',
    ['company_mail_settings', 'activity_log'],
    [true, true, 1],
    (world) =>
      world.given(BOTH, () =>
        acting(world, 'owner', [save({ ...SAME, smtp_host: 'else.example' }, 'hush')], {
          look: async () => {
            const { rows } = await world.query(
              "select changes::text as changes from public.activity_log where entity_type = 'mail_settings'",
            );
            const text = String(rows[0]?.['changes']);
            return [text.includes('else.example'), text.includes('smtp_password') && !text.includes('hush'), rows.length];
          },
        }),
      ),
  ),
  rule(
    'mails are sent with the settings, texts and password of their own company',
    ['functions'],
    ['Ours', 'ours.example', 'our-secret', 'ours.example', 'Theirs'],
    (world) =>
      world.given(BOTH, async () => {
        const { answer } = (await first(world, 'select public.mail_transport($1) as answer', [OURS])) as {
          answer: { company_name: string; settings: { smtp_host: string }; smtp_password: string };
        };
        return [
          answer.company_name,
          answer.settings.smtp_host,
          answer.smtp_password,
          await told(world, 'owner', ["select public.mail_templates($1) #>> '{en,invoice,subject}' as host", [OURS]]),
          (await first(world, "select public.mail_transport($1) ->> 'company_name' as name", [THEIRS]))['name'],
        ];
      }),
  ),
  rule(
    'a test mail has its key and its allowance',
    ['functions'],
    [1, 'not_allowed', 1, 'too_many_mails', 'too_many_mails', 'second_factor_required'],
    async (world) => {
      const test: Statement = ["select public.request_test_mail($1, 'Me@kontor.example')", [OURS]];
      return [
        await world.given(withOnly('viewer', 'settings.mail'), () => said(world, 'viewer', test)),
        await world.given(withOnly('viewer', 'settings.invoice'), () => said(world, 'viewer', test)),
        await world.given([sent('test', 'x@kontor.example', 39)], () => said(world, 'owner', test)),
        await world.given([sent('test', 'x@kontor.example', 40)], () => said(world, 'owner', test)),
        await world.given([sent('test', 'me@kontor.example', 40, THEIRS)], () => said(world, 'owner', test)),
        await world.given([factorOf('owner')], () => said(world, 'owner', test)),
      ];
    },
  ),
];

/** Mails: who sends them, once each, how many, with whose server. */
export const MAILS: readonly Rule[] = [...invoiceMails, ...settings];
