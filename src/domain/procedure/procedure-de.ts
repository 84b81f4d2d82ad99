import type { TextPart } from '#domain/documents/printable-text.ts';
import type { VatPeriod } from '#domain/tax/vat-method.ts';
import type { ProcedureFacts } from './procedure-facts.ts';
import { heading, namedRows, paragraph, points, table } from './text-parts.ts';

const LAW: Readonly<Record<string, string>> = {
  DE: 'Sie ist die Verfahrensdokumentation im Sinne der Grundsätze zur ordnungsmäßigen Führung und Aufbewahrung von Büchern (GoBD, Rz. 151 ff.); die Aufbewahrung richtet sich nach § 147 AO und § 14b UStG.',
  AT: 'Sie beschreibt das Verfahren im Sinne der §§ 131 und 132 BAO.',
  CH: 'Sie beschreibt das Verfahren im Sinne von Art. 957a und 958f OR und der Geschäftsbücherverordnung (GeBüV).',
  GB: 'Sie beschreibt das Verfahren im Sinne der Aufzeichnungspflichten des Companies Act 2006 und der VAT Notice 700/21.',
};
const METHODS: Readonly<Record<VatPeriod['method'], string>> = {
  supply: 'nach vereinbarten Entgelten (Soll)',
  payment: 'nach vereinnahmten Entgelten (Ist)',
};
const FILINGS: Readonly<Record<VatPeriod['filing'], string>> = {
  month: 'monatlich',
  quarter: 'vierteljährlich',
  none: 'keine Voranmeldung',
};

/** The German tax office's name for a way to the data. */
const access = (f: ProcedureFacts, name: string): string => (f.company.country === 'DE' ? ` (${name})` : '');

const changesOf = (f: ProcedureFacts): TextPart[] => {
  if (!f.isNew)
    return [
      paragraph(
        `Dies ist eine weitere Ausfertigung der Fassung ${f.version} vom ${f.since}; seither hat sich nichts geändert. Was sich davor geändert hat, steht in der ersten Ausfertigung.`,
      ),
    ];
  if (f.since === null) return [paragraph('Dies ist die erste Fassung.')];
  if (f.changes.length === 0) return [paragraph(`Seit der letzten Fassung vom ${f.since} hat sich nur der Stand des Programms geändert.`)];
  return [
    paragraph(
      `Änderungen an Einstellungen, Personen, Rechten und Perioden seit der letzten Fassung vom ${f.since}: ${f.changeCount}${f.changeCount > f.changes.length ? `; die neuesten ${f.changes.length} stehen hier` : ''}.`,
    ),
    table(
      ['Wann', 'Was'],
      [3, 9],
      f.changes.map(({ at, what }) => [at, what]),
    ),
  ];
};

const opening = (f: ProcedureFacts): TextPart[] => [
  heading('1  Zweck und Geltung'),
  paragraph(
    `Diese Beschreibung sagt, wie ${f.company.name} Rechnungen, Zahlungen und Ausgaben mit Kontor erfasst, prüft, bucht, aufbewahrt und auswertet. ${LAW[f.company.country] ?? 'Sie richtet sich nach den Aufzeichnungspflichten des Landes, in dem die Firma sitzt.'} Sie ist aus den Einstellungen, Personen, Rechten und Ständen erzeugt, die am Tag ihrer Erstellung galten; frühere Fassungen sind mit ihr aufzubewahren.`,
  ),
  namedRows([
    ['Firma', [f.company.name, f.company.address].filter(Boolean).join(', ')],
    ['Steuernummer', f.company.taxNumber || 'nicht hinterlegt'],
    ['USt-IdNr.', f.company.vatId || 'nicht hinterlegt'],
    ['Zeitzone der Bücher', f.company.timezone],
    ['Fassung', `${f.version}, erstellt am ${f.madeOn} von ${f.madeBy}`],
    ['Programm', `Kontor ${f.software.app}`],
    ['Stand der Datenbank', f.software.schema],
    ['Stand der Steuersätze', f.software.rates],
  ]),
  heading('2  Änderungen seit der letzten Fassung'),
  ...changesOf(f),
];

