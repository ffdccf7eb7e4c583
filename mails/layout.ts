import { htmlEscape } from 'escape-goat';

/** The content of a mail. Every text is plain; none is interpreted as HTML or as a header. */
export type MailContent = {
  subject: string;
  heading: string;
  /** Paragraphs before the code and the button. */
  paragraphs: readonly string[];
  /** Links, each a line of its own, under headings. `url`: http or https. */
  links?: readonly { heading: string; lines: readonly { label: string; url: string }[]; more?: string }[];
  /** A code to be typed in, set large. */
  code?: string;
  /** A button. `url`: http or https. */
  action?: { label: string; url: string };
  /** Paragraphs after them. */
  after?: readonly string[];
  /** The unsubscribe link at the end. `url`: http or https. */
  unsubscribe?: { label: string; url: string };
};

/** The subject and the two texts of a mail. */
export type RenderedMail = { subject: string; text: string; html: string };

const SUBJECT_LIMIT = 120;

/** Forces one line: values from people (a name, a title) may contain line breaks. */
const oneLine = (text: string): string =>
  [...text.replace(/[\p{Cc}\s]+/gu, ' ').trim()].slice(0, SUBJECT_LIMIT).join('');

/** The address of a button. @throws TypeError for any other than http and https */
function webAddress(url: string): string {
  const { protocol, href } = new URL(url);
  if (protocol !== 'http:' && protocol !== 'https:') throw new TypeError(`a mail links ${protocol}`);
  return href;
}

const FOOTER = 'This message was sent by Saleyard. Please do not reply to it.';

/**
 * The one layout of all mails, as HTML and as plain text from the same content. Mail programs know tables and inline
 * styles; there are no pictures, so that opening a mail loads nothing.
 */
export function renderMail({
  subject,
  heading,
  paragraphs,
  links = [],
  code,
  action,
  after = [],
  unsubscribe,
}: MailContent): RenderedMail {
  const url = action && webAddress(action.url);
  const text = [
    heading,
    ...paragraphs,
    ...links.map((part) =>
      [
        part.heading,
        ...part.lines.map(({ label, url }) => `- ${label}: ${webAddress(url)}`),
        ...(part.more === undefined ? [] : [part.more]),
      ].join('\n'),
    ),
    ...(code === undefined ? [] : [code]),
    ...(action === undefined ? [] : [`${action.label}: ${url}`]),
    ...after,
    FOOTER,
    ...(unsubscribe === undefined ? [] : [`${unsubscribe.label}: ${webAddress(unsubscribe.url)}`]),
  ].join('\n\n');
  const paragraph = (said: string): string =>
    htmlEscape`<p style="margin:0 0 16px;font-size:16px;line-height:24px">${said}</p>`;
  const html = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width">',
    htmlEscape`<title>${oneLine(subject)}</title></head>`,
    '<body style="margin:0;padding:24px;background:#f4f1ea;color:#22201c;font-family:Arial,Helvetica,sans-serif">',
    '<table role="presentation" align="center" width="560" style="width:100%;max-width:560px;background:#ffffff">',
    '<tr><td style="padding:32px">',
    htmlEscape`<h1 style="margin:0 0 16px;font-size:22px;line-height:28px">${heading}</h1>`,
    ...paragraphs.map(paragraph),
    ...links.flatMap((part) => [
      htmlEscape`<h2 style="margin:0 0 8px;font-size:18px;line-height:24px">${part.heading}</h2>`,
      '<ul style="margin:0 0 16px;padding:0 0 0 20px;font-size:16px;line-height:24px">',
      ...part.lines.map(
        ({ label, url }) =>
          htmlEscape`<li><a href="${webAddress(url)}" style="color:#1f5c3a">${label}</a></li>`,
      ),
      '</ul>',
      ...(part.more === undefined ? [] : [paragraph(part.more)]),
    ]),
    code === undefined
      ? ''
      : htmlEscape`<p style="margin:0 0 16px;font-size:28px;letter-spacing:2px"><strong>${code}</strong></p>`,
    action === undefined
      ? ''
      : htmlEscape`<p style="margin:0 0 16px"><a href="${url}" style="display:inline-block;padding:12px 24px;background:#1f5c3a;color:#ffffff;font-size:16px;text-decoration:none">${action.label}</a></p>`,
    ...after.map(paragraph),
    htmlEscape`<p style="margin:0;font-size:13px;line-height:18px;color:#6b665c">${FOOTER}</p>`,
    unsubscribe === undefined
      ? ''
      : htmlEscape`<p style="margin:0;font-size:13px;line-height:18px"><a href="${webAddress(unsubscribe.url)}" style="color:#6b665c">${unsubscribe.label}</a></p>`,
    '</td></tr></table></body></html>',
  ].join('\n');
  return { subject: oneLine(subject), text, html };
}
