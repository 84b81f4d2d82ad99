import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showSaved } from '#ui/toast.ts';
import { useRecordForm } from '#ui/use-record-form.ts';

type Options<Values extends Record<string, unknown>> = {
  /** What the company's settings say now; may change while the form is open. */
  current: Values;
  schema: Parameters<typeof useRecordForm<Values>>[0]['schema'];
  save: (edit: { opened: Values; values: Values }) => Promise<unknown>;
  describe?: (error: unknown) => { field?: string; text: string } | undefined;
  /** What saving is called where it does not mean this device. */
  savedText?: string;
};

/**
 * A form of settings. What others change meanwhile appears in it as long as nothing was typed; afterwards what the form showed when typing
 * began is what its changes are measured against, so that saving writes only those. What is typed while it is saved stays, unsaved.
 */
export function useSettingsForm<Values extends Record<string, unknown>>({ current, schema, save, describe, savedText }: Options<Values>) {
  const { t } = useTranslation('settings');
  const [opened, setOpened] = useState(current);
  const bound = useRecordForm<Values>({
    initialValues: opened,
    ...(schema ? { schema } : {}),
    ...(describe ? { describe } : {}),
    submit: async (values) => {
      await save({ opened, values });
      startFrom(values);
      showSaved(savedText ?? t('saved'));
    },
  });
  const { form } = bound;
  const isDirty = form.isDirty();
  const version = JSON.stringify(current);
  const seen = useRef(version);

  function startFrom(values: Values) {
    setOpened(values);
    form.resetDirty(values);
  }
  function adopt(values: Values) {
    startFrom(values);
    form.setValues(values);
  }

  useEffect(() => {
    if (isDirty || seen.current === version) return;
    seen.current = version;
    adopt(current);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the version stands for the values
  }, [version, isDirty]);

  return { ...bound, isDirty, discard: () => adopt(current) };
}
