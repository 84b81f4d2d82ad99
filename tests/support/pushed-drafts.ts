import type { SupabaseClient } from '@supabase/supabase-js';
import type { PushChange } from '#data/changes/pushed.ts';
import { checkedPush } from '#data/sync/transport.ts';
import { draftInvoice } from '#domain/invoices/invoice-draft.ts';
import type { SyncedRecord } from '#domain/shared/record.ts';
import { createIdSource } from '#platform/ids/ids.ts';
import { draftInput } from './draft-input.ts';

type Order = {
  readonly companyId: string;
  readonly userId: string;
  readonly customerId: string;
  readonly count: number;
  readonly taxRate?: number;
};

/** Drafts of one line, as a device of that person sends them; the server notes when each arrived. Answers their ids in that order. */
export async function pushDrafts(
  client: SupabaseClient,
  { companyId, userId, customerId, count, taxRate = 19 }: Order,
): Promise<readonly string[]> {
  const { newId } = createIdSource({
    nowMs: () => Date.now(),
    randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
  });
  const at = new Date().toISOString();
  const made = Array.from({ length: count }, (_, place) => {
    const record: SyncedRecord = { id: newId(), company_id: companyId, created_at: at, updated_at: at, rev: newId() };
    const input = draftInput({
      lineId: newId(),
      today: at.slice(0, 10),
      customer_id: customerId,
      description: 'Lagerung',
      quantity: place + 1,
      unit_price: 300,
      tax_rate: taxRate,
    });
    return draftInvoice(record, input, userId);
  });
  for (const doc of made) {
    const change: PushChange = { collection: 'invoices', id: doc.id, mutation_id: doc.rev, base_rev: null, op: 'upsert', doc };
    const { data, error } = await client.rpc('sync_push', { p_company: companyId, p_changes: [change] });
    if (error) throw error;
    const [result] = checkedPush(data, [change]);
    if (result?.status !== 'applied') throw new Error(`a draft was not taken: ${JSON.stringify(result)}`);
  }
  return made.map(({ id }) => id);
}
