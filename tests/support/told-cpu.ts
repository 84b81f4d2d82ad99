import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';

/** The environment's name for the file in which `npm test` reads what programs used that nobody waits for. */
const FILE = 'KONTOR_MORE_CPU';

type Process = { readonly pid: string; readonly parent: string; readonly seconds: number };

/** What Linux knows of it: seconds of the processors, its own and those of its children that it has seen end. */
function processOf(pid: string): Process | null {
  try {
    // After the name in brackets: the 4th is the parent; the 14th to 17th are hundredths of seconds.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return { pid, parent: fields[1] ?? '', seconds: fields.slice(11, 15).reduce((sum, each) => sum + Number(each) / 100, 0) };
  } catch {
    // It ended meanwhile.
    return null;
  }
}

const told = (seconds: number): void => {
  const file = process.env[FILE];
  if (file !== undefined) appendFileSync(file, `${seconds}\n`);
};

/** Tells the test runner what a server used that goes on without a parent. Only Linux knows. */
export function tellCpuOf(pid: string): void {
  told(processOf(pid)?.seconds ?? 0);
}

/** The same of all that the browsers of this process have started: what they leave behind when they are ended no parent is told of. */
export function tellCpuOfBrowsers(): void {
  if (process.env[FILE] === undefined || !existsSync('/proc')) return;
  const all = readdirSync('/proc').flatMap((pid) => (/^\d+$/.test(pid) ? (processOf(pid) ?? []) : []));
  const below = (pid: string): Process[] => all.filter(({ parent }) => parent === pid).flatMap((each) => [each, ...below(each.pid)]);
  const isPart = ({ pid }: Process): boolean => {
    try {
      // A process that gives itself a title has blanks between its arguments.
      return /[\0 ]--type=/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
    } catch {
      return false;
    }
  };
  told(
    below(String(process.pid))
      .filter(isPart)
      .reduce((sum, { seconds }) => sum + seconds, 0),
  );
}
