/** An element by its local name; namespaces only tell vocabularies apart that share no names here. */
export type XmlElement = {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: XmlElement[];
  /** Its own text, trimmed. */
  text: string;
};

/** A file that is no XML of ours: broken, or built to harm. */
export class XmlRefused extends Error {
  override name = 'XmlRefused';
}

/** The official samples need 12 levels, 9 attributes and 3,000 elements; an invoice of 10,000 lines 350,000. */
const LIMITS = { characters: 20 * 1024 * 1024, depth: 64, attributes: 64, elements: 500_000, references: 200_000 } as const;
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const ATTRIBUTE = /\s+([^\s=/>"'<]{1,200})\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;
const NONE: ReadonlyMap<string, string> = new Map();
const NAME = /[A-Za-z_][\w.:-]{0,200}/y;

/** What a reference stands for. Entities that a file defines itself are what attacks are made of, and no e-invoice has any. */
function referred(entity: string): string {
  const hex = /^#x([0-9a-f]{1,6})$/i.exec(entity)?.[1];
  const point = Number.parseInt(hex ?? /^#(\d{1,7})$/.exec(entity)?.[1] ?? '', hex === undefined ? 10 : 16);
  const known = NAMED[entity] ?? (point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : undefined);
  if (known === undefined) throw new XmlRefused('entity');
  return known;
}

/** The text behind references; `seen` counts those of the whole file. */
function unescaped(text: string, seen: { references: number }): string {
  let plain = '';
  let from = 0;
  for (let mark = text.indexOf('&'); mark >= 0; mark = text.indexOf('&', from)) {
    const end = text.slice(mark, mark + 12).indexOf(';');
    if (end < 0 || (seen.references += 1) > LIMITS.references) throw new XmlRefused('references');
    plain += text.slice(from, mark) + referred(text.slice(mark + 1, mark + end));
    from = mark + end + 1;
  }
  return from === 0 ? text : plain + text.slice(from);
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/**
 * Reads the XML of e-invoices: elements, attributes, text, CDATA; comments and instructions are skipped. Without document types, and so without
 * entities of its own, without recursion, and within limits: what asks for more is refused (XmlRefused). One pass, the time grows with the length.
 */
export function readXml(xml: string): XmlElement {
  if (xml.length > LIMITS.characters) throw new XmlRefused('size');
  const open: XmlElement[] = [];
  let root: XmlElement | null = null;
  const seen = { elements: 0, references: 0 };
  let at = xml.startsWith('\uFEFF') ? 1 : 0;
  const after = (mark: string, from: number): number => {
    const end = xml.indexOf(mark, from);
    if (end < 0) throw new XmlRefused('unclosed');
    return end + mark.length;
  };
  const say = (text: string) => {
    const inside = open.at(-1);
    if (inside) inside.text += text;
    else if (text.trim() !== '') throw new XmlRefused('text outside');
  };
  const start = (): number => {
    NAME.lastIndex = at + 1;
    const name = NAME.exec(xml)?.[0];
    if (name === undefined || open.length >= LIMITS.depth || (seen.elements += 1) > LIMITS.elements) throw new XmlRefused('element');
    let end = at + 1 + name.length;
    let attributes: Map<string, string> | null = null;
    if (xml[end] !== '>') {
      for (ATTRIBUTE.lastIndex = end; ; end = ATTRIBUTE.lastIndex) {
        const found = ATTRIBUTE.exec(xml);
        if (!found) break;
        attributes ??= new Map();
        if (attributes.size >= LIMITS.attributes || attributes.has(found[1] ?? '')) throw new XmlRefused('attributes');
        attributes.set(found[1] ?? '', unescaped(found[2] ?? found[3] ?? '', seen));
      }
    }
    while (/\s/.test(xml[end] ?? '')) end += 1;
    const isEmpty = xml.startsWith('/>', end);
    if (!isEmpty && xml[end] !== '>') throw new XmlRefused('tag');
    const element: XmlElement = { name: localName(name), attributes: attributes ?? NONE, children: [], text: '' };
    const parent = open.at(-1);
    if (parent) parent.children.push(element);
    else if (root) throw new XmlRefused('two roots');
    else root = element;
    if (!isEmpty) open.push(element);
    return end + (isEmpty ? 2 : 1);
  };
  const close = (): number => {
    const end = after('>', at);
    const element = open.pop();
    if (element?.name !== localName(xml.slice(at + 2, end - 1).trim())) throw new XmlRefused('closing tag');
    element.text = element.text.trim();
    return end;
  };
  while (at < xml.length) {
    if (xml[at] !== '<') {
      const next = xml.indexOf('<', at);
      const end = next < 0 ? xml.length : next;
      say(unescaped(xml.slice(at, end), seen));
      at = end;
    } else if (xml.startsWith('<?', at)) at = after('?>', at);
    else if (xml.startsWith('<!--', at)) at = after('-->', at + 4);
    else if (xml.startsWith('<![CDATA[', at)) {
      const end = after(']]>', at);
      say(xml.slice(at + 9, end - 3));
      at = end;
    } else if (xml[at + 1] === '!') throw new XmlRefused('document type');
    else at = xml[at + 1] === '/' ? close() : start();
  }
  if (!root || open.length > 0) throw new XmlRefused('unclosed');
  return root;
}

/** The element at the end of a path of local names, the first of each. */
export function at(element: XmlElement | undefined, path: string): XmlElement | undefined {
  return path.split('/').reduce<XmlElement | undefined>((it, name) => it?.children.find((child) => child.name === name), element);
}

export const textAt = (element: XmlElement | undefined, path: string): string => at(element, path)?.text ?? '';
export const allAt = (element: XmlElement | undefined, name: string): readonly XmlElement[] =>
  element?.children.filter((child) => child.name === name) ?? [];
