import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useDirectory } from '#data/directory/use-directory.ts';
import type { HeldBack, IssuePlan } from '#domain/invoices/issue-plan.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import type { IssueProblem } from '#domain/invoices/issue-problems.ts';
import { namedParts, waysToCompany } from '#features/invoices/issue/named-problems.ts';
import { Money } from '#ui/Money.tsx';
import { useWarningText } from '#widgets/document/use-warning-text.ts';
import classes from './IssueMany.module.css';

/** A list under its heading; one that only adds something is closed at first. */
export function Rows({ title, isOpen = false, children }: { title: string; isOpen?: boolean; children: ReactNode }) {
  return (
    <details open={isOpen} className={classes.rows}>
      <summary>{title}</summary>
      <ul className={classes.list}>{children}</ul>
    </details>
  );
}

/** An invoice by customer and amount, with the way to it. */
export function NamedRow({ invoice, children }: { invoice: Invoice; children?: ReactNode }) {
  const { t } = useTranslation('invoices');
  const { value: customers } = useDirectory('customers');
  const name = customers?.byId.get(invoice.customer_id ?? '')?.name ?? t('list.noCustomer');
  return (
    <li>
      <span className={classes.head}>
        <Anchor component={Link} to={`/finance/invoices/${invoice.id}`} className={classes.name}>
          {invoice.number === null ? name : `${invoice.number} · ${name}`}
        </Anchor>
        <Money amount={invoice.gross_total} currency={invoice.currency} />
      </span>
      {children}
    </li>
  );
}

/** What a draft misses, with the ways to where that is mended. */
export function HeldRow({ held: { invoice, problems, warnings, isCorrection } }: { held: HeldBack }) {
  const { t } = useTranslation('invoices');
  const { t: tMany } = useTranslation('issueMany');
  const warningText = useWarningText();
  const isBuyers = ({ field }: IssueProblem) => field.startsWith('buyer.');
  return (
    <NamedRow invoice={invoice}>
      {isCorrection && <span className={classes.why}>{tMany('correction')}</span>}
      <Missing problems={problems} />
      {warnings.map(({ code }) => (
        <span key={code} className={classes.why}>
          {warningText(code)}
        </span>
      ))}
      {warnings.length > 0 && <span className={classes.dimmed}>{tMany('doubted')}</span>}
      {problems.length > 0 && (
        <span className={classes.ways}>
          {problems.some(isBuyers) && (
            <Anchor component={Link} to={`/finance/customers/${invoice.customer_id}/edit`}>
              {t('issue.editCustomer')}
            </Anchor>
          )}
          {!problems.every(isBuyers) && (
            <Anchor component={Link} to={`/finance/invoices/${invoice.id}/edit`}>
              {t('issue.editInvoice')}
            </Anchor>
          )}
        </span>
      )}
    </NamedRow>
  );
}

/** What the company misses holds up all of them, and is said once. */
export function CompanyRow({ problems, count }: IssuePlan['company']) {
  const { t } = useTranslation('invoices');
  const { t: tMany } = useTranslation('issueMany');
  return (
    <li>
      <span className={classes.name}>{tMany('company')}</span>
      <Missing problems={problems} />
      {count > 0 && <span className={classes.dimmed}>{tMany('companyOnly', { count })}</span>}
      <span className={classes.ways}>
        {waysToCompany(problems).map(({ path, label }) => (
          <Anchor key={path} component={Link} to={path}>
            {t(label)}
          </Anchor>
        ))}
      </span>
    </li>
  );
}

function Missing({ problems }: { problems: readonly IssueProblem[] }) {
  const { t } = useTranslation('invoices');
  const { t: tMany } = useTranslation('issueMany');
  const nameOf = (problem: IssueProblem) =>
    namedParts(problem)
      .map(({ key, characters }) => t(`missing.${key}` as 'missing.characters', { characters: characters.join(' ') }))
      .join(', ');
  const missing = problems.filter(({ characters }) => characters === undefined);
  const unprintable = problems.filter(({ characters }) => characters !== undefined);
  return (
    <>
      {missing.length > 0 && <span className={classes.why}>{tMany('missing', { what: missing.map(nameOf).join(', ') })}</span>}
      {unprintable.length > 0 && <span className={classes.why}>{tMany('unprintable', { what: unprintable.map(nameOf).join(', ') })}</span>}
    </>
  );
}
