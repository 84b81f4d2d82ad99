import { type ComponentType, lazy, useState } from 'react';

export type LazyPage = { readonly Page: ComponentType; readonly preload: () => Promise<unknown> };

/**
 * A page in its own chunk. Once the chunk is here the page renders at once: React's `lazy` alone would suspend even then,
 * and React holds back what follows a fallback for 300 ms.
 */
export function lazyPage(load: () => Promise<ComponentType>): LazyPage {
  let loaded: ComponentType | undefined;
  let loading: Promise<ComponentType> | undefined;
  const fetchPage = () => {
    loading ??= load().then(
      (page) => (loaded = page),
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
  const Lazy = lazy(async () => ({ default: await fetchPage() }));

  function Page() {
    // Chosen once: another component in the same place would lose the page's state.
    const [Current] = useState(() => loaded ?? Lazy);
    return <Current />;
  }
  return { Page, preload: () => fetchPage().catch(() => undefined) };
}
