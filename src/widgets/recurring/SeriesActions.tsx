import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { useCompany } from '#data/core/company-context.ts';
import type { TakeBack } from '#data/core/held-delete.ts';
import { can, type PermissionKey } from '#domain/access/access.ts';
import type { Recurrence } from '#domain/recurring/recurrence.ts';
import { generationRefusal } from '#domain/recurring/series-steps.ts';
import { useHeldDelete } from '#widgets/use-undoable-delete.ts';
import { DeleteSeries } from './DeleteSeries.tsx';
import { GenerateButton } from './GenerateActions.tsx';
import { PauseResume } from './PauseResume.tsx';
import { RECURRING_KINDS, type RecurringKind } from './recurring-kinds.ts';

type Series = Parameters<typeof generationRefusal>[0] & {
  readonly id: string;
  readonly is_active: boolean;
  readonly next_generation: string;
  readonly generate_requested: string | null;
};
type Commands<S> = {
  pause: (seen: S) => Promise<unknown>;
  resume: (change: { seen: S; isMadeUp: boolean }) => Promise<unknown>;
  remove: (id: string) => Promise<TakeBack>;
};
type Props<S> = {
  kind: RecurringKind;
  item: S;
  label: string;
  /** Null while nothing can be said about its dates. */
  rule: Recurrence | null;
  commands: Commands<S>;
  /** The right that generating needs. */
  generateKey: PermissionKey;
  /** Generates, and says what came of it. */
  onGenerate: () => Promise<void>;
};

/** What this person may do with this series now; the server has the last word. */
export function SeriesActions<S extends Series>({ kind, item, label, rule, commands, generateKey, onGenerate }: Props<S>) {
  const { t } = useTranslation('recurring');
  const { ctx } = useCompany();
  const navigate = useNavigate();
  const deleteHeld = useHeldDelete();
  const { collection, list } = RECURRING_KINDS[kind];
  const { id } = item;
  const remove = async () => {
    await deleteHeld({ remove: () => commands.remove(id), text: t('toast.deleted', { name: label }) });
    void navigate(list, { replace: true });
  };
  const mayGenerate = item.generate_requested === null && generationRefusal(item, ctx.access, generateKey) === null;
  return (
    <>
      {can(ctx.access, `${collection}.update`) && (
        <>
          {rule && (
            <PauseResume
              label={label}
              isActive={item.is_active}
              rule={rule}
              onPause={() => commands.pause(item)}
              onResume={(isMadeUp) => commands.resume({ seen: item, isMadeUp })}
            />
          )}
          <Button variant="default" component={Link} to={`${list}/${id}/edit`} leftSection={<IconPencil size={16} aria-hidden />}>
            {t('action.edit')}
          </Button>
        </>
      )}
      {rule && mayGenerate && <GenerateButton kind={kind} next={item.next_generation} rule={rule} onGenerate={onGenerate} />}
      {can(ctx.access, `${collection}.delete`) && <DeleteSeries onDelete={remove} />}
    </>
  );
}
