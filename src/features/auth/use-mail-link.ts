import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { confirmLink } from '#data/session/auth-actions.ts';
import { session } from '#data/session/session.ts';
import type { SessionUser } from '#data/session/session-state.ts';
import { carriesMailLink, isHalfConfirmed } from '#domain/account/mail-link.ts';
import { showToast } from '#ui/toast.ts';

/** `ask`: somebody is signed in and may become somebody else by the link · `half`: the other of two mailboxes has to confirm too. */
export type LinkProgress =
  | { readonly step: 'ask' | 'working' | 'half' | 'enter_code' }
  | { readonly step: 'failed'; readonly error: unknown };

const restOfAddress = (): string => location.search + location.hash;
/** What the auth service answered in place of something to redeem. */
const isAnswer = (): boolean => /[?&#]error(_code|_description)?=/.test(restOfAddress());

function firstStep(here: SessionUser | null): LinkProgress {
  if (!carriesMailLink(restOfAddress())) return { step: 'enter_code' };
  if (isHalfConfirmed(restOfAddress())) return { step: 'half' };
  return { step: here && !isAnswer() ? 'ask' : 'working' };
}

/** The link of a mail in the address: redeemed at once for who is signed out, on their word for who is signed in, and then taken out of the address. */
export function useMailLink(here: SessionUser | null): { progress: LinkProgress; redeem: () => void } {
  const { t } = useTranslation('auth');
  const navigate = useNavigate();
  const [progress, setProgress] = useState(() => firstStep(here));
  const isRedeeming = useRef(false);
  const redeem = useCallback(() => {
    // A link works once: a second run of the effect or a double click must not spend it again.
    if (isRedeeming.current) return;
    isRedeeming.current = true;
    setProgress({ step: 'working' });
    confirmLink(session, new URL(location.href)).then(
      () => {
        const now = session.getSnapshot();
        if (here && 'user' in now) {
          const isSame = now.user.id === here.id;
          showToast({ type: 'success', text: isSame ? t('confirm.same') : t('confirm.switched', { email: now.user.email }) });
        }
        const token = new URLSearchParams(location.search).get('token');
        setProgress({ step: 'enter_code' });
        void navigate(token ? `/auth/confirm?token=${encodeURIComponent(token)}` : '/auth/confirm', { replace: true });
      },
      (error: unknown) => {
        isRedeeming.current = false;
        setProgress({ step: 'failed', error });
      },
    );
  }, [here, navigate, t]);
  const isAtOnce = useRef(progress.step === 'working');
  useEffect(() => {
    if (isAtOnce.current) redeem();
    isAtOnce.current = false;
  }, [redeem]);
  return { progress, redeem };
}
