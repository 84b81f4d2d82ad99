import { Fragment, type ReactNode, useCallback, useState } from 'react';
import { useCompany } from '#data/core/company-context.tsx';
import type { DraftKind, DraftShelf } from '#data/drafts/draft-shelf.ts';
import type { FormDraft } from '#data/drafts/form-drafts.ts';
import { type Opened, useEditDraft, useNewDraft } from '#data/drafts/use-drafts.ts';

/** What a form starts with, and where what is typed is kept until it is saved. */
export type Drafted<V> = {
  readonly kind: DraftKind;
  readonly opened: Opened<FormDraft<V>>;
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

/** Opens the form of a record with what was typed into it and not saved the last time. Give the form `key={drafted.opened.draft.recordId}`. */
export function WithDraft<V>({ recordId, ...props }: Props<V>) {
  return recordId === undefined ? <NewDraft {...props} /> : <EditDraft key={recordId} recordId={recordId} {...props} />;
}

const idOf = (draft: { readonly recordId: string }) => draft.recordId;

function NewDraft<V>({ shelf, fresh, isFresh = false, children }: Props<V>) {
  const { ctx } = useCompany();
  const [round, setRound] = useState(0);
  const blank = useCallback(() => ({ recordId: ctx.newId(), before: fresh(), values: fresh() }), [ctx, fresh]);
  const opened = useNewDraft(shelf, { blank, recordIdOf: idOf, round, isFresh });
  return opened && children({ kind: 'new', opened, shelf, startOver: () => setRound(round + 1) });
}

function EditDraft<V>({ shelf, fresh, recordId, children }: Props<V> & { recordId: string }) {
  const [start] = useState(fresh); // what arrives while the form is open stays out of it
  const [isOver, setOver] = useState(false);
  const stored = useEditDraft(shelf, recordId);
  if (stored === undefined) return null;
  const untouched = { draft: { recordId, before: start, values: start }, restoredAt: null };
  const opened = isOver ? untouched : (stored ?? untouched);
  return <Fragment key={String(isOver)}>{children({ kind: 'edit', opened, shelf, startOver: () => setOver(true) })}</Fragment>;
}
