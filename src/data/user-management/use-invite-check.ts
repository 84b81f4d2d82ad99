import { useSyncExternalStore } from 'react';
import type { InviteCheck } from './invite-check.ts';
import { inviteCheck } from './people.ts';

/** The invitations that wait for the signed-in person. */
export const useInviteCheck = (): InviteCheck => useSyncExternalStore(inviteCheck.subscribe, inviteCheck.getSnapshot);
