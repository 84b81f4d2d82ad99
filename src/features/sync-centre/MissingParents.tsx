import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHistoryOf } from '#data/activity/use-history.ts';
import type { SyncIssue } from '#data/changes/issue.ts';
import type { MissingParent } from '#data/sync-centre/missing-parents.ts';
import { useIssueCommands, useIssues } from '#data/sync-centre/use-issues.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { showToast } from '#ui/toast.ts';
import { useCommand } from '#ui/use-command.ts';
import { useMemberName } from '#widgets/MemberName.tsx';
import { useRecordWords } from '#widgets/use-record-words.ts';
import { canChoose, ReferenceField } from './ReferenceField.tsx';

/** What became of a record that this one names: who deleted it, or that it has a question of its own. */
function useFate({ to, id }: MissingParent): string {
  const { t } = useTranslation('sync');
  const { t: tEntities } = useTranslation('entities');
  const format = useFormat();
  const words = useRecordWords();
  const nameOf = useMemberName();
  const history = useHistoryOf(to, id);
  const asked = useIssues()?.find(({ collection, doc_id }) => collection === to && doc_id === id);
  const what = tEntities(`${to}.one`);
  if (asked) return t('parent.asked', { what, label: words.label(to, asked.mine ?? asked.base) });
  const gone = history?.entries.find(({ type }) => type === 'deleted');
  if (!gone) return t('parent.gone', { what });
  return t('parent.deleted', { what, label: gone.entity_label, who: nameOf(gone.actor_id), when: format.instant(gone.created_at) });
}

export function ParentFate({ parent }: { parent: MissingParent }) {
  return <>{useFate(parent)}</>;
}

type Props = { issue: SyncIssue; missing: readonly MissingParent[] };

/** Lets another record take the place of one that is gone, or none where the refused one may go without. */
export function ReplaceParents({ issue, missing }: Props) {
  const { t } = useTranslation('sync');
  const [isOpen, setOpen] = useState(false);
  if (missing.length === 0 || missing.some((parent) => !canChoose(parent.to) && !parent.isOptional)) return null;
  return (
    <>
      <Button size="compact-md" onClick={() => setOpen(true)}>
        {t(missing.some(({ to }) => canChoose(to)) ? 'parent.choose' : 'parent.without')}
      </Button>
      {isOpen && <ParentsDialog issue={issue} missing={missing} onClose={() => setOpen(false)} />}
    </>
  );
}

function ParentsDialog({ issue, missing, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation('sync');
  const { replaceParents } = useIssueCommands();
  const [chosen, setChosen] = useState<Readonly<Record<string, string | null>>>({});
  const isComplete = missing.every(({ field, isOptional }) => isOptional || typeof chosen[field] === 'string');
  const save = useCommand(async () => {
    await replaceParents(issue, Object.fromEntries(missing.map(({ field }) => [field, chosen[field] ?? null])));
    showToast({ type: 'success', text: t('issue.keptMine') });
    onClose();
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="md"
      title={t('parent.title')}
      footer={
        <Button onClick={() => void save.run()} loading={save.isRunning} disabled={!isComplete}>
          {t('issue.editSave')}
        </Button>
      }
    >
      <Stack gap="md">
        {missing.map((parent, at) => (
          <div key={parent.field}>
            <p>
              <ParentFate parent={parent} /> {parent.isOptional && t('parent.optional')}
            </p>
            <ReferenceField
              to={parent.to}
              value={chosen[parent.field] ?? null}
              onChange={(id) => setChosen((all) => ({ ...all, [parent.field]: id }))}
              autoFocus={at === 0}
            />
          </div>
        ))}
      </Stack>
    </Dialog>
  );
}
