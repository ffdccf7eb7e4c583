import { ERRORS } from '@saleyard/contract/errors.ts';
import { NAMED_ANSWERS, openApi } from '@saleyard/contract/openapi.ts';
import { type Caller, errorsOf, type Operation, queryOf } from '@saleyard/contract/operation.ts';
import { OPERATIONS } from '@saleyard/contract/operations.ts';
import { code, page } from './markdown.ts';
import { type JsonSchema, schemaTable } from './schema-table.ts';

const WHO: Readonly<Record<Caller, string>> = {
  anyone: 'anyone',
  'signed-in': 'anyone who is signed in',
  staff: 'staff and auditors',
  admin: 'staff',
};

/** The parts of the OpenAPI document that the page is made of: answers there refer to the named shapes. */
type Document = {
  paths: Record<string, Record<string, { responses: Record<string, Answered> }>>;
  components: { schemas: Record<string, JsonSchema> };
};
type Answered = { content?: Record<string, { schema: JsonSchema }> };

function answerLines(
  { path, method, status = 200, text, download }: Operation,
  document: Document,
): string[] {
  if (download) return [`Answers ${status} with a file: ${download.map(code).join(', ')}.`];
  if (text) return [`Answers ${status} with plain text.`];
  const content = document.paths[path]?.[method]?.responses[status]?.content;
  const data = content?.['application/json']?.schema.properties?.['data'];
  if (data === undefined) return [`Answers ${status} without a body.`];
  const name = (data.$ref ?? data.items?.$ref)?.split('/').at(-1);
  const is = data.items ? 'is a list of' : 'is a';
  if (name) return [`Answers ${status}; ${code('data')} ${is} [${name}](#${name.toLowerCase()}).`];
  const shape = schemaTable(data, { needed: false });
  return shape === ''
    ? [`Answers ${status}; ${code('data')} is empty.`]
    : [`Answers ${status}; in ${code('data')}:`, shape];
}

function operationPart(operation: Operation, document: Document): string {
  const {
    method,
    path,
    summary,
    more = '',
    who,
    body,
    csv,
    file,
    parameters = [],
    writes,
    paged,
  } = operation;
  const query = queryOf(operation);
  const queryTable = query ? schemaTable(query as JsonSchema) : '';
  const bodyTable = body ? schemaTable(body as JsonSchema) : '';
  const errors = errorsOf(operation).map((one) => `${code(one)} (${ERRORS[one].status})`);
  return [
    `### ${method.toUpperCase()} ${path}`,
    `${summary}. For ${WHO[who]}.`,
    more,
    parameters
      .map(({ name, in: where, description }) => `- ${where} ${code(name)}: ${description}`)
      .join('\n'),
    ...(queryTable ? ['Query:', queryTable] : []),
    ...(bodyTable ? ['Body:', bodyTable] : csv ? ['Body: `text/csv`.'] : []),
    ...(file ? [`Body: a file, sent as ${file.map(code).join(', ')}.`] : []),
    ...answerLines(operation, document),
    [writes && 'Carries `x-saleyard-position`.', paged && 'Paged.'].filter(Boolean).join(' '),
    errors.length > 0 ? `Errors: ${errors.join(', ')}.` : '',
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

const GENERAL = `The same as a machine reads it: [openapi.json](openapi.json) (OpenAPI 3.1). Every path below is complete.

- A success is \`{"data": …}\`. A failure is its HTTP status and \`{"errors":[{"code","title"?,"message","field"?}]}\`, with
  a code of the [catalogue of errors](errors.md).
- Amounts are integer cents per unit (head or kg). Times are milliseconds since the epoch. Ids are texts; sales and lots
  may also be named by their short numbers.
- A session is a cookie, set by signing in. A call that changes something must come from our own pages: \`Sec-Fetch-Site\`
  or \`Origin\` says so (a program sends \`Origin\` with the address it calls).
- A write answers with \`x-saleyard-position\`. A read that sends it waits until the position is shown, 2 s at most; after
  that it answers with what there is, and with \`x-saleyard-stale: true\`.
- A list answers with \`x-current-page\` and \`x-total-pages\`.
- Unknown members and queries are refused, not ignored. A body has at most 64 KiB, one with lots at most 2 MiB, a logo at most 5 MiB, a licence or a policy at most 10 MiB.
- A \`commandId\` makes a write act once: the same again gets the same answer, with another body \`duplicate-conflict\`.
- 429 and 503 answer with \`Retry-After\`. Visitors who are not signed in have 600 reads a minute.`;

/** docs/reference/rest.md */
export function restPage(): string {
  const document = openApi() as Document;
  const shapes = Object.keys(NAMED_ANSWERS).map((name) => {
    const shape = document.components.schemas[name] ?? {};
    return `### ${name}\n\n${schemaTable(shape, { needed: false })}`;
  });
  return page(
    'REST',
    GENERAL,
    '## Operations',
    ...OPERATIONS.map((operation) => operationPart(operation, document)),
    '## Shapes',
    ...shapes,
  );
}
