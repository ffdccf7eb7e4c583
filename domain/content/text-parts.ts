import { emailProblem } from '../account/credentials.ts';
import { phoneNumber, type Rule } from '../fields/rules.ts';

/** A part of a text: what is below a heading, up to the next heading of the same level. Markdown. */
export type TextPart = { readonly heading: string; readonly body: string };

/** A text divided at its headings. `before`: what precedes the first one. */
type TextInParts = { readonly before: string; readonly parts: readonly TextPart[] };

const FENCE = /^ {0,3}(```|~~~)/;

/** Divides Markdown at its headings of a level: 1 is `# `. Headings within code fences are not counted. */
export function partsOf(text: string, level: 1 | 2 | 3): TextInParts {
  const mark = `${'#'.repeat(level)} `;
  const found: { heading: string | null; lines: string[] }[] = [{ heading: null, lines: [] }];
  let isFenced = false;
  for (const line of text.replaceAll('\r\n', '\n').split('\n')) {
    if (FENCE.test(line)) isFenced = !isFenced;
    if (!isFenced && line.startsWith(mark))
      found.push({ heading: line.slice(mark.length).trim(), lines: [] });
    else found.at(-1)?.lines.push(line);
  }
  const [before, ...rest] = found.map(({ heading, lines }) => ({
    heading: heading ?? '',
    body: lines.join('\n').trim(),
  }));
  return { before: before?.body ?? '', parts: rest };
}

/** A category of questions. */
type QuestionCategory = {
  readonly name: string;
  readonly forSeller: boolean;
  readonly forBuyer: boolean;
  readonly questions: readonly TextPart[];
};

const AUDIENCE = /\s*\(for (sellers|buyers)\)$/i;

/** Questions by category. A category whose heading ends in "(for sellers)" or "(for buyers)" is for them alone. */
export const questionsOf = (text: string): readonly QuestionCategory[] =>
  partsOf(text, 2).parts.map(({ heading, body }) => {
    const whose = AUDIENCE.exec(heading)?.[1]?.toLowerCase();
    return {
      name: heading.replace(AUDIENCE, ''),
      forSeller: whose !== 'buyers',
      forBuyer: whose !== 'sellers',
      questions: partsOf(body, 3).parts,
    };
  });

/** A manual: its name is the heading of level 1, its description what precedes the first part. */
export type ManualInParts = {
  readonly name: string;
  readonly description: string;
  readonly parts: readonly TextPart[];
};

export function manualOf(text: string): ManualInParts {
  const [whole] = partsOf(text, 1).parts;
  const { before, parts } = partsOf(whole?.body ?? '', 2);
  return { name: whole?.heading ?? '', description: before, parts };
}

/** Whom people reach, by what follows each label. */
export type ContactDetails = { callPhone: string; textPhone: string; email: string; secondaryEmail: string };

type ContactLine = { readonly name: keyof ContactDetails; readonly label: string; readonly rule: Rule };

/** The lines of the contacts, in their order. */
export const CONTACT_LINES: readonly ContactLine[] = [
  { name: 'callPhone', label: 'Calls', rule: phoneNumber('Phone for calls') },
  { name: 'textPhone', label: 'Texts', rule: phoneNumber('Phone for texts') },
  { name: 'email', label: 'E-mail', rule: emailProblem },
  { name: 'secondaryEmail', label: 'Second e-mail', rule: emailProblem },
];

/** The contacts in a text with one line for each: `Calls: 02 5550 4180`. A missing line is ''. */
export const contactsOf = (text: string): ContactDetails =>
  Object.fromEntries(
    CONTACT_LINES.map(({ name, label }) => {
      const line = text.split('\n').find((one) => one.toLowerCase().startsWith(`${label.toLowerCase()}:`));
      return [name, line?.slice(label.length + 1).trim() ?? ''];
    }),
  ) as ContactDetails;

/** The text of contacts. */
export const contactsText = (contacts: ContactDetails): string =>
  CONTACT_LINES.map(({ name, label }) => `${label}: ${contacts[name].trim()}`).join('\n');

/** How a text is divided: sections, questions by category, a manual, or lines of contacts. */
export type TextForm = 'sections' | 'questions' | 'manual' | 'contacts';

const twice = (headings: readonly string[]): string | null => {
  const known = new Set<string>();
  for (const heading of headings) {
    if (known.has(heading)) return `Two headings are "${heading}".`;
    known.add(heading);
  }
  return null;
};

function headingsProblem(parts: readonly TextPart[]): string | null {
  for (const { heading, body } of parts) {
    if (heading === '') return 'A heading is empty.';
    if (body === '') return `There is no text below "${heading}".`;
  }
  return twice(parts.map(({ heading }) => heading));
}

const NO_SECTION = 'The text begins with a heading: ## and its words.';

function sectionsProblem({ before, parts }: TextInParts): string | null {
  if (before !== '' || parts.length === 0) return NO_SECTION;
  return headingsProblem(parts);
}

function questionsProblem(text: string): string | null {
  const whole = partsOf(text, 2);
  const problem = sectionsProblem(whole);
  if (problem !== null) return problem;
  for (const { heading, body } of whole.parts) {
    const { before, parts } = partsOf(body, 3);
    if (before !== '' || parts.length === 0) return `"${heading}" has questions only: ### and the question.`;
    const wrong = headingsProblem(parts);
    if (wrong !== null) return wrong;
  }
  return twice(questionsOf(text).map(({ name }) => name));
}

function manualProblem(text: string): string | null {
  const { before, parts: names } = partsOf(text, 1);
  const { name, description, parts } = manualOf(text);
  if (before !== '' || names.length !== 1 || name === '')
    return 'A manual begins with its name: # and the name, once.';
  if (description === '') return 'A sentence below the name describes the manual.';
  return parts.length === 0 ? 'A manual has parts: ## and the heading of the part.' : headingsProblem(parts);
}

function contactsProblem(text: string): string | null {
  const contacts = contactsOf(text);
  for (const { name, label, rule } of CONTACT_LINES) {
    const problem = rule(contacts[name]);
    if (problem !== null) return `${label}: ${problem}`;
  }
  return null;
}

/** Why a text of this form can't be published, in a sentence; null when it can. */
export function textProblem(form: TextForm, text: string): string | null {
  switch (form) {
    case 'sections':
      return sectionsProblem(partsOf(text, 2));
    case 'questions':
      return questionsProblem(text);
    case 'manual':
      return manualProblem(text);
    case 'contacts':
      return contactsProblem(text);
  }
}
