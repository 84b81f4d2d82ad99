import { useSession } from '#data/session/use-session.ts';

/** Whether somebody is on the way in: until the page behind the form is there, also while invitations are asked for, the form is not idle. */
export function useIsEntering(isSubmitting: boolean): boolean {
  const { status } = useSession();
  return isSubmitting || status === 'signed_in';
}
