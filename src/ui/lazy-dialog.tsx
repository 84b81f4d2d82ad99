import { Button } from '@mantine/core';
import { type ComponentType, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isOnlineHint } from '#platform/network/network.ts';
import { Dialog } from './Dialog.tsx';
import { type Fault, lazyOr } from './lazy-part.tsx';

type Closable = { readonly onClose: () => void };

/** A dialog in a chunk of its own. Where that can't be had a dialog says so; opened again, it is asked for again. `Coming` stands there meanwhile. */
export const lazyDialog = <Props extends Closable>(
  load: () => Promise<ComponentType<Props>>,
  Coming?: ComponentType<Props>,
): ComponentType<Props> => lazyOr({ load, Missing: NotHere, ...(Coming && { Coming }) });

/** With a connection, or what the browser takes for one, it may be that only loading the page again helps: that is left to the person. */
function NotHere({ onClose, isBroken }: Closable & Fault) {
  const { t } = useTranslation();
  const [isOnline] = useState(isOnlineHint);
  const reload = (
    <Button variant="default" onClick={() => location.reload()}>
      {t('action.reload')}
    </Button>
  );
  return (
    <Dialog isOpen onClose={onClose} title={t(isBroken ? 'dialog.broken' : 'dialog.notHere')} footer={(isOnline || isBroken) && reload}>
      <p>{t(isBroken ? 'dialog.brokenText' : 'dialog.notHereText')}</p>
      {isOnline && !isBroken && <p>{t('dialog.notHereOnline')}</p>}
    </Dialog>
  );
}
