import '@/test-support/dom.ts';

const { screen } = await import('@testing-library/react');

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
const controls = (): Control[] => [...document.querySelectorAll<Control>('input, select, textarea')];

/** The labels of the fields that can be changed, without their units and marks. */
export const changeableFields = (): string[] =>
  controls()
    .filter((one) => !one.disabled && one.closest('fieldset[disabled]') === null)
    .map((one) => document.querySelector(`label[for="${one.id}"]`)?.textContent ?? one.outerHTML)
    .map((label) => label.replace(/ \*$/, '').replace(/ \(.*\)$/, ''));

/** The titles of the sections that are not disabled. */
export const sectionsToChange = (): string[] =>
  screen
    .getAllByRole<HTMLFieldSetElement>('group')
    .filter(({ disabled }) => !disabled)
    .flatMap((group) => group.querySelector(':scope > legend')?.textContent ?? []);

/** What the fields of the head say that is shown. */
export const fieldsOfHead = (): string =>
  controls()
    .filter(({ id }) => id.includes('heads'))
    .map(({ value }) => value)
    .join(' ');
