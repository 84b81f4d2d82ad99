import { DEMO_PASSWORD, NORDLICHT_ID } from '#tests/e2e/pages/sign-in.ts';
import type { TestServer } from './server.ts';

const EMPLOYEE_ID = '0190d0e0-0000-7000-8000-000000000003';

/** Somebody new at Nordlicht with the rights of an employee, whom a story may change for good. Answers their id. */
export async function newColleague({ admin }: TestServer, email: string): Promise<string> {
  const account = { email, password: DEMO_PASSWORD, email_confirm: true, user_metadata: { display_name: 'Nils Kerner' } };
  const { data, error } = await admin.auth.admin.createUser(account);
  if (error) throw error;
  const user_id = data.user.id;
  await admin.from('company_users').insert({ company_id: NORDLICHT_ID, user_id }).throwOnError();
  const { data: rights } = await admin
    .from('company_user_permissions')
    .select('permission_key')
    .match({ company_id: NORDLICHT_ID, user_id: EMPLOYEE_ID })
    .throwOnError();
  const keys = rights.map(({ permission_key }) => ({ company_id: NORDLICHT_ID, user_id, permission_key }));
  await admin.from('company_user_permissions').insert(keys).throwOnError();
  return user_id;
}
