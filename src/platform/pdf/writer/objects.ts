import { deflated, joinedBytes, latin1 } from './bytes.ts';
import { ref } from './syntax.ts';

/** The numbered objects of a file. Numbers can be reserved before their content is known. */
export type PdfObjects = {
  readonly reserve: () => number;
  readonly put: (id: number, content: string | Uint8Array) => void;
  readonly add: (content: string) => number;
  /** `dictionary` without the brackets; compressed unless told otherwise. */
  readonly addStream: (dictionary: string, bytes: Uint8Array, isCompressed?: boolean) => Promise<number>;
  /** The whole file; its identifier is a hash of its content. */
  readonly file: (root: number, documentInfo: number) => Promise<Uint8Array<ArrayBuffer>>;
};

const HEADER = '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n';

export function createObjects(): PdfObjects {
  const contents: (Uint8Array | null)[] = [];
  const put = (id: number, content: string | Uint8Array) => {
    contents[id - 1] = typeof content === 'string' ? latin1(content) : content;
  };
  const reserve = () => contents.push(null);
  const add = (content: string) => {
    const id = reserve();
    put(id, content);
    return id;
  };
  return {
    reserve,
    put,
    add,
    addStream: async (dictionary, bytes, isCompressed = true) => {
      const id = reserve();
      const data = isCompressed ? await deflated(bytes) : bytes;
      const filter = isCompressed ? '/Filter/FlateDecode' : '';
      put(id, joinedBytes([latin1(`<<${dictionary}${filter}/Length ${data.length}>>\nstream\n`), data, latin1('\nendstream')]));
      return id;
    },
    file: (root, documentInfo) => written(contents, root, documentInfo),
  };
}

async function written(contents: readonly (Uint8Array | null)[], root: number, documentInfo: number): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [latin1(HEADER)];
  let length = HEADER.length;
  let rows = '';
  for (const [index, content] of contents.entries()) {
    if (!content) throw new RangeError(`PDF object ${index + 1} was reserved and never written`);
    const object = joinedBytes([latin1(`${index + 1} 0 obj\n`), content, latin1('\nendobj\n')]);
    rows += `${String(length).padStart(10, '0')} 00000 n \n`;
    parts.push(object);
    length += object.length;
  }
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', joinedBytes(parts)));
  const id = [...hash.subarray(0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const size = contents.length + 1;
  const trailer = `<</Size ${size}/Root ${ref(root)}/Info ${ref(documentInfo)}/ID[<${id}><${id}>]>>`;
  parts.push(latin1(`xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n${trailer}\nstartxref\n${length}\n%%EOF\n`));
  return joinedBytes(parts);
}
