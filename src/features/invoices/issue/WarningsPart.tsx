import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { IssueWarning } from '#domain/invoices/issue-warnings.ts';
import { useWarningText } from '#widgets/document/use-warning-text.ts';
import classes from '#features/invoices/InvoiceDetailPage.module.css';

type Props = { warnings: readonly IssueWarning[]; overruled: readonly string[]; onChange: (overruled: readonly string[]) => void };

/** What is unlikely to be right, each to be overruled by name. */
export function WarningsPart({ warnings, overruled, onChange }: Props) {
  const { t } = useTranslation('invoices');
  const warningText = useWarningText();
  return (
    <div className={classes.warnings} role="group" aria-label={t('issue.warningsTitle')}>
      <p>{t('issue.warningsText')}</p>
      {warnings.map(({ code }) => (
        <Checkbox
          key={code}
          label={warningText(code)}
          checked={overruled.includes(code)}
          onChange={(event) => onChange(event.currentTarget.checked ? [...overruled, code] : overruled.filter((each) => each !== code))}
        />
      ))}
    </div>
  );
}
