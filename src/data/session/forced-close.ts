import type { SessionService } from './session-service.ts';

type Parts = {
  readonly session: Pick<SessionService, 'getSnapshot' | 'subscribe'>;
  /** The configured page (`forcedClosePage` of `/config.json`); undefined leads to sign-in as usual. */
  readonly page: () => string | undefined;
  readonly leave: (page: string) => void;
};

/** Spec §4: a tab that is closed by force, because another tab signed out, goes to a configured page. */
export function guardForcedClose({ session, page, leave }: Parts): void {
  session.subscribe(() => {
    const snapshot = session.getSnapshot();
    if (snapshot.status !== 'signed_out' || snapshot.reason !== 'other_tab') return;
    const target = page();
    if (target !== undefined && isPage(target)) leave(target);
  });
}

/** A path of this site or a page over TLS; a script address or a path without its host is not a page. */
const isPage = (target: string): boolean => /^\/(?![/\\])[^\s\\]*$/.test(target) || /^https:\/\/[^\s\\]+$/.test(target);
