import type { DirectoryResource } from '#domain/directories.ts';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import { can } from '#domain/access/access.ts';
import { BulkBar } from '#widgets/BulkBar.tsx';
import type { Bulk } from '#widgets/use-bulk.ts';

type Props = {
  bulk: Bulk;
  resource: DirectoryResource;
  setActive: (change: { id: string; isActive: boolean }) => Promise<unknown>;
  remove: (id: string) => Promise<unknown>;
};

/** What can be done with the selected vendors, customers or products. */
export function DirectoryBulkBar({ bulk, resource, setActive, remove }: Props) {
  const { t } = useTranslation();
  const { ctx } = useCompany();
  const mayUpdate = can(ctx.access, `${resource}.update`);
  const mayDelete = can(ctx.access, `${resource}.delete`);
  const activate = (isActive: boolean) => void bulk.run(({ id }) => setActive({ id, isActive }));
  return (
    <BulkBar bulk={bulk}>
      {mayUpdate && (
        <>
          <Button size="compact-md" variant="default" disabled={bulk.isRunning} onClick={() => activate(true)}>
            {t('bulk.activate')}
          </Button>
          <Button size="compact-md" variant="default" disabled={bulk.isRunning} onClick={() => activate(false)}>
            {t('bulk.deactivate')}
          </Button>
        </>
      )}
      {mayDelete && (
        <Button
          size="compact-md"
          variant="light"
          color="red"
          disabled={bulk.isRunning}
          onClick={() => void bulk.run(({ id }) => remove(id))}
        >
          {t('bulk.delete')}
        </Button>
      )}
    </BulkBar>
  );
}

/** Whether a list of these offers a selection at all. */
export function useMayBulk(resource: Props['resource']): boolean {
  const { ctx } = useCompany();
  return can(ctx.access, `${resource}.update`) || can(ctx.access, `${resource}.delete`);
}
