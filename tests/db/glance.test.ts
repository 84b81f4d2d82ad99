import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessOf } from '#domain/access/access-of.ts';
import { can, type PermissionKey } from '#domain/access/access.ts';
import type { Member } from '#domain/members/member.ts';
import { decidesOn } from '#domain/reports/attention.ts';
import { glanceAnswerSchema, glanceOf, glanceOfAnswer } from '#domain/reports/glance.ts';
import type { Database, Row } from '#local/db/port.ts';
import { DEMO_COMPANIES } from '#local/seed/demo-companies.ts';
import { DEMO_PEOPLE, type DemoPerson } from '#local/seed/demo-people.ts';
import { seedDemo } from '#local/seed/demo.ts';
import { oneEngine, openTestDatabase } from '#tests/support/database.ts';
import { booksOf } from './books-of-demo.ts';
import { pulledDocuments } from './pulled.ts';

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase(oneEngine());
  await seedDemo(db, { now: new Date() });
  // A part of each open claim was taken back.
  await db.transaction(async (query) => {
    await query('set local session_replication_role = replica');
    await query(`update public.invoices set corrections = jsonb_build_array(jsonb_build_object('id', gen_random_uuid(), 'gross_total', -0.5))
      where status = 'issued' and document_type = 'invoice' and payment_status in ('unpaid', 'partially_paid')`);
    // And some ask for nothing: they come to less than nothing.
    const { rows } =
      await query(`update public.invoices set net_total = - net_total, tax_total = - tax_total, gross_total = - gross_total, paid_total = 0,
        payment_status = 'unpaid', exchange = null where status = 'issued' and document_type = 'invoice' and id::text ~ '[048c]$' returning company_id`);
    if (new Set(rows.map((row) => row['company_id'])).size < 2) throw new Error('two companies have credits');
  });
});
afterAll(() => db.close());

const ask = async (userId: string, claims: Row = {}) => {
  const { rows } = await db.transaction((query) => query('select public.companies_at_a_glance() as answer'), {
    role: 'authenticated',
    claims: { sub: userId, role: 'authenticated', aal: 'aal1', ...claims },
  });
  const { user_id, companies } = (rows[0] ?? {})['answer'] as { user_id: string; companies: unknown };
  expect(user_id).toBe(userId);
  return glanceAnswerSchema.parse(companies);
};

/** What a device of this person makes of all documents that it gets. */
async function glanceOfDevice(companyId: string, userId: string, { today, currency }: { today: string; currency: string }) {
  const documents = await pulledDocuments(db, companyId, userId);
  const members = (documents.get('members') ?? []) as unknown as Member[];
  const me = members.find(({ user_id }) => user_id === userId);
  const settings = ((documents.get('companies') ?? [])[0]?.['settings'] ?? {}) as {
    company_details: { address: { country: string } };
    tax: { small_business: boolean };
  };
  const access = accessOf(me as Member);
  const sees = (key: PermissionKey) => can(access, key);
  const expenses = (documents.get('expenses') ?? []) as { status: string; created_by: string }[];
  const isSoleMember = members.length === 1;
  return glanceOf(booksOf(documents), {
    companyId,
    currency,
    today,
    termsIn: () => ({ country: settings.company_details.address.country, isSmallBusiness: settings.tax.small_business }),
    sees: { invoices: sees('invoices.view'), payments: sees('payments.view'), expenses: sees('expenses.view') },
    toApprove: sees('expenses.approve')
      ? expenses.filter((each) => each.status === 'pending' && decidesOn(each.created_by, { access, isSoleMember })).length
      : null,
    refused: expenses.filter((each) => each.status === 'rejected' && each.created_by === userId).length,
  });
}

test.each(Object.keys(DEMO_PEOPLE) as DemoPerson[])(
  'all companies of %s at a glance are those whose dashboard they see, and say what their own device adds up',
  async (name) => {
    const { id: userId } = DEMO_PEOPLE[name];
    const answers = await ask(userId);
    const { rows } = await db.query('select company_id from public.company_users where user_id = $1', [userId]);
    const mine = new Set(rows.map((row) => String(row['company_id'])));
    for (const { company_id } of answers) expect(mine).toContain(company_id);
    for (const answer of answers) expect(glanceOfAnswer(answer)).toEqual(await glanceOfDevice(answer.company_id, userId, answer));
  },
);

test('an owner of three companies sees all of them, with claims in more than one currency', async () => {
  const answers = await ask(DEMO_PEOPLE.demo.id);
  expect(answers.map(({ company_id }) => company_id).toSorted()).toEqual(DEMO_COMPANIES.map(({ id }) => id).toSorted());
  expect(new Set(answers.flatMap((answer) => glanceOfAnswer(answer).open ?? []).map(({ currency }) => currency)).size).toBeGreaterThan(1);
});

test('parts that a member may not see are not in the answer, and without the dashboard there is no company', async () => {
  const [company] = DEMO_COMPANIES;
  const { id: userId } = DEMO_PEOPLE.viewer;
  const withOnly = async (...keys: string[]) => {
    await db.query('delete from public.company_user_permissions where company_id = $1 and user_id = $2', [company?.id, userId]);
    await db.query('insert into public.company_user_permissions (company_id, user_id, permission_key) select $1, $2, unnest($3::text[])', [
      company?.id,
      userId,
      keys,
    ]);
    const [answer] = await ask(userId);
    return answer && [Object.keys(answer.cells).toSorted(), answer.claims === null, answer.to_approve === null];
  };
  expect(await withOnly('dashboard.view', 'invoices.view')).toEqual([['company', 'invoices'], false, true]);
  expect(await withOnly('dashboard.view', 'payments.view')).toEqual([['company', 'payments'], true, true]);
  expect(await withOnly('dashboard.view', 'expenses.approve')).toEqual([['company', 'expenses'], true, false]);
  expect(await withOnly('dashboard.view', 'expenses.view_own')).toEqual([['company'], true, true]);
  expect(await withOnly('invoices.view', 'payments.view', 'expenses.view')).toBeUndefined();
});

test('who must show a second factor and did not, and who is nobody, is told nothing', async () => {
  const { id: userId } = DEMO_PEOPLE.demo;
  await db.query("insert into auth.mfa_factors (id, user_id, factor_type, status) values (gen_random_uuid(), $1, 'totp', 'verified')", [
    userId,
  ]);
  await expect(ask(userId)).rejects.toThrow('second_factor_required');
  expect((await ask(userId, { aal: 'aal2' })).length).toBe(DEMO_COMPANIES.length);
  const asNobody = db.transaction((query) => query('select public.companies_at_a_glance()'), { role: 'anon', claims: { role: 'anon' } });
  await expect(asNobody).rejects.toThrow(/not_signed_in|permission denied/);
});
