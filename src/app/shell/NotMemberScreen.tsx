import { Button } from '@mantine/core';
import { IconBuildingOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import type { Leftover } from '#data/session/leftover.ts';
import { useLeftover } from '#data/session/use-leftover.ts';
import { useCurrentCompany } from '#data/session/use-session.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { saveFiles } from '#ui/save-text-file.ts';
import { showToast } from '#ui/toast.ts';
import { useCommand } from '#ui/use-command.ts';

type Props = { db: CompanyDatabase };

/** In the place of a company one was removed from: what was not sent can be taken along, and goes only when the person says so. */
export function NotMemberScreen({ db }: Props) {
  const { t } = useTranslation('company');
  const { current, leave, refresh } = useCurrentCompany();
  const { leftover } = useLeftover(db);
  const what = useWhatIsLeft(leftover);
  const name = current?.name || t('select.unnamed');
  const backToPicker = () => {
    leave();
    void refresh();
  };
  return (
    <EmptyState
      isPage
      role="alert"
      icon={<IconBuildingOff size={24} />}
      title={t('opening.notMemberTitle')}
      text={what ? t('left.text', { what, name }) : t('opening.notMemberText')}
      action={
        <>
          {what && <LeftoverActions db={db} name={name} what={what} />}
          <Button variant="default" onClick={backToPicker}>
            {t('opening.leave')}
          </Button>
        </>
      }
    />
  );
}

function LeftoverActions({ db, name, what }: Props & { name: string; what: string }) {
  const { t } = useTranslation('company');
  const { discard } = useCurrentCompany();
  const { exportAll } = useLeftover(db);
  const [isAsking, setAsking] = useState(false);
  const exporting = useCommand(async () => {
    const { records, receipts } = await exportAll(name);
    const files = [{ name: t('left.file', { name }), bytes: new Blob([records], { type: 'application/json' }) }, ...receipts];
    await saveFiles(files);
    showToast({ type: 'success', text: t('left.exported', { count: files.length }) });
  });
  return (
    <>
      <Button onClick={() => void exporting.run()} loading={exporting.isRunning}>
        {t('left.export')}
      </Button>
      <Button variant="default" color="red" onClick={() => setAsking(true)}>
        {t('left.discard')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t('left.discardTitle')}
        confirmLabel={t('left.discardConfirm')}
        onConfirm={() => discard(db.companyId)}
        isDangerous
      >
        {t('left.discardText', { what, name })}
      </ConfirmDialog>
    </>
  );
}

/** "3 changes and 1 receipt"; null when there is nothing. */
function useWhatIsLeft(leftover: Leftover | undefined): string | null {
  const { t } = useTranslation('company');
  if (!leftover) return null;
  const changes = t('left.changes', { count: leftover.changes });
  const receipts = t('left.receipts', { count: leftover.receipts });
  if (leftover.changes > 0 && leftover.receipts > 0) return t('left.both', { changes, receipts });
  return leftover.changes > 0 ? changes : leftover.receipts > 0 ? receipts : null;
}
