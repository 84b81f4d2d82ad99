import { textString, pdfDate, xmpDate } from './syntax.ts';

export type PdfMetadata = {
  readonly title: string;
  readonly author: string;
  /** BCP 47 */
  readonly language: string;
  /** Instant; the writer has no clock of its own. */
  readonly madeAt: string;
  /** The same invoice as data, which the file carries inside (ZUGFeRD, Factur-X): XML of the profile EN 16931. */
  readonly eInvoice?: string;
};

/** Factur-X 1.0 names the file; readers look for it by this name. */
export const E_INVOICE_FILE = 'factur-x.xml';

const PRODUCER = 'Kontor';
const UA = 'http://www.aiim.org/pdfua/ns/id/';
const FACTUR_X = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#';

const xml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

type Property = readonly [name: string, type: 'Integer' | 'Text', category: 'internal' | 'external', description: string];

/** PDF/A does not know the properties of other standards; a file that uses them must describe them. */
const extensionSchema = (schema: string, uri: string, prefix: string, properties: readonly Property[]): string =>
  `<rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>${schema}</pdfaSchema:schema>
<pdfaSchema:namespaceURI>${uri}</pdfaSchema:namespaceURI>
<pdfaSchema:prefix>${prefix}</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq>${properties
    .map(
      ([name, type, category, description]) => `<rdf:li rdf:parseType="Resource">
<pdfaProperty:name>${name}</pdfaProperty:name>
<pdfaProperty:valueType>${type}</pdfaProperty:valueType>
<pdfaProperty:category>${category}</pdfaProperty:category>
<pdfaProperty:description>${description}</pdfaProperty:description>
</rdf:li>`,
    )
    .join('')}</rdf:Seq></pdfaSchema:property>
</rdf:li>`;

const uaSchema = extensionSchema('PDF/UA identification schema', UA, 'pdfuaid', [
  ['part', 'Integer', 'internal', 'Part of ISO 14289 that the file follows'],
]);
const facturXSchema = extensionSchema('Factur-X PDFA Extension Schema', FACTUR_X, 'fx', [
  ['DocumentFileName', 'Text', 'external', 'The name of the embedded XML document'],
  ['DocumentType', 'Text', 'external', 'The type of the hybrid document in capital letters'],
  ['Version', 'Text', 'external', 'The version of the standard that the XML follows'],
  ['ConformanceLevel', 'Text', 'external', 'The conformance level of the XML'],
]);
const facturX = `<fx:DocumentType>INVOICE</fx:DocumentType><fx:DocumentFileName>${E_INVOICE_FILE}</fx:DocumentFileName>
<fx:Version>1.0</fx:Version><fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>`;

/** XMP of a PDF/A-3a and PDF/UA-1 file. It must say the same as `documentInfo`. */
export function xmpPacket({ title, author, madeAt, eInvoice }: PdfMetadata): string {
  const date = xmpDate(madeAt);
  const creator = author === '' ? '' : `<dc:creator><rdf:Seq><rdf:li>${xml(author)}</rdf:li></rdf:Seq></dc:creator>`;
  return `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about=""
 xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:pdf="http://ns.adobe.com/pdf/1.3/"
 xmlns:xmp="http://ns.adobe.com/xap/1.0/"
 xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"
 xmlns:pdfuaid="${UA}"
 xmlns:fx="${FACTUR_X}"
 xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
 xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#"
 xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${xml(title)}</rdf:li></rdf:Alt></dc:title>${creator}
<pdf:Producer>${PRODUCER}</pdf:Producer>
<xmp:CreateDate>${date}</xmp:CreateDate><xmp:ModifyDate>${date}</xmp:ModifyDate>
<pdfaid:part>3</pdfaid:part><pdfaid:conformance>A</pdfaid:conformance><pdfuaid:part>1</pdfuaid:part>${eInvoice ? facturX : ''}
<pdfaExtension:schemas><rdf:Bag>${uaSchema}${eInvoice ? facturXSchema : ''}</rdf:Bag></pdfaExtension:schemas>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>`;
}

export function documentInfo({ title, author, madeAt }: PdfMetadata): string {
  const date = pdfDate(madeAt);
  const creator = author === '' ? '' : `/Author${textString(author)}`;
  return `<</Title${textString(title)}${creator}/Producer${textString(PRODUCER)}/CreationDate ${date}/ModDate ${date}>>`;
}
