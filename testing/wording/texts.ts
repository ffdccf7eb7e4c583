import ts from 'typescript';

/** A comment, a text of the program or a line of a document, and the line on which it begins. */
export type Text = { line: number; text: string };

/** Texts that are names, not words: addresses of modules, keys, class names. */
const isProse = (text: string): boolean => /[A-Za-z]\S*\s+\S*[A-Za-z]/.test(text);

/** The names that a source declares, each as its words: `onAnew` is "on anew". */
export function namesOf(name: string, source: string): Text[] {
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.Latest, false);
  const found: Text[] = [];
  const visit = (node: ts.Node): void => {
    const { name: declared } = node as ts.NamedDeclaration;
    if (
      declared !== undefined &&
      (ts.isIdentifier(declared) || ts.isPrivateIdentifier(declared)) &&
      !ts.isPropertyAccessExpression(node)
    ) {
      const { line } = file.getLineAndCharacterOfPosition(declared.end);
      found.push({ line: line + 1, text: spelledOut(declared.text) });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Names as words: line breaks and other signs stay. */
export const spelledOut = (names: string): string =>
  names.replace(/(?<=[a-z\d])(?=[A-Z])|_/g, ' ').toLowerCase();

/** All comments, and all texts of two or more words, of a source. */
export function textsOf(name: string, source: string): Text[] {
  const kind = name.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.Latest, false, kind);
  const found: { at: number; text: string }[] = [];
  const blank: [number, number][] = [];
  const visit = (node: ts.Node): void => {
    if (
      ts.isStringLiteral(node) ||
      ts.isNoSubstitutionTemplateLiteral(node) ||
      ts.isJsxText(node) ||
      node.kind === ts.SyntaxKind.TemplateHead ||
      node.kind === ts.SyntaxKind.TemplateMiddle ||
      node.kind === ts.SyntaxKind.TemplateTail ||
      node.kind === ts.SyntaxKind.RegularExpressionLiteral
    ) {
      const at = ts.isJsxText(node)
        ? node.pos
        : node.end - source.slice(node.pos, node.end).trimStart().length;
      blank.push([at, node.end]);
      const text = ts.isRegularExpressionLiteral(node) ? '' : (node as ts.LiteralLikeNode).text;
      if (isProse(text)) found.push({ at, text });
      return;
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  let code = '';
  let end = 0;
  for (const [from, to] of blank) {
    code += source.slice(end, from) + source.slice(from, to).replace(/[^\n]/g, ' ');
    end = to;
  }
  code += source.slice(end);
  for (const { 0: comment, index } of code.matchAll(/\/\*[\s\S]*?\*\/|(?:\/\/[^\n]*(?:\n[ \t]*)?)+/g)) {
    found.push({ at: index, text: comment.replace(/^\s*(?:\/\*\*?|\*(?!\/)|\/\/)[ \t]?|\s*\*\/$/gm, '') });
  }
  return found
    .sort((a, b) => a.at - b.at)
    .map(({ at, text }) => ({ line: file.getLineAndCharacterOfPosition(at).line + 1, text }));
}
