import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCloudOff } from '@tabler/icons-react';
import { type ComponentType, type FunctionComponent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { onNetworkChange } from '#platform/network/network.ts';
import { EmptyState } from './EmptyState.tsx';
import { type Fault, lazyOr } from './lazy-part.tsx';
import { useGoBack } from './use-go-back.ts';

type Asked = { readonly isAgain: boolean; readonly onAgain: () => void };

/** What fills a page, in a chunk of its own. Where that can't be had the page says so, and opens by itself with the next connection. */
export function lazyScreen<Props extends object>(load: () => Promise<FunctionComponent<Props>>): ComponentType<Props> {
  const Screen = lazyOr<Props & Asked>({ load, Missing: NotHere });
  return function LazyScreen(props: Props) {
    const [attempt, setAttempt] = useState(0);
    return <Screen key={attempt} {...props} isAgain={attempt > 0} onAgain={() => setAttempt(attempt + 1)} />;
  };
}

function NotHere({ isAgain, onAgain, isBroken }: Asked & Fault) {
  const { t } = useTranslation('errors');
  const { t: tCommon } = useTranslation();
  const goBack = useGoBack();
  useEffect(() => onNetworkChange((isOnline) => isOnline && onAgain()), [onAgain]);
  return (
    <EmptyState
      isPage
      role="alert"
      icon={isBroken ? <IconAlertTriangle size={24} /> : <IconCloudOff size={24} />}
      title={isBroken ? tCommon('dialog.broken') : t('page.notHere')}
      text={isBroken ? tCommon('dialog.brokenText') : t('page.notHereText')}
      action={
        <>
          {isBroken ? (
            <Button onClick={() => location.reload()}>{t('page.reload')}</Button>
          ) : (
            <Button onClick={onAgain} autoFocus={isAgain}>
              {t('page.tryAgain')}
            </Button>
          )}
          <Button variant="default" onClick={goBack}>
            {t('page.back')}
          </Button>
        </>
      }
    />
  );
}
