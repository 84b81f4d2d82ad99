import type { World } from './world.ts';

/** One sentence about who may do what. `about` names the tables it concerns; `broken` says what went wrong, or null. */
export type Rule = { readonly name: string; readonly about: readonly string[]; broken(world: World): Promise<string | null> };

/** A rule that holds when the question has the expected answer. */
export function rule<T>(name: string, about: readonly string[], expected: T, ask: (world: World) => Promise<T>): Rule {
  return {
    name,
    about,
    async broken(world) {
      const answer = await ask(world);
      return JSON.stringify(answer) === JSON.stringify(expected)
        ? null
        : `expected ${JSON.stringify(expected)}, got ${JSON.stringify(answer)}`;
    },
  };
}