const people = (f: ProcedureFacts): TextPart[] => [
  heading('3  Personen, Rechte und Anmeldung'),
  paragraph(
    'Jede Person hat ein eigenes Konto. Was sie sieht und tut, entscheidet der Server bei jedem Zugriff anhand ihrer Rechte; die Oberfläche zeigt nur, was erlaubt ist. Rechte vergibt, wer sie selbst hat. Jede Änderung daran steht im Verlauf.',
  ),
  table(
    ['Person', 'Rolle', 'Zweiter Faktor', 'Rechte'],
    [3.2, 2.2, 1.8, 6],
    f.people.map(({ name, role, rights, hasSecondFactor }) => [name, role, hasSecondFactor ? 'ja' : 'nein', rights]),
  ),
  paragraph(
    'Die Anmeldung erfolgt mit E-Mail und Passwort und, wo eingerichtet, mit einem Einmalcode. Sitzungen lassen sich einzeln beenden und gelten dann sofort nicht mehr. Für die Übergabe und das Löschen der Firma muss sich der Inhaber erneut ausweisen.',
  ),
];

const ownSeries = ({ ownFormats: { cancellations, corrections } }: ProcedureFacts): string[] => {
  const own = [cancellations && `Stornorechnungen ${cancellations}`, corrections && `Rechnungskorrekturen ${corrections}`].filter(Boolean);
  return own.length > 0 ? [`Einen eigenen Nummernkreis haben: ${own.join('; ')}.`] : [];
};

const documents = (f: ProcedureFacts): TextPart[] => [
  heading('4  Eingangsrechnungen, Belege und Ausgaben'),
  points([
    'Belege kommen als Foto, Bild oder PDF auf dem Gerät der Person an, die die Ausgabe erfasst, auch ohne Verbindung. Sie werden mit der Ausgabe verbunden und zum Server übertragen, sobald eine Verbindung besteht.',
    'Der Server berechnet zu jedem Beleg selbst die Prüfsumme (SHA-256) und vergleicht sie mit der des Geräts. Belege gebuchter Ausgaben lassen sich weder ersetzen noch entfernen.',
    `Ausgaben erhalten eine Nummer nach dem Muster ${f.expenseFormat}. Beträge werden je Steuersatz mit Netto und Steuer erfasst; die Summe muss den Beleg auf den Cent ergeben.`,
    `Eine berechtigte Person prüft den Beleg und genehmigt die Ausgabe; damit ist sie gebucht${f.isPaidOnApproval ? ' und gilt als bezahlt, soweit die Firma sie gezahlt hat' : ''}. Eigene Ausgaben genehmigt nur, wer Inhaber oder allein in der Firma ist.`,
    'Ob ein Papierbeleg nach der Erfassung vernichtet wird, wer Belege fotografiert und wer sie auf Lesbarkeit prüft, legt die Firma außerhalb des Programms fest und fügt es dieser Beschreibung bei.',
  ]),
  heading('5  Ausgangsrechnungen und Zahlungen'),
  points([
    `Entwürfe sind frei änderbar. Beim Ausstellen vergibt der Server die nächste Nummer nach dem Muster ${f.invoiceFormat}; sie ist einmalig. Lücken werden aufgelistet und begründet.`,
    ...ownSeries(f),
    ...(f.takesNumbersAlong
      ? [
          'Berechtigte Personen nehmen mit einem Gerät im Voraus 1 bis 20 Nummern mit. Eine Rechnung, die ohne Verbindung ausgestellt wird, trägt sofort eine davon; der Server nimmt sie so an, wie sie ausgehändigt wurde, wenn Nummer, Tag, Summen und Beteiligte stimmen, und weist jede zweite Verwendung einer Nummer ab. Die Nummern müssen deshalb nicht in der Reihenfolge der Rechnungsdaten laufen. Wer wann welche Nummern mitgenommen und zurückgegeben hat, steht im Verlauf; nicht verwendete kehren in den Nummernkreis zurück oder sind begründete Lücken, die eines verlorenen Geräts werden nie wieder vergeben.',
        ]
      : []),
    'Mit dem Ausstellen werden Positionen, Steuer, Empfänger und Absender festgehalten. Eine ausgestellte Rechnung ändert und löscht niemand, auch kein Inhaber; sie wird durch ein eigenes Dokument storniert, das auf sie verweist.',
    f.generatesByItself
      ? 'Serienrechnungen und Serienausgaben erstellt der Server zu ihrem Termin; je Zeitraum entsteht genau ein Dokument.'
      : 'Serienrechnungen und Serienausgaben werden von Hand erstellt; je Zeitraum entsteht genau ein Dokument.',
    'Zahlungen werden mit Tag, Betrag und Rechnung erfasst. Zurückgenommen werden sie nur, solange die Korrekturfrist läuft, danach durch eine Gegenbuchung.',
  ]),
];

