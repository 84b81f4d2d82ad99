// Runs before the first paint.
(() => {
  // A dark page never flashes white. The app keeps the choice in this cookie.
  const chosen = /(?:^|; )kontor_theme=(\w+)/.exec(document.cookie)?.[1];
  const isDark = chosen === 'dark' || (chosen === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  const page = document.documentElement;
  page.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');

  // The bars of browser and system have the colour of the app's own bar, also after another choice.
  const colourBars = () => {
    const colour = page.getAttribute('data-mantine-color-scheme') === 'dark' ? '#181b23' : '#ffffff';
    document.querySelector('meta[name="theme-color"]').setAttribute('content', colour);
  };
  colourBars();
  new MutationObserver(colourBars).observe(page, { attributeFilter: ['data-mantine-color-scheme'] });

  // The browser's offer to install the app waits for our own button: nobody is asked before they look for it.
  const offer = (event) => {
    event.preventDefault();
    window.kontorInstall = event.type === 'appinstalled' ? null : event;
    dispatchEvent(new Event('kontor-install'));
  };
  for (const type of ['beforeinstallprompt', 'appinstalled']) addEventListener(type, offer);

  // What stands there until the app is loaded looks like what will be.
  const isSignedIn = /(?:^|; )sb-kontor-auth-token/.test(document.cookie);
  page.toggleAttribute('data-signed-in', isSignedIn);

  // What this visitor needs downloads beside the shell, not one after the other once it runs. The build writes here what that is; a wrong
  // guess costs a download and nothing else.
  const { texts, signedIn, signedOut } = document.currentScript.dataset;
  if (!texts) return;
  const ask = (attributes) => document.head.append(Object.assign(document.createElement('link'), { crossOrigin: '', ...attributes }));
  const addresses = JSON.parse(texts);
  const wished = /(?:^|; )kontor_locale=(\w+)/.exec(document.cookie)?.[1] ?? navigator.language.split('-')[0];
  const inPath = location.pathname.split('/')[1] || wished;
  ask({ rel: 'preload', as: 'fetch', href: addresses[inPath] ?? addresses.en });
  for (const href of JSON.parse(isSignedIn ? signedIn : signedOut))
    ask(href.endsWith('.css') ? { rel: 'preload', as: 'style', href } : { rel: 'modulepreload', href });
})();
