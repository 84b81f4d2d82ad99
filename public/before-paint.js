// Runs before the first paint.
(() => {
  // A dark page never flashes white. The app keeps the choice in this cookie.
  const chosen = /(?:^|; )kontor_theme=(\w+)/.exec(document.cookie)?.[1];
  const isDark = chosen === 'dark' || (chosen === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');

  // What this visitor needs downloads beside the shell, not one after the other once it runs. The build writes here what that is; a wrong
  // guess costs a download and nothing else.
  const { texts, signedIn, signedOut } = document.currentScript.dataset;
  if (!texts) return;
  const ask = (attributes) => document.head.append(Object.assign(document.createElement('link'), { crossOrigin: '', ...attributes }));
  const addresses = JSON.parse(texts);
  const wished = /(?:^|; )kontor_locale=(\w+)/.exec(document.cookie)?.[1] ?? navigator.language.split('-')[0];
  const inPath = location.pathname.split('/')[1] || wished;
  ask({ rel: 'preload', as: 'fetch', href: addresses[inPath] ?? addresses.en });
  const isSignedIn = /(?:^|; )sb-kontor-auth-token/.test(document.cookie);
  for (const href of JSON.parse(isSignedIn ? signedIn : signedOut))
    ask(href.endsWith('.css') ? { rel: 'preload', as: 'style', href } : { rel: 'modulepreload', href });
})();
