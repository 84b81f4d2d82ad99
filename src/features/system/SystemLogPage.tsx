import { Button, NativeSelect } from '@mantine/core';
import { IconDownload, IconListDetails, IconTrash } from '@tabler/icons-react';
import { useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { logMemory } from '#platform/log/log.ts';
import type { LogLevel, LogLine } from '#platform/log/log-memory.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { saveTextFile } from '#ui/save-text-file.ts';
import { StatusBadge, type Tone } from '#ui/StatusBadge.tsx';
import entryList from '#ui/EntryList.module.css';
import classes from './System.module.css';

const LEVELS = ['debug', 'info', 'warn', 'error'] as const satisfies readonly LogLevel[];
const TONES: Record<LogLevel, Tone> = { debug: 'gray', info: 'blue', warn: 'amber', error: 'red' };

/** What the app noticed on this device: for the person who asks for help, and the one who gives it. */
export function SystemLogPage() {
  const { t } = useTranslation('system');
  const { ctx } = useCompany();
  const [least, setLeast] = useState<LogLevel>('info');
  const all = useSyncExternalStore(logMemory.subscribe, logMemory.read);
  const lines = all.filter(({ level }) => LEVELS.indexOf(level) >= LEVELS.indexOf(least));
  return (
    <>
      <PageHeader
        title={t('log.title')}
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconDownload size={18} aria-hidden />}
              disabled={all.length === 0}
              onClick={() => saveTextFile(`kontor-log-${ctx.today()}.txt`, asText(all), 'text/plain')}
            >
              {t('log.export')}
            </Button>
            <Button
              variant="default"
              leftSection={<IconTrash size={18} aria-hidden />}
              disabled={all.length === 0}
              onClick={() => logMemory.clear()}
            >
              {t('log.clear')}
            </Button>
          </>
        }
      />
      <p className={classes.intro}>{t('log.intro')}</p>
      <NativeSelect
        className={classes.level ?? ''}
        label={t('log.least')}
        value={least}
        onChange={(event) => setLeast(event.currentTarget.value as LogLevel)}
        data={LEVELS.map((level) => ({ value: level, label: t(`log.level.${level}`) }))}
      />
      {lines.length === 0 ? (
        <EmptyState icon={<IconListDetails size={26} />} title={t('log.emptyTitle')} text={t('log.emptyText')} />
      ) : (
        <ol className={entryList.list}>
          {lines.map((line, index) => (
            <Line key={`${line.at} ${index}`} line={line} timezone={ctx.timezone} />
          ))}
        </ol>
      )}
    </>
  );
}

function Line({ line, timezone }: { line: LogLine; timezone: string }) {
  const { t, i18n } = useTranslation('system');
  const format = useFormat();
  const key = `system:log.event.${line.event}`;
  const facts = factsOf(line);
  return (
    <li className={classes.line}>
      <time dateTime={line.at} className={classes.at}>
        {format.instant(line.at, timezone)}
      </time>
      <StatusBadge tone={TONES[line.level]}>{t(`log.badge.${line.level}`)}</StatusBadge>
      <div className={classes.what}>
        <p className={classes.sentence}>{i18n.exists(key) ? i18n.t(key as 'system:log.event.command_failed') : line.event}</p>
        <code className={classes.code}>{facts ? `${line.event} · ${facts}` : line.event}</code>
      </div>
    </li>
  );
}

const factsOf = ({ facts }: LogLine) =>
  Object.entries(facts)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join(' ');

const asText = (lines: readonly LogLine[]) =>
  lines.map((line) => [line.at, line.level, line.event, factsOf(line)].join('\t').trimEnd()).join('\n');
