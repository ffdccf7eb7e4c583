import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { exampleMails } from './examples.ts';

const test = suite('e-mails');
const mails = await exampleMails();

test('each has a subject, a plain text and HTML', () => {
  assert.ok(mails.size >= 7, `only ${mails.size} e-mails`);
  for (const [name, { subject, text, html }] of mails) {
    assert.match(subject, /^\S[^\r\n]{0,119}$/, name);
    assert.ok(text.length > 0, name);
    assert.match(html, /^<!doctype html>/, name);
  }
});

test('the plain text has every link of the HTML', () => {
  for (const [name, { text, html }] of mails) {
    for (const [, address = ''] of html.matchAll(/href="([^"]+)"/g))
      assert.ok(text.includes(address), `${name}: ${address}`);
  }
});

test('opening one loads nothing', () => {
  for (const [name, { html }] of mails) assert.not.match(html, /src=|url\(|@import/, name);
});

test.run();
