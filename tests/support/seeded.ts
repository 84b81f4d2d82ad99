import process from 'node:process';
import fc from 'fast-check';

// The same random values in every run, so that a property which fails fails for everybody. `SEED=7 vitest run …` hunts with others.
fc.configureGlobal({ seed: Number(process.env['SEED'] ?? 20_261_126) });
