import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMembers } from '#data/members/use-members.ts';
import { COLLECTION_NAMES } from '#domain/registry.ts';
import {
  ACTIVITY_KINDS,
  type ActivityFilter,
  type ActivityKind,
  EVERY_ACTIVITY,
  isActivityNarrowed,
} from '#domain/activity/activity-filter.ts';
import classes from './ActivityPage.module.css';

type Props = { filter: ActivityFilter; onChange: (change: Partial<ActivityFilter>) => void };

const ENTITIES = [
  ...COLLECTION_NAMES.filter((name) => name !== 'activity_log' && name !== 'period_figures'),
  'invites',
  'mail_settings',
  'bank_accounts',
] as const;
const KINDS = Object.keys(ACTIVITY_KINDS) as ActivityKind[];

export function ActivityFilterBar({ filter, onChange }: Props) {
  const { t, i18n } = useTranslation('activity');
  const { t: tEntities } = useTranslation('entities');
  const { value: people } = useMembers();
  const byLabel = (a: { label: string }, b: { label: string }) => a.label.localeCompare(b.label, i18n.language);
  const members = [...(people?.values() ?? [])].map((member) => ({
    value: member.user_id,
    label: member.display_name || member.email || t('filter.unnamed'),
  }));
  const entities = ENTITIES.map((name) => ({ value: name as string, label: tEntities(`${name}.one`) }));
  return (
    <div className={classes.filter} role="search">
      <NativeSelect
        label={t('filter.person')}
        value={filter.actorId ?? ''}
        onChange={(event) => onChange({ actorId: event.currentTarget.value || null })}
        data={[{ value: '', label: t('filter.anyPerson') }, ...members.sort(byLabel)]}
      />
      <NativeSelect
        label={t('filter.kind')}
        value={filter.kind ?? ''}
        onChange={(event) => onChange({ kind: (event.currentTarget.value || null) as ActivityKind | null })}
        data={[{ value: '', label: t('filter.anyKind') }, ...KINDS.map((kind) => ({ value: kind, label: t(`kind.${kind}`) }))]}
      />
      <NativeSelect
        label={t('filter.entity')}
        value={filter.entity ?? ''}
        onChange={(event) => onChange({ entity: event.currentTarget.value || null })}
        data={[{ value: '', label: t('filter.anyEntity') }, ...entities.sort(byLabel)]}
      />
      <Checkbox
        className={classes.recent ?? ''}
        label={t('filter.recent')}
        checked={filter.isRecent}
        onChange={(event) => onChange({ isRecent: event.currentTarget.checked })}
      />
      {isActivityNarrowed(filter) && (
        <Button className={classes.clear ?? ''} variant="subtle" size="compact-md" onClick={() => onChange(EVERY_ACTIVITY)}>
          {t('filter.clear')}
        </Button>
      )}
    </div>
  );
}
