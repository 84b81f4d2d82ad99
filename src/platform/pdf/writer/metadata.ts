import { textString, pdfDate, xmpDate } from './syntax.ts';

export type PdfMetadata = {
  readonly title: string;
  readonly author: string;
  /** BCP 47 */
  readonly language: string;
  /** Instant; the writer has no clock of its own. */
  readonly madeAt: string;
};

const PRODUCER = 'Kontor';
const UA = 'http://www.aiim.org/pdfua/ns/id/';

const xml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** PDF/A does not know the PDF/UA property; a file that uses it must describe it. */
const uaSchema = `<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>PDF/UA identification schema</pdfaSchema:schema>
<pdfaSchema:namespaceURI>${UA}</pdfaSchema:namespaceURI>
<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">
<pdfaProperty:name>part</pdfaProperty:name>
<pdfaProperty:valueType>Integer</pdfaProperty:valueType>
<pdfaProperty:category>internal</pdfaProperty:category>
<pdfaProperty:description>Part of ISO 14289 that the file follows</pdfaProperty:description>
</rdf:li></rdf:Seq></pdfaSchema:property>
</rdf:li></rdf:Bag></pdfaExtension:schemas>`;

/** XMP of a PDF/A-3a and PDF/UA-1 file. It must say the same as `documentInfo`. */
export function xmpPacket({ title, author, madeAt }: PdfMetadata): string {
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
 xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
 xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#"
 xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${xml(title)}</rdf:li></rdf:Alt></dc:title>${creator}
<pdf:Producer>${PRODUCER}</pdf:Producer>
<xmp:CreateDate>${date}</xmp:CreateDate><xmp:ModifyDate>${date}</xmp:ModifyDate>
<pdfaid:part>3</pdfaid:part><pdfaid:conformance>A</pdfaid:conformance><pdfuaid:part>1</pdfuaid:part>
${uaSchema}
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>`;
}

export function documentInfo({ title, author, madeAt }: PdfMetadata): string {
  const date = pdfDate(madeAt);
  const creator = author === '' ? '' : `/Author${textString(author)}`;
  return `<</Title${textString(title)}${creator}/Producer${textString(PRODUCER)}/CreationDate ${date}/ModDate ${date}>>`;
}
