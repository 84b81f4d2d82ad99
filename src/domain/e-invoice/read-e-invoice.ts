import type { ReceivedInvoice } from './received-invoice.ts';
import { allAt, at, readXml, textAt, type XmlElement } from './xml-reader.ts';

/** A number as XML schema writes decimals; null for none. */
function numberAt(element: XmlElement | undefined, path: string): number | null {
  const text = textAt(element, path);
  return /^[+-]?(\d{1,13}(\.\d{0,12})?|\.\d{1,12})$/.test(text) ? Number(text) : null;
}

/** `2026-01-31`, also of `20260131` and of what has a time behind it. */
function dayOf(text: string): string {
  const found = /^(\d{4})-?(\d{2})-?(\d{2})/.exec(text);
  return found ? `${found[1]}-${found[2]}-${found[3]}` : '';
}

/** The first quantity that the line has, and its unit. */
function quantityAt(line: XmlElement | undefined, ...names: string[]): { quantity: number | null; unit: string } {
  const name = names.find((each) => at(line, each) !== undefined) ?? '';
  return { quantity: numberAt(line, name), unit: at(line, name)?.attributes.get('unitCode') ?? '' };
}

/** What kind of note it is, a code of UNTDID 4451 before the text of a UBL note (BT-21). */
const SUBJECT = /^#[A-Z]{3}#/;

