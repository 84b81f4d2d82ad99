import { addEInvoice } from './attachment.ts';
import { latin1, utf8 } from './bytes.ts';
import { addFont } from './font-objects.ts';
import type { FigureWidth, Font } from './font.ts';
import { addImage, type PdfImage } from './image.ts';
import { documentInfo, xmpPacket, type PdfMetadata } from './metadata.ts';
import { createObjects } from './objects.ts';
import { srgbProfile } from './srgb-profile.ts';
import { addStructure, element, type StructureElement, type TagName } from './structure.ts';
import { hex4, number, ref, rgb } from './syntax.ts';

export type TextOptions = {
  readonly font: Font;
  readonly size: number;
  /** `#rrggbb` */
  readonly color: string;
  readonly figures?: FigureWidth;
  /** Points between letters. */
  readonly tracking?: number;
};
/** Left, top, width, height in points from the page's upper left corner. */
export type Box = readonly [x: number, y: number, width: number, height: number];
export type TagOptions = { readonly attributes?: string; readonly alt?: string };

export const PAGE_WIDTH = 595.276;
export const PAGE_HEIGHT = 841.89;

type Page = { readonly operators: string[]; readonly owners: StructureElement[] };

/**
 * A PDF/A-3a and PDF/UA-1 file in the making. Points, origin at the upper left, y down, text by its baseline.
 * What is drawn inside `tag` belongs to the structure, everything else is decoration that screen readers skip.
 */
export class PdfWriter {
  private readonly pages: Page[] = [];
  private readonly fonts: Font[] = [];
  private readonly images: PdfImage[] = [];
  private readonly root = element('Document');
  private readonly metadata: PdfMetadata;
  private current: StructureElement | null = null;
  private page = -1;
  private isMarking = false;
  /** The element that the last text belongs to. */
  private spoken: StructureElement | null = null;

  constructor(metadata: PdfMetadata) {
    this.metadata = metadata;
  }

  get pageCount(): number {
    return this.pages.length;
  }

  addPage(): void {
    this.endMark();
    this.page = this.pages.push({ operators: [], owners: [] }) - 1;
  }

  /** Goes back to a page, for what is only known at the end. */
  goToPage(page: number): void {
    this.endMark();
    this.page = page;
  }

  tag(name: TagName, draw: () => void, { attributes = '', alt = '' }: TagOptions = {}): void {
    const child = element(name, attributes, alt);
    (this.current ?? this.root).kids.push(child);
    this.within(child, draw);
  }

  artifact(draw: () => void): void {
    this.within(null, draw);
  }

  private within(inner: StructureElement | null, draw: () => void): void {
    this.endMark();
    const outer = this.current;
    this.current = inner;
    draw();
    this.endMark();
    this.current = outer;
  }

  private endMark(): void {
    if (this.isMarking) this.pages[this.page]?.operators.push('EMC');
    this.isMarking = false;
  }

  private draw(operator: string): void {
    const page = this.pages[this.page];
    if (!page) throw new RangeError('Nothing can be drawn before the first page');
    if (!this.isMarking) {
      page.operators.push(this.current ? `/${this.current.tag} <</MCID ${page.owners.length}>> BDC` : '/Artifact BMC');
      if (this.current) {
        this.current.kids.push({ page: this.page, mark: page.owners.length });
        page.owners.push(this.current);
      }
      this.isMarking = true;
    }
    page.operators.push(operator);
  }

  text(x: number, y: number, value: string, options: TextOptions): void {
    if (value === '') return;
    const isContinued = this.current !== null && this.current === this.spoken;
    this.draw(this.textOperators(value, options, `${number(x)} ${number(PAGE_HEIGHT - y)} Td`, isContinued));
    this.spoken = this.current;
  }

  /** Text turned counter-clockwise around its start. */
  turnedText(x: number, y: number, value: string, options: TextOptions & { readonly degrees: number }): void {
    const angle = (options.degrees * Math.PI) / 180;
    const [cos, sin] = [number(Math.cos(angle)), number(Math.sin(angle))];
    const matrix = `${cos} ${sin} ${number(-Math.sin(angle))} ${cos} ${number(x)} ${number(PAGE_HEIGHT - y)} Tm`;
    this.draw(this.textOperators(value, options, matrix));
  }

