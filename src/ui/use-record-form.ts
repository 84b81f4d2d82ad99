import { useForm } from '@mantine/form';
import { type FormEvent, startTransition, useEffect, useRef, useState } from 'react';
import { AppError } from '#domain/errors.ts';
import { log } from '#platform/log/log.ts';
import { followForm } from './changed-forms.ts';
import { useErrorText, useFieldErrorText } from './use-error-text.ts';

type PathPart = PropertyKey | { readonly key: PropertyKey };
type Issue = { readonly message: string; readonly path?: string | readonly PathPart[] | undefined };
/** The part of Standard Schema (zod speaks it) that a form needs. */
type FormSchema = {
  readonly '~standard': { readonly validate: (value: unknown) => { readonly issues?: readonly Issue[] | undefined } | Promise<unknown> };
};

type Options<Values extends Record<string, unknown>> = {
  initialValues: Values;
  /** The domain's own schema; its messages are keys of `errors.json` → `field`. */
  schema?: FormSchema;
  /** Runs the command. An `invalid_input` refusal is shown at its fields, any other above the form; nothing typed is lost. */
  submit: (values: Values) => Promise<unknown>;
  /** Says refusals in the form's own words; undefined leaves it to `errors.json`. */
  describe?: (error: unknown) => { field?: string; text: string } | undefined;
};

/** What takes no longer is not shown as under way: for its sake the whole form would be drawn twice more. */
const SENDING_AFTER_MS = 250;

/**
 * A form bound to a command: validated by the domain's schema, refused field by field, submitted once.
 * Spread `form.getInputProps('name')` on fields and `formProps` on `<form>`.
 */
export function useRecordForm<Values extends Record<string, unknown>>({ initialValues, schema, submit, describe }: Options<Values>) {
  const fieldText = useFieldErrorText();
  const errorText = useErrorText();
  const [isSubmitting, setSubmitting] = useState(false);
  const [formError, setFormError] = useState<string | null>(null);
  const busy = useRef(false);
  const [ended, setEnded] = useState(0);
  // Not before what came of it is drawn: the second press of a double click may meet the form on its way out.
  useEffect(() => {
    busy.current = false;
  }, [ended]);
  const element = useRef<HTMLFormElement>(null);

  const form = useForm<Values>({ initialValues });

  useEffect(() => focusAskedField(element.current), []);

  const saved = useRef<Values>(null);
  const isChanged = useRef((): boolean => false);
  useEffect(() => {
    isChanged.current = () => form.getValues() !== saved.current && form.isDirty();
  });
  useEffect(() => followForm(() => (isChanged.current() ? element.current : null)), []);

  const refuse = (error: unknown) => {
    const own = describe?.(error);
    if (own) {
      if (own.field === undefined) setFormError(own.text);
      else form.setFieldError(own.field, own.text);
      return focusFirstError(element);
    }
    const issues = error instanceof AppError && error.code === 'invalid_input' ? issuesOf(error) : [];
    const errors = fieldErrors(issues, fieldText);
    form.setErrors(errors);
    const hasVisibleField = Object.keys(errors).some((field) => (field.split('.')[0] ?? '') in initialValues);
    if (!hasVisibleField || !(error instanceof AppError)) setFormError(errorText(error));
    if (!(error instanceof AppError)) log.error('form_failed', { error });
    focusFirstError(element);
  };

  const send = async (values: Values) => {
    if (busy.current) return;
    busy.current = true;
    const timer = setTimeout(() => setSubmitting(true), SENDING_AFTER_MS);
    setFormError(null);
    try {
      await submit(values);
      saved.current = values;
    } catch (error) {
      refuse(error);
    } finally {
      clearTimeout(timer);
      // Where a person goes on to another page, that is drawn at once and not the form again before it.
      startTransition(() => {
        setSubmitting(false);
        setEnded((count) => count + 1);
      });
    }
  };

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // What can't be read is no value yet; an optional field would be saved as empty.
    const unread = element.current?.querySelector<HTMLElement>('[data-unreadable]');
    if (unread) {
      // Who pressed Enter in it has not left it, and would not hear why nothing happens.
      unread.blur();
      return unread.focus();
    }
    // Checked here and not by the library, which draws the form anew with each check, whatever comes of it.
    const values = form.getValues();
    const errors = fieldErrors(schemaIssues(schema, values), fieldText);
    const isRefused = Object.keys(errors).length > 0;
    if (isRefused || Object.keys(form.errors).length > 0) form.setErrors(errors);
    if (isRefused) return focusFirstError(element);
    void send(values);
  };

  return {
    form,
    isSubmitting,
    formError,
    setFormError,
    formProps: {
      ref: element,
      noValidate: true,
      onSubmit,
    },
  };
}

function schemaIssues(schema: FormSchema | undefined, values: unknown): readonly Issue[] {
  const result = schema?.['~standard'].validate(values);
  return result && 'issues' in result ? (result.issues ?? []) : [];
}

function issuesOf(error: AppError): readonly Issue[] {
  return Array.isArray(error.data['issues']) ? (error.data['issues'] as Issue[]) : [];
}

/** The first issue of every field, as a sentence. */
export function fieldErrors(issues: readonly Issue[], fieldText: (key: string) => string): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const issue of issues) {
    errors[pathOf(issue)] ??= fieldText(issue.message);
  }
  return errors;
}

function pathOf({ path = [] }: Issue): string {
  return typeof path === 'string' ? path : path.map((part) => String(typeof part === 'object' ? part.key : part)).join('.');
}

function focusFirstError(element: { readonly current: HTMLFormElement | null }): void {
  requestAnimationFrame(() => element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}

/** Whoever was sent here for one field (`?field=address.city`) finds the caret in it; fields are named by the form, groups of them by `data-path`. */
function focusAskedField(form: HTMLFormElement | null): void {
  const asked = new URLSearchParams(location.search).get('field');
  const found = asked === null ? null : form?.querySelector<HTMLElement>(`[data-path="${CSS.escape(asked)}"]`);
  const isField = found?.matches('input, textarea, select') ?? false;
  (isField ? found : found?.querySelector<HTMLElement>('input, textarea'))?.focus();
}
