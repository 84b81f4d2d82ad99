import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { callRpc } from '#data/account-settings/account-call.ts';
import { useHasConnection } from '#data/account-settings/use-account.ts';
import { useCompany } from '#data/core/company-context.ts';
import { session } from '#data/session/session.ts';
import { invoiceNumberFormatProblem, type NumberSeries } from '#domain/numbering/number-format.ts';

const PAUSE_MS = 400;

const collisionsSchema = z.object({ next: z.string(), taken: z.int(), first: z.nullable(z.string()) });
type PatternCollisions = z.infer<typeof collisionsSchema>;
type Pattern = { readonly series: NumberSeries; readonly format: string; readonly prefix: string };

/** What a pattern that is being typed would meet in its series, asked of the server after a pause; null where it is unusable or can't be asked. */
export function usePatternCollisions({ series, format, prefix }: Pattern): PatternCollisions | null {
  const { companyId } = useCompany().db;
  const isOnline = useHasConnection();
  const [found, setFound] = useState<{ key: string; answer: PatternCollisions } | null>(null);
  const key = JSON.stringify([series, format, prefix]);
  const isAsked = isOnline && invoiceNumberFormatProblem(format) === null && prefix.length <= 20;
  useEffect(() => {
    if (!isAsked) return undefined;
    let isCurrent = true;
    const args = { p_company: companyId, p_series: series, p_format: format, p_prefix: prefix };
    const ask = async () => {
      const answer = z.parse(collisionsSchema, await callRpc(session, 'pattern_collisions', args));
      if (isCurrent) setFound({ key, answer });
    };
    // It is advice: whether the pattern may be saved does not hang on it.
    const timer = session.clock.setTimeout(() => void ask().catch(() => undefined), PAUSE_MS);
    return () => {
      isCurrent = false;
      session.clock.clearTimeout(timer);
    };
  }, [isAsked, key, companyId, series, format, prefix]);
  return isAsked && found?.key === key ? found.answer : null;
}
