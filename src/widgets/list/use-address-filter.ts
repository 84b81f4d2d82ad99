import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSettled } from '#data/core/use-settled.ts';
import { useAddress } from '#widgets/use-address.ts';

type Address<F> = {
  readonly read: (params: URLSearchParams) => F;
  readonly write: (filter: F) => Record<string, string>;
};
/** One and the same: where nothing was chosen, the address that is read first draws nothing again. */
const NOTHING = {};
/**
 * Browsers refuse an address that changes with every letter: Safari at a hundred changes in half a minute. And writing it lays out the page and
 * draws whatever knows of the address, which the rows that were asked for shall not wait for.
 */
const QUIET_MS = 300;
/** Who goes on to choose or to sort does not leave the list: one choice after the other is written once, at the end. */
const STILL_HERE = '[role=search], [role=columnheader]';

/**
 * A filter that lives in the address, so that "back", a reload and a link show the same list. `address` has to stay the same object.
 * What is chosen or typed counts at once. The address follows when the choosing or typing rests, or when the field is left: then the list of
 * before is what "back" leads to.
 */
export function useAddressFilter<F extends { readonly text: string }>(address: Address<F>): [F, (change: Partial<F>) => void] {
  const { read, write } = address;
  const [params, setAddress] = useAddress();
  const [ahead, setAhead] = useState<Partial<F>>(NOTHING);
  const waiting = useRef<Partial<F>>(NOTHING);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const writeNow = useCallback(() => {
    clearTimeout(timer.current);
    const part = waiting.current;
    waiting.current = NOTHING;
    if (Object.keys(part).length > 0) setAddress((now) => write({ ...read(now), ...part }));
  }, [setAddress, read, write]);
  const change = useCallback(
    (part: Partial<F>) => {
      waiting.current = { ...waiting.current, ...part };
      setAhead(waiting.current);
      clearTimeout(timer.current);
      timer.current = setTimeout(writeNow, QUIET_MS);
    },
    [writeNow],
  );

  // The address has caught up, or says something else.
  useEffect(() => setAhead(waiting.current), [params]);
  useEffect(() => {
    const leave = ({ relatedTarget: next }: FocusEvent) => {
      if (!(next instanceof Element && next.closest(STILL_HERE))) writeNow();
    };
    document.addEventListener('focusout', leave);
    return () => document.removeEventListener('focusout', leave);
  }, [writeNow]);
  // Not with each new `writeNow`: an address that was drawn late brings one, and what was chosen meanwhile is still to be written.
  useEffect(() => () => clearTimeout(timer.current), []);

  // The same filter for as long as it says the same, also when the address has caught up: what is derived from it is not derived again.
  return [useSettled(useMemo(() => ({ ...read(params), ...ahead }), [read, params, ahead])), change];
}
