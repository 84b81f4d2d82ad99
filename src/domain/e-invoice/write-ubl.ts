import { BUSINESS_PROCESS, SPECIFICATION } from './e-invoice-profile.ts';
import type { EInvoice, EInvoiceAddress, EInvoiceLine, EInvoiceParty, EInvoiceTax, LineCategory } from './e-invoice.ts';
import { group, leaf, wholeLeaf, xmlFile } from './xml-text.ts';
import { xmlAmount, xmlNumber } from './xml-values.ts';

const NAMESPACE = 'urn:oasis:names:specification:ubl:schema:xsd:';
const NAMESPACES = {
  xmlns: `${NAMESPACE}Invoice-2`,
  'xmlns:cac': `${NAMESPACE}CommonAggregateComponents-2`,
  'xmlns:cbc': `${NAMESPACE}CommonBasicComponents-2`,
};

/** The invoice in UBL 2.1 (EN 16931-3-2), as an XRechnung. The order of the elements is the schema's. */
export function writeUbl(invoice: EInvoice): string {
  const { supply, preceding, deliver_to, payment, own_tax } = invoice;
  const money = (name: string, amount: number) => leaf(name, xmlAmount(amount, invoice.currency), { currencyID: invoice.currency });
  return xmlFile(
    group(
      'Invoice',
      [
        leaf('cbc:CustomizationID', SPECIFICATION.xrechnung),
        leaf('cbc:ProfileID', BUSINESS_PROCESS),
        leaf('cbc:ID', invoice.number),
        leaf('cbc:IssueDate', invoice.issue_date),
        leaf('cbc:DueDate', invoice.due_date ?? ''),
        leaf('cbc:InvoiceTypeCode', invoice.type_code),
        ...invoice.notes.map((note) => leaf('cbc:Note', note)),
        leaf('cbc:DocumentCurrencyCode', invoice.currency),
        leaf('cbc:TaxCurrencyCode', own_tax?.currency ?? ''),
        leaf('cbc:BuyerReference', invoice.buyer_reference),
        supply?.to ? group('cac:InvoicePeriod', [leaf('cbc:StartDate', supply.from), leaf('cbc:EndDate', supply.to)]) : '',
        group('cac:OrderReference', [leaf('cbc:ID', invoice.order_number)]),
        preceding
          ? group('cac:BillingReference', [
              group('cac:InvoiceDocumentReference', [leaf('cbc:ID', preceding.number), leaf('cbc:IssueDate', preceding.date)]),
            ])
          : '',
        group('cac:AccountingSupplierParty', [party(invoice.seller)]),
        group('cac:AccountingCustomerParty', [party(invoice.buyer)]),
        group('cac:Delivery', [
          leaf('cbc:ActualDeliveryDate', supply && !supply.to ? supply.from : ''),
          deliver_to ? group('cac:DeliveryLocation', [address('cac:Address', deliver_to.address)]) : '',
          deliver_to ? group('cac:DeliveryParty', [group('cac:PartyName', [leaf('cbc:Name', deliver_to.name)])]) : '',
        ]),
        group('cac:PaymentMeans', [
          leaf('cbc:PaymentMeansCode', payment.code),
          leaf('cbc:PaymentID', payment.reference),
          group('cac:PayeeFinancialAccount', [
            leaf('cbc:ID', payment.iban),
            leaf('cbc:Name', payment.account_name),
            group('cac:FinancialInstitutionBranch', [leaf('cbc:ID', payment.bic)]),
          ]),
        ]),
        group('cac:PaymentTerms', [wholeLeaf('cbc:Note', payment.terms)]),
        group('cac:TaxTotal', [money('cbc:TaxAmount', invoice.tax), ...invoice.taxes.map((tax) => subtotal(tax, money))]),
        own_tax
          ? group('cac:TaxTotal', [leaf('cbc:TaxAmount', xmlAmount(own_tax.amount, own_tax.currency), { currencyID: own_tax.currency })])
          : '',
        group('cac:LegalMonetaryTotal', [
          money('cbc:LineExtensionAmount', invoice.net),
          money('cbc:TaxExclusiveAmount', invoice.net),
          money('cbc:TaxInclusiveAmount', invoice.gross),
          money('cbc:PayableAmount', invoice.gross),
        ]),
        ...invoice.lines.map((line) => lineOf(line, invoice.currency, money)),
      ],
      NAMESPACES,
    ),
  );
}

