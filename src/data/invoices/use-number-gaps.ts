import { useCallback } from 'react';
import * as z from 'zod/mini';
import { type AccountService, callRpc } from '#data/account-settings/account-call.ts';
import { useOnline } from '#data/account-settings/use-account.ts';
import { useCompany } from '#data/core/company-context.ts';
import { session } from '#data/session/session.ts';

const gapSchema = z.object({
  /** What is counted: `invoices`, or a kind of document with a series of its own. */
  series: z.string(),
  /** 0 when the numbers count on over the years. */
  year: z.int(),
  number: z.int(),
  /** What somebody noted, or one of {@link KNOWN_REASONS}. Empty when nobody said anything. */
  reason: z.string(),
  noted_by: z.nullable(z.string()),
  noted_at: z.nullable(z.string()),
});
export type NumberGap = z.infer<typeof gapSchema>;

/** Places of the number counters that no document took, newest first; the server alone knows them. */
export function useNumberGaps() {
  const { db } = useCompany();
  const { companyId } = db;
  const load = useCallback(
    async (service: AccountService) => z.parse(z.array(gapSchema), await callRpc(service, 'number_gaps', { p_company: companyId })),
    [companyId],
  );
  const { value: gaps, error, reload } = useOnline(load);
  const explain = useCallback(
    async ({ series, year, number }: NumberGap, reason: string) => {
      await callRpc(session, 'explain_number', {
        p_company: companyId,
        p_series: series,
        p_year: year,
        p_number: number,
        p_reason: reason,
      });
      await reload();
    },
    [companyId, reload],
  );
  return { gaps, error, reload, explain };
}
