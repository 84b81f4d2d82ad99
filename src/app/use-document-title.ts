import { useEffect } from 'react';

/** The tab's title; spec §2 names the English ones. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
}
