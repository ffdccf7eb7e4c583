import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** A PDF as a reader sees it. */
export type ReadPdf = {
  title: string;
  /** The words of each page, in reading order, with single spaces. */
  pages: string[];
  /** Number of pictures that each page draws, and of vector drawings. */
  images: number[];
  paths: number[];
  /** Links, scripts, forms and attachments: everything that acts when opened or clicked. */
  actions: number;
};

/** Parses a PDF. @throws when the bytes are not a PDF */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const loading = getDocument({ data: new Uint8Array(bytes), useSystemFonts: true, verbosity: 0 });
  const pdf = await loading.promise;
  const { info } = await pdf.getMetadata();
  const read: ReadPdf = {
    title: String((info as { Title?: string }).Title ?? ''),
    pages: [],
    images: [],
    paths: [],
    actions: 0,
  };
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    const parts = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? ' ' : '') : ''));
    read.pages.push(parts.join('').replace(/\s+/g, ' ').trim());
    const { fnArray } = await page.getOperatorList();
    const count = (op: number) => fnArray.filter((one) => one === op).length;
    read.images.push(count(OPS.paintImageXObject));
    read.paths.push(count(OPS.constructPath));
    read.actions += (await page.getAnnotations()).length;
  }
  read.actions += Object.keys((await pdf.getJSActions()) ?? {}).length;
  read.actions += Object.keys((await pdf.getAttachments()) ?? {}).length;
  await loading.destroy();
  return read;
}
