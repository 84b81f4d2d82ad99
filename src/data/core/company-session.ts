import { closeCompanyDatabase, type CompanyDatabase, openCompanyDatabase } from './company-database.ts';

type Target = { readonly userId: string; readonly companyId: string };

/** A company that is open in this tab: its database and everything that runs for it. */
export type CompanySession = { readonly db: CompanyDatabase; stop(): Promise<void> };

const open = new Map<string, Promise<CompanySession>>();
let closing: Promise<unknown> = Promise.resolve();

/**
 * Opens the company. Another company of this tab is given back first: RxDB's free edition allows 13 collections per page,
 * so the database of the one before must be closed before the next one opens.
 */
export function openCompanySession(target: Target): Promise<CompanySession> {
  const key = `${target.userId}/${target.companyId}`;
  const session = closing.then(() => start(target));
  open.set(key, session);
  return session;
}

async function start(target: Target): Promise<CompanySession> {
  const db = await openCompanyDatabase(target);
  let stopped: Promise<void> | undefined;
  return {
    db,
    stop: () => {
      stopped ??= closeCompanyDatabase(target);
      return stopped;
    },
  };
}

/** Stops a session that was asked for, opened or still opening. */
export function stopCompanySession(session: Promise<CompanySession>): Promise<void> {
  for (const [key, value] of open) if (value === session) open.delete(key);
  const stopped = session.then(
    (opened) => opened.stop(),
    () => undefined,
  );
  closing = Promise.all([closing, stopped]).catch(() => undefined);
  return stopped;
}

/** Closes everything this tab has open of a user: on sign-out, before the databases are deleted. */
export async function stopCompanySessionsOf(userId: string): Promise<void> {
  const sessions = [...open].filter(([key]) => key.startsWith(`${userId}/`));
  await Promise.all(sessions.map(([, session]) => stopCompanySession(session)));
}