const booking = (f: ProcedureFacts): TextPart[] => [
  heading('6  Buchen, Korrigieren, Abschließen'),
  paragraph(
    `Was gebucht ist, bleibt. ${f.correctionDays === null ? 'Eine Buchung lässt sich zurücknehmen, bis ihr Monat geschlossen ist' : `Eine Buchung lässt sich ${f.correctionDays} Tage lang zurücknehmen, längstens bis ihr Monat geschlossen ist`}; danach wird sie durch eine Gegenbuchung mit Begründung aufgehoben, die auf das Original verweist. Diese Regeln gelten für jede Rolle und werden von der Datenbank selbst durchgesetzt, gleich über welchen Weg jemand schreibt.`,
  ),
  paragraph(
    'Monate werden von berechtigten Personen geschlossen. Danach nimmt der Monat keine Buchung, Zahlung oder Änderung mehr an; was verspätet von einem Gerät kommt, wird der Person zur Entscheidung vorgelegt. Beim Schließen werden die Zahlen der Berichte festgehalten. Nur der Inhaber öffnet einen Monat wieder, mit Begründung.',
  ),
  namedRows([['Geschlossene Monate', f.closedMonths.length === 0 ? 'keine' : f.closedMonths.join(', ')]]),
  paragraph(
    `Die Bücher werden in ${f.books.currency} geführt. Beträge in anderer Währung werden mit den Referenzkursen der Europäischen Zentralbank umgerechnet, ${f.books.rates === 'month' ? 'im Durchschnitt des Monats' : 'nach dem Kurs des Tages'}, oder mit einem erfassten Kurs. Kurs, Tag und Quelle stehen beim Dokument und ändern sich nicht mehr, sobald es gebucht ist.`,
  ),
  heading('7  Umsatzsteuer'),
  ...(f.isSmallBusiness
    ? [
        paragraph(
          'Die Firma rechnet als Kleinunternehmer ohne Umsatzsteuer ab; Rechnungen tragen den Hinweis darauf, Vorsteuer wird nicht geltend gemacht.',
        ),
      ]
    : [
        paragraph(
          'Jede Position trägt einen Steuersatz und eine Steuerart (etwa steuerfrei, Reverse Charge, innergemeinschaftlich). Die Sätze kommen aus einer Tabelle mit Gültigkeit nach Land und Tag; ein Satz, der am Tag der Leistung nicht gilt, wird beanstandet und kann nur wissentlich, mit Vermerk, beibehalten werden. Ausländische Steuer zählt nie als Vorsteuer.',
        ),
        table(
          ['Ab', 'Besteuerung', 'Voranmeldung'],
          [3, 6, 4],
          f.vat.length === 0
            ? [['Beginn', METHODS.supply, FILINGS.month]]
            : f.vat.map(({ from, method, filing }) => [from, METHODS[method], FILINGS[filing]]),
        ),
      ]),
];

