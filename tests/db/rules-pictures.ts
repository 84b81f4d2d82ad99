import { testId } from '#tests/support/builders.ts';
import { type Persona, personaId } from '#tests/support/personas.ts';
import { type Rule, rule } from './rules.ts';
import { OURS, THEIRS, type World } from './world.ts';

const LOGO = `${OURS}/${testId(1)}.png`;
const FACE = `${personaId('employee')}/${testId(1)}.webp`;
const STORED: [string, unknown[]][] = (
  [
    ['logos', LOGO],
    ['avatars', FACE],
  ] as const
).map(([bucket, name]) => ["insert into storage.objects (bucket_id, name, version) values ($1, $2, 'x')", [bucket, name]]);

const within = <T>(world: World, ask: () => Promise<T>, more: [string, unknown[]][] = []) => world.given([...STORED, ...more], ask);
const seen = async ({ as }: World, who: Persona, bucket: string, claims = {}) =>
  (await as(who, 'select 1 from storage.objects where bucket_id = $1', [bucket], claims)).count;
const upload = async ({ as }: World, who: Persona, bucket: string, name: string) =>
  (await as(who, "insert into storage.objects (bucket_id, name, version) values ($1, $2, 'x')", [bucket, name])).code;
const replace = async ({ as }: World, who: Persona, bucket: string, name?: string) => {
  const { code, count } = await as(who, "update storage.objects set version = 'y', name = coalesce($2, name) where bucket_id = $1", [
    bucket,
    name ?? null,
  ]);
  return code ?? count;
};
const remove = async ({ as }: World, who: Persona, bucket: string) =>
  (await as(who, 'delete from storage.objects where bucket_id = $1', [bucket])).count;

/** Logos and pictures of people: who sees and changes them. */
export const PICTURES: readonly Rule[] = [
  rule('a logo is seen by the members of its company', ['objects'], [1, 1, 0, 0], (world) =>
    within(world, async () => [
      await seen(world, 'owner', 'logos'),
      await seen(world, 'employee', 'logos'),
      await seen(world, 'stranger', 'logos'),
      await seen(world, 'anonymous', 'logos'),
    ]),
  ),
  rule(
    'a logo is uploaded with the key, into the own company, under a proper name',
    ['objects'],
    [null, null, '42501', '42501', '42501', '42501', '42501'],
    async (world) => [
      await upload(world, 'owner', 'logos', `${OURS}/${testId(2)}.jpg`),
      await upload(world, 'admin', 'logos', `${OURS}/${testId(2)}.webp`),
      await upload(world, 'accountant', 'logos', `${OURS}/${testId(2)}.png`),
      await upload(world, 'owner', 'logos', `${THEIRS}/${testId(2)}.png`),
      await upload(world, 'owner', 'logos', `${OURS}/${testId(2)}.svg`),
      await upload(world, 'owner', 'logos', `${OURS}/deep/${testId(2)}.png`),
      await upload(world, 'stranger', 'logos', `${OURS}/${testId(2)}.png`),
    ],
  ),
  rule(
    'a logo is replaced and removed with the key, and never moved elsewhere',
    ['objects'],
    [1, 0, 0, '42501', '42501', 1, 0, 0],
    (world) =>
      within(world, async () => [
        await replace(world, 'owner', 'logos'),
        await replace(world, 'accountant', 'logos'),
        await replace(world, 'stranger', 'logos'),
        await replace(world, 'owner', 'logos', `${THEIRS}/${testId(1)}.png`),
        await replace(world, 'owner', 'logos', `${OURS}/logo.svg`),
        await remove(world, 'owner', 'logos'),
        await remove(world, 'viewer', 'logos'),
        await remove(world, 'stranger', 'logos'),
      ]),
  ),
  rule('a person’s picture is seen by who shares a company', ['objects'], [1, 1, 0, 0], (world) =>
    within(world, async () => [
      await seen(world, 'employee', 'avatars'),
      await seen(world, 'viewer', 'avatars'),
      await seen(world, 'stranger', 'avatars'),
      await seen(world, 'anonymous', 'avatars'),
    ]),
  ),
  rule('a person’s picture is theirs alone to change', ['objects'], [null, '42501', '42501', 1, 0, '42501', 1, 0], (world) =>
    within(world, async () => [
      await upload(world, 'viewer', 'avatars', `${personaId('viewer')}/${testId(2)}.png`),
      await upload(world, 'owner', 'avatars', `${personaId('viewer')}/${testId(2)}.png`),
      await upload(world, 'viewer', 'avatars', `${personaId('viewer')}/${testId(2)}.html`),
      await replace(world, 'employee', 'avatars'),
      await replace(world, 'owner', 'avatars'),
      await replace(world, 'employee', 'avatars', `${personaId('owner')}/${testId(1)}.webp`),
      await remove(world, 'employee', 'avatars'),
      await remove(world, 'owner', 'avatars'),
    ]),
  ),
  rule('no picture is seen before the second factor is used', ['objects'], [0, 0, 1, 1], (world) => {
    const factor: [string, unknown[]] = [
      "insert into auth.mfa_factors (id, user_id, factor_type, status) values ($1, $2, 'totp', 'verified')",
      [testId(0xfc), personaId('employee')],
    ];
    const at = async (aal: 'aal1' | 'aal2') => [
      await seen(world, 'employee', 'logos', { aal }),
      await seen(world, 'employee', 'avatars', { aal }),
    ];
    return within(world, async () => [...(await at('aal1')), ...(await at('aal2'))], [factor]);
  }),
  rule(
    'both buckets are private and take 1 MiB of pictures, no SVG',
    ['objects'],
    Array.from({ length: 2 }, () => 'false 1048576 image/png,image/jpeg,image/webp'),
    async ({ query }) => {
      const { rows } = await query(
        "select concat_ws(' ', public::text, file_size_limit, array_to_string(allowed_mime_types, ',')) as bucket from storage.buckets where id in ('logos', 'avatars')",
      );
      return rows.map(({ bucket }) => bucket);
    },
  ),
  rule('the logo of a company lies in its own folder', ['companies'], [null, '23514'], async ({ as }) => [
    (await as('owner', 'update public.companies set logo_path = $1 where id = $2', [LOGO, OURS])).code,
    (await as('owner', 'update public.companies set logo_path = $1 where id = $2', [`${THEIRS}/x.png`, OURS])).code,
  ]),
];
