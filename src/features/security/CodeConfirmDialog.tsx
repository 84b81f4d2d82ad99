import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { needsSecondFactor } from '#data/account-settings/account-call.ts';
import type { EnrolledFactor } from '#data/account-settings/second-factors.ts';
import { verifySecondFactor } from '#data/session/auth-actions.ts';
import { session } from '#data/session/session.ts';
import { DialogButtons } from '#ui/DialogButtons.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { FormError } from '#ui/FormError.tsx';
import { useRecordForm } from '#ui/use-record-form.ts';
import { useAuthRefusal } from '#widgets/account/use-auth-refusal.ts';
import page from '#widgets/account/AccountPage.module.css';
import { FactorCodeFields } from './FactorCodeFields.tsx';
import classes from './Security.module.css';

type Props = {
  title: string;
  children: ReactNode;
  confirmLabel: string;
  factors: readonly EnrolledFactor[];
  onConfirm: () => Promise<void>;
  onClose: () => void;
  isDangerous?: boolean;
};

/** Asks before something only a session with a second factor may do; when the server misses that, a code is asked for in place. */
export function CodeConfirmDialog({ title, children, confirmLabel, factors, onConfirm, onClose, isDangerous = false }: Props) {
  const { t: tSecurity } = useTranslation('security');
  const refusal = useAuthRefusal();
  const [needsCode, setNeedsCode] = useState(false);
  const { form, formProps, formError, isSubmitting } = useRecordForm({
    initialValues: { factorId: factors[0]?.id ?? '', code: '' },
    submit: async (values) => {
      try {
        if (needsCode) await verifySecondFactor(session, values);
        await onConfirm();
        onClose();
      } catch (error) {
        if (!needsSecondFactor(error)) throw error;
        setNeedsCode(true);
      }
    },
    describe: refusal,
  });
  return (
    <Dialog isOpen onClose={onClose} title={title}>
      <form {...formProps} className={page.fields}>
        <div>{children}</div>
        {needsCode && (
          <>
            <p className={classes.line}>{tSecurity('stepUp.text')}</p>
            <FactorCodeFields
              factors={factors}
              factorProps={form.getInputProps('factorId')}
              codeProps={form.getInputProps('code')}
              isFocused
            />
          </>
        )}
        <FormError>{formError}</FormError>
        <div className={page.buttons}>
          <DialogButtons form isDangerous={isDangerous} isRunning={isSubmitting} onCancel={onClose}>
            {confirmLabel}
          </DialogButtons>
        </div>
      </form>
    </Dialog>
  );
}
