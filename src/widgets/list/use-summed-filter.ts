import { useDeferredValue, useState } from 'react';

/** What is added up: what the rows on the screen were asked for, once they have been drawn. Until other ones are here their total stands. */
export function useSummedFilter<F>(asked: F, { isLoading }: { readonly isLoading: boolean }): F {
  const [drawn, setDrawn] = useState(asked);
  if (!isLoading && drawn !== asked) setDrawn(asked);
  return useDeferredValue(drawn);
}
