import { inflateSync } from 'node:zlib';

/** Reads back what our own writer wrote: for tests that must run where no PDF tool is installed. */

type Objects = ReadonlyMap<number, string>;

function objectsOf(file: string): Objects {
  return new Map([...file.matchAll(/(?<=^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj\n/g)].map(([, id, content = '']) => [Number(id), content]));
}

function streamOf(object: string): string {
  const [head = '', data = ''] = object.split(/\nstream\n/);
  const bytes = Buffer.from(data.replace(/\nendstream$/, ''), 'latin1');
  return (head.includes('/FlateDecode') ? inflateSync(bytes) : bytes).toString('latin1');
}

const reference = (object: string, key: string): number => Number(new RegExp(`/${key} (\\d+) 0 R`).exec(object)?.[1]);

function glyphTexts(objects: Objects, font: string): ReadonlyMap<string, string> {
  const map = streamOf(objects.get(reference(font, 'ToUnicode')) ?? '');
  return new Map(
    [...map.matchAll(/<([0-9a-f]{4})> <([0-9a-f]+)>/g)].map(([, glyph = '', units = '']) => [
      glyph,
      String.fromCharCode(...(units.match(/.{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16))),
    ]),
  );
}

/** Texts of each page, in the order they were drawn. */
export function pdfTexts(bytes: Uint8Array): string[][] {
  const objects = objectsOf(Buffer.from(bytes).toString('latin1'));
  const pages = [...objects.values()].filter((object) => object.startsWith('<</Type/Page/'));
  return pages.map((page) => {
    const resources = objects.get(reference(page, 'Resources')) ?? '';
    const fonts = new Map(
      [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', id]) => [name, glyphTexts(objects, objects.get(Number(id)) ?? '')]),
    );
    return [...streamOf(objects.get(reference(page, 'Contents')) ?? '').matchAll(/\/(F\d+) [\d.]+ Tf .*? \[(.*?)\] TJ/g)].map(
      ([, name = '', run = '']) =>
        [...run.matchAll(/<([0-9a-f]*)>/g)]
          .flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
          .map((glyph) => fonts.get(name)?.get(glyph) ?? '\ufffd')
          .join('')
          .trimStart(),
    );
  });
}

/** The structure elements' names and how often each occurs. */
export function pdfTags(bytes: Uint8Array): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const object of objectsOf(Buffer.from(bytes).toString('latin1')).values()) {
    const tag = /^<<\/Type\/StructElem\/S\/(\w+)/.exec(object)?.[1];
    if (tag) counts[tag] = (counts[tag] ?? 0) + 1;
  }
  return counts;
}
