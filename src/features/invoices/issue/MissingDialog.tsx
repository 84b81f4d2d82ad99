import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useCompany } from '#data/core/company-context.ts';
import { can } from '#domain/access/access.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import type { IssueProblem } from '#domain/invoices/issue-problems.ts';
import { Dialog } from '#ui/Dialog.tsx';
import classes from '#features/invoices/InvoiceDetailPage.module.css';
import { namedParts, waysToCompany } from './named-problems.ts';
import { WhomToAsk } from './WhomToAsk.tsx';

type Props = { problems: readonly IssueProblem[]; invoice: Invoice; onClose: () => void };

/** Names what the law still misses and what can't be printed, with the ways to where it is mended. */
export function MissingDialog({ problems, invoice, onClose }: Props) {
  const { t } = useTranslation('invoices');
  const isIn = (part: string) => problems.some(({ field }) => field.startsWith(part));
  const missing = problems.filter(({ characters }) => characters === undefined);
  const unprintable = problems.filter(({ characters }) => characters !== undefined);
  const { ctx } = useCompany();
  const ways = waysToCompany(problems);
  const open = ways.filter(({ permission }) => can(ctx.access, permission));
  const isBuyers = isIn('buyer.') && invoice.customer_id !== null;
  const mayEditBuyer = can(ctx.access, 'customers.update');
  const isInInvoice = problems.some(({ field }) => !field.startsWith('seller.') && !field.startsWith('buyer.'));
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t(missing.length > 0 ? 'issue.missingTitle' : 'issue.unprintableTitle')}
      footer={
        <>
          {open.map(({ path, label }) => (
            <Button key={path} component={Link} to={path} variant="default">
              {t(label)}
            </Button>
          ))}
          {isBuyers && mayEditBuyer && (
            <Button component={Link} to={`/finance/customers/${invoice.customer_id}/edit`} variant="default">
              {t('issue.editCustomer')}
            </Button>
          )}
          {isInInvoice && (
            <Button component={Link} to={`/finance/invoices/${invoice.id}/edit`}>
              {t('issue.editInvoice')}
            </Button>
          )}
        </>
      }
    >
      <Named text={t('issue.missingText')} problems={missing} />
      <Named text={t('issue.unprintableText')} problems={unprintable} />
      {open.length < ways.length && <WhomToAsk part="seller" isThere />}
      {isBuyers && !mayEditBuyer && <WhomToAsk part="buyer" isThere />}
    </Dialog>
  );
}

/** A sentence and what it is about; nothing where there is none. */
function Named({ text, problems }: { text: string; problems: readonly IssueProblem[] }) {
  const { t } = useTranslation('invoices');
  if (problems.length === 0) return null;
  return (
    <>
      <p>{text}</p>
      <ul className={classes.missing}>
        {problems.flatMap(namedParts).map(({ key, characters }) => (
          <li key={key}>{t(`missing.${key}` as 'missing.characters', { characters: characters.join(' ') })}</li>
        ))}
      </ul>
    </>
  );
}
