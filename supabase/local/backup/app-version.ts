import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';

/** The version that runs, as `package.json` has it. */
export const appVersion: string = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))).version;
