import { log } from '#platform/log/log.ts';

type LaunchParams = { readonly files?: readonly { getFile(): Promise<File> }[] };
type LaunchQueue = { setConsumer(take: (params: LaunchParams) => void): void };

/**
 * Hands on the files that the system opened with the installed app (`file_handlers` of the manifest), now and later. The page that listened last gets
 * them; a browser without a launch queue opens none.
 */
export function onLaunchedFiles(take: (files: File[]) => void): void {
  const { launchQueue } = globalThis as { launchQueue?: LaunchQueue };
  launchQueue?.setConsumer(({ files = [] }) => {
    if (files.length === 0) return;
    Promise.all(files.map((handle) => handle.getFile())).then(take, (error: unknown) => log.warn('launched_files_unread', { error }));
  });
}
