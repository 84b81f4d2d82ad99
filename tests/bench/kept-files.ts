/** The files that a built service worker keeps for offline use, from the list that the build wrote into it. Throws where there is none. */
export function keptFiles(worker: string): string[] {
  const files = [...worker.matchAll(/\{"revision":[^,}]*,"url":"([^"]+)"\}/g)].map(([, file = '']) => file);
  if (files.length === 0) throw new Error('the service worker has no list of files');
  return files;
}
