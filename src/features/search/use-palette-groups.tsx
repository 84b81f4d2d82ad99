import { useDirectory } from '#data/directory/use-directory.ts';
import { type Icon, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { SearchHit, SearchRef } from '#data/search/live-search.ts';
import { useRecentHits, useSearch } from '#data/search/use-search.ts';
import { recurringExpenseTitle } from '#domain/recurring-expenses/recurring-expense-title.ts';
import { recurringInvoiceTitle } from '#domain/recurring-invoices/recurring-invoice-title.ts';
import type { SearchKind } from '#domain/search/search-index.ts';
import { entityOf } from '#domain/registry.ts';
import { matchesText } from '#domain/shared/fold-text.ts';
import { ENTITY_ICONS } from '#ui/entity-icons.ts';
import { useFormat } from '#platform/i18n/use-format.ts';

/** What most records have of these. */
type Named = { readonly name?: string; readonly city?: string; readonly email?: string; readonly description?: string };

/** A page of the app that the palette leads to. */
export type PalettePlace = { readonly path: string; readonly label: string; readonly icon: Icon };

/** Something the palette does instead of opening a page. */
export type PaletteAction = { readonly key: string; readonly label: string; readonly icon: Icon; readonly run: () => void };

type Face = { readonly key: string; readonly icon: Icon; readonly title: string; readonly detail?: string; readonly end?: string };
export type PaletteOption = Face &
  (
    | { readonly action: 'open'; readonly path: string; readonly ref?: SearchRef }
    | { readonly action: 'narrow'; readonly kind: SearchKind }
    | { readonly action: 'run'; readonly run: () => void }
  );
export type PaletteGroup = {
  readonly key: string;
  readonly heading: string;
  readonly count?: string;
  readonly options: readonly PaletteOption[];
};

type Asked = {
  readonly query: string;
  readonly kind: SearchKind | null;
  readonly places: readonly PalettePlace[];
  readonly actions: readonly PaletteAction[];
  readonly recent: readonly SearchRef[];
};

type PaletteList = {
  readonly groups: readonly PaletteGroup[];
  readonly status: string;
  /** False until what is listed answers the query. */ readonly isAnswer: boolean;
};

/** What the palette lists for a query: recent records and pages before anything is typed, then what was found, kind by kind. */
export function usePaletteGroups({ query, kind, places, actions, recent }: Asked): PaletteList {
  const { t } = useTranslation('search');
  const { t: tEntities } = useTranslation('entities');
  const format = useFormat();
  const result = useSearch(query, kind);
  const recentHits = useRecentHits(recent);
  const optionOf = useOptionOf();
  const placesGroup = (shown: readonly PalettePlace[]): PaletteGroup[] =>
    shown.length === 0
      ? []
      : [
          {
            key: 'places',
            heading: t('places'),
            options: shown.map(({ path, label, icon }) => ({ key: path, action: 'open', path, title: label, icon })),
          },
        ];

  const actionsGroup = (shown: readonly PaletteAction[]): PaletteGroup[] =>
    shown.length === 0
      ? []
      : [
          {
            key: 'actions',
            heading: t('actions'),
            options: shown.map(({ key, label, icon, run }) => ({ key: `do ${key}`, action: 'run', run, title: label, icon })),
          },
        ];

  if (query.trim() === '') {
    const opened = recentHits ?? [];
    const group = { key: 'recent', heading: t('recent'), options: opened.map(optionOf) };
    return {
      groups: [...(opened.length > 0 ? [group] : []), ...placesGroup(places), ...actionsGroup(actions)],
      status: '',
      isAnswer: true,
    };
  }
  const found = (result?.query === query ? result.groups : []).map(({ kind: each, count, hits }): PaletteGroup => {
    const options: PaletteOption[] = hits.map(optionOf);
    const all = t('all', { count, kind: tEntities(`${each}.many`) });
    if (kind === null && count > hits.length)
      options.push({ key: `all ${each}`, action: 'narrow', kind: each, icon: IconChevronRight, title: all });
    return { key: each, heading: tEntities(`${each}.many`), count: format.number(count), options };
  });
  const pages = kind === null ? places.filter(({ label }) => matchesText(label, query.trim())) : [];
  const doable = kind === null ? actions.filter(({ label }) => matchesText(label, query.trim())) : [];
  const groups = [...found, ...placesGroup(pages), ...actionsGroup(doable)];
  const isAnswer = result?.query === query;
  if (result?.isReading) return { groups, status: t('reading'), isAnswer };
  return { groups, status: groups.length === 0 && isAnswer ? t('nothing', { query: query.trim() }) : '', isAnswer };
}

function useOptionOf(): (hit: SearchHit) => PaletteOption {
  const faceOf = useFaceOf();
  return (hit) => {
    const { menu, page } = entityOf(hit.kind);
    const ref = { kind: hit.kind, id: hit.record.id };
    return {
      key: `${hit.kind} ${ref.id}`,
      icon: ENTITY_ICONS[menu?.icon ?? 'box'],
      ...faceOf(hit),
      action: 'open',
      path: `${page?.path ?? ''}/${ref.id}`,
      ref,
    };
  };
}

function useFaceOf(): (hit: SearchHit) => Omit<Face, 'key' | 'icon'> {
  const { t } = useTranslation('search');
  const format = useFormat();
  const { value: customers } = useDirectory('customers');
  const { value: vendors } = useDirectory('vendors');
  const joined = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(' · ');
  return (hit) => {
    switch (hit.kind) {
      case 'invoice_products':
        return {
          title: hit.record.name,
          detail: hit.record.description.split('\n')[0] ?? '',
          end: format.price(hit.record.unit_price, hit.record.currency),
        };
      case 'invoices': {
        const { number, buyer, customer_id: customerId, issue_date: day, gross_total: gross, currency } = hit.record;
        const name = buyer?.name ?? customers?.byId.get(customerId ?? '')?.name;
        return { title: number ?? t('draft'), detail: joined(name, day && format.day(day)), end: format.money(gross, currency) };
      }
      case 'expenses': {
        const { description, number, vendor_id: vendorId, expense_date: day, amount, currency } = hit.record;
        const vendor = vendors?.byId.get(vendorId ?? '')?.name;
        const title = vendor ?? (description || number || t('expense'));
        return { title, detail: joined(vendor && description, number, format.day(day)), end: format.money(amount, currency) };
      }
      case 'recurring_invoices': {
        const name = customers?.byId.get(hit.record.customer_id)?.name;
        const title = recurringInvoiceTitle(hit.record, name) ?? t('series');
        return { title, detail: joined(title === name ? '' : name) };
      }
      case 'recurring_expenses': {
        const { vendor_id: vendorId, description, amount, currency } = hit.record;
        const vendor = vendors?.byId.get(vendorId ?? '')?.name;
        const title = recurringExpenseTitle(hit.record, vendor) ?? t('series');
        return { title, detail: joined(vendor && description), end: format.money(amount, currency) };
      }
      default: {
        const { name = '', city, email, description } = hit.record as Named;
        return { title: name, detail: joined(city, email, description?.split('\n')[0]) };
      }
    }
  };
}
