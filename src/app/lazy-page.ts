import { type ComponentType, lazy } from 'react';

export type LazyPage = { readonly Component: ComponentType; readonly preload: () => void };

/** A page that is loaded when it is first shown or, ahead of that, when the browser has nothing better to do. */
export function lazyPage(load: () => Promise<ComponentType>): LazyPage {
  return { Component: lazy(async () => ({ default: await load() })), preload: () => void load().catch(() => undefined) };
}
