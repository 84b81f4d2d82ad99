import { useEffect, useRef, useState } from 'react';
import { useCompany } from '#data/core/company-context.ts';
import { issueMany, type IssueStep } from '#data/invoices/issue-many.ts';
import type { IssueSources } from '#domain/invoices/missing-values.ts';
import { log } from '#platform/log/log.ts';
import { AppError } from '#domain/errors.ts';

type Phase = 'asking' | 'running' | 'done';

/** The issuing of several invoices, one after the other, until it is stopped or the dialog is gone. */
export function useIssueMany(ready: readonly IssueSources[]) {
  const { db, ctx } = useCompany();
  const [phase, setPhase] = useState<Phase>('asking');
  const [steps, setSteps] = useState<readonly IssueStep[]>([]);
  const stopping = useRef<AbortController>(null);
  useEffect(() => () => stopping.current?.abort(), []);
  const run = async (isOffline: boolean) => {
    const controller = new AbortController();
    stopping.current = controller;
    setPhase('running');
    const tried = await issueMany(db, { ready, isOffline, onStep: setSteps, signal: controller.signal }, ctx);
    for (const { error } of tried) if (error !== undefined && !(error instanceof AppError)) log.error('command_failed', { error });
    setPhase('done');
  };
  return { phase, steps, start: (isOffline: boolean) => void run(isOffline), stop: () => stopping.current?.abort() };
}
