export const README_PATH = 'README.txt';

/** What whoever opens an archive reads first. */
export const README = `KONTOR: ARCHIV EINER FIRMA

json/        jede Tabelle mit allen Feldern, eine Zeile je Datensatz; daraus liest Kontor ein Archiv wieder ein
csv/         dieselben Tabellen für Tabellenkalkulation und Prüfung (UTF-8, Semikolon, Dezimalkomma)
index.xml    Beschreibung der CSV-Dateien für die Datenträgerüberlassung (Z3), mit der DTD daneben
number-gaps.csv   Rechnungsnummern, die keine Rechnung hat, mit dem vermerkten Grund
files/       Belege und Logo, wie sie gespeichert sind
pdf/         ausgestellte Rechnungen und Stornorechnungen
manifest.json     was dieses Archiv enthält und was nicht, mit der Prüfsumme (SHA-256) jedes Teils

csv/ledger_entries.csv ist das Journal: jeder Eintrag enthält die Prüfsumme des vorigen. csv/activity_log.csv ist das Änderungsprotokoll.
Das Archiv darf nicht neu gepackt werden: Kontor prüft jedes Byte. Passwörter und Zugangsdaten sind nicht enthalten.


KONTOR: ARCHIVE OF A COMPANY

json/        every table with all its fields, one line per record; Kontor reads an archive back from these
csv/         the same tables for spreadsheets and auditors (UTF-8, semicolon, decimal comma)
index.xml    description of the CSV files for German tax audits (data access "Z3"), with its DTD
number-gaps.csv   invoice numbers that no invoice has, with the reason given
files/       receipts and logo as they are stored
pdf/         issued invoices and cancellations
manifest.json     what is in this archive and what is not, with the checksum (SHA-256) of every part

csv/ledger_entries.csv is the ledger: every entry holds the hash of the one before. csv/activity_log.csv is the history of changes.
Do not pack the archive anew: Kontor checks every byte. Passwords and credentials are not in it.
`;
