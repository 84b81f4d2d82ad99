import { afterEach, expect, test, vi } from 'vitest';
import { onLaunchedFiles } from './launched-files.ts';

type Consumer = (params: { files?: { getFile(): Promise<File> }[] }) => void;
let consumer: Consumer | null = null;
const launchWith = (...files: File[]) => consumer?.({ files: files.map((file) => ({ getFile: () => Promise.resolve(file) })) });
afterEach(() => vi.unstubAllGlobals());

test('files that the app was opened with come to who listens; a start without files, or a browser that opens none, says nothing', async () => {
  const got: string[][] = [];
  const take = (files: File[]) => void got.push(files.map(({ name }) => name));
  onLaunchedFiles(take);
  vi.stubGlobal('launchQueue', { setConsumer: (given: Consumer) => (consumer = given) });
  onLaunchedFiles(take);
  consumer?.({});
  launchWith();
  launchWith(new File(['<Invoice/>'], 'a.xml'), new File(['%PDF'], 'b.pdf'));
  await vi.waitFor(() => expect(got).toEqual([['a.xml', 'b.pdf']]));
});
