import { utf8 } from './bytes.ts';
import { E_INVOICE_FILE, type PdfMetadata } from './metadata.ts';
import type { PdfObjects } from './objects.ts';
import { pdfDate, ref, textString } from './syntax.ts';

/** Puts the invoice's data into the file and returns what the catalog says of it; '' without any. Pages and data say the same (`Alternative`). */
export async function addEInvoice(objects: PdfObjects, { eInvoice, madeAt }: PdfMetadata): Promise<string> {
  if (eInvoice === undefined) return '';
  const bytes = utf8(eInvoice);
  const facts = `/Params<</Size ${bytes.length}/ModDate ${pdfDate(madeAt)}>>`;
  const stream = await objects.addStream(`/Type/EmbeddedFile/Subtype/text#2Fxml${facts}`, bytes);
  const file = objects.add(
    `<</Type/Filespec/F(${E_INVOICE_FILE})/UF${textString(E_INVOICE_FILE)}/Desc${textString('Factur-X')}` +
      `/AFRelationship/Alternative/EF<</F ${ref(stream)}/UF ${ref(stream)}>>>>`,
  );
  return `/AF[${ref(file)}]/Names<</EmbeddedFiles<</Names[(${E_INVOICE_FILE}) ${ref(file)}]>>>>`;
}
