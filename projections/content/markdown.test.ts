import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { htmlOf } from './markdown.ts';

const test = suite('Markdown as HTML');

test('paragraphs, lists, emphasis, tables and links are rendered', () => {
  assert.is(
    htmlOf('One **two**.\n\n3. three'),
    '<p>One <strong>two</strong>.</p>\n<ol start="3">\n<li>three</li>\n</ol>',
  );
  assert.match(htmlOf('| a | b |\n|---|---|\n| 1 | 2 |'), /<table>[\s\S]*<td>2<\/td>/);
  assert.is(htmlOf('[us](mailto:a@b.example)'), '<p><a href="mailto:a@b.example">us</a></p>');
});

test('nothing that a text contains is executed, loaded or styled', () => {
  for (const hostile of [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '![x](https://elsewhere.example/pixel.png)',
    '<a href="javascript:alert(1)" onclick="alert(1)">x</a>',
    '[x](javascript:alert(1))',
    '[x](data:text/html,alert)',
    '[x](//elsewhere.example)',
    '<iframe src="https://elsewhere.example"></iframe>',
    '<p style="position:fixed">x</p>',
    '<svg onload=alert(1)>',
  ]) {
    const html = htmlOf(`before ${hostile} after`);
    assert.not.match(
      html,
      /script|onerror|onclick|onload|javascript|data:|<img|<iframe|<svg|style|href="\/\//i,
      hostile,
    );
    assert.match(html, /before/);
  }
});

test.run();
