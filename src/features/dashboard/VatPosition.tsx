import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useCompany } from '#data/core/company-context.ts';
import { can } from '#domain/access/access.ts';
import { owedLeft, owedVat, vatIn } from '#domain/reports/vat.ts';
import { standardRate } from '#domain/tax/tax-rates.ts';
import { lawInBrackets } from '#domain/tax/small-business-law.ts';
import { vatMethodOver } from '#domain/tax/vat-method.ts';
import { daysOf } from '#domain/reports/period.ts';
import { Section } from '#ui/Section.tsx';
import { expensesBehind, salesBehindVat } from '#widgets/figures/list-links.ts';
import { useMinorText } from '#widgets/figures/use-minor-text.ts';
import classes from './Dashboard.module.css';
import type { PartProps } from './part-props.ts';

/** What the tax office gets for the period, or gives back. */
export function VatPosition({ books, scope, period, listed }: PartProps) {
  const { t } = useTranslation('dashboard');
  const { ctx, company } = useCompany();
  const text = useMinorText(scope.currency);
  const { periods } = company.settings.vat;
  const { country } = company.settings.company_details.address;
  const method = vatMethodOver(periods, scope.months);
  const { collected, deductible } = vatIn(books, scope, { basis: 'tax_point', periods, country });
  const law = lawInBrackets(country);
  const isSmall = company.settings.tax.small_business;
  const left = owedLeft(
    owedVat(books, scope, { standardRateOn: (month) => standardRate(country, `${month}-01`), isSmallBusiness: isSmall }),
  );
  if (isSmall && collected === 0n && left === 0n) {
    return (
      <Section title={t('vat.title')}>
        <p className={classes.nothing}>{t('vat.smallBusiness', { law })}</p>
      </Section>
    );
  }
  const input = isSmall ? 0n : deductible;
  const payable = collected - input + left;
  const days = { ...daysOf(period), currency: listed };
  const seesAll = can(ctx.access, 'invoices.view') && can(ctx.access, 'expenses.view');
  return (
    <Section title={t('vat.title')} text={t(`vat.text.${method}`)}>
      <ul className={classes.rows}>
        {can(ctx.access, 'invoices.view') && (
          <li>
            <Link to={salesBehindVat(days, method)} className={classes.row}>
              <span className={classes.what}>{t('vat.collected')}</span>
              <span className={classes.money}>{text(collected)}</span>
            </Link>
          </li>
        )}
        {can(ctx.access, 'expenses.view') && (
          <li>
            <Link to={expensesBehind({ ...days, isBooked: true })} className={classes.row}>
              <span className={classes.what}>{t('vat.deductible')}</span>
              <span className={classes.money}>{text(-input)}</span>
            </Link>
          </li>
        )}
        {can(ctx.access, 'expenses.view') && left !== 0n && (
          <li>
            <span className={classes.row}>
              <span className={classes.what}>{t('vat.owed')}</span>
              <span className={classes.money}>{text(left)}</span>
            </span>
          </li>
        )}
        {seesAll && (
          <li className={classes.total}>
            <span className={classes.what}>{t(payable < 0n ? 'vat.refund' : 'vat.payable')}</span>
            <span className={classes.money}>{text(payable < 0n ? -payable : payable)}</span>
          </li>
        )}
      </ul>
      {isSmall && <p className={classes.small}>{t('vat.smallBusinessNow', { law })}</p>}
    </Section>
  );
}
