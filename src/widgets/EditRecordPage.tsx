import type { ReactNode } from 'react';
import { PageHeader } from '#ui/PageHeader.tsx';
import { RecordMissing } from './RecordMissing.tsx';

type Back = { readonly to: string; readonly label: string };
type Words = { readonly title: string; readonly text: string };
type Props<R> = {
  title: string;
  /** Undefined while it is looked for, null when it is not here. */
  record: R | null | undefined;
  list: Back;
  detail: Back;
  missing: Words;
  /** Why it can't be edited, when it can't. */
  refused?: Words | null;
  actions?: ReactNode;
  children: (record: R) => ReactNode;
};

/** The page on which a record is edited, or what is said in its place when it is gone or may not be changed. */
export function EditRecordPage<R>({ title, record, list, detail, missing, refused, actions, children }: Props<R>) {
  if (record === undefined) return <PageHeader title={title} back={list} />;
  if (record === null) return <RecordMissing {...missing} back={list} />;
  if (refused) return <RecordMissing {...refused} back={detail} />;
  return (
    <>
      <PageHeader title={title} back={detail} actions={actions} />
      {children(record)}
    </>
  );
}
