import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import { log } from '#platform/log/log.ts';
import { withStyles } from './failed-styles.ts';
import { isNotFetched } from './not-fetched.ts';

type Load<Props> = () => Promise<ComponentType<Props>>;
/** Of what is missing: its code is here and can't run. */
export type Fault = { readonly isBroken?: boolean };
type Parts<Props> = {
  readonly load: Load<Props>;
  /** Stands there where the chunk can't be had, or can't run. */
  readonly Missing: ComponentType<Props & Fault>;
  /** Stands there while it is on its way. */
  readonly Coming?: ComponentType<Props>;
};

const Nothing = () => null;

/**
 * A part of a page in a chunk of its own. Where that can't be had, because the connection went before it was kept here, its place shows nothing, or what
 * is given for it: the page around, with what was typed there, stands all the same.
 */
export const lazyPart = <Props extends object>(load: Load<Props>, Place: () => ReactNode = Nothing): ComponentType<Props> =>
  lazyOr({ load, Missing: Place, Coming: Place });

/** Drawn anew, it is asked for again. */
export function lazyOr<Props extends object>({ load, Missing, Coming = Nothing }: Parts<Props>): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  const fetched = async (): Promise<{ default: ComponentType<Props> }> => ({
    default: await withStyles(load).then(
      (part) => (loaded = part),
      (error: unknown) => {
        if (isNotFetched(error)) return Missing;
        log.error('part_broken', { error });
        return Broken;
      },
    ),
  });
  const Broken = (props: Props) => <Missing {...props} isBroken />;
  return function LazyPart(props: Props) {
    const [Current] = useState<ComponentType<Props>>(() => loaded ?? lazy(fetched));
    return (
      <Suspense fallback={<Coming {...props} />}>
        <Current {...props} />
      </Suspense>
    );
  };
}
