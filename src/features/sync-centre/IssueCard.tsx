import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { useHistoryOf } from '#data/activity/use-history.ts';
import type { IssueKind, SyncIssue } from '#data/changes/issue.ts';
import { isFrozenThere, isRefusedIssue, issuedElsewhere, keepsNumber, lateBookingDay, refusedNumber } from '#data/sync-centre/issues.ts';
import type { MissingParent } from '#data/sync-centre/missing-parents.ts';
import { useIssueCommands, useMissingParents } from '#data/sync-centre/use-issues.ts';
import { theirEntry } from '#domain/activity/their-entry.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { saveTextFile } from '#ui/save-text-file.ts';
import { StatusBadge } from '#ui/StatusBadge.tsx';
import { showToast } from '#ui/toast.ts';
import { useCommand } from '#ui/use-command.ts';
import { useMemberName } from '#widgets/MemberName.tsx';
import { comparedFields } from './compared-fields.ts';
import { CompareTable } from './CompareTable.tsx';
import { IssueEditDialog } from './IssueEditDialog.tsx';
import { ParentFate, ReplaceParents } from './MissingParents.tsx';
import { refusalReason } from './refusal-reason.ts';
import classes from './SyncCentre.module.css';
import { BookingDayDialog } from '#widgets/BookingDayDialog.tsx';
import { recordPath } from '#widgets/record-paths.ts';
import { useRecordWords } from '#widgets/use-record-words.ts';

const KIND_TEXTS = {
  conflict: { title: 'issue.conflict', text: 'issue.conflictText' },
  rejected: { title: 'issue.rejected', text: null },
  deleted_there: { title: 'issue.deletedThere', text: 'issue.deletedThereText' },
  edited_there: { title: 'issue.changedThere', text: 'issue.changedThereText' },
  lost_there: { title: 'issue.lostThere', text: 'issue.lostThereText' },
  older_there: { title: 'issue.olderThere', text: 'issue.olderThereText' },
  not_sent: { title: 'issue.notSent', text: null },
  company_lost: { title: 'issue.companyLost', text: 'issue.companyLostText' },
} as const satisfies Record<IssueKind, { title: string; text: string | null }>;

/** Refusals whose details are the name of a field. */
const NAMES_A_FIELD: ReadonlySet<string> = new Set(['lease_refused', 'required', 'too_long']);

/** One question to a person, with both versions side by side and every way to answer it. */
export function IssueCard({ issue }: { issue: SyncIssue }) {
  const { t } = useTranslation('sync');
  const { t: tEntities } = useTranslation('entities');
  const format = useFormat();
  const words = useRecordWords();
  const label = words.label(issue.collection, issue.mine ?? issue.theirs ?? issue.base);
  const kind = KIND_TEXTS[issue.kind];
  const reason = refusalReason(issue);
  const details = issue.details && NAMES_A_FIELD.has(reason) ? words.field(issue.collection, issue.details) : (issue.details ?? '');
  const reasonText = kind.text ? t(kind.text) : t(`reason.${reason}`, { details, message: issue.message ?? '' });
  const missing = useMissingParents(issue);
  const issuedTwice = useIssuedTwice(issue);
  // Who is gone says more than that something is.
  const text = issuedTwice ?? (missing.length > 0 && reason === 'missing_parent' ? null : reasonText);
  const path = issue.theirs && recordPath(issue.collection, issue.doc_id);
  return (
    <article className={classes.issue} aria-label={label}>
      <div className={classes.issueHead}>
        <h3 className={classes.issueTitle}>{path ? <Link to={path}>{label}</Link> : label}</h3>
        <StatusBadge tone={issue.kind === 'conflict' ? 'amber' : 'red'}>{t(kind.title)}</StatusBadge>
        <span className={classes.muted}>
          {tEntities(`${issue.collection}.one`)} · {t('issue.when', { when: format.instant(issue.mine?.updated_at ?? issue.created_at) })}
          <OtherChange issue={issue} />
        </span>
      </div>
      <p className={classes.issueText}>
        {text}
        {issue.kind === 'lost_there' && issue.collection === 'invoices' && <> {t('issue.lostThereInvoice')}</>}
        {keepsNumber(issue) && <> {t('issue.keepsNumber', { number: refusedNumber(issue) })}</>}
      </p>
      {missing.map((parent) => (
        <p key={parent.field} className={classes.issueText}>
          <ParentFate parent={parent} />
        </p>
      ))}
      <CompareTable issue={issue} fields={comparedFields(issue)} />
      <Answers issue={issue} label={label} missing={missing} />
    </article>
  );
}

/** What became of a draft that was issued here and elsewhere; null where a question is about something else. */
function useIssuedTwice(issue: SyncIssue): string | null {
  const { t } = useTranslation('sync');
  const [mine, theirs] = [refusedNumber(issue), issuedElsewhere(issue)];
  if (mine !== null && theirs !== null) return t(mine === theirs ? 'issue.sameNumber' : 'issue.issuedTwice', { mine, theirs });
  return isFrozenThere(issue) ? t('reason.invoice_frozen') : null;
}

