import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import { watchAccessRefresh } from '#data/user-management/access-refresh.ts';
import { syncSummary$ } from '#data/sync/status.ts';
import { showToast } from '#ui/toast.ts';

/** Spec §8: says that changed rights could not be fetched. */
export function useAccessRefreshNotice(): void {
  const { t } = useTranslation('people');
  const { session, db } = useCompany();
  useEffect(
    () =>
      watchAccessRefresh({ session, summary$: syncSummary$(db), userId: db.userId }, () =>
        showToast({ type: 'warning', text: t('refreshFailed') }),
      ),
    [session, db, t],
  );
}
