import { computeAccessibleName, getRole } from 'dom-accessibility-api';
import type { InPage, Place, SoughtText, Target } from './page-target.ts';

/**
 * Finds elements in a page as a person does: by role and name, by a field's label or by text. Tests inject it into the
 * page of any browser engine, so that one journey finds the same elements in each.
 */

const clean = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

function matches(words: SoughtText, text: string): boolean {
  const whole = clean(text);
  return typeof words === 'string' ? whole === words : new RegExp(words.source, words.flags).test(whole);
}

const FIELDS = 'input:not([type=hidden]), select, textarea';
const QUOTED = /[.*+?^${}()|[\]\\]/g;
const labelled = (label: string): SoughtText => ({
  source: `^${label.replaceAll(QUOTED, '\\$&')}( \\(.*\\))?( ?\\*)?$`,
  flags: '',
});

function isShown(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true });
}

/** A native box that is drawn by its label has no size of its own. */
function pressedPart(element: Element): Element {
  const { width } = element.getBoundingClientRect();
  return width <= 1 && element instanceof HTMLInputElement ? (element.labels?.[0] ?? element) : element;
}

/** HTML gives a summary no role; browsers and screen readers treat it as a button. */
const roleOf = (element: Element): string | null =>
  element.localName === 'summary' ? 'button' : getRole(element);

function named({ role, name }: { role: string; name: SoughtText }, inside: Element): Element[] {
  return [...inside.querySelectorAll('*')].filter(
    (element) => roleOf(element) === role && matches(name, computeAccessibleName(element)),
  );
}

function withText(words: SoughtText, inside: Element): Element[] {
  const found = [...inside.querySelectorAll('*')].filter((element) =>
    matches(words, element.textContent ?? ''),
  );
  return found.filter((element) => !found.some((other) => other !== element && element.contains(other)));
}

/** All elements of a target that are shown, in the order of the page. */
function all(target: Target): Element[] {
  const places = target.within ? all(target.within) : [document.body];
  return places
    .flatMap((inside) => {
      if ('role' in target) return named(target, inside);
      if ('text' in target) return withText(target.text, inside);
      const label = labelled(target.field);
      return [...inside.querySelectorAll(FIELDS)].filter((field) =>
        matches(label, computeAccessibleName(field)),
      );
    })
    .filter((element) => isShown(pressedPart(element)));
}

const first = (target: Target): Element | null => all(target)[0] ?? null;

/** The middle of an element, if a press there reaches it: it is in the window, and nothing covers it. */
function reachable(element: Element): Place | null {
  const { left, top, width, height } = element.getBoundingClientRect();
  const [x, y] = [Math.floor(left + width / 2), Math.floor(top + height / 2)];
  const hit = document.elementFromPoint(x, y);
  return hit !== null && (element.contains(hit) || hit.closest('label') === element) ? { x, y } : null;
}

function place(target: Target): Place | null {
  const found = first(target);
  if (!found || found.matches(':disabled, [aria-disabled=true]')) return null;
  const element = pressedPart(found);
  const inView = reachable(element);
  if (inView) return inView;
  // It may be behind a header or a bar that does not scroll.
  element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
  return reachable(element);
}

/** What is read of an element: a field's value, or else its text. */
function read(element: Element): string {
  if (element instanceof HTMLSelectElement) return element.selectedOptions[0]?.label ?? '';
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) return element.value;
  return clean((element as HTMLElement).innerText);
}

function selectAll(target: Target): boolean {
  const field = first(target);
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return false;
  if (document.activeElement !== field) return false;
  field.select();
  return true;
}

const fileInput = (label: string): Element | null =>
  [...document.querySelectorAll('input[type=file]')].find(
    (input) => clean(computeAccessibleName(input)) === label,
  ) ?? null;

const inPage: InPage<Element> = {
  first,
  place,
  selectAll,
  fileInput,
  count: (target) => all(target).length,
  texts: (target) => all(target).map(read),
  isTicked: (target) => {
    const found = first(target);
    return found instanceof HTMLInputElement && found.checked;
  },
};
Object.assign(globalThis, { findInPage: inPage });