type Money = (name: string, amount: number) => string;

const address = (name: string, { street, city, postal_code, country }: EInvoiceAddress): string =>
  group(name, [
    leaf('cbc:StreetName', street),
    leaf('cbc:CityName', city),
    leaf('cbc:PostalZone', postal_code),
    group('cac:Country', [leaf('cbc:IdentificationCode', country)]),
  ]);

const scheme = (id: string): string => group('cac:TaxScheme', [leaf('cbc:ID', id)]);
const registration = (id: string, by: string): string =>
  id === '' ? '' : group('cac:PartyTaxScheme', [leaf('cbc:CompanyID', id), scheme(by)]);

const party = ({ name, identifier, vat_id, tax_number, contact, electronic_address: at, address: place }: EInvoiceParty): string =>
  group('cac:Party', [
    at ? leaf('cbc:EndpointID', at.id, { schemeID: at.scheme }) : '',
    group('cac:PartyIdentification', [leaf('cbc:ID', identifier)]),
    address('cac:PostalAddress', place),
    registration(vat_id, 'VAT'),
    registration(tax_number, 'FC'),
    group('cac:PartyLegalEntity', [leaf('cbc:RegistrationName', name)]),
    group('cac:Contact', [leaf('cbc:Name', contact.name), leaf('cbc:Telephone', contact.phone), leaf('cbc:ElectronicMail', contact.email)]),
  ]);

/** A rate is said even of what is outside the scope of VAT in the sums (BR-DE-14), never in its lines (BR-O-05). */
const subtotal = (tax: EInvoiceTax, money: Money): string =>
  group('cac:TaxSubtotal', [
    money('cbc:TaxableAmount', tax.net),
    money('cbc:TaxAmount', tax.tax),
    group('cac:TaxCategory', [
      leaf('cbc:ID', tax.category ?? ''),
      leaf('cbc:Percent', xmlNumber(tax.rate)),
      leaf('cbc:TaxExemptionReasonCode', tax.reason_code),
      leaf('cbc:TaxExemptionReason', tax.reason),
      scheme('VAT'),
    ]),
  ]);

const lineCategory = ({ category, rate }: LineCategory): string =>
  group('cac:ClassifiedTaxCategory', [
    leaf('cbc:ID', category ?? ''),
    leaf('cbc:Percent', category === 'O' ? '' : xmlNumber(rate)),
    scheme('VAT'),
  ]);

/** UNTDID 5189: a discount. */
const DISCOUNT = '95';

const lineOf = (line: EInvoiceLine, currency: string, money: Money): string =>
  group('cac:InvoiceLine', [
    leaf('cbc:ID', line.id),
    leaf('cbc:InvoicedQuantity', xmlNumber(line.quantity), { unitCode: line.unit_code }),
    money('cbc:LineExtensionAmount', line.net),
    line.discount
      ? group('cac:AllowanceCharge', [
          leaf('cbc:ChargeIndicator', 'false'),
          leaf('cbc:AllowanceChargeReasonCode', DISCOUNT),
          leaf('cbc:MultiplierFactorNumeric', xmlNumber(line.discount.percent)),
          money('cbc:Amount', line.discount.amount),
          money('cbc:BaseAmount', line.discount.base),
        ])
      : '',
    group('cac:Item', [leaf('cbc:Description', line.description), leaf('cbc:Name', line.name), lineCategory(line.tax)]),
    group('cac:Price', [leaf('cbc:PriceAmount', xmlNumber(line.price), { currencyID: currency })]),
  ]);
