declare module 'virtual:locale-versions' {
  export const localeVersions: Readonly<Record<'en' | 'de', string>>;
}