/** Who made the server's version, when, as far as this device can tell. */
function OtherChange({ issue }: { issue: SyncIssue }) {
  const { t } = useTranslation('sync');
  const format = useFormat();
  const nameOf = useMemberName();
  const history = useHistoryOf(issue.collection, issue.doc_id);
  const entry = theirEntry(issue, history?.entries ?? []);
  if (!entry) return null;
  return <> · {t('issue.theirsBy', { who: nameOf(entry.actor_id), when: format.instant(entry.created_at) })}</>;
}

type AnswersProps = { issue: SyncIssue; label: string; missing: readonly MissingParent[] };

function Answers({ issue, label, missing }: AnswersProps) {
  const { t } = useTranslation('sync');
  const { t: tPeriods } = useTranslation('periods');
  const commands = useIssueCommands();
  const [isDiscarding, setDiscarding] = useState(false);
  const [isEditing, setEditing] = useState(false);
  const [isBookingLate, setBookingLate] = useState(false);
  const isRefusal = !issue.kind.endsWith('_there') && issue.kind !== 'conflict';
  const isLost = issue.kind === 'lost_there';
  const mine = useCommand(async () => {
    await commands.keepMine(issue);
    showToast({ type: 'success', text: t(isRefusal ? 'issue.retried' : 'issue.keptMine') });
  });
  const theirs = useCommand(async () => {
    await commands.keepTheirs(issue);
    showToast({ type: 'success', text: t('issue.keptTheirs') });
  });
  const exportFile = () => {
    const name = `kontor-${issue.collection}-${issue.doc_id.slice(0, 8)}.json`;
    saveTextFile(name, commands.exportIssue(issue), 'application/json');
    showToast({ type: 'success', text: t('issue.exported', { name }) });
  };
  const navigate = useNavigate();
  const draft = useCommand(async () => {
    await commands.keepAsDraft(issue);
    void navigate(`/finance/invoices/${issue.doc_id}`);
  });
  const lateDay = lateBookingDay(issue);
  const number = refusedNumber(issue);
  const elsewhere = issuedElsewhere(issue);
  const anew = useCommand(async () => {
    await commands.issueAnew(issue);
    showToast({ type: 'success', text: t('issue.retried') });
  });
  const isFrozen = elsewhere !== null || isFrozenThere(issue);
  const isKept = keepsNumber(issue);
  // What is printed on an invoice that was issued here names its customer.
  const isReplaceable = missing.length > 0 && number === null;
  const isFirst = lateDay !== null || (number !== null && !isKept) || isRefusedIssue(issue) || isReplaceable;
  const issueAnew = number !== null && (
    <Button size="compact-md" {...(isKept && { variant: 'default' })} onClick={() => void anew.run()} loading={anew.isRunning}>
      {t(elsewhere === null || elsewhere === number ? 'issue.anew' : 'issue.asOwn')}
    </Button>
  );
  return (
    <div className={classes.buttons}>
      {isReplaceable && <ReplaceParents issue={issue} missing={missing} />}
      {lateDay !== null && (
        <Button size="compact-md" onClick={() => setBookingLate(true)}>
          {tPeriods('late.action')}
        </Button>
      )}
      {isRefusedIssue(issue) && (
        <Button size="compact-md" onClick={() => void draft.run()} loading={draft.isRunning}>
          {t('issue.asDraft')}
        </Button>
      )}
      {!isKept && issueAnew}
      {!isFrozen && (
        <Button size="compact-md" {...(isFirst && { variant: 'default' })} onClick={() => void mine.run()} loading={mine.isRunning}>
          {t(isLost ? 'issue.uploadAgain' : isRefusal ? 'issue.retry' : 'issue.keepMine')}
        </Button>
      )}
      {isKept && issueAnew}
      {!isRefusal && !isLost && (
        <Button size="compact-md" variant="default" onClick={() => void theirs.run()} loading={theirs.isRunning}>
          {t('issue.keepTheirs')}
        </Button>
      )}
      {issue.mine && number === null && !isFrozen && (
        <Button size="compact-md" variant="default" onClick={() => setEditing(true)}>
          {t('issue.edit')}
        </Button>
      )}
      <Button size="compact-md" variant="subtle" onClick={exportFile}>
        {t('issue.export')}
      </Button>
      {(isRefusal || isLost) && (
        <Button size="compact-md" variant="subtle" color="red" onClick={() => setDiscarding(true)}>
          {t('issue.discard')}
        </Button>
      )}
      {isBookingLate && lateDay !== null && (
        <BookingDayDialog
          day={lateDay}
          confirmLabel={tPeriods('late.confirm')}
          onClose={() => setBookingLate(false)}
          onBook={async (bookedOn) => {
            await commands.bookLate(issue, bookedOn);
            showToast({ type: 'success', text: t('issue.retried') });
          }}
        />
      )}
      {isEditing && <IssueEditDialog issue={issue} onClose={() => setEditing(false)} />}
      <ConfirmDialog
        isOpen={isDiscarding}
        onClose={() => setDiscarding(false)}
        title={t('issue.discardTitle')}
        confirmLabel={t('issue.discardConfirm')}
        onConfirm={async () => {
          await commands.discardIssue(issue);
          showToast({ text: t('issue.discarded') });
        }}
        isDangerous
      >
        {t('issue.discardText', { label })}
      </ConfirmDialog>
    </div>
  );
}
