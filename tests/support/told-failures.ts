import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Reporter, TestModule } from 'vitest/node';

const WIDTH = 200;
const LINES = 8;

type Failure = { readonly message: string; readonly diff?: string | undefined };

/** What a test expected and got instead, in a few lines: the message, and of the difference what differs. */
export function told({ message, diff = '' }: Failure): string[] {
  const [first = ''] = message.split('\n', 1);
  const changed = stripVTControlCharacters(diff)
    .split('\n')
    .filter((line) => /^[-+] (?!Expected|Received)/.test(line));
  const more = changed.length > LINES ? [`  … ${changed.length - LINES} more lines differ`] : [];
  return [stripVTControlCharacters(first), ...changed.slice(0, LINES), ...more].map((line) => line.slice(0, WIDTH));
}

/** For the end of a long output: each test that failed with what it said. The file that it writes is named by the environment. */
// oxlint-disable-next-line import/no-default-export -- Vitest asks for it
export default class ToldFailures implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const failures = modules.flatMap((file) =>
      [...file.children.allTests('failed')].map((test) => {
        const lines = (test.result().errors ?? []).slice(0, 1).flatMap(told);
        return [`${relative(process.cwd(), file.moduleId)} › ${test.fullName}`, ...lines].join('\n  ');
      }),
    );
    writeFileSync(process.env['TOLD_FAILURES'] ?? '', JSON.stringify(failures));
  }
}
