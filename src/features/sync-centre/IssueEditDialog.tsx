import { Button, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SyncIssue } from '#data/changes/issue.ts';
import { useIssueCommands } from '#data/sync-centre/use-issues.ts';
import { entityOf } from '#domain/registry.ts';
import type { SyncedRecord } from '#domain/shared/record.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { showToast } from '#ui/toast.ts';
import { useCommand } from '#ui/use-command.ts';
import { comparedFields } from './compared-fields.ts';
import { canChoose, ReferenceField } from './ReferenceField.tsx';
import classes from './SyncCentre.module.css';
import { useRecordWords, valueAt } from '#widgets/use-record-words.ts';

type Fields = Record<string, unknown>;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A third version: texts can be typed anew, names be chosen, anything else is taken from one side or the other. */
export function IssueEditDialog({ issue, onClose }: { issue: SyncIssue; onClose: () => void }) {
  const { t } = useTranslation('sync');
  const words = useRecordWords();
  const { editIssue } = useIssueCommands();
  const fields = comparedFields(issue).filter((field) => !field.includes('.'));
  const [picked, setPicked] = useState<Fields>(() => Object.fromEntries(fields.map((field) => [field, valueAt(issue.mine, field)])));
  const pick = (field: string, value: unknown) => setPicked((all) => ({ ...all, [field]: value }));

  const save = useCommand(async () => {
    const start = issue.theirs ?? issue.mine;
    if (!start) return;
    await editIssue(issue, { ...start, ...picked } as SyncedRecord);
    showToast({ type: 'success', text: t('issue.keptMine') });
    onClose();
  });
  const control = (field: string) => {
    const label = words.field(issue.collection, field);
    const mine = valueAt(issue.mine, field);
    const theirs = valueAt(issue.theirs, field);
    if (typeof mine === 'string' && !/(_id|_by|_at|status)$/.test(field)) {
      return (
        <div key={field} className={classes.editField}>
          <TextInput label={label} value={textOf(picked[field])} onChange={(event) => pick(field, event.currentTarget.value)} />
          {issue.theirs && (
            <Button variant="default" aria-label={t('issue.useTheirs', { field: label })} onClick={() => pick(field, theirs ?? '')}>
              {t('issue.theirs')}
            </Button>
          )}
        </div>
      );
    }
    const to = entityOf(issue.collection).references?.[field]?.to;
    if (to !== undefined && canChoose(to)) {
      const value = typeof picked[field] === 'string' ? picked[field] : null;
      return <ReferenceField key={field} to={to} value={value} onChange={(id) => pick(field, id)} />;
    }
    const sides = [
      { value: 'mine', label: words.value(issue.collection, field, issue.mine) ?? t('issue.empty') },
      ...(issue.theirs ? [{ value: 'theirs', label: words.value(issue.collection, field, issue.theirs) ?? t('issue.empty') }] : []),
    ];
    return (
      <div key={field}>
        <div id={`side-${field}`}>{label}</div>
        <SegmentedControl
          fullWidth
          aria-labelledby={`side-${field}`}
          data={sides}
          value={picked[field] === theirs && issue.theirs ? 'theirs' : 'mine'}
          onChange={(side) => pick(field, side === 'mine' ? mine : theirs)}
        />
      </div>
    );
  };

  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="md"
      title={t('issue.editTitle')}
      footer={
        <Button onClick={() => void save.run()} loading={save.isRunning}>
          {t('issue.editSave')}
        </Button>
      }
    >
      <Stack gap="sm">{fields.length === 0 ? t('issue.noFields') : fields.map(control)}</Stack>
    </Dialog>
  );
}
