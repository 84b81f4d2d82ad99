// Runs before the first paint, so that a dark page never flashes white. The app keeps the choice in this cookie.
(() => {
  const chosen = /(?:^|; )kontor_theme=(\w+)/.exec(document.cookie)?.[1];
  const isDark = chosen === 'dark' || (chosen === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');
})();
