import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import { can } from '#domain/access/access.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { EditRecordPage } from '#widgets/EditRecordPage.tsx';
import { RecordMissing } from '#widgets/RecordMissing.tsx';
import { RECURRING_KINDS, type RecurringKind } from './recurring-kinds.ts';

/** The page on which a series is written. */
export function CreateRecurringPage({ kind, children }: { kind: RecurringKind; children: ReactNode }) {
  const { t } = useTranslation('recurring');
  return (
    <>
      <PageHeader title={t(`title.create${RECURRING_KINDS[kind].one}`)} back={useBack(kind)} />
      {children}
    </>
  );
}

type EditProps<T> = {
  kind: RecurringKind;
  id: string;
  item: T | null | undefined;
  /** What it is called; empty for what its page is called. */
  name: string;
  children: (item: T) => ReactNode;
};

/** The page on which a series is changed. */
export function EditRecurringPage<T>({ kind, id, item, name, children }: EditProps<T>) {
  const { t } = useTranslation('recurring');
  const { ctx } = useCompany();
  const { collection, list, one } = RECURRING_KINDS[kind];
  return (
    <EditRecordPage
      title={t(`title.edit${one}`)}
      record={item}
      list={useBack(kind)}
      detail={{ to: `${list}/${id}`, label: name || t(kind === 'invoices' ? 'title.invoice' : 'title.expense') }}
      missing={useMissing(kind)}
      refused={can(ctx.access, `${collection}.update`) ? null : { title: t('notAllowed.title'), text: t('notAllowed.text') }}
    >
      {children}
    </EditRecordPage>
  );
}

/** What stands in the place of a series that is not here. */
export function RecurringMissing({ kind }: { kind: RecurringKind }) {
  return <RecordMissing {...useMissing(kind)} back={useBack(kind)} />;
}

/** From a series to all of its kind. */
export function useBack(kind: RecurringKind) {
  const { t } = useTranslation('recurring');
  const { list, many } = RECURRING_KINDS[kind];
  return { to: list, label: t(`action.back${many}`) };
}

function useMissing(kind: RecurringKind) {
  const { t } = useTranslation('recurring');
  return { title: t('notFound.title'), text: t(`notFound.text${RECURRING_KINDS[kind].one}`) };
}
