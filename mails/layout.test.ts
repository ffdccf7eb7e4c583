import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { renderMail } from './layout.ts';

const test = suite('mail layout');

const HOSTILE = '<img src=x onerror="alert(1)">&\r\nBcc: all@farm.example';

test('values from people are escaped, in the HTML and in the subject', () => {
  const { subject, html, text } = renderMail({
    subject: `Lot ${HOSTILE}`,
    heading: HOSTILE,
    paragraphs: [HOSTILE],
    code: '<b>',
    action: { label: '"><script>', url: 'https://saleyard.example/"><script>' },
    after: [HOSTILE],
  });
  assert.not.match(html, /<img|<script|<b>/);
  assert.match(html, '&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&amp;');
  assert.match(html, 'href="https://saleyard.example/%22%3E%3Cscript%3E"');
  assert.not.match(subject, /[\r\n]/);
  assert.match(text, HOSTILE);
});

test('a long subject is cut between characters, never within an emoji', () => {
  const { subject, html } = renderMail({ subject: `${'x'.repeat(119)}🐂🐂`, heading: 'h', paragraphs: [] });
  assert.is(subject, `${'x'.repeat(119)}🐂`);
  assert.match(html, `<title>${subject}</title>`);
});

test('both texts have the same content, and opening a mail loads nothing', () => {
  const content = {
    subject: 'Your security code',
    heading: 'Change your password',
    paragraphs: ['Type this code.'],
    code: 'ABCDE-12345',
    action: { label: 'Change password', url: 'https://saleyard.example/forgot/change-password' },
    after: ['It works for 10 minutes.'],
  };
  const { html, text } = renderMail(content);
  for (const said of ['Change your password', 'Type this code.', 'ABCDE-12345', 'It works for 10 minutes.']) {
    assert.match(html, said);
    assert.match(text, said);
  }
  assert.match(text, 'Change password: https://saleyard.example/forgot/change-password');
  assert.not.match(html, /src=|url\(|@import/);
});

test('a button leads to a page and nowhere else', () => {
  const linking = (url: string) => () =>
    renderMail({ subject: 's', heading: 'h', paragraphs: [], action: { label: 'Open', url } });
  assert.throws(linking('javascript:alert(1)'), 'a mail links javascript:');
  assert.throws(linking('data:text/html,x'));
  assert.throws(linking('not an address'));
});

test.run();
