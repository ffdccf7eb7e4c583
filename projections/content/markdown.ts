import { Marked } from 'marked';
import sanitize from 'sanitize-html';

const marked = new Marked({ gfm: true });

/**
 * What a text may become. Scripts, styles, forms and raw HTML are dropped; pictures too, since they would be fetched
 * from elsewhere.
 */
const ALLOWED: sanitize.IOptions = {
  allowedTags: [
    ...['p', 'br', 'hr', 'strong', 'em', 'del', 'code', 'pre', 'blockquote', 'a', 'h3', 'h4', 'h5', 'h6'],
    ...['ul', 'ol', 'li', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  allowedAttributes: { a: ['href'], ol: ['start'], th: ['align'], td: ['align'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
};

/** Markdown as HTML that is safe to show. */
export const htmlOf = (markdown: string): string =>
  sanitize(marked.parse(markdown, { async: false }), ALLOWED).trim();
