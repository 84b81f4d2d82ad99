import { useCallback, useEffect, useState } from 'react';
import { useCompany } from '#data/core/company-context.ts';
import type { StoredMailSettings } from '#domain/mail/mail-settings.ts';
import { onNetworkChange } from '#platform/network/network.ts';
import { readMailSettings } from './mail-requests.ts';

export type MailSettingsState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'ready'; readonly settings: StoredMailSettings };

/** The mail settings as the server has them: they are not kept on devices. Asked for again when the network comes back. */
export function useMailSettings() {
  const { company } = useCompany();
  const { id } = company;
  const [state, setState] = useState<MailSettingsState>({ kind: 'loading' });
  const load = useCallback(
    () =>
      readMailSettings(id).then(
        (settings) => setState({ kind: 'ready', settings }),
        (error: unknown) => setState((before) => (before.kind === 'ready' ? before : { kind: 'failed', error })),
      ),
    [id],
  );
  useEffect(() => {
    void load();
    return onNetworkChange((isOnline) => isOnline && void load());
  }, [load]);
  return { state, retry: load, setSettings: (settings: StoredMailSettings) => setState({ kind: 'ready', settings }) };
}
