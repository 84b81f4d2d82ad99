import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompanyCommands } from '#data/companies/use-company-commands.ts';
import { useCompany } from '#data/core/company-context.ts';
import { useKeptFigures, usePeriodCommands, usePeriods } from '#data/periods/use-periods.ts';
import { can } from '#domain/access/access.ts';
import { CORRECTION_WINDOWS } from '#domain/bookings/booking.ts';
import { type Bookkeeping, bookkeepingSchema } from '#domain/companies/company-settings.ts';
import { monthOf } from '#domain/dates/calendar.ts';
import type { PeriodFigures } from '#domain/periods/period-figures.ts';
import { type AccountingPeriod, monthsOver } from '#domain/periods/accounting-period.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { ReasonDialog } from '#ui/ReasonDialog.tsx';
import { Section } from '#ui/Section.tsx';
import { StatusBadge } from '#ui/StatusBadge.tsx';
import { showToast } from '#ui/toast.ts';
import { useMemberName } from '#widgets/MemberName.tsx';
import { SyncMark } from '#widgets/SyncBadge.tsx';
import classes from './SettingRows.module.css';
import page from './Settings.module.css';
import { SettingsForm } from './SettingsForm.tsx';
import { VatMethodSection } from './VatMethodSection.tsx';
import { useSettingsForm } from '#widgets/settings/use-settings-form.ts';

const YEAR = 12;

/** Which months are closed, to close and open them, and how long corrections are possible. */
export function PeriodsPage() {
  const { t } = useTranslation('periods');
  const { t: tSettings } = useTranslation('settings');
  const { ctx, company } = useCompany();
  return (
    <div className={page.page}>
      <PageHeader title={tSettings('title.periods')} />
      <p className={page.intro}>{t('intro')}</p>
      <Months />
      {!company.settings.tax.small_business && <VatMethodSection />}
      <CorrectionWindow current={company.settings.bookkeeping} isReadOnly={!can(ctx.access, 'company.update')} />
    </div>
  );
}

function Months() {
  const { t } = useTranslation('periods');
  const { ctx } = useCompany();
  const format = useFormat();
  const { value: periods } = usePeriods();
  const figures = useKeptFigures();
  const { closePeriod, reopenPeriod } = usePeriodCommands();
  const [shown, setShown] = useState(YEAR);
  const [closing, setClosing] = useState<string | null>(null);
  const [reopening, setReopening] = useState<AccountingPeriod | null>(null);
  if (!periods) return null;
  const nameOf = (month: string) => format.month(monthOf(month), 'long');
  const mayClose = can(ctx.access, 'periods.close');
  return (
    <Section title={t('months')} isFlush>
      <ul className={classes.list}>
        {monthsOver(ctx.today(), shown).map((month) => {
          const period = periods.find((each) => each.month === month);
          return (
            <MonthRow
              key={month}
              name={nameOf(month)}
              period={period}
              figures={figures?.get(monthOf(month))}
              onClose={mayClose ? () => setClosing(month) : null}
              onReopen={ctx.access.isOwner && period ? () => setReopening(period) : null}
            />
          );
        })}
        <li className={classes.row}>
          <Button variant="subtle" size="compact-sm" onClick={() => setShown(shown + YEAR)}>
            {t('action.more')}
          </Button>
        </li>
      </ul>
      <ConfirmDialog
        isOpen={closing !== null}
        onClose={() => setClosing(null)}
        title={t('close.title', { month: closing && nameOf(closing) })}
        confirmLabel={t('action.close', { count: 1 })}
        onConfirm={async () => {
          if (closing === null) return;
          await closePeriod(closing);
          showToast({ type: 'success', text: t('toast.closed', { month: nameOf(closing) }) });
        }}
      >
        {t('close.text', { count: 1 })}
      </ConfirmDialog>
      {reopening && (
        <ReasonDialog
          title={t('reopen.title', { month: nameOf(reopening.month) })}
          label={t('reopen.label')}
          placeholder={t('reopen.placeholder')}
          hint={t('reopen.hint')}
          confirmLabel={t('action.reopen')}
          onClose={() => setReopening(null)}
          onConfirm={async (reason) => {
            await reopenPeriod({ id: reopening.id, reason });
            showToast({ type: 'success', text: t('toast.reopened', { month: nameOf(reopening.month) }) });
          }}
        />
      )}
    </Section>
  );
}

type RowProps = {
  name: string;
  period: AccountingPeriod | undefined;
  figures: PeriodFigures | undefined;
  onClose: (() => void) | null;
  onReopen: (() => void) | null;
};

function MonthRow({ name, period, figures, onClose, onReopen }: RowProps) {
  const { t } = useTranslation('periods');
  const { ctx } = useCompany();
  const format = useFormat();
  const author = useMemberName()(period?.decided_by ?? null, period?.decided_at);
  const isClosed = period?.is_closed ?? false;
  const when = period?.decided_at ? format.instant(period.decided_at, ctx.timezone) : '–';
  const act = isClosed ? onReopen : onClose;
  const figuresText = ({ created_at: at, decided_at: closed }: PeriodFigures) =>
    at === closed ? t('figures.atClosing') : t('figures.later', { when: format.instant(at, ctx.timezone) });
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <p className={classes.name}>
          {name}
          <StatusBadge tone={isClosed ? 'green' : 'gray'}>{t(isClosed ? 'state.closed' : 'state.open')}</StatusBadge>
          {period && <SyncMark collection="periods" id={period.id} />}
        </p>
        {period && (
          <p className={classes.detail}>
            {t(isClosed ? 'state.closedBy' : 'state.reopenedBy', { name: author, when, reason: period.reason })}
            {figures && ` · ${figuresText(figures)}`}
          </p>
        )}
      </div>
      {act && (
        <div className={classes.actions}>
          <Button
            size="compact-sm"
            variant={isClosed ? 'subtle' : 'default'}
            onClick={act}
            aria-label={t(isClosed ? 'action.reopenOf' : 'action.closeOf', { month: name })}
          >
            {isClosed ? t('action.reopen') : t('action.close', { count: 1 })}
          </Button>
        </div>
      )}
    </li>
  );
}

function CorrectionWindow({ current, isReadOnly }: { current: Bookkeeping; isReadOnly: boolean }) {
  const { t } = useTranslation('periods');
  const { t: tSettings } = useTranslation('settings');
  const { editBookkeeping } = useCompanyCommands();
  const bound = useSettingsForm<Bookkeeping>({ current, schema: bookkeepingSchema, save: editBookkeeping });
  const { form } = bound;
  const labelOf = (days: string) =>
    days === 'month' ? t('window.month') : days === '0' ? t('window.none') : t('window.days', { count: Number(days) });
  const known: readonly string[] = CORRECTION_WINDOWS;
  const offered = known.includes(current.correction_window) ? known : [...known, current.correction_window];
  return (
    <SettingsForm bound={bound} hint={isReadOnly && tSettings('expenses.readOnly')}>
      <Section title={t('window.title')} text={t('window.text')}>
        <NativeSelect
          label={t('window.label')}
          data={offered.map((value) => ({ value, label: labelOf(value) }))}
          {...form.getInputProps('correction_window')}
        />
      </Section>
    </SettingsForm>
  );
}
