import { useId, useState } from 'react';
import { UNIT_CODES, useUnitWord } from '#widgets/UnitInput.tsx';
import classes from './LineEditor.module.css';

type Props = { label: string; value: string; onChange: (unit: string) => void };

/** A known unit in the reader's language, stored as its code, or any other word. */
export function UnitCell({ label, value, onChange }: Props) {
  const word = useUnitWord();
  const list = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const codeOf = (text: string) => UNIT_CODES.find((code) => word(code).toLowerCase() === text.trim().toLowerCase()) ?? text.trim();
  return (
    <>
      <input
        className={classes.input}
        data-cell="unit"
        aria-label={label}
        list={list}
        maxLength={40}
        autoComplete="off"
        value={typed ?? word(value)}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          onChange(codeOf(event.currentTarget.value));
        }}
        onBlur={() => setTyped(null)}
      />
      <datalist id={list}>
        {UNIT_CODES.map((code) => (
          <option key={code} value={word(code)}>
            {word(code)}
          </option>
        ))}
      </datalist>
    </>
  );
}
