import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DraftPlace } from '#data/drafts/draft-shelf.ts';
import type { DraftReceipt } from '#data/drafts/form-drafts.ts';
import { useDraftReceiptStore } from '#data/receipts/use-draft-receipt-store.ts';
import { AppError } from '#domain/errors.ts';
import { log } from '#platform/log/log.ts';
import { onLaunchedFiles } from '#platform/pwa/launched-files.ts';
import { RECEIPT_MAX_TEXT } from '#widgets/receipt-limit.ts';

export type Preparing = { readonly key: number; readonly name: string };
/** A file that could not be prepared just now and stays; `text` says why. */
export type LeftFile = { readonly id: string; readonly name: string; readonly text: string };
let lastKey = 0;

/**
 * The receipts of a form that is not saved yet. A picked file is on this device before it is decoded; then files become receipts one after
 * the other, and refusals are kept as sentences. `initial` are those of a draft that an earlier version kept.
 */
export function useDraftReceipts(place: DraftPlace, initial: readonly DraftReceipt[]) {
  const store = useDraftReceiptStore(place);
  const refusalText = useRefusalText();
  const { t } = useTranslation('errors');
  const unreadText = t('files.failed');
  const { receipts, change, current } = useReceiptList();
  const [preparing, setPreparing] = useState<readonly Preparing[]>([]);
  const [refusals, setRefusals] = useState<readonly string[]>([]);
  const [left, setLeft] = useState<readonly LeftFile[]>([]);
  const [isOpened, setOpened] = useState(false);
  const intake = useRef<Promise<unknown>>(Promise.resolve());
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const mine = useRef(new Set<string>());

  const refuse = useCallback((name: string, error: unknown) => setRefusals((all) => [...all, refusalText(name, error)]), [refusalText]);
  const prepare = useCallback(
    (name: string, id: Promise<string>, isAsked = false) => {
      lastKey += 1;
      const item = { key: lastKey, name };
      setPreparing((all) => [...all, item]);
      // One at a time: a phone decoding nine photos at once runs out of memory.
      queue.current = queue.current.then(async () => {
        try {
          const made = await (isAsked ? store.tryAgain : store.prepare)(await id);
          const isTwin = made && current().some((each) => each.sha256 === made.sha256 && each.id !== made.id);
          if (made && isTwin) await store.drop([made.id]);
          else if (made) change((all) => withReceipt(all, made));
        } catch (error) {
          if (isKept(error)) {
            const file = { id: await id, name, text: refusalText(name, error) };
            setLeft((all) => [...all, file]);
          } else refuse(name, error);
        } finally {
          setPreparing((all) => all.filter((each) => each.key !== item.key));
        }
      });
    },
    [store, change, current, refuse, refusalText],
  );
  const add = useCallback(
    (files: readonly File[]) => {
      setRefusals([]);
      for (const file of files) {
        const id = intake.current.then(() => store.takeIn(file));
        intake.current = id.then((taken) => mine.current.add(taken)).catch(() => undefined);
        prepare(file.name, id);
      }
    },
    [store, prepare],
  );

  useEffect(() => {
    let isCurrent = true;
    const open = async () => {
      for (const receipt of initial) await store.keep(receipt);
      if (place.kind === 'new') await store.takeShared(refuse);
      const kept = await store.open();
      if (!isCurrent) return;
      for (const { id } of kept) mine.current.add(id);
      change((all) => kept.reduce((list, { made }) => (made ? withReceipt(list, made) : list), all));
      for (const { id, name, made } of kept) if (!made) prepare(name, Promise.resolve(id));
      setOpened(true);
    };
    open().catch((error: unknown) => {
      log.warn('draft_receipts_unread', { error });
      if (!isCurrent) return;
      setRefusals((all) => [...all, unreadText]);
      setOpened(true);
    });
    return () => {
      isCurrent = false;
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a form is opened once; another language does not open it again
  }, [store]);

  useEffect(() => {
    if (place.kind === 'new') onLaunchedFiles(add);
  }, [place.kind, add]);

  const remove = useCallback(
    (id: string) => {
      change((all) => all.filter((each) => each.id !== id));
      void store.drop([id]);
    },
    [store, change],
  );
  const isNoLonger = (id: string) => setLeft((all) => all.filter((each) => each.id !== id));
  const tryAgain = ({ id, name }: LeftFile) => {
    isNoLonger(id);
    prepare(name, Promise.resolve(id), true);
  };
  const giveUp = ({ id }: LeftFile) => {
    isNoLonger(id);
    void store.drop([id]);
  };
  const putBack = useCallback(
    (receipt: DraftReceipt) => {
      change((all) => withReceipt(all, receipt));
      store.keep(receipt).catch((error: unknown) => refuse(receipt.name, error));
    },
    [store, change, refuse],
  );
  /** All that was picked for this form goes. */
  const discard = useCallback(async () => {
    await intake.current;
    await store.drop([...mine.current]);
  }, [store]);
  return { receipts, preparing, refusals, left, isOpened, add, remove, tryAgain, giveUp, putBack, discard };
}

const isKept = (error: unknown): boolean => error instanceof AppError && error.data['isKept'] === true;

/** A list whose newest state is also known outside of rendering. */
function useReceiptList() {
  const [receipts, setReceipts] = useState<readonly DraftReceipt[]>([]);
  const latest = useRef(receipts);
  const change = useCallback((next: (all: readonly DraftReceipt[]) => readonly DraftReceipt[]) => {
    latest.current = next(latest.current);
    setReceipts(latest.current);
  }, []);
  const current = useCallback(() => latest.current, []);
  return { receipts, change, current };
}

const withReceipt = (all: readonly DraftReceipt[], made: DraftReceipt) => (all.some(({ id }) => id === made.id) ? all : [...all, made]);

function useRefusalText() {
  const { t } = useTranslation('expenses');
  return useCallback(
    (name: string, error: unknown): string => {
      if (!(error instanceof AppError)) return t('receipt.error.failed', { name });
      if (error.code === 'not_allowed') return t('receipt.error.notAllowed', { name });
      if (error.code === 'file_empty') return t('receipt.error.empty', { name });
      if (error.code === 'file_too_large') return t('receipt.error.large', { name, size: RECEIPT_MAX_TEXT });
      if (error.code === 'storage_full') return t('receipt.error.storage', { name });
      const reason = error.data['reason'];
      if (reason === 'svg') return t('receipt.error.svg', { name });
      if (reason === 'heic_not_decodable') return t('receipt.error.heic', { name });
      if (isKept(error)) return t('receipt.error.kept', { name });
      if (reason === 'no_e_invoice') return t('receipt.error.noEInvoice', { name });
      return reason === 'unknown' ? t('receipt.error.type', { name }) : t('receipt.error.failed', { name });
    },
    [t],
  );
}
