import { TaxOptions, type TaxPlace } from '#widgets/TaxOptions.tsx';
import { choiceOf, chosenTax, type TypedTax } from '#widgets/tax-choice.ts';
import classes from './LineEditor.module.css';

type Props = { tax: TypedTax; place: TaxPlace; label: string; problem: string | undefined; onChange: (tax: TypedTax) => void };

/** How a line is taxed. */
export function TaxCell({ tax, place, label, problem, onChange }: Props) {
  return (
    <select
      className={classes.input}
      data-cell="tax_rate"
      data-figure
      aria-label={label}
      aria-invalid={problem !== undefined || undefined}
      title={problem}
      value={choiceOf(tax)}
      onChange={(event) => onChange(chosenTax(event.currentTarget.value, tax))}
    >
      <TaxOptions tax={tax} place={place} />
    </select>
  );
}
