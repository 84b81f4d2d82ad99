import { useEffect, useState } from 'react';

/** A menu that was never opened costs its place nothing. It opens a moment after it is there, or it would not take the focus. */
export function useNeededMenu(onNeeded?: () => void) {
  const [isOpen, setOpen] = useState(false);
  const [isNeeded, setNeeded] = useState(false);
  useEffect(() => {
    if (!isNeeded) return undefined;
    onNeeded?.();
    const frame = requestAnimationFrame(() => setOpen(true));
    return () => cancelAnimationFrame(frame);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, with what was there before
  }, [isNeeded]);
  return { isOpen, setOpen, isNeeded, need: () => setNeeded(true) };
}
