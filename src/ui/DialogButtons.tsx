import { Button, type ButtonProps } from '@mantine/core';
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';

type Props = Pick<ButtonProps, 'children' | 'disabled' | 'leftSection'> & {
  onCancel: () => void;
  /** Instead of “Cancel”, where that is what the dialog is about. */
  cancelLabel?: string;
  /** While it runs there is no going back. */
  isRunning: boolean;
  isDangerous?: boolean;
  /** Done by a press, or by sending the form of this id (`true`: the form around). */
  onConfirm?: () => void;
  form?: string | true;
};

/**
 * The end of a dialog that asks something: cancel, and what it is about. The second half of a double click answers nothing: it may have met a question that
 * came with the first.
 */
export function DialogButtons({ onCancel, cancelLabel, isRunning, isDangerous = false, onConfirm, form, ...button }: Props) {
  const { t } = useTranslation();
  const confirm = (event: MouseEvent) => {
    if (event.detail > 1) event.preventDefault();
    else onConfirm?.();
  };
  return (
    <>
      <Button variant="default" onClick={onCancel} disabled={isRunning}>
        {cancelLabel ?? t('action.cancel')}
      </Button>
      <Button
        onClick={confirm}
        {...(form !== undefined && { type: 'submit', ...(form !== true && { form }) })}
        {...(isDangerous && { color: 'red' })}
        loading={isRunning}
        {...button}
      />
    </>
  );
}
