import { Fragment, type ReactNode, useMemo, useState } from 'react';
import type { DraftKind, DraftShelf } from '#data/drafts/draft-shelf.ts';
import { completedDraft, type FormDraft } from '#data/drafts/form-drafts.ts';
import { type Opened, useEditDraft, useNewDraft } from '#data/drafts/use-drafts.ts';

/** What a form starts with, and where what is typed is kept until it is saved. */
export type Drafted<V> = Opened<FormDraft<V>> & {
  readonly kind: DraftKind;
  readonly shelf: DraftShelf<FormDraft<V>>;
  /** Shows the form again without the draft. */ startOver(): void;
};

type Props<V> = {
  shelf: DraftShelf<FormDraft<V>>;
  /** The record that is edited; without it a new one is made. */
  recordId?: string;
  /** What the form shows without a draft. */
  fresh: () => V;
  /** The form was opened for something particular: an older draft stays where it is. */
  isFresh?: boolean;
  children: (drafted: Drafted<V>) => ReactNode;
};

/** Opens the form of a record with what was typed into it and not saved the last time. */
export function WithDraft<V extends object>({ recordId, ...props }: Props<V>) {
  return recordId === undefined ? <NewDraft {...props} /> : <EditDraft key={recordId} recordId={recordId} {...props} />;
}

function NewDraft<V extends object>({ shelf, fresh, isFresh = false, children }: Props<V>) {
  const [round, setRound] = useState(0);
  const [start] = useState(fresh);
  const opened = useCompleted(useNewDraft(shelf, { blank: () => untouched(start), round, isFresh }), start);
  if (!opened) return null;
  return <Fragment key={opened.recordId}>{children({ ...opened, kind: 'new', shelf, startOver: () => setRound(round + 1) })}</Fragment>;
}

function EditDraft<V extends object>({ shelf, fresh, recordId, children }: Props<V> & { recordId: string }) {
  const [start] = useState(fresh); // what arrives while the form is open stays out of it
  const [isOver, setOver] = useState(false);
  const stored = useEditDraft(shelf, recordId);
  const restored = useCompleted(stored, start);
  if (stored === undefined) return null;
  const opened = isOver || !restored ? { recordId, draft: untouched(start), restoredAt: null } : restored;
  return <Fragment key={String(isOver)}>{children({ ...opened, kind: 'edit', shelf, startOver: () => setOver(true) })}</Fragment>;
}

const untouched = <V,>(start: V): FormDraft<V> => ({ before: start, values: start });

function useCompleted<V extends object>(opened: Opened<FormDraft<V>> | null | undefined, start: V): Opened<FormDraft<V>> | null {
  return useMemo(() => (opened ? { ...opened, draft: completedDraft(opened.draft, start) } : null), [opened, start]);
}
