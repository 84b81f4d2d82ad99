import * as z from 'zod/mini';
import { type AccountService, callRpc } from '#data/account-settings/account-call.ts';
import { session } from '#data/session/session.ts';
import { appVersion } from '#platform/pwa/app-version.ts';

const stateSchema = z.object({
  version: z.int(),
  is_new: z.boolean(),
  since: z.nullable(z.string()),
  changes: z.array(
    z.object({ at: z.string(), type: z.string(), entity_type: z.string(), label: z.string(), actor_id: z.nullable(z.string()) }),
  ),
  change_count: z.int(),
  schema: z.nullable(z.string()),
  ledger: z.nullable(z.object({ seq: z.int(), sha256: z.string(), at: z.string() })),
  second_factors: z.array(z.string()),
  exported_at: z.nullable(z.string()),
});
/** What only the server knows of the procedure; see `procedure_facts` in SQL. */
export type ProcedureState = z.infer<typeof stateSchema> & { readonly app: string };

export async function procedureState(service: AccountService, companyId: string): Promise<ProcedureState> {
  return {
    ...z.parse(stateSchema, await callRpc(service, 'procedure_facts', { p_company: companyId, p_app: appVersion })),
    app: appVersion,
  };
}

/** Enters in the history that this version was made. */
export const noteProcedure = async (companyId: string, app: string): Promise<void> =>
  void (await callRpc(session, 'note_procedure', { p_company: companyId, p_app: app }));
