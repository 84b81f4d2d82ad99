import { type Icon, IconCamera, IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { putSharedFiles } from '#platform/pwa/share-inbox.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { ENTITY_ICONS } from '#ui/entity-icons.ts';
import menu from './BarMenu.module.css';
import type { CreateTarget } from './create-target.ts';

type Props = {
  targets: readonly CreateTarget[];
  /** Not where the form of an expense is open: it takes photos itself. */ hasPhoto: boolean;
  onClose: () => void;
};

const ICONS: Partial<Record<CreateTarget['texts'], Icon>> = {
  expenses: ENTITY_ICONS.receipt,
  invoices: ENTITY_ICONS.invoice,
  payments: ENTITY_ICONS.cash,
  customers: ENTITY_ICONS.users,
  vendors: ENTITY_ICONS.store,
  products: ENTITY_ICONS.box,
};

/** What can be made, from the thumb's "+". */
export function CreateSheet({ targets, hasPhoto, onClose }: Props) {
  const { t } = useTranslation('navigation');
  const { i18n } = useTranslation();
  return (
    <Dialog isOpen onClose={onClose} title={t('new')}>
      {targets.map(({ texts, path }) => {
        const TargetIcon = ICONS[texts] ?? IconPlus;
        return (
          <Link key={path} to={path} className={menu.item} onClick={onClose}>
            <TargetIcon size={20} stroke={1.75} aria-hidden />
            {i18n.t(`${texts}:new`)}
          </Link>
        );
      })}
      {hasPhoto && <PhotoItem onClose={onClose} />}
    </Dialog>
  );
}

/** A photo lies in the inbox of shared files before the form opens: whatever happens on the way, it is not lost. */
function PhotoItem({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('navigation');
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const take = async (files: readonly File[]) => {
    if (files.length === 0) return;
    setBusy(true);
    const kept = await putSharedFiles(files);
    onClose();
    await navigate(`/finance/expenses/create?shared=${kept}&of=${files.length}`);
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        aria-label={t('photo')}
        onChange={(event) => void take([...(event.currentTarget.files ?? [])])}
      />
      <button type="button" className={menu.item} disabled={isBusy} onClick={() => input.current?.click()}>
        <IconCamera size={20} stroke={1.75} aria-hidden />
        {t('photo')}
      </button>
    </>
  );
}
