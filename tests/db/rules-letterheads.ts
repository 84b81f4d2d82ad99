import { companySettingsSchema } from '#domain/companies/company-settings.ts';
import { letterheadOf } from '#domain/documents/seller-letterhead.ts';
import { testId } from '#tests/support/builders.ts';
import { bare, each, first, said, setting, type Statement } from './asking.ts';
import { acting } from './rules-people.ts';
import { type Rule, rule } from './rules.ts';
import { OURS, THEIRS, type World } from './world.ts';

const LOGO = `${OURS}/${testId(1)}.png`;
const OTHER = `${OURS}/${testId(2)}.png`;
const stored: Statement = [
  "insert into storage.objects (bucket_id, name, version, updated_at) values ('logos', $1, 'x', now() - interval '2 years')",
  [LOGO],
];
const carried = (logo: string | null, id: unknown): Statement => [
  "update public.invoices set seller = jsonb_build_object('letterhead', jsonb_build_object('logo_path', $1::text)) where id = $2",
  [logo, id],
];
const former = (logo: string, company = OURS): Statement => [
  "update public.companies set former_letterhead = jsonb_build_object('logo_path', $1::text) where id = $2",
  [logo, company],
];
const swept = async (world: World) =>
  (await first(world, 'select count(*)::int as count from private.unnamed_objects() where name = $1', [LOGO]))['count'];

/** How documents look is frozen when they are issued, and what they carry stays. */
export const LETTERHEADS: readonly Rule[] = [
  rule(
    'a document keeps the look its company has when it is issued, as the app would take it',
    ['invoices', 'companies'],
    [true, true],
    (world) => {
      const look: Statement[] = [
        stored,
        ['update public.companies set logo_path = $1 where id = $2', [LOGO, OURS]],
        setting('invoice_defaults,default_template_id', 'modern'),
        setting('invoice_defaults,default_delivery_note_template_id', 'compact'),
        setting('invoice_defaults,items', { show_description: false, show_tax: false, currency: 'EUR', currency_position: 'prefix' }),
        setting('invoice_defaults,footer', { text: 'Amtsgericht', show_page_numbers: false }),
        setting('company_details,branding', { logo_path: null, primary_color: '#123456', accent_color: '#654321', font: 'Georgia' }),
      ];
      return world.given(look, async () => {
        const { logo_path, settings } = await first(world, 'select logo_path, settings from public.companies where id = $1', [OURS]);
        const expected = letterheadOf({ logo_path: logo_path as string, settings: companySettingsSchema.parse(settings) }, 'en');
        const kept = async () =>
          (
            await first(world, "select seller -> 'letterhead' = $1::jsonb as kept from public.invoices where id = $2", [
              JSON.stringify(expected),
              world.ids['ours invoices'],
            ])
          )['kept'];
        const issued: Statement = ["update public.invoices set status = 'ready_to_issue' where id = $1", [world.ids['ours invoices']]];
        return acting(world, 'owner', [issued], {
          look: async () => {
            const atIssue = await kept();
            const later = [setting('invoice_defaults,footer', { text: 'else', show_page_numbers: true })];
            return [atIssue, await world.given(later, kept)];
          },
        });
      });
    },
  ),
  rule(
    'a logo that is not stored, or not as one, is not kept with a document',
    ['invoices', 'companies'],
    [LOGO, null, null, null],
    (world) => {
      const kept = async () => (await first(world, "select private.letterhead($1, 'en') ->> 'logo_path' as logo", [OURS]))['logo'];
      const named: Statement = ['update public.companies set logo_path = $1 where id = $2', [LOGO, OURS]];
      const inUploads: Statement = ["update storage.objects set bucket_id = 'uploads' where name = $1", [LOGO]];
      const other: Statement = ['update storage.objects set name = $1 where name = $2', [OTHER, LOGO]];
      return each([[stored, named], [named], [stored, named, inUploads], [stored, named, other]] as Statement[][], (before) =>
        world.given(before, kept),
      );
    },
  ),
  rule(
    'a logo that documents carry is neither replaced nor removed, nor swept away',
    ['objects', 'functions'],
    [
      [1, 1, 1],
      [0, 0, 0],
      [1, 1, 1],
      [0, 0, 0],
      [1, 1, 1],
      [1, 1, 1],
      [1, 1, 1],
    ],
    (world) =>
      each(
        [
          [],
          [carried(LOGO, world.ids['ours invoices'])],
          [carried(OTHER, world.ids['ours invoices'])],
          [former(LOGO)],
          [former(OTHER)],
          // Whoever else names it has no say in it.
          [carried(LOGO, world.ids['theirs invoices'])],
          [former(LOGO, THEIRS)],
        ] as Statement[][],
        (before) =>
          world.given([stored, ...before], async () => [
            await said(world, 'owner', ["update storage.objects set version = 'y' where name = $1", [LOGO]]),
            await swept(world),
            await said(world, 'owner', ['delete from storage.objects where name = $1', [LOGO]]),
          ]),
      ),
  ),
  rule(
    'the sign of the currency stands where the company chose, else as the language of the document has it',
    ['companies', 'functions'],
    ['prefix suffix', 'prefix prefix', 'suffix suffix', 'prefix prefix', 'suffix suffix'],
    (world) =>
      each(
        [
          [],
          [setting('invoice_defaults,items,currency_position', 'prefix')],
          [setting('currency_sign', { position: 'suffix' })],
          [setting('currency_sign', { position: 'prefix' })],
          [setting('invoice_defaults,items,currency_position', 'prefix'), setting('currency_sign', { position: 'suffix' })],
        ] as Statement[][],
        (chosen) =>
          world.given(chosen, async () => {
            const { settings } = await first(world, 'select settings from public.companies where id = $1', [OURS]);
            const parsed = companySettingsSchema.parse(settings);
            const app = (['en', 'de'] as const).map(
              (language) => letterheadOf({ logo_path: null, settings: parsed }, language).currency_position,
            );
            const sql =
              "select concat_ws(' ', private.letterhead($1, 'en') ->> 'currency_position', private.letterhead($1, 'de') ->> 'currency_position') as signs";
            const { signs } = await first(world, sql, [OURS]);
            return signs === app.join(' ') ? signs : [signs, app];
          }),
      ),
  ),
  rule('nobody gives a company the look of its former documents', ['companies'], ['42501', '42501'], async (world) =>
    each(['owner', 'admin'] as const, async (who) => (await world.as(who, ...former(LOGO))).code),
  ),
  rule('a logo that is not there is not frozen: nobody could ever mend it', ['companies', 'functions'], [null, LOGO], (world) =>
    each([[], [stored]] as Statement[][], (before) =>
      world.given(
        [['update public.companies set logo_path = $1 where id = $2', [LOGO, OURS]], ...before],
        async () => (await first(world, "select private.letterhead($1) ->> 'logo_path' as logo", [OURS]))['logo'],
      ),
    ),
  ),
  rule('the look of former documents is an object of some size', ['companies'], ['23514', '23514', 1], async (world) =>
    each(['[]', JSON.stringify({ footer_text: 'x'.repeat(10_000) }), '{}'], (look) =>
      bare(world, ['update public.companies set former_letterhead = $1 where id = $2', [look, OURS]]),
    ),
  ),
];
