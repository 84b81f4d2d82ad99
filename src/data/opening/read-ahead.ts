import { firstValueFrom } from 'rxjs';
import type { CommandContext } from '#data/core/command-context.ts';
import { commandContext } from '#data/core/company-context.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { AppError } from '#domain/errors.ts';
import { openAhead } from './company-sessions.ts';
import { type CompanyOpening, watchOpening } from './use-company-opening.ts';

/** Reads what a page begins with; who looks, and what day it is there, is known a moment after the database is open. */
type FirstQuestions = (opened: { readonly db: CompanyDatabase; readonly ctx: Promise<CommandContext> }) => Promise<unknown>;

/** Opens a company that is about to be shown, and reads what is drawn of it: who looks at which company, and what its page asks first. */
export function openWithPage(target: Parameters<typeof openAhead>[0], questions: FirstQuestions | undefined): void {
  openAhead(target, (session) => {
    const opening = firstValueFrom(watchOpening(session));
    const ctx = opening.then(contextOf);
    ctx.catch(() => undefined); // not every page asks
    return Promise.all([opening, questions?.({ db: session.db, ctx })]);
  });
}

function contextOf(opening: CompanyOpening): CommandContext {
  if (opening.kind !== 'open') throw new AppError('no_company');
  return commandContext(opening.company, opening.member);
}
