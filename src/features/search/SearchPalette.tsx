import { IconSearch, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import type { SearchKind } from '#domain/search/search-index.ts';
import { CloseModal, Modal } from '#ui/Modal.tsx';
import { SearchOptions } from './SearchOptions.tsx';
import classes from './SearchPalette.module.css';
import type { PaletteCommand, PalettePeriod } from './palette-command.ts';
import { usePaletteGroups } from './use-palette-groups.tsx';
import { useRecentRecords } from './use-recent-records.ts';

type Props = {
  commands: readonly PaletteCommand[];
  /** Listed before anything is typed. */ start: readonly PaletteCommand[];
  periodIn: (query: string) => PalettePeriod | null;
  /** What was typed before this was there. */ startWith: () => string;
  onClose: () => void;
};

/** Finds any record, page or action by typing; arrow keys choose, Enter opens or does it. */
export function SearchPalette({ commands, start, periodIn, startWith, onClose }: Props) {
  const { t } = useTranslation('search');
  const { t: tEntities } = useTranslation('entities');
  const navigate = useNavigate();
  const [query, setQuery] = useState(startWith);
  const [kind, setKind] = useState<SearchKind | null>(null);
  const [active, setActive] = useState(0);
  // React may draw this a while before it is there: what is typed in between is in nobody's field yet.
  useLayoutEffect(() => {
    setQuery(startWith());
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what was typed before is taken over once
  }, []);
  const isHasty = useRef(false);
  const id = useId();
  const { pathname } = useLocation();
  // Where one is is nowhere to go.
  const recent = useRecentRecords().filter((ref) => !pathname.endsWith(ref.id));
  const asked = useDeferredValue(query);
  const { groups, status, isAnswer } = usePaletteGroups({ query: asked, kind, commands, start, periodIn, recent });
  const isCurrent = isAnswer && asked === query;
  const options = groups.flatMap((group) => group.options);
  const current = Math.min(active, options.length - 1);

  const type = (text: string) => {
    isHasty.current = false;
    setQuery(text);
    setActive(0);
    if (text.trim() === '') setKind(null);
  };
  const choose = (index: number) => {
    const option = options[index];
    if (!option) return;
    if (option.action === 'narrow') {
      setKind(option.kind);
      return setActive(0);
    }
    if (option.action === 'command') {
      const { path, state, run, stays = false } = option.command;
      if (!stays) onClose();
      run?.();
      if (path !== undefined) void navigate(path, { state });
      return undefined;
    }
    onClose();
    return void navigate(option.path);
  };
  // Enter before the list has caught up with the typing means the first of what is found, not of what stood there.
  useEffect(() => {
    if (!isHasty.current || !isCurrent) return;
    isHasty.current = false;
    choose(current);
  });
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 5, PageUp: -5 }[event.key];
    if (step !== undefined && options.length > 0) {
      event.preventDefault();
      const next = current + step;
      // One step past an end goes round, a jump stops there.
      const isRound = Math.abs(step) === 1;
      setActive(isRound ? (next + options.length) % options.length : Math.max(0, Math.min(options.length - 1, next)));
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      if (isCurrent) choose(current);
      else isHasty.current = true;
    } else if (event.key === 'Backspace' && query === '' && kind !== null) setKind(null);
  };

  return (
    <Modal name={{ label: t('label') }} className={classes.dialog} focus="input" onClose={onClose}>
      <div className={classes.head}>
        <IconSearch size={20} aria-hidden className={classes.lens} />
        {kind !== null && (
          <button
            type="button"
            className={classes.chip}
            onClick={() => setKind(null)}
            aria-label={t('widen', { kind: tEntities(`${kind}.many`) })}
          >
            {tEntities(`${kind}.many`)}
            <IconX size={14} aria-hidden />
          </button>
        )}
        <input
          className={classes.input}
          type="text"
          role="combobox"
          aria-expanded
          aria-autocomplete="list"
          aria-controls={`${id}-list`}
          aria-activedescendant={options.length > 0 ? `${id}-${current}` : undefined}
          aria-label={t('label')}
          placeholder={t('placeholder')}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          autoFocus
          value={query}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={move}
        />
        <CloseModal className={classes.close} label={t('close')} onClose={onClose} />
      </div>
      <SearchOptions id={id} groups={groups} current={current} onChoose={choose} onPoint={setActive} />
      <p className={classes.status} role="status">
        {status}
      </p>
    </Modal>
  );
}
