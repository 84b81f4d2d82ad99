import { IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useDirectory } from '#data/directory/use-directory.ts';
import type { SearchHit, SearchRef } from '#data/search/live-search.ts';
import { useRecentHits, useSearch } from '#data/search/use-search.ts';
import { commandsFirst, rankCommands } from '#domain/search/rank-commands.ts';
import { searchEntry, type SearchKind, textFinder } from '#domain/search/search-index.ts';
import { foldText } from '#domain/shared/fold-text.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import type { PaletteCommand, PalettePeriod } from './palette-command.ts';
import type { PaletteGroup, PaletteOption } from './palette-option.ts';
import { useRecordOption } from './use-record-options.ts';

type Asked = {
  readonly query: string;
  readonly kind: SearchKind | null;
  /** All there are. */
  readonly commands: readonly PaletteCommand[];
  /** Those that are listed before anything is typed. */
  readonly start: readonly PaletteCommand[];
  readonly periodIn: (query: string) => PalettePeriod | null;
  readonly recent: readonly SearchRef[];
};

type PaletteList = {
  readonly groups: readonly PaletteGroup[];
  readonly status: string;
  /** False until what is listed answers the query. */ readonly isAnswer: boolean;
};

/** So many commands of a group; who does not see theirs types on. */
const MOST = 6;
/** What is less than half as good as the best one is no answer. */
const WORTH = 0.55;

/** What the palette lists for a query: recent records and places before anything is typed, then what was found, the best group first. */
export function usePaletteGroups({ query, kind, commands, start, periodIn, recent }: Asked): PaletteList {
  const { t } = useTranslation('search');
  const { t: tEntities } = useTranslation('entities');
  const format = useFormat();
  const result = useSearch(query, kind);
  const recentHits = useRecentHits(recent) ?? [];
  const isOpened = useOpenedFinder(query);
  const optionOf = useRecordOption();
  const commandGroups = (shown: readonly PaletteCommand[]): PaletteGroup[] =>
    // In the order of the best of each.
    [...new Set(shown.map(({ group }) => group))].map((group) => ({
      key: group,
      heading: t(group),
      options: shown
        .filter((each) => each.group === group)
        .slice(0, MOST)
        .map(optionOfCommand),
    }));
  const groupOf = (key: string, heading: string, hits: readonly SearchHit[]): PaletteGroup[] =>
    hits.length === 0 ? [] : [{ key, heading, options: hits.map(optionOf) }];

  if (query.trim() === '') {
    const all = [...new Set(start.map(({ group }) => group))].map((group) => ({
      key: group,
      heading: t(group),
      options: start.filter((each) => each.group === group).map(optionOfCommand),
    }));
    return { groups: [...groupOf('recent', t('recent'), recentHits), ...all], status: '', isAnswer: true };
  }
  const opened = kind === null ? recentHits.filter(isOpened) : [];
  const isShown = new Set(opened.map(({ record }) => record.id));
  const isAnswer = result?.query === query;
  const found = (isAnswer ? result.groups : []).flatMap(({ kind: each, count, hits }): PaletteGroup[] => {
    const options: PaletteOption[] = hits.filter(({ record }) => !isShown.has(record.id)).map(optionOf);
    const all = t('all', { count, kind: tEntities(`${each}.many`) });
    if (kind === null && count > hits.length)
      options.push({ key: `all ${each}`, action: 'narrow', kind: each, icon: IconChevronRight, title: all });
    return options.length > 0 ? [{ key: each, heading: tEntities(`${each}.many`), count: format.number(count), options }] : [];
  });
  const records = [...groupOf('recent', t('recent'), opened), ...found];
  const period = kind === null ? periodIn(query) : null;
  const ranked = kind === null ? rankCommands(query, commands) : [];
  const best = ranked[0]?.score ?? 0;
  const doable = commandGroups(ranked.filter(({ score }) => score >= best * WORTH).map(({ command }) => command));
  const times = period ? [{ key: 'period', heading: period.heading, options: period.commands.slice(0, MOST).map(optionOfCommand) }] : [];
  const hits = [...opened, ...(isAnswer ? result.groups.flatMap((each) => each.hits) : [])];
  const isFirst = commandsFirst(
    best,
    hits.some((hit) => isCalled(hit, query)),
  );
  const groups = [
    ...(period?.isUnsure === false ? times : []),
    ...(isFirst ? doable : []),
    ...records,
    ...(period?.isUnsure ? times : []),
    ...(isFirst ? [] : doable),
  ];
  if (result?.isReading) return { groups, status: t('reading'), isAnswer };
  return { groups, status: groups.length === 0 && isAnswer ? t('nothing', { query: query.trim() }) : '', isAnswer };
}

const optionOfCommand = (command: PaletteCommand): PaletteOption => ({
  key: `do ${command.key}`,
  action: 'command',
  command,
  title: command.label,
  icon: command.icon,
});

/** Whether the name of a record begins with what was typed. */
const isCalled = ({ kind, record }: SearchHit, query: string): boolean =>
  foldText(searchEntry(kind, record).title).startsWith(foldText(query.trim()));

/** Tells of a record that was opened lately whether a query finds it. */
function useOpenedFinder(query: string): (hit: SearchHit) => boolean {
  const { value: customers } = useDirectory('customers');
  const { value: vendors } = useDirectory('vendors');
  const nameOf = (id: string) => customers?.byId.get(id)?.name ?? vendors?.byId.get(id)?.name ?? '';
  return ({ kind, record }) => textFinder(kind, query, nameOf)(record as never);
}
