import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import { useInvoiceCommands } from '#data/invoices/use-invoice-commands.ts';
import { notesRefusal } from '#domain/invoices/invoice-lifecycle.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { LeaveGuard } from '#ui/LeaveGuard.tsx';
import { Section } from '#ui/Section.tsx';
import { showSaved } from '#ui/toast.ts';
import { useCommand } from '#ui/use-command.ts';
import classes from './InvoiceDetailPage.module.css';

/** `opened`: what they were when typing began. */
type Typed = { readonly opened: string; readonly typed: string | null };
const UNTOUCHED: Typed = { opened: '', typed: null };

/** Notes for the own company; they can be written in any state. */
export function InternalNotes({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation('invoices');
  const { ctx } = useCompany();
  const { editInternalNotes } = useInvoiceCommands();
  const save = useCommand(editInternalNotes);
  const [{ opened, typed }, setTyped] = useState<Typed>(UNTOUCHED);
  const mayEdit = notesRefusal(invoice, ctx.access) === null;
  const isChanged = typed !== null && typed !== invoice.internal_notes;
  if (!mayEdit && invoice.internal_notes === '') return null;
  const submit = async () => {
    if (!(await save.run({ id: invoice.id, opened, notes: typed ?? '' }))) return;
    // What was typed meanwhile stays, unsaved.
    setTyped((now) => (now.typed === typed ? UNTOUCHED : { ...now, opened: typed ?? '' }));
    showSaved(t('toast.notes'));
  };
  return (
    <Section title={t('section.notes')} text={t('hint.internal')} isUnprinted>
      {mayEdit ? (
        <div className={classes.notes}>
          <Textarea
            aria-label={t('field.internal_notes')}
            autosize
            minRows={1}
            maxRows={8}
            maxLength={4000}
            value={typed ?? invoice.internal_notes}
            onChange={({ currentTarget: { value } }) =>
              setTyped((now) => ({ opened: now.typed === null ? invoice.internal_notes : now.opened, typed: value }))
            }
          />
          <LeaveGuard isDirty={isChanged} />
          {isChanged && (
            <Button size="compact-md" loading={save.isRunning} onClick={() => void submit()}>
              {t('action.saveNotes')}
            </Button>
          )}
        </div>
      ) : (
        <p>{invoice.internal_notes}</p>
      )}
    </Section>
  );
}