const evidence = (f: ProcedureFacts): TextPart[] => [
  heading('8  Nachvollziehbarkeit und Unveränderbarkeit'),
  paragraph(
    'Der Verlauf hält jede Anlage, Änderung und Löschung mit Zeit, Person, altem und neuem Inhalt fest. Einträge schreibt die Datenbank selbst; was eine Person dazuschreibt, ist als solches gekennzeichnet.',
  ),
  paragraph(
    'Das Buchungsjournal hält jede Ausstellung, Stornierung, Buchung, Gegenbuchung, Zahlung, Periode und Änderung von Einstellungen als Eintrag fest. Jeder Eintrag enthält die Prüfsumme seines Inhalts und die des Eintrags davor; niemand kann Einträge ändern oder löschen. Jedes Gerät merkt sich das Ende der Kette und meldet, wenn sich davor etwas ändert. Die Kette lässt sich im Programm und mit dem Befehl „verify-ledger“ vollständig nachrechnen.',
  ),
  namedRows(
    f.ledger
      ? [
          ['Einträge', f.ledger.seq],
          ['Letzter Eintrag', f.ledger.at],
          ['Prüfsumme', f.ledger.sha256],
        ]
      : [['Einträge', 'noch keine']],
  ),
  heading('9  Aufbewahrung'),
  paragraph(
    `Rechnungen, Belege und Zahlungen werden ${f.years.documents} Jahre aufbewahrt, das Buchungsjournal, der Verlauf, die Zahlen geschlossener Monate und diese Beschreibung ${f.years.books} Jahre, jeweils ab dem Ende des Kalenderjahres; länger, solange sie für eine noch offene Steuerfestsetzung von Bedeutung sind. Das Programm löscht davon nichts von sich aus. Die Firma selbst lässt sich nur löschen, nachdem ein vollständiges Archiv mit allem exportiert wurde und der Inhaber bestätigt hat, dass er es bis zum Ende der Frist aufbewahrt; danach bleibt sie 30 Tage wiederherstellbar.`,
  ),
];

const operation = (f: ProcedureFacts): TextPart[] => [
  heading('10  Betrieb, Sicherung und Datenzugriff'),
  points([
    'Geräte arbeiten auf einer Kopie und synchronisieren sich mit dem Server; maßgeblich ist der Server. Zwei Änderungen am selben Datensatz werden feldweise zusammengeführt oder einer Person vorgelegt, nie still überschrieben.',
    'Die Verbindung zum Server ist verschlüsselt, sofern er nicht auf dem eigenen Rechner läuft. Wer den Server betreibt, sorgt für Zugangsschutz, Verschlüsselung der Datenträger und regelmäßige Sicherungen an einem anderen Ort; der Befehl „backup“ schreibt eine geprüfte Sicherung, „restore“ spielt sie zurück. Nach einer Rückspielung prüfen die Geräte, ob ihnen bekannte Einträge fehlen.',
    `Für eine Prüfung gibt es den Zugriff im Programm mit reinen Leserechten${access(f, 'Z1')}, Auswertungen und Berichte${access(f, 'Z2')} und die Überlassung des Archivs${access(f, 'Z3')}: eine Datei mit allen Tabellen als CSV samt Beschreibung (index.xml), den Belegen, den Rechnungen als PDF, Verlauf und Buchungsjournal und der Prüfsumme jedes Teils.`,
  ]),
  namedRows([['Letztes vollständiges Archiv', f.exportedOn ?? 'noch keines']]),
  heading('11  Was die Firma ergänzt'),
  paragraph(
    'Organisatorisches steht nicht im Programm und ist beizufügen: wer Belege annimmt und ablegt, Vertretungen, Kontrollen und ihre Abstände, Umgang mit Papierbelegen, Ort und Prüfung der Sicherungen, Einweisung der Mitarbeitenden, angeschlossene Kassen, Banken und Steuerberatung.',
  ),
];

/** The description of the procedure in German. */
export const procedureDe = (f: ProcedureFacts): TextPart[] =>
  [opening, people, documents, booking, evidence, operation].flatMap((part) => part(f));
