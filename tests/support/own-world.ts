import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a test file does to the world it runs in, so that no other file may run there: mocks, a clock or globals replaced, a browser's window. */
const CHANGES_WORLD =
  /\bvi\.(mock|doMock|stub|spyOn|useFake|resetModules|setSystemTime)|@vitest-environment|fake-indexeddb|\binstall\(|\bglobalThis as\b/;

/** Test files below the folders that need a world of their own, read from what they say: nobody keeps a list. */
export function filesWithOwnWorld(root: string, folders: readonly string[]): string[] {
  return folders
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)))
    .filter((file) => /\.test\.tsx?$/.test(file) && CHANGES_WORLD.test(readFileSync(join(root, file), 'utf8')));
}
