import { useState } from 'react';

/** Whether a form that arrives may take the focus: not out of a panel that somebody has opened meanwhile, which would close it. */
export function useArrivingFocus(): boolean {
  const [isFree] = useState(() => document.querySelector('[data-menu-panel]') === null);
  return isFree;
}
