import { type FormEvent, type RefObject, useEffect, useState } from 'react';

type FormProps = { readonly ref: RefObject<HTMLFormElement | null>; readonly onSubmit: (event: FormEvent<HTMLFormElement>) => unknown };

/**
 * A form that is sent before its receipts are read waits for them and is sent then; not when one of them was refused meanwhile, since it would
 * be missing. The button need not be closed until then.
 */
export function useSubmitWhenReady({ ref, onSubmit }: FormProps, { isReady, refused }: { isReady: boolean; refused: number }) {
  const [waitsSince, setWaits] = useState<number | null>(null);
  if (waitsSince !== null && refused > waitsSince) setWaits(null);
  const isDue = waitsSince !== null && isReady && refused <= waitsSince;
  useEffect(() => {
    if (isDue) ref.current?.requestSubmit();
  }, [isDue, ref]);
  return {
    isWaiting: waitsSince !== null,
    onSubmit: (event: FormEvent<HTMLFormElement>): void => {
      if (isReady) {
        setWaits(null);
        return void onSubmit(event);
      }
      event.preventDefault();
      setWaits(refused);
    },
  };
}
