// The part of pdfmake that we use. The types of DefinitelyTyped would add browser types to every file of the server.
declare module 'pdfmake' {
  type Margins = [left: number, top: number, right: number, bottom: number];

  type Styled = {
    style?: string;
    margin?: Margins;
    alignment?: 'left' | 'right';
    bold?: boolean;
    fontSize?: number;
    color?: string;
    fillColor?: string;
    font?: string;
    lineHeight?: number;
    /** `break-all`: a line may end within a word. */
    wordBreak?: 'break-all';
    /** Points, or `*` for an equal share of the remaining width. */
    width?: number | '*' | 'auto';
    pageBreak?: 'before';
  };

  export type TableCell = '' | (Styled & { text: string | Content[]; colSpan?: number });

  export type TableLayout = Partial<
    Record<
      'hLineWidth' | 'vLineWidth' | 'paddingLeft' | 'paddingRight' | 'paddingTop' | 'paddingBottom',
      () => number
    >
  > & { hLineColor?: () => string };

  export type Content =
    | string
    | (Styled &
        (
          | { text: string }
          | { svg: string; fit?: [number, number] }
          | { image: string; fit?: [number, number] }
          | { stack: Content[]; unbreakable?: boolean }
          | { text: Content[] }
          | { ol: Content[]; start?: number }
          | { ul: Content[] }
          | { columns: Content[]; columnGap?: number }
          | {
              layout?: TableLayout;
              table: {
                headerRows?: number;
                dontBreakRows?: boolean;
                widths: readonly (number | '*' | 'auto')[];
                body: TableCell[][] | Content[][];
              };
            }
        ));

  export type DocumentDefinition = {
    pageSize: 'A4';
    pageOrientation: 'portrait' | 'landscape';
    pageMargins: Margins;
    info: Record<string, string>;
    defaultStyle: Styled;
    styles: Record<string, Styled>;
    header: () => Content;
    footer: (page: number, pages: number) => Content;
    content: Content[];
  };

  type FontFiles = Record<'normal' | 'bold' | 'italics' | 'bolditalics', string>;

  const pdfmake: {
    setFonts(fonts: Record<string, FontFiles>): void;
    setUrlAccessPolicy(mayRead: (url: string) => boolean): void;
    setLocalAccessPolicy(mayRead: (path: string) => boolean): void;
    createPdf(definition: DocumentDefinition): { getBuffer(): Promise<Buffer> };
  };
  export default pdfmake;
}
