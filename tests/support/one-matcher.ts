import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { matcherFor } from '#build/matcher.ts';

// The build puts our matcher in the place of the query library that RxDB brings along. Here RxDB is loaded as it lies on the disk, so it is
// told the same: a query that the shipped app would refuse fails in a test too.
registerHooks({
  resolve: (specifier, context, next) => {
    const ours = matcherFor(specifier);
    return next(ours === null ? specifier : pathToFileURL(ours).href, context);
  },
});
