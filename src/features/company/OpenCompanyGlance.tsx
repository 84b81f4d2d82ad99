import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useReportBooks } from '#data/aggregates/use-report-books.ts';
import { keepGlances, type OnDevice } from '#data/companies/glances.ts';
import type { CompanyValue } from '#data/core/company-context.ts';
import { can } from '#domain/access/access.ts';
import { booksCurrency } from '#domain/companies/company-settings.ts';
import { glanceOf } from '#domain/reports/glance.ts';
import { useNeeds } from '#widgets/attention/use-needs.ts';
import { GlanceCard } from './CompanyGlance.tsx';

type Props = { readonly name: string; readonly open: CompanyValue; readonly onDevice: OnDevice | undefined };

/** The open company: its own sums, with what is not synced yet; kept for the time when another one is open. */
export function OpenCompanyGlance({ name, open: { db, ctx, company }, onDevice }: Props) {
  const { t } = useTranslation('company');
  const { value: kept } = useReportBooks();
  const needs = useNeeds();
  const sees = (key: Parameters<typeof can>[1]) => can(ctx.access, key);
  const count = (kind: string) => needs?.find((need) => need.kind === kind)?.count ?? 0;
  const glance =
    kept && needs && sees('dashboard.view')
      ? glanceOf(kept.books, {
          companyId: company.id,
          currency: booksCurrency(company.settings),
          today: ctx.today(),
          termsIn: kept.termsIn,
          sees: { invoices: sees('invoices.view'), payments: sees('payments.view'), expenses: sees('expenses.view') },
          toApprove: sees('expenses.approve') ? count('toApprove') : null,
          refused: count('refused'),
        })
      : undefined;
  useEffect(() => {
    if (glance) void keepGlances(db.device, [glance], { at: ctx.now().toISOString(), isAll: false }).catch(() => undefined);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the figures are made anew by each render and follow the books
  }, [db, kept, needs?.length]);
  return (
    <GlanceCard
      name={name}
      age={glance || sees('dashboard.view') ? t('glance.live') : t('glance.hidden')}
      onDevice={onDevice}
      glance={glance}
      action={
        <Button component={Link} to="/finance/dashboard" variant="default">
          {t('glance.dashboard')}
        </Button>
      }
    />
  );
}
