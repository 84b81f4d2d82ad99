import classes from './print-text.module.css';

/** Prints a heading and lines and nothing else of the page. Above everything, in the top layer, where the open dialog is as well. */
export function printText(heading: string, lines: readonly string[]): void {
  const sheet = document.createElement('div');
  sheet.className = classes.sheet ?? '';
  const title = document.createElement('h1');
  title.textContent = heading;
  const list = document.createElement('pre');
  list.textContent = lines.join('\n');
  sheet.append(title, list);
  document.body.append(sheet);
  document.documentElement.classList.add(classes.printing ?? '');
  try {
    print();
  } finally {
    sheet.remove();
    document.documentElement.classList.remove(classes.printing ?? '');
  }
}
