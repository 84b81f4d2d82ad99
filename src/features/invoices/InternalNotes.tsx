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

/** Notes for the own company; they can be written in any state. */
export function InternalNotes({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation('invoices');
  const { ctx } = useCompany();
  const { editInternalNotes } = useInvoiceCommands();
  const save = useCommand(editInternalNotes);
  const [typed, setTyped] = useState<string | null>(null);
  const mayEdit = notesRefusal(invoice, ctx.access) === null;
  const isChanged = typed !== null && typed !== invoice.internal_notes;
  if (!mayEdit && invoice.internal_notes === '') return null;
  const submit = async () => {
    if (!(await save.run({ id: invoice.id, notes: typed ?? '' }))) return;
    setTyped(null);
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
            onChange={(event) => setTyped(event.currentTarget.value)}
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
