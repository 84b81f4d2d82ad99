import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { DueReminder } from '#data/reminders/reminders.queries.ts';
import { unprintableIn } from '#domain/documents/printed-characters.ts';
import { showToast } from '#ui/toast.ts';
import { useCommand } from '#ui/use-command.ts';
import fields from '#widgets/Fields.module.css';
import { MailDialog } from '#widgets/mail/MailDialog.tsx';
import type { ReminderWriter, WrittenReminder } from './use-reminder-writer.ts';

type Props = { due: DueReminder; writer: ReminderWriter; onClose: () => void };

/** One reminder as it will read; it can be changed before it is sent or printed. */
export function ReminderDialog({ due, writer, onClose }: Props) {
  const { t } = useTranslation('reminders');
  const print = useCommand(async (written: WrittenReminder) => {
    await writer.post([{ due, written }]);
    showToast({ text: t('toast.printed', { count: 1 }) });
    onClose();
  });
  return (
    <MailDialog
      title={t('dialogTitle', { level: t(`level.${due.proposal.level}`), number: due.invoice.number ?? '' })}
      initial={writer.write(due)}
      waits="offline"
      isOwnMissing={writer.isOwnMissing}
      otherWay={(written) => (
        <Button variant="default" onClick={() => void print.run(written)} loading={print.isRunning}>
          {t('print', { count: 1 })}
        </Button>
      )}
      send={async (written) => {
        await writer.mail(due, written);
        return { text: t('toast.queued', { count: 1 }) };
      }}
      onSent={onClose}
      onClose={onClose}
    >
      {({ body }) => <PrintHints text={`${body} ${due.invoice.buyer?.name ?? ''}`} />}
    </MailDialog>
  );
}

function PrintHints({ text }: { text: string }) {
  const { t } = useTranslation('reminders');
  const unprintable = unprintableIn(text);
  return (
    <>
      <p className={fields.hint}>{t('printHint')}</p>
      {unprintable.length > 0 && (
        <p className={`${fields.hint} ${fields.warning}`}>{t('unprintable', { characters: unprintable.join(' ') })}</p>
      )}
    </>
  );
}
