import type { DocumentLanguage, PrintableBranding } from '#domain/documents/printable-document.ts';
import type { PrintableText } from '#domain/documents/printable-text.ts';
import { procedureDe } from './procedure-de.ts';
import { procedureEn } from './procedure-en.ts';
import type { ProcedureFacts } from './procedure-facts.ts';

const WORDS = {
  de: {
    title: 'Verfahrensdokumentation',
    version: (n: number, day: string) => `Fassung ${n} vom ${day}`,
    madeOn: (day: string) => `Erstellt am ${day}`,
    parts: procedureDe,
  },
  en: {
    title: 'Description of procedures',
    version: (n: number, day: string) => `Version ${n} of ${day}`,
    madeOn: (day: string) => `Made on ${day}`,
    parts: procedureEn,
  },
} as const;

type Printing = {
  readonly language: DocumentLanguage;
  readonly madeAt: string;
  readonly addressLines: readonly string[];
  readonly branding: Pick<PrintableBranding, 'logo' | 'primary_color' | 'accent_color' | 'font'>;
};

/** The description of the procedure as it goes on paper. */
export function printableProcedure(facts: ProcedureFacts, { language, madeAt, addressLines, branding }: Printing): PrintableText {
  const words = WORDS[language];
  return {
    kind: 'text',
    language,
    made_at: madeAt,
    title: words.title,
    lines: [words.version(facts.version, facts.madeOn)],
    notes: [],
    made_on: words.madeOn(facts.madeOn),
    seller: { name: facts.company.name, address_lines: addressLines },
    branding,
    parts: words.parts(facts),
  };
}

export const procedureFileName = (language: DocumentLanguage, { company, version }: ProcedureFacts): string =>
  `${WORDS[language].title} ${company.name} ${version}`.replaceAll(/[/\\:*?"<>|]+/g, '-');
