import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { onLaunchedFiles } from '#platform/pwa/launched-files.ts';
import { readFile, type SourceFile } from './import-source.ts';

/** The files that the system opened with the app, in their order: one is looked at, the others wait until the person goes on to them. */
export function useOpenedFiles() {
  const { i18n } = useTranslation('csv');
  const [files, setFiles] = useState<readonly SourceFile[]>([]);
  useEffect(() => {
    onLaunchedFiles((given) => {
      const reading = Promise.all(given.map((file) => readFile(file, i18n.language)));
      // There is nothing to stay with in one that can't be read.
      void reading.then((read) => setFiles((all) => [...(all[0]?.source ? all : all.slice(1)), ...read]));
    });
  }, [i18n.language]);
  const [current, next] = files;
  return { current, next, goOn: () => setFiles((all) => all.slice(1)) };
}
