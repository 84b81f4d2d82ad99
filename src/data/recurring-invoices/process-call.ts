import { isOnlineHint } from '#platform/network/network.ts';
import { callFunction } from '#platform/supabase/call-function.ts';
import { supabaseClient } from '#platform/supabase/client.ts';
import type { ProcessCall, Processed } from './generate-now.ts';

/** The server function, with the session's token (spec §7). */
export const processOnServer: ProcessCall = async (request) => {
  if (!isOnlineHint()) return null;
  const client = await supabaseClient().catch(() => null);
  return client && callFunction<Processed>(client, 'process-recurring-invoices', request);
};
