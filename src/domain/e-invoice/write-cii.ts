import { BUSINESS_PROCESS, type EInvoiceProfile, SPECIFICATION } from './e-invoice-profile.ts';
import type { EInvoice, EInvoiceAddress, EInvoiceLine, EInvoiceParty, EInvoiceTax, LineCategory } from './e-invoice.ts';
import { group, leaf, wholeLeaf, xmlFile } from './xml-text.ts';
import { xmlAmount, xmlNumber } from './xml-values.ts';

const NAMESPACE = 'urn:un:unece:uncefact:data:standard:';
const NAMESPACES = {
  'xmlns:rsm': `${NAMESPACE}CrossIndustryInvoice:100`,
  'xmlns:ram': `${NAMESPACE}ReusableAggregateBusinessInformationEntity:100`,
  'xmlns:udt': `${NAMESPACE}UnqualifiedDataType:100`,
  'xmlns:qdt': `${NAMESPACE}QualifiedDataType:100`,
};

/** The invoice in UN/CEFACT CII D16B (EN 16931-3-3): as an XRechnung, or as ZUGFeRD and Factur-X carry it inside a PDF. The order of the elements is the schema's. */
export function writeCii(invoice: EInvoice, profile: EInvoiceProfile): string {
  const process = group('ram:BusinessProcessSpecifiedDocumentContextParameter', [leaf('ram:ID', BUSINESS_PROCESS)]);
  return xmlFile(
    group(
      'rsm:CrossIndustryInvoice',
      [
        group('rsm:ExchangedDocumentContext', [
          profile === 'xrechnung' ? process : '',
          group('ram:GuidelineSpecifiedDocumentContextParameter', [leaf('ram:ID', SPECIFICATION[profile])]),
        ]),
        group('rsm:ExchangedDocument', [
          leaf('ram:ID', invoice.number),
          leaf('ram:TypeCode', invoice.type_code),
          day('ram:IssueDateTime', invoice.issue_date),
          ...invoice.notes.map((note) => group('ram:IncludedNote', [leaf('ram:Content', note)])),
        ]),
        group('rsm:SupplyChainTradeTransaction', [
          ...invoice.lines.map((line) => lineOf(line, (name, amount) => leaf(name, xmlAmount(amount, invoice.currency)))),
          agreement(invoice),
          // The element itself is obligatory, also where nothing is known.
          delivery(invoice) || '<ram:ApplicableHeaderTradeDelivery/>',
          settlement(invoice, profile),
        ]),
      ],
      NAMESPACES,
    ),
  );
}

type Money = (name: string, amount: number) => string;

const compact = (date: string): string => date.replaceAll('-', '');
const day = (name: string, date: string): string =>
  date === '' ? '' : group(name, [leaf('udt:DateTimeString', compact(date), { format: '102' })]);

const address = (name: string, { street, city, postal_code, country }: EInvoiceAddress): string =>
  group(name, [
    leaf('ram:PostcodeCode', postal_code),
    leaf('ram:LineOne', street),
    leaf('ram:CityName', city),
    leaf('ram:CountryID', country),
  ]);

const registration = (id: string, schemeID: string): string => group('ram:SpecifiedTaxRegistration', [leaf('ram:ID', id, { schemeID })]);

const party = (name: string, its: EInvoiceParty): string =>
  group(name, [
    leaf('ram:ID', its.identifier),
    leaf('ram:Name', its.name),
    group('ram:DefinedTradeContact', [
      leaf('ram:PersonName', its.contact.name),
      group('ram:TelephoneUniversalCommunication', [leaf('ram:CompleteNumber', its.contact.phone)]),
      group('ram:EmailURIUniversalCommunication', [leaf('ram:URIID', its.contact.email)]),
    ]),
    address('ram:PostalTradeAddress', its.address),
    its.electronic_address
      ? group('ram:URIUniversalCommunication', [leaf('ram:URIID', its.electronic_address.id, { schemeID: its.electronic_address.scheme })])
      : '',
    registration(its.tax_number, 'FC'),
    registration(its.vat_id, 'VA'),
  ]);

const agreement = ({ buyer_reference, seller, buyer, order_number }: EInvoice): string =>
  group('ram:ApplicableHeaderTradeAgreement', [
    leaf('ram:BuyerReference', buyer_reference),
    party('ram:SellerTradeParty', seller),
    party('ram:BuyerTradeParty', buyer),
    group('ram:BuyerOrderReferencedDocument', [leaf('ram:IssuerAssignedID', order_number)]),
  ]);

const delivery = ({ deliver_to, supply }: EInvoice): string =>
  group('ram:ApplicableHeaderTradeDelivery', [
    deliver_to
      ? group('ram:ShipToTradeParty', [leaf('ram:Name', deliver_to.name), address('ram:PostalTradeAddress', deliver_to.address)])
      : '',
    group('ram:ActualDeliverySupplyChainEvent', [day('ram:OccurrenceDateTime', supply && !supply.to ? supply.from : '')]),
  ]);

