import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useCategories } from '#data/expense-categories/use-categories.ts';
import { NO_CATEGORY } from '#domain/expenses/expense-filter.ts';
import { currenciesOf, expensesByCategory, expensesIn } from '#domain/reports/books.ts';
import { originalsOf } from '#domain/reports/cell.ts';
import { fromMinor } from '#domain/money/money.ts';
import { daysOf } from '#domain/reports/period.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { Section } from '#ui/Section.tsx';
import { CategoryIcon } from '#widgets/CategoryBadge.tsx';
import { expensesBehind } from '#widgets/figures/list-links.ts';
import { useMinorText } from '#widgets/figures/use-minor-text.ts';
import classes from './Dashboard.module.css';
import type { PartProps } from './part-props.ts';

const SHOWN = 7;

/** Where the money went: approved expenses of the period, largest category first. */
export function CategoryShares({ books, scope, period, listed }: PartProps) {
  const { t } = useTranslation('dashboard');
  const { value: categories } = useCategories();
  const text = useMinorText(scope.currency);
  const all = expensesByCategory(books, scope);
  const largest = all[0]?.gross ?? 0n;
  const rest = all.slice(SHOWN).reduce((sum, { gross }) => sum + gross, 0n);
  const pending = usePending({ books, scope, listed });
  const days = daysOf(period);
  const behind = (id: string) => expensesBehind({ ...days, isBooked: true, currency: listed, categoryId: id || NO_CATEGORY });
  return (
    <Section title={t('categories.title')} text={t('categories.text')}>
      {all.length === 0 && <p className={classes.nothing}>{t('categories.none')}</p>}
      <ul className={classes.rows}>
        {all.slice(0, SHOWN).map(({ id, gross }) => {
          const category = categories?.find((each) => each.id === id);
          return (
            <li key={id}>
              <Link to={behind(id)} className={classes.row} data-barred>
                {category && <CategoryIcon category={category} size={16} />}
                <span className={classes.what}>{category?.name ?? t(id === '' ? 'categories.without' : 'categories.unknown')}</span>
                <span className={classes.money}>{text(gross)}</span>
                <span className={classes.track} aria-hidden>
                  <span style={{ width: `${largest > 0n && gross > 0n ? Math.max(1, (Number(gross) / Number(largest)) * 100) : 0}%` }} />
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
      {all.length > SHOWN && <p className={classes.small}>{t('categories.rest', { count: all.length - SHOWN, amount: text(rest) })}</p>}
      {pending.count > 0 && (
        <p className={classes.small}>
          <Link to={expensesBehind({ ...days, status: 'pending', currency: listed })}>
            {t('categories.pending', { count: pending.count, amount: pending.amounts })}
          </Link>
        </p>
      )}
    </Section>
  );
}

/** What waits for a decision has no rate yet: each currency by itself. */
function usePending({ books, scope, listed }: Pick<PartProps, 'books' | 'scope' | 'listed'>): { count: number; amounts: string } {
  const format = useFormat();
  const own = { ...books, expenses: originalsOf(books.expenses) };
  const found = (listed === null ? currenciesOf(own) : [listed]).flatMap((currency) => {
    const { count, amount } = expensesIn(own, { status: 'pending', currency, months: scope.months });
    return count === 0 ? [] : [{ count, text: format.money(fromMinor(amount, currency), currency) }];
  });
  return { count: found.reduce((sum, { count }) => sum + count, 0), amounts: found.map(({ text }) => text).join(' + ') };
}
