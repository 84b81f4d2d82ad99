import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { AppError } from '#domain/errors.ts';
import { FormError } from '#ui/FormError.tsx';
import classes from './DraftReceipts.module.css';

type Props = { error: unknown; onRetry: () => void };

/** Says that receipts could not be read, in the words of the error catalogue; none attached would be something else. */
export function ReceiptsFailed({ error, onRetry }: Props) {
  const { t } = useTranslation('errors');
  const { t: tCommon } = useTranslation();
  const isWithoutCompany = error instanceof AppError && error.code === 'no_company';
  return (
    <div className={classes.failed}>
      <FormError>
        {t(isWithoutCompany ? 'files.noCompany' : 'files.failed')}
        <div className={classes.retry}>
          <Button variant="default" size="compact-sm" onClick={onRetry}>
            {tCommon('action.retry')}
          </Button>
        </div>
      </FormError>
    </div>
  );
}
