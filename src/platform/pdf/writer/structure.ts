import type { PdfObjects } from './objects.ts';
import { ref, textString } from './syntax.ts';

export type TagName = 'Document' | 'H1' | 'H2' | 'P' | 'Table' | 'THead' | 'TBody' | 'TR' | 'TH' | 'TD' | 'Figure';

/** A piece of marked content on a page. */
type Mark = { readonly page: number; readonly mark: number };

/** An element of the tree that screen readers follow. */
export type StructureElement = {
  readonly tag: TagName;
  readonly kids: (StructureElement | Mark)[];
  readonly attributes: string;
  readonly alt: string;
};

export const element = (tag: TagName, attributes = '', alt = ''): StructureElement => ({ tag, kids: [], attributes, alt });

const isMark = (kid: StructureElement | Mark): kid is Mark => 'mark' in kid;

/** Elements whose content stood on pages by mark, as the parent tree lists them. */
type Owners = readonly (readonly StructureElement[])[];

/** Writes the tree below `root` and returns the object of the tree's root. */
export function addStructure(objects: PdfObjects, root: StructureElement, pageIds: readonly number[], owners: Owners): number {
  const ids = new Map<StructureElement, number>();
  const tree = objects.reserve();
  const number = (node: StructureElement): number => {
    const id = objects.reserve();
    ids.set(node, id);
    for (const kid of node.kids) if (!isMark(kid)) number(kid);
    return id;
  };
  const idOf = (node: StructureElement) => ids.get(node) ?? 0;
  const write = (node: StructureElement, parent: number) => {
    const page = node.kids.find(isMark)?.page;
    const kids = node.kids.map((kid) => {
      if (!isMark(kid)) return ref(idOf(kid));
      return kid.page === page ? String(kid.mark) : `<</Type/MCR/Pg ${ref(pageIds[kid.page] ?? 0)}/MCID ${kid.mark}>>`;
    });
    const at = page === undefined ? '' : `/Pg ${ref(pageIds[page] ?? 0)}`;
    const attributes = node.attributes === '' ? '' : `/A ${node.attributes}`;
    const alt = node.alt === '' ? '' : `/Alt ${textString(node.alt)}`;
    objects.put(idOf(node), `<</Type/StructElem/S/${node.tag}/P ${ref(parent)}${at}${attributes}${alt}/K[${kids.join(' ')}]>>`);
    for (const kid of node.kids) if (!isMark(kid)) write(kid, idOf(node));
  };
  const top = number(root);
  write(root, tree);
  const numbers = owners.map((marks, page) => `${page}[${marks.map((node) => ref(idOf(node))).join(' ')}]`);
  const parents = objects.add(`<</Nums[${numbers.join('')}]>>`);
  objects.put(tree, `<</Type/StructTreeRoot/K ${ref(top)}/ParentTree ${ref(parents)}/ParentTreeNextKey ${owners.length}>>`);
  return tree;
}
