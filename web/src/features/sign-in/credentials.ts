const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const PASSWORD = /^[A-Za-z0-9&@%+/!#$^?:,(){}~_-]+$/;

/** What is wrong with an e-mail address as typed, or null. */
export function emailFault(text: string): string | null {
  const email = text.trim();
  if (email === '') return 'Please Enter Email';
  return email.length >= 3 && email.length <= 60 && EMAIL.test(email) ? null : 'Sorry, invalid Email';
}

/** What is wrong with a password as typed, or null. */
export function passwordFault(password: string): string | null {
  if (password === '') return 'Please Enter Password';
  return password.length >= 6 && password.length <= 50 && PASSWORD.test(password)
    ? null
    : 'Sorry, invalid password';
}

/** The `Authorization` header of Basic credentials; the e-mail is lowercased. */
export function basicCredentials(email: string, password: string): string {
  const bytes = new TextEncoder().encode(`${email.trim().toLowerCase()}:${password}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}
