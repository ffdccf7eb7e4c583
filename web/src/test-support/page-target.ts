/** What tests look for in a page, and what the script that they inject can do with it. */

/** A whole text, or a pattern; a pattern is sent to the page as its source and flags. */
export type SoughtText = string | { source: string; flags: string };

export type Target = (
  | { role: string; name: SoughtText }
  /** A form field by its label, with or without the marks of a required field and its unit. */
  | { field: string }
  /** The smallest elements with this text. */
  | { text: SoughtText }
) & { within?: Target };

/** The middle of an element that can be pressed, in CSS pixels from the window's top left corner. */
export type Place = { x: number; y: number };

/** The script of `find-in-page.ts`, which is `findInPage` in the page. Only what is shown is found. */
export type InPage<Element> = {
  first(target: Target): Element | null;
  /** Where the first element of a target is pressed; null while it is not there, disabled or covered. */
  place(target: Target): Place | null;
  /** Selects what a field holds, so that typing replaces it. False while the field does not have the focus. */
  selectAll(target: Target): boolean;
  /** The input for files with this label. It may be hidden behind a button. */
  fileInput(label: string): Element | null;
  count(target: Target): number;
  /** The value of each element that is a field, and the text of others. */
  texts(target: Target): string[];
  isTicked(target: Target): boolean;
};
