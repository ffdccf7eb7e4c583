import { marked, type Token, type Tokens } from 'marked';
import type { Content } from 'pdfmake';

/** Points below a block. */
const BELOW: [number, number, number, number] = [0, 3, 0, 5];

/** An item of a list: its text, and what is nested below it. */
const itemOf = ({ tokens }: Tokens.ListItem): Content => ({ stack: blocksOf(tokens) });

/** Text with its spans in bold; the documents have no italic font. A link has its address, so that a printed page names it. */
function spansOf(tokens: readonly Token[] | undefined): Content[] {
  return (tokens ?? []).flatMap((token): Content[] => {
    switch (token.type) {
      case 'strong':
        return [{ text: spansOf(token.tokens), bold: true }];
      case 'link': {
        const { text, href } = token as Tokens.Link;
        return [text === href ? text : `${text} (${href.replace(/^(mailto|tel):/, '')})`];
      }
      case 'br':
        return ['\n'];
      case 'html':
      case 'image':
        return [];
      case 'escape':
      case 'codespan':
        return [(token as Tokens.Escape).text];
      default:
        return 'tokens' in token && token.tokens !== undefined
          ? spansOf(token.tokens)
          : ['text' in token ? plain(String(token.text)) : ''];
    }
  });
}

/** Entities are decoded by browsers; in a document only these few occur. */
const plain = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

function blocksOf(tokens: readonly Token[]): Content[] {
  return tokens.flatMap((token): Content[] => {
    switch (token.type) {
      case 'list': {
        const { ordered, items, start } = token as Tokens.List;
        const rows = items.map(itemOf);
        const first = start === '' ? 1 : start;
        return [ordered ? { ol: rows, start: first, margin: BELOW } : { ul: rows, margin: BELOW }];
      }
      case 'heading':
        return [{ text: spansOf(token.tokens), bold: true, margin: [0, 6, 0, 3] }];
      case 'paragraph':
        return [{ text: spansOf(token.tokens), margin: BELOW }];
      case 'text':
        return [{ text: spansOf([token]) }];
      case 'blockquote':
        return [{ stack: blocksOf(token.tokens ?? []), margin: [12, 0, 0, 5] }];
      case 'code':
        return [{ text: (token as Tokens.Code).text, margin: BELOW }];
      case 'table': {
        const { header, rows } = token as Tokens.Table;
        const cells = (row: readonly Tokens.TableCell[], bold: boolean): Content[] =>
          row.map((cell) => ({ text: spansOf(cell.tokens), bold }));
        const body = [cells(header, true), ...rows.map((row) => cells(row, false))];
        return [{ table: { widths: header.map(() => '*' as const), body }, margin: BELOW }];
      }
      default:
        return [];
    }
  });
}

/** Markdown for a printed page. Raw HTML and pictures are left out, as on the web. */
export const printedMarkdown = (markdown: string): Content[] =>
  blocksOf(marked.lexer(markdown, { gfm: true }));
