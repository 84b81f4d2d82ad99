import { existsSync, readdirSync } from 'node:fs';
import { defineConfig, type OxlintOverride } from 'oxlint';

/** The architecture in one table: a layer may import itself and the layers named beside it. */
const LAYERS: Record<string, string[]> = {
  app: ['features', 'widgets', 'data', 'ui', 'platform', 'domain'],
  features: ['widgets', 'data', 'ui', 'platform', 'domain'],
  widgets: ['data', 'ui', 'platform', 'domain'],
  data: ['platform', 'domain'],
  ui: ['platform', 'domain'],
  platform: ['domain'],
  domain: [],
};
/** What carries the entities in `data`, bottom first: a room may import itself and the rooms before it; all other folders may import every room. */
const ROOMS = [
  'changes',
  'device',
  'tabs',
  'core',
  'drafts',
  'sync',
  'receipts',
  'leases',
  'mail-queue',
  'opening',
  'session',
  'sync-centre',
];
/** Code outside the layers that no layer may import; `sw/messages.ts` is the one file the app shares with its service worker. */
const OUTSIDE = ['build', 'local', 'functions', 'tests'];
/** Libraries that only the named layers may know about. */
const CONTAINED: Record<string, string[]> = {
  rxdb: ['data'],
  'rxdb/**': ['data'],
  rxjs: ['data'],
  'rxjs/**': ['data'],
  dexie: ['data'],
  '@supabase/**': ['data', 'platform'],
  react: ['app', 'features', 'widgets', 'ui', 'data', 'platform'],
  'react-dom': ['app'],
  'react-dom/**': ['app'],
  'react-router-dom': ['app', 'features', 'widgets', 'ui'],
  '@mantine/**': ['app', 'features', 'widgets', 'ui'],
  'workbox-*': [],
  'workbox-window': ['platform'],
};

/** Time, chance and the device's own storage are arguments everywhere but in `platform/`, where they are made. */
const AMBIENT = [
  { object: 'Date', property: 'now', message: 'Take the clock as an argument (#platform/clock).' },
  { object: 'Math', property: 'random', message: 'Take randomness as an argument (#platform/ids).' },
  { object: 'crypto', property: 'randomUUID', message: 'Take ids as an argument (#platform/ids).' },
  { object: 'navigator', property: 'onLine', message: 'Ask #platform/network.' },
  { object: 'window', property: 'localStorage', message: 'Use #platform/storage.' },
];

// One override per folder: in oxlint a later override replaces the rule, it does not merge.
function boundary(files: string, layer: string, extraForbidden: string[] = []): OxlintOverride {
  const layers = Object.keys(LAYERS).filter((other) => other !== layer && !LAYERS[layer]?.includes(other));
  const libraries = Object.keys(CONTAINED).filter((name) => !CONTAINED[name]?.includes(layer));
  const allowedLibraries = Object.keys(CONTAINED).filter((name) => CONTAINED[name]?.includes(layer) && name !== 'workbox-*');
  return {
    files: [files],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: [...layers, ...extraForbidden, ...OUTSIDE].map((name) => `#${name}/**`),
              message: `${layer} may import: ${[layer, ...(LAYERS[layer] ?? [])].join(', ')}. Features meet in app/; in data a room imports the rooms below it (ROOMS).`,
            },
            ...(layer === 'app' || layer === 'platform'
              ? [{ group: ['#sw/**', '!#sw/messages.ts'], message: 'Of the service worker only its messages are shared.' }]
              : [{ group: ['#sw/**'], message: `Not in ${layer}/.` }]),
            {
              group: [...libraries, ...allowedLibraries.map((name) => `!${name}`)],
              message: `Not in ${layer}/; see CONTAINED in oxlint.config.ts.`,
            },
          ],
        },
      ],
    },
  };
}
const folders = (path: string) =>
  existsSync(path)
    ? readdirSync(path, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map((entry) => entry.name)
    : [];
const features = folders('src/features');

/** The folders of `data` that a room may not import. */
const above = (room: string) => folders('src/data').filter((folder) => !ROOMS.slice(0, ROOMS.indexOf(room) + 1).includes(folder));

export default defineConfig({
  ignorePatterns: ['node_modules', 'dist', 'supabase/functions/*/index.ts'],
  plugins: ['typescript', 'react', 'import', 'unicorn', 'oxc', 'vitest', 'jsx-a11y'],
  options: { typeAware: true, reportUnusedDisableDirectives: 'error' },
  categories: { correctness: 'error' },
  rules: {
    'import/no-relative-parent-imports': 'error',
    // Types too: files that only know each other by type are still read together.
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'import/no-default-export': 'error',
    'oxc/no-barrel-file': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'off',
    // Services are closures without `this`; their functions are passed around on purpose.
    'typescript/unbound-method': 'off',
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    'typescript/consistent-type-imports': 'error',
    'vitest/expect-expect': ['error', { assertFunctionNames: ['expect', 'fc.assert'] }],
    'vitest/no-focused-tests': 'error',
    'vitest/valid-expect': ['error', { maxArgs: 2 }],
    // A virtual table is built from roles, a form's first field takes the focus when the person opened the form; axe checks the result.
    'jsx-a11y/prefer-tag-over-role': 'off',
    'jsx-a11y/no-autofocus': 'off',
    'jsx-a11y/no-noninteractive-element-interactions': 'off',
    'jsx-a11y/no-static-element-interactions': 'off',
    // The React compiler is not used; the virtualiser is known to it only as incompatible.
    'react/incompatible-library': 'off',
    'vitest/no-disabled-tests': 'error',
    'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
  },
  overrides: [
    // A story's world holds its theme and its calls, and these act on the world.
    { files: ['tests/sync/**'], rules: { 'import/no-cycle': 'error' } },
    ...Object.keys(LAYERS)
      .filter((layer) => layer !== 'features')
      .map((layer) => boundary(`src/${layer}/**`, layer)),
    ...features.map((feature) =>
      boundary(
        `src/features/${feature}/**`,
        'features',
        features.filter((other) => other !== feature).map((other) => `features/${other}`),
      ),
    ),
    ...ROOMS.map((room) =>
      boundary(
        `src/data/${room}/**`,
        'data',
        above(room).map((folder) => `data/${folder}`),
      ),
    ),
    {
      files: ['src/{app,features,widgets,data,ui,domain}/**/*.ts', 'src/{app,features,widgets,data,ui,domain}/**/*.tsx'],
      rules: {
        'no-restricted-properties': ['error', ...AMBIENT],
        'no-restricted-globals': [
          'error',
          { name: 'localStorage', message: 'Use #platform/storage.' },
          { name: 'sessionStorage', message: 'Use #platform/storage.' },
        ],
      },
    },
    {
      files: ['**/*.test.ts', '**/*.test.tsx'],
      rules: { 'no-restricted-properties': 'off', 'no-restricted-globals': 'off', 'no-restricted-imports': 'off', 'max-lines': 'off' },
    },
    // The launchers run before anything is installed: package imports do not resolve for them.
    { files: ['**/*.mjs'], rules: { 'import/no-relative-parent-imports': 'off' } },
    { files: ['*.config.ts'], rules: { 'import/no-default-export': 'off' } },
  ],
});
