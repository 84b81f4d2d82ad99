import { useCallback, useContext } from 'react';
import {
  UNSAFE_NavigationContext as NavigationContext,
  type URLSearchParamsInit,
  useHref,
  useLocation,
  useSearchParams,
} from 'react-router-dom';

type Place = { readonly pathname: string; readonly search: string };

/**
 * The query of the address, and a change of it that goes by what the address says at that moment. The library's own goes by what was drawn
 * last, and pages are drawn in transitions: of two changes in a row the first would be lost, and one that comes after somebody went on to
 * another page would bring them back.
 */
export function useAddress(): [URLSearchParams, (change: (now: URLSearchParams) => URLSearchParamsInit) => void] {
  const [params, setParams] = useSearchParams();
  // A history of the browser or of the memory is what a router is given as its navigator; the types promise less.
  const history = useContext(NavigationContext).navigator as unknown as { readonly location: Place };
  const here = useHref(useLocation().pathname);
  const change = useCallback(
    (make: (now: URLSearchParams) => URLSearchParamsInit) => {
      if (history.location.pathname === here) setParams(make(new URLSearchParams(history.location.search)), { replace: true });
    },
    [history, here, setParams],
  );
  return [params, change];
}
