import { Button } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FormError } from '#ui/FormError.tsx';
import { LeaveGuard } from '#ui/LeaveGuard.tsx';
import classes from './Settings.module.css';

type Props = {
  bound: {
    readonly formProps: ComponentProps<'form'>;
    readonly formError: string | null;
    readonly isSubmitting: boolean;
    readonly isDirty: boolean;
    readonly discard: () => void;
  };
  /** Why nothing can be changed now. */
  hint?: ReactNode;
  saveLabel?: ReactNode;
  children: ReactNode;
};

/** Around the fields of a settings page: what refuses them, saving in reach of the thumb, and nobody leaves unsaved changes unasked. */
export function SettingsForm({ bound, hint, saveLabel, children }: Props) {
  const { t } = useTranslation('settings');
  const { formProps, formError, isSubmitting, isDirty, discard } = bound;
  const isReadOnly = Boolean(hint);
  return (
    <form {...formProps}>
      <LeaveGuard isDirty={isDirty && !isReadOnly} />
      <fieldset disabled={isReadOnly} className={classes.bare}>
        {hint && <p className={classes.hint}>{hint}</p>}
        <div className={classes.sections}>{children}</div>
      </fieldset>
      {!isReadOnly && (
        <div className={classes.bar} data-active={isDirty} data-save-bar={isDirty || undefined}>
          <FormError>{formError}</FormError>
          <div className={classes.buttons}>
            <Button type="submit" loading={isSubmitting} disabled={!isDirty}>
              {saveLabel ?? t('save')}
            </Button>
            {isDirty && (
              <Button variant="default" onClick={discard} disabled={isSubmitting}>
                {t('discard')}
              </Button>
            )}
          </div>
        </div>
      )}
    </form>
  );
}
