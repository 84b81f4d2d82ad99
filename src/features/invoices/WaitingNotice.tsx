import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '#ui/EmptyState.tsx';

type Props = { isRunning: boolean; onWithdraw: () => void };

/** In place of the form while an invoice waits to be issued: what is on its way is not changed behind the server's back. */
export function WaitingNotice({ isRunning, onWithdraw }: Props) {
  const { t } = useTranslation('invoices');
  return (
    <EmptyState
      title={t('waiting.title')}
      text={t('waiting.text')}
      action={
        <Button loading={isRunning} onClick={onWithdraw}>
          {t('waiting.withdraw')}
        </Button>
      }
    />
  );
}
