import { type Icon, IconArrowRight, IconBuilding, IconBuildings, IconPlus, IconReportMoney, IconUpload } from '@tabler/icons-react';
import type { Access } from '#domain/access/access.ts';
import { mayView } from '#domain/access/may-view.ts';
import { DIRECTORY_NAMES, type DirectoryName, directories } from '#domain/directories.ts';
import { EXPENSE_STATUSES } from '#domain/expenses/expense.ts';
import { INVOICE_STATES } from '#domain/invoices/invoice-filter.ts';
import type { CalledBy } from '#domain/shared/directory-pages.ts';
import { visibleReports } from '#features/reports/use-report-choice.ts';
import type { PaletteCommand } from '#features/search/palette-command.ts';
import type { Texts } from '#platform/i18n/i18n.ts';
import { ENTITY_ICONS } from '#ui/entity-icons.ts';
import { expensesBehind, invoicesBehind } from '#widgets/figures/list-links.ts';
import { SETTINGS } from '#widgets/settings/sections.ts';
import type { AppRoute } from '#app/app-route.ts';
import { routes } from '#app/routes.tsx';
import type { CompanyArrival } from './company-arrival.ts';
import { NEW_PAYMENT } from './create-target.ts';
import { isAllowed, navigation } from './navigation.ts';
import {
  COMPANY_WORDS,
  EXPENSE_STATUS_WORDS,
  IMPORTING,
  INVOICE_STATE_WORDS,
  MAKING,
  PAGE_WORDS,
  PAYMENT_WORDS,
  REPORT_WORDS,
} from './palette-words.ts';

export type DirectoryWords = Readonly<Record<DirectoryName, CalledBy>>;
/** What the directories are called; their pages are loaded for it. */
export async function directoryWords(): Promise<DirectoryWords> {
  const called = await Promise.all(DIRECTORY_NAMES.map(async (name) => [name, (await directories[name].pages()).pages.calledBy] as const));
  return Object.fromEntries(called) as DirectoryWords;
}

export const phrasesOf = ({ en, de }: CalledBy): string[] => `${en}, ${de}`.split(', ');
/** Each with each: `new invoice`, `neue Rechnung`; German also says it the other way round, and words stand in any order. */
const combined = (verbs: CalledBy, things: CalledBy): string[] =>
  phrasesOf(things).flatMap((thing) => [thing, ...phrasesOf(verbs).map((verb) => `${verb} ${thing}`)]);

export type Known = {
  readonly access: Access;
  readonly t: Texts;
  readonly called: DirectoryWords;
  readonly companies: readonly { readonly id: string; readonly name: string }[];
  readonly companyId: string;
};

/** Every place of the app that this person may open and that needs no record: pages, pages that make something, reports, lists of a state, companies. */
export function placeCommands(known: Known): PaletteCommand[] {
  return [...pageCommands(known), ...paymentCommand(known), ...stateCommands(known), ...reportCommands(known), ...companyCommands(known)];
}

function pageCommands({ access, t, called }: Known): PaletteCommand[] {
  const shown = routes.filter(
    ({ layout, access: door, path, title, permissions }) =>
      (layout === 'default' || door === 'open') && !path.includes(':') && isPlace(title) && isAllowed(access, permissions),
  );
  return shown
    .map((route): PaletteCommand => {
      const { path, title } = route;
      const isNew = path.endsWith('/create');
      const entry = navigation.flatMap(({ items }) => items).find((item) => item.path === path);
      const label = t(entry?.label ?? title);
      return {
        key: path,
        group: isNew ? 'actions' : 'places',
        label,
        icon: iconOf(route),
        path,
        phrases: [label, t(title), ...pagePhrases(route, called)],
      };
    })
    .sort((a, b) => Number(a.group === 'actions') - Number(b.group === 'actions'));
}

function paymentCommand({ access, t }: Known): PaletteCommand[] {
  if (!isAllowed(access, ['payments.create'])) return [];
  const label = t('payments:new');
  const phrases = [label, ...combined(MAKING, PAYMENT_WORDS)];
  return [{ key: NEW_PAYMENT, group: 'actions', label, icon: IconPlus, path: NEW_PAYMENT, phrases }];
}

