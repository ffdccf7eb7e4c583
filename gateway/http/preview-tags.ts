import escapeHtml from 'escape-html';
import type { Request } from 'express';

/** The preview of a shared page. `image`: a URL, or a path on our site. */
export type PagePreview = { title: string; description: string; image: string | null };

/** Finds the preview of an address; null: the page has no preview. */
export type PreviewOf = (pathname: string) => Promise<PagePreview | null>;

const TITLE = /<title>[^<]*<\/title>/;
const DESCRIPTION = /\s*<meta name="description"[^>]*>/;

const meta = (name: 'name' | 'property', key: string, content: string): string =>
  `<meta ${name}="${key}" content="${escapeHtml(content)}" />`;

/** The page with its own title and Open Graph tags. All texts are escaped, since sellers write them. */
export function withPreviewTags(html: string, { title, description, image }: PagePreview, url: URL): string {
  const picture = image === null ? null : new URL(image, url.origin);
  const tags = [
    `<title>${escapeHtml(title)} – Saleyard</title>`,
    meta('name', 'description', description),
    meta('property', 'og:site_name', 'Saleyard'),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:locale', 'en_AU'),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', url.href),
    ...(picture === null ? [] : [meta('property', 'og:image', picture.href)]),
    meta('name', 'twitter:card', picture === null ? 'summary' : 'summary_large_image'),
  ].join('\n    ');
  // A replacer function, since `$` is special in a replacement string.
  return html.replace(DESCRIPTION, '').replace(TITLE, () => tags);
}

/** The address of a page as people share it, without its query. `publicUrl`: the public address, if set. */
export const sharedAddress = (request: Request, publicUrl: string | null): URL =>
  new URL(request.path, publicUrl ?? `${request.protocol}://${request.get('host') ?? 'localhost'}`);
