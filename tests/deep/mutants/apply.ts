import { registerHooks } from 'node:module';
import { type Mutant, mutated } from './mutant.ts';

/** `node --import` this before the stories: the module that `MUTANT` names is loaded with its rule broken. */
const mutant = JSON.parse(process.env['MUTANT'] ?? '{}') as Mutant;
registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (!url.endsWith(`/src/${mutant.file}`)) return loaded;
    const { source } = loaded;
    return { ...loaded, source: mutated(typeof source === 'string' ? source : new TextDecoder().decode(source), mutant) };
  },
});
