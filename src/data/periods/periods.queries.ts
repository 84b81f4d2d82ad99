import { combineLatest, firstValueFrom, map, type Observable } from 'rxjs';
import { keptPer } from '#data/core/at-hand.ts';
import type { CommandContext } from '#data/core/command-context.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import type { BookingRules } from '#domain/bookings/booking.ts';
import { monthOf } from '#domain/dates/calendar.ts';
import type { AccountingPeriod } from '#domain/periods/accounting-period.ts';
import { figuresOfClosings, type PeriodFigures } from '#domain/periods/period-figures.ts';

/** The months that were ever closed, the latest first. */
export function watchPeriods(db: CompanyDatabase): Observable<AccountingPeriod[]> {
  return db.collections.periods
    .find()
    .$.pipe(map((found) => found.map((each) => each.toMutableJSON()).sort((a, b) => b.month.localeCompare(a.month))));
}

/** The figures of the months that are closed, as far as this person sees them, by month (`YYYY-MM`). */
function watchKeptFigures(db: CompanyDatabase): Observable<ReadonlyMap<string, PeriodFigures>> {
  return combineLatest([watchPeriods(db), db.collections.period_figures.find().$]).pipe(
    map(([periods, all]) => new Map([...figuresOfClosings(periods, all).values()].map((figures) => [monthOf(figures.month), figures]))),
  );
}

/** The same, at hand for the next page. */
export const keptClosedFigures = keptPer(watchKeptFigures);

/** What decides here whether a booking may be taken back; without the clock. */
export function watchBookingRules(db: CompanyDatabase, companyId: string): Observable<Omit<BookingRules, 'now'>> {
  return combineLatest([watchPeriods(db), db.collections.companies.findOne(companyId).$]).pipe(
    map(([periods, company]) => ({
      // A company stored before there was the setting has the default.
      window: company?.settings.bookkeeping?.correction_window ?? 'month',
      closed: new Set(periods.filter((period) => period.is_closed).map((period) => period.month)),
    })),
  );
}

/** The same, at hand for the next page. */
export const keptBookingRules = keptPer((db: CompanyDatabase) => watchBookingRules(db, db.companyId));

/** The rules as they are now, for a command. */
export async function bookingRules(db: CompanyDatabase, ctx: CommandContext): Promise<BookingRules> {
  return { ...(await firstValueFrom(watchBookingRules(db, ctx.companyId))), now: ctx.now() };
}
