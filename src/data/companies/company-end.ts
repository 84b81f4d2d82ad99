import * as z from 'zod/mini';
import { type AccountService, callRpc } from '#data/account-settings/account-call.ts';
import { companyChoice, session } from '#data/session/session.ts';

const endSchema = z.object({
  /** Whether anything was ever booked: if not, the company is gone at once. */
  has_books: z.boolean(),
  /** The last day on which its books are to be kept. */
  kept_until: z.nullable(z.string()),
  exported_at: z.nullable(z.string()),
  /** Whether the last complete archive has everything that the company has now. */
  is_exported: z.boolean(),
});
/** What an owner has to know before a company ends; see `company_end` in SQL. */
export type CompanyEnd = z.infer<typeof endSchema>;

const closedSchema = z.array(z.object({ company_id: z.string(), name: z.string(), asked_at: z.string(), purge_after: z.string() }));
export type ClosedCompany = z.infer<typeof closedSchema>[number];

export const companyEnd = async (service: AccountService, companyId: string): Promise<CompanyEnd> =>
  z.parse(endSchema, await callRpc(service, 'company_end', { p_company: companyId }));

/** `purgeAfter`: null when it is gone · `hasLeft`: not for whoever has gone to another company meanwhile. */
type Ended = { readonly purgeAfter: string | null; readonly hasLeft: boolean };

/** Asks for the end of a company and leaves for the picker. Needs a fresh proof of who asks. */
export async function deleteCompany(companyId: string, word: { name: string; keepsBooks: boolean }): Promise<Ended> {
  const args = { p_company: companyId, p_name: word.name, p_keeps_books: word.keepsBooks };
  const leave = companyChoice.leaving();
  const purgeAfter = z.parse(z.nullable(z.string()), await callRpc(session, 'delete_company', args));
  const hasLeft = leave();
  void companyChoice.refresh();
  return { purgeAfter, hasLeft };
}

/** The closed companies that whoever is signed in can take back. */
export const closedCompanies = async (service: AccountService): Promise<ClosedCompany[]> =>
  z.parse(closedSchema, await callRpc(service, 'my_closed_companies'));

export async function takeBackDeletion(companyId: string): Promise<void> {
  await callRpc(session, 'take_back_deletion', { p_company: companyId });
  await companyChoice.refresh();
}
