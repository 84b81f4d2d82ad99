import type { TextPart } from '#domain/documents/printable-text.ts';
import type { VatPeriod } from '#domain/tax/vat-method.ts';
import type { ProcedureFacts } from './procedure-facts.ts';
import { heading, namedRows, paragraph, points, table } from './text-parts.ts';

const LAW: Readonly<Record<string, string>> = {
  DE: 'It is the description of procedures (Verfahrensdokumentation) that the German principles of proper electronic bookkeeping ask for (GoBD, para. 151 ff.); retention follows section 147 AO and section 14b UStG.',
  AT: 'It describes the procedure within the meaning of sections 131 and 132 of the Austrian Federal Fiscal Code (BAO).',
  CH: 'It describes the procedure within the meaning of articles 957a and 958f of the Swiss Code of Obligations and the Ordinance on Business Records.',
  GB: 'It describes the procedure within the meaning of the record-keeping duties of the Companies Act 2006 and VAT Notice 700/21.',
};
const METHODS: Readonly<Record<VatPeriod['method'], string>> = { supply: 'by supply (accrual)', payment: 'by payment (cash accounting)' };
const FILINGS: Readonly<Record<VatPeriod['filing'], string>> = { month: 'monthly', quarter: 'quarterly', none: 'no returns' };

/** The German tax office's name for a way to the data. */
const access = (f: ProcedureFacts, name: string): string => (f.company.country === 'DE' ? ` (${name})` : '');

const changesOf = (f: ProcedureFacts): TextPart[] => {
  if (!f.isNew)
    return [
      paragraph(
        `This is another copy of version ${f.version} of ${f.since}; nothing has changed since. What changed before it stands in its first copy.`,
      ),
    ];
  if (f.since === null) return [paragraph('This is the first version.')];
  if (f.changes.length === 0) return [paragraph(`Since the last version of ${f.since} only the state of the program has changed.`)];
  return [
    paragraph(
      `Changes of settings, people, rights and periods since the last version of ${f.since}: ${f.changeCount}${f.changeCount > f.changes.length ? `; the newest ${f.changes.length} stand here` : ''}.`,
    ),
    table(
      ['When', 'What'],
      [3, 9],
      f.changes.map(({ at, what }) => [at, what]),
    ),
  ];
};

const opening = (f: ProcedureFacts): TextPart[] => [
  heading('1  Purpose and scope'),
  paragraph(
    `This description says how ${f.company.name} captures, checks, books, keeps and evaluates invoices, payments and expenses with Kontor. ${LAW[f.company.country] ?? 'It follows the record-keeping duties of the country in which the company is based.'} It is made from the settings, people, rights and versions that held on the day it was made; earlier versions are to be kept with it.`,
  ),
  namedRows([
    ['Company', [f.company.name, f.company.address].filter(Boolean).join(', ')],
    ['Tax number', f.company.taxNumber || 'not given'],
    ['VAT ID', f.company.vatId || 'not given'],
    ['Time zone of the books', f.company.timezone],
    ['Version', `${f.version}, made on ${f.madeOn} by ${f.madeBy}`],
    ['Program', `Kontor ${f.software.app}`],
    ['State of the database', f.software.schema],
    ['State of the tax rates', f.software.rates],
  ]),
  heading('2  Changes since the last version'),
  ...changesOf(f),
];

const people = (f: ProcedureFacts): TextPart[] => [
  heading('3  People, rights and signing in'),
  paragraph(
    'Everybody has an account of their own. What somebody sees and does is decided by the server on every access, from their rights; the screens only show what is allowed. Rights are given by those who hold them. Every change of them stands in the history.',
  ),
  table(
    ['Person', 'Role', 'Second factor', 'Rights'],
    [3.2, 2.2, 1.8, 6],
    f.people.map(({ name, role, rights, hasSecondFactor }) => [name, role, hasSecondFactor ? 'yes' : 'no', rights]),
  ),
  paragraph(
    'People sign in with an email address and a password and, where set up, a one-time code. Sessions can be ended one by one and are then invalid at once. To hand over or delete the company the owner has to prove their identity again.',
  ),
];

const ownSeries = ({ ownFormats: { cancellations, corrections } }: ProcedureFacts): string[] => {
  const own = [cancellations && `cancellations ${cancellations}`, corrections && `corrections ${corrections}`].filter(Boolean);
  return own.length > 0 ? [`A series of their own have: ${own.join('; ')}.`] : [];
};

const documents = (f: ProcedureFacts): TextPart[] => [
  heading('4  Incoming invoices, receipts and expenses'),
  points([
    'Receipts arrive as photo, picture or PDF on the device of the person who captures the expense, also without a network. They are attached to the expense and sent to the server as soon as there is a connection.',
    'The server computes the checksum (SHA-256) of every receipt itself and compares it with that of the device. Receipts of booked expenses can be neither replaced nor removed.',
    `Expenses get a number by the pattern ${f.expenseFormat}. Amounts are captured per tax rate with net and tax; their sum has to make the receipt to the cent.`,
    `Somebody with the right to do so checks the receipt and approves the expense, which books it${f.isPaidOnApproval ? ' and counts it as paid where the company paid' : ''}. One’s own expenses are only approved by the owner, or by who is alone in the company.`,
    'Whether a paper receipt is destroyed after capture, who takes pictures of receipts and who checks that they can be read is decided by the company outside the program and added to this description.',
  ]),
  heading('5  Outgoing invoices and payments'),
  points([
    `Drafts can be changed freely. When an invoice is issued the server gives it the next number by the pattern ${f.invoiceFormat}; it is unique. Gaps are listed and explained.`,
    ...ownSeries(f),
    ...(f.takesNumbersAlong
      ? [
          'People with the right to do so take 1 to 20 numbers along with a device beforehand. An invoice that is issued without a connection bears one of them at once; the server takes it as it was handed out, if its number, day, sums and parties are right, and refuses every second use of a number. The numbers need not follow the dates of the invoices. Who took and gave back which numbers, and when, stands in the history; unused ones return to the series or are gaps with their reason, and those of a lost device are never given again.',
        ]
      : []),
    'Issuing fixes lines, tax, buyer and seller. An issued invoice is changed or deleted by nobody, not even the owner; it is cancelled by a document of its own that refers to it.',
    f.generatesByItself
      ? 'Recurring invoices and expenses are made by the server when they are due; exactly one document per period.'
      : 'Recurring invoices and expenses are made by hand; exactly one document per period.',
    'Payments are captured with day, amount and invoice. They are taken back only while the correction window is open, and reversed by an entry of their own after that.',
  ]),
];

