import { strToU8, zipSync } from 'fflate';

/** A cell of a spreadsheet that a test makes: a text, a number, or its XML. */
export type TestCell = string | number | { xml: string } | null;

/** A sheet: its rows; `hidden`; `merged`: ranges such as "A2:A4"; `extra`: XML after its rows. */
export type TestSheet = {
  name?: string;
  rows: readonly (readonly TestCell[])[];
  hidden?: boolean;
  merged?: readonly string[];
  extra?: string;
};

const letters = (column: number): string =>
  column < 26
    ? String.fromCharCode(65 + column)
    : letters(Math.floor(column / 26) - 1) + letters(column % 26);

/** Text as XML, without the signs that XML 1.0 has no way to write. */
const escaped = (text: string): string =>
  text
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;');

function cellXml(cell: TestCell, at: string, shared: string[]): string {
  if (cell === null) return `<c r="${at}" s="1"/>`;
  if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`;
  if (typeof cell === 'object') return cell.xml.replace('<c', `<c r="${at}"`);
  const known = shared.indexOf(cell);
  const index = known === -1 ? shared.push(cell) - 1 : known;
  return `<c r="${at}" t="s"><v>${index}</v></c>`;
}

/** A spreadsheet (XLSX) of these sheets. Style 1 is a day, style 0 has no format. `level`: of compression. */
export function spreadsheetFile(
  sheets: readonly TestSheet[],
  { level = 6, without = [] }: { level?: 0 | 6; without?: readonly string[] } = {},
): Uint8Array<ArrayBuffer> {
  const shared: string[] = [];
  const files: Record<string, string> = {};
  for (const [index, { rows, merged = [], extra = '' }] of sheets.entries()) {
    const body = rows.map((cells, row) => {
      const inside = cells.map((cell, column) => cellXml(cell, `${letters(column)}${row + 1}`, shared));
      return `<row r="${row + 1}">${inside.join('')}</row>`;
    });
    const ranges = merged.map((range) => `<mergeCell ref="${range}"/>`).join('');
    files[`xl/worksheets/sheet${index + 1}.xml`] =
      `<worksheet><sheetData>${body.join('')}${extra}</sheetData>${ranges && `<mergeCells>${ranges}</mergeCells>`}</worksheet>`;
  }
  const ids = sheets.map((_, index) => index + 1);
  files['[Content_Types].xml'] = '<Types/>';
  files['xl/workbook.xml'] = `<workbook><sheets>${sheets
    .map(
      ({ name, hidden }, index) =>
        `<sheet name="${escaped(name ?? `Sheet${index + 1}`)}" sheetId="${index + 1}"${hidden ? ' state="hidden"' : ''} r:id="rId${index + 1}"/>`,
    )
    .join('')}</sheets></workbook>`;
  const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  files['xl/_rels/workbook.xml.rels'] = `<Relationships>${ids
    .map((id) => `<Relationship Id="rId${id}" Type="${type}/worksheet" Target="worksheets/sheet${id}.xml"/>`)
    .join(
      '',
    )}<Relationship Id="rIdS" Type="${type}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="rIdT" Type="${type}/styles" Target="styles.xml"/></Relationships>`;
  files['xl/sharedStrings.xml'] = `<sst>${shared
    .map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`)
    .join('')}</sst>`;
  files['xl/styles.xml'] =
    '<styleSheet><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>';
  const kept = Object.entries(files).filter(([name]) => !without.includes(name));
  return zipSync(Object.fromEntries(kept.map(([name, text]) => [name, strToU8(text)])), { level });
}
