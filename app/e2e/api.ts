/** A signed-in caller of the REST API, as a program would be one. */
export class ApiSession {
  readonly #base: string;
  #cookie = '';
  me: { _id: string; shortId: string } = { _id: '', shortId: '' };

  private constructor(base: string) {
    this.#base = base;
  }

  /** Signs in with a demo account's e-mail. */
  static async signIn(base: string, email: string, password = 'saleyard1'): Promise<ApiSession> {
    const session = new ApiSession(base);
    const basic = Buffer.from(`${email}:${password}`).toString('base64');
    const { user } = await session.call<{ user: ApiSession['me'] }>('GET', 'users/me', undefined, {
      authorization: `Basic ${basic}`,
    });
    session.me = user;
    return session;
  }

  /** Calls `api/v1/{path}` and answers its data. @throws Error with the server's answer when it refuses. */
  async call<T>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<T> {
    const response = await fetch(`${this.#base}/api/v1/${path}`, {
      method,
      headers: {
        platform: 'web',
        origin: this.#base,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(this.#cookie && { cookie: this.#cookie }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const cookie = response.headers.getSetCookie().map((line) => line.split(';')[0]);
    if (cookie[0]) this.#cookie = cookie[0];
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return (text ? (JSON.parse(text) as { data: T }).data : undefined) as T;
  }
}