const booking = (f: ProcedureFacts): TextPart[] => [
  heading('6  Booking, correcting, closing'),
  paragraph(
    `What is booked stays. ${f.correctionDays === null ? 'A booking can be taken back until its month is closed' : `A booking can be taken back for ${f.correctionDays} days, at most until its month is closed`}; after that it is reversed by an entry with a reason that refers to the original. These rules hold for every role and are enforced by the database itself, whichever way somebody writes.`,
  ),
  paragraph(
    'Months are closed by people with the right to do so. From then on a month takes no booking, payment or change; what comes late from a device is put before its person to decide. Closing keeps the figures of the reports. Only the owner opens a month again, with a reason.',
  ),
  namedRows([['Closed months', f.closedMonths.length === 0 ? 'none' : f.closedMonths.join(', ')]]),
  paragraph(
    `The books are kept in ${f.books.currency}. Amounts in another currency are converted by the reference rates of the European Central Bank, ${f.books.rates === 'month' ? 'averaged over the month' : 'as of the day'}, or by a rate that was entered. Rate, day and source are kept with the document and do not change once it is booked.`,
  ),
  heading('7  VAT'),
  ...(f.isSmallBusiness
    ? [paragraph('The company invoices as a small business without VAT; invoices say so, and input tax is not deducted.')]
    : [
        paragraph(
          'Every line has a tax rate and a category (exempt, reverse charge, intra-Community and others). The rates come from a table with their validity by country and day; a rate that does not hold on the day of supply is objected to and can only be kept knowingly, which is recorded. Foreign VAT never counts as input tax.',
        ),
        table(
          ['From', 'VAT counts', 'Returns'],
          [3, 6, 4],
          f.vat.length === 0
            ? [['the beginning', METHODS.supply, FILINGS.month]]
            : f.vat.map(({ from, method, filing }) => [from, METHODS[method], FILINGS[filing]]),
        ),
      ]),
];

const evidence = (f: ProcedureFacts): TextPart[] => [
  heading('8  Traceability and immutability'),
  paragraph(
    'The history records every creation, change and deletion with time, person, former and new content. Entries are written by the database itself; what a person adds is marked as such.',
  ),
  paragraph(
    'The ledger records every issue, cancellation, booking, reversal, payment, period and change of settings as an entry. Each entry has the checksum of its content and that of the entry before it; nobody can change or delete entries. Every device remembers the end of the chain and says so if anything before it changes. The chain can be recomputed completely in the program and with the command “verify-ledger”.',
  ),
  namedRows(
    f.ledger
      ? [
          ['Entries', f.ledger.seq],
          ['Last entry', f.ledger.at],
          ['Checksum', f.ledger.sha256],
        ]
      : [['Entries', 'none yet']],
  ),
  heading('9  Retention'),
  paragraph(
    `Invoices, receipts and payments are kept for ${f.years.documents} years; the ledger, the history, the figures of closed months and this description for ${f.years.books} years, each from the end of the calendar year, and longer as long as they matter to a tax assessment that is still open. The program deletes nothing of it by itself. The company itself can only be deleted after a complete archive of everything was exported and the owner has confirmed to keep it until the end of that time; it can be restored for 30 days after that.`,
  ),
];

const operation = (f: ProcedureFacts): TextPart[] => [
  heading('10  Operation, backups and access for an audit'),
  points([
    'Devices work on a copy and exchange changes with the server, which is authoritative. Two changes of one record are merged field by field or put before a person, never overwritten silently.',
    'The connection to the server is encrypted unless it runs on one’s own computer. Whoever runs the server provides for access control, encrypted disks and regular backups at another place; the command “backup” writes a verified backup, “restore” brings it back. After that the devices check whether entries they knew are missing.',
    `For an audit there is access in the program with rights to read only${access(f, 'Z1')}, evaluations and reports${access(f, 'Z2')}, and the archive to hand over${access(f, 'Z3')}: one file with all tables as CSV and their description (index.xml), receipts, invoices as PDF, history and ledger, and the checksum of every part.`,
  ]),
  namedRows([['Last complete archive', f.exportedOn ?? 'none yet']]),
  heading('11  What the company adds'),
  paragraph(
    'Organisation is not in the program and is to be added: who receives and files receipts, stand-ins, controls and how often, handling of paper, where backups are and how they are tested, training, connected tills, banks and tax advisers.',
  ),
];

/** The description of the procedure in English. */
export const procedureEn = (f: ProcedureFacts): TextPart[] =>
  [opening, people, documents, booking, evidence, operation].flatMap((part) => part(f));
