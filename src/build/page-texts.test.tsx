// @vitest-environment jsdom
import i18next, { type i18n as I18n } from 'i18next';
import { act, type ReactNode } from 'react';
import * as library from 'react-i18next';
import { beforeEach, expect, test } from 'vitest';
import { drawnPage } from '#tests/support/drawn-page.ts';
import * as ours from './page-texts.ts';

const TEXTS = {
  en: { common: { save: 'Save', greet: 'Hello {{name}}', files_one: 'one file', files_other: '{{count}} files' }, mail: { send: 'Send' } },
  de: {
    common: { save: 'Sichern', greet: 'Hallo {{name}}', files_one: 'eine Datei', files_other: '{{count}} Dateien' },
    mail: { send: 'Senden' },
  },
};
let i18n: I18n;
const { page, root } = drawnPage();
beforeEach(async () => {
  i18n = i18next.createInstance();
  await i18n
    .use(ours.initReactI18next)
    .init({ lng: 'en', fallbackLng: false, resources: TEXTS, defaultNS: 'common', react: { useSuspense: false } });
});

type Library = Pick<typeof ours, 'I18nextProvider' | 'useTranslation'>;
const theirs = library as unknown as Library;
type Translation = ReturnType<typeof ours.useTranslation>;
const said = ({ t, i18n: of }: Translation) =>
  [
    t('save'),
    t('greet', { name: 'Ann' }),
    t('files', { count: 1 }),
    t('files', { count: 2 }),
    t('mail:send'),
    t('nowhere'),
    of.language,
  ].join();
const screenOf = ({ I18nextProvider, useTranslation }: Library) => {
  const Page = (): ReactNode => {
    const [one, two, three] = [useTranslation(), useTranslation('mail'), useTranslation(['mail', 'common'])];
    return [said(one), two.t('send'), two.t('save'), three.t('send'), three.t('save'), three.t('common:save')].join(' | ');
  };
  act(() =>
    root.render(
      <I18nextProvider i18n={i18n}>
        <Page />
      </I18nextProvider>,
    ),
  );
  return () => page.textContent;
};

test('says what the library says, in the language of the page', async () => {
  const say = async ({ I18nextProvider, useTranslation }: Library) => {
    const screen = screenOf({ I18nextProvider, useTranslation });
    const first = screen();
    await act(() => i18n.changeLanguage('de'));
    const second = screen();
    await act(() => i18n.changeLanguage('en'));
    return [first, second, screen()];
  };
  const expected = await say(theirs);
  expect(expected[1]).toContain('Sichern,Hallo Ann,eine Datei,2 Dateien,Senden,nowhere,de');
  expect(await say(ours)).toEqual(expected);
});

test('a component that is drawn again gets the same words as the same object, so nothing made of them is made again', () => {
  const seen: unknown[] = [];
  const Page = (): ReactNode => {
    seen.push(ours.useTranslation('mail').t);
    return null;
  };
  const draw = () =>
    act(() =>
      root.render(
        <ours.I18nextProvider i18n={i18n}>
          <Page />
        </ours.I18nextProvider>,
      ),
    );
  draw();
  draw();
  expect(seen).toHaveLength(2);
  expect(seen[0]).toBe(seen[1]);
});

test('a text with nothing to fill in is looked up once, one with something each time', () => {
  let lookedUp: string[] = [];
  const t = i18n.t.bind(i18n);
  i18n.t = Object.assign((...args: Parameters<typeof t>) => (lookedUp.push(String(args[0])), t(...args)), {
    $TFunctionBrand: undefined,
  }) as never;
  const Page = (): ReactNode => {
    const { t: say } = ours.useTranslation();
    return [say('save'), say('save'), say('greet', { name: 'Ann' }), say('greet', { name: 'Bob' })].join();
  };
  act(() =>
    root.render(
      <ours.I18nextProvider i18n={i18n}>
        <Page />
      </ours.I18nextProvider>,
    ),
  );
  expect(page.textContent).toBe('Save,Save,Hello Ann,Hello Bob');
  expect(lookedUp).toEqual(['save', 'greet', 'greet']);
});
