import { useHref } from 'react-router-dom';

/** Where the links of mails lead: this app's confirm page in the language of the page. */
export function useConfirmUrl(): string {
  return location.origin + useHref('/auth/confirm');
}