  private textOperators(value: string, options: TextOptions, place: string, isContinued = false): string {
    const { font, size, color, figures = 'proportional', tracking = 0 } = options;
    if (!this.fonts.includes(font)) this.fonts.push(font);
    const glyphs = font.shaped(value, figures);
    // Lines of one element are read as one text: a space parts their words, and its width is taken back.
    const [space] = isContinued ? font.shaped(' ', figures) : [];
    font.markUsed(space ? [space, ...glyphs] : glyphs);
    let run = space ? `<${hex4(space.id)}>${number(space.advance + (tracking * 1000) / size)}<` : '<';
    for (const { id, kern } of glyphs) run += hex4(id) + (kern === 0 ? '' : `>${-kern}<`);
    const spacing = tracking === 0 ? ['', ''] : [`${number(tracking)} Tc `, ' 0 Tc'];
    return `BT ${spacing[0]}/F${this.fonts.indexOf(font)} ${number(size)} Tf ${rgb(color)} rg ${place} [${run}>] TJ${spacing[1]} ET`;
  }

  boxes(boxes: readonly Box[], color: string): void {
    const paths = boxes.map(([x, y, width, height]) => `${[x, PAGE_HEIGHT - y - height, width, height].map(number).join(' ')} re`);
    this.draw(`${rgb(color)} rg ${paths.join(' ')} f`);
  }

  line(from: readonly [number, number], to: readonly [number, number], stroke: { readonly width: number; readonly color: string }): void {
    const point = ([x, y]: readonly [number, number]) => `${number(x)} ${number(PAGE_HEIGHT - y)}`;
    this.draw(`${number(stroke.width)} w ${rgb(stroke.color)} RG ${point(from)} m ${point(to)} l S`);
  }

  image(image: PdfImage, [x, y, width, height]: Box): void {
    if (!this.images.includes(image)) this.images.push(image);
    const matrix = [width, 0, 0, height, x, PAGE_HEIGHT - y - height].map(number).join(' ');
    this.draw(`q ${matrix} cm /I${this.images.indexOf(image)} Do Q`);
  }

  /** A picture with its description; the box is what PDF/UA wants to know about a figure. */
  figure(alt: string, [x, y, width, height]: Box, draw: () => void): void {
    const corners = [x, PAGE_HEIGHT - y - height, x + width, PAGE_HEIGHT - y].map(number).join(' ');
    this.tag('Figure', draw, { alt, attributes: `<</O/Layout/BBox[${corners}]/Placement/Block>>` });
  }

  async save(): Promise<Uint8Array<ArrayBuffer>> {
    this.endMark();
    const objects = createObjects();
    const [catalog, pagesId] = [objects.reserve(), objects.reserve()];
    const resources = objects.reserve();
    const named = (ids: readonly number[], letter: string) => ids.map((id, index) => `/${letter}${index} ${ref(id)}`).join('');
    const fonts: number[] = [];
    for (const [index, font] of this.fonts.entries()) fonts.push(await addFont(objects, font, index));
    const images: number[] = [];
    for (const image of this.images) images.push(await addImage(objects, image));
    objects.put(resources, `<</Font<<${named(fonts, 'F')}>>/XObject<<${named(images, 'I')}>>>>`);

    const pageIds: number[] = [];
    for (const [index, page] of this.pages.entries()) {
      const contents = await objects.addStream('', latin1(page.operators.join('\n')));
      pageIds.push(
        objects.add(
          `<</Type/Page/Parent ${ref(pagesId)}/MediaBox[0 0 ${number(PAGE_WIDTH)} ${number(PAGE_HEIGHT)}]` +
            `/Resources ${ref(resources)}/Contents ${ref(contents)}/StructParents ${index}/Tabs/S>>`,
        ),
      );
    }
    objects.put(pagesId, `<</Type/Pages/Count ${pageIds.length}/Kids[${pageIds.map(ref).join(' ')}]>>`);
    const owners = this.pages.map((page) => page.owners);
    const structure = addStructure(objects, this.root, pageIds, owners);
    const profile = await objects.addStream('/N 3', srgbProfile());
    const xmp = await objects.addStream('/Type/Metadata/Subtype/XML', utf8(xmpPacket(this.metadata)), false);
    const attached = await addEInvoice(objects, this.metadata);
    const intent = `<</Type/OutputIntent/S/GTS_PDFA1/OutputConditionIdentifier(sRGB)/Info(sRGB)/DestOutputProfile ${ref(profile)}>>`;
    objects.put(
      catalog,
      `<</Type/Catalog/Pages ${ref(pagesId)}/Lang(${this.metadata.language})/MarkInfo<</Marked true>>/StructTreeRoot ${ref(structure)}` +
        `/ViewerPreferences<</DisplayDocTitle true>>/Metadata ${ref(xmp)}/OutputIntents[${intent}]${attached}>>`,
    );
    return objects.file(catalog, objects.add(documentInfo(this.metadata)));
  }
}
