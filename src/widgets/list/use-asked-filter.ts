import { useDeferredValue, useMemo, useState } from 'react';

/** What the rows of a list are asked for: what was chosen at once, what is being typed when its letter has been drawn. */
export function useAskedFilter<F extends { readonly text: string }>(filter: F): F {
  const text = useDeferredValue(filter.text);
  return useMemo(() => ({ ...filter, text }), [filter, text]);
}

/** What is added up: what the rows on the screen were asked for, once they have been drawn. Until other ones are here their total stands. */
export function useSummedFilter<F>(asked: F, { isLoading }: { readonly isLoading: boolean }): F {
  const [drawn, setDrawn] = useState(asked);
  if (!isLoading && drawn !== asked) setDrawn(asked);
  return useDeferredValue(drawn);
}
