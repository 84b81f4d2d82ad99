import { useRecordForm } from '#ui/use-record-form.ts';
import { useKeptTyping } from './use-kept-typing.tsx';
import type { Drafted } from './WithDraft.tsx';

type Options<V extends Record<string, unknown>> = {
  drafted: Drafted<V>;
  schema: Parameters<typeof useRecordForm<V>>[0]['schema'];
  /** Gets what the form showed before anybody typed, too: only what differs is saved. */
  submit: (values: V, before: V) => Promise<unknown>;
};

/** A form bound to a command that keeps what is typed on this device until it is saved. `restored` stands above it, `note` beside the button. */
export function useDraftedForm<V extends Record<string, unknown>>({ drafted, schema, submit }: Options<V>) {
  const bound = useRecordForm<V>({
    initialValues: drafted.draft.values,
    ...(schema ? { schema } : {}),
    submit: async (values) => {
      await submit(values, drafted.draft.before);
      await forget();
    },
  });
  const { form, isSubmitting } = bound;
  const { forget, ...kept } = useKeptTyping(drafted, { values: form.values, isChanged: form.isDirty(), isSubmitting });
  return { ...bound, ...kept };
}
