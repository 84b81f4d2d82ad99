import { testId } from '#tests/support/builders.ts';
import { personaId } from '#tests/support/personas.ts';
import { factorOf, granted, proved, said, type Statement } from './asking.ts';
import { JOINED } from './rules-between.ts';
import { acting } from './rules-people.ts';
import { type Rule, rule } from './rules.ts';
import { FRESH, OURS, THEIRS } from './world.ts';
import { renewed } from './rules-neighbours.ts';

/** What a change of people leaves alone. */
export const NEIGHBOURS_PEOPLE: readonly Rule[] = [
  rule(
    'a changed key, name or address renews that member and no other',
    ['company_users', 'company_user_permissions'],
    [['employee'], ['Vera'], [], ['viewer', 'viewer']],
    async (world) => [
      await renewed(world, 'company_users', 'display_name', granted('employee', 'vendors.update')),
      await renewed(world, 'company_users', 'display_name', [
        'update auth.users set raw_user_meta_data = \'{"display_name": "Vera"}\' where id = $1',
        [personaId('viewer')],
      ]),
      // An account that is touched and says the same is no news.
      await renewed(world, 'company_users', 'display_name', [
        'update auth.users set raw_user_meta_data = raw_user_meta_data, email = email where id = $1',
        [personaId('viewer')],
      ]),
      await world.given([['insert into public.company_users (company_id, user_id) values ($1, $2)', [THEIRS, personaId('viewer')]]], () =>
        renewed(world, 'company_users', 'display_name', [
          "update auth.users set email = 'v@kontor.example' where id = $1",
          [personaId('viewer')],
        ]),
      ),
    ],
  ),
  rule('admins change admins, and so does an owner who is none', ['company_users'], [1, 1, 1], (world) =>
    world.given(
      [
        ...JOINED,
        ['update public.company_users set is_admin = true where user_id = any ($1)', [[personaId('consultant'), personaId('viewer')]]],
      ],
      async () => [
        await said(world, 'admin', ['select public.remove_member($1, $2)', [OURS, personaId('viewer')]]),
        await said(world, 'stranger', ['select public.remove_member($1, $2)', [THEIRS, personaId('consultant')]]),
        // A company whose owner is gone is still run by its admins.
        await world.given([['update public.company_users set is_owner = false where company_id = $1', [OURS]]], () =>
          said(world, 'admin', ['select public.remove_member($1, $2)', [OURS, personaId('employee')]]),
        ),
      ],
    ),
  ),
  rule('an empty place among the keys is no key', ['company_user_permissions', 'invites'], [1, 1], async (world) => [
    await said(world, 'owner', ["select public.set_member_access($1, $2, false, '{vendors.view,NULL}')", [OURS, personaId('viewer')]]),
    await said(world, 'owner', ["select public.request_invite($1, 'new@kontor.example', false, '{vendors.view,NULL}', 'de')", [OURS]]),
  ]),
  rule(
    'rights are in the history once, and so is what is done after them',
    ['company_users', 'activity_log'],
    [['access_changed', 'deleted'], ['ownership_transferred', 'updated'], [], ['invited', 'revoked'], ['declined']],
    async (world) => {
      const since = async (kind: string, who: 'owner' | 'stranger', steps: Statement[], more: Statement[] = []) =>
        acting(world, who, steps, {
          claims: proved('password', 1),
          look: () =>
            world.given(more, async () =>
              (
                await world.query(
                  "select type from public.activity_log where entity_type = $1 and created_at = now() and type <> 'created' order by type",
                  [kind],
                )
              ).rows.map(({ type }) => type),
            ),
        });
      const access: Statement = ["select public.set_member_access($1, $2, false, '{vendors.view}')", [OURS, personaId('viewer')]];
      const gone: Statement = ['delete from public.company_users where company_id = $1 and user_id = $2', [OURS, personaId('employee')]];
      const named: Statement = [
        "update public.company_users set display_name = 'New' where company_id = $1 and user_id = $2",
        [OURS, personaId('employee')],
      ];
      const invite: Statement = [
        "insert into public.invites (id, company_id, email, invited_by) values ($1, $2, 'stranger@kontor.example', $3)",
        [FRESH, OURS, personaId('owner')],
      ];
      return [
        await since('members', 'owner', [access], [gone]),
        await since('members', 'owner', [['select public.transfer_ownership($1, $2)', [OURS, personaId('admin')]]], [named]),
        await since('members', 'owner', [['select public.transfer_ownership($1, $2)', [OURS, personaId('owner')]]]),
        await since('invites', 'owner', [
          ["select set_config('t.id', public.request_invite($1, 'new@kontor.example', false, '{}', 'de') ->> 'id', true)", [OURS]],
          ["select public.revoke_invite(current_setting('t.id')::uuid)"],
        ]),
        await world.given([['update auth.users set email_confirmed_at = now()'], invite], () =>
          since('invites', 'stranger', [['select public.decline_invite(p_invite => $1)', [FRESH]]]),
        ),
      ];
    },
  ),
  rule(
    'pictures are known of colleagues in this company, as pictures, with the second factor',
    ['functions'],
    [1, 0, 0, 'second_factor_required'],
    (world) => {
      const face = (who: 'viewer' | 'guest', path: string): Statement => [
        "update auth.users set raw_user_meta_data = jsonb_build_object('avatar_path', $1::text) where id = $2",
        [`${personaId(who)}/${path}`, personaId(who)],
      ];
      const picture = `${testId(1)}.webp`;
      const asked: Statement = ['select avatar_path from public.member_avatars($1)', [OURS]];
      return world.given(JOINED, async () => [
        await world.given(
          [
            face('viewer', picture),
            ['insert into public.company_users (company_id, user_id) values ($1, $2)', [THEIRS, personaId('viewer')]],
          ],
          () => said(world, 'owner', asked),
        ),
        await world.given([face('viewer', 'page.html')], () => said(world, 'owner', asked)),
        // A colleague of another company only.
        await world.given(
          [face('guest', picture), ['delete from public.company_users where company_id = $1 and user_id = $2', [OURS, personaId('guest')]]],
          () => said(world, 'owner', asked),
        ),
        await world.given([factorOf('owner')], () => said(world, 'owner', asked)),
      ]);
    },
  ),
];
