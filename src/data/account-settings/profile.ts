import { authAnswer, authOf } from '#data/session/auth-call.ts';
import type { AccountService } from './account-call.ts';

export const NOTICES = ['sync_problems', 'updates'] as const;
/** What the app may draw attention to by itself. */
export type NoticeKind = (typeof NOTICES)[number];

/** Fields of the account that a person may write; the server merges them and null takes one away. */
type Metadata = {
  readonly display_name?: string;
  /** Language of the mails. */ readonly locale?: string;
  readonly avatar_path?: string | null;
  readonly muted_notices?: readonly string[];
};

/** Writes fields of the person's account; needs a connection. */
export async function saveProfile(service: AccountService, data: Metadata): Promise<void> {
  const auth = await authOf(service);
  await authAnswer(auth.updateUser({ data }));
}

/** Keeps the wish for one kind of notice. */
export function saveNotice(service: AccountService, muted: readonly string[], { notice, isOn }: { notice: NoticeKind; isOn: boolean }) {
  const others = muted.filter((kind) => kind !== notice);
  return saveProfile(service, { muted_notices: isOn ? others : [...others, notice] });
}
