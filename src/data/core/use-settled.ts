import { useRef } from 'react';
import { sameValue } from '#data/changes/same-value.ts';

/** The value, as the same object as long as it says the same: what depends on it does not begin anew with every version of a record. */
export function useSettled<T>(value: T): T {
  const settled = useRef(value);
  // oxlint-disable-next-line react-hooks/refs -- equal values only: whichever render wrote it, the answer is the same
  if (!sameValue(settled.current, value)) settled.current = value;
  // oxlint-disable-next-line react-hooks/refs -- as above
  return settled.current;
}
