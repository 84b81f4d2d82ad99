import { Anchor, Button } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useCompany } from '#data/core/company-context.ts';
import { useObservable } from '#data/core/use-observable.ts';
import { type IssueFate, type IssueStep, watchFates } from '#data/invoices/issue-many.ts';
import { AppError } from '#domain/errors.ts';
import { mailRefusal } from '#domain/invoices/invoice-lifecycle.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import type { IssuePlan } from '#domain/invoices/issue-plan.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { useErrorText } from '#ui/use-error-text.ts';
import { CompanyRow, HeldRow, NamedRow, Rows } from './HeldRows.tsx';
import classes from './IssueMany.module.css';
import { MailPart } from './MailPart.tsx';
import { useMailMany } from './use-mail-many.ts';

type Props = { plan: IssuePlan; steps: readonly IssueStep[]; onClose: () => void };

/** What came of it: what has its number, what waits for it, what needs a person, and what was not begun. It goes on telling while the server answers. */
export function ResultPart({ plan, steps, onClose }: Props) {
  const { t } = useTranslation('issueMany');
  const { db, ctx } = useCompany();
  const asked = steps.filter(({ error }) => error === undefined).map(({ id }) => id);
  const { value: fates = [] } = useObservable(() => watchFates(db, asked), [db, asked.join()]);
  const having = (state: IssueFate['state']) => fates.filter((fate) => fate.state === state);
  const [issued, waiting, refused] = [having('issued'), having('waiting'), having('refused')];
  const failed = steps.filter(({ error }) => error !== undefined);
  const leftOut = plan.ready.length - steps.length;
  const mails = useMailMany();
  const mailable = issued
    .map(({ invoice }) => invoice)
    .filter((invoice) => invoice.delivery === 'not_sent' && mailRefusal(invoice, ctx.access) === null);
  const needed = refused.length + failed.length + plan.held.length + plan.company.count;
  return (
    <Dialog
      isOpen
      onClose={mails.mailing?.isRunning ? mails.stop : onClose}
      title={t('done.title')}
      size="md"
      footer={<DoneButtons mails={mails} mailable={mailable} onClose={onClose} />}
    >
      <div className={classes.parts}>
        <p role="status" className={classes.figures}>
          <strong>{issued.length > 0 ? t('done.issued', { count: issued.length }) : t('done.none')}</strong>
          {waiting.length > 0 && ` ${t('done.waiting', { count: waiting.length })}`}
          {needed > 0 && ` ${t('done.needed', { count: needed })}`}
          {leftOut > 0 && ` ${t('done.leftOut', { count: leftOut })}`}
        </p>
        <Span fates={issued} />
        {mails.isOwnMissing && mailable.length > 0 && <p className={classes.dimmed}>{t('mail.ownTextsMissing')}</p>}
        {mails.mailing && <MailPart mailing={mails.mailing} fates={issued} />}
        {needed > 0 && (
          <Rows title={t('done.needed', { count: needed })} isOpen>
            {refused.map(({ invoice }) => (
              <RefusedRow key={invoice.id} invoice={invoice} />
            ))}
            {failed.map(({ id, error }) => {
              const shown = plan.ready.find(({ invoice }) => invoice.id === id);
              return shown && <FailedRow key={id} invoice={shown.invoice} error={error} />;
            })}
            {plan.company.problems.length > 0 && <CompanyRow {...plan.company} />}
            {plan.held.map((each) => (
              <HeldRow key={each.invoice.id} held={each} />
            ))}
          </Rows>
        )}
      </div>
    </Dialog>
  );
}

type ButtonsProps = { mails: ReturnType<typeof useMailMany>; mailable: readonly Invoice[]; onClose: () => void };

function DoneButtons({ mails: { mailing, start, stop }, mailable, onClose }: ButtonsProps) {
  const { t } = useTranslation('issueMany');
  const isOffered = mailable.length > 0 && !mailing;
  if (mailing?.isRunning)
    return (
      <Button variant="default" onClick={stop}>
        {t('stop')}
      </Button>
    );
  return (
    <>
      <Button variant={isOffered ? 'default' : 'filled'} onClick={onClose}>
        {t('close')}
      </Button>
      {isOffered && (
        <Button leftSection={<IconMail size={16} aria-hidden />} disabled={!start} onClick={() => start?.(mailable)}>
          {t('mail.start', { count: mailable.length })}
        </Button>
      )}
    </>
  );
}

/** The first and the last of the numbers that were given. */
function Span({ fates }: { fates: readonly IssueFate[] }) {
  const { t } = useTranslation('issueMany');
  const [first, last] = [fates[0]?.invoice.number, fates.at(-1)?.invoice.number];
  if (!first || !last || fates.length < 2) return null;
  return <p className={classes.dimmed}>{t('done.numbers', { first, last })}</p>;
}

function RefusedRow({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation('issueMany');
  return (
    <NamedRow invoice={invoice}>
      <span className={classes.why}>{t('refused')}</span>
      <span className={classes.ways}>
        <Anchor component={Link} to="/sync">
          {t('toSync')}
        </Anchor>
      </span>
    </NamedRow>
  );
}

function FailedRow({ invoice, error }: { invoice: Invoice; error: unknown }) {
  const { t } = useTranslation('issueMany');
  const { t: tInvoices } = useTranslation('invoices');
  const errorText = useErrorText();
  const reason = () => {
    if (!(error instanceof AppError)) return errorText(error);
    if (error.data['reason'] === 'replaced_stands') return tInvoices('replacement.standsAtIssue');
    return error.code === 'invalid_input' ? t('changed') : errorText(error);
  };
  return (
    <NamedRow invoice={invoice}>
      <span className={classes.why}>{reason()}</span>
    </NamedRow>
  );
}
