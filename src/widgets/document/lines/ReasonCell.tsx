import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ExemptionOptions } from '#widgets/ExemptionOptions.tsx';
import classes from './LineEditor.module.css';

type Props = { value: string; country: string; label: string; onChange: (reason: string) => void };

/** Why a line is exempt, as the document prints it; in Germany the frequent paragraphs are offered. */
export function ReasonCell({ value, country, label, onChange }: Props) {
  const { t } = useTranslation('invoices');
  const list = useId();
  return (
    <div className={classes.reason}>
      <input
        className={classes.input}
        aria-label={label}
        placeholder={t(country === 'DE' ? 'line.reasonGerman' : 'line.reason')}
        list={list}
        maxLength={200}
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <ExemptionOptions id={list} country={country} />
    </div>
  );
}
