/** What an e-mail address and a password must look like: their characters, and how many. */
export const CREDENTIALS = {
  email: { least: 3, most: 60, pattern: /^[^\s@]+@[^\s@]+\.[^\s@]+$/ },
  password: { least: 6, most: 50, pattern: /^[A-Za-z0-9&@%+/!#$^?:,(){}~_-]+$/ },
} as const;

const fits = (
  text: string,
  { least, most, pattern }: { least: number; most: number; pattern: RegExp },
): boolean => text.length >= least && text.length <= most && pattern.test(text);

/** What is wrong with an e-mail address, in the specification's words; null when nothing is. */
export function emailProblem(email: string): string | null {
  if (email === '') return 'Please Enter Email';
  return fits(email, CREDENTIALS.email) ? null : 'Sorry, invalid Email';
}

/** What is wrong with a password, in the specification's words; null when nothing is. */
export function passwordProblem(password: string): string | null {
  if (password === '') return 'Please Enter Password';
  return fits(password, CREDENTIALS.password) ? null : 'Sorry, invalid password';
}
