import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useAddress } from '#widgets/use-address.ts';
import { showToast } from '#ui/toast.ts';

/** Says what became of the files that another app shared (`?shared=<kept>&of=<given>`), once the form has `found` its receipts. */
export function useShareNotice(found: number | null): void {
  const { t } = useTranslation('expenses');
  const [params, setAddress] = useAddress();
  const shared = params.get('shared');
  useEffect(() => {
    if (shared === null || found === null) return;
    const left = Number(params.get('of') ?? shared) - Number(shared);
    if (found === 0) showToast({ type: 'warning', text: t('share.missing') });
    else if (left > 0) showToast({ type: 'warning', text: t('share.left', { count: left }) });
    setAddress((now) => {
      now.delete('shared'); // a reload shall not tell it again
      now.delete('of');
      return now;
    });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- told once; another language does not tell it again
  }, [shared, found]);
}
