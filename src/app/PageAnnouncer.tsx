import { OnlyHeard } from '#ui/OnlyHeard.tsx';

/** Says the new page's title to screen readers, which notice no page change in an app like this. */
export function PageAnnouncer({ title }: { title: string }) {
  return (
    <OnlyHeard aria-live="polite" aria-atomic="true">
      {title}
    </OnlyHeard>
  );
}
