// @vitest-environment jsdom
import purify from 'dompurify';
import { expect, test } from 'vitest';
import { sanitizedToast } from './toast-html.ts';

function shown(html: string): string {
  const host = document.createElement('div');
  host.append(sanitizedToast(purify, html));
  return host.innerHTML;
}

test('emphasis, lists and links of this app stay', () => {
  const html = '<strong>Saved</strong>: <em>3</em> of <code>4</code><ul><li>Eins</li></ul>';
  expect(shown(html)).toBe(html);
  expect(shown('<a href="/sync">Show</a>')).toBe('<a href="/sync" rel="noopener noreferrer">Show</a>');
  expect(shown('Müller &amp; Söhne &lt;b&gt;')).toBe('Müller &amp; Söhne &lt;b&gt;');
});

test.each([
  ['a script', '<script>alert(1)</script>ok', 'ok'],
  ['an event handler', '<b onmouseover="alert(1)">ok</b>', '<b>ok</b>'],
  ['a picture that fails', 'ok<img src=x onerror=alert(1)>', 'ok'],
  ['an SVG that loads', '<svg onload=alert(1)><a xlink:href="javascript:alert(1)">x</a></svg>ok', 'ok'],
  ['a script address', '<a href="javascript:alert(1)">x</a>', '<a rel="noopener noreferrer">x</a>'],
  ['a script address in disguise', '<a href=" &#106;ava\tscript:alert(1)">x</a>', '<a rel="noopener noreferrer">x</a>'],
  ['a data address', '<a href="data:text/html,<script>alert(1)</script>">x</a>', '<a rel="noopener noreferrer">x</a>'],
  ['another host as a path', '<a href="//evil.example/x">x</a>', '<a rel="noopener noreferrer">x</a>'],
  ['another host by a backslash', String.raw`<a href="/\evil.example">x</a>`, '<a rel="noopener noreferrer">x</a>'],
  ['a frame', '<iframe src="https://evil.example"></iframe>ok', 'ok'],
  ['a form that sends the password away', '<form action="https://evil.example"><input name=p></form>ok', 'ok'],
  ['a style that covers the page', '<p style="position:fixed;inset:0">ok</p>', '<p>ok</p>'],
  ['a style sheet', '<style>body{display:none}</style>ok', 'ok'],
  ['a base address', '<base href="https://evil.example/">ok', 'ok'],
  [
    'a mutation through MathML',
    '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>ok',
    'ok',
  ],
  ['a template', '<template><img src=x onerror=alert(1)></template>ok', 'ok'],
  ['names that shadow the page', '<a id="config" name="kontor" data-x="1" class="y">ok</a>', '<a rel="noopener noreferrer">ok</a>'],
  ['a half-open tag', '<b>ok<img src="x" onerror="alert(1)"', '<b>ok</b>'],
  ['a comment', '<!--<img src=x onerror=alert(1)>-->ok', 'ok'],
])('%s does not reach the page', (_, html, left) => {
  expect(shown(html)).toBe(left);
});
