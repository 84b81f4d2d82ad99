import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { showToast } from '#ui/toast.ts';

/** Says what became of the files that another app shared (`?shared=<kept>&of=<given>`), once the form has `found` its receipts. */
export function useShareNotice(found: number | null): void {
  const { t } = useTranslation('expenses');
  const [params, setParams] = useSearchParams();
  const shared = params.get('shared');
  useEffect(() => {
    if (shared === null || found === null) return;
    const left = Number(params.get('of') ?? shared) - Number(shared);
    if (found === 0) showToast({ type: 'warning', text: t('share.missing') });
    else if (left > 0) showToast({ type: 'warning', text: t('share.left', { count: left }) });
    setParams(
      (given) => {
        given.delete('shared'); // a reload shall not tell it again
        given.delete('of');
        return given;
      },
      { replace: true },
    );
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- told once; another language does not tell it again
  }, [shared, found]);
}
