import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { useAccount } from '#data/account-settings/use-account.ts';
import type { SyncSummary } from '#data/sync/status.ts';
import { showToast } from '#ui/toast.ts';

const SYNC_CENTRE = '/sync';

/** Says at once that a change needs the person, wherever they are, unless they don't want to hear it. What was open at the start is the chip's to say. */
export function useSyncNotice(summary: SyncSummary | undefined): void {
  const { t } = useTranslation('navigation');
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const isMuted = useAccount()?.mutedNotices.includes('sync_problems') ?? false;
  const issues = summary?.issues;
  const known = useRef(issues);
  useEffect(() => {
    const before = known.current;
    known.current = issues;
    if (before === undefined || issues === undefined || issues <= before || isMuted || pathname === SYNC_CENTRE) return;
    showToast({
      type: 'warning',
      text: t('notice.needYou', { count: issues - before }),
      action: { label: t('notice.show'), run: () => void navigate(SYNC_CENTRE) },
    });
  }, [issues, isMuted, pathname, navigate, t]);
}
