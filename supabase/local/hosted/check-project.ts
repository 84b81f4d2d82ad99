import * as z from 'zod/mini';
import { filesCheck, headersCheck } from './app-checks.ts';
import { cronCheck, migrationsCheck, rowsCheck } from './database-checks.ts';
import { ask, type Check, fieldsOf, type HostedProject } from './hosted-project.ts';
import { functionsCheck, keysCheck, mailsCheck, policiesCheck, schedulerCheck, signInCheck } from './project-checks.ts';

const CHECKS: readonly Check[] = [
  headersCheck,
  filesCheck,
  keysCheck,
  signInCheck,
  mailsCheck,
  policiesCheck,
  functionsCheck,
  schedulerCheck,
  cronCheck,
  migrationsCheck,
  rowsCheck,
];
const WIDTH = Math.max(...CHECKS.map(({ name }) => name.length));

const configSchema = z.object({ supabaseUrl: z.url(), supabaseAnonKey: z.string().check(z.minLength(1)) });

/** Says line by line what is well, what is missing and what could not be seen from here; returns how much is missing. */
export async function checkHosted(project: Omit<HostedProject, 'backend'>, say: (line: string) => void): Promise<number> {
  const config = configSchema.safeParse(fieldsOf(await ask(`${project.app}/config.json`)));
  let backend = config.success ? { url: config.data.supabaseUrl.replace(/\/$/, ''), key: config.data.supabaseAnonKey } : null;
  let missing = 0;
  for (const { name, run } of CHECKS) {
    const { faults, unseen } = await run({ ...project, backend });
    const line = (state: string, text: string) => say(`${state.padEnd(8)} ${name.padEnd(WIDTH)}  ${text}`.trimEnd());
    for (const fault of faults) line('MISSING', fault);
    if (faults.length === 0) line(unseen ? 'unseen' : 'ok', unseen ?? '');
    missing += faults.length;
    // With a key that is wrong everything else would look wrong, too.
    if (name === keysCheck.name && faults.length > 0) backend = null;
  }
  say(missing === 0 ? 'Nothing is missing of what can be seen from here; HOSTING.md names what cannot.' : `${missing} missing.`);
  return missing;
}
