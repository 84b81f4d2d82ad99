import { expect, test } from 'vitest';
import { isPreviewBot } from './preview-bot.ts';

test('search engines and link previews are told from people', () => {
  for (const agent of [
    'Mozilla/5.0 (compatible; Googlebot/2.1)',
    'facebookexternalhit/1.1',
    'Slackbot-LinkExpanding 1.0',
    'WhatsApp/2.23',
    'bingbot/2.0',
  ])
    expect(isPreviewBot(agent), agent).toBe(true);
  for (const agent of [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1',
  ])
    expect(isPreviewBot(agent), agent).toBe(false);
});
