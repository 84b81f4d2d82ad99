import * as z from 'zod/mini';
import { authAnswer, authOf } from '#data/session/auth-call.ts';
import { AppError } from '#domain/errors.ts';
import { type AccountService, callRpc } from './account-call.ts';

/** Ten new codes, readable this once; earlier ones stop working. Needs the second factor in this session. */
export const createRecoveryCodes = async (service: AccountService): Promise<string[]> =>
  z.parse(z.array(z.string()), await callRpc(service, 'create_recovery_codes'));

export const recoveryCodesLeft = async (service: AccountService): Promise<number> =>
  z.parse(z.number(), await callRpc(service, 'recovery_codes_left'));

/** Trades a code for the removal of the second factor; the session that waited for it is then signed in. */
export async function spendRecoveryCode(service: AccountService, code: string): Promise<void> {
  const isRight = z.parse(z.boolean(), await callRpc(service, 'use_recovery_code', { p_code: code.trim() }));
  if (!isRight) throw new AppError('invalid_input', { reason: 'recovery_code_wrong' });
  const auth = await authOf(service);
  await authAnswer(auth.refreshSession());
}
