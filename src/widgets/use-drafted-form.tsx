import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.tsx';
import type { FormDraft } from '#data/drafts/form-drafts.ts';
import { useKeptDraft } from '#ui/use-kept-draft.ts';
import { useNoticeOnLeave } from '#ui/use-notice-on-leave.ts';
import { useRecordForm } from '#ui/use-record-form.ts';
import { DraftKeptNote, RestoredDraft } from './KeptDraft.tsx';
import type { Drafted } from './WithDraft.tsx';

type Options<V extends Record<string, unknown>> = {
  drafted: Drafted<V>;
  schema: Parameters<typeof useRecordForm<V>>[0]['schema'];
  /** Gets what the form showed before anybody typed, too: only what differs is saved. */
  submit: (values: V, before: V) => Promise<unknown>;
};

/** A form bound to a command that keeps what is typed on this device until it is saved. `restored` stands above it, `note` beside the button. */
export function useDraftedForm<V extends Record<string, unknown>>({ drafted, schema, submit }: Options<V>) {
  const { t } = useTranslation('invoices');
  const { db } = useCompany();
  const { kind, opened, shelf, startOver } = drafted;
  const { recordId, before } = opened.draft;
  const bound = useRecordForm<V>({
    initialValues: opened.draft.values,
    ...(schema ? { schema } : {}),
    submit: async (values) => {
      await submit(values, before);
      await forget();
    },
  });
  const { form, isSubmitting } = bound;
  const isDirty = opened.restoredAt !== null || form.isDirty();
  const draft = useMemo<FormDraft<V>>(() => ({ recordId, before, values: form.values }), [recordId, before, form.values]);
  const keep = useCallback((typed: FormDraft<V>) => shelf.keep(db, kind, typed), [db, kind, shelf]);
  const kept = useKeptDraft(keep, draft, isDirty && !isSubmitting);
  useNoticeOnLeave(kept.isKept, t('leave.keptForm'));
  const forget = () => {
    kept.stop();
    return shelf.discard(db, kind, recordId);
  };
  const discard = async () => {
    await forget();
    startOver();
  };
  return {
    ...bound,
    restored: opened.restoredAt !== null && <RestoredDraft kind={kind} at={opened.restoredAt} onDiscard={discard} />,
    note: isDirty && <DraftKeptNote />,
  };
}
