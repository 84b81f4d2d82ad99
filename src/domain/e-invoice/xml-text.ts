/** Characters that XML 1.0 cannot hold, however they are written; lone halves of a pair are among them. */
// oxlint-disable-next-line no-control-regex -- they are what is meant
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff\ud800-\udfff]/gu;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '' };

const escaped = (text: string): string => text.replace(FORBIDDEN, '').replace(/[&<>"\r]/g, (character) => ENTITIES[character] ?? '');

type Attributes = Readonly<Record<string, string>>;
const opening = (name: string, attributes: Attributes): string =>
  [name, ...Object.entries(attributes).map(([key, value]) => `${key}="${escaped(value)}"`)].join(' ');

/** An element with text; '' when there is none, so that a file never has an empty one. */
export const leaf = (name: string, text: string, attributes: Attributes = {}): string => wholeLeaf(name, text.trim(), attributes);

/** The same of a text whose ends belong to it. */
export function wholeLeaf(name: string, text: string, attributes: Attributes = {}): string {
  const content = escaped(text);
  return content === '' ? '' : `<${opening(name, attributes)}>${content}</${name}>`;
}

/** An element of elements; '' when all of them are. */
export function group(name: string, children: readonly string[], attributes: Attributes = {}): string {
  const content = children.join('');
  return content === '' ? '' : `<${opening(name, attributes)}>${content}</${name}>`;
}

export const xmlFile = (root: string): string => `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