/** `urn:factur-x.eu:1p0:minimum`, `urn:zugferd.de:2p0:basicwl` and as they were written before. */
const AID = /[:#](minimum|basic-?wl)$/i;

/** Texts without their codes. */
const textsAt = (elements: readonly XmlElement[]): string[] =>
  elements.map(({ text }) => text.replace(SUBJECT, '')).filter((text) => text !== '');

const bare = (id: string): string => id.replaceAll(/[\s.\-/]/g, '').toUpperCase();

/** The invoice in this XML, UBL (invoice and credit note) or CII of any profile; null where it is another document. XmlRefused where it is no XML that is read here. */
export function readEInvoice(xml: string): ReceivedInvoice | null {
  const root = readXml(xml);
  if (root.name === 'Invoice' || root.name === 'CreditNote') return fromUbl(root);
  return root.name === 'CrossIndustryInvoice' ? fromCii(root) : null;
}

function fromUbl(root: XmlElement): ReceivedInvoice {
  const seller = at(root, 'AccountingSupplierParty/Party');
  const registered = allAt(seller, 'PartyTaxScheme').find((scheme) => textAt(scheme, 'TaxScheme/ID') === 'VAT');
  const currency = textAt(root, 'DocumentCurrencyCode');
  // A second total is in the currency of the tax.
  const taxTotal = allAt(root, 'TaxTotal').find((total) => at(total, 'TaxAmount')?.attributes.get('currencyID') === currency);
  const totals = at(root, 'LegalMonetaryTotal');
  return {
    number: textAt(root, 'ID'),
    type_code: textAt(root, 'InvoiceTypeCode') || textAt(root, 'CreditNoteTypeCode'),
    is_booking_aid: false,
    issue_date: dayOf(textAt(root, 'IssueDate')),
    due_date: dayOf(textAt(root, 'DueDate') || textAt(root, 'PaymentMeans/PaymentDueDate')),
    currency,
    seller: {
      name: textAt(seller, 'PartyLegalEntity/RegistrationName') || textAt(seller, 'PartyName/Name'),
      vat_id: bare(textAt(registered, 'CompanyID')),
      country: textAt(seller, 'PostalAddress/Country/IdentificationCode'),
    },
    buyer: textAt(root, 'AccountingCustomerParty/Party/PartyLegalEntity/RegistrationName'),
    iban: bare(textAt(root, 'PaymentMeans/PayeeFinancialAccount/ID')),
    notes: textsAt([...allAt(root, 'Note'), ...allAt(at(root, 'PaymentTerms'), 'Note')]),
    lines: [...allAt(root, 'InvoiceLine'), ...allAt(root, 'CreditNoteLine')].map((line) => ({
      name: textAt(line, 'Item/Name'),
      ...quantityAt(line, 'InvoicedQuantity', 'CreditedQuantity'),
      price: numberAt(line, 'Price/PriceAmount'),
      net: numberAt(line, 'LineExtensionAmount'),
      rate: numberAt(line, 'Item/ClassifiedTaxCategory/Percent'),
    })),
    taxes: allAt(taxTotal, 'TaxSubtotal').map((part) => ({
      category: textAt(part, 'TaxCategory/ID'),
      rate: numberAt(part, 'TaxCategory/Percent'),
      net: numberAt(part, 'TaxableAmount'),
      tax: numberAt(part, 'TaxAmount'),
    })),
    lines_total: numberAt(totals, 'LineExtensionAmount'),
    allowances: numberAt(totals, 'AllowanceTotalAmount'),
    charges: numberAt(totals, 'ChargeTotalAmount'),
    net: numberAt(totals, 'TaxExclusiveAmount'),
    tax: numberAt(taxTotal, 'TaxAmount'),
    gross: numberAt(totals, 'TaxInclusiveAmount'),
    payable: numberAt(totals, 'PayableAmount'),
  };
}

function fromCii(root: XmlElement): ReceivedInvoice {
  const trade = at(root, 'SupplyChainTradeTransaction');
  const settlement = at(trade, 'ApplicableHeaderTradeSettlement');
  const seller = at(trade, 'ApplicableHeaderTradeAgreement/SellerTradeParty');
  const registered = allAt(seller, 'SpecifiedTaxRegistration').find((tax) => at(tax, 'ID')?.attributes.get('schemeID') === 'VA');
  const currency = textAt(settlement, 'InvoiceCurrencyCode');
  const totals = at(settlement, 'SpecifiedTradeSettlementHeaderMonetarySummation');
  const taxTotals = allAt(totals, 'TaxTotalAmount');
  const taxTotal = taxTotals.find((total) => total.attributes.get('currencyID') === currency) ?? taxTotals[0];
  return {
    number: textAt(root, 'ExchangedDocument/ID'),
    type_code: textAt(root, 'ExchangedDocument/TypeCode'),
    is_booking_aid: AID.test(textAt(root, 'ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID')),
    issue_date: dayOf(textAt(root, 'ExchangedDocument/IssueDateTime/DateTimeString')),
    due_date: dayOf(textAt(settlement, 'SpecifiedTradePaymentTerms/DueDateDateTime/DateTimeString')),
    currency,
    seller: {
      name: textAt(seller, 'Name'),
      vat_id: bare(textAt(registered, 'ID')),
      country: textAt(seller, 'PostalTradeAddress/CountryID'),
    },
    buyer: textAt(trade, 'ApplicableHeaderTradeAgreement/BuyerTradeParty/Name'),
    iban: bare(textAt(settlement, 'SpecifiedTradeSettlementPaymentMeans/PayeePartyCreditorFinancialAccount/IBANID')),
    notes: textsAt([
      ...allAt(at(root, 'ExchangedDocument'), 'IncludedNote').flatMap((note) => at(note, 'Content') ?? []),
      ...allAt(settlement, 'SpecifiedTradePaymentTerms').flatMap((terms) => at(terms, 'Description') ?? []),
    ]),
    lines: allAt(trade, 'IncludedSupplyChainTradeLineItem').map((line) => ({
      name: textAt(line, 'SpecifiedTradeProduct/Name'),
      ...quantityAt(at(line, 'SpecifiedLineTradeDelivery'), 'BilledQuantity'),
      price: numberAt(line, 'SpecifiedLineTradeAgreement/NetPriceProductTradePrice/ChargeAmount'),
      net: numberAt(line, 'SpecifiedLineTradeSettlement/SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount'),
      rate: numberAt(line, 'SpecifiedLineTradeSettlement/ApplicableTradeTax/RateApplicablePercent'),
    })),
    taxes: allAt(settlement, 'ApplicableTradeTax').map((part) => ({
      category: textAt(part, 'CategoryCode'),
      rate: numberAt(part, 'RateApplicablePercent'),
      net: numberAt(part, 'BasisAmount'),
      tax: numberAt(part, 'CalculatedAmount'),
    })),
    lines_total: numberAt(totals, 'LineTotalAmount'),
    allowances: numberAt(totals, 'AllowanceTotalAmount'),
    charges: numberAt(totals, 'ChargeTotalAmount'),
    net: numberAt(totals, 'TaxBasisTotalAmount'),
    tax: taxTotal ? numberAt({ ...root, children: [{ ...taxTotal, name: 'it' }] }, 'it') : null,
    gross: numberAt(totals, 'GrandTotalAmount'),
    payable: numberAt(totals, 'DuePayableAmount'),
  };
}
