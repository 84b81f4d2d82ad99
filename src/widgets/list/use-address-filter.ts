import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';

type Address<F> = {
  readonly read: (params: URLSearchParams) => F;
  readonly write: (filter: F) => Record<string, string>;
};

/** A filter that lives in the address, so that "back", a reload and a link show the same list. `address` has to stay the same object. */
export function useAddressFilter<F extends object>(address: Address<F>): [F, (change: Partial<F>) => void] {
  const { read, write } = address;
  const [params, setParams] = useSearchParams();
  const change = useCallback(
    (part: Partial<F>) => setParams((given) => write({ ...read(given), ...part }), { replace: true }),
    [setParams, read, write],
  );
  // The same filter for as long as the address is the same: what is derived from it is not derived again at each render.
  return [useMemo(() => read(params), [read, params]), change];
}
