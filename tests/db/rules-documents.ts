import { personaId } from '#tests/support/personas.ts';
import { each, said, type Statement } from './asking.ts';
import { JOINED } from './rules-between.ts';
import { type Rule, rule } from './rules.ts';
import { OURS, THEIRS } from './world.ts';

/** Each view of documents, its nested list, and the table of its parts. */
const NESTED = [
  ['invoice_documents', 'items', 'invoice_items', 'invoice_id'],
  ['recurring_invoice_documents', 'items', 'recurring_invoice_items', 'recurring_invoice_id'],
  ['company_documents', 'bank_accounts', 'bank_accounts', 'company_id'],
] as const;

/** Documents whose list is not exactly their own parts, then all documents. */
const asked = ([view, key, table, parent]: (typeof NESTED)[number]): Statement[] => {
  const listed = `array(select part ->> 'id' from jsonb_array_elements(d.${key}) part order by 1)`;
  const own = `array(select t.id::text from public.${table} t where t.${parent} = d.id order by 1)`;
  return [[`select 1 from private.${view} d where ${listed} <> ${own}`], [`select 1 from private.${view} d where ${own} <> '{}'`]];
};

const ADMIN: Statement = ['update public.company_users set is_admin = true where user_id = $1', [personaId('guest')]];

/** Documents as devices get them: with their own parts. */
export const DOCUMENTS: readonly Rule[] = [
  ...NESTED.map((nested) =>
    rule(`${nested[0]} have their own ${nested[1]}, all of them, and no other`, [nested[2], 'sync_pull'], [0, true], (world) =>
      world.given([...JOINED, ADMIN], async () => {
        const [wrong, all] = await each(asked(nested), (statement) => said(world, 'guest', statement));
        // One of each company at least.
        return [wrong, Number(all) >= 2];
      }),
    ),
  ),
  rule('a colleague is shown with their own keys in this company', ['company_users', 'company_user_permissions'], [0, true], (world) =>
    world.given([...JOINED, ADMIN], async () => [
      await said(world, 'guest', [
        `select 1 from private.members m where m.keys <> array(
           select p.permission_key from public.company_user_permissions p where p.company_id = m.company_id and p.user_id = m.user_id order by 1)`,
      ]),
      Number(
        await said(world, 'guest', ['select 1 from private.members where company_id = any ($1) and keys <> $2', [[OURS, THEIRS], []]]),
      ) > 4,
    ]),
  ),
];
