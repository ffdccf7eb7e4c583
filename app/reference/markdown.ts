/** A Markdown table. Bars and line ends in cells are escaped. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

export const code = (text: string): string => `\`${text}\``;

/** A page: its title, a line that says what makes it, and its parts with a blank line between them. */
export const page = (title: string, ...parts: readonly string[]): string =>
  [
    `# ${title}`,
    'Rendered by `node --import tsx app/reference/render.ts`; a test fails when it is out of date.',
    ...parts,
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n');