/** A page of a directory, or one that has words: what a file opens is nowhere to go. */
const isPlace = (title: AppRoute['title']): boolean =>
  !title.startsWith('navigation:') || title.slice('navigation:title.'.length) in PAGE_WORDS;

function iconOf({ path }: AppRoute): Icon {
  if (path.endsWith('/create')) return IconPlus;
  if (path.endsWith('/import')) return IconUpload;
  const places = [...navigation.flatMap(({ items }) => items), ...SETTINGS.flatMap(({ sections }) => sections)];
  return places.find((each) => each.path === path)?.icon ?? IconArrowRight;
}

function pagePhrases({ path, title }: AppRoute, called: DirectoryWords): string[] {
  const directory = DIRECTORY_NAMES.find(
    (name) => path === directories[name].page.path || path.startsWith(`${directories[name].page.path}/`),
  );
  const words = directory ? called[directory] : PAGE_WORDS[title.slice('navigation:title.'.length) as keyof typeof PAGE_WORDS];
  if (path.endsWith('/create')) return combined(MAKING, words);
  if (path.endsWith('/import')) return phrasesOf(words).flatMap((thing) => phrasesOf(IMPORTING).map((verb) => `${verb} ${thing}`));
  return phrasesOf(words);
}

/** Lists narrowed to a state. */
function stateCommands({ access, t }: Known): PaletteCommand[] {
  const invoices = mayView(access, 'invoices') ? INVOICE_STATES : [];
  const expenses = mayView(access, 'expenses') ? EXPENSE_STATUSES : [];
  const command = (path: string, icon: Icon, { many, state, words }: { many: string; state: string; words: CalledBy }): PaletteCommand => ({
    key: path,
    group: 'places',
    label: `${many} · ${state}`,
    icon,
    path,
    phrases: [`${state} ${many}`, ...phrasesOf(words)],
  });
  return [
    ...invoices.map((state) =>
      command(invoicesBehind({ state }), ENTITY_ICONS.invoice, {
        many: t('entities:invoices.many'),
        state: t(`invoices:state.${state}`),
        words: INVOICE_STATE_WORDS[state],
      }),
    ),
    ...expenses.map((status) =>
      command(expensesBehind({ status }), ENTITY_ICONS.receipt, {
        many: t('entities:expenses.many'),
        state: t(`expenses:status.${status}`),
        words: EXPENSE_STATUS_WORDS[status],
      }),
    ),
  ];
}

function reportCommands({ access, t }: Known): PaletteCommand[] {
  if (!isAllowed(access, ['reports.view'])) return [];
  return visibleReports(access).map((report) => {
    const name = t(`reports:report.${report}`);
    const path = `/reports?report=${report}`;
    const label = `${t('navigation:reports')} · ${name}`;
    return { key: path, group: 'places', label, icon: IconReportMoney, path, phrases: [name, label, ...phrasesOf(REPORT_WORDS[report])] };
  });
}

function companyCommands({ companies, companyId, t }: Known): PaletteCommand[] {
  const others = companies.filter(({ id }) => id !== companyId);
  return [
    ...others.map(({ id, name }): PaletteCommand => {
      const label = name || t('company:select.unnamed');
      const phrases = [label, ...phrasesOf(COMPANY_WORDS).map((word) => `${word} ${label}`)];
      return {
        key: `company ${id}`,
        group: 'companies',
        label,
        icon: IconBuilding,
        path: '/',
        state: { company: id } satisfies CompanyArrival,
        phrases,
      };
    }),
    {
      key: '/company/select-current',
      group: 'companies',
      label: t('navigation:company.all'),
      icon: IconBuildings,
      path: '/company/select-current',
      state: { company: null } satisfies CompanyArrival,
      phrases: [t('navigation:company.all'), ...phrasesOf(PAGE_WORDS.selectCompany)],
    },
  ];
}
