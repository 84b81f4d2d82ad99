import { DEMO_PEOPLE } from '#local/seed/demo-people.ts';
import { pushDrafts } from '#tests/support/pushed-drafts.ts';
import { NORDLICHT_ID } from '#tests/e2e/pages/sign-in.ts';
import type { TestServer } from './server.ts';

/** What an invoice needs of its customer. */
export const ADDRESS = { street: 'Speicherallee', house_number: '4', postal_code: '20457', city: 'Hamburg', country: 'DE' };

/** A customer of Nordlicht that no other story knows; answers its id. */
export async function ownCustomer({ admin }: TestServer, name: string, values: object = ADDRESS): Promise<string> {
  const { data } = await admin
    .from('customers')
    .insert({ company_id: NORDLICHT_ID, name, ...values })
    .select('id')
    .single()
    .throwOnError();
  return (data as { id: string }).id;
}

/** Drafts of one line for a customer, which no other story can have issued; answers their ids in the order they were made. */
export async function ownDrafts(server: TestServer, customerId: string, count: number, taxRate = 19): Promise<readonly string[]> {
  const { id: userId, email } = DEMO_PEOPLE.demo;
  return pushDrafts(await server.as(email), { companyId: NORDLICHT_ID, userId, customerId, count, taxRate });
}
