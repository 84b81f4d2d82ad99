import * as z from 'zod/mini';
import { requestError } from '#data/session/request-error.ts';
import type { SupabaseClient } from '#platform/supabase/client.ts';

const keptRecordSchema = z.object({
  /** `record`: all that was created or deleted; `changes`: field → [old, new] of what the entry leaves out. */
  content: z.enum(['record', 'changes']),
  bank_data: z.enum(['none', 'masked', 'full']),
  record: z.record(z.string(), z.unknown()),
});
/** What the server keeps beside an entry of the history. */
export type KeptRecord = z.infer<typeof keptRecordSchema>;

const deletedReceiptsSchema = z.array(
  z.object({ record: z.object({ id: z.string(), name: z.string(), size: z.number(), sha256: z.string() }) }),
);
export type DeletedReceipt = z.infer<typeof deletedReceiptsSchema>[number]['record'];

/** Null: none was kept, or it is not for this person. AppErrors of the connection. */
export async function keptRecordOf(client: SupabaseClient, companyId: string, activityId: string): Promise<KeptRecord | null> {
  const { data, error, status } = await client
    .from('activity_records')
    .select('content,bank_data,record')
    .eq('company_id', companyId)
    .eq('activity_id', activityId)
    // `full` comes before `masked`.
    .order('bank_data')
    .limit(1);
  if (error) throw requestError(error, status);
  return z.array(keptRecordSchema).parse(data)[0] ?? null;
}

/** The receipts that an expense ever had, each once, as far as this person may see them; of a deleted expense nothing else remembers them. */
export async function deletedReceiptsOf(client: SupabaseClient, companyId: string, expenseId: string): Promise<DeletedReceipt[]> {
  const { data, error, status } = await client
    .from('activity_records')
    .select('record')
    .eq('company_id', companyId)
    .eq('collection', 'files')
    .eq('content', 'record')
    .eq('parent_id', expenseId);
  if (error) throw requestError(error, status);
  return [...new Map(deletedReceiptsSchema.parse(data).map(({ record }) => [record.id, record])).values()];
}
