import { Anchor, Button, Checkbox } from '@mantine/core';
import { IconMail, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useCompany } from '#data/core/company-context.ts';
import type { DueReminder } from '#data/reminders/reminders.queries.ts';
import { can } from '#domain/access/access.ts';
import { Money } from '#ui/Money.tsx';
import { Section } from '#ui/Section.tsx';
import { StatusBadge } from '#ui/StatusBadge.tsx';
import { showToast } from '#ui/toast.ts';
import { useCommand } from '#ui/use-command.ts';
import classes from './Reminders.module.css';
import type { ReminderWriter } from './use-reminder-writer.ts';

type Props = { due: readonly DueReminder[]; writer: ReminderWriter; onShow: (due: DueReminder) => void };

/** The list of proposals; several are sent or printed together. */
export function DueReminders({ due, writer, onShow }: Props) {
  const { t } = useTranslation('reminders');
  const { ctx } = useCompany();
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const chosen = due.filter(({ invoice }) => ticked.has(invoice.id));
  const isAll = chosen.length === due.length;
  const tick = (id: string) => setTicked(new Set(ticked.has(id) ? [...ticked].filter((each) => each !== id) : [...ticked, id]));
  const send = useCommand(async () => {
    const written = chosen.map((each) => ({ each, text: writer.write(each) }));
    const reachable = written.filter(({ text }) => text.to !== '');
    for (const { each, text } of reachable) await writer.mail(each, text);
    if (reachable.length > 0) showToast({ text: t('toast.queued', { count: reachable.length }) });
    const without = written.length - reachable.length;
    if (without > 0) showToast({ type: 'error', text: t('toast.noAddress', { count: without }) });
  });
  const print = useCommand(async () => {
    await writer.post(chosen.map((each) => ({ due: each, written: writer.write(each) })));
    showToast({ text: t('toast.printed', { count: chosen.length }) });
  });
  const isBusy = send.isRunning || print.isRunning;
  return (
    <Section
      title={t('due', { count: due.length })}
      isFlush
      actions={
        can(ctx.access, 'invoices.send') && (
          <>
            <Button
              leftSection={<IconMail size={16} aria-hidden />}
              disabled={chosen.length === 0 || isBusy}
              loading={send.isRunning}
              onClick={() => void send.run()}
            >
              {t('send')}
            </Button>
            <Button
              variant="default"
              leftSection={<IconPrinter size={16} aria-hidden />}
              disabled={chosen.length === 0 || isBusy}
              loading={print.isRunning}
              onClick={() => void print.run()}
            >
              {t('print', { count: chosen.length })}
            </Button>
          </>
        )
      }
    >
      <div className={classes.all}>
        <Checkbox
          label={chosen.length > 0 ? t('chosen', { count: chosen.length }) : t('chooseAll')}
          checked={isAll}
          indeterminate={chosen.length > 0 && !isAll}
          onChange={() => setTicked(new Set(isAll ? [] : due.map(({ invoice }) => invoice.id)))}
        />
      </div>
      <ul className={classes.list}>
        {due.map((each) => (
          <Row key={each.invoice.id} due={each} isTicked={ticked.has(each.invoice.id)} onTick={tick} onShow={onShow} />
        ))}
      </ul>
    </Section>
  );
}

type RowProps = { due: DueReminder; isTicked: boolean; onTick: (id: string) => void; onShow: (due: DueReminder) => void };

function Row({ due, isTicked, onTick, onShow }: RowProps) {
  const { t } = useTranslation('reminders');
  const { invoice, proposal } = due;
  const { id, currency, buyer } = invoice;
  const number = invoice.number ?? '';
  const { level, open, fee, interest, flat_fee, total, days_late } = proposal;
  const parts = [
    { key: 'part.open', amount: open },
    { key: 'part.fee', amount: fee },
    { key: 'part.interest', amount: interest },
    { key: 'part.flat', amount: flat_fee },
  ] as const;
  const asked = parts.filter(({ amount }) => amount > 0);
  return (
    <li className={classes.row}>
      <Checkbox aria-label={t('choose', { number })} checked={isTicked} onChange={() => onTick(id)} />
      <div className={classes.who}>
        <Anchor component={Link} to={`/finance/invoices/${id}`} className={classes.name}>
          {buyer?.name ?? number}
        </Anchor>
        <span className={classes.facts}>
          {number} · {t('late', { count: days_late })}
        </span>
      </div>
      <StatusBadge tone={level === 3 ? 'red' : 'amber'}>{t(`level.${level}`)}</StatusBadge>
      <div className={classes.money}>
        <Money amount={total} currency={currency} isStrong />
        {asked.length > 1 && (
          <span className={classes.facts}>
            {asked.map(({ key, amount }, n) => (
              <span key={key}>
                {n > 0 && ' + '}
                {t(key)} <Money amount={amount} currency={currency} />
              </span>
            ))}
          </span>
        )}
      </div>
      <Button variant="default" size="compact-md" onClick={() => onShow(due)} aria-label={t('showOne', { number })}>
        {t('show')}
      </Button>
    </li>
  );
}
