import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { LIBRARY, MATCHER } from '#build/matcher.ts';

// The build puts our matcher in the place of the query library that RxDB brings along. Here RxDB is loaded as it lies on the disk, so it is
// told the same: a query that the shipped app would refuse fails in a test too.
registerHooks({
  resolve: (specifier, context, next) => (specifier === LIBRARY ? next(pathToFileURL(MATCHER).href, context) : next(specifier, context)),
});
