/** The value of a setting's text, or the problem with it; the text is never repeated, because it may contain a password. */
export type Read<T> = { value: T } | { problem: string };

export const text = (value: string): Read<string> =>
  value.trim() === '' ? { problem: 'must not be empty' } : { value: value.trim() };

export const integer =
  (least: number, most: number) =>
  (value: string): Read<number> =>
    /^\d{1,9}$/.test(value) && Number(value) >= least && Number(value) <= most
      ? { value: Number(value) }
      : { problem: `must be a whole number from ${least} to ${most}` };

export const oneOf =
  <T extends string>(allowed: readonly T[]) =>
  (value: string): Read<T> => {
    const found = allowed.find((one) => one === value);
    return found === undefined ? { problem: `must be one of ${allowed.join(', ')}` } : { value: found };
  };

export const yesOrNo = (value: string): Read<boolean> => {
  if (['1', 'true', 'yes', 'on'].includes(value)) return { value: true };
  if (['0', 'false', 'no', 'off', ''].includes(value)) return { value: false };
  return { problem: 'must be true or false' };
};

/** Left empty it is null. */
export const orNothing =
  <T>(read: (value: string) => Read<T>) =>
  (value: string): Read<T | null> =>
    value === '' ? { value: null } : read(value);

/** An origin: a URL of one of these schemes with nothing after the host. */
export const origin =
  (schemes: readonly string[], example: string) =>
  (value: string): Read<string> => {
    const parsed = URL.canParse(value) ? new URL(value) : null;
    if (parsed === null || !schemes.includes(parsed.protocol)) {
      return {
        problem: `must be a URL that begins with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`,
      };
    }
    const { pathname, search, hash, username, password } = parsed;
    if (pathname !== '/' || `${search}${hash}${username}${password}` !== '') {
      return { problem: `must be an origin alone, like ${example}` };
    }
    return { value: parsed.origin };
  };

/** Comma-separated origins, at most this many; none when left empty. */
export const origins =
  (most: number, example: string) =>
  (value: string): Read<readonly string[]> => {
    const found: string[] = [];
    for (const part of value.split(',').filter((one) => one.trim() !== '')) {
      const read = origin(['http:'], example)(part.trim());
      if ('problem' in read) return { problem: `names several, with commas between; each ${read.problem}` };
      if (!found.includes(read.value)) found.push(read.value);
    }
    return found.length > most ? { problem: `must name at most ${most}` } : { value: found };
  };

/** Where a server is: a URL of one of these schemes, which may name several hosts, credentials and options. */
export const serverUrl =
  (schemes: readonly string[]) =>
  (value: string): Read<string> => {
    const scheme = schemes.find((one) => value.startsWith(`${one}://`));
    if (scheme === undefined || /\s/.test(value)) {
      return { problem: `must be a URL that begins with ${schemes.map((one) => `${one}://`).join(' or ')}` };
    }
    const hosts = value.slice(`${scheme}://`.length).split(/[/?]/)[0]?.replace(/^.*@/, '') ?? '';
    const isHost = (host: string): boolean => /^(\[[\da-fA-F:.]+\]|[\w.-]+)(:\d{1,5})?$/.test(host);
    return hosts.split(',').every(isHost) ? { value } : { problem: 'must name its host after the scheme' };
  };
