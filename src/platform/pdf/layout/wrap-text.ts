/** Width of a text in points. */
export type Measure = (text: string) => number;

/** How many of the characters fit; at least one, so that every call gets on. */
function fitting(characters: readonly string[], width: number, measure: Measure): number {
  let [low, high] = [1, characters.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (measure(characters.slice(0, middle).join('')) <= width) low = middle;
    else high = middle - 1;
  }
  return low;
}

function wrapParagraph(paragraph: string, width: number, measure: Measure): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of paragraph.split(' ').filter(Boolean)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (measure(longer) <= width) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    const rest = Array.from(word);
    while (rest.length > 1 && measure(rest.join('')) > width) {
      const room = fitting(rest, width, measure);
      const joint = rest.slice(0, room).findLastIndex((character) => character === '-' || character === '/');
      lines.push(rest.splice(0, joint > 0 ? joint + 1 : room).join(''));
    }
    line = rest.join('');
  }
  return [...lines, line];
}

/** Lines no wider than `width`; words longer than a line are cut. Line breaks of the text stay. */
export const wrapText = (text: string, width: number, measure: Measure): string[] =>
  text.split(/\r\n|[\r\n]/).flatMap((paragraph) => wrapParagraph(paragraph.replace(/[^\S\u00a0]+/g, ' '), width, measure));
