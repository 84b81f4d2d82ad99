import * as z from 'zod/mini';
import { ageingOf, OVERDUE_AGES, totalClaims } from '#domain/reports/ageing.ts';
import { type Books, BOOKS_OF, cashIn, currenciesOf } from '#domain/reports/books.ts';
import { originalsOf, type Sums } from '#domain/reports/cell.ts';
import { booksWithKept, keptTerms } from '#domain/reports/kept-figures.ts';
import { profitIn, type TermsIn } from '#domain/reports/profit.ts';
import { monthOf } from '#domain/dates/calendar.ts';

const cells = z.record(z.string(), z.string());
/** What `companies_at_a_glance` says of one company. Parts that the person may not see are missing. */
export const glanceAnswerSchema = z.array(
  z.object({
    company_id: z.string(),
    currency: z.string(),
    today: z.string(),
    cells: z.record(z.string(), cells),
    claims: z.nullable(cells),
    to_approve: z.nullable(z.number()),
    refused: z.number(),
  }),
);
export type GlanceAnswer = z.infer<typeof glanceAnswerSchema>[number];

/** Claims in one currency; `owed` in minor units. */
export type GlanceClaims = { readonly currency: string; readonly count: number; readonly owed: bigint };

/** A company in a few figures; null: not for this person's eyes. */
export type Glance = {
  readonly companyId: string;
  /** That of the books: of profit and cash. */ readonly currency: string;
  /** The month of profit and cash. */ readonly month: string;
  readonly profit: bigint | null;
  readonly cash: bigint | null;
  /** What customers owe, one per currency; empty: nothing. */ readonly open: readonly GlanceClaims[] | null;
  readonly overdue: readonly GlanceClaims[] | null;
  readonly toApprove: number | null;
  /** Own expenses that were rejected. */ readonly refused: number;
};

type Facts = Pick<Glance, 'companyId' | 'currency' | 'toApprove' | 'refused'> & {
  readonly today: string;
  readonly termsIn: TermsIn;
  /** Which parts of the books the person sees whole. */ readonly sees: Readonly<Record<keyof Books, boolean>>;
};

/** The figures of a company out of its books: profit, cash and ageing as dashboard and reports read them. */
export function glanceOf(books: Books, { today, termsIn, sees, ...facts }: Facts): Glance {
  const month = monthOf(today);
  const scope = { currency: facts.currency, months: [month] };
  const claims = (ages?: typeof OVERDUE_AGES): GlanceClaims[] => {
    const own = originalsOf(books.invoices);
    return currenciesOf({ invoices: own, payments: new Map(), expenses: new Map() }).flatMap((currency) => {
      const { count, owed } = totalClaims(ageingOf(own, { currency, today }), ages);
      return count === 0 ? [] : [{ currency, count, owed }];
    });
  };
  return {
    ...facts,
    month,
    profit: BOOKS_OF.every((part) => sees[part]) ? profitIn(books, scope, termsIn).profit : null,
    cash: sees.payments && sees.expenses ? cashIn(books, scope).net : null,
    open: sees.invoices ? claims() : null,
    overdue: sees.invoices ? claims(OVERDUE_AGES) : null,
  };
}

/** The same out of the server's answer. */
export function glanceOfAnswer({ company_id, currency, today, cells: kept, claims, to_approve, refused }: GlanceAnswer): Glance {
  const month = monthOf(today);
  const empty: Sums = new Map();
  const books = booksWithKept({ invoices: empty, payments: empty, expenses: empty }, new Map([[month, kept]]));
  const open = new Map(Object.entries(claims ?? {}).map(([key, numbers]) => [key, numbers.split(' ').map(BigInt)]));
  const terms = keptTerms(kept) ?? { country: '', isSmallBusiness: false };
  return glanceOf(
    { ...books, invoices: new Map([[month, new Map([...(books.invoices.get(month) ?? []), ...open])]]) },
    {
      companyId: company_id,
      currency,
      today,
      termsIn: () => terms,
      sees: { invoices: 'invoices' in kept, payments: 'payments' in kept, expenses: 'expenses' in kept },
      toApprove: to_approve,
      refused,
    },
  );
}

/** How many things wait for the person there. */
export const waitingIn = ({ overdue, toApprove, refused }: Glance): number =>
  (toApprove ?? 0) + refused + (overdue ?? []).reduce((sum, { count }) => sum + count, 0);
