import { useDeferredValue } from 'react';

type AskedFilter<F> = {
  /** What the rows are asked for: what was chosen at once, what is being typed when its letter has been drawn. */
  readonly listed: F;
  /** What is added up: when all else has been drawn. */
  readonly summed: F;
};

/** A filter as far as it is asked yet, so that no question holds up the frame that shows what a person did. */
export function useAskedFilter<F extends { readonly text: string }>(filter: F): AskedFilter<F> {
  const text = useDeferredValue(filter.text);
  const summed = useDeferredValue(filter);
  return { listed: { ...filter, text }, summed };
}
