import { Button } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import { daysBetween } from '#domain/dates/calendar.ts';
import { AppError } from '#domain/errors.ts';
import { dateAfterNext } from '#domain/recurring/series-steps.ts';
import type { Recurrence } from '#domain/recurring/recurrence.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import classes from './GenerateActions.module.css';
import { RECURRING_KINDS, type RecurringKind } from './recurring-kinds.ts';

type Props = {
  kind: RecurringKind;
  next: string;
  rule: Recurrence;
  /** Rejects with the refusal. */
  onGenerate: () => Promise<void>;
};

/** "Generate now", with what it does in one sentence before it does it. */
export function GenerateButton({ kind, next, rule, onGenerate }: Props) {
  const { t } = useTranslation('recurring');
  const { ctx } = useCompany();
  const format = useFormat();
  const refusal = useRefusalText(kind);
  // What is generated is what was there when it was asked for.
  const [asked, setAsked] = useState<{ act: () => Promise<void> } | null>(null);
  const after = dateAfterNext(rule);
  const early = daysBetween(ctx.today(), next);
  const date = format.day(next);
  return (
    <>
      <Button
        className={classes.first}
        leftSection={<IconPlayerPlay size={16} aria-hidden />}
        onClick={() => setAsked({ act: onGenerate })}
      >
        {t('generate.action')}
      </Button>
      <ConfirmDialog
        isOpen={asked !== null}
        onClose={() => setAsked(null)}
        title={t('generate.title', { date })}
        confirmLabel={t('generate.confirm')}
        onConfirm={() => asked?.act()}
        describe={refusal}
      >
        {after === null
          ? t(`generate.text${RECURRING_KINDS[kind].one}Last`, { date })
          : t(`generate.text${RECURRING_KINDS[kind].one}`, { date, next: format.day(after) })}
        {early > 0 && <> {t('generate.early', { count: early })}</>}
      </ConfirmDialog>
    </>
  );
}

/** Why nothing was generated, in the words of the specification. */
export function useRefusalText(kind: RecurringKind): (error: unknown) => string | undefined {
  const { t } = useTranslation('recurring');
  return (error) => {
    if (!(error instanceof AppError)) return undefined;
    const { text, reason } = error.data;
    if (error.code === 'server_failed' && typeof text === 'string') return t('refusal.failed', { text });
    if (error.code === 'not_found') return t(`refusal.notFound${RECURRING_KINDS[kind].one}`);
    if (reason === 'inactive') return t(kind === 'invoices' ? 'refusal.inactive' : 'refusal.inactiveExpense');
    return reason === 'nothing_left' ? t('refusal.nothingLeft') : undefined;
  };
}
