/**
 * Whether a subject matches a pattern: tokens between dots, `*` matches one token, `>` at the end matches one
 * token or more.
 */
export function matchesSubject(pattern: string, subject: string): boolean {
  const wanted = pattern.split('.');
  const given = subject.split('.');
  for (let i = 0; i < wanted.length; i += 1) {
    if (wanted[i] === '>') return given.length > i;
    if (i >= given.length || (wanted[i] !== '*' && wanted[i] !== given[i])) return false;
  }
  return given.length === wanted.length;
}

/** Whether a pattern matches more than the subject that is spelt like it. */
export function hasWildcard(pattern: string): boolean {
  return pattern.split('.').some((token) => token === '*' || token === '>');
}
