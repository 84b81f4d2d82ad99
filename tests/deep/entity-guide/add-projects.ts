import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const guide = import.meta.dirname;

/** What README, "Adding an entity", tells to do, each by its name. */
const STEPS = [
  'folder',
  'directories',
  'words in English',
  'words in German',
  'texts in English',
  'texts in German',
  'texts typed',
  'keys',
  'table',
  'syncing',
  'viewing',
  'activity',
] as const;
export type Step = (typeof STEPS)[number];

/** A copy of the sources with "projects" added as the README says, but for one step. Packages are shared. */
export function withProjects(without?: Step): string {
  const root = mkdtempSync(join(tmpdir(), 'kontor-guide-'));
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { encoding: 'utf8', maxBuffer: 1 << 26 }).split('\0');
  for (const file of files.filter(Boolean)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    cpSync(resolve(file), join(root, file));
  }
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
  for (const step of STEPS) if (step !== without) doStep(root, step);
  return root;
}

function doStep(root: string, step: Step): void {
  const migration = 'supabase/migrations/29990101000000_projects.sql';
  const insert = (file: string, before: string, text: string) => {
    const path = join(root, file);
    const source = readFileSync(path, 'utf8');
    if (!source.includes(before)) throw new Error(`${file} has no ${before}`);
    writeFileSync(path, source.replace(before, `${text}${before}`));
  };
  const sql = (name: string) => readFileSync(join(guide, name), 'utf8');
  const append = (text: string) => appendFileSync(join(root, migration), text);
  switch (step) {
    case 'folder':
      return cpSync(join(guide, 'projects'), join(root, 'src/domain/projects'), { recursive: true });
    case 'directories':
      insert('src/domain/directories.ts', 'import { vendors }', "import { projects } from '#domain/projects/projects.entity.ts';\n");
      return insert('src/domain/directories.ts', ' } as const;', ', projects');
    case 'words in English':
      return insert('locales/en/entities.json', '  "invoices":', '  "projects": { "one": "Project", "many": "Projects" },\n');
    case 'words in German':
      return insert('locales/de/entities.json', '  "invoices":', '  "projects": { "one": "Projekt", "many": "Projekte" },\n');
    case 'texts in English':
      return cpSync(join(guide, 'projects.en.json'), join(root, 'locales/en/projects.json'));
    case 'texts in German':
      return cpSync(join(guide, 'projects.de.json'), join(root, 'locales/de/projects.json'));
    case 'texts typed':
      insert('src/platform/i18n/resources.ts', 'import type vendors', "import type projects from '#locales/en/projects.json';\n");
      return insert('src/platform/i18n/resources.ts', '      vendors: typeof vendors;', '      projects: typeof projects;\n');
    case 'table':
      return append(sql('projects-table.sql'));
    case 'keys':
      return append(sql('projects-keys.sql'));
    case 'syncing':
      return append(
        "call private.make_synced('projects', 53, 'projects', '{name,code,customer_id,is_active}', '{name,code,customer_id,is_active}', 'projects');\n",
      );
    case 'viewing':
      return append("update private.synced_collections set view_key = 'projects.view' where collection = 'projects';\n");
    case 'activity':
      return append(
        "create trigger log_activity after insert or update or delete on public.projects for each row execute function private.log_activity('projects', 'name');\n",
      );
  }
}
