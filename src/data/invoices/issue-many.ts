import { combineLatest, map, type Observable } from 'rxjs';
import type { CommandContext } from '#data/core/command-context.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { watchIssues } from '#data/sync-centre/issues.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { type IssueSources, missingValuesOf } from '#domain/invoices/missing-values.ts';
import { issueInvoice } from './issue-invoice.ts';

export type IssueStep = {
  readonly id: string;
  /** Why it was left as it is. */
  readonly error?: unknown;
};

type Batch = {
  /** As they were shown, in the order of their numbers. */
  readonly ready: readonly IssueSources[];
  readonly isOffline: boolean;
  readonly onStep: (steps: readonly IssueStep[]) => void;
  /** Ends it before the next one; what was done stays done. So does the end of the company. */
  readonly signal: AbortSignal;
};

/** Issues several invoices, each as if it were the only one: what one of them is refused for leaves the others alone. Resolves to what was tried. */
export async function issueMany(
  db: CompanyDatabase,
  { ready, isOffline, onStep, signal }: Batch,
  ctx: CommandContext,
): Promise<readonly IssueStep[]> {
  const steps: IssueStep[] = [];
  for (const shown of ready) {
    if (signal.aborted || db.rx.closed) break;
    const { id } = shown.invoice;
    try {
      await issueInvoice(db, { shown, values: missingValuesOf(shown), overruled: [], isOffline }, ctx);
      steps.push({ id });
    } catch (error) {
      if (db.rx.closed) break; // cut off, not refused
      steps.push({ id, error });
    }
    onStep([...steps]);
  }
  return steps;
}

/** What became of invoices that were asked to be issued: `waiting` for the server, or for a connection; `refused` by the server; `withdrawn` by somebody. */
export type IssueFate = { readonly invoice: Invoice; readonly state: 'issued' | 'waiting' | 'refused' | 'withdrawn' };

/** The fates of these invoices in their order; one that is gone is not among them. */
export function watchFates(db: CompanyDatabase, ids: readonly string[]): Observable<IssueFate[]> {
  const refused$ = watchIssues(db).pipe(
    map((issues) => new Set(issues.map(({ collection, doc_id }) => collection === 'invoices' && doc_id))),
  );
  return combineLatest([db.collections.invoices.findByIds([...ids]).$, refused$]).pipe(
    map(([found, refused]) =>
      ids.flatMap((id): IssueFate[] => {
        const invoice = found.get(id)?.toMutableJSON();
        return invoice ? [{ invoice, state: stateOf(invoice, refused.has(id)) }] : [];
      }),
    ),
  );
}

function stateOf({ number, status }: Invoice, isRefused: boolean): IssueFate['state'] {
  if (isRefused) return 'refused';
  if (number !== null) return 'issued';
  return status === 'ready_to_issue' ? 'waiting' : 'withdrawn';
}
