import { escapeHtml } from '#local/mail/escape-html.ts';
import { ADMIN_TEXTS, type AdminLanguage } from './admin-texts.ts';
import type { Measures } from './measures.ts';
import type { Told } from './recent-log.ts';
import type { ServerFacts } from './server-facts.ts';

/** What the page shows beside the facts of the moment. */
export type PageFacts = ServerFacts & {
  readonly version: string;
  readonly engine: 'pglite' | 'postgres';
  readonly startedAt: Date;
  readonly at: Date;
  readonly told: readonly Told[];
  readonly measures: Measures;
};

const LOW_BYTES = 1024 ** 3;

const STYLE = `
:root { color-scheme: light dark; --line: light-dark(#e4e4e9, #37373f); --card: light-dark(#fff, #1e1e23); --dim: light-dark(#5d5d68, #a6a6b2);
  --good: light-dark(#14713d, #6cd49a); --bad: light-dark(#b42318, #ff9d94); --fair: light-dark(#8a5300, #f2b765); font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; background: light-dark(#f6f6f8, #141417); color: light-dark(#1c1c22, #ececf1); }
main { max-width: 62rem; margin: 0 auto; padding: clamp(1rem, 4vw, 2.5rem) clamp(1rem, 4vw, 2rem); }
header { display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between; gap: 0 1.5rem; }
h1 { font-size: 1.5rem; line-height: 1.3; margin: 0; } h2 { font-size: 1rem; margin: 0 0 0.5rem; }
p { margin: 0; } header p, .none, footer { color: var(--dim); font-size: 0.9375rem; }
.states { list-style: none; margin: 1rem 0 1.25rem; padding: 0; display: grid; gap: 0.5rem; }
.states li { background: var(--card); border: 1px solid var(--line); border-left: 4px solid var(--mark); border-radius: 0.5rem; padding: 0.75rem 1rem; font-weight: 600; }
.good { --mark: var(--good); } .bad { --mark: var(--bad); } .fair { --mark: var(--fair); }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 21rem), 1fr)); gap: 1rem; }
section { background: var(--card); border: 1px solid var(--line); border-radius: 0.5rem; padding: 1rem; min-width: 0; }
dl { margin: 0; } dl div { display: flex; justify-content: space-between; gap: 1.5rem; padding: 0.375rem 0; border-top: 1px solid var(--line); }
dl div:first-child { border-top: 0; } dt { color: var(--dim); } dd { margin: 0; text-align: right; font-variant-numeric: tabular-nums; }
.wide { margin-top: 1rem; } ol { list-style: none; margin: 0; padding: 0; } ol li { padding: 0.5rem 0; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
ol li:first-child { border-top: 0; } ol time { color: var(--dim); font-variant-numeric: tabular-nums; } ol b { color: var(--mark); } ol code { display: block; font-size: 0.8125rem; color: var(--dim); }
footer { margin-top: 1.25rem; } a { color: inherit; }
`;

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

/** Numbers, sizes and times as the language writes them. */
function words(language: AdminLanguage) {
  const locale = language === 'de' ? 'de-DE' : 'en-GB';
  const number = new Intl.NumberFormat(locale);
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' });
  return {
    count: (value: number | undefined) => (value === undefined ? '–' : number.format(value)),
    time: (at: Date) => `<time datetime="${at.toISOString()}">${time.format(at)}</time>`,
    bytes(value: number | null | undefined): string {
      if (value === null || value === undefined) return '–';
      const [size, unit] = value < 1024 ** 3 ? [value / 1024 ** 2, 'MB'] : [value / 1024 ** 3, 'GB'];
      return `${new Intl.NumberFormat(locale, { maximumFractionDigits: size < 100 ? 1 : 0 }).format(size)}\u00a0${unit}`;
    },
  };
}

type State = { readonly kind: 'good' | 'fair' | 'bad'; readonly text: string };

