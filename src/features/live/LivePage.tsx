import { Button } from '@mantine/core';
import { IconBroadcast, IconCrown, IconPlugConnected } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { type CompanyValue, useOpenCompany } from '#data/core/company-context.ts';
import type { LiveState } from '#data/tabs/shared-live-state.ts';
import { type HeardEvent, useLiveConnection } from '#data/opening/use-live-connection.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { KeyValue } from '#ui/KeyValue.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Section } from '#ui/Section.tsx';
import { StatusBadge, type Tone } from '#ui/StatusBadge.tsx';
import classes from './LivePage.module.css';

const TONES: Record<LiveState, Tone> = { CONNECTED: 'green', CONNECTING: 'amber', DISCONNECTED: 'gray' };

/** The live connection from inside: for whoever wants to know why something does not arrive. */
export function LivePage() {
  const company = useOpenCompany();
  return company ? <LiveConnection key={company.company.id} company={company} /> : <NoConnection />;
}

/** There is one channel per company: without an open one there is nothing to hear. */
function NoConnection() {
  const { t } = useTranslation('system');
  return (
    <>
      <PageHeader title={t('live.title')} meta={<StatusBadge tone={TONES.DISCONNECTED}>{t('live.state.DISCONNECTED')}</StatusBadge>} />
      <EmptyState
        icon={<IconBroadcast size={26} />}
        title={t('live.noCompany')}
        text={t('live.noCompanyText')}
        action={
          <Button component={Link} to="/company/select-current" variant="default">
            {t('live.choose')}
          </Button>
        }
      />
    </>
  );
}

function LiveConnection({ company }: { company: CompanyValue }) {
  const { t } = useTranslation('system');
  const live = useLiveConnection(company);
  return (
    <>
      <PageHeader
        title={t('live.title')}
        meta={<StatusBadge tone={TONES[live.state]}>{t(`live.state.${live.state}`)}</StatusBadge>}
        actions={
          <>
            <Button variant="default" leftSection={<IconPlugConnected size={18} aria-hidden />} onClick={live.reconnect}>
              {t('live.reconnect')}
            </Button>
            <Button variant="default" leftSection={<IconCrown size={18} aria-hidden />} disabled={live.isLeader} onClick={live.takeOver}>
              {t('live.takeOver')}
            </Button>
          </>
        }
      />
      <Tabs live={live} />
      <Section title={t('live.events')} text={t('live.eventsHint')} isFlush={live.events.length > 0}>
        {live.events.length === 0 ? (
          <EmptyState icon={<IconBroadcast size={26} />} title={t('live.noEvents')} text={t('live.noEventsText')} />
        ) : (
          <EventTable events={live.events} />
        )}
      </Section>
    </>
  );
}

function Tabs({ live }: { live: ReturnType<typeof useLiveConnection> }) {
  const { t } = useTranslation('system');
  const format = useFormat();
  const seconds = (ms: number) => t('live.seconds', { seconds: format.number(Math.round(ms / 1000)) });
  const followers = live.peers.filter(({ isLeader }) => !isLeader);
  return (
    <Section title={t('live.tabs')}>
      <KeyValue
        items={[
          { label: t('live.thisTab'), value: <code className={classes.id}>{live.tabId.slice(-12)}</code> },
          {
            label: t('live.leader'),
            value: live.isLeader ? t('live.isLeader') : live.leaderId ? <code>{live.leaderId.slice(-12)}</code> : t('live.noLeader'),
          },
          { label: t('live.term'), value: format.number(live.epoch) },
          { label: t('live.heartbeat'), value: seconds(live.heartbeatAge) },
          {
            label: t('live.followers'),
            value:
              followers.length === 0 ? (
                t('live.noFollowers')
              ) : (
                <ul className={classes.peers}>
                  {followers.map(({ id, age }) => (
                    <li key={id}>
                      <code className={classes.id}>{id.slice(-12)}</code> · {t('live.seen', { ago: seconds(age) })}
                    </li>
                  ))}
                </ul>
              ),
          },
        ]}
      />
    </Section>
  );
}

function EventTable({ events }: { events: readonly HeardEvent[] }) {
  const { t } = useTranslation('system');
  const format = useFormat();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reachable with the keyboard
    <div className={classes.scroll} tabIndex={0} role="region" aria-label={t('live.events')}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('live.at')}</th>
            <th scope="col">{t('live.event')}</th>
            <th scope="col">{t('live.table')}</th>
            <th scope="col">{t('live.id')}</th>
            <th scope="col" className={classes.number}>
              {t('live.latency')}
            </th>
          </tr>
        </thead>
        <tbody>
          {events.map(({ key, message, at, latency }) => (
            <tr key={key}>
              <td>{format.timeOfDay(at)}</td>
              <td>{message.event}</td>
              <td>{message.table}</td>
              <td>
                <code className={classes.id}>{message.id?.slice(-12) ?? '—'}</code>
              </td>
              <td className={classes.number}>{latency === null ? '—' : t('live.ms', { ms: format.number(latency) })}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
