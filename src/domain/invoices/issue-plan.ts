import type { Company } from '#domain/companies/company.ts';
import type { Customer } from '#domain/customers/customer.ts';
import type { NumberLease } from '#domain/numbering/number-lease.ts';
import type { Invoice } from './invoice.ts';
import { type IssueProblem, issueProblems } from './issue-problems.ts';
import { type IssueWarning, issueWarnings } from './issue-warnings.ts';
import { type LeaseObstacle, leaseObstacle } from './leased-issue.ts';
import { listDate } from './list-date.ts';
import { type IssueSources, wantedEInvoiceProblems } from './missing-values.ts';

/** A draft that a person has to look at alone, and why. */
export type HeldBack = {
  readonly invoice: Invoice;
  /** What its customer and itself miss; what the company misses stands in the plan, once. */
  readonly problems: readonly IssueProblem[];
  /** What is unlikely to be right: nobody overrules it for several at once. */
  readonly warnings: readonly IssueWarning[];
  /** What it takes back of its invoice is looked at one by one. */
  readonly isCorrection: boolean;
};

/** What becomes of a selection that is issued together. */
export type IssuePlan = {
  /** What can be issued, in the order in which it gets its numbers: as the drafts were made. */
  readonly ready: readonly IssueSources[];
  /** Of these, what goes without the e-invoice its customer wants. */
  readonly withoutEInvoice: readonly Invoice[];
  readonly held: readonly HeldBack[];
  /** What the company misses, and how many drafts wait for nothing else. */
  readonly company: { readonly problems: readonly IssueProblem[]; readonly count: number };
  /** What was selected and is no draft. */
  readonly others: number;
};

type Records = { readonly company: Company; readonly customerOf: (id: string) => Customer | null };

const isCompanys = ({ field }: IssueProblem): boolean => field.startsWith('seller.');

/** Which of the selected invoices can be issued together as they are, and what the others miss. */
export function issuePlan(selected: readonly Invoice[], { company, customerOf }: Records): IssuePlan {
  const drafts = selected.filter(({ status }) => status === 'draft').toSorted(byDraft);
  const looked = drafts.map((invoice) => {
    const customer = invoice.customer_id === null ? null : customerOf(invoice.customer_id);
    const isCorrection = invoice.document_type !== 'invoice';
    const all = isCorrection ? [] : issueProblems(invoice, company, customer);
    const warnings = isCorrection ? [] : issueWarnings(invoice, company, customer);
    const problems = all.filter((problem) => !isCompanys(problem));
    const isHeld = isCorrection || problems.length > 0 || warnings.length > 0;
    return { invoice, customer, isCorrection, warnings, problems, isHeld, ofCompany: all.filter(isCompanys) };
  });
  const ready = looked.filter(({ isHeld, ofCompany }) => !isHeld && ofCompany.length === 0);
  const sources = ready.map(({ invoice, customer }): IssueSources => ({ invoice, company, customer }));
  const ofCompany = new Map(looked.flatMap((each) => each.ofCompany).map((problem) => [problem.field, problem]));
  return {
    ready: sources,
    withoutEInvoice: sources.filter((each) => wantedEInvoiceProblems(each).length > 0).map(({ invoice }) => invoice),
    held: looked
      .filter(({ isHeld }) => isHeld)
      .map(({ invoice, problems, warnings, isCorrection }) => ({ invoice, problems, warnings, isCorrection })),
    company: {
      problems: [...ofCompany.values()],
      count: looked.filter(({ isHeld, ofCompany: missed }) => !isHeld && missed.length > 0).length,
    },
    others: selected.length - drafts.length,
  };
}

function byDraft(a: Invoice, b: Invoice): number {
  const [one, other] = [listDate(a), listDate(b)];
  if (one !== other) return one < other ? -1 : 1;
  if (a.created_at !== b.created_at) return a.created_at < b.created_at ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

type OwnNumbers = {
  readonly lease: NumberLease & { readonly unused: readonly number[] };
  readonly isCompanyChanged: boolean;
  readonly today: string;
};

/** How many of these get their number from this device without a connection, and the first thing that stands against the others. */
export function leasedShare(
  ready: readonly IssueSources[],
  { lease, isCompanyChanged, today }: OwnNumbers,
): { readonly count: number; readonly obstacle: LeaseObstacle | null } {
  const obstacles = ready.map(({ invoice, company }) => leaseObstacle({ invoice, company, isCompanyChanged, lease, today }));
  const free = obstacles.filter((obstacle) => obstacle === null).length;
  const count = Math.min(free, lease.unused.length);
  const obstacle = obstacles.find((each) => each !== null) ?? (count < free ? 'no_numbers' : null);
  return { count, obstacle };
}
