import { type ComponentType, lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from './Dialog.tsx';

type Closable = { readonly onClose: () => void };

/**
 * A dialog in a chunk of its own. Where the chunk can't be had, because the connection went before it was kept here, a dialog says so; opened again,
 * it is asked for again.
 */
export function lazyDialog<Props extends Closable>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  const fetched = async (): Promise<{ default: ComponentType<Props> }> => ({
    default: await load().then(
      (dialog) => (loaded = dialog),
      () => NotHere,
    ),
  });
  return function LazyDialog(props: Props) {
    const [Current] = useState<ComponentType<Props>>(() => loaded ?? lazy(fetched));
    return (
      <Suspense>
        <Current {...props} />
      </Suspense>
    );
  };
}

function NotHere({ onClose }: Closable) {
  const { t } = useTranslation();
  return (
    <Dialog isOpen onClose={onClose} title={t('dialog.notHere')}>
      <p>{t('dialog.notHereText')}</p>
    </Dialog>
  );
}
