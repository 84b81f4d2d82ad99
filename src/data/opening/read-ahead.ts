import { firstValueFrom } from 'rxjs';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { openAhead } from './company-sessions.ts';
import { watchOpening } from './use-company-opening.ts';

/** Reads what a page begins with. */
type FirstQuestions = (db: CompanyDatabase) => Promise<unknown>;

/** Opens a company that is about to be shown, and reads what is drawn of it: who looks at which company, and what its page asks first. */
export function openWithPage(target: Parameters<typeof openAhead>[0], questions: FirstQuestions | undefined): void {
  openAhead(target, (session) => Promise.all([firstValueFrom(watchOpening(session)), questions?.(session.db)]));
}
