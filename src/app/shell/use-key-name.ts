import { useTranslation } from 'react-i18next';

const isApple = /Mac|iP/.test(globalThis.navigator?.platform ?? '');

/** What stands on a key of this keyboard: `Strg` on a German one, `⌘` on a Mac. */
export function useKeyName(): (key: string) => string {
  const { t } = useTranslation('navigation');
  return (key) => (key === 'Ctrl' ? (isApple ? '⌘' : t('keys.ctrl')) : key === 'Esc' ? t('keys.esc') : key);
}
