declare module 'virtual:locale-versions' {
  export const localeVersions: Record<import('./languages.ts').Language, string>;
}
