import { Anchor, Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useCompany } from '#data/core/company-context.ts';
import { useDirectory } from '#data/directory/use-directory.ts';
import { useInvoiceCommands } from '#data/invoices/use-invoice-commands.ts';
import { sendRefusal } from '#domain/invoices/invoice-lifecycle.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { heldBecause, nextLevel, proposedFrom } from '#domain/reminders/reminder-proposal.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { ReasonDialog } from '#ui/ReasonDialog.tsx';
import { Section } from '#ui/Section.tsx';
import { showSaved } from '#ui/toast.ts';
import { useCommand } from '#ui/use-command.ts';
import classes from './InvoiceMails.module.css';

/** How far an overdue invoice was reminded of, what comes next, and why not. */
export function InvoiceReminders({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation('reminders');
  const { ctx, company } = useCompany();
  const format = useFormat();
  const { holdReminders } = useInvoiceCommands();
  const [isAsking, setAsking] = useState(false);
  const go = useCommand(async () => {
    await holdReminders({ id: invoice.id, reason: '' });
    showSaved(t('toast.goesOn'));
  });
  const { value: customers } = useDirectory('customers');
  const { reminder_level, reminded_on, reminder_hold, customer_id } = invoice;
  const ofCustomer = reminder_hold === '' ? heldBecause(invoice, customers?.byId.get(customer_id ?? '') ?? null) : '';
  const today = ctx.today();
  const next = nextLevel(invoice, today);
  if (next === null && reminder_level === 0) return null;
  const from = next && proposedFrom(invoice, next, company.settings.reminders);
  const mayHold = next !== null && ofCustomer === '' && sendRefusal(invoice, ctx.access) === null;
  return (
    <Section title={t('section')} isUnprinted>
      {reminder_level > 0 && (
        <p className={classes.none}>
          {t('reminded', { level: t(`level.${reminder_level as 1 | 2 | 3}`), day: reminded_on ? format.day(reminded_on) : '' })}
        </p>
      )}
      {reminder_hold !== '' && next !== null && <p className={classes.held}>{t('heldBecause', { reason: reminder_hold })}</p>}
      {ofCustomer !== '' && next !== null && (
        <p className={classes.held}>
          <Anchor component={Link} to={`/finance/customers/${customer_id}`} size="sm">
            {t('allHeld')}
          </Anchor>{' '}
          {ofCustomer}
        </p>
      )}
      {reminder_hold === '' && ofCustomer === '' && next !== null && from !== null && company.settings.reminders.is_on && (
        <p className={classes.none}>
          {from <= today ? (
            <Anchor component={Link} to="/finance/reminders" size="sm">
              {t('isDue', { level: t(`level.${next}`) })}
            </Anchor>
          ) : (
            t('comes', { level: t(`level.${next}`), day: format.day(from) })
          )}
        </p>
      )}
      {mayHold && (
        <Button
          variant="default"
          size="compact-md"
          mt="xs"
          className={classes.act}
          loading={go.isRunning}
          onClick={() => (reminder_hold === '' ? setAsking(true) : void go.run())}
        >
          {t(reminder_hold === '' ? 'hold' : 'goOn')}
        </Button>
      )}
      {isAsking && (
        <ReasonDialog
          title={t('holdTitle', { number: invoice.number })}
          label={t('holdReason')}
          placeholder={t('holdPlaceholder')}
          hint={t('holdHint')}
          confirmLabel={t('hold')}
          onClose={() => setAsking(false)}
          onConfirm={async (reason) => {
            await holdReminders({ id: invoice.id, reason });
            showSaved(t('toast.held'));
          }}
        />
      )}
    </Section>
  );
}
