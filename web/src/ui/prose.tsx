import { createElement, type ReactNode, useMemo } from 'react';
import classes from './prose.module.css';

/** The elements that the server's HTML of a text consists of. Others become their text. */
const ELEMENTS = new Set(
  'p br hr strong em del code pre blockquote a h3 h4 h5 h6 ul ol li table thead tbody tr th td'.split(' '),
);

/** Links lead to pages, addresses and numbers; anything else is no link. */
const isLink = (href: string): boolean => /^(https?:|mailto:|tel:|\/(?!\/))/i.test(href);

function nodeOf(node: Node, key: number): ReactNode {
  if (node.nodeType === 3) return node.textContent;
  if (node.nodeType !== 1) return null;
  const element = node as Element;
  const name = element.tagName.toLowerCase();
  const children = nodesOf(element);
  if (!ELEMENTS.has(name)) return children;
  if (name === 'br' || name === 'hr') return createElement(name, { key });
  if (name !== 'a') {
    const start = name === 'ol' ? Number(element.getAttribute('start')) : 0;
    return createElement(name, { key, ...(start > 1 && { start }) }, children);
  }
  const href = element.getAttribute('href') ?? '';
  if (!isLink(href)) return children;
  const isElsewhere = /^https?:/i.test(href);
  return (
    <a key={key} href={href} {...(isElsewhere && { target: '_blank', rel: 'noopener noreferrer' })}>
      {children}
    </a>
  );
}

const nodesOf = (parent: Node): ReactNode[] => Array.from(parent.childNodes, nodeOf);

/**
 * A text that the server rendered from Markdown and sanitised. It is parsed without being executed, and only the
 * elements above are made of it. `text`: what is shown where an earlier server sent no HTML.
 */
export function Prose({ html, text = '' }: { html: string | undefined; text?: string }) {
  const nodes = useMemo(
    () =>
      html === undefined
        ? text.split('\n\n').map((paragraph) => <p key={paragraph}>{paragraph}</p>)
        : nodesOf(new DOMParser().parseFromString(html, 'text/html').body),
    [html, text],
  );
  return <div className={classes.prose}>{nodes}</div>;
}
