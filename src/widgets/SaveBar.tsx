import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { useTranslation } from 'react-i18next';
import classes from './SaveBar.module.css';

type Props = {
  saveLabel: ReactNode;
  /** What most people do after saving, in one press; the form is told by the button's value. */
  saveAnd?: { readonly next: string; readonly label: string } | null;
  isSaving: boolean;
  cancelTo: string;
  children?: ReactNode;
};

/** The end of a form. It stays in reach of the thumb on a phone; `children` stand at its start. */
export function SaveBar({ saveLabel, saveAnd = null, isSaving, cancelTo, children }: Props) {
  const { t } = useTranslation();
  // Under way is what was pressed; Enter in a field presses the first.
  const [isNext, setNext] = useState(false);
  return (
    <div className={classes.bar} data-save-bar>
      <div className={classes.start}>{children}</div>
      <Button component={Link} to={cancelTo} variant="default">
        {t('action.cancel')}
      </Button>
      <Button
        type="submit"
        variant={saveAnd ? 'default' : 'filled'}
        loading={isSaving && !isNext}
        disabled={isSaving && isNext}
        onClick={() => setNext(false)}
        className={classes.save}
      >
        {saveLabel}
      </Button>
      {saveAnd && (
        <Button
          type="submit"
          value={saveAnd.next}
          loading={isSaving && isNext}
          disabled={isSaving && !isNext}
          onClick={() => setNext(true)}
          className={classes.save}
        >
          {saveAnd.label}
        </Button>
      )}
    </div>
  );
}