function statesOf({ database, freeBytes, backup }: PageFacts, language: AdminLanguage): State[] {
  const texts = ADMIN_TEXTS[language];
  const faults: State[] = [
    ...(database === null ? [{ kind: 'bad' as const, text: texts.away }] : []),
    ...(freeBytes !== null && freeBytes < LOW_BYTES ? [{ kind: 'bad' as const, text: texts.diskLow }] : []),
    ...(backup?.isOld ? [{ kind: 'bad' as const, text: texts.backupOld }] : []),
  ];
  const hints: State[] = backup === null ? [{ kind: 'fair', text: texts.backupNone }] : [];
  return [...(faults.length === 0 ? [{ kind: 'good' as const, text: texts.well }] : faults), ...hints];
}

const card = (title: string, rows: readonly (readonly [string, string])[]): string =>
  `<section><h2>${title}</h2><dl>${rows.map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`).join('')}</dl></section>`;

function cards(facts: PageFacts, language: AdminLanguage): string {
  const texts = ADMIN_TEXTS[language];
  const { count, time, bytes } = words(language);
  const { database, measures, backup } = facts;
  const last = backup?.last ?? null;
  return [
    card(texts.server, [
      [texts.version, escapeHtml(facts.version)],
      [texts.engine, texts.engines[facts.engine]],
      [texts.since, time(facts.startedAt)],
      [texts.lastBackup, backup === null ? texts.off : last === null ? texts.never : time(new Date(last))],
    ]),
    card(texts.sizes, [
      [texts.companies, count(database?.companies)],
      [texts.people, count(database?.people)],
      [texts.database, bytes(database?.databaseBytes)],
      [texts.stored, database === null ? '–' : `${count(database.storedObjects)} · ${bytes(database.storedBytes)}`],
      [texts.free, bytes(facts.freeBytes)],
    ]),
    card(texts.now, [
      [texts.sockets, count(facts.sockets)],
      [texts.statementsRunning, count(facts.runningStatements)],
      [texts.waitingNews, count(database?.waitingNews)],
      [texts.waitingMails, count(database?.waitingMails)],
      [texts.waitingChecks, count(database?.waitingChecks)],
    ]),
    card(texts.counted, [
      [texts.requests, count(measures.requests.total())],
      [texts.pulls, count(measures.pulls.total())],
      [texts.pushes, count(measures.pushes.total())],
      [texts.statements, count(measures.statements.total())],
      [texts.slow, count(measures.slowStatements.total())],
      [texts.changes, count(database?.changes)],
    ]),
  ].join('');
}

function messages(told: readonly Told[], language: AdminLanguage): string {
  const texts = ADMIN_TEXTS[language];
  const { time } = words(language);
  if (told.length === 0) return `<p class="none">${texts.noMessages}</p>`;
  const lines = told.map(({ at, level, message, fields }) => {
    const facts = Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${String(value)}`]));
    const more = facts.length === 0 ? '' : `<code>${escapeHtml(facts.join(' '))}</code>`;
    return `<li class="${level === 'error' ? 'bad' : 'fair'}">${time(at)} <b>${texts.levels[level]}</b> <span lang="en">${escapeHtml(message)}${more}</span></li>`;
  });
  return `<ol>${lines.join('')}</ol>`;
}

/** How the server does, as a page without scripts that renews itself. */
export function adminPage(facts: PageFacts, language: AdminLanguage): Response {
  const texts = ADMIN_TEXTS[language];
  const states = statesOf(facts, language).map(({ kind, text }) => `<li class="${kind}">${text}</li>`);
  const html = `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="60">
<title>${texts.title} · Kontor</title><style>${STYLE}</style></head>
<body><main>
<header><h1>${texts.title}</h1><p>${texts.asOf} ${words(language).time(facts.at)}</p></header>
<ul class="states" role="list">${states.join('')}</ul>
<div class="cards">${cards(facts, language)}</div>
<section class="wide"><h2>${texts.messages}</h2>${messages(facts.told, language)}</section>
<footer><a href="/metrics">${texts.metrics}</a></footer>
</main></body>
</html>
`;
  return new Response(html, { headers: { ...HEADERS, 'content-language': language } });
}