function settlement(invoice: EInvoice, profile: EInvoiceProfile): string {
  const { currency, payment, supply, preceding, own_tax } = invoice;
  const money: Money = (name, amount) => leaf(name, xmlAmount(amount, currency));
  return group('ram:ApplicableHeaderTradeSettlement', [
    leaf('ram:PaymentReference', payment.reference),
    leaf('ram:TaxCurrencyCode', own_tax?.currency ?? ''),
    leaf('ram:InvoiceCurrencyCode', currency),
    group('ram:SpecifiedTradeSettlementPaymentMeans', [
      leaf('ram:TypeCode', payment.code),
      group('ram:PayeePartyCreditorFinancialAccount', [leaf('ram:IBANID', payment.iban), leaf('ram:AccountName', payment.account_name)]),
      group('ram:PayeeSpecifiedCreditorFinancialInstitution', [leaf('ram:BICID', payment.bic)]),
    ]),
    ...invoice.taxes.map((tax) => taxOf(tax, profile, money)),
    supply?.to ? group('ram:BillingSpecifiedPeriod', [day('ram:StartDateTime', supply.from), day('ram:EndDateTime', supply.to)]) : '',
    group('ram:SpecifiedTradePaymentTerms', [
      wholeLeaf('ram:Description', payment.terms),
      day('ram:DueDateDateTime', invoice.due_date ?? ''),
    ]),
    group('ram:SpecifiedTradeSettlementHeaderMonetarySummation', [
      money('ram:LineTotalAmount', invoice.net),
      money('ram:TaxBasisTotalAmount', invoice.net),
      leaf('ram:TaxTotalAmount', xmlAmount(invoice.tax, currency), { currencyID: currency }),
      own_tax ? leaf('ram:TaxTotalAmount', xmlAmount(own_tax.amount, own_tax.currency), { currencyID: own_tax.currency }) : '',
      money('ram:GrandTotalAmount', invoice.gross),
      money('ram:DuePayableAmount', invoice.gross),
    ]),
    preceding
      ? group('ram:InvoiceReferencedDocument', [
          leaf('ram:IssuerAssignedID', preceding.number),
          group('ram:FormattedIssueDateTime', [leaf('qdt:DateTimeString', compact(preceding.date), { format: '102' })]),
        ])
      : '',
  ]);
}

/** XRechnung wants a rate even of what is outside the scope of VAT (BR-DE-14); the standard itself does not (BR-O-05). */
const taxOf = (tax: EInvoiceTax, profile: EInvoiceProfile, money: Money): string =>
  group('ram:ApplicableTradeTax', [
    money('ram:CalculatedAmount', tax.tax),
    leaf('ram:TypeCode', 'VAT'),
    leaf('ram:ExemptionReason', tax.reason),
    money('ram:BasisAmount', tax.net),
    leaf('ram:CategoryCode', tax.category ?? ''),
    leaf('ram:ExemptionReasonCode', tax.reason_code),
    tax.category === 'O' && profile === 'en16931' ? '' : leaf('ram:RateApplicablePercent', xmlNumber(tax.rate)),
  ]);

const lineCategory = ({ category, rate }: LineCategory): string =>
  group('ram:ApplicableTradeTax', [
    leaf('ram:TypeCode', 'VAT'),
    leaf('ram:CategoryCode', category ?? ''),
    leaf('ram:RateApplicablePercent', category === 'O' ? '' : xmlNumber(rate)),
  ]);

/** UNTDID 5189: a discount. */
const DISCOUNT = '95';

const lineOf = (line: EInvoiceLine, money: Money): string =>
  group('ram:IncludedSupplyChainTradeLineItem', [
    group('ram:AssociatedDocumentLineDocument', [leaf('ram:LineID', line.id)]),
    group('ram:SpecifiedTradeProduct', [leaf('ram:Name', line.name), leaf('ram:Description', line.description)]),
    group('ram:SpecifiedLineTradeAgreement', [group('ram:NetPriceProductTradePrice', [leaf('ram:ChargeAmount', xmlNumber(line.price))])]),
    group('ram:SpecifiedLineTradeDelivery', [leaf('ram:BilledQuantity', xmlNumber(line.quantity), { unitCode: line.unit_code })]),
    group('ram:SpecifiedLineTradeSettlement', [
      lineCategory(line.tax),
      line.discount
        ? group('ram:SpecifiedTradeAllowanceCharge', [
            group('ram:ChargeIndicator', [leaf('udt:Indicator', 'false')]),
            leaf('ram:CalculationPercent', xmlNumber(line.discount.percent)),
            money('ram:BasisAmount', line.discount.base),
            money('ram:ActualAmount', line.discount.amount),
            leaf('ram:ReasonCode', DISCOUNT),
          ])
        : '',
      group('ram:SpecifiedTradeSettlementLineMonetarySummation', [money('ram:LineTotalAmount', line.net)]),
    ]),
  ]);
