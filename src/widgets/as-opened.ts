import { type ComponentType, memo } from 'react';

type Props<R> = { record: R };

/**
 * The form of a record as it was when it was opened. What becomes of the record meanwhile, by the form's own save too, does not draw it again;
 * saving looks at the newest version (SYNC-26).
 */
export const asOpened = <R extends { readonly id: string }>(Form: ComponentType<Props<R>>): ComponentType<Props<R>> =>
  memo(Form, (before, after) => before.record.id === after.record.id);
