import { join } from 'node:path';
import { defaultClientConditions, type Plugin } from 'vite';

type GetInfo = (id: string) => { readonly importedIds: readonly string[] } | null;

const root = join(import.meta.dirname, '../..');
const pages = (names: string) => names.split(' ').map((name) => `src/features/${name}Page.tsx`);
/** The company's area, with the local data layer: nobody who is not signed in needs it. */
export const COMPANY = 'src/app/shell/CompanyArea.tsx';

const SETTINGS =
  'SettingsIndex CompanySettings OfflineSettings InvoiceSettings ExpenseSettings NumberSettings MailSettings ReminderSettings RecurringSettings BankAccounts Periods Ledger Procedure Export';
const CATEGORIES = 'expense-categories/CategoryList expense-categories/CategoryEdit';

/**
 * Pages that people open one after the other, in the order in which they come to them. What such pages need, and no earlier ones, is one
 * file: a file per module would be ten times as many requests, and many small files compress badly.
 */
const TOGETHER: readonly (readonly [file: string, pages: readonly string[]])[] = [
  ['sign-in', pages('auth/Login auth/Register auth/PasswordReset')],
  ['invited', pages('company/Invitation auth/SetNewPassword')],
  ['company', [COMPANY, 'src/data/opening/read-ahead.ts']],
  [
    'lists',
    [
      ...pages('dashboard/Dashboard expenses/ExpenseList invoices/InvoiceList payments/PaymentList directory/DirectoryList'),
      'src/data/first-page/first-questions.ts',
      'src/app/shell/NeedsBell.tsx', // on every page as soon as the frame stands
    ],
  ],
  // What every tab loads once its page stands: neither waits for pages that nobody has opened.
  ['duties', ['src/data/opening/leader-duties.ts']],
  ['palette', ['src/app/shell/Palette.tsx', 'src/app/shell/palette-commands.ts']],
  ['companies', pages('company/SelectCompany company/Companies')],
  ['records', pages('expenses/ExpenseDetail invoices/InvoiceDetail directory/DirectoryDetail')],
  ['forms', pages('expenses/ExpenseEdit invoices/InvoiceEdit directory/DirectoryEdit')],
  [
    'series',
    ['expenses/RecurringExpense', 'invoices/RecurringInvoice'].flatMap((of) =>
      pages(`recurring-${of}List recurring-${of}Detail recurring-${of}Edit`),
    ),
  ],
  ['settings', [...SETTINGS.split(' ').flatMap((name) => pages(`settings/${name}`)), ...pages(CATEGORIES)]],
  [
    'insight',
    pages('reports/Reports reports/MonthEnd activity/Activity reminders/Reminders invoices/NumberGaps invoices/DeliveryNoteList'),
  ],
  ['about', pages('system/Accessibility system/SystemLog system/Changelog')],
  ['received', ['EInvoiceView', 'ReceivedNotice'].map((name) => `src/features/expenses/${name}.tsx`)],
  ['directories', ['vendors', 'customers', 'products'].map((name) => `src/domain/${name}/${name}.pages.ts`)],
];

/** Helpers of compiled packages: the data layer and the backend's client use them, and neither is to wait for the other. */
const FOR_BOTH = /\/node_modules\/tslib\//;

/**
 * Cuts the app for a quick first visit. `index` is the shell; `start` is everything that the module behind it imports, in one file. Then come the pages of `TOGETHER`, what several of the others `share`, and each
 * of the others by itself. A file takes along all that its modules import, so none ever waits for one that waits for it.
 */
export function startChunks(module: string): Plugin {
  const found = new Map<string, ReadonlySet<string>>();
  const group = (name: string, priority: number, modulesOf: (infoOf: GetInfo) => ReadonlySet<string>, also?: RegExp) => ({
    priority,
    debugName: name,
    name(id: string, context: { getModuleInfo: GetInfo }) {
      const modules = found.get(name) ?? modulesOf((each) => context.getModuleInfo(each));
      found.set(name, modules);
      return modules.has(id) || also?.test(id) ? name : null;
    },
  });
  return {
    name: 'kontor-start-chunks',
    apply: 'build',
    config: () => ({
      resolve: {
        // The packages' builds for current browsers; by default they name what was compiled for ES5.
        conditions: ['es2015', ...defaultClientConditions],
      },
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'shell', tags: ['$initial' as const], priority: TOGETHER.length + 2 },
                group('start', TOGETHER.length + 1, (infoOf) => ownImports([module], infoOf), FOR_BOTH),
                ...TOGETHER.map(([file, of], place) =>
                  group(
                    file,
                    TOGETHER.length - place,
                    (infoOf) => new Set([...of.map((page) => join(root, page)), ...ownImports(of, infoOf)]),
                  ),
                ),
                { name: 'shared', test: /\/(?:src|node_modules)\//, minShareCount: 2 },
              ],
            },
          },
        },
      },
    }),
  };
}

/** The app's own files that modules import, directly or not. What they take from packages follows them. */
function ownImports(modules: readonly string[], infoOf: GetInfo): Set<string> {
  const found = new Set<string>();
  const queue = modules.map((module) => join(root, module));
  const missing = queue.find((id) => infoOf(id) === null);
  if (missing) throw new Error(`start-chunks.ts names ${missing}, which is no part of the app.`);
  for (const id of queue) {
    for (const next of infoOf(id)?.importedIds ?? []) {
      if (!next.startsWith(join(root, 'src')) || found.has(next)) continue;
      found.add(next);
      queue.push(next);
    }
  }
  return found;
}
