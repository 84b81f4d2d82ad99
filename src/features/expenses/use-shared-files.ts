import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { takeSharedFiles } from '#platform/pwa/share-inbox.ts';
import { showToast } from '#ui/toast.ts';

const NOTHING: readonly File[] = [];

/** Files that another app shared with this one (`?shared=n`); undefined while they are picked up. */
export function useSharedFiles(): readonly File[] | undefined {
  const { t } = useTranslation('expenses');
  const [params, setParams] = useSearchParams();
  const isShared = params.has('shared');
  const [files, setFiles] = useState<readonly File[] | undefined>(isShared ? undefined : NOTHING);
  const taking = useRef<Promise<File[]>>(undefined);
  useEffect(() => {
    if (!isShared) return;
    taking.current ??= takeSharedFiles(); // each file is handed out once
    void taking.current.then((taken) => {
      setFiles(taken);
      if (taken.length === 0) showToast({ type: 'warning', text: t('share.missing') });
      setParams(
        (given) => {
          given.delete('shared'); // a reload shall not ask for them again
          return given;
        },
        { replace: true },
      );
    });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a share is taken once; another language does not share again
  }, [isShared]);
  return files;
}
