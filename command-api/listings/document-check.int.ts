import { suite } from '@saleyard/testing/suite.ts';
import sharp from 'sharp';
import * as assert from 'uvu/assert';
import { checkDocument, documentEnding } from './document-check.ts';

const test = suite('which files a lot takes as documents', { limitMs: 60_000 });

/** A ZIP file of one stored entry, as Office writes its first one. */
function zipOf(name: string, text: string): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt32LE(text.length, 18);
  header.writeUInt32LE(text.length, 22);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, Buffer.from(name), Buffer.from(text), Buffer.alloc(64)]);
}
const office = (main: string) =>
  zipOf('[Content_Types].xml', `<Types><Override ContentType="application/${main}.main+xml"/></Types>`);
const OPEN_XML = 'vnd.openxmlformats-officedocument';
const OLD = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]);
const picture = sharp({ create: { width: 400, height: 300, channels: 3, background: '#3c7d3c' } });

test('a document is what its bytes are; an older Office file also by its name', async () => {
  const jpeg = await picture.clone().jpeg().toBuffer();
  for (const [bytes, name, ending] of [
    [Buffer.from('%PDF-1.4\n'), 'report.exe', 'pdf'],
    [Buffer.from('\r\nscanned\r\n%PDF-1.4\n'), 'report.pdf', 'pdf'],
    [office(`${OPEN_XML}.wordprocessingml.document`), 'report.pdf', 'docx'],
    [office(`${OPEN_XML}.spreadsheetml.sheet`), 'weights', 'xlsx'],
    [OLD, 'weights.XLS', 'xls'],
    [OLD, 'report.doc', 'doc'],
    [OLD, 'setup.msi', null],
    [jpeg, 'photo', 'jpg'],
    [await picture.clone().png().toBuffer(), 'plan.jpg', 'png'],
    [zipOf('report.exe', 'MZ'), 'report.docx', null],
    [Buffer.from('<html><script>1</script>'), 'report.pdf', null],
    [Buffer.from('MZ\u0090\u0000'), 'report.pdf', null],
  ] as const)
    assert.is(await documentEnding(bytes, name), ending, name);
});

test('a picture among the documents is encoded again, without where it was taken', async () => {
  const located = await picture
    .clone()
    .withExif({ IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '31/1 5/1 0/1' } })
    .jpeg()
    .toBuffer();
  assert.ok((await sharp(located).metadata()).exif);
  const checked = await checkDocument(located, 'yard.jpg');
  assert.ok(checked.outcome === 'fit');
  assert.is((await sharp(checked.bytes).metadata()).exif, undefined);
});

test.run();
