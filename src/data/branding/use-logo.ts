import { useCallback, useEffect, useMemo, useState } from 'react';
import { useCompany } from '#data/core/company-context.ts';
import type { PrintableBranding } from '#domain/documents/printable-document.ts';
import { onNetworkChange } from '#platform/network/network.ts';
import { changeLogo, logoBytes, removeLogo } from './logo.ts';
import { prepareLogo } from './prepare-logo.ts';

/** `loading` until the device was asked; `missing`: there is one, but neither here nor to be had now. */
export type LogoState =
  | { readonly kind: 'loading' | 'none' | 'missing'; readonly blob: null; readonly printable: null }
  | { readonly kind: 'ready'; readonly blob: Blob; readonly printable: NonNullable<PrintableBranding['logo']> };

const without = (kind: 'loading' | 'none' | 'missing'): LogoState => ({ kind, blob: null, printable: null });

/** The company's logo, or the one at `path`; asked for again when the network comes back. */
export function useLogo(of?: string | null): LogoState {
  const { db, company } = useCompany();
  const path = of === undefined ? company.logo_path : of;
  const [found, setFound] = useState<{ path: string; state: LogoState } | null>(null);
  useEffect(() => {
    if (path === null) return undefined;
    let isCurrent = true;
    const load = async () => {
      const blob = await logoBytes(db, path);
      const state: LogoState = blob
        ? { kind: 'ready', blob, printable: { bytes: new Uint8Array(await blob.arrayBuffer()), mime: blob.type } }
        : without('missing');
      if (isCurrent) setFound({ path, state });
    };
    const tryIt = () => void load().catch(() => isCurrent && setFound({ path, state: without('missing') }));
    tryIt();
    const stop = onNetworkChange((isOnline) => isOnline && tryIt());
    return () => {
      isCurrent = false;
      stop();
    };
  }, [db, path]);
  if (path === null) return NONE;
  return found?.path === path ? found.state : LOADING;
}
const NONE = without('none');
const LOADING = without('loading');

/** What one does with the logo. */
export function useLogoCommands() {
  const { db, ctx } = useCompany();
  const change = useCallback(async (file: File) => changeLogo(db, await prepareLogo(file), ctx), [db, ctx]);
  const remove = useCallback(() => removeLogo(db, ctx), [db, ctx]);
  return useMemo(() => ({ change, remove }), [change, remove]);
}
